"""The leave dialog."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.tui.keymap import Context
from deathdome.tui.keyset import with_keys
from deathdome.tui.lesson import LessonSession
from deathdome.tui.presenters.text import BLANK, Line, Span, line, wrapped
from deathdome.tui.screens.menu import DIALOG, Choice, ChoiceDialog

if TYPE_CHECKING:
    from collections.abc import Sequence

_KEPT = "it can be resumed"
_LOST = "it is lost"  # nothing is kept, or the disk is full
_HINT = "{up} {down} {choose}. {back} goes on. Ctrl-Q leaves at once."


class LeaveScreen(ChoiceDialog):
    """Go on, or leave; Esc goes on."""

    @property
    def context(self) -> Context:
        """Leaving."""
        return Context.LEAVE

    def heading(self) -> list[Line]:
        """The question."""
        return [line(Span("Leave?", "title"))]

    def footing(self) -> list[Line]:
        """Which keys answer it."""
        return [BLANK, *wrapped(with_keys(_HINT), DIALOG, "dim")]

    def choices(self) -> Sequence[Choice]:
        """What can be done; the first is the harmless one."""
        shell = self.shell
        if isinstance(shell.session, LessonSession):
            return [
                Choice("Go on with the lesson", "", self.do_back),
                Choice("Leave the lesson", "", shell.to_lessons),
            ]
        fate = _KEPT if shell.session.save() else _LOST
        rows = [Choice("Go on playing", "", self.do_back)]
        if shell.titled:
            rows.append(Choice(f"To the title screen: {fate}", "", shell.to_title))
        rows.append(Choice(f"Leave the match: {fate}", "", shell.leave))
        return rows
