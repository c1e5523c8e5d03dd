"""The odds over hidden hands are exact."""

from __future__ import annotations

from itertools import combinations

import pytest

from deathdome.managers.odds import hand_sums, wound_odds


@pytest.mark.parametrize("cards", range(5))
def test_the_sums_of_a_hidden_hand_are_counted_exactly(cards: int) -> None:
    copies = (2, 1, 0, 3, 1)
    pool = [value for value, number in enumerate(copies, 1) for _ in range(number)]
    deals = list(combinations(pool, cards))
    for total, chance in enumerate(hand_sums(copies, cards)):
        assert chance == pytest.approx(sum(sum(d) == total for d in deals) / len(deals))


def test_a_hand_larger_than_the_pool_holds_the_pool() -> None:
    assert hand_sums((1, 1, 0, 0, 0), 5) == (0, 0, 0, 1.0)


def test_kill_chance_and_wounds_follow_from_the_sums() -> None:
    kill, wounds = wound_odds((0.5, 0.0, 0.5), margin=3, vitae=2)
    assert kill == 0.5  # without a card 3 wounds kill, against a 2 only 1 is left
    assert wounds == pytest.approx(0.5 * 2 + 0.5 * 1)
