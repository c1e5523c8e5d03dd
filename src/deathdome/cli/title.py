"""The title screen, opened with as little as it takes: cards and matches are read behind it."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from deathdome.cli.screen import look_of
from deathdome.errors import UsageError

if TYPE_CHECKING:
    from deathdome.tui.lobby import Lobby
    from deathdome.tui.look import Look


def open_title() -> None:
    """`deathdome play` without an option.

    Raises:
        UsageError: there is no terminal to draw on.
    """
    need_terminal()
    look = look_of()
    from deathdome.cli.lobby import HouseLobby

    show_title(HouseLobby(), look)


def show_title(lobby: Lobby, look: Look) -> None:
    """The title screen of a lobby, until it is left."""
    from deathdome.cli.saved import show
    from deathdome.tui.app import DomeApp

    show(DomeApp(lobby=lobby), look)


def need_terminal() -> None:
    """Ends what needs a screen where none can be drawn.

    Raises:
        UsageError: there is no terminal, or one that cannot place its text.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(
            "play needs a terminal for input and output; --plain and `deathdome sim` need none"
        )
    if os.environ.get("TERM", "") in ("dumb", "unknown"):
        raise UsageError(
            "play needs a terminal that can place its text, and TERM says this one cannot; "
            "`deathdome play --plain` takes any"
        )
