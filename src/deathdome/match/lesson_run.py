"""Run of a lesson: the open step, its pattern, and the written answers in between.

Shows nothing. The screen calls `judge` before it gives an answer.
"""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.content.lessons import fill
from deathdome.errors import NotationError
from deathdome.match.referee import ScriptedReferee
from deathdome.model.actions import ActionKind, kind_of
from deathdome.model.decisions import Question
from deathdome.model.identifiers import TEAMS, parse_team, unit_text
from deathdome.model.notation import action_text, parse_action

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deathdome.content.lessons import Lesson, Place, StepSheet
    from deathdome.match.protocol import Request
    from deathdome.model.actions import Action
    from deathdome.model.decisions import Decision
    from deathdome.model.state import Setup

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
                f"{who} must choose before this step ({asked.question.value}), and the lesson "
                "does not say what",
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
                    f'"{line}" is not a choice: {who} is asked ({asked.question.value}), with '
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
                    place, f'"{part}" is not possible here; possible: {", ".join(known)}'
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


_SEVERAL: Final = ("lay", "walk")  # `lay 4, 3` is short for `lay 4; lay 3`
_ACTIVATE: Final = "activate "
_GLOB: Final = "*"


class Verdict(NamedTuple):
    """A step's verdict on an answer."""

    done: bool  # the answer completes the step
    carried_out: bool
    say: str = ""


class LessonRun:
    """One lesson from its first step to its last."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.seat = lesson.seat
        self.at = 0  # index of the open step; len(steps) after the last
        self._lines = list(lesson.sheet.begin)  # written answers before the step's question

    @property
    def finished(self) -> bool:
        """Return True if every step is done, including the answers after the last one."""
        return self.at >= len(self.lesson.sheet.steps) and not self._lines

    @property
    def step(self) -> StepSheet | None:
        """Open step; None after the last."""
        steps = self.lesson.sheet.steps
        return steps[self.at] if self.at < len(steps) else None

    def judge(self, setup: Setup, asked: Decision | Request, actions: Sequence[Action]) -> Verdict:
        """Return the open step's verdict on answers to give one after the other."""
        step = self.step
        if step is None:
            return Verdict(done=False, carried_out=True)
        if any(matches_pattern(pattern, setup, asked, actions) for pattern in step.do):
            return Verdict(done=True, carried_out=True)
        for other in step.others:
            if any(matches_pattern(pattern, setup, asked, actions) for pattern in other.do):
                return Verdict(done=False, carried_out=other.carried_out, say=other.say)
        return Verdict(done=False, carried_out=False, say=step.otherwise)

    def on_the_way(
        self, setup: Setup, asked: Decision | Request, actions: Sequence[Action]
    ) -> bool:
        """Return True if the answers are a beginning of the step's pattern, or all of it."""
        step = self.step
        return step is None or any(
            matches_pattern(pattern, setup, asked, actions, partial=True) for pattern in step.do
        )

    def possible(self, setup: Setup, asked: Decision | Request) -> bool:
        """Return True if the open step can be done from here, judged by its first answer."""
        step = self.step
        return step is None or any(
            matches(setup, asked.seat, pattern_parts(pattern, setup, asked)[0], action)
            for pattern in step.do
            for action in asked.options
        )

    def advance(self) -> None:
        """Complete the open step."""
        step = self.step
        assert step is not None
        self._lines += step.then
        self.at += 1

    def reply(self, setup: Setup, asked: Decision | Request) -> Action | None:
        """Take the next written answer, if it is for the seat being asked."""
        if not self._lines:
            return None
        team, _, line = self._lines[0].partition(":")
        if parse_team(team) != asked.seat:
            return None
        action = parse_action(setup, line.strip(), asked.seat, asked.options)
        if action not in asked.options:
            return None
        del self._lines[0]
        return action

    @property
    def pending(self) -> str:
        """Next written answer; '' if there is none."""
        return self._lines[0] if self._lines else ""


def matches_pattern(
    pattern: str,
    setup: Setup,
    asked: Decision | Request,
    actions: Sequence[Action],
    *,
    partial: bool = False,
) -> bool:
    """Return True if the answers match a pattern; `partial`: or the beginning of it.

    Cards may be played in any order.
    """
    parts = pattern_parts(pattern, setup, asked)
    if len(parts) != len(actions) and not (partial and len(actions) < len(parts)):
        return False
    laid = [action for action in actions if kind_of(action) is ActionKind.LAY]
    rest = [action for action in actions if kind_of(action) is not ActionKind.LAY]
    lays = [part for part in parts if part.startswith("lay ")]
    others = [part for part in parts if not part.startswith("lay ")]
    for action in laid:
        found = next((part for part in lays if matches(setup, asked.seat, part, action)), None)
        if found is None:
            return False
        lays.remove(found)
    if lays and len(rest) > _before_last_lay(parts):
        return False  # the part after the cards is given, but a card is missing
    return all(
        matches(setup, asked.seat, part, action) for part, action in zip(others, rest, strict=False)
    ) and (partial or len(others) == len(rest))


def _before_last_lay(parts: Sequence[str]) -> int:
    """Count the other parts of a pattern before its last card."""
    last = max(at for at, part in enumerate(parts) if part.startswith("lay "))
    return sum(1 for part in parts[:last] if not part.startswith("lay "))


def pattern_parts(pattern: str, setup: Setup, asked: Decision | Request) -> list[str]:
    """Split a pattern into actions, without beginning a unit phase that is already open."""
    parts: list[str] = []
    for piece in pattern.split(";"):
        text = " ".join(piece.split())
        verb, _, rest = text.partition(" ")
        several = re.split(r"[\s,]+", rest) if verb in _SEVERAL and rest else []
        parts += [f"{verb} {one}" for one in several] if len(several) > 1 else [text]
    if asked.question is Question.UNIT_PHASE and parts[0].startswith(_ACTIVATE):
        unit = f"{_ACTIVATE}{unit_text(setup, asked.unit)}"
        if parts[0] == unit and len(parts) > 1:
            del parts[0]
    return parts


def matches(setup: Setup, seat: int, part: str, action: Action) -> bool:
    """Return True if the action is the one written, or matches it if it contains `*`."""
    text = action_text(setup, action, seat)
    if _GLOB in part:
        return fnmatchcase(text, part)
    return text == part or parse_action(setup, part, seat) == action
