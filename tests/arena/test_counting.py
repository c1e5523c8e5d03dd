"""Counts of a match, from the events it reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.arena.arena import Arena, opening
from deathdome.arena.blocks import play_block
from deathdome.arena.counting import style_marks
from deathdome.model.events import (
    Captured,
    Declared,
    Jailed,
    PhaseBegan,
    PhaseEnded,
    Returned,
    TurnEnded,
)

if TYPE_CHECKING:
    from deathdome.model.events import Event

TOWER = 100


def attack(seat: int, *, payback: bool = False) -> Declared:
    """An attack by a seat."""
    return Declared(seat * 4, seat, 0, 9, 3, "card", payback)


def test_a_phase_with_attacks_counts_once_and_paying_back_is_no_attack() -> None:
    events: list[Event] = [
        *(PhaseBegan(0), attack(0), attack(1, payback=True), attack(0), PhaseEnded(0)),
        *(PhaseBegan(1), attack(1), PhaseEnded(1)),  # red's phase, and blue reacts
        *(PhaseBegan(4), attack(1), PhaseEnded(4)),
    ]
    assert style_marks(events, 2, [TOWER])["attacks"] == [1, 1]


def test_towers_and_prisoners_count_at_the_end_of_own_turns_and_points_once() -> None:
    events: list[Event] = [
        *(Captured(0, 0, TOWER, -1), Captured(0, 0, 7, -1), Jailed(5, 0, 0), TurnEnded(0)),
        TurnEnded(1),
        *(Captured(4, 1, 7, 0), Captured(0, 0, 7, 1), TurnEnded(0)),
        *(Captured(4, 1, TOWER, 0), Returned(5), TurnEnded(1)),
        TurnEnded(0),
    ]
    found = style_marks(events, 2, [TOWER])
    assert found["tower_turns"] == [2, 1]
    assert found["prisoner_turns"] == [2, 0]
    assert found["captured"] == [2, 2]


def test_what_is_counted_of_a_match_that_was_played_is_possible() -> None:
    arena = Arena(("greedy", "random"), rounds=2)
    board = opening(arena).setup.board
    block, _ = play_block(arena, 0, 0)
    for match in block["matches"]:
        marks = match["marks"]
        captured = sum(marks["captured"])
        assert 0 < captured <= 2 * len(board.points)
        for seat in range(2):
            assert match["points"][seat] + match["towers"][seat] <= marks["captured"][seat]
            assert marks["tower_turns"][seat] <= 2 * len(board.tower_centres)
            assert marks["prisoner_turns"][seat] <= 2 * 4
            assert marks["attacks"][seat] <= 2 * 3
