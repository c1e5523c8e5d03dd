"""Refusals in an auction (AUCTION)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.actions import a_of
from deathdome.model.decisions import Reason
from deathdome.model.frames import Auction
from deathdome.rules.refusals.nearest import first, seat_of

if TYPE_CHECKING:
    from deathdome.model.actions import Action
    from deathdome.model.decisions import Decision
    from deathdome.model.state import State


def why_not_auction(state: State, asked: Decision, action: Action) -> Reason:
    """Refuse a unit that is not in jail, of the winner's own team, or with nothing to sell."""
    frame, unit = state.stack[-1], a_of(action)
    assert isinstance(frame, Auction)
    near = first(asked.options)
    if state.space[unit] >= 0:
        return Reason("not-jailed", "AUCTION-2", {"unit": unit}, near=near)
    if seat_of(unit) == frame.seat and not state.setup.ruleset.auction_own_unit:
        return Reason("auction-own-unit", "AMB-101", {"unit": unit}, near=near)
    return Reason("nothing-to-sell", "AUCTION-3", {"unit": unit}, near=near)
