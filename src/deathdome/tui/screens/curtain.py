"""The curtain between two people at one screen; it names who comes next and shows nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.tui.keyed import KeyedScreen
from deathdome.tui.keymap import Context
from deathdome.tui.keyset import key
from deathdome.tui.presenters.status import seat_label
from deathdome.tui.presenters.text import BLANK, Span, line
from deathdome.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from textual.app import ComposeResult


class CurtainScreen(KeyedScreen):
    """Opens with Enter only."""

    def compose(self) -> ComposeResult:
        """Whose turn it is to look."""
        yield Lines(id="curtain")
        yield Lines(id="keys")

    def on_mount(self) -> None:
        """Draws everything."""
        self.refresh_all()
        self.show_keys()

    def refresh_all(self) -> None:
        """Names the next person, who may be another one by now."""
        session = self.dome.session
        seat = session.curtain if session.curtain is not None else session.viewer
        rows = [
            line(Span(f"Pass the keyboard to {seat_label(seat, session.labels)}.", f"seat{seat}")),
            BLANK,
            line("Nobody else should look at the screen now."),
            line(f"{key('choose')} takes the seat."),
        ]
        for box in self.query("#curtain").results(Lines):  # none before it is composed
            box.show(rows)

    @property
    def context(self) -> Context:
        """Behind the curtain."""
        return Context.CURTAIN

    def clicked(self, action: str) -> None:
        """The curtain opens with its key only: a hand on the mouse may be anybody's."""
        if action != "choose":
            super().clicked(action)

    def do_choose(self) -> None:
        """Enter."""
        self.dome.lift_curtain()
