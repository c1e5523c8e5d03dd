"""The `deathdome` program: registers the commands and decides how it ends.

Each command lives in its own module and imports what it needs inside its function, so that
`deathdome --help` and every other command start without it. Exit codes: 0 done, 1 failure, 2 wrong
request, 130 stopped with Ctrl-C.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from deathdome import __version__
from deathdome.cli.arena import arena
from deathdome.cli.config import config
from deathdome.cli.content import board, cards, check
from deathdome.cli.doctor import doctor
from deathdome.cli.engine import engine
from deathdome.cli.exit import run_command
from deathdome.cli.manager import manager
from deathdome.cli.play import play
from deathdome.cli.position import position
from deathdome.cli.powerdome import powerdome, resolve, state, tome
from deathdome.cli.powerdome import rules as powerdome_rules
from deathdome.cli.powerdome_arena import arena as powerdome_arena
from deathdome.cli.powerdome_bots import bot
from deathdome.cli.powerdome_games import (
    coach_game,
    games,
    lesson,
    play_game,
    verify_game,
    watch_game,
)
from deathdome.cli.powerdome_sim import sim as powerdome_sim
from deathdome.cli.rules import rules
from deathdome.cli.saved_matches import matches, verify, watch
from deathdome.cli.sim import sim
from deathdome.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class _Commands(TyperGroup):
    """All commands. None of them takes an empty word, as from an unset variable."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the command line; raises UsageError for a word that is empty or blank."""
        _refuse_blank(args)
        return super().parse_args(ctx, args)


def _refuse_blank(words: Sequence[str]) -> None:
    before, options = "deathdome", True
    for word in words:
        name, equals, value = word.partition("=")
        joined = options and equals and name.startswith("--")
        if not (value if joined else word).strip():
            place = f"{name}=" if joined else before
            raise UsageError(f'the word after "{place}" is empty; give one, or leave it out')
        before, options = word, options and word != "--"


# Plain help starts in half the time, and screen readers and pipes get words only.
app = typer.Typer(
    name="deathdome",
    cls=_Commands,
    help="Death Dome 3,000: four convicts, two towers, six rounds.",
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
    """Death Dome 3,000: four convicts, two towers, six rounds."""


def _described(command: Callable[..., None]) -> str | None:
    """Return the docstring of a command, from its source if `python -OO` has dropped it."""
    if command.__doc__ is None and sys.flags.optimize > 1:
        import ast
        import inspect

        with suppress(OSError):  # there is no source
            (function,) = ast.parse(inspect.getsource(command)).body
            if isinstance(function, ast.FunctionDef):
                return ast.get_docstring(function)
    return command.__doc__


def _add(command: Callable[..., None], group: typer.Typer = app, name: str | None = None) -> None:
    """Register a command; the list of commands shows its first paragraph whole."""
    text = _described(command) or ""
    group.command(name, help=text, short_help=" ".join(text.split("\n\n")[0].split()))(command)


# One line a command; its module has its text and its imports.
_add(arena)
_add(board)
_add(cards)
_add(check)
_add(config)
_add(doctor)
_add(engine)
_add(manager)
_add(matches)
_add(play)
_add(position)
_add(rules)
_add(sim)
_add(verify)
_add(watch)

app.add_typer(powerdome)
app.add_typer(powerdome, name="power", hidden=True)
_add(play_game, powerdome, "play")
_add(powerdome_arena, powerdome)
_add(bot, powerdome)
_add(coach_game, powerdome, "coach")
_add(games, powerdome)
_add(lesson, powerdome)
_add(resolve, powerdome)
_add(powerdome_rules, powerdome)
_add(powerdome_sim, powerdome)
_add(state, powerdome)
_add(tome, powerdome)
_add(verify_game, powerdome, "verify")
_add(watch_game, powerdome, "watch")


def main() -> None:
    """Run one command line and end the process with its exit code."""
    run_command(_run)


def _run() -> None:
    try:
        code = app(prog_name="deathdome", standalone_mode=False)
    except typer.Abort:
        print("deathdome: aborted", file=sys.stderr)
        sys.exit(1)
    except Exception as error:
        if not hasattr(error, "show"):
            raise
        from deathdome.cli.usage import usage_message

        print(f"deathdome: {usage_message(error)}", file=sys.stderr)
        code = getattr(error, "exit_code", 2)
    if code:
        sys.exit(code)
