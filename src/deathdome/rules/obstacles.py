"""What stands between two spaces of which one does not see the other (SIGHT-2, SIGHT-3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.geometry.grid import spaces_in

if TYPE_CHECKING:
    from deathdome.geometry.grid import Space
    from deathdome.model.board import Board

_SAMPLES: Final = 40  # looks a space along the line


def obstacle(board: Board, here: Space, there: Space) -> tuple[int, bool]:
    """The first space in the way, and whether only its corner is; -1 if it is the height alone."""
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
