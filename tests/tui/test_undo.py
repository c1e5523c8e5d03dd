"""Undo and redo, on the screen and in the record; one step of the managers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from scenes import scene
from tui.props import dealt, on_stage

from deathdome.model.actions import END_TURN
from deathdome.text.names import space_name

if TYPE_CHECKING:
    from tui.props import Stage

AT_ARMS = {"red warrior": "e4", "blue gunner": "e3"}
SIZES = [(80, 24), (120, 40)]


def where(stage: Stage, unit: int = 0) -> str:
    seen = stage.session.view
    return space_name(seen.setup, seen.space[unit])


@pytest.mark.parametrize("size", SIZES)
async def test_a_walk_is_taken_back_and_done_again(size: tuple[int, int]) -> None:
    async with on_stage(scene(units=AT_ARMS), size=size) as stage:
        await stage.press("right", "right", "enter")
        after = stage.session._referee.fingerprint()
        assert where(stage) == "g4"
        await stage.press("u")
        assert where(stage) == "e4"
        assert stage.true.ply == 0  # the phase was begun with the same key
        assert "Undone." in stage.text
        await stage.press("R")
        assert stage.session._referee.fingerprint() == after
        assert "Redone." in stage.text
        await stage.press("R")
        assert stage.interaction.note == "Nothing to redo."


async def test_undo_closes_the_question_about_the_end() -> None:
    match = scene(units=AT_ARMS, hands={"red": ["action-movie-craze"]})
    async with on_stage(match) as stage:
        await stage.press("right", "enter")
        assert where(stage) == "f4"
        await stage.press("e")
        assert stage.interaction.menu is not None
        assert stage.interaction.menu.kind == "end"
        await stage.press("u")
        assert where(stage) == "f4"
        await stage.press("u")
        assert where(stage) == "e4"


@pytest.mark.parametrize("size", SIZES)
async def test_an_attack_bars_everything_before_it_by_name(size: tuple[int, int]) -> None:
    async with on_stage(scene(units=AT_ARMS, hands={"red": ["crowd-roar"]}), size=size) as stage:
        await stage.press("a", "enter")
        await stage.press("u")
        assert stage.interaction.note == "Can't undo: an attack was declared."


@pytest.mark.parametrize("size", SIZES)
async def test_one_answer_at_a_time_while_paused(size: tuple[int, int]) -> None:
    names = ("human", "quiet", "quiet", "quiet")
    referee, _ = dealt(names, quick=True)
    async with on_stage(referee, names, size=size) as stage:
        session = stage.session
        await stage.until(lambda: session.request is not None)
        session.pause()
        session.answer((END_TURN,))
        await stage.pilot.pause()

        def answers() -> int:
            return len([seat for seat, _ in session._referee.journal if seat >= 0])

        assert "Paused" in stage.text
        for _ in range(2):
            before = answers()
            await stage.press("full_stop")
            assert answers() == before + 1
        assert session.pace.paused
        await stage.press("space")
        await stage.until(lambda: session.request is not None)
