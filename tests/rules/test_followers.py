"""Followers: which unit comes along after a move, when, and what it sees."""

from __future__ import annotations

from typing import Any

import pytest
from scenes import Match, scene

from deathdome.model.decisions import Question

RED, GUNNER, SCOUT, MEDIC = "red warrior", "red gunner", "red scout", "red medic"


BLUE, SHOOTER, TARGET, NURSE = "blue warrior", "blue gunner", "blue scout", "blue medic"


def theirs(units: dict[str, str], active: str = BLUE, **more: Any) -> Match:
    """Blue's turn, one of its unit phases open."""
    return scene(units=units, turn="blue", active=active, **more)


@pytest.mark.card("step-n-go", "van-damme")
@pytest.mark.rule("NOTE-STEP-4", "NOTE-VAN-3", "AMB-80")
def test_an_interrupted_walk_is_one_move_and_followed_after_its_last_step() -> None:
    match = theirs(
        {RED: "d15", BLUE: "e15", MEDIC: "g14"},
        items={RED: ["van-damme"]},
        hands={"blue": ["step-n-go"]},
    )
    match.play("step-n-go").walk("f15").attack(MEDIC)
    assert match.question is Question.UNIT_PHASE
    match.walk("h15").stop().play("van-damme")
    assert match.walks() == {"g15", "g16"}


@pytest.mark.card("step-n-go", "van-damme")
@pytest.mark.rule("NOTE-STEP-4", "NOTE-VAN-3")
def test_a_unit_met_at_a_pause_of_the_walk_does_not_follow() -> None:
    match = theirs(
        {RED: "f14", BLUE: "d15", MEDIC: "f16"},
        items={RED: ["van-damme"]},
        hands={"blue": ["step-n-go"]},
    )
    match.play("step-n-go").walk("e15").attack(MEDIC).walk("g15").stop()
    assert match.question is Question.UNIT_PHASE


@pytest.mark.card("clockwork-ankles", "landmine-lederhosen", "van-damme")
def test_nobody_follows_a_walker_that_died_at_a_pause() -> None:
    match = theirs(
        {BLUE: "d15", RED: "f14", SCOUT: "c15"},
        items={
            BLUE: ["clockwork-ankles"],
            RED: ["landmine-lederhosen"],
            SCOUT: ["van-damme"],
        },
        wounds={BLUE: 3},
    )
    match.walk("e15").attack(RED).jail("nw")
    assert (match.where(BLUE), match.where(SCOUT)) == ("jail nw", "c15")
    assert match.question is Question.TURN


@pytest.mark.card("beehive", "van-damme")
def test_nobody_follows_a_walker_that_died_on_a_token() -> None:
    match = theirs(
        {BLUE: "d14", SCOUT: "c14"},
        items={SCOUT: ["van-damme"]},
        tokens={"beehive": ("e14", "red")},
    )
    match.walk("e14").jail("nw")
    assert (match.where(SCOUT), match.question) == ("c14", Question.TURN)


@pytest.mark.card("whoopee-maul", "van-damme", "medical-pager", "displacer-helm")
@pytest.mark.rule("ATTACK-12", "NOTE-PAGER-2", "NOTE-VAN-2", "AMB-52")
def test_after_the_wounds_come_push_followers_other_reactions_and_then_death() -> None:
    match = theirs(
        {BLUE: "d15", RED: "e15", SCOUT: "e14", MEDIC: "j15"},
        items={
            BLUE: ["whoopee-maul", "steroid-lunchbox"],
            RED: ["displacer-helm"],
            SCOUT: ["van-damme"],
            MEDIC: ["medical-pager"],
        },
        wounds={RED: 2},
    )
    match.attack(RED, "whoopee-maul")
    assert (match.where(RED), match.wounds(RED)) == ("f15", 5)
    assert match.usable() == {"van-damme"}
    match.play("van-damme").walk("f14")
    assert match.usable() == {"displacer-helm", "medical-pager"}
    match.play("medical-pager", RED).walk("g15").stop()
    assert match.wounds(RED) == 3
    match.decline()
    assert (match.where(RED), match.question) == ("f15", Question.UNIT_PHASE)


@pytest.mark.card("van-damme", "medical-pager", "apology-rifle")
def test_the_follower_takes_the_last_free_space_before_the_medic() -> None:
    match = theirs(
        {SHOOTER: "a3", RED: "c3", SCOUT: "c2", MEDIC: "f3"},
        SHOOTER,
        board=LANE,
        items={
            SHOOTER: ["apology-rifle"],
            SCOUT: ["van-damme"],
            MEDIC: ["medical-pager"],
        },
    )
    match.attack(RED, "apology-rifle").play("van-damme")
    assert match.where(RED) == "d3"
    match.walk("c3")
    match.play("medical-pager", RED)
    assert match.where(SCOUT) == "c3"
    assert "c3" not in match.walks()


LANE = """
B B . . . . . . B B
. . . . . . . . . J
. . . . . . . . . J
"""


@pytest.mark.card("van-damme", "mister-tuesday")
def test_the_second_follower_sees_the_board_after_the_first() -> None:
    match = theirs(
        {BLUE: "e15", SCOUT: "d15", RED: "d14"},
        characters={RED: "mister-tuesday"},
        items={SCOUT: ["van-damme"]},
    )
    match.walk("g15").stop()
    assert match.usable() == {"van-damme", "mister-tuesday"}
    match.play("mister-tuesday").walk("f15")
    match.decline()  # the first follower has moved as well, and that comes first
    assert match.play("van-damme").walks() == {"f14", "f16"}


@pytest.mark.card("repossessed-prison-bus", "van-damme")
@pytest.mark.rule("INCAP-2", "AMB-80")
def test_the_incapacitated_neither_come_along_nor_follow() -> None:
    match = scene(
        units={RED: "d15", MEDIC: "d14", TARGET: "c15"},
        items={RED: ["repossessed-prison-bus"], TARGET: ["van-damme"]},
        down=[MEDIC, TARGET],
        active=RED,
    )
    assert match.walk("f15").stop().question is Question.UNIT_PHASE


CORRIDOR = """
B B # # # # # # # B B
. . . . . c . . . . J
"""


@pytest.mark.card("van-damme", "beehive")
@pytest.mark.rule("AMB-80")
def test_a_follower_may_take_the_only_way_over_a_token() -> None:
    match = scene(
        board=CORRIDOR,
        units={RED: "d2", BLUE: "e2"},
        items={BLUE: ["beekeepers-regalia"], RED: ["van-damme", "beekeepers-regalia"]},
        tokens={"beehive": ("f2", "blue")},
        turn="blue",
        active=BLUE,
    )
    match.walk("h2").stop().play("van-damme")
    assert match.walks() == {"g2"}
    match = scene(
        board=CORRIDOR,
        units={RED: "d2", BLUE: "e2"},
        items={
            BLUE: ["beekeepers-regalia"],
            RED: ["van-damme", "concrete-overcoat", "haunted-steamroller"],
        },
        tokens={"beehive": ("f2", "blue")},
        turn="blue",
        active=BLUE,
    )
    match.walk("h2").stop()
    assert match.question is Question.REACTION


@pytest.mark.card("van-damme", "beehive")
@pytest.mark.rule("AMB-7", "AMB-80", "AMB-85")
def test_a_follower_does_not_stay_on_a_token_under_a_mate() -> None:
    match = scene(
        units={RED: "c14", MEDIC: "e14", BLUE: "d15"},
        items={RED: ["van-damme", "concrete-overcoat", "haunted-steamroller"]},
        tokens={"beehive": ("e14", "blue")},
        hands={"red": ["loud-noise"]},
        turn="blue",
        active=BLUE,
    )
    match.walk("f15").walk("f14").stop().play("van-damme")
    assert "e14" in match.walks()  # the token is stepped on only because the walk can continue
    match.walk("e14").lay("loud-noise").commit()
    assert match.asked_team == "red"
    match.walk(min(match.walks()))
    assert match.where(RED) != match.where(MEDIC)
