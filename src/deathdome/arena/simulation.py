"""Simulated matches between managers, each with its own seed, in order, on any core.

A match depends on its settings and seed alone, so the assignment to processes does not matter.
"""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Final, NotRequired, TypedDict

from deathdome.content.default_boards import DEFAULT_BOARD
from deathdome.content.packs import load_packs
from deathdome.errors import UsageError, printable
from deathdome.managers.foreign.logs import keep_log
from deathdome.managers.registry import fallback, load, make_sure, names, trusted
from deathdome.match.guard import Guarded
from deathdome.match.referee import Referee, run_match
from deathdome.model.decisions import CHANCE
from deathdome.model.events import MAX_DECISIONS, Auctioned, MatchBegan, MatchEnded, OrderSet
from deathdome.model.identifiers import TEAMS
from deathdome.model.ruleset import EDITION_2021, SCENARIOS
from deathdome.records.library import save_record
from deathdome.rules.setup import new_game
from deathdome.seeds import PUBLIC, match_seed, secret_of
from deathdome.workers import one_by_one

if TYPE_CHECKING:
    from collections.abc import Generator

    from deathdome.model.ruleset import Ruleset
    from deathdome.model.state import State

PERSON: Final = "human"  # name of a seat that a player plays


@dataclass(frozen=True, slots=True)
class Setting:
    """The settings of all matches of a simulation."""

    managers: tuple[str, ...]  # index is Seat
    board: str = DEFAULT_BOARD  # id, also of a pack's board, or path of a board file
    rounds: int | None = None  # None: the default of the ruleset
    seed: int = 0
    ruleset: Ruleset = EDITION_2021
    packs: tuple[str, ...] = ()  # paths
    decisions: int = MAX_DECISIONS  # limit of a match
    secret: bytes = PUBLIC
    series: tuple[int, ...] = ()  # rounds of each match of a season; (): single matches
    purses: tuple[int, ...] = ()  # credits of each seat at the start; (): as the ruleset says
    records: str = ""  # folder for the records of matches; "": none


class SeatReport(TypedDict):
    """The result of one team; in a season the sums of its matches."""

    team: str
    manager: str
    payout: int  # credits
    points: int  # control points on the floor
    towers: int
    shells: int
    jailed: int


class FaultReport(TypedDict):
    """A fault of a manager."""

    team: str
    manager: str
    question: int  # number of the question in this match; -1 before the first, after the last
    kind: str
    detail: str
    log: NotRequired[str]  # file with its tracebacks, or what it wrote to standard error


class AuctionReport(TypedDict):
    """The auction after a match of a season."""

    team: str  # winner of the match
    unit: str | None  # in the notation; None: it declined
    cards: list[str]  # ids of the cards sold
    refund: int  # credits


class SeasonMatchReport(TypedDict):
    """One match of a season. Lists are by seat."""

    rounds: int  # of the setup
    played: int  # rounds
    order: list[str]  # teams in order of play
    winners: list[str]  # teams
    reason: str
    payouts: list[int]  # credits
    values: list[int]  # team values after payout and bonus, in credits
    auction: AuctionReport | None  # None: there was none


class MatchReport(TypedDict):
    """The result of one match or season. Programs read the keys: none is renamed or removed."""

    seed: int  # the first match of a simulation with this seed has the same dice and cards
    edition: str
    characters: bool
    board: str
    rounds: int  # of the setup
    seats: list[SeatReport]  # index is Seat
    winner: str | None  # team; None when the match is shared
    reason: str
    decisions: int  # answers of seats; dice and draws are not counted
    seconds: float
    fingerprint: str
    scenarios: NotRequired[list[str]]  # if any
    season: NotRequired[list[SeasonMatchReport]]  # its matches; `winner` is that of the season
    taken_over: NotRequired[list[str]]  # teams that greedy took over, if any
    faults: NotRequired[list[FaultReport]]  # if any
    record: NotRequired[str]  # file with the record, if any


def check_setting(setting: Setting) -> None:
    """Check that matches can be played, before the first one starts.

    Raises:
        UsageError: there is no such number of seats, manager, board or number of rounds.
        ManagerError: a manager does not start.
        ContentError: the board file cannot be used; PackError for a pack.
    """
    if PERSON in setting.managers:
        raise UsageError(
            "you can't play in a simulation: every seat needs a manager, one of "
            f"{', '.join(names())}. To play yourself: deathdome play"
        )
    if not 2 <= len(setting.managers) <= len(TEAMS):
        example = ",".join((setting.managers * len(TEAMS) or ("random",) * 2)[:2])
        raise UsageError(
            f"a match has 2 to {len(TEAMS)} seats, not {len(setting.managers)}; "
            f"for example --seats {example}"
        )
    check_decisions(setting.decisions)
    if setting.seed < 0:
        raise UsageError(f"a seed is 0 or more, not {setting.seed}")
    for name in dict.fromkeys(setting.managers):
        make_sure(name, _opening(setting))


def check_decisions(limit: int) -> None:
    """Raise UsageError unless a match may have a decision."""
    if limit < 1:
        raise UsageError(f"a match has 1 decision or more, not {limit}; try --decisions 1000")


@cache
def _opening(setting: Setting) -> State:
    """Return the position before every match."""
    collection = load_packs([Path(path) for path in setting.packs])
    return new_game(
        collection.catalog,
        collection.board(setting.board),
        seats=len(setting.managers),
        ruleset=setting.ruleset,
        rounds=None if setting.series else setting.rounds,
        purses=setting.purses or None,
        series=setting.series or None,
    )


# Searching the installed packages takes milliseconds.
_factory = cache(load)


def play_match(setting: Setting, index: int) -> MatchReport:
    """Play match number `index` of a simulation, even if managers fail."""
    started = perf_counter()
    seed, secret = match_seed(setting.seed, index), secret_of(setting.secret, index)
    controllers = [Guarded(_factory(name), fallback) for name in setting.managers]
    # Printing managers must not mix with the results.
    with redirect_stdout(sys.stderr):
        referee = Referee(_opening(setting).copy(), seed, secret)
        run_match(referee, controllers, max_decisions=setting.decisions)
    report = _report(referee, setting, controllers)
    if setting.records:
        path = Path(setting.records) / f"{index:05}-{report['fingerprint']}.match"
        save_record(path, referee, setting.managers, setting.board, setting.packs)
        report["record"] = printable(str(path))
    report["seconds"] = round(perf_counter() - started, 4)
    return report


def _report(referee: Referee, setting: Setting, controllers: list[Guarded]) -> MatchReport:
    state = referee.state
    setup, outcome = state.setup, state.outcome
    assert outcome is not None
    report: MatchReport = {
        "seed": referee.seed,
        "edition": setup.ruleset.edition,
        "characters": setup.ruleset.characters,
        "board": setup.board.id,
        "rounds": setup.rounds,
        "seats": [
            {
                "team": TEAMS[row.seat],
                "manager": setting.managers[row.seat],
                "payout": row.payout,
                "points": row.points,
                "towers": row.towers,
                "shells": row.shells,
                "jailed": row.jailed,
            }
            for row in outcome.standings
        ],
        "winner": None if outcome.winner is None else TEAMS[outcome.winner],
        "reason": outcome.reason,
        "decisions": sum(seat != CHANCE for seat, _ in referee.journal),
        "seconds": 0.0,
        "fingerprint": referee.fingerprint(),
    }
    scenarios = [name.replace("_", "-") for name in SCENARIOS if getattr(setup.ruleset, name)]
    if scenarios:
        report["scenarios"] = scenarios
    if setup.series is not None:
        report["season"] = season_report(referee)
        for row in report["seats"]:
            _sum_up(row, referee)
    taken_over = [TEAMS[seat] for seat, guard in enumerate(controllers) if guard.taken_over]
    if taken_over:
        report["taken_over"] = taken_over
    faults: list[FaultReport] = [
        {
            "team": TEAMS[seat],
            "manager": setting.managers[seat],
            "question": fault.question,
            "kind": fault.kind,
            "detail": fault.detail,
        }
        for seat, controller in enumerate(controllers)
        for fault in controller.faults
    ]
    if faults:
        report["faults"] = faults
        _keep_logs(report, controllers)
    return report


def _keep_logs(report: MatchReport, controllers: list[Guarded]) -> None:
    """Write the logs of managers that failed, and name the files in the faults.

    Code that is trusted has printed its tracebacks already.
    """
    if trusted():
        return
    for team, controller in zip(TEAMS, controllers, strict=False):
        of_team = [fault for fault in report["faults"] if fault["team"] == team]
        if not of_team:
            continue
        title = f"match {report['fingerprint']}, {team}"
        path = keep_log(of_team[0]["manager"], title, controller.failure_log)
        if path:
            for fault in of_team:
                fault["log"] = path


def season_report(referee: Referee) -> list[SeasonMatchReport]:
    """Return the matches of a finished season."""
    series = referee.state.setup.series
    assert series is not None
    setup = referee.state.setup
    orders: list[tuple[int, ...]] = []
    auctions: dict[int, AuctionReport] = {}
    rounds = [series.schedule[0]]
    for event in referee.events:
        match event:
            case OrderSet(order):
                orders.append(order)
            case Auctioned(seat, unit, cards, refund):
                auctions[len(rounds) - 1] = {
                    "team": TEAMS[seat],
                    "unit": None if unit < 0 else f"{TEAMS[unit // 4]}.{unit % 4 + 1}",
                    "cards": [setup.catalog.store_cards[card].id for card in cards],
                    "refund": refund,
                }
            case MatchBegan(_, number):
                rounds.append(number)
            case _:
                pass
    return [
        {
            "rounds": rounds[at],
            "played": result.rounds,
            "order": [TEAMS[seat] for seat in orders[at]],
            "winners": [TEAMS[seat] for seat in result.winners],
            "reason": result.reason,
            "payouts": list(result.payouts),
            "values": list(result.values),
            "auction": auctions.get(at),
        }
        for at, result in enumerate(series.results)
    ]


def _sum_up(row: SeatReport, referee: Referee) -> None:
    """Add up the matches of a season for one team; the jailed units are those of the last."""
    seat = TEAMS.index(row["team"])
    ends = [
        event.outcome.standings[seat] for event in referee.events if isinstance(event, MatchEnded)
    ]
    row["payout"] = sum(end.payout for end in ends)
    row["points"] = sum(end.points for end in ends)
    row["towers"] = sum(end.towers for end in ends)
    row["shells"] = sum(end.shells for end in ends)


def simulate(
    setting: Setting, matches: int, jobs: int = 1, first: int = 0
) -> Generator[MatchReport]:
    """Yield the results of matches `first` to `matches` - 1, in order.

    With several `jobs`, as many processes play; the results are the same except for the seconds.

    Raises:
        UsageError: fewer than one match or job; otherwise as `check_setting`.
        ManagerError: a manager ended a process; some of the matches are missing.
    """
    if matches < 1:
        raise UsageError(f"a simulation has 1 match or more, not {matches}; try --matches 1")
    if jobs < 1:
        raise UsageError(f"a simulation needs 1 process or more, not {jobs}; try --jobs 1")
    check_setting(setting)
    return one_by_one(partial(play_match, setting), range(first, matches), jobs)
