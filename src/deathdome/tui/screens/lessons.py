"""The list of lessons, and what stands at the end of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Vertical
from textual.screen import ModalScreen

from deathdome.tui.finished import finished_lessons
from deathdome.tui.keyed import KeyedScreen
from deathdome.tui.keymap import Context
from deathdome.tui.lesson import LessonSession
from deathdome.tui.presenters.text import BLANK, Line, Span, line, wrapped
from deathdome.tui.screens.menu import Choice, ChoiceScreen
from deathdome.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.app import ComposeResult

    from deathdome.tui.messages import Picked

_DIALOG_WIDTH = 54


class LessonsScreen(ChoiceScreen):
    """Every lesson by its title; the bar stands on the first that is not finished."""

    def __init__(self) -> None:
        super().__init__()
        from deathdome.content.lessons import lesson_paths, load_lesson

        self._lessons = [load_lesson(path) for path in lesson_paths()]
        done = finished_lessons()
        new = (at for at, lesson in enumerate(self._lessons) if lesson.name not in done)
        self.index = next(new, 0)

    def banner(self) -> str:
        """What this is."""
        return "Lessons"

    def heading(self, width: int) -> list[Line]:
        """What they are good for."""
        words = "Two minutes each, on the board itself. What you are to do stands in the panel."
        return [BLANK, *wrapped(words, width), BLANK]

    def choices(self) -> Sequence[Choice]:
        """The lessons in order."""
        done = finished_lessons()

        def starts(number: int) -> Callable[[], None]:
            return lambda: self.dome.teach(number)

        return [
            Choice(
                f"[{'x' if lesson.name in done else ' '}] {number} {lesson.sheet.title}",
                lesson.sheet.goal,
                starts(number),
            )
            for number, lesson in enumerate(self._lessons, 1)
        ]


class LessonDoneScreen(KeyedScreen, ModalScreen[None]):
    """A lesson is over: its last words, the next one, or back."""

    def __init__(self) -> None:
        super().__init__()
        self._index = 0
        self._first = 0  # row of the first choice

    def compose(self) -> ComposeResult:
        """The words and the choices."""
        with Vertical(id="dialog"):
            yield Lines(id="choices")
        yield Lines(id="keys")

    def on_mount(self) -> None:
        """Draws them."""
        self._draw()

    @property
    def context(self) -> Context:
        """A choice of what comes next."""
        return Context.MENU

    def _choices(self) -> list[tuple[str, Callable[[], None]]]:
        dome, session = self.dome, self.dome.session
        assert isinstance(session, LessonSession)
        rows: list[tuple[str, Callable[[], None]]] = []
        from deathdome.content.lessons import lesson_paths, load_lesson

        paths = lesson_paths()
        if session.number < len(paths):
            following = load_lesson(paths[session.number]).sheet.title
            words = f"Lesson {session.number + 1}: {following}"
            rows.append((words, lambda: dome.teach(session.number + 1)))
        rows.append(("Once more", lambda: dome.teach(session.number)))
        rows.append(("Back", dome.to_lessons))
        return rows

    def _draw(self) -> None:
        session = self.dome.session
        assert isinstance(session, LessonSession)
        title = f"Lesson {session.number} is done: {session.lesson.sheet.title}"
        rows: list[Line] = [line(Span(title, "title")), BLANK]
        rows += [*wrapped(session.end_words, _DIALOG_WIDTH), BLANK]
        self._first = len(rows)
        for at, (words, _) in enumerate(self._choices()):
            under = at == self._index
            rows.append(line(Span(f"{'>' if under else ' '} {words:<40}", "bar" if under else "")))
        self.query_one("#choices", Lines).show(rows)
        self.show_keys()

    def _step(self, rows: int) -> None:
        self._index = (self._index + rows) % len(self._choices())
        self._draw()

    def do_up(self) -> None:
        """The choice above."""
        self._step(-1)

    def do_down(self) -> None:
        """The choice below."""
        self._step(1)

    def do_choose(self) -> None:
        """Enter."""
        self._choices()[self._index][1]()

    def do_back(self) -> None:
        """Esc: to the list."""
        self.dome.to_lessons()

    do_leave = do_back

    def on_picked(self, message: Picked) -> None:
        """A click on a choice takes it."""
        if 0 <= message.row - self._first < len(self._choices()):
            self._index = message.row - self._first
            self.do_choose()
