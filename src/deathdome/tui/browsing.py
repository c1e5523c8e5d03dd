"""How the goods of the store are looked through: words, order, what would be of use, a mark."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from deathdome.content.describe import facts, whom
from deathdome.model.catalog import Character
from deathdome.model.prices import price
from deathdome.rules.gear import may_hold
from deathdome.tui.presenters.words import team_units

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deathdome.model.catalog import StoreCard
    from deathdome.model.observation import Observation

ORDERS: Final = ("as printed", "by price", "by name", "strongest first")


class Browsing:
    """What is looked for, and how it is laid out."""

    def __init__(self) -> None:
        self.wanted = ""  # words, all of which a card must have
        self.typing = False  # whether letters go to `wanted`
        self.order = 0
        self.sensible = False  # only what can be bought and somebody could carry
        self.marked = -1  # the store card that others are compared with

    def next_order(self) -> str:
        """The next way to lay the goods out, in words."""
        self.order = (self.order + 1) % len(ORDERS)
        return ORDERS[self.order]

    @property
    def sifts(self) -> bool:
        """Whether anything is other than when the store opened."""
        return bool(self.wanted or self.typing or self.order or self.sensible)

    @property
    def narrows(self) -> bool:
        """Whether there is something that going back would undo."""
        return bool(self.wanted or self.marked >= 0)

    def sifted(
        self, seen: Observation, cards: Sequence[int], in_reach: Callable[[int], bool]
    ) -> list[int]:
        """Those of the store cards that are looked for, in the chosen order."""
        printed = seen.table.catalog.store_cards
        words = self.wanted.casefold().split()
        found = [card for card in cards if all(word in _words_of(printed[card]) for word in words)]
        if self.sensible:
            found = [card for card in found if in_reach(card) and fits_somebody(seen, card)]
        match ORDERS[self.order]:
            case "by price":
                found.sort(key=lambda card: price(seen.table, card))
            case "by name":
                found.sort(key=lambda card: printed[card].name.casefold())
            case "strongest first":
                found.sort(key=lambda card: strength_of(printed[card]), reverse=True)
        return found


def fits_somebody(seen: Observation, card: int) -> bool:
    """Whether one of the own units could carry the card beside what it has; characters always."""
    items = seen.table.catalog.items
    if card >= len(items):
        return True
    return any(
        may_hold(seen.table.units[unit], [items[held] for held in seen.items[unit]], items[card])
        is None
        for unit in team_units(seen.seat)
    )


def strength_of(card: StoreCard) -> tuple[int, int, int]:
    """(strength, range, all ratings together) of a card, for the order of the goods."""
    own = card.ratings
    together = own.strength + own.movement + own.toughness + own.vitae
    if isinstance(card, Character) or card.weapon is None:
        return own.strength, 0, together
    return card.weapon.strength + own.strength, card.weapon.range, together


@lru_cache(maxsize=512)
def _words_of(card: StoreCard) -> str:
    """Everything that is printed on a card, in small letters."""
    kind = "character" if isinstance(card, Character) else f"{card.deck.value} {whom(card)}"
    return f"{card.name} {kind} {facts(card)} {card.text}".casefold()
