"""Reading position files: from TOML to checked tables, with errors their author can act on."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any, Final

from pydantic import ValidationError

from deathdome.content.positions.schema import PositionSheet
from deathdome.content.words import suggestion, written
from deathdome.errors import ContentError

if TYPE_CHECKING:
    from pathlib import Path

    from pydantic_core import ErrorDetails

_NEEDED: Final = {
    "int_type": "a whole number",
    "string_type": "a text in quotes",
    "bool_type": "true or false",
    "list_type": "a list in [brackets]",
    "model_type": "a table",
    "model_attributes_type": "a table",
    "dict_type": "a table",
}
# What a value of several possible kinds may be, by the last key.
_EITHER: Final = {
    "hand": "a list of power cards, or how many",
    "points": "a list of spaces, or how many",
    "discard": "a list of power cards, or how many",
    "events": "a piece of a sentence, or a table with event = ...",
    "not_told": "a piece of a sentence, or a table with event = ...",
    "refused": 'a refusal code, such as "out-of-range", or true',
    "refuses": 'a table of actions and refusal codes, such as { "walk k5" = "too-far" }',
    "options_of": "a list of operands, a number, or true or false",
    "winner": 'a team, a list of teams, or "shared"',
    "incapacitated": 'true, false, "fresh" or "recovering"',
}
# Marks that pydantic puts into a path to tell the members of a union apart.
_MARK: Final = re.compile(r"^(list|dict|literal|constrained|function|json)\W|^(int|str|bool)$")


def read_sheet(path: Path, shown: str) -> PositionSheet:
    """The tables of one position file; `shown` is the name of the file in errors.

    Raises:
        ContentError: the file cannot be read, is not TOML, or has a key or value that cannot be.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ContentError(f"{shown}: cannot be read: {error}") from error
    return sheet_of(text, shown)


def sheet_of(text: str, shown: str) -> PositionSheet:
    """The tables of a position that is written in `text`.

    Raises:
        ContentError: it is not TOML, or has a key or value that cannot be.
    """
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ContentError(f"{shown}: not TOML: {error}.{_toml_hint(text, str(error))}") from error
    try:
        return PositionSheet.model_validate(document)
    except ValidationError as error:
        raise ContentError(f"{shown}: {explained(telling(error))}") from error


_TOML_HINTS: Final = {
    "twice": "A table is written in one place: collect its keys there.",
    "immutable": "A table in braces is complete: write all of it in them, or none.",
    "overwrite": "A key is given twice.",
    "Invalid value": "A text needs quotes.",
    "Unclosed array": "Between the entries of a list stand commas.",
    "Unterminated": "A text ends with the quotes that it began with.",
}


def _toml_hint(text: str, error: str) -> str:
    """What people trip over in TOML."""
    for number, line in enumerate(text.splitlines(), 1):
        code = line.split("#")[0]
        if code.count("{") > code.count("}"):
            return f" A table in braces must stand on one line; see line {number}."
    return next((f" {hint}" for piece, hint in _TOML_HINTS.items() if piece in error), "")


def telling(error: ValidationError) -> ErrorDetails:
    """The most telling of the errors."""
    details = error.errors(include_url=False)
    return min(details, key=lambda one: (one["type"] != "unknown_key", one["type"] == "missing"))


def explained(detail: ErrorDetails) -> str:
    """One error in our words."""
    place = place_of(detail["loc"])
    return f"{place}: {_reason(detail)}" if place else _reason(detail)


def place_of(loc: tuple[int | str, ...]) -> str:
    """The key in question, list entries counted from 1: 'units.red.warrior.items 2'."""
    text = ""
    for part in loc:
        if isinstance(part, int):
            text += f" {part + 1}"
        elif not _is_mark(part):
            text += f".{part}" if text else part
    return text


def _is_mark(part: str) -> bool:
    return bool(_MARK.search(part)) or part in ("EventExpected", "TokenExpected")


def _reason(detail: ErrorDetails) -> str:
    value: Any = detail["input"]
    context = detail.get("ctx", {})
    keys = [part for part in detail["loc"] if isinstance(part, str)]
    if any(_is_mark(part) for part in keys):
        named = [part for part in keys if part in _EITHER]
        if named and detail["type"] != "unknown_key":
            return f"{_EITHER[named[-1]]} is needed, not {written(value)}"
    match detail["type"]:
        case "unknown_key":
            return detail["msg"]
        case "missing":
            return "this key is missing"
        case "literal_error":
            words = re.findall(r"'([^']*)'", context["expected"])
            return f"{written(value)} does not do.{suggestion(value, words)}"
        case "greater_than_equal":
            return f"{value} is too small; the least is {context['ge']}"
        case "less_than_equal":
            return f"{value} is too large; the most is {context['le']}"
        case "too_short":
            return "at least one entry is needed"
        case known if known in _NEEDED:
            return f"{_NEEDED[known]} is needed, not {written(value)}"
        case _:
            return detail["msg"]
