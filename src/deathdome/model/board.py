"""The board as a frozen record, the same for every match."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Final

from deathdome.errors import UsageError
from deathdome.geometry.grid import Space, SpaceSet, spaces_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deathdome.geometry.grid import Grid

CREDITS_PER_SUPPLY: Final = 100_000  # pay of a control point per supply point
POINT_SUPPLY: Final = 1  # supply points of a control point on the floor
TOWER_SUPPLY: Final = 5  # supply points of a tower's centre; TOWER-2


class Kind(Enum):
    """Kinds of space."""

    FLOOR = "floor"
    WALL = "wall"
    LAVA = "lava"
    BRIDGE = "bridge"
    TOWER_EDGE = "tower edge"
    TOWER_CENTRE = "tower centre"
    CONTROL_POINT = "control point"
    RELEASE_POINT = "release point"
    JAIL = "jail"
    BASE = "base"


GLYPHS: Final = {
    ".": Kind.FLOOR,
    "#": Kind.WALL,
    "~": Kind.LAVA,
    "=": Kind.BRIDGE,
    "T": Kind.TOWER_EDGE,
    "C": Kind.TOWER_CENTRE,
    "c": Kind.CONTROL_POINT,
    "r": Kind.RELEASE_POINT,
    "J": Kind.JAIL,
    "B": Kind.BASE,
}
GLYPH_OF: Final = {kind: glyph for glyph, kind in GLYPHS.items()}


@dataclass(frozen=True)
class Board:
    """A board. Every space belongs to exactly one of these sets of spaces, except for towers.

    Bases, jails, towers and control points are indices into these tuples. A board for The Dual, or
    for a test, may lack jails, towers or bases.
    """

    id: str
    name: str
    grid: Grid
    floor: SpaceSet  # including control points and release points on the floor
    walls: SpaceSet
    lava: SpaceSet
    bridges: SpaceSet
    towers: tuple[SpaceSet, ...]  # nine spaces each
    tower_centres: tuple[Space, ...]  # one a tower
    bases: tuple[SpaceSet, ...]
    base_names: tuple[str, ...]
    jails: tuple[SpaceSet, ...]
    jail_names: tuple[str, ...]
    points: tuple[Space, ...]  # control points including tower centres, in reading order
    release_points: tuple[Space, ...]  # in reading order
    release_jails: tuple[int, ...]  # jail of each of `release_points`
    thin_walls: tuple[tuple[Space, Space], ...] = ()  # borders of neighbours, smaller space first
    # Number of seats -> base of each seat in order of play (AMB-126), for a first match ...
    seatings: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    # ... and for later ones, if different (AMB-90, AMB-91).
    later_seatings: Mapping[int, tuple[int, ...]] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.id, self.grid, self.walls, self.floor, self.points))

    @cached_property
    def on_tower(self) -> SpaceSet:
        """All spaces of all towers."""
        return _union(self.towers)

    @cached_property
    def tower_edge(self) -> SpaceSet:
        """All tower spaces except centres."""
        return self.on_tower & ~self.tower_centre

    @cached_property
    def tower_centre(self) -> SpaceSet:
        """The centres of the towers, as a set."""
        return _union(1 << space for space in self.tower_centres)

    @cached_property
    def all_bases(self) -> SpaceSet:
        """The spaces of all bases, used or not."""
        return _union(self.bases)

    @cached_property
    def all_jails(self) -> SpaceSet:
        """The spaces of all jails."""
        return _union(self.jails)

    @cached_property
    def point_value(self) -> tuple[int, ...]:
        """Supply points of each control point (DRAW-3, DRAW-4); index is that of `points`."""
        return tuple(
            TOWER_SUPPLY if self.tower_centre >> space & 1 else POINT_SUPPLY
            for space in self.points
        )

    @cached_property
    def kinds(self) -> tuple[Kind | None, ...]:
        """Kind of each space; index is Space, None in the empty column."""
        kinds: list[Kind | None] = [None] * self.grid.size
        for kind, spaces in (
            (Kind.FLOOR, self.floor),
            (Kind.WALL, self.walls),
            (Kind.LAVA, self.lava),
            (Kind.BRIDGE, self.bridges),
            (Kind.TOWER_EDGE, self.tower_edge),
            (Kind.JAIL, self.all_jails),
            (Kind.BASE, self.all_bases),
            (Kind.CONTROL_POINT, _union(1 << space for space in self.points)),
            (Kind.RELEASE_POINT, _union(1 << space for space in self.release_points)),
            (Kind.TOWER_CENTRE, self.tower_centre),
        ):
            for space in spaces_in(spaces):
                kinds[space] = kind
        return tuple(kinds)

    def glyph(self, space: Space) -> str:
        """Return the letter that draws a space."""
        kind = self.kinds[space]
        return " " if kind is None else GLYPH_OF[kind]

    def drawing(self) -> str:
        """Return the board as rows of glyphs, one character a space, as in board files."""
        grid = self.grid
        return "\n".join(
            "".join(self.glyph(grid.space(column, row)) for column in range(grid.width))
            for row in range(grid.height)
        )

    def seating(self, seats: int, *, first_match: bool = True) -> tuple[int, ...]:
        """Return each seat's base in order of play, first player first (AMB-90, AMB-91, AMB-126).

        Raises:
            UsageError: the board has no list of bases for this number of seats.
        """
        if seats not in self.seatings:
            known = ", ".join(str(number) for number in sorted(self.seatings)) or "none"
            raise UsageError(
                f'board "{self.id}" has no bases for {seats} seats; it has for {known}'
            )
        if not first_match and seats in self.later_seatings:
            return self.later_seatings[seats]
        return self.seatings[seats]


def _union(sets: Iterable[SpaceSet]) -> SpaceSet:
    result = 0
    for spaces in sets:
        result |= spaces
    return result
