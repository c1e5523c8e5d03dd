"""The saved games: resume one, watch it, delete it after a question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.powerdome.text import title_screens as say
from deathdome.powerdome.tui.keys import Context
from deathdome.powerdome.tui.ports import Shell
from deathdome.powerdome.tui.screens.confirm import ConfirmDialog
from deathdome.stage.screens.menu import MenuScreen
from deathdome.stage.text import BLANK, Line, cut

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deathdome.powerdome.play.library import Summary


class SavedGamesScreen(MenuScreen[Shell]):
    """A row for each game, unfinished ones first."""

    def __init__(self) -> None:
        super().__init__()
        self._games: Sequence[Summary] = ()

    def on_mount(self) -> None:
        self._look()
        super().on_mount()

    def _look(self) -> None:
        lobby = self.shell.lobby
        self._games = () if lobby is None else lobby.games()

    @property
    def context(self) -> str:
        return Context.SAVED

    def banner(self) -> str:
        return say.SAVED_TITLE

    def heading(self, width: int) -> list[Line]:
        del width
        return [BLANK]

    @property
    def _under(self) -> Summary | None:
        return self._games[min(self.index, len(self._games) - 1)] if self._games else None

    def count(self) -> int:
        return max(1, len(self._games))

    def row(self, at: int, width: int) -> str:
        if not self._games:
            return say.EMPTY
        one = self._games[at]
        return cut(f"{one.when}  {_state(one):<12}{_names(one)}", width)

    def look(self, at: int) -> str:
        return "" if self._games and self._games[at].unfinished else "dim"

    def detail(self, at: int) -> str:
        if not self._games:
            return say.EMPTY_DETAIL
        one = self._games[at]
        if one.trouble:
            return one.trouble
        return say.ANSWERS.format(names=_names(one), state=_state(one), answers=one.answers)

    def unavailable(self) -> Iterable[str]:
        if not self._games:
            yield from ("delete", "resume", "watch")

    # -- keys ----------------------------------------------------------------------------------

    def chosen(self) -> None:
        """Resume an unfinished game, watch a finished one."""
        one = self._under
        if one is None:
            self.do_back()
        elif one.unfinished:
            self.shell.resume(one.path)
        else:
            self.do_watch()

    def do_resume(self) -> None:
        """Resume the highlighted game."""
        one = self._under
        if one is not None and one.unfinished:
            self.shell.resume(one.path)
        elif one is not None:
            self.shell.say(say.ONLY_UNFINISHED.format(key=self.keyset.name("watch")))

    def do_watch(self) -> None:
        """Watch the highlighted game."""
        one, lobby = self._under, self.shell.lobby
        if one is None or lobby is None:
            return
        if one.trouble:
            self.shell.say(one.trouble)
        else:
            self.shell.open("watch", lobby.timeline(one.path))

    def do_delete(self) -> None:
        """Ask whether to delete the highlighted game."""
        one = self._under
        if one is None:
            return
        self.app.push_screen(
            ConfirmDialog(
                say.DELETE,
                (say.DELETE_MEANS.format(when=one.when, names=_names(one)),),
                say.KEEP,
                say.DO_DELETE,
                lambda: self.shell.attempt(lambda: self._delete(one)),
            )
        )

    def _delete(self, one: Summary) -> None:
        lobby = self.shell.lobby
        if lobby is not None:
            lobby.delete(one.path)
            self._look()
            self.index = max(0, min(self.index, len(self._games) - 1))
            self.draw()


def _names(one: Summary) -> str:
    return one.name if one.header is None else ", ".join(one.header.names)


def _state(one: Summary) -> str:
    if one.header is None:
        return say.UNREADABLE
    return say.UNFINISHED if one.unfinished else say.FINISHED
