"""Text in columns of a terminal: wide signs take two of them, marks over a sign none."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len, get_character_cell_size

_LEAST: Final = 2  # columns of a row: those of one wide sign


def columns_of(text: str) -> int:
    """How many columns a text takes that has no control characters."""
    return len(text) if text.isascii() else cell_len(text)


def head_of(text: str, width: int) -> str:
    """As much of the text as fits into `width` columns, with the marks of its last sign."""
    if text.isascii():
        return text[:width]
    columns = 0
    for at, char in enumerate(text):
        columns += get_character_cell_size(char)
        if columns > width:
            return text[:at]
    return text


def rows_of(text: str, width: int, indent: str = "") -> list[str]:
    """The words of a text in rows of at most `width` columns; what is longer is broken.

    All rows but the first begin with `indent`. A text without words is one empty row.
    """
    rows = [""]
    width = max(width, len(indent) + _LEAST)
    for word in text.split():
        gap = " " if rows[-1].strip() else ""
        if columns_of(rows[-1]) + len(gap) + columns_of(word) <= width:
            rows[-1] += gap + word
            continue
        if gap:
            rows.append(indent)
        rest = word
        while columns_of(rows[-1]) + columns_of(rest) > width:
            part = head_of(rest, width - columns_of(rows[-1]))
            rows[-1] += part
            rest = rest[len(part) :]
            rows.append(indent)
        rows[-1] += rest
    return rows
