"""Behind the curtain there is a name and nothing else: no toast, no log, no way round it."""

from __future__ import annotations

import pytest
from scenes import scene
from textual.events import AppBlur
from tui.props import INSTANT, Stage, on_stage

from deathdome.play.referee import Referee
from deathdome.tui.app import DomeApp
from deathdome.tui.hiring import HereManagers
from deathdome.tui.keymap import KEYS
from deathdome.tui.keyset import PRESETS, Keyset, in_use, use
from deathdome.tui.screens.curtain import CurtainScreen
from deathdome.tui.screens.leave import LeaveScreen
from deathdome.tui.screens.match import MatchScreen
from deathdome.tui.session import Notice, Session


def two_people() -> DomeApp:
    match = scene(hands={"red": ["crowd-roar"]})
    names = ("human", "human")
    session = Session(Referee(match.state, 1), names, HereManagers({}), pace=INSTANT)
    session.notices.append(Notice(0, "a word in the log"))
    return DomeApp(session)


async def test_no_toast_is_seen_behind_the_curtain_and_none_is_lost() -> None:
    app = two_people()
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        stage = Stage(app, pilot)
        await pilot.pause()
        app.say("Crowd Roar is yours")
        await pilot.pause(0.1)
        assert "Crowd Roar is yours" in stage.text
        app.post_message(AppBlur())
        await pilot.pause(0.1)
        assert isinstance(app.screen, CurtainScreen)
        app.say("the options cannot be kept")
        await pilot.pause(0.1)
        said = stage.text
        for word in ("Crowd Roar", "options", "log", "Round", "supply"):
            assert word not in said
        assert "Pass the keyboard to @ Red" in said
        assert (app.title, app.sub_title) == (DomeApp.TITLE, "")
        await stage.press("enter")
        await pilot.pause(0.1)
        assert isinstance(app.screen, MatchScreen)
        assert "the options cannot be kept" in stage.text


async def test_only_enter_opens_it_and_leaving_shows_nothing() -> None:
    async with on_stage(scene(hands={"red": ["crowd-roar"]}), ("human", "human")) as stage:
        stage.session.hide()
        await stage.pilot.pause()
        every = {name for key in KEYS for name in key.keys} - {"enter", "q", "ctrl+c", "ctrl+q"}
        await stage.press(*sorted(every), "shift", "alt", "ctrl+l", "x", "1")
        assert isinstance(stage.app.screen, CurtainScreen)
        for offset in ((2, 2), (40, 12), (5, 23)):
            await stage.pilot.click(offset=offset)
            await stage.pilot.click(offset=offset, button=3)
        assert isinstance(stage.app.screen, CurtainScreen)
        await stage.press("q")
        assert isinstance(stage.app.screen, LeaveScreen)
        assert "Crowd Roar" not in stage.text
        assert "Round" not in stage.text
        await stage.press("escape")
        assert isinstance(stage.app.screen, CurtainScreen)


@pytest.mark.parametrize("preset", PRESETS)
async def test_no_key_that_moves_opens_it(preset: str) -> None:
    before = in_use()
    use(Keyset(preset))
    try:
        async with on_stage(scene(), ("human", "human")) as stage:
            stage.session.hide()
            await stage.pilot.pause()
            await stage.press(*"hjklyubnwasd", "up", "down", "left", "right", "space")
            assert isinstance(stage.app.screen, CurtainScreen)
    finally:
        use(before)
