"""The options of a game, each with its default first (R-01, R-23, AM-2, AM-3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

MIN_SEATS: Final = 2
MAX_SEATS: Final = 6
VITALITY: Final = 100  # at the start (PD-SETUP-02)
NOMINATIONS: Final = 3  # of each player (PD-NOMINATE-01)
PROTECTION: Final = 5  # price of one (PD-CULL-02)
OFFERS: Final = 3  # trades that a player may offer
CLOSING_ROUND: Final = 15  # the dome begins to close at its end (PD-WIN-04)
CLOSING_LOSS: Final = 5  # more each round
CAPTION: Final = 60  # characters (AM-5)


@dataclass(frozen=True, slots=True)
class Options:
    """The rules that a table agrees on before it plays."""

    initiative: Literal["high", "low"] = "high"  # end of the agility scale that acts first
    closing_dome: bool = True
    max_rounds: int = 60  # with the closing dome off, a draw after this round
    declare: Literal["sheet", "combat"] = "sheet"
    bids: Literal["covered", "free"] = "covered"
