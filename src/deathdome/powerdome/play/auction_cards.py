"""An auction as lots: each slot with its bids, who pays, and the vitality before it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deathdome.powerdome.model.dome import ABSENT
from deathdome.powerdome.model.events import BidsShown, InForce, Protected, Unsold, Won
from deathdome.powerdome.model.options import PROTECTION, VITALITY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.powerdome.model.dome import PowerId, Seat
    from deathdome.powerdome.model.events import Event


class Lot(NamedTuple):
    """One slot of the auction as it was settled."""

    power: PowerId
    bids: tuple[int, ...]  # of each seat, 0 for none
    before: tuple[int, ...]  # vitality of each seat before it
    winner: Seat = ABSENT
    price: int = 0
    tied: tuple[Seat, ...] = ()  # the coin chose among them
    in_force: bool = False  # a modifier

    @property
    def after(self) -> tuple[int, ...]:
        """Vitality of each seat once the winner has paid."""
        return tuple(
            have - self.price if seat == self.winner else have
            for seat, have in enumerate(self.before)
        )

    def void(self, seat: Seat) -> bool:
        """Return True if the seat could not pay its bid by then (AM-3)."""
        return self.bids[seat] > self.before[seat]


def lots_of(events: Sequence[Event], first: int, end: int) -> list[Lot]:
    """Return the lots of the auction whose bids are shown at an event, in their order."""
    shown = events[first]
    assert isinstance(shown, BidsShown)
    bids = [dict(mine) for mine in shown.by]
    have = [VITALITY] * len(bids)
    for event in events[:first]:
        if isinstance(event, Protected) and event.power is not None:
            have[event.seat] -= PROTECTION
    found: list[Lot] = []
    for event in events[first + 1 : end]:
        before = tuple(have)
        match event:
            case InForce(power):
                found.append(Lot(power, (0,) * len(bids), before, in_force=True))
            case Unsold(power):
                mine = tuple(one.get(power, 0) for one in bids)
                found.append(Lot(power, mine, before))
            case Won(power, seat, price, tied):
                mine = tuple(one.get(power, 0) for one in bids)
                found.append(Lot(power, mine, before, seat, price, tied))
                have[seat] -= price
            case _:
                pass
    return found
