"""Every lesson, taken at the real screens by a player who only follows its texts."""

from __future__ import annotations

import json
import re
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from tui.props import INSTANT, Stage
from tui.test_title import until

from deathdome.content.lessons import lesson_paths, load_lesson
from deathdome.match.lesson_run import check_lesson
from deathdome.model.actions import ActionKind, a_of, b_of, kind_of
from deathdome.model.decisions import Question
from deathdome.session.lesson import LessonHost, finished_lessons, lesson_host, mark_finished
from deathdome.session.notices import Interval
from deathdome.stage.text import wrapped
from deathdome.text.phrases import menus, title
from deathdome.tui.app import DomeApp
from deathdome.tui.keys.keyset import Keyset, in_use, use
from deathdome.tui.presenters.coaching import LESSON_TEXTS, WIDTH, facts_of, filled
from deathdome.tui.screens.auction import AuctionScreen
from deathdome.tui.screens.leave import LeaveScreen
from deathdome.tui.screens.lessons import LessonDoneScreen, LessonsScreen
from deathdome.tui.screens.match import MatchScreen
from deathdome.tui.screens.season import MatchResultScreen, StandingsScreen
from deathdome.tui.screens.shop import ShopScreen

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Sequence
    from pathlib import Path

    from deathdome.content.lessons import Lesson
    from deathdome.model.actions import Action

PATHS = lesson_paths()
NUMBERS = range(1, len(PATHS) + 1)
NAMES = [path.stem for path in PATHS]


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
    app = DomeApp(lesson_host(number, LESSON_TEXTS, pace=INSTANT))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Stage(app, pilot)


def session_of(stage: Stage) -> LessonHost:
    session = stage.app.session
    assert isinstance(session, LessonHost)
    return session


def wanted(lesson: Lesson) -> list[list[Action]]:
    """The answers that the steps name first."""
    return check_lesson(lesson, facts_of(lesson.position()[0].setup))


# -- fingers that do what a step says ----------------------------------------------------------


async def do(stage: Stage, acts: Sequence[Action]) -> None:
    """Gives the answers with keys, as a person would."""
    request = stage.session.request
    assert request is not None
    if request.question is Question.PURCHASE:
        await shop(stage, acts)
        return
    if request.question is Question.AUCTION:
        await auction(stage, acts[0])
        return
    acts = list(acts)
    if kind_of(acts[0]) is ActionKind.ACTIVATE:
        unit = a_of(acts.pop(0))
        while stage.interaction.chosen != unit:
            await stage.press("n")
    action = acts[0]
    match kind_of(action):
        case ActionKind.WALK:
            await go(stage, a_of(action))
        case ActionKind.CAPTURE:
            await stage.press("c")
        case ActionKind.RELEASE:
            await stage.press("r")
        case ActionKind.END_PHASE | ActionKind.END_TURN:
            await stage.press("e")
        case ActionKind.ATTACK:
            await stage.press("a")
            await pick(stage, action)
        case ActionKind.USE | ActionKind.PLAY if request.question in (
            Question.TURN,
            Question.UNIT_PHASE,
        ):
            await stage.press("k")
            await pick(stage, action)
        case ActionKind.JAIL:
            await pick(stage, action)
        case ActionKind.LAY | ActionKind.PLAY | ActionKind.COMMIT:
            menu = stage.interaction.menu
            assert menu is not None
            for one in acts[:-1]:
                while menu.entry is None or menu.entry.sends != (one,):
                    await stage.press("down")
                await stage.press("space")
            await stage.press("enter")
        case kind:
            raise AssertionError(kind)


async def go(stage: Stage, space: int) -> None:
    """The cursor to a space, and Enter."""
    seen = stage.interaction.seen
    assert seen is not None
    grid = seen.setup.board.grid
    keys: list[str] = []
    for axis, back, on in ((grid.columns, "left", "right"), (grid.rows, "up", "down")):
        steps = axis[space] - axis[stage.interaction.cursor]
        keys += [on if steps > 0 else back] * abs(steps)
    await stage.press(*keys, "enter")


async def pick(stage: Stage, action: Action) -> None:
    """The bar to the entry that sends this, and Enter."""
    menu = stage.interaction.menu
    assert menu is not None
    for _ in menu.entries:
        if menu.entry is not None and menu.entry.sends[-1] == action:
            break
        await stage.press("down")
    await stage.press("enter")


async def auction(stage: Stage, action: Action) -> None:
    """A convict of the auction, and every page to the store."""
    screen = stage.app.screen
    assert isinstance(screen, AuctionScreen)
    while screen.chosen != action:
        await stage.press("down")
    await stage.press("enter")
    await until(stage, StandingsScreen)
    await stage.press("enter")
    await until(stage, ShopScreen)


async def to_the_auction(stage: Stage) -> None:
    """From the result of a match to the auction after it."""
    await until(stage, MatchResultScreen)
    await stage.press("enter")
    await until(stage, AuctionScreen)


async def shop(stage: Stage, acts: Sequence[Action]) -> None:
    """A purchasing turn."""
    screen = stage.app.screen
    assert isinstance(screen, ShopScreen)
    store = screen.store
    for action in acts:
        match kind_of(action):
            case ActionKind.BUY:
                if store.mode == "team":
                    await stage.press("tab")
                deck = stage.true.setup.catalog.items[a_of(action)].deck.value
                rights = (store.decks.index(deck) - store.deck) % len(store.decks)
                await stage.press(*["right"] * rights, *["up"] * store.row)
                await stage.press(*["down"] * store.goods().index(a_of(action)), "enter")
            case ActionKind.EQUIP if store.mode == "goods":
                assert action in store.staged  # only one unit can carry it
            case ActionKind.EQUIP:
                while store.unit != b_of(action) % 4:
                    await stage.press("down")
                await stage.press("enter")
            case ActionKind.SELL:
                await stage.press("tab")
                while store.under_bar != a_of(action):
                    await stage.press("down")
                await stage.press("s")
            case ActionKind.DONE:
                await stage.press("e")
            case ActionKind.PASS:
                await stage.press("e", "enter")


# -- the lessons --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "panel"), [((80, 24), 34), pytest.param((120, 40), 58, marks=pytest.mark.long)]
)
@pytest.mark.parametrize("number", NUMBERS, ids=NAMES)
async def test_who_does_what_a_lesson_says_comes_to_its_end(
    number: int, size: tuple[int, int], panel: int
) -> None:
    lesson = load_lesson(PATHS[number - 1])
    async with taking(number, size) as stage:
        session = session_of(stage)
        for at, acts in enumerate(wanted(lesson)):
            assert session.lesson_run.at == at, stage.text
            fits(stage, panel)
            await refuses_all_else(stage, acts, panel)
            await do(stage, acts)
            assert session.lesson_run.at == at + 1, stage.text
            if isinstance(session.need, Interval):
                await to_the_auction(stage)
        assert session.is_done
        assert isinstance(stage.app.screen, LessonDoneScreen)
        assert " complete" in stage.text
        assert finished_lessons() == {lesson.name}
        assert not session.faults


async def refuses_all_else(stage: Stage, acts: Sequence[Action], panel: int) -> None:
    """Something legal that is not wanted is not carried out, and the lesson says why."""
    session, request = session_of(stage), stage.session.request
    assert request is not None
    step = session.lesson_run.step
    assert step is not None
    others = [action for action in request.options if action != acts[0]]
    if request.question is Question.UNIT_PHASE and not others:
        return
    ply = stage.true.ply
    for action in others[:1] + others[-1:]:
        verdict = session.lesson_run.judge(session.view.setup, request, (action,))
        if verdict.done:  # one of several ways
            continue
        session.answer((action,))
        await stage.pilot.pause()
        assert stage.true.ply == ply
        said = "".join(stage.lines("lesson").split())
        assert "".join(filled(verdict.say, session.view).split()) in said
        fits(stage, panel)


def fits(stage: Stage, width: int) -> None:
    """The lesson, the question, its list and the row of pages stand whole in the panel."""
    screen = stage.app.screen
    names: tuple[str, ...] = ("lesson", "prompt", "note", "tabs")
    if isinstance(screen, ShopScreen):
        names = ("lesson", "sheet", "note")
    elif isinstance(screen, AuctionScreen):
        names = ("lesson",)
    rows = sum(len(stage.lines(name).splitlines()) for name in names)
    assert rows <= stage.app.size.height - 2, stage.text
    for name in names:
        assert all(len(row) <= width for row in stage.lines(name).splitlines()), stage.text
    assert all(len(row) <= WIDTH for row in stage.lines("lesson").splitlines())
    shown = "".join(stage.text.split())
    for row in stage.lines("lesson").splitlines():
        assert "".join(row.split()) in shown  # nothing of it is cut off


async def test_a_wrong_purchase_is_named_before_it_is_sent() -> None:
    async with taking(6) as stage:
        before = stage.lines("lesson")
        await stage.press("right", "enter")  # the first card of the deck
        assert "to undo" in " ".join(stage.lines("lesson").split())
        await stage.press("e")
        assert stage.true.credits[0] == 2_000_000
        await stage.press("u")
        assert stage.lines("lesson") != before  # the refusal stays until something fits
        await stage.press("down", "enter", "e")
        assert stage.true.credits[0] == 1_700_000
        assert "to undo" not in stage.lines("lesson")


async def test_escape_and_q_leave_a_lesson_and_escape_first_closes_a_list() -> None:
    async with taking(2) as stage:
        await do(stage, wanted(load_lesson(PATHS[1]))[0])
        await stage.press("a", "escape", "escape")  # the list, then back to the player's unit
        assert isinstance(stage.app.screen, MatchScreen)
        for key in ("escape", "q"):
            await stage.press(key)
            assert isinstance(stage.app.screen, LeaveScreen)
            assert "Continue the lesson" in stage.text
            await stage.press("escape")
        await stage.press("q", "down", "enter")
        assert stage.app._exit
    async with taking(6) as stage:
        await stage.press("enter", "escape")
        assert isinstance(stage.app.screen, LeaveScreen)


@pytest.mark.parametrize("path", PATHS, ids=NAMES)
def test_a_lesson_says_until_when_the_key_for_the_next_unit_is_pressed(path: Path) -> None:
    # One press is often not enough: the key goes round all units.
    said = re.findall(r"\{key:next\}[^@]*", path.read_text(encoding="utf-8"))
    assert all(words.endswith(" until ") for words in said), said


async def test_nothing_is_taken_back_in_a_lesson() -> None:
    async with taking(1) as stage:
        await do(stage, wanted(load_lesson(PATHS[0]))[0])
        await stage.press("u")
        assert session_of(stage).lesson_run.at == 1
        assert "can't undo in a lesson" in " ".join(stage.lines("note").split())


async def test_a_hint_in_a_lesson_is_what_the_lesson_says() -> None:
    async with taking(1) as stage:
        await stage.press("g")
        assert "follow the box" in " ".join(stage.lines("note").split())
        assert session_of(stage).hints.taken == {}


async def test_after_a_lesson_comes_the_next_or_the_same_again() -> None:
    async with taking(4) as stage:
        for acts in wanted(load_lesson(PATHS[3])):
            await do(stage, acts)
        await stage.press("down", "enter")
        assert session_of(stage).number == 4
        assert session_of(stage).lesson_run.at == 0
        assert isinstance(stage.app.screen, MatchScreen)
        stage.app.push_screen(LessonDoneScreen())
        await stage.pilot.pause()
        await stage.press("enter")
        assert session_of(stage).number == 5


async def test_the_list_marks_what_is_done_and_starts_what_is_chosen() -> None:
    mark_finished(NAMES[0])
    async with taking(7) as stage:
        await stage.app.push_screen(LessonsScreen())
        await stage.pilot.pause()
        titles = [load_lesson(path).sheet.title for path in PATHS]
        for number, title in enumerate(titles, 1):
            assert f"[{'x' if number == 1 else ' '}] {number} {title}" in stage.text
        assert f"> [ ] 2 {titles[1]}" in stage.text
        await stage.press("enter")
        assert session_of(stage).number == 2
        assert isinstance(stage.app.screen, MatchScreen)


async def test_the_texts_name_the_keys_of_the_preset_in_use(keys: None) -> None:
    del keys
    async with taking(1) as stage:
        assert "with the arrows" in " ".join(stage.lines("lesson").split())
        use(Keyset("vi", {}))
        stage.app.screen.draw()  # type: ignore[attr-defined]
        assert "the hjkl" in " ".join(stage.lines("lesson").split())


# -- marks of finished lessons ------------------------------------------------------------------


def test_marks_are_kept_and_a_broken_file_marks_nothing(home: Path) -> None:
    mark_finished("b")
    mark_finished("a")
    assert finished_lessons() == {"a", "b"}
    for text in ("{", "[1]", '{"finished": 3}', '{"finished": [1, "a"]}', "\udc80"):
        (home / "lessons.json").write_bytes(text.encode("utf-8", "surrogatepass"))
        assert finished_lessons() <= {"a"}
    mark_finished("c")
    assert "c" in finished_lessons()


def test_marks_in_a_file_that_is_a_link_are_kept_where_it_leads_to(home: Path) -> None:
    (home / "lessons.json").symlink_to("marks.json")
    mark_finished("a")
    mark_finished("b")
    assert (home / "lessons.json").is_symlink()
    assert json.loads((home / "marks.json").read_text(encoding="utf-8")) == {"finished": ["a", "b"]}


def test_a_folder_that_cannot_be_written_stops_no_lesson(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path / "file"))
    mark_finished("a")
    assert finished_lessons() == frozenset()


# -- the texts ----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", PATHS, ids=NAMES)
def test_texts_are_short_and_type_no_number_of_the_game(path: Path) -> None:
    lesson = load_lesson(path)
    sheet, view = lesson.sheet, LessonHost(lesson, 1, LESSON_TEXTS).view
    for step in sheet.steps:
        says = [step.say, step.otherwise, *(other.say for other in step.others)]
        assert len(wrapped(filled(step.say, view), WIDTH)) <= 5, step.say
        for text in says[1:]:
            assert len(wrapped(filled(text, view), WIDTH)) <= 3, text
        for text in [*says, sheet.goal, sheet.end]:
            bare = re.sub(r"\{[^}]*\}|\b[a-u]\d{1,2}\b", "", text)  # facts and spaces
            assert not re.search(r"\d", bare), text
            assert text.isascii()
    assert len(filled(sheet.goal, view)) <= 76  # a row of the list


def test_the_screens_say_how_many_there_are() -> None:
    assert title.LESSONS.startswith(f"{len(PATHS)},")
    assert f" {len(PATHS)} lessons" in menus.LESSONS
