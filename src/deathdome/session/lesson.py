"""Lesson host: a match in which a lesson sets each seat's choices."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from deathdome.errors import ContentError, UsageError
from deathdome.files import replace_file
from deathdome.folders import data_folder
from deathdome.match.lesson_run import LessonRun, matches_pattern
from deathdome.match.protocol import HUMAN, Reply
from deathdome.match.referee import ScriptedReferee
from deathdome.session.host import Change, MatchHost
from deathdome.session.managers import LocalManagers
from deathdome.session.notices import Guidance, Rest
from deathdome.text.phrases import hosting as say
from deathdome.toml.files import read_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from deathdome.content.lessons import Lesson
    from deathdome.match.protocol import Briefing, Request
    from deathdome.model.actions import Action
    from deathdome.model.events import Event, Outcome
    from deathdome.model.state import State
    from deathdome.session.host import Needs
    from deathdome.session.notices import LessonWords

TRAINER: Final = "trainer"  # name of the other seats


class Trainer:
    """Manager of the other seats: gives the written answers, otherwise default actions."""

    def __init__(self, lesson_run: LessonRun) -> None:
        self._lesson_run = lesson_run

    def begin(self, briefing: Briefing) -> None:
        """Do nothing."""

    def decide(self, request: Request) -> Reply:
        """Return the next written answer."""
        action = self._lesson_run.reply(request.seen.setup, request)
        return Reply(request.default if action is None else action)

    def observe(self, events: Sequence[Event]) -> None:
        """Do nothing."""

    def end(self, outcome: Outcome) -> None:
        """Do nothing."""


class _Mark(NamedTuple):
    """The position in which a step was asked first."""

    step: int
    state: State
    answers: int
    events: int


class LessonHost(MatchHost):
    """A host that judges answers by a lesson before it gives them.

    The parts of a step may be answered one by one, where the texts are those line by line.
    """

    teaches: ClassVar[bool] = True

    def __init__(self, lesson: Lesson, number: int, texts: LessonWords, *, pace: int = 0) -> None:
        """Begin a lesson; `number` is its place in the list, from 1."""
        state, draws = lesson.position()
        self.lesson: Final = lesson
        self.number: Final = number
        self.lesson_run: Final = LessonRun(lesson)
        self.refusal = ""  # why the last answer was not given
        self.is_busy: Callable[[], bool] = lambda: False  # more answers are typed already
        self._texts: Final = texts
        self._done = False
        self._mark: _Mark | None = None
        self._first: Request | None = None  # the question of the first part of a step
        self._parts: list[Action] = []  # parts of the step that were given
        seats = range(state.setup.seats)
        names = [HUMAN if seat == lesson.seat else TRAINER for seat in seats]
        trainers = {seat: self._trainer for seat in seats if seat != lesson.seat}
        managers = LocalManagers(trainers, fallback=self._trainer)
        super().__init__(ScriptedReferee(state, draws), names, managers, pace=pace)

    def _trainer(self) -> Trainer:
        return Trainer(self.lesson_run)

    @property
    def is_done(self) -> bool:
        """True if every step is done."""
        return self._done

    # -- what the lesson says ------------------------------------------------------------------

    def guidance(self, staged: Sequence[Action] = ()) -> Guidance:
        """Return the words of the lesson now; `staged` are actions not yet answered."""
        steps = self.lesson.sheet.steps
        at = min(self.lesson_run.at + 1, len(steps))
        said = Guidance(self.number, self.lesson.sheet.title, at, len(steps), "")
        if self.is_done:
            return said._replace(words=self._end_words())
        if self.request is None or self.lesson_run.step is None:
            return said._replace(words=self._texts.watch, watching=True)
        refusal = self.refusal
        if staged and not self._on_the_way(self.request, staged):
            refusal = self._refusal(self.request, staged)
        return said._replace(words=self._step_words(), refusal=refusal)

    def _fill(self, keys: str, plain: str | None) -> str:
        """Fill a text; `plain` is the same without keys, if it differs."""
        text = plain if self._texts.line_by_line and plain else keys
        question = self.request.question if self.request is not None else None
        return self._texts.fill(text, self.view, question)

    def _step_words(self) -> str:
        step = self.lesson_run.step
        return "" if step is None else self._fill(step.say, step.plain)

    def _end_words(self) -> str:
        return self._fill(self.lesson.sheet.end, self.lesson.sheet.plain_end)

    def _on_the_way(self, request: Request, acts: Sequence[Action]) -> bool:
        return self.lesson_run.on_the_way(self.view.setup, request, acts)

    def _refusal(self, request: Request, acts: Sequence[Action]) -> str:
        """Return the words of the step for answers that it does not want, or their beginning."""
        step = self.lesson_run.step
        assert step is not None
        begun = self._texts.line_by_line
        for other in step.others:
            if any(
                matches_pattern(do, self.view.setup, request, acts, partial=begun)
                for do in other.do
            ):
                return self._fill(other.say, other.plain)
        return self._fill(step.otherwise, step.plain_otherwise)

    # -- choices ----------------------------------------------------------------------

    def answer(self, actions: Sequence[Action]) -> None:
        """Give what the step wants; otherwise `refusal` says why not."""
        if self.request is None or not actions or self.curtain is not None or self.settling:
            return
        first, acts = self._first or self.request, [*self._parts, *actions]
        verdict = self.lesson_run.judge(self.view.setup, first, acts)
        partly = self._texts.line_by_line and self._on_the_way(first, acts)
        wanted = verdict.done or partly
        self.refusal = "" if wanted or self.lesson_run.step is None else self._refusal(first, acts)
        given = verdict.carried_out or partly
        if given:
            self._first, self._parts = (None, []) if not partly else (first, acts)
        if verdict.done:
            self._first, self._parts = None, []
            self.lesson_run.advance()
        if given:
            super().answer(actions)
        else:
            self._notify(Change.VIEW)

    def hint(self, staged: Request | None = None) -> str:  # noqa: ARG002
        """Refuse: what the step wants is said already, and a manager's advice would differ."""
        return say.FOLLOW_THE_BOX

    def undo(self) -> tuple[Action, ...]:
        """Refuse: an answer that does not fit is not given in the first place."""
        raise UsageError("you can't undo in a lesson")

    def _ask_person(self, request: Request) -> Needs:
        if not self._queue and not self.is_busy():
            action = self.lesson_run.reply(request.seen.setup, request)
            if action is not None:
                yield from self._apply(action)
                self._publish()
                return
            if self.lesson_run.finished:
                self._done = True
                self.request = None
                mark_finished(self.lesson.name)
                self._publish()
                return
            if self._led_away(request):
                yield from self._restore()
                return
        yield from super()._ask_person(request)

    def _led_away(self, request: Request) -> bool:
        """Return True if the step cannot be done from here; mark its first position."""
        mark, referee = self._mark, self._referee
        if mark is None or mark.step != self.lesson_run.at:
            events, answers = len(referee.events), len(referee.journal)
            self._mark = _Mark(self.lesson_run.at, referee.state.copy(), answers, events)
            return False
        return not self._parts and not self.lesson_run.possible(request.seen.setup, request)

    def _restore(self) -> Needs:
        """Go back to where the step began, once what led away from it was seen."""
        assert self._mark is not None
        self._publish()
        yield Rest(0.0)
        self._referee.go_back(self._mark.state.copy(), self._mark.answers, self._mark.events)
        self.refusal = self._texts.again


def lesson_host(number: int, texts: LessonWords, *, pace: int = 0) -> LessonHost:
    """Open the lesson of that number in the list, from 1.

    Raises:
        UsageError: there is no such lesson.
        ContentError: its file cannot be used.
    """
    # Players who take no lesson need not wait for what reads them.
    from deathdome.content.lessons import lesson_paths, load_lesson
    from deathdome.match.lesson_run import check_lesson

    paths = lesson_paths()
    if not 1 <= number <= len(paths):
        raise UsageError(f"there is no lesson {number}; there are 1 to {len(paths)}")
    lesson = load_lesson(paths[number - 1])
    check_lesson(lesson, texts.facts(lesson.position()[0].setup))
    return LessonHost(lesson, number, texts, pace=pace)


# -- finished lessons ------------------------------------------------------------------------------
# If the file cannot be read, no lesson is marked; if it cannot be written, the mark is left out.

_FILE: Final = "lessons.json"
_KEY: Final = "finished"


def finished_lessons() -> frozenset[str]:
    """Return the names of the finished lessons, which are those of their files."""
    try:
        known = json.loads(read_text(_path(), _FILE))
    except (ContentError, ValueError, RecursionError):
        return frozenset()
    names = known.get(_KEY) if isinstance(known, dict) else None
    if not isinstance(names, list):
        return frozenset()
    return frozenset(name for name in names if isinstance(name, str))


def mark_finished(name: str) -> None:
    """Add a lesson."""
    names = sorted({*finished_lessons(), name})
    path = _path()
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, f"{json.dumps({_KEY: names})}\n".encode())


def _path() -> Path:
    return data_folder() / _FILE
