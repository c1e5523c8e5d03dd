"""What an item would do for each unit of a team, if it had it (EQUIP-1 to EQUIP-5)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.model.state import UNITS_PER_TEAM
from deathdome.model.vocabulary import ItemKind
from deathdome.rules.gear import build_gear, may_hold

if TYPE_CHECKING:
    from deathdome.model.observation import Observation
    from deathdome.model.state import Table

_ONE_ONLY: Final = {"armor": ItemKind.ARMOR, "vehicle": ItemKind.VEHICLE}  # EQUIP-2, EQUIP-3


class Ratings(NamedTuple):
    """What a unit has in numbers."""

    strength: int
    movement: int
    toughness: int
    vitae: int
    close: int  # more toughness against close combat weapons
    ranged: int
    hits: int  # strength of the attack that is looked at
    reach: int  # its range


class Outfit(NamedTuple):
    """A unit with and without an item."""

    unit: int
    before: Ratings
    after: Ratings | None  # None: it cannot have it
    refusal: str  # why it cannot, or '' if it can, be it for another item
    instead_of: int  # the item that it would have to give up, or -1


def outfits(seen: Observation, item: int) -> tuple[Outfit, ...]:
    """What the item would do for each of the own units."""
    return _outfits(seen.table, seen.items, seen.seat, item)


@lru_cache(maxsize=64)
def _outfits(
    table: Table, items: tuple[tuple[int, ...], ...], seat: int, item: int
) -> tuple[Outfit, ...]:
    catalog = table.catalog
    now = tuple(tuple(other for other in held if other != item) for held in items)
    found = []
    for unit in range(seat * UNITS_PER_TEAM, (seat + 1) * UNITS_PER_TEAM):
        held = [catalog.items[other] for other in now[unit]]
        no = may_hold(table.units[unit], held, catalog.items[item])
        instead = -1
        refused = no[0] if no else ""
        if refused in ("full", *_ONE_ONLY):
            # One armor or vehicle makes room for another, even where the hands are full.
            kind = catalog.items[item].kind
            if kind in _ONE_ONLY.values():
                same = [other for other in now[unit] if catalog.items[other].kind is kind]
                instead = same[0] if same else -1
            if instead >= 0:
                refused = ""
        before = _ratings(table, now, unit, -1)
        if refused:
            found.append(Outfit(unit, before, None, refused, -1))
            continue
        kept = (*(other for other in now[unit] if other != instead), item)
        then = (*now[:unit], kept, *now[unit + 1 :])
        found.append(Outfit(unit, before, _ratings(table, then, unit, item), "", instead))
    return tuple(found)


def _ratings(table: Table, items: tuple[tuple[int, ...], ...], unit: int, weapon: int) -> Ratings:
    """The ratings of a unit, and its attack with the weapon, or with its strongest one."""
    gear = build_gear(table, items)
    arms = [arm for arm in gear.arms[unit] if arm.item == weapon] or gear.arms[unit]
    arm = max(arms, key=lambda arm: (arm.strength, arm.range))
    return Ratings(
        gear.strength[unit],
        gear.movement[unit],
        gear.toughness[unit],
        gear.vitae[unit],
        gear.tough_close[unit],
        gear.tough_ranged[unit],
        arm.strength,
        arm.range,
    )
