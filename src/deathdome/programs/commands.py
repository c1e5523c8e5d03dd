"""Command lines of programs: parsed from a name, or those of Python code in its own process."""

from __future__ import annotations

import re
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


def split_specs(text: str) -> list[str]:
    """Split a list of names at commas; a comma in quotes belongs to a command.

    Quotes and backslashes are read as a shell reads them.

    Raises:
        UsageError: a quote is not closed.
    """
    parts = [""]
    for piece in re.split(r"(,)", text):
        if piece == "," and not _open_quote(parts[-1]):
            parts.append("")
        else:
            parts[-1] += piece
    if quote := _open_quote(parts[-1]):
        raise UsageError(
            f"the quote {quote} is not closed in: {shown(parts[-1].strip(), _QUOTED)}; close it, "
            f"or write \\{quote} for one that belongs to a name"
        )
    return [part.strip() for part in parts]


def _open_quote(text: str) -> str:
    """Return a quotation mark that is not closed, or ""."""
    quote = ""
    signs = iter(text)
    for sign in signs:
        if sign == "\\" and quote != "'":
            next(signs, None)
        elif sign == quote:
            quote = ""
        elif not quote and sign in "\"'":
            quote = sign
    return quote


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
