"""Safe reading of TOML files from any author, and the lines that errors are about.

A file is data: no code in it is run, and reading takes at most a moment and a megabyte.
"""

from __future__ import annotations

import re
import tomllib
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from deathdome.errors import ContentError
from deathdome.files import FileError, encoding_problem, plain_bytes
from deathdome.toml.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MAX_BYTES: Final = 1_000_000  # bytes; the largest file of the game has 20,000
_MAX_PARTS: Final = 16
# A key of many parts: the standard library's parser needs memory in the square of them.
_PART: Final = r"""(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')"""
_LONG_KEY: Final = re.compile(
    rf"(?<![A-Za-z0-9_-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{_MAX_PARTS}}}"
)

# Common mistakes in TOML.
_HINTS: Final = {
    "twice": "This table appears twice. Put all its keys in one place.",
    "immutable": "A table in braces is complete: write all of it in them, or none.",
    "overwrite": "This key appears twice.",
    "end of a table declaration": 'A name with blanks needs quotes: [plan."Ann Lee"].',
    "after a key in a key": 'A name with blanks needs quotes: "Ann Lee" = 3.',
    "Invalid value": "A text needs quotes.",
    "Unclosed array": "Entries of a list need commas between them.",
    "Unterminated": "A text must end with the quotes it starts with.",
}


def read_toml(path: Path, source: str) -> dict[str, Any]:
    """Read and parse one file; errors call it `source`.

    Raises:
        ContentError: it cannot be read, is too large or too deep, or is not TOML.
    """
    return parse_toml(read_text(path, source), source)


def read_text(path: Path, source: str) -> str:
    """Read the text of one file.

    Raises:
        ContentError: it is too large, or no regular file of UTF-8 text.
    """
    try:
        raw = plain_bytes(path, MAX_BYTES)
    except FileError as error:
        raise ContentError(f"{source}: {error}") from error
    return decoded(raw, source)


def decoded(raw: bytes, source: str) -> str:
    """Return bytes as text.

    Raises:
        ContentError: they are too many, or no UTF-8 text.
    """
    if len(raw) > MAX_BYTES:
        raise ContentError(f"{source}: more than {MAX_BYTES:,} bytes")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        why = f": {saved}" if (saved := encoding_problem(raw)) else ""
        raise ContentError(f"{source}: not UTF-8 text (at line {line}){why}") from error


def parse_toml(text: str, source: str) -> dict[str, Any]:
    """Parse a text.

    Raises:
        ContentError: it is too deep, or not TOML.
    """
    if deep := _LONG_KEY.search(text):
        line = text.count("\n", 0, deep.start()) + 1
        raise ContentError(f"{source}: a key of more than {_MAX_PARTS} parts (at line {line})")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        hint = _hint(text, str(error))
        raise ContentError(f"{source}: not TOML: {shown(str(error), 200)}.{hint}") from error
    except RecursionError as error:
        raise ContentError(f"{source}: brackets are nested too deeply") from error
    except ValueError as error:  # Python's answer to a number of thousands of digits
        raise ContentError(f"{source}: a number with too many digits") from error


def _hint(text: str, error: str) -> str:
    """Return a remedy for a common mistake, or ""."""
    if text.startswith("\ufeff"):
        return " It begins with a byte order mark: save it as plain UTF-8."
    known = next((f" {hint}" for piece, hint in _HINTS.items() if piece in error), "")
    if "twice" in error or "immutable" in error or "overwrite" in error:
        return known
    for number, line in enumerate(text.splitlines(), 1):
        code = line.split("#")[0]
        if code.count("{") > code.count("}"):
            return f" A table in braces must be on one line; see line {number}."
    return known


_AT_LINE: Final = re.compile(r"\(at line (\d+)")
_CARD: Final = re.compile(
    r'(card|character|unit|token) (?:"([^"]*)"|(\d+))((?:, [\w<>+-]+(?: \d+)?)*): '
)
_NO_FIELD: Final = re.compile(r'no field "([^"]+)"')
_SQUARE: Final = re.compile(r"row (\d+)\b")
_KEY: Final = re.compile(r"([a-z_]+)(?:\.(.+?))?: ")
_BLANKED: Final = re.compile(
    r'"""(?:\\.|[^\\])*?"""|' + r"'''.*?'''" + r"""|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|\#[^\n]*""",
    re.DOTALL,
)
_HEADER: Final = re.compile(r"^[ \t]*\[\[?[ \t]*([\w.-]+)[ \t]*\]", re.MULTILINE)

Span = tuple[int, int]


def line_of(text: str, message: str) -> int | None:
    """Return the line of `text`, from 1, that an error is about; None if it names no place.

    `message` is the error without the name of the file.
    """
    return Lines(text).of(message)


class Lines:
    """Finder of the lines that errors about one text refer to.

    Errors name a place as an author would: `card "grit", ability 1, do 2, on`, or for a board
    `row 9, column 3` or `bases.north`. The text is searched for it step by step; if a step is not
    found, as with a missing field, the line is that of the last step found.
    """

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _finder(self) -> _Finder:
        return _Finder(self._text)

    def of(self, message: str, nth: int = 1) -> int | None:
        """Find a line like `line_of`, in the nth of several cards with the same id."""
        if known := _AT_LINE.search(message):
            return int(known[1])
        finder = self._finder
        if card := _CARD.match(message):
            place = finder.card(card[1], card[2], int(card[3] or nth), card[4])
        elif square := _SQUARE.match(message):
            place = finder.row(int(square[1]))
        elif field := _NO_FIELD.match(message):
            place = finder.key(field[1], (0, len(self._text)))
        elif key := _KEY.match(message):
            place = finder.dotted(key[1], key[2])
        else:
            place = None
        return None if place is None else self._text.count("\n", 0, place) + 1


class _Finder:
    """Search in one text; places are offsets."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._ids: dict[Span, str | None] = {}
        # Replace strings and comments by blanks of the same length: their brackets do not count.
        self.plain = _BLANKED.sub(lambda part: re.sub(r"[^\n]", " ", part[0]), text)
        self.headers = [(found.start(), found[1]) for found in _HEADER.finditer(self.plain)]

    def card(self, kind: str, name: str | None, number: int, steps: str) -> int | None:
        """Return the place of a card, or of a part of it."""
        cards = self._tables(kind, (0, len(self.text)))
        named = cards if name is None else [span for span in cards if self._id(span) == name]
        if not 0 < number <= len(named):
            return None
        span = named[number - 1]
        path, place = kind, span[0]
        for step in steps.split(", ")[1:]:
            word, _, count = step.partition(" ")
            path = f"{path}.{word}"
            inner = self._inside(path, word, int(count or 0), span)
            if inner is None:
                break
            place = inner[0]
            # Errors about a plain value may name keys before it: { on = "self", push = 1 }.
            if inner[1] > place:
                span = inner
        return self._first_sign(place)

    def row(self, number: int) -> int | None:
        """Return the place of a row of the map, by its printed number."""
        start = self.key("map", (0, len(self.text)))
        if start is None:
            return None
        first = re.search(r"^first_row\s*=\s*(\d+)", self.plain, re.MULTILINE)
        wanted = number - (int(first[1]) if first else 1)
        for line in re.finditer(r"[^\n]*\n?", self.text[start:]):
            drawn = (
                re.sub(r"^map\s*=\s*(\"\"\"|''')", "", line[0]) if line.start() == 0 else line[0]
            )
            if not drawn.strip():
                continue
            if wanted == 0:
                return start + line.start()
            wanted -= 1
        return None

    def dotted(self, key: str, inner: str | None) -> int | None:
        """Return the place of `key`, or of `inner` in its table."""
        place = self.key(key, (0, len(self.text)))
        if inner is None or place is None:
            return place
        tables = self._tables(key, (0, len(self.text)))
        found = self.key(inner, tables[0] if tables else (place, len(self.text)))
        return place if found is None else found

    def key(self, word: str, span: Span) -> int | None:
        """Return the place of the first `word =` or `[word]` in a span."""
        name = re.escape(word)
        pattern = rf"""(?:^[ \t]*|[{{,][ \t\n]*|\[\[?[ \t]*(?:\w+\.)*)({name})[ \t]*(?:=|\.|\])"""
        found = re.compile(pattern, re.MULTILINE).search(self.plain, *span)
        if found is None:  # a quoted key was blanked
            pattern = rf"""^[ \t]*["']({name})["'][ \t]*="""
            found = re.compile(pattern, re.MULTILINE).search(self.text, *span)
        return None if found is None else found.start(1)

    def _inside(self, path: str, word: str, number: int, span: Span) -> Span | None:
        """Return a table or value under `word` inside a span, by number if there are many.

        A plain value has no length.
        """
        tables = self._tables(path, span)
        if tables:
            return tables[max(number, 1) - 1] if number <= len(tables) else None
        start = self.key(word, span)
        if start is None:
            return None
        if not number:
            table = re.compile(r"[^\n=]*=[ \t]*\{").match(self.plain, start)
            return start, (span[1] if table else start)
        parts = list(self._parts(start))
        return parts[number - 1] if number <= len(parts) else (start, span[1])

    def _tables(self, path: str, span: Span) -> list[Span]:
        """Return the spans of the tables with this header, each up to the next outer header."""
        found = []
        for number, (start, name) in enumerate(self.headers):
            if name != path or not span[0] <= start < span[1]:
                continue
            after = (
                place
                for place, other in self.headers[number + 1 :]
                if not other.startswith(f"{path}.")
            )
            found.append((start, min(next(after, span[1]), span[1])))
        return found

    def _parts(self, start: int) -> Iterator[Span]:
        """Yield the spans of the members of the array that begins after `start`."""
        opening = self.plain.find("[", start)
        if opening < 0:
            return
        depth, begin = 0, opening + 1
        for place in range(opening, len(self.plain)):
            sign = self.plain[place]
            if sign in "[{":
                depth += 1
            elif sign in "]}":
                depth -= 1
            if (sign == "," and depth == 1) or depth == 0:
                yield begin, place
                begin = place + 1
            if depth == 0:
                return

    def _id(self, span: Span) -> str | None:
        if span not in self._ids:
            start = self.key("id", span)
            found = (
                None
                if start is None
                else re.compile(r"""id\s*=\s*["'](.*?)["']""").match(self.text, start)
            )
            self._ids[span] = None if found is None else shown(found[1])
        return self._ids[span]

    def _first_sign(self, place: int) -> int:
        """Return the next place that is not blank: members of an array follow one."""
        found = re.compile(r"\S").search(self.plain, place)
        return place if found is None else found.start()
