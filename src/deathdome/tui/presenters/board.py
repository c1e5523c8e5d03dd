"""The dome as a picture: 21 rows of two-column cells with named looks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from deathdome.model.board import Kind
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.text.phrases import manual as say
from deathdome.tui.glyphs import ASCII
from deathdome.tui.keys.keyset import key
from deathdome.tui.presenters.pieces import (
    SEAT_SIGNS,
    base_of,
    base_spaces,
    unit_token,
    units_drawn,
)

if TYPE_CHECKING:
    from deathdome.geometry.grid import Grid
    from deathdome.model.observation import Observation
    from deathdome.model.state import PlacedToken, Setup
    from deathdome.tui.glyphs import GlyphSet


class Cell(NamedTuple):
    """Two columns of the board. `marks` adds to the look: see `MARKS`."""

    text: str
    look: str
    marks: int = 0


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
}

_LOOKS: Final = {
    Kind.FLOOR: "floor",
    Kind.WALL: "wall",
    Kind.LAVA: "lava",
    Kind.BRIDGE: "bridge",
    Kind.TOWER_EDGE: "tower",
    Kind.TOWER_CENTRE: "point",
    Kind.CONTROL_POINT: "point",
    Kind.RELEASE_POINT: "release",
    Kind.JAIL: "jail",
    Kind.BASE: "base",
}


@dataclass(frozen=True, slots=True)
class Marks:
    """Marks over the board; sets of spaces as bits."""

    cursor: int = -1
    reach: int = 0
    targets: int = 0
    threat: int = 0
    active: int = -1  # unit
    trace: int = 0


def board_picture(seen: Observation, marks: Marks, glyphs: GlyphSet = ASCII) -> Picture:
    """Return the board as this seat sees it; rows without changes are the same objects."""
    reach, threat = marks.reach, marks.threat
    for seat in range(seen.setup.seats):
        # A base is one space in the rules and several on the screen.
        spaces = base_of(seen, seat)
        home = spaces & -spaces
        reach |= spaces if reach & home else 0
        threat |= spaces if threat & home else 0
    laid = Marks(-1, reach, marks.targets, threat, marks.active, marks.trace)
    picture = _with_marks(seen.setup, seen.space, seen.down, seen.owners, seen.tokens, laid, glyphs)
    if marks.cursor < 0:
        return picture
    # A step of the cursor changes two rows; the others stay as they are.
    grid = seen.setup.board.grid
    column, number = grid.columns[marks.cursor], grid.rows[marks.cursor]
    row = picture[number]
    cell = row[column]
    row = (*row[:column], cell._replace(marks=cell.marks | CURSOR), *row[column + 1 :])
    return (*picture[:number], row, *picture[number + 1 :])


@lru_cache(maxsize=8)
def _with_marks(
    setup: Setup,
    space: tuple[int, ...],
    down: tuple[int, ...],
    owners: tuple[int, ...],
    tokens: tuple[PlacedToken, ...],
    marks: Marks,
    glyphs: GlyphSet,
) -> Picture:
    """Return the board with all marks but the cursor."""
    grid = setup.board.grid
    bare = _without_marks(setup, space, down, owners, tokens, marks.active, glyphs)
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
def _without_marks(
    setup: Setup,
    space: tuple[int, ...],
    down: tuple[int, ...],
    owners: tuple[int, ...],
    tokens: tuple[PlacedToken, ...],
    active: int,
    glyphs: GlyphSet,
) -> Picture:
    """Return the board without marks, which stays the same while only the cursor moves."""
    grid = setup.board.grid
    units = units_drawn(setup, space)
    lying = {placed.space: placed.token for placed in tokens}
    points = dict(zip(setup.board.points, owners, strict=True))
    bases = {base: seat for seat in range(setup.seats) for base in _bits(base_spaces(setup, seat))}
    rows = []
    for row in range(grid.height):
        cells = []
        for column in range(grid.width):
            here = grid.space(column, row)
            unit = units.get(here, -1)
            if unit >= 0:
                cell = _unit_cell(setup, unit, active, lying=down[unit] > 0)
                if here in points:
                    cell = cell._replace(marks=cell.marks | POINT)
            else:
                cell = _ground_cell(setup, here, points.get(here), bases.get(here), glyphs)
                if here in lying:
                    cell = cell._replace(text=glyphs.bug + cell.text[1], look="token")
            cells.append(cell)
        rows.append(tuple(cells))
    return tuple(rows)


def _unit_cell(setup: Setup, unit: int, active: int, *, lying: bool) -> Cell:
    """Return a unit's team sign and letter: reversed if it lies down, capital if active."""
    text = unit_token(setup, unit)
    if unit == active:
        text = text[0] + text[1].upper()
    if lying:
        text = text[::-1]
    return Cell(text, f"seat{unit // UNITS_PER_TEAM}", ACTIVE if unit == active else 0)


def _ground_cell(
    setup: Setup, space: int, owner: int | None, seat: int | None, glyphs: GlyphSet
) -> Cell:
    kind = setup.board.kinds[space]
    if kind is None:
        return Cell("  ", "floor")
    text, look = glyphs.ground[kind], _LOOKS[kind]
    if owner is not None and owner >= 0:
        return Cell(text[0] + SEAT_SIGNS[owner], f"seat{owner}")
    if seat is not None:
        return Cell(glyphs.base + SEAT_SIGNS[seat], "base")
    return Cell(text, look)


def _marked(cell: Cell, bit: int, marks: Marks, glyphs: GlyphSet) -> Cell:
    """Return the cell with its marks, in a free second column or as an attribute."""
    added = cell.marks
    held = cell.look.startswith("seat")
    unit = held and cell.text[0] not in glyphs.points()
    # No unit may stop on another, and Enter there never walks: no mark of reach.
    if marks.reach & bit and not unit:
        added |= REACH
    if marks.targets & bit:
        added |= TARGET
    if marks.threat & bit:
        added |= THREAT
    if marks.trace & bit:
        added |= TRACE
    if added == cell.marks:
        return cell
    text = cell.text
    if held or text[1] in SEAT_SIGNS:
        added |= REACH_HERE if added & REACH else 0
        added |= THREAT_HERE if added & THREAT else 0
        added |= TRACE_HERE if added & TRACE else 0
    elif added & (REACH | THREAT):
        both = added & REACH and added & THREAT
        text = text[0] + (glyphs.both if both else glyphs.reach if added & REACH else glyphs.threat)
    elif added & TRACE and text[1] == " ":
        text = text[0] + glyphs.trace
    return Cell(text, cell.look, added)


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
    """Return (sign, meaning) for everything on the board."""
    ground = glyphs.ground
    floor = ground[Kind.FLOOR][0]
    point, centre = ground[Kind.CONTROL_POINT][0], ground[Kind.TOWER_CENTRE][0]
    return (
        ("@w &g", say.UNIT_TEAM_SIGN_THEN),
        ("@W", say.UNIT_IN_QUESTION),
        ("w@", say.UNIT_THAT_LIES_DOWN),
        (f"{floor} {floor}{glyphs.reach}", say.FLOOR_A_COLON_CAN),
        (f"{ground[Kind.WALL]} {ground[Kind.LAVA]}", "wall; lava"),
        (
            f"{ground[Kind.BRIDGE]} {ground[Kind.TOWER_EDGE]}",
            say.BRIDGE_OR_TOWER,
        ),
        (f"{point} {centre}", say.CONTROL_POINT_OR_TOWER_CENTRE),
        (f"{point}@ {centre}&", say.POINT_THAT_IS_HELD),
        (f"r {ground[Kind.JAIL]}", say.RELEASE_POINT_OR_JAIL),
        (f"{glyphs.base}@ {ground[Kind.BASE]}", say.BASE_OR_UNUSED_BASE),
        (f"{glyphs.bug} ", say.BUG_TOKEN_ON_A_POINT),
        (
            f"{floor}{glyphs.threat} {floor}{glyphs.both}",
            say.ENEMY_CAN_HIT_THERE.format(overlay=key("overlay")),
        ),
        (f"{floor}{glyphs.trace}", say.LAST_MOVE_WENT_HERE),
        ("@w o@", say.WHAT_UNDERLINED_MEANS),
    )
