"""The first start: one question, asked once; and who begins, said before the first turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tui.props import Stage, dealt, on_stage

from deathdome.cli.sessions import LocalLobby
from deathdome.cli.values import collection_of
from deathdome.settings import options_path
from deathdome.text.recent import roll_words
from deathdome.tui.app import DomeApp
from deathdome.tui.screens.match import MatchScreen
from deathdome.tui.screens.title import TitleScreen
from deathdome.tui.screens.welcome import WelcomeScreen

if TYPE_CHECKING:
    from pathlib import Path


QUIET = ("human", "quiet")


def first_app() -> DomeApp:
    return DomeApp(lobby=LocalLobby(collection_of(None), welcomes=True))


@pytest.fixture
def _empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))


@pytest.mark.usefixtures("_empty")
@pytest.mark.parametrize(("keys", "screen"), [((), MatchScreen), (("down",), MatchScreen)])
async def test_the_first_start_leads_to_a_match_or_a_lesson(
    keys: tuple[str, ...], screen: type
) -> None:
    app = first_app()
    async with app.run_test(size=(80, 24)) as pilot:
        stage = Stage(app, pilot)
        assert isinstance(app.screen, WelcomeScreen)
        assert "New here?" in stage.text
        await stage.press(*keys, "enter")
        assert any(isinstance(one, screen) for one in app.screen_stack)
        assert app.session.teaches == bool(keys)
        if not keys:
            assert app.session.names == ("human", "rookie")


@pytest.mark.usefixtures("_empty")
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 18)])
async def test_the_question_leaves_the_name_of_the_game_in_sight(size: tuple[int, int]) -> None:
    app = first_app()
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        stage = Stage(app, pilot)
        above = stage.text[: stage.text.index("New here?")]
        assert "3 , 0 0 0" in above or "3,000" in above
        assert "Rookie first" not in stage.text  # the facts of the menu are covered
        assert "Asked only once." in stage.text


@pytest.mark.usefixtures("_empty")
async def test_the_question_is_asked_only_once() -> None:
    app = first_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await Stage(app, pilot).press("escape")
        assert isinstance(app.screen, TitleScreen)
    again = first_app()
    async with again.run_test(size=(80, 24)):
        assert isinstance(again.screen, TitleScreen)


@pytest.mark.usefixtures("_empty")
async def test_a_player_with_options_is_not_asked() -> None:
    options_path().parent.mkdir(parents=True)
    options_path().write_text("")
    app = first_app()
    async with app.run_test(size=(80, 24)):
        assert isinstance(app.screen, TitleScreen)


async def test_the_roll_is_said_before_the_first_turn() -> None:
    async with on_stage(dealt(("human", "quiet"))[0], ("human", "quiet")) as stage:
        words = roll_words(stage.session.log(), 0)
        assert words.startswith(("You roll ", "Blue rolls "))
        assert words.endswith((" You begin.", " Blue begins."))
        if stage.session.request is not None:
            assert words in " ".join(stage.lines("rest").split())


async def test_the_store_says_the_roll_once() -> None:
    async with on_stage(dealt(QUIET, quick=False)[0], QUIET, size=(120, 40)) as stage:
        text = " ".join(stage.lines("rest").split())
        assert text.count(" begin") == 1
        assert " goes first" not in text
        await stage.press("l")
        assert " goes first" in stage.text


async def test_tips_fade_for_players_who_know_the_game() -> None:
    async with on_stage(dealt(("human", "quiet"))[0], ("human", "quiet")) as stage:
        tip = stage.lines("prompt")
        stage.session.tips = False
        stage.session.show()
        await stage.pilot.pause()
        assert len(stage.lines("prompt")) < len(tip)
