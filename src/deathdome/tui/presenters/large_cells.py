"""Spaces of four columns by two rows: names, health and amounts on the board itself.

A cell is eight symbols, the upper row first, with a look for each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from deathdome.model.board import CREDITS_PER_SUPPLY, Kind
from deathdome.stage.lava import lava_rows
from deathdome.tui.glyphs import RAMPARTS
from deathdome.tui.presenters.scenery import scenery_of

if TYPE_CHECKING:
    from deathdome.model.board import Board
    from deathdome.tui.glyphs import GlyphSet

ACROSS: Final = 4
_BAR: Final = 3  # columns of the health bar
_HALF: Final = "\N{RIGHT HALF BLOCK}"
_DIAMOND: Final = (
    "\N{QUADRANT LOWER RIGHT}\N{QUADRANT UPPER RIGHT AND LOWER LEFT}"
    "\N{QUADRANT UPPER LEFT AND LOWER RIGHT}\N{QUADRANT LOWER LEFT}"
    "\N{QUADRANT UPPER RIGHT}\N{QUADRANT UPPER LEFT AND LOWER RIGHT}"
    "\N{QUADRANT UPPER RIGHT AND LOWER LEFT}\N{QUADRANT UPPER LEFT}"
)


def large_unit(
    token: str, name: str, look: str, left: int, most: int
) -> tuple[str, tuple[str, ...]]:
    """Return a unit: symbol and name, below them letter, health bar and number of vitae."""
    sign, letter = token[0], token[1]
    short = name[: ACROSS - 1]
    if letter.isupper():
        short = short.upper()
    seat = look[-1]
    upper = f"{sign}{short:<3}"
    if look.startswith("down"):
        return upper + "down", (look,) * 8
    if look.startswith("jailed"):
        return f"{sign}{letter}" + " " * 6, (look,) * 2 + ("jail",) * 6
    steps = round(2 * _BAR * left / most) if most > 0 else 0
    steps = max(steps, 1) if left > 0 else 0
    looks = [look] * 5
    for column in range(_BAR):
        full = steps - 2 * column
        looks.append(f"bar{seat}" if full >= 2 else f"half{seat}" if full == 1 else f"lost{seat}")
    bar = "".join(_HALF if each.startswith("half") else " " for each in looks[5:])
    number = f"{left}"
    lower = bar[: _BAR - len(number)] + number
    if looks[-1].startswith("half"):
        looks[-1] = f"bar{seat}"
    return f"{upper}{letter}{lower}", tuple(looks)


def large_ground(
    board: Board, space: int, look: str, text: str, owner: int, glyphs: GlyphSet
) -> tuple[str, tuple[str, ...]]:
    """Return ground without units; `text` is that of a small cell."""
    kind = board.kinds[space]
    scenery = scenery_of(board)
    looks = [look] * 8
    if not glyphs.shaped:
        doubled = text * 2 if text[0] == text[1] else f" {text} "
        return doubled + (doubled if text[0] == text[1] else " " * ACROSS), ()
    if kind is Kind.WALL:
        upper = look if scenery.wall_above[space] else f"{look}-top"
        lower = look if scenery.wall_below[space] else f"{look}-foot"
        return " " * 8, (upper,) * ACROSS + (lower,) * ACROSS
    if kind is Kind.LAVA:
        return large_lava(board, space)
    if kind is Kind.TOWER_EDGE:
        return _tower(scenery.edges[space], look[5:])
    if kind is Kind.CONTROL_POINT:
        if owner < 0:
            return _DIAMOND, ("point",) * 8
        return f" {text} {CREDITS_PER_SUPPLY // 1000}k", tuple(looks)
    if kind is Kind.TOWER_CENTRE:
        return f" {text} " + " " * ACROSS, tuple(looks)
    if kind in (Kind.BRIDGE, Kind.JAIL):
        return text[0] * 8, tuple(looks)
    if text.strip() and text[0] != text[1]:
        return f" {text} " + " " * ACROSS, tuple(looks)
    return text[0] * 8 if text[0] == text[1] else " " * 8, tuple(looks)


def large_lava(board: Board, space: int, frame: int = 0) -> tuple[str, tuple[str, ...]]:
    """Return text and looks of a space of lava in one picture of its loop."""
    grid = board.grid
    column, row = grid.columns[space] * 2, grid.rows[space] * 2
    text, looks = "", []
    for down in range(2):
        for heat, flame in lava_rows(grid.width, grid.height, frame)[row + down][
            column : column + 2
        ]:
            text += "~ " if flame and (column + row) % 4 < 2 else "  "
            looks += [f"lava{heat}"] * 2
    return text, tuple(looks)


def _tower(edges: str, held: str) -> tuple[str, tuple[str, ...]]:
    text, looks = "", []
    for side in "tb":
        for column in range(ACROSS):
            outer = side if side in edges else ""
            outer += "l" if column == 0 and "l" in edges else ""
            outer += "r" if column == ACROSS - 1 and "r" in edges else ""
            text += RAMPARTS[outer]
            looks.append(f"rampart{held}" if outer == "l" else f"tower{held}")
    return text, tuple(looks)


def written_over(rows: list[list[Any]], column: int, row: int, text: str, look: str) -> None:
    """Write a text over the cells of a row; column and row are those of the terminal."""
    for at, sign in enumerate(text, column):
        across, part = at // ACROSS, ACROSS * (row % 2) + at % ACROSS
        if not 0 <= row // 2 < len(rows) or not 0 <= across < len(rows[row // 2]):
            continue
        if sign == " ":
            continue
        cell = rows[row // 2][across]
        looks = list(cell.looks or (cell.look,) * 8)
        looks[part] = look
        drawn = cell.text[:part] + sign + cell.text[part + 1 :]
        rows[row // 2][across] = cell._replace(text=drawn, looks=tuple(looks))
