"""Files of the game that are damaged or gone: the screen says so, and stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual.widgets import Input
from tui.props import Stage, dealt, on_stage
from tui.test_title import choose, title, until

from deathdome.content import lessons as lesson_files
from deathdome.content import rulebook
from deathdome.content.lessons import lesson_paths
from deathdome.errors import ContentError
from deathdome.session.host import MatchHost
from deathdome.session.lesson import LessonHost
from deathdome.toml.files import read_toml
from deathdome.tui.palette import places
from deathdome.tui.screens.coach import CoachScreen
from deathdome.tui.screens.lessons import LessonsScreen
from deathdome.tui.screens.lookup import CardsScreen
from deathdome.tui.screens.match import MatchScreen
from deathdome.tui.screens.setup import SetupScreen
from deathdome.tui.screens.shop import ShopScreen
from deathdome.tui.screens.title import TitleScreen

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from deathdome.match.referee import Referee


@pytest.fixture
def no_counsel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints cannot even be loaded: a file of weights is cut off. (Everything else works.)"""
    cut = tmp_path / "weights.toml"
    cut.write_text('[weights]\npoint = "')

    def counsel(session: MatchHost) -> object:
        del session
        return read_toml(cut, "managers/weights.toml")

    monkeypatch.setattr(MatchHost, "adviser", property(counsel))


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The file of the rules; there is none."""
    path = tmp_path / "rules.md"
    monkeypatch.setattr(rulebook, "rules_file", lambda: path)
    rulebook.reference.cache_clear()
    yield path
    rulebook.reference.cache_clear()


@pytest.fixture
def lessons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the lessons: the first and a broken second one."""
    folder = tmp_path / "data" / "lessons"
    folder.mkdir(parents=True)
    first = lesson_paths()[0]
    (folder / first.name).write_bytes(first.read_bytes())
    (folder / "02-cut.toml").write_text('title = "Cut')
    monkeypatch.setattr(lesson_files, "data_folder", lambda: folder.parent)
    return folder


def dealt_here(*, quick: bool = True) -> Referee:
    return dealt(("human", "quiet"), quick=quick)[0]


def on_top(stage: Stage, kind: type) -> bool:
    return isinstance(stage.app.screen, kind)


def notices(stage: Stage) -> str:
    return " ".join(notice.message for notice in stage.app._notifications)


@pytest.mark.usefixtures("no_counsel")
async def test_a_hint_that_cannot_be_given_is_told_and_the_match_goes_on() -> None:
    async with on_stage(dealt_here()) as stage:
        await stage.press("g")
        assert "No hint: managers/weights.toml: not TOML" in stage.interaction.note
        assert "No hint:" in stage.text
        await stage.press("n", "enter")
        assert stage.interaction.chosen >= 0


@pytest.mark.usefixtures("no_counsel")
async def test_a_hint_that_cannot_be_given_leaves_the_store_open() -> None:
    async with on_stage(dealt_here(quick=False)) as stage:
        await until(stage, ShopScreen)
        await stage.press("g")
        assert "No hint" in stage.text
        assert on_top(stage, ShopScreen)


@pytest.mark.usefixtures("no_counsel")
async def test_the_coach_says_why_there_is_no_review() -> None:
    async with on_stage(dealt_here()) as stage:
        stage.app.push_screen(CoachScreen())
        await stage.pilot.pause()
        assert "No review: managers/weights.toml" in stage.text


async def test_rules_that_cannot_be_read_leave_the_title(rules: Path) -> None:
    rules.write_bytes(b"- **PUSH-1** \xff\n")
    async with title() as (stage, _):
        await choose(stage, "Rules")
        assert "rules.md: not UTF-8 text (at line 1)" in notices(stage)
        assert on_top(stage, TitleScreen)
        await stage.press("slash")
        assert on_top(stage, CardsScreen)
        await stage.press("tab")
        assert on_top(stage, CardsScreen)
        assert notices(stage).count("rules.md: not UTF-8 text") == 2


@pytest.mark.usefixtures("lessons")
async def test_a_broken_lesson_stands_in_the_list_with_what_is_wrong() -> None:
    async with title() as (stage, _):
        await choose(stage, "Lessons")
        assert "[ ] 1 Walking and capturing" in stage.text
        await stage.press("down")
        assert "> [ ] 2 02-cut cannot be used" in stage.text
        assert "02-cut.toml: not TOML" in stage.text
        await stage.press("enter")
        assert "02-cut.toml: not TOML" in notices(stage)
        await stage.press("up", "enter")
        await until(stage, MatchScreen)
        assert isinstance(stage.session, LessonHost)


@pytest.mark.usefixtures("lessons")
async def test_the_palette_has_the_lessons_beside_a_broken_one_and_all_that_follows() -> None:
    async with title() as (stage, _):
        words = [command.words for command in places(stage.app)]
        at = words.index("Lessons")
        assert words[at + 1 : at + 4] == [
            "Lesson 1: Walking and capturing",
            "Lesson 2: 02-cut cannot be used",
            "Cards",
        ]


async def test_without_any_lesson_the_title_says_so_and_stays(lessons: Path) -> None:
    for path in lessons.iterdir():
        path.unlink()
    async with title() as (stage, _):
        await choose(stage, "Lessons")
        assert "no lessons: " in notices(stage)
        assert on_top(stage, TitleScreen)
        words = [command.words for command in places(stage.app)]
        assert words[words.index("Lessons") + 1] == "Cards"
        await stage.press("colon")
        stage.app.screen.query_one(Input).value = "Lessons"
        await stage.press("enter")
        if not on_top(stage, TitleScreen):
            await stage.press("enter")
        await until(stage, TitleScreen)
        assert notices(stage).count("no lessons: ") == 2


async def test_a_click_on_what_cannot_be_opened_is_answered_like_a_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(screen: LessonsScreen) -> None:
        raise ContentError(f"{type(screen).__name__} is cut off")

    async with title() as (stage, _):
        await choose(stage, "Lessons")
        monkeypatch.setattr(LessonsScreen, "chosen", broken)
        screen = stage.app.screen
        assert isinstance(screen, LessonsScreen)
        row = screen._first + screen.index
        await stage.pilot.click("#menu", offset=(4, row))
        await stage.pilot.pause()
        assert "LessonsScreen is cut off" in notices(stage)


async def test_a_board_that_cannot_be_read_stays_unchosen(monkeypatch: pytest.MonkeyPatch) -> None:
    async with title() as (stage, lobby):
        await choose(stage, "New match")
        await until(stage, SetupScreen)

        def broken(board: str) -> tuple[int, ...]:
            raise ContentError(f"boards/{board}.toml: not TOML")

        monkeypatch.setattr(lobby, "seats_of", broken)
        await stage.press(*("down",) * 4, "right")
        assert "boards/dual.toml: not TOML" in notices(stage)
        assert on_top(stage, SetupScreen)
