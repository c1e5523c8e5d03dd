"""Pages to read: scrolling ones, and a box over the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from textual.containers import VerticalScroll
from textual.screen import ModalScreen

from deathdome.stage.base_screen import AnyShell, BaseScreen
from deathdome.stage.keys.keyset import PAGE
from deathdome.stage.text import Line, Span, line
from deathdome.stage.widgets.lines import Lines

if TYPE_CHECKING:
    from textual.app import ComposeResult

PADDING: Final = 4  # columns of a page without text


class ScrollingScreen(BaseScreen[AnyShell]):
    """A screen with one part that scrolls."""

    SCROLLS: ClassVar = "#page"

    def compose(self) -> ComposeResult:
        yield Lines(id="status")
        with VerticalScroll(id="page", can_focus=False):
            yield Lines(id="text")
        yield Lines(id="keys")

    def _scroll(self, rows: int) -> None:
        self.query_one(self.SCROLLS).scroll_relative(y=rows, animate=False)

    def do_up(self) -> None:
        self._scroll(-1)

    def do_down(self) -> None:
        self._scroll(1)

    def do_up_right(self) -> None:
        self._scroll(-(self.size.height - 3))

    def do_down_right(self) -> None:
        self._scroll(self.size.height - 3)

    def do_first(self) -> None:
        """Show the top."""
        self.query_one(self.SCROLLS).scroll_home(animate=False)

    def do_last(self) -> None:
        """Show the bottom."""
        self.query_one(self.SCROLLS).scroll_end(animate=False)


class PageScreen(ScrollingScreen[AnyShell]):
    """A long text that scrolls."""

    TITLE_LINE = ""

    def on_mount(self) -> None:
        self.query_one("#status", Lines).show([line(Span(f" {self.TITLE_LINE}", "strong"))])
        self.relaid()

    def relaid(self) -> None:
        # A column of padding at each side, and two for the scroll bar.
        self.query_one("#text", Lines).show(self.rows(max(40, self.size.width - PADDING)))
        self.show_keys()

    def rows(self, width: int) -> list[Line]:
        raise NotImplementedError

    @property
    def context(self) -> str:
        return PAGE

    def do_help(self) -> None:
        self.do_back()


class ReadScreen(ScrollingScreen[AnyShell], ModalScreen[None]):
    """One card, unit or attack in full."""

    SCROLLS = "#dialog"

    def do_odds(self) -> None:
        """Close the odds with the key that opened them."""
        self.do_back()

    def __init__(self, rows: list[Line]) -> None:
        super().__init__()
        self._rows = rows

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="dialog", can_focus=False):
            yield Lines(id="text")
        yield Lines(id="keys")

    def on_mount(self) -> None:
        self.query_one("#text", Lines).show(self._rows)
        self.show_keys()

    @property
    def context(self) -> str:
        return PAGE
