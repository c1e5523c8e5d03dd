"""Requirements for a playable board (rules.md part 4.13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.content.board_map import distance_to, place
from deathdome.errors import ContentError
from deathdome.geometry.grid import Space, SpaceSet, spaces_in
from deathdome.model.ruleset import EDITION_2021
from deathdome.model.vocabulary import Allow
from deathdome.rules.terrain import Terrain

if TYPE_CHECKING:
    from deathdome.model.board import Board

LEAST_JAILS: Final = 2  # AMB-17
LEAST_BASE: Final = 4  # spaces; AMB-25


def check_board(board: Board, source: str, *, jails: bool = True) -> None:
    """Makes sure that matches can be played on a board; `jails` says whether it needs them.

    Only a board for The Dual goes without (SCEN-DUAL-1).

    Raises:
        ContentError: with source, row and column, and what would do; it has all that is wrong.
    """
    inspector = _Inspector(board, source)
    inspector.check(jails=jails)
    if inspector.errors:
        raise ContentError(*inspector.errors)


class _Inspector:
    def __init__(self, board: Board, source: str) -> None:
        self.board: Final = board
        self.source: Final = source
        self.grid: Final = board.grid
        self.errors: list[str] = []
        # Said once; that no way leads there either would be saying it again.
        self.closed_bases: set[int] = set()
        self.closed_spaces: set[Space] = set()

    def refuse(self, reason: str, spaces: SpaceSet = 0) -> None:
        """Refuses the board because of the first of some spaces, and looks on."""
        first = spaces_in(spaces)[0] if spaces else None
        self.errors.append(f"{self.source}: {place(self.grid, first)}{reason}")

    def check(self, *, jails: bool) -> None:
        self.check_seats()
        if self.errors:
            return  # without bases there is nobody to reach anything
        self.check_bases()
        self.check_jails(needed=jails)
        self.check_towers()
        self.check_reach()

    def check_seats(self) -> None:
        if not self.board.seatings:
            self.refuse("seating: no list of bases for any number of seats")

    def check_bases(self) -> None:
        board = self.board
        terrain = Terrain(board, EDITION_2021, tuple(range(len(board.bases))))
        for number, (name, base) in enumerate(zip(board.base_names, board.bases, strict=True)):
            if base.bit_count() < LEAST_BASE:
                self.refuse(
                    f'base "{name}" has {base.bit_count()} connected spaces; '
                    f"it needs {LEAST_BASE} or more",
                    base,
                )
            for other, theirs in zip(board.base_names[:number], board.bases, strict=False):
                touching = base & self.grid.dilate(theirs)
                if touching:
                    self.refuse(
                        f'base "{name}" is next to base "{other}"; leave a space between', touching
                    )
            walker = terrain.walker(number, Allow.NONE)
            if not walker.reach(terrain.home[number], 1, 0, 0, 0):
                self.refuse(f'base "{name}" has no way out: put floor or a bridge beside it', base)
                self.closed_bases.add(number)

    def check_jails(self, *, needed: bool) -> None:
        board = self.board
        if needed and len(board.jails) < LEAST_JAILS:
            self.refuse(
                f"a board needs {LEAST_JAILS} jails or more, and this one has "
                f"{len(board.jails)}; only `dual = true` lets it have none"
            )
        for number, (name, jail) in enumerate(zip(board.jail_names, board.jails, strict=True)):
            if number not in board.release_jails:
                self.refuse(f'jail "{name}" has no release point; draw one beside it', jail)
        for space, jail in zip(board.release_points, board.release_jails, strict=True):
            self._check_release_point(space, jail)

    def _check_release_point(self, space: Space, jail: int) -> None:
        board = self.board
        own = distance_to(self.grid, space, board.jails[jail])
        for name, other in zip(board.jail_names, board.jails, strict=True):
            far = distance_to(self.grid, space, other)
            if far < own:
                self.refuse(
                    f'release point of jail "{board.jail_names[jail]}" ({own} away) '
                    f'is nearer to jail "{name}" ({far} away)',
                    1 << space,
                )
                return

    def check_towers(self) -> None:
        terrain = Terrain(self.board, EDITION_2021, tuple(range(len(self.board.bases))))
        for tower, centre in zip(self.board.towers, self.board.tower_centres, strict=True):
            bridges = self.grid.dilate(tower) & self.board.bridges
            walker = terrain.walker(0)
            if not any(walker.steps_from(bridge) & tower for bridge in spaces_in(bridges)):
                self.refuse(
                    f"the tower round {self.grid.name(centre)} has no bridge beside it; "
                    "nobody could climb it",
                    1 << centre,
                )
                self.closed_spaces.add(centre)

    def check_reach(self) -> None:
        """Every point from every base, over no lava and through no wall."""
        board = self.board
        terrain = Terrain(board, EDITION_2021, ())
        wanted = dict.fromkeys(board.points, "control point")
        wanted |= dict.fromkeys(board.release_points, "release point")
        reached = {
            name: terrain.steps_from_base(number)
            for number, name in enumerate(board.base_names)
            if number not in self.closed_bases
        }
        for space, what in wanted.items():
            names = [f'"{name}"' for name, steps in reached.items() if space not in steps]
            if names and space not in self.closed_spaces:
                self.refuse(
                    f"no way from base{'s' if len(names) > 1 else ''} {', '.join(names)} to this "
                    f"{what} without crossing lava, walls or jails",
                    1 << space,
                )
