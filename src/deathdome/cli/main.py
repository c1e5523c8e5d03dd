"""The `deathdome` program: registers the commands and decides how it ends.

Each command lives in its own module and imports what it needs inside its function, so that
`deathdome --help` and every other command start without it. Exit codes: 0 done, 1 failure, 2 wrong
request, 130 stopped with Ctrl-C.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import typer

from deathdome import __version__
from deathdome.cli.exit import run_command
from deathdome.cli.lazy_group import LazyGroup
from deathdome.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence


class _Commands(LazyGroup):
    """All commands. None of them takes an empty word, as from an unset variable."""

    # Each module imports what its command needs; this one imports none of them.
    table: ClassVar = {
        "arena": "deathdome.cli.arena:arena",
        "board": "deathdome.cli.content:board",
        "cards": "deathdome.cli.content:cards",
        "check": "deathdome.cli.content:check",
        "config": "deathdome.cli.config:config",
        "doctor": "deathdome.cli.doctor:doctor",
        "engine": "deathdome.cli.engine:engine",
        "manager": "deathdome.cli.manager:manager",
        "matches": "deathdome.cli.saved_matches:matches",
        "play": "deathdome.cli.play:play",
        "position": "deathdome.cli.position:position",
        "rules": "deathdome.cli.rules:rules",
        "sim": "deathdome.cli.sim:sim",
        "verify": "deathdome.cli.saved_matches:verify",
        "watch": "deathdome.cli.saved_matches:watch",
        "powerdome": "deathdome.cli.powerdome:powerdome",
    }
    aliases: ClassVar = {"power": "powerdome"}

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
