"""Animations: what happens as lists of frames, from events and the position before them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deathdome.tui.presenters.board import Cell
    from deathdome.tui.presenters.text import Line

STEP: Final = 0.05  # seconds of a frame, unless it says otherwise
LONGEST: Final = 1.2  # seconds of a show at the slowest pace


@dataclass(frozen=True, slots=True)
class Frame:
    """What lies over the screen for a moment. What is left out shows the present position."""

    cells: Mapping[tuple[int, int], Cell] = field(default_factory=dict)  # by column and row
    seconds: float = STEP  # at the slowest pace
    dims: bool = False  # True if the board is darker, apart from the cells
    panel: tuple[Line, ...] = ()  # rows in place of the whole panel
    banner: tuple[Line, ...] = ()  # rows over the whole width; they dim the board
    top: int = 0  # row of the screen at which the banner begins


class Show(NamedTuple):
    """Frames that belong together."""

    frames: tuple[Frame, ...]
    swallows: bool = True  # True if the key that ends the show does nothing else
    stays: tuple[Line, ...] = ()  # rows of the panel from the end of the show to the next key

    @property
    def seconds(self) -> float:
        """The length at the slowest pace."""
        return sum(frame.seconds for frame in self.frames)

    @property
    def reduced(self) -> Show:
        """The first and the last frame alone."""
        if len(self.frames) < 3:
            return self
        return self._replace(frames=(self.frames[0], self.frames[-1]))


def moving(cells: Iterable[Mapping[tuple[int, int], Cell]], seconds: float = STEP) -> Show:
    """Return a show of cells over the board, which a key ends and still does its work."""
    return Show(tuple(Frame(each, seconds) for each in cells), swallows=False)
