"""`deathdome config`: the player's options, their file, and errors in it."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from deathdome.cli.display import loaded_options, problems_line
from deathdome.errors import ContentError, UsageError, nearest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from deathdome.settings import Options

ACTS = ("path", "show", "validate")


def config(
    act: Annotated[
        str, typer.Argument(metavar="path|show|validate", help="What to do.", show_default=False)
    ],
    file: Annotated[
        str, typer.Argument(help="Another options file than yours.", show_default=False)
    ] = "",
) -> None:
    """Show or check your options, or the path of their file."""
    from pathlib import Path

    from deathdome.errors import printable
    from deathdome.settings import is_missing, options_path

    if act not in ACTS:
        hint = nearest(act, ACTS) or f" It can be {', '.join(ACTS)}."
        raise UsageError(f'config cannot "{act}".{hint}')
    if file and is_missing(Path(file)):
        raise UsageError(f"no file {file}")
    if act == "path":
        _answer(file or options_path())
        return
    loaded = loaded_options(Path(file) if file else None)
    if act == "show":
        print("\n".join(_shown(loaded.options, loaded.path)))
        if loaded.problems:
            print(f"deathdome: {problems_line(loaded)}", file=sys.stderr)
        return
    print(*loaded.problems, sep="\n", end="\n" if loaded.problems else "")
    if loaded.problems:
        from deathdome.text.names import counted

        raise ContentError(f"the file has {counted(len(loaded.problems), 'problem')}")
    there = " not found: using defaults" if is_missing(loaded.path) else ""
    print(f"ok {printable(str(loaded.path))}{there}")


def _answer(path: str | Path) -> None:
    """Write a path alone on a line, in the bytes of its name: a caller may open it."""
    sys.stdout.flush()
    sys.stdout.buffer.write(os.fsencode(path) + b"\n")


def _shown(options: Options, path: Path) -> Iterator[str]:
    """Yield every option in the form of a valid file."""
    import tomlkit

    from deathdome.errors import printable
    from deathdome.settings import HELP, OPTIONS, choices_of

    yield f"# {printable(str(path))}"
    for option in OPTIONS:
        value = getattr(options, option)
        if option == "keys":
            continue
        words = choices_of(option)
        choices = f" ({', '.join(words)})" if words else ""
        yield f"# {HELP[option]}{choices}"
        plain = list(value) if isinstance(value, tuple) else value
        yield f"{option} = {tomlkit.item(plain).as_string()}"
    yield ""
    yield f"# {HELP['keys']}: see docs/keys.md"
    yield "[keys]"
    yield f"preset = {tomlkit.item(options.keys.preset).as_string()}"
    for action, names in options.keys.own.items():
        given = names[0] if len(names) == 1 else list(names)
        yield f"{action} = {tomlkit.item(given).as_string()}"
