"""Run of a lesson: the open step, its pattern, and the written answers in between.

Shows nothing. The screen calls `judge` before it gives an answer.
"""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.model.actions import ActionKind, kind_of
from deathdome.model.decisions import Question
from deathdome.model.identifiers import parse_team, unit_text
from deathdome.model.notation import action_text, parse_action

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.content.lessons import Lesson, StepSheet
    from deathdome.match.protocol import Request
    from deathdome.model.actions import Action
    from deathdome.model.decisions import Decision
    from deathdome.model.state import Setup

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

    Cards may be laid in any order.
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
