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
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

DRAWS: Final = 2_000
LEVEL: Final = 0.95
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
    seed: int = 0

    @cached_property
    def times(self) -> NDArray[np.float64]:
        """How often each draw has each block: draws x blocks."""
        random = Random(f"{self.seed}/bootstrap")
        numbers = range(self.blocks)
        rows = np.empty((self.draws, self.blocks))
        for row in rows:
            row[:] = np.bincount(random.choices(numbers, k=self.blocks), minlength=self.blocks)
        return rows

    def sums(self, per_block: NDArray[np.float64]) -> NDArray[np.float64]:
        """The sum over the drawn blocks, for each draw; columns stay apart."""
        return self.times @ per_block

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
        sums = self.sums(np.column_stack((top, bottom)))
        kept = sums[sums[:, 1] != 0]
        return interval_of(value, kept[:, 0] / kept[:, 1])

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
        columns = np.column_stack(
            [np.asarray(part, float) for part in (above, below, other_above, other_below)]
        )
        totals = columns.sum(axis=0)
        if totals[1] == 0 or totals[3] == 0:
            return None
        value = float(totals[0] / totals[1] - totals[2] / totals[3])
        if self.blocks < 2:
            return Interval(value, -np.inf, np.inf)
        sums = self.sums(columns)
        kept = sums[(sums[:, 1] != 0) & (sums[:, 3] != 0)]
        return interval_of(value, kept[:, 0] / kept[:, 1] - kept[:, 2] / kept[:, 3])


def interval_of(value: float, drawn: NDArray[np.float64]) -> Interval:
    """The interval that the middle 95 % of some draws span."""
    if not len(drawn):
        return Interval(value, -np.inf, np.inf)
    low, high = np.quantile(drawn, ((1 - LEVEL) / 2, (1 + LEVEL) / 2))
    return Interval(value, float(low), float(high))


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
