"""The reveal: the combat of a round, card by card, with its sums (E.6)."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Final

from deathdome.powerdome.model.dome import ABSENT
from deathdome.powerdome.model.naming import character_names
from deathdome.powerdome.play.combat_cards import Part, combat_of
from deathdome.powerdome.text import shows as say
from deathdome.powerdome.text.events import Narrator
from deathdome.powerdome.tui.keys import Context
from deathdome.powerdome.tui.ports import Shell, Speed
from deathdome.powerdome.tui.presenters.reveal import Scene, slides_of
from deathdome.stage.screens.page import ScrollingScreen
from deathdome.stage.text import Span, columns_of, line
from deathdome.stage.widgets.lines import Lines

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.app import ComposeResult
    from textual.timer import Timer

    from deathdome.powerdome.play.combat_cards import Combat

_FRAME: Final = 0.05  # seconds
_LENGTHS: Final = {Part.ORDER: 0.4, Part.ACTIVATIONS: 0.4, Part.ATTACKS: 1.0}  # seconds
_READING: Final = {Part.ORDER: 3.0, Part.ACTIVATIONS: 2.0, Part.ATTACKS: 2.0, Part.END: 5.0}
_SPEEDS: Final = {
    Speed.STEP: say.BY_ONE_STEP,
    Speed.TIMED: say.TIMED,
    Speed.INSTANT: say.INSTANT,
}


class RevealScreen(ScrollingScreen[Shell]):
    """Plays the cards of a combat; any key ends an animation."""

    NEEDS_ROOM = True

    def __init__(self, first: int, end: int) -> None:
        super().__init__()
        self._first, self._end = first, end
        self._combat: Combat | None = None
        self._index = 0
        self._began = 0.0  # of the animation; 0: it is over
        self._timer: Timer | None = None

    @property
    def context(self) -> Context:
        return Context.SHOW

    def compose(self) -> ComposeResult:
        yield Lines(id="toosmall")
        yield from super().compose()

    def on_mount(self) -> None:
        host = self.shell.host
        people = host.people
        viewer = people[0] if len(people) == 1 else ABSENT
        view = host.view(viewer)
        self._combat = combat = combat_of(view, host.heard(viewer), self._first, self._end)
        narrator = Narrator(view.now.tome, character_names(view.now, view.seats))
        self._slides = slides_of(combat, view.now.seats)
        self._scene = Scene(combat, view, narrator, self.size.width, shaped=False, viewer=viewer)
        if self.shell.speed is Speed.INSTANT:
            self._index = len(self._slides) - 1
        self._show_slide()

    # -- drawing -------------------------------------------------------------------------------

    def relaid(self) -> None:
        self.draw()

    def refresh_all(self) -> None:
        self.draw()

    @property
    def skippable(self) -> bool:
        return self._began > 0

    @property
    def _progress(self) -> float:
        """Part of the animation that has been shown, from 0 to 1."""
        if not self._began:
            return 1.0
        length = self._length()
        return min(1.0, (monotonic() - self._began) / length) if length else 1.0

    def _length(self) -> float:
        slide = self._slides[self._index]
        return 0.0 if slide.dead >= 0 else _LENGTHS.get(slide.card.part, 0.0)

    def draw(self) -> None:
        if not self.is_live or self._combat is None:
            return
        slide = self._slides[self._index]
        left = [
            Span(f" {say.POWERDOME}", "violet strong"),
            Span(f"  {say.REVEAL.format(round=self._combat.round)}", "strong"),
            Span(f"  {say.PARTS[slide.card.part.value]}", "dim"),
        ]
        right = say.COUNT.format(at=self._index + 1, all=len(self._slides))
        used = sum(columns_of(span.text) for span in left)
        gap = max(1, self.size.width - used - columns_of(right) - 1)
        self.query_one("#status", Lines).show([line(*left, " " * gap, Span(right, "dim"))])
        # A column of padding at each side of the page.
        scene = replace(self._scene, width=self.size.width - 2, shaped=self.shell.glyphs.shaped)
        room = self.size.height - 2
        rows = scene.rows(self._slides, self._index, self._progress, room)
        self.query_one("#text", Lines).show(rows)
        self.show_keys()

    def _show_slide(self) -> None:
        """Begin the animation of the slide, and then the time to read it."""
        self._stop()
        if self._animated and self._length():
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
        self._stop()
        self._wait()
        self.draw()

    def _wait(self) -> None:
        """Go to the next slide after a while, if the show is timed."""
        last = self._index == len(self._slides) - 1
        watched = self.shell.in_game and not self.shell.host.people
        if self.shell.speed is Speed.STEP or (last and not watched):
            return
        if self.shell.speed is Speed.INSTANT and not last:
            return
        self._timer = self.set_timer(_READING[self._slides[self._index].card.part], self._next)

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

    def clicked(self, action: str) -> None:
        self._finish() if self.skippable else super().clicked(action)

    def on_row_clicked(self) -> None:
        """Go to the next slide."""
        self._finish() if self.skippable else self._next()

    def unavailable(self) -> Iterable[str]:
        if self._combat is not None and self._index == len(self._slides) - 1:
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
        """Show the first card after this pass."""
        part = self._slides[self._index].card.part
        at = self._index
        while at < len(self._slides) - 1 and self._slides[at].card.part is part:
            at += 1
        self._go(at)

    def do_round_end(self) -> None:
        """Show the end of the round."""
        self._go(len(self._slides) - 1)

    def do_pace(self) -> None:
        """Choose the next speed, which holds for every show of this run."""
        speed = self.shell.next_speed()
        self.tell(say.SPEED.format(speed=_SPEEDS[speed]))
        if speed is Speed.INSTANT:
            self.do_round_end()
        else:
            self._finish()

    def _next(self) -> None:
        if self._index < len(self._slides) - 1:
            self._go(self._index + 1)
        else:
            self._stop()
            self.shell.shown(self._end)

    def _go(self, at: int) -> None:
        if at != self._index:
            self._index = at
            self._show_slide()
