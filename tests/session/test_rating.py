"""The next opponent of a quick match follows the player's results."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deathdome.managers.manager_name import LEVELS
from deathdome.records.results import MARKS, Result
from deathdome.session.rating import Score, score_against, standing

if TYPE_CHECKING:
    from collections.abc import Sequence

WON, LOST, SHARED = (0,), (1,), (0, 1)


def duel(against: str, winners: tuple[int, ...], marks: Sequence[str] = ()) -> Result:
    seats = ("human", *against.split(","))
    nothing = (0,) * len(seats)
    return Result(
        match="",
        began="",
        ended="",
        edition="2021",
        board="plaza",
        rounds=6,
        last_round=6,
        seats=seats,
        people=("",) * len(seats),
        winners=winners,
        reason="payout",
        payouts=nothing,
        towers=nothing,
        points=nothing,
        shells=nothing,
        jailed=nothing,
        hints=nothing,
        seed=1,
        marks=tuple(marks),
    )


def test_a_new_player_meets_rookie() -> None:
    assert standing([]) == ("rookie", 0, 0)


@pytest.mark.parametrize(
    ("winners", "level", "moved"), [(WON, "regular", 1), (LOST, "rookie", 0), (SHARED, "rookie", 0)]
)
def test_a_win_moves_up_by_one(winners: tuple[int, ...], level: str, moved: int) -> None:
    assert standing([duel("rookie", winners)]) == (level, moved, 1)


def test_a_loss_moves_down_by_one() -> None:
    told = [duel("rookie", WON), duel("regular", WON), duel("veteran", LOST)]
    assert standing(told) == ("regular", -1, 3)


def test_losing_to_a_much_better_manager_costs_nothing() -> None:
    assert standing([duel("champion", LOST)]) == ("rookie", 0, 1)


def test_beating_a_much_better_manager_moves_up_by_one() -> None:
    assert standing([duel("champion", WON)]) == ("regular", 1, 1)


@pytest.mark.parametrize("mark", MARKS)
def test_a_marked_match_does_not_count(mark: str) -> None:
    assert standing([duel("rookie", WON, [mark])]) == ("rookie", 0, 0)


@pytest.mark.parametrize(
    "seats", ["human", "rookie,rookie", "greedy", "mine:Plain", "random", "@@"]
)
def test_only_duels_with_a_level_count(seats: str) -> None:
    assert standing([duel(seats, WON)]) == ("rookie", 0, 0)


@pytest.mark.parametrize("name", ["regular+raider", "tactical@regular", "regular"])
def test_a_level_counts_whatever_its_personality(name: str) -> None:
    told = [duel(name, WON), duel(name, LOST), duel(name, SHARED)]
    assert score_against(told, "regular") == Score(1, 1, 1)


@given(
    st.lists(
        st.builds(duel, st.sampled_from(LEVELS), st.sampled_from((WON, LOST, SHARED))), max_size=30
    )
)
def test_one_match_moves_by_one_at_most(results: list[Result]) -> None:
    steps = [LEVELS.index(standing(results[:n]).level) for n in range(len(results) + 1)]
    for number, (before, after) in enumerate(pairwise(steps)):
        assert abs(after - before) <= 1
        assert standing(results[: number + 1]).moved == after - before
