"""Board files: read `data/boards/*.toml`, or a few drawn lines, into a checked board record."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

from deathdome.bundled import data_folder
from deathdome.content.compiled import compiled_board
from deathdome.content.default_boards import DEFAULT_BOARD
from deathdome.errors import (
    ContentError,
    NotationError,
    UsageError,
    nearest,
    printable,
    without_file,
)
from deathdome.geometry.grid import LARGEST_SIDE, Grid, Space, SpaceSet, set_of, spaces_in
from deathdome.model.board import GLYPHS, Board, Kind
from deathdome.model.ruleset import EDITION_2021
from deathdome.model.vocabulary import Allow
from deathdome.rules.terrain import Terrain
from deathdome.toml.files import line_of, parse_toml, read_text
from deathdome.toml.words import shown

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from pydantic import ValidationError

# This module refuses drawings that are not boards at all: ragged rows, unknown glyphs, towers that
# are not three by three, spaces of a base or jail that belong to none. board_files.py checks what
# else a playable board needs.


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
            self.refuse(f"thin_walls: {grid.name(a)} and {grid.name(b)} are not neighbours", a)
        if (a, b) in others:
            self.refuse(f'thin_walls: "{text}" appears twice', a)
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


MAX_BOARD: Final = 3_600  # spaces; an action has room for 4,095 (model/actions.py)
_SEATS: Final = ("1", "2", "3", "4")
_NEEDED: Final = {
    "missing": "this field",
    "string_type": "a text in quotes",
    "string_too_short": "at least one letter",
    "string_pattern_mismatch": "small letters and digits with single hyphens between them",
    "int_type": "a whole number",
    "bool_type": "true or false",
    "list_type": "a list in [brackets]",
    "dict_type": "a table",
}


def board_ids() -> list[str]:
    """Return the ids of the bundled boards, the default one first."""
    found = sorted(path.stem for path in (data_folder() / "boards").glob("*.toml"))
    return sorted(found, key=lambda name: name != DEFAULT_BOARD)


def load_board(board: str | Path = DEFAULT_BOARD) -> Board:
    """Return a bundled board by id, or any board file by path.

    A text is a path if it ends in `.toml`. Bundled boards are read once.

    Raises:
        UsageError: no bundled board has this id.
        ContentError: the file cannot be used; names file, row and column.
    """
    if isinstance(board, Path) or board.endswith(".toml"):
        path = Path(board)
        return read_board(path, printable(str(path)))
    known = board_ids()
    if board not in known:
        hint = nearest(board, known) or f" There are: {', '.join(known)}."
        raise UsageError(f'no board "{board}".{hint}')
    return _bundled(board)


@cache
def _bundled(board: str) -> Board:
    return compiled_board(board) or board_of_file(board)


def board_of_file(board: str) -> Board:
    """Return a bundled board by id, read from its file and checked.

    Raises:
        ContentError: the file cannot be used.
    """
    source = f"boards/{board}.toml"
    found = read_board(data_folder() / "boards" / f"{board}.toml", source)
    if found.id != board:
        raise ContentError(f'{source}: id is "{found.id}"; it must be the file\'s name, "{board}"')
    return found


def read_board(path: Path, source: str) -> Board:
    """Read and check the board of one file; errors call the file `source`.

    Raises:
        ContentError: the file cannot be read or used; names file and line.
    """
    text = read_text(path, source)
    try:
        return parse_board(parse_toml(text, source), source)
    except ContentError as error:
        first, *others = error.every  # the first error is shown, the others are counted
        reason = without_file(first, source)
        line = line_of(text, reason)
        where = source if line is None else f"{source}:{line}"
        raise ContentError(f"{where}: {reason}", *others) from error


def parse_board(document: dict[str, Any], source: str, *, in_progress: bool = False) -> Board:
    """Check the parsed board of one file.

    `in_progress`: the match has begun, so unclear names of bases and jails are accepted.

    Raises:
        ContentError: the document is not a valid board; the error lists every problem.
    """
    from pydantic import ValidationError

    from deathdome.content.board_schema import BoardTable

    try:
        table = BoardTable.model_validate(document)
    except ValidationError as error:
        raise ContentError(*(f"{source}: {text}" for text in _explained(error))) from error
    if len("".join(table.map.split())) > MAX_BOARD:
        raise ContentError(f"{source}: the map has more than {MAX_BOARD:,} spaces")
    errors = [
        *_wrong_numbers(source, "seating", table.seating),
        *_wrong_numbers(source, "later_seating", table.later_seating),
    ]
    drawing = Drawing(
        **table.model_dump(exclude={"dual", "seating", "later_seating"}),
        seating=_by_number(table.seating),
        later_seating=_by_number(table.later_seating),
    )
    try:
        board = draw(drawing, source)
        if not in_progress:
            errors += _unclear(board, source)
        check_board(board, source, jails=not table.dual)
    except ContentError as error:
        errors += error.every
    if errors:
        raise ContentError(*errors)
    return board


def board_from_text(
    text: str, *, source: str = "drawn board", complete: bool = False, **more: Any
) -> Board:
    """Return a board drawn in a few lines; blanks between the glyphs do not count.

    `more` are the fields of `Drawing`: `bases` and `jails` by one space of each (by default "base
    1",
    "jail 1" and so on in reading order), `thin_walls`, `seating` and so on. The drawing is always
    checked; `complete` also checks that the board is playable.

    Raises:
        ContentError: with source, row and column of each problem.
    """
    board = draw(Drawing(text, **more), source)
    if errors := _unclear(board, source):
        raise ContentError(*errors)
    if complete:
        check_board(board, source)
    return board


def _unclear(board: Board, source: str) -> list[str]:
    from deathdome.content.name_checks import unclear_places

    return [f"{source}: {text}" for text in unclear_places(board.base_names, board.jail_names)]


def _by_number(lists: Mapping[str, Sequence[str]]) -> dict[int, Sequence[str]]:
    return {int(word): names for word, names in lists.items() if word in _SEATS}


def _wrong_numbers(source: str, key: str, words: Iterable[str]) -> Iterator[str]:
    for word in words:
        if word not in _SEATS:
            known = ", ".join(_SEATS)
            yield f'{source}: {key}: "{shown(word)}" is not a number of seats; it can be {known}'


def _explained(error: ValidationError) -> Iterator[str]:
    """Yield the problems, the clearest first; a misspelt key hides the missing one."""
    from deathdome.content.board_schema import BoardTable

    meant: set[str] = set()
    for detail in sorted(
        error.errors(include_url=False), key=lambda one: one["type"] != "extra_forbidden"
    ):
        key = ".".join(str(part) for part in detail["loc"])
        if detail["type"] == "extra_forbidden":
            fields = list(BoardTable.model_fields)
            near = nearest(key, fields)
            meant.update(field for field in fields if near.endswith(f'"{field}"?'))
            yield f'no field "{shown(key)}".{near or " There are: " + ", ".join(fields) + "."}'
        elif detail["type"] in _NEEDED:
            if detail["type"] != "missing" or key not in meant:
                yield f"{shown(key)}: {_NEEDED[detail['type']]} is needed"
        else:
            yield f"{shown(key)}: {detail['msg']}"


MIN_JAILS: Final = 2  # AMB-17
MIN_BASE: Final = 4  # spaces; AMB-25


def check_board(board: Board, source: str, *, jails: bool = True) -> None:
    """Check that matches can be played on a board, with jails unless `jails` is false.

    Only a board for The Dual goes without jails (SCEN-DUAL-1).

    Raises:
        ContentError: with source, row, column and a remedy; the error lists every problem.
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
        # One message is enough: that the place is unreachable follows from it.
        self.closed_bases: set[int] = set()
        self.closed_spaces: set[Space] = set()

    def refuse(self, reason: str, spaces: SpaceSet = 0) -> None:
        """Record a problem at the first of some spaces and continue."""
        first = spaces_in(spaces)[0] if spaces else None
        self.errors.append(f"{self.source}: {place(self.grid, first)}{reason}")

    def check(self, *, jails: bool) -> None:
        self.check_seats()
        if self.errors:
            return  # without bases there is nothing to measure from
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
            if base.bit_count() < MIN_BASE:
                self.refuse(
                    f'base "{name}" has {base.bit_count()} connected spaces; '
                    f"it needs {MIN_BASE} or more",
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
                self.refuse(f'base "{name}" has no way out: put floor or a bridge next to it', base)
                self.closed_bases.add(number)

    def check_jails(self, *, needed: bool) -> None:
        board = self.board
        if needed and len(board.jails) < MIN_JAILS:
            self.refuse(
                f"a board needs {MIN_JAILS} jails or more, and this one has "
                f"{len(board.jails)}; only `dual = true` lets it have none"
            )
        for number, (name, jail) in enumerate(zip(board.jail_names, board.jails, strict=True)):
            if number not in board.release_jails:
                self.refuse(f'jail "{name}" has no release point; draw one next to it', jail)
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
                    f"the tower round {self.grid.name(centre)} has no bridge next to it; "
                    "no unit could climb it",
                    1 << centre,
                )
                self.closed_spaces.add(centre)

    def check_reach(self) -> None:
        """Require a way from every base to every point, over no lava and through no wall."""
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
