"""Chapters of a season: the events of each match, and those between two matches."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deathdome.model.events import (
    Auctioned,
    BonusPaid,
    Bought,
    Died,
    Equipped,
    MatchBegan,
    MatchEnded,
    Passed,
    Returned,
    RoundBegan,
    SeriesEnded,
    Sold,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.events import Event, Outcome
    from deathdome.model.state import Setup


class Chapter(NamedTuple):
    """One match of a season, from its store to its result."""

    number: int  # from 1
    first: int  # number of its first event
    events: Sequence[Event]  # up to its result
    outcome: Outcome | None  # None while it is played
    bonus: int = 0  # credits to every team (SCEN-BONUS-1)
    auction: Auctioned | None = None  # after the match; None as long as nothing was chosen


def chapters_of(events: Sequence[Event], setup: Setup) -> list[Chapter]:
    """Return the matches among the events; the last may be still open.

    The numbers count from the match of the setup back, so the first events may be missing.
    """
    starts = [0, *(at for at, one in enumerate(events) if isinstance(one, MatchBegan))]
    found = []
    for first, after in zip(starts, [*starts[1:], len(events)], strict=True):
        part = events[first:after]
        ends = [at for at, one in enumerate(part) if isinstance(one, MatchEnded)]
        ended = part[ends[-1]] if ends else None
        rest = part[ends[-1] + 1 :] if ends else ()
        bonus = sum(one.paid for one in rest if isinstance(one, BonusPaid))
        auction = next((one for one in rest if isinstance(one, Auctioned)), None)
        outcome = ended.outcome if isinstance(ended, MatchEnded) else None
        played = part[: ends[-1] + 1] if ends else part
        found.append(Chapter(0, first, played, outcome, bonus, auction))
    series = setup.series
    last = 1 if series is None else series.match + (found[-1].outcome is None)
    return [
        one._replace(number=max(1, last - (len(found) - 1 - at))) for at, one in enumerate(found)
    ]


def last_ended(events: Sequence[Event], setup: Setup) -> Chapter | None:
    """Return the match that ended last; None before the first one has."""
    ended = [one for one in chapters_of(events, setup) if one.outcome is not None]
    return ended[-1] if ended else None


def is_between(events: Sequence[Event]) -> bool:
    """Return True if a match of a season has ended, and no team has chosen anything since."""
    for event in reversed(events):
        if isinstance(event, MatchEnded):
            return True
        if isinstance(event, Auctioned | Bought | Sold | Equipped | Passed | SeriesEnded):
            return False
    return False


def rounds_alive(events: Sequence[Event], setup: Setup) -> list[int]:
    """Return the rounds in which each unit was out of jail at the beginning."""
    alive = [0] * len(setup.units)
    jailed: set[int] = set()
    for event in events:
        match event:
            case RoundBegan():
                for unit in range(len(alive)):
                    alive[unit] += unit not in jailed
            case Died(unit):
                jailed.add(unit)
            case Returned(unit):
                jailed.discard(unit)
            case MatchBegan():
                jailed.clear()
            case _:
                pass
    return alive
