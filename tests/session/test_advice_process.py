"""Hints come from another process, and a question that is dropped does not disturb the next."""

from __future__ import annotations

import asyncio

import pytest
from scenes import request_of, scene

from deathdome.model.actions import ActionKind, kind_of
from deathdome.session.advice_process import AdviceProcess


async def test_hints_come_from_another_process() -> None:
    adviser = AdviceProcess()
    try:
        match = scene(units={"red scout": "d7", "blue gunner": "r5"})
        advice = await adviser.hint(request_of(match.state))
        assert kind_of(advice.answers[0]) is ActionKind.ACTIVATE
        waiting = asyncio.ensure_future(adviser.hint(request_of(match.state)))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        again = await adviser.hint(request_of(match.state))
        assert again == advice
    finally:
        await adviser.close()


async def test_no_process_outlives_the_adviser() -> None:
    """A hint that was dropped leaves a process that was killed but has not ended yet."""
    adviser = AdviceProcess()
    match = scene(units={"red scout": "d7", "blue gunner": "r5"})
    waiting = asyncio.ensure_future(adviser.hint(request_of(match.state)))
    while (process := adviser._process) is None:
        await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert process.returncode is None
    await adviser.close()
    assert process.returncode is not None
