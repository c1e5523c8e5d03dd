"""The log leads to the board and is searched; the recap lists the others' actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from scenes import scene
from tui.props import on_stage

from deathdome.model.events import (
    Captured,
    CardPlayed,
    Died,
    Incapacitated,
    Pushed,
    Reckoned,
    TurnBegan,
    TurnEnded,
    Walked,
)
from deathdome.session.notices import Notice
from deathdome.text.convicts import Convicts
from deathdome.text.names import space_name
from deathdome.text.recap import News, recap
from deathdome.tui.presenters.log import log_entries
from deathdome.tui.screens.log import LogScreen
from deathdome.tui.screens.match import MatchScreen

if TYPE_CHECKING:
    from deathdome.model.events import Event

AT_ARMS = {"red warrior": "e4", "blue gunner": "e3"}
SIZES = [(80, 24), (120, 40)]


@pytest.mark.parametrize("size", SIZES)
async def test_an_entry_leads_to_where_it_happened(size: tuple[int, int]) -> None:
    match = scene(units=AT_ARMS)
    async with on_stage(match, size=size) as stage:
        await stage.press("right", "right", "enter", "e", "e")
        entries = log_entries(stage.session)
        walk = next(at for at, entry in enumerate(entries) if "g4" in entry.text)
        assert space_name(match.state.setup, entries[walk].space) == "g4"
        await stage.press("home", "home", "l")
        screen = stage.app.screen
        assert isinstance(screen, LogScreen)
        assert screen.index == len(entries) - 1
        assert "Enter to the board" in stage.text
        while screen.index > walk:
            await stage.press("up")
        await stage.press("enter")
        assert isinstance(stage.app.screen, MatchScreen)
        assert space_name(match.state.setup, stage.interaction.cursor) == "g4"


async def test_what_happened_nowhere_says_so() -> None:
    async with on_stage(scene(units=AT_ARMS)) as stage:
        stage.session.notices.append(Notice(0, "the manager stumbled [b]twice[/b]"))
        await stage.press("l")
        assert "the manager stumbled [b]twice[/b]" in stage.text
        await stage.press("enter")
        assert "That has no place on the board." in stage.text


@pytest.mark.parametrize("size", SIZES)
async def test_words_are_found_from_the_newest_back(size: tuple[int, int]) -> None:
    async with on_stage(scene(units=AT_ARMS), size=size) as stage:
        await stage.press("right", "enter", "right", "enter", "e", "e", "l")
        screen = stage.app.screen
        assert isinstance(screen, LogScreen)
        stage.session.notices.append(Notice(0, "a zebra"))
        await stage.press("escape", "l")
        screen = stage.app.screen
        assert isinstance(screen, LogScreen)
        await stage.press("slash", "z", "e", "q", "backspace", "b")
        assert "Find: zeb_" in stage.text
        await stage.press("enter")
        assert screen.entries[screen.index].text == "a zebra"
        await stage.press("n")
        assert screen.entries[screen.index].text == "a zebra"  # the only one
        await stage.press("slash", "x", "x", "x", "enter", "n")
        assert "not found" in stage.text
        await stage.press("escape")
        assert isinstance(stage.app.screen, MatchScreen)


@pytest.mark.parametrize("size", SIZES)
async def test_faults_of_managers_stand_in_the_log_of_the_panel(size: tuple[int, int]) -> None:
    async with on_stage(scene(units=AT_ARMS), size=size) as stage:
        stage.session._report("greedy (seat 2) failed: too slow")
        await stage.press("tab", "tab")
        assert "greedy (seat 2) failed" in " ".join(stage.lines("rest").split())


def test_the_recap_leaves_out_what_the_viewer_did() -> None:
    setup = scene(units=AT_ARMS).state.setup
    events: list[Event] = [
        TurnEnded(0),
        TurnBegan(1, 0, 3),
        Walked(5, 40, (41, 42)),
        Reckoned(0, 5, 2, 0, 1, 0, 1),  # the viewer's payback
        Reckoned(5, 0, 2, 0, 1, 0, 1),
        Captured(5, 1, 73, -1),
        TurnEnded(1),
    ]
    convicts = Convicts(setup)
    assert [row.spoken for row in recap(events, convicts, 0)] == [
        "Blue: Gunner hits your Warrior for 1.",
        f"Blue: Gunner takes {space_name(setup, 73)}.",
    ]
    assert News(0, "Warrior hits Blue's Gunner for 1") in recap(events, convicts)


def test_a_kill_of_the_viewer_is_no_news_to_it() -> None:
    setup = scene(units=AT_ARMS).state.setup
    events: list[Event] = [
        TurnBegan(1, 0, 3),
        Reckoned(5, 0, 9, 0, 1, 0, 8),
        Died(0, lava=False),
        Reckoned(0, 5, 9, 0, 1, 0, 8),  # the viewer's payback
        Incapacitated(5),
        Died(5, lava=False),
        CardPlayed(0, 1),
        Pushed(6, 40, 41),
        Died(6, lava=True),
        Pushed(7, 40, 41),
        TurnEnded(1),
        Died(7, lava=True),  # no team's action
    ]
    convicts = Convicts(setup)
    assert [row.spoken for row in recap(events, convicts, 0)] == [
        "Blue: Gunner kills your Warrior.",
        "Blue: Medic dies.",
    ]

    def deaths(seat: int) -> int:
        return sum(
            "kills" in row.text or "dies" in row.text for row in recap(events, convicts, seat)
        )

    assert deaths(1) == 3
    assert deaths(-1) == 4


@pytest.mark.parametrize("size", SIZES)
async def test_what_others_did_stays_beside_the_board(size: tuple[int, int]) -> None:
    match = scene(units={**AT_ARMS, "blue scout": "h4"})
    async with on_stage(match, ("human", "quiet"), size=size) as stage:
        session = stage.session
        session.tips = False
        session._referee.events[:0] = [TurnBegan(1, 0, 3), Walked(6, 40, (41,)), TurnEnded(1)]
        session._publish()
        await stage.pilot.pause()
        assert "SINCE YOUR TURN" in stage.lines("rest")
        stage.interaction.point_at(match.space("e3"))  # a unit with all its events
        await stage.press("up")
        await stage.press("down")
        assert "SINCE YOUR TURN" in stage.lines("rest")
        assert "Blue   Scout to" in stage.lines("rest")
