"""The course of a match: captures in order, and what every round would have paid."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from deathdome.arena.arena import Arena
from deathdome.arena.blocks import play_block
from deathdome.arena.counting import payout_history
from deathdome.content.board_files import load_board
from deathdome.model.events import Captured, RoundBegan, ShellTaken

if TYPE_CHECKING:
    from deathdome.model.events import Event

BOARD = load_board()
TOWER, POINT = BOARD.grid.parse("i9"), BOARD.grid.parse("d8")


@pytest.mark.parametrize("board", ["waspworth", "plaza"])
def test_the_course_of_a_match_ends_with_its_payouts(board: str) -> None:
    block, _ = play_block(Arena(("random",), seats=4, board=board, seed=8), 0, 0)
    for match in block["matches"]:
        paid, captured = match["course"]["paid"], match["course"]["captured"]
        assert paid[-1] == match["payouts"]
        assert len(paid) >= match["rounds"]
        for seat, mine in enumerate(captured):
            first = {space for number, space in mine if number == 1}
            assert (seat in match["rushed"]) == bool(first & {"i9", "m13"})
        held = [sum(match["points"]) + sum(match["towers"]) for match in block["matches"]]
        assert all(held)  # or nothing was looked at


def test_every_round_is_told_with_what_it_would_have_paid() -> None:
    told: list[Event] = [
        RoundBegan(1),
        Captured(0, 0, POINT, -1),
        Captured(4, 1, TOWER, -1),
        RoundBegan(2),
        ShellTaken(0, 2),
        RoundBegan(3),
        Captured(0, 0, TOWER, 1),
    ]
    assert payout_history(told, 2, BOARD) == {
        "captured": [[(1, "d8"), (3, "i9")], [(1, "i9")]],
        "paid": [[100_000, 500_000], [300_000, 500_000], [800_000, 0]],
    }


def test_a_round_that_a_card_brings_back_is_a_round_of_its_own() -> None:
    told: list[Event] = [RoundBegan(1), RoundBegan(1), Captured(0, 0, TOWER, -1), RoundBegan(2)]
    assert payout_history(told, 2, BOARD) == {
        "captured": [[(2, "i9")], []],
        "paid": [[0, 0], [500_000, 0], [500_000, 0]],
    }
