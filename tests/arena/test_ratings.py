"""Ratings: players of known strength are found again, and others' code finds the same."""

from __future__ import annotations

from math import log10
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from sample_blocks import ranked

from deathdome.statistics import (
    LIMIT,
    Bootstrap,
    Interval,
    orders,
    placing,
    ratings,
    stages,
    strengths,
)

if TYPE_CHECKING:
    from deathdome.statistics import Placing

STRONG = (1.0, 2.0, 0.5, 4.0)


def played(seed: int, blocks: int, seats: int, strong: tuple[float, ...]) -> list[list[Placing]]:
    """Blocks of as many matches as seats, between players drawn for each block."""
    random = Random(seed)
    found: list[list[Placing]] = []
    for _ in range(blocks):
        team = random.sample(range(len(strong)), seats)
        ranks = [ranked(random, [strong[player] for player in team]) for _ in team]
        found.append([[[team[place]] for place in order] for order in ranks])
    return found


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_known_strengths_are_recovered_within_the_interval(seats: int) -> None:
    truth = [400 * log10(value) for value in STRONG]
    hits = 0
    for run in range(25):
        blocks = played(run, 150, seats, STRONG)
        found = ratings(blocks, 4, Bootstrap(150, draws=300, seed=run))
        assert found[0].points == Interval(0, 0, 0)
        hits += sum(
            rating.points.low <= real <= rating.points.high
            for rating, real in zip(found[1:], truth[1:], strict=True)
        )
    # Of 75 intervals of 95 %, which hang together a little.
    assert hits >= 66


def test_ratings_are_those_of_another_program() -> None:
    import choix

    blocks = played(3, 120, 4, STRONG)
    rankings = [tuple(group[0] for group in order) for block in blocks for order in block]
    theirs = choix.ilsr_rankings(4, rankings)
    ours = ratings(blocks, 4, Bootstrap(120, draws=5))
    points = (theirs - theirs[0]) * 400 / np.log(10)
    assert [rating.points.value for rating in ours] == pytest.approx(list(points), abs=0.05)


def test_two_players_are_rated_by_their_share_of_wins() -> None:
    split: list[Placing] = [[[0], [1]], [[1], [0]]]
    swept: list[Placing] = [[[1], [0]], [[1], [0]]]
    found = ratings([split] * 10 + [swept] * 10, 2, Bootstrap(20))
    assert found[1].points.value == pytest.approx(400 * log10(30 / 10), abs=1e-4)
    assert found[1].points.low < found[1].points.value < found[1].points.high


def test_the_anchor_moves_all_ratings_by_the_same() -> None:
    blocks = played(4, 60, 3, STRONG)
    one, other = (ratings(blocks, 4, Bootstrap(60, draws=20), anchor) for anchor in (0, 3))
    moved = [a.points.value - b.points.value for a, b in zip(one, other, strict=True)]
    assert moved == pytest.approx([moved[0]] * 4, abs=1e-3)
    assert other[3].points == Interval(0, 0, 0)


def test_who_never_lost_stands_at_the_limit_with_an_open_end() -> None:
    blocks: list[list[Placing]] = [[[[1], [0]], [[1], [0]]]] * 50
    _, best = ratings(blocks, 2, Bootstrap(50))
    assert best.bounded
    assert best.points.value == best.points.high == pytest.approx(LIMIT)
    # Wilson's interval of 100 wins in 100 ends at 96.3 %.
    assert best.points.low == pytest.approx(400 * log10(0.963 / 0.037), abs=2)


def test_who_lost_all_to_the_anchor_and_won_all_against_the_last_may_be_as_weak_as_that() -> None:
    # 0 beats 1, 1 beats 2, always: the distance of 1 below 0 cannot be known.
    chain: list[list[Placing]] = [[[[0], [1]], [[1], [2]], [[0], [2]]]] * 20
    _, middle, last = ratings(chain, 3, Bootstrap(20))
    assert middle.bounded
    assert last.bounded
    assert middle.points.low == -LIMIT
    assert middle.points.low < middle.points.high < 0
    # Wilson's interval of 20 losses in 20 ends at 16.1 %.
    assert middle.points.high == pytest.approx(-400 * log10(0.839 / 0.161), abs=10)


def test_one_win_by_way_of_another_closes_the_interval() -> None:
    chain: list[list[Placing]] = [[[[0], [1]], [[1], [2]], [[0], [2]]]] * 20
    closed: list[list[Placing]] = [[[[1], [2]], [[2], [0]]]] * 6
    _, middle, _ = ratings(chain + closed, 3, Bootstrap(26))
    assert not middle.bounded


def test_places_that_are_shared_count_as_every_order_in_equal_parts() -> None:
    shared: Placing = [[0, 1], [2]]
    assert sorted(orders(shared)) == [((0, 1, 2), 0.5), ((1, 0, 2), 0.5)]
    found = ratings([[shared]] * 5 + [[[[2], [0, 1]]]] * 5, 3, Bootstrap(10, draws=10))
    assert found[0].points.value == pytest.approx(found[1].points.value, abs=1e-6)


def test_copies_of_one_manager_are_not_rivals_of_each_other() -> None:
    three_to_one: list[list[Placing]] = [[[[0], [1], [1], [1]], [[1], [1], [1], [0]]]] * 4
    counted = stages(three_to_one, 2)
    # Nothing is learned from who of the copies came second.
    assert counted.left.tolist() == [[1, 1], [1, 2], [1, 3]]
    assert counted.chosen.sum(axis=0).tolist() == [4, 12]
    found = strengths(counted.chosen, counted.times, counted.left)
    lone = 1 / found[0, 1]
    slope = 1 / lone - 2 / (lone + 3) - 1 / (lone + 2) - 1 / (lone + 1)
    assert slope == pytest.approx(0, abs=1e-6)  # so this is the likeliest


def test_a_manager_who_met_nobody_is_not_rated_away() -> None:
    found = ratings([[[[0], [1]]], [[[1], [0]]]], 3, Bootstrap(2, draws=5))
    assert found[2].points.value == 0


def test_winners_are_placed_first_and_others_by_what_they_were_paid() -> None:
    assert placing([0, 1, 2, 3], [2], [900, 500, 100, 500]) == [[2], [0], [1, 3]]
    assert placing([0, 1], [0, 1], [5, 5]) == [[0, 1]]
