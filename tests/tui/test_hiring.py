"""Managers at the screen answer from a process of their own, which is replaced when it dies."""

from __future__ import annotations

import pytest
from scenes import scene

from deathdome.errors import ManagerError
from deathdome.match.referee import Referee
from deathdome.session.manager_process import ManagerProcess


async def test_managers_answer_from_a_process_of_their_own() -> None:
    referee = Referee(scene(turn="blue").state, 5)
    managers = ManagerProcess()
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
    managers = ManagerProcess()
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
