"""Boxes of lines below each other, drawn as one widget."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip

from deathdome.stage.colours import Shade, dimmed
from deathdome.stage.messages import RowClicked
from deathdome.stage.text import Span, columns_of
from deathdome.stage.widgets.cached_rows import CachedRows, style_of
from deathdome.stage.widgets.lines import words_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from textual import events

    from deathdome.stage.text import Line

_MAX_STRIPS: Final = 1000  # cached lines
_INDENT: Final = Span(" ")


class Stack(CachedRows):
    """Shows boxes of lines; a box that grows moves the others without a new layout."""

    def __init__(
        self,
        *boxes: str,
        id: str | None = None,  # noqa: A002
        indented: Collection[str] = (),
    ) -> None:
        """Show boxes in that order; the rows of `indented` ones begin a column later."""
        super().__init__(id=id)
        self._indented = frozenset(indented)
        self._boxes: dict[str, list[Line]] = {name: [] for name in boxes}
        self._given: dict[str, Sequence[Line]] = {}  # as shown last; not to be changed
        self._rows: list[Line] = []
        self._strips: dict[Line, Strip] = {}
        self._styles: dict[str, Style] = {}
        self._dimmed = 0.0  # how far everything but strips goes towards the ground

    def __contains__(self, box: str) -> bool:
        """Return True if there is a box of that name."""
        return box in self._boxes

    def box(self, name: str) -> list[Line]:
        """Return the rows of a box."""
        return self._boxes[name]

    def clear(self) -> None:
        """Empty all boxes."""
        self.show({name: [] for name in self._boxes})

    def show(self, boxes: Mapping[str, Sequence[Line]], order: Sequence[str] = ()) -> None:
        """Replace these boxes, and repaint the rows that differ.

        `order` moves the boxes and names all of them.
        """
        other = {name: rows for name, rows in boxes.items() if self._given.get(name) is not rows}
        moved = bool(order) and list(self._boxes) != list(order)
        if not other and not moved:
            return
        if moved:
            self._boxes = {name: self._boxes[name] for name in order}
        self._given |= other
        for name, rows in other.items():
            self._boxes[name] = list(rows)
        new = [
            (_INDENT, *row) if row and name in self._indented else row
            for name, rows in self._boxes.items()
            for row in rows
        ]
        old, self._rows = self._rows, new
        last = max(len(old), len(new))
        pad_old, pad_new = [()] * (last - len(old)), [()] * (last - len(new))
        pairs = zip([*old, *pad_old], [*new, *pad_new], strict=True)
        changed = {
            y: max(_columns(before), _columns(after))  # beyond them all rows are empty
            for y, (before, after) in enumerate(pairs)
            if before != after
        }
        # Rows out of sight as well: a hidden box has no height, and its cached rows
        # would appear again when it is shown.
        self.forget(changed)
        height = self.size.height
        regions = [Region(0, y, columns, 1) for y, columns in changed.items() if y < height]
        if regions:
            self.refresh(*regions)

    def notify_style_update(self) -> None:
        """Look up every style again for a new theme."""
        self._styles.clear()
        self._strips.clear()
        super().notify_style_update()

    def dim(self, part: float) -> None:
        """Draw the rows darker by this part, except strips in a team's colour."""
        if part != self._dimmed:
            self._dimmed = part
            self.forget()
            self.refresh()

    def render_line(self, y: int) -> Strip:
        if not self._dimmed:
            return self._row(y)
        if y < len(self._rows) and any(span.look.startswith("strip") for span in self._rows[y]):
            return self._row(y)
        whole = self._row(y).adjust_cell_length(self.size.width, self.ground[0])
        return Strip(
            Segment(segment.text, self._dimmed_style(segment.style or self.ground[0]))
            for segment in whole
        )

    def _dimmed_style(self, style: Style) -> Style:
        """Return a style that has gone a part of the way to the ground."""
        marks = {"b": style.bold, "i": style.italic, "u": style.underline, "r": style.reverse}
        attributes = "".join(sign for sign, on in marks.items() if on)
        fore, back = (
            one.name if one is not None else "#000000" for one in (style.color, style.bgcolor)
        )
        theme = str(self.app.theme).removeprefix("dome-")
        colourless = getattr(self.app, "colourless", False)
        shade = Shade(fore, back, attributes)
        return style_of(dimmed(shade, self._dimmed, theme, colourless=colourless))

    def _row(self, y: int) -> Strip:
        if y >= len(self._rows):
            return Strip.blank(self.size.width, self.ground[0])
        row = self._rows[y]
        strip = self._strips.get(row)
        if strip is None:
            if len(self._strips) > _MAX_STRIPS:
                self._strips.clear()
            segments = [Segment(span.text, self._style(span.look)) for span in row if span.text]
            strip = self._strips[row] = Strip(segments)
        return strip

    def _style(self, look: str) -> Style:
        style = self._styles.get(look)
        if style is None:
            style = self.ground[0]
            if look:
                style += _style_in(words_of(look), self.app.theme_variables)
            self._styles[look] = style
        return style

    def on_click(self, event: events.Click) -> None:
        """Report the clicked row of its box; ignore other buttons."""
        first = 0 if event.button == 1 else self.size.height
        for name, rows in self._boxes.items():
            if first <= event.y < first + len(rows):
                self.post_message(RowClicked(event.y - first, name, event.x))
                return
            first += len(rows)


def _style_in(words: str, variables: Mapping[str, str]) -> Style:
    """Return a style of words like `bold $dome-title on $dome-raised` in a theme."""
    style: dict[str, Any] = {}
    ground = False
    for word in words.split():
        if word.startswith("$"):
            code = variables[word[1:]].removeprefix("ansi_")
            style["bgcolor" if ground else "color"] = code
            ground = False
        elif word == "on":
            ground = True
        else:
            style[word] = True
    return Style(**style)


def _columns(row: Line) -> int:
    """Return the width of a row."""
    return sum(columns_of(span.text) for span in row)
