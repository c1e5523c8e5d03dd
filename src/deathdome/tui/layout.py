"""Layout: how board, panel, teams and hand divide a terminal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from deathdome.tui.widgets.dome_view import CELL, LABEL

COMPLETE: Final = (80, 24)  # from here on board and panel stand side by side
ZOOMABLE: Final = (150, 50)  # from here on a space can be four columns by two rows
_PANEL: Final = 35  # minimum columns of the panel, with the gap before it
_PANEL_BESIDE_TEAMS: Final = 40
_TEAMS: Final = (118, 30)  # minimum columns of the terminal and of the teams
_HAND: Final = (30, 6)  # minimum rows of the terminal, and below the board
_BRIEF: Final = 2  # rows that replace a closed panel
_BARS: Final = 2  # status row and key bar


@dataclass(frozen=True, slots=True)
class Layout:
    """Columns and rows of each part; 0 for what is not shown."""

    zoom: int
    board: tuple[int, int]  # with the labels
    side: tuple[int, int]  # the panel
    teams: tuple[int, int]  # teams and log
    hand: tuple[int, int]
    brief: int  # rows that replace a closed panel
    closable: bool  # True if the panel lies over the board and can be closed


def layout_for(
    size: tuple[int, int], board: tuple[int, int], *, zoomed: bool = False, panel: bool = True
) -> Layout:
    """Return the layout of a terminal for a board of so many columns and rows of spaces.

    `zoomed` counts if there is room for it, `panel` if the panel does not fit next to the board.
    """
    width, height = size
    closable = width < COMPLETE[0]
    open_ = panel or not closable
    zoom = 2 if zoomed and can_zoom(size) else 1
    brief = 0 if open_ else _BRIEF
    body = max(1, height - _BARS - brief)
    across = min(LABEL + CELL * zoom * board[0], width - (_PANEL if open_ else 0))
    down = min(1 + zoom * board[1], body)
    rest = width - across
    beside = width >= _TEAMS[0] and rest >= _PANEL_BESIDE_TEAMS + _TEAMS[1]
    side = (_PANEL_BESIDE_TEAMS if beside else rest) - 1
    teams = rest - _PANEL_BESIDE_TEAMS - 2 if beside else 0
    below = body - down - 1
    hand = below if height >= _HAND[0] and below >= _HAND[1] - 1 else 0
    return Layout(
        zoom,
        (across, down),
        (side, body) if open_ else (0, 0),
        (teams, body) if beside else (0, 0),
        (across - 1, hand) if hand else (0, 0),
        brief,
        closable,
    )


def can_zoom(size: tuple[int, int]) -> bool:
    """Return True if a terminal is large enough for large spaces."""
    return size[0] >= ZOOMABLE[0] and size[1] >= ZOOMABLE[1]
