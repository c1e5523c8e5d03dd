"""A whole match as a text for a chat: a header, a line for every round, how it ended, a checksum.

What chance did is left out: it follows from the seed. Every line has the digest of the position
with which it begins, so that a match which goes another way now is noticed (docs/notation.md).
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import fields, replace
from itertools import zip_longest
from typing import TYPE_CHECKING

from deathdome.content.board_files import board_ids
from deathdome.content.positions.compact import word_of
from deathdome.content.positions.one_line import check_of, position_line
from deathdome.errors import RecordError
from deathdome.model.frozen import FROZEN
from deathdome.records.format import (
    CHANCE_NAME,
    CHECKED,
    ENDED,
    Record,
    header_of,
    record_of,
)
from deathdome.records.header import (
    UNMARKED,
    Header,
    Pack,
    header_text,
    path_text,
)
from deathdome.records.packs import collection_for
from deathdome.records.replay import opening, replay
from deathdome.records.replay_reader import BEGIN, BEGINNING, DRAWN, FORMAT, Reader
from deathdome.records.writer import record_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from deathdome.content.packs import Collection

# -- writing ------------------------------------------------------------------------------------


def replay_text(record: Record, collection: Collection | None = None) -> str:
    """The match of a record, a line a round; every hand is in it.

    The text reads back to the same bytes, except that packs are where they are on the computer that
    reads it, and that the position may draw a board.

    Raises:
        RecordError: its board is gone, or there is no text that reads back to the same bytes.
    """
    if record.altered:
        raise _inexact(record.altered)
    # As its file says it: packs may be at other paths here.
    header = header_of(record.head, record.source)
    if "/" in header.origin:
        raise _inexact(f"{record.place('from')}: it names a folder, and a copy has none")
    start = header.start
    if not start and header.board not in board_ids():
        # The board is a file, or in a pack, that others may not have: it is drawn.
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
    """Reads a text back; without a collection, for packs that are gone, only its header.

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
        raise _inexact(f"{record.source}:{number}: not as this program writes it")


def _inexact(why: str) -> RecordError:
    return RecordError(f"{why}. So there is no exact copy")


def _header_words(header: Header) -> Iterator[str]:
    """What the header says, a word each; no path of this computer is among them."""
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
    yield f"seed={header.seed}"
    if header.secret is not None:
        yield f"secret={header.secret.hex()}"
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
    """A line for every round, for the store and for the end."""
    line, said = BEGIN, ""
    before = BEGIN
    for entry in record.entries:
        if entry.who == CHECKED:
            where = " ".join(entry.text.split()[:2]) if entry.text[:5] == "round" else "store"
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
    """An answer in the characters of such a text; the name of a jail may have any.

    Those that divide answers, all beyond ASCII and the second of two blanks are written as % and
    two digits for each byte.
    """
    odd = re.compile(r"[%,|]|[^ -~]|(?<= ) ")
    return odd.sub(lambda sign: "".join(f"%{byte:02x}" for byte in sign[0].encode()), answer)


# -- reading ------------------------------------------------------------------------------------


def is_replay_text(text: str) -> bool:
    """Whether a text begins as these do, so that `read_replay` has something to say to it."""
    return BEGINNING.match(text.strip()) is not None


def read_replay(
    text: str,
    packs: Sequence[Pack] = (),
    collection: Collection | None = None,
    source: str = "replay",
) -> Record:
    """The record of the match that a text tells, as a keeper would have written it.

    `packs` are those that can be played with; `collection` has their cards and boards. `source`
    begins its errors.

    Raises:
        RecordError: it tells none, or one that cannot be told again here; names the line.
    """
    record = Reader(text, source).record(packs)
    told = replay(record, collection or collection_for(record))
    if told.differs:
        raise RecordError(told.difference)
    header = record.header
    whole = record_of(record_text(header, told.referee, told.hints), source, own=record.own)
    ends = [entry.text for entry in record.entries if entry.who == ENDED]
    if not ends and whole.entries and whole.entries[-1].who == ENDED:
        raise RecordError(f"{source}: at the end: how the match ended is not said")
    return whole


def read_replay_file(path: Path, packs: Sequence[Pack] = ()) -> Record:
    """The match of a text in a file; raises as `read_replay`."""
    from deathdome.records.format import read_bytes

    raw = read_bytes(path, str(path))
    return read_replay(raw.decode("utf-8", "replace"), packs, source=str(path))
