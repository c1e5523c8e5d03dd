"""Finds the line of a file that an error is about.

Errors name a place as an author would: `card "grit", ability 1, do 2, on`, or for a board
`row 9, column 3` or `bases.north`. The text is searched for it step by step; where a step is not
found, as with a field that is missing, the line is that of the last step that was.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Final

from deathdome.content.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

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
    """The line of `text`, counted from 1, that an error is about; None when it names no place.

    `message` is the error without the name of the file.
    """
    return Lines(text).of(message)


class Lines:
    """The lines of one text that errors are about."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _finder(self) -> _Finder:
        return _Finder(self._text)

    def of(self, message: str, nth: int = 1) -> int | None:
        """As `line_of`; of several cards with the id that the message names, the nth is meant."""
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
    """Searches one text; places are offsets."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._ids: dict[Span, str | None] = {}
        # Strings and comments as blanks of the same length: a bracket in them is none.
        self.plain = _BLANKED.sub(lambda part: re.sub(r"[^\n]", " ", part[0]), text)
        self.headers = [(found.start(), found[1]) for found in _HEADER.finditer(self.plain)]

    def card(self, kind: str, name: str | None, number: int, steps: str) -> int | None:
        """The place of a card, or of something in it."""
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
            # What is said of a plain value may stand before it: { on = "self", push = 1 }.
            if inner[1] > place:
                span = inner
        return self._first_sign(place)

    def row(self, number: int) -> int | None:
        """The place of a row of the map, by its printed number."""
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
        """The place of `key`, or of `inner` in the table that it is."""
        place = self.key(key, (0, len(self.text)))
        if inner is None or place is None:
            return place
        tables = self._tables(key, (0, len(self.text)))
        found = self.key(inner, tables[0] if tables else (place, len(self.text)))
        return place if found is None else found

    def key(self, word: str, span: Span) -> int | None:
        """The place of the first `word =` or `[word]` in a span."""
        name = re.escape(word)
        pattern = rf"""(?:^[ \t]*|[{{,][ \t\n]*|\[\[?[ \t]*(?:\w+\.)*)({name})[ \t]*(?:=|\.|\])"""
        found = re.compile(pattern, re.MULTILINE).search(self.plain, *span)
        if found is None:  # a key in quotes was blanked
            pattern = rf"""^[ \t]*["']({name})["'][ \t]*="""
            found = re.compile(pattern, re.MULTILINE).search(self.text, *span)
        return None if found is None else found.start(1)

    def _inside(self, path: str, word: str, number: int, span: Span) -> Span | None:
        """A table or value under `word` inside a span; the one of this number if there are many.

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
        """The spans of the tables with this header, each to the next header that is not below."""
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
        """The spans of the members of the array that begins after `start`."""
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
        """The next place that is no blank: members of an array begin after one."""
        found = re.compile(r"\S").search(self.plain, place)
        return place if found is None else found.start()
