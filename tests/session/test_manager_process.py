"""Managers in a process of their own: hurried, stopped, and started again."""

from __future__ import annotations

import asyncio
import os
from time import monotonic
from typing import TYPE_CHECKING

import pytest
from hosts import closed
from scenes import scene
from slow_managers import ponderers

from deathdome.errors import ManagerError
from deathdome.managers.registry import TRUST
from deathdome.match.protocol import Budget
from deathdome.match.referee import Referee
from deathdome.model.actions import END_TURN
from deathdome.rules.ending import judge
from deathdome.session import manager_process
from deathdome.session.host import MatchHost
from deathdome.session.manager_process import ManagerProcess
from deathdome.session.managers import DiedError
from deathdome.tui.runner import Runner

__all__ = ["ponderers"]

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from deathdome.session.notices import Complaint


async def hired(name: str) -> tuple[ManagerProcess, Referee]:
    referee = Referee(scene(turn="blue").state, 5)
    managers = ManagerProcess()
    await managers.begin(referee.state.setup, {1: (name, 99)})
    return managers, referee


@pytest.fixture
async def thinker() -> AsyncIterator[tuple[ManagerProcess, Referee]]:
    managers, referee = await hired("pondering:Ponders")
    yield managers, referee
    await managers.close()


@pytest.mark.usefixtures("ponderers")
async def test_whoever_is_told_to_hurry_answers_at_once_and_thinks_again_next_time(
    thinker: tuple[ManagerProcess, Referee],
) -> None:
    managers, referee = thinker
    request = referee.request(Budget(seconds=60.0))
    assert request is not None
    for _ in range(2):
        answer = asyncio.ensure_future(managers.decide(request, ()))
        await asyncio.sleep(0.3)
        assert not answer.done()
        managers.hurry()
        began = monotonic()
        assert (await answer).action == END_TURN
        assert monotonic() - began < 50  # of the 60 it may take
    assert list(managers.complaints()) == []


@pytest.mark.usefixtures("ponderers")
async def test_whoever_has_used_up_its_budget_is_told_to_hurry_too(
    thinker: tuple[ManagerProcess, Referee],
) -> None:
    managers, referee = thinker
    request = referee.request(Budget(seconds=0.3))
    assert request is not None
    assert (await managers.decide(request, ())).action == END_TURN
    assert list(managers.complaints()) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pondering:Deaf", "pondering:Deadly"])
@pytest.mark.usefixtures("ponderers")
async def test_another_one_answers_for_whoever_does_not_and_in_the_end_for_good(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A program of its own is cut by the process of the managers, which needs a little longer.
    monkeypatch.setattr(manager_process, "_SLACK", 1.0 if os.environ[TRUST] else 4.0)
    managers, referee = await hired(name)
    request = referee.request(Budget(seconds=0.2))
    assert request is not None
    told: list[Complaint] = []
    try:
        for _ in range(9):
            try:
                reply = await managers.decide(request, ())
            except DiedError:
                continue
            assert reply.action in request.options
            told += managers.complaints()
            if told and told[-1].last:
                break
        assert told[-1].last
        assert all(not complaint.last for complaint in told[:-1])
        patient = referee.request(Budget(seconds=60.0))
        assert patient is not None
        began = monotonic()
        for _ in range(3):
            await managers.decide(patient, ())
        assert monotonic() - began < 50  # one that is asked again sleeps for 60
        assert list(managers.complaints()) == []
    finally:
        await managers.close()


@pytest.mark.usefixtures("ponderers")
async def test_what_a_manager_does_wrong_when_the_match_is_over_is_told_too() -> None:
    referee = Referee(scene(turn="blue", round=6, phases=0).state, 5)
    session = MatchHost(referee, ("random", "pondering:Sore"), ManagerProcess(), pace=0)
    try:
        await Runner(session).run()
    finally:
        await closed(session)
    assert session.outcome is not None
    (fault,) = session.faults
    assert fault.startswith("Sore (seat 2) failed after the match: ")
    assert "that was unfair; log: " in fault


@pytest.mark.usefixtures("ponderers")
async def test_what_a_failed_manager_said_is_shown_when_the_match_is_over() -> None:
    referee = Referee(scene(turn="blue", round=6, hands={"blue": ["pressured"]}).state, 5)
    session = MatchHost(referee, ("random", "pondering:Telling"), ManagerProcess(), pace=0)
    running: list[str] = []
    session.listeners.append(
        lambda _: running.extend(
            [] if session.outcome is not None else session.faults[len(running) :]
        )
    )
    try:
        await Runner(session).run()
    finally:
        await closed(session)
    assert running
    assert all("failed: it raised an error" in fault for fault in running)
    withheld = [fault for fault in session.faults if "my hand" in fault]
    assert len(withheld) == len(running)
    assert withheld[0].startswith("Telling (seat 2) failed earlier: LookupError: my hand is (")


@pytest.mark.usefixtures("ponderers")
async def test_nobody_waits_long_for_managers_that_do_not_want_the_match_to_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(manager_process, "_GOODBYE", 1.0)
    referee = Referee(scene(turn="blue").state, 5)
    managers = ManagerProcess()
    clinging = {seat: ("pondering:Clinging", seat) for seat in (0, 1)}
    await managers.begin(referee.state.setup, clinging)
    try:
        request = referee.request(Budget(seconds=60.0))
        assert request is not None
        await managers.decide(request, ())  # they have started
        began = monotonic()
        await managers.end({0: (), 1: ()}, judge(referee.state))
        assert monotonic() - began < 50  # of the 60 they want
    finally:
        await managers.close()


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
