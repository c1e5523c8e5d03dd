"""Lines of a record after its header: answers and checks of the position (docs/saves.md).

Only what a record looks like: what its lines say is checked when the match is replayed
(`records/replay.py`).
"""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.errors import RecordError, printable
from deathdome.files import FileError, encoding_problem, plain_bytes
from deathdome.folders import matches_folder
from deathdome.journal.chain import CLOSED, Chain, unmarked
from deathdome.model.decisions import CHANCE
from deathdome.model.frames import Auction, Purchase, Turn
from deathdome.model.identifiers import TEAMS, unit_text
from deathdome.model.notation import action_text
from deathdome.records.header import FORMAT, UNMARKED, read_header
from deathdome.rules.purchase import team_value
from deathdome.toml.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from deathdome.model.actions import Action
    from deathdome.model.state import State
    from deathdome.records.header import Header

LARGEST: Final = 10_000_000  # bytes; a long match has some hundred thousand
CHANCE_NAME: Final = "chance"
ENDED: Final = "end"  # who says how it ended
END: Final = f"{ENDED}: "
CHECKED: Final = "="  # who says a position
CHECK: Final = f"{CHECKED} "
HINTED: Final = "hint"  # author of the lines that count hints
MOST_HINTS: Final = 1_000  # in one match; those after them are not counted
FORMATS: Final = range(UNMARKED, FORMAT + 1)
_CLOSED_BEFORE: Final = "the record was closed in the line above; nothing may follow"
_TITLE: Final = re.compile(r"deathdome match ([0-9]{1,9})")
_VERSION: Final = re.compile(r"^version: (.*)$", re.MULTILINE)
_CHECK: Final = re.compile(r"= (.+) ([0-9a-f]{16})")


class Entry(NamedTuple):
    """A line after the header."""

    line: int  # counted from 1
    who: str  # a team's colour or "chance"; "=" for a check, "hint", "end" for the result
    text: str  # the answer; what a check says of the moment; who took the hint; the result
    digest: str = ""  # of a checking line


class HintTaken(NamedTuple):
    """A hint that a seat took in a match."""

    answers: int  # given before, by chance too
    seat: int


def counts_of(hints: Iterable[HintTaken]) -> dict[int, int]:
    """Return the number of hints by seat; seats without hints are left out."""
    return dict(sorted(Counter(hint.seat for hint in hints).items()))


@dataclass(frozen=True, slots=True)
class Record:
    """A record as read from a file."""

    source: str  # what errors call it
    header: Header
    head: bytes  # the header as it stands, with the blank line
    entries: tuple[Entry, ...]
    raw: bytes = field(repr=False)  # all whole lines
    torn: bool = False  # whether half a line at the end was left out
    rolls: bool = True  # whether it says what chance did; the seed says it, too
    closed: bool = False  # whether its closing line is there
    altered: str = ""  # place of the first line that is not as it was written; "" if all are
    own: bool = False  # whether every path in its header may be read: see records/replay.py

    @property
    def ended(self) -> bool:
        """Return True if the last line states a result. Only a replay can show if it is right."""
        return bool(self.entries) and self.entries[-1].who == ENDED

    def place(self, key: str, value: str = "") -> str:
        """Return 'FILE:LINE' of a header key that has a value, otherwise 'FILE'."""
        if not self.rolls:  # a replay text: its header was put together, not read
            return self.source
        for number, line in enumerate(self.head.decode().split("\n"), 1):
            if line.startswith(f"{key}: ") and value in line:
                return f"{self.source}:{number}"
        return self.source


def read_record(path: Path, source: str = "") -> Record:
    """Read the record in a file, without replaying it. The file is not changed.

    Raises:
        RecordError: it cannot be read, or is not a record that this program knows; names the line.
    """
    source = source or printable(str(path))
    return record_of(read_bytes(path, source), source)


def is_own(path: Path) -> bool:
    """Return True if a record is in the player's own folder of saved matches."""
    return path.parent.absolute() == matches_folder().absolute()


def read_bytes(path: Path, source: str) -> bytes:
    """Return the content of a regular file of bearable size; never wait for other kinds of file.

    Raises:
        RecordError: it cannot be read, or is not such a file.
    """
    try:
        return plain_bytes(path, LARGEST)
    except FileError as error:
        raise RecordError(f"{source}: {error}") from error


def record_of(raw: bytes, source: str, *, own: bool = False) -> Record:
    """Parse a record; an incomplete last line is ignored.

    `own`: this process has put together the paths in its header.

    Raises:
        RecordError: they are none; names the line.
    """
    _check_encoding(raw, source)
    whole = raw[: raw.rfind(b"\n") + 1]
    torn = len(whole) < len(raw)
    header, head, text = _headed(whole, source)
    entries = tuple(_entries(text, head.count(b"\n") + 1, header, source))
    if header.format == UNMARKED:
        return Record(source, header, head, entries, whole, torn, own=own)
    closed = bool(entries) and entries[-1].who == CLOSED
    if closed and torn:
        raise RecordError(f"{source}:{entries[-1].line + 1}: {_CLOSED_BEFORE}")
    entries = entries[:-1] if closed else entries
    altered = _altered(head, whole[len(head) :], source)
    return Record(
        source, header, head, entries, whole, torn, closed=closed, altered=altered, own=own
    )


def _altered(head: bytes, body: bytes, source: str) -> str:
    """Return the first line that was changed, and how that shows; "" if none was."""
    lines = _lines_of(head)
    number = len(lines) - 1
    if not Chain(b"".join(lines[:-2])).holds(lines[-2]) or lines[-1] != b"\n":
        by = ": its lines end in CRLF now" if b"\r\n" in head else ""
        return f"{source}:{number}: the header was changed after it was written{by}"
    chain = Chain(head)
    for number, line in enumerate(_lines_of(body), len(lines) + 1):
        closing = line.startswith(f"{CLOSED}: ".encode())
        if not (chain.closes(line) if closing else chain.holds(line)):
            return (
                f"{source}:{number}: changed since it was written: this line differs, or a line "
                "above was removed, added or moved"
            )
    return ""


def _lines_of(text: bytes) -> list[bytes]:
    """Return whole lines with their line ends."""
    return [line + b"\n" for line in text.split(b"\n")[:-1]]


def as_far_as_good(raw: bytes, source: str) -> tuple[Record, str]:
    """Parse a record up to its first bad line; return it with the error, "" without one.

    Raises:
        RecordError: this program does not know the header.
    """
    try:
        return record_of(raw, source), ""
    except RecordError as error:
        trouble = str(error)
    header = header_of(raw, source)
    # A byte that is not text becomes a character that no line may have.
    text = raw.decode("utf-8", "surrogateescape")
    end = next(at for at, line in enumerate(text.split("\n")) if not line.strip()) + 1
    lines = text.split("\n")[:-1]
    good = end
    with suppress(RecordError):
        for entry in _entries("\n".join(lines[end:]), end + 1, header, source):
            good = entry.line
    return record_of(b"\n".join([*raw.split(b"\n")[:good], b""]), source), trouble


def header_of(raw: bytes, source: str) -> Header:
    """Read the header alone, for lists of many records.

    Raises:
        RecordError: there is none, or this program does not know it.
    """
    _check_encoding(raw, source)
    end = raw.find(b"\n\n")
    return _headed(raw if end < 0 else raw[: end + 2], source)[0]


def _check_encoding(raw: bytes, source: str) -> None:
    if saved := encoding_problem(raw):
        raise RecordError(f"{source}:1: {saved}")


def _headed(whole: bytes, source: str) -> tuple[Header, bytes, str]:
    """Return the header, its bytes, and the text after it."""
    try:
        text = whole.decode("utf-8")
    except UnicodeDecodeError as error:
        line = whole.count(b"\n", 0, error.start) + 1
        raise RecordError(
            f"{source}:{line}: not UTF-8 text, so it is not a match record"
        ) from error
    title, _, _ = text.partition("\n")
    match = _TITLE.fullmatch(title.rstrip("\r"))
    if match is None:
        wanted = f'"deathdome match {FORMAT}"'
        what = (
            f'it begins with "{shown(title)}", not with {wanted}'
            if title
            else f"it has no complete line and should begin with {wanted}"
        )
        raise RecordError(f"{source}:1: not a match record: {what}")
    number = int(match[1])
    if number not in FORMATS:
        version = _VERSION.search(text)
        by = f" by deathdome {shown(version[1].strip())}" if version else ""
        raise RecordError(
            f"{source}:1: written in format {number}{by}; this program reads format {FORMAT} and "
            "older ones: use that version, or a newer one. The file is as it was."
        )
    lines = text.split("\n")
    try:
        end = next(at for at, line in enumerate(lines[:-1]) if not line.strip())
    except StopIteration:
        raise RecordError(
            f"{source}:{len(lines)}: the record ends within its header, before the match began"
        ) from None
    header = read_header([line.rstrip("\r") for line in lines[1:end]], source, number)
    head = "\n".join(lines[: end + 1]).encode() + b"\n"
    return header, head, "\n".join(lines[end + 1 :])


def _entries(text: str, first: int, header: Header, source: str) -> Iterator[Entry]:
    """Return the lines of a text, counted from `number`; the closing line is the last."""
    marked = header.format != UNMARKED
    before = ""  # who says the line before, if that ends or closes the record
    hints = 0
    for number, line in enumerate(text.split("\n"), first):
        said = unmarked(line) if marked else line.rstrip("\r")
        if not said:
            continue
        if before == CLOSED:
            raise RecordError(f"{source}:{number}: {_CLOSED_BEFORE}")
        entry = _entry(said, number, len(header.names), source)
        if before == ENDED and entry.who != CLOSED:
            raise RecordError(
                f"{source}:{number}: the match ended in the line before: only the closing line "
                "may follow it"
            )
        if entry.who == CLOSED and before != ENDED:
            raise RecordError(f"{source}:{number}: no line before says how the match ended")
        hints += entry.who == HINTED
        if hints > MOST_HINTS:
            raise RecordError(f"{source}:{number}: a record has {MOST_HINTS:,} hints at most")
        before = entry.who if marked and entry.who in (ENDED, CLOSED) else ""
        yield entry


def _entry(said: str, number: int, seats: int, source: str) -> Entry:
    """Parse a line. Errors do not quote it: it may name a card in another hand."""
    if odd := next((sign for sign in said if not sign.isprintable()), ""):
        raise RecordError(
            f"{source}:{number}: not a line of a record: it has the character U+{ord(odd):04X}"
        )
    if said.startswith(CHECK):
        match = _CHECK.fullmatch(said)
        if match is None:
            raise RecordError(
                f"{source}:{number}: not a checksum line: it does not end with the 16 digits of a "
                "position"
            )
        return Entry(number, CHECKED, match[1], match[2])
    who, colon, answer = said.partition(": ")
    known = (
        who in (*TEAMS[:seats], CHANCE_NAME, ENDED, CLOSED)
        if who != HINTED
        else answer in TEAMS[:seats]
    )
    if not colon or not answer or not known:
        raise RecordError(
            f"{source}:{number}: not a line of a record; an action looks like "
            f'"{TEAMS[0]}: end turn"'
        )
    return Entry(number, who, answer)


# -- lines about a position ------------------------------------------------------------------------

_STORE: Final = "store"
MATCH: Final = "match"


def moment(state: State) -> str:
    """Return the turn in words: "round 2 red", "store blue 3", "end"; "" between turns.

    In a series the match comes first: "match 2 round 1 red"; an auction follows its match.
    """
    if not state.stack:
        return "end"
    series = state.setup.series
    if series is None:
        return _moment(state)
    if isinstance(state.stack[-1], Auction):
        return f"{MATCH} {series.match} auction"
    return f"{MATCH} {series.match + 1} {said}" if (said := _moment(state)) else ""


def _moment(state: State) -> str:
    frame = state.stack[0]
    if isinstance(frame, Purchase):
        # A team has several purchasing turns: count them.
        return f"{_STORE} {TEAMS[frame.seat]} {frame.turns[frame.seat] if frame.turns else 0}"
    if isinstance(frame, Turn):
        return f"round {state.round} {TEAMS[frame.seat]}"
    return ""


def moment_words(where: str) -> str:
    """Return a moment as a player would say it."""
    match, rest = split_moment(where)
    rest = rest.partition(" ")[0] if rest.startswith(_STORE) else rest
    return f"{match} {rest}".strip()


def split_moment(where: str) -> tuple[str, str]:
    """Split the match of a series off a moment: "match 2" and "round 1 red"; "" without one."""
    if not where.startswith(f"{MATCH} "):
        return "", where
    match, number, rest = where.split(" ", 2)
    return f"{match} {number}", rest


def digest(state: State) -> str:
    """Return sixteen hexadecimal digits of the position at the start of a turn.

    It is made of names, not of numbers that follow from the order of the cards, and says nothing
    of how the program thinks of a position: records must replay forever.
    """
    setup = state.setup
    catalog = setup.catalog
    name = setup.board.grid.name
    parts: list[object] = [state.round, [TEAMS[seat] for seat in setup.order]]
    for unit, space in enumerate(state.space):
        parts.append(
            (
                unit_text(setup, unit),
                name(space) if space >= 0 else space,
                state.wounds[unit],
                state.down[unit],
                sorted(catalog.items[item].id for item in state.items[unit]),
            )
        )
    for seat in range(setup.seats):
        spare = sorted(catalog.store_cards[card].id for card in state.spare[seat])
        hand = sorted(catalog.power_cards[card].id for card in state.hands[seat])
        parts.append((spare, hand, state.shells[seat], state.credits[seat]))
    for pile in (state.deck, state.discard):
        counted = zip(catalog.power_cards, pile, strict=True)
        parts.append(sorted((card.id, copies) for card, copies in counted if copies))
    parts.append(list(state.owners))
    parts.append(
        sorted(
            (
                unit_text(setup, effect.unit),
                effect.seat,
                effect.effect_kind.name,
                effect.what,
                effect.n,
            )
            for effect in state.timed
        )
    )
    parts.append(
        sorted(
            (catalog.tokens[token.token].id, name(token.space), token.seat)
            for token in state.tokens
        )
    )
    return sha256(repr(_plain(parts)).encode()).hexdigest()[:16]


def _plain(value: object) -> object:
    """Return flags and enums as numbers."""
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, bool) or not isinstance(value, int):
        return value
    return int(value)


def result_text(state: State) -> str:
    """Return the result on one line: "red won: payout; red 1,200,000, blue 900,000".

    The credits are payouts, or the values of the teams at the end of a series.
    """
    outcome = state.outcome
    assert outcome is not None
    winners = " and ".join(TEAMS[seat] for seat in outcome.winners)
    worth = [row.payout for row in outcome.standings]
    if state.setup.series is not None:
        worth = [team_value(state, row.seat) for row in outcome.standings]
    counts = ", ".join(f"{TEAMS[seat]} {number:,}" for seat, number in enumerate(worth))
    return f"{winners} won: {outcome.reason}; {counts}"


def answer_text(state: State, seat: int, action: Action) -> str:
    """Return the line of an answer; `state` is the position before it."""
    who = CHANCE_NAME if seat == CHANCE else TEAMS[seat]
    return f"{who}: {action_text(state.setup, action, seat)}"
