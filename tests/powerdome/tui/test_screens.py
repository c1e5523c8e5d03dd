"""PowerDome on the stage: its keys, its title, a game, and the way back to the first game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from deathdome.cli import title
from deathdome.cli.powerdome_lobby import LocalLobby
from deathdome.powerdome.tui.app import PowerDomeApp
from deathdome.powerdome.tui.keys import PRESETS, TABLE
from deathdome.powerdome.tui.registry import SCREENS, screen_of
from deathdome.powerdome.tui.screens.game import GameScreen
from deathdome.powerdome.tui.screens.help import HelpScreen
from deathdome.powerdome.tui.screens.nominate import NominateScreen
from deathdome.powerdome.tui.screens.title import TitleScreen
from deathdome.stage.keys.keyset import Keyset
from deathdome.stage.keys.names import key_name, refused
from deathdome.tui.display import DisplaySettings

if TYPE_CHECKING:
    from textual.app import App


def text_of(app: App[None]) -> str:
    rows = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in row).rstrip() for row in rows)


@pytest.mark.parametrize("preset", PRESETS)
def test_no_key_does_two_things_and_every_key_arrives(preset: str) -> None:
    keys = Keyset(TABLE, preset)
    assert keys.clashes() == []
    assert TABLE.problems(preset, {}) == []
    for key in keys.keys:
        assert not refused(key.keys[0])
        assert all(key_name(name) == name for name in key.keys)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_action_has_a_method(preset: str) -> None:
    del preset
    classes = (PowerDomeApp, *map(screen_of, SCREENS))
    missing = {
        key.id for key in TABLE.keys if not any(hasattr(one, f"do_{key.id}") for one in classes)
    }
    assert missing <= {"left", "right"}  # forms of the stage


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_game_is_opened_from_the_title_and_left_for_it(size: tuple[int, int]) -> None:
    app = PowerDomeApp(lobby=LocalLobby(), has_first_game=True)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, TitleScreen)
        assert "New game" in text_of(app)
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        opened = [type(screen) for screen in app.screen_stack[-2:]]
        assert opened == [GameScreen, NominateScreen]
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        assert "Leave the game" in text_of(app)
        await pilot.press("escape", "q")
        await pilot.pause()
        assert "Leave the game?" in text_of(app)
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(app.screen, TitleScreen)
        assert not app.in_game
        await pilot.press("q")
        await pilot.pause()
    assert app.first_game_wanted


async def test_a_small_terminal_gets_a_notice_in_words_of_this_game() -> None:
    app = PowerDomeApp(lobby=LocalLobby())
    async with app.run_test(size=(40, 10)) as pilot:
        await pilot.pause()
        assert "too small" in text_of(app)
        assert "deathdome powerdome play --plain" in " ".join(text_of(app).split())


def test_each_title_leads_to_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    from deathdome.cli.sessions import LocalLobby as Matches

    shown: list[str] = []

    def show(app: object, _display: object) -> None:
        shown.append(type(app).__name__)
        app.second_game_wanted = len(shown) < 3  # type: ignore[attr-defined]

    def run_screen(app: object, _display: object) -> None:
        shown.append(type(app).__name__)
        app.first_game_wanted = True  # type: ignore[attr-defined]

    monkeypatch.setattr(title, "show", show)
    monkeypatch.setattr(title, "run_screen", run_screen)
    title.show_title(Matches(), DisplaySettings())
    assert shown == ["DomeApp", "PowerDomeApp", "DomeApp"]


def test_one_file_of_options_has_the_keys_of_both_games() -> None:
    from deathdome.cli.keys import ALL_KEYS
    from deathdome.tui.keys.keyset import TABLE as FIRST

    assert set(ALL_KEYS.actions()) == {*FIRST.actions(), *TABLE.actions()}
    assert ALL_KEYS.problems("vi", {}) == []
    assert [action for action, _ in ALL_KEYS.problems("default", {"leave": ("up",)})]
    assert ALL_KEYS.problems("default", {"help": ("ctrl+i",)}) == FIRST.problems(
        "default", {"help": ("ctrl+i",)}
    )
