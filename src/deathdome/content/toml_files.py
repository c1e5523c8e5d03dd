"""Reads a TOML file that somebody else may have written, however odd it is.

A file is data: nothing in it is run, and no file is worth more than a moment and a megabyte.
"""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any, Final

from deathdome.content.words import shown
from deathdome.errors import ContentError
from deathdome.files import FileError, encoding_problem, plain_bytes

if TYPE_CHECKING:
    from pathlib import Path

LARGEST: Final = 1_000_000  # bytes; the largest file of the game has 20,000
_MOST_PARTS: Final = 16
# A key of many parts: the reader of the standard library takes the square of them in memory.
_PART: Final = r"""(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')"""
_LONG_KEY: Final = re.compile(
    rf"(?<![A-Za-z0-9_-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{_MOST_PARTS}}}"
)

# What people trip over in TOML.
_HINTS: Final = {
    "twice": "A table is written in one place: collect its keys there.",
    "immutable": "A table in braces is complete: write all of it in them, or none.",
    "overwrite": "A key is given twice.",
    "Invalid value": "A text needs quotes.",
    "Unclosed array": "Between the entries of a list stand commas.",
    "Unterminated": "A text ends with the quotes that it began with.",
}


def read_toml(path: Path, source: str) -> dict[str, Any]:
    """The document of one file; `source` is what errors call it.

    Raises:
        ContentError: it cannot be read, is too large or too deep, or is not TOML.
    """
    return toml_of(read_text(path, source), source)


def read_text(path: Path, source: str) -> str:
    """The text of one file.

    Raises:
        ContentError: it is no plain file of UTF-8 text, or too large.
    """
    try:
        raw = plain_bytes(path, LARGEST)
    except FileError as error:
        raise ContentError(f"{source}: {error}") from error
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        why = f": {saved}" if (saved := encoding_problem(raw)) else ""
        raise ContentError(f"{source}: not UTF-8 text (at line {line}){why}") from error


def toml_of(text: str, source: str) -> dict[str, Any]:
    """The document of a text.

    Raises:
        ContentError: it is too deep, or not TOML.
    """
    if deep := _LONG_KEY.search(text):
        line = text.count("\n", 0, deep.start()) + 1
        raise ContentError(
            f"{source}: a key of more than {_MOST_PARTS} parts with dots between (at line {line})"
        )
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        hint = _hint(text, str(error))
        raise ContentError(f"{source}: not TOML: {shown(str(error), 200)}.{hint}") from error
    except RecursionError as error:
        raise ContentError(f"{source}: brackets in brackets too many times") from error
    except ValueError as error:  # what Python says of a number of thousands of digits
        raise ContentError(f"{source}: a number with far too many digits") from error


def _hint(text: str, error: str) -> str:
    """What would do, where it is one of the things that people trip over."""
    if text.startswith("\ufeff"):
        return " It begins with a byte order mark: save it as plain UTF-8."
    known = next((f" {hint}" for piece, hint in _HINTS.items() if piece in error), "")
    if "twice" in error or "immutable" in error or "overwrite" in error:
        return known
    for number, line in enumerate(text.splitlines(), 1):
        code = line.split("#")[0]
        if code.count("{") > code.count("}"):
            return f" A table in braces must stand on one line; see line {number}."
    return known
