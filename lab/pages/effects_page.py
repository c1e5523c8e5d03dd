"""docs/effects.md: the prose of its template, with tables made of the vocabulary and the cards."""

from __future__ import annotations

import ast
import inspect
import itertools
import re
import types
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic_core import PydanticUndefined

from deathdome.content.card_schema import (
    EFFECT_KEYS,
    EFFECTS,
    MOVES,
    AbilityTable,
    ConditionTable,
    PickTable,
    Table,
    UnitTable,
    WeaponTable,
)
from deathdome.content.words import CAUSES, DURATIONS, RATINGS, SOURCES, TARGETS, TRIGGERS
from deathdome.model.vocabulary import (
    ALLOW_NAMES,
    DENY_NAMES,
    Allow,
    Cause,
    Deny,
    EffectKind,
    Gain,
    Grant,
    ItemKind,
    Per,
    Period,
    Rating,
    Role,
    Shape,
    Target,
    Trigger,
    Until,
    WeaponKind,
    Zone,
)
from deathdome.toml.words import by_value
from lab.pages.markdown import table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from pydantic.fields import FieldInfo

    from deathdome.content.card_files import Entry

# Obvious defaults.
_UNSAID: Final[tuple[object, ...]] = (PydanticUndefined, None, [])
_MARK: Final = re.compile(r"^<!-- (\w+) -->$", re.MULTILINE)
# Values from a list, with the list; long lists have a table of their own.
_LISTS: Final[dict[type[Enum], Iterable[str] | str]] = {
    Allow: "a permission",
    Deny: "a denial",
    Target: "a target",
    Until: "a duration",
    Trigger: "a trigger",
    Role: "a role",
    Zone: "a zone",
    Cause: CAUSES,
    Gain: by_value(Gain),
    Grant: by_value(Grant),
    Per: by_value(Per),
    Period: by_value(Period),
    Rating: RATINGS,
    Shape: by_value(Shape),
    WeaponKind: by_value(WeaponKind),
    ItemKind: by_value(ItemKind),
}


def effects_page(template: str, entries: Sequence[Entry]) -> str:
    """Return the template with every `<!-- name -->` replaced by the table of that name."""
    tables = _Tables(Uses(entries))
    return _MARK.sub(lambda mark: getattr(tables, mark[1])(), template)


class _Tables:
    """One method for each mark of the template."""

    def __init__(self, uses: Uses) -> None:
        self._uses = uses

    def counts(self) -> str:
        return (
            f"{len(TRIGGERS)} triggers, {len(ConditionTable.model_fields)} conditions, 1 selector, "
            f"{len(EFFECT_KEYS)} effects, {len(DURATIONS)} durations, {len(Period)} limit periods."
        )

    def ability(self) -> str:
        rows = [[_code(key), _default(field), note] for key, field, note in _fields(AbilityTable)]
        return table(["key", "default", "meaning"], rows)

    def roles(self) -> str:
        return self._words("role", SOURCES, ("who", "by", "side"))

    def targets(self) -> str:
        return self._words("target", TARGETS, ("on", "from_", "with_"))

    def zones(self) -> str:
        return self._words("zone", by_value(Zone), ("zone",))

    def triggers(self) -> str:
        rows = []
        for word, trigger in TRIGGERS.items():
            moment, _, units = notes(Trigger)[trigger.name].partition(" Subject: ")
            subject, _, source = units.rstrip(".").partition(". Source: ")
            used = _cards(self._uses.of_word(trigger, "when"))
            rows.append([_code(word), _class(trigger), moment, subject, source or "none", used])
        head = ["name", "class", "exact moment", "subject", "source", "used by"]
        return table(head, rows)

    def conditions(self) -> str:
        rows = [
            [_code(key), _values(field), note, _cards(self._uses.of_key(ConditionTable, name))]
            for name, (key, field, note) in zip(
                ConditionTable.model_fields, _fields(ConditionTable), strict=True
            )
        ]
        return table(["name", "values", "holds when", "used by"], rows)

    def pick(self) -> str:
        everybody = f"All cards with a `pick`: {_cards(self._uses.of_table(PickTable))}."
        return f"{self._keys(PickTable)}\n\n{everybody}"

    def effects(self) -> str:
        rows = []
        for name, kind in EFFECTS.items():
            key = "move" if name in MOVES else name
            (_, main, _), *others = sorted(_fields(kind), key=lambda field: field[0] != key)
            parameters = "; ".join(
                f"{_code(other)}: {_values(field)}"
                + ("" if field.default in _UNSAID else f" ({_default(field)})")
                for other, field, _ in others
                if other != "if"
            )
            note = notes(EffectKind)[EffectKind[name.upper()].name]
            used = _cards(self._uses.of_table(kind))
            rows.append([f"{_code(key)} = {_values(main)}", parameters or "none", note, used])
        return table(["effect", "parameters (default)", "exact meaning", "used by"], rows)

    def allow(self) -> str:
        return self._words("name", ALLOW_NAMES, ("allow",))

    def deny(self) -> str:
        return self._words("name", DENY_NAMES, ("deny",))

    def until(self) -> str:
        rows = [["(absent on `always`)", notes(Until)["FOREVER"], ""]]
        rows += self._rows(DURATIONS, ("until",))
        return table(["`until`", "meaning", "used by"], rows)

    def limits(self) -> str:
        return self._words("`per`", by_value(Period), ("per",))

    def weapon(self) -> str:
        return self._keys(WeaponTable)

    def shapes(self) -> str:
        return self._words("`shape`", by_value(Shape), ("shape",))

    def _keys(self, keyed: type[Table]) -> str:
        """Return the keys of a table, with the cards that use those with a default."""
        rows = []
        for name, (key, field, note) in zip(keyed.model_fields, _fields(keyed), strict=True):
            used = [] if field.is_required() else self._uses.of_key(keyed, name)
            rows.append([_code(key), _values(field), _default(field), note, _cards(used)])
        return table(["key", "values", "default", "meaning", "used by"], rows)

    def _words(self, head: str, words: Mapping[str, Enum], keys: tuple[str, ...]) -> str:
        return table([head, "meaning", "used by"], self._rows(words, keys))

    def _rows(self, words: Mapping[str, Enum], keys: tuple[str, ...]) -> list[list[str]]:
        return [
            [_code(word), notes(type(member))[str(member.name)], self._by(member, keys)]
            for word, member in words.items()
        ]

    def _by(self, member: Enum, keys: tuple[str, ...]) -> str:
        return _cards(self._uses.of_word(member, *keys))


def _class(trigger: Trigger) -> str:
    if trigger is Trigger.ALWAYS:
        return "constant"
    return "event" if trigger >= Trigger.DECLARED else "window"


def _fields(keyed: type[Table]) -> list[tuple[str, FieldInfo, str]]:
    """Return (key, field, note) of each field, in order."""
    return [
        (field.alias or name, field, notes(keyed).get(name, ""))
        for name, field in keyed.model_fields.items()
    ]


def _default(field: FieldInfo) -> str:
    value = field.default
    if value is None or value == []:
        return "none"
    return "required" if value is PydanticUndefined else _word(value)


def _values(field: FieldInfo) -> str:
    """Return the possible values of a field: 'a number', '"close", "ranged"', 'a duration'."""
    return _of(field.annotation)


def _of(annotation: Any) -> str:
    origin = get_origin(annotation)
    parts = [part for part in get_args(annotation) if part is not type(None)]
    if origin is Annotated:
        return _of(parts[0])
    if origin in (Union, types.UnionType):
        return " or ".join(_of(part) for part in parts)
    if origin is list:
        return f"a list of {_of(parts[0])}"
    if origin is Literal:
        return ", ".join(_word(part) for part in parts)
    if issubclass(annotation, BaseModel):
        return "a table"
    words = _LISTS.get(annotation, _PLAIN.get(annotation, ""))
    return words if isinstance(words, str) else ", ".join(map(_word, words))


_PLAIN: Final[dict[type, str]] = {int: "a number", bool: "true or false", str: "an id"}


def _word(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case Enum():
            return f'"{value.value}"'
        case str():
            return f'"{value}"'
        case _:
            return str(value)


def _code(word: str) -> str:
    return f"`{word}`"


def _cards(ids: Sequence[str]) -> str:
    """Return '3: nap-hammer, whoopee-maul, leech-flail'; '' for none."""
    return f"{len(ids)}: {', '.join(ids)}" if ids else ""


@cache
def notes(described: type) -> dict[str, str]:
    """Map members or fields to their notes, each on one line, without those that have none."""
    tree = ast.parse(inspect.getsource(described))
    body = next(node for node in tree.body if isinstance(node, ast.ClassDef)).body
    found = {}
    for member, below in itertools.pairwise(body):
        match member, below:
            case (
                ast.Assign(targets=[ast.Name(name)]) | ast.AnnAssign(target=ast.Name(name)),
                ast.Expr(ast.Constant(str(text))),
            ):
                found[name] = " ".join(text.split())
            case _:
                pass
    return found


_ANY = object()  # means a key with any value


class Uses:
    """Index of every key on a card, and of every word under it."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._places: dict[str, set[tuple[type[Table], str, Any]]] = {
            entry.table.id: set(_written(entry.table))
            for entry in entries
            if not isinstance(entry.table, UnitTable)
        }

    def of_table(self, table: type[Table]) -> list[str]:
        """Return the ids of the cards with such a table, in the order of the files."""
        return self._where(lambda kind, _key, _word: kind is table)

    def of_key(self, table: type[Table], key: str) -> list[str]:
        """Return the ids of the cards that have this key of the table."""
        return self._where(lambda kind, written, _word: kind is table and written == key)

    def of_word(self, word: object, *keys: str) -> list[str]:
        """Return the ids of the cards with this word under one of the keys, in any table."""
        return self._where(lambda _kind, key, written: key in keys and written is word)

    def _where(self, fits: Callable[[type[Table], str, Any], bool]) -> list[str]:
        return [
            card for card, places in self._places.items() if any(fits(*place) for place in places)
        ]


def _written(table: Table) -> Iterator[tuple[type[Table], str, Any]]:
    """Yield (table, key, word) for everything in a table and in those inside it."""
    for key in sorted(table.model_fields_set):
        value = getattr(table, key)
        yield type(table), key, _ANY
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, Table):
                yield from _written(part)
            elif isinstance(part, Enum):
                yield type(table), key, part
