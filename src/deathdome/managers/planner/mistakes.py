"""Human mistakes of rookie and regular: they overlook, overrate and forget.

They are drawn once a round from the manager's seed alone, so they reveal no hand. An imagined
position stores them in its setup (season.py), where every part of the judgement finds them. The
level then plays the best plan, or nearly, by that judgement.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache, reduce
from operator import or_
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.model.actions import RELEASE, ActionKind, a_of, kind_of
from deathdome.model.effects import ToBase
from deathdome.model.state import UNITS_PER_TEAM

if TYPE_CHECKING:
    from deathdome.managers.planner.weights import Level
    from deathdome.model.actions import Action
    from deathdome.model.catalog import Ability, Catalog
    from deathdome.model.observation import Observation


KEPT: Final = 2  # units that it always thinks of, if so many are left


class Mistakes(NamedTuple):
    """Mistakes of one team in one round."""

    overlooked: frozenset[int] = frozenset()  # enemies that it sees neither as threat nor as target
    missed: frozenset[int] = frozenset()  # control points of others that it does not see
    forgotten: frozenset[int] = frozenset()  # own units that it does not think of
    no_release: bool = False  # it does not think of units in jail
    overrates: float = 1.0  # factor on the value of an enemy's wounds and death


NO_MISTAKES: Final = Mistakes()


def mistakes_in(seen: Observation, level: Level, seed: int) -> Mistakes:
    """Return the mistakes of a level in the round of a position.

    It sees what is next to its units. With only one unit left it thinks of those in jail. Where the
    match may be won, in the last round or against a last unit, it looks at everything.
    """
    units = range(len(seen.space))
    standing = Counter(unit // UNITS_PER_TEAM for unit in units if seen.space[unit] >= 0)
    lasts = [team for team in standing if team != seen.seat and standing[team] == 1]
    if seen.round >= seen.setup.rounds or lasts:
        return NO_MISTAKES._replace(overrates=level.overrates)
    series, terrain = seen.setup.series, seen.setup.terrain
    rng = Random(f"{seed}/mistakes/{series.match if series else 0}/{seen.round}")
    # The number of draws never depends on the position.
    no_release = rng.random() < level.forgets
    draws = [rng.random() for _ in seen.space]
    points = [rng.random() for _ in seen.owners]
    mine = [unit for unit in units if unit // UNITS_PER_TEAM == seen.seat]
    near = reduce(
        or_, (terrain.within(seen.space[unit], 1) for unit in mine if seen.space[unit] >= 0), 0
    )
    thinkable = sorted(
        (unit for unit in mine if seen.space[unit] >= 0), key=lambda unit: draws[unit]
    )
    return Mistakes(
        frozenset(
            unit
            for unit in units
            if unit not in mine
            and draws[unit] < level.overlooks
            and (seen.space[unit] < 0 or not near >> seen.space[unit] & 1)
        ),
        frozenset(
            index
            for index, space in enumerate(seen.setup.board.points)
            if points[index] < level.overlooks and not near >> space & 1
        ),
        frozenset(
            unit
            for unit in thinkable[: max(0, len(thinkable) - KEPT)]
            if draws[unit] < level.forgets
        ),
        no_release and len(thinkable) > 1,
        level.overrates,
    )


def frees_units(catalog: Catalog, action: Action) -> bool:
    """Return True if an action takes units out of jail."""
    kind = kind_of(action)
    if kind is ActionKind.USE:
        return _opens(catalog.abilities[a_of(action)])
    if kind is ActionKind.PLAY:
        return a_of(action) in _openers(catalog)
    return action == RELEASE


@lru_cache(maxsize=16)
def _openers(catalog: Catalog) -> frozenset[int]:
    """Return the power cards that take units out of jail."""
    return frozenset(
        index
        for index, card in enumerate(catalog.power_cards)
        if any(_opens(ability) for ability in card.abilities)
    )


def _opens(ability: Ability) -> bool:
    return any(isinstance(effect, ToBase) for effect in ability.do)
