"""Where two cards meet at an edge: the dying, the lying, full hands, ways over tokens."""

from __future__ import annotations

import pytest
from scenes import scene

from deathdome.model.decisions import Question
from deathdome.model.events import Declared, PushCancelled

RED, MATE, BLUE = "red warrior", "red medic", "blue warrior"


@pytest.mark.card("poorly-bolted-howitzer", "shrapnel-surprise")
def test_the_recoil_of_a_splashing_howitzer_goes_away_from_the_target() -> None:
    match = scene(
        units={"red gunner": "d15", "blue gunner": "e15", BLUE: "e14"},
        items={
            "red gunner": ["poorly-bolted-howitzer"],
            "blue gunner": ["cyber-suit"],
            BLUE: ["emperors-old-armor"],
        },
        hands={"red": ["shrapnel-surprise"]},
        active="red gunner",
    )
    match.attack("blue gunner", "poorly-bolted-howitzer").play("shrapnel-surprise").commit()
    match.hit(BLUE)
    assert match.question is Question.UNIT_PHASE
    assert match.where("red gunner") == "c15"


@pytest.mark.card("medical-pager")
def test_an_incapacitated_pager_bearer_next_door_does_not_heal() -> None:
    match = scene(
        units={RED: "e15", MATE: "f15", BLUE: "d15"},
        items={MATE: ["medical-pager"]},
        down=[MATE],
        turn="blue",
        active=BLUE,
    )
    match.attack(RED)
    assert match.question is Question.UNIT_PHASE


@pytest.mark.card("house-call")
def test_an_incapacitated_mate_next_door_makes_no_house_call() -> None:
    match = scene(
        units={RED: "e15", MATE: "f15", BLUE: "d15"},
        hands={"red": ["house-call"]},
        down=[MATE],
        turn="blue",
        active=BLUE,
    )
    match.attack(RED).commit()
    assert MATE not in match.picks("house-call")


@pytest.mark.card("dead-mans-tambourine", "porcupine-tuxedo")
@pytest.mark.rule("AMB-67")
def test_nobody_pays_back_a_dead_tambourine_player() -> None:
    match = scene(
        units={RED: "d15", BLUE: "e15"},
        items={RED: ["porcupine-tuxedo", "spare-spleen"], BLUE: ["dead-mans-tambourine"]},
        wounds={BLUE: 4},
        active=RED,
    )
    match.attack(BLUE)
    assert match.wounds(RED) == 8 - 2
    assert [event for event in match.told(Declared) if event.payback] == []
    match.jail("nw")
    assert (match.shells("red"), match.question) == (1, Question.UNIT_PHASE)


@pytest.mark.card("dead-mans-tambourine", "the-twins-who-share-a-spine")
@pytest.mark.rule("AMB-131")
def test_dead_twins_strike_no_second_time_after_their_tambourine() -> None:
    match = scene(
        characters={BLUE: "the-twins-who-share-a-spine"},
        units={RED: "d15", BLUE: "e15"},
        items={
            RED: ["hyperbranched-aramid-blast-suit", "spare-spleen"],
            BLUE: ["dead-mans-tambourine"],
        },
        wounds={BLUE: 5},
        active=RED,
    )
    match.attack(BLUE)
    assert match.wounds(RED) == 8 - 3


@pytest.mark.card("paid-intermission")
@pytest.mark.rule("DRAW-8", "CARD-12")
def test_paid_intermission_out_of_a_full_hand_draws_the_card_there_is_room_for() -> None:
    match = scene(hands={"red": ["paid-intermission", *["loud-noise"] * 6]}, deck=["hyper-cube"])
    match.play("paid-intermission")
    assert len(match.hand("red")) == 7
    assert "hyper-cube" in match.hand("red")


LANE = """
B B # # # # # # # B B
. . . . . c . . . . J
"""


@pytest.mark.card("van-damme", "beehive")
@pytest.mark.rule("AMB-80")
def test_a_follower_may_take_the_only_way_over_a_token() -> None:
    match = scene(
        board=LANE,
        units={RED: "d2", BLUE: "e2"},
        items={BLUE: ["beekeepers-regalia"], RED: ["van-damme", "beekeepers-regalia"]},
        tokens={"beehive": ("f2", "blue")},
        turn="blue",
        active=BLUE,
    )
    match.walk("h2").stop().play("van-damme")
    assert match.walks() == {"g2"}
    match = scene(
        board=LANE,
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


@pytest.mark.card("encore")
@pytest.mark.rule("DRAW-8", "CARD-12")
def test_encore_out_of_a_full_hand_draws_the_card_there_is_room_for() -> None:
    match = scene(
        units={RED: "d15", "blue scout": "e15"},
        wounds={"blue scout": 4},
        hands={"red": ["encore", *["loud-noise"] * 6]},
        deck=["hyper-cube"],
        active=RED,
    )
    match.attack("blue scout").commit().play("encore")
    assert "hyper-cube" in match.hand("red")


@pytest.mark.card("van-damme", "beehive")
@pytest.mark.rule("AMB-7", "AMB-80", "AMB-85")
def test_a_follower_does_not_stay_on_a_token_under_a_mate() -> None:
    match = scene(
        units={RED: "c14", MATE: "e14", BLUE: "d15"},
        items={RED: ["van-damme", "concrete-overcoat", "haunted-steamroller"]},
        tokens={"beehive": ("e14", "blue")},
        hands={"red": ["loud-noise"]},
        turn="blue",
        active=BLUE,
    )
    match.walk("f15").walk("f14").stop().play("van-damme")
    assert "e14" in match.walks()  # the token is stepped on only because the walk can go on
    match.walk("e14").lay("loud-noise").commit()
    assert match.asked_team == "red"
    match.walk(min(match.walks()))
    assert match.where(RED) != match.where(MATE)


@pytest.mark.card("understudy-collar")
@pytest.mark.rule("AMB-144")
def test_an_incapacitated_unit_can_still_take_a_hit_for_its_neighbour() -> None:
    match = scene(
        units={RED: "e15", MATE: "f15", BLUE: "d15"},
        items={MATE: ["understudy-collar"]},
        down=[MATE],
        turn="blue",
        active=BLUE,
    )
    match.attack(RED).play("understudy-collar")
    assert match.wounds(MATE) == 1
    assert match.wounds(RED) == 0


@pytest.mark.card("drive-by-crossbow", "shrapnel-surprise")
@pytest.mark.rule("AMB-145")
def test_after_a_splashing_attack_there_is_one_walk_and_not_one_for_each_unit_hit() -> None:
    match = scene(
        units={"red scout": "d15", "blue gunner": "f15", BLUE: "f14"},
        items={"red scout": ["drive-by-crossbow"]},
        hands={"red": ["shrapnel-surprise"]},
        active="red scout",
    )
    match.attack("blue gunner", "drive-by-crossbow").play("shrapnel-surprise").commit()
    match.hit(BLUE)
    assert match.picks("drive-by-crossbow") == {"blue gunner"}


@pytest.mark.card("whoopee-maul")
@pytest.mark.rule("AMB-146", "PUSH-3")
def test_a_blocked_push_is_told() -> None:
    match = scene(
        units={RED: "d15", "blue gunner": "e15", MATE: "f15"},
        items={RED: ["whoopee-maul"]},
        active=RED,
    )
    match.attack("blue gunner", "whoopee-maul")
    assert match.where("blue gunner") == "e15"
    assert len(match.told(PushCancelled)) == 1
