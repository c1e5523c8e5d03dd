"""Convicts: the names that the units of a match have, chosen by its cosmetic seed.

A unit of the registry gets a first name, a nickname and a surname from the pool of its type. A
character keeps its printed name. The engine knows nothing of either.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import TypeAlias

    from deathdome.model.observation import Observation
    from deathdome.model.state import Setup
    from deathdome.model.vocabulary import UnitType

    Pools: TypeAlias = "Mapping[UnitType, Sequence[Convict]]"


class Convict(NamedTuple):
    """The name of one unit in one match."""

    first: str
    nickname: str
    surname: str

    @property
    def full(self) -> str:
        """Return 'Bruna "Load-Bearing" Oakes'."""
        return f'{self.first} "{self.nickname}" {self.surname}'


class Convicts:
    """The names of all units of a match; without pools a unit is called by its type.

    A unit that has a printed name, or none from a pool, answers to `Character.name` everywhere.
    """

    def __init__(self, setup: Setup, cosmetic_seed: int = 0, pools: Pools | None = None) -> None:
        self.setup = setup
        self._seed = cosmetic_seed
        self._pools = pools or {}
        self._by_unit = _cast(setup, cosmetic_seed, self._pools)

    def of(self, setup: Setup) -> Convicts:
        """Return the names in another setup of the same match, whose characters may be others."""
        return self if setup is self.setup else Convicts(setup, self._seed, self._pools)

    def surname(self, unit: int) -> str:
        """Return 'Oakes', for sentences that name the team as well."""
        convict = self._by_unit.get(unit)
        return self.setup.units[unit].name if convict is None else convict.surname

    def nickname(self, unit: int) -> str:
        """Return 'Load-Bearing', as the announcer says it."""
        convict = self._by_unit.get(unit)
        return self.setup.units[unit].name if convict is None else convict.nickname

    def full(self, unit: int) -> str:
        """Return 'Bruna "Load-Bearing" Oakes', for the panel and the results."""
        convict = self._by_unit.get(unit)
        return self.setup.units[unit].name if convict is None else convict.full

    @cached_property
    def surnames(self) -> tuple[str, ...]:
        """Names of all units, by their number."""
        return tuple(map(self.surname, range(len(self.setup.units))))

    @cached_property
    def named(self) -> Setup:
        """The setup for sentences: `unit_name` of it is "Red's Oakes"."""
        if not self._by_unit:
            return self.setup
        units = list(self.setup.units)
        for unit, convict in self._by_unit.items():
            units[unit] = replace(units[unit], name=convict.surname)
        return replace(self.setup, units=tuple(units))

    def view(self, seen: Observation) -> Observation:
        """Return the observation with `named`, for the sentences about it."""
        named = self.of(seen.setup).named
        return seen if named is seen.setup else replace(seen, setup=named)


def _cast(setup: Setup, seed: int, pools: Pools) -> dict[int, Convict]:
    """Choose a name for each unit of the registry; none is chosen twice.

    Every pool is shuffled by hashes of its surnames, so that a longer pool changes few names.
    """
    found: dict[int, Convict] = {}
    waiting: dict[UnitType, list[Convict]] = {}
    for unit, character in enumerate(setup.units):
        if character not in setup.catalog.registry or character.types[0] not in pools:
            continue
        kind = character.types[0]
        if kind not in waiting:
            waiting[kind] = sorted(
                pools[kind], key=lambda one: sha256(f"{seed}/{one.surname}".encode()).digest()
            )
        if waiting[kind]:
            found[unit] = waiting[kind].pop()
    return found
