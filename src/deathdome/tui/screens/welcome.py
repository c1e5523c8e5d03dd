"""The question of the very first start: lessons, a gentle match, or straight to the title."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from deathdome.match.protocol import HUMAN
from deathdome.stage.screens.menu import DIALOG, Choice, ChoiceDialog
from deathdome.stage.text import BLANK, Line, wrapped
from deathdome.text.phrases import title as say
from deathdome.tui.ports import Shell
from deathdome.tui.screens.title import TitleScreen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_GENTLE: Final = "rookie"
_WIDTH: Final = 76  # columns: as wide as anything on the title below its name
_FRAME: Final = 3  # rows of the box above, below and between


class WelcomeScreen(ChoiceDialog[Shell]):
    """Asks once how to begin; the lobby remembers the answer."""

    def relaid(self) -> None:
        """Put the box over the menu of the title, so that the name stays in sight."""
        below = next((one for one in self.app.screen_stack if isinstance(one, TitleScreen)), None)
        room = self.size.height - 1
        wanted = len(self.heading()) + len(self.choices()) + len(self.footing()) + _FRAME
        top = below.menu_top if below is not None else (room - wanted) // 2
        box = self.query_one("#dialog")
        box.styles.margin = (max(0, min(top, room - wanted)), 0, 0, 0)
        box.styles.padding = (1, max(2, (min(_WIDTH, self.size.width) - DIALOG) // 2 - 1))
        super().relaid()

    def on_mount(self) -> None:
        super().on_mount()
        self.relaid()

    def heading(self) -> list[Line]:
        return [*wrapped(say.WELCOME, DIALOG, "title"), *wrapped(say.WELCOME_QUESTION, DIALOG)]

    def choices(self) -> Sequence[Choice]:
        shell = self.shell
        gentle = shell.wishes_of((HUMAN, _GENTLE), quick=True)
        rows = [
            Choice(say.GENTLE_MATCH, "", lambda: self._answer("match", lambda: shell.play(gentle))),
            Choice(say.FIRST_LESSON, "", lambda: self._answer("lessons", lambda: shell.teach(1))),
        ]
        if shell.has_second_game:
            begin = partial(shell.to_second_game, lesson=True)
            rows.append(Choice(say.SECOND_LESSON, "", lambda: self._answer("lessons", begin)))
        return [
            *rows,
            Choice(say.I_KNOW_THE_GAME, "", lambda: self._answer("title", lambda: None)),
        ]

    def footing(self) -> list[Line]:
        return [BLANK, *wrapped(say.ASKED_ONCE, DIALOG, "dim")]

    def _answer(self, answer: str, act: Callable[[], None]) -> None:
        if self.shell.lobby is not None:
            self.shell.lobby.welcomed(answer)
        self.shell.close("welcome")
        act()

    def do_back(self) -> None:
        """Answer as a player who knows the game."""
        self._answer("title", lambda: None)
