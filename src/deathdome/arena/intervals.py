"""Intervals: how far a measured share or mean may lie from the true one.

The bootstrap resamples blocks, not matches: the matches of a block share their dice, so that only
whole blocks are independent. The draws come from Python's own generator, which gives the same
numbers in every version.
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
# With fewer wins or losses, most resamples contain none of them and the interval is too narrow;
# then the interval of plain counts is used as well.
MIN_EVENTS: Final = 10


class Interval(NamedTuple):
    """A number with the ends of its 95 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        """Return it as 0.612 (0.580 to 0.644)."""
        return f"{self.value:.3f} ({self.low:.3f} to {self.high:.3f})"


def wilson(successes: float, trials: float) -> Interval:
    """Return Wilson's interval of a share; shared wins may count as fractions.

    Raises:
        ValueError: no trials.
    """
    if trials <= 0:
        raise ValueError("a share of no trials has no interval")
    share = successes / trials
    middle = share + Z * Z / (2 * trials)
    # Rounding may leave an end below zero.
    spread = Z * sqrt(max(0.0, share * (1 - share) / trials + Z * Z / (4 * trials * trials)))
    scale = 1 + Z * Z / trials
    low, high = (middle - spread) / scale, (middle + spread) / scale
    return Interval(share, min(max(0.0, low), share), max(min(1.0, high), share))


@dataclass(frozen=True)
class Bootstrap:
    """Resampled blocks, the same resamples for every number.

    So the intervals of one report belong together, and a difference of two numbers is that of the
    same blocks.
    """

    blocks: int
    draws: int = DRAWS
    seed: int | None = 0

    @cached_property
    def times(self) -> Rows:
        """Counts of each block in each resample: resamples x blocks."""
        random = Random(f"{self.seed}/bootstrap")
        numbers = range(self.blocks)
        rows = np.empty((self.draws, self.blocks))
        for row in rows:
            row[:] = np.bincount(random.choices(numbers, k=self.blocks), minlength=self.blocks)
        return rows

    def sums(self, per_block: Rows) -> Rows:
        """Return the sums over the blocks of each resample; columns stay apart."""
        return self.times @ per_block

    def interval(self, value: float, per_block: Rows, measure: Callable[[Rows], Rows]) -> Interval:
        """Return the interval of `measure`, applied to each row of sums over blocks."""
        drawn = measure(self.sums(per_block))
        left_out = measure(per_block.sum(axis=0) - per_block)
        return corrected(value, drawn, left_out)

    def ratio(self, above: ArrayLike, below: ArrayLike) -> Interval | None:
        """Return a mean over blocks of unequal weight: sum of `above` by sum of `below`.

        None if the divisor is zero. The interval of fewer than two blocks is unknown and spans
        everything.
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
        """Return a share of trials, between 0 and 1; None without trials."""
        found = self.ratio(wins, trials)
        if found is None:
            return None
        won, tried = float(np.asarray(wins).sum()), float(np.asarray(trials).sum())
        value, low, high = found
        if self.blocks < 2 or min(won, tried - won) < MIN_EVENTS:
            plain = wilson(won, tried)
            # With one block only the plain counts are known.
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
        """Return the difference of two means over the same blocks; None if one has no samples."""
        return self._compared((above, below, other_above, other_below), _gap)

    def change(
        self,
        above: ArrayLike,
        below: ArrayLike,
        other_above: ArrayLike,
        other_below: ArrayLike,
    ) -> Interval | None:
        """Return the relative change of one mean to another: 0.25 is a quarter more.

        None if one has no samples, or the other mean is zero.
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
    """Return the bias-corrected and accelerated (BCa) interval after Efron.

    The plain middle 95 % leans towards even chances if one side is rare: for a share of 98 % its
    lower
    end lies above the truth three times too often. The correction uses the position of the
    resamples
    relative to the value, and the value with each block left out.
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
    """Return which findings stand if at most `rate` of those may be due to chance.

    This is the Benjamini-Hochberg procedure; `chances` are the p values.
    """
    ascending = sorted(range(len(chances)), key=chances.__getitem__)
    last = -1
    for place, index in enumerate(ascending):
        if chances[index] <= rate * (place + 1) / len(chances):
            last = place
    kept = set(ascending[: last + 1])
    return [index in kept for index in range(len(chances))]
