"""A screen that draws the effect of a key at once, without waiting for Textual's timer.

Textual draws when its timer next goes off, sixty times a second, and asks every widget near a
change for all of its rows. A step of the cursor changes a few widgets that cache their rows and
that no other widget covers: their cells are written directly.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Final

from rich.control import Control
from textual.screen import Screen

from deathdome.stage.terminal_io.private import private
from deathdome.stage.widgets.cached_rows import CachedRows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console, ConsoleOptions, RenderResult
    from textual.geometry import Region
    from textual.strip import Strip

_APART: Final = 1 / 120  # seconds between two frames, however fast keys come
# Textual has no public way to draw at once. Without its private one, its timer draws.
if TYPE_CHECKING:
    from textual._compositor import CompositorUpdate
else:
    CompositorUpdate = private("textual._compositor", "CompositorUpdate") or object


class Patch(CompositorUpdate):
    """Rows of cells, each with the column and row of its first."""

    def __init__(self, rows: Sequence[tuple[int, int, Strip]]) -> None:
        self._rows = rows

    def __rich_console__(self, _console: Console, _options: ConsoleOptions) -> RenderResult:
        """Yield the rows for Rich."""
        for x, y, strip in self._rows:
            yield Control.move_to(x, y)
            yield from strip

    def render_segments(self, console: Console) -> str:
        """Return the rows as they are written to the terminal."""
        parts = []
        for x, y, strip in self._rows:
            parts.append(Control.move_to(x, y).segment.text)
            parts.append(strip.render(console))
        return "".join(parts)


class DirectDrawing(Screen[None]):
    """Draws some of its widgets without waiting."""

    _shown_at = 0.0  # when `show_now` drew last
    _layout: object = None  # the layout for which `_free` is valid
    _free: dict[CachedRows, Region]

    def show_now(self) -> None:
        """Draw the changes of uncovered widgets; the timer draws the rest.

        For changes without a new layout. Right after another frame the timer draws all, so a run
        of keys costs no more frames than the timer would draw.
        """
        app, now = self.app, monotonic()
        display = getattr(app, "_display", None)
        # While widgets are changed in a batch, the count is above 0.
        if display is None or getattr(app, "_batch_count", True) or app.screen is not self:
            return
        if now - self._shown_at < _APART:
            return
        self._shown_at = now
        rows = []
        for widget, place in self._uncovered().items():
            for region, strips in widget.fresh():
                x, y = place.x + region.x, place.y + region.y
                rows += [(x, y + down, strip) for down, strip in enumerate(strips)]
        if rows:
            display(self, Patch(rows))

    def _uncovered(self) -> dict[CachedRows, Region]:
        """Return the widgets that cache their rows, are wholly in view and not covered."""
        shown = getattr(getattr(self, "_compositor", None), "visible_widgets", {})
        if shown is self._layout:
            return self._free
        self._layout = shown
        around = {self, *(node for widget in shown for node in widget.ancestors)}
        leaves = {widget: place for widget, place in shown.items() if widget not in around}
        self._free = {
            widget: region
            for widget, (region, clip) in leaves.items()
            if isinstance(widget, CachedRows)
            and clip.contains_region(region)
            and not any(
                other is not widget and region.overlaps(place)
                for other, (place, _) in leaves.items()
            )
        }
        return self._free
