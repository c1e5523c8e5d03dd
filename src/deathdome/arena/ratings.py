"""Ratings: one number a manager, such that the difference of two says how often one is ahead.

Plackett-Luce: the first place goes to one of all teams in proportion to their strengths, the next
to one of those left, and so on; with two teams that is Bradley-Terry. Fitted by Hunter's MM steps,
for many draws of blocks at once.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import groupby, permutations, product
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from deathdome.arena.intervals import FEW, Bootstrap, Interval, Z, corrected

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

# Who never loses has no finite rating: strengths end here, at 1,200 points from the anchor.
LIMIT: Final = 1_200.0
POINTS: Final = 400.0  # Elo points for ten times the strength
STEPS: Final = 20_000
CLOSE: Final = 1e-9

# Managers by their number, best first; managers of one group share their places.
Placing: TypeAlias = "Sequence[Sequence[int]]"


def orders(placing: Placing) -> Iterator[tuple[tuple[int, ...], float]]:
    """The orders without ties that a placing may stand for, each with its share of one match."""
    groups = [[*permutations(group)] for group in placing]
    found = [sum(order, ()) for order in product(*groups)]
    for order in found:
        yield order, 1 / len(found)


@dataclass(frozen=True)
class Stages:
    """What the fit needs to know of placings, one row a block.

    A stage is a choice of the next place among those left; the last one is none.
    """

    chosen: NDArray[np.float64]  # blocks x managers: places won in choices
    times: NDArray[np.float64]  # blocks x kinds of stage
    left: NDArray[np.float64]  # kinds of stage x managers: how many of each were left
    ahead: NDArray[np.bool_]  # managers x managers: who was ever placed ahead of whom


def stages(blocks: Sequence[Iterable[Placing]], managers: int) -> Stages:
    """Counts the choices in the placings of every block."""
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
                    # A choice among copies of one manager says nothing.
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
    """The likeliest strengths, that of the anchor 1: rows of draws x managers.

    Where somebody has won every choice, or none, the strength ends at the limit.
    """
    lowest = 10 ** (-LIMIT / POINTS)
    found = np.ones(chosen.shape)
    seen = times @ left > 0
    rows = np.arange(len(chosen))  # those that still move
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
    """Elo points from the anchor, with 95 % interval; the anchor itself is 0."""

    points: Interval
    bounded: bool  # an end of it, or the value, lies at the limit: the true one may lie beyond


def ratings(
    blocks: Sequence[Iterable[Placing]], managers: int, bootstrap: Bootstrap, anchor: int = 0
) -> list[Rating]:
    """The rating of every manager that occurs in the placings; index is the manager."""
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
        wide = Interval(0.0, -LIMIT, LIMIT)
        return [
            Rating(Interval(0.0, 0.0, 0.0), False)
            if index == anchor
            else Rating(wide._replace(value=float(value)), True)
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
    """Who was ahead of whom, himself or by way of those he was ahead of."""
    found = ahead.copy()
    for between in range(len(found)):
        found |= np.outer(found[:, between], found[between])
    return found


def _widened(
    points: Interval, counted: Stages, reached: NDArray[np.bool_], index: int, anchor: int
) -> Interval:
    """The interval of somebody who has hardly ever won, or lost, a choice.

    Most draws then hold none of those, and the interval comes out too narrow. Z squared more of
    them, against the anchor, lead to the end of Wilson's interval where there are none at all.
    Where not even wins over others lead from one to the other, that end is open: whoever lost
    all to the anchor and won all against one who never wins may be as weak as you like.
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
        if few < FEW:
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
    """The placing of a match: the winners first, the others by what they were paid.

    `managers` and `payouts` by seat, `winners` are seats.
    """
    others = sorted(set(range(len(managers))) - set(winners), key=lambda seat: -payouts[seat])
    groups = [[managers[seat] for seat in winners]]
    groups += (
        [managers[seat] for seat in seats]
        for _, seats in groupby(others, key=lambda seat: payouts[seat])
    )
    return groups
