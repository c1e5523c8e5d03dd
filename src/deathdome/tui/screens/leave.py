"""The leave dialog."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Vertical
from textual.screen import ModalScreen

from deathdome.tui.keyed import KeyedScreen
from deathdome.tui.keymap import Context
from deathdome.tui.keyset import with_keys
from deathdome.tui.lesson import LessonSession
from deathdome.tui.presenters.text import BLANK, Line, Span, line
from deathdome.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult

    from deathdome.tui.messages import Picked

_KEPT = "it can be resumed"
_LOST = "it is lost"  # nothing is kept, or the disk is full
_WIDTH = 44


class LeaveScreen(KeyedScreen, ModalScreen[None]):
    """Go on, or leave; Esc goes on."""

    def __init__(self) -> None:
        super().__init__()
        self._index = 0

    def compose(self) -> ComposeResult:
        """The choices."""
        with Vertical(id="dialog"):
            yield Lines(id="choices")
        yield Lines(id="keys")

    def on_mount(self) -> None:
        """Draws the choices."""
        self._draw()

    def _draw(self) -> None:
        rows: list[Line] = [line(Span("Leave?", "title")), BLANK]
        for at, (choice, _) in enumerate(self._choices()):
            mark = ">" if at == self._index else " "
            rows.append(
                line(Span(f"{mark} {choice:<{_WIDTH}}", "bar" if at == self._index else ""))
            )
        rows += [
            BLANK,
            line(
                Span(
                    with_keys("{up} {down} {choose}. {back} goes on. Ctrl-Q leaves at once."), "dim"
                )
            ),
        ]
        self.query_one("#choices", Lines).show(rows)
        self.show_keys()

    def _choices(self) -> list[tuple[str, Callable[[], None]]]:
        """What can be done, and how; the first is the harmless one."""
        dome = self.dome
        if isinstance(dome.session, LessonSession):
            return [
                ("Go on with the lesson", self.do_back),
                ("Leave the lesson", dome.to_lessons),
            ]
        fate = _KEPT if dome.session.saved else _LOST
        rows = [("Go on playing", self.do_back)]
        if dome.titled:
            rows.append((f"To the title screen: {fate}", dome.to_title))
        rows.append((f"Leave the match: {fate}", dome.leave))
        return rows

    @property
    def context(self) -> Context:
        """Leaving."""
        return Context.LEAVE

    def _step(self, rows: int) -> None:
        self._index = (self._index + rows) % len(self._choices())
        self._draw()

    def do_up(self) -> None:
        """The choice above."""
        self._step(-1)

    def do_down(self) -> None:
        """The choice below."""
        self._step(1)

    def do_choose(self) -> None:
        """Enter."""
        self._choices()[self._index][1]()

    def do_back(self) -> None:
        """Esc: goes on."""
        self.dome.pop_screen()

    def on_picked(self, message: Picked) -> None:
        """A click on a choice takes it."""
        if 0 <= message.row - 2 < len(self._choices()):
            self._index = message.row - 2
            self.do_choose()
