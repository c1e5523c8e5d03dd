"""Outcome of a match and its final standings (END, PAY, TIE)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

STOPPED: Final = "decision limit"  # reason of a stopped match
MAX_DECISIONS: Final = (
    100_000  # a match stops after so many answers of seats; normal ones have 2,000
)


@dataclass(frozen=True, slots=True)
class Standing:
    """One team's result (PAY)."""

    seat: int
    payout: int  # credits
    towers: int
    points: int  # floor points
    shells: int
    jailed: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """Winners, reason and standings of a match."""

    winners: tuple[int, ...]  # more than one: shared (AMB-95)
    # "payout", "towers", "shells", "fewest jailed", "shared", "last team standing", or STOPPED
    reason: str
    standings: tuple[Standing, ...]  # index is seat
    rounds: int

    @property
    def winner(self) -> int | None:
        """Single winner, if there is one."""
        return self.winners[0] if len(self.winners) == 1 else None
