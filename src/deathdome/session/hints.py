"""The hint for the open question: given step by step, counted, dropped with the question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deathdome.managers.advice import Advice
    from deathdome.match.protocol import Request
    from deathdome.model.actions import Action


class Step(NamedTuple):
    """One step of a hint: where to look, then the kind of act, then the act."""

    request: Request
    advice: Advice
    number: int  # from 1

    @property
    def last(self) -> bool:
        """True if the hint has no more steps."""
        return self.advice.free or self.number == len(self.advice.steps)

    @property
    def text(self) -> str:
        """The step in words."""
        return self.advice.steps[self.number - 1]


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
        self._advice: Advice | None = None
        self._step = 0
        self._wanted = False
        self._more = 0  # steps asked for while the adviser thinks
        self._news: News | None = None
        self._counted: set[object] = set()  # questions for which a hint was taken

    @property
    def wanted(self) -> Request | None:
        """The question that an adviser is to think about."""
        return self.asked if self._wanted else None

    @property
    def space(self) -> int:
        """The space at which the hint says to look; -1 for none on the board."""
        return self._advice.space if self._advice is not None else -1

    def ask(self, request: Request) -> Step | None:
        """Take the next step for a question; None as long as advice is wanted."""
        if self._wanted and self.asked is request:
            self._more += 1
            return None
        if self.asked is not request:
            self.drop()
            self.asked = request
        if self._advice is None:
            self._wanted = True
            self._news = "thinking"
            return None
        return self._next_step()

    def advise(self, advice: Advice) -> Step:
        """Take what an adviser found; returns the first step."""
        self._wanted = False
        self._advice = advice
        self._step, self._more = min(self._more, len(advice.steps) - 1), 0
        return self._next_step()

    def fail(self, why: str) -> None:
        """Take that an adviser found nothing."""
        self._wanted = False
        self._news = Failure(why)

    def _next_step(self) -> Step:
        assert self.asked is not None
        assert self._advice is not None
        self._step = min(self._step + 1, len(self._advice.steps))
        step = Step(self.asked, self._advice, self._step)
        self._news = step
        return step

    def count(self, step: Step, question: object) -> int:
        """Count a hint; returns its number for the seat, or 0 if it is no new one.

        There is one for each `question` that leaves a choice: after an undo the same question
        brings no other.
        """
        if step.advice.free or question in self._counted:
            return 0
        self._counted.add(question)
        seat = step.request.seat
        self.taken[seat] = self.taken.get(seat, 0) + 1
        return self.taken[seat]

    def advised(self, request: Request | None) -> Action | None:
        """Return the answer that a hint named as best; None if none did."""
        if self._advice is None or self.asked is not request:
            return None
        return self._advice.answer(self._step)

    def take_news(self) -> News | None:
        """Return the news since the last call; None for none."""
        news, self._news = self._news, None
        return news

    def drop(self) -> bool:
        """Forget the hint; True if an adviser was thinking about it."""
        wanted, self._wanted = self._wanted, False
        self.asked = self._advice = self._news = None
        self._step = self._more = 0
        return wanted
