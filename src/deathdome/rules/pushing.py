"""Pushing: which spaces lie straight away, and where the ground lets a unit go (PUSH)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.geometry.grid import Space, spaces_in

if TYPE_CHECKING:
    from deathdome.geometry.grid import Grid


def spaces_away(grid: Grid, attacker: Space, target: Space, *, any_farther: bool) -> list[Space]:
    """The spaces beside `target` that lie away from `attacker`, in reading order.

    One on a straight line (PUSH-2). On an oblique line, with `any_farther`, every neighbour that is
    farther from the attacker; otherwise the two that bracket the line (AMB-60). Spaces beyond the
    edge of the board are left out.
    """
    across = grid.columns[target] - grid.columns[attacker]
    down = grid.rows[target] - grid.rows[attacker]
    if not across and not down:
        return []
    if across and down and abs(across) != abs(down):
        if any_farther:
            far = grid.distance(attacker, target)
            around = spaces_in(grid.neighbours(target))
            return [space for space in around if grid.distance(attacker, space) > far]
        straight = (_sign(across), 0) if abs(across) > abs(down) else (0, _sign(down))
        steps = {straight, (_sign(across), _sign(down))}
    else:
        steps = {(_sign(across), _sign(down))}
    found = []
    for right, below in steps:
        column, row = grid.columns[target] + right, grid.rows[target] + below
        if 0 <= column < grid.width and 0 <= row < grid.height:
            found.append(grid.space(column, row))
    return sorted(found)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
