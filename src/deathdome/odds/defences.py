"""Defences against an attack: abilities of unseen cards, and equipment.

A power card adds its number, or its ability takes effect (CARD-3). A hidden hand may hold any
unseen cards; the remaining uses of equipment are public.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.model.catalog import Pick
from deathdome.model.effects import Condition, Forbid, Modify
from deathdome.model.vocabulary import Deny, Rating, Role, Trigger, WeaponKind
from deathdome.odds.pool import Kind, Pool, merged
from deathdome.rules.abilities import usable, within_limit
from deathdome.rules.attack.cards import units_hit
from deathdome.rules.gear import hands_of, usable_zone
from deathdome.rules.targeting import window_context

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.catalog import Ability, Catalog
    from deathdome.model.frames import Attack
    from deathdome.model.state import State

KINDS: Final = (None, *WeaponKind)


def defence_of(ability: Ability) -> tuple[int, bool]:
    """Return (toughness that an ability adds to one attack, True if it prevents all wounds)."""
    more, spares = 0, False
    for effect in ability.do:
        if isinstance(effect, Modify) and effect.rating is Rating.TOUGHNESS:
            more += effect.n
        elif isinstance(effect, Forbid) and effect.deny & Deny.WOUNDS:
            spares = True
    return max(0, more), spares


class CardEffects(NamedTuple):
    """Effects of power cards for a unit attacked by one kind of weapon."""

    # Per card: possible additions, ascending, and True if it spares a unit.
    effects: tuple[tuple[tuple[int, ...], bool], ...]
    unsure: bool  # True if a card depends on more than the kind of weapon

    @property
    def worth(self) -> tuple[int, ...]:
        """Maximum addition of each card."""
        return tuple(adds[-1] for adds, _ in self.effects)

    @property
    def sparing(self) -> tuple[int, ...]:
        """Cards that prevent all wounds of a unit."""
        return tuple(card for card, (_, spares) in enumerate(self.effects) if spares)


@lru_cache(maxsize=16)
def cards_against(catalog: Catalog) -> dict[WeaponKind | None, CardEffects]:
    """Return the defences of the power cards against each kind of weapon."""
    hands = hands_of(catalog)
    listening = hands.by_trigger[Trigger.DEFEND]
    unsure = any(not _by_kind_alone(one) for found in listening.values() for one in found)
    found = {}
    for kind in KINDS:
        effects = []
        for card, number in enumerate(hands.values):
            fitting = [one for one in listening.get(card, ()) if works_against(one, kind)]
            effects.append(_effect(number, fitting))
        found[kind] = CardEffects(tuple(effects), unsure)
    return found


def _effect(number: int, abilities: Sequence[Ability]) -> tuple[tuple[int, ...], bool]:
    """Return the possible additions of a card, ascending, and True if it spares a unit."""
    adds, spares_one = {number}, False
    for ability in abilities:
        more, spares = defence_of(ability)
        spares_one = spares_one or spares
        if more:
            adds.add(more)
    return tuple(sorted(adds)), spares_one


def works_against(ability: Ability, kind: WeaponKind | None) -> bool:
    """Return True if an ability of the card step works against that kind of weapon."""
    condition = ability.condition
    return condition is None or condition.kind is None or condition.kind is kind


def _by_kind_alone(ability: Ability) -> bool:
    """Return True if only the kind of weapon decides about the use of the ability."""
    condition = ability.condition
    plain = condition is None or replace(condition, kind=None) == Condition()
    # A unit of the team to pick always exists: the unit hit.
    picks = ability.pick is None or ability.pick == Pick(side=Role.SELF)
    return plain and ability.limit is None and picks


@lru_cache(maxsize=16)
def card_classes(catalog: Catalog) -> tuple[int, ...]:
    """Group power cards: equal numbers for cards with equal effects in attack and defence."""
    against = cards_against(catalog)
    values = hands_of(catalog).values
    rows = [
        (value, *(against[kind].effects[card] for kind in KINDS))
        for card, value in enumerate(values)
    ]
    return tuple(rows.index(one) for one in rows)


def protection(world: State, unit: int, kind: WeaponKind | None) -> Ability | None:
    """Return equipment of the unit that can prevent all wounds of such an attack once more."""
    abilities = world.gear.windows[unit].get(Trigger.DEFEND)
    if not abilities or world.space[unit] < 0:
        return None
    home = world.setup.terrain.home[unit >> 2]
    for ability in abilities:
        if (
            defence_of(ability)[1]
            and works_against(ability, kind)
            and usable_zone(ability, world.space[unit], home)
            and within_limit(world, ability, -1)
        ):
            return ability
    return None


def spared_once(world: State, unit: int, kind: WeaponKind | None) -> bool:
    """Return True if the unit's equipment can prevent all wounds of such an attack once more."""
    return protection(world, unit, kind) is not None


def defence_pool(state: State, frame: Attack, seat: int, left: Sequence[int]) -> Pool:
    """Return the unseen cards by their effects in a team's card step of the attack.

    `left` is the number of copies of each card.
    """
    cards = cards_against(state.setup.catalog)[frame.declared.kind]
    if not cards.unsure:
        return _pool(cards, tuple(left))
    world, depth = state, next((at for at, on in enumerate(state.stack) if on is frame), -1)
    if depth < 0:
        world, depth = state.copy(), len(state.stack)
        hits = frame.hits or units_hit(state, frame)
        world.stack = (*state.stack, frame._replace(hits=hits))
    context = window_context(world, Trigger.DEFEND, seat, -1, depth)._replace(from_hand=True)
    hands = hands_of(state.setup.catalog)
    listening = hands.by_trigger[Trigger.DEFEND]
    kinds = []
    for card, copies in enumerate(left):
        found = listening.get(card, ()) if copies else ()
        useful = [one for one in found if any(defence_of(one)) and usable(world, one, context)]
        kinds.append(Kind(*_effect(hands.values[card], useful), copies))
    return merged(kinds)


@lru_cache(maxsize=1024)
def _pool(cards: CardEffects, left: tuple[int, ...]) -> Pool:
    return merged(
        [Kind(*effect, copies) for effect, copies in zip(cards.effects, left, strict=True)]
    )


class Unseen:
    """Cards that one seat has not seen, as defences against attacks."""

    def __init__(self, world: State, seat: int) -> None:
        """Count the unseen cards."""
        self._world = world
        left = list(world.deck)
        for other, hand in enumerate(world.hands):
            if other != seat:
                for card in hand:
                    left[card] += 1
        self.left = tuple(left)
        self._unsure = cards_against(world.setup.catalog)[None].unsure
        self._pools: dict[WeaponKind | None, Pool] = {}

    def pool(self, frame: Attack, team: int) -> Pool:
        """Return the unseen cards by their effects in a team's card step of one attack."""
        kind = frame.declared.kind
        found = self._pools.get(kind)
        if found is None or self._unsure:
            found = self._pools[kind] = defence_pool(self._world, frame, team, self.left)
        return found
