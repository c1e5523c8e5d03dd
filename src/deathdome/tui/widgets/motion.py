"""Plays pictures over the board, one after the other, and stops at once when told to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.timer import Timer

    from deathdome.tui.presenters.motion import Frame
    from deathdome.tui.widgets.dome_view import DomeView

FRAME: Final = 0.06  # seconds of a picture at the slowest pace
LEAST_FRAME: Final = 1 / 30


class Motion:
    """The animation of one board; the position below it is always the true one."""

    def __init__(self, view: DomeView) -> None:
        self._view = view
        self._frames: list[Frame] = []
        self._timer: Timer | None = None

    @property
    def running(self) -> bool:
        """Whether pictures are being played."""
        return self._timer is not None

    def play(self, frames: Sequence[Frame], seconds: float = FRAME) -> None:
        """Plays these, from now on; what was still playing is over."""
        self.stop()
        if not frames:
            return
        self._frames = list(frames)
        self._view.lay_over(self._frames.pop(0))
        self._timer = self._view.set_interval(max(seconds, LEAST_FRAME), self._next)

    def stop(self) -> None:
        """Shows the position as it is, at once."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        self._frames.clear()
        self._view.lay_over({})

    def _next(self) -> None:
        if self._frames:
            self._view.lay_over(self._frames.pop(0))
        else:
            self.stop()
