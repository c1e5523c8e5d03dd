"""Comparison of names: which texts are the same name, and which words no name may be."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

# Words with a meaning of their own where a card, unit, jail or space is named (docs/notation.md).
RESERVED: Final = frozenset(
    {
        *("on", "to", "with", "for", "choosing", "around", "everybody", "punch", "a punch"),
        *("base", "home", "jail", "nobody", "none", "off", "vacant", "chance"),
        *("red", "blue", "green", "yellow"),
    }
)
# Letters and marks that are drawn as nothing, or as a blank. Format characters are found by their
# category.
_UNSEEN: Final = frozenset(
    map(
        chr,
        (
            *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0),
            *range(0x180B, 0x1810),
            *range(0xFE00, 0xFE10),
            *range(0xE0100, 0xE01F0),
        ),
    )
)
_BLANKS: Final = re.compile(r"[\s_-]+")


def folded(text: str) -> str:
    """The text as names are compared: no capitals, single blanks, nothing invisible.

    Letters that Unicode can write in several ways are written in one.
    """
    if text.isascii():
        return " ".join(text.lower().split())
    seen = (
        letter
        for letter in unicodedata.normalize("NFKC", text)
        if letter not in _UNSEEN and unicodedata.category(letter) != "Cf"
    )
    return " ".join(unicodedata.normalize("NFKC", "".join(seen).casefold()).split())


def id_like(text: str) -> str:
    """A name as ids are written: "Widow's Stepladder" becomes "widows-stepladder".

    Letters of every alphabet stay. "" for a name without letters and digits, which matches nothing.
    """
    words = _BLANKS.split(folded(text))
    return "-".join(filter(None, ("".join(filter(_is_written, word)) for word in words)))


def _is_written(letter: str) -> bool:
    return letter.isalnum() or (not letter.isascii() and unicodedata.category(letter)[0] == "M")
