"""A series in the arena: what carries over from match to match, what does not, and the winner."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from deathdome.arena.arena import (
    Arena,
    auctioned,
    check_arena,
    next_match,
    opening,
    schedule,
    winners_of,
)
from deathdome.arena.blocks import play_block
from deathdome.arena.results_file import begin, resume_run
from deathdome.errors import UsageError
from deathdome.managers.random_manager import RandomManager
from deathdome.match.referee import Referee, run_match
from deathdome.model.frames import Purchase
from deathdome.model.ruleset import EDITION_2019, EDITION_2021
from deathdome.model.state import price
from deathdome.rules.ending import judge
from deathdome.rules.purchase import owned, team_value

if TYPE_CHECKING:
    from pathlib import Path

    from deathdome.model.state import State


def ended(seed: int = 1) -> State:
    """A match of random managers that is over, with something equipped on both sides."""
    referee = Referee(opening(Arena(("random",), rounds=1)).copy(), seed)
    run_match(referee, [RandomManager(), RandomManager()])
    state = referee.state
    assert all(any(state.items[seat * 4 : seat * 4 + 4]) for seat in range(2))
    return state


def won_by(state: State, *seats: int) -> State:
    """The same with other winners."""
    state.outcome = replace(judge(state), winners=seats)
    return state


def test_a_series_has_the_rounds_of_the_rules() -> None:
    assert schedule(EDITION_2021, None) == (6, 8, 10, 12, 12)
    assert schedule(EDITION_2021, 2) == (2,) * 5


def test_a_team_goes_on_with_what_it_owns_and_the_field_begins_anew() -> None:
    last = won_by(ended(), 0)
    before = [(owned(last, seat), last.credits[seat]) for seat in range(2)]
    new = next_match(last, 8, Random(0))
    assert [(owned(new, seat), new.credits[seat]) for seat in range(2)] == before
    assert new.store == last.store
    assert new.setup.rounds == 8
    assert all(place >= 0 for place in new.space)
    assert new.hands == [(), ()]
    assert sum(new.deck) == sum(card.copies for card in new.setup.catalog.power_cards)
    assert not any(new.wounds)
    assert set(new.owners) == {-1}
    assert new.gear.movement != opening(Arena(("random",))).gear.movement


def test_the_winner_buys_first_and_the_most_valuable_team_plays_first() -> None:
    for winner, rich in ((0, 0), (0, 1), (1, 0), (1, 1)):
        last = won_by(ended(), winner)
        last.credits[rich] += 9_000_000
        new = next_match(last, 6, Random(0))
        (frame,) = new.stack
        assert isinstance(frame, Purchase)
        assert (frame.seat, frame.turns[winner]) == (winner, 1)
        assert new.setup.first == rich


def test_after_a_shared_match_the_most_valuable_team_buys_first() -> None:
    last = won_by(ended(), 0, 1)
    last.credits[1] += 9_000_000
    (frame,) = next_match(last, 6, Random(0)).stack
    assert isinstance(frame, Purchase)
    assert frame.seat == 1


def test_a_die_decides_between_teams_of_the_same_value() -> None:
    last = won_by(ended(), 0)
    gap = team_value(last, 0) - team_value(last, 1)
    last.credits[1] += gap
    firsts = {next_match(last, 6, Random(seed)).setup.first for seed in range(20)}
    assert firsts == {0, 1}


def test_the_winner_has_the_dearest_jailed_unit_of_the_other_team_stripped() -> None:
    last = won_by(ended(), 0)
    setup = last.setup
    for unit in range(8):
        last.space[unit] = -1
    worth = [sum(price(setup, item) for item in last.items[unit]) for unit in range(8)]
    unit = auctioned(last)
    assert unit >= 4
    assert worth[unit] == max(worth[4:]) > 0
    values = [team_value(last, seat) for seat in range(2)]
    sold = last.items[unit]
    new = next_match(last, 6, Random(0))
    assert new.items[unit] == ()
    assert all(new.store >> item & 1 for item in sold)
    assert new.credits[1] == last.credits[1] + worth[unit]
    assert [team_value(new, seat) for seat in range(2)] == values
    # Free characters are not sold, and no team sells after a shared match.
    assert auctioned(won_by(last, 0, 1)) == -1
    for other in range(4, 8):
        last.space[other] = 0
    assert auctioned(won_by(last, 0)) == -1


def test_the_most_valuable_team_wins_and_of_equals_the_last_winner() -> None:
    last = won_by(ended(), 0)
    last.credits[1] += 9_000_000
    assert winners_of(last) == [1]
    last.credits[0] += team_value(last, 1) - team_value(last, 0)
    assert winners_of(last) == [0]
    assert winners_of(won_by(last, 0, 1)) == [0, 1]


def test_a_block_of_series_is_one_result_a_seating() -> None:
    arena = Arena(("greedy", "random"), rounds=1, series=True)
    block, times = play_block(arena, 0, 0)
    assert [match["places"] for match in block["matches"]] == [[0, 1], [1, 0]]
    plain, _ = play_block(replace(arena, series=False), 0, 0)
    for match, single in zip(block["matches"], plain["matches"], strict=True):
        series = match["series"]
        assert len(series) == 5
        assert match["reason"] == "series"
        # The first match is the one that the block would be without a series.
        assert series[0] == {"winners": single["winners"], "payouts": single["payouts"]}
        paid = [sum(played["payouts"][seat] for played in series) for seat in range(2)]
        assert match["payouts"] == [2_000_000 + amount for amount in paid]
        assert match["rounds"] >= 5
    turns = sum(times["managers"]["greedy"]["turns"].values())
    assert turns >= 10


def test_a_file_of_series_is_none_of_matches(tmp_path: Path) -> None:
    arena = Arena(("random",), rounds=2, series=True)
    begin(arena, tmp_path / "run").close()
    resume_run(arena, tmp_path / "run").close()
    with pytest.raises(UsageError, match=r"another setting \(series\)"):
        resume_run(replace(arena, series=False), tmp_path / "run")


@pytest.mark.parametrize(
    "more", [{"seats": 3}, {"ruleset": EDITION_2019}, {"ablated": ("all",)}], ids=str
)
def test_a_series_is_refused_where_the_arena_cannot_play_one(more: dict[str, object]) -> None:
    with pytest.raises(UsageError, match="a series between two teams"):
        check_arena(replace(Arena(("random",), series=True), **more))  # type: ignore[arg-type]
