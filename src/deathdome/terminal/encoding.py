"""Say which signs an output can encode, and find plain ones of the same width for the others."""

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
    """Return the text with a plain sign, as wide, for each one that the encoding does not have."""
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
