"""Board of The Dual: without jails, and in 2021 only the middle tiles (SCEN-DUAL)."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NoReturn

from deathdome.errors import UsageError
from deathdome.geometry.grid import Grid

if TYPE_CHECKING:
    from deathdome.geometry.grid import Space, SpaceSet
    from deathdome.model.board import Board
    from deathdome.model.ruleset import Ruleset

TILES_A_SIDE: Final = 3  # SETUP-1
DUAL_BASES: Final = 2  # SCEN-DUAL-3


def board_in_play(board: Board, ruleset: Ruleset) -> Board:
    """Return the board that a match is played on: another one in The Dual (AMB-112).

    A board without jails is one for The Dual already, so the result of a result is the same.

    Raises:
        UsageError: the middle tiles of the board are no board for The Dual (SCEN-DUAL-3).
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
        _refuse(board, f"{grid.height} rows of spaces are no {TILES_A_SIDE} rows of tiles")
    part = Grid(grid.width, height, grid.first_row + height)
    first = height * grid.stride
    kept = part.everything << first

    def moved(spaces: SpaceSet) -> SpaceSet:
        return (spaces & kept) >> first

    def inside(space: Space) -> bool:
        return bool(kept >> space & 1)

    if not board.towers or any(tower & ~kept for tower in board.towers):
        _refuse(board, "its middle row of tiles has not all of its towers")
    cut = [base for base in board.bases if base & kept and base & ~kept]
    bases = [
        (moved(base), name)
        for base, name in zip(board.bases, board.base_names, strict=True)
        if base & kept
    ]
    if cut or len(bases) != DUAL_BASES:
        found = "part of a base" if cut else f"{len(bases)} base{'s' * (len(bases) != 1)}"
        _refuse(board, f"its middle row of tiles has {found}, and {DUAL_BASES} are needed")
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


def _refuse(board: Board, reason: str) -> NoReturn:
    raise UsageError(
        f"the dual of 2021 cannot be played on board {board.id}: {reason} (SCEN-DUAL-3); "
        'dual_board = "full" plays it on the whole board'
    )
