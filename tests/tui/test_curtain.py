"""Behind the curtain there is a name and nothing else: no toast, no log, no way round it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from scenes import scene
from textual.app import App
from textual.events import AppBlur
from tui.props import INSTANT, Stage, dealt, here, on_stage

from deathdome.match.referee import Referee
from deathdome.session.host import MatchHost
from deathdome.session.notices import Notice
from deathdome.stage.screens.curtain import Name
from deathdome.stage.widgets.lines import Lines
from deathdome.stage.widgets.stack import Stack
from deathdome.tui.app import DomeApp
from deathdome.tui.keys.keyset import PRESETS, Keyset, in_use, use
from deathdome.tui.keys.table import KEYS
from deathdome.tui.screens.curtain import CurtainScreen
from deathdome.tui.screens.leave import LeaveScreen
from deathdome.tui.screens.match import MatchScreen
from deathdome.tui.screens.shop import ShopScreen

if TYPE_CHECKING:
    from scenes import Match


THREE = ("human", "human", "quiet")


def armed(turn: str) -> Match:
    """A position in which every hand has a card of its own."""
    hands = {"red": ["crowd-roar"], "blue": ["loud-noise"], "green": ["encore"]}
    return scene(seats=3, hands=hands, turn=turn)


@pytest.mark.parametrize(("turn", "first"), [("red", "@ Red"), ("blue", "& Blue")])
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_the_first_frame_is_the_curtain(turn: str, first: str, size: tuple[int, int]) -> None:
    async with on_stage(armed(turn), THREE, size=size, covered=True) as stage:
        assert isinstance(stage.app.screen, CurtainScreen)
        assert f"Pass the keyboard to {first}" in stage.text
        for word in ("Crowd Roar", "Loud Noise", "Round", "supply", "@w", "&w"):
            assert word not in stage.text
        assert stage.session.view.seat == stage.session.curtain
        await stage.press("enter")
        assert isinstance(stage.app.screen, MatchScreen)
        assert stage.session.request is not None


@pytest.mark.parametrize("quick", [False, True])
async def test_a_new_match_begins_covered_in_the_store_and_after_it(quick: bool) -> None:
    referee, _ = dealt(("human", "human"), quick=quick)
    async with on_stage(referee, ("human", "human"), covered=True) as stage:
        assert isinstance(stage.app.screen, CurtainScreen)
        assert "Store" not in stage.text
        await stage.press("enter")
        assert isinstance(stage.app.screen, MatchScreen if quick else ShopScreen)


async def test_the_curtain_names_the_person_who_is_asked_by_now() -> None:
    """A manager moves while the curtain is up, and then another person is asked."""
    async with on_stage(armed("blue"), ("human", "quiet", "human"), covered=True) as stage:
        await stage.pilot.pause()
        assert isinstance(stage.app.screen, CurtainScreen)
        assert "Pass the keyboard to % Green" in stage.text
        await stage.press("enter")
        assert isinstance(stage.app.screen, MatchScreen)
        assert stage.session.viewer == 2


async def test_the_leave_dialog_over_the_curtain_stays_when_a_manager_moves() -> None:
    async with on_stage(armed("red"), THREE, covered=True) as stage:
        await stage.press("q")
        assert isinstance(stage.app.screen, LeaveScreen)
        stage.session.show()
        await stage.pilot.pause()
        assert isinstance(stage.app.screen, LeaveScreen)
        await stage.press("escape", "enter")
        assert isinstance(stage.app.screen, MatchScreen)


async def test_the_hand_is_covered_before_the_shell_has_the_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    suspended: list[bool] = []
    async with on_stage(armed("red"), THREE) as stage:
        app = stage.app
        monkeypatch.setattr(
            App,
            "action_suspend_process",
            lambda _app: suspended.append(isinstance(app.screen, CurtainScreen)),
        )
        app.action_suspend_process()
        assert suspended == [True]


def two_people() -> DomeApp:
    match = scene(hands={"red": ["crowd-roar"]})
    names = ("human", "human")
    session = MatchHost(Referee(match.state, 1), names, here({}), pace=INSTANT)
    session.notices.append(Notice(0, "a word in the log"))
    return DomeApp(session)


async def test_no_toast_is_seen_behind_the_curtain_and_none_is_lost() -> None:
    app = two_people()
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        stage = Stage(app, pilot)
        await pilot.pause()
        await stage.press("enter")
        app.say("Crowd Roar is yours")
        await pilot.pause()
        assert "Crowd Roar is yours" in stage.text
        app.post_message(AppBlur())
        await pilot.pause()
        assert isinstance(app.screen, CurtainScreen)
        app.say("the options cannot be kept")
        await pilot.pause()
        said = stage.text
        for word in ("Crowd Roar", "options", "log", "Round", "supply"):
            assert word not in said
        assert "Pass the keyboard to @ Red" in said
        assert (app.title, app.sub_title) == (DomeApp.TITLE, "")
        await stage.press("enter")
        await pilot.pause()
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


@pytest.mark.parametrize("size", [(60, 20), (70, 22)])
async def test_a_panel_that_was_closed_keeps_nothing_for_the_next_person(
    size: tuple[int, int],
) -> None:
    hands = {"red": ["triple-shift", "crowd-roar"], "blue": ["loud-noise"]}
    match = scene(units={"red warrior": "e4", "blue gunner": "n9"}, hands=hands)
    async with on_stage(match, ("human", "human"), size=size) as stage:
        await stage.press("tab", "tab")
        assert "Crowd Roar" in stage.text
        await stage.press("shift+tab", "shift+tab", "k")
        assert "Triple Shift" in stage.text
        await stage.press("escape", "semicolon", *"end", "space", *"turn", "enter")
        assert isinstance(stage.app.screen, CurtainScreen)
        await stage.press("enter")
        assert isinstance(stage.app.screen, MatchScreen)
        for _ in range(5):
            await stage.press("tab")
            assert "Crowd Roar" not in stage.text
            assert "Triple Shift" not in stage.text
        await stage.press("k")
        assert "Triple Shift" not in stage.text


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_no_row_is_kept_behind_the_curtain(size: tuple[int, int]) -> None:
    match = scene(units={"red warrior": "e4"}, hands={"red": ["crowd-roar", "triple-shift"]})
    async with on_stage(match, ("human", "human"), size=size) as stage:
        await stage.press("tab", "k")
        board = stage.app.screen
        stage.session.hide()
        await stage.pilot.pause()
        assert isinstance(stage.app.screen, CurtainScreen)
        stacks = board.query(Stack).results(Stack)
        kept = [strip.text for stack in stacks for strip in stack._kept.values()]
        assert not any(name in row for row in kept for name in ("Crowd Roar", "Triple Shift"))


async def test_a_closed_panel_opens_with_what_is_true_now() -> None:
    match = scene(units={"red warrior": "e4", "blue gunner": "e3"}, active="red warrior")
    async with on_stage(match, size=(60, 20)) as stage:
        await stage.press("a")
        assert "attack Blue's Gunner with Punch" in stage.text
        await stage.press("escape")
        screen = stage.app.screen
        assert isinstance(screen, MatchScreen)
        screen.do_panel()  # and the terminal is drawn before anything else is done
        kept = [strip.text for strip in screen.query_one("#side", Stack)._kept.values()]
        assert not any("attack Blue's Gunner" in row for row in kept)


async def test_enter_before_the_name_is_drawn_leaves_time_to_draw_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A loop of messages once starved the whole program."""
    async with on_stage(scene(), ("human", "human"), covered=True) as stage:
        screen = stage.app.screen
        assert isinstance(screen, CurtainScreen)
        box = screen.query_one(Name)
        with monkeypatch.context() as patch:
            patch.setattr(Name, "render_line", Lines.render_line)  # nothing notes the name
            box.drawn = None
            await stage.press("enter", "enter")
            assert stage.app.screen is screen
        box.drawn = stage.session.curtain
        await stage.until(lambda: stage.session.curtain is None)
