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
from time import perf_counter
from typing import TYPE_CHECKING, Final, NamedTuple, NotRequired, TypedDict

from deathdome.arena.clock import Clocked, Times, added
from deathdome.arena.course import Course, course_of
from deathdome.arena.lineups import Lineup, copies, lineups, rotations
from deathdome.arena.simulation import match_seed
from deathdome.arena.usage import count
from deathdome.content.board_files import DEFAULT_BOARD
from deathdome.content.packs import load_packs
from deathdome.errors import DeathdomeError, ManagerError, UsageError, nearest
from deathdome.managers.contained import make_sure
from deathdome.managers.greedy import GreedyManager
from deathdome.managers.registry import load
from deathdome.model.events import Captured, Died, RoundBegan
from deathdome.model.ruleset import EDITION_2021
from deathdome.play.guard import Guarded, told
from deathdome.play.referee import Referee, derived_seed, run_match
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.catalog import Catalog
    from deathdome.model.events import Told
    from deathdome.model.ruleset import Ruleset
    from deathdome.model.state import State

SEATS: Final = (2, 3, 4)
ALL: Final = "all"


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
    course: NotRequired[Course]  # not of a series
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
    if "human" in arena.managers:
        raise UsageError(
            "nobody can sit at the arena: every seat needs a manager. To play yourself: "
            "deathdome play"
        )
    for name in dict.fromkeys(name for lineup in arena.lineups for name in lineup):
        try:
            make_sure(name, opening(arena).table)
        except DeathdomeError:
            raise
        except Exception as error:
            raise ManagerError(f'manager "{name}" does not start: {told(error)}') from error
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
        played = _play(arena, lineup, places, seed)
        for place, clock in zip(places, played.clocks, strict=True):
            name, read = lineup[place], clock.times()
            times[name] = added(times[name], read) if name in times else read
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


def _play(
    arena: Arena, lineup: Lineup, places: Sequence[int], seed: int, without: str = ""
) -> _Played:
    state = opening(arena).copy()
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
    deaths, rushed = _fates(referee.told, len(rows), state.table.board.tower_centres)
    cards = _cards(referee.told, len(rows), state.table.catalog)
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


def _fates(told: Sequence[Told], seats: int, centres: Sequence[int]) -> tuple[list[int], list[int]]:
    """Deaths by seat, and the seats that took a tower in the first round."""
    deaths = [0] * seats
    rushed: set[int] = set()
    now = 0
    for event in told:
        match event:
            case RoundBegan(number):
                now = max(now, number)
            case Died(unit):
                deaths[unit >> 2] += 1
            case Captured(_, seat, space) if now <= 1 and space in centres:
                rushed.add(seat)
            case _:
                pass
    return deaths, sorted(rushed)


class _Cards(TypedDict):
    held: list[list[str]]
    bought: list[list[str]]
    used: dict[str, int]
    power: dict[str, list[int]]


def _cards(told: Sequence[Told], seats: int, catalog: Catalog) -> _Cards:
    """What was done with cards."""
    store = [card.id for card in catalog.store_cards]
    held: list[list[str]] = [[] for _ in range(seats)]
    bought: list[list[str]] = [[] for _ in range(seats)]
    used: dict[str, int] = {}
    power: dict[str, list[int]] = {}
    names = {
        int(ability.id): f"{card.id}#{place}"
        for card in catalog.store_cards
        for place, ability in enumerate(card.abilities)
    }
    counts = count(told, [str(seat) for seat in range(seats)], catalog)
    for (seat, what, number), times in sorted(counts.items()):
        match what:
            case "owned":
                held[int(seat)].append(store[number])
            case "bought":
                bought[int(seat)].append(store[number])
            case "attacks":
                used[store[number]] = used.get(store[number], 0) + times
            case "used" if number in names:
                used[names[number]] = used.get(names[number], 0) + times
            case "laid" | "played":
                row = power.setdefault(catalog.power_cards[number].id, [0, 0])
                row[what == "played"] += times
            case _:
                pass
    ordered = {key: used[key] for key in sorted(used)}
    by_card = {key: power[key] for key in sorted(power)}
    return {"held": held, "bought": bought, "used": ordered, "power": by_card}
