"""Where the program begins: `deathdome play` opens the title at once, all else goes to `main`.

Typer and what it needs take longer to load than Textual's first frame, and a line without options
has nothing to be read.
"""

from __future__ import annotations

import gc
import sys


def main() -> None:
    """Run one command line and end the process with its exit code."""
    try:
        _enter()
    except KeyboardInterrupt:  # before there was anything that knows how to end
        sys.exit(130)


def _enter() -> None:
    if sys.argv[1:] == ["play"]:
        # Nothing is garbage yet. The application turns the collector on again (`settled`).
        gc.disable()
        from deathdome.cli.ending import carried_out
        from deathdome.cli.title import open_title

        carried_out(open_title)
    else:
        from deathdome.cli.main import main as any_command

        any_command()
