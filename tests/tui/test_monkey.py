"""Fast typing: random keys, clicks, pastes and resizes, faster than screens open and close."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest
from monkey import finished_record, run
from rich.style import Style
from scenes import scene
from textual.events import Click, Key
from textual.widgets import OptionList
from tui.props import on_stage
from tui.terminals import PLAY, read_until, spawned

from deathdome.tui.palette import Palette
from deathdome.tui.screens.page import HelpScreen

if TYPE_CHECKING:
    from pathlib import Path

KEYS = 100


@pytest.mark.slow
@pytest.mark.parametrize(
    "seeds", [range(1, 4), pytest.param(range(4, 11), marks=pytest.mark.long)], ids=["1-3", "4-10"]
)
def test_random_keys_stop_nothing(
    seeds: range, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    record = finished_record(tmp_path)
    for seed in seeds:
        outcome = run(seed, KEYS, record)
        assert not outcome.failed, (seed, outcome.failed)


async def test_keys_for_a_closed_screen_go_to_the_one_below() -> None:
    async with on_stage(scene()) as stage:
        board = stage.app.screen
        before = stage.interaction.cursor
        await stage.press("question_mark")
        page = stage.app.screen
        assert isinstance(page, HelpScreen)
        for name in ("escape", "escape", "right"):
            page.post_message(Key(name, None))  # all of them before the first is handled
        await stage.pilot.pause()
        await stage.pilot.pause()
        assert stage.app.screen is board
        assert stage.interaction.cursor == before + 1


async def test_a_covered_screen_closes_nothing() -> None:
    async with on_stage(scene()) as stage:
        await stage.press("question_mark")
        below = stage.app.screen
        assert isinstance(below, HelpScreen)
        stage.app.open("log")
        below.do_back()
        await stage.pilot.pause()
        assert below in stage.app.screen_stack
        assert stage.app.screen is not below


async def test_a_list_that_changes_survives_a_click_and_a_page_meant_for_the_old_one() -> None:
    async with on_stage(scene()) as stage:
        await stage.press("colon")
        palette = stage.app.screen
        assert isinstance(palette, Palette)
        for listed in palette.query(OptionList):
            listed.clear_options()
            listed.add_option("only one")
            for number in (0, 1, 500):
                style = Style(meta={"option": number})
                listed.post_message(Click(listed, 2, 1, 0, 0, 1, False, False, False, 2, 1, style))
            listed.clear_options()
            listed.post_message(Click(listed, 2, 1, 0, 0, 1, False, False, False, 2, 1, style))
        beyond = Click(palette, 900, 900, 0, 0, 1, False, False, False, 900, 900, Style())
        palette.post_message(beyond)
        await stage.press("pageup", "pagedown", "a", "pagedown", "pageup")
        assert stage.app.return_code in (None, 0)


async def test_a_screen_without_widgets_hears_no_key() -> None:
    """While the program ends, a screen may be on top that was never composed."""
    async with on_stage(scene()) as stage:
        board, before = stage.app.screen, stage.interaction.cursor
        await board.remove_children()
        board.post_message(Key("right", None))
        await stage.pilot.pause()
        assert stage.interaction.cursor == before
        assert stage.app.return_code in (None, 0)


@pytest.mark.slow
def test_keys_in_flight_do_not_reach_the_shell() -> None:
    command = f'{sys.executable} -c "{PLAY}"; printf "<left>"; exec cat'
    with spawned(["/bin/sh", "-c", command]) as (_, terminal):
        read_until(terminal, b"? keys")
        os.write(terminal, b"\x11junk\nmore junk\n")
        read_until(terminal, b"<left>")
        os.write(terminal, b"end\n")
        after = read_until(terminal, b"end\r\nend")
        assert b"end\r\nend" in after
        assert b"junk" not in after
