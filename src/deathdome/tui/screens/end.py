"""The end of a match: who won, and how it was counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import VerticalScroll

from deathdome.tui.keyed import KeyedScreen
from deathdome.tui.keymap import Context
from deathdome.tui.keyset import in_use, with_keys
from deathdome.tui.presenters.payout import payout_lines
from deathdome.tui.presenters.text import BLANK, Span, line
from deathdome.tui.screens.match import MatchScreen
from deathdome.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult


WIDTH = 74  # columns of the count


class LastBoardScreen(MatchScreen):
    """The board as the match left it, laid over the result."""

    def show_keys(self) -> None:
        """What can be done on a board where nothing moves any more."""
        text = in_use().steps + with_keys(
            " look  {choose} result  {panel} panel  {log} log  {leave} leave  {help} keys"
        )
        self.query_one("#keys", Lines).show([line(f" {text}")])

    def on_key(self, event: events.Key) -> None:
        """Enter and Esc go back to the result; the other keys do what they do on the board."""
        known = in_use().key_for(Context.END, event.key)
        if known is not None and known.id in ("choose", "back"):
            event.stop()
            event.prevent_default()
            self.dome.pop_screen()


class EndScreen(KeyedScreen):
    """The payout, line by line; Esc or Enter shows the board, and there the result again."""

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
        rows = payout_lines(session.outcome, session.labels, WIDTH)
        rows += [
            BLANK,
            line(Span(f"The same dice and cards again: --seed {session.seed}", "dim")),
        ]
        self.query_one("#count", Lines).show(rows)
        self.show_keys()

    @property
    def context(self) -> Context:
        """After the match."""
        return Context.END

    def show_keys(self) -> None:
        """What can be done with a result."""
        self.query_one("#keys", Lines).show(
            [line(with_keys(" {choose} board  {log} log  {leave} leave  {help} keys"))]
        )

    def on_key(self, event: events.Key) -> None:
        """The key of the log opens it here too."""
        known = in_use().key_for(Context.BOARD, event.key)
        if known is not None and known.id == "log":
            event.stop()
            event.prevent_default()
            self.do_log()

    def do_choose(self) -> None:
        """Enter: the board."""
        self.dome.push_screen(LastBoardScreen())

    do_back = do_choose

    def do_up(self) -> None:
        """Scrolls."""
        self.query_one("#page").scroll_relative(y=-1, animate=False)

    def do_down(self) -> None:
        """Scrolls."""
        self.query_one("#page").scroll_relative(y=1, animate=False)
