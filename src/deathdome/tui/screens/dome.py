"""A screen with a board: the places of its widgets, and the frames of shows over them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.strip import Strip

from deathdome.stage.widgets.cached_rows import CachedRows
from deathdome.stage.widgets.lines import Lines
from deathdome.stage.widgets.stack import Stack
from deathdome.tui.base_screen import MatchPage
from deathdome.tui.widgets.dome_view import DomeView
from deathdome.tui.widgets.shows import Shows, draw_frame

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deathdome.stage.text import Line
    from deathdome.tui.layout import Layout
    from deathdome.tui.presenters.animations import Frame


class DomeScreen(CachedRows, MatchPage):
    """Base of screens that compose `#left` with the board, `#wide`, `#status` and `#banner`."""

    NEEDS_ROOM = True

    def __init__(self) -> None:
        super().__init__()
        self.shows: Final = Shows(self)
        self._page = 0  # of the panel
        self._small = False  # True if spaces stay small where there is room for large ones
        self._terminal_layout: Layout | None = None
        self._shown_panel: tuple[Line, ...] = ()  # rows of a show that were drawn last

    def draw(self) -> None:
        """Draw the position; what has not changed costs nothing."""
        raise NotImplementedError

    def _show_header(self) -> None:
        """Draw the header, with the rows that a show has over it."""
        raise NotImplementedError

    def render_line(self, _y: int) -> Strip:
        return Strip.blank(self.size.width, self.ground[0])

    def relaid(self) -> None:
        self.shows.stop()
        self.draw()

    def show_frame(self, frame: Frame | None) -> None:
        """Draw a frame of a show over the position; None ends it."""
        if not self.is_live:
            return
        panels = self.query(Stack).results()
        draw_frame(frame, self.query_one(DomeView), self.query_one("#banner", Lines), panels)
        panel = frame.panel if frame is not None else ()
        if frame is None or panel is not self._shown_panel:
            self._shown_panel = panel
            self.draw()
        else:
            self._show_header()
            self.show_keys()

    @property
    def skippable(self) -> bool:
        return self.shows.swallows

    @property
    def _unfolds(self) -> bool:
        """True while an attack unfolds: no other part of the screen may give its end away."""
        frame = self.shows.frame
        return frame is not None and bool(frame.panel)

    @property
    def _large(self) -> bool:
        """True if spaces are four columns wide."""
        return self._terminal_layout is not None and self._terminal_layout.zoom > 1

    def _place(self, layout: Layout, beside: str, parts: Mapping[str, tuple[int, int]]) -> None:
        """Move the widgets; `beside` stands next to the board, `parts` have columns and rows."""
        self._terminal_layout = layout
        across, down = layout.board
        before, after = layout.margins
        left = self.query_one("#left")
        left.styles.width = across if layout.side[0] else "1fr"
        left.styles.margin = (layout.above, after, 0, before)
        dome = self.query_one(DomeView)
        dome.styles.width, dome.styles.height = across, down
        self.query_one(beside).styles.dock = "left" if layout.between else "none"
        self.query_one("#wide").styles.dock = "right" if layout.between else "none"
        for name, (columns, rows) in parts.items():
            part = self.query_one(name)
            part.display = bool(columns and rows)
            part.styles.width, part.styles.height = columns, rows
