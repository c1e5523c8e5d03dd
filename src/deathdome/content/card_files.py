"""Read card files into checked tables, with errors that a card's author can act on.

A file holds any number of `[[card]]` (store items, and power cards with `deck = "power"`),
`[[character]]`, `[[unit]]` (the registry) and `[[token]]` tables.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from pydantic import ValidationError

from deathdome.content.card_schema import (
    EFFECT_KEYS,
    EFFECTS,
    MAX_COST,
    MOVES,
    AbilityTable,
    CharacterTable,
    ConditionTable,
    FileTable,
    ItemTable,
    LimitTable,
    PickTable,
    PowerTable,
    PrintedTable,
    RatingsTable,
    Table,
    TokenTable,
    UnitTable,
    WeaponTable,
)
from deathdome.errors import ContentError
from deathdome.toml.files import read_toml
from deathdome.toml.words import shown as quoted
from deathdome.toml.words import suggestion, written

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from pydantic_core import ErrorDetails

# The table under each key, to suggest the keys it may have.
_UNDER: Final[dict[str, type[Table]]] = {
    "item": ItemTable,
    "power": PowerTable,
    "ability": AbilityTable,
    "if": ConditionTable,
    "pick": PickTable,
    "limit": LimitTable,
    "weapon": WeaponTable,
    "ratings": RatingsTable,
    **EFFECTS,
}
_KINDS: Final[dict[str, type[Table]]] = {
    "character": CharacterTable,
    "unit": UnitTable,
    "token": TokenTable,
}
MAX_PROBLEMS: Final = 200  # problems of one file that get a text
_TAGS: Final = frozenset({"item", "power", *EFFECTS})
_SUGGESTED: Final = re.compile(r"Did you mean \"([^\"]+)\"\?$")
_NEEDED: Final = {
    "int_type": "a whole number",
    "string_type": "a text in quotes",
    "bool_type": "true or false",
    "list_type": "a list in [brackets]",
    "model_type": "a table",
    "dict_type": "a table",
    "string_pattern_mismatch": "a word of small letters and digits, with single hyphens,",
    "string_too_short": "at least one letter",
    "too_short": "at least one entry",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One table of a file, with its place: `cards/armor.toml: card "cyber-suit"`.

    `file` is the name of the file in errors.
    """

    file: str
    place: str
    table: PrintedTable | UnitTable
    ours: bool = False  # from the game, not from a pack

    @property
    def kind(self) -> str:
        """The word above the table: "card", "character", "unit" or "token"."""
        return self.place.removeprefix(f"{self.file}: ").partition(" ")[0]


def read_entries(path: Path, shown: str) -> list[Entry]:
    """Return every table of one card file, kind by kind in the order of the file.

    `shown` is the name of the file in errors.

    Raises:
        ContentError: the file cannot be read, is not TOML, or is not a valid card file.
    """
    return entries_of(read_toml(path, shown), shown)


def entries_of(document: dict[str, Any], shown: str) -> list[Entry]:
    """Return every table of one parsed card file.

    Raises:
        ContentError: the document is not a valid card file.
    """
    entries, errors = entries_and_errors(document, shown)
    if errors:
        raise ContentError(*errors)
    return entries


def entries_and_errors(document: dict[str, Any], shown: str) -> tuple[list[Entry], list[str]]:
    """Return the tables that are valid alone, and the problems of the others."""
    try:
        return list(_entries(shown, FileTable.model_validate(document))), []
    except ValidationError as error:
        details = error.errors(include_url=False)
        errors = _explained(shown, document, details[:MAX_PROBLEMS])
    wrong = {detail["loc"][:2] for detail in details}
    rest: dict[str, Any] = {
        kind: [table for number, table in enumerate(tables) if (kind, number) not in wrong]
        for kind in FileTable.model_fields
        if (kind,) not in wrong and isinstance(tables := document.get(kind), list)
    }
    return list(_entries(shown, FileTable.model_validate(rest))), errors


def _entries(shown: str, file: FileTable) -> Iterator[Entry]:
    kinds: dict[str, list[Any]] = {
        "card": file.card,
        "character": file.character,
        "unit": file.unit,
        "token": file.token,
    }
    for kind, tables in kinds.items():
        for table in tables:
            yield Entry(shown, f'{shown}: {kind} "{table.id}"', table)


def _explained(shown: str, document: dict[str, Any], details: Sequence[ErrorDetails]) -> list[str]:
    """Return the problems as texts, the clearest first, without those that only follow."""
    undecided = {detail["loc"][:2] for detail in details if detail["loc"][3:] == ("deck",)}
    found = {
        (detail["loc"], detail["type"]): _reason(detail)
        for detail in sorted(details, key=_rank)
        if detail["loc"][:2] not in undecided or not _caused_by_deck(detail)
    }
    # A misspelt key is also a missing one: report the misspelling only.
    suggested = {
        (*loc[:-1], word)
        for (loc, kind), text in found.items()
        if kind == "extra_forbidden"
        for word in _SUGGESTED.findall(text)
    }
    return [
        f"{shown}: {_place(document, loc)}{text}"
        for (loc, kind), text in found.items()
        if kind != "missing" or loc not in suggested
    ]


def _caused_by_deck(detail: ErrorDetails) -> bool:
    """Return True if the key is wrong only because a wrong deck makes the card an item."""
    if len(detail["loc"]) != 4:
        return False
    key, in_item, in_power = detail["loc"][3], ItemTable.model_fields, PowerTable.model_fields
    if detail["type"] == "missing":
        return key != "deck" and not (key in in_item and key in in_power)
    return detail["type"] == "extra_forbidden" and (key in in_item or key in in_power)


def _rank(detail: ErrorDetails) -> tuple[bool, bool, bool]:
    """Sort key of problems: a wrong deck before misspelt keys, missing keys last."""
    return (
        detail["loc"][-1:] != ("deck",),
        detail["type"] != "extra_forbidden",
        detail["type"] == "missing",
    )


def _place(document: dict[str, Any], loc: tuple[int | str, ...]) -> str:
    """Return the place in the file, counted from 1: 'card "nap-hammer", ability 1, do 2, on: '."""
    if len(loc) < 2:
        return ""
    kind, number, *rest = loc
    table = document[str(kind)][number]
    name = table.get("id") if isinstance(table, dict) else None
    parts = [f'{kind} "{quoted(name)}"' if isinstance(name, str) else f"{kind} {int(number) + 1}"]
    for before, part in pairwise((number, *rest)):
        if isinstance(part, int):
            parts[-1] += f" {part + 1}"
        # A tag after a number separates the members of a union; it is in no file.
        elif not (isinstance(before, int) and part in _TAGS):
            parts.append(quoted(part))
    return ", ".join(parts) + ": "


def _reason(detail: ErrorDetails) -> str:
    value = detail["input"]
    context = detail.get("ctx", {})
    match detail["type"]:
        case "extra_forbidden":
            return f'no field "{quoted(str(detail["loc"][-1]))}" here.{_known_keys(detail)}'
        case "list_type" if len(detail["loc"]) == 1:
            kind = detail["loc"][0]
            return f"{kind} is written with double brackets, as [[{kind}]]"
        case "missing":
            return "this field is missing"
        case "unknown_word":
            return detail["msg"]
        case "literal_error":
            words = re.findall(r"'([^']*)'", context["expected"]) or [context["expected"]]
            return f"{written(value)} is not possible.{suggestion(value, words)}"
        case "multiple_of":
            step = context["multiple_of"]
            if not 0 <= value <= MAX_COST:
                return f"{written(value)} is too {'large' if value > 0 else 'small'} for a price"
            low = value // step * step
            return f"{value:_} is not a multiple of {step:_}; {low:_} and {low + step:_} are"
        case "greater_than_equal":
            return f"{written(value)} is too small; the minimum is {context['ge']}"
        case "less_than_equal":
            return f"{written(value)} is too large; the maximum is {context['le']:_}"
        case "too_long":
            return f"{context['actual_length']} entries are too many"
        case "string_too_long":
            return f"{len(value)} characters are too many; the maximum is {context['max_length']}"
        case "union_tag_not_found" | "union_tag_invalid":
            return _effect_reason(value)
        case known if known in _NEEDED:
            return f"{_NEEDED[known]} is needed, not {written(value)}"
        case _:
            return detail["msg"]


def _known_keys(detail: ErrorDetails) -> str:
    """Suggest keys of the table in which the unknown key stands."""
    above = [part for part in detail["loc"][:-1] if isinstance(part, str)]
    if not above:
        table: type[Table] = FileTable
    elif len(above) == 1:
        table = _KINDS[above[0]]
    else:
        table = _UNDER[above[-1]]
    keys = [field.alias or name for name, field in table.model_fields.items()]
    return suggestion(detail["loc"][-1], keys)


def _effect_reason(table: object) -> str:
    """Return why a table is not an effect."""
    if not isinstance(table, dict):
        return f"an effect is a table like {{ heal = 2 }}, not {written(table)}"
    present = [key for key in EFFECT_KEYS if key in table]
    if len(present) > 1:
        return f"one effect to a table, not {' and '.join(present)} together"
    if present == ["move"]:
        return f"no way to move {written(table['move'])}.{suggestion(table['move'], MOVES)}"
    for key in table:
        near = suggestion(key, EFFECT_KEYS)
        if near.startswith(" Did"):
            return f'no effect "{quoted(key)}".{near}'
    return f"no effect in it. It can be {', '.join(EFFECT_KEYS)}."
