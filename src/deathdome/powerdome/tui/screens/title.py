"""The title of PowerDome: its main menu over lava."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from deathdome.powerdome.play.lobby import BOT, Wishes, todays
from deathdome.powerdome.text import title_screens as say
from deathdome.powerdome.text.screens import TITLE
from deathdome.powerdome.tui.ports import Shell
from deathdome.stage.screens.menu import Choice
from deathdome.stage.screens.title import LavaTitle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.powerdome.play.library import Summary

_WATCHED = (BOT,) * 4


class TitleScreen(LavaTitle[Shell]):
    """The main menu; the first row is the likeliest wish."""

    NAME = "POWERDOME"
    LINE = TITLE
    MOTTO = say.MOTTO
    NUMBER = say.NUMBER

    def __init__(self) -> None:
        super().__init__()
        self._games: Sequence[Summary] = ()

    def banner(self) -> str:
        return TITLE

    def on_mount(self) -> None:
        self._look()
        super().on_mount()

    def on_screen_resume(self) -> None:
        """Look for saved games again: one may have been played or deleted."""
        self._look()
        self.draw()

    def _look(self) -> None:
        lobby = self.shell.lobby
        self._games = () if lobby is None else lobby.games()

    def choices(self) -> Sequence[Choice]:
        shell = self.shell
        rows: list[Choice] = []
        last = next((one for one in self._games if one.unfinished), None)
        if last is not None and last.header is not None:
            names = ", ".join(last.header.names)
            detail = say.CONTINUE_DETAIL.format(when=last.when, names=names)
            path = last.path
            rows.append(Choice(say.CONTINUE, detail, lambda: shell.resume(path), names))
        today = datetime.now(UTC).astimezone().date()
        daily = todays(today)
        rows += [
            Choice(
                say.NEW_GAME, say.NEW_GAME_DETAIL, lambda: shell.open("setup"), say.NEW_GAME_FACT
            ),
            Choice(
                say.TODAY,
                say.TODAY_DETAIL,
                lambda: shell.begin(daily),
                say.TODAY_FACT.format(day=f"{today:%Y-%m-%d}", count=len(daily.seats)),
            ),
        ]
        if shell.can_teach:
            rows.append(Choice(say.LESSON, say.LESSON_DETAIL, shell.teach, say.LESSON_FACT))
        rows += [
            Choice(
                say.SAVED,
                say.SAVED_DETAIL,
                lambda: shell.open("saved_games"),
                str(len(self._games) or say.NO_GAMES),
            ),
            Choice(
                say.WATCH_BOTS,
                say.WATCH_BOTS_DETAIL,
                lambda: shell.begin(Wishes(_WATCHED)),
                say.WATCH_BOTS_FACT,
            ),
        ]
        if shell.has_first_game:
            rows.append(Choice(say.OPTIONS, say.OPTIONS_DETAIL, shell.to_options, say.OPTIONS_FACT))
            rows.append(
                Choice(
                    say.FIRST_GAME, say.FIRST_GAME_DETAIL, shell.to_first_game, say.FIRST_GAME_FACT
                )
            )
        return [*rows, Choice(say.QUIT, say.QUIT_DETAIL, shell.leave)]

    def do_back(self) -> None:
        """Go to the title of the first game, if there is one."""
        if self.shell.has_first_game:
            self.shell.to_first_game()
