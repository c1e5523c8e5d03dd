"""Every lesson, taken at the real screens by somebody who does only what it says."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from tui.props import INSTANT, Stage

from deathdome.content.lessons import lesson_paths, load_lesson
from deathdome.errors import UsageError
from deathdome.model.actions import Act, a_of, b_of, verb_of
from deathdome.model.decisions import Question
from deathdome.model.notation import action_text
from deathdome.play.rehearsal import rehearse
from deathdome.tui.app import DomeApp
from deathdome.tui.finished import finished_lessons
from deathdome.tui.keyset import Keyset, in_use, use
from deathdome.tui.lesson import LessonSession, lesson_session
from deathdome.tui.presenters.lesson import WIDTH, facts_of
from deathdome.tui.screens.leave import LeaveScreen
from deathdome.tui.screens.lessons import LessonDoneScreen, LessonsScreen
from deathdome.tui.screens.match import MatchScreen
from deathdome.tui.screens.shop import ShopScreen

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Sequence
    from pathlib import Path

    from deathdome.content.lessons import Lesson
    from deathdome.model.actions import Action

PATHS = lesson_paths()
NUMBERS = range(1, len(PATHS) + 1)
NAMES = [path.stem for path in PATHS]
PANEL = 34  # columns of the panel at 80
ROOM = 22  # rows of it at 24


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def keys() -> Iterator[None]:
    before = in_use()
    yield
    use(before)


@asynccontextmanager
async def taking(number: int, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Stage]:
    app = DomeApp(lesson_session(number, pace=INSTANT))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Stage(app, pilot)


def session_of(stage: Stage) -> LessonSession:
    session = stage.app.session
    assert isinstance(session, LessonSession)
    return session


def wanted(lesson: Lesson) -> list[list[Action]]:
    """The answers that the steps name first."""
    return rehearse(lesson, facts_of(lesson.position()[0].table))


# -- fingers that do what a step says ----------------------------------------------------------


async def do(stage: Stage, acts: Sequence[Action]) -> None:
    """Gives the answers with keys, as a person would."""
    request = stage.session.request
    assert request is not None
    if request.question is Question.PURCHASE:
        await shop(stage, acts)
        return
    acts = list(acts)
    if verb_of(acts[0]) is Act.ACTIVATE:
        unit = a_of(acts.pop(0))
        for _ in range(4):
            if stage.desk.chosen == unit:
                break
            await stage.press("n")
        assert stage.desk.chosen == unit
    act = acts[0]
    match verb_of(act):
        case Act.WALK:
            await go(stage, a_of(act))
        case Act.CAPTURE:
            await stage.press("c")
        case Act.RELEASE:
            await stage.press("r")
        case Act.END_PHASE | Act.END_TURN:
            await stage.press("e")
            if stage.desk.menu is not None and stage.desk.menu.kind == "confirm":
                await stage.press("enter")
        case Act.ATTACK:
            await stage.press("a")
            await pick(stage, act)
        case Act.USE | Act.PLAY if request.question in (Question.TURN, Question.UNIT_PHASE):
            await stage.press("k")
            await pick(stage, act)
            await stage.press("down", "enter")  # sure
        case Act.JAIL:
            await pick(stage, act)
        case Act.LAY | Act.PLAY | Act.COMMIT:
            menu = stage.desk.menu
            assert menu is not None
            for one in acts[:-1]:
                while menu.entry is None or menu.entry.sends != (one,):
                    await stage.press("down")
                await stage.press("space")
            await stage.press("enter")
        case verb:
            raise AssertionError(verb)


async def go(stage: Stage, space: int) -> None:
    """The cursor to a space, and Enter."""
    seen = stage.desk.seen
    assert seen is not None
    grid = seen.table.board.grid
    for axis, back, on in ((grid.columns, "left", "right"), (grid.rows, "up", "down")):
        steps = axis[space] - axis[stage.desk.cursor]
        await stage.press(*([on if steps > 0 else back] * abs(steps)))
    await stage.press("enter")


async def pick(stage: Stage, act: Action) -> None:
    """The bar to the entry that sends this, and Enter."""
    menu = stage.desk.menu
    assert menu is not None
    for _ in menu.entries:
        if menu.entry is not None and menu.entry.sends[-1] == act:
            break
        await stage.press("down")
    await stage.press("enter")


async def shop(stage: Stage, acts: Sequence[Action]) -> None:
    """A purchasing turn."""
    screen = stage.app.screen
    assert isinstance(screen, ShopScreen)
    stall = screen.stall
    for act in acts:
        match verb_of(act):
            case Act.BUY:
                if stall.mode == "team":
                    await stage.press("tab")
                while a_of(act) not in stall.goods() or stall.decks[stall.deck] == "all":
                    await stage.press("right")
                while stall.under_bar != a_of(act):
                    await stage.press("down")
                await stage.press("enter")
            case Act.EQUIP:
                while stall.unit != b_of(act) % 4:
                    await stage.press("down")
                await stage.press("enter")
            case Act.SELL:
                await stage.press("tab")
                while stall.under_bar != a_of(act):
                    await stage.press("down")
                await stage.press("s")
            case Act.DONE:
                await stage.press("e")
            case Act.PASS:
                await stage.press("e", "enter")


# -- the lessons --------------------------------------------------------------------------------


@pytest.mark.parametrize("number", NUMBERS, ids=NAMES)
async def test_who_does_what_a_lesson_says_comes_to_its_end(number: int) -> None:
    lesson = load_lesson(PATHS[number - 1])
    async with taking(number) as stage:
        session = session_of(stage)
        for at, acts in enumerate(wanted(lesson)):
            assert session.course.at == at, stage.text
            fits(stage)
            await do(stage, acts)
            assert session.course.at == at + 1, stage.text
        assert session.finished
        assert isinstance(stage.app.screen, LessonDoneScreen)
        assert "is done" in stage.text
        assert finished_lessons() == {lesson.name}
        assert not session.faults


def fits(stage: Stage) -> None:
    """The lesson, the question, its list and the row of pages stand whole in the panel."""
    screen = stage.app.screen
    names = ("lesson", "sheet", "note") if isinstance(screen, ShopScreen) else PARTS
    rows = sum(len(stage.lines(name).splitlines()) for name in names)
    assert rows <= ROOM, stage.text
    for name in names:
        assert all(len(row) <= PANEL for row in stage.lines(name).splitlines()), stage.text
    assert all(len(row) <= WIDTH for row in stage.lines("lesson").splitlines())


PARTS = ("lesson", "prompt", "note", "tabs")
