"""The hint for the open question: given step by step, counted, dropped with the question."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deathdome.managers.hint_text import Advice
    from deathdome.match.protocol import Request
    from deathdome.model.actions import Action


class Level(Enum):
    """The detail of a step."""

    BOX = "box"  # what to do and why
    PLAN = "plan"  # everything that is known about it


class Step(NamedTuple):
    """One step of a hint."""

    request: Request
    advice: Advice
    number: int  # from 1

    @property
    def levels(self) -> tuple[Level, ...]:
        """The steps of this hint: one without a choice has no plan."""
        return (Level.BOX,) if self.advice.free else tuple(Level)

    @property
    def level(self) -> Level:
        """The detail of this step."""
        return self.levels[self.number - 1]

    @property
    def last(self) -> bool:
        """True if the hint has no more steps."""
        return self.number == len(self.levels)


class Failure(NamedTuple):
    """There is no hint."""

    why: str


# To be said about the hint: "thinking", a step, or a failure.
News: TypeAlias = Literal["thinking"] | Step | Failure


class Hints:
    """The step that the hint for a question has reached, and the number of hints by seat."""

    def __init__(self, taken: Mapping[int, int]) -> None:
        """`taken`: hints by seat, from before the match was resumed."""
        self.taken = dict(taken)
        self.asked: Request | None = None  # the question of the hint
        self.shown: Step | None = None  # the step in view
        self._advice: Advice | None = None
        self._number = self._ahead = 0
        self._wanted = False
        self._news: News | None = None
        self._counted: set[object] = set()  # questions for which a hint was taken

    @property
    def wanted(self) -> Request | None:
        """The question that an adviser is to think about."""
        return self.asked if self._wanted else None

    def ask(self, request: Request) -> Step | None:
        """Take the next step for a question; None as long as advice is wanted.

        A hint that was hidden shows the same step again. Asking while the adviser thinks takes
        another step once the advice is there.
        """
        if self._wanted and self.asked is request:
            self._ahead += 1
            self._news = "thinking"
            return None
        if self.asked is not request:
            self.drop()
            self.asked = request
        if self._advice is None:
            self._wanted = True
            self._news = "thinking"
            return None
        return self._step(self._number if self.shown is None else self._number + 1)

    def advise(self, advice: Advice) -> Step:
        """Take the advice of an adviser; returns the first step."""
        self._wanted = False
        self._advice = advice
        ahead, self._ahead = self._ahead, 0
        return self._step(1 + ahead)

    def fail(self, why: str) -> None:
        """Take that an adviser found nothing."""
        self._wanted = False
        self._news = Failure(why)

    def _step(self, number: int) -> Step:
        assert self.asked is not None
        assert self._advice is not None
        step = Step(self.asked, self._advice, 1)
        step = step._replace(number=min(number, len(step.levels)))
        self._number = step.number
        self._news = self.shown = step
        return step

    def count(self, step: Step, question: object) -> bool:
        """Count a hint; return False if it is not a new one.

        There is one for each `question` that leaves a choice: after an undo the same question
        brings no other.
        """
        if step.advice.free or question in self._counted:
            return False
        self._counted.add(question)
        seat = step.request.seat
        self.taken[seat] = self.taken.get(seat, 0) + 1
        return True

    def advised(self, request: Request | None) -> Action | None:
        """Return the answer that a hint has named as best; None if it has named none."""
        if self._advice is None or self.asked is not request:
            return None
        return self._advice.answers[0]

    def offered(self, request: Request | None) -> tuple[Action, ...]:
        """Return the answers that the hint in view offers to give; () for none."""
        step = self.shown
        if step is None or step.request is not request:
            return ()
        return step.advice.now

    def take_news(self) -> News | None:
        """Return the news since the last call; None for none."""
        news, self._news = self._news, None
        return news

    def hide(self) -> bool:
        """Take the hint from view; True if one was in view."""
        shown, self.shown = self.shown, None
        return shown is not None

    def drop(self) -> bool:
        """Forget the hint; True if an adviser was thinking about it."""
        wanted, self._wanted = self._wanted, False
        self.asked = self._advice = self._news = self.shown = None
        self._number = self._ahead = 0
        return wanted
