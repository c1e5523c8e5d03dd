"""A match as text for a chat: a header, a line for every round, the result, a checksum.

What chance did is left out: it follows from the seed. Every line has the digest of the position
with which it begins, so that a match which goes another way now is noticed (docs/notation.md).
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import fields, replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final

from deathdome.content.board_files import board_ids
from deathdome.content.positions.one_line import is_position_line, position_line
from deathdome.errors import NotationError, RecordError
from deathdome.journal.words import check_of, value_of, word_of
from deathdome.model.identifiers import TEAMS
from deathdome.model.ruleset import FROZEN
from deathdome.records.format import (
    CHANCE_NAME,
    CHECKED,
    ENDED,
    FORMATS,
    HINTED,
    MOST_HINTS,
    Entry,
    Record,
    header_of,
    read_bytes,
    record_of,
    split_moment,
)
from deathdome.records.header import (
    UNMARKED,
    Header,
    Pack,
    header_text,
    is_switch,
    path_text,
    read_header,
)
from deathdome.records.replay import BOARD_FILE, collection_for, opening, replay
from deathdome.records.writer import record_text
from deathdome.toml.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from deathdome.content.collection import Collection

FORMAT: Final = 1
LONGEST: Final = 1_000_000  # characters; a long match has ten thousand
BEGINNING: Final = re.compile(r"DDR([0-9]{1,9})(?:\s|$)")
_ROUND: Final = re.compile(r"([^|=]+) = ([0-9a-f]{16})")
_CHECKSUM: Final = re.compile(r"check: ([0-9a-f]{8})")
BEGIN: Final = "begin"  # the line of the actions before any turn began
DRAWN: Final = "drawn"  # a board that is in the position behind the header
_PACK: Final = re.compile(r"[0-9a-f]{16}")
_PLAIN: Final = (
    "edition",
    "board",
    "rounds",
    "seed",
    "secret",
    "cosmetic",
    "cards",
    "version",
    "began",
)
_LISTS: Final = ("series", "credits")
# Texts of any form.
_AS_THEY_ARE: Final = ("edition", "board", "secret")

# -- writing ------------------------------------------------------------------------------------


def replay_text(record: Record, collection: Collection | None = None) -> str:
    """Return the match of a record as text, a line a round; it shows every hand.

    The text reads back to the same bytes, except that packs are where they are on the computer that
    reads it, and that the position may draw a board.

    Raises:
        RecordError: its board is gone, or there is no text that reads back to the same bytes.
    """
    if record.altered:
        raise _inexact(record.altered)
    # As the file states it: packs may be at other paths here.
    header = header_of(record.head, record.source)
    if "/" in header.origin:
        raise _inexact(f"{record.place('from')}: it names a folder, which a copy cannot have")
    start = header.start
    if not start and header.board not in board_ids():
        # Other computers may lack the board's file or pack, so it is drawn.
        collection = collection or collection_for(record)
        start = position_line(opening(record, collection))
    if collection is None:
        with suppress(RecordError):
            collection = collection_for(record)
    lines = [f"DDR{FORMAT} {' '.join(_header_words(header))}"]
    lines += [start] * bool(start)
    lines += _rounds(record)
    text = "\n".join(lines)
    text = f"{text}\ncheck: {check_of(text)}\n"
    _check_exact(text, record, header, collection)
    return text


def _check_exact(text: str, record: Record, header: Header, collection: Collection | None) -> None:
    """Read a text back; without a collection, for packs that are gone, only its header.

    Raises:
        RecordError: something else comes of it than the record.
    """
    try:
        copied = Reader(text, f"{record.source} as text").record(record.header.packs)
        told = None if collection is None else replay(copied, collection)
    except RecordError as error:
        raise _inexact(str(error)) from error
    there = replace(copied.header, board=header.board, start=header.start, packs=header.packs)
    if told is None:
        again, whole = header_text(there).encode(), record.head
    elif told.differs:
        raise _inexact(told.difference)
    else:
        again, whole = record_text(there, told.referee, told.hints), record.raw
    if again.startswith(whole) and again != whole:
        raise _inexact(f"{record.source}: lines are missing at its end")
    if again != whole:
        lines = zip_longest(again.split(b"\n"), whole.split(b"\n"))
        number = next(at for at, (one, other) in enumerate(lines, 1) if one != other)
        raise _inexact(f"{record.source}:{number}: differs from what this program writes")


def _inexact(why: str) -> RecordError:
    return RecordError(f"{why}. So there is no exact copy")


def _header_words(header: Header) -> Iterator[str]:
    """Return the words of the header; none is a path of this computer."""
    rules = header.ruleset
    frozen = FROZEN[rules.edition]
    switches = {
        switch.name: getattr(rules, switch.name)
        for switch in fields(rules)
        if getattr(rules, switch.name) != getattr(frozen, switch.name)
    }
    yield f"edition={rules.edition}"
    yield f"board={header.board if header.board in board_ids() else DRAWN}"
    yield f"rounds={header.rounds}"
    if header.series:
        yield f"series={word_of(header.series)}"
    if header.credits:
        yield f"credits={word_of(header.credits)}"
    yield f"seed={header.seed}"
    if header.secret is not None:
        yield f"secret={header.secret.hex()}"
    if header.cosmetic is not None:
        yield f"cosmetic={header.cosmetic}"
    yield f"seats={word_of(header.names)}"
    if any(header.people):
        yield f"people={word_of(header.people)}"
    if switches:
        yield f"switches={word_of(switches)}"
    if header.packs:
        names = [
            [pack.digest, path_text(re.split(r"[\\/]", pack.path)[-1])] for pack in header.packs
        ]
        yield f"packs={word_of(names)}"
    if header.origin:
        yield f"from={word_of([header.origin_digest, path_text(header.origin)])}"
    if header.fork:
        yield f"fork={word_of(header.fork)}"
    if header.format != UNMARKED:
        yield f"record={header.format}"
    if header.unsaid:
        yield f"unsaid={word_of(header.unsaid)}"
    yield f"cards={word_of(header.cards)}"
    yield f"version={word_of(header.version)}"
    yield f"began={word_of(header.began)}"


def _rounds(record: Record) -> Iterator[str]:
    """Return a line for every round, for the store and for the end."""
    line, said = BEGIN, ""
    before = BEGIN
    for entry in record.entries:
        if entry.who == CHECKED:
            match, said_of = split_moment(entry.text)
            where = " ".join(said_of.split()[:2]) if said_of[:5] == "round" else "store"
            where = f"{match} {where}".strip()
            where = entry.text if entry.text == ENDED else where
            if where != before:
                if line != BEGIN:
                    yield line
                line, said, before = f"{entry.text} = {entry.digest}", "", where
        elif entry.who == ENDED:
            yield line
            line = f"{ENDED}: {entry.text}"
        elif entry.who != CHANCE_NAME:
            answer = _escaped(entry.text)
            line += f", {answer}" if entry.who == said else f" | {entry.who}: {answer}"
            said = entry.who
    if line != BEGIN:
        yield line


def _escaped(answer: str) -> str:
    """Escape an answer for such a text; the name of a jail may have any character.

    Those that divide answers, all beyond ASCII and the second of two blanks are written as % and
    two digits for each byte.
    """
    odd = re.compile(r"[%,|]|[^ -~]|(?<= ) ")
    return odd.sub(lambda sign: "".join(f"%{byte:02x}" for byte in sign[0].encode()), answer)


# -- reading ------------------------------------------------------------------------------------


def is_replay_text(text: str) -> bool:
    """Return True if a text begins like a replay: `read_replay` can explain its errors."""
    return BEGINNING.match(text.strip()) is not None


def read_replay(
    text: str,
    packs: Sequence[Pack] = (),
    collection: Collection | None = None,
    source: str = "replay",
) -> Record:
    """Return the record of the match in a text, as a writer would have written it.

    `packs` are those that can be played with; `collection` has their cards and boards. `source`
    begins its errors.

    Raises:
        RecordError: it has none, or one that cannot be replayed here; names the line.
    """
    record = Reader(text, source).record(packs)
    told = replay(record, collection or collection_for(record))
    if told.differs:
        raise RecordError(told.difference)
    header = record.header
    whole = record_of(record_text(header, told.referee, told.hints), source, own=record.own)
    ends = [entry.text for entry in record.entries if entry.who == ENDED]
    if not ends and whole.entries and whole.entries[-1].who == ENDED:
        raise RecordError(f"{source}: at the end: the result of the match is missing")
    return whole


def read_replay_file(path: Path, packs: Sequence[Pack] = ()) -> Record:
    """Read the match of a text in a file; raise as `read_replay`."""
    raw = read_bytes(path, str(path))
    return read_replay(raw.decode("utf-8", "replace"), packs, source=str(path))


class Reader:
    """Parser of one text; it does not replay the match."""

    def __init__(self, text: str, source: str) -> None:
        self.text = text
        self.source = source
        self.line = 1

    def fail(self, text: str) -> RecordError:
        """Return an error about the current line."""
        return RecordError(f"{self.source}:{self.line}: {text}")

    def record(self, packs: Sequence[Pack]) -> Record:
        """Return the record without the answers of chance."""
        lines = self.lines()
        start = ""
        self.line, title = lines[0]
        rest = lines[1:]
        if rest and is_position_line(rest[0][1]):
            start = rest[0][1]
            del rest[0]
        header = self.header(title, start, packs)
        entries: list[Entry] = []
        for self.line, said in rest:
            entries += self.round(said, len(header.names))
        if sum(entry.who == HINTED for entry in entries) > MOST_HINTS:
            raise self.fail(f"a match has {MOST_HINTS:,} hints at most")
        head = header_text(header).encode()
        # The text gives no paths: its packs are known here, and its board has an id.
        return Record(self.source, header, head, tuple(entries), head, rolls=False, own=True)

    def lines(self) -> list[tuple[int, str]]:
        """Return the lines that are not empty, with their numbers, after the checksum test."""
        if len(self.text) > LONGEST:
            raise self.fail(f"{len(self.text):,} characters; the maximum is {LONGEST:,}")
        found: list[tuple[int, str]] = []
        for number, line in enumerate(re.split(r"\r\n|\r|\n", self.text), 1):
            self.line = number
            said = " ".join(re.split("[ \t]+", line.strip(" \t")))
            odd = next((at for at, sign in enumerate(said) if not " " <= sign <= "~"), None)
            if odd is not None:
                sign = said[odd]
                raise self.fail(
                    f"character {odd + 1}: U+{ord(sign):04X} is not allowed in this text"
                )
            if said:
                found.append((number, said))
        self.line = found[0][0] if found else 1
        begun = BEGINNING.match(found[0][1]) if found else None
        if begun is None:
            begins = f'"{shown(found[0][1], 20)}"' if found else "nothing"
            raise self.fail(f"it begins with {begins}, not with DDR{FORMAT}")
        if int(begun[1]) != FORMAT:
            raise self.fail(
                f"written in format {int(begun[1])}; this program reads format {FORMAT}: use a "
                "newer version of it"
            )
        self.line, last = found.pop()
        check = _CHECKSUM.fullmatch(last)
        if check is None or not found:
            raise self.fail('the last line is not "check: 0c1d2e3f". Was the text cut off?')
        summed = check_of("\n".join(line for _, line in found))
        if check[1] != summed:
            raise self.fail(
                f"the checksum of this text is {summed}, not {check[1]}. The text is not as it was "
                "written: copy it again"
            )
        return found

    def header(self, title: str, start: str, packs: Sequence[Pack]) -> Header:
        """Parse the first line as the header lines of a record."""
        said: dict[str, Any] = {}
        at = title.find(" ") + 1
        for word in title.split(" ")[1:]:
            key, sign, text = word.partition("=")
            if not sign or key in said:
                raise self.fail(f'character {at + 1}: "{shown(key, 20)}" has no = or appears twice')
            try:
                said[key] = text if key in _AS_THEY_ARE else value_of(text, at + len(key) + 2)
            except NotationError as error:
                raise self.fail(f"{key}: {error}") from error
            at += len(word) + 1
        lines = [*self.header_lines(said)]
        try:
            found = read_header(lines, self.source, self.record_format(said))
        except RecordError as error:
            # The error counts lines of a record; here all of them are on the first line.
            reason = str(error).removeprefix(f"{self.source}:").partition(": ")[2]
            raise self.fail(reason) from error
        if found.board.endswith(BOARD_FILE):
            raise self.fail(
                "board: a path is not allowed here; give a board's id or draw the board"
            )
        if found.board == DRAWN and not start:
            raise self.fail("board=drawn precedes a position that has the board")
        return replace(
            found,
            start=start,
            packs=self.packs(said.get("packs", []), packs),
            unsaid=self.unsaid(said),
        )

    def unsaid(self, said: dict[str, Any]) -> tuple[str, ...]:
        """Return the switches that the record's header leaves out."""
        names = said.get("unsaid", [])
        switches = said.get("switches", {})
        if not isinstance(names, list) or not all(
            is_switch(name) and name not in switches for name in names
        ):
            raise self.fail("unsaid: expected a list of the omitted switches")
        return tuple(names)

    def record_format(self, said: dict[str, Any]) -> int:
        """Return the format of the record; format 1 has no word for it."""
        number = said.get("record", UNMARKED)
        if number not in FORMATS:
            raise self.fail(
                f"record={number}: this program reads records up to format {FORMATS[-1]}: use a "
                "newer version of it"
            )
        return int(number)

    def header_lines(self, said: dict[str, Any]) -> Iterator[str]:
        """Return the equal lines of a record."""
        for key, value in said.items():
            if key in _LISTS and isinstance(value, list):
                yield f"{key}: {' '.join(map(str, value))}"
            elif key in _PLAIN:
                yield f"{key}: {self.plain(key, value)}"
            elif key == "fork":
                yield f"fork of: {self.plain(key, value)}"
            elif key == "from" and isinstance(value, list) and len(value) == 2:
                digest, name = map(str, value)
                name = self.name(name)
                yield f"from: {digest} {path_text(name)}" if digest else f"from: {path_text(name)}"
            elif key == "switches" and isinstance(value, dict):
                yield from (f"switch: {name} = {json.dumps(one)}" for name, one in value.items())
            elif key not in ("record", "seats", "people", "packs", "unsaid"):
                raise self.fail(f'no word "{shown(key, 20)}" in the first line')
        for key, word in (("seats", "seat"), ("people", "person")):
            value = said.get(key, [])
            if not isinstance(value, list) or len(value) > len(TEAMS):
                raise self.fail(f"{key}: a list of two to four is needed")
            for team, one in zip(TEAMS, value, strict=False):
                if one != "" or key == "seats":
                    yield f"{word}: {team} = {self.plain(key, one)}"

    def name(self, text: str) -> str:
        """Return the name of a file; a name that cannot be shown is written as JSON."""
        try:
            name = json.loads(text) if text[:1] == '"' else text
        except ValueError:
            return text
        return name if isinstance(name, str) else text

    def plain(self, key: str, value: object) -> str:
        """Return a value that is not a list or a table, as text."""
        if isinstance(value, list | dict) or value == "":
            raise self.fail(f"{key}: no such value")
        return str(value)

    def packs(self, said: object, known: Sequence[Pack]) -> tuple[Pack, ...]:
        """Return the named packs with their paths on this computer."""
        found: list[Pack] = []
        for one in said if isinstance(said, list) else [said]:
            digest, name = one if isinstance(one, list) and len(one) == 2 else ("", "")
            if not isinstance(name, str) or not _PACK.fullmatch(str(digest)):
                raise self.fail("packs: a list of digests with names is needed")
            here = next((pack for pack in known if pack.digest == digest), None)
            if here is None:
                raise self.fail(
                    f'it needs the pack "{shown(name, 40)}" ({digest}): load that with '
                    "--pack, as it was then"
                )
            found.append(here)
        return tuple(found)

    def round(self, said: str, seats: int) -> Iterator[Entry]:
        """Parse a line after the header."""
        if said.startswith(f"{ENDED}: "):
            yield Entry(self.line, ENDED, said.removeprefix(f"{ENDED}: "))
            return
        label, *runs = said.split(" | ")
        checked = _ROUND.fullmatch(label)
        if checked is not None:
            yield Entry(self.line, CHECKED, checked[1], checked[2])
        elif label != BEGIN:
            raise self.fail(f'not a line of a replay: "{shown(said)}"')
        for run in runs:
            team, colon, answers = run.partition(": ")
            if not colon or team not in (*TEAMS[:seats], HINTED):
                raise self.fail(f'expected a team and its actions, not "{shown(run)}"')
            for answer in answers.split(", "):
                try:
                    text = _unescaped(answer)
                except ValueError:
                    raise self.fail(f'the % in "{shown(answer)}" mean no text') from None
                if not text.isprintable():
                    raise self.fail(f'a % in "{shown(answer)}" means nothing that can be shown')
                if team == HINTED and text not in TEAMS[:seats]:
                    raise self.fail(f'a hint belongs to a team, not to "{shown(text)}"')
                yield Entry(self.line, team, text)


def _unescaped(text: str) -> str:
    """Undo `_escaped`. Raises ValueError for text that it never writes."""
    run = re.compile("(?:%[0-9a-f]{2})+")
    return run.sub(lambda run: bytes.fromhex(run[0].replace("%", "")).decode(), text)
