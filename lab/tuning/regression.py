"""T1: what the parts of a position say about who wins in the end.

Who wins is explained by the parts at the start of every turn, all rounds together; since all turns
of a match have the same end, they count for less than as many matches. What the place in the order
of play does is fitted beside, round by round. The factors begin at those of the file and move as
far as the matches move them.

A lead that is told by the parts says who wins as it does in playing on (`appraisal.swayed`, without
what a lead still counts for where it decides nothing): an even match by as much as the lead, a
decided one by hardly more. So what is known about the end is bent, and worked out step by step from
the straight lines that lie along it (a logistic regression).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from deathdome.arena.intervals import Interval, Z
from deathdome.managers.planner.appraisal import SWAY
from lab.tuning.matches import FEATURES
from lab.tuning.sums import Equations, together, twice_solved

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from lab.tuning.sums import Numbers

UNIT: Final = 100_000.0  # credits; sums are done in these
KNOWN_TO: Final = 0.5  # how well a factor is known beforehand; one above 1, to half of itself
CERTAIN: Final = 1e-9  # ... and one that is 0
TEMPO: Final = 5.0  # ... and what a place in the order of play is worth, in units
TOP: Final = 10.0  # no factor is larger, and none below 0
WON: Final = SWAY / UNIT  # what a won match counts for, in units; a lost one as much below 0
STEPS: Final = 20  # along the bend, at most
STILL: Final = 0.001  # no factor moves further: the end of the way


class Episode(NamedTuple):
    """The turns of one team in one match, in order, and what it came to."""

    positions: Numbers  # turns x (features, then places)
    end: float  # units: WON, -WON, or what is between for a shared win


class Line(NamedTuple):
    """The straight line that lies along what positions say of the end: slope * told + rest."""

    said: Numbers  # units; by position
    slope: Numbers
    rest: Numbers


def along(told: Numbers) -> Line:
    """The lines at so large leads, in units."""
    bent = np.tanh(told / WON)
    said, slope = WON * bent, 1.0 - bent * bent
    return Line(said, slope, said - slope * told)


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
            end = WON * (2 * match["won"] - 1)
            found.append(Episode(positions, end if seat == 0 else -end))
    return found


def _position(turn: Mapping[str, Any], last: bool, rounds: int) -> Numbers:
    own, other = np.array(turn["own"], float), np.array(turn["other"], float)
    # A match may be set back to round 0.
    row = np.zeros(len(FEATURES) + 2 * (rounds + 1))
    row[: len(own)] = own / UNIT
    row[: len(other)] -= other / UNIT
    row[len(FEATURES) + 2 * min(turn["round"], rounds) + last] = 1.0
    return row


def plain(match: Sequence[Episode], at: Numbers) -> Equations:
    """Each position has to tell the end; the lines lie where the unknowns are `at`."""
    width = match[0].positions.shape[1]
    left, right = np.zeros((width, width)), np.zeros(width)
    for episode in match:
        line = along(episode.positions @ at)
        left += episode.positions.T @ (line.slope[:, None] * episode.positions)
        right += episode.positions.T @ (episode.end - line.rest)
    return Equations(left, right)


def fit(
    matches: Sequence[Sequence[Episode]],
    start: Mapping[str, float],
    equations: Callable[[Sequence[Episode], Numbers], Equations] = plain,
) -> Factors:
    """The factors, by what each match says where the unknowns are."""
    first, known_to = beforehand(matches, start)
    at = first
    for _ in range(STEPS):
        found = twice_solved(together([equations(m, at) for m in matches]), first, known_to)
        far = float(np.abs(found.values - at).max())
        at = found.values
        if far < STILL:
            break
    intervals = {}
    for name, value, spread in zip(FEATURES, found.values, found.spread, strict=False):
        ends = (value, value - Z * spread, value + Z * spread)
        intervals[name] = Interval(*(min(TOP, max(0.0, float(end))) for end in ends))
    return Factors(intervals)


def beforehand(
    matches: Sequence[Sequence[Episode]], start: Mapping[str, float]
) -> tuple[Numbers, Numbers]:
    """What is known of the unknowns before the first match, and how well.

    A part that counts for 0 is not looked at, and stays so: it may take too long to look at.
    """
    width = matches[0][0].positions.shape[1]
    first, known_to = np.zeros(width), np.full(width, TEMPO)
    first[: len(FEATURES)] = [start[name] for name in FEATURES]
    factors = first[: len(FEATURES)]
    known_to[: len(FEATURES)] = np.where(factors, KNOWN_TO * np.maximum(1.0, factors), CERTAIN)
    return first, known_to


def unexplained(
    matches: Sequence[Sequence[Episode]], factors: Mapping[str, float], *, scaled: bool = False
) -> Numbers:
    """For each match the squares of the end that the factors do not explain.

    What places in the order of play do is fitted anew, so that only the factors count; with
    `scaled` also how large they are all together, which hardly changes a choice.
    """
    positions = np.vstack([e.positions for match in matches for e in match])
    ends = np.concatenate([np.full(len(e.positions), e.end) for m in matches for e in m])
    told = positions[:, : len(FEATURES)] @ np.array([factors[name] for name in FEATURES])
    beside = positions[:, len(FEATURES) :]
    fixed = np.zeros_like(told) if scaled else told
    if scaled:
        beside = np.column_stack((told, beside))
    little = np.eye(beside.shape[1])  # a place that hardly anybody was in
    at = np.zeros(beside.shape[1])
    for _ in range(STEPS):
        line = along(fixed + beside @ at)
        left = beside.T @ (line.slope[:, None] * beside) + little
        move = np.linalg.solve(left, beside.T @ (ends - line.said) - at)
        at = at + move
        if float(np.abs(move).max()) < STILL:
            break
    turns = [sum(len(episode.positions) for episode in match) for match in matches]
    starts = np.concatenate(([0], np.cumsum(turns)[:-1]))
    missed = ends - along(fixed + beside @ at).said
    squares: Numbers = np.add.reduceat(missed**2, starts)
    return squares
