"""The application: screens, themes, nothing else."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from typing import TYPE_CHECKING, ClassVar, Final

from textual.app import App
from textual.filter import Monochrome, NoColor

from deathdome.tui import themes
from deathdome.tui.keyset import use
from deathdome.tui.look import Look
from deathdome.tui.messages import Changed
from deathdome.tui.screens.curtain import CurtainScreen
from deathdome.tui.screens.end import EndScreen
from deathdome.tui.screens.help import HelpScreen, LogScreen, ReadScreen
from deathdome.tui.screens.leave import LeaveScreen
from deathdome.tui.screens.match import MatchScreen
from deathdome.tui.screens.shop import ShopScreen

if TYPE_CHECKING:
    from textual import events
    from textual.screen import Screen

    from deathdome.tui.presenters.text import Line
    from deathdome.tui.session import Session

# What ends a program from outside; not every platform has all of them.
_ENDING: Final = ("SIGTERM", "SIGHUP", "SIGQUIT")
_KILLED: Final = 128  # added to the signal's number, as shells report it


class DomeApp(App[None]):
    """Shows one match. `session` plays it; screens are laid over each other as it goes on."""

    CSS_PATH = "styles/deathdome.tcss"
    ENABLE_COMMAND_PALETTE = False
    TITLE = "Death Dome 3,000"
    SCREENS: ClassVar = {}

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self._task: asyncio.Task[None] | None = None
        self._shop: ShopScreen | None = None
        self.look = Look()
        self._shown_end = False

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Colours for themes that do not know the board."""
        return dict(themes.DEFAULTS)

    def on_mount(self) -> None:
        """Opens the board and starts the match."""
        for theme in themes.THEMES:
            self.register_theme(theme)
        self.wear(self.look)
        self._heed_signals()
        self.session.on_change = self._has_changed
        self.push_screen(MatchScreen())
        self._task = asyncio.create_task(self._play())

    def _heed_signals(self) -> None:
        """Ended from outside, the program still gives the terminal back.

        The loop forgets its handlers when it closes. Without a terminal (tests) there is nothing
        to give back, and only the main thread may heed signals.
        """
        if self.is_headless or threading.current_thread() is not threading.main_thread():
            return
        loop = asyncio.get_running_loop()
        for name in _ENDING:
            number = getattr(signal, name, None)
            if number is None:
                continue
            try:
                loop.add_signal_handler(number, self._end_by_signal, int(number))
            except NotImplementedError:  # the loops of Windows have no signal handlers
                return

    def _end_by_signal(self, number: int) -> None:
        if not sys.__stdout__ or not sys.__stdout__.isatty():
            # The terminal is gone: writing to it would only block. The managers' process ends
            # by itself when its pipe does.
            os._exit(_KILLED + number)
        self.exit(return_code=_KILLED + number)

    def _has_changed(self) -> None:
        self.post_message(Changed())

    async def on_unmount(self) -> None:
        """However the screen closes, nobody goes on thinking."""
        if self._task is not None:
            self._task.cancel()
        await self.session.close()

    async def _play(self) -> None:
        try:
            await self.session.run()
        except Exception as error:  # noqa: BLE001 - whatever it was, the screen must say so
            self._handle_exception(error)

    def on_changed(self) -> None:
        """Lays the right screens over each other and lets them read the session."""
        session = self.session
        if session.curtain is not None:
            if not self._on_top(CurtainScreen):
                self._close_pages()
                self.push_screen(CurtainScreen())
            return
        if session.shopping and self._shop is None:
            self._close_pages()
            self._shop = ShopScreen()
            self.push_screen(self._shop)
        elif not session.shopping and self._shop is not None:
            self._close_pages()
            if self.screen is self._shop:
                self.pop_screen()
            self._shop = None
        if session.outcome is not None and not self._shown_end:
            self._shown_end = True
            self.push_screen(EndScreen())
        for screen in self.screen_stack:
            if isinstance(screen, MatchScreen | ShopScreen):
                screen.refresh_all()

    def _on_top(self, kind: type[Screen[None]]) -> bool:
        return isinstance(self.screen, kind)

    def _close_pages(self) -> None:
        """Closes help, log and dialogs, so that what lies under them can change."""
        while len(self.screen_stack) > 1 and isinstance(
            self.screen, HelpScreen | LogScreen | LeaveScreen | ReadScreen
        ):
            self.pop_screen()

    # -- called by screens ---------------------------------------------------------------------

    def lift_curtain(self) -> None:
        """The next person has taken the seat."""
        if self._on_top(CurtainScreen):
            self.pop_screen()
        self.session.lift()

    def show_help(self) -> None:
        """The sheet of keys and rules."""
        self.push_screen(HelpScreen())

    def show_log(self) -> None:
        """The whole log."""
        self.push_screen(LogScreen())

    def read(self, rows: list[Line]) -> None:
        """A card or unit in full."""
        self.push_screen(ReadScreen(rows))

    def ask_to_leave(self) -> None:
        """The leave dialog, once; after the match nothing can be lost any more."""
        if self.session.outcome is not None:
            self.leave()
        elif not self._on_top(LeaveScreen):
            self.push_screen(LeaveScreen())

    def wear(self, look: Look) -> None:
        """Takes on a look: colours, keys, signs, animation; at once where something is shown."""
        self.look = look
        use(look.keyset)
        self.animation_level = look.animation
        self._filters = [one for one in self._filters if not isinstance(one, Monochrome | NoColor)]
        if self.colourless:
            # Not grey either: what the terminal has by itself is what can be read there.
            self._filters.append(NoColor())
        self.theme = look.theme
        for screen in self.screen_stack:
            screen.refresh(layout=True)
            if isinstance(screen, MatchScreen | ShopScreen):
                screen.refresh_all()

    @property
    def colourless(self) -> bool:
        """Whether no colour is shown: the options or NO_COLOR say so."""
        return self.no_color or self.look.options.colours == "none"

    def next_theme(self) -> None:
        """The next of our themes."""
        names = [theme.name for theme in themes.THEMES]
        at = names.index(self.theme) if self.theme in names else -1
        self.theme = names[(at + 1) % len(names)]

    def leave(self) -> None:
        """Closes the screen; the shell gets its line from the command."""
        self.exit()

    async def action_quit(self) -> None:
        """Ctrl-Q: at once."""
        self.leave()

    def action_help_quit(self) -> None:
        """Ctrl-C where no screen takes it."""
        self.ask_to_leave()

    def on_app_blur(self, _event: events.AppBlur) -> None:
        """Somebody has turned away: with several people at the screen, the hand is covered."""
        if not self.look.options.curtain:
            return
        self.session.hide()
