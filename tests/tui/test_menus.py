"""To commit no card is asked about once, and only where one would decide something."""

from __future__ import annotations

from dataclasses import replace

from scenes import scene
from tui.props import on_stage

ARENA = {"red warrior": "e4", "blue gunner": "e3"}


async def test_an_attack_that_does_nothing_without_cards_asks_once() -> None:
    match = scene(
        units={"red medic": "e4", "blue gunner": "e3"},
        hands={"red": ["crowd-roar"]},
        active="red medic",
    )
    async with on_stage(match) as stage:
        await stage.press("a", "enter")
        ply = stage.true.ply
        await stage.press("enter")
        said = " ".join(stage.lines("note").split())
        assert said.startswith("No cards selected: the attack does nothing unless you add")
        assert said.endswith("Enter again plays none.")
        assert stage.true.ply == ply
        await stage.press("enter")
        assert stage.true.ply > ply


async def test_an_attack_that_wounds_without_cards_asks_nothing() -> None:
    match = scene(units=ARENA, hands={"red": ["crowd-roar"]}, active="red warrior")
    async with on_stage(match) as stage:
        await stage.press("a", "enter")
        ply = stage.true.ply
        await stage.press("enter")
        assert stage.true.ply > ply


async def test_a_unit_that_a_card_would_save_asks_once() -> None:
    match = scene(
        units=ARENA,
        hands={"blue": ["crowd-roar"]},
        wounds={"blue gunner": 5},
        active="red warrior",
    )
    async with on_stage(match, ("human", "human")) as stage:
        await stage.press("a", "enter", "enter")  # blue takes the seat
        ply = stage.true.ply
        await stage.press("enter")
        assert "Your Gunner dies unless you add 1" in " ".join(stage.lines("note").split())
        assert stage.true.ply == ply
        await stage.press("space", "enter")  # and it plays one
        assert stage.true.wounds[5] == 5


async def test_who_wants_no_questions_is_asked_none() -> None:
    match = scene(
        units={"red medic": "e4", "blue gunner": "e3"},
        hands={"red": ["crowd-roar"]},
        active="red medic",
    )
    async with on_stage(match) as stage:
        look = stage.app.settings
        stage.app.use_settings(replace(look, options=replace(look.options, confirm_ending=False)))
        await stage.press("a", "enter")
        ply = stage.true.ply
        await stage.press("enter")
        assert stage.true.ply > ply
