"""Standing of a season in words: values, wins, and what is still to come."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deathdome.rules.observing import visible_state
from deathdome.rules.purchase import team_value
from deathdome.text.names import compact, counted, team_name
from deathdome.text.phrases import season as say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deathdome.model.observation import Observation
    from deathdome.model.series import Series
    from deathdome.model.state import Setup


class Rank(NamedTuple):
    """One team's place in a season."""

    seat: int
    value: int  # credits
    wins: int  # matches won, alone or shared


def ranks(seen: Observation) -> list[Rank]:
    """Return the teams of a season by value, the most valuable first."""
    series = seen.setup.series
    assert series is not None
    state = visible_state(seen)
    found = [
        Rank(
            seat,
            team_value(state, seat),
            sum(seat in result.winners for result in series.results),
        )
        for seat in range(seen.setup.seats)
    ]
    return sorted(found, key=lambda rank: (-rank.value, rank.seat))


def match_words(setup: Setup) -> str:
    """Return 'match 2 of 5' for the current match; "" outside a season."""
    series = setup.series
    if series is None:
        return ""
    number = series.match + 1
    total = len(series.schedule)
    if number > total:
        return say.EXTRA_MATCH.format(number=number)
    return say.MATCH_OF.format(number=number, total=total)


def gap_words(seen: Observation, seat: int) -> str:
    """Return '400k behind Blue', '200k ahead of Blue' or 'level with Blue' for a seat."""
    return values_gap([rank.value for rank in sorted(ranks(seen))], seat)


def values_gap(values: Sequence[int], seat: int) -> str:
    """Return the same from the value of every team."""
    rival = max((one for one in range(len(values)) if one != seat), key=lambda one: values[one])
    gap = values[seat] - values[rival]
    words = say.LEVEL if not gap else say.AHEAD if gap > 0 else say.BEHIND
    return words.format(gap=compact(abs(gap)), team=team_name(rival))


def standing_lines(seen: Observation) -> Iterator[str]:
    """Yield the matches played and each team's value and wins."""
    series = seen.setup.series
    assert series is not None
    yield _played(series)
    for rank in ranks(seen):
        yield say.TEAM.format(
            team=team_name(rank.seat), value=compact(rank.value), wins=counted(rank.wins, "win")
        )


def _played(series: Series) -> str:
    total = max(len(series.schedule), series.match)
    return say.PLAYED.format(matches=f"{series.match} of {total}")
