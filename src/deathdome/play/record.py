"""The record of a match: a file of plain lines that people can read and grep (docs/saves.md).

A header, a blank line, and one line an answer in the notation. What a line says is checked when the
match is told again (`play/replay.py`); here is only what a record looks like.
"""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.content.words import printable, shown
from deathdome.errors import RecordError
from deathdome.files import FileError, encoding_problem, plain_bytes
from deathdome.model.spelling import TEAMS
from deathdome.play.glance import END as END  # noqa: PLC0414 - part of what this module tells
from deathdome.play.glance import ENDED as ENDED  # noqa: PLC0414 - the same
from deathdome.play.header import FORMAT, read_header

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from deathdome.play.header import Header

LARGEST: Final = 10_000_000  # bytes; a long match has some hundred thousand
CHANCE_NAME: Final = "chance"
CHECKED: Final = "="  # who says a position
CHECK: Final = f"{CHECKED} "
HINTED: Final = "hint"  # who says that a team took a hint
MOST_HINTS: Final = 1_000  # in one match; those after them are not counted
_TITLE: Final = re.compile(r"deathdome match ([0-9]{1,9})")
_VERSION: Final = re.compile(r"^version: (.*)$", re.MULTILINE)
_CHECK: Final = re.compile(r"= (.+) ([0-9a-f]{16})")


class Entry(NamedTuple):
    """A line behind the header."""

    line: int  # counted from 1
    who: str  # a team's colour or "chance"; "=" for a check, "hint", "end" for the result
    text: str  # the answer; what a check says of the moment; who took the hint; the result
    digest: str = ""  # of a checking line


class HintTaken(NamedTuple):
    """A hint that somebody took in a match."""

    answers: int  # given before, by chance too
    seat: int


def counts_of(hints: Iterable[HintTaken]) -> dict[int, int]:
    """How many hints each seat took that took any."""
    return dict(sorted(Counter(hint.seat for hint in hints).items()))


@dataclass(frozen=True, slots=True)
class Record:
    """A record as it was read."""

    source: str  # what errors call it
    header: Header
    head: bytes  # the header as it stands, with the blank line
    entries: tuple[Entry, ...]
    raw: bytes = field(repr=False)  # all whole lines
    torn: bool = False  # whether half a line at the end was left out
    rolls: bool = True  # whether it says what chance did; the seed says it, too

    @property
    def over(self) -> bool:
        """True if the match has ended, so that every hand may be shown."""
        return bool(self.entries) and self.entries[-1].who == ENDED

    def place(self, key: str, value: str = "") -> str:
        """'FILE:LINE' of a key of the header, where it is about a value; else 'FILE'."""
        if not self.rolls:  # a replay text: its header was put together, not read
            return self.source
        for number, line in enumerate(self.head.decode().split("\n"), 1):
            if line.startswith(f"{key}: ") and value in line:
                return f"{self.source}:{number}"
        return self.source


def read_record(path: Path, source: str = "") -> Record:
    """The record in a file, not yet told again. The file is only read.

    Raises:
        RecordError: it cannot be read, or is no record that this program knows; names the line.
    """
    source = source or printable(str(path))
    return record_of(read_bytes(path, source), source)


def read_bytes(path: Path, source: str) -> bytes:
    """What is in a plain file of bearable size; other kinds of file are not waited for.

    Raises:
        RecordError: it cannot be read, or is not such a file.
    """
    try:
        return plain_bytes(path, LARGEST)
    except FileError as error:
        raise RecordError(f"{source}: {error}") from error


def record_of(raw: bytes, source: str) -> Record:
    """The record that bytes are; what stands behind the last whole line is left out.

    Raises:
        RecordError: they are none; names the line.
    """
    whole = raw[: raw.rfind(b"\n") + 1]
    header, head, text = _headed(whole, source)
    first = head.count(b"\n") + 1
    entries = tuple(_entries(text, first, len(header.names), source))
    return Record(source, header, head, entries, whole, torn=len(whole) < len(raw))


def as_far_as_good(raw: bytes, source: str) -> tuple[Record, str]:
    """The record up to the first line that is none, and what is wrong with that; "" if nothing.

    Raises:
        RecordError: the header is none that this program knows.
    """
    try:
        return record_of(raw, source), ""
    except RecordError as error:
        trouble = str(error)
    header = header_of(raw, source)
    # A byte that is no text becomes a sign that no line may have.
    text = raw.decode("utf-8", "surrogateescape")
    end = next(at for at, line in enumerate(text.split("\n")) if not line.strip()) + 1
    lines = text.split("\n")[:-1]
    good = end
    with suppress(RecordError):
        for entry in _entries("\n".join(lines[end:]), end + 1, len(header.names), source):
            good = entry.line
    return record_of(b"\n".join([*raw.split(b"\n")[:good], b""]), source), trouble


def header_of(raw: bytes, source: str) -> Header:
    """The header alone, for lists of many records.

    Raises:
        RecordError: there is none, or none that this program knows.
    """
    end = raw.find(b"\n\n")
    return _headed(raw if end < 0 else raw[: end + 2], source)[0]


def _headed(whole: bytes, source: str) -> tuple[Header, bytes, str]:
    """The header, its bytes, and the text behind it."""
    if saved := encoding_problem(whole):
        raise RecordError(f"{source}:1: {saved}")
    try:
        text = whole.decode("utf-8")
    except UnicodeDecodeError as error:
        line = whole.count(b"\n", 0, error.start) + 1
        raise RecordError(f"{source}:{line}: not UTF-8 text, so no record of a match") from error
    title, _, _ = text.partition("\n")
    match = _TITLE.fullmatch(title.rstrip("\r"))
    if match is None:
        wanted = f'"deathdome match {FORMAT}"'
        what = (
            f'it begins with "{shown(title)}", not with {wanted}'
            if title
            else f"it has no whole line, and should begin with {wanted}"
        )
        raise RecordError(f"{source}:1: no record of a match: {what}")
    if int(match[1]) != FORMAT:
        version = _VERSION.search(text)
        by = f" by deathdome {shown(version[1].strip())}" if version else ""
        raise RecordError(
            f"{source}:1: written in format {int(match[1])}{by}; this program reads format "
            f"{FORMAT}: use that version, or a newer one. The file is as it was."
        )
    lines = text.split("\n")
    try:
        end = next(at for at, line in enumerate(lines[:-1]) if not line.strip())
    except StopIteration:
        raise RecordError(
            f"{source}:{len(lines)}: the record ends within its header, before the match began"
        ) from None
    header = read_header([line.rstrip("\r") for line in lines[1:end]], source)
    head = "\n".join(lines[: end + 1]).encode() + b"\n"
    return header, head, "\n".join(lines[end + 1 :])


def _entries(text: str, first: int, seats: int, source: str) -> Iterator[Entry]:
    """The lines of a text, the first of them with that number."""
    speakers = {*TEAMS[:seats], CHANCE_NAME}
    hints = 0
    for number, line in enumerate(text.split("\n"), first):
        said = line.rstrip("\r")
        if not said:
            continue
        if not said.isprintable():
            raise RecordError(f'{source}:{number}: no line of a record: "{shown(said)}"')
        if said.startswith(CHECK):
            match = _CHECK.fullmatch(said)
            if match is None:
                raise RecordError(f'{source}:{number}: no checking line: "{shown(said)}"')
            yield Entry(number, "=", match[1], match[2])
            continue
        who, colon, answer = said.partition(": ")
        known = who in speakers or who == ENDED or (who == HINTED and answer in TEAMS[:seats])
        if not colon or not answer or not known:
            raise RecordError(
                f'{source}:{number}: no line of a record: "{shown(said)}"; '
                f'an answer looks like "{TEAMS[0]}: end turn"'
            )
        hints += who == HINTED
        if hints > MOST_HINTS:
            raise RecordError(f"{source}:{number}: a record has {MOST_HINTS:,} hints at most")
        yield Entry(number, who, answer)
