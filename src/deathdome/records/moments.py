"""What the lines of a record say of a position: the moment, its digest, an answer, the result."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Final

from deathdome.model.decisions import CHANCE
from deathdome.model.frames import Purchase, Turn
from deathdome.model.notation import action_text
from deathdome.model.spelling import TEAMS, unit_text
from deathdome.records.format import CHANCE_NAME

if TYPE_CHECKING:
    from deathdome.model.actions import Action
    from deathdome.model.outcome import Outcome
    from deathdome.model.state import State

_STORE: Final = "store"


def moment(state: State) -> str:
    """Whose turn it is, in words: "round 2 red", "store blue 3", "end"; "" between turns."""
    if not state.stack:
        return "end"
    frame = state.stack[0]
    if isinstance(frame, Purchase):
        # Which purchasing turn of that team: it has one after the other.
        return f"{_STORE} {TEAMS[frame.seat]} {frame.turns[frame.seat] if frame.turns else 0}"
    if isinstance(frame, Turn):
        return f"round {state.round} {TEAMS[frame.seat]}"
    return ""


def moment_words(where: str) -> str:
    """A moment as a player would say it."""
    return where.partition(" ")[0] if where.startswith(_STORE) else where


def digest(state: State) -> str:
    """Sixteen hexadecimal digits of the position at the beginning of a turn.

    It is made of names, not of numbers that follow from the order of the cards, and says nothing
    of how the program thinks of a position: records are to be told again for ever.
    """
    table = state.table
    catalog = table.catalog
    name = table.board.grid.name
    parts: list[object] = [state.round, [TEAMS[seat] for seat in table.order]]
    for unit, space in enumerate(state.space):
        parts.append(
            (
                unit_text(table, unit),
                name(space) if space >= 0 else space,
                state.wounds[unit],
                state.down[unit],
                sorted(catalog.items[item].id for item in state.items[unit]),
            )
        )
    for seat in range(table.seats):
        spare = sorted(catalog.store_cards[card].id for card in state.spare[seat])
        hand = sorted(catalog.power_cards[card].id for card in state.hands[seat])
        parts.append((spare, hand, state.shells[seat], state.credits[seat]))
    for pile in (state.deck, state.discard):
        counted = zip(catalog.power_cards, pile, strict=True)
        parts.append(sorted((card.id, copies) for card, copies in counted if copies))
    parts.append(list(state.owners))
    parts.append(
        sorted(
            (unit_text(table, effect.unit), effect.seat, effect.verb.name, effect.what, effect.n)
            for effect in state.timed
        )
    )
    parts.append(
        sorted(
            (catalog.tokens[token.token].id, name(token.space), token.seat)
            for token in state.tokens
        )
    )
    return sha256(repr(_plain(parts)).encode()).hexdigest()[:16]


def _plain(value: object) -> object:
    """Flags and enums as their numbers."""
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, bool) or not isinstance(value, int):
        return value
    return int(value)


def result_text(outcome: Outcome) -> str:
    """How a match ended, on one line: "red won by payout; red 1,200,000, blue 900,000"."""
    winners = " and ".join(TEAMS[seat] for seat in outcome.winners)
    counts = ", ".join(f"{TEAMS[row.seat]} {row.payout:,}" for row in outcome.standings)
    return f"{winners} won: {outcome.reason}; {counts}"


def answer_text(state: State, seat: int, act: Action) -> str:
    """The line of an answer; `state` is the position in which it is given."""
    who = CHANCE_NAME if seat == CHANCE else TEAMS[seat]
    return f"{who}: {action_text(state.table, act, seat)}"
