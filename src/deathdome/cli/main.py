"""The `deathdome` program: registers the commands and decides how it ends.

A command lives in a module of its own and imports what it needs inside its function, so that
`deathdome --help` and every other command start without it. Exit codes: 0 done, 1 something
failed, 2 the request itself was wrong, 130 stopped with Ctrl-C.
"""

from __future__ import annotations

from typing import Annotated

import typer

from deathdome import __version__
from deathdome.cli.arena import arena
from deathdome.cli.board import board
from deathdome.cli.cards import cards
from deathdome.cli.check import check
from deathdome.cli.config import config
from deathdome.cli.doctor import doctor
from deathdome.cli.ending import carried_out
from deathdome.cli.manager import manager
from deathdome.cli.matches import matches
from deathdome.cli.play import play
from deathdome.cli.position import position
from deathdome.cli.rules import rules
from deathdome.cli.sim import sim
from deathdome.cli.verify import verify
from deathdome.cli.watch import watch

# Plain help: it starts in half the time, and screen readers and pipes get words only.
app = typer.Typer(
    name="deathdome",
    help="Death Dome 3,000 in the terminal.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"deathdome {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    _wanted: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Death Dome 3,000 in the terminal."""


# One line a command; what it does and what it imports is in its module.
app.command()(arena)
app.command()(board)
app.command()(cards)
app.command()(check)
app.command()(config)
app.command()(doctor)
app.command()(manager)
app.command()(matches)
app.command()(play)
app.command()(position)
app.command()(rules)
app.command()(sim)
app.command()(verify)
app.command()(watch)


def main() -> None:
    """Run one command line and end the process with its exit code."""
    carried_out(lambda: app(prog_name="deathdome"))
