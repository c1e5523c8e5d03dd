"""The leave dialog."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Vertical
from textual.screen import ModalScreen

from deathdome.tui.keyed import KeyedScreen
from deathdome.tui.keymap import Context
from deathdome.tui.lesson import LessonSession
from deathdome.tui.presenters.text import BLANK, Line, Span, line
from deathdome.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from deathdome.tui.messages import Picked

_STAY = "Go on playing"
_LEAVE = "Leave the match: it can be resumed"
_LESSON = ("Go on with the lesson", "Leave the lesson")
_LOSE = "Leave the match: it is lost"  # nothing is kept, or the disk is full


class LeaveScreen(KeyedScreen, ModalScreen[None]):
    """Go on, or leave; Esc goes on."""

    def __init__(self) -> None:
        super().__init__()
        self._index = 0

    def compose(self) -> ComposeResult:
        """Two choices."""
        with Vertical(id="dialog"):
            yield Lines(id="choices")
        yield Lines(id="keys")

    def on_mount(self) -> None:
        """Draws the choices."""
        self._draw()

    def _draw(self) -> None:
        rows: list[Line] = [line(Span("Leave?", "title")), BLANK]
        for at, choice in enumerate(self._choices()):
            mark = ">" if at == self._index else " "
            rows.append(line(Span(f"{mark} {choice:<40}", "bar" if at == self._index else "")))
        rows += [
            BLANK,
            line(Span("Up and down, Enter. Esc goes on. Ctrl-Q leaves at once.", "dim")),
        ]
        self.query_one("#choices", Lines).show(rows)
        self.show_keys()

    def _choices(self) -> tuple[str, str]:
        if self._lesson:
            return _LESSON
        return _STAY, _LEAVE if self.dome.session.saved else _LOSE

    @property
    def _lesson(self) -> bool:
        return isinstance(self.dome.session, LessonSession)

    @property
    def context(self) -> Context:
        """Leaving."""
        return Context.LEAVE

    def do_up(self) -> None:
        """The other choice."""
        self._index = 1 - self._index
        self._draw()

    do_down = do_up

    def do_choose(self) -> None:
        """Enter."""
        if self._index == 0:
            self.do_back()
        elif self._lesson:
            self.dome.to_lessons()
        else:
            self.dome.leave()

    def do_back(self) -> None:
        """Esc: goes on."""
        self.dome.pop_screen()

    def on_picked(self, message: Picked) -> None:
        """A click on a choice takes it."""
        if message.row in (2, 3):
            self._index = message.row - 2
            self.do_choose()
