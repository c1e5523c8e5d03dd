"""The log, the tome and the rules on the screen."""

from __future__ import annotations

from contextlib import asynccontextmanager
from random import Random
from typing import TYPE_CHECKING

import pytest
from powerdome.tui.driving import fits
from powerdome.tui.shows import host_of, play_on, random_game, text_of, until

from deathdome.folders import powerdome_folder
from deathdome.powerdome.content.rulebook import rulebook
from deathdome.powerdome.model.events import Struck
from deathdome.powerdome.model.naming import character_names
from deathdome.powerdome.model.options import Options
from deathdome.powerdome.play.host import Person
from deathdome.powerdome.text.events import Narrator
from deathdome.powerdome.text.log_lines import log_lines
from deathdome.powerdome.text.log_steps import steps_of
from deathdome.powerdome.tui.app import PowerDomeApp
from deathdome.powerdome.tui.screens.log import LogScreen
from deathdome.powerdome.tui.screens.lookup import RulesScreen, TomeScreen
from deathdome.stage.screens.page import ReadScreen

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from textual.pilot import Pilot

    from deathdome.powerdome.play.host import GameHost

KEYS = ("up", "down", "left", "right", "pageup", "pagedown", "p", "n", "x", "L", "t", "R", "escape")


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))


def in_round(number: int) -> GameHost:
    host = host_of()
    play_on(host, lambda one: one.state.now.round >= number and isinstance(one.need, Person))
    return host


@asynccontextmanager
async def shown(
    host: GameHost, size: tuple[int, int]
) -> AsyncIterator[tuple[PowerDomeApp, Pilot[None]]]:
    app = PowerDomeApp(host)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: app.screen.query("#keys"))
        yield app, pilot


@pytest.mark.parametrize("seed", range(6))
def test_every_line_is_explained_with_rules_that_exist(seed: int) -> None:
    referee = random_game(seed, 3 + seed % 3, Options())
    view = referee.view(-1)
    narrator = Narrator(view.now.tome, character_names(view.now, view.seats))
    known = {rule.id for rule in rulebook()}
    lines = log_lines(referee.events, narrator)
    joined = [event for one in lines for event in one.events]
    assert len(joined) == len({id(event) for event in joined})
    for one in lines:
        steps = steps_of(one, narrator)
        assert steps
        assert {rule for step in steps for rule in step.rules} <= known


def test_the_steps_of_a_blow_end_with_its_damage() -> None:
    referee = random_game(2, 4, Options())
    view = referee.view(-1)
    narrator = Narrator(view.now.tome, character_names(view.now, view.seats))
    blows = 0
    for one in log_lines(referee.events, narrator):
        for event in one.events:
            if isinstance(event, Struck) and event.damage:
                blows += 1
                assert any(str(event.damage) in step.text for step in steps_of(one, narrator))
    assert blows


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_log_is_filtered_explained_and_written(size: tuple[int, int]) -> None:
    async with shown(in_round(3), size) as (app, pilot):
        await pilot.press("L")
        await until(pilot, lambda: isinstance(app.screen, LogScreen))
        assert "all players, all rounds" in text_of(app)
        await pilot.press("right", "n", "n")
        await until(pilot, lambda: "LOG  You, round 1" in text_of(app))
        screen = app.screen
        assert isinstance(screen, LogScreen)
        lines = [screen.row(at, 200) for at in range(screen.count())]
        assert lines
        assert all(one.startswith("R1 ") for one in lines)
        await pilot.press("w")
        await pilot.press("w")
        await until(pilot, lambda: len(list(powerdome_folder().glob("*-log*.txt"))) == 2)
        for path in powerdome_folder().glob("*-log*.txt"):
            written = path.read_text("utf-8").splitlines()
            assert [one.partition(" (PD")[0] for one in written] == [
                one.partition(" (PD")[0] for one in lines
            ]
        await pilot.press("x")
        await until(pilot, lambda: isinstance(app.screen, ReadScreen) and app.screen.is_ready)
        assert "Step by step" in text_of(app)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, LogScreen))
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, LogScreen))


async def test_the_log_of_several_people_is_that_of_a_spectator() -> None:
    host = host_of("human,human,easy,easy", 8)
    play_on(host, lambda one: one.state.now.round == 1 and isinstance(one.need, Person))
    async with shown(host, (80, 24)) as (app, pilot):
        app.open("log")
        await until(pilot, lambda: isinstance(app.screen, LogScreen))
        assert isinstance(app.screen, LogScreen)
        assert app.screen._story.viewer == -1


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_tome_is_searched_and_says_who_owns_a_power(size: tuple[int, int]) -> None:
    host = in_round(1)
    power = next(hand[0] for hand in host.state.now.hands if hand)
    name = host.state.now.tome.powers[power].name
    async with shown(host, size) as (app, pilot):
        await pilot.press("t")
        await until(pilot, lambda: isinstance(app.screen, TomeScreen))
        await pilot.press("slash", *("space" if one == " " else one for one in name), "enter")
        await until(pilot, lambda: "1 found" in text_of(app))
        assert "Owner: " in text_of(app)
        await pilot.press("slash", *"zzz", "enter")
        await until(pilot, lambda: "No power has" in text_of(app))


async def test_help_leads_to_the_rules_behind_the_screen() -> None:
    host = in_round(1)
    async with shown(host, (80, 24)) as (app, pilot):
        await pilot.press("question_mark")
        await until(pilot, lambda: "Rules for what is on the screen" in text_of(app))
        await pilot.press("R")
        await until(pilot, lambda: isinstance(app.screen, RulesScreen))
        assert "PD-" in text_of(app)
        assert "Ethan Camba" in text_of(app)
        await pilot.press("slash", *"doubles", "enter")
        await until(pilot, lambda: "found" in text_of(app))
        assert "PD-COMBAT-10" in text_of(app)


@pytest.mark.parametrize("seed", range(2))
async def test_whatever_is_pressed_the_pages_fit(seed: int) -> None:
    rng = Random(seed)
    async with shown(in_round(3), rng.choice(((80, 24), (120, 40)))) as (app, pilot):
        for _ in range(50):
            await pilot.press(rng.choice(KEYS))
            await pilot.pause()
            fits(app)
