"""Line of sight between two single spaces of a board (SIGHT, TOWER, AMB-9 to AMB-13)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from deathdome.geometry.grid import Space, SpaceSet, spaces_in
from deathdome.geometry.lines import SightLines

if TYPE_CHECKING:
    from deathdome.model.board import Board
    from deathdome.model.ruleset import Ruleset


class Sight:
    """Mutual sight between spaces; `Terrain` adds that a base is one container.

    Wall spaces neither see nor are seen, since no unit stands there. All terrains with the same
    board and switches share one object, so each row is computed once.
    """

    def __init__(self, board: Board, *, lenient: bool, front_sides: bool) -> None:
        """Set the switches: `sight_touching` is lenient, `tower_facing` is front_sides."""
        self._board: Final = board
        self._front_sides: Final = front_sides
        self._walls: Final = board.walls
        self._on_tower: Final = board.on_tower
        self._centres: Final = board.tower_centre
        self._tower_of: Final = {
            space: number for number, tower in enumerate(board.towers) for space in spaces_in(tower)
        }
        self._faced: Final[dict[tuple[Space, int], SpaceSet]] = {}
        # Blocked by towers and walls; blocked by towers only, for SEE_WALLS (AMB-135).
        self._lines: Final = (
            SightLines(board.grid, board.walls | board.on_tower, board.thin_walls, lenient=lenient),
            SightLines(board.grid, board.on_tower, lenient=lenient),
        )
        size = board.grid.size
        self._rows: Final[tuple[list[SpaceSet | None], ...]] = ([None] * size, [None] * size)

    def row(self, viewer: Space, *, through_walls: bool) -> SpaceSet:
        """Return all spaces that a space sees, including itself."""
        rows = self._rows[through_walls]
        found = rows[viewer]
        if found is None:
            found = 0
            for target in spaces_in(self._board.grid.everything):
                back = rows[target]
                if (
                    self._look(viewer, target, through_walls=through_walls)
                    if back is None
                    else back >> viewer & 1
                ):
                    found |= 1 << target
            rows[viewer] = found
        return found

    def sees(self, a: Space, b: Space, *, through_walls: bool) -> bool:
        """Return True if `a` and `b` see each other; symmetric."""
        rows = self._rows[through_walls]
        row, other = rows[a], b
        if row is None:
            row, other = rows[b], a
        if row is None:
            return self._look(a, b, through_walls=through_walls)
        return bool(row >> other & 1)

    def _look(self, a: Space, b: Space, *, through_walls: bool) -> bool:
        if a == b:
            return True
        if (self._walls >> a | self._walls >> b) & 1:
            return False
        on_tower = self._on_tower
        if not (on_tower >> a | on_tower >> b) & 1:
            return self._lines[through_walls].clear(a, b)
        if on_tower >> a & on_tower >> b & 1:
            return True  # TOWER-7, AMB-13
        ground, edge = (b, a) if on_tower >> a & 1 else (a, b)
        if self._centres >> edge & 1:
            return False  # TOWER-4
        if not self.faced(ground, edge) >> edge & 1:
            return False
        # A space never blocks a line that ends on it, so only the rest of the tower blocks.
        return self._lines[through_walls].clear(ground, edge)

    def faced(self, ground: Space, edge: Space) -> SpaceSet:
        """Return the edge spaces of the tower of `edge` that face `ground` (TOWER-5, AMB-11)."""
        number = self._tower_of[edge]
        key = ground, number
        faced = self._faced.get(key)
        if faced is None:
            faced = self._faced[key] = self._sides(ground, self._board.towers[number])
        return faced

    def _sides(self, ground: Space, tower: SpaceSet) -> SpaceSet:
        grid = self._board.grid
        spaces = spaces_in(tower)
        left, top = grid.columns[spaces[0]], grid.rows[spaces[0]]
        right, bottom = grid.columns[spaces[-1]], grid.rows[spaces[-1]]
        column, row = grid.columns[ground], grid.rows[ground]
        aside = max(left - column, column - right, 0)
        ahead = max(top - row, row - bottom, 0)
        near_column = left if column < left else right
        near_row = top if row < top else bottom
        columns = aside and (aside >= ahead or self._front_sides)
        rows = ahead and (ahead >= aside or self._front_sides)
        faced = 0
        for space in spaces:
            on_side = columns and grid.columns[space] == near_column
            on_front = rows and grid.rows[space] == near_row
            if on_side or on_front:
                faced |= 1 << space
        return faced


def sight_for(board: Board, ruleset: Ruleset) -> Sight:
    """Return the shared `Sight` of a board under a ruleset."""
    return _sight(
        board,
        lenient=ruleset.sight_touching == "lenient",
        front_sides=ruleset.tower_facing == "front_sides",
    )


@lru_cache(maxsize=64)
def _sight(board: Board, *, lenient: bool, front_sides: bool) -> Sight:
    return Sight(board, lenient=lenient, front_sides=front_sides)


# -- obstacles -------------------------------------------------------------------------------------

_SAMPLES: Final = 40  # sampled points per space of the line


def obstacle(board: Board, here: Space, there: Space) -> tuple[int, bool]:
    """Return the first blocking space, and True if only its corner blocks; -1 for height alone."""
    grid = board.grid
    across, down = grid.columns[there] - grid.columns[here], grid.rows[there] - grid.rows[here]
    steps = max(abs(across), abs(down), 1) * _SAMPLES
    opaque = board.walls | board.on_tower
    for step in range(1, steps):
        column = grid.columns[here] + 0.5 + across * step / steps
        row = grid.rows[here] + 0.5 + down * step / steps
        space = grid.space(int(column), int(row))
        if space not in (here, there) and opaque >> space & 1:
            return int(space), False
    near = grid.neighbours(there) & board.walls
    corner = min(spaces_in(near), key=lambda space: grid.squared(space, here), default=None)
    return (-1, False) if corner is None else (int(corner), True)
