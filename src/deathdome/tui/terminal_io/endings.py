"""End the program from outside: by a signal, or because its terminal or browser is gone."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from functools import partial
from typing import TYPE_CHECKING, Final

from deathdome.terminal.browser import is_shown

if TYPE_CHECKING:
    from textual.app import App

# What ends a program from outside; not every platform has all of them.
_ENDING: Final = ("SIGTERM", "SIGHUP", "SIGQUIT")
LOOK: Final = 1.0  # seconds between checks that the terminal or browser is still there
_KILLED: Final = 128  # added to the signal's number, as shells report it


def handle_exits(app: App[None]) -> None:
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
    app.set_interval(LOOK, partial(_end_unseen, app))


def _end_unseen(app: App[None]) -> None:
    """End the process if its terminal or its browser's server is gone.

    `make` does not pass SIGHUP on, and a killed server sends nothing. The record already has every
    answer.
    """
    if not is_shown(web=app.is_web):
        os._exit(_KILLED + getattr(signal, "SIGHUP", signal.SIGTERM))


def _end_by_signal(app: App[None], number: int) -> None:
    if not is_shown(web=app.is_web):
        # The terminal is gone: writing to it would only block. The managers' process ends by
        # itself when its pipe does.
        os._exit(_KILLED + number)
    app.exit(return_code=_KILLED + number)
