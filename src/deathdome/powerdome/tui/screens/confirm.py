"""A question before something that cannot be undone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.powerdome.tui.ports import Shell
from deathdome.stage.screens.menu import DIALOG, Choice, ChoiceDialog
from deathdome.stage.text import BLANK, Line, wrapped

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class ConfirmDialog(ChoiceDialog[Shell]):
    """Names the action and its consequences; the row that changes nothing comes first."""

    def __init__(
        self, question: str, consequences: Sequence[str], no: str, yes: str, act: Callable[[], None]
    ) -> None:
        super().__init__()
        self._question, self._consequences = question, consequences
        self._no, self._yes, self._act = no, yes, act

    def heading(self) -> list[Line]:
        rows = wrapped(self._question, DIALOG, "title")
        for text in self._consequences:
            rows += [BLANK, *wrapped(text, DIALOG)]
        return rows

    def choices(self) -> Sequence[Choice]:
        return Choice(self._no, "", self.do_back), Choice(self._yes, "", self._do)

    def _do(self) -> None:
        self.dismiss()
        self._act()
