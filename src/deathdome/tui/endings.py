"""How the program ends when it is ended from outside: by a signal, or with its terminal."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from functools import partial
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from textual.app import App

# What ends a program from outside; not every platform has all of them.
_ENDING: Final = ("SIGTERM", "SIGHUP", "SIGQUIT")
LOOK: Final = 1.0  # seconds between looks whether the terminal is still there
_KILLED: Final = 128  # added to the signal's number, as shells report it


def heed(app: App[None]) -> None:
    """Ended from outside, the program still gives the terminal back.

    The loop forgets its handlers when it closes. Without a terminal (tests) there is nothing to
    give back, and only the main thread may heed signals.
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
    app.set_interval(LOOK, _end_without_a_terminal)


def _has_a_terminal() -> bool:
    """Whether somebody can still see what is written."""
    return sys.__stdout__ is not None and sys.__stdout__.isatty()


def _end_without_a_terminal() -> None:
    """Leaves when the terminal was closed and nobody told: `make` keeps its SIGHUP to itself.

    Everything that was answered is in the record already.
    """
    if not _has_a_terminal():
        os._exit(_KILLED + getattr(signal, "SIGHUP", signal.SIGTERM))


def _end_by_signal(app: App[None], number: int) -> None:
    if not _has_a_terminal():
        # The terminal is gone: writing to it would only block. The managers' process ends by
        # itself when its pipe does.
        os._exit(_KILLED + number)
    app.exit(return_code=_KILLED + number)
