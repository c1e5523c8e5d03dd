"""A reaction says what it answers, and each answer what it does."""

from __future__ import annotations

from question_scenes import AT_ARMS, reaction
from scenes import Match, scene
from tui.props import on_stage

from deathdome.model.decisions import Question


def wounded(wounds: int) -> Match:
    """A gunner with a medic near it, hit by a chainsaw."""
    match = scene(
        units={**AT_ARMS, "blue medic": "e1"},
        items={"red warrior": ["rusty-chainsaw"], "blue medic": ["medical-pager"]},
        wounds={"blue gunner": wounds},
        hands={"red": ["crowd-roar"], "blue": ["house-call"]},
        active="red warrior",
    )
    match.attack("blue gunner", "rusty-chainsaw").lay("crowd-roar").commit_all()
    assert match.question is Question.REACTION
    return match


async def shown(match: Match) -> tuple[str, list[str]]:
    """The question, and the answers."""
    names = ["quiet", "quiet"]
    names[match.asked.seat] = "human"
    async with on_stage(match, names) as stage:
        assert stage.interaction.menu is not None
        title = stage.lines("prompt").splitlines()[0].strip()
        assert title in stage.text
        return title, [entry.text for entry in stage.interaction.menu.entries]


async def test_a_dying_unit_is_said_to_be_dying_and_who_would_walk_to_heal_it() -> None:
    title, answers = await shown(wounded(0))
    assert title == "Your Gunner is dying. React?"
    assert answers[:2] == ["do nothing", "your Medic walks to your Gunner, heals 2 (Medical Pager)"]
    assert "play House Call: your Medic walks to your Gunner, heals 2" in answers


async def test_help_that_comes_too_late_is_marked_and_stands_last() -> None:
    title, answers = await shown(wounded(5))
    assert title == "Your Gunner is dying. React?"
    assert answers[0] == "do nothing"
    assert {answer.partition(":")[0] for answer in answers[1:]} == {"too late", "too far"}
    assert "too late: your Medic walks to your Gunner, heals 2 (Medical Pager)" in answers
    assert "too late: play House Call: your Medic walks to your Gunner, heals 2" in answers


async def test_what_is_cut_off_stands_in_the_text_below() -> None:
    async with on_stage(wounded(5), ("quiet", "human")) as stage:
        await stage.press("down")
        assert "Medical Pager: When a teammate is" in " ".join(stage.lines("prompt").split())


async def test_a_jump_a_payback_and_a_follower_say_what_they_are() -> None:
    match = scene(
        units=AT_ARMS,
        items={"red warrior": ["rusty-chainsaw"], "blue gunner": ["displacer-helm"]},
        active="red warrior",
    )
    match.attack("blue gunner", "rusty-chainsaw").commit_all()
    assert await shown(match) == (
        "Your Gunner is wounded. React?",
        ["do nothing", "your Gunner jumps (Displacer Helm)"],
    )
    assert await shown(reaction()) == (
        "Your Gunner was hit. React?",
        ["do nothing", "play Ricochet Clause: payback 4"],
    )
    match = scene(units=AT_ARMS, items={"blue gunner": ["van-damme"]}, active="red warrior")
    match.walk("g6").stop()
    assert await shown(match) == (
        "Red's Warrior has moved. React?",
        ["do nothing", "your Gunner follows Red's Warrior (Van Damme)"],
    )


async def test_cards_for_a_death_say_how_many_are_drawn() -> None:
    match = scene(
        units=AT_ARMS,
        items={"red warrior": ["rusty-chainsaw"]},
        wounds={"blue gunner": 5},
        hands={"red": ["encore", "crowd-roar"]},
        active="red warrior",
    )
    match.attack("blue gunner", "rusty-chainsaw").lay("crowd-roar").commit_all()
    assert await shown(match) == (
        "Blue's Gunner has died. React?",
        ["do nothing", "play Encore: draw 2 cards"],
    )
