"""Prices of store cards (BUY-6, CHAR-4, CHAR-5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.catalog import Item

if TYPE_CHECKING:
    from deathdome.model.catalog import StoreCard
    from deathdome.model.ruleset import Ruleset
    from deathdome.model.state import Setup

PRINTED_RANK0: Final = 500_000  # credits; character cards show the prices of 2021


def cost_of(card: StoreCard, ruleset: Ruleset) -> int:
    """Return the price of a store card under this ruleset, in credits.

    If starting characters are free (CHAR-4), characters of higher rank cost less by the same
    amount, so that the price of an exchange is the same in all editions.
    """
    if isinstance(card, Item):
        return card.cost
    return max(0, card.cost - PRINTED_RANK0 + ruleset.rank0_cost)


def price(setup: Setup, card: int) -> int:
    """Return the price of the store card with this number, in credits."""
    return cost_of(setup.catalog.store_cards[card], setup.ruleset)


def fee(setup: Setup, card: int, purse: int) -> int:
    """Return the credits that a store card costs a team with this purse.

    The price; 0 for the character given to a team that cannot pay for one (AMB-35).
    """
    cost = price(setup, card)
    return cost if cost <= purse else 0
