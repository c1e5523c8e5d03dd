"""T1 and T2: the worth of parts of a position, by regression on the winner or on later positions.

The parts at the start of every turn explain the winner, all rounds together; since all turns of a
match have the same result, they count for less than as many matches. The effect of the order of
play is fitted as well, round by round. The factors begin at those of the file and move as far as
the matches move them.

A predicted lead gives the winner as in rollouts (`evaluate.swayed`, without the residual weight of
a lead that decides nothing): an even match by the lead, a decided one by hardly more. So the known
result is bent, and fitted step by step from tangents (a logistic regression).

In TD(lambda) a position predicts the prediction of the team's next one, and the last one the
result. So the worth of a part is what it turns into, not what the better team happens to have as
well; if parts turn into something that no part describes, the error is larger than with the
regression. The fixed point of TD solves a set of linear equations, so it is computed directly
(least squares TD), without a learning rate. With lambda 1 it is the regression.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from deathdome.managers.planner.evaluate import SWAY
from deathdome.statistics import Interval, Z
from lab.tuning.matches import FEATURES
from lab.tuning.sums import Equations, solved_with_noise, summed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from lab.tuning.sums import Numbers

UNIT: Final = 100_000.0  # credits; unit of the sums
KNOWN_TO: Final = 0.5  # prior standard error of a factor; of one above 1, half of it
CERTAIN: Final = 1e-9  # ... and of one that is 0
TEMPO: Final = 5.0  # ... and of a place in the order of play, in units
TOP: Final = 10.0  # maximum of a factor; the minimum is 0
WON: Final = SWAY / UNIT  # value of a won match in units; of a lost one minus that
STEPS: Final = 20  # of the fit, at most
STILL: Final = 0.001  # change of a factor below which the fit ends


class Episode(NamedTuple):
    """The turns of one team in one match, in order, and its result."""

    positions: Numbers  # turns x (features, then places)
    end: float  # units: WON, -WON, or between for a shared win


class Line(NamedTuple):
    """The tangent to the result as a function of the prediction: slope * prediction + rest."""

    said: Numbers  # units; by position
    slope: Numbers
    rest: Numbers


def tangents(predictions: Numbers) -> Line:
    """Return the tangents at these leads, in units."""
    bent = np.tanh(predictions / WON)
    said, slope = WON * bent, 1.0 - bent * bent
    return Line(said, slope, said - slope * predictions)


class Factors(NamedTuple):
    """The fitted factors of FEATURES."""

    intervals: dict[str, Interval]

    @property
    def values(self) -> dict[str, float]:
        """Return the factors alone."""
        return {name: interval.value for name, interval in self.intervals.items()}


def episodes(match: Mapping[str, Any], rounds: int) -> list[Episode]:
    """Return each team's view of a match; `rounds` is the maximum."""
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


def direct(match: Sequence[Episode], at: Numbers) -> Equations:
    """Return the equations in which each position predicts the result, linearised at `at`."""
    width = match[0].positions.shape[1]
    left, right = np.zeros((width, width)), np.zeros(width)
    for episode in match:
        line = tangents(episode.positions @ at)
        left += episode.positions.T @ (line.slope[:, None] * episode.positions)
        right += episode.positions.T @ (episode.end - line.rest)
    return Equations(left, right)


def fit(
    matches: Sequence[Sequence[Episode]],
    start: Mapping[str, float],
    equations: Callable[[Sequence[Episode], Numbers], Equations] = direct,
) -> Factors:
    """Fit the factors to the equations of all matches."""
    first, known_to = prior(matches, start)
    at = first
    for _ in range(STEPS):
        found = solved_with_noise(summed([equations(m, at) for m in matches]), first, known_to)
        far = float(np.abs(found.values - at).max())
        at = found.values
        if far < STILL:
            break
    intervals = {}
    for name, value, spread in zip(FEATURES, found.values, found.spread, strict=False):
        ends = (value, value - Z * spread, value + Z * spread)
        intervals[name] = Interval(*(min(TOP, max(0.0, float(end))) for end in ends))
    return Factors(intervals)


def prior(
    matches: Sequence[Sequence[Episode]], start: Mapping[str, float]
) -> tuple[Numbers, Numbers]:
    """Return the prior of the unknowns: mean and standard error.

    A part with factor 0 is not measured, and stays 0: measuring it may take too long.
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
    """Return for each match the squares of the result that the factors do not explain.

    The effect of the order of play is fitted again, so that only the factors count; with `scaled`
    also their common scale, which hardly changes a choice.
    """
    positions = np.vstack([e.positions for match in matches for e in match])
    ends = np.concatenate([np.full(len(e.positions), e.end) for m in matches for e in m])
    told = positions[:, : len(FEATURES)] @ np.array([factors[name] for name in FEATURES])
    beside = positions[:, len(FEATURES) :]
    fixed = np.zeros_like(told) if scaled else told
    if scaled:
        beside = np.column_stack((told, beside))
    little = np.eye(beside.shape[1])  # a place that hardly occurred
    at = np.zeros(beside.shape[1])
    for _ in range(STEPS):
        line = tangents(fixed + beside @ at)
        left = beside.T @ (line.slope[:, None] * beside) + little
        move = np.linalg.solve(left, beside.T @ (ends - line.said) - at)
        at = at + move
        if float(np.abs(move).max()) < STILL:
            break
    turns = [sum(len(episode.positions) for episode in match) for match in matches]
    starts = np.concatenate(([0], np.cumsum(turns)[:-1]))
    missed = ends - tangents(fixed + beside @ at).said
    squares: Numbers = np.add.reduceat(missed**2, starts)
    return squares


LAMBDA: Final = 0.7  # weight of each later position for an earlier one


def temporal_differences(match: Sequence[Episode], at: Numbers, decay: float = LAMBDA) -> Equations:
    """Return the equations in which each position predicts the next, with decaying traces.

    The equations are linearised where the unknowns are `at`.
    """
    width = match[0].positions.shape[1]
    left, right = np.zeros((width, width)), np.zeros(width)
    for episode in match:
        line = tangents(episode.positions @ at)
        rows = line.slope[:, None] * episode.positions
        trace = np.zeros(width)
        last = len(rows) - 1
        for number, position in enumerate(episode.positions):
            trace = decay * trace + position
            if number < last:
                left += np.outer(trace, rows[number] - rows[number + 1])
                right += trace * (line.rest[number + 1] - line.rest[number])
            else:
                left += np.outer(trace, rows[number])
                right += trace * (episode.end - line.rest[number])
    return Equations(left, right)
