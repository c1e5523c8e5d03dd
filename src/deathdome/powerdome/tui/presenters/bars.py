"""Bars of numbers: filled cells out of a width, and a purse that several numbers share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.stage.text import Line, Span, columns_of, fitted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# The fill of each stat, and the look of its number; the word is always next to it.
FILLS: Final[Mapping[str, str]] = {
    "agility": "chip1",
    "strike": "chip0",
    "resist": "chip2",
    "powers": "chipviolet",
    "vitality": "paper",
}
NUMBERS: Final[Mapping[str, str]] = {
    "agility": "seat1",
    "strike": "seat0",
    "resist": "seat2",
    "powers": "violet",
    "vitality": "strong",
}
_RESTS: Final[Mapping[str, str]] = {"chip0": "rest0", "chip1": "rest1", "chip2": "rest2"}


class Part(NamedTuple):
    """A part of a purse."""

    amount: int
    look: str


def cells(value: int, most: int, width: int) -> int:
    """Return the filled cells: none for 0 only, all for the most only."""
    if value <= 0 or most <= 0:
        return 0
    if value >= most:
        return width
    return min(max(round(value * width / most), 1), width - 1)


def bar(value: int, most: int, width: int, look: str, empty: str = " ") -> Line:
    """Return a bar; `empty` fills the rest where grounds are not drawn."""
    filled = cells(value, most, width)
    spans = (Span(" " * filled, look), Span(empty * (width - filled), _RESTS.get(look, "raised")))
    return tuple(span for span in spans if span.text)


def purse(parts: Sequence[Part], most: int, width: int, empty: str = " ") -> Line:
    """Return one bar that the parts share in their order, each with its number if it fits."""
    spans: list[Span] = []
    begun, spent = 0, 0
    edge = "|" if empty.strip() else " "  # parts without colours need an edge
    for part in parts:
        spent += part.amount
        end = round(min(spent, most) * width / most) if most > 0 else 0
        room = end - begun
        if room > 0:
            text = f"{edge}{part.amount}"
            spans.append(Span(fitted(text if columns_of(text) <= room else edge, room), part.look))
            begun = end
    if begun < width:
        left = f" {most - spent}" if most > spent else ""
        text = left if columns_of(left) <= width - begun else ""
        spans.append(Span(text + empty * (width - begun - len(text)), "raised"))
    return tuple(spans)
