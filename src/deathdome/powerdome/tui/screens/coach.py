"""The coach: regrets, best replies, what the bots believed, bids and promises (AM-10)."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from deathdome.powerdome.play.coaching import coach_host, coach_record
from deathdome.powerdome.text import coaching as say
from deathdome.powerdome.text.persons import called
from deathdome.powerdome.tui.ports import Shell
from deathdome.powerdome.tui.presenters.bars import bar
from deathdome.stage.screens.page import PageScreen
from deathdome.stage.text import BLANK, Line, Span, cut, fitted, heading, line, wrapped

if TYPE_CHECKING:
    from deathdome.powerdome.play.coaching import Coaching, RoundReview
    from deathdome.powerdome.play.timeline import Timeline

_FRAME: Final = 0.2  # seconds
_NAME: Final = 14
_MOST: Final = 2.0  # payoff that a sheet can miss
_STEPS: Final = 8  # of a column of the chart


class CoachScreen(PageScreen[Shell]):
    """A page that is read once the coach has looked at every sheet."""

    TITLE_LINE = say.TITLE

    def __init__(self, timeline: Timeline | None = None) -> None:
        """Without a record it is about the game on the screen."""
        super().__init__()
        self._timeline = timeline
        self._done = (0, 0)
        self._closed = False
        self._coaching: Coaching | None = None

    def on_mount(self) -> None:
        super().on_mount()
        self.set_interval(_FRAME, self._tick)
        self.run_worker(self._work, exclusive=True)

    async def _work(self) -> None:
        timeline = self._timeline
        if timeline is not None:
            found = await asyncio.to_thread(coach_record, timeline, self._progress)
        else:
            found = await asyncio.to_thread(coach_host, self.shell.host, self._progress)
        self._coaching = found
        if self.is_live:
            self.relaid()

    def _progress(self, done: int, of: int) -> bool:
        """Note how far the work is; called from its thread."""
        self._done = done, of
        return not self._closed

    def _tick(self) -> None:
        if self._coaching is None:
            self.relaid()

    def on_unmount(self) -> None:
        """Stop the work."""
        self._closed = True

    def rows(self, width: int) -> list[Line]:
        coaching = self._coaching
        if coaching is None:
            done, of = self._done
            drawn = bar(done, max(of, 1), min(40, width), "chipviolet")
            return [BLANK, *wrapped(say.WORKING.format(done=done, all=of), width), drawn]
        if not coaching.rounds:
            return [BLANK, *wrapped(say.NO_ROUND, width)]
        rows = [*wrapped(say.WHAT_IT_IS, width, "dim"), BLANK, *self._chart(coaching, width)]
        rows += [BLANK, heading(say.BARGAINS, width)]
        if coaching.bargain is not None and coaching.worst is not None:
            rows += wrapped(say.bargain_line(coaching, coaching.bargain), width)
            rows += wrapped(say.worst_line(coaching, coaching.worst), width)
        rows += [BLANK, heading(say.PROMISES, width)]
        for seat, (_, broken) in coaching.promises.items():
            look = "bad" if broken else ""
            rows += wrapped(say.promise_line(coaching, seat), width, look)
        for one in coaching.rounds:
            rows += [BLANK, *self._round(coaching, one, width)]
        return rows

    def _chart(self, coaching: Coaching, width: int) -> list[Line]:
        """Return the regret of each player, a bar and a number for each round."""
        rows = [heading(say.PER_ROUND, width)]
        each = 5
        shown = max(1, (width - _NAME - 12) // each)
        first = max(0, len(coaching.rounds) - shown)
        numbers = [one.played.state.dome.round for one in coaching.rounds[first:]]
        head = "".join(f"{number:>{each}}" for number in numbers)
        rows.append(line(Span(f"{'':<{_NAME}}{head}", "dim")))
        for seat, name in enumerate(called(coaching.view.seats, coaching.reader)):
            found = coaching.regrets(seat)[first:]
            spans = [Span(fitted(cut(name, _NAME - 1), _NAME), "strong")]
            for one in found:
                look = (
                    "dim" if one is None else "good" if one < 0.05 else "bad" if one > 0.5 else ""
                )
                spans.append(Span(f"{say.regret_words(one):>{each}}", look))
            spans.append(Span(f"  {say.MEAN.format(mean=coaching.mean(seat))}", "title"))
            rows.append(tuple(spans))
            most = max(_MOST / 4, *(one or 0.0 for one in found))
            for level in (2, 1):
                row = [Span(" " * _NAME)]
                for one in found:
                    high = round((one or 0.0) / most * 2 * _STEPS / 8)
                    filled = high >= level
                    row += [Span(" " * (each - 3)), Span("   ", "chip0" if filled else "raised")]
                rows.append(tuple(row))
        return rows

    def _round(self, coaching: Coaching, one: RoundReview, width: int) -> list[Line]:
        number = one.played.state.dome.round
        rows = [heading(say.ROUND.format(round=number), width)]
        for seat in one.reviews:
            rows += wrapped(say.played_line(coaching, one, seat), width)
            rows += wrapped(say.best_line(coaching, one, seat), width, "good", "  ")
            if text := say.belief_line(coaching, one, seat):
                rows += wrapped(text, width, "dim", "  ")
        return rows
