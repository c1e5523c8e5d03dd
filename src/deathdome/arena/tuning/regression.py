"""T1: what the parts of a position say about the lead in the end.

The lead is explained by the parts at the start of every turn, all rounds together; since all turns
of a match have the same lead, they count for less than as many matches. How much of the lead
belongs to the place in the order of play is fitted beside, round by round. The factors begin at
those of the file and move as far as the matches move them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from deathdome.arena.intervals import Interval, Z
from deathdome.arena.tuning.matches import FEATURES
from deathdome.arena.tuning.sums import Equations, together, twice_solved

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deathdome.arena.tuning.sums import Numbers

UNIT: Final = 100_000.0  # credits; sums are done in these
KNOWN_TO: Final = 0.5  # how well a factor is known beforehand; one above 1, to half of itself
TEMPO: Final = 5.0  # ... and what a place in the order of play is worth, in units
TOP: Final = 10.0  # no factor is larger, and none below 0


class Episode(NamedTuple):
    """The turns of one team in one match, in order, and what it was ahead by in the end."""

    positions: Numbers  # turns x (features, then places)
    lead: float


class Factors(NamedTuple):
    """What came out for each of FEATURES."""

    intervals: dict[str, Interval]

    @property
    def values(self) -> dict[str, float]:
        """The factors alone."""
        return {name: interval.value for name, interval in self.intervals.items()}


def episodes(match: Mapping[str, Any], rounds: int) -> list[Episode]:
    """What each team saw of a match; `rounds` are the most that there are."""
    found = []
    for seat in (0, 1):
        rows = [turn for turn in match["turns"] if turn["seat"] == seat]
        if rows:
            positions = np.array([_position(row, match["last"] == seat, rounds) for row in rows])
            lead = match["lead"] / UNIT
            found.append(Episode(positions, lead if seat == 0 else -lead))
    return found


def _position(turn: Mapping[str, Any], last: bool, rounds: int) -> Numbers:
    own, other = np.array(turn["own"], float), np.array(turn["other"], float)
    # A match may be set back to round 0.
    row = np.zeros(len(FEATURES) + 2 * (rounds + 1))
    row[: len(own)] = own / UNIT
    row[: len(other)] -= other / UNIT
    row[len(FEATURES) + 2 * min(turn["round"], rounds) + last] = 1.0
    return row


def plain(match: Sequence[Episode]) -> Equations:
    """Each position has to tell the lead in the end."""
    width = match[0].positions.shape[1]
    left, right = np.zeros((width, width)), np.zeros(width)
    for episode in match:
        left += episode.positions.T @ episode.positions
        right += episode.positions.sum(axis=0) * episode.lead
    return Equations(left, right)


def fit(
    matches: Sequence[Sequence[Episode]],
    start: Mapping[str, float],
    equations: Sequence[Equations] | None = None,
) -> Factors:
    """The factors; `equations` are those of the regression if they are not given."""
    first, known_to = beforehand(matches, start)
    equations = equations or [plain(match) for match in matches]
    found = twice_solved(together(equations), first, known_to)
    intervals = {}
    for name, value, spread in zip(FEATURES, found.values, found.spread, strict=False):
        ends = (value, value - Z * spread, value + Z * spread)
        intervals[name] = Interval(*(min(TOP, max(0.0, float(end))) for end in ends))
    return Factors(intervals)


def beforehand(
    matches: Sequence[Sequence[Episode]], start: Mapping[str, float]
) -> tuple[Numbers, Numbers]:
    """What is known of the unknowns before the first match, and how well."""
    width = matches[0][0].positions.shape[1]
    first, known_to = np.zeros(width), np.full(width, TEMPO)
    first[: len(FEATURES)] = [start[name] for name in FEATURES]
    known_to[: len(FEATURES)] = KNOWN_TO * np.maximum(1.0, first[: len(FEATURES)])
    return first, known_to


def unexplained(
    matches: Sequence[Sequence[Episode]], factors: Mapping[str, float], *, scaled: bool = False
) -> Numbers:
    """For each match the squares of the lead that the factors do not explain.

    What places in the order of play are worth is fitted anew, so that only the factors count; with
    `scaled` also how large they are all together, which changes no choice between two positions.
    """
    positions = np.vstack([e.positions for match in matches for e in match])
    leads = np.concatenate([np.full(len(e.positions), e.lead) for m in matches for e in m])
    places = positions[:, len(FEATURES) :]
    counts = np.maximum(1.0, places.sum(axis=0))

    def centred(values: Numbers) -> Numbers:
        found: Numbers = values - places @ (places.T @ values / counts)
        return found

    told = centred(positions[:, : len(FEATURES)] @ np.array([factors[name] for name in FEATURES]))
    wanted = centred(leads)
    if scaled:
        told *= float(told @ wanted) / max(1e-9, float(told @ told))
    turns = [sum(len(episode.positions) for episode in match) for match in matches]
    starts = np.concatenate(([0], np.cumsum(turns)[:-1]))
    squares: Numbers = np.add.reduceat((wanted - told) ** 2, starts)
    return squares
