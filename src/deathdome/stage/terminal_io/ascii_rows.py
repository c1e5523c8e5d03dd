"""Rows of a screen in ASCII: three dots for each ellipsis, plain symbols for frames and bars.

A cut text leaves one column for its ellipsis. The dots take two columns more: blank ones after
it if there are enough, otherwise those of the last letters before it, or at the start of a row
those of the first letters after it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.segment import Segment
from textual.filter import LineFilter

from deathdome.stage.text import ELLIPSIS
from deathdome.terminal import plain_signs

if TYPE_CHECKING:
    from textual.color import Color

_DOTS: Final = "..."
_MORE: Final = len(_DOTS) - 1  # columns beyond the one of the ellipsis


class AsciiRows(LineFilter):
    """Draws ellipses, frames and bars of a row in ASCII, and moves nothing."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments of a row in ASCII; letters of names stay."""
        del background
        text = "".join(segment.text for segment in segments)
        if text.isascii():
            return segments
        text, start = plain_signs(spelled(text)), 0
        found: list[Segment] = []
        for segment in segments:
            end = start + len(segment.text)
            found.append(Segment(text[start:end], segment.style, segment.control))
            start = end
        return found


def spelled(row: str) -> str:
    """Return a row of the same length with three dots for each ellipsis that has room.

    Where only wide symbols surround it, an ellipsis is one dot.
    """
    while (at := row.find(ELLIPSIS)) >= 0:
        before, after = row[:at], row[at + 1 :]
        if after.startswith(" " * (_MORE + 1)) or (after.isspace() and len(after) >= _MORE):
            row = before + _DOTS + after[_MORE:]
        elif before[-_MORE:].isascii() and len(before) >= _MORE:
            row = before[:-_MORE] + _DOTS + after
        elif after[:_MORE].isascii() and len(after) >= _MORE:
            row = before + _DOTS + after[_MORE:]
        else:
            row = f"{before}.{after}"
    return row
