"""Ratings: one number a manager; the difference of two gives the expected share of wins.

The model is Plackett-Luce: the first place goes to one of all teams in proportion to their
strengths, the next to one of the others, and so on; with two teams that is Bradley-Terry. Hunter's
MM steps fit it for many resamples of blocks at once.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import groupby, permutations, product
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from deathdome.arena.intervals import MIN_EVENTS, Bootstrap, Interval, Z, corrected

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

# A manager without losses has no finite rating: strengths end here, 1,200 points from the anchor.
LIMIT: Final = 1_200.0
POINTS: Final = 400.0  # Elo points for ten times the strength
STEPS: Final = 20_000
CLOSE: Final = 1e-9

# Groups of managers by number, best first; managers of one group tie.
Placing: TypeAlias = "Sequence[Sequence[int]]"


def orders(placing: Placing) -> Iterator[tuple[tuple[int, ...], float]]:
    """Yield the orders without ties of a placing, each with its share of one match."""
    groups = [[*permutations(group)] for group in placing]
    found = [sum(order, ()) for order in product(*groups)]
    for order in found:
        yield order, 1 / len(found)


@dataclass(frozen=True)
class Stages:
    """Sufficient statistics of placings, one row for each block.

    A stage is the choice of the next place among the remaining managers; the last one is no choice.
    """

    chosen: NDArray[np.float64]  # blocks x managers: places won in choices
    times: NDArray[np.float64]  # blocks x kinds of stage
    left: NDArray[np.float64]  # kinds of stage x managers: copies of each that remain
    ahead: NDArray[np.bool_]  # managers x managers: True if the first was ever ahead of the second


def stages(blocks: Sequence[Iterable[Placing]], managers: int) -> Stages:
    """Count the choices in the placings of every block."""
    chosen = np.zeros((len(blocks), managers))
    ahead = np.zeros((managers, managers), bool)
    counted: list[Counter[tuple[int, ...]]] = []
    for row, placings in enumerate(blocks):
        counts: Counter[tuple[int, ...]] = Counter()
        for placing in placings:
            for order, share in orders([[*group] for group in placing]):
                left = [0] * managers
                for manager in order:
                    left[manager] += 1
                for manager in order[:-1]:
                    # A choice among copies of one manager is uninformative.
                    if left[manager] < sum(left):
                        counts[tuple(left)] += share  # type: ignore[assignment]
                        chosen[row, manager] += share
                    left[manager] -= 1
                    ahead[manager] |= np.array(left, bool)
        counted.append(counts)
    kinds = sorted({kind for counts in counted for kind in counts})
    times = np.array([[counts[kind] for kind in kinds] for counts in counted], float)
    np.fill_diagonal(ahead, val=False)
    return Stages(chosen, times, np.array(kinds, float).reshape(len(kinds), managers), ahead)


def strengths(
    chosen: NDArray[np.float64],
    times: NDArray[np.float64],
    left: NDArray[np.float64],
    anchor: int = 0,
) -> NDArray[np.float64]:
    """Return the likeliest strengths, 1 for the anchor: rows of resamples x managers.

    If a manager has won every choice, or none, its strength ends at the limit.
    """
    lowest = 10 ** (-LIMIT / POINTS)
    found = np.ones(chosen.shape)
    seen = times @ left > 0
    rows = np.arange(len(chosen))  # rows that have not converged
    for _ in range(STEPS):
        now = found[rows]
        weight = (times[rows] / (now @ left.T)) @ left
        step = np.divide(chosen[rows], weight, out=now.copy(), where=weight > 0)
        step = np.clip(step, 1e-12, None)
        step = np.clip(step / step[:, [anchor]], lowest, 1 / lowest)
        step = np.where(seen[rows], step, 1.0)
        moved = np.abs(np.log(step / now)).max(axis=1)
        found[rows] = step
        rows = rows[moved > CLOSE]
        if not len(rows):
            break
    return found


@dataclass(frozen=True, slots=True)
class Rating:
    """Elo points relative to the anchor, with 95 % interval; the anchor itself has 0."""

    points: Interval
    bounded: bool  # the value or an end of the interval is the limit; the truth may lie beyond


def ratings(
    blocks: Sequence[Iterable[Placing]], managers: int, bootstrap: Bootstrap, anchor: int = 0
) -> list[Rating]:
    """Return the rating of every manager in the placings; index is the manager."""
    counted = stages(blocks, managers)
    if not len(counted.left):
        return [Rating(Interval(0.0, 0.0, 0.0), False)] * managers
    whole = strengths(
        counted.chosen.sum(axis=0, keepdims=True),
        counted.times.sum(axis=0, keepdims=True),
        counted.left,
        anchor,
    )
    values = POINTS * np.log10(whole[0])
    if len(blocks) < 2:
        unknown = Interval(0.0, -LIMIT, LIMIT)
        return [
            Rating(Interval(0.0, 0.0, 0.0), False)
            if index == anchor
            else Rating(unknown._replace(value=float(value)), True)
            for index, value in enumerate(values)
        ]
    both = [
        POINTS * np.log10(strengths(chosen, times, counted.left, anchor))
        for chosen, times in (
            (bootstrap.sums(counted.chosen), bootstrap.sums(counted.times)),
            (
                counted.chosen.sum(axis=0) - counted.chosen,
                counted.times.sum(axis=0) - counted.times,
            ),
        )
    ]
    found = []
    reached = _reached(counted.ahead)
    for index, value in enumerate(values):
        points = corrected(float(value), *(rows[:, index] for rows in both))
        if index != anchor:
            points = _widened(points, counted, reached, index, anchor)
        found.append(Rating(points, max(map(abs, points)) > LIMIT - 1e-6))
    return found


def _reached(ahead: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the transitive closure of "was ahead of", with every manager itself."""
    found = ahead.copy()
    for between in range(len(found)):
        found |= np.outer(found[:, between], found[between])
    return found


def _widened(
    points: Interval, counted: Stages, reached: NDArray[np.bool_], index: int, anchor: int
) -> Interval:
    """Widen the interval of a manager with hardly any wins, or losses, of choices.

    Most resamples then contain none of them, and the interval is too narrow. Adding Z squared of
    them
    against the anchor leads to the end of Wilson's interval for zero wins. If not even wins over
    other
    managers lead from one to the other, that end is open: a manager that lost all to the anchor and
    won
    all against one without wins may be arbitrarily weak.
    """
    chosen = counted.chosen.sum(axis=0)
    times = counted.times.sum(axis=0)
    present = float(times[counted.left[:, index] > 0].sum())
    low, high = points.low, points.high
    above, below = bool(reached[index, anchor]), bool(reached[anchor, index])
    if above != below:
        low, high = (low, LIMIT) if above else (-LIMIT, high)
    for few, winner in (
        (chosen[index] if above else 0, index),
        (present - chosen[index] if below else 0, anchor),
    ):
        if few < MIN_EVENTS:
            more = np.zeros((1, len(chosen)))
            more[0, winner] = Z * Z
            pair = np.zeros((1, len(chosen)))
            pair[0, [index, anchor]] = 1
            end = strengths(
                chosen + more,
                np.append(times, Z * Z)[None],
                np.vstack((counted.left, pair)),
                anchor,
            )
            bound = float(POINTS * np.log10(end[0, index]))
            low, high = min(low, bound), max(high, bound)
    return Interval(points.value, low, high)


def placing(managers: Sequence[int], winners: Sequence[int], payouts: Sequence[int]) -> Placing:
    """Return the placing of a match: the winners first, the others by payout.

    `managers` and `payouts` are by seat, `winners` are seats.
    """
    others = sorted(set(range(len(managers))) - set(winners), key=lambda seat: -payouts[seat])
    groups = [[managers[seat] for seat in winners]]
    groups += (
        [managers[seat] for seat in seats]
        for _, seats in groupby(others, key=lambda seat: payouts[seat])
    )
    return groups
