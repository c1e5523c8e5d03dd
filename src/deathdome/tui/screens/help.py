"""Pages to read: keys and rules, the whole log, one card or unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import VerticalScroll
from textual.screen import ModalScreen

from deathdome.tui.keyed import KeyedScreen
from deathdome.tui.keymap import Context
from deathdome.tui.keyset import in_use
from deathdome.tui.presenters.manual import manual_lines
from deathdome.tui.presenters.text import Line, Span, line
from deathdome.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from textual.app import ComposeResult


PADDING = 4  # columns of a page without text


class PageScreen(KeyedScreen):
    """A long text that scrolls."""

    TITLE_LINE = ""

    def compose(self) -> ComposeResult:
        """Title, text, key bar."""
        yield Lines(id="status")
        with VerticalScroll(id="page", can_focus=False):
            yield Lines(id="text")
        yield Lines(id="keys")

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
        self.dome.pop_screen()

    def do_help(self) -> None:
        """? again closes the page."""
        self.do_back()

    def _scroll(self, rows: int) -> None:
        self.query_one("#page").scroll_relative(y=rows, animate=False)

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


class HelpScreen(PageScreen):
    """The keys of the moment, the rules in brief, all keys, the signs of the board."""

    TITLE_LINE = "Keys, rules in brief, signs"

    def rows(self, width: int) -> list[Line]:
        """The sheet."""
        if not self.dome.in_match:
            return manual_lines(width, now=self._keys_below())
        session = self.dome.session
        table = session.view.table
        return manual_lines(
            width,
            table.rounds,
            session.seed,
            table.ruleset,
            self.dome.look.glyphs,
            self._keys_below(),
        )

    def _keys_below(self) -> tuple[str, list[tuple[str, str]]]:
        """Where the sheet was opened, and the keys that work there now."""
        stack = self.dome.screen_stack
        at = stack.index(self) if self in stack else len(stack)
        below = stack[at - 1] if at else None
        if not isinstance(below, KeyedScreen):
            return "", []
        missing = frozenset(below.unavailable())
        return below.context.value, in_use().rows_now(below.context, missing)


class ReadScreen(KeyedScreen, ModalScreen[None]):
    """One card, unit or attack in full."""

    def do_odds(self) -> None:
        """The key that opened the odds closes them."""
        self.do_back()

    def do_up(self) -> None:
        """A row up."""
        self.query_one("#dialog").scroll_relative(y=-1, animate=False)

    def do_down(self) -> None:
        """A row down."""
        self.query_one("#dialog").scroll_relative(y=1, animate=False)

    def __init__(self, rows: list[Line]) -> None:
        super().__init__()
        self._rows = rows

    def compose(self) -> ComposeResult:
        """The text in a box."""
        with VerticalScroll(id="dialog", can_focus=False):
            yield Lines(id="text")
        yield Lines(id="keys")

    def on_mount(self) -> None:
        """Draws the text."""
        self.query_one("#text", Lines).show(self._rows)
        self.show_keys()

    @property
    def context(self) -> Context:
        """Reading."""
        return Context.PAGE

    def do_back(self) -> None:
        """Esc."""
        self.dome.pop_screen()
