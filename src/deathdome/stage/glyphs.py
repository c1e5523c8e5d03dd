"""Symbols of lists and bars: ASCII, and shapes for terminals that draw them well."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from deathdome.stage.text import ELLIPSIS


@dataclass(frozen=True, slots=True, eq=False)
class Signs:
    """The symbols that both games draw with; a game may have more."""

    name: str
    shaped: bool = False  # True if pips and half columns can be drawn
    tinted: bool = False  # True if backgrounds show what symbols show elsewhere
    full: str = "#"  # pips
    empty: str = "-"
    cursor: str = ">"  # before the chosen row of a list
    ellipsis: str = "..."  # of a text that is cut


ASCII: Final = Signs("ascii")
SHAPES: Final = Signs(
    "shapes",
    shaped=True,
    tinted=True,
    full="\N{BLACK VERTICAL RECTANGLE}",
    empty="\N{WHITE VERTICAL RECTANGLE}",
    cursor="\N{BLACK RIGHT-POINTING SMALL TRIANGLE}",
    ellipsis=ELLIPSIS,
)
