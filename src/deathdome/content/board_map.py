"""From a drawn map to a board record, with the checks that every drawing must pass.

Whatever cannot be a board at all is refused here: ragged rows, unknown glyphs, towers that are not
three by three, spaces of a base or jail that belong to none. What a board needs beyond that to be
played on is checked in board_checks.py.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NoReturn

from deathdome.errors import ContentError, NotationError, nearest
from deathdome.geometry.grid import LARGEST_SIDE, Grid, Space, SpaceSet, set_of, spaces_in
from deathdome.model.board import GLYPHS, Board, Kind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True)
class Drawing:
    """A board as its author writes it, names still being words.

    In `map` blanks between glyphs do not count. `bases` and `jails` map a name to any one space of
    it; left empty, both are named in reading order.
    """

    map: str
    id: str = "drawn"
    name: str = "Drawn board"
    first_row: int = 1  # number of the top row
    legend: Mapping[str, str] = field(
        default_factory=lambda: {glyph: kind.value for glyph, kind in GLYPHS.items()}
    )
    bases: Mapping[str, str] = field(default_factory=dict)
    jails: Mapping[str, str] = field(default_factory=dict)
    release_points: Mapping[str, str] = field(default_factory=dict)  # space -> jail, not nearest
    thin_walls: Sequence[str] = ()  # "c3 d3": the border between these two
    seating: Mapping[int, Sequence[str]] = field(default_factory=dict)
    later_seating: Mapping[int, Sequence[str]] = field(default_factory=dict)


def draw(drawing: Drawing, source: str) -> Board:
    """The board of a drawing; `source` is what errors call the file.

    Raises:
        ContentError: with source, row and column of what cannot be.
    """
    return _Draughtsman(drawing, source).board()


class _Draughtsman:
    """Reads one drawing."""

    def __init__(self, drawing: Drawing, source: str) -> None:
        self.drawing: Final = drawing
        self.source: Final = source
        rows = ["".join(line.split()) for line in drawing.map.strip().splitlines()]
        legend = self._legend()
        if not rows:
            self._refuse_anywhere("the map is empty")
        width = len(rows[0])
        if max(width, len(rows)) > LARGEST_SIDE:
            self._refuse_anywhere(f"the map has a side of more than {LARGEST_SIDE} spaces")
        self.grid: Final = Grid(width, len(rows), drawing.first_row)
        self.spaces: Final = dict.fromkeys(Kind, 0)
        for number, row in enumerate(rows):
            if len(row) != width:
                gap = abs(len(row) - width)
                surplus = "many" if len(row) > width else "few"
                self._refuse_anywhere(
                    f"row {number + drawing.first_row} has {len(row)} spaces where row "
                    f"{drawing.first_row} has {width}: {gap} too {surplus}"
                )
            for column, glyph in enumerate(row):
                space = self.grid.space(column, number)
                if glyph not in legend:
                    self.refuse(_no_such_glyph(glyph, legend), space)
                self.spaces[legend[glyph]] |= 1 << space

    def refuse(self, reason: str, space: Space | None = None) -> NoReturn:
        raise ContentError(f"{self.source}: {place(self.grid, space)}{reason}")

    def _legend(self) -> dict[str, Kind]:
        kinds = {kind.value: kind for kind in Kind}
        legend = {}
        for glyph, word in self.drawing.legend.items():
            if len(glyph) != 1 or glyph.isspace():
                self._refuse_anywhere(f'legend: "{glyph}" is not one visible character')
            if word not in kinds:
                near = nearest(word, kinds) or f" It can be {', '.join(kinds)}."
                self._refuse_anywhere(f'legend: no kind of space "{word}".{near}')
            legend[glyph] = kinds[word]
        return legend

    def _refuse_anywhere(self, reason: str) -> NoReturn:
        raise ContentError(f"{self.source}: {reason}")

    def board(self) -> Board:
        drawing, spaces = self.drawing, self.spaces
        towers, centres = self._towers()
        bases = self._areas("base", spaces[Kind.BASE], drawing.bases)
        jails = self._areas("jail", spaces[Kind.JAIL], drawing.jails)
        points = spaces[Kind.CONTROL_POINT] | set_of(centres)
        released = spaces[Kind.RELEASE_POINT]
        every = {count: tuple(bases)[:count] for count in range(1, len(bases) + 1)}
        return Board(
            id=drawing.id,
            name=drawing.name,
            grid=self.grid,
            floor=spaces[Kind.FLOOR] | spaces[Kind.CONTROL_POINT] | released,
            walls=spaces[Kind.WALL],
            lava=spaces[Kind.LAVA],
            bridges=spaces[Kind.BRIDGE],
            towers=tuple(towers),
            tower_centres=tuple(centres),
            bases=tuple(bases.values()),
            base_names=tuple(bases),
            jails=tuple(jails.values()),
            jail_names=tuple(jails),
            points=tuple(spaces_in(points)),
            release_points=tuple(spaces_in(released)),
            release_jails=self._release_jails(jails),
            thin_walls=self._thin_walls(),
            seatings=self._seatings("seating", drawing.seating or every, tuple(bases)),
            later_seatings=self._seatings("later_seating", drawing.later_seating, tuple(bases)),
        )

    def parse(self, text: str, key: str) -> Space:
        """The space of a name written under a key of the file."""
        try:
            return self.grid.parse(text)
        except NotationError as error:
            self._refuse_anywhere(f"{key}: {error}")

    def _kind(self, space: Space) -> str:
        return next(kind.value for kind, spaces in self.spaces.items() if spaces >> space & 1)

    def _towers(self) -> tuple[list[SpaceSet], list[Space]]:
        grid, edges = self.grid, self.spaces[Kind.TOWER_EDGE]
        towers: list[SpaceSet] = []
        centres = spaces_in(self.spaces[Kind.TOWER_CENTRE])
        for centre in centres:
            around = grid.neighbours(centre)
            if around.bit_count() < 8:
                self.refuse("a tower centre needs tower edge on all eight sides", centre)
            for space in spaces_in(around & ~edges):
                name = grid.name(centre)
                self.refuse(
                    f"the tower round {name} needs tower edge here, not {self._kind(space)}", space
                )
            for space in spaces_in(around):
                if any(tower >> space & 1 for tower in towers):
                    self.refuse(
                        "tower edge of two towers at once; a tower is three by three", space
                    )
            towers.append(around | 1 << centre)
        stray = edges
        for tower in towers:
            stray &= ~tower
        for space in spaces_in(stray):
            self.refuse("tower edge away from any tower centre; a tower is three by three", space)
        return towers, centres

    def _areas(self, what: str, spaces: SpaceSet, named: Mapping[str, str]) -> dict[str, SpaceSet]:
        """The connected groups of base or jail spaces by name, in the order of the names."""
        areas: dict[str, SpaceSet] = {}
        for name, text in named.items():
            space = self.parse(text, f"{what}s.{name}")
            if not spaces >> space & 1:
                close = min(
                    spaces_in(spaces), key=lambda one: self.grid.distance(one, space), default=None
                )
                hint = (
                    ""
                    if close is None
                    else f"; the nearest {what} space is {self.grid.name(close)}"
                )
                self.refuse(
                    f'not a {what} space, but {what} "{name}" is said to be here{hint}', space
                )
            area = _connected(self.grid, space, spaces)
            for other, taken in areas.items():
                if taken == area:
                    self.refuse(f'{what}s "{other}" and "{name}" are one connected {what}', space)
            areas[name] = area
        for area in areas.values():
            spaces &= ~area
        while spaces:
            space = spaces_in(spaces)[0]
            if named:
                known = ", ".join(named)
                self.refuse(
                    f"this {what} space is not connected to any named {what} ({known})", space
                )
            area = _connected(self.grid, space, spaces)
            areas[f"{what} {len(areas) + 1}"] = area
            spaces &= ~area
        return areas

    def _release_jails(self, jails: Mapping[str, SpaceSet]) -> tuple[int, ...]:
        given = {
            self.parse(text, "release_points"): jail
            for text, jail in self.drawing.release_points.items()
        }
        released = self.spaces[Kind.RELEASE_POINT]
        for space, jail in given.items():
            if not released >> space & 1:
                self.refuse("not a release point, but release_points gives it a jail", space)
            if jail not in jails:
                near = nearest(jail, jails) or f" It can be {', '.join(jails)}."
                self.refuse(f'release_points: no jail "{jail}".{near}', space)
        order = list(jails)
        found = []
        for space in spaces_in(released):
            if space in given:
                found.append(order.index(given[space]))
                continue
            if not jails:
                self.refuse("a release point on a board without a jail", space)
            far = {name: distance_to(self.grid, space, area) for name, area in jails.items()}
            least = min(far.values())
            closest = [name for name in order if far[name] == least]
            if len(closest) > 1:
                self.refuse(
                    f"jails {' and '.join(closest)} are equally near; say under release_points "
                    f"which one this is for",
                    space,
                )
            found.append(order.index(closest[0]))
        return tuple(found)

    def _thin_walls(self) -> tuple[tuple[Space, Space], ...]:
        grid = self.grid
        found = set()
        for text in self.drawing.thin_walls:
            words = text.split()
            if len(words) != 2:
                self._refuse_anywhere(f'thin_walls: "{text}" is not two spaces, such as "c3 d3"')
            a, b = sorted(self.parse(word, "thin_walls") for word in words)
            if b - a not in {1, grid.stride}:
                self.refuse(
                    f"thin_walls: {grid.name(a)} and {grid.name(b)} do not lie side by side", a
                )
            if (a, b) in found:
                self.refuse(f'thin_walls: "{text}" is given twice', a)
            found.add((a, b))
        return tuple(sorted(found))

    def _seatings(
        self, key: str, lists: Mapping[int, Sequence[str]], bases: tuple[str, ...]
    ) -> dict[int, tuple[int, ...]]:
        seatings = {}
        for seats, names in lists.items():
            for name in names:
                if name not in bases:
                    near = nearest(name, bases) or f" It can be {', '.join(bases)}."
                    self._refuse_anywhere(f'{key}.{seats}: no base "{name}".{near}')
            if len(names) != seats or len(set(names)) != seats:
                self._refuse_anywhere(
                    f"{key}.{seats}: {seats} different bases are needed, not {', '.join(names)}"
                )
            seatings[seats] = tuple(bases.index(name) for name in names)
        return seatings


def place(grid: Grid, space: Space | None) -> str:
    """'row 9, column 3 (c9): ' for errors; rows by their printed number, columns from 1."""
    if space is None:
        return ""
    row, column = grid.row(space) + grid.first_row, grid.column(space) + 1
    return f"row {row}, column {column} ({grid.name(space)}): "


def distance_to(grid: Grid, space: Space, area: SpaceSet) -> int:
    """King's moves to the nearest space of an area."""
    return min(grid.distance(space, other) for other in spaces_in(area))


def _connected(grid: Grid, space: Space, spaces: SpaceSet) -> SpaceSet:
    """The spaces of a set joined to one of them by orthogonal steps."""
    area = 1 << space
    while True:
        wider = area | area << 1 | area >> 1 | area << grid.stride | area >> grid.stride
        wider &= spaces
        if wider == area:
            return area
        area = wider


def _no_such_glyph(glyph: str, legend: Mapping[str, Kind]) -> str:
    if glyph.swapcase() in legend:
        other = glyph.swapcase()
        return (
            f'no kind of space is drawn "{glyph}". Did you mean "{other}" ({legend[other].value})?'
        )
    known = " ".join(f"{mark} {kind.value}," for mark, kind in legend.items()).rstrip(",")
    return f'no kind of space is drawn "{glyph}". The legend has: {known}.'
