"""A manager that thinks for long does not hang the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from scenes import scene
from slow_managers import ponderers

from deathdome.match.referee import Referee
from deathdome.session.host import MatchHost
from deathdome.session.manager_process import ManagerProcess
from deathdome.tui.app import DomeApp

if TYPE_CHECKING:
    from textual.pilot import Pilot

__all__ = ["ponderers"]


async def seen(pilot: Pilot[None], app: DomeApp, words: str) -> bool:
    for _ in range(100):
        await pilot.pause(0.1)
        rows = app.screen._compositor.render_strips()
        text = "\n".join("".join(part.text for part in row) for row in rows)
        if words in " ".join(text.split()):
            return True
    return False


@pytest.mark.usefixtures("ponderers")
async def test_escape_makes_a_manager_that_thinks_move_at_once() -> None:
    referee = Referee(scene(turn="blue").state, 5)
    names = ("human", "pondering:Ponders")
    session = MatchHost(referee, names, ManagerProcess(), people=("Bo", ""), pace=0)
    app = DomeApp(session)
    async with app.run_test(size=(100, 30)) as pilot:
        assert await seen(pilot, app, "s (Esc: move now)")
        asked = session.request is not None
        assert not asked
        await pilot.press("escape")
        for _ in range(100):
            await pilot.pause(0.1)
            if session.request is not None:
                break
        assert session.request is not None
        assert session.faults == []
