"""The leave dialog."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.text.phrases import matches as say
from deathdome.tui.keys.keyset import with_keys
from deathdome.tui.keys.table import Context
from deathdome.tui.presenters.text import BLANK, Line, Span, line, wrapped
from deathdome.tui.screens.menu import DIALOG, Choice, ChoiceDialog

if TYPE_CHECKING:
    from collections.abc import Sequence

_KEPT = say.SAVE_IT
_LOST = say.LOSE_IT  # no record, or the disk is full
_HINT = say.KEYS_OF_LEAVING


class LeaveScreen(ChoiceDialog):
    """Stay or leave; Esc stays."""

    @property
    def context(self) -> Context:
        return Context.LEAVE

    def heading(self) -> list[Line]:
        return [line(Span("Leave?", "title"))]

    def footing(self) -> list[Line]:
        return [BLANK, *wrapped(with_keys(_HINT), DIALOG, "dim")]

    def choices(self) -> Sequence[Choice]:
        """Return the choices, the harmless one first."""
        shell = self.shell
        if shell.session.teaches:
            return [
                Choice(say.CONTINUE_LESSON, "", self.do_back),
                Choice(say.LEAVE_LESSON, "", shell.to_lessons),
            ]
        fate = _KEPT if shell.session.save() else _LOST
        rows = [Choice(say.KEEP_PLAYING, "", self.do_back)]
        if shell.titled:
            end = say.DROP_IT if shell.session.is_untouched else fate
            rows.append(Choice(say.AND_TITLE.format(fate=end), "", shell.to_title))
        rows.append(Choice(say.AND_QUIT.format(fate=fate), "", shell.leave))
        return rows
