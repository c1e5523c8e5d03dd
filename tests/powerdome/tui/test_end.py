"""The end of a game, the coach, and replays on the screen."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from random import Random
from typing import TYPE_CHECKING

import pytest
from powerdome.tui.driving import fits
from powerdome.tui.shows import host_of, over, play_on, text_of, until

from deathdome.powerdome.bots.fallback import fallback
from deathdome.powerdome.model.dome import ABSENT
from deathdome.powerdome.play.game_file import read_game
from deathdome.powerdome.play.host import Person, Think
from deathdome.powerdome.play.timeline import Timeline
from deathdome.powerdome.tui.app import PowerDomeApp
from deathdome.powerdome.tui.screens.coach import CoachScreen
from deathdome.powerdome.tui.screens.end import EndScreen
from deathdome.powerdome.tui.screens.log import LogScreen
from deathdome.powerdome.tui.screens.reveal import RevealScreen
from deathdome.powerdome.tui.screens.watch import WatchScreen
from deathdome.stage.screens.menu import AskScreen
from deathdome.stage.text import text_of as bare
from deathdome.stage.widgets.lines import Lines

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from textual.pilot import Pilot

    from deathdome.powerdome.play.host import GameHost

SIZES = ((60, 18), (80, 24), (120, 40))


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))


def finished(seats: str = "human,easy,easy", seed: int = 3) -> GameHost:
    host = host_of(seats, seed)
    play_on(host, over)
    return host


def won() -> GameHost:
    """Return a game that a person has won, with the answers of the adviser."""
    for seed in range(9):
        host = host_of("human,easy", seed)
        while not host.over:
            need = host.need
            if isinstance(need, Person):
                work = host.hint()
                answer = None if work is None else work().answer
                assert host.answer(answer or fallback(host.state, need.ask)) is None
            elif isinstance(need, Think):
                host.take(need.work())
        if host.winner in host.people:
            return host
    raise AssertionError


def timeline_of(host: GameHost) -> Timeline:
    assert host.file is not None
    _, record = read_game(host.file.path)
    return Timeline(record, host.state.now.tome, host.file.path.stem)


@asynccontextmanager
async def at_the_end(
    host: GameHost, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[PowerDomeApp, Pilot[None]]]:
    app = PowerDomeApp(host, again=lambda _: host_of("human,easy,easy", 9))
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: isinstance(app.screen, EndScreen) and app.screen.is_ready)
        await pilot.press("x")  # ends the sequence
        yield app, pilot


@pytest.mark.parametrize("size", SIZES)
async def test_the_end_says_who_won_and_why_and_leads_on(size: tuple[int, int]) -> None:
    host = finished()
    async with at_the_end(host, size) as (app, pilot):
        await until(pilot, lambda: "Coach" in text_of(app))
        text = " ".join(bare(app.screen.query_one("#text", Lines).rows).split())
        assert host.winner != ABSENT
        assert f"{host.names[host.winner]} wins" in text
        assert f"Seed {host.referee.seed}." in text
        assert all(name in text for name in ("You", *host.names[1:]))
        fits(app)
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(app.screen, LogScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, EndScreen))
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(app.screen, WatchScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, EndScreen))
        await pilot.press("down", "enter")
        await until(pilot, lambda: app.host is not host)


async def test_a_person_that_has_won_says_a_last_line() -> None:
    host = won()
    async with at_the_end(host) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, AskScreen) and app.screen.is_ready)
        await pilot.press(*"Mine", "enter")
        await until(pilot, lambda: '"Mine"' in text_of(app))
        assert host.last_word == "Mine"
        assert host.need is None
        assert isinstance(app.screen, EndScreen)


@pytest.mark.parametrize("size", SIZES)
async def test_the_coach_works_in_a_thread_and_then_shows_regrets(size: tuple[int, int]) -> None:
    host = finished("human,easy", 3)
    async with at_the_end(host, size) as (app, pilot):
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, CoachScreen))
        await until(pilot, lambda: "Regret per round" in text_of(app))
        fits(app)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, EndScreen))


@pytest.mark.parametrize("size", SIZES)
async def test_a_replay_steps_both_ways_and_reveals_a_round(size: tuple[int, int]) -> None:
    timeline = timeline_of(finished())
    app = PowerDomeApp(watched=timeline)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: "answer 0 of" in text_of(app))
        await pilot.press("right", "right")
        await until(pilot, lambda: timeline.at > 1)
        await pilot.press("left", "left")
        await until(pilot, lambda: timeline.at == 0)
        await pilot.press("n", "n")
        await until(pilot, lambda: "round 2" in text_of(app))
        fits(app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, RevealScreen))
        await pilot.press("x", "S")
        await until(pilot, lambda: "END OF ROUND 2" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, WatchScreen))
        await pilot.press("p")
        await until(pilot, lambda: "round 1" in text_of(app))
        await pilot.press("G")
        await until(pilot, lambda: f"answer {timeline.last} of {timeline.last}" in text_of(app))
        await pilot.press("L")
        await until(pilot, lambda: isinstance(app.screen, LogScreen))


async def test_a_game_is_forked_at_a_moment_of_a_replay() -> None:
    timeline = timeline_of(finished())
    forks: list[int] = []

    def fork(found: Timeline) -> GameHost:
        forks.append(found.at)
        return host_of("human,easy,easy", 9)

    app = PowerDomeApp(watched=timeline, forks=fork)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, WatchScreen))
        await pilot.press("n", "F")
        await until(pilot, lambda: app.in_game)
        assert forks == [timeline.at]
        assert not any(isinstance(one, WatchScreen) for one in app.screen_stack)


@pytest.mark.parametrize("seed", range(2))
async def test_whatever_is_pressed_at_the_end_every_row_fits(seed: int) -> None:
    rng = Random(seed)
    keys = (
        "up",
        "down",
        "enter",
        "escape",
        "left",
        "right",
        "n",
        "p",
        "L",
        "t",
        "R",
        "x",
        "S",
        "G",
    )
    async with at_the_end(finished("human,easy", 3), rng.choice(SIZES)) as (app, pilot):
        for _ in range(50):
            await pilot.press(rng.choice(keys))
            await asyncio.sleep(0)
            if not app.in_game:
                break
            fits(app)
