"""The command `coach`: after a match, the costliest decisions and their positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.content.positions.one_line import view_line
from deathdome.errors import UsageError
from deathdome.managers.answer_text import deed_text
from deathdome.match.protocol import Budget, Request
from deathdome.plain.cards import hand
from deathdome.plain.choices import asked
from deathdome.plain.inspect import look
from deathdome.plain.view import View
from deathdome.records.format import record_of
from deathdome.records.timeline import Timeline
from deathdome.text.names import counted, team_name
from deathdome.text.phrases import motives as say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deathdome.console import Output
    from deathdome.managers.coach import Deed
    from deathdome.managers.hint_text import Review, Verdict
    from deathdome.model.state import Setup
    from deathdome.session.host import MatchHost

_COPY: Final = "copy"


class Coach:
    """Review of a match, computed once."""

    def __init__(self, out: Output, host: MatchHost) -> None:
        self._out: Final = out
        self._host: Final = host
        self._reviews: list[Review] = []
        self._worst: list[tuple[Verdict, Deed]] = []  # as they are numbered

    def tell(self, words: str) -> None:
        """Yield the costliest decisions, or the position of one of them.

        Raises:
            UsageError: the match is not over, or there is no such decision.
            RecordError: the match cannot be replayed.
        """
        number, _, rest = words.partition(" ")
        if (number and not (number.isdecimal() and len(number) < 6)) or rest not in ("", _COPY):
            raise UsageError(
                'Type "coach" for your mistakes or "coach 1" for the first position. '
                f'"coach 1 {_COPY}" for that position in one line.'
            )
        if self._host.outcome is None:
            raise UsageError("the coach reviews finished matches; during a match type hint")
        if not self._reviews:
            self._look_through()
        if not number:
            self._out.say(*self._told())
            return
        if not 1 <= int(number) <= len(self._worst):
            there = counted(len(self._worst), "mistake")
            raise UsageError(f"no mistake {number}: the coach found {there}")
        verdict, deed = self._worst[int(number) - 1]
        if rest:
            self._out.spell(view_line(deed.seen))
        else:
            self._out.say(*self._again(verdict, deed))

    def _look_through(self) -> None:
        """Judge every decision of every player, and say so, because it takes a while."""
        from deathdome.managers.coach import deeds_in, review_of, verdicts  # only for this

        written = self._host.written
        if not written:
            raise UsageError("this match is not saved, so the coach can't review it")
        timeline = Timeline(record_of(written, "this match", own=True))
        for seat in self._host.people:
            deeds = deeds_in(timeline, seat)
            self._out.say(say.COACH_REVIEWS.format(team=team_name(seat)))
            judged = [(one, deed) for one, deed in zip(verdicts(deeds), deeds, strict=True) if one]
            review = review_of(seat, [one for one, _ in judged])
            found = {one.answers: (one, deed) for one, deed in judged}
            self._reviews.append(review)
            self._worst += (found[one.answers] for one in review.worst)

    def _told(self) -> Iterator[str]:
        """Yield the review, as on the screen."""
        from deathdome.managers.hint_text import (
            HOW,
            better_of,
            cost_of,
            measure_of,
            verdict_of,
            whose,
        )

        if self._worst:
            yield HOW
        number = 0
        for review in self._reviews:
            yield f"{whose(review)}. {verdict_of(review)} {measure_of(review)}"
            for verdict in review.worst:
                number += 1
                yield f"{number}. {cost_of(verdict, self._setup)}."
                yield better_of(verdict, self._setup)
                yield say.COACH_HOW_TO_SEE.format(number=number)

    def _again(self, verdict: Verdict, deed: Deed) -> Iterator[str]:
        """Yield the position as its seat saw it, the question, and the two answers."""
        from deathdome.managers.hint_text import better_of, cost_of

        request = Request(
            deed.number, deed.seen.seat, deed.question, deed.seen, deed.options, Budget()
        )
        view = View(request, deed.seen, self._host.called, None, ())
        yield say.AS_SEEN_THEN.format(team=team_name(view.seat))
        yield from look(view, "")
        yield from hand(view, "")
        yield from asked(view)
        yield f"{cost_of(verdict, self._setup)}."
        yield better_of(verdict, self._setup)
        notation = deed_text(deed.seen.setup, verdict.better.answers, deed.seen.seat)
        yield say.TYPED.format(notation=notation)

    @property
    def _setup(self) -> Setup:
        """The setup with the names of the match's convicts."""
        return self._host.convicts.named
