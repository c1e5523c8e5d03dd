"""Statistics of matches: intervals, ratings, a sequential test."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, permutations, product
from math import isfinite, log, sqrt
from random import Random
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

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


def interval_json(interval: Interval | None) -> dict[str, float | None] | None:
    """Return an interval for JSON, with null for infinite ends."""
    if interval is None:
        return None
    return {
        key: round(number, 6) if isfinite(number) else None
        for key, number in interval._asdict().items()
    }


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
    end is above the truth three times too often. The correction uses the position of the
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


# -- ratings ---------------------------------------------------------------------------------------
# The model is Plackett-Luce: the first place goes to one of all teams in proportion to their
# strengths, the next to one of the others, and so on; with two teams that is Bradley-Terry.
# Hunter's MM steps fit it for many resamples of blocks at once.

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

    A stage is the choice of the next place among the remaining managers. The last one is given.
    """

    chosen: NDArray[np.float64]  # blocks x managers: places won in choices
    times: NDArray[np.float64]  # blocks x kinds of stage
    left: NDArray[np.float64]  # kinds of stage x managers: copies of each that remain
    ahead: NDArray[np.bool_]  # managers x managers: True if the first was ever ahead of the second


def stages(blocks: Sequence[Iterable[Placing]], managers: int) -> Stages:
    """Count the choices in the placings of every block."""
    chosen = np.zeros((len(blocks), managers))
    ahead = np.zeros((managers, managers), bool)
    counted: list[dict[tuple[int, ...], float]] = []
    for row, placings in enumerate(blocks):
        counts: dict[tuple[int, ...], float] = defaultdict(float)
        for placing in placings:
            for order, share in orders([[*group] for group in placing]):
                left = [0] * managers
                for manager in order:
                    left[manager] += 1
                for manager in order[:-1]:
                    # A choice among copies of one manager is uninformative.
                    if left[manager] < sum(left):
                        counts[tuple(left)] += share
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
    bounded: bool  # the value or an end of the interval is the limit; the truth may be beyond


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


# -- sprt ------------------------------------------------------------------------------------------
# This is the generalised sequential probability ratio test on blocks. The score of a block is the
# mean share of wins in its matches, a number of 0 to 1 with few possible values. Under each
# hypothesis the likeliest distribution with that mean is compared with the observed scores; the
# logarithm of their ratio is a random walk until it leaves a band.

Verdict: TypeAlias = Literal["better", "not better", "open"]

# With fewer blocks the distribution of scores is a guess, and nothing is decided.
FIRST_LOOK: Final = 20
# Pseudocounts of lost, shared and won blocks, which are possible though never seen.
PRIOR: Final = 0.25


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """Shares of wins between which the test decides, with its error rates."""

    worse: float = 0.50
    better: float = 0.55
    alpha: float = 0.05  # rate of wrong "better"
    beta: float = 0.05  # rate of wrong "not better"

    @property
    def bounds(self) -> tuple[float, float]:
        """The ends of the walk: "not better" at or below the first, "better" from the second on."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)


@dataclass(frozen=True, slots=True)
class Walk:
    """The state of the test."""

    verdict: Verdict
    ratio: float  # log likelihood ratio, at the decision or so far
    blocks: int  # up to the decision or so far


def default_hypotheses(lineup: Sequence[str]) -> Hypotheses:
    """Return the default hypotheses for the first manager: chance, and five points more."""
    even = 1 / len(lineup)
    return Hypotheses(even, even + 0.05)


def walk(scores: Iterable[float], hypotheses: Hypotheses) -> Walk:
    """Run the test over the blocks in order; blocks after a decision are not read."""
    test = Sprt(hypotheses)
    for score in scores:
        if test.add(score) != "open":
            break
    return test.state


def sprt_json(
    scores: Iterable[float], lineup: Sequence[str], hypotheses: Hypotheses | None
) -> dict[str, Any]:
    """Return the test of the first of a line-up for a report, by default against chance."""
    asked = hypotheses or default_hypotheses(lineup)
    end = walk(scores, asked)
    return {
        "worse": asked.worse,
        "better": asked.better,
        "alpha": asked.alpha,
        "beta": asked.beta,
        "verdict": end.verdict,
        "log_ratio": round(end.ratio, 6),
        "bounds": [round(bound, 6) for bound in asked.bounds],
        "blocks": end.blocks,
    }


class Sprt:
    """The test, block by block."""

    def __init__(self, hypotheses: Hypotheses) -> None:
        self.hypotheses = hypotheses
        self.state = Walk("open", 0.0, 0)
        self._seen: Counter[float] = Counter()

    def add(self, score: float) -> Verdict:
        """Add the score of the next block; return the verdict so far. Decisions are final."""
        if self.state.verdict != "open":
            return self.state.verdict
        self._seen[score] += 1
        blocks = self.state.blocks + 1
        ratio = log_ratio(self._seen, self.hypotheses.worse, self.hypotheses.better)
        low, high = self.hypotheses.bounds
        verdict: Verdict = "open"
        if blocks >= FIRST_LOOK and ratio <= low:
            verdict = "not better"
        elif blocks >= FIRST_LOOK and ratio >= high:
            verdict = "better"
        self.state = Walk(verdict, ratio, blocks)
        return verdict


def log_ratio(seen: Mapping[float, float], worse: float, better: float) -> float:
    """Return the log likelihood ratio of the second mean to the first.

    `seen` counts the scores.
    """
    counts = dict.fromkeys((0.0, 0.5, 1.0), PRIOR)
    for score, times in seen.items():
        counts[score] = counts.get(score, 0.0) + times
    tilts = [_tilt(counts, mean) for mean in (worse, better)]
    return sum(
        times * (log(1 + tilts[0] * (score - worse)) - log(1 + tilts[1] * (score - better)))
        for score, times in counts.items()
    )


def _tilt(counts: Mapping[float, float], mean: float) -> float:
    """Return the tilt of the likeliest distribution with that mean.

    A score has the probability share / (1 + tilt * (score - mean)); bisection finds the tilt for
    which
    the probabilities add up to 1.
    """
    low, high = -1 / (max(counts) - mean), -1 / (min(counts) - mean)
    for _ in range(40):
        middle = (low + high) / 2
        slope = sum(n * (x - mean) / (1 + middle * (x - mean)) for x, n in counts.items())
        if slope > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
