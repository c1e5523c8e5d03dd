"""Intervals: they hold the truth as often as they say, also of blocks, also at the ends."""

from __future__ import annotations

from math import inf
from random import Random

import numpy as np
import pytest

from deathdome.statistics import Bootstrap, discoveries, wilson


@pytest.mark.parametrize(("wins", "trials"), [(0, 10), (10, 10), (3, 10), (61, 100), (970, 1000)])
def test_wilson_is_the_interval_of_the_textbook(wins: int, trials: int) -> None:
    from scipy.stats import binomtest

    theirs = binomtest(wins, trials).proportion_ci(method="wilson")
    ours = wilson(wins, trials)
    assert ours == pytest.approx((wins / trials, theirs.low, theirs.high), abs=1e-9)


def test_a_share_of_no_trials_has_no_interval() -> None:
    with pytest.raises(ValueError, match="no trials"):
        wilson(0, 0)


def made(random: Random, blocks: int, truth: float) -> list[float]:
    """Wins of two in each block; luck of the block touches both."""
    wins = []
    for _ in range(blocks):
        luck = random.uniform(-0.3, 0.3)
        wins.append(float(sum(random.random() < truth + luck for _ in range(2))))
    return wins


def test_intervals_of_blocks_hold_the_truth_19_times_of_20() -> None:
    random = Random(5)
    hits = 0
    for run in range(200):
        found = Bootstrap(80, draws=400, seed=run).share(made(random, 80, 0.6), [2.0] * 80)
        assert found is not None
        hits += found.low <= 0.6 <= found.high
    # Three standard errors about 190, one more below for 80 blocks being few.
    assert 178 <= hits <= 199


def test_intervals_of_rare_losses_are_those_of_another_program() -> None:
    from scipy.stats import bootstrap

    wins = [2.0] * 180 + [1.0] * 12 + [0.0] * 8
    ours = Bootstrap(200, draws=8_000).share(wins, [2.0] * 200)
    theirs = bootstrap(
        (np.array(wins) / 2,), np.mean, n_resamples=8_000, method="BCa", rng=1
    ).confidence_interval
    assert ours is not None
    assert (ours.low, ours.high) == pytest.approx(
        (theirs.low, theirs.high), abs=1.01 / 400
    )  # one win
    # The plain middle of the draws would flatter the winner.
    plain = np.quantile(Bootstrap(200, draws=8_000).sums(np.array(wins)) / 400, 0.025)
    assert ours.low < plain - 0.004


def test_the_same_blocks_give_the_same_interval() -> None:
    wins = made(Random(1), 50, 0.5)
    assert Bootstrap(50).share(wins, [2.0] * 50) == Bootstrap(50).share(wins, [2.0] * 50)
    assert Bootstrap(50, seed=1).share(wins, [2.0] * 50) != Bootstrap(50).share(wins, [2.0] * 50)


def test_blocks_that_vary_together_make_a_wider_interval_than_as_many_matches() -> None:
    together = [0.0, 4.0] * 50
    apart = [2.0] * 100
    wide = Bootstrap(100).share(together, [4.0] * 100)
    narrow = Bootstrap(100).share(apart, [4.0] * 100)
    plain = wilson(200, 400)
    assert wide is not None
    assert narrow is not None
    assert wide.high - wide.low > 1.5 * (plain.high - plain.low)
    assert narrow.high - narrow.low < 0.1 * (plain.high - plain.low)


def test_who_never_lost_may_lose_some_day() -> None:
    found = Bootstrap(30).share([2.0] * 30, [2.0] * 30)
    assert found is not None
    assert (found.value, found.high) == (1.0, 1.0)
    assert found.low == pytest.approx(wilson(60, 60).low)


def test_one_block_tells_next_to_nothing() -> None:
    share = Bootstrap(1).share([1.0], [2.0])
    assert share == wilson(1, 2)
    assert Bootstrap(1).ratio([5.0], [2.0]) == (2.5, -inf, inf)


def test_nothing_counted_gives_no_number() -> None:
    assert Bootstrap(3).share([0.0] * 3, [0.0] * 3) is None
    assert Bootstrap(3).difference([1.0] * 3, [1.0] * 3, [0.0] * 3, [0.0] * 3) is None


def test_a_difference_in_the_same_blocks_is_surer_than_in_others() -> None:
    random = Random(2)
    luck = [random.gauss(0, 10) for _ in range(60)]
    one = [value + 1 + random.gauss(0, 0.1) for value in luck]
    ones = [1.0] * 60
    found = Bootstrap(60).difference(one, ones, luck, ones)
    assert found is not None
    assert 0.9 < found.low < 1 < found.high < 1.1
    alone = Bootstrap(60).ratio(one, ones)
    assert alone is not None
    assert alone.high - alone.low > 2


def test_discoveries_are_those_of_benjamini_and_hochberg() -> None:
    # The example of their paper: the four smallest of fifteen are at 5 %.
    chances = [
        *(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240),
        *(0.4262, 0.5719, 0.6528, 0.7590, 1.0),
    ]
    assert sum(discoveries(chances)) == 4
    mixed = list(np.roll(chances, 6))
    assert [chance for chance, kept in zip(mixed, discoveries(mixed), strict=True) if kept] == [
        *(0.0001, 0.0004, 0.0019, 0.0095)
    ]
    assert discoveries([]) == []
