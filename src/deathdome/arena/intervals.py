"""Intervals: how far a share or a mean that was measured may lie from the true one.

Blocks, not matches, are drawn again: the matches of a block share their dice, so that only whole
blocks are independent of each other. The draws come from Python's own generator, which promises
the same numbers in every version.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from random import Random
from statistics import NormalDist
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import ArrayLike, NDArray

    Rows: TypeAlias = NDArray[np.float64]

DRAWS: Final = 2_000
LEVEL: Final = 0.95
NORMAL: Final = NormalDist()
Z: Final = 1.959963984540054  # of the normal distribution, for LEVEL on two sides
# With fewer wins, or fewer losses, most draws of blocks hold none of them and the interval comes
# out too narrow; then that of plain counts has a say.
FEW: Final = 10


class Interval(NamedTuple):
    """A measured number with the ends of its 95 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        """As in 0.612 (0.580 to 0.644)."""
        return f"{self.value:.3f} ({self.low:.3f} to {self.high:.3f})"


def wilson(successes: float, trials: float) -> Interval:
    """Wilson's interval of a share of plain counts; shared wins may count as parts.

    Raises:
        ValueError: no trials.
    """
    if trials <= 0:
        raise ValueError("a share of no trials has no interval")
    share = successes / trials
    middle = share + Z * Z / (2 * trials)
    # Rounding may leave something below zero at the ends.
    spread = Z * sqrt(max(0.0, share * (1 - share) / trials + Z * Z / (4 * trials * trials)))
    scale = 1 + Z * Z / trials
    low, high = (middle - spread) / scale, (middle + spread) / scale
    return Interval(share, min(max(0.0, low), share), max(min(1.0, high), share))


@dataclass(frozen=True)
class Bootstrap:
    """Blocks drawn again, with the same draws for every number that is asked for.

    So the intervals of one report belong together, and a difference of two numbers is that of
    the same blocks.
    """

    blocks: int
    draws: int = DRAWS
    seed: int | None = 0

    @cached_property
    def times(self) -> Rows:
        """How often each draw has each block: draws x blocks."""
        random = Random(f"{self.seed}/bootstrap")
        numbers = range(self.blocks)
        rows = np.empty((self.draws, self.blocks))
        for row in rows:
            row[:] = np.bincount(random.choices(numbers, k=self.blocks), minlength=self.blocks)
        return rows

    def sums(self, per_block: Rows) -> Rows:
        """The sum over the drawn blocks, for each draw; columns stay apart."""
        return self.times @ per_block

    def interval(self, value: float, per_block: Rows, measure: Callable[[Rows], Rows]) -> Interval:
        """The interval of what `measure` makes of each row of sums over blocks."""
        drawn = measure(self.sums(per_block))
        left_out = measure(per_block.sum(axis=0) - per_block)
        return corrected(value, drawn, left_out)

    def ratio(self, above: ArrayLike, below: ArrayLike) -> Interval | None:
        """A mean over blocks of unequal weight: sum of `above` by sum of `below`.

        None where there is nothing to divide by. The interval of fewer than two blocks is unknown
        and spans everything.
        """
        top, bottom = np.asarray(above, float), np.asarray(below, float)
        weight = bottom.sum()
        if weight == 0:
            return None
        value = float(top.sum() / weight)
        if self.blocks < 2:
            return Interval(value, -np.inf, np.inf)
        return self.interval(value, np.column_stack((top, bottom)), _quotient)

    def share(self, wins: ArrayLike, trials: ArrayLike) -> Interval | None:
        """A share of trials, which lies between 0 and 1; None without trials."""
        found = self.ratio(wins, trials)
        if found is None:
            return None
        won, tried = float(np.asarray(wins).sum()), float(np.asarray(trials).sum())
        value, low, high = found
        if self.blocks < 2 or min(won, tried - won) < FEW:
            plain = wilson(won, tried)
            # Of one block nothing but the plain counts is known.
            low = plain.low if self.blocks < 2 else min(low, plain.low)
            high = plain.high if self.blocks < 2 else max(high, plain.high)
        return Interval(value, low, high)

    def difference(
        self,
        above: ArrayLike,
        below: ArrayLike,
        other_above: ArrayLike,
        other_below: ArrayLike,
    ) -> Interval | None:
        """One mean less another, in the same blocks; None where one of them is of nothing."""
        return self._compared((above, below, other_above, other_below), _gap)

    def change(
        self,
        above: ArrayLike,
        below: ArrayLike,
        other_above: ArrayLike,
        other_below: ArrayLike,
    ) -> Interval | None:
        """How much larger one mean is than another, as a share of the other: 0.25 is a quarter.

        None where one of them is of nothing, or the other is zero.
        """
        return self._compared((above, below, other_above, other_below), _growth)

    def _compared(
        self, parts: tuple[ArrayLike, ...], measure: Callable[[Rows], Rows]
    ) -> Interval | None:
        columns = np.column_stack([np.asarray(part, float) for part in parts])
        whole = measure(columns.sum(axis=0, keepdims=True))
        if not len(whole):
            return None
        value = float(whole[0])
        if self.blocks < 2:
            return Interval(value, -np.inf, np.inf)
        return self.interval(value, columns, measure)


def _quotient(sums: Rows) -> Rows:
    kept = sums[sums[:, 1] != 0]
    found: Rows = kept[:, 0] / kept[:, 1]
    return found


def _gap(sums: Rows) -> Rows:
    kept = sums[(sums[:, 1] != 0) & (sums[:, 3] != 0)]
    found: Rows = kept[:, 0] / kept[:, 1] - kept[:, 2] / kept[:, 3]
    return found


def _growth(sums: Rows) -> Rows:
    kept = sums[(sums[:, 1] != 0) & (sums[:, 2] != 0) & (sums[:, 3] != 0)]
    found: Rows = kept[:, 0] / kept[:, 1] * kept[:, 3] / kept[:, 2] - 1
    return found


def corrected(value: float, drawn: Rows, left_out: Rows) -> Interval:
    """The interval that the middle of the draws spans, corrected after Efron (BCa).

    The plain middle 95 % leans towards even chances where one side is rare: of a share of 98 % its
    lower end lies above the truth three times too often. The correction looks at how the draws lie
    about the value, and at what the value becomes with each block left out.
    """
    if not len(drawn):
        return Interval(value, -np.inf, np.inf)
    below = (np.count_nonzero(drawn < value) + np.count_nonzero(drawn <= value)) / 2 / len(drawn)
    edge = 0.5 / len(drawn)
    bias = NORMAL.inv_cdf(min(max(below, edge), 1 - edge))
    away = left_out.mean() - left_out
    spread = float((away**2).sum())
    skew = float((away**3).sum()) / (6 * spread**1.5) if spread > 0 else 0.0
    ends = []
    for tail in (-Z, Z):
        place = bias + (bias + tail) / max(1e-9, 1 - skew * (bias + tail))
        ends.append(float(np.quantile(drawn, NORMAL.cdf(place))))
    return Interval(value, min(ends[0], value), max(ends[1], value))


def discoveries(chances: Sequence[float], rate: float = 0.05) -> list[bool]:
    """Which of many findings stand, so that at most `rate` of those are due to chance.

    The procedure of Benjamini and Hochberg; `chances` are the p values.
    """
    ascending = sorted(range(len(chances)), key=chances.__getitem__)
    last = -1
    for place, index in enumerate(ascending):
        if chances[index] <= rate * (place + 1) / len(chances):
            last = place
    kept = set(ascending[: last + 1])
    return [index in kept for index in range(len(chances))]
