"""The queue of shows on one board: one after the other, and any key ends them all.

A board screen has one as `shows`. To show something, queue it:

    frames = (Frame(banner=rows, top=12, seconds=0.9), Frame({(4, 7): cell}))
    self.shows.play([Show(frames)], speed)

`Frame` and `Show` are in `presenters/animations.py`. A frame may hold cells over the board, rows in
place of the panel or of the header, a banner, or all of them. `speed` is 1.0 at the slowest pace.
Nothing may be queued at instant pace or without animation: `BoardScreen.still` says so. The screen
passes every key through `skip` first: True means that a show has swallowed the key. Shows with
`swallows=False` (a walk) end too, and the key does its work unless one that swallows it is still
to come. A match rests until `left` is 0.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from deathdome.tui.widgets.dome_view import DIMMED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from textual.timer import Timer

    from deathdome.stage.text import Line
    from deathdome.stage.widgets.lines import Lines
    from deathdome.stage.widgets.stack import Stack
    from deathdome.tui.presenters.animations import Frame, Show
    from deathdome.tui.widgets.dome_view import DomeView

_LEAST: Final = 1 / 30  # seconds between two frames
_TICK: Final = 1 / 60  # seconds; Textual never calls back a timer of one time that is late


def draw_frame(frame: Frame | None, dome: DomeView, banner: Lines, panels: Iterable[Stack]) -> None:
    """Draw the cells and the banner of a frame; None takes both away.

    A banner dims the panels as well.
    """
    rows = frame.banner if frame is not None else ()
    for panel in panels:
        panel.dim(DIMMED if rows else 0.0)
    dome.lay_over(frame.cells if frame is not None else {})
    dome.dim(DIMMED if frame is not None and (frame.dims or rows) else 0.0)
    banner.display = bool(rows)
    banner.styles.offset = (0, frame.top if frame is not None else 0)
    banner.show(rows)


class Stage(Protocol):
    """A screen that can draw frames."""

    def show_frame(self, frame: Frame | None) -> None:
        """Draw a frame over the present position; None: the position alone."""
        ...

    def set_interval(self, interval: float, callback: Callable[[], None], /) -> Timer:
        """Call back again and again, as Textual does."""
        ...


class _Queued(NamedTuple):
    """A frame in the queue."""

    frame: Frame
    ends: float
    stays: tuple[Line, ...]  # of its show
    swallows: bool  # as its show does


class Shows:
    """Shows that wait, and the one that runs."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._frames: list[_Queued] = []
        self._timer: Timer | None = None
        self._stays: tuple[Line, ...] = ()

    @property
    def running(self) -> bool:
        """True if frames are being shown."""
        return bool(self._frames)

    @property
    def frame(self) -> Frame | None:
        """The frame in view."""
        return self._frames[0].frame if self._frames else None

    @property
    def swallows(self) -> bool:
        """True if the running show, or one after it, swallows the key that ends them."""
        return any(queued.swallows for queued in self._frames)

    @property
    def panel(self) -> tuple[Line, ...]:
        """Rows in place of the panel; () for none."""
        return (self._frames[0].frame.panel if self._frames else ()) or self._stays

    @property
    def left(self) -> float:
        """Seconds until everything queued has been shown."""
        return max(0.0, self._frames[-1].ends - monotonic()) if self._frames else 0.0

    def play(self, shows: Iterable[Show], speed: float = 1.0) -> None:
        """Queue shows; each lasts `speed` times its length. A walk that still runs ends at once."""
        shows = list(shows)
        if shows and self.running and not self.swallows:
            self._end(self._stays)
        begins = not self._frames
        ends = monotonic() if begins else self._frames[-1].ends
        for show in shows:
            for frame in show.frames:
                ends += max(frame.seconds * speed, _LEAST)
                self._frames.append(_Queued(frame, ends, show.stays, show.swallows))
        if begins and self._frames:
            self._stage.show_frame(self._frames[0].frame)
            self._timer = self._stage.set_interval(_TICK, self._next)

    def skip(self) -> bool:
        """End everything; return True if a show has swallowed the key."""
        swallows = self.swallows
        if self.running:
            self._end(self._last_stays(self._frames))
        elif self._stays:
            self.stop()
        return swallows

    def clear(self) -> None:
        """Leave nothing in the panel of shows that are over."""
        if self._stays and not self.running:
            self.stop()

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

    def _next(self) -> None:
        """Show the frame that is due; those that came too late are left out."""
        now = monotonic()
        if not self._frames or self._frames[0].ends > now:
            return
        over = [one for one in self._frames if one.ends <= now]
        self._frames = self._frames[len(over) :]
        following = self._frames[0].stays if self._frames else ()
        if over[-1].stays is not following:
            self._stays = self._last_stays(over)
        if self._frames:
            self._stage.show_frame(self._frames[0].frame)
        else:
            self._end(self._stays)

    def _last_stays(self, over: Sequence[_Queued]) -> tuple[Line, ...]:
        """Return what the last of these shows leaves in the panel."""
        return next((one.stays for one in reversed(over) if one.stays), self._stays)
