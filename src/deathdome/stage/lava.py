"""Lava below a menu or around a board: heats and flames, as halves of spaces or as lines."""

from __future__ import annotations

from functools import lru_cache
from math import sin
from typing import TYPE_CHECKING, Final

from deathdome.stage.text import Span

if TYPE_CHECKING:
    from deathdome.stage.text import Line

FRAMES: Final = 12  # pictures of the lava, shown in a loop
_HOT: Final = (0.62, 0.22, -0.28)  # heats 3, 2 and 1 begin above these
_FLAMES: Final = 7  # one column of lava in so many has a flame


_TALL: Final = 34  # rows from which there is lava
_SHALLOW: Final = 4  # rows of lava at least
_MARGIN: Final = 8  # columns that are left free without a thought
_AIR: Final = 6  # empty rows above and below a text


def heat(across: float, down: float, time: float) -> int:
    """Return the heat of the lava at a place, from 0 to 3."""
    wave = (
        sin(1.35 * across + 0.75 * down + 0.9 * time)
        + sin(1.7 * down - 0.55 * across - 0.6 * time + 1.3)
        + 0.6 * sin(2.3 * (across + down) + time)
    ) / 2.6
    return next((3 - at for at, least in enumerate(_HOT) if wave > least), 0)


@lru_cache(maxsize=64)
def lava_rows(width: int, height: int, frame: int = 0) -> tuple[tuple[tuple[int, bool], ...], ...]:
    """Return heat and flame of each half space: two columns a space, two rows a space."""
    return tuple(
        tuple(
            (heat(x / 2, y / 2, frame * 0.4), (x * 7 + y * 5 + frame) % (_FLAMES * 2) < 2)
            for x in range(width * 2)
        )
        for y in range(height * 2)
    )


def lava_field(width: int, height: int, frame: int) -> list[Line]:
    """Return a field of lava across the screen, which fades into the dark at its top."""
    rows = []
    for row in range(height):
        deep = max(0, 3 - row * 4 // max(1, height))
        spans: list[Span] = []
        for at, (hot, flame) in enumerate(_field(width, frame % FRAMES)[row % _FIELD][:width]):
            look = f"lava{hot}{deep}"
            sign = "~" if flame and at % 2 == row % 2 else " "
            if spans and spans[-1].look == look:
                spans[-1] = Span(spans[-1].text + sign, look)
            else:
                spans.append(Span(sign, look))
        rows.append(tuple(spans))
    return rows


def set_over_lava(
    rows: list[Line], width: int, size: tuple[int, int], *, air: int = _AIR
) -> tuple[list[Line], int]:
    """Return rows of so many columns in the middle of a screen, and the empty rows above them.

    A tall screen has lava below them, after about twice `air` empty rows.
    """
    across, height = size
    left = max(0, (across - width) // 2) if across > width + _MARGIN else 0
    if left:
        rows = [(Span(" " * left), *row) if row else row for row in rows]
    free = height - len(rows)
    deep = min(max(height // 4, free - 2 * air), height // 2, free - 1)
    if height < _TALL or deep < _SHALLOW:
        return rows, 0
    above = (free - deep) // 3
    below = free - deep - above
    return [*[()] * above, *rows, *[()] * below, *lava_field(across, deep, 0)], above


_FIELD: Final = 24  # rows of the field before it repeats


@lru_cache(maxsize=FRAMES)
def _field(width: int, frame: int) -> tuple[tuple[tuple[int, bool], ...], ...]:
    return tuple(
        tuple(
            (heat(x / 5, y / 1.6, frame * 0.4), (x * 5 + y * 11 + frame) % 23 == 0)
            for x in range(width)
        )
        for y in range(_FIELD)
    )
