"""The folder of saved matches: list, find, begin, resume and tidy them."""

from __future__ import annotations

import re
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from math import inf
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Final

from deathdome import __version__
from deathdome.errors import RecordError, UsageError, printable
from deathdome.files import is_there, path_problem, shell_word
from deathdome.folders import at_home, matches_folder
from deathdome.journal.chain import CLOSED, unmarked
from deathdome.journal.record_file import remove_unused
from deathdome.records.format import (
    CHECK,
    END,
    header_of,
    is_own,
    moment_words,
    read_bytes,
    record_of,
    split_moment,
)
from deathdome.records.header import FORMAT, UNMARKED, Header
from deathdome.records.peek import ENDING, record_paths
from deathdome.records.replay import collection_for, located, packs_of, paths_of, remember, replay
from deathdome.records.writer import RecordWriter, record_text
from deathdome.text.names import compact
from deathdome.text.phrases import matches as say
from deathdome.toml.words import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.match.referee import Referee
    from deathdome.records.format import HintTaken, Record
    from deathdome.records.replay import Replay

CRASH: Final = ".crash.txt"
MOST: Final = 200  # finished matches that are kept, and as many unfinished ones
_DAY: Final = 86_400  # seconds
_PLAIN_NAME: Final = re.compile(
    r"[A-Za-z0-9][A-Za-z0-9_.-]*"
)  # needs no quotes and is not an option
_HALF: Final = re.compile(rf"\..*{re.escape(ENDING)}\..*\.new", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Summary:
    """One record of a list."""

    path: Path
    played: float  # when it was last written; seconds since 1970
    header: Header | None = None  # None: it cannot be read
    where: str = ""  # the last moment: "round 2 red"
    result: str = ""  # how it ended; "" while unfinished
    trouble: str = ""  # why it cannot be read

    @property
    def unfinished(self) -> bool:
        """Return True if the match can be resumed."""
        return self.header is not None and not self.result

    def when(self, pattern: str = "%Y-%m-%d %H:%M") -> str:
        """Return the local time of the last write; "no date" if no calendar has it."""
        try:
            return f"{datetime.fromtimestamp(self.played, tz=UTC).astimezone():{pattern}}"
        except (ArithmeticError, OSError, ValueError):
            return "no date"

    def seats(self) -> str:
        """Return the players, by their own names if they have any; "" for an unreadable file."""
        if self.header is None:
            return ""
        names = self.header.names
        people = (*self.header.people, *("",) * len(names))
        return ", ".join(
            shown(person or name, 20) for name, person in zip(names, people, strict=False)
        )

    @property
    def how(self) -> str:
        """Return the result or the progress, the same in every list, or why it cannot be read."""
        if self.header is None:
            return self.trouble
        how = _shortened(self.result)
        series = self.header.series
        if series:
            match, rest = split_moment(self.where)
            where = f"{match or 'match 1'} of {len(series)}, {rest or 'the beginning'}"
            how = f"season, {how or where}"
        elif not how:
            where = self.where or "the beginning"
            how = f"unfinished: {where}, {self.header.rounds} rounds"
        return f"fork, {how}" if self.header.fork else how


_CREDITS: Final = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+")


def _shortened(result: str) -> str:
    """Return the result of a record with short credits."""
    return _CREDITS.sub(lambda found: compact(int(found[0].replace(",", ""))), result)


@dataclass(frozen=True, slots=True)
class Resumed:
    """A resumed match."""

    replay: Replay
    header: Header
    writer: RecordWriter
    notes: tuple[str, ...]  # to be read by a player who resumes it


# -- lists --------------------------------------------------------------------------------------


def summaries(folder: Path | None = None) -> list[Summary]:
    """Return all records of the folder: unfinished first, then the newest first."""
    found = [_summary(path) for path in record_paths(folder)]
    found = [one for one in found if one.header is not None or is_there(one.path)]
    tomorrow = time.time() + _DAY
    continued = {
        (one.header.origin, one.header.origin_digest)
        for one in found
        if one.header is not None and one.header.origin_digest
    }
    names = {name for name, _ in continued}
    return sorted(
        (
            one
            for one in found
            # A name is not enough: a stranger's record may claim any.
            if one.path.name not in names or _named(one.path) not in continued
        ),
        # A file dated in the future was not played last.
        key=lambda one: (
            not one.unfinished,
            -one.played if one.played < tomorrow else inf,
            one.path.name,
        ),
    )


def _named(path: Path) -> tuple[str, str]:
    """Return the name and digest that the header of a continuation states."""
    try:
        return path.name, _digest(read_bytes(path, path.name))
    except RecordError:
        return path.name, ""


def _digest(raw: bytes) -> str:
    """Return sixteen hexadecimal digits of all bytes of a record."""
    return sha256(raw).hexdigest()[:16]


def check_folder(folder: Path | None = None) -> None:
    """Check that a folder in which no record was found has none. It may be missing.

    Raises:
        RecordError: it cannot be looked into; says why.
    """
    folder = folder or matches_folder()
    try:
        next(folder.iterdir(), None)
    except FileNotFoundError:
        for link in (folder, *folder.parents):
            if link.is_symlink() and not link.exists():
                raise RecordError(
                    f"{shown(str(link), 200)}: a link to {shown(str(link.readlink()), 200)}, "
                    "which does not exist: create that folder or delete the link"
                ) from None
    except OSError as error:
        raise RecordError(
            f"{shown(str(folder), 200)}: cannot be opened: {error.strerror}"
        ) from error


def _summary(path: Path) -> Summary:
    try:
        played = path.stat().st_mtime
    except OSError:
        played = 0.0
    name = printable(path.name)
    try:
        raw = read_bytes(path, name)
        header = header_of(raw, name)
    except RecordError as error:
        return Summary(path, played, trouble=str(error))
    lines = raw[: raw.rfind(b"\n") + 1].decode("utf-8", "replace").split("\n")[:-1]
    marked = header.format != UNMARKED
    check = next((line for line in reversed(lines) if line.startswith(CHECK)), "")
    where = moment_words(unmarked(check).removeprefix(CHECK).rpartition(" ")[0])
    closed = not marked or lines[-1].startswith(f"{CLOSED}: ")
    last = unmarked(lines[-2] if marked else lines[-1])
    result = last.removeprefix(END) if closed and last.startswith(END) else ""
    return Summary(path, played, header, shown(where), shown(result, 200))


def newest_unfinished(folder: Path | None = None) -> Path:
    """Return the unfinished match that was played last.

    Raises:
        RecordError: there is none, or the folder cannot be read.
    """
    for one in summaries(folder):
        if one.unfinished:
            return one.path
    check_folder(folder)
    raise RecordError("there is no unfinished match to resume; `deathdome play` starts one")


def is_newest(path: Path) -> bool:
    """Return True if a record is the one that `resume` without a name takes."""
    newest = next((one.path for one in summaries() if one.unfinished), None)
    return newest is not None and newest.absolute() == path.absolute()


def find(name: str) -> Path:
    """Find a record by path, or by name in the folder, with or without its ending.

    Raises:
        UsageError: there is none, or the name is not possible.
    """
    if problem := path_problem(name):
        raise UsageError(f"no match: {problem}; `deathdome matches` lists the names")
    folder = matches_folder()
    for path in (Path(name), folder / name, folder / f"{name}{ENDING}"):
        if is_there(path):
            return path
    raise UsageError(
        f"{printable(name)}: no such file or saved match; `deathdome matches` lists them"
    )


def name_of(path: Path) -> str:
    """Return a record's name for a command line: its name in the folder, otherwise its path."""
    if listed(path) and _PLAIN_NAME.fullmatch(path.stem) and not is_there(Path(path.stem)):
        return path.stem
    return shell_word(str(path.absolute()))


def listed(path: Path) -> bool:
    """Return True if `deathdome matches` lists the record."""
    return path.suffix == ENDING and is_own(path)


# -- beginning and resuming ---------------------------------------------------------------------


def begin_record(
    referee: Referee,
    names: Sequence[str],
    *,
    board: str = "",
    packs: Sequence[str] = (),
    people: Sequence[str] = (),
    fork: str = "",
    start: str = "",
    hints: Sequence[HintTaken] = (),
    cosmetic: int | None = None,
) -> tuple[RecordWriter, str]:
    """Begin the record of a new match; return it with a message, "" mostly.

    `board` is the name or path of the board, `packs` are paths. `fork` names the original match and
    its answer, `start` is the first position on one line, and `hints` are those taken before.
    `cosmetic` is the seed of names and remarks.
    """
    now = datetime.now(UTC)
    header = _new_header(
        now, referee, names, board, packs, people=people, fork=fork, start=start, cosmetic=cosmetic
    )
    remember(paths_of(header))
    tidy()
    writer = RecordWriter(_new_path(now))
    return writer, writer.begin(header, referee, hints)


def save_record(
    path: Path, referee: Referee, names: Sequence[str], board: str, packs: Sequence[str]
) -> None:
    """Write the record of a match that was played without one.

    Raises:
        RecordError: it cannot be written.
    """
    header = _new_header(datetime.now(UTC), referee, names, board, packs)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(record_text(header, referee))
    except OSError as error:
        raise RecordError(f"{printable(str(path))}: {error.strerror}") from error


def _new_header(
    now: datetime,
    referee: Referee,
    names: Sequence[str],
    board: str,
    packs: Sequence[str],
    *,
    people: Sequence[str] = (),
    fork: str = "",
    start: str = "",
    cosmetic: int | None = None,
) -> Header:
    setup = referee.state.setup
    if board.endswith(".toml"):
        board = str(at_home(board).absolute())
    return Header(
        version=__version__,
        began=f"{now:%Y-%m-%d %H:%M:%S} UTC",
        cards=setup.catalog.fingerprint,
        ruleset=setup.ruleset,
        board=board or setup.board.id,
        rounds=setup.rounds if setup.series is None else setup.series.schedule[0],
        series=setup.series.schedule if setup.series is not None and not start else (),
        credits=setup.purses if not start else (),
        seed=referee.seed,
        secret=referee.secret,
        cosmetic=cosmetic,
        names=tuple(names),
        people=tuple(people),
        packs=packs_of(packs),
        fork=fork,
        start=start,
    )


def resume(path: Path | None = None, packs: Sequence[str] = ()) -> Resumed:
    """Resume the match of a record; None takes the newest unfinished one.

    If it cannot be replayed as recorded, it resumes from the last turn that can, in a record
    of its own; the old file stays as it is. `packs` are paths that `located` may use.

    Raises:
        RecordError: there is none, it cannot be read or replayed, or another program has it.
    """
    path = path or newest_unfinished()
    source = printable(str(path))
    writer = RecordWriter(path)
    try:
        writer.lock()
        raw = read_bytes(path, source)
        found = record_of(raw, source)
        record = located(found, packs)
        told = replay(record, collection_for(record))
        remember(paths_of(record.header))
        return _resumed(path, raw, record, told, writer, moved=record.header != found.header)
    except BaseException:
        writer.close()
        raise


def _resumed(
    path: Path, raw: bytes, record: Record, told: Replay, writer: RecordWriter, *, moved: bool
) -> Resumed:
    """Resume a record; `moved`: its packs or its board are at other paths than its file says."""
    catalog = told.referee.state.setup.catalog
    same = not told.differs and not record.altered and not moved
    if same and record.header.cards == catalog.fingerprint:
        said = writer.resume(record.head, raw, told.referee, told.hints)
        return Resumed(told, record.header, writer, (said,) if said else ())
    notes = [record.altered] if record.altered else []
    if told.differs:
        notes += [told.differs, say.CONTINUES_FROM.format(where=told.where)]
    elif moved:
        notes.append(say.PACKS_MOVED)
    elif not notes:
        notes = [say.CARDS_CHANGED]
    writer.close()
    header = replace(
        record.header,
        version=__version__,
        cards=catalog.fingerprint,
        packs=packs_of([pack.path for pack in record.header.packs]),
        origin=path.name,
        origin_digest=_digest(raw),
        unsaid=(),
        format=FORMAT,
    )
    fresh = RecordWriter(_new_path(datetime.now(UTC)))
    said = fresh.begin(header, told.referee, told.hints)
    notes.append(say.CONTINUES_IN_COPY.format(printable=printable(path.name), path=fresh.path.name))
    return Resumed(told, header, fresh, (*notes, said) if said else tuple(notes))


def _new_path(now: datetime) -> Path:
    return matches_folder() / f"{now:%Y-%m-%d-%H%M%S}-{token_hex(3)}{ENDING}"


# -- too many -----------------------------------------------------------------------------------


def tidy(folder: Path | None = None, most: int = MOST) -> None:
    """Remove the oldest records beyond the limit, and half-written files of killed programs.

    A record that cannot be read is not touched: it may be of a newer program. Nor is one that
    another program is playing.
    """
    folder = folder or matches_folder()
    for rest in _half_written(folder):
        with suppress(OSError):
            if time.time() - rest.stat().st_mtime > _DAY:
                rest.unlink()
    if len(record_paths(folder)) < most:
        return
    found = summaries(folder)
    for unfinished in (True, False):
        same = [one for one in found if one.header and one.unfinished is unfinished]
        # One less than the limit: the match that begins now is added.
        for one in same[max(0, most - 1) :]:
            with suppress(RecordError):
                delete(one.path)


def delete(path: Path) -> None:
    """Delete a record, and the report of its crash.

    Raises:
        RecordError: another program is playing it, or the file cannot be deleted.
    """
    if not remove_unused(path) and is_there(path):
        raise RecordError(say.CANNOT_DELETE.format(name=printable(path.name)))
    with suppress(OSError):
        path.with_name(path.name + CRASH).unlink()


def _half_written(folder: Path) -> list[Path]:
    """Return half-written records of killed programs."""
    try:
        return [path for path in folder.iterdir() if _HALF.fullmatch(path.name)]
    except OSError:
        return []
