"""Explanations of managers, and the coach's review of a match."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from deathdome.errors import DeathdomeError
from deathdome.managers.hint_text import better_of, cost_of
from deathdome.records.format import record_of
from deathdome.records.timeline import Timeline
from deathdome.session.managers import arrived
from deathdome.stage.screens.page import PADDING, PageScreen, ScrollingScreen
from deathdome.stage.text import BLANK, Line, Span, cut, line, wrapped
from deathdome.stage.widgets.lines import Lines
from deathdome.text.phrases import motives as say
from deathdome.tui.keys.table import Context
from deathdome.tui.ports import Shell
from deathdome.tui.presenters.coaching import NONE_YET, account_lines, review_lines, verdict_lines

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deathdome.managers.explanations import Explanation
    from deathdome.managers.hint_text import Review, Verdict
    from deathdome.session.advice_process import Progress
    from deathdome.session.host import MatchHost


class CoachScreen(ScrollingScreen[Shell]):
    """Reviews the match behind the screen, with a bar on the decisions found so far."""

    def __init__(self) -> None:
        super().__init__()
        self.reviews: list[Review] = []
        self.index = 0
        self._progress: Progress | None = None
        self._trouble = ""
        self._at_work: asyncio.Task[None] | None = None
        self._timeline: Timeline | None = None

    def on_mount(self) -> None:
        self._at_work = asyncio.ensure_future(self._review(self.shell.session))
        self.relaid()

    def on_unmount(self) -> None:
        if self._at_work is not None:
            self._at_work.cancel()

    async def _review(self, session: MatchHost) -> None:
        try:
            for seat in session.people:
                review = await arrived(
                    session.adviser.review(session.written, seat, self._on_progress)
                )
                self.reviews.append(review)
                self._progress = None
                self.relaid()
        except DeathdomeError as error:
            self._trouble = say.NO_REVIEW.format(error=error)
        self._at_work = None
        self.relaid()

    def _on_progress(self, progress: Progress) -> None:
        self._progress = progress
        self.relaid()

    @property
    def context(self) -> Context:
        return Context.COACH

    def unavailable(self) -> Iterable[str]:
        if not self.verdicts:
            yield "choose"

    @property
    def verdicts(self) -> list[Verdict]:
        """The decisions that the bar goes over."""
        return [verdict for review in self.reviews for verdict in review.worst]

    # -- drawing -------------------------------------------------------------------------------

    def relaid(self) -> None:
        if not self.is_ready:
            return
        title = " " + say.COACH_TITLE
        self.query_one("#status", Lines).show([line(Span(title, "strong"))])
        self.query_one("#text", Lines).show(self._rows(max(40, self.size.width - PADDING)))
        self.show_keys()

    def _rows(self, width: int) -> list[Line]:
        rows: list[Line] = []
        number = 0
        setup = self.shell.session.convicts.named
        for review in self.reviews:
            rows += [*review_lines(review, width), BLANK]
            for verdict in review.worst:
                rows += verdict_lines(verdict, setup, width, bar=number == self.index)
                number += 1
        if self._trouble:
            rows += wrapped(self._trouble, width, "bad")
        elif self._at_work is not None:
            done = self._progress
            far = f": {done.done} of {done.of}" if done is not None else ""
            rows += wrapped(say.REVIEWING.format(far=far), width, "dim")
        return rows

    # -- keys ----------------------------------------------------------------------------------

    def _bar(self, by: int) -> None:
        self.index = min(max(self.index + by, 0), max(0, len(self.verdicts) - 1))
        self.relaid()

    def do_up(self) -> None:
        self._bar(-1)

    def do_down(self) -> None:
        self._bar(1)

    def do_choose(self) -> None:
        """Open the match at the decision, from which it can be played."""
        if not self.verdicts:
            return
        verdict = self.verdicts[self.index]
        session = self.shell.session
        name = session.record.stem if session.record is not None else "the match"
        try:
            record = record_of(session.written, name, own=True)
            timeline = self._timeline or Timeline(record, name=name)
        except DeathdomeError as error:
            self.shell.say(str(error))
            return
        self._timeline = timeline
        stops = (at for at, stop in enumerate(timeline.stops) if stop.answers == verdict.answers)
        setup = session.convicts.named
        remark = say.COACH_LINE.format(
            cost=cost_of(verdict, setup), better=better_of(verdict, setup)
        )
        self.shell.open("replay", timeline, begin=next(stops, 0), remark=remark)


class ReasonsScreen(PageScreen[Shell]):
    """One decision at a time: public facts during the match, everything after it."""

    TITLE_LINE = say.TITLE

    def __init__(self) -> None:
        super().__init__()
        self._back = 0  # decisions before the last one

    @property
    def _over(self) -> bool:
        return self.shell.session.outcome is not None

    @property
    def explanations(self) -> list[Explanation]:
        """The explanations that the viewer may see."""
        session = self.shell.session
        return session.diary.known(session.view)

    def rows(self, width: int) -> list[Line]:
        explanations = self.explanations
        if not explanations:
            return wrapped(NONE_YET, width, "dim")
        session = self.shell.session
        explanation = explanations[-1 - self._back]
        return account_lines(
            explanation, session.convicts.named, session.labels, width, over=self._over
        )

    def relaid(self) -> None:
        number = len(self.explanations)
        self._back = min(self._back, max(0, number - 1))
        which = "   " + say.POSITION.format(this=number - self._back, all=number) if number else ""
        text = cut(f" {self.TITLE_LINE}{which}", self.size.width)
        self.query_one("#status", Lines).show([line(Span(text, "strong"))])
        self.query_one("#text", Lines).show(self.rows(max(40, self.size.width - PADDING)))
        self.show_keys()

    def _go(self, by: int) -> None:
        self._back = min(max(self._back + by, 0), max(0, len(self.explanations) - 1))
        self.relaid()

    def do_up(self) -> None:
        self._go(1)

    def do_down(self) -> None:
        self._go(-1)
