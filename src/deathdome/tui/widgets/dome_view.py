"""The board: one widget drawn line by line, two columns a space."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from deathdome.tui.messages import Pressed
from deathdome.tui.presenters.board import CURSOR, MARKS

if TYPE_CHECKING:
    from textual import events

    from deathdome.tui.presenters.board import Cell, Picture

LABEL: Final = 3  # columns of the row numbers
CELL: Final = 2  # columns of a space

_LOOKS: Final = (
    "floor",
    "wall",
    "lava",
    "bridge",
    "tower",
    "point",
    "release",
    "jail",
    "base",
    "token",
    "seat0",
    "seat1",
    "seat2",
    "seat3",
    "label",
)


class DomeView(Widget):
    """Draws a picture of the dome; knows no rules. Only cells that changed are repainted."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"dome--{look}" for look in _LOOKS),
        *(f"dome--{mark}" for mark in MARKS.values()),
    }

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._picture: Picture = ()
        self._header = ""
        self._first_row = 1
        self._strips: dict[int, Strip] = {}
        self._styles: dict[tuple[str, int], Style] = {}
        self.painted = 0  # rows drawn so far; for tests

    def show(self, picture: Picture, header: str, first_row: int = 1) -> None:
        """Shows another picture, repainting what differs."""
        old = self._picture
        self._picture = picture
        if header != self._header or len(old) != len(picture) or first_row != self._first_row:
            self._header, self._first_row = header, first_row
            self._strips.clear()
            self.refresh()
            return
        regions = []
        for row, (before, after) in enumerate(zip(old, picture, strict=True)):
            if before is after or before == after:
                continue
            self._strips.pop(row + 1, None)
            changed = [
                column
                for column, (cell, other) in enumerate(zip(before, after, strict=True))
                if cell != other
            ]
            left, right = changed[0], changed[-1]
            regions.append(Region(LABEL + CELL * left, row + 1, CELL * (right - left + 1), 1))
        if regions:
            self.refresh(*regions)

    @property
    def picture(self) -> Picture:
        """What is shown."""
        return self._picture

    def notify_style_update(self) -> None:
        """A new theme: every style is looked up again."""
        self._styles.clear()
        self._strips.clear()
        super().notify_style_update()

    def render_line(self, y: int) -> Strip:
        """One row: the letters of the columns, or a row of spaces."""
        strip = self._strips.get(y)
        if strip is None:
            strip = self._strips[y] = self._draw(y)
            self.painted += 1
        return strip

    def _draw(self, y: int) -> Strip:
        label = self._style("label", 0)
        if y == 0:
            return Strip([Segment(self._header, label)], len(self._header))
        if y > len(self._picture):
            return Strip.blank(self.size.width, self.rich_style)
        segments = [Segment(f"{y - 1 + self._first_row:2} ", label)]
        text, style = "", label
        row: tuple[Cell, ...] = self._picture[y - 1]
        for cell in row:
            mine = self._style(cell.look, cell.marks)
            # Neighbours of one style become one segment: fewer escape codes over a slow line.
            if mine is style or mine == style:
                text += cell.text
            else:
                if text:
                    segments.append(Segment(text, style))
                text, style = cell.text, mine
        segments.append(Segment(text, style))
        return Strip(segments, LABEL + CELL * len(row))

    def _style(self, look: str, marks: int) -> Style:
        key = (look, marks)
        style = self._styles.get(key)
        if style is None:
            style = self.get_component_rich_style(f"dome--{look}")
            for mark, name in MARKS.items():
                if marks & mark and name != "cursor":
                    style += self.get_component_rich_style(f"dome--{name}", partial=True)
            if marks & CURSOR:
                if not look.startswith("seat"):
                    style += self.get_component_rich_style("dome--cursor", partial=True)
                style += Style(reverse=True, bold=True)
            self._styles[key] = style
        return style

    def on_click(self, event: events.Click) -> None:
        """Tells which space was clicked."""
        column, row = (event.x - LABEL) // CELL, event.y - 1
        if event.x >= LABEL and 0 <= row < len(self._picture) and column < len(self._picture[row]):
            self.post_message(Pressed(row * (len(self._picture[row]) + 1) + column))
