"""The ground of a board, before anything stands on it: light of the lava, the edges of towers."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.geometry.grid import spaces_in
from deathdome.model.board import Kind

if TYPE_CHECKING:
    from deathdome.model.board import Board

_LIGHT: Final = 3  # spaces that the light of the lava reaches


class Scenery(NamedTuple):
    """Parts that are the same in every position on a board; lists by space."""

    light: tuple[int, ...]  # spaces from the lava, 0 for dark
    edges: tuple[str, ...]  # outer sides of a tower's space: of t, b, l, r
    tower: tuple[int, ...]  # index into the board's points of the tower's centre, or -1
    wall_above: tuple[bool, ...]
    wall_below: tuple[bool, ...]


@lru_cache(maxsize=4)
def scenery_of(board: Board) -> Scenery:
    """Return the scenery of a board."""
    grid, kinds = board.grid, board.kinds
    on_tower = board.on_tower

    def kind_at(column: int, row: int) -> Kind | None:
        if 0 <= column < grid.width and 0 <= row < grid.height:
            return kinds[grid.space(column, row)]
        return None

    light = [0] * grid.size  # 1 for a neighbour of lava, 0 beyond its light
    lit, reached = 0, board.lava
    for away in range(1, _LIGHT + 1):
        reached = grid.dilate(reached)
        for space in spaces_in(reached & ~lit):
            light[space] = away
        lit |= reached
    edges = [""] * grid.size
    tower = [-1] * grid.size
    above, below = [False] * grid.size, [False] * grid.size
    for row in range(grid.height):
        for column in range(grid.width):
            here = grid.space(column, row)
            above[here] = kind_at(column, row - 1) is Kind.WALL
            below[here] = kind_at(column, row + 1) is Kind.WALL
            if on_tower >> here & 1:
                sides = (("t", 0, -1), ("b", 0, 1), ("l", -1, 0), ("r", 1, 0))
                edges[here] = "".join(
                    side
                    for side, across, down in sides
                    if kind_at(column + across, row + down)
                    not in (Kind.TOWER_EDGE, Kind.TOWER_CENTRE)
                )
                for spaces, centre in zip(board.towers, board.tower_centres, strict=True):
                    if spaces >> here & 1 and centre in board.points:
                        tower[here] = board.points.index(centre)
    return Scenery(tuple(light), tuple(edges), tuple(tower), tuple(above), tuple(below))
