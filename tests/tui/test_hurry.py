"""A manager that thinks for long does not hang the screen."""

from __future__ import annotations

import pytest
from scenes import scene
from slow_managers import ponderers
from tui.props import Stage

from deathdome.match.referee import Referee
from deathdome.session.host import MatchHost
from deathdome.session.manager_process import ManagerProcess
from deathdome.tui.app import DomeApp

__all__ = ["ponderers"]


@pytest.mark.usefixtures("ponderers")
async def test_escape_makes_a_manager_that_thinks_move_at_once() -> None:
    referee = Referee(scene(turn="blue").state, 5)
    names = ("human", "pondering:Ponders")
    session = MatchHost(referee, names, ManagerProcess(), people=("Bo", ""), pace=0)
    app = DomeApp(session)
    async with app.run_test(size=(100, 30)) as pilot:
        stage = Stage(app, pilot)
        await stage.until(lambda: "s (Esc: move now)" in " ".join(stage.text.split()))
        asked = session.request is not None
        assert not asked
        await pilot.press("escape")
        await stage.until(lambda: session.request is not None)
        assert session.faults == []
