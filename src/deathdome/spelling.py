"""Names compared as people write them: without capitals, blanks, punctuation, hidden characters."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

# Characters drawn as nothing or as a blank, apart from Unicode's format characters (category Cf).
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
    """Normalize a text for comparison: no capitals, single blanks, nothing invisible.

    Letters with several Unicode spellings get one.
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
    """Convert a name to the form of an id: "Widow's Stepladder" to "widows-stepladder".

    Letters of every alphabet stay. "" for a name without letters and digits, which matches nothing.
    """
    words = _BLANKS.split(folded(text))
    return "-".join(filter(None, ("".join(filter(_is_written, word)) for word in words)))


def _is_written(letter: str) -> bool:
    return letter.isalnum() or (not letter.isascii() and unicodedata.category(letter)[0] == "M")
