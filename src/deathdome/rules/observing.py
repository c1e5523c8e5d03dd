"""Observations of a position, and full positions that fit an observation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.frames import Attack, ReactionWindow, Resolve
from deathdome.model.observation import Observation
from deathdome.model.state import State
from deathdome.rules.engine import decision
from deathdome.rules.units import put

if TYPE_CHECKING:
    from random import Random

    from deathdome.model.decisions import Decision
    from deathdome.model.frames import Frame


def observe(state: State, seat: int, asked: Decision | None = None) -> Observation:
    """Return the position as `seat` may know it (AMB-38)."""
    stack = state.stack
    top = stack[-1] if stack else None
    if asked is None:
        asked = decision(state)
    mine = asked is not None and asked.seat == seat
    if isinstance(top, ReactionWindow) and not mine:
        # A pending reaction of another seat would reveal that it holds a card to react with.
        stack = (*stack[:-1], top._replace(seats=(), used=()))
    return Observation(
        seat=seat,
        setup=state.setup,
        gear=state.gear,
        space=tuple(state.space),
        wounds=tuple(state.wounds),
        down=tuple(state.down),
        items=tuple(state.items),
        spare=tuple(state.spare),
        hand=state.hands[seat],
        hand_sizes=tuple(len(hand) for hand in state.hands),
        deck_size=sum(state.deck),
        discard=tuple(state.discard),
        owners=tuple(state.owners),
        shells=tuple(state.shells),
        credits=tuple(state.credits),
        store=state.store,
        timed=state.timed,
        tokens=state.tokens,
        uses=tuple(sorted(state.uses.items())),
        round=state.round,
        stack=stack,
        question=asked.question if asked is not None and mine else None,
        outcome=state.outcome,
    )


def unseen(seen: Observation) -> list[int]:
    """Count each power card in the deck and other hands, as far as the seat knows."""
    left = [card.copies for card in seen.setup.catalog.power_cards]
    for card, copies in enumerate(seen.discard):
        left[card] -= copies
    for card in (*seen.hand, *cards_in_play(seen.stack, seen)):
        left[card] -= 1
    return left


def cards_in_play(stack: tuple[Frame, ...], position: State | Observation) -> list[int]:
    """Return power cards on the table: played in an attack, being played, or lasting."""
    found = [effect.card for effect in position.timed if effect.card >= 0]
    for frame in stack:
        if isinstance(frame, Attack):
            found.extend(frame.laid)
        elif isinstance(frame, Resolve) and frame.card >= 0:
            found.append(frame.card)
    return found


def determinize(seen: Observation, rng: Random) -> State:
    """Return a full position that fits the observation: `rng` deals the unseen cards.

    `observe(determinize(seen, rng), seen.seat) == seen` for every generator. If another seat is
    asked, the position may have no open question; `engine.advance` continues as if every reaction
    had been declined.
    """
    state = visible_state(seen)
    pool = [card for card, copies in enumerate(state.deck) for _ in range(copies)]
    rng.shuffle(pool)
    for seat, size in enumerate(seen.hand_sizes):
        if seat != seen.seat:
            dealt, pool = pool[:size], pool[size:]
            state.hands[seat] = tuple(sorted(dealt))
    state.deck = [pool.count(card) for card in range(len(state.deck))]
    return state


def visible_state(seen: Observation) -> State:
    """Return a position with only what the seat sees: other hands empty, unseen cards in the deck.

    Use it for questions about spaces, ratings and points. No match can reach this position.
    """
    state = State()
    state.setup = seen.setup
    state.gear = seen.gear
    state.space = list(seen.space)
    state.masks = [0] * seen.setup.seats
    state.wounds = list(seen.wounds)
    state.down = list(seen.down)
    state.items = list(seen.items)
    state.spare = list(seen.spare)
    state.hands = [seen.hand if seat == seen.seat else () for seat in range(seen.setup.seats)]
    state.deck = unseen(seen)
    state.discard = list(seen.discard)
    state.owners = list(seen.owners)
    state.shells = list(seen.shells)
    state.credits = list(seen.credits)
    state.store = seen.store
    state.timed = seen.timed
    state.tokens = seen.tokens
    state.uses = dict(seen.uses)
    state.round = seen.round
    state.ply = 0
    state.stack = seen.stack
    state.outcome = seen.outcome
    state.emit = None
    if seen.setup.order:
        for unit in range(0, len(state.space), 4):
            put(state, unit, state.space[unit])
    return state
