"""Is the new one better? A test that may stop as soon as the answer is clear enough.

The generalised sequential probability ratio test on blocks. The score of a block is the mean share
of wins in its matches, a number of 0 to 1 that takes few values. Under each hypothesis the
likeliest distribution with that mean is put beside what was seen; the logarithm of their ratio
walks until it leaves a band.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

Verdict: TypeAlias = Literal["better", "not better", "open"]

# Before so many blocks the distribution of scores is a guess, and nothing is decided.
FIRST_LOOK: Final = 20
# Losing, sharing and winning a block are possible though never seen: each counts that much.
PRIOR: Final = 0.25


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """Shares of wins between which the test decides, and how often it may be wrong."""

    worse: float = 0.50
    better: float = 0.55
    alpha: float = 0.05  # "better" though it is not
    beta: float = 0.05  # "not better" though it is

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the walk ends: "not better" at or below the first, "better" from the second on."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)


@dataclass(frozen=True, slots=True)
class Walk:
    """Where the test stands."""

    verdict: Verdict
    ratio: float  # logarithm of the likelihood ratio, at the decision or now
    blocks: int  # that it took, or so far


def usual(lineup: Sequence[str]) -> Hypotheses:
    """What is asked of the first of a line-up by default: five points more than chance gives."""
    even = 1 / len(lineup)
    return Hypotheses(even, even + 0.05)


def walk(scores: Iterable[float], hypotheses: Hypotheses) -> Walk:
    """The test over the blocks in the order they were played; what follows a decision is unread."""
    test = Sprt(hypotheses)
    for score in scores:
        if test.add(score) != "open":
            break
    return test.state


class Sprt:
    """The test, block by block."""

    def __init__(self, hypotheses: Hypotheses) -> None:
        """Begins with nothing seen."""
        self.hypotheses = hypotheses
        self.state = Walk("open", 0.0, 0)
        self._seen: Counter[float] = Counter()

    def add(self, score: float) -> Verdict:
        """Takes the score of the next block; says what is decided now. Decisions are final."""
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
    """How much better the second mean explains the scores than the first, as a logarithm.

    `seen` is how often each score came.
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
    """What makes of the scores seen the likeliest distribution with that mean.

    That gives a score the probability share / (1 + tilt * (score - mean)); the tilt is where the
    probabilities add up to 1, found by halving.
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
