"""The application of PowerDome: the current game, and the stack of its screens."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from deathdome.powerdome.text import screens as say
from deathdome.powerdome.tui.keys import TABLE
from deathdome.powerdome.tui.registry import screen_of
from deathdome.powerdome.tui.runner import Runner
from deathdome.stage.app import STYLES, StageApp
from deathdome.stage.messages import Changed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.types import CSSPathType

    from deathdome.powerdome.play.host import GameHost
    from deathdome.powerdome.tui.ports import Page

OWN_STYLES: Final = Path(__file__).with_name("styles") / "powerdome.tcss"


class PowerDomeApp(StageApp):
    """Shows one game at a time, or the title.

    With a host the game begins at once, otherwise at the title. `opens` returns the host of a new
    game.
    """

    CSS_PATH: ClassVar[CSSPathType | None] = [STYLES, OWN_STYLES]
    TITLE = say.TITLE
    KEYS = TABLE

    def __init__(
        self,
        host: GameHost | None = None,
        opens: Callable[[], GameHost] | None = None,
        *,
        has_first_game: bool = False,
    ) -> None:
        super().__init__()
        self.has_first_game = has_first_game
        self.first_game_wanted = False  # open the title of the first game next
        self._host = host
        self._opens = opens
        self._runner: Runner | None = None
        self._playing: asyncio.Task[None] | None = None

    def page_class(self, page: str) -> type[Any]:
        return screen_of(cast("Page", page))

    @property
    def when_small(self) -> Sequence[str]:
        return say.ENLARGE, say.PLAY_PLAIN

    @property
    def in_game(self) -> bool:
        return self._host is not None

    @property
    def host(self) -> GameHost:
        assert self._host is not None
        return self._host

    def on_mount(self) -> None:
        self.set_up()
        if self._opens is not None:
            self.open("title")
        if self._host is not None:
            self._begin(self._host)
        if self.settings.remark:
            self.say(self.settings.remark)

    # -- games come and go ---------------------------------------------------------------------

    def play(self) -> None:
        opens = self._opens
        if opens is not None:
            self._begin(opens())

    def _begin(self, host: GameHost) -> None:
        self._host = host
        self.open("game")
        self._runner = Runner(host, self._has_changed)
        self._playing = asyncio.create_task(self._play(self._runner))

    async def _play(self, runner: Runner) -> None:
        try:
            await runner.run()
        except Exception as error:  # noqa: BLE001 - the screen must report any error
            self.fail(error)

    def _has_changed(self) -> None:
        self.post_message(Changed())

    def on_changed(self) -> None:
        """Let the screens read the game."""
        if self._host is not None:
            self.refresh_screens()

    def _end_game(self) -> None:
        """Remove the game; its record is on disk."""
        host, self._host = self._host, None
        if self._playing is not None:
            self._playing.cancel()
            self._playing = self._runner = None
        if host is not None:
            host.close()

    def to_title(self) -> None:
        if self._opens is None:
            self.leave()
            return
        self._end_game()
        title = screen_of("title")
        while len(self.screen_stack) > 1 and not isinstance(self.screen, title):
            self.pop_screen()

    def to_first_game(self) -> None:
        self.first_game_wanted = True
        self.leave()

    async def on_unmount(self) -> None:
        """Stop the bots when the screen closes, whatever closed it."""
        self._end_game()

    # -- keys that mean the same everywhere ----------------------------------------------------

    def do_help(self) -> None:
        self.open("help")

    def ask_to_leave(self) -> None:
        """Leave the game, which is saved; from the title leave the program."""
        if self._host is not None and self._opens is not None:
            self.to_title()
        elif self.has_first_game:
            self.to_first_game()
        else:
            self.leave()
