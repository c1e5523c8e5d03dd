"""The dome as a picture: 21 rows of two-column cells with named looks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from deathdome.model.board import Kind
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.tui.presenters.pieces import (
    SEAT_SIGNS,
    base_of,
    drawn_units,
    place_of,
    unit_letter,
    unit_token,
)

if TYPE_CHECKING:
    from deathdome.model.observation import Observation


class Cell(NamedTuple):
    """Two columns of the board. `marks` adds to the look: see `MARKS`."""

    text: str
    look: str
    marks: int = 0


Picture: TypeAlias = tuple[tuple[Cell, ...], ...]

CURSOR: Final = 1
REACH: Final = 2  # the unit may go there, or this is an answer to the question
TARGET: Final = 4  # it can be attacked, or it is among the units in question
THREAT: Final = 8  # an enemy could hit whoever stands there
ACTIVE: Final = 16  # the unit in question
POINT: Final = 32  # a unit stands on a control point
MARKS: Final = {
    CURSOR: "cursor",
    REACH: "reach",
    TARGET: "target",
    THREAT: "threat",
    ACTIVE: "active",
    POINT: "onpoint",
}

# First what stands there, then the same again: a mark takes the second column.
_GROUND: Final = {
    Kind.FLOOR: (". ", "floor"),
    Kind.WALL: ("##", "wall"),
    Kind.LAVA: ("~~", "lava"),
    Kind.BRIDGE: ("==", "bridge"),
    Kind.TOWER_EDGE: ("^^", "tower"),
    Kind.TOWER_CENTRE: ("O ", "point"),
    Kind.CONTROL_POINT: ("o ", "point"),
    Kind.RELEASE_POINT: ("r ", "release"),
    Kind.JAIL: ("JJ", "jail"),
    Kind.BASE: ("--", "base"),
}


@dataclass(frozen=True, slots=True)
class Marks:
    """What is laid over the board; sets of spaces as bits."""

    cursor: int = -1
    reach: int = 0
    targets: int = 0
    threat: int = 0
    active: int = -1  # unit


def board_picture(seen: Observation, marks: Marks) -> Picture:
    """The board as this seat sees it."""
    grid = seen.table.board.grid
    units = drawn_units(seen)
    tokens = {placed.space: placed.token for placed in seen.tokens}
    points = dict(zip(seen.table.board.points, seen.owners, strict=True))
    bases = {
        space: seat for seat in range(seen.table.seats) for space in _bits(base_of(seen, seat))
    }
    rows = []
    for row in range(grid.height):
        cells = []
        for column in range(grid.width):
            space = grid.space(column, row)
            unit = units.get(space, -1)
            if unit >= 0:
                cell = _unit_cell(seen, unit, marks)
                if space in points:
                    cell = cell._replace(marks=cell.marks | POINT)
            else:
                cell = _ground_cell(seen, space, points.get(space), bases.get(space))
                if space in tokens:
                    cell = cell._replace(text="*" + cell.text[1], look="token")
            cells.append(_marked(cell, place_of(seen, space), unit, marks, space))
        rows.append(tuple(cells))
    return tuple(rows)


def _unit_cell(seen: Observation, unit: int, marks: Marks) -> Cell:
    """A unit: its team's sign and its letter; turned round if it lies down, capital if active."""
    text = unit_token(seen.table, unit)
    active = unit == marks.active
    if active:
        text = text[0] + text[1].upper()
    if seen.down[unit]:
        text = text[::-1]
    return Cell(text, f"seat{unit // UNITS_PER_TEAM}", ACTIVE if active else 0)


def _ground_cell(seen: Observation, space: int, owner: int | None, seat: int | None) -> Cell:
    kind = seen.table.board.kinds[space]
    if kind is None:
        return Cell("  ", "floor")
    text, look = _GROUND[kind]
    if owner is not None and owner >= 0:
        return Cell(text[0] + SEAT_SIGNS[owner], f"seat{owner}")
    if seat is not None:
        return Cell("-" + SEAT_SIGNS[seat], "base")
    return Cell(text, look)


def _marked(cell: Cell, place: int, unit: int, marks: Marks, space: int) -> Cell:
    """The cell with its marks; a free second column says them in ASCII too."""
    added = cell.marks
    if marks.reach >> place & 1 and (unit < 0 or place != space or marks.reach >> space & 1):
        added |= REACH
    if marks.targets >> space & 1:
        added |= TARGET
    if marks.threat >> place & 1:
        added |= THREAT
    if space == marks.cursor:
        added |= CURSOR
    text = cell.text
    owned = text[1] in SEAT_SIGNS
    if unit < 0 and not owned and added & (REACH | THREAT):
        sign = "*" if added & REACH and added & THREAT else ":" if added & REACH else "!"
        text = text[0] + sign
    return Cell(text, cell.look, added)


def _bits(spaces: int) -> list[int]:
    found = []
    while spaces:
        low = spaces & -spaces
        found.append(low.bit_length() - 1)
        spaces ^= low
    return found


def column_header(seen: Observation) -> str:
    """The letters above the columns, as wide as the board with its row numbers."""
    grid = seen.table.board.grid
    return "   " + "".join(f"{grid.name(grid.space(c, 0))[0]} " for c in range(grid.width))


def row_label(seen: Observation, row: int) -> str:
    """The number before a row, three columns."""
    return f"{row + seen.table.board.grid.first_row:2} "


def as_text(seen: Observation, picture: Picture) -> str:
    """The picture as plain text, for tests and copies: all that carries meaning without colour."""
    rows = [column_header(seen).rstrip()]
    for number, row in enumerate(picture):
        rows.append((row_label(seen, number) + "".join(cell.text for cell in row)).rstrip())
    return "\n".join(rows)


LEGEND: Final = (
    ("@w &g", "a unit: team sign, then type (w g s m)"),
    ("@W", "the unit in question"),
    ("w@", "a unit that lies down"),
    (". : ", "floor; a colon: can be reached"),
    ("## ~~", "wall; lava"),
    ("== ^^", "bridge; tower (enter it from a bridge)"),
    ("o O", "control point; tower centre (worth 5)"),
    ("o@ O&", "the same, held by @ or &"),
    ("r JJ", "release point; jail"),
    ("-@ --", "base of @; unused base"),
    ("* ", "bug token on a point"),
    (".! .*", "an enemy can hit there; both (t)"),
)


def letters_of(seen: Observation, seat: int) -> str:
    """The letters of a team's units in order."""
    first = seat * UNITS_PER_TEAM
    return "".join(unit_letter(seen.table, first + line) for line in range(UNITS_PER_TEAM))
