"""Entry point of the program: `deathdome play` opens the title at once, `main` runs the rest.

Typer and its dependencies take longer to load than Textual's first frame, and a line without
options needs no parser.
"""

from __future__ import annotations

import gc
import os
import sys


def main() -> None:
    """Run one command line and end the process with its exit code."""
    # The search for plugins of pydantic takes as long as reading every card.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "1")
    try:
        _run()
    except KeyboardInterrupt:  # before there is a handler that knows how to end
        sys.exit(130)


def _run() -> None:
    if sys.argv[1:2] == ["play"]:
        # There is no garbage yet. The application turns the collector on again (`settled`).
        gc.disable()
    if sys.argv[1:] == ["play"]:
        from deathdome.cli.exit import run_command

        run_command(open_title)
    else:
        from deathdome.cli.main import main as any_command

        any_command()


def open_title() -> None:
    """Run `deathdome play` without an option.

    Raises:
        UsageError: there is no terminal to draw on.
    """
    from deathdome.cli.display import WITHOUT, look_of, need_terminal

    need_terminal("play", WITHOUT)
    look = look_of()
    from deathdome.cli.display import show_title
    from deathdome.cli.sessions import LocalLobby

    show_title(LocalLobby(welcomes=True), look)
