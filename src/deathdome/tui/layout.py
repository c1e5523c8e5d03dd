"""Layout: how header, board, panels and hand divide a terminal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from deathdome.tui.widgets.dome_view import CELL, LABEL

COMPLETE: Final = (80, 24)  # from here on board and panel stand side by side
ZOOMABLE: Final = (122, 47)  # from here on a space is four columns by two rows
_PANEL: Final = 35  # minimum columns of the panel
_WIDEST: Final = 54  # columns of a panel, beyond which its lines are hard to read
_GAP: Final = 1  # columns between two panels
_BETWEEN: Final = 2  # columns on both sides of a board between two panels
_TEAMS: Final = 118  # minimum columns of the terminal for two panels
_HEADER: Final = 120  # columns from which the header has two rows
_HAND: Final = (30, 4)  # minimum rows of the terminal, and below the board
_CARDS: Final = 13  # rows of the hand at most
_BRIEF: Final = 2  # rows that replace a closed panel


@dataclass(frozen=True, slots=True)
class Layout:
    """Columns and rows of each part; 0 for what is not shown."""

    zoom: int
    board: tuple[int, int]  # with the labels
    side: tuple[int, int]  # the panel of its own team
    teams: tuple[int, int]  # the panel of the other teams
    hand: tuple[int, int]
    brief: int  # rows that replace a closed panel
    closable: bool  # True if the panel is over the board and can be closed
    between: bool  # True if the board stands between the two panels
    margins: tuple[int, int]  # empty columns before and after the board
    above: int  # empty rows above the board


def layout_for(
    size: tuple[int, int],
    board: tuple[int, int],
    *,
    small: bool = False,
    panel: bool = True,
    header: int = 1,
) -> Layout:
    """Return the layout of a terminal for a board of so many columns and rows of spaces.

    With `small` spaces stay small where there is room for large ones. `panel` counts if the panel
    does not fit next to the board. `header` is the number of its rows.
    """
    width, height = size
    closable = width < COMPLETE[0]
    open_ = panel or not closable
    brief = 0 if open_ else _BRIEF
    body = max(1, height - header - 1 - brief)
    large = LABEL + CELL * 2 * board[0] + _PANEL <= width and 1 + 2 * board[1] <= body
    zoom = 2 if large and not small and can_zoom(size) else 1
    across = min(LABEL + CELL * zoom * board[0], width - (_PANEL if open_ else 0))
    down = min(1 + zoom * board[1], body)
    rest = width - across
    two = width >= _TEAMS and rest >= 2 * _PANEL + _GAP
    between = two and (zoom == 1 or rest >= 3 * _PANEL)
    left = right = 0
    if not two:
        side = rest
        if rest > _WIDEST + 1:
            side = min(rest, max(_WIDEST, rest * 2 // 3))
            left = right = (rest - side) // 2
            side = rest - left - right
        teams = 0
    elif between:
        room = rest - 2 * _BETWEEN
        side = min(_WIDEST, (room + 1) // 2)
        teams = min(_WIDEST, room - side)
        left = (rest - side - teams) // 2
        right = rest - side - teams - left
    else:
        left = _GAP
        side = (rest - _GAP * 2) // 2
        teams = rest - _GAP * 2 - side
    above = 1 if body - down > _CARDS + 2 else 0
    below = body - down - above - 1
    hand = min(below, _CARDS) if height >= _HAND[0] and below >= _HAND[1] - 1 else 0
    return Layout(
        zoom,
        (across, down),
        (side, body) if open_ else (0, 0),
        (teams, body) if teams else (0, 0),
        (across - 1, hand) if hand else (0, 0),
        brief,
        closable,
        between,
        (left, right) if open_ else (0, 0),
        above,
    )


def header_rows(width: int, seats: int) -> int:
    """Return the rows of the header."""
    return 2 if width >= _HEADER and seats == 2 else 1


def can_zoom(size: tuple[int, int]) -> bool:
    """Return True if a terminal is large enough for large spaces."""
    return size[0] >= ZOOMABLE[0] and size[1] >= ZOOMABLE[1]
