"""A manager that holds a card for this moment looks like one that holds none."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import TYPE_CHECKING

import pytest
from scenes import scene
from textual.events import Key
from tui.props import INSTANT, Quiet, Stage

from deathdome.errors import ManagerError
from deathdome.match import windows
from deathdome.match.referee import Referee
from deathdome.model.actions import ActionKind, kind_of
from deathdome.model.decisions import Question
from deathdome.session.host import MatchHost
from deathdome.session.managers import LocalManagers
from deathdome.tui.app import DomeApp

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.match.protocol import Reply, Request
    from deathdome.model.actions import Action
    from deathdome.model.events import Event

PAUSE = 0.4
ATTEMPTS = 5  # a busy machine takes longer now and then
ANSWERS = "ricochet-clause"  # blue may answer an attack with it
OTHER = "loud-noise"  # with the same number of cards in the hand


@pytest.fixture(autouse=True)
def windows_take_time(windows_take_no_time: None, monkeypatch: pytest.MonkeyPatch) -> None:
    del windows_take_no_time
    monkeypatch.setattr(windows, "PAUSE", PAUSE)


class Thinking(LocalManagers):
    """Managers that need a while for a card that may be played, and fail at it if asked to."""

    def __init__(self, manager: Quiet, seconds: float, *, fails: bool = False) -> None:
        super().__init__({1: lambda: manager})
        self.asked = 0
        self.seconds = seconds
        self.fails = fails

    async def decide(  # type: ignore[override]
        self, request: Request, heard: Sequence[Event]
    ) -> Reply:
        if request.question is Question.REACTION:
            self.asked += 1
            await asyncio.sleep(self.seconds)
            if self.fails:
                raise ManagerError("lost its mind")
        return super().decide(request, heard)


def playing(request: Request) -> Action | None:
    """The first card that can be played."""
    plays = (action for action in request.options if kind_of(action) is ActionKind.PLAY)
    return next(plays, None) if request.question is Question.REACTION else None


async def killed(
    card: str,
    *,
    manager: Quiet | None = None,
    seconds: float = 0.1,
    fails: bool = False,
    keys: Sequence[str] = (),
    then: Sequence[str] = (),
) -> tuple[list[str], float, int, str]:
    """A person puts a dead unit of blue in jail, after which blue may answer the attack.

    Returns the frames until the next question, how long that took, how often blue was asked, and
    the screen at the end. `keys` are typed right behind the jail, `then` at the next question.
    """
    match = scene(
        units={"red warrior": "e4", "blue gunner": "e3", "blue medic": "e2"},
        wounds={"blue gunner": 5},
        hands={"red": [], "blue": [card]},
        active="red warrior",
    )
    managers = Thinking(manager or Quiet(), seconds, fails=fails)
    session = MatchHost(Referee(match.state, 1), ("human", "quiet"), managers, pace=INSTANT)
    app = DomeApp(session)
    async with app.run_test(size=(80, 24)) as pilot:
        stage = Stage(app, pilot)
        await stage.press("a", "enter")
        while session.request is None or session.request.question is not Question.JAIL:
            await asyncio.sleep(0.01)
        await pilot.pause()
        before, began = session.request, monotonic()
        for key in ("enter", *keys):
            stage.app.post_message(Key(key, None))
        frames = [stage.text]
        while session.request is before or session.request is None:
            await asyncio.sleep(0.01)
            if (frame := stage.text) != frames[-1]:
                frames.append(frame)
            assert monotonic() < began + 60
        spent = monotonic() - began
        await pilot.pause()
        frames.append(stage.text)
        await stage.press(*then)
        return frames, spent, managers.asked, stage.text


async def test_every_frame_and_the_time_are_the_same_with_and_without_a_card() -> None:
    most = 0.0
    for _ in range(ATTEMPTS):
        frames, spent, asked, last = await killed(ANSWERS, then=["u"])
        others, elsewhere, never, end = await killed(OTHER, then=["u"])
        assert (bool(asked), never) == (True, 0)
        assert [*dict.fromkeys(frames)] == [*dict.fromkeys(others)]
        assert last == end  # why nothing can be undone
        assert min(spent, elsewhere) >= PAUSE
        most = abs(spent - elsewhere)
        if most < PAUSE:
            return
    raise AssertionError(f"one takes {most} seconds longer")


async def test_a_slow_manager_is_not_named_and_its_fault_is_told_later() -> None:
    frames, _, asked, _ = await killed(ANSWERS, seconds=PAUSE + 0.3, fails=True)
    assert asked
    for frame in frames:
        assert "thinks" not in frame
        assert "lost its mind" not in frame


@pytest.mark.parametrize("card", [ANSWERS, OTHER])
async def test_keys_typed_ahead_wait_where_nothing_was_shown(card: str) -> None:
    _, _, _, after = await killed(card, keys=["right", "right"])
    _, _, _, later = await killed(card, then=["right", "right"])
    _, _, _, still = await killed(card)
    assert after == later != still


async def test_keys_typed_ahead_are_dropped_where_a_card_was_played() -> None:
    _, _, asked, after = await killed(
        ANSWERS, manager=Quiet(playing), seconds=0.3, keys=["right", "right"]
    )
    _, _, _, still = await killed(ANSWERS, manager=Quiet(playing))
    assert asked
    assert after == still
