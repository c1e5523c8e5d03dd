"""Results of PowerDome: a line in the results file for each finished game with a person."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from deathdome.errors import printable
from deathdome.files import append_line
from deathdome.journal.results_file import FORMAT, lines_of, results_path
from deathdome.powerdome.model.dome import ABSENT
from deathdome.powerdome.model.events import GameOver

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from deathdome.powerdome.play.record import Header
    from deathdome.powerdome.play.referee import Referee

GAME: Final = "powerdome"
FORK: Final = "fork"  # begun in the middle of another game
SEED: Final = "seed"  # with a seed that the player chose, or had played before


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one finished game."""

    match: str  # name of its record
    began: str  # date and time, UTC
    ended: str
    names: tuple[str, ...]  # of the players, by seat
    seats: tuple[str, ...]  # "human", or the name of a bot
    winners: tuple[int, ...]  # seats; none in a draw
    reason: str
    last_round: int
    vitality: tuple[int, ...]  # at the end, by seat
    hints: tuple[int, ...]  # taken, by seat
    seed: int
    options: dict[str, Any]
    marks: tuple[str, ...] = ()
    last_word: str = ""
    game: str = GAME


def result_of(
    header: Header, name: str, referee: Referee, hints: Sequence[int], last_word: str
) -> Result:
    """Return the result of a game that is over; `name` is that of its record."""
    state = referee.state
    over = next(one for one in reversed(referee.events) if isinstance(one, GameOver))
    return Result(
        match=name,
        began=header.began,
        ended=f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S}",
        names=header.names,
        seats=tuple(bot for _, bot in header.seats),
        winners=() if over.winner == ABSENT else (over.winner,),
        reason=over.reason,
        last_round=state.dome.round,
        vitality=tuple(one.vitality for one in state.dome.characters[: state.dome.seats]),
        hints=tuple(hints),
        seed=header.seed,
        options=asdict(header.options),
        marks=(FORK,) if header.fork else (),
        last_word=last_word,
    )


def add_result(result: Result, path: Path | None = None) -> str:
    """Append a result unless it is there already; return why that failed, "" mostly."""
    path = path or results_path()
    earlier = read_results(path)
    if any(one.match == result.match for one in earlier):
        return ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        line = json.dumps({"format": FORMAT, **asdict(result)}, ensure_ascii=True)
        append_line(path, f"{line}\n".encode())
    except OSError as error:
        return f"{printable(str(path))}: {error.strerror or error}"
    return ""


def read_results(path: Path | None = None) -> list[Result]:
    """Return the results of PowerDome, oldest first; lines that cannot be read are skipped."""
    lines, _ = lines_of(path or results_path())
    found = (_result_in(line) for line in lines if line.get("game") == GAME)
    return [one for one in found if one is not None]


def _result_in(line: dict[str, Any]) -> Result | None:
    values = {one.name: line[one.name] for one in fields(Result) if one.name in line}
    values = {name: tuple(v) if isinstance(v, list) else v for name, v in values.items()}
    try:
        result = Result(**values)
    except TypeError:  # a field is missing
        return None
    return result if _is_sound(values) else None


def _is_sound(values: dict[str, Any]) -> bool:
    """Return True if the fields that the program reads have their types."""
    texts = all(type(values[name]) is str for name in ("match", "began", "ended", "reason"))
    tuples = all(type(values[name]) is tuple for name in ("names", "seats", "winners"))
    if not texts or not tuples:
        return False
    seats = len(values["seats"])
    return seats == len(values["names"]) and all(
        type(one) is int and 0 <= one < seats for one in values["winners"]
    )
