"""The results file: one line of JSON for each finished match, which no clean-up deletes.

The player's record, the next opponent of a quick match and the statistics come from it. Its fields
are described in docs/results.md. A line that cannot be read is skipped and stays in the file.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from deathdome.errors import printable
from deathdome.files import append_line
from deathdome.journal.results_file import FORMAT, lines_of, results_path
from deathdome.match.protocol import HUMAN
from deathdome.model.ruleset import SCENARIOS
from deathdome.seeds import PUBLIC
from deathdome.text.names import TEAM_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from deathdome.model.events import Outcome
    from deathdome.model.series import Series
    from deathdome.records.header import Header

DEATH_DOME: Final = "deathdome"  # the game of a line
FORK: Final = "fork"  # begun in the middle of another match
POSITION: Final = "position"  # begun with a loaded position
SEED: Final = "seed"  # with a seed that the player chose, or had played before
CONTINUED: Final = "continued"  # in a new record, because the old one no longer replays
MARKS: Final = (FORK, POSITION, SEED, CONTINUED)
_MAX_SEATS: Final = len(TEAM_NAMES)


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one finished match."""

    match: str  # name of its record
    began: str  # date and time, UTC
    ended: str
    edition: str
    board: str
    rounds: int  # planned; of the first match of a season
    last_round: int  # number of the round in which it ended
    seats: tuple[str, ...]  # index is seat: "human", or a manager's name
    people: tuple[str, ...]  # name of the player in each seat; "" for none
    winners: tuple[int, ...]  # seats; more than one: shared
    reason: str  # as in the record
    payouts: tuple[int, ...]  # credits, by seat
    towers: tuple[int, ...]
    points: tuple[int, ...]
    shells: tuple[int, ...]
    jailed: tuple[int, ...]
    hints: tuple[int, ...]  # taken, by seat
    seed: int
    marks: tuple[str, ...] = ()  # of MARKS; a match with marks does not count
    scenarios: tuple[str, ...] = ()  # names as on the command line
    number: int = 0  # of the match in its season, from 1; 0: a single match
    season: tuple[int, ...] = ()  # rounds of each match of the season; (): a single match
    values: tuple[int, ...] = ()  # team values after the match of a season, in credits, by seat
    champions: tuple[int, ...] = ()  # seats that won the season, at its last match
    game: str = DEATH_DOME

    @property
    def counts(self) -> bool:
        """True if the match was a fair one: no fork, no loaded position, no known seed."""
        return not self.marks

    @property
    def player(self) -> int | None:
        """The only seat of a player; None if there is no such seat, or several."""
        seats = [seat for seat, name in enumerate(self.seats) if name == HUMAN]
        return seats[0] if len(seats) == 1 else None


# Fields with one entry for each seat.
_BY_SEAT: Final = ("people", "payouts", "towers", "points", "shells", "jailed", "hints")
_NUMBERS: Final = (*_BY_SEAT[1:], "winners", "season", "values", "champions")
_TEXTS: Final = ("match", "began", "ended", "edition", "board", "reason", "game")
_WHOLE: Final = ("rounds", "last_round", "seed", "number")


def result_of(
    header: Header,
    name: str,
    outcome: Outcome,
    hints: Sequence[int],
    *,
    series: Series | None = None,
    champions: tuple[int, ...] = (),
    now: datetime | None = None,
) -> Result:
    """Return the result of a match; `name` is that of its record, `hints` are by seat.

    `series` is the season after that match, `champions` are its winners if it was the last.
    """
    rows = outcome.standings
    marks = {
        FORK: bool(header.fork) and not header.start,
        POSITION: bool(header.start),
        SEED: header.secret in (None, PUBLIC),
        CONTINUED: bool(header.origin),
    }
    return Result(
        match=name,
        began=header.began,
        ended=f"{now or datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC",
        edition=header.ruleset.edition,
        board=header.board,
        rounds=header.rounds,
        last_round=outcome.rounds,
        seats=header.names,
        people=tuple((*header.people, *("",) * len(header.names))[: len(header.names)]),
        winners=outcome.winners,
        reason=outcome.reason,
        payouts=tuple(row.payout for row in rows),
        towers=tuple(row.towers for row in rows),
        points=tuple(row.points for row in rows),
        shells=tuple(row.shells for row in rows),
        jailed=tuple(row.jailed for row in rows),
        hints=tuple(hints),
        seed=header.seed,
        marks=tuple(mark for mark in MARKS if marks[mark]),
        scenarios=tuple(
            scenario.replace("_", "-")
            for scenario in SCENARIOS
            if getattr(header.ruleset, scenario)
        ),
        number=series.match if series is not None else 0,
        season=series.schedule if series is not None else (),
        values=series.results[-1].values if series is not None else (),
        champions=champions,
    )


def add_result(result: Result, path: Path | None = None) -> str:
    """Append a result; return why that failed, "" mostly.

    A match that is in the file already is not added again. A seed that is in the file marks the
    result.
    """
    path = path or results_path()
    earlier, _ = read_results(path)
    if any((known.match, known.number) == (result.match, result.number) for known in earlier):
        return ""
    seeds = {known.seed for known in earlier if known.match != result.match}
    if SEED not in result.marks and result.seed in seeds:
        marks = {*result.marks, SEED}
        result = replace(result, marks=tuple(mark for mark in MARKS if mark in marks))
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        append_line(path, f"{_line_of(result)}\n".encode())
    except OSError as error:
        return f"{printable(str(path))}: {error.strerror or error}"
    return ""


def _line_of(result: Result) -> str:
    return json.dumps({"format": FORMAT, **asdict(result)}, ensure_ascii=True)


def read_results(path: Path | None = None) -> tuple[list[Result], int]:
    """Return all results of Death Dome, oldest first, and the number of unreadable lines.

    A file that is missing or cannot be read has none. Results of the other game are left out.
    """
    lines, unreadable = lines_of(path or results_path())
    ours = [line for line in lines if not _is_of_another_game(line)]
    results = [result for line in ours if (result := _result_in(line)) is not None]
    return results, unreadable + len(ours) - len(results)


def _is_of_another_game(line: Mapping[str, Any]) -> bool:
    game = line.get("game", DEATH_DOME)
    return isinstance(game, str) and game != DEATH_DOME


def _result_in(line: Mapping[str, Any]) -> Result | None:
    """Return the result of a line; None if it is none."""
    values = {field.name: line[field.name] for field in fields(Result) if field.name in line}
    values = {name: tuple(v) if isinstance(v, list) else v for name, v in values.items()}
    try:
        result = Result(**values)
    except TypeError:  # a field is missing
        return None
    return result if _is_sound(result) else None


def _is_sound(result: Result) -> bool:
    """Return True if all fields have the types and lengths of docs/results.md."""
    texts = [getattr(result, name) for name in _TEXTS]
    tuples = [
        getattr(result, name) for name in (*_BY_SEAT, "seats", "marks", "scenarios", *_NUMBERS)
    ]
    if not all(isinstance(text, str) for text in texts):
        return False
    if not all(isinstance(several, tuple) for several in tuples):
        return False
    seats = len(result.seats)
    return (
        2 <= seats <= _MAX_SEATS
        and all(len(getattr(result, name)) == seats for name in _BY_SEAT)
        and _are(str, (*result.seats, *result.people, *result.marks, *result.scenarios))
        and _are(int, [getattr(result, name) for name in _WHOLE])
        and all(_are(int, getattr(result, name)) for name in _NUMBERS)
        and all(0 <= seat < seats for seat in (*result.winners, *result.champions))
        and len(result.values) in (0, seats)
    )


def _are(kind: type, values: Iterable[object]) -> bool:
    return all(type(value) is kind for value in values)
