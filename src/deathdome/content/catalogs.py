"""Load the cards of the game and of card files as the catalog of a match."""

from __future__ import annotations

import hashlib
import json
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final

from deathdome.bundled import data_folder
from deathdome.content.compiled import compiled_catalog
from deathdome.model.effects import Effect

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.content.card_files import Entry
    from deathdome.model.catalog import Catalog

# In this order: the number of an item is its index in the catalog.
BUNDLED: Final = (
    "warrior",
    "gunner",
    "scout",
    "medic",
    "armor",
    "vehicle",
    "equipment",
    "power",
    "registry",
    "characters",
    "tokens",
)
# Names and texts of cards do not matter in play (EQUIP-10); the place of an ability follows from
# the card.
_NOT_PLAYED: Final = frozenset(
    {"name", "text", "ability_name", "quote", "style", "timing", "place"}
)


def load_catalog(*extra_paths: Path | str) -> Catalog:
    """Return the bundled cards and those of `extra_paths`, checked and compiled.

    Without extra files every call returns the same catalog.

    Raises:
        ContentError: a file cannot be used; the text names file, card, field and a remedy.
    """
    if not extra_paths:
        return _bundled_catalog()
    from deathdome.content.card_checks import audit
    from deathdome.content.card_files import read_entries

    extra = chain.from_iterable(read_entries(Path(path), str(path)) for path in extra_paths)
    entries = [*bundled_entries(), *extra]
    audit(entries)
    return catalog_of(entries)


def fingerprint(catalog: Catalog) -> str:
    """Return 16 hex digits that change with everything that matters in play.

    Names, texts and the layout of the files do not matter; the order of the cards does, because it
    determines their numbers.
    """
    printed = (
        catalog.items,
        catalog.power_cards,
        catalog.registry,
        catalog.characters,
        catalog.tokens,
    )
    text = json.dumps(_canonical(printed), separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _canonical(value: object) -> object:
    """Return a record as plain JSON values, without default values.

    So a new field of a record does not change the fingerprint of cards that do not use it.
    """
    if is_dataclass(value):
        plain = {
            field.name: _canonical(getattr(value, field.name))
            for field in fields(value)
            if field.name not in _NOT_PLAYED and getattr(value, field.name) != field.default
        }
        return {**plain, "verb": value.effect_kind.name} if isinstance(value, Effect) else plain
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, tuple):
        return [_canonical(part) for part in value]
    return value


@cache
def _bundled_catalog() -> Catalog:
    return compiled_catalog() or catalog_of_files()


def catalog_of_files() -> Catalog:
    """Return the catalog of the bundled card files, checked and compiled again.

    Raises:
        ContentError: a file cannot be used.
    """
    from deathdome.content.card_checks import audit, audit_bundled

    entries = bundled_entries()
    audit_bundled(entries)
    audit(entries)
    return catalog_of(entries)


@cache
def bundled_entries() -> tuple[Entry, ...]:
    """Return the tables of the bundled cards, in the order of the files."""
    from deathdome.content.card_files import read_entries

    folder = data_folder() / "cards"
    found = (read_entries(folder / f"{name}.toml", f"cards/{name}.toml") for name in BUNDLED)
    return tuple(replace(entry, ours=True) for entry in chain.from_iterable(found))


def catalog_of(entries: Sequence[Entry]) -> Catalog:
    """Return the catalog of tables that have passed the audit."""
    from deathdome.content.card_compiler import compile_catalog

    catalog = compile_catalog(entries)
    return replace(catalog, fingerprint=fingerprint(catalog))
