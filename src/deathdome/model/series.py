"""Series: matches played one after the other by the same teams (SERIES)."""

from __future__ import annotations

from typing import Final, NamedTuple

CONGLAMAGRAGON: Final = "conglamogragon"  # id of the character; SCEN-CONG


class MatchResult(NamedTuple):
    """A finished match of a series. Tuples are indexed by seat."""

    winners: tuple[int, ...]
    reason: str  # as in `events.Outcome`
    rounds: int  # round counter at the end
    payouts: tuple[int, ...]  # credits, without the bonus of SCEN-BONUS
    values: tuple[int, ...]  # team values after payout and bonus, in credits (SERIES-8)


class Series(NamedTuple):
    """Course of a series. It changes only between matches."""

    schedule: tuple[int, ...]  # rounds of each scheduled match (SERIES-1)
    results: tuple[MatchResult, ...] = ()  # of the finished matches
    seated: bool = True  # order of play and bases of the current match are known
    auctioned: tuple[int, ...] = ()  # store cards sold in the latest auction
    returned: bool = False  # a team has won with Conglamagragon out of jail (SCEN-CONG-1)

    @property
    def match(self) -> int:
        """Number of finished matches, which is the index of the current or next one."""
        return len(self.results)
