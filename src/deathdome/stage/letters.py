"""Block letters, five or seven rows high: the words of banners, results and the title.

A pixel is two columns. Its text has the colour of its ground, so that it shows as `#` only where
there are no colours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.stage.text import Span

if TYPE_CHECKING:
    from deathdome.stage.text import Line

ROWS: Final = 5
LARGE_ROWS: Final = 7
_PIXEL: Final = "##"  # columns of a pixel
_GAP: Final = "  "  # between two letters
_SPACE: Final = " " * 4  # between two words
# Five rows of pixels for each letter.
_FONT: Final = {
    "A": "010 101 111 101 101",
    "B": "110 101 110 101 110",
    "C": "011 100 100 100 011",
    "D": "110 101 101 101 110",
    "E": "111 100 110 100 111",
    "F": "111 100 110 100 100",
    "G": "0111 1000 1011 1001 0111",
    "H": "101 101 111 101 101",
    "I": "1 1 1 1 1",
    "J": "001 001 001 101 010",
    "K": "1001 1010 1100 1010 1001",
    "L": "100 100 100 100 111",
    "M": "10001 11011 10101 10001 10001",
    "N": "1001 1101 1011 1001 1001",
    "O": "111 101 101 101 111",
    "P": "110 101 110 100 100",
    "Q": "111 101 101 111 001",
    "R": "110 101 110 101 101",
    "S": "111 100 111 001 111",
    "T": "111 010 010 010 010",
    "U": "101 101 101 101 111",
    "V": "101 101 101 101 010",
    "W": "10101 10101 10101 11111 01010",
    "X": "101 101 010 101 101",
    "Y": "101 101 010 010 010",
    "Z": "111 001 010 100 111",
    "0": "111 101 101 101 111",
    "1": "1 1 1 1 1",
    "2": "111 001 111 100 111",
    "3": "111 001 111 001 111",
    "4": "101 101 111 001 001",
    "5": "111 100 111 001 111",
    "6": "111 100 111 101 111",
    "7": "111 001 001 001 001",
    "8": "111 101 111 101 111",
    "9": "111 101 111 001 111",
    "!": "1 1 1 0 1",
}


# Seven rows for the letters of the title.
_LARGE: Final = {
    "A": "01110 10001 10001 11111 10001 10001 10001",
    "D": "11110 10001 10001 10001 10001 10001 11110",
    "E": "11111 10000 10000 11110 10000 10000 11111",
    "H": "10001 10001 10001 11111 10001 10001 10001",
    "M": "10001 11011 10101 10001 10001 10001 10001",
    "O": "01110 10001 10001 10001 10001 10001 01110",
    "P": "11110 10001 10001 11110 10000 10000 10000",
    "R": "11110 10001 10001 11110 10100 10010 10001",
    "T": "11111 00100 00100 00100 00100 00100 00100",
    "W": "10001 10001 10001 10101 10101 11011 10001",
}
_LARGE_GLOW: Final = (0, 1, 1, 2, 3, 4, 4)  # rows of the glow, by row of a large letter


def letter_lines(
    word: str, glow: str = "hot", *, large: bool = False, look: str = "", ground: str = ""
) -> list[Line]:
    """Return a word in block letters; `glow` is "hot", or "cold" for a defeat.

    `look` replaces the glow, `ground` is between the pixels. Symbols that have no block letter are
    left out.
    """
    font = _LARGE if large else _FONT
    rows: list[Line] = []
    for row in range(LARGE_ROWS if large else ROWS):
        lit = look or f"{glow}{_LARGE_GLOW[row] if large else row}"
        spans: list[Span] = []
        for letter in word.upper():
            if letter == " ":
                spans.append(Span(_SPACE, ground))
                continue
            if letter not in font:
                continue
            if spans and spans[-1].text != _SPACE:
                spans.append(Span(_GAP, ground))
            for pixel in font[letter].split()[row]:
                on = pixel == "1"
                spans.append(Span(_PIXEL if on else " " * len(_PIXEL), lit if on else ground))
        rows.append(tuple(spans))
    return rows


def letters_width(word: str, *, large: bool = False) -> int:
    """Return the columns of a word in block letters."""
    return sum(len(span.text) for span in letter_lines(word, large=large)[0])
