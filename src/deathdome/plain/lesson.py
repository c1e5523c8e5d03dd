"""A lesson line by line: the same steps as on the screen, in words that name no keys."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Final

from deathdome.content.lessons import fill
from deathdome.errors import UsageError
from deathdome.model.catalog import VACANT
from deathdome.model.decisions import Question
from deathdome.model.identifiers import parse_team, parse_unit, unit_text
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.plain.choices import asked, read_answer
from deathdome.plain.commands import Command
from deathdome.plain.console import LeftError, Next
from deathdome.plain.match import PlainMatch
from deathdome.rules.observing import visible_state
from deathdome.session.notices import LessonWords
from deathdome.text.names import team_name, unit_name
from deathdome.text.phrases import hosting as say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from deathdome.console import Input, Output
    from deathdome.match.protocol import Request
    from deathdome.model.actions import Action
    from deathdome.model.observation import Observation
    from deathdome.model.state import Setup
    from deathdome.plain.console import PlainSettings
    from deathdome.plain.view import View
    from deathdome.session.lesson import LessonHost

_SIGNS: Final = "@&%+"  # of the teams, in texts that speak of `@w`
_TOKEN: Final = re.compile(r"([@&%+])([a-z])\b")
_BEGINS: Final = re.compile(r"(^|[.?!] )the ")  # a sentence
# The command for each key of the screen; `end` ends the open phase, turn or purchase.
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


class PlainLesson(PlainMatch):
    """A match whose answers a lesson prescribes.

    The parts of a step may be typed one by one; what is not part of it is not carried out.
    """

    def __init__(
        self,
        host: LessonHost,
        out: Output,
        lines_in: Input,
        *,
        settings: PlainSettings | None = None,
    ) -> None:
        question = Command("question", say.REPEATS_STEP, self._put)
        super().__init__(host, out, lines_in, more={"question": question}, settings=settings)
        self._lesson: Final = host
        host.is_busy = lambda: self._typed.waiting
        self._told_step = -1  # number of the step whose text was said last

    def leaving(self) -> str:
        """Return the words on leaving the lesson."""
        return say.LESSON_LEFT

    # -- output ------------------------------------------------------------------------------

    def _greet(self) -> None:
        sheet = self._lesson.lesson.sheet
        self._out.say(
            say.LESSON_BEGINS.format(number=self._lesson.number, title=sheet.title, goal=sheet.goal)
        )
        self._out.say(say.LESSON_COMMANDS)

    def _put_question(self, view: View) -> None:
        self._out.say(*asked(view))
        # Introduce a step once, not each of its parts.
        if self._told_step != self._lesson.lesson_run.at:
            self._told_step = self._lesson.lesson_run.at
            self._out.say(*self._step_lines())

    def _put(self, view: View, words: str) -> Iterator[str]:  # noqa: ARG002
        """Carry out the command `question`."""
        yield from asked(view)
        yield from self._step_lines()

    def _step_lines(self) -> list[str]:
        said = self._lesson.guidance()
        if self._lesson.is_done or said.watching:
            return []
        return [say.STEP_OF.format(at=said.at, of=said.of, step=said.words)]

    # -- choices --------------------------------------------------------------------------

    def _ask_person(self, request: Request) -> None:
        if self._lesson.refusal == say.STEP_RESTARTED_PLAIN:
            self._lesson.refusal = ""
            self._out.say(say.STEP_RESTARTED_PLAIN)
            self._told_step = -1
        super()._ask_person(request)

    def _answer(self, text: str, view: View) -> None:
        host, request = self._lesson, view.request
        listed_now = request is not None and self._listed == request.mark
        action = read_answer(view, text, self._words, listed=listed_now)
        if text[0].isdigit():
            self._out.say(say.CHOSEN.format(action=view.spelled(action)))
        host.answer([action])
        refusal = host.refusal
        if refusal and refusal != say.STEP_RESTARTED_PLAIN:
            host.refusal = ""
            if host.request is request:  # it was not given
                raise UsageError(refusal)
            self._out.say(refusal)

    def _hint(self, view: View) -> None:  # noqa: ARG002
        """Repeat what the step wants; a manager's advice would differ."""
        self._out.say(*self._step_lines())

    def _go(self, word: str, seat: int) -> None:  # noqa: ARG002
        raise UsageError("you can't undo in a lesson")

    def _sure(self, view: View, action: Action) -> bool:  # noqa: ARG002
        return True

    # -- the end -----------------------------------------------------------------------------------

    def _finish(self) -> None:
        """Say the last words, and what may come next."""
        self._typed.drop(say.LESSON_COMPLETE)
        self._tell()
        said, view = self._lesson.guidance(), self._view(None)
        self._out.say(say.LESSON_ENDS.format(number=said.number, words=said.words))
        self._out.say(say.AFTER_LESSON)
        while True:
            text = self._typed.next("over>")
            if text in ("next", "again"):
                raise LeftError(Next.ANOTHER if text == "next" else Next.AGAIN)
            self._do(text, view)


def facts_of(setup: Setup, question: Question | None) -> Mapping[str, Callable[[str], str]]:
    """Return facts for `content.lessons.fill`: commands for keys, names for symbols."""

    def typed(binding: str) -> str:
        if binding == "end" and question in _ENDS:
            return f'"{_ENDS[question]}"'
        return f'"{_TYPED.get(binding, binding)}"'

    return {
        "key": typed,
        "token": lambda name: unit_name(setup, parse_unit(setup, name)),
        "sign": lambda name: team_name(parse_team(name)),
    }


def _named(setup: Setup, found: re.Match[str]) -> str:
    """Return `@w` as "the red warrior"; unchanged if there is no such unit."""
    seat = _SIGNS.index(found[1])
    for unit in range(seat * UNITS_PER_TEAM, (seat + 1) * UNITS_PER_TEAM):
        if unit >= len(setup.units) or setup.units[unit] == VACANT:
            continue
        if unit_text(setup, unit).partition(".")[2].startswith(found[2]):
            return unit_name(setup, unit)
    return found[0]


def _filled(text: str, seen: Observation, question: Question | None) -> str:
    """Fill a text of a lesson with its facts as they are now, and units by name."""
    setup = seen.setup
    given = facts_of(setup, question)
    spoken = _TOKEN.sub(partial(_named, setup), fill(text, visible_state(seen), given))
    return _BEGINS.sub(lambda found: f"{found[1]}The ", spoken)


LESSON_TEXTS: Final = LessonWords(
    lambda setup: facts_of(setup, None),
    _filled,
    watch="",
    again=say.STEP_RESTARTED_PLAIN,
    line_by_line=True,
)
