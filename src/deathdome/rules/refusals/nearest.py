"""Legal options nearest to a refused action, and helpers for all refusals.

Reasons are checked in a fixed order, most useful first: question, turn and ownership, state of
the unit, place, range, sight, cost, target, limit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.actions import ActionKind, a_of, kind_of
from deathdome.model.state import UNITS_PER_TEAM

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deathdome.model.actions import Action
    from deathdome.model.decisions import Decision
    from deathdome.model.state import State


def offered(asked: Decision, *kinds: ActionKind) -> list[Action]:
    """Return the legal answers of these kinds."""
    return [option for option in asked.options if kind_of(option) in kinds]


def first(options: Iterable[Action]) -> Action | None:
    """Return the first option, if any."""
    return next(iter(options), None)


def nearest_space(state: State, asked: Decision, kind: ActionKind, goal: int) -> Action | None:
    """Return the legal space closest to the one asked for: by range, then straight distance."""
    if not on_board(state, goal):
        return None
    terrain, grid = state.setup.terrain, state.setup.board.grid

    def far(option: Action) -> tuple[int, int, int]:
        space = a_of(option)
        across = grid.columns[space] - grid.columns[goal]
        down = grid.rows[space] - grid.rows[goal]
        return terrain.distance(goal, space), across * across + down * down, space

    return min(offered(asked, kind), key=far, default=None)


def on_board(state: State, space: int) -> bool:
    """Return True if the number is a space of the board."""
    return bool(state.setup.board.grid.everything >> space & 1)


def seat_of(unit: int) -> int:
    """Return the team of a unit."""
    return unit // UNITS_PER_TEAM
