"""The end of a match: who won, and how it was counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import VerticalScroll

from deathdome.tui.keyed import KeyedScreen
from deathdome.tui.keymap import Context
from deathdome.tui.presenters.payout import payout_lines
from deathdome.tui.presenters.text import BLANK, Span, line
from deathdome.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from textual.app import ComposeResult


class EndScreen(KeyedScreen):
    """The payout, line by line; Esc shows the board once more."""

    def compose(self) -> ComposeResult:
        """The count."""
        yield Lines(id="status")
        with VerticalScroll(id="page", can_focus=False):
            yield Lines(id="count")
        yield Lines(id="keys")

    def on_mount(self) -> None:
        """Draws the count."""
        session = self.dome.session
        assert session.outcome is not None
        self.query_one("#status", Lines).show([line(Span(" The match is over", "strong"))])
        rows = payout_lines(session.outcome, session.names, 74)
        rows += [
            BLANK,
            line(Span(f"Seed {session.seed}: the same dice come again with --seed.", "dim")),
        ]
        self.query_one("#count", Lines).show(rows)
        self.show_keys()

    @property
    def context(self) -> Context:
        """After the match."""
        return Context.END

    def do_choose(self) -> None:
        """Enter leaves."""
        self.dome.leave()

    def do_back(self) -> None:
        """Esc: the board."""
        self.dome.pop_screen()

    def do_up(self) -> None:
        """Scrolls."""
        self.query_one("#page").scroll_relative(y=-1, animate=False)

    def do_down(self) -> None:
        """Scrolls."""
        self.query_one("#page").scroll_relative(y=1, animate=False)
