"""The course of a match: who took which point when, and what every round would have paid."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from deathdome.model.events import Captured, RoundBegan, ShellTaken
from deathdome.rules.ending import POINT_PAY, SHELL_PAY, TOWER_PAY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.geometry.grid import Space
    from deathdome.model.board import Board
    from deathdome.model.events import Event


class Course(TypedDict):
    """Lists are by seat, those of `paid` within each round."""

    captured: list[list[tuple[int, str]]]  # every capture: round, space
    paid: list[list[int]]  # what each round would have paid, had it been the last; credits


def course_of(told: Sequence[Event], seats: int, board: Board) -> Course:
    """The course of a match that is over, from its events.

    Rounds are counted as they were played: one that Hyper Cube brings back has a number of its own.
    """
    worth = {
        point: TOWER_PAY if value > 1 else POINT_PAY
        for point, value in zip(board.points, board.point_value, strict=True)
    }
    captured: list[list[tuple[int, str]]] = [[] for _ in range(seats)]
    shells = [0] * seats
    owners: dict[Space, int] = {}
    paid: list[list[int]] = []

    def now() -> list[int]:
        found = [SHELL_PAY * taken for taken in shells]
        for point, seat in owners.items():
            found[seat] += worth[point]
        return found

    number = 0
    for event in told:
        match event:
            case RoundBegan():
                if number:
                    paid.append(now())
                number += 1
            case ShellTaken(seat, taken):
                shells[seat] += taken
            case Captured(_, seat, space):
                owners[space] = seat
                captured[seat].append((number, board.grid.name(space)))
            case _:
                pass
    paid.append(now())
    return {"captured": captured, "paid": paid}
