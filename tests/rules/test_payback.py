"""Paybacks and what else follows an attack."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from scenes import Match, scene

from deathdome.model.actions import ActionKind, a_of
from deathdome.model.decisions import Question
from deathdome.model.events import ChainBroken, Declared
from deathdome.model.ruleset import EDITION_2021

RED, GUNNER, SCOUT, MATE = "red warrior", "red gunner", "red scout", "red medic"
BLUE, SHOOTER, TARGET, MEDIC = "blue warrior", "blue gunner", "blue scout", "blue medic"
GREEN = "green warrior"


def attack(armor: str, weapon: str = "punch", **more: Any) -> Match:
    """The red warrior has attacked the blue one, which pays back."""
    carried = {} if weapon == "punch" else {RED: [weapon]}
    items = {BLUE: [armor], **carried, **more.pop("items", {})}
    units = {RED: "d15", BLUE: "e15", **more.pop("units", {})}
    return scene(units=units, items=items, active=RED, **more).attack(BLUE, weapon)


def paybacks(match: Match) -> list[tuple[str, str]]:
    """Return the paybacks in order, as payer and target."""
    return [
        (match.unit_name(event.unit), match.unit_name(event.target))
        for event in match.told(Declared)
        if event.payback
    ]


@pytest.mark.rule("PAYBACK-1", "PAYBACK-9")
def test_whoever_is_attacked_pays_back_wounded_or_not() -> None:
    assert attack("landmine-lederhosen", items={RED: ["spare-spleen"]}).wounds(RED) == 6 - 1
    unhurt = attack("porcupine-tuxedo", hands={"blue": ["loud-noise"]})
    unhurt.lay("loud-noise").commit()
    assert (unhurt.wounds(BLUE), unhurt.wounds(RED)) == (0, 3 - 1)


@pytest.mark.rule("PAYBACK-2", "ATTACK-12")
def test_payback_comes_after_the_whole_attack() -> None:
    match = attack(
        "porcupine-tuxedo",
        units={TARGET: "f15"},
        hands={"red": ["shrapnel-surprise"]},
        wounds={TARGET: 4},
    )
    match.play("shrapnel-surprise").commit().hit(BLUE)
    assert (match.question, match.wounds(RED)) == (Question.JAIL, 0)
    assert match.jail("nw").wounds(RED) == 3 - 1


@pytest.mark.rule("PAYBACK-2", "NOTE-STEP-2")
def test_payback_comes_before_the_rest_of_an_interrupted_walk() -> None:
    match = scene(
        units={RED: "d15", BLUE: "f14"},
        items={RED: ["clockwork-ankles"], BLUE: ["porcupine-tuxedo"]},
        active=RED,
    )
    match.walk("e15").attack(BLUE)
    assert match.wounds(RED) == 3 - 1
    assert "i15" in match.walks()


@pytest.mark.rule("PAYBACK-3")
def test_payback_needs_neither_range_nor_sight() -> None:
    match = scene(
        units={GUNNER: "d17", BLUE: "g17"},
        items={GUNNER: ["returned-mail-mortar"], BLUE: ["porcupine-tuxedo"]},
        active=GUNNER,
    )
    assert match.attack(BLUE, "returned-mail-mortar").wounds(GUNNER) == 3 - 1


@pytest.mark.rule("PAYBACK-3", "DEATH-7")
def test_the_dead_pay_back_and_their_team_takes_the_shell() -> None:
    match = attack("porcupine-tuxedo", "rusty-chainsaw", wounds={BLUE: 4, RED: 3}).jail("nw")
    assert (match.where(BLUE), match.asked_team) == ("jail nw", "blue")
    match.jail("se")
    assert (match.where(RED), match.shells("blue"), match.shells("red")) == ("jail se", 1, 1)


@pytest.mark.rule("PAYBACK-4")
def test_nothing_of_the_bearer_is_added_to_a_payback() -> None:
    items = {BLUE: ["porcupine-tuxedo", "steroid-lunchbox", "guillotine-on-a-stick"]}
    assert attack("porcupine-tuxedo", items=items).wounds(RED) == 3 - 1


@pytest.mark.rule("PAYBACK-5", "PAYBACK-6")
def test_cards_are_added_to_a_payback_by_its_owner_and_to_the_defence_by_the_other() -> None:
    hands = {"blue": ["elbow-grease"], "red": ["loose-change"]}
    match = attack("porcupine-tuxedo", hands=hands).commit().commit()
    assert (match.question, match.asked_team) == (Question.ATTACK_CARDS, "blue")
    match.lay("elbow-grease").commit().lay("loose-change").commit()
    assert match.wounds(RED) == 3 + 2 - 1 - 1


@pytest.mark.rule("PAYBACK-7", "AMB-65")
def test_a_payback_is_not_paid_back() -> None:
    match = attack("porcupine-tuxedo", items={RED: ["landmine-lederhosen"]})
    assert paybacks(match) == [(BLUE, RED)]
    assert match.question is Question.UNIT_PHASE


CHAINS = replace(EDITION_2021, payback_chains=True)


@pytest.mark.rule("AMB-65")
def test_by_a_switch_a_payback_is_paid_back_once_by_each_item() -> None:
    items = {RED: ["landmine-lederhosen"], BLUE: ["porcupine-tuxedo"]}
    match = scene(units={RED: "d15", BLUE: "e15"}, items=items, active=RED, ruleset=CHAINS).attack(
        BLUE
    )
    assert paybacks(match) == [(BLUE, RED), (RED, BLUE)]
    assert match.question is Question.UNIT_PHASE
    assert match.told(ChainBroken) == []


@pytest.mark.rule("AMB-65")
def test_a_chain_of_paybacks_ends_when_the_next_target_has_left_the_board() -> None:
    items = {RED: ["rusty-chainsaw", "landmine-lederhosen"], BLUE: ["porcupine-tuxedo"]}
    match = scene(
        units={RED: "d15", BLUE: "e15"},
        items=items,
        wounds={BLUE: 4},
        active=RED,
        ruleset=CHAINS,
    ).attack(BLUE, "rusty-chainsaw")
    match.jail("nw")
    assert paybacks(match) == [(BLUE, RED)], "the dead pay back, and are not paid back"
    assert match.question is Question.UNIT_PHASE


@pytest.mark.rule("PAYBACK-8", "AMB-66")
def test_a_splash_victim_pays_back_although_it_was_not_the_target() -> None:
    match = attack(
        "cardboard-cuirass",
        items={TARGET: ["porcupine-tuxedo"]},
        units={TARGET: "f15"},
        hands={"red": ["shrapnel-surprise"]},
    )
    match.play("shrapnel-surprise").commit().hit(BLUE)
    assert paybacks(match) == [(TARGET, RED)]


@pytest.mark.rule("PAYBACK-8", "BASE-1")
def test_a_neighbour_that_is_not_hit_pays_nothing_back() -> None:
    match = attack("cardboard-cuirass", items={TARGET: ["porcupine-tuxedo"]}, units={TARGET: "f15"})
    assert (paybacks(match), match.wounds(RED)) == ([], 0)


@pytest.mark.rule("PAYBACK-9")
def test_payback_costs_no_action_and_no_unit_phase() -> None:
    match = attack("porcupine-tuxedo", empty_deck=True).end_phase().end_turn()
    match.activate(BLUE).attack(RED).end_phase().activate(BLUE)
    assert match.targets() == {RED}


@pytest.mark.rule("AMB-67", "PAYBACK-8")
def test_paybacks_come_team_by_team_clockwise_from_the_attacker() -> None:
    match = scene(
        seats=3,
        units={BLUE: "d15", RED: "e15", GREEN: "c15"},
        items={
            BLUE: ["upside-down-lawnmower", "spare-spleen"],
            RED: ["porcupine-tuxedo"],
            GREEN: ["landmine-lederhosen"],
        },
        hands={"blue": ["crowd-roar"]},
        turn="blue",
        active=BLUE,
    )
    match.attack(None, "upside-down-lawnmower").commit_all()
    assert paybacks(match)[0] == (GREEN, BLUE)
    assert paybacks(match)[1:] == [(RED, BLUE)]


@pytest.mark.rule("AMB-67")
def test_a_team_orders_its_own_paybacks_and_a_fallen_attacker_stops_them() -> None:
    match = scene(
        units={RED: "d15", BLUE: "e15", TARGET: "e14"},
        items={
            RED: ["upside-down-lawnmower"],
            BLUE: ["porcupine-tuxedo"],
            TARGET: ["landmine-lederhosen"],
        },
        active=RED,
    )
    match.attack(None, "upside-down-lawnmower").hit(BLUE)
    assert (match.question, match.asked_team) == (Question.REACTION, "blue")
    assert len(match.offers(ActionKind.USE)) == 2
    match.play("landmine-lederhosen").jail("nw")
    assert paybacks(match) == [(TARGET, RED)]
    assert match.question is Question.TURN


@pytest.mark.rule("AMB-67")
@pytest.mark.card("sister-percussion", "porcupine-tuxedo")
def test_two_payback_cards_on_one_unit_make_two_attacks() -> None:
    match = attack("porcupine-tuxedo", characters={BLUE: "sister-percussion"})
    assert match.usable() == {"sister-percussion", "porcupine-tuxedo"}
    match.play("sister-percussion")
    assert match.wounds(RED) == 2 * (3 - 1)


@pytest.mark.rule("AMB-68", "END-2", "AMB-75", "AMB-76")
def test_the_payback_of_the_last_unit_is_made_before_the_match_ends() -> None:
    jailed = dict.fromkeys([SHOOTER, TARGET, MEDIC], "jail nw")
    match = attack("porcupine-tuxedo", "rusty-chainsaw", units=jailed, wounds={BLUE: 4})
    match.jail("nw")
    assert match.state.outcome is not None
    assert match.wounds(RED) == 3 - 1
    assert match.state.outcome.winner == 0


@pytest.mark.rule("AMB-75", "AMB-68")
def test_nobody_wins_by_standing_when_attack_and_payback_kill_the_last_two() -> None:
    jailed = dict.fromkeys([SHOOTER, TARGET, MEDIC, GUNNER, SCOUT, MATE], "jail nw")
    wounds = {BLUE: 4, RED: 3}
    match = attack("porcupine-tuxedo", "rusty-chainsaw", units=jailed, wounds=wounds)
    match.jail("nw").jail("nw")
    assert match.state.outcome is not None
    assert match.state.outcome.reason != "last team standing"


@pytest.mark.rule("AMB-131")
def test_paybacks_come_before_recoil_and_walk_of_the_attacker() -> None:
    match = scene(
        units={SCOUT: "d15", BLUE: "f15"},
        items={SCOUT: ["drive-by-crossbow"], BLUE: ["porcupine-tuxedo"]},
        wounds={SCOUT: 2},
        active=SCOUT,
    )
    match.attack(BLUE, "drive-by-crossbow")
    assert match.question is Question.JAIL
    assert match.jail("nw").question is Question.TURN


@pytest.mark.rule("AMB-131", "AMB-65")
@pytest.mark.card("the-twins-who-share-a-spine")
def test_the_attack_of_the_second_twin_is_paid_back_too() -> None:
    match = attack(
        "porcupine-tuxedo",
        characters={RED: "the-twins-who-share-a-spine"},
        items={RED: ["spare-spleen"]},
    )
    assert paybacks(match) == [(BLUE, RED), (BLUE, RED)]
    assert match.wounds(RED) == 2 * (3 - 1)


@pytest.mark.rule("AMB-132", "PAYBACK-3", "AMB-26")
def test_a_unit_pushed_into_its_base_still_pays_back() -> None:
    units = {RED: "j18", BLUE: "j19"}
    match = attack("porcupine-tuxedo", "whoopee-maul", units=units)
    assert (match.where(BLUE), match.wounds(BLUE), match.wounds(RED)) == ("base", 2, 3 - 1)


@pytest.mark.rule("AMB-132", "BASE-1")
@pytest.mark.card("van-damme", "whoopee-maul")
def test_a_payback_does_not_reach_into_the_base() -> None:
    match = scene(
        units={RED: "i3", BLUE: "j3"},
        items={RED: ["whoopee-maul", "van-damme"], BLUE: ["porcupine-tuxedo"]},
        active=RED,
    )
    match.attack(BLUE, "whoopee-maul").play("van-damme").walk_home()
    assert (match.where(BLUE), match.where(RED)) == ("k3", "base")
    assert (paybacks(match), match.wounds(RED)) == ([], 0)


@pytest.mark.rule("AMB-138")
@pytest.mark.card("dead-mans-tambourine")
def test_an_attack_goes_on_when_its_attacker_has_fallen() -> None:
    match = scene(
        units={RED: "d15", BLUE: "e15", TARGET: "c15"},
        items={RED: ["upside-down-lawnmower"], BLUE: ["dead-mans-tambourine"]},
        wounds={BLUE: 4, TARGET: 3},
        active=RED,
    )
    match.attack(None, "upside-down-lawnmower").hit(BLUE)
    assert (match.asked_team, match.asked.unit) == ("blue", match.unit(RED))
    match.jail("ne").jail("nw").jail("se")
    assert [match.where(unit) for unit in (RED, BLUE, TARGET)] == ["jail ne", "jail nw", "jail se"]
    assert (match.shells("red"), match.shells("blue")) == (2, 1)
    assert match.question is Question.TURN


@pytest.mark.rule("AMB-138", "AMB-132")
@pytest.mark.card("porcupine-tuxedo", "shrapnel-surprise", "everyone-look-over-there")
def test_a_dead_unit_pays_back_with_the_cards_of_an_attack() -> None:
    match = scene(
        units={RED: "d15", MATE: "c15", BLUE: "e15"},
        items={BLUE: ["porcupine-tuxedo"]},
        wounds={BLUE: 4},
        hands={"blue": ["shrapnel-surprise", "everyone-look-over-there"], "red": ["crowd-roar"]},
        active=RED,
    )
    match.attack(BLUE).commit().commit()
    assert (match.asked_team, match.question) == ("blue", Question.ATTACK_CARDS)
    match.play("everyone-look-over-there").play("shrapnel-surprise").commit().hit(RED)
    assert (match.wounds(RED), match.wounds(MATE)) == (3 - 1, 3 - 1)
    assert match.hand("red") == ["crowd-roar"]


@pytest.mark.rule("AMB-140")
@pytest.mark.card("dead-mans-tambourine", "everyone-look-over-there")
def test_a_farewell_strikes_with_the_cards_of_an_attack() -> None:
    match = scene(
        units={RED: "d15", BLUE: "e15"},
        items={BLUE: ["dead-mans-tambourine"]},
        wounds={BLUE: 4},
        hands={"blue": ["everyone-look-over-there"], "red": ["crowd-roar"]},
        active=RED,
    )
    match.attack(BLUE).commit().commit()
    assert (match.where(BLUE), match.question) == ("e15", Question.ATTACK_CARDS)
    match.play("everyone-look-over-there").commit().jail("ne")
    assert (match.where(RED), match.hand("red")) == ("jail ne", ["crowd-roar"])


@pytest.mark.rule("AMB-139", "AMB-131")
@pytest.mark.card("ricochet-clause")
def test_answers_of_the_units_hit_come_before_the_attackers_own() -> None:
    match = scene(
        units={GUNNER: "d15", BLUE: "f15"},
        items={GUNNER: ["poorly-bolted-howitzer"], BLUE: ["cyber-suit"]},
        hands={"blue": ["ricochet-clause"]},
        active=GUNNER,
    )
    match.attack(BLUE, "poorly-bolted-howitzer").commit()
    assert (match.asked_team, match.where(GUNNER)) == ("blue", "d15")
    match.play("ricochet-clause")
    assert (match.wounds(GUNNER), match.where(GUNNER)) == (4 - 1, "c15")


@pytest.mark.rule("AMB-140")
@pytest.mark.card("dead-mans-tambourine", "whoopee-maul")
def test_a_farewell_strikes_from_where_the_unit_died_after_the_push() -> None:
    match = scene(
        units={RED: "d15", BLUE: "e15", MATE: "g15", SCOUT: "d14"},
        items={
            RED: ["whoopee-maul"],
            BLUE: ["dead-mans-tambourine"],
            MATE: ["concrete-overcoat"],
        },
        wounds={BLUE: 4},
        active=RED,
    )
    match.attack(BLUE, "whoopee-maul")
    assert match.wounds(MATE) == 8 - 5
    assert match.wounds(RED) == match.wounds(SCOUT) == 0
    assert {a_of(option) for option in match.offers(ActionKind.JAIL)} == {0, 1, 2, 3}


@pytest.mark.rule("AMB-140")
@pytest.mark.card("dead-mans-tambourine", "whoopee-maul")
def test_a_farewell_out_of_lava_strikes_from_the_lava_space() -> None:
    match = scene(
        units={RED: "j16", BLUE: "j15", MATE: "k15"},
        items={
            RED: ["whoopee-maul"],
            BLUE: ["dead-mans-tambourine"],
            MATE: ["concrete-overcoat"],
        },
        active=RED,
    )
    match.attack(BLUE, "whoopee-maul")
    assert (match.wounds(MATE), match.wounds(RED)) == (8 - 5, 0)
    match.jail("nw")
    assert match.shells("red") == 1


@pytest.mark.rule("AMB-129")
@pytest.mark.card("poorly-bolted-howitzer", "boots-of-civil-disobedience")
def test_no_recoil_moves_a_unit_that_cannot_be_pushed() -> None:
    match = scene(
        units={GUNNER: "d15", BLUE: "f15"},
        items={
            GUNNER: ["poorly-bolted-howitzer", "boots-of-civil-disobedience"],
            BLUE: ["cyber-suit"],
        },
        active=GUNNER,
    )
    assert match.attack(BLUE, "poorly-bolted-howitzer").where(GUNNER) == "d15"


def theirs(units: dict[str, str], active: str = BLUE, **more: Any) -> Match:
    """Blue's turn, one of its unit phases open."""
    return scene(units=units, turn="blue", active=active, **more)


@pytest.mark.card("landmine-lederhosen")
@pytest.mark.rule("PAYBACK-3", "DEATH-7")
def test_a_dead_bearer_pays_back_and_its_team_takes_the_shell() -> None:
    match = theirs(
        {BLUE: "d15", RED: "e15"},
        items={BLUE: ["nap-hammer"], RED: ["landmine-lederhosen"]},
        wounds={RED: 4},
    )
    match.attack(RED, "nap-hammer").jail("nw").jail("se")
    assert (match.where(BLUE), match.shells("red"), match.shells("blue")) == ("jail se", 1, 1)


@pytest.mark.card("porcupine-tuxedo", "landmine-lederhosen", "missile-launcher")
@pytest.mark.rule("PAYBACK-8", "AMB-66")
def test_splash_is_paid_back_by_each_bearer_hit_after_all_hits() -> None:
    match = theirs(
        {SHOOTER: "d15", RED: "h15", SCOUT: "i15"},
        SHOOTER,
        items={
            SHOOTER: ["missile-launcher", "cyber-suit"],
            RED: ["porcupine-tuxedo"],
            SCOUT: ["landmine-lederhosen"],
        },
    )
    match.attack(RED, "missile-launcher").hit(RED)
    assert (match.wounds(RED), match.wounds(SCOUT), match.wounds(SHOOTER)) == (2, 2, 0)
    match.play("porcupine-tuxedo")
    assert match.wounds(SHOOTER) == 6 - 4


@pytest.mark.card("cleaver-and-other-cleaver", "porcupine-tuxedo")
def test_each_attack_of_one_action_is_paid_back_and_a_fallen_attacker_attacks_no_more() -> None:
    match = theirs(
        {BLUE: "d15", RED: "e15"},
        items={BLUE: ["cleaver-and-other-cleaver"], RED: ["porcupine-tuxedo"]},
        wounds={BLUE: 2},
    )
    match.attack(RED, "cleaver-and-other-cleaver")
    assert match.wounds(BLUE) == 2 + 2
    match.attack(RED, "cleaver-and-other-cleaver").jail("nw")
    fallen = theirs(
        {BLUE: "d15", RED: "e15"},
        items={BLUE: ["cleaver-and-other-cleaver"], RED: ["porcupine-tuxedo"]},
        wounds={BLUE: 3},
    )
    fallen.attack(RED, "cleaver-and-other-cleaver").jail("nw")
    assert (fallen.wounds(RED), fallen.question) == (4 - 2, Question.TURN)


@pytest.mark.card("drive-by-crossbow", "porcupine-tuxedo")
@pytest.mark.rule("AMB-131")
def test_the_base_is_no_escape_from_a_payback() -> None:
    match = scene(
        units={SCOUT: "j3", BLUE: "l3"},
        items={SCOUT: ["drive-by-crossbow"], BLUE: ["porcupine-tuxedo"]},
        active=SCOUT,
    )
    match.attack(BLUE, "drive-by-crossbow")
    assert match.wounds(SCOUT) == 3
    assert match.play("drive-by-crossbow").walk_home().where(SCOUT) == "base"


@pytest.mark.card("dead-mans-tambourine", "cleaver-and-other-cleaver")
@pytest.mark.rule("AMB-138")
def test_an_attacker_killed_by_a_tambourine_attacks_no_more_but_its_owner_is_paid() -> None:
    match = theirs(
        {BLUE: "d15", RED: "e15", SCOUT: "c15"},
        items={BLUE: ["cleaver-and-other-cleaver"], RED: ["dead-mans-tambourine"]},
        wounds={RED: 4},
    )
    match.attack(RED, "cleaver-and-other-cleaver")
    assert match.asked_team == "red"
    match.jail("ne")
    assert match.asked_team == "blue"
    match.jail("nw")
    assert (match.shells("red"), match.shells("blue")) == (1, 1)
    assert match.question is Question.TURN


@pytest.mark.card("porcupine-tuxedo", "cyber-suit")
@pytest.mark.rule("INCAP-5")
def test_payback_of_an_incapacitated_unit_still_works() -> None:
    match = theirs({BLUE: "d15", RED: "e15"}, items={RED: ["porcupine-tuxedo"]}, down=[RED])
    assert match.attack(RED).wounds(BLUE) == 3 - 1


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
