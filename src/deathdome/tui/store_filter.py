"""How the goods of the store are looked through: words, order, what would be of use, a mark."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.text.goods import ORDERS, fits_somebody, sifted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deathdome.model.observation import Observation


class StoreFilter:
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
        found = sifted(seen, cards, self.wanted, ORDERS[self.order])
        if self.sensible:
            found = [card for card in found if in_reach(card) and fits_somebody(seen, card)]
        return found
