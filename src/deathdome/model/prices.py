"""What store cards cost (BUY-6, CHAR-4, CHAR-5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.catalog import Item

if TYPE_CHECKING:
    from deathdome.model.catalog import StoreCard
    from deathdome.model.ruleset import Ruleset
    from deathdome.model.state import Setup

PRINTED_RANK0: Final = 500_000  # credits; character cards show the prices of 2021


def cost_of(card: StoreCard, ruleset: Ruleset) -> int:
    """What a store card costs, in credits, under this ruleset.

    Where starting characters are free (CHAR-4), those of higher rank cost less by the same amount,
    so that the price of an exchange is the same in all editions.
    """
    if isinstance(card, Item):
        return card.cost
    return max(0, card.cost - PRINTED_RANK0 + ruleset.rank0_cost)


def price(setup: Setup, card: int) -> int:
    """What the store card with this number costs, in credits."""
    return cost_of(setup.catalog.store_cards[card], setup.ruleset)


def fee(setup: Setup, card: int, purse: int) -> int:
    """What a store card that is offered takes out of a purse, in credits.

    Its price; nothing for the character that is given to a team that cannot pay for one (AMB-35).
    """
    cost = price(setup, card)
    return cost if cost <= purse else 0
