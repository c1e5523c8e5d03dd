"""The next purchase of a recommended outfit, from what one seat sees of the store."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deathdome.model.actions import ActionKind, a_of, kind_of
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.rules.futile_choices import idle_on
from deathdome.rules.gear import may_hold

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from deathdome.content.outfits import OutfitPlan, Place
    from deathdome.model.actions import Action
    from deathdome.model.observation import Observation


class Step(NamedTuple):
    """A purchase: the card, and the unit that gets it."""

    item: int
    unit: int


def buyable(options: Iterable[Action]) -> frozenset[int]:
    """Return the store cards that these options buy."""
    return frozenset(a_of(action) for action in options if kind_of(action) is ActionKind.BUY)


def next_step(plan: OutfitPlan, seen: Observation, on_offer: Collection[int]) -> Step | None:
    """Return the next purchase of the outfit from the cards on offer; None if none is left."""
    return next(iter(next_steps(plan, seen, on_offer)), None)


def next_steps(plan: OutfitPlan, seen: Observation, on_offer: Collection[int]) -> list[Step]:
    """Return the purchases of the outfit that are open now: one for each place not filled yet.

    Each is affordable alone; together they may cost more than there is.
    """
    items = seen.setup.catalog.items
    names = {item.id: number for number, item in enumerate(items)}
    filled: set[int] = set()
    steps: list[Step] = []
    for place in (*plan.places, *plan.extras):
        cards = [names[card] for card in place.cards if card in names]
        cards = [card for card in cards if not idle_on(seen.setup.board, items[card])]
        units = _units(place, seen)
        owned = [card for card in cards if any(card in seen.items[unit] for unit in units)]
        taken = [card for card in owned if card not in filled]
        if taken:
            filled.add(taken[0])
            continue
        step = next(
            (
                Step(card, unit)
                for card in cards
                if card in on_offer and all(card != other.item for other in steps)
                for unit in units
                if _has_room(seen, unit, card)
            ),
            None,
        )
        if step is not None:
            steps.append(step)
    return steps


def _units(place: Place, seen: Observation) -> list[int]:
    """Return the units of the team that the place is meant for."""
    first = seen.seat * UNITS_PER_TEAM
    units = range(first, first + UNITS_PER_TEAM)
    return [unit for unit in units if place.bearer in seen.setup.units[unit].types]


def _has_room(seen: Observation, unit: int, card: int) -> bool:
    items = seen.setup.catalog.items
    held = [items[other] for other in seen.items[unit]]
    return may_hold(seen.setup.units[unit], held, items[card]) is None
