"""Names of characters and powers, and the reading of a name that a person typed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from deathdome.powerdome.model.dome import CharacterId, Dome
    from deathdome.powerdome.model.tome import Tome

_BLANKS = re.compile(r"[\W_]+")


def folded(name: str) -> str:
    """Return a name without capitals, punctuation and double blanks, for comparison."""
    return _BLANKS.sub(" ", name.replace("'", "").replace("\u2019", "").casefold()).strip()


def character_names(dome: Dome, seats: Sequence[str]) -> list[str]:
    """Return the names of all characters: players by seat, allies as "Hound" and "Hound 2"."""
    found = list(seats)
    taken = set(map(folded, seats))
    for ally in dome.characters[dome.seats :]:
        name = first = dome.tome.allies[ally.kind].name
        nth = 1
        while folded(name) in taken:
            nth += 1
            name = f"{first} {nth}"
        taken.add(folded(name))
        found.append(name)
    return found


def characters_by_name(dome: Dome, seats: Sequence[str]) -> Mapping[str, CharacterId]:
    """Return all characters by their folded names; players come before allies."""
    found: dict[str, CharacterId] = {}
    for who, name in enumerate(character_names(dome, seats)):
        found.setdefault(folded(name), who)
    return found


def powers_by_name(tome: Tome) -> Mapping[str, int]:
    """Return all powers by their folded names, and by their ids."""
    found: dict[str, int] = {}
    for index, power in enumerate(tome.powers):
        found[folded(power.id)] = index
    for index, power in enumerate(tome.powers):
        found[folded(power.name)] = index
    return found


def one_of(words: str, known: Mapping[str, int]) -> int | None:
    """Return what a typed name means: the name itself, or the only one that begins like it."""
    name = folded(words)
    if name in known:
        return known[name]
    if not name:
        return None
    found = {value for key, value in known.items() if begins(key, name)}
    return found.pop() if len(found) == 1 else None


def begins(key: str, name: str) -> bool:
    """Return True if a name, or one of its words, begins with the typed one."""
    return key.startswith(name) or any(word.startswith(name) for word in key.split())


def several(names: Iterable[str]) -> list[str]:
    """Return the names that occur twice when folded; players need different ones."""
    seen: set[str] = set()
    twice = []
    for name in names:
        if folded(name) in seen:
            twice.append(name)
        seen.add(folded(name))
    return twice
