"""The list of lessons, and the dialog at the end of one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from deathdome.session.lesson import finished_lessons
from deathdome.stage.screens.menu import DIALOG, Choice, ChoiceDialog, ChoiceScreen
from deathdome.stage.text import BLANK, Line, wrapped
from deathdome.text.phrases import hosting as say
from deathdome.tui.ports import Shell

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deathdome.session.notices import Guidance


class LessonsScreen(ChoiceScreen[Shell]):
    """Every lesson by its title; the bar starts on the first unfinished one."""

    def __init__(self) -> None:
        super().__init__()
        from deathdome.content.lessons import lesson_paths, listed_lesson

        self._lessons = list(map(listed_lesson, lesson_paths()))
        done = finished_lessons()
        new = (at for at, lesson in enumerate(self._lessons) if lesson.name not in done)
        self.index = next(new, 0)

    def banner(self) -> str:
        return "Lessons"

    def heading(self, width: int) -> list[Line]:
        words = say.TWO_MINUTES_EACH
        return [BLANK, *wrapped(words, width), BLANK]

    def choices(self) -> Sequence[Choice]:
        done = finished_lessons()

        def starts(number: int) -> Callable[[], None]:
            return lambda: self.shell.teach(number)

        rows = [
            Choice(
                f"[{'x' if lesson.name in done else ' '}] {number} {lesson.title}",
                lesson.goal,
                starts(number),
            )
            for number, lesson in enumerate(self._lessons, 1)
        ]
        if self.shell.has_second_game:
            begin = partial(self.shell.to_second_game, lesson=True)
            rows.append(Choice(say.SECOND_LESSON, say.SECOND_LESSON_GOAL, begin))
        return rows


class LessonDoneScreen(ChoiceDialog[Shell]):
    """A finished lesson: its last words, the next one, or back."""

    @property
    def _guidance(self) -> Guidance:
        guidance = self.shell.session.guidance()
        assert guidance is not None
        return guidance

    def heading(self) -> list[Line]:
        guidance = self._guidance
        title = say.LESSON_DONE.format(number=guidance.number, title=guidance.title)
        return [*wrapped(title, DIALOG, "title"), BLANK, *wrapped(guidance.words, DIALOG)]

    def choices(self) -> Sequence[Choice]:
        from deathdome.content.lessons import lesson_paths, listed_lesson

        shell, number = self.shell, self._guidance.number
        paths = lesson_paths()
        rows = [
            Choice("Once more", "", lambda: shell.teach(number)),
            Choice("Back", "", shell.to_lessons),
        ]
        if number < len(paths):
            words = f"Lesson {number + 1}: {listed_lesson(paths[number]).title}"
            rows.insert(0, Choice(words, "", lambda: shell.teach(number + 1)))
        return rows

    def do_back(self) -> None:
        self.shell.to_lessons()

    do_leave = do_back
