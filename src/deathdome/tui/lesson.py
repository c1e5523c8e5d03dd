"""A lesson at the screen: a match in which the lesson says what is answered, and by whom."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.errors import UsageError
from deathdome.match.default_action import default_action
from deathdome.match.lesson_run import LessonRun
from deathdome.match.protocol import Reply
from deathdome.match.referee import ScriptedReferee
from deathdome.session.finished_lessons import mark_finished
from deathdome.tui.presenters.lesson import Box, facts_of, filled
from deathdome.tui.session import HUMAN, Session

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deathdome.content.lessons import Lesson
    from deathdome.match.protocol import Request
    from deathdome.model.actions import Action
    from deathdome.model.events import Event
    from deathdome.model.outcome import Outcome
    from deathdome.model.state import Setup, State
    from deathdome.session.manager_process import Complaint

TRAINER: Final = "trainer"  # who sits in the other seats
_WATCH: Final = "Watch what comes of it."
_AGAIN: Final = "That led away from the step: you are back where it began."


class _Mark(NamedTuple):
    """The position in which a step was asked first."""

    step: int
    state: State
    answers: int
    told: int


class Trainer:
    """Answers for the other seats: what is written, else the quietest thing there is."""

    def __init__(self, lesson_run: LessonRun) -> None:
        self._lesson_run = lesson_run

    async def begin(self, setup: Setup, seats: Mapping[int, tuple[str, int]]) -> None:
        """Nothing to prepare."""

    async def decide(self, request: Request, heard: Sequence[Event]) -> Reply:
        """The next written answer."""
        del heard
        action = self._lesson_run.reply(request.seen.setup, request)
        return Reply(default_action(request) if action is None else action)

    def hurry(self) -> None:
        """What is written is there at once."""

    def complaints(self) -> Sequence[Complaint]:
        """Nothing goes wrong with what is written."""
        return ()

    def withheld(self) -> Sequence[tuple[int, str]]:
        """Nothing was said of it either."""
        return ()

    async def end(self, heard: Mapping[int, Sequence[Event]], outcome: Outcome) -> None:
        """Nothing to settle."""

    async def close(self) -> None:
        """Nobody to let go."""


class LessonSession(Session):
    """A session whose answers a lesson judges before they are given."""

    def __init__(self, lesson: Lesson, number: int, *, pace: int = 0) -> None:
        state, draws = lesson.position()
        self.lesson_run = LessonRun(lesson)
        self.lesson = lesson
        self.number = number  # in the list, from 1
        self.finished = False
        self._refusal = ""
        self._mark: _Mark | None = None
        names = [HUMAN if seat == lesson.seat else TRAINER for seat in range(state.setup.seats)]
        super().__init__(ScriptedReferee(state, draws), names, Trainer(self.lesson_run), pace=pace)

    @property
    def end_words(self) -> str:
        """What is said when everything is done."""
        return filled(self.lesson.sheet.end, self.view)

    def box(self, staged: Sequence[Action] = ()) -> Box:
        """What the lesson says now; `staged` are steps in the store that are not sent yet."""
        steps = self.lesson.sheet.steps
        title = f"{self.number} {self.lesson.sheet.title}"
        progress = f"{min(self.lesson_run.at + 1, len(steps))}/{len(steps)}"
        step = self.lesson_run.step
        if self.finished:
            return Box(title, progress, self.end_words)
        if self.request is None or step is None:
            return Box(title, progress, _WATCH, watch=True)
        refusal = self._refusal
        if staged and not self.lesson_run.on_the_way(self.view.setup, self.request, staged):
            said = self.lesson_run.judge(self.view.setup, self.request, staged).say
            refusal = filled(said, self.view)
        return Box(title, progress, filled(step.say, self.view), refusal)

    def answer(self, actions: Sequence[Action]) -> None:
        """Gives what the step wants; of everything else it says why not."""
        if self.request is None or not actions or self.curtain is not None:
            return
        verdict = self.lesson_run.judge(self.view.setup, self.request, actions)
        self._refusal = filled(verdict.say, self.view)
        if verdict.carried_out:
            super().answer(actions)
        if verdict.done:
            self.lesson_run.advance()
        self.on_change()

    def hint(self, staged: Request | None = None) -> str:  # noqa: ARG002
        """What the step wants: a manager would want something else."""
        return "In a lesson the box says what is to be done."

    def undo(self) -> str:
        """Nothing: what does not fit is not done in the first place."""
        return "In a lesson there is nothing to take back."

    async def _ask_person(self, request: Request) -> None:
        if not self._queue:
            action = self.lesson_run.reply(request.seen.setup, request)
            if action is not None:
                await self._apply(action)
                self._publish()
                return
            if self.lesson_run.finished:
                await self._finish()
            if self._led_away(request):
                return
        await super()._ask_person(request)

    def _led_away(self, request: Request) -> bool:
        """Goes back to where the step began if it cannot be done from here; whether it did."""
        mark, referee = self._mark, self._referee
        if mark is None or mark.step != self.lesson_run.at:
            told, answers = len(referee.events), len(referee.journal)
            self._mark = _Mark(self.lesson_run.at, referee.state.copy(), answers, told)
            return False
        if self.lesson_run.possible(request.seen.setup, request):
            return False
        referee.go_back(mark.state.copy(), mark.answers, mark.told)
        self._refusal = _AGAIN
        return True

    @property
    def taught(self) -> bool:
        """Whether every step is done."""
        return self.finished

    async def _finish(self) -> None:
        """Everything is done: nothing more is asked."""
        self.finished = True
        self.request = None
        mark_finished(self.lesson.name)
        self._publish()
        await asyncio.Event().wait()


def lesson_session(number: int, *, pace: int = 0) -> LessonSession:
    """The lesson of that number in the list, from 1.

    Raises:
        UsageError: there is no such lesson.
        ContentError: its file cannot be used.
    """
    # Whoever plays no lesson need not wait for what reads them.
    from deathdome.content.lessons import lesson_paths, load_lesson
    from deathdome.match.lesson_check import check_lesson

    paths = lesson_paths()
    if not 1 <= number <= len(paths):
        raise UsageError(f"there is no lesson {number}; there are 1 to {len(paths)}")
    lesson = load_lesson(paths[number - 1])
    check_lesson(lesson, facts_of(lesson.position()[0].setup))
    return LessonSession(lesson, number, pace=pace)
