"""Command lines of programs: parsed from a name, or those of Python code in its own process."""

from __future__ import annotations

import shlex
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from deathdome.errors import UsageError
from deathdome.toml.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

COMMAND: Final = "command:"
_QUOTED: Final = 100  # characters of a name


def words_of(command: str) -> list[str]:
    """Return program and arguments of `command:PROGRAM ARGS...`, given without its first word.

    Raises:
        UsageError: it cannot be read.
    """
    named = f'"{shown(COMMAND + command, _QUOTED)}"'
    try:
        words = shlex.split(command)
    except ValueError as error:  # "No closing quotation", "No escaped character"
        raise UsageError(f"{named} cannot be read as a command: {str(error).lower()}") from None
    if not words or not words[0]:
        raise UsageError(f"{named} names no program")
    return words


def python(module: str, argument: str) -> list[str]:
    """Return the command that calls `main` of a module of ours in a process of its own.

    Every folder on the path of this process is added after those of Python.
    """
    code = (
        "import sys; sys.path += [place for place in sys.argv[2:] if place not in sys.path]; "
        f"from {module} import main; main()"
    )
    return [sys.executable, "-P", "-c", code, argument, *_places()]


def _places() -> Iterator[str]:
    """Return the module search path of this process, then the working folder.

    The working folder comes last: a json.py in it must not hide that of Python.
    """
    yield from (place for place in sys.path if place)
    with suppress(OSError):  # the folder was deleted
        yield str(Path.cwd())
