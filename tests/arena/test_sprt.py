"""The sequential test: wrong as seldom as it promises, and quick where the answer is plain."""

from __future__ import annotations

from math import log
from random import Random

import pytest

from deathdome.statistics import (
    FIRST_LOOK,
    Hypotheses,
    Sprt,
    default_hypotheses,
    log_ratio,
    walk,
)

WIDE = Hypotheses(0.50, 0.58)


def ends(share: float, runs: int, seed: int) -> list[str]:
    """Return the verdict of the test on blocks of two matches with that share of wins."""
    random = Random(seed)

    def score() -> float:
        return ((random.random() < share) + (random.random() < share)) / 2

    return [walk((score() for _ in range(2_000)), WIDE).verdict for _ in range(runs)]


@pytest.mark.slow
@pytest.mark.parametrize(("share", "wrong"), [(0.50, "better"), (0.58, "not better")])
def test_it_errs_one_time_in_twenty(share: float, wrong: str) -> None:
    found = ends(share, 160, 1)
    assert "open" not in found
    # 8 of 160 are due; four standard errors above that would be 19.
    assert found.count(wrong) <= 19


def test_it_hardly_errs_beyond_its_hypotheses() -> None:
    assert ends(0.45, 60, 2).count("better") <= 1
    assert ends(0.65, 60, 3).count("not better") <= 1


def test_a_plain_answer_comes_soon() -> None:
    always = walk([1.0] * 500, WIDE)
    assert always.verdict == "better"
    assert always.blocks < 60
    never = walk([0.0] * 500, WIDE)
    assert (never.verdict, never.blocks) == ("not better", FIRST_LOOK)


def test_nothing_is_decided_before_the_first_look() -> None:
    assert walk([0.0] * (FIRST_LOOK - 1), WIDE).verdict == "open"


def test_what_was_decided_stays_decided() -> None:
    test = Sprt(WIDE)
    for _ in range(100):
        test.add(1.0)
    before = test.state
    for _ in range(500):
        test.add(0.0)
    assert test.state == before
    assert before.verdict == "better"


def test_the_log_ratio_of_many_plain_scores_is_that_of_the_binomial() -> None:
    wins, losses = 6_000, 5_000
    exact = wins * log(0.55 / 0.50) + losses * log(0.45 / 0.50)
    assert log_ratio({1.0: wins, 0.0: losses}, 0.50, 0.55) == pytest.approx(exact, rel=0.01)


def test_blocks_that_agree_weigh_more_than_those_split_by_luck() -> None:
    steady = log_ratio({0.5: 160, 1.0: 40}, 0.50, 0.55)
    wild = log_ratio({0.0: 80, 1.0: 120}, 0.50, 0.55)
    assert steady > 2 * wild > 0


def test_by_default_five_points_more_than_chance_are_asked() -> None:
    assert default_hypotheses(("a", "b")) == Hypotheses(0.5, 0.55)
    assert default_hypotheses(("a", "b", "b", "b")) == Hypotheses(0.25, 0.30)
