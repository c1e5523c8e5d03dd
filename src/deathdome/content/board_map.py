"""Turn a drawn map into a board record, with the checks that every drawing must pass.

This module refuses drawings that are no boards at all: ragged rows, unknown glyphs, towers that are
not three by three, spaces of a base or jail that belong to none. board_files.py checks what else a
playable board needs.
"""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NoReturn

from deathdome.errors import ContentError, NotationError, nearest
from deathdome.geometry.grid import LARGEST_SIDE, Grid, Space, SpaceSet, set_of, spaces_in
from deathdome.model.board import GLYPHS, Board, Kind

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence


@dataclass(frozen=True)
class Drawing:
    """A board as its author writes it, with names as words.

    Blanks between glyphs in `map` do not count. `bases` and `jails` map a name to any one space of
    it;
    if empty, both are named in reading order.
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
    """Return the board of a drawing; errors call the file `source`.

    Raises:
        ContentError: with source, row and column; the error lists every problem.
    """
    return _DrawingReader(drawing, source).board()


class _DrawingReader:
    """Reader of one drawing.

    It collects as many problems as possible: first those of legend and rows, and if there are none,
    those of everything made from them.
    """

    def __init__(self, drawing: Drawing, source: str) -> None:
        self.drawing: Final = drawing
        self.source: Final = source
        self.errors: list[str] = []
        rows = ["".join(line.split()) for line in drawing.map.strip().splitlines()]
        legend = self._legend()
        if not rows:
            self._refuse_anywhere("the map is empty")
        # Take the width of most rows: then one long row is one error, wherever it is.
        width = Counter(map(len, rows)).most_common(1)[0][0]
        if max(*map(len, rows), len(rows)) > LARGEST_SIDE:
            self._refuse_anywhere(f"the map has a side of more than {LARGEST_SIDE} spaces")
        self.pattern: Final = next(n for n, row in enumerate(rows) if len(row) == width)
        self.grid: Final = Grid(width, len(rows), drawing.first_row)
        self.spaces: Final = dict.fromkeys(Kind, 0)
        for number, row in enumerate(rows):
            with self._collected_errors():
                self._row(number, row, legend)
        self._raise_collected()

    def _row(self, number: int, row: str, legend: Mapping[str, Kind]) -> None:
        """Record the kinds of spaces in a row; `number` counts from 0."""
        first, width = self.drawing.first_row, self.grid.width
        if len(row) != width:
            gap = abs(len(row) - width)
            surplus = "many" if len(row) > width else "few"
            self._refuse_anywhere(
                f"row {number + first} has {len(row)} spaces where row "
                f"{first + self.pattern} has {width}: {gap} too {surplus}"
            )
        for glyph in dict.fromkeys(row):
            if glyph not in legend:
                with self._collected_errors():
                    space = self.grid.space(row.index(glyph), number)
                    self.refuse(_no_such_glyph(glyph, legend), space)
        for column, glyph in enumerate(row):
            if glyph in legend:
                self.spaces[legend[glyph]] |= 1 << self.grid.space(column, number)

    @contextmanager
    def _collected_errors(self) -> Iterator[None]:
        """Collect the error raised inside and continue with the next piece."""
        try:
            yield
        except ContentError as error:
            self.errors += error.every

    def _raise_collected(self) -> None:
        """Raise everything collected so far, if anything."""
        if self.errors:
            raise ContentError(*self.errors)

    def refuse(self, reason: str, space: Space | None = None) -> NoReturn:
        raise ContentError(f"{self.source}: {place(self.grid, space)}{reason}")

    def _legend(self) -> dict[str, Kind]:
        kinds = {kind.value: kind for kind in Kind}
        legend = {}
        for glyph, word in self.drawing.legend.items():
            with self._collected_errors():
                if len(glyph) != 1 or glyph.isspace():
                    self._refuse_anywhere(f'legend: "{glyph}" is not one visible character')
                if word not in kinds:
                    near = nearest(word, kinds) or f" It can be {', '.join(kinds)}."
                    self._refuse_anywhere(f'legend: no kind of space "{word}".{near}')
                legend[glyph] = kinds[word]
        self._raise_collected()
        return legend

    def _refuse_anywhere(self, reason: str) -> NoReturn:
        raise ContentError(f"{self.source}: {reason}")

    def board(self) -> Board:
        drawing, spaces = self.drawing, self.spaces
        towers, centres = self._towers()
        bases = self._areas("base", spaces[Kind.BASE], drawing.bases)
        wrong = len(self.errors)
        jails = self._areas("jail", spaces[Kind.JAIL], drawing.jails)
        release_jails = self._release_jails(jails) if len(self.errors) == wrong else ()
        points = spaces[Kind.CONTROL_POINT] | set_of(centres)
        released = spaces[Kind.RELEASE_POINT]
        names = tuple(drawing.bases or bases)
        every = {count: names[:count] for count in range(1, len(names) + 1)}
        seatings = self._seatings("seating", drawing.seating or every, names)
        later_seatings = self._seatings("later_seating", drawing.later_seating, names)
        thin_walls = self._thin_walls()
        self._raise_collected()
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
            release_jails=release_jails,
            thin_walls=thin_walls,
            seatings=seatings,
            later_seatings=later_seatings,
        )

    def parse(self, text: str, key: str) -> Space:
        """Return the space that is named under a key of the file."""
        try:
            return self.grid.parse(text)
        except NotationError as error:
            self._refuse_anywhere(f"{key}: {error}")

    def _kind(self, space: Space) -> str:
        return next(kind.value for kind, spaces in self.spaces.items() if spaces >> space & 1)

    def _towers(self) -> tuple[list[SpaceSet], list[Space]]:
        edges = self.spaces[Kind.TOWER_EDGE]
        towers: list[SpaceSet] = []
        centres = spaces_in(self.spaces[Kind.TOWER_CENTRE])
        for centre in centres:
            with self._collected_errors():
                towers.append(self._tower(centre, towers))
        stray = edges
        for tower in towers:
            stray &= ~tower
        # A wrong tower would make all its edges stray.
        if stray and not self.errors:
            with self._collected_errors():
                text = "tower edge away from any tower centre; a tower is three by three"
                self.refuse(text, spaces_in(stray)[0])
        return towers, centres

    def _tower(self, centre: Space, others: Sequence[SpaceSet]) -> SpaceSet:
        grid, around = self.grid, self.grid.neighbours(centre)
        if around.bit_count() < 8:
            self.refuse("a tower centre needs tower edge on all eight sides", centre)
        for space in spaces_in(around & ~self.spaces[Kind.TOWER_EDGE]):
            name = grid.name(centre)
            self.refuse(
                f"the tower round {name} needs tower edge here, not {self._kind(space)}", space
            )
        for space in spaces_in(around):
            if any(tower >> space & 1 for tower in others):
                self.refuse("tower edge of two towers at once; a tower is three by three", space)
        return around | 1 << centre

    def _areas(self, what: str, spaces: SpaceSet, named: Mapping[str, str]) -> dict[str, SpaceSet]:
        """Return the connected groups of base or jail spaces by name, in the order of the names."""
        areas: dict[str, SpaceSet] = {}
        wrong = len(self.errors)
        for name, text in named.items():
            with self._collected_errors():
                areas[name] = self._area(what, spaces, name, text, areas)
        if len(self.errors) > wrong:
            return areas  # spaces without a name may belong to the wrong one
        for area in areas.values():
            spaces &= ~area
        while spaces:
            space = spaces_in(spaces)[0]
            area = _connected(self.grid, space, spaces)
            spaces &= ~area
            if named:
                known = ", ".join(named)
                with self._collected_errors():
                    text = f"this {what} space is not connected to any named {what} ({known})"
                    self.refuse(text, space)
            areas[f"{what} {len(areas) + 1}"] = area
        return areas

    def _area(
        self, what: str, spaces: SpaceSet, name: str, text: str, areas: Mapping[str, SpaceSet]
    ) -> SpaceSet:
        """Return the connected group around any one of its spaces."""
        space = self.parse(text, f"{what}s.{name}")
        if not spaces >> space & 1:
            close = min(
                spaces_in(spaces), key=lambda one: self.grid.distance(one, space), default=None
            )
            hint = "" if close is None else f"; the nearest {what} space is {self.grid.name(close)}"
            self.refuse(f'not a {what} space, but {what} "{name}" is said to be here{hint}', space)
        area = _connected(self.grid, space, spaces)
        for other, taken in areas.items():
            if taken == area:
                self.refuse(f'{what}s "{other}" and "{name}" are one connected {what}', space)
        return area

    def _release_jails(self, jails: Mapping[str, SpaceSet]) -> tuple[int, ...]:
        given: dict[Space, str] = {}
        order = list(jails)
        released = self.spaces[Kind.RELEASE_POINT]
        for text, jail in self.drawing.release_points.items():
            with self._collected_errors():
                space = self.parse(text, "release_points")
                given[space] = jail
                if not released >> space & 1:
                    self.refuse("not a release point, but release_points gives it a jail", space)
                if jail not in jails:
                    near = nearest(jail, jails) or f" It can be {', '.join(jails)}."
                    self.refuse(f'release_points: no jail "{jail}".{near}', space)
        found = []
        for space in spaces_in(released):
            with self._collected_errors():
                jail = given.get(space) or self._nearest_jail(space, jails)
                found.append(order.index(jail) if jail in jails else -1)
        return tuple(found)

    def _nearest_jail(self, space: Space, jails: Mapping[str, SpaceSet]) -> str:
        if not jails:
            self.refuse("a release point on a board without a jail", space)
        far = {name: distance_to(self.grid, space, area) for name, area in jails.items()}
        least = min(far.values())
        closest = [name for name in jails if far[name] == least]
        if len(closest) > 1:
            self.refuse(
                f"jails {' and '.join(closest)} are equally near; say under release_points "
                f"which one this is for",
                space,
            )
        return closest[0]

    def _thin_walls(self) -> tuple[tuple[Space, Space], ...]:
        found: set[tuple[Space, Space]] = set()
        for text in self.drawing.thin_walls:
            with self._collected_errors():
                found.add(self._thin_wall(text, found))
        return tuple(sorted(found))

    def _thin_wall(self, text: str, others: Collection[tuple[Space, Space]]) -> tuple[Space, Space]:
        grid, words = self.grid, text.split()
        if len(words) != 2:
            self._refuse_anywhere(f'thin_walls: "{text}" is not two spaces, such as "c3 d3"')
        a, b = sorted(self.parse(word, "thin_walls") for word in words)
        if b - a not in {1, grid.stride}:
            self.refuse(f"thin_walls: {grid.name(a)} and {grid.name(b)} do not lie side by side", a)
        if (a, b) in others:
            self.refuse(f'thin_walls: "{text}" is given twice', a)
        return a, b

    def _seatings(
        self, key: str, lists: Mapping[int, Sequence[str]], bases: tuple[str, ...]
    ) -> dict[int, tuple[int, ...]]:
        seatings = {}
        for seats, names in lists.items():
            with self._collected_errors():
                seatings[seats] = self._seating(f"{key}.{seats}", seats, names, bases)
        return seatings

    def _seating(
        self, key: str, seats: int, names: Sequence[str], bases: tuple[str, ...]
    ) -> tuple[int, ...]:
        for name in names:
            if name not in bases:
                near = nearest(name, bases) or f" It can be {', '.join(bases)}."
                self._refuse_anywhere(f'{key}: no base "{name}".{near}')
        if len(names) != seats or len(set(names)) != seats:
            self._refuse_anywhere(
                f"{key}: {seats} different bases are needed, not {', '.join(names)}"
            )
        return tuple(bases.index(name) for name in names)


def place(grid: Grid, space: Space | None) -> str:
    """Return 'row 9, column 3 (c9): ' for errors; rows by printed number, columns from 1."""
    if space is None:
        return ""
    row, column = grid.row(space) + grid.first_row, grid.column(space) + 1
    return f"row {row}, column {column} ({grid.name(space)}): "


def distance_to(grid: Grid, space: Space, area: SpaceSet) -> int:
    """Return the king's moves to the nearest space of an area."""
    return min(grid.distance(space, other) for other in spaces_in(area))


def _connected(grid: Grid, space: Space, spaces: SpaceSet) -> SpaceSet:
    """Return the spaces that orthogonal steps join to one space."""
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
