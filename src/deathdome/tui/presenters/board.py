"""The dome as a picture: rows of cells with named looks, two columns a space or four by two."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from deathdome.model.board import Kind
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.rules.ending import TOWER_PAY
from deathdome.stage.lava import FRAMES as LAVA_FRAMES
from deathdome.stage.lava import lava_rows
from deathdome.text.names import team_name
from deathdome.text.phrases import manual as say
from deathdome.tui.glyphs import ASCII, RAMPARTS
from deathdome.tui.keys.keyset import key
from deathdome.tui.presenters.large_cells import large_ground, large_lava, large_unit, written_over
from deathdome.tui.presenters.pieces import (
    SEAT_SIGNS,
    base_of,
    base_spaces,
    unit_token,
    units_drawn,
)
from deathdome.tui.presenters.scenery import scenery_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deathdome.geometry.grid import Grid
    from deathdome.model.board import Board
    from deathdome.model.observation import Observation
    from deathdome.model.state import PlacedToken, Setup
    from deathdome.tui.glyphs import GlyphSet


class Cell(NamedTuple):
    """A space of the board: two columns, or two rows of four.

    `looks` has a look for each column if they differ. `marks` adds to the looks: see `MARKS`.
    """

    text: str
    look: str
    marks: int = 0
    looks: tuple[str, ...] = ()


class Flow(NamedTuple):
    """Lava that moves: its text at rest, and text and looks of the moment."""

    still: str
    text: str
    looks: tuple[str, ...]


Picture: TypeAlias = tuple[tuple[Cell, ...], ...]

CURSOR: Final = 1
REACH: Final = 2  # the unit may go there, or the space answers the question
TARGET: Final = 4  # it can be attacked, or it is among the units in question
THREAT: Final = 8  # an enemy could hit a unit there
ACTIVE: Final = 16  # the unit in question
POINT: Final = 32  # a unit stands on a control point
# REACH and THREAT as an attribute, for cells without a free second column.
REACH_HERE: Final = 64
THREAT_HERE: Final = 128
TRACE: Final = 256  # the last move went over it
TRACE_HERE: Final = 512
PATH: Final = 1024  # the walk to the cursor goes over it
MARKS: Final = {
    CURSOR: "cursor",
    REACH: "reach",
    TARGET: "target",
    THREAT: "threat",
    ACTIVE: "active",
    POINT: "onpoint",
    REACH_HERE: "reachhere",
    THREAT_HERE: "threathere",
    TRACE: "trace",
    TRACE_HERE: "tracehere",
    PATH: "path",
}

LOOKS: Final = {
    Kind.WALL: "wall",
    Kind.BRIDGE: "bridge",
    Kind.CONTROL_POINT: "point",
    Kind.RELEASE_POINT: "release",
    Kind.JAIL: "jail",
    Kind.BASE: "base",
}
# Units and held ground keep their own colour: what is over them is a symbol or an attribute.
_UNITS: Final = ("unit", "down", "jailed", "active")
_KEEPS: Final = ("tower", "centre", "rampart", "lava", "base")
_OPEN: Final = ("floor", "bridge", "void")
_HURT: Final = (0.99, 0.7, 0.45)  # shares of the vitae above which a unit looks hurt by 0, 1, 2


@dataclass(frozen=True, slots=True)
class Marks:
    """Marks over the board; sets of spaces as bits."""

    cursor: int = -1
    reach: int = 0
    targets: int = 0
    threat: int = 0
    active: int = -1  # unit
    trace: int = 0
    path: tuple[int, ...] = ()  # spaces of a walk, in order


class Health(NamedTuple):
    """The vitae of all units: left, and at most."""

    left: tuple[int, ...]
    most: tuple[int, ...]


def board_picture(
    seen: Observation,
    marks: Marks,
    glyphs: GlyphSet = ASCII,
    *,
    names: tuple[str, ...] = (),
) -> Picture:
    """Return the board as this seat sees it; rows without changes are the same objects.

    With the `names` of all units the spaces are large.
    """
    reach, threat = marks.reach, marks.threat
    for seat in range(seen.setup.seats):
        # A base is one space in the rules and several on the screen.
        spaces = base_of(seen, seat)
        home = spaces & -spaces
        reach |= spaces if reach & home else 0
        threat |= spaces if threat & home else 0
    laid = Marks(-1, reach, marks.targets, threat, marks.active, marks.trace)
    health = Health(
        tuple(most - hurt for most, hurt in zip(seen.gear.vitae, seen.wounds, strict=True)),
        tuple(seen.gear.vitae),
    )
    scene = _Scene(seen.setup, seen.space, seen.down, seen.owners, seen.tokens, health, names)
    picture = _with_marks(scene, laid, glyphs)
    if marks.cursor < 0 and not marks.path:
        return picture
    # A step of the cursor changes a few rows; the others stay as they are.
    grid = seen.setup.board.grid
    rows = list(picture)
    for number, space in enumerate(marks.path, 1):
        column, row = grid.columns[space], grid.rows[space]
        cell = _stepped(rows[row][column], number)
        rows[row] = (*rows[row][:column], cell, *rows[row][column + 1 :])
    if marks.cursor >= 0:
        column, row = grid.columns[marks.cursor], grid.rows[marks.cursor]
        cell = _pointed(rows[row][column], glyphs)
        rows[row] = (*rows[row][:column], cell, *rows[row][column + 1 :])
    return tuple(rows)


def ground_picture(seen: Observation, glyphs: GlyphSet = ASCII, *, large: bool = False) -> Picture:
    """Return the board without units, tokens and marks."""
    return _ground(seen.setup, seen.owners, glyphs, large=large)


class _Scene(NamedTuple):
    """Everything that a picture without marks depends on, apart from the symbols."""

    setup: Setup
    space: tuple[int, ...]
    down: tuple[int, ...]
    owners: tuple[int, ...]
    tokens: tuple[PlacedToken, ...]
    health: Health
    names: tuple[str, ...]  # of the units, if spaces are large


@lru_cache(maxsize=8)
def _with_marks(scene: _Scene, marks: Marks, glyphs: GlyphSet) -> Picture:
    """Return the board with all marks but the cursor and the path."""
    grid = scene.setup.board.grid
    bare = _without_marks(scene, marks.active, glyphs)
    marked = marks.reach | marks.threat | marks.targets | marks.trace
    rows = []
    for number, row in enumerate(bare):
        start = number * grid.stride
        if marked >> start & ((1 << grid.width) - 1):
            rows.append(
                tuple(
                    _marked(cell, 1 << start + column, marks, glyphs)
                    for column, cell in enumerate(row)
                )
            )
        else:
            rows.append(row)
    return tuple(rows)


@lru_cache(maxsize=8)
def _without_marks(scene: _Scene, active: int, glyphs: GlyphSet) -> Picture:
    """Return the board without marks, which stays the same while only the cursor moves."""
    setup, grid = scene.setup, scene.setup.board.grid
    units = units_drawn(setup, scene.space)
    lying = {placed.space for placed in scene.tokens}
    points = dict(zip(setup.board.points, scene.owners, strict=True))
    labelled = (Kind.BASE, Kind.TOWER_EDGE, Kind.TOWER_CENTRE)
    taken = frozenset(space for space in units if setup.board.kinds[space] in labelled)
    ground = _ground(setup, scene.owners, glyphs, taken, large=bool(scene.names))
    rows = []
    for row, under in enumerate(ground):
        cells = list(under)
        start = row * grid.stride
        for here in range(start, start + grid.width):
            unit = units.get(here, -1)
            if unit >= 0:
                cell = _unit_cell(scene, unit, under[here - start], chosen=unit == active)
                if here in points:
                    cell = cell._replace(marks=cell.marks | POINT)
                cells[here - start] = cell
            elif here in lying:
                cell = under[here - start]
                cells[here - start] = Cell(glyphs.bug + cell.text[1:], "token")
        rows.append(tuple(cells))
    return tuple(rows)


@lru_cache(maxsize=16)
def _ground(
    setup: Setup,
    owners: tuple[int, ...],
    glyphs: GlyphSet,
    taken: frozenset[int] = frozenset(),
    *,
    large: bool,
) -> Picture:
    """Return the board without units, tokens and marks; no label where a unit would cut it."""
    grid = setup.board.grid
    bases = {base: seat for seat in range(setup.seats) for base in _bits(base_spaces(setup, seat))}
    rows = []
    for row in range(grid.height):
        cells = []
        for column in range(grid.width):
            here = grid.space(column, row)
            cell = _ground_cell(setup, here, owners, bases.get(here), glyphs, large=large)
            cells.append(cell)
        rows.append(cells)
    if large:
        for (column, row), text, look in _labels(setup, owners):
            name = column + text.rindex(" ") + 1  # behind the symbol
            across = range(name // 4, (column + len(text) - 1) // 4 + 1)
            under = {grid.space(at, row // 2) for at in across}
            if not under & taken:
                written_over(rows, column, row, text, look)
    return tuple(map(tuple, rows))


def _hurt(left: int, most: int) -> int:
    """Return how hurt a unit looks, from 0 to 3."""
    share = left / most if most > 0 else 1.0
    return next((at for at, least in enumerate(_HURT) if share > least), len(_HURT))


def _unit_cell(scene: _Scene, unit: int, ground: Cell, *, chosen: bool) -> Cell:
    """Return a unit's team symbol and letter: reversed if it is down, capital if active."""
    setup, seat = scene.setup, unit // UNITS_PER_TEAM
    text = unit_token(setup, unit)
    left, most = scene.health.left[unit], scene.health.most[unit]
    if chosen:
        text = text[0] + text[1].upper()
    marks = ACTIVE if chosen else 0
    look = f"active{seat}" if chosen else f"unit{seat}"
    if ground.look == "jail":
        look = f"jailed{seat}"
    elif scene.down[unit] > 0:
        look = f"down{seat}"
    if scene.names:
        drawn, looks = large_unit(text, scene.names[unit], look, left, most)
        return Cell(drawn, look, marks, looks)
    if look[:-1] == "down":
        text = text[::-1]
    if look[:-1] == "unit" and (hurt := _hurt(left, most)):
        return Cell(text, look, marks, (look, f"{look}-{hurt}"))
    return Cell(text, look, marks)


def _ground_cell(
    setup: Setup,
    space: int,
    owners: tuple[int, ...],
    seat: int | None,
    glyphs: GlyphSet,
    *,
    large: bool,
) -> Cell:
    board = setup.board
    kind = board.kinds[space]
    if kind is None:
        return Cell("  ", "void")
    scenery = scenery_of(board)
    text = glyphs.ground[kind]
    column, row = board.grid.columns[space], board.grid.rows[space]
    point = scenery.tower[space] if scenery.tower[space] >= 0 else -1
    if point < 0 and space in board.points:
        point = board.points.index(space)
    owner = owners[point] if point >= 0 else -1
    held = str(owner) if owner >= 0 else ""
    looks: tuple[str, ...] = ()
    if kind is Kind.FLOOR:
        light = scenery.light[space]
        look = f"floor{(column + row) % 2}" + (f"-{light}" if light else "")
    elif kind is Kind.LAVA:
        flames, looks = _small_lava(board, space)
        look = looks[0]
        if glyphs.tinted:
            text = flames
    elif kind is Kind.TOWER_EDGE:
        look = f"tower{held}"
        if glyphs.shaped:
            text, looks = _battlements(scenery.edges[space], held)
    elif kind is Kind.TOWER_CENTRE:
        look = f"centre{held}"
        text = text[0] + (SEAT_SIGNS[owner] if held else text[1])
    elif kind is Kind.CONTROL_POINT:
        look = f"point{held}"
        text = text[0] + (SEAT_SIGNS[owner] if held else text[1])
    elif kind is Kind.BASE and seat is not None:
        look = f"base{seat}"
        if not glyphs.tinted:
            text = glyphs.base + SEAT_SIGNS[seat]
    else:
        look = LOOKS[kind]
    if large:
        drawn, each = large_ground(board, space, look, text, owner, glyphs)
        return Cell(drawn, look, 0, each)
    return Cell(text, look, 0, looks)


def _small_lava(board: Board, space: int, frame: int = 0) -> tuple[str, tuple[str, ...]]:
    column, row = board.grid.columns[space], board.grid.rows[space]
    heats = lava_rows(board.grid.width, board.grid.height, frame)[row * 2][column * 2 :][:2]
    text = "".join("~" if flame else " " for _, flame in heats)
    return text, tuple(f"lava{heat}" for heat, _ in heats)


@lru_cache(maxsize=2 * LAVA_FRAMES)
def flowing_lava(board: Board, frame: int, *, large: bool) -> Mapping[tuple[int, int], Flow]:
    """Return the lava in one picture of its loop, by column and row."""
    drawn = large_lava if large else _small_lava
    return {
        (board.grid.columns[space], board.grid.rows[space]): Flow(
            drawn(board, space)[0], *drawn(board, space, frame)
        )
        for space, kind in enumerate(board.kinds)
        if kind is Kind.LAVA
    }


def _battlements(edges: str, held: str) -> tuple[str, tuple[str, ...]]:
    """Return two columns of a tower's edge, and their looks."""
    signs, looks = "", []
    for side in "lr":
        outer = "".join(one for one in edges if one in "tb" + side)
        outer = outer.replace("tb", "t")
        signs += RAMPARTS[outer]
        # The left half is drawn as the right half of exchanged colours.
        looks.append(f"rampart{held}" if outer == "l" else f"tower{held}")
    return signs, tuple(looks)


def _labels(setup: Setup, owners: tuple[int, ...]) -> list[tuple[tuple[int, int], str, str]]:
    """Return what large cells say about towers and bases: first column and row, text, look."""
    board, found = setup.board, []
    for seat in range(setup.seats):
        spaces = [board.grid.columns[space] for space in _bits(base_spaces(setup, seat))]
        rows = [board.grid.rows[space] for space in _bits(base_spaces(setup, seat))]
        if not spaces:
            continue
        text = f"{SEAT_SIGNS[seat]} {team_name(seat).upper()}"
        left, wide = min(spaces) * 4, (max(spaces) - min(spaces) + 1) * 4
        row = 0 if min(rows) == 0 else max(rows) * 2 + 1
        if len(text) <= wide:
            found.append(((left + (wide - len(text)) // 2, row), text, f"base{seat}"))
    for centre in board.tower_centres:
        owner = owners[board.points.index(centre)] if centre in board.points else -1
        text = f"{SEAT_SIGNS[owner] if owner >= 0 else ' '} {TOWER_PAY // 1000}k"
        column, row = board.grid.columns[centre] * 4 - 1, board.grid.rows[centre] * 2 + 2
        found.append(((column, row), text, f"centre{owner if owner >= 0 else ''}"))
    return found


def _marked(cell: Cell, bit: int, marks: Marks, glyphs: GlyphSet) -> Cell:
    """Return the cell with its marks, in a free column or as an attribute."""
    added = cell.marks
    unit = cell.look.startswith(_UNITS)
    # No unit may stop on another, and Enter there never walks: no mark of reach.
    # A base keeps its colour, and is always within reach of its own units.
    if marks.reach & bit and not unit and not (glyphs.tinted and cell.look[:4] == "base"):
        added |= REACH
    if marks.targets & bit:
        added |= TARGET
    if marks.threat & bit:
        added |= THREAT
    if marks.trace & bit:
        added |= TRACE
    if added == cell.marks:
        return cell
    free = _free_column(cell)
    if unit or free < 0 or cell.text[free] in SEAT_SIGNS:
        added |= REACH_HERE if added & REACH else 0
        added |= THREAT_HERE if added & THREAT else 0
        added |= TRACE_HERE if added & TRACE else 0
        return cell._replace(marks=added)
    text = cell.text
    if added & (REACH | THREAT):
        both = added & REACH and added & THREAT
        sign = glyphs.both if both else glyphs.reach if added & REACH else glyphs.threat
        alone = added & REACH and not added & THREAT
        veiled = alone and glyphs.tinted and cell.look.startswith(_KEEPS)
        columns = [at for at, one in enumerate(text) if one == " "] if veiled else [free]
        if veiled:
            sign = glyphs.veil
        if glyphs.tinted and cell.look.startswith("tower") and text[free] != " ":
            columns = []  # a battlement stays what it is
        looks = list(cell.looks or (cell.look,) * len(text))
        for at in columns:
            text = text[:at] + sign + text[at + 1 :]
            looks[at] += "+mark"
        if cell.look.startswith(_OPEN):  # the whole space is tinted, its symbol too
            return cell._replace(text=text, marks=added)
        return cell._replace(text=text, marks=added, looks=tuple(looks))
    if added & TRACE and text[free] == " ":
        text = text[:free] + glyphs.trace + text[free + 1 :]
    return cell._replace(text=text, marks=added)


def _free_column(cell: Cell) -> int:
    """Return the column for the symbol of a mark; -1 if all are taken."""
    text = cell.text
    if cell.look[:-1] in ("point", "centre"):
        return -1
    if len(text) > 2:  # one symbol a cell, in its upper right corner
        return 3 if text[3] == " " else -1
    return 0 if text[0] == " " and text[1] != " " else 1


def _stepped(cell: Cell, number: int) -> Cell:
    """Return a cell on the way, with the number of the step."""
    text, at = cell.text, 2 if len(cell.text) > 2 else 1
    if cell.look[:-1] not in ("point", "centre"):
        text = text[:at] + str(number)[-1] + text[at + 1 :]
    return cell._replace(text=text, marks=cell.marks | PATH)


_CORNERS: Final = {
    0: RAMPARTS["tl"],
    3: RAMPARTS["tr"],
    4: RAMPARTS["bl"],
    7: RAMPARTS["br"],
}


def _pointed(cell: Cell, glyphs: GlyphSet) -> Cell:
    """Return the cell under the cursor."""
    text = cell.text
    if not glyphs.shaped:
        return cell._replace(marks=cell.marks | CURSOR)
    if len(text) == 2:
        if not cell.look.startswith(_UNITS):
            text = text[0].replace(" ", "[") + text[1].replace(" ", "]")
        return cell._replace(text=text, marks=cell.marks | CURSOR)
    looks = list(cell.looks or (cell.look,) * 8)
    if cell.look.startswith(_UNITS):
        looks[:4] = ["cursor"] * 4
    else:
        for at, sign in _CORNERS.items():
            text = text[:at] + sign + text[at + 1 :]
            looks[at] += "+cursor"
    return cell._replace(text=text, looks=tuple(looks))


def _bits(spaces: int) -> list[int]:
    found = []
    while spaces:
        low = spaces & -spaces
        found.append(low.bit_length() - 1)
        spaces ^= low
    return found


def column_header(seen: Observation) -> str:
    """Return the letters above the columns, as wide as the board with its row numbers."""
    return _header(seen.setup.board.grid)


@lru_cache(maxsize=4)
def _header(grid: Grid) -> str:
    return "   " + "".join(f"{grid.name(grid.space(c, 0))[0]} " for c in range(grid.width))


def row_label(seen: Observation, row: int) -> str:
    """Return the number before a row, three columns."""
    return f"{row + seen.setup.board.grid.first_row:2} "


def as_text(seen: Observation, picture: Picture) -> str:
    """Return the picture as plain text with everything that has meaning without colour."""
    rows = [column_header(seen).rstrip()]
    for number, row in enumerate(picture):
        rows.append((row_label(seen, number) + "".join(cell.text for cell in row)).rstrip())
    return "\n".join(rows)


def legend(glyphs: GlyphSet = ASCII) -> tuple[tuple[str, str], ...]:
    """Return (symbol, meaning) for everything on the board."""
    ground = glyphs.ground
    floor = ground[Kind.FLOOR][0]
    point, centre = ground[Kind.CONTROL_POINT][0], ground[Kind.TOWER_CENTRE][0]
    return (
        ("@w &g", say.UNIT),
        ("@W", say.ACTIVE_UNIT),
        ("w@", say.UNIT_DOWN),
        (f"{floor} {floor}{glyphs.reach}", say.FLOOR),
        (f"{ground[Kind.WALL]} {ground[Kind.LAVA]}", "wall; lava"),
        (
            f"{ground[Kind.BRIDGE]} {ground[Kind.TOWER_EDGE]}",
            say.BRIDGE,
        ),
        (f"{point} {centre}", say.POINT),
        (f"{point}@ {centre}&", say.OWNED_POINT),
        (f"r {ground[Kind.JAIL]}", say.RELEASE_POINT),
        (f"{glyphs.base}@ {ground[Kind.BASE]}", say.BASE),
        (f"{glyphs.bug} ", say.BUG_TOKEN),
        (
            f"{floor}{glyphs.threat} {floor}{glyphs.both}",
            say.THREAT.format(overlay=key("overlay")),
        ),
        (f"{floor}{glyphs.trace}", say.LAST_PATH),
        ("@w o@", say.UNDERLINED),
    )
