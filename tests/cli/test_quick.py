"""A quick match: items are dealt sensibly, and never the same ones twice."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Final

import pytest

from deathdome.cli.sessions import new_referee
from deathdome.model.vocabulary import WeaponKind

if TYPE_CHECKING:
    from deathdome.model.catalog import Item

SEEDS: Final = range(1, 7)
SPECTACLES: Final = "far-sighted-spectacles"  # for ranged weapons alone


@cache
def outfits(seed: int, seats: int) -> tuple[tuple[Item, ...], ...]:
    """Return the items of every unit at the start of a quick match."""
    state = new_referee(["human"] * seats, seed, None, "waspworth", quick=True).state
    items = state.setup.catalog.items
    assert max(state.credits) < min(item.cost for item in items)
    return tuple(tuple(items[index] for index in held) for held in state.items)


@pytest.mark.parametrize("seats", [2, 4])
def test_no_two_quick_matches_deal_the_same_goods(seats: int) -> None:
    dealt = {tuple(tuple(item.id for item in unit) for unit in outfits(s, seats)) for s in SEEDS}
    assert len(dealt) == len(SEEDS)


def test_the_same_seed_deals_the_same_goods_again() -> None:
    first = outfits(3, 2)
    outfits.cache_clear()
    assert outfits(3, 2) == first


@pytest.mark.parametrize("seats", [2, 4])
def test_nobody_is_dealt_spectacles_without_a_weapon_for_them(seats: int) -> None:
    wearers = [
        unit
        for seed in SEEDS
        for unit in outfits(seed, seats)
        if any(item.id == SPECTACLES for item in unit)
    ]
    for unit in wearers:
        assert any(item.weapon and item.weapon.kind is WeaponKind.RANGED for item in unit)
    assert wearers


@pytest.mark.parametrize(("seats", "least"), [(2, 3), (4, 2)])
def test_every_team_is_dealt_something_to_fight_with(seats: int, least: int) -> None:
    for seed, seat in product(SEEDS, range(seats)):
        team = outfits(seed, seats)[seat * 4 : seat * 4 + 4]
        assert sum(any(item.weapon for item in unit) for unit in team) >= least
