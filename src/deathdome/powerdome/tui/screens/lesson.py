"""A step of the lesson: its text before the question, and the verdict after the round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.powerdome.text import lesson as say
from deathdome.powerdome.tui.ports import Shell
from deathdome.stage.screens.menu import DIALOG, Choice, ChoiceDialog
from deathdome.stage.text import BLANK, Line, Span, line, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.powerdome.play.lesson import LessonHost


class LessonScreen(ChoiceDialog[Shell]):
    """A text, and the next step."""

    def __init__(self, host: LessonHost) -> None:
        super().__init__()
        self._host: Final = host

    def heading(self) -> list[Line]:
        host, step = self._host, self._host.step
        of = len(host.lesson.steps)
        rows = [line(Span(say.STEP.format(at=host.number + 1, of=of, title=step.title), "title"))]
        if host.finished:
            head, text = say.verdict(step.done, step.missed, achieved=host.achieved)
            look = "good" if host.achieved else "bad"
            return [*rows, BLANK, line(Span(head, look)), *wrapped(text, DIALOG)]
        return [
            *rows,
            BLANK,
            *wrapped(step.say, DIALOG),
            BLANK,
            *wrapped(self._goal, DIALOG, "title"),
        ]

    @property
    def _goal(self) -> str:
        return say.GOAL.format(goal=self._host.step.goal)

    def choices(self) -> Sequence[Choice]:
        host, shell = self._host, self.shell
        leaves = Choice(say.LEAVE, "", shell.leave_game)
        if not host.finished:
            return (Choice(say.BEGIN, "", shell.introduced), leaves)
        again = Choice(say.AGAIN, "", lambda: shell.teach(host.number))
        if not host.achieved:
            return (again, leaves)
        if host.is_last:
            return (Choice(say.FINISH, "", shell.leave_game), again)
        return (Choice(say.NEXT, "", lambda: shell.teach(host.number + 1)), again, leaves)

    def do_back(self) -> None:
        """Begin the step; after it the choice stays."""
        if not self._host.finished:
            self.shell.introduced()
