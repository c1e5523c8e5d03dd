"""Sequential test for a better manager, which stops as soon as the answer is clear.

This is the generalised sequential probability ratio test on blocks. The score of a block is the
mean share of wins in its matches, a number of 0 to 1 with few possible values. Under each
hypothesis the likeliest distribution with that mean is compared with the observed scores; the
logarithm of their ratio is a random walk until it leaves a band.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

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
