"""Widgets that cache their painted rows: a frame costs only what changed in it.

For every frame the compositor asks each widget that touches the changed part for all of its rows.
Textual makes them again each time, filters included; here they are ready.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from rich.style import Style
from textual.containers import Container
from textual.strip import Strip
from textual.widget import Widget

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual import events
    from textual.color import Color
    from textual.filter import LineFilter
    from textual.geometry import Region

    from deathdome.stage.colours import Shade


class CachedRows(Widget):
    """Caches its rows until `forget` is called. Without border and padding."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._kept: dict[int, Strip] = {}
        self._kept_width = -1
        self._kept_filters: tuple[LineFilter, ...] = ()
        self._kept_ground: tuple[Style, Color] | None = None
        self.painted = 0  # rows drawn so far; for tests

    def forget(self, rows: Iterable[int] | None = None) -> None:
        """Drop these rows from the cache, or all of them."""
        if rows is None:
            self._kept.clear()
            self._kept_ground = None
        else:
            for row in rows:
                self._kept.pop(row, None)

    def notify_style_update(self) -> None:
        """Drop all rows for a new theme."""
        self._kept.clear()
        self._kept_ground = None
        super().notify_style_update()

    @property
    def ground(self) -> tuple[Style, Color]:
        """The default style, and the background for filters.

        Textual computes both from all widgets around this one, each time it is asked.
        """
        if self._kept_ground is None:
            self._kept_ground = self.rich_style, self.background_colors[1]
        return self._kept_ground

    def on_resize(self, _event: events.Resize) -> None:
        self.forget()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the rows of the region, from the cache if they are there."""
        filters = tuple(self.get_line_filters())
        width = self.outer_size.width  # without a border this is `size`, which takes longer
        if width != self._kept_width or filters != self._kept_filters:
            self._kept_width, self._kept_filters = width, filters
            self._kept.clear()
            self._kept_ground = None
        kept = self._kept
        rows = []
        for y in crop.line_range:
            strip = kept.get(y)
            if strip is None:
                strip = kept[y] = self._made_ready(y, width)
            rows.append(strip)
        if crop.column_span != (0, width):
            rows = [strip.crop(*crop.column_span) for strip in rows]
        return rows

    def fresh(self) -> list[tuple[Region, list[Strip]]]:
        """Return the changed rows, which count as drawn from now on.

        Empty if Textual does not report changes; it draws them itself, a moment later.
        """
        exchange = getattr(self, "_exchange_repaint_regions", None)
        if exchange is None:
            return []
        self._repaint_required = False
        ground = self.outer_size.region
        due = {region.intersection(ground) for region in exchange()}
        return [(region, self.render_lines(region)) for region in due if region]

    def _made_ready(self, y: int, width: int) -> Strip:
        self.painted += 1
        style, background = self.ground
        strip = self.render_line(y).adjust_cell_length(width, style)
        for each in self._kept_filters:
            strip = strip.apply_filter(each, background)
        return strip


class BlankContainer(CachedRows, Container):
    """A container without content of its own."""

    def render_line(self, _y: int) -> Strip:
        return Strip.blank(self.size.width, self.ground[0])


@lru_cache(maxsize=2048)
def style_of(shade: Shade) -> Style:
    """Return a shade as Rich names it."""
    fore, back, attributes = shade
    return Style(
        color=_colour(fore),
        bgcolor=_colour(back),
        bold="b" in attributes,
        italic="i" in attributes,
        underline="u" in attributes,
        strike="s" in attributes,
        reverse="r" in attributes,
        overline="o" in attributes,
    )


def _colour(code: str) -> str | None:
    return code.removeprefix("ansi_") or None
