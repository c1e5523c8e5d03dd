"""Text that may be longer than the terminal: keys move it by a row or by a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from textual.containers import VerticalScroll

from deathdome.tui.base_screen import BaseScreen
from deathdome.tui.keys.table import Context
from deathdome.tui.presenters.text import Line, Span, line
from deathdome.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from textual.app import ComposeResult

PADDING: Final = 4  # columns of a page without text


class ScrollingScreen(BaseScreen):
    """A screen one part of which scrolls."""

    SCROLLS: ClassVar = "#page"

    def compose(self) -> ComposeResult:
        """Title, text, key bar."""
        yield Lines(id="status")
        with VerticalScroll(id="page", can_focus=False):
            yield Lines(id="text")
        yield Lines(id="keys")

    def _scroll(self, rows: int) -> None:
        self.query_one(self.SCROLLS).scroll_relative(y=rows, animate=False)

    def do_up(self) -> None:
        """A row up."""
        self._scroll(-1)

    def do_down(self) -> None:
        """A row down."""
        self._scroll(1)

    def do_up_right(self) -> None:
        """A page up."""
        self._scroll(-(self.size.height - 3))

    def do_down_right(self) -> None:
        """A page down."""
        self._scroll(self.size.height - 3)


class PageScreen(ScrollingScreen):
    """A long text that scrolls."""

    TITLE_LINE = ""

    def on_mount(self) -> None:
        """Draws the text."""
        self.query_one("#status", Lines).show([line(Span(f" {self.TITLE_LINE}", "strong"))])
        self.relaid()

    def relaid(self) -> None:
        """The text as wide as the terminal."""
        # A column of padding at each side, and two for the scroll bar.
        self.query_one("#text", Lines).show(self.rows(max(40, self.size.width - PADDING)))
        self.show_keys()

    def rows(self, width: int) -> list[Line]:
        """The text."""
        raise NotImplementedError

    @property
    def context(self) -> Context:
        """Reading."""
        return Context.PAGE

    def do_back(self) -> None:
        """Esc."""
        self.app.pop_screen()

    def do_help(self) -> None:
        """? again closes the page."""
        self.do_back()
