"""The title screen, opened with as little as it takes: cards and matches are read behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.cli.screen import WITHOUT, look_of, need_terminal

if TYPE_CHECKING:
    from deathdome.tui.lobby import Lobby
    from deathdome.tui.look import Look


def open_title() -> None:
    """`deathdome play` without an option.

    Raises:
        UsageError: there is no terminal to draw on.
    """
    need_terminal("play", WITHOUT)
    look = look_of()
    from deathdome.cli.lobby import HouseLobby

    show_title(HouseLobby(), look)


def show_title(lobby: Lobby, look: Look) -> None:
    """The title screen of a lobby, until it is left."""
    from deathdome.cli.showing import show
    from deathdome.tui.app import DomeApp

    show(DomeApp(lobby=lobby), look)
