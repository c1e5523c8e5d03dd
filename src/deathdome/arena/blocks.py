"""Blocks: one seed, played by a line-up in every rotation of its seats.

The dice of a block are those of its seed, a manager's seed is made of the block and the manager.
So the matches of a block differ by who sits where and by nothing else, and two line-ups of one
block meet the same dice.
"""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Final, NamedTuple, NotRequired, TypedDict

from deathdome.arena.clock import Clocked, Times, added
from deathdome.arena.counting import card_counts, fates
from deathdome.arena.course import Course, course_of
from deathdome.arena.lineups import Lineup, copies, lineups, rotations
from deathdome.arena.markers import marks_of
from deathdome.arena.series import SEATS as SERIES_SEATS
from deathdome.arena.series import as_one, next_match, schedule
from deathdome.arena.simulation import match_seed
from deathdome.content.defaults import DEFAULT_BOARD
from deathdome.content.packs import load_packs
from deathdome.errors import UsageError, nearest
from deathdome.managers.contained import make_sure
from deathdome.managers.greedy import GreedyManager
from deathdome.managers.registry import load
from deathdome.model.ruleset import EDITION_2021
from deathdome.play.guard import Guarded
from deathdome.play.referee import Referee, derived_seed, run_match
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.ruleset import Ruleset
    from deathdome.model.state import State

SEATS: Final = (2, 3, 4)
ALL: Final = "all"
MOST: Final = 2**64  # of any number in the file of a run: seeds are the largest


@dataclass(frozen=True, slots=True)
class Arena:
    """What is the same in all blocks of a run."""

    managers: tuple[str, ...]
    seats: int = 2
    board: str = DEFAULT_BOARD  # id, also of a pack's board, or path of a board file
    rounds: int | None = None  # None: as the ruleset says
    seed: int = 0
    ruleset: Ruleset = EDITION_2021
    packs: tuple[str, ...] = ()  # paths
    ablated: tuple[str, ...] = ()  # ids of store cards; ("all",): every one
    series: bool = False  # what stands for a match is a whole series

    @property
    def lineups(self) -> list[Lineup]:
        """The line-ups that meet in every block."""
        return lineups(self.managers, self.seats)


class Fault(TypedDict):
    """One thing that a manager did wrong."""

    seat: int
    question: int  # number of the question in this match; -1 before the first, after the last
    kind: str
    detail: str


class Played(TypedDict):
    """How one match of a series ended."""

    winners: list[int]
    payouts: list[int]


class Match(TypedDict):
    """One match of a block; lists are by seat."""

    places: list[int]  # in the line-up
    first: int  # seat of the first player
    winners: list[int]  # seats; several share the match
    reason: str
    rounds: int  # played
    payouts: list[int]  # credits
    points: list[int]
    towers: list[int]
    shells: list[int]
    jailed: list[int]
    deaths: list[int]
    rushed: list[int]  # seats that took a tower in the first round
    held: list[list[str]]  # ids of the store cards when the store closed
    bought: list[list[str]]  # also what was sold again
    used: dict[str, int]  # "card#0": times its first ability took effect; "card": attacks with it
    power: dict[str, list[int]]  # card: times laid for its value, played for its ability
    decisions: list[int]
    fingerprint: str
    marks: NotRequired[dict[str, list[int]]]  # see markers; not of a series
    course: NotRequired[Course]  # not of a series
    series: NotRequired[list[Played]]  # its matches, only of a series
    # Seats that the fallback played to the end, because their managers had struck out. Only if
    # there were any.
    taken_over: NotRequired[list[int]]
    faults: NotRequired[list[Fault]]  # only if there were any


class Without(TypedDict):
    """A match of the block played again, with one card taken out of the store."""

    match: int  # which one of the block
    card: str
    winners: list[int]
    payouts: list[int]
    fingerprint: str
    faults: NotRequired[list[Fault]]


class Block(TypedDict):
    """One line-up's matches of one seed."""

    block: int
    lineup: int  # index in the line-ups of the run
    seed: int
    matches: list[Match]
    without: NotRequired[list[Without]]  # only if cards are taken out


class BlockTimes(TypedDict):
    """How long a block took; no part of its result."""

    block: int
    lineup: int
    seconds: float
    managers: dict[str, Times]


def check_arena(arena: Arena) -> None:
    """Makes sure that matches can be played, before the first one is.

    Raises:
        UsageError: a number of seats, a manager, a board, a card or rounds that there are not.
        ManagerError: a manager is there but does not start.
        ContentError: the board file cannot be used; PackError for a pack.
    """
    if arena.seats not in SEATS:
        raise UsageError(f"a match has 2, 3 or 4 seats, not {arena.seats}")
    if arena.seed < 0:
        raise UsageError(f"a seed is 0 or more, not {arena.seed}")
    if arena.seed >= MOST:
        raise UsageError(f"a seed of the arena is less than {MOST:,}")
    if arena.series and (arena.seats != SERIES_SEATS or arena.ruleset.characters or arena.ablated):
        raise UsageError(
            "the arena plays a series between two teams, without characters, and takes no card out"
        )
    if "human" in arena.managers:
        raise UsageError(
            "nobody can sit at the arena: every seat needs a manager. To play yourself: "
            "deathdome play"
        )
    for name in dict.fromkeys(name for lineup in arena.lineups for name in lineup):
        make_sure(name, opening(arena).table)
    known = store_cards(arena)
    for card in arena.ablated:
        if card not in known and card != ALL:
            raise UsageError(f'no card "{card}" in the store.{nearest(card, known)}')


@cache
def opening(arena: Arena) -> State:
    """The position before every match of the run."""
    collection = load_packs([Path(path) for path in arena.packs])
    return new_game(
        collection.catalog,
        collection.board(arena.board),
        seats=arena.seats,
        ruleset=arena.ruleset,
        rounds=arena.rounds,
    )


def store_cards(arena: Arena) -> dict[str, int]:
    """The cards that are for sale when the store opens, by id."""
    state = opening(arena)
    cards = enumerate(state.table.catalog.store_cards)
    return {card.id: index for index, card in cards if state.store >> index & 1}


# Looking through all that is installed takes milliseconds.
_factory = cache(load)


class _Played(NamedTuple):
    """A match that is over."""

    referee: Referee
    guards: list[Guarded]
    clocks: list[Clocked]


def play_block(arena: Arena, block: int, number: int) -> tuple[Block, BlockTimes]:
    """Plays the matches of one line-up in one block, whatever the managers do."""
    started = perf_counter()
    lineup = arena.lineups[number]
    seed = match_seed(arena.seed, block)
    matches: list[Match] = []
    without: list[Without] = []
    times: dict[str, Times] = {}
    for places in rotations(arena.seats, block):
        if arena.series:
            matches.append(_series(arena, lineup, places, seed, times))
            continue
        played = _play(arena, lineup, places, seed)
        _read(played, lineup, places, times)
        match = _match(played, places)
        for card in _to_take_out(arena, match):
            again = _play(arena, lineup, places, seed, card)
            without.append(_without(again, len(matches), card))
        matches.append(match)
    found: Block = {"block": block, "lineup": number, "seed": seed, "matches": matches}
    if arena.ablated:
        found["without"] = without
    seconds = round(perf_counter() - started, 4)
    return found, {"block": block, "lineup": number, "seconds": seconds, "managers": times}


def _read(played: _Played, lineup: Lineup, places: Sequence[int], times: dict[str, Times]) -> None:
    """Adds what the watches of a match say."""
    for place, clock in zip(places, played.clocks, strict=True):
        name, read = lineup[place], clock.times()
        times[name] = added(times[name], read) if name in times else read


def _series(
    arena: Arena, lineup: Lineup, places: Sequence[int], seed: int, times: dict[str, Times]
) -> Match:
    """One series, as one match."""
    matches: list[Match] = []
    state: State | None = None
    for number, rounds in enumerate(schedule(arena.ruleset, arena.rounds)):
        dice = match_seed(seed, number)
        if state is not None:
            state = next_match(state, rounds, Random(derived_seed(dice, "order")))
        played = _play(arena, lineup, places, dice, start=state)
        _read(played, lineup, places, times)
        matches.append(_match(played, places))
        state = played.referee.state
    assert state is not None
    return as_one(matches, state)


def _play(
    arena: Arena,
    lineup: Lineup,
    places: Sequence[int],
    seed: int,
    without: str = "",
    start: State | None = None,
) -> _Played:
    state = opening(arena).copy() if start is None else start
    if without:
        state.store &= ~(1 << store_cards(arena)[without])
    copy = copies(lineup)
    seeds = [derived_seed(seed, f"manager {lineup[place]} {copy[place]}") for place in places]
    guards = [Guarded(_factory(lineup[place]), GreedyManager) for place in places]
    clocks = [Clocked(guard) for guard in guards]
    # What a manager prints must not get between the results.
    with redirect_stdout(sys.stderr):
        referee = Referee(state, seed)
        run_match(referee, clocks, seeds=seeds)
    return _Played(referee, guards, clocks)


def _to_take_out(arena: Arena, match: Match) -> list[str]:
    """The cards that somebody had, of those that are to be measured, in a fixed order.

    Where nobody has a card when the store closes, nobody's result tells of it.
    """
    held = {card for cards in match["held"] for card in cards}
    wanted = held if ALL in arena.ablated else held & set(arena.ablated)
    known = store_cards(arena)
    return sorted(wanted & known.keys(), key=known.__getitem__)


def _without(played: _Played, match: int, card: str) -> Without:
    outcome = played.referee.state.outcome
    assert outcome is not None
    found: Without = {
        "match": match,
        "card": card,
        "winners": list(outcome.winners),
        "payouts": [row.payout for row in outcome.standings],
        "fingerprint": played.referee.fingerprint(),
    }
    faults = _faults(played)
    if faults:
        found["faults"] = faults
    return found


def _match(played: _Played, places: Sequence[int]) -> Match:
    referee = played.referee
    state, outcome = referee.state, referee.state.outcome
    assert outcome is not None
    rows = outcome.standings
    seats = range(len(rows))
    journal = [seat for seat, _ in referee.journal]
    deaths, rushed = fates(referee.told, len(rows), state.table.board.tower_centres)
    cards = card_counts(referee.told, len(rows), state.table.catalog)
    found: Match = {
        "places": list(places),
        "first": state.table.first,
        "winners": list(outcome.winners),
        "reason": outcome.reason,
        "rounds": outcome.rounds,
        "payouts": [row.payout for row in rows],
        "points": [row.points for row in rows],
        "towers": [row.towers for row in rows],
        "shells": [row.shells for row in rows],
        "jailed": [row.jailed for row in rows],
        "deaths": deaths,
        "rushed": rushed,
        "held": cards["held"],
        "bought": cards["bought"],
        "used": cards["used"],
        "power": cards["power"],
        "decisions": [journal.count(seat) for seat in seats],
        "fingerprint": referee.fingerprint(),
        "course": course_of(referee.told, len(rows), state.table.board),
        "marks": marks_of(referee.told, len(rows), state.table.board.tower_centres),
    }
    taken_over = [seat for seat, guard in enumerate(played.guards) if guard.taken_over]
    if taken_over:
        found["taken_over"] = taken_over
    faults = _faults(played)
    if faults:
        found["faults"] = faults
    return found


def _faults(played: _Played) -> list[Fault]:
    return [
        {"seat": seat, "question": fault.question, "kind": fault.kind, "detail": fault.detail}
        for seat, guard in enumerate(played.guards)
        for fault in guard.faults
    ]
