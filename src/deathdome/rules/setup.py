"""Setup of a match (SETUP): teams, die roll, bases."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from deathdome.errors import UsageError
from deathdome.model.actions import ROLLS, Action, a_of
from deathdome.model.catalog import VACANT
from deathdome.model.decisions import CHANCE, Decision, Question
from deathdome.model.events import OrderSet, Rolled
from deathdome.model.frames import Dealing, Rolling
from deathdome.model.ruleset import EDITION_2021
from deathdome.model.series import CONGLAMAGRAGON, Series
from deathdome.model.state import UNITS_PER_TEAM, Setup, State, Terms
from deathdome.rules import draft
from deathdome.rules.characters import check_enough, in_store
from deathdome.rules.dual import board_in_play
from deathdome.rules.gear import build_gear
from deathdome.rules.purchase import first_purchase
from deathdome.rules.stack import push, swap
from deathdome.rules.terrain import terrain_for
from deathdome.rules.units import put

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.board import Board
    from deathdome.model.catalog import Catalog
    from deathdome.model.ruleset import Ruleset

MOST_MATCHES: Final = 20  # of a series as agreed, without those that SCEN-CONG adds
MOST_CREDITS: Final = 100_000_000


def new_game(
    catalog: Catalog,
    board: Board,
    *,
    seats: int = 2,
    ruleset: Ruleset = EDITION_2021,
    rounds: int | None = None,
    first: int | None = None,
    purses: Sequence[int] | None = None,
    series: Sequence[int] | None = None,
) -> State:
    """Return the position before a match: all cards in the box, nothing bought (SETUP).

    The Dual takes the jails off `board`, and may take only its middle tiles (SCEN-DUAL).

    `rounds` defaults to the ruleset's number; `first` names the first player and skips the roll.
    `purses` are each team's, by default the same for all. `series` lists the rounds of each match
    of a series, in place of `rounds`.

    Raises:
        UsageError: the rules or the board have no bases for this number of seats, the catalog has
            too few starting characters, or a scenario cannot be played here.
    """
    check_scenarios(ruleset, seats, catalog, series=series is not None)
    board = board_in_play(board, ruleset)
    if seats not in board.seatings:
        known = ", ".join(str(number) for number in sorted(board.seatings))
        raise UsageError(f"board {board.id} seats {known} teams, not {seats}")
    count = ruleset.rounds if rounds is None else rounds
    if series is not None:
        if not 1 <= len(series) <= MOST_MATCHES:
            raise UsageError(f"a series has 1 to {MOST_MATCHES} matches, not {len(series)}")
        count = series[0]
    for number in series or (count,):
        if not 1 <= number <= 99:
            raise UsageError(f"a match has 1 to 99 rounds, not {number}")
    if purses is not None:
        _check_purses(purses, seats)
    if first is not None and not 0 <= first < seats:
        raise UsageError(f"the first player is one of 0 to {seats - 1}, not {first}")
    if ruleset.characters:
        check_enough(catalog, seats)
    state = State()
    units = (VACANT,) * (UNITS_PER_TEAM * seats) if ruleset.characters else catalog.registry * seats
    terrain = terrain_for(board, ruleset, ())
    course = None if series is None else Series(tuple(series))
    terms = Terms(catalog, board, ruleset, seats, count, tuple(purses or ()))
    state.setup = Setup(terms, units, terrain, series=course)
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
    state.credits = list(purses or (ruleset.start_credits,) * seats)
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
        _open_store(state, first)
    if ruleset.characters:
        push(state, Dealing())
    if ruleset.draft:
        draft.start(state)
    return state


def _check_purses(purses: Sequence[int], seats: int) -> None:
    if len(purses) != seats:
        raise UsageError(f"{seats} teams need {seats} numbers of credits, not {len(purses)}")
    for number in purses:
        if not 0 <= number <= MOST_CREDITS:
            raise UsageError(f"a team starts with 0 to {MOST_CREDITS:,} credits, not {number:,}")


def check_scenarios(ruleset: Ruleset, seats: int, catalog: Catalog, *, series: bool) -> None:
    """Check that the ruleset's scenarios can be played (SCEN, AMB-119).

    Raises:
        UsageError: the edition lacks one, or it needs a series, characters or two teams.
    """
    lacking = {
        "handicap": not ruleset.handicap_cards_available,
        "handicap_points": not ruleset.handicap_points_available,
        "draft": not ruleset.draft_available,
    }
    for name, missing in lacking.items():
        if missing and getattr(ruleset, name):
            shown = name.replace("_", "-")
            raise UsageError(f"the {ruleset.edition} edition has no scenario {shown}")
    if ruleset.dual and ruleset.dual_board == "three_tiles" and seats != 2:
        raise UsageError(f"the dual is for 2 teams, not {seats} (SCEN-DUAL-2)")
    for name, rule in (("bonus", "SCEN-BONUS-1"), ("conglamagragon", "SCEN-CONG-1")):
        if getattr(ruleset, name) and not series:
            raise UsageError(f"{name} needs a series ({rule})")
    if ruleset.conglamagragon:
        if not ruleset.characters:
            raise UsageError("conglamagragon needs characters (SCEN-CONG-3)")
        if CONGLAMAGRAGON not in catalog.character_cards:
            raise UsageError(
                f'conglamagragon needs the character "{CONGLAMAGRAGON}", which these cards lack'
            )


def seat_players(state: State, order: tuple[int, ...]) -> None:
    """Assign the board's bases in order of play (AMB-90, AMB-91, AMB-126).

    With three teams the base between the two others is the last player's in a first match, and the
    first player's later (ORDER-3, SERIES-13). A board can list other bases for later matches.
    """
    setup = state.setup
    later = setup.series is not None and setup.series.match > 0
    seating = setup.board.seating(setup.seats, first_match=not later)
    if later and setup.seats == 3 and 3 not in setup.board.later_seatings:
        seating = (seating[-1], *seating[:-1])
    bases = [0] * setup.seats
    for seat, base in zip(order, seating, strict=True):
        bases[seat] = base
    terrain = terrain_for(setup.board, setup.ruleset, tuple(bases))
    state.setup = replace(setup, first=order[0], order=order, terrain=terrain)
    for unit in range(len(setup.units)):
        put(state, unit, terrain.home[unit >> 2])
    if state.emit is not None:
        state.emit(OrderSet(order))


def _open_store(state: State, first: int) -> None:
    """Seat the players of a first match clockwise from the first one, who buys first (ORDER-1)."""
    seat_players(state, state.setup.circle[first])
    state.stack = (first_purchase(state, first),)


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
        _open_store(state, tied[0])
