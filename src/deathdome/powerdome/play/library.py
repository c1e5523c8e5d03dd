"""The folder of saved games: list, find and tidy them."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from math import inf
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Final

from deathdome.errors import RecordError, UsageError, nearest, printable
from deathdome.files import is_there, path_problem, shell_word
from deathdome.folders import powerdome_folder
from deathdome.journal.record_file import remove_unused
from deathdome.powerdome.play.game_file import read_game

if TYPE_CHECKING:
    from deathdome.powerdome.play.record import Header

ENDING: Final = ".game"  # of the name of a record
MOST: Final = 200  # finished games that are kept, and as many unfinished ones
_DAY: Final = 86_400  # seconds


@dataclass(frozen=True, slots=True)
class Summary:
    """One record of a list."""

    path: Path
    played: float  # when it was last written; seconds since 1970
    header: Header | None = None  # None: it cannot be read
    answers: int = 0
    closed: bool = False
    trouble: str = ""  # why it cannot be read

    @property
    def unfinished(self) -> bool:
        """True if the game can be resumed."""
        return self.header is not None and not self.closed

    @property
    def name(self) -> str:
        """Its name in the folder, without the ending."""
        return self.path.name.removesuffix(ENDING)

    @property
    def when(self) -> str:
        """Local time of the last write; "no date" if no calendar has it."""
        try:
            return f"{datetime.fromtimestamp(self.played, tz=UTC).astimezone():%Y-%m-%d %H:%M}"
        except (ArithmeticError, OSError, ValueError):
            return "no date"


def summaries(folder: Path | None = None) -> list[Summary]:
    """Return all records of the folder: unfinished first, then the newest first."""
    tomorrow = time.time() + _DAY
    return sorted(
        map(_summary, _paths(folder)),
        # A file dated in the future was not played last.
        key=lambda one: (
            not one.unfinished,
            -one.played if one.played < tomorrow else inf,
            one.path.name,
        ),
    )


def _paths(folder: Path | None = None) -> list[Path]:
    try:
        return [
            path
            for path in (folder or powerdome_folder()).iterdir()
            if path.name.endswith(ENDING) and not path.name.startswith(".")
        ]
    except OSError:
        return []


def _summary(path: Path) -> Summary:
    try:
        played = path.stat().st_mtime
    except OSError:
        played = 0.0
    try:
        _, record = read_game(path)
    except RecordError as error:
        return Summary(path, played, trouble=str(error))
    return Summary(path, played, record.header, len(record.lines), record.closed)


def newest_unfinished() -> Path:
    """Return the unfinished game that was played last.

    Raises:
        RecordError: there is none.
    """
    for one in summaries():
        if one.unfinished:
            return one.path
    raise RecordError("there is no unfinished game to resume; `deathdome powerdome` starts one")


def find(name: str) -> Path:
    """Find a record by path, or by name in the folder, with or without its ending.

    Raises:
        UsageError: there is none, or the name is not possible.
    """
    if problem := path_problem(name):
        raise UsageError(f"no game: {problem}; `deathdome powerdome games` lists the names")
    folder = powerdome_folder()
    for path in (Path(name), folder / name, folder / f"{name}{ENDING}"):
        if is_there(path):
            return path
    near = nearest(name, [path.name.removesuffix(ENDING) for path in _paths()])
    raise UsageError(
        f"{printable(name)}: no such file or saved game.{near} "
        "`deathdome powerdome games` lists them"
    )


def words_for(path: Path) -> str:
    """Return what a person types to name a record: its name, or its path if it is elsewhere."""
    try:
        known = find(path.stem).samefile(path)
    except (UsageError, OSError):
        known = False
    return path.stem if known else shell_word(str(path))


def new_path() -> Path:
    """Return the path of a new record."""
    now = datetime.now(UTC)
    return powerdome_folder() / f"{now:%Y-%m-%d-%H%M%S}-{token_hex(3)}{ENDING}"


def tidy(most: int = MOST) -> None:
    """Remove the oldest records beyond the limit.

    A record that cannot be read is not touched, nor is one that another program is playing.
    """
    if len(_paths()) < most:
        return
    found = summaries()
    for unfinished in (True, False):
        same = [one for one in found if one.header and one.unfinished is unfinished]
        for one in same[max(0, most - 1) :]:  # the game that begins now is added
            with suppress(OSError):
                remove_unused(one.path)
