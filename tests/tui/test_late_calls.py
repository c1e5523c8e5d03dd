"""Calls that come when their screen, its match or its widgets have gone."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest
from scenes import scene
from textual.command import DiscoveryHit
from tui.props import Stage, on_stage

from deathdome.cli.sessions import LocalLobby
from deathdome.stage.app import SENTENCES
from deathdome.text.phrases import keys as say
from deathdome.tui.app import DomeApp
from deathdome.tui.lobby import Wishes
from deathdome.tui.palette import Commands, Palette
from deathdome.tui.screens.page import HelpScreen
from deathdome.tui.screens.title import TitleScreen

if TYPE_CHECKING:
    from pathlib import Path

    from textual.timer import Timer

OPENS = ["", "question_mark", "l", "O", "colon", "q"]  # pages over the board


async def fire(timer: Timer) -> None:
    """Let a timer fire now, on whatever there is."""
    await timer._tick(next_timer=0.0, count=1)


async def test_a_screen_is_called_until_it_closes() -> None:
    async with on_stage(scene()) as stage:
        await stage.press("question_mark")
        page, calls = stage.app.screen, list[str]()
        assert isinstance(page, HelpScreen)

        async def call_all() -> None:
            page.call_after_refresh(calls.append, "frame")
            await fire(page.set_interval(9, partial(calls.append, "interval")))
            await fire(page.set_timer(9, partial(calls.append, "timer")))

        await call_all()
        await stage.pilot.pause()
        assert sorted(calls) == ["frame", "interval", "timer"]
        stage.app.pop_screen()
        await call_all()
        await stage.pilot.pause()
        assert len(calls) == 3


@pytest.mark.parametrize("key", OPENS)
async def test_timers_of_a_match_may_fire_after_it(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    app = DomeApp(lobby=LocalLobby())
    async with app.run_test(size=(80, 24)) as pilot:
        stage = Stage(app, pilot)
        await pilot.pause()
        app.play(Wishes(("human", "random"), seed=3, quick=True))
        await stage.press(*filter(None, [key]))
        screens = app.screen_stack[2:]
        timers = [timer for screen in screens for timer in screen._timers]
        assert timers
        app.to_title()
        for timer in timers:
            await fire(timer)
        await pilot.pause()
        assert isinstance(app.screen, TitleScreen)
        assert app.failure is None


async def test_a_palette_may_close_while_it_searches() -> None:
    async with on_stage(scene()) as stage:
        await stage.press("colon")
        palette = stage.app.screen
        assert isinstance(palette, Palette)
        await palette.remove_children()
        await palette._gather_commands("help").wait()
        assert stage.app.failure is None


async def test_a_command_is_for_the_screen_it_was_chosen_on() -> None:
    async with on_stage(scene()) as stage:
        board = stage.app.screen
        hits = [hit async for hit in Commands(board).discover() if isinstance(hit, DiscoveryHit)]
        (log,) = (hit for hit in hits if hit.text == say.WHOLE_LOG)
        await stage.press("question_mark")
        page = stage.app.screen
        log.command()
        assert stage.app.screen is page
        stage.app.pop_screen()
        log.command()
        assert stage.app.screen is not board


@pytest.mark.parametrize("at_once", [True, False])
async def test_of_a_burst_of_sentences_the_last_ones_are_shown(*, at_once: bool) -> None:
    async with on_stage(scene()) as stage:
        for number in range(12):
            stage.app.say(f"sentence {number}")
            if not at_once:
                await stage.pilot.pause()
        await stage.pilot.pause()
        said = [notice.message for notice in stage.app._notifications]
        assert 1 <= len(said) <= SENTENCES
        assert said == [f"sentence {number}" for number in range(12 - len(said), 12)]


async def test_behind_the_curtain_as_many_sentences_wait() -> None:
    async with on_stage(scene(), ("human", "human"), covered=True) as stage:
        for number in range(12):
            stage.app.say(f"sentence {number}")
        await stage.pilot.pause()
        assert not list(stage.app._notifications)
        await stage.press("enter")
        said = [notice.message for notice in stage.app._notifications]
        assert said == [f"sentence {number}" for number in range(12 - SENTENCES, 12)]
