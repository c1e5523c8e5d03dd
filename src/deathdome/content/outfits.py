"""Outfits of the store, read once a process.

`data/outfits.toml` has those that a player is offered, `data/managers/outfits.toml` the measured
ones that planning managers draw from.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from deathdome.bundled import data_folder
from deathdome.errors import ContentError
from deathdome.model.ruleset import EDITION_2021
from deathdome.model.vocabulary import UnitType
from deathdome.toml.files import parse_toml, read_text
from deathdome.toml.words import suggestion, text_problem, written

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deathdome.model.catalog import Catalog, Item

_FILE: Final = "outfits.toml"
_MANAGERS: Final = "managers/outfits.toml"
NUMBER: Final = 3  # outfits for a player, on the keys 1 to 3
_KEYS: Final = ("name", "about", "places", "extras", "weight")
_LONGEST: Final = {"name": 12, "about": 26}  # letters
MOST: Final = 1_000  # of a weight
_TYPES: Final = {kind.value: kind for kind in UnitType}


@dataclass(frozen=True, slots=True)
class Place:
    """One card of an outfit: its bearer, and the cards that will do, best first."""

    bearer: UnitType
    cards: tuple[str, ...]  # ids


@dataclass(frozen=True, slots=True)
class OutfitPlan:
    """An outfit that a team can buy."""

    id: str  # as plain mode calls it
    name: str
    about: str
    places: tuple[Place, ...]  # in the order of purchase; the purse pays for all
    extras: tuple[Place, ...] = ()  # for the credits that are left
    weight: float = 1.0  # how often managers draw it, relative to the others


@cache
def outfit_plans() -> tuple[OutfitPlan, ...]:
    """Return the recommended outfits, in the order of their keys.

    Raises:
        ContentError: the file is missing or damaged; names the line.
    """
    plans = _read(_FILE)
    if len(plans) != NUMBER:
        raise ContentError(f"{_FILE}:1: {len(plans)} outfits; there must be {NUMBER}")
    return plans


@cache
def managers_outfits() -> tuple[OutfitPlan, ...]:
    """Return the outfits that planning managers draw from.

    Raises:
        ContentError: the file is missing or damaged; names the line.
    """
    return _read(_MANAGERS)


def _read(file: str) -> tuple[OutfitPlan, ...]:
    from deathdome.content.catalogs import load_catalog

    return parse_outfits(read_text(data_folder() / file, file), load_catalog(), file)


def parse_outfits(text: str, catalog: Catalog, file: str = _FILE) -> tuple[OutfitPlan, ...]:
    """Parse the text of a file of outfits; its cards are those of the catalog.

    Raises:
        ContentError: it is not TOML, or an outfit cannot be bought.
    """
    document = parse_toml(text, file)
    items = {item.id: item for item in catalog.items}
    return tuple(_Reader(file, text, items).outfit(name, table) for name, table in document.items())


class _Reader:
    """Outfits of one file."""

    def __init__(self, file: str, text: str, items: Mapping[str, Item]) -> None:
        self._file = file
        self._lines = text.split("\n")
        self._items = items

    def outfit(self, name: str, table: object) -> OutfitPlan:
        """Return an outfit from its table."""
        if not isinstance(table, dict):
            raise self._error(name, "", -1, f"an outfit is a table [{name}]")
        for key in table:
            if key not in _KEYS:
                raise self._error(name, key, -1, f'no key "{key}".{suggestion(key, _KEYS)}')
        for key, most in _LONGEST.items():
            if problem := text_problem(table.get(key), 1, most):
                raise self._error(name, key, -1, problem)
        places = self._places(name, "places", table)
        extras = self._places(name, "extras", table)
        dearest = sum(max(self._items[card].cost for card in place.cards) for place in places)
        if not places or dearest > EDITION_2021.start_credits:
            reason = f"the cards cost {dearest:,} credits; 1 to {EDITION_2021.start_credits:,} fit"
            raise self._error(name, "places", -1, reason)
        weight = table.get("weight", 1.0)
        if isinstance(weight, bool) or not isinstance(weight, int | float) or not 0 < weight < MOST:
            reason = f"a number above 0 and below {MOST} is needed, not {written(weight)}"
            raise self._error(name, "weight", -1, reason)
        return OutfitPlan(name, table["name"], table["about"], places, extras, float(weight))

    def _places(self, name: str, key: str, table: Mapping[str, object]) -> tuple[Place, ...]:
        rows = table.get(key, [])
        if not isinstance(rows, list):
            raise self._error(name, key, -1, f"a list of places is needed, not {written(rows)}")
        for number, row in enumerate(rows):
            if problem := _problem(row, self._items):
                raise self._error(name, key, number, problem)
        return tuple(Place(_TYPES[row[0]], tuple(row[1:])) for row in rows)

    def _error(self, name: str, key: str, number: int, reason: str) -> ContentError:
        """Return `outfits.toml:12: close, places 3: ...`; number -1 is the whole value."""
        lines = self._lines
        start = _line_of(lines, 0, rf"\s*\[\s*[\"']?{re.escape(name)}[\"']?\s*\]")
        first = _line_of(lines, start, rf"\s*[\"']?{re.escape(key)}[\"']?\s*=") if key else start
        rows = [at for at in range(first + 1, len(lines)) if lines[at].lstrip().startswith("[")]
        line = rows[number] if 0 <= number < len(rows) else first
        place = f"{name}{f', {key}' if key else ''}{f' {number + 1}' if number >= 0 else ''}"
        return ContentError(f"{self._file}:{line + 1}: {place}: {reason}")


def _problem(row: object, items: Mapping[str, Item]) -> str:
    """Return why a row is not a place of an outfit, or ""."""
    if not isinstance(row, list) or len(row) < 2:
        return f"a place is a list of a unit type and cards, not {written(row)}"
    bearer, *cards = row
    if bearer not in _TYPES:
        return f"no unit type {written(bearer)}.{suggestion(bearer, _TYPES)}"
    for card in cards:
        if not isinstance(card, str) or card not in items:
            return f"no item {written(card)}.{suggestion(card, items)}"
        deck = items[card].deck.value
        if deck in _TYPES and deck != bearer:
            return f"{card} is for a {deck}, not for a {bearer}"
    return ""


def _line_of(lines: list[str], start: int, pattern: str) -> int:
    """Return the number of the first line from `start` on that matches, or `start`."""
    opening = re.compile(pattern)
    return next((at for at in range(start, len(lines)) if opening.match(lines[at])), start)
