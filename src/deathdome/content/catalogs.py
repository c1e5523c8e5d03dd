"""Loads card files into the one catalog that a match is played with."""

from __future__ import annotations

import hashlib
import json
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final

from deathdome.content.audit import audit, audit_bundled
from deathdome.content.card_files import Entry, read_entries
from deathdome.content.compile import compile_catalog
from deathdome.content.locate import data_folder
from deathdome.model.effects import Effect

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.catalog import Catalog

# In this order, because an item's number is its place in the catalog.
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
# The name and text of a card make no difference in play (EQUIP-10); the place of an ability
# follows from the card.
_NOT_PLAYED: Final = frozenset({"name", "text", "style", "timing", "place"})


def load_catalog(*extra_paths: Path | str) -> Catalog:
    """The bundled cards, and after them those of `extra_paths`, checked and compiled.

    Without extra files the same catalog every time. Takes about a tenth of a second at first.

    Raises:
        ContentError: a file cannot be used; the text names file, card, field and a remedy.
    """
    if not extra_paths:
        return _bundled_catalog()
    extra = chain.from_iterable(read_entries(Path(path), str(path)) for path in extra_paths)
    entries = [*bundled_entries(), *extra]
    audit(entries)
    return catalog_of(entries)


def fingerprint(catalog: Catalog) -> str:
    """16 hex digits that differ when anything differs that matters in play.

    Names, texts and the layout of the files do not; the order of the cards does, because their
    numbers follow from it.
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
    """A record as plain JSON values, without what is as by default.

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
    entries = bundled_entries()
    audit_bundled(entries)
    audit(entries)
    return catalog_of(entries)


@cache
def bundled_entries() -> tuple[Entry, ...]:
    """The tables of the cards that come with the game, in the order of the files."""
    folder = data_folder() / "cards"
    found = (read_entries(folder / f"{name}.toml", f"cards/{name}.toml") for name in BUNDLED)
    return tuple(replace(entry, ours=True) for entry in chain.from_iterable(found))


def catalog_of(entries: Sequence[Entry]) -> Catalog:
    """The catalog of tables that have passed the audit."""
    catalog = compile_catalog(entries)
    return replace(catalog, fingerprint=fingerprint(catalog))
