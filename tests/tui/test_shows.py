"""Shows in the running program: one after the other, ended by any key, never in the way."""

from __future__ import annotations

import re
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from hosts import Quiet, give
from scenes import card_id, scene
from tui.props import on_stage

from deathdome.model.actions import ActionKind, make_action
from deathdome.settings import Animation, Options
from deathdome.stage.text import Span
from deathdome.tui.display import DisplaySettings
from deathdome.tui.presenters.animations import LONGEST, Frame, Show
from deathdome.tui.presenters.board import Cell
from deathdome.tui.screens.match import MatchScreen
from deathdome.tui.widgets.dome_view import DomeView
from deathdome.tui.widgets.shows import Shows

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable

    from textual.timer import Timer
    from tui.props import Stage

    from deathdome.match.protocol import Request
    from deathdome.model.actions import Action

SIZES = [(80, 24), (120, 40), (160, 50)]
STRIKE = "attack blue.gunner with grudge-axe; lay crowd-roar; lay loose-change; commit"


def plays(card: str) -> Callable[[Request], Action | None]:
    """A line of a script: play a card for its value as soon as that is possible."""
    action = make_action(ActionKind.LAY, card_id(card))
    return lambda request: action if action in request.options else None


@asynccontextmanager
async def duel(
    size: tuple[int, int] = (80, 24),
    animation: Animation = "full",
    pace: int = 0,
    hand: tuple[str, ...] = ("elbow-grease",),
) -> AsyncIterator[Stage]:
    """A warrior is about to strike a gunner that has one card and survives.

    With an empty hand no manager answers, and the next question is put while the show runs.
    """
    match = scene(
        units={"red warrior": "k10", "blue gunner": "l9"},
        items={"red warrior": ["grudge-axe"], "blue gunner": ["cyber-suit"]},
        hands={"red": ["crowd-roar", "loose-change"], "blue": hand},
        active="red warrior",
    )
    managers = {1: Quiet(plays("elbow-grease"))}
    async with on_stage(match, managers=managers, size=size) as stage:
        stage.app.use_settings(DisplaySettings(Options(animation=animation)))
        await stage.pilot.pause()
        stage.session.pace.level = pace
        yield stage


def screen_of(stage: Stage) -> MatchScreen:
    screen = stage.app.screen
    assert isinstance(screen, MatchScreen)
    return screen


async def strikes(stage: Stage) -> MatchScreen:
    """Attack, and wait until the show of it runs."""
    screen = screen_of(stage)
    give(stage.session, STRIKE)
    await stage.until(lambda: screen.shows.running)
    assert screen.shows.swallows
    return screen


@pytest.mark.parametrize("size", SIZES)
async def test_an_attack_takes_the_panel_and_its_sum_stays(size: tuple[int, int]) -> None:
    async with duel(size) as stage:
        screen = await strikes(stage)
        assert "ATTACK" in stage.text
        assert "any key skip" in stage.text.splitlines()[-1]
        assert screen.shows.left <= LONGEST
        await stage.until(lambda: not screen.shows.running)
        await stage.pilot.pause()
        assert not screen.query_one(DomeView).laid_over
        text = stage.text
        assert "any key" not in text
        assert "WOUNDS" in text
        assert "Crowd Roar" in text
        cursor = stage.interaction.cursor
        await stage.press("left")
        assert stage.interaction.cursor == cursor - 1
        assert "WOUNDS" not in stage.text


async def test_a_closed_panel_has_the_sum_in_two_rows() -> None:
    async with duel((60, 20)) as stage:
        await strikes(stage)
        assert re.search(r"Red warrior \d+ against Blue gunner \d+", stage.lines("brief"))
        await stage.press("x")
        assert "Red warrior 9 against Blue gunner 6" in stage.lines("brief")
        assert "WOUNDS: Blue gunner has 3 vitae left." in stage.lines("brief")


@pytest.mark.parametrize("key", ["left", "enter", "escape", "e", "g", "q", "f1", "x", "2", "tab"])
@pytest.mark.parametrize("hand", [("elbow-grease",), ()], ids=["others play", "you are asked"])
async def test_any_key_ends_the_show_and_is_swallowed(key: str, hand: tuple[str, ...]) -> None:
    async with duel(hand=hand) as stage:
        screen = await strikes(stage)
        ply, cursor, page = stage.true.ply, stage.interaction.cursor, screen._page
        await stage.press(key)
        assert not screen.shows.running
        assert not screen.query_one(DomeView).laid_over
        assert stage.app.screen is screen
        assert stage.session.request is not None
        assert stage.true.ply == ply
        assert (stage.interaction.cursor, stage.interaction.chosen) == (cursor, 0)
        assert (screen._page, stage.interaction.menu, stage.interaction.note) == (page, None, "")
        assert "WOUNDS" in stage.text
        await stage.press("left")  # the next one waits for nothing
        assert stage.interaction.cursor == cursor - 1


async def test_a_key_typed_before_the_show_began_ends_it_and_does_its_work() -> None:
    async with duel(hand=()) as stage:
        screen = screen_of(stage)
        cursor = stage.interaction.cursor
        stage.session.settling = True
        await stage.pilot.press("left")
        assert stage.interaction.cursor == cursor
        stage.session.settling = False
        give(stage.session, STRIKE)
        await stage.until(lambda: stage.interaction.cursor == cursor - 1)
        assert not screen.shows.running
        assert "WOUNDS" in stage.text


async def test_the_cursor_does_not_wait_for_the_answer_of_another_team() -> None:
    async with duel(hand=()) as stage:
        cursor = stage.interaction.cursor
        stage.session.settling, stage.session.thinking = True, 1
        await stage.press("left")
        assert stage.interaction.cursor == cursor - 1
        await stage.press("1", "left")  # the second comes after the first
        assert stage.interaction.cursor == cursor - 1
        assert len(stage.session.held) == 2


async def test_a_click_ends_the_show_and_is_swallowed() -> None:
    async with duel() as stage:
        screen = await strikes(stage)
        cursor = stage.interaction.cursor
        await stage.pilot.click(DomeView, offset=(20, 3))
        await stage.pilot.pause()
        assert not screen.shows.running
        assert stage.interaction.cursor == cursor


@pytest.mark.parametrize(("animation", "pace"), [("none", 0), ("full", 3)])
async def test_without_animation_or_at_instant_pace_nothing_is_shown(
    animation: Animation, pace: int
) -> None:
    async with duel(animation=animation, pace=pace) as stage:
        screen = screen_of(stage)
        before = stage.true.ply
        give(stage.session, STRIKE)
        for _ in range(20):
            await stage.pilot.pause(0.005)
            assert not screen.shows.running
        assert stage.true.ply > before
        assert not screen.shows.panel


async def test_reduced_animation_shows_the_first_and_the_last_frame() -> None:
    async with duel(animation="reduced") as stage:
        queued: list[Show] = []
        screen = screen_of(stage)
        play = screen.shows.play

        def noted(shows: Iterable[Show], speed: float = 1.0) -> None:
            queued.extend(shows)
            play(queued, speed)

        screen.shows.play = noted  # type: ignore[method-assign]
        await strikes(stage)
        assert [len(show.frames) for show in queued if show.name == "close combat"] == [2]


async def test_the_columns_beside_do_not_give_the_end_away() -> None:
    async with duel((120, 40)) as stage:
        screen = await strikes(stage)
        assert screen.shows.frame is not None
        beside = "\n".join(row[83:] for row in stage.text.splitlines())
        assert "wounds" not in beside
        await stage.press("x")
        beside = "\n".join(row[83:] for row in stage.text.splitlines())
        assert "wounds" in beside


async def test_a_seat_that_is_taken_over_sees_the_last_attack_and_nothing_behind_the_curtain() -> (
    None
):
    match = scene(
        units={"red warrior": "k10", "blue gunner": "l9"},
        items={"red warrior": ["grudge-axe"], "blue gunner": ["cyber-suit"]},
        hands={"red": ["crowd-roar", "loose-change"], "blue": ["elbow-grease"]},
        active="red warrior",
    )
    async with on_stage(match, ("human", "human")) as stage:
        stage.session.pace.level = 0
        await stage.pilot.pause()
        give(stage.session, STRIKE)
        await stage.until(lambda: stage.session.curtain == 1)
        await stage.press("enter")  # Blue takes the seat
        give(stage.session, "lay elbow-grease; commit")
        await stage.until(lambda: stage.session.curtain == 0)
        assert "Crowd Roar" not in stage.text
        await stage.press("enter")  # Red sees what came of the attack
        screen = screen_of(stage)
        assert screen.shows.swallows
        await stage.until(lambda: "Elbow Grease" in stage.text)
        await stage.press("x")
        assert not screen.shows.running


# -- the queue -------------------------------------------------------------------------------------


class Still:
    """A stage that only notes the frames, and whose clock is set by hand."""

    def __init__(self) -> None:
        self.drawn: list[Frame | None] = []
        self.callback: Callable[[], None] | None = None

    def show_frame(self, frame: Frame | None) -> None:
        self.drawn.append(frame)

    def set_interval(self, _interval: float, callback: Callable[[], None]) -> Timer:
        self.callback = callback
        return FakeTimer()  # type: ignore[return-value]


class FakeTimer:
    def stop(self) -> None:
        """Do nothing."""


ROWS = ((Span("the sum"),),)
FIRST, SECOND, THIRD = (Frame({(n, n): Cell("xx", "shot")}, 0.1) for n in range(3))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr("deathdome.tui.widgets.shows.monotonic", lambda: now[0])
    return now


def test_shows_run_one_after_the_other_and_what_is_late_is_left_out(clock: list[float]) -> None:
    stage = Still()
    shows = Shows(stage)
    shows.play([Show((FIRST, SECOND), stays=ROWS)])
    shows.play([Show((THIRD,))], speed=2)
    assert stage.callback is not None
    assert shows.left == pytest.approx(0.4)
    stage.callback()
    assert stage.drawn == [FIRST]
    clock[0] += 0.25
    stage.callback()
    assert stage.drawn == [FIRST, THIRD]
    assert shows.panel == ROWS
    clock[0] += 0.2
    stage.callback()
    assert stage.drawn == [FIRST, THIRD, None]
    assert not shows.running
    assert shows.panel == ROWS


def test_a_skip_ends_all_shows_and_their_sum_can_be_cleared(clock: list[float]) -> None:
    stage = Still()
    shows = Shows(stage)
    shows.play([Show((FIRST,), stays=ROWS), Show((SECOND,)), Show((THIRD,))])
    assert shows.skip()
    assert (shows.running, shows.panel, shows.left) == (False, ROWS, 0.0)
    shows.clear()
    assert shows.panel == ()
    assert not shows.skip()
    clock[0] += 1


def test_a_walk_gives_way_to_the_next_show_and_swallows_no_key(clock: list[float]) -> None:
    stage = Still()
    shows = Shows(stage)
    shows.play([Show((FIRST, SECOND), swallows=False)])
    assert not shows.swallows
    shows.play([Show((THIRD,), swallows=False)])
    assert shows.frame is THIRD
    assert not shows.skip()
    assert not shows.running
    clock[0] += 1


def test_a_key_does_its_work_once_only_shows_that_swallow_nothing_are_left(
    clock: list[float],
) -> None:
    stage = Still()
    shows = Shows(stage)
    shows.play([Show((FIRST,)), Show((SECOND,), swallows=False)])
    assert shows.swallows
    clock[0] += 0.15
    assert stage.callback is not None
    stage.callback()
    assert shows.frame is SECOND
    assert not shows.skip()
    assert not shows.running
