"""Ask Textual whether it draws in a browser, and the system whether anyone still reads a pipe.

textual-serve names the driver in TEXTUAL_DRIVER. The game then talks to it through pipes, and what
it would write to a terminal appears on a page.
"""

from __future__ import annotations

import os
import select
import sys
from typing import TYPE_CHECKING

from deathdome.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

DRIVER = "TEXTUAL_DRIVER"


def in_browser(environ: Mapping[str, str] = os.environ) -> bool:
    """Return True if Textual's driver sends the screen to a browser.

    Imports Textual only if the environment names a driver.

    Raises:
        UsageError: Textual cannot load the driver.
    """
    named = environ.get(DRIVER)
    if not named:
        return False
    from textual.app import App

    try:
        driver = App[None]().get_driver_class()
        # Textual asks the driver object, and there is none before the screen opens.
        return bool(driver.__new__(driver).is_web)
    except Exception as error:
        raise UsageError(
            f"{DRIVER}={named!r} is not a Textual driver ({type(error).__name__}); unset it to "
            "play in this terminal"
        ) from error


def is_read(descriptor: int) -> bool:
    """Return False once the other end of a pipe is closed; True for anything else."""
    if not hasattr(select, "poll"):
        return True
    poll = select.poll()
    poll.register(descriptor, 0)
    return not any(state & (select.POLLERR | select.POLLHUP) for _, state in poll.poll(0))


def is_shown(*, web: bool) -> bool:
    """Return True while a terminal, or with `web` a browser's server, takes what is drawn."""
    stream = sys.__stdout__
    if stream is None:
        return False
    return is_read(stream.fileno()) if web else stream.isatty()
