"""Dry run of a lesson before a player sees it: errors name the line of an impossible step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.content.lessons import fill
from deathdome.errors import NotationError
from deathdome.match.lesson_run import LessonRun, matches, pattern_parts
from deathdome.match.referee import ScriptedReferee
from deathdome.model.identifiers import TEAMS
from deathdome.model.notation import action_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from deathdome.content.lessons import Lesson, Place, StepSheet
    from deathdome.model.actions import Action
    from deathdome.model.decisions import Decision

_MAX_NAMED: Final = 8  # maximum legal answers that an error lists


def referee_of(lesson: Lesson) -> ScriptedReferee:
    """Return a referee for one lesson.

    Raises:
        ContentError: the position of the lesson is impossible.
    """
    state, draws = lesson.position()
    return ScriptedReferee(state, draws)


def check_lesson(lesson: Lesson, given: Mapping[str, Callable[[str], str]]) -> list[list[Action]]:
    """Play the whole lesson by the first answer of each step; return the answers by step.

    `given` has the facts that only the screen knows; see `fill`.

    Raises:
        ContentError: a step is impossible or misspelt.
    """
    return _Check(lesson, given).run()


class _Check:
    """Plays one lesson through."""

    def __init__(self, lesson: Lesson, given: Mapping[str, Callable[[str], str]]) -> None:
        self._lesson = lesson
        self._given = given
        self._lesson_run = LessonRun(lesson)
        self._referee = referee_of(lesson)

    def run(self) -> list[list[Action]]:
        lesson, lesson_run = self._lesson, self._lesson_run
        found: list[list[Action]] = []
        self._others(("begin",))
        for number, step in enumerate(lesson.sheet.steps):
            place = ("steps", number)
            asked = self._asked((*place, "do"))
            self._texts(step, number)
            for pattern in step.do[1:]:
                self._ways((*place, "do"), pattern)
            for at, other in enumerate(step.others):
                for pattern in other.do:
                    self._ways((*place, "others", at, "do"), pattern)
            found.append(self._ways((*place, "do"), step.do[0]))
            verdict = lesson_run.judge(self._referee.state.setup, asked, found[-1])
            assert verdict.done, step.do[0]
            for action in found[-1]:
                self._referee.answer(action)
            lesson_run.advance()
            self._others((*place, "then"))
        self._text(("end",), lesson.sheet.end)
        self._text(("plain_end",), lesson.sheet.plain_end)
        self._text(("goal",), lesson.sheet.goal)
        return found

    def _asked(self, place: Place) -> Decision:
        """Return the open question, which must be the pupil's."""
        asked = self._referee.asked
        if asked is None:
            raise self._lesson.error(place, "the match is over before this step")
        if asked.seat != self._lesson_run.seat:
            who = TEAMS[asked.seat]
            raise self._lesson.error(
                place,
                f"{who} is asked before this step ({asked.question.value}), and nothing is "
                "written for it",
            )
        return asked

    def _others(self, place: Place) -> None:
        """Give the written answers."""
        lesson_run, referee = self._lesson_run, self._referee
        while line := lesson_run.pending:
            asked = referee.asked
            if asked is None:
                raise self._lesson.error(place, f'"{line}": the match is over')
            try:
                action = lesson_run.reply(referee.state.setup, asked)
            except NotationError as error:
                raise self._lesson.error(place, str(error)) from error
            if action is None:
                who = TEAMS[asked.seat]
                options = [
                    action_text(referee.state.setup, one, asked.seat)
                    for one in asked.options[:_MAX_NAMED]
                ]
                raise self._lesson.error(
                    place,
                    f'"{line}" is no answer: {who} is asked ({asked.question.value}), and can say '
                    f"{', '.join(options)}",
                )
            referee.answer(action)

    def _ways(self, place: Place, pattern: str) -> list[Action]:
        """Return the first answers that a pattern can mean here, tried on a copy."""
        state = self._referee.state.copy()
        asked = self._referee.asked
        assert asked is not None
        trial = ScriptedReferee(state, ())
        found: list[Action] = []
        for part in pattern_parts(pattern, state.setup, asked):
            now = trial.asked
            options = [] if now is None else now.options
            try:
                action = next(
                    (one for one in options if matches(state.setup, asked.seat, part, one)), None
                )
            except NotationError as error:
                raise self._lesson.error(place, str(error)) from error
            if action is None or now is None or now.seat != asked.seat:
                known = [action_text(state.setup, one, asked.seat) for one in options[:_MAX_NAMED]]
                raise self._lesson.error(
                    place, f'"{part}" cannot be done here; among what can: {", ".join(known)}'
                )
            trial.answer(action)
            found.append(action)
        return found

    def _texts(self, step: StepSheet, number: int) -> None:
        self._text(("steps", number, "say"), step.say)
        self._text(("steps", number, "plain"), step.plain)
        self._text(("steps", number, "otherwise"), step.otherwise)
        self._text(("steps", number, "plain_otherwise"), step.plain_otherwise)
        for at, other in enumerate(step.others):
            self._text(("steps", number, "others", at, "say"), other.say)
            self._text(("steps", number, "others", at, "plain"), other.plain)

    def _text(self, place: Place, text: str | None) -> None:
        if text is None:
            return
        try:
            fill(text, self._referee.state, self._given)
        except NotationError as error:
            raise self._lesson.error(place, str(error)) from error
