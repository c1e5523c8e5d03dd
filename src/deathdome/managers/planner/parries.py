"""What keeps an attacked unit whole besides the numbers on cards: equipment, abilities of cards.

Whether equipment has a use left, everybody sees. Of a hidden hand there is a chance that it has a
card that would do.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.model.vocabulary import Trigger, WeaponKind
from deathdome.odds.attack_odds import defence_of
from deathdome.rules.abilities import within_limit
from deathdome.rules.gear import hands_of, usable_zone

if TYPE_CHECKING:
    from deathdome.model.catalog import Ability, Catalog
    from deathdome.model.state import State

KINDS: Final = (None, *WeaponKind)


class Cards(NamedTuple):
    """What power cards do for a unit attacked with one kind of weapon."""

    worth: tuple[int, ...]  # per card: toughness at most, for its number or its ability
    sparing: tuple[int, ...]  # cards that let a unit take no wounds


@lru_cache(maxsize=16)
def cards_against(catalog: Catalog) -> dict[WeaponKind | None, Cards]:
    """The power cards as answers to each kind of attack."""
    hands = hands_of(catalog)
    found = {}
    for kind in KINDS:
        worth, sparing = list(hands.values), []
        for card, abilities in hands.by_trigger[Trigger.DEFEND].items():
            for ability in abilities:
                if answers(ability, kind):
                    more, spares = defence_of(ability)
                    worth[card] = max(worth[card], more)
                    if spares:
                        sparing.append(card)
        found[kind] = Cards(tuple(worth), tuple(sparing))
    return found


@lru_cache(maxsize=16)
def sorts_of(catalog: Catalog) -> tuple[int, ...]:
    """Per power card the same number for all that are worth the same in attack and defence."""
    against = cards_against(catalog)
    values = hands_of(catalog).values
    told = [
        (value, *((against[kind].worth[card], card in against[kind].sparing) for kind in KINDS))
        for card, value in enumerate(values)
    ]
    return tuple(told.index(one) for one in told)


def answers(ability: Ability, kind: WeaponKind | None) -> bool:
    """Whether an ability of the card step can be used against that kind of weapon."""
    condition = ability.condition
    return condition is None or condition.kind is None or condition.kind is kind


def spared_once(world: State, unit: int, kind: WeaponKind | None) -> bool:
    """Whether the unit has on what lets it take no wounds from such an attack, with a use left."""
    abilities = world.gear.windows[unit].get(Trigger.DEFEND)
    if not abilities or world.space[unit] < 0:
        return False
    home = world.setup.terrain.home[unit >> 2]
    return any(
        defence_of(ability)[1]
        and answers(ability, kind)
        and usable_zone(ability, world.space[unit], home)
        and within_limit(world, ability, -1)
        for ability in abilities
    )


class Unseen:
    """The cards that one seat has not seen, as answers to attacks."""

    def __init__(self, world: State, seat: int) -> None:
        """Counts them."""
        self._against = cards_against(world.setup.catalog)
        left = list(world.deck)
        for other, hand in enumerate(world.hands):
            if other != seat:
                for card in hand:
                    left[card] += 1
        self._left = left
        self._all = sum(left)
        self._pools: dict[WeaponKind | None, tuple[int, ...]] = {}

    def pool(self, kind: WeaponKind | None) -> tuple[int, ...]:
        """How many add 1, 2, 3 ... against that kind of weapon, as `sum_chances` takes them."""
        found = self._pools.get(kind)
        if found is None:
            worth = self._against[kind].worth
            pool = [0] * max(worth)
            for card, copies in enumerate(self._left):
                pool[worth[card] - 1] += copies
            found = self._pools[kind] = tuple(pool)
        return found

    def sparing(self, kind: WeaponKind | None, cards: int) -> float:
        """Chance that so many of them hold one that lets a unit take no wounds."""
        good = sum(self._left[card] for card in self._against[kind].sparing)
        cards = min(cards, self._all)
        return 1 - comb(self._all - good, cards) / comb(self._all, cards) if good else 0.0
