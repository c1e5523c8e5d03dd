"""A question before a running game is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.powerdome.play.host import Person
from deathdome.powerdome.text import screens as say
from deathdome.powerdome.tui.ports import Shell
from deathdome.stage.screens.menu import DIALOG, Choice, ChoiceDialog
from deathdome.stage.text import Line, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence


class LeaveDialog(ChoiceDialog[Shell]):
    """A choice between staying, which comes first, and leaving."""

    def heading(self) -> list[Line]:
        rows = wrapped(say.LEAVE, DIALOG, "title")
        if not self.shell.in_game:
            return rows
        host = self.shell.host
        rows += wrapped(say.LEAVE_SAVED if host.saved else say.LEAVE_UNSAVED, DIALOG)
        if isinstance(host.need, Person):
            rows += wrapped(say.LEAVE_SHEET, DIALOG)
        return rows

    def choices(self) -> Sequence[Choice]:
        return (
            Choice(say.STAY, "", self.do_back),
            Choice(say.GO, "", self.shell.leave_game),
        )

    def do_leave(self) -> None:
        """Leave: the key was pressed twice."""
        self.shell.leave_game()
