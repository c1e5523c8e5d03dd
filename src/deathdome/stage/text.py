"""Lines of text with named looks: what every presenter makes and every widget draws.

Widths are columns of the terminal, which for wide and combining symbols is not their number.
"""

from __future__ import annotations

import textwrap
import unicodedata
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

ELLIPSIS: Final = "\N{HORIZONTAL ELLIPSIS}"  # screens in ASCII draw three dots for it


class Span(NamedTuple):
    """A piece of text in one style; `widgets.lines` lists the styles."""

    text: str
    look: str = ""


Line: TypeAlias = tuple[Span, ...]

BLANK: Line = ()
_PILE: Final = 2  # marks over or under one symbol that are shown; more would reach into other rows


def line(*parts: str | Span) -> Line:
    """Return a line of cleaned spans; plain strings have no style."""
    return tuple(
        Span(clean(part)) if isinstance(part, str) else Span(clean(part.text), part.look)
        for part in parts
    )


def text_of(lines: Line | list[Line]) -> str:
    """Return the bare text, one row a line, for tests and screen readers."""
    if isinstance(lines, tuple):
        return "".join(span.text for span in lines)
    return "\n".join(text_of(row) for row in lines)


def beside(left: list[Line], right: list[Line], width: int) -> list[Line]:
    """Return two columns of lines; `width` is that of the left one, at least that of its lines."""
    rows: list[Line] = []
    for number in range(max(len(left), len(right))):
        first = left[number] if number < len(left) else BLANK
        second = right[number] if number < len(right) else BLANK
        gap = width - sum(columns_of(span.text) for span in first)
        rows.append((*first, Span(" " * max(0, gap)), *second) if second else first)
    return rows


def wrapped(text: str, width: int, look: str = "", indent: str = "") -> list[Line]:
    """Return the text on as many lines as needed; breaks long words, drops control characters."""
    return [(Span(row, look),) for row in _split(clean(text), max(width, 8), indent)]


@lru_cache(maxsize=512)
def _split(text: str, width: int, indent: str) -> list[str]:
    """Return the text in rows; cached, because the same texts come back at every key."""
    if text.isascii():
        return textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=indent)
    return [indent + row for row in _rows(text.split(), width - len(indent))]


def _rows(words: list[str], width: int) -> list[str]:
    """Return the words in rows of at most `width` columns, at least 2; longer words are broken."""
    rows: list[str] = []
    room = 0  # in the last row
    for word in words:
        if columns_of(word) < room:
            rows[-1] += f" {word}"
            room -= columns_of(word) + 1
            continue
        rest = word
        while True:
            head = _head(rest, width)
            rows.append(head)
            rest = rest[len(head) :]
            if not rest:
                break
        room = width - columns_of(rows[-1])
    return rows


def _head(text: str, width: int) -> str:
    """Return the part of the text that fits into `width` columns, with the marks of its end."""
    columns = 0
    for at, char in enumerate(text):
        columns += _columns_of_sign(char)
        if columns > width:
            return text[:at]
    return text


def clean(text: str) -> str:
    """Return the text without control sequences and symbols that draw outside their own cell."""
    if text.isascii():
        if text.isprintable():
            return text
        return "".join(char if char.isprintable() else " " for char in text)
    shown: list[str] = []
    marks = _PILE  # so a text never marks the symbol before it
    for char in text:
        if not char.isprintable():
            shown.append(" ")
            marks = _PILE
        elif _columns_of_sign(char) == 0 or unicodedata.combining(char):
            if marks < _PILE and not "\ufe00" <= char <= "\ufe0f":
                shown.append(char)
                marks += 1
        else:
            shown.append(char)
            marks = 0
    return "".join(shown)


def columns_of(text: str) -> int:
    """Return the width of a cleaned text in columns."""
    return len(text) if text.isascii() else _columns_of_text(text)


def cut(text: str, width: int) -> str:
    """Return at most `width` columns; a trailing ellipsis marks the cut."""
    text = clean(text)
    if columns_of(text) <= width:
        return text
    return f"{_head(text, width - 1).rstrip()}{ELLIPSIS}" if width > 0 else ""


def fitted(text: str, width: int) -> str:
    """Return exactly `width` columns: cut, or filled with spaces at the right."""
    text = cut(text, width)
    return text + " " * (width - columns_of(text))


def heading(text: str, width: int, right: str = "") -> Line:
    """Return a title with a text at the right edge."""
    text, right = clean(text), clean(right)
    gap = max(1, width - columns_of(text) - columns_of(right))
    return (Span(text, "title"), Span(" " * gap), Span(right, "dim"))


# Most texts are ASCII; commands without a screen do not load the module that measures others.


def _columns_of_text(text: str) -> int:
    from rich.cells import cell_len

    return cell_len(text)


def _columns_of_sign(sign: str) -> int:
    from rich.cells import get_character_cell_size

    return get_character_cell_size(sign)
