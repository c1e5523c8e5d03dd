"""Worth of store cards to any team: their price, and how such cards have done (docs/tuning.md)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from deathdome.model.catalog import Ratings
from deathdome.model.effects import Follow, Heal, Incapacitate, Jump, Modify, PushAway, Walk
from deathdome.model.vocabulary import Deck, ItemKind, Rating

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deathdome.model.catalog import Item

POINT: Final = 40_000  # credits; a price point of the balance model
CURVE: Final = 0.87  # dear cards have fewer price points for their credits
SECOND: Final = 0.25  # a further weapon on a unit, as a share of its worth

KINDS: Final = ("ranged", "close", "armor", "vehicle", "medicine", "boost", "tricks")
TRAITS: Final = ("movement", "knocks", "healing")


def model(item: Item) -> float:
    """Credits that a card is worth by its price alone."""
    worth: float = POINT * (item.cost / 100_000) ** CURVE
    return worth


def usual_worth(item: Item, factors: Mapping[str, float]) -> float:
    """Return the same with the measured success of the card and its kind."""
    return model(item) * factors.get(item.id, 1.0) * factors.get(help_kind(item), 1.0)


@lru_cache(maxsize=256)
def help_kind(item: Item) -> str:
    """Return the kind of help of a card, one of KINDS."""
    if item.weapon is not None:
        return "ranged" if item.weapon.range > 1 else "close"
    if item.kind is ItemKind.ARMOR:
        return "armor"
    if item.kind is ItemKind.VEHICLE:
        return "vehicle"
    if item.deck is Deck.MEDIC:
        return "medicine"
    return "boost" if item.ratings != Ratings() else "tricks"


@lru_cache(maxsize=256)
def traits_of(item: Item) -> tuple[str, ...]:
    """Return the traits of a card that a personality likes, of TRAITS."""
    effects = [effect for ability in item.abilities for effect in ability.do]
    kinds = {type(effect) for effect in effects}
    faster = item.ratings.movement > 0 or any(
        isinstance(effect, Modify) and effect.rating is Rating.MOVEMENT and effect.n > 0
        for effect in effects
    )
    found = {
        "movement": faster or not kinds.isdisjoint({Walk, Follow, Jump}),
        "knocks": not kinds.isdisjoint({PushAway, Incapacitate}),
        "healing": Heal in kinds,
    }
    return tuple(trait for trait in TRAITS if found[trait])
