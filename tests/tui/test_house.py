"""What holds for the screen as a whole: who may know what, colours, and the managers' process."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
from scenes import scene
from textual.screen import Screen
from tui.props import on_stage

import deathdome.tui
from deathdome.errors import ManagerError
from deathdome.match.referee import Referee
from deathdome.tui.hiring import HiredManagers
from deathdome.tui.ports import Page
from deathdome.tui.registry import SCREENS, screen_of
from deathdome.tui.widgets.dome_view import CELL, LABEL

FOLDER = Path(deathdome.tui.__file__).parent
MODULES = sorted(FOLDER.rglob("*.py"))
TOOLKIT_FREE = ("desk.py", "stall.py", "staging.py", "steps.py", "keymap.py")


def imports(path: Path) -> str:
    lines = path.read_text(encoding="utf-8").splitlines()
    return "\n".join(line.strip() for line in lines if re.match(r"\s*(from|import) ", line))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_only_the_session_knows_the_referee_and_presenters_know_no_textual(path: Path) -> None:
    known = imports(path)
    if path.name != "session.py":
        assert not re.search(r"match\.referee import .*\bReferee\b", known)
        observes = re.search(r"rules\.observing import .*\bobserve\b", known)
        assert not observes or path.name == "staging.py"
    if path.parent.name in ("presenters", "drawing") or path.name in TOOLKIT_FREE:
        assert "textual" not in known


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_nothing_is_read_as_markup(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert "from_markup" not in source
    assert ".notify(" not in source.replace(".notify(clean(text), markup=False)", "")
    assert "Static(" not in source.replace("class Lines(Static)", "")


async def test_cursor_and_targets_show_without_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    match = scene(units={"red warrior": "e4", "blue gunner": "e3"}, active="red warrior")
    async with on_stage(match) as stage:
        rows = list(stage.app.screen._compositor.render_strips())

        def cell(column: int, row: int) -> list[bool]:
            left = LABEL + CELL * column
            segment = next(iter(rows[row + 1].crop(left, left + CELL)))
            assert segment.style is not None
            return [bool(segment.style.reverse), bool(segment.style.underline)]

        assert cell(4, 4) == [True, False]  # e4, the cursor
        assert cell(4, 3) == [False, True]  # e3, a target
        assert cell(6, 4) == [False, False]


async def test_managers_answer_from_a_process_of_their_own() -> None:
    referee = Referee(scene(turn="blue").state, 5)
    managers = HiredManagers()
    try:
        await managers.begin(referee.state.setup, {1: ("random", 99)})
        request = referee.request()
        assert request is not None
        reply = await managers.decide(request, referee.visible_events(1))
        assert reply.action in request.options
        again = await managers.decide(request, ())
        assert again.action in request.options
    finally:
        await managers.close()


async def test_a_dead_process_is_reported_and_another_takes_its_place() -> None:
    referee = Referee(scene(turn="blue").state, 5)
    managers = HiredManagers()
    try:
        await managers.begin(referee.state.setup, {1: ("random", 99)})
        request = referee.request()
        assert request is not None
        assert managers._process is not None
        managers._process.kill()
        with pytest.raises(ManagerError, match="died"):
            await managers.decide(request, ())
        reply = await managers.decide(request, ())
        assert reply.action in request.options
    finally:
        await managers.close()


def test_every_screen_that_is_opened_by_name_is_there() -> None:
    assert list(SCREENS) == list(get_args(Page))
    assert all(issubclass(screen_of(page), Screen) for page in SCREENS)
