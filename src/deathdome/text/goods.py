"""Filters and orders of the store."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from deathdome.model.catalog import Character
from deathdome.model.state import UNITS_PER_TEAM, price
from deathdome.rules.futile_choices import idle_on
from deathdome.rules.gear import may_hold
from deathdome.text.cards import facts, whom

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.catalog import StoreCard
    from deathdome.model.observation import Observation

ORDERS: Final = ("as printed", "by price", "by name", "strongest first")


def sifted(seen: Observation, cards: Sequence[int], wanted: str, order: str) -> list[int]:
    """Those of the store cards that have all the words, in one of the `ORDERS`."""
    printed = seen.setup.catalog.store_cards
    words = wanted.casefold().split()
    found = [card for card in cards if all(word in _words_of(printed[card]) for word in words)]
    match order:
        case "by price":
            found.sort(key=lambda card: price(seen.setup, card))
        case "by name":
            found.sort(key=lambda card: printed[card].name.casefold())
        case "strongest first":
            found.sort(key=lambda card: strength_of(printed[card]), reverse=True)
    return found


def is_useful(seen: Observation, card: int) -> bool:
    """Return True if a unit of the team could carry the item, and it has an effect on the board.

    True for characters.
    """
    items = seen.setup.catalog.items
    if card >= len(items):
        return True
    return not idle_on(seen.setup.board, items[card]) and any(
        may_hold(seen.setup.units[unit], [items[held] for held in seen.items[unit]], items[card])
        is None
        for unit in range(seen.seat * UNITS_PER_TEAM, (seen.seat + 1) * UNITS_PER_TEAM)
    )


def strength_of(card: StoreCard) -> tuple[int, int, int]:
    """(strength, range, all ratings together) of a card, to sort the store."""
    own = card.ratings
    together = own.strength + own.movement + own.toughness + own.vitae
    if isinstance(card, Character) or card.weapon is None:
        return own.strength, 0, together
    return card.weapon.strength + own.strength, card.weapon.range, together


@lru_cache(maxsize=512)
def _words_of(card: StoreCard) -> str:
    """All printed words of a card, in lower case."""
    kind = "character" if isinstance(card, Character) else f"{card.deck.value} {whom(card)}"
    return f"{card.name} {kind} {facts(card)} {card.text}".casefold()
