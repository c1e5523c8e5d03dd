"""Setup of a match (SETUP): teams, die roll, bases, opening hands."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deathdome.errors import UsageError
from deathdome.model.actions import ROLLS, Action, a_of
from deathdome.model.catalog import VACANT
from deathdome.model.decisions import CHANCE, Decision, Question
from deathdome.model.events import OrderSet, Rolled
from deathdome.model.frames import Dealing, Drawing, Opening, Purchase, Rolling, Turn
from deathdome.model.ruleset import EDITION_2021
from deathdome.model.state import UNITS_PER_TEAM, Setup, State, Terms
from deathdome.rules.characters import check_enough, in_store
from deathdome.rules.gear import build_gear
from deathdome.rules.stack import pop, push, swap
from deathdome.rules.terrain import terrain_for
from deathdome.rules.units import put

if TYPE_CHECKING:
    from deathdome.model.board import Board
    from deathdome.model.catalog import Catalog
    from deathdome.model.ruleset import Ruleset

OPENING_HAND = 3  # SETUP-13


def new_game(
    catalog: Catalog,
    board: Board,
    *,
    seats: int = 2,
    ruleset: Ruleset = EDITION_2021,
    rounds: int | None = None,
    first: int | None = None,
) -> State:
    """Return the position before a match: all cards in the box, nothing bought (SETUP).

    `rounds` defaults to the ruleset's number; `first` names the first player and skips the roll.

    Raises:
        UsageError: the rules or the board have no bases for this number of seats, or the catalog
            has too few starting characters.
    """
    if seats not in board.seatings:
        known = ", ".join(str(number) for number in sorted(board.seatings))
        raise UsageError(f"board {board.id} seats {known} teams, not {seats}")
    count = ruleset.rounds if rounds is None else rounds
    if not 1 <= count <= 99:
        raise UsageError(f"a match has 1 to 99 rounds, not {count}")
    if first is not None and not 0 <= first < seats:
        raise UsageError(f"the first player is one of 0 to {seats - 1}, not {first}")
    if ruleset.characters:
        check_enough(catalog, seats)
    state = State()
    units = (VACANT,) * (UNITS_PER_TEAM * seats) if ruleset.characters else catalog.registry * seats
    terrain = terrain_for(board, ruleset, ())
    state.setup = Setup(Terms(catalog, board, ruleset, seats, count), units, terrain)
    number = seats * UNITS_PER_TEAM
    state.items = [()] * number
    state.spare = [()] * seats
    state.gear = build_gear(state.setup, state.items)
    state.space = [-1] * number
    state.masks = [0] * seats
    state.wounds = [0] * number
    state.down = [0] * number
    state.hands = [()] * seats
    state.deck = [card.copies for card in catalog.power_cards]
    state.discard = [0] * len(catalog.power_cards)
    state.owners = [-1] * len(board.points)
    state.shells = [0] * seats
    state.credits = [ruleset.start_credits] * seats
    state.store = (1 << len(catalog.items)) - 1
    if ruleset.characters:
        state.store |= in_store(catalog)
    state.timed = ()
    state.tokens = ()
    state.uses = {}
    state.round = 0
    state.ply = 0
    state.outcome = None
    state.emit = None
    state.stack = (Rolling(tuple(range(seats))),)
    if first is not None:
        seat_players(state, first)
    if ruleset.characters:
        push(state, Dealing())
    return state


def seat_players(state: State, first: int) -> None:
    """Assign the board's bases in order of play and open the store (AMB-90, AMB-126)."""
    setup = state.setup
    seats = setup.seats
    order = tuple((first + step) % seats for step in range(seats))
    bases = [0] * seats
    for seat, base in zip(order, setup.board.seating(seats), strict=True):
        bases[seat] = base
    terrain = terrain_for(setup.board, setup.ruleset, tuple(bases))
    state.setup = replace(setup, first=first, order=order, terrain=terrain)
    for unit in range(len(setup.units)):
        put(state, unit, terrain.home[unit >> 2])
    if state.emit is not None:
        state.emit(OrderSet(order))
    turns = tuple(1 if seat == first else 0 for seat in range(seats))
    state.stack = (Purchase(first, turns=turns),)


def ask_roll(state: State, frame: Rolling) -> Decision:
    """Ask for the next contender's roll of the twelve-sided die (SETUP-11)."""
    return Decision(CHANCE, Question.ROLL, list(ROLLS), [1] * len(ROLLS))


def answer_roll(state: State, frame: Rolling, action: Action) -> None:
    """Record a roll; after the last one the highest is first player, ties reroll (AMB-34)."""
    rolls = (*frame.rolls, a_of(action))
    if state.emit is not None:
        state.emit(Rolled(frame.contenders[len(rolls) - 1], rolls[-1]))
    if len(rolls) < len(frame.contenders):
        swap(state, frame._replace(rolls=rolls))
        return
    best = max(rolls)
    tied = tuple(seat for seat, roll in zip(frame.contenders, rolls, strict=True) if roll == best)
    if len(tied) > 1:
        swap(state, Rolling(tied))
    else:
        seat_players(state, tied[0])


def run_opening(state: State, frame: Opening) -> bool:
    """Draw opening hands in order of play, then start the first turn (AMB-134)."""
    order = state.setup.order
    if frame.dealt < len(order):
        swap(state, Opening(frame.dealt + 1))
        push(state, Drawing(order[frame.dealt], OPENING_HAND))
    else:
        pop(state)
        push(state, Turn(order[0]))
    return False
