"""Thinking times of managers on one core. `make pace`.

    make pace
    make pace ARGS="--managers champion --seats 4 --moves 500"
    make pace ARGS="--quick"

Plays matches with the manager in every seat until enough moves have been timed: questions for the
next unit. Times are processor seconds, which a loaded machine affects less than wall-clock seconds;
the latter are reported as well. With --folder every match is a line of a file, from which an
interrupted run resumes. Exits with 1 if a gate was missed.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields, replace
from math import ceil
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Final

import numpy as np

from deathdome.arena.arena import Arena, check_arena, opening
from deathdome.errors import UsageError
from deathdome.managers.manager_name import LEVELS
from deathdome.managers.registry import create
from deathdome.match.referee import Referee, run_match
from deathdome.model.actions import ActionKind, kind_of
from deathdome.model.events import TurnBegan, TurnEnded
from deathdome.model.ruleset import EDITION_2021
from deathdome.seeds import secret_of
from deathdome.statistics import Bootstrap
from lab.command import command_of, parser_of, print_progress, run_main, split_list
from lab.ladder.pages import circumstances, keep
from lab.ladder.tables import shown
from lab.plan import MOVES, Run
from lab.record import Record, each, study_head

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from deathdome.arena.report import Document
    from deathdome.match.protocol import Briefing, Controller, Reply, Request
    from deathdome.model.events import Event, Outcome

ENOUGH: Final = 500  # moves, so that five are above p99
QUICK: Final = 20
GATES: Final = {("champion", 4): 3.0}  # seconds; p99 of a move


@dataclass
class Times:
    """Timings of one match; seconds."""

    moves: list[float] = field(default_factory=list)
    clock: list[float] = field(default_factory=list)  # the same in wall-clock seconds
    turns: list[float] = field(default_factory=list)
    nodes: int = 0
    node_seconds: float = 0.0


class Timed:
    """A manager with two clocks."""

    def __init__(self, inside: Controller, times: Times) -> None:
        self._inside = inside
        self._times = times
        self._seat = -1
        self._turn: float | None = None

    def begin(self, briefing: Briefing) -> None:
        """Pass it on."""
        self._seat = briefing.seat
        self._inside.begin(briefing)

    def decide(self, request: Request) -> Reply:
        """Pass the question on and measure the time."""
        clock, processor = perf_counter(), process_time()
        reply = self._inside.decide(request)
        taken, passed = process_time() - processor, perf_counter() - clock
        times = self._times
        if any(kind_of(action) is ActionKind.ACTIVATE for action in request.options):
            times.moves.append(taken)
            times.clock.append(passed)
        if self._turn is not None:
            self._turn += taken
        if reply.nodes > 0:
            times.nodes += reply.nodes
            times.node_seconds += taken
        return reply

    def observe(self, events: Sequence[Event]) -> None:
        """Pass the events on and notice its own turns."""
        for event in events:
            match event:
                case TurnBegan(seat) if seat == self._seat:
                    self._turn = 0.0
                case TurnEnded(seat) if seat == self._seat and self._turn is not None:
                    self._times.turns.append(self._turn)
                    self._turn = None
                case _:
                    pass
        self._inside.observe(events)

    def end(self, outcome: Outcome) -> None:
        """Pass it on."""
        self._inside.end(outcome)


def _parsed(words: Sequence[str]) -> Namespace:
    parser = parser_of("pace", __doc__)
    parser.set_defaults(folder=None)  # other times on another day
    parser.add_argument("--managers", default=",".join(LEVELS), help="names with commas between")
    parser.add_argument("--seats", default="2,4", help="numbers of teams with commas between")
    parser.add_argument("--moves", type=int, default=ENOUGH, help="to be timed, at least")
    parser.add_argument("--credits", type=int, default=EDITION_2021.start_credits, help="purse")
    parser.add_argument("--rounds", type=int, help="of a match")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--quick", action="store_true", help="a few moves each, for a look")
    return parser.parse_args(words)


def plan(words: Sequence[str]) -> list[Run]:
    """Return the matches of each manager and number of teams, of about so many moves."""
    wanted = _parsed(words)
    return [
        Run(
            *("pace", name_of(manager, seats, wanted.credits), _file(manager, seats)),
            (manager,) * seats,
            wanted.moves / (MOVES * seats),
        )
        for manager in split_list(wanted.managers)
        for seats in map(int, split_list(wanted.seats))
    ]


def main(words: list[str]) -> int:
    """Play, write, and return 1 if a manager was too slow."""
    wanted = _parsed(words)
    managers, seats = split_list(wanted.managers), split_list(wanted.seats)
    for number in seats:
        if number not in ("2", "3", "4"):
            raise UsageError(f'"{number}" teams play no match; --seats 2,4')
    ruleset = replace(EDITION_2021, start_credits=wanted.credits)
    enough = QUICK if wanted.quick else wanted.moves
    made = circumstances(command_of("pace", words))
    names = dict.fromkeys((*LEVELS, *managers))
    purses = dict.fromkeys((EDITION_2021.start_credits, 8_000_000, wanted.credits))
    order = [name_of(m, s, purse) for m in names for purse in purses for s in (2, 3, 4)]
    published = enough >= ENOUGH and not wanted.rounds
    rows = []
    for manager in managers:
        for number in seats:
            arena = Arena(
                (manager,),
                int(number),
                rounds=wanted.rounds,
                seed=wanted.seed,
                ruleset=ruleset,
            )
            rows.append(row_of(arena, timed(arena, enough, wanted.jobs, wanted.folder)))
            if published:
                keep(wanted.out, "pace", [rows[-1] | {"run": made}], order)
    print(shown(rows, "pace"))
    if not published:
        print(f"\nShown only: a table needs {ENOUGH} moves of each, in whole matches.")
    return int(any(row["passed"] is False for row in rows))


def name_of(manager: str, seats: int, purse: int) -> str:
    """Return the name of a row."""
    return f"{manager}/{seats}/{purse}"


def _file(manager: str, seats: int) -> str:
    return f"pace-{manager.replace(':', '-')}-{seats}.jsonl"


def timed(arena: Arena, enough: int, jobs: int = 1, folder: Path | None = None) -> list[Times]:
    """Return the timings of enough matches for so many moves."""
    check_arena(arena)
    (manager,) = arena.managers
    record = None
    if folder is not None:
        purse = arena.ruleset.start_credits
        begun = study_head("pace", seed=arena.seed, purse=purse, rounds=arena.rounds)
        record = Record(folder / _file(manager, arena.seats), begun)
    rows = [] if record is None else list(record.rows)
    moves = sum(len(row["moves"]) for row in rows)
    name = f"{manager}, {arena.seats} teams"
    print_progress(name, min(moves, enough), enough)
    # No more than are surely needed at a time: how many moves a match has is not known.
    while moves < enough:
        left = max((enough - moves) // (2 * MOVES * arena.seats), jobs)
        for row in each(timed_match, [(arena, len(rows) + n) for n in range(left)], jobs):
            rows.append(row)
            moves += len(row["moves"])
            if record is not None:
                record.add(row)
            print_progress(name, min(moves, enough), enough)
    if record is not None:
        record.close()
    return [Times(**{key: row[key] for key in _TIMES}) for row in rows]


_TIMES: Final = tuple(field.name for field in fields(Times))


def timed_match(arena: Arena, number: int) -> Document:
    """Return the timings of a match, as a line of a file."""
    times = Times()
    (manager,) = arena.managers
    referee = Referee(
        opening(arena).copy(), arena.match_seed(number), secret_of(arena.secret, number)
    )
    run_match(referee, [Timed(create(manager), times) for _ in range(arena.seats)])
    return asdict(times)


def row_of(arena: Arena, played: Sequence[Times]) -> Document:
    """Return the combined result of the matches."""
    (manager,) = arena.managers
    nodes, seconds = sum(t.nodes for t in played), sum(t.node_seconds for t in played)
    move = quantiles([times.moves for times in played])
    gate = GATES.get((manager, arena.seats))
    return {
        "row": name_of(manager, arena.seats, arena.ruleset.start_credits),
        "manager": manager,
        "seats": arena.seats,
        "credits": arena.ruleset.start_credits,
        "seed": arena.seed,
        "matches": len(played),
        "moves": sum(len(times.moves) for times in played),
        "turns": sum(len(times.turns) for times in played),
        "move": move,
        "turn": quantiles([times.turns for times in played]),
        "clock": quantiles([times.clock for times in played]),
        "nodes_a_second": round(nodes / seconds) if seconds else None,
        "gate": gate,
        "passed": None if gate is None else move["p99"]["value"] < gate,
    }


def quantiles(matches: Sequence[Sequence[float]]) -> Document:
    """Return median and p99; for p99 with an interval that resamples matches."""
    rows = [np.array(times) for times in matches]
    every = np.concatenate(rows)
    if not len(every):
        return {"p50": None, "p99": {"value": None, "low": None, "high": None}}
    value = quantile(every, 0.99)
    low = high = None
    if len(rows) > 1:
        lengths = [len(row) for row in rows]
        drawn = [
            quantile(np.repeat(every, np.repeat(times.astype(int), lengths)), 0.99)
            for times in Bootstrap(len(rows)).times
            if times @ lengths
        ]
        low, high = (float(np.quantile(drawn, share)) for share in (0.025, 0.975))
    p99 = {key: _short(number) for key, number in (("value", value), ("low", low), ("high", high))}
    return {"p50": _short(quantile(every, 0.5)), "p99": p99}


def quantile(times: NDArray[np.float64], share: float) -> float:
    """Return the time that a share of the times does not exceed."""
    ordered = np.sort(times)
    return float(ordered[ceil(share * len(ordered)) - 1])


def _short(number: float | None) -> float | None:
    return None if number is None else float(f"{number:.3g}")


if __name__ == "__main__":
    raise SystemExit(run_main("pace", main))
