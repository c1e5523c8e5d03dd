"""What defenders may have against an attack: abilities of unseen cards, and equipment.

A power card adds its number, or does what its ability says (CARD-3). Of a hidden hand the unseen
cards tell what it may hold; whether equipment has a use left, everybody sees.
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
    """(toughness that an ability adds for one attack, whether it lets a unit take no wounds)."""
    more, spares = 0, False
    for effect in ability.do:
        if isinstance(effect, Modify) and effect.rating is Rating.TOUGHNESS:
            more += effect.n
        elif isinstance(effect, Forbid) and effect.deny & Deny.WOUNDS:
            spares = True
    return max(0, more), spares


class Cards(NamedTuple):
    """What power cards do for a unit attacked with one kind of weapon."""

    does: tuple[tuple[tuple[int, ...], bool], ...]  # per card: what it can add, whether it spares
    unsure: bool  # whether more than the kind of weapon decides about some card

    @property
    def worth(self) -> tuple[int, ...]:
        """Per card the most that it adds."""
        return tuple(adds[-1] for adds, _ in self.does)

    @property
    def sparing(self) -> tuple[int, ...]:
        """Cards that let a unit take no wounds."""
        return tuple(card for card, (_, spares) in enumerate(self.does) if spares)


@lru_cache(maxsize=16)
def cards_against(catalog: Catalog) -> dict[WeaponKind | None, Cards]:
    """The power cards as answers to each kind of attack."""
    hands = hands_of(catalog)
    listening = hands.by_trigger[Trigger.DEFEND]
    unsure = any(not _by_kind_alone(one) for found in listening.values() for one in found)
    found = {}
    for kind in KINDS:
        does = []
        for card, number in enumerate(hands.values):
            fitting = [one for one in listening.get(card, ()) if answers(one, kind)]
            does.append(_does(number, fitting))
        found[kind] = Cards(tuple(does), unsure)
    return found


def _does(number: int, abilities: Sequence[Ability]) -> tuple[tuple[int, ...], bool]:
    """What a card with these abilities adds, ascending, and whether it spares a unit."""
    adds, spares_one = {number}, False
    for ability in abilities:
        more, spares = defence_of(ability)
        spares_one = spares_one or spares
        if more:
            adds.add(more)
    return tuple(sorted(adds)), spares_one


def answers(ability: Ability, kind: WeaponKind | None) -> bool:
    """Whether an ability of the card step can be used against that kind of weapon."""
    condition = ability.condition
    return condition is None or condition.kind is None or condition.kind is kind


def _by_kind_alone(ability: Ability) -> bool:
    """Whether nothing but the kind of weapon decides if the ability can be used."""
    condition = ability.condition
    plain = condition is None or replace(condition, kind=None) == Condition()
    # Of the team's own units one is there to be picked at least: that which is hit.
    picks = ability.pick is None or ability.pick == Pick(side=Role.SELF)
    return plain and ability.limit is None and picks


@lru_cache(maxsize=16)
def sorts_of(catalog: Catalog) -> tuple[int, ...]:
    """Per power card the same number for all that are worth the same in attack and defence."""
    against = cards_against(catalog)
    values = hands_of(catalog).values
    told = [
        (value, *(against[kind].does[card] for kind in KINDS)) for card, value in enumerate(values)
    ]
    return tuple(told.index(one) for one in told)


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


def defence_pool(state: State, frame: Attack, seat: int, left: Sequence[int]) -> Pool:
    """The unseen cards as what each could do for a team in its card step of the attack.

    `left` are their copies by card.
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
        kinds.append(Kind(*_does(hands.values[card], useful), copies))
    return merged(kinds)


@lru_cache(maxsize=1024)
def _pool(cards: Cards, left: tuple[int, ...]) -> Pool:
    return merged([Kind(*does, copies) for does, copies in zip(cards.does, left, strict=True)])


class Unseen:
    """The cards that one seat has not seen, as answers to attacks."""

    def __init__(self, world: State, seat: int) -> None:
        """Counts them."""
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
        """The same for the card step of a team in one attack."""
        kind = frame.declared.kind
        found = self._pools.get(kind)
        if found is None or self._unsure:
            found = self._pools[kind] = defence_pool(self._world, frame, team, self.left)
        return found
