"""The queue of shows on one board: one after the other, and any key ends them all.

A board screen has one as `shows`. To show something, queue it:

    frames = (Frame(banner=rows, top=12, seconds=0.9), Frame({(4, 7): cell}))
    self.shows.play([Show(frames)], speed)

`Frame` and `Show` are in `presenters/animations.py`. A frame may hold cells over the board, rows in
place of the panel, a banner, or all of them. `speed` is 1.0 at the slowest pace. Nothing may be
queued at instant pace or without animation: `BoardScreen.still` says so. The screen passes every
key through `skip` first: True means that the key ended a show and must do nothing else. A show with
`swallows=False` (a walk) ends too, and the key does its work. A match rests until `left` is 0.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from textual.timer import Timer

    from deathdome.tui.presenters.animations import Frame, Show
    from deathdome.tui.presenters.text import Line

_LEAST: Final = 1 / 30  # seconds between two frames


class Stage(Protocol):
    """A screen that can draw frames."""

    def show_frame(self, frame: Frame | None) -> None:
        """Draw a frame over the present position; None: the position alone."""
        ...

    def set_timer(self, delay: float, callback: Callable[[], None]) -> Timer:
        """Call back after so many seconds, as Textual does."""
        ...


class Shows:
    """Shows that wait, and the one that runs."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._frames: list[tuple[Frame, float, tuple[Line, ...]]] = []  # with when each ends
        self._swallows = False
        self._timer: Timer | None = None
        self._stays: tuple[Line, ...] = ()

    @property
    def running(self) -> bool:
        """True if frames are being shown."""
        return bool(self._frames)

    @property
    def frame(self) -> Frame | None:
        """The frame in view."""
        return self._frames[0][0] if self._frames else None

    @property
    def panel(self) -> tuple[Line, ...]:
        """Rows in place of the panel; () for none."""
        return self._frames[0][0].panel if self._frames else self._stays

    @property
    def left(self) -> float:
        """Seconds until everything queued has been shown."""
        return max(0.0, self._frames[-1][1] - monotonic()) if self._frames else 0.0

    def play(self, shows: Iterable[Show], speed: float = 1.0) -> None:
        """Queue shows; each lasts `speed` times its length."""
        begins = not self._frames
        ends = monotonic() if begins else self._frames[-1][1]
        for show in shows:
            self._swallows = show.swallows or (self._swallows and bool(self._frames))
            for frame in show.frames:
                ends += max(frame.seconds * speed, _LEAST)
                self._frames.append((frame, ends, show.stays))
        if begins and self._frames:
            self._stays = ()
            self._stage.show_frame(self._frames[0][0])
            self._wait()

    def skip(self) -> bool:
        """End everything; return True if the key that asks for it must do nothing else."""
        swallows = self.running and self._swallows
        if self.running:
            self._end(self._frames[-1][2])
        elif self._stays:
            self.stop()
        return swallows

    def stop(self) -> None:
        """End everything, and leave nothing in the panel."""
        if self.running or self._stays:
            self._end(())

    def _end(self, stays: tuple[Line, ...]) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        self._frames.clear()
        self._stays = stays
        self._stage.show_frame(None)

    def _wait(self) -> None:
        delay = max(0.0, self._frames[0][1] - monotonic())
        self._timer = self._stage.set_timer(delay, self._next)

    def _next(self) -> None:
        """Show the frame that is due; those that came too late are left out."""
        if not self._frames:
            return
        now = monotonic()
        last = self._frames[-1]
        while self._frames and self._frames[0][1] <= now:
            self._frames.pop(0)
        if self._frames:
            self._stage.show_frame(self._frames[0][0])
            self._wait()
        else:
            self._end(last[2])
