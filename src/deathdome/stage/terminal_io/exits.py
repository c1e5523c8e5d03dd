"""Ends of the program from outside or by an error."""

from __future__ import annotations

import asyncio
import atexit
import os
import select
import signal
import sys
import threading
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any, Final

from rich.console import Console
from textual.app import App
from textual.css.query import NoMatches
from textual.filter import Monochrome, NoColor

from deathdome.stage.terminal_io.ascii_rows import AsciiRows
from deathdome.terminal import is_shown

# Signals that end a program; not every platform has all of them.
_ENDING: Final = ("SIGTERM", "SIGHUP", "SIGQUIT")
LOOK: Final = 1.0  # seconds between checks that the terminal or browser is still there
_KILLED: Final = 128  # added to the signal's number, as shells report it
_QUIET: Final = 0.05  # seconds without a key after which no more are expected
_LONGEST: Final = 0.5  # seconds for which keys are discarded


def handle_exits(app: App[None]) -> None:
    """Restore the terminal when a signal ends the program.

    The loop forgets its handlers when it closes. Without a terminal (tests) there is nothing to
    restore, and only the main thread may handle signals.
    """
    if app.is_headless or threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()
    for name in _ENDING:
        number = getattr(signal, name, None)
        if number is None:
            continue
        try:
            loop.add_signal_handler(number, partial(_end_by_signal, app, int(number)))
        except NotImplementedError:  # the loops of Windows have no signal handlers
            break
    app.set_interval(LOOK, partial(_end_unseen, app))


def discard_input() -> None:
    """Discard keys that were typed while the screen closed: the shell would run them."""
    try:
        import termios
    except ImportError:  # on Windows
        return
    with suppress(
        termios.error, OSError, ValueError
    ):  # standard input is not a terminal, or closed
        terminal = sys.stdin.fileno()
        before = termios.tcgetattr(terminal)
        silent = termios.tcgetattr(terminal)
        silent[3] &= ~(termios.ICANON | termios.ECHO)
        termios.tcsetattr(terminal, termios.TCSANOW, silent)
        try:
            limit = monotonic() + _LONGEST
            while monotonic() < limit and select.select([terminal], [], [], _QUIET)[0]:
                if not os.read(terminal, 4096):
                    break
        finally:
            termios.tcsetattr(terminal, termios.TCSANOW, before)
        atexit.register(_flush, terminal)


def _flush(terminal: int) -> None:
    import termios

    with suppress(termios.error, OSError):
        termios.tcflush(terminal, termios.TCIFLUSH)


def _end_unseen(app: App[None]) -> None:
    """End the process if its terminal or its browser's server is gone.

    `make` does not pass SIGHUP on, and a killed server sends no signal. The record has all answers.
    """
    if not is_shown(web=app.is_web):
        os._exit(_KILLED + getattr(signal, "SIGHUP", signal.SIGTERM))


def _end_by_signal(app: App[None], number: int) -> None:
    if not is_shown(web=app.is_web):
        # The terminal is gone: writing to it would only block. The managers' process ends by
        # itself when its pipe does.
        os._exit(_KILLED + number)
    app.exit(return_code=_KILLED + number)


class FailingApp(App[None]):
    """An application that passes its first error to the caller.

    Two methods override private ones of Textual. Without those, Textual closes the screen itself.
    """

    def __init__(self) -> None:
        super().__init__()
        self._first: Exception | None = None  # error
        # Textual's report has every value in it, and with them the hands of all teams.
        self.error_console = Console(quiet=True)

    @property
    def failure(self) -> Exception | None:
        """The first error; None if there was none."""
        return self._first or getattr(self, "_exception", None)

    def fail(self, error: Exception) -> None:
        """Close the screen because of an error."""
        if getattr(self, "_exit", False) and isinstance(error, NoMatches):
            return  # a page that opens while the program ends is empty
        self._first = self._first or error
        self._or_exit(getattr(super(), "_handle_exception", None), error)

    def _handle_exception(self, error: Exception) -> None:
        self.fail(error)

    def _fatal_error(self) -> None:
        """Close the screen without Textual's report."""
        self._or_exit(getattr(self, "_close_messages_no_wait", None))

    def _or_exit(self, close: Any, *values: object) -> None:
        if close is None:
            self.exit(return_code=1)
        else:
            close(*values)

    def drop_colours(self, *, every: bool) -> None:
        """Draw without colours if `every` is True, otherwise as the theme does; never in grey.

        Colours stay if Textual has no list of filters.
        """
        filters = getattr(self, "_filters", None)
        if filters is None:
            return
        filters[:] = [one for one in filters if not isinstance(one, Monochrome | NoColor)]
        if every:
            # Not grey: the terminal's own colours are the readable ones.
            filters.append(NoColor())

    def draw_in_ascii(self, *, ascii_only: bool) -> None:
        """Draw ellipses, frames and bars in ASCII if `ascii_only` is True."""
        filters = getattr(self, "_filters", None)
        if filters is None:
            return
        filters[:] = [one for one in filters if not isinstance(one, AsciiRows)]
        if ascii_only:
            filters.append(AsciiRows())
