"""Phrases of the show of the bids."""

from __future__ import annotations

from typing import Final

AUCTION: Final = "auction"
LOT: Final = "power {at} of {all}"
RESULT: Final = "result"
RESULT_TITLE: Final = "THE AUCTION IS OVER"
PURSES: Final = "VITALITY"
NO_BID: Final = "no bid"
VOID: Final = "can't pay"
WINS: Final = "{name} takes it and pays {price}."
WINS_ALONE: Final = "{name} takes it and pays {price}: no rival bid."
COIN_TURNS: Final = "{n} bids of {price} tie. The coin turns: {name}"
COIN_FALLS: Final = "{n} bids of {price} tied, and the coin chose {name}."
UNSOLD: Final = "No player bids. {power} leaves the game."
ALL_VOID: Final = "No bidder can pay. {power} leaves the game."
IN_FORCE: Final = "A modifier takes no bids. It is in force from now on."
YOU_WIN: Final = "You take it and pay {price}."
COIN_YOU: Final = "{n} bids of {price} tied, and the coin chose you."
HEAD: Final = "power"
WINNER: Final = "*"
LEGEND: Final = "* takes the power and pays the bid."
TO_THE_END: Final = "result"
UNSOLD_SHORT: Final = "unsold"
IN_FORCE_SHORT: Final = "in force"
NOTHING: Final = "no power"
PAID: Final = "{old} > {new}"
NEXT: Final = "NEXT"
COIN: Final = ("( )", "(|)", "(o)", "(|)")  # the faces of a turning coin
