"""The title of PowerDome: its main menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.powerdome.text import screens as say
from deathdome.powerdome.tui.ports import Shell
from deathdome.stage.screens.menu import Choice, ChoiceScreen
from deathdome.stage.text import BLANK, Line, heading

if TYPE_CHECKING:
    from collections.abc import Sequence


class TitleScreen(ChoiceScreen[Shell]):
    """The main menu; the first row is the likeliest wish."""

    def banner(self) -> str:
        return say.TITLE

    def heading(self, width: int) -> list[Line]:
        return [BLANK, heading(say.TITLE, width), BLANK]

    def choices(self) -> Sequence[Choice]:
        shell = self.shell
        rows = [Choice(say.NEW_GAME, say.NEW_GAME_DETAIL, shell.play)]
        if shell.has_first_game:
            rows.append(Choice(say.FIRST_GAME, say.FIRST_GAME_DETAIL, shell.to_first_game))
        return [*rows, Choice(say.QUIT, say.QUIT_DETAIL, shell.leave)]

    def do_back(self) -> None:
        """Go to the title of the first game, if there is one."""
        if self.shell.has_first_game:
            self.shell.to_first_game()
