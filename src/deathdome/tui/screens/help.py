"""To read: keys and rules; one card, unit or attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import VerticalScroll
from textual.screen import ModalScreen

from deathdome.text.phrases import menus as say
from deathdome.tui.base_screen import BaseScreen
from deathdome.tui.keys.keyset import in_use
from deathdome.tui.keys.table import Context
from deathdome.tui.presenters.manual import manual_lines
from deathdome.tui.screens.page import PageScreen, ScrollingScreen
from deathdome.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from deathdome.tui.presenters.text import Line


class HelpScreen(PageScreen):
    """The keys of the moment, the rules in brief, all keys, the signs of the board."""

    TITLE_LINE = say.KEYS_RULES_IN_BRIEF_SIGNS

    def rows(self, width: int) -> list[Line]:
        """The sheet."""
        if not self.shell.in_match:
            return manual_lines(width, now=self._keys_below())
        session = self.shell.session
        setup = session.view.setup
        return manual_lines(
            width,
            setup.rounds,
            session.known_seed,
            setup.ruleset,
            self.shell.settings.glyphs,
            self._keys_below(),
        )

    def _keys_below(self) -> tuple[str, list[tuple[str, str]]]:
        """Where the sheet was opened, and the keys that work there now."""
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
        """The key that opened the odds closes them."""
        self.do_back()

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
        self.app.pop_screen()
