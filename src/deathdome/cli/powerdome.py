"""`deathdome powerdome`: commands of the second game."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final

import typer

from deathdome.cli.exit import json_text
from deathdome.cli.lazy_group import LazyGroup
from deathdome.errors import ContentError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from deathdome.powerdome.model.tome import Tome

MAX_IN_FULL: Final = 6  # powers or rules shown in full; with more, each gets a line

_OWN: Final = ("-h", "--help", "--resolve", "--log")  # options that are not those of `play`


class _Commands(LazyGroup):
    """The commands; without one, `play` gets the options. Options may come before a command."""

    table: ClassVar = {
        "play": "deathdome.cli.powerdome_games:play_game",
        "arena": "deathdome.cli.powerdome_arena:arena",
        "bot": "deathdome.cli.powerdome_bots:bot",
        "coach": "deathdome.cli.powerdome_games:coach_game",
        "games": "deathdome.cli.powerdome_games:games",
        "lesson": "deathdome.cli.powerdome_games:lesson",
        "resolve": "deathdome.cli.powerdome:resolve",
        "rules": "deathdome.cli.powerdome:rules",
        "sim": "deathdome.cli.powerdome_sim:sim",
        "state": "deathdome.cli.powerdome:state",
        "tome": "deathdome.cli.powerdome:tome",
        "verify": "deathdome.cli.powerdome_games:verify_game",
        "watch": "deathdome.cli.powerdome_games:watch_game",
    }

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words after `powerdome`."""
        at = self._first_word(args) if any(arg in self.commands for arg in args) else None
        if at is not None and args[at] in self.commands:
            args = [args[at], *args[:at], *args[at + 1 :]]
        elif not any(arg.partition("=")[0] in _OWN for arg in args) and (
            not args or args[0].startswith("-")
        ):
            args = ["play", *args]
        return super().parse_args(ctx, args)

    def _first_word(self, args: Sequence[str]) -> int | None:
        """Return the place of the first word that is neither an option nor its value."""
        if not args[0].startswith("-"):
            return 0  # the other commands and their options stay unread
        valued = {
            name
            for command in (self, *self.commands.values())
            for option in command.params
            if not getattr(option, "is_flag", False)
            for name in option.opts
        }
        value = False
        for at, arg in enumerate(args):
            if not value and not arg.startswith("-"):
                return at
            value = not value and arg in valued
        return None


powerdome = typer.Typer(
    name="powerdome",
    cls=_Commands,
    help="PowerDome, the second game: secret bids and secret sheets.",
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

PACKS: Any = typer.Option(
    "--pack",
    metavar="PATH",
    help="Your own powers, a file or folder; repeatable.",
    show_default=False,
)
_LOG: Any = typer.Option("--log", help="Add the log, a sentence for each event.")


@powerdome.callback(invoke_without_command=True)
def _options(
    context: typer.Context,
    scenarios: Annotated[
        list[str] | None,
        typer.Option("--resolve", metavar="FILE", help="Resolve a scenario file; repeatable."),
    ] = None,
    log: Annotated[bool, _LOG] = False,
    packs: Annotated[list[str] | None, PACKS] = None,
) -> None:
    """PowerDome, the second game: secret bids and secret sheets."""
    if context.invoked_subcommand is not None:
        return
    if scenarios:
        resolve(scenarios, log, packs)
        return
    print(context.get_help())


def tome_with(packs: list[str] | None) -> Tome:
    """Return the PowerTome with the powers of packs.

    Raises:
        UsageError: there is no pack at a path.
        PackError: a pack has problems; the error lists every one.
    """
    from deathdome.cli.values import path_of
    from deathdome.powerdome.content.packs import load_tome

    return load_tome([path_of(path) for path in packs or ()])


def resolve(
    files: Annotated[
        list[str],
        typer.Argument(
            help="Scenario files, or folders of them; - reads standard input.", metavar="FILE..."
        ),
    ],
    log: Annotated[bool, _LOG] = False,
    packs: Annotated[list[str] | None, PACKS] = None,
) -> None:
    """Resolve scenario files, and print each result as JSON.

    docs/powerdome/scenarios.md describes the files. With several files each result is a line.
    """
    from deathdome.cli.values import files_named
    from deathdome.errors import printable
    from deathdome.powerdome.scenarios.files import RefusedScenarioError, resolve_file, resolve_text
    from deathdome.powerdome.text.events import Narrator
    from deathdome.powerdome.text.log_lines import log_lines
    from deathdome.toml.files import MAX_BYTES, decoded

    paths: list[Path | None] = []  # None is standard input
    for name in files:
        paths += [None] if name == "-" else files_named(name, "scenario")
    tome = tome_with(packs)
    refused = different = 0
    for path in paths:
        shown = "standard input" if path is None else printable(str(path))
        fields: dict[str, Any] = {"file": shown} if len(paths) > 1 else {}
        try:
            if path is None:
                raw = sys.stdin.buffer.read(MAX_BYTES + 1)
                outcome = resolve_text(decoded(raw, shown), shown, tome)
            else:
                outcome = resolve_file(path, shown, tome)
        except ContentError as error:
            refused += 1
            print(error, file=sys.stderr)
            if len(paths) > 1:
                rules = list(error.rules) if isinstance(error, RefusedScenarioError) else []
                print(json_text({**fields, "error": str(error), "rules": rules}))
            continue
        fields |= outcome.fields()
        if log:
            narrator = Narrator(tome, outcome.scenario.names)
            lines = log_lines(outcome.log, narrator)
            fields["log"] = list(map(str, lines))
        print(json_text(fields, indent=None if len(paths) > 1 else 1))
        for line in outcome.differences:
            different += 1
            print(printable(line), file=sys.stderr)
    if refused or different:
        raise typer.Exit(2 if refused else 1)


def state(
    line: Annotated[str, typer.Argument(help="A copied game, PD1 ..., or the name of a file.")],
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    packs: Annotated[list[str] | None, PACKS] = None,
) -> None:
    """Describe a copied game: its phase, its players, and the questions that are open."""
    from deathdome.cli.values import path_of
    from deathdome.files import is_there
    from deathdome.powerdome.one_line import is_state_line, read_state
    from deathdome.powerdome.text.states import state_fields, state_lines
    from deathdome.toml.files import read_text

    text = line
    if not is_state_line(line):
        path = path_of(line)
        if not is_there(path):
            raise UsageError("this is neither a copied game (PD1 ...) nor the name of a file")
        text = read_text(path, line)
    found = read_state(text, tome_with(packs))
    print(json_text(state_fields(found)) if json else "\n".join(state_lines(found)))


def tome(
    text: Annotated[
        list[str] | None,
        typer.Argument(help="Part of a name or id, a number, or words of the text."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON list.")] = False,
    packs: Annotated[list[str] | None, PACKS] = None,
) -> None:
    """List the powers of the PowerTome, or those that match TEXT."""
    from deathdome.powerdome.text.tome import power_fields, power_full, power_list, search

    known = tome_with(packs)
    wanted = " ".join(text or [])
    found = search(known, wanted)
    if not found:
        from deathdome.errors import nearest
        from deathdome.powerdome.model.naming import folded

        near = nearest(folded(wanted), [folded(power.name) for power in known.powers])
        raise UsageError(f'no power like "{wanted}".{near}')
    if json:
        print(json_text([power_fields(power) for power in found], indent=1))
    elif wanted and len(found) <= MAX_IN_FULL:
        print("\n\n".join("\n".join(power_full(known, power)) for power in found))
    else:
        print("\n".join(power_list(found)))


def rules(
    text: Annotated[
        list[str] | None,
        typer.Argument(
            help="ID of a rule (PD-DEATH-01), an area (DEATH), or words.", metavar="TEXT"
        ),
    ] = None,
) -> None:
    """Find rules of PowerDome by ID, area or words, or list the areas."""
    from deathdome.powerdome.content.rulebook import areas, find_rules

    wanted = " ".join(text or [])
    if not wanted.strip():
        print("\n".join(f"{area:<14}{count:>3}" for area, count in areas().items()))
        return
    found = find_rules(wanted)
    if len(found) <= MAX_IN_FULL:
        print("\n\n".join("\n".join(_rule_lines(rule.id, rule.text)) for rule in found))
        return
    print("\n".join(f"{rule.id:<18} {rule.text}" for rule in found))


def _rule_lines(rule: str, text: str) -> Iterator[str]:
    import shutil
    import textwrap

    width = min(shutil.get_terminal_size().columns, 80)
    yield rule
    yield from textwrap.wrap(text, width, initial_indent="  ", subsequent_indent="  ")
