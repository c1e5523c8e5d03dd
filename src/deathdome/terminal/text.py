"""Text for a terminal: its width in columns, and replacements for signs it cannot encode."""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TextIO

# Signs of frames, bars and sentences. Any other one becomes a question mark.
_PLAIN: Final = str.maketrans(
    {
        **dict.fromkeys("─━═╌╍┄┅┈┉╴╶╸╺▁▂▔", "-"),
        **dict.fromkeys("│┃║╎╏┆┇┊┋▏▎▕▌▐", "|"),
        **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯╔╗╚╝╠╣╦╩╬┏┓┗┛┣┫┳┻╋", "+"),
        **dict.fromkeys("█▇▆▅▄▃▀▉▊▋▓▒░", "#"),
        **dict.fromkeys("•·∙⋅●", "."),
        **dict.fromkeys("→▶▸►", ">"),
        **dict.fromkeys("←◀◂◄", "<"),
        **dict.fromkeys("↑▲▴", "^"),
        **dict.fromkeys("↓▼▾", "v"),
        **dict.fromkeys("\u2018\u2019", "'"),
        **dict.fromkeys("\u201c\u201d", '"'),
        **dict.fromkeys("\u2013\u2014\u2212", "-"),
        "\u00d7": "x",
        "\u2026": ".",
        "\u00a0": " ",
    }
)


def can_encode(signs: Iterable[str], stream: TextIO | None) -> bool:
    """Return True if a stream can write every sign."""
    try:
        "".join(signs).encode(encoding_of(stream))
    except UnicodeEncodeError:
        return False
    return True


def encoding_of(stream: TextIO | None) -> str:
    """Return the encoding of a stream; ASCII if there is none that Python knows."""
    encoding = getattr(stream, "encoding", None) or "ascii"
    try:
        "".encode(encoding)
    except LookupError:
        return "ascii"
    return encoding


def screen_can_encode(signs: Iterable[str]) -> bool:
    """Return True if the streams that the screen is drawn on can write every sign."""
    wanted = tuple(signs)
    streams = (sys.__stdout__, sys.__stderr__)
    return all(can_encode(wanted, stream) for stream in streams if stream is not None)


def plain(text: str, encoding: str) -> str:
    """Return the text with a plain sign of the same width for each one that cannot be encoded."""
    if text.isascii():
        return text
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return "".join(_plain_sign(sign, encoding) for sign in text)
    return text


@lru_cache(maxsize=1024)
def _plain_sign(sign: str, encoding: str) -> str:
    try:
        sign.encode(encoding)
    except UnicodeEncodeError:
        from rich.cells import get_character_cell_size

        known = sign.translate(_PLAIN)
        return known if known.isascii() else "?" * get_character_cell_size(sign)
    return sign


_MIN_WIDTH: Final = 2  # columns of a row: those of one wide sign


def columns_of(text: str) -> int:
    """Return the number of columns of a text without control characters."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def head_of(text: str, width: int) -> str:
    """Return the beginning of a text that fits into `width` columns, with combining marks."""
    if text.isascii():
        return text[:width]
    from rich.cells import get_character_cell_size

    columns = 0
    for at, char in enumerate(text):
        columns += get_character_cell_size(char)
        if columns > width:
            return text[:at]
    return text


def rows_of(text: str, width: int, indent: str = "") -> list[str]:
    """Wrap a text into rows of at most `width` columns; longer words are broken.

    All rows but the first begin with `indent`. A text without words is one empty row.
    """
    rows = [""]
    width = max(width, len(indent) + _MIN_WIDTH)
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
