"""A team's own equipment in the store of a later match: what to move, what to sell.

Cards are bought and sold for the same price, so no purchase and no sale changes the value of a team
(BUY-20). What counts is the use of the cards in twelve slots, and that rivals do not get theirs.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, Protocol

from deathdome.managers.planner.auction import best_use, rank_of
from deathdome.managers.simple_shopper import may_buy
from deathdome.model.actions import ActionKind, a_of, b_of, kind_of
from deathdome.model.frames import Purchase
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.rules.observing import visible_state

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.actions import Action
    from deathdome.model.observation import Observation

LEAST: Final = 20_000.0  # credits; smaller gains are not worth a purchasing turn
WEAKEST: Final = 5  # own items that might make room for another
DENIED: Final = 0.3  # of what an item is worth to a rival that can pay for it


class Planned(Protocol):
    """A plan of purchases."""

    @property
    def value(self) -> float:
        """Return its credits."""


class Buyer(Protocol):
    """The judgement of a team in the store."""

    def worth(self, item: int) -> float:
        """Return the credits that an item is worth to the team."""

    def use(self, card: int, unit: int, held: Sequence[int], seen: Observation) -> float:
        """Return the value of an item on a unit in addition to others."""

    def plan(self, seen: Observation, cards: Sequence[int]) -> Planned:
        """Return the best purchases from these items."""


def set_use(buyer: Buyer, items: Sequence[int], unit: int, seen: Observation) -> float:
    """Return the use of all items of a unit, whatever their order."""
    catalog = seen.setup.catalog.items
    total = 0.0
    held: list[int] = []
    for item in sorted(items, key=lambda one: (catalog[one].weapon is None, -buyer.worth(one))):
        total += buyer.use(item, unit, held, seen)
        held.append(item)
    return total


def best_move(
    buyer: Buyer, seen: Observation, options: Sequence[Action]
) -> tuple[float, Action] | None:
    """Return the best item to move from one own unit to another, with its gain; None for none."""
    first = seen.seat * UNITS_PER_TEAM
    units = range(first, first + UNITS_PER_TEAM)
    uses = {unit: set_use(buyer, seen.items[unit], unit, seen) for unit in units}
    bearer = {item: unit for unit in units for item in seen.items[unit]}
    best: tuple[float, Action] | None = None
    for action in options:
        item, target = a_of(action), b_of(action)
        if kind_of(action) is not ActionKind.EQUIP or item not in bearer:
            continue
        source = bearer[item]
        left = [other for other in seen.items[source] if other != item]
        gain = set_use(buyer, left, source, seen) - uses[source]
        gain += set_use(buyer, (*seen.items[target], item), target, seen) - uses[target]
        if gain >= LEAST and (best is None or gain > best[0]):
            best = gain, action
    return best


def best_sale(
    buyer: Buyer, seen: Observation, options: Sequence[Action]
) -> tuple[float, Action] | None:
    """Return the team's item to sell for better ones, with the gain; None if all should be kept."""
    items = seen.setup.catalog.items
    sales = {a_of(action): action for action in options if kind_of(action) is ActionKind.SELL}
    first = seen.seat * UNITS_PER_TEAM
    losses: list[tuple[float, int, int]] = []
    for unit in range(first, first + UNITS_PER_TEAM):
        whole = set_use(buyer, seen.items[unit], unit, seen)
        for item in seen.items[unit]:
            if item in sales:
                left = [other for other in seen.items[unit] if other != item]
                losses.append((whole - set_use(buyer, left, unit, seen), item, unit))
    if not losses or not may_buy(seen):
        return None
    purse = seen.credits[seen.seat]
    as_it_is = buyer.plan(seen, for_sale(seen, purse)).value
    best: tuple[float, Action] | None = None
    for loss, item, unit in sorted(losses)[:WEAKEST]:
        richer = purse + items[item].cost
        held = [*seen.items]
        held[unit] = tuple(other for other in held[unit] if other != item)
        credits_then = [*seen.credits]
        credits_then[seen.seat] = richer
        without = replace(seen, items=tuple(held), credits=tuple(credits_then))
        gain = buyer.plan(without, for_sale(seen, richer)).value - as_it_is - loss
        if gain >= LEAST and (best is None or gain > best[0]):
            best = gain, sales[item]
    return best


def for_sale(seen: Observation, purse: int) -> list[int]:
    """Return the items in the store that cost no more than this."""
    items = seen.setup.catalog.items
    return [
        item for item, card in enumerate(items) if seen.store >> item & 1 and card.cost <= purse
    ]


def denials(seen: Observation) -> dict[int, float]:
    """Return what it is worth, by item in the store, that rivals cannot buy it any more."""
    frame = seen.stack[-1]
    passed = frame.passed if isinstance(frame, Purchase) else 0
    world = visible_state(seen)
    found: dict[int, float] = {}
    for rival in range(seen.setup.seats):
        if rival == seen.seat or passed >> rival & 1:
            continue
        share = DENIED * rank_of(world, seen.seat, rival)
        for card in for_sale(seen, seen.credits[rival]):
            found[card] = max(found.get(card, 0.0), share * best_use(world, rival, card))
    return found
