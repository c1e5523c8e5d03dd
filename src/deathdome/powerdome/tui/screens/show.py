"""Base of the shows: slides one after another, by keys or by time; any key ends an animation."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Final

from deathdome.powerdome.text import shows as say
from deathdome.powerdome.tui.keys import Context
from deathdome.powerdome.tui.ports import Shell, Speed
from deathdome.stage.screens.page import ScrollingScreen
from deathdome.stage.text import Span, columns_of, line
from deathdome.stage.widgets.lines import Lines

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.app import ComposeResult
    from textual.timer import Timer

    from deathdome.stage.text import Line

_FRAME: Final = 0.05  # seconds
GRACE: Final = 0.3  # seconds after an animation in which a key may have been meant to end it
_SPEEDS: Final = {
    Speed.STEP: say.BY_ONE_STEP,
    Speed.TIMED: say.TIMED,
    Speed.INSTANT: say.INSTANT,
}


class ShowScreen(ScrollingScreen[Shell]):
    """Plays the events `first` to `end` as slides."""

    NEEDS_ROOM = True

    def __init__(self, first: int, end: int) -> None:
        super().__init__()
        self._first, self._end = first, end
        self._index = 0
        self._began = 0.0  # of the animation; 0: it is over
        self._finished = 0.0  # when the last animation was over
        self._timer: Timer | None = None
        self._prepared = False

    # -- what a show says ----------------------------------------------------------------------

    def prepare(self) -> None:
        """Read the events of the show."""
        raise NotImplementedError

    def count(self) -> int:
        """Return the number of slides."""
        raise NotImplementedError

    def part(self, at: int) -> object:
        """Return the part of the show that a slide belongs to."""
        raise NotImplementedError

    def length(self, at: int) -> float:
        """Return the seconds of the animation of a slide; 0 if it has none."""
        raise NotImplementedError

    def reading(self, at: int) -> float:
        """Return the seconds for which a timed show leaves a slide after its animation."""
        raise NotImplementedError

    def heading(self, at: int) -> list[Span]:
        """Return the title row, without the number of the slide."""
        raise NotImplementedError

    def slide(self, at: int, progress: float, room: int) -> list[Line]:
        """Return the rows of a slide; `progress` is 1 when its animation is over."""
        raise NotImplementedError

    # -- drawing -------------------------------------------------------------------------------

    @property
    def context(self) -> Context:
        return Context.SHOW

    def compose(self) -> ComposeResult:
        yield Lines(id="toosmall")
        yield from super().compose()

    def on_mount(self) -> None:
        self.prepare()
        self._prepared = True
        if self.shell.speed is Speed.INSTANT:
            self._index = self._last
        self._show_slide()

    def relaid(self) -> None:
        self.draw()

    def refresh_all(self) -> None:
        self.draw()

    @property
    def _last(self) -> int:
        return self.count() - 1

    @property
    def skippable(self) -> bool:
        return self._began > 0

    @property
    def _progress(self) -> float:
        """Part of the animation that has been shown, from 0 to 1."""
        if not self._began:
            return 1.0
        length = self.length(self._index)
        return min(1.0, (monotonic() - self._began) / length) if length else 1.0

    def draw(self) -> None:
        if not self.is_live or not self._prepared:
            return
        left = self.heading(self._index)
        right = say.COUNT.format(at=self._index + 1, all=self.count())
        used = sum(columns_of(span.text) for span in left)
        gap = max(1, self.size.width - used - columns_of(right) - 1)
        self.query_one("#status", Lines).show([line(*left, " " * gap, Span(right, "dim"))])
        rows = self.slide(self._index, self._progress, self.size.height - 2)
        self.query_one("#text", Lines).show(rows)
        self.show_keys()

    def _show_slide(self) -> None:
        """Begin the animation of the slide, and then the time to read it."""
        self._stop()
        if self._animated and self.length(self._index):
            self._began = monotonic()
            self._timer = self.set_interval(_FRAME, self._frame)
        else:
            self._wait()
        self.query_one("#page").scroll_home(animate=False)
        self.draw()

    @property
    def _animated(self) -> bool:
        full = self.app.animation_level == "full"
        return full and self.shell.speed is not Speed.INSTANT

    def _frame(self) -> None:
        if self._progress >= 1:
            self._finish()
        else:
            self.draw()

    def _finish(self) -> None:
        """Show the slide as it is at the end of its animation."""
        self._finished = monotonic()
        self._stop()
        self._wait()
        self.draw()

    def _wait(self) -> None:
        """Go to the next slide after a while, if the show is timed."""
        last = self._index == self._last
        watched = self.shell.in_game and not self.shell.host.people
        if self.shell.speed is Speed.STEP or (last and not watched):
            return
        if self.shell.speed is Speed.INSTANT and not last:
            return
        self._timer = self.set_timer(self.reading(self._index), self._next)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        self._began = 0.0

    # -- keys ----------------------------------------------------------------------------------

    def press(self, name: str) -> None:
        """End the animation with any key; otherwise do what the key does."""
        if self.skippable and not self.hidden:
            self._finish()
        else:
            super().press(name)

    def tell_briefly(self, text: str) -> None:
        """Answer a key that does nothing, unless it was meant to end an animation."""
        if monotonic() - self._finished > GRACE:
            super().tell_briefly(text)

    def clicked(self, action: str) -> None:
        self._finish() if self.skippable else super().clicked(action)

    def on_row_clicked(self) -> None:
        """Go to the next slide."""
        self._finish() if self.skippable else self._next()

    def unavailable(self) -> Iterable[str]:
        if self._prepared and self._index == self._last:
            yield from ("pass_end", "round_end")

    def do_choose(self) -> None:
        """Show the next card; after the last one, end the show."""
        self._next()

    def do_left(self) -> None:
        """Show the card before."""
        if not self._index:
            self.tell(say.FIRST_CARD)
            return
        self._index -= 1
        self._stop()
        self.draw()

    def do_pass_end(self) -> None:
        """Show the first card after this part."""
        part, at = self.part(self._index), self._index
        while at < self._last and self.part(at) is part:
            at += 1
        self._go(at)

    def do_round_end(self) -> None:
        """Show the last card."""
        self._go(self._last)

    def do_pace(self) -> None:
        """Choose the next speed, which holds for every show of this run."""
        speed = self.shell.next_speed()
        self.tell(say.SPEED.format(speed=_SPEEDS[speed]))
        if speed is Speed.INSTANT:
            self.do_round_end()
        else:
            self._finish()

    def _next(self) -> None:
        if self._index < self._last:
            self._go(self._index + 1)
        else:
            self._stop()
            self.ended()

    def ended(self) -> None:
        """Close the show: the game continues."""
        self.shell.shown(self._end)

    def _go(self, at: int) -> None:
        if at != self._index:
            self._index = at
            self._show_slide()
