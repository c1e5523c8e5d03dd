"""A lesson line by line: the same steps as on the screen, in words that need none."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Final

from deathdome.content.lessons import fill
from deathdome.errors import UsageError
from deathdome.match.default_action import default_action
from deathdome.match.lesson_check import check_lesson
from deathdome.match.lesson_run import LessonRun, fits
from deathdome.match.protocol import Briefing, Reply, Request
from deathdome.match.referee import ScriptedReferee
from deathdome.match.undo import UndoStack
from deathdome.model.catalog import VACANT
from deathdome.model.decisions import Question
from deathdome.model.spelling import parse_team, parse_unit, unit_text
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.plain.choices import asked, read_answer
from deathdome.plain.commands import Command
from deathdome.plain.console import LeftError, Next
from deathdome.plain.match import PlainMatch
from deathdome.rules.observing import visible_state
from deathdome.text.names import team_name, the_unit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from deathdome.content.lessons import Lesson
    from deathdome.model.actions import Action
    from deathdome.model.events import Event
    from deathdome.model.outcome import Outcome
    from deathdome.model.state import Setup, State
    from deathdome.plain.console import Ears, Manner, Voice
    from deathdome.plain.view import View

TRAINER: Final = "trainer"  # who sits in the other seats
_SIGNS: Final = "@&%+"  # of the teams, in texts that speak of `@w`
_TOKEN: Final = re.compile(r"([@&%+])([a-z])\b")
_BEGINS: Final = re.compile(r"(^|[.?!] )the ")  # a sentence
_AGAIN: Final = "That led away from the step: everything is back where it began."
# What is typed for what a key does on the screen; `end` ends what is open.
_TYPED: Final = {
    "attack": "targets",
    "acts": "options",
    "choose": "commit",
    "tick": "lay",
    "next": "activate",
    "take_back": "undo",
    "read": "card",
}
_ENDS: Final = {
    Question.TURN: "end turn",
    Question.UNIT_PHASE: "end phase",
    Question.PURCHASE: "done",
}


class Trainer:
    """Answers for the other seats: what is written, else the quietest thing there is."""

    def __init__(self, lesson_run: LessonRun) -> None:
        self._lesson_run = lesson_run

    def begin(self, briefing: Briefing) -> None:
        """Nothing to prepare."""

    def decide(self, request: Request) -> Reply:
        """The next written answer."""
        action = self._lesson_run.reply(request.seen.setup, request)
        return Reply(default_action(request) if action is None else action)

    def observe(self, events: Sequence[Event]) -> None:
        """Nothing to learn."""

    def end(self, outcome: Outcome) -> None:
        """Nothing to settle."""


class PlainLesson(PlainMatch):
    """A match in which a lesson says what is answered, and by whom.

    The parts of a step may be typed one by one; what is not part of it is not carried out.
    """

    def __init__(
        self,
        lesson: Lesson,
        number: int,  # in the list, from 1
        voice: Voice,
        ears: Ears,
        *,
        manner: Manner | None = None,
        finished: Callable[[str], None] = lambda _name: None,  # is called with the lesson's name
    ) -> None:
        """Takes the lesson.

        Raises:
            ContentError: its file cannot be used.
        """
        state, draws = lesson.position()
        check_lesson(lesson, facts_of(state.setup, None))
        self._lesson_run: Final = LessonRun(lesson)
        self._lesson: Final = lesson
        self._number: Final = number
        self._finished: Final = finished
        seats = range(state.setup.seats)
        names = ["human" if seat == lesson.seat else TRAINER for seat in seats]
        makers = {seat: partial(Trainer, self._lesson_run) for seat in seats if seat != lesson.seat}
        question = Command("question", "says again what is to be done", self._put)
        super().__init__(
            ScriptedReferee(state, draws),
            names,
            makers,
            voice,
            ears,
            more={"question": question},
            manner=manner,
        )
        self._told_step = -1  # number of the step whose text was said last
        self._begun: list[Action] = []  # given already, of the answers of the step
        self._first: Request | None = None  # what was asked before them
        self._mark: tuple[int, State, int, int] | None = None  # where the step was asked first

    def leaving(self) -> str:
        """What is said when the lesson is left."""
        return "The lesson is left."

    # -- what is said ------------------------------------------------------------------------------

    def _greet(self) -> None:
        title = self._lesson.sheet.title
        self._voice.say(f"Lesson {self._number}: {title}. {self._lesson.sheet.goal}")
        self._voice.say("question says the step again, help lists the commands, quit leaves.")

    def _put_question(self, view: View) -> None:
        self._voice.say(*asked(view))
        # The parts of a step are not introduced one by one.
        if self._told_step != self._lesson_run.at:
            self._told_step = self._lesson_run.at
            self._voice.say(*self._step_lines(view))

    def _put(self, view: View, words: str) -> Iterator[str]:  # noqa: ARG002
        """The command `question`."""
        yield from asked(view)
        yield from self._step_lines(view)

    def _step_lines(self, view: View) -> list[str]:
        step = self._lesson_run.step
        if step is None or view.request is None:
            return []
        number, of = self._lesson_run.at + 1, len(self._lesson.sheet.steps)
        return [f"Step {number} of {of}: {self._filled(step.plain or step.say, view)}"]

    def _filled(self, text: str, view: View) -> str:
        """A text of the lesson with its facts as they are now, and units by name."""
        setup = view.setup
        question = view.request.question if view.request is not None else None
        given = facts_of(setup, question)
        filled = fill(text, visible_state(view.seen), given)
        spoken = _TOKEN.sub(lambda found: _named(setup, found), filled)
        return _BEGINS.sub(lambda found: f"{found[1]}The ", spoken)

    # -- what is answered --------------------------------------------------------------------------

    def _ask_person(self, request: Request) -> None:
        if not self._typed.waiting:
            action = self._lesson_run.reply(request.seen.setup, request)
            if action is not None:
                self._undo_stack.answer(action)
                return
            if self._lesson_run.finished:
                self._finish()
            if self._led_away(request):
                self._voice.say(_AGAIN)
                self._told_step = -1
                return
        super()._ask_person(request)

    def _answer(self, text: str, view: View) -> None:
        request, lesson_run = view.request, self._lesson_run
        listed_now = request is not None and self._listed == request.mark
        action = read_answer(view, text, self._words, listed=listed_now)
        assert request is not None
        if text[0].isdigit():
            self._voice.say(f"Answer: {view.spelled(action)}.")
        first = self._first or request
        acts = [*self._begun, action]
        verdict = lesson_run.judge(view.setup, first, acts)
        if verdict.done:
            self._give(action)
            lesson_run.advance()
        elif lesson_run.on_the_way(view.setup, first, acts):
            self._give(action)
            self._first, self._begun = first, acts
        else:
            words = self._refusal(view, first, acts)
            if not verdict.carried_out:
                raise UsageError(words)
            self._voice.say(words)
            self._give(action)

    def _give(self, action: Action) -> None:
        self._first, self._begun = None, []
        self._undo_stack.answer(action)
        self._keep()
        self._tell()

    def _refusal(self, view: View, first: Request, acts: Sequence[Action]) -> str:
        """What the step says to answers that are not wanted, or to the beginning of such."""
        step = self._lesson_run.step
        assert step is not None
        for other in step.others:
            if any(fits(do, view.setup, first, acts, begun=True) for do in other.do):
                return self._filled(other.plain or other.say, view)
        return self._filled(step.plain_otherwise or step.otherwise, view)

    def _hint(self, view: View) -> None:
        """What the step wants: a manager would want something else."""
        self._voice.say(*self._step_lines(view))

    def _go(self, word: str, seat: int) -> None:  # noqa: ARG002
        raise UsageError("in a lesson there is nothing to take back")

    def _sure(self, view: View, action: Action) -> bool:  # noqa: ARG002
        return True

    def _led_away(self, request: Request) -> bool:
        """Goes back to where the step began if it cannot be done from here; whether it did."""
        referee, at = self._referee, self._lesson_run.at
        if self._mark is None or self._mark[0] != at:
            self._mark = at, referee.state.copy(), len(referee.journal), len(referee.events)
            return False
        if self._begun or self._lesson_run.possible(request.seen.setup, request):
            return False
        _, state, answers, events = self._mark
        referee.go_back(state.copy(), answers, events)
        self._undo_stack = UndoStack(referee)
        for seat, shown in self._shown.items():
            self._shown[seat] = min(shown, events)
        return True

    # -- the end -----------------------------------------------------------------------------------

    def _finish(self) -> None:
        """Everything is done: its last words, and what may come next."""
        self._typed.drop("the lesson is done")
        self._tell()
        view = self._view(None)
        sheet = self._lesson.sheet
        self._voice.say(
            f"Lesson {self._number} is done. {self._filled(sheet.plain_end or sheet.end, view)}"
        )
        self._finished(self._lesson.name)
        self._voice.say("next begins the next lesson, again this one, quit leaves.")
        while True:
            text = self._typed.next("over>")
            if text in ("next", "again"):
                raise LeftError(Next.ANOTHER if text == "next" else Next.AGAIN)
            self._do(text, view)


def facts_of(setup: Setup, question: Question | None) -> Mapping[str, Callable[[str], str]]:
    """What `content.lessons.fill` is to be given here: what is typed, and names for signs."""

    def typed(binding: str) -> str:
        if binding == "end" and question in _ENDS:
            return f'"{_ENDS[question]}"'
        return f'"{_TYPED.get(binding, binding)}"'

    return {
        "key": typed,
        "token": lambda name: the_unit(setup, parse_unit(setup, name)),
        "sign": lambda name: team_name(parse_team(name)),
    }


def _named(setup: Setup, found: re.Match[str]) -> str:
    """`@w` as "the red warrior"; as it stands where there is no such unit."""
    seat = _SIGNS.index(found[1])
    for unit in range(seat * UNITS_PER_TEAM, (seat + 1) * UNITS_PER_TEAM):
        if unit >= len(setup.units) or setup.units[unit] == VACANT:
            continue
        if unit_text(setup, unit).partition(".")[2].startswith(found[2]):
            return the_unit(setup, unit)
    return found[0]
