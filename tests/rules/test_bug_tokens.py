"""Bug tokens: steps, pushes, jumps and follows onto them, and who takes the shell."""

from __future__ import annotations

from typing import Any

import pytest
from scenes import Match, scene

from deathdome.model.actions import ActionKind
from deathdome.model.decisions import Question
from deathdome.model.events import Declared, Wounded

RED, GUNNER, SCOUT, MEDIC = "red warrior", "red gunner", "red scout", "red medic"


BLUE, SHOOTER, TARGET, NURSE = "blue warrior", "blue gunner", "blue scout", "blue medic"


def theirs(units: dict[str, str], active: str = BLUE, **more: Any) -> Match:
    """Blue's turn, one of its unit phases open."""
    return scene(units=units, turn="blue", active=active, **more)


@pytest.mark.card("beehive")
@pytest.mark.rule("AMB-85", "NOTE-BUG-10")
def test_a_walk_through_a_mate_on_a_token_is_attacked_and_put_back_along_the_walk() -> None:
    match = scene(
        units={RED: "d14", MEDIC: "e14"},
        items={RED: ["emperors-old-armor", "spare-spleen"]},
        tokens={"beehive": ("e14", "blue")},
        active=RED,
    )
    match.walk("e14")
    assert (match.wounds(RED), match.where(RED)) == (10 - 4, "d14")


@pytest.mark.card("beehive")
@pytest.mark.rule("AMB-85", "AMB-7")
def test_an_unharmed_walker_must_go_on_from_a_mate_on_a_token() -> None:
    match = scene(
        units={RED: "d14", MEDIC: "e14"},
        items={RED: ["concrete-overcoat", "haunted-steamroller"]},
        tokens={"beehive": ("e14", "blue")},
        hands={"red": ["loud-noise"]},
        active=RED,
    )
    match.walk("e14").lay("loud-noise").commit()
    assert {act for act in ActionKind if match.offers(act)} == {ActionKind.WALK}
    assert match.walk("f14").where(RED) == "f14"


@pytest.mark.card("whoopee-maul", "beehive")
@pytest.mark.rule("AMB-73", "NOTE-BUG-6", "PUSH-8")
@pytest.mark.parametrize(("before", "shells"), [(1, 0), (4, 1)])
def test_a_push_onto_a_token_adds_up_and_the_shell_depends_on_who_was_first(
    before: int, shells: int
) -> None:
    match = theirs(
        {BLUE: "c14", RED: "d14"},
        items={BLUE: ["whoopee-maul"]},
        wounds={RED: before},
        tokens={"beehive": ("e14", "red")},
    )
    match.attack(RED, "whoopee-maul")
    assert [event.wounds for event in match.told(Wounded)] == [3, 9]
    assert (match.question, match.asked_team) == (Question.JAIL, "blue")
    assert match.jail("nw").shells("blue") == shells
    assert match.shells("red") == 0


@pytest.mark.card("displacer-helm", "beehive")
@pytest.mark.rule("AMB-73")
@pytest.mark.parametrize(("before", "asked", "shells"), [(0, "green", 0), (4, "blue", 1)])
def test_who_jumps_onto_a_token_is_its_placers_unless_it_was_dead_already(
    before: int, asked: str, shells: int
) -> None:
    match = theirs(
        {BLUE: "c14", GUNNER: "d14"},
        seats=3,
        items={BLUE: ["whoopee-maul"], GUNNER: ["displacer-helm", "wearable-padded-cell"]},
        wounds={GUNNER: 3 + before},
        tokens={"beehive": ("e14", "green")},
    )
    match.attack(GUNNER, "whoopee-maul").play("displacer-helm").walk("e14")
    assert (match.question, match.asked_team) == (Question.JAIL, asked)
    assert match.jail("nw").shells("blue") == shells
    assert match.shells("green") == 0


@pytest.mark.card("extendable-stamp", "very-long-arm", "killer-bee-hive")
@pytest.mark.rule("AMB-137", "NOTE-BUG-1", "NOTE-BUG-3")
@pytest.mark.parametrize("card", ["extendable-stamp", "very-long-arm"])
def test_a_bug_card_goes_with_a_capture_from_a_distance(card: str) -> None:
    items = {RED: [card]} if card == "extendable-stamp" else {}
    hand = ["killer-bee-hive"] if items else ["killer-bee-hive", card]
    units = {RED: "c14", BLUE: "e14"}
    match = scene(units=units, items=items, hands={"red": hand}, active=RED)
    match.play(card, "e14").play("killer-bee-hive")
    assert [match.space_name(token.space) for token in match.state.tokens] == ["e14"]
    assert match.wounds(BLUE) == 0


@pytest.mark.card("beehive")
@pytest.mark.rule("AMB-86", "NOTE-BUG-2")
def test_a_point_with_a_token_is_captured_after_surviving_the_step() -> None:
    match = scene(
        units={RED: "d14"},
        items={RED: ["concrete-overcoat", "haunted-steamroller", "spare-spleen"]},
        tokens={"beehive": ("e14", "blue")},
        points={"e14": "blue"},
        active=RED,
    )
    match.walk("e14").capture()
    assert (match.wounds(RED), match.owner("e14")) == (10 - 7, "red")
    assert len(match.state.tokens) == 1


@pytest.mark.card("van-damme")
@pytest.mark.rule("AMB-142", "AMB-85")
def test_a_follower_sees_a_unit_pushed_onto_a_token_where_it_was_put_back() -> None:
    match = theirs(
        {BLUE: "c14", RED: "d14", SCOUT: "d15"},
        items={
            BLUE: ["whoopee-maul"],
            RED: ["emperors-old-armor", "spare-spleen"],
            SCOUT: ["van-damme"],
        },
        hands={"blue": ["elbow-grease"]},
        tokens={"beehive": ("e14", "blue")},
    )
    match.attack(RED, "whoopee-maul").lay("elbow-grease").commit()
    assert match.where(RED) == "d14"
    match.play("van-damme")
    assert match.walks() == {"c15", "e15", "e14"}


@pytest.mark.card("rude-shove", "beehive")
@pytest.mark.rule("AMB-141", "AMB-73")
def test_a_shove_onto_a_token_lets_the_shover_pick_the_jail_without_a_shell() -> None:
    match = scene(
        units={RED: "c14", BLUE: "d14"},
        hands={"red": ["rude-shove"]},
        tokens={"beehive": ("e14", "blue")},
        active=RED,
    )
    match.play("rude-shove", BLUE)
    assert (match.question, match.asked_team) == (Question.JAIL, "red")
    assert match.jail("nw").shells("red") == 0
    assert match.told(Declared)[0].unit == -1
