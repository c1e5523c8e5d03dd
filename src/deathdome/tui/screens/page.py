"""Pages to read: scrolling ones, the help sheet, one card or unit, copied text."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from textual.containers import VerticalScroll
from textual.screen import ModalScreen

from deathdome.stage.text import BLANK, Line, Span, line, wrapped
from deathdome.stage.widgets.lines import Lines
from deathdome.terminal import line_rows
from deathdome.text.phrases import matches
from deathdome.text.phrases import menus as say
from deathdome.text.seasons import match_words
from deathdome.tui.base_screen import BaseScreen
from deathdome.tui.keys.keyset import in_use, with_keys
from deathdome.tui.keys.table import Context
from deathdome.tui.presenters.manual import manual_lines

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from deathdome.stage.text import Line

PADDING: Final = 4  # columns of a page without text


class ScrollingScreen(BaseScreen):
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


class PageScreen(ScrollingScreen):
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
    def context(self) -> Context:
        return Context.PAGE

    def do_help(self) -> None:
        self.do_back()


class HelpScreen(PageScreen):
    """The current keys, the rules in brief, all keys, the symbols of the board."""

    TITLE_LINE = say.HELP_SHORT

    def rows(self, width: int) -> list[Line]:
        if not self.shell.in_match:
            return manual_lines(width, now=self._keys_below())
        session = self.shell.session
        setup = session.view.setup
        return manual_lines(
            width,
            setup.rounds,
            session.known_seed,
            setup.ruleset,
            self.shell.glyphs,
            self._keys_below(),
            match_words(setup),
        )

    def _keys_below(self) -> tuple[str, list[tuple[str, str]]]:
        """Return the context of the screen below the sheet, and the keys that work there."""
        stack = self.app.screen_stack
        at = stack.index(self) if self in stack else len(stack)
        below = stack[at - 1] if at else None
        if not isinstance(below, BaseScreen):
            return "", []
        missing = frozenset(below.unavailable())
        return below.context.value, in_use().rows_now(below.context, missing)


class ReadScreen(ScrollingScreen, ModalScreen[None]):
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
    def context(self) -> Context:
        return Context.PAGE


WIDTH: Final = 54  # columns of the text


class CopiedScreen(ReadScreen):
    """Shows a copied text, and where it is."""

    def __init__(self, title: str, text: str, kept: str, *, web: bool = False) -> None:
        """Show the text; `kept` names its file, or says why there is none."""
        done = matches.BROWSER_CANNOT_COPY if web else matches.COPIED.format(title=title)
        rows = wrapped(done, WIDTH, "title")
        rows += wrapped(kept, WIDTH)
        rows += wrapped(with_keys(matches.HOW_TO_LOAD), WIDTH)
        rows += [
            BLANK,
            *(line(Span(row)) for part in text.splitlines() for row in line_rows(part, WIDTH)),
        ]
        super().__init__(rows)
        self.text = text
