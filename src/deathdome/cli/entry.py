"""Entry point of the program: a simple `deathdome play` opens at once, `main` runs the rest."""

from __future__ import annotations

import gc
import os
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

from deathdome.cli.simple_line import simple_options

if TYPE_CHECKING:
    from collections.abc import Mapping


def main() -> None:
    """Run one command line and end the process with its exit code."""
    # The search for plugins of pydantic takes as long as reading every card.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "1")
    try:
        _run()
    except KeyboardInterrupt:  # before there is a handler that knows how to end
        sys.exit(130)


def _run() -> None:
    command, *words = sys.argv[1:] or [""]
    if command == "play":
        # There is no garbage yet. The application turns the collector on again (`settled`).
        gc.disable()
        options = simple_options(words)
        if options is not None:
            from deathdome.cli.exit import run_command

            run_command(partial(_open, options))
            return
    from deathdome.cli.main import main as any_command

    any_command()


def _open(options: Mapping[str, Any]) -> None:
    """Open the title, or the match of the options."""
    if not options:
        open_title()
        return
    from deathdome.cli.opening import open_match

    open_match(**options)


def open_title() -> None:
    """Run `deathdome play` without an option.

    Raises:
        UsageError: there is no terminal to draw on.
    """
    from deathdome.cli.display import WITHOUT, look_of, need_terminal

    need_terminal("play", WITHOUT)
    look = look_of()
    from deathdome.cli.sessions import LocalLobby
    from deathdome.cli.title import show_title

    show_title(LocalLobby(welcomes=True), look)
