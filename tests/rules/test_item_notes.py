"""The cards that the rulebooks name, as far as the rulebooks explain them."""

from __future__ import annotations

from typing import Any

import pytest
from scenes import TYPES, Match, scene

from deathdome.model.actions import DECLINE, ActionKind
from deathdome.model.decisions import Question
from deathdome.model.events import Healed

HOLDER = {"blue medic": ["van-damme"]}


def answering(match: Match, card: str) -> bool:
    """True if the card is offered in a reaction."""
    return match.question is Question.REACTION and card in match.usable()


# -- Van Damme -------------------------------------------------------------------------------------


@pytest.mark.rule("NOTE-VAN-1", "AMB-80")
@pytest.mark.parametrize("walker", ["red scout", "blue scout"])
def test_van_damme_follows_friend_and_enemy_with_no_more_steps_than_they_made(walker: str) -> None:
    team = walker.partition(" ")[0]
    match = scene(
        units={walker: "e15", "blue medic": "d15"}, items=HOLDER, turn=team, active=walker
    )
    match.walk("h15").stop()
    assert answering(match, "van-damme")
    match.play("van-damme")
    assert match.asks(Question.FOLLOW)
    assert match.walks() == {"g14", "g15", "g16"}  # three steps and next to h15
    match.walk("g15")
    assert match.where("blue medic") == "g15"


@pytest.mark.rule("NOTE-VAN-1", "AMB-80")
def test_following_costs_nothing_and_may_be_declined() -> None:
    match = (
        scene(
            units={"blue scout": "e15", "blue medic": "d15"},
            items=HOLDER,
            turn="blue",
            active="blue scout",
        )
        .walk("h15")
        .stop()
    )
    assert DECLINE in match.asked.options
    match.play("van-damme").walk("g15").end_phase().activate("blue medic")
    assert "l15" in match.walks()


@pytest.mark.rule("NOTE-VAN-2")
def test_van_damme_follows_a_unit_that_is_pushed_back() -> None:
    match = scene(
        units={"red warrior": "d15", "blue gunner": "e15", "blue medic": "e14"},
        items=HOLDER | {"red warrior": ["whoopee-maul"]},
        active="red warrior",
    ).attack("blue gunner", "whoopee-maul")
    assert match.where("blue gunner") == "f15"
    match.play("van-damme").walk("f14")
    assert match.where("blue medic") == "f14"


@pytest.mark.rule("NOTE-VAN-2")
def test_van_damme_follows_a_unit_that_another_item_moves() -> None:
    match = scene(
        units={"red warrior": "d15", "blue scout": "e15", "blue medic": "f15"},
        items=HOLDER | {"blue scout": ["displacer-helm"]},
        active="red warrior",
    ).attack("blue scout")
    match.play("displacer-helm").walk("d14")
    assert answering(match, "van-damme")


@pytest.mark.rule("NOTE-VAN-3", "NOTE-STEP-4")
def test_a_unit_met_on_the_way_is_not_followed_even_with_step_n_go() -> None:
    match = scene(
        units={"red scout": "b15", "blue medic": "d15"},
        items=HOLDER,
        hands={"red": ["step-n-go"]},
        active="red scout",
    )
    match.play("step-n-go").walk("c15").attack("blue medic").walk("c14").stop()
    assert match.asks(Question.UNIT_PHASE)
    assert match.where("blue medic") == "d15"


@pytest.mark.rule("NOTE-VAN-1", "NOTE-STEP-3", "NOTE-STEP-4")
def test_an_interrupted_walk_is_followed_once_from_its_start_to_its_end() -> None:
    match = scene(
        units={"red scout": "e15", "blue medic": "d15", "blue scout": "f14"},
        items=HOLDER,
        hands={"red": ["step-n-go"]},
        active="red scout",
    )
    match.play("step-n-go").walk("f15").attack("blue scout").walk("h15")
    assert not answering(match, "van-damme")
    match.stop()
    assert answering(match, "van-damme")
    match.play("van-damme").walk("g15")
    assert match.asks(Question.UNIT_PHASE)


@pytest.mark.rule("NOTE-VAN-4", "SIGHT-8")
def test_behind_two_walls_at_the_corner_nobody_is_adjacent() -> None:
    match = (
        scene(units={"red scout": "d4", "blue medic": "c3"}, items=HOLDER, active="red scout")
        .walk("f4")
        .stop()
    )
    assert match.asks(Question.UNIT_PHASE)


@pytest.mark.rule("AMB-80", "INCAP-4")
def test_a_lying_holder_does_not_follow() -> None:
    match = (
        scene(
            units={"red scout": "e15", "blue medic": "d15"},
            items=HOLDER,
            down=["blue medic"],
            active="red scout",
        )
        .walk("h15")
        .stop()
    )
    assert match.asks(Question.UNIT_PHASE)


@pytest.mark.rule("AMB-80")
def test_going_to_jail_is_no_movement_to_follow() -> None:
    match = (
        scene(
            units={"red warrior": "d15", "blue scout": "e15", "blue medic": "f15"},
            items=HOLDER | {"red warrior": ["guillotine-on-a-stick"]},
            active="red warrior",
        )
        .attack("blue scout", "guillotine-on-a-stick")
        .jail("nw")
    )
    assert match.asks(Question.UNIT_PHASE)


@pytest.mark.rule("AMB-80", "NOTE-BUG-4")
def test_a_token_attacks_the_follower() -> None:
    match = scene(
        units={"red scout": "g17", "blue medic": "g18"},
        items=HOLDER,
        tokens={"beehive": ("h17", "red")},
        active="red scout",
    )
    match.walk("h16").stop()
    match.play("van-damme").walk("h17")
    assert match.asks(Question.JAIL)  # 10 - 1 against 5 vitae


@pytest.mark.rule("AMB-142")
def test_a_unit_put_back_by_a_token_is_followed_to_where_it_stands_in_the_end() -> None:
    match = (
        scene(
            units={"red warrior": "h15", "blue gunner": "h16", "blue medic": "g15"},
            items=HOLDER
            | {"red warrior": ["whoopee-maul"], "blue gunner": ["cyber-suit", "spare-spleen"]},
            hands={"blue": ["sponsors-darling"], "red": ["crowd-roar"]},
            tokens={"beehive": ("h17", "red")},
            active="red warrior",
        )
        .attack("blue gunner", "whoopee-maul")
        .lay("crowd-roar")
        .commit()
        .commit()
    )
    match.commit()  # 10 - 4 by the bees: back from h17 to h16
    assert match.where("blue gunner") == "h16"
    match.play("van-damme")
    assert match.walks() <= {"g16", "h15", "g17", "i15", "i17", "h17", "g15"}
    assert match.walks()


# -- Medical Pager ---------------------------------------------------------------------------------


def paged(wounds: int, medic: str = "h15", **more: object) -> Match:
    """The red warrior has hit the blue scout, whose team has a pager."""
    match = scene(
        units={"red warrior": "d15", "blue scout": "e15", "blue medic": medic},
        items={"blue medic": ["medical-pager"], **more.pop("items", {})},  # type: ignore[dict-item]
        wounds={"blue scout": wounds},
        active="red warrior",
        **more,  # type: ignore[arg-type]
    )
    return match.attack("blue scout")  # two wounds against five vitae


@pytest.mark.rule("NOTE-PAGER-1", "NOTE-PAGER-3", "AMB-81")
def test_the_pager_moves_its_holder_in_another_players_turn_and_heals_two() -> None:
    match = paged(1)
    assert match.asked_team == "blue"
    match.play("medical-pager").walk("f15").stop()
    assert match.where("blue medic") == "f15"
    assert match.wounds("blue scout") == 1
    assert match.asked_team == "red"


@pytest.mark.rule("EX-8", "NOTE-PAGER-3", "NOTE-PAGER-4")
@pytest.mark.parametrize(("wounds", "vitae"), [(3, 2), (4, 1)])
def test_two_healed_save_a_unit_at_zero_or_one_below(wounds: int, vitae: int) -> None:
    match = paged(wounds).play("medical-pager").walk("f15").stop()
    assert 5 - match.wounds("blue scout") == vitae
    assert match.where("blue scout") == "e15"
    assert match.shells("red") == 0
    assert match.asks(Question.UNIT_PHASE)


@pytest.mark.rule("NOTE-PAGER-4", "WOUND-6")
def test_two_healed_do_not_save_a_unit_at_two_below() -> None:
    match = paged(4, items={"red warrior": ["steroid-lunchbox"]})
    match.play("medical-pager").walk("f15").stop()
    assert match.told(Healed)
    match.jail("nw")
    assert match.shells("red") == 1


@pytest.mark.rule("NOTE-PAGER-3", "AMB-133")
def test_a_holder_that_is_next_door_already_heals_without_a_step() -> None:
    match = paged(3, medic="f15").play("medical-pager").stop()
    assert match.wounds("blue scout") == 3


@pytest.mark.rule("NOTE-PAGER-3", "AMB-81")
def test_a_holder_that_does_not_get_there_heals_nobody() -> None:
    match = paged(3, medic="o15").play("medical-pager").walk("j15")
    assert match.told(Healed) == []
    assert match.asks(Question.JAIL)


@pytest.mark.rule("AMB-81")
def test_the_holder_comes_out_of_its_base_too() -> None:
    match = scene(
        units={"red warrior": "k17", "blue scout": "j18", "blue medic": "base"},
        items={"blue medic": ["medical-pager"]},
        active="red warrior",
    ).attack("blue scout")
    match.play("medical-pager").walk("j19").stop()
    assert match.wounds("blue scout") == 0


@pytest.mark.rule("NOTE-PAGER-2", "NOTE-PAGER-5", "AMB-52")
def test_the_holder_moves_after_the_push_and_the_push_stays() -> None:
    match = scene(
        units={"red warrior": "d15", "blue scout": "e15", "blue medic": "k15"},
        items={"blue medic": ["medical-pager"], "red warrior": ["whoopee-maul"]},
        active="red warrior",
    ).attack("blue scout", "whoopee-maul")
    assert match.asks(Question.REACTION)
    assert match.where("blue scout") == "f15"
    match.play("medical-pager").walk("g15").stop()
    assert match.where("blue scout") == "f15"
    assert match.wounds("blue scout") == 2


@pytest.mark.rule("NOTE-PAGER-5")
def test_a_healed_unit_is_still_incapacitated() -> None:
    match = scene(
        units={"red warrior": "d15", "blue scout": "e15", "blue medic": "f15"},
        items={"blue medic": ["medical-pager"], "red warrior": ["nap-hammer"]},
        active="red warrior",
    ).attack("blue scout", "nap-hammer")
    match.play("medical-pager").stop()
    assert match.wounds("blue scout") == 3
    assert match.is_down("blue scout")


@pytest.mark.rule("NOTE-PAGER-6", "LAVA-7", "AMB-81")
def test_a_unit_hurt_by_lava_cannot_be_healed_though_the_holder_may_walk() -> None:
    match = scene(
        units={"red warrior": "f12", "blue gunner": "g12", "blue medic": "g13"},
        items={"blue medic": ["medical-pager"], "red warrior": ["whoopee-maul"]},
        active="red warrior",
    ).attack("blue gunner", "whoopee-maul")
    match.jail("nw")
    match.play("medical-pager").walk("g12").stop()
    assert match.where("blue medic") == "g12"
    assert match.where("blue gunner") == "jail nw"
    assert match.shells("red") == 1
    assert match.told(Healed) == []


@pytest.mark.rule("NOTE-PAGER-7")
def test_old_man_hobblerone_answers_like_a_pager() -> None:
    match = scene(
        characters={"blue medic": "old-man-hobblerone"},
        units={"red warrior": "d15", "blue scout": "e15", "blue medic": "f15"},
        wounds={"blue scout": 3},
        active="red warrior",
    ).attack("blue scout")
    match.play("old-man-hobblerone").stop()
    assert match.wounds("blue scout") == 3


@pytest.mark.rule("AMB-82")
def test_the_pager_is_no_help_to_its_own_holder() -> None:
    match = scene(
        units={"red warrior": "d15", "blue medic": "e15"},
        items={"blue medic": ["medical-pager"]},
        active="red warrior",
    ).attack("blue medic")
    assert match.asks(Question.UNIT_PHASE)


@pytest.mark.rule("AMB-82")
@pytest.mark.parametrize("fate", ["jailed", "lying down"])
def test_a_jailed_or_distant_lying_holder_does_not_react(fate: str) -> None:
    match = scene(
        units={
            "red warrior": "d15",
            "blue scout": "e15",
            "blue medic": "jail nw" if fate == "jailed" else "h15",
        },
        items={"blue medic": ["medical-pager"]},
        down=["blue medic"] if fate == "lying down" else [],
        active="red warrior",
    ).attack("blue scout")
    assert match.asks(Question.UNIT_PHASE)


@pytest.mark.rule("AMB-82")
def test_a_holder_reacts_once_an_attack_and_once_again_in_the_next() -> None:
    match = scene(
        units={
            "red warrior": "d15",
            "blue scout": "e15",
            "blue gunner": "e14",
            "blue medic": "f15",
        },
        items={
            "blue medic": ["medical-pager"],
            "red warrior": ["upside-down-lawnmower", "borrowed-trigger-finger"],
        },
        active="red warrior",
    ).attack(None, "upside-down-lawnmower")
    match.hit("blue scout").play("medical-pager").stop()
    assert match.asks(Question.UNIT_PHASE)  # the gunner's wounds bring no second visit
    match.play("borrowed-trigger-finger").attack("blue scout")
    assert answering(match, "medical-pager")


@pytest.mark.rule("AMB-82")
def test_with_two_holders_the_owner_picks_the_order() -> None:
    match = scene(
        characters={"blue warrior": "old-man-hobblerone"},
        units={
            "red warrior": "d15",
            "blue scout": "e15",
            "blue medic": "f15",
            "blue warrior": "f14",
        },
        items={"blue medic": ["medical-pager"]},
        wounds={"blue scout": 2},
        active="red warrior",
    ).attack("blue scout")
    assert match.usable() == {"medical-pager", "old-man-hobblerone"}
    match.play("old-man-hobblerone").stop().play("medical-pager").stop()
    assert match.wounds("blue scout") == 0


@pytest.mark.rule("AMB-81", "NOTE-PAGER-1")
def test_the_wound_of_a_token_calls_the_pager_too() -> None:
    match = scene(
        units={"blue gunner": "h15", "blue medic": "g17"},
        items={"blue medic": ["medical-pager"], "blue gunner": ["cyber-suit"]},
        tokens={"beehive": ("h17", "red")},
        turn="blue",
        active="blue gunner",
    ).walk("h17")
    match.play("medical-pager").walk("g16").stop()
    assert match.wounds("blue gunner") == 10 - 4 - 2


# -- Jail Riot, Vacuum Tube Escape -----------------------------------------------------------------


@pytest.mark.rule("NOTE-RIOT-1", "CARD-11", "AMB-89", "TURN-4")
def test_a_fully_jailed_player_may_start_a_riot_without_a_unit_phase() -> None:
    match = scene(
        seats=3,
        units={f"red {kind}": "jail nw" for kind in TYPES} | {"blue scout": "jail nw"},
        hands={"red": ["jail-riot"]},
    )
    match.play("jail-riot", pick="nw")
    assert [match.where(f"red {kind}") for kind in TYPES] == ["base"] * 4
    assert match.where("blue scout") == "base"
    assert match.discarded("jail-riot") == 1


@pytest.mark.rule("NOTE-TUBE-1", "CARD-11", "AMB-89")
def test_the_jailed_bearer_of_the_tube_escapes_once_without_a_unit_phase() -> None:
    match = scene(
        seats=3,
        units={f"red {kind}": "jail nw" for kind in TYPES},
        items={"red scout": ["vacuum-tube-escape"]},
    ).play("vacuum-tube-escape")
    assert match.where("red scout") == "base"
    assert match.where("red medic") == "jail nw"
    assert match.offers(ActionKind.ACTIVATE)


# -- pagers and other helpers ----------------------------------------------------------------------


RED, GUNNER, SCOUT, MEDIC = "red warrior", "red gunner", "red scout", "red medic"


BLUE, SHOOTER, TARGET, NURSE = "blue warrior", "blue gunner", "blue scout", "blue medic"


def theirs(units: dict[str, str], active: str = BLUE, **more: Any) -> Match:
    """Blue's turn, one of its unit phases open."""
    return scene(units=units, turn="blue", active=active, **more)


@pytest.mark.card("medical-pager")
@pytest.mark.rule("NOTE-PAGER-4", "WOUND-6", "EX-8")
@pytest.mark.parametrize(("before", "lives"), [(3, True), (4, True), (5, False)])
def test_the_pager_saves_from_minus_one_but_not_from_minus_two(before: int, lives: bool) -> None:
    match = theirs(
        {BLUE: "d15", RED: "e15", MEDIC: "g15"},
        items={BLUE: ["grudge-axe"], MEDIC: ["medical-pager"], RED: ["spare-spleen"]},
        wounds={RED: before + 1},
    )
    # Seven vitae: three wounds more leave 0, -1 or -2.
    match.attack(RED, "grudge-axe").play("medical-pager", RED).walk("f15").stop()
    assert (match.question is Question.UNIT_PHASE) is lives
    assert match.wounds(RED) == before + 1 + 3 - 2


@pytest.mark.card("medical-pager", "whoopee-maul")
@pytest.mark.rule("NOTE-PAGER-6", "LAVA-7", "AMB-81")
def test_the_pager_walks_but_cannot_heal_after_a_death_in_lava() -> None:
    match = theirs(
        {BLUE: "j16", RED: "j15", MEDIC: "l15"},
        items={BLUE: ["whoopee-maul"], MEDIC: ["medical-pager"]},
    )
    match.attack(RED, "whoopee-maul").jail("nw")
    assert (match.question, match.usable()) == (Question.REACTION, {"medical-pager"})
    match.play("medical-pager", RED).walk("k15").stop()
    assert (match.where(RED), match.where(MEDIC)) == ("jail nw", "k15")
    assert match.told(Healed) == []


@pytest.mark.card("medical-pager", "beehive")
def test_a_medic_that_falls_on_a_token_heals_nobody() -> None:
    match = theirs(
        {BLUE: "g15", RED: "f15", MEDIC: "d14"},
        items={MEDIC: ["medical-pager"]},
        tokens={"beehive": ("e14", "blue")},
    )
    match.attack(RED).play("medical-pager", RED).walk("e14").jail("nw")
    assert (match.where(MEDIC), match.wounds(RED)) == ("jail nw", 1)


@pytest.mark.card("medical-pager", "old-man-hobblerone", "house-call")
@pytest.mark.rule("AMB-82")
def test_several_helpers_may_all_come_and_the_last_sees_what_is_left() -> None:
    match = theirs(
        {BLUE: "d15", RED: "e15", MEDIC: "g15", SCOUT: "g14"},
        characters={SCOUT: "old-man-hobblerone"},
        items={BLUE: ["grudge-axe"], MEDIC: ["medical-pager"]},
    )
    match.attack(RED, "grudge-axe")
    assert match.usable() == {"medical-pager", "old-man-hobblerone"}
    match.play("old-man-hobblerone", RED).walk("f14").stop()
    assert match.wounds(RED) == 1
    match.play("medical-pager", RED).walk("f15").stop()
    assert match.wounds(RED) == 0


@pytest.mark.card("medical-pager")
@pytest.mark.rule("AMB-82")
def test_an_incapacitated_pager_bearer_stays_where_it_is() -> None:
    match = theirs(
        {BLUE: "d15", RED: "e15", MEDIC: "g15"}, items={MEDIC: ["medical-pager"]}, down=[MEDIC]
    )
    assert match.attack(RED).question is Question.UNIT_PHASE


@pytest.mark.card("displacer-helm", "medical-pager")
def test_a_dying_unit_may_jump_before_the_medic_sets_out() -> None:
    match = theirs(
        {BLUE: "d15", RED: "e15", MEDIC: "i15"},
        items={BLUE: ["grudge-axe"], RED: ["displacer-helm"], MEDIC: ["medical-pager"]},
        wounds={RED: 3},
    )
    match.attack(RED, "grudge-axe").play("displacer-helm").walk("g15")
    match.play("medical-pager", RED).walk("h15").stop()
    assert (match.where(RED), match.wounds(RED)) == ("g15", 3 + 2 - 2)
    assert match.question is Question.UNIT_PHASE


@pytest.mark.card("medical-pager", "missile-launcher")
@pytest.mark.rule("AMB-82")
def test_the_pager_rings_once_an_attack_for_the_victim_the_team_picks() -> None:
    match = theirs(
        {SHOOTER: "d15", RED: "h15", SCOUT: "i15", MEDIC: "k15"},
        SHOOTER,
        items={SHOOTER: ["missile-launcher"], MEDIC: ["medical-pager"]},
    )
    match.attack(RED, "missile-launcher").hit(RED).decline()
    match.play("medical-pager", SCOUT).walk("j15").stop()
    assert (match.wounds(RED), match.wounds(SCOUT)) == (3, 4 - 2)
    again = theirs(
        {SHOOTER: "d15", RED: "h15", SCOUT: "i15", MEDIC: "k15"},
        SHOOTER,
        items={SHOOTER: ["missile-launcher"], MEDIC: ["medical-pager"]},
    )
    again.attack(RED, "missile-launcher").hit(RED).play("medical-pager", RED).walk("h14").stop()
    assert again.question is Question.UNIT_PHASE
