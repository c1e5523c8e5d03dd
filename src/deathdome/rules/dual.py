"""Board of The Dual: without jails, and in 2021 only the middle tiles (SCEN-DUAL)."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from deathdome.errors import UsageError
from deathdome.geometry.grid import Grid

if TYPE_CHECKING:
    from deathdome.geometry.grid import Space, SpaceSet
    from deathdome.model.board import Board
    from deathdome.model.ruleset import Ruleset

TILES_A_SIDE: Final = 3  # SETUP-1
DUAL_BASES: Final = 2  # SCEN-DUAL-3


def board_in_play(board: Board, ruleset: Ruleset) -> Board:
    """Return the board of a match, which is another one in The Dual (AMB-112).

    A board without jails is returned as it is, so a result can be passed in again.

    Raises:
        UsageError: the middle tiles of the board cannot be used (SCEN-DUAL-3).
    """
    if not ruleset.dual or not board.jails:
        return board
    return _dual(board, cut=ruleset.dual_board == "three_tiles")


@lru_cache(maxsize=64)
def _dual(board: Board, *, cut: bool) -> Board:
    whole = replace(
        board,
        walls=board.walls | board.all_jails,
        jails=(),
        jail_names=(),
        release_points=(),
        release_jails=(),
    )
    return _middle_tiles(whole) if cut else whole


def _middle_tiles(board: Board) -> Board:
    """Return the middle row of tiles; spaces keep the names that they have on the whole board."""
    grid = board.grid
    height, rest = divmod(grid.height, TILES_A_SIDE)
    if rest:
        raise _unfit(board, f"{grid.height} rows cannot be {TILES_A_SIDE} rows of tiles")
    part = Grid(grid.width, height, grid.first_row + height)
    first = height * grid.stride
    kept = part.everything << first

    def moved(spaces: SpaceSet) -> SpaceSet:
        return (spaces & kept) >> first

    def inside(space: Space) -> bool:
        return bool(kept >> space & 1)

    if not board.towers or any(tower & ~kept for tower in board.towers):
        raise _unfit(board, "a tower is missing in its middle row of tiles")
    bases = [
        (moved(base), name)
        for base, name in zip(board.bases, board.base_names, strict=True)
        if base & kept
    ]
    if any(base & kept and base & ~kept for base in board.bases):
        raise _unfit(board, "its middle row of tiles has only a part of a base")
    if len(bases) != DUAL_BASES:
        raise _unfit(board, f"bases in its middle row of tiles: {len(bases)}, not {DUAL_BASES}")
    bases.sort(key=lambda base: base[0] & -base[0])  # in reading order
    return replace(
        board,
        grid=part,
        floor=moved(board.floor),
        walls=moved(board.walls),
        lava=moved(board.lava),
        bridges=moved(board.bridges),
        towers=tuple(map(moved, board.towers)),
        tower_centres=tuple(centre - first for centre in board.tower_centres),
        bases=tuple(base for base, _ in bases),
        base_names=tuple(name for _, name in bases),
        points=tuple(point - first for point in board.points if inside(point)),
        thin_walls=tuple(
            (a - first, b - first) for a, b in board.thin_walls if inside(a) and inside(b)
        ),
        seatings={DUAL_BASES: tuple(range(DUAL_BASES))},
        later_seatings={},
    )


def _unfit(board: Board, reason: str) -> UsageError:
    return UsageError(
        f'board {board.id} does not fit the dual: {reason} (SCEN-DUAL-3); try dual_board = "full"'
    )
