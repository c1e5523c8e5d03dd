"""The lesson line by line: each step is a short game with an aim (AM-12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.powerdome.plain.game import PlainGame
from deathdome.powerdome.play.lesson import LessonHost
from deathdome.powerdome.text import lesson as say

if TYPE_CHECKING:
    from deathdome.console import Input, Output
    from deathdome.powerdome.plain.game import PlainSettings
    from deathdome.powerdome.play.lesson import Lesson


def teach(lesson: Lesson, out: Output, lines_in: Input, settings: PlainSettings) -> None:
    """Play every step until its aim is met, or until the person leaves."""
    out.say(say.BEGINS.format(title=lesson.title, count=len(lesson.steps)))
    number = 0
    while number < len(lesson.steps):
        host = LessonHost(lesson, number)
        PlainStep(host, out, lines_in, settings).run()
        if not host.finished:
            return  # the person has left
        number += host.achieved
    out.say(say.ALL_DONE)


class PlainStep(PlainGame):
    """A step of the lesson."""

    def __init__(
        self, host: LessonHost, out: Output, lines_in: Input, settings: PlainSettings
    ) -> None:
        super().__init__(host, out, lines_in, settings)
        self._lesson: Final = host

    def _greet(self) -> None:
        step, lesson = self._lesson.step, self._lesson.lesson
        head = say.STEP.format(at=self._lesson.number + 1, of=len(lesson.steps), title=step.title)
        self._out.say("", head, step.say, say.GOAL.format(goal=step.goal))

    def _finish(self) -> None:
        self._tell()
        step = self._lesson.step
        self._out.say(*say.verdict(step.done, step.missed, achieved=self._lesson.achieved))

    def _leave(self) -> None:
        self._out.say(say.LEFT)

    @property
    def goes_on(self) -> bool:
        """False: a step is not kept."""
        return False
