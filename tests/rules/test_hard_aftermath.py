"""The hardest interactions after a hit, on tokens and in jail (effects.md part 11)."""

from __future__ import annotations

from typing import Any

import pytest
from scenes import Match, scene

from deathdome.model.actions import Act
from deathdome.model.decisions import Question
from deathdome.model.events import Declared, Wounded

RED, GUNNER, SCOUT, MEDIC = "red warrior", "red gunner", "red scout", "red medic"
BLUE, SHOOTER, TARGET, NURSE = "blue warrior", "blue gunner", "blue scout", "blue medic"


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


@pytest.mark.card("wrecking-lance", "clockwork-ankles")
def test_an_attack_at_a_pause_has_no_run_up_and_every_weapon_has_it_afterwards() -> None:
    match = scene(
        units={RED: "c15", SHOOTER: "e14"},
        items={
            RED: ["wrecking-lance", "clockwork-ankles", "rusty-chainsaw"],
            SHOOTER: ["concrete-overcoat", "spare-spleen"],
        },
        hands={"red": ["action-movie-craze"]},
        active=RED,
    )
    match.walk("d15").attack(SHOOTER, "wrecking-lance").commit()
    assert match.wounds(SHOOTER) == 5 - 5
    match.play("action-movie-craze").stop().attack(SHOOTER, "rusty-chainsaw")
    assert match.wounds(SHOOTER) == 2 + 1 + 2 - 5
    punch = scene(units={RED: "c15", SHOOTER: "e14"}, items={RED: ["wrecking-lance"]}, active=RED)
    assert punch.walk("d15").attack(SHOOTER).wounds(SHOOTER) == 2 + 2 - 1


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


@pytest.mark.card("poorly-bolted-howitzer")
@pytest.mark.rule("AMB-129", "DEATH-9")
def test_a_howitzer_that_recoils_into_lava_gives_nobody_a_shell() -> None:
    match = scene(
        seats=3,
        units={GUNNER: "j15", "green gunner": "j18"},
        items={GUNNER: ["poorly-bolted-howitzer"], "green gunner": ["cyber-suit"]},
        active=GUNNER,
    )
    match.attack("green gunner", "poorly-bolted-howitzer")
    assert (match.question, match.asked_team) == (Question.JAIL, "blue")
    match.jail("ne")
    assert (match.where(GUNNER), match.question) == ("jail ne", Question.TURN)
    assert [match.shells(team) for team in ("red", "blue", "green")] == [0, 0, 0]


@pytest.mark.card("trapdoor-exchange", "van-damme")
@pytest.mark.rule("AMB-130")
def test_a_swap_at_a_pause_leaves_the_rest_of_the_walk_and_its_first_start() -> None:
    match = scene(
        units={RED: "d15", MEDIC: "n15", BLUE: "c15"},
        items={BLUE: ["van-damme"]},
        hands={"red": ["trapdoor-exchange"]},
        active=RED,
    )
    match.walk("f15").play("trapdoor-exchange", MEDIC)
    assert (match.where(RED), match.where(MEDIC)) == ("n15", "f15")
    assert match.walks() & {"q15", "r15"} == {"q15"}
    match.walk("o15").stop()
    assert match.question is Question.UNIT_PHASE


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
    assert {act for act in Act if match.offers(act)} == {Act.WALK}
    assert match.walk("f14").where(RED) == "f14"


@pytest.mark.card("repossessed-prison-bus")
@pytest.mark.rule("AMB-23")
def test_the_prison_bus_brings_a_mate_out_of_the_base() -> None:
    match = scene(items={RED: ["repossessed-prison-bus"]}, active=RED).walk("k5").stop()
    assert match.picks("repossessed-prison-bus") == {GUNNER, SCOUT, MEDIC}
    match.play("repossessed-prison-bus", MEDIC)
    match.walk(min(match.walks()))
    assert match.where(MEDIC) != "base"


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


@pytest.mark.card("understudy-collar", "missile-launcher")
def test_splash_is_worked_out_round_the_new_target_and_may_hit_the_old_one() -> None:
    match = theirs(
        {SHOOTER: "d15", RED: "g15", SCOUT: "h15", MEDIC: "i15"},
        SHOOTER,
        items={SHOOTER: ["missile-launcher"], SCOUT: ["understudy-collar"]},
    )
    match.attack(RED, "missile-launcher").play("understudy-collar").hit(RED).hit(SCOUT)
    assert [match.wounds(unit) for unit in (RED, SCOUT, MEDIC)] == [3, 4, 3]


@pytest.mark.card("understudy-collar", "upside-down-lawnmower")
def test_an_attack_on_all_adjacent_cannot_be_redirected() -> None:
    match = theirs(
        {BLUE: "d15", RED: "e15", SCOUT: "f15"},
        items={BLUE: ["upside-down-lawnmower"], SCOUT: ["understudy-collar"]},
    )
    match.attack(None, "upside-down-lawnmower")
    assert (match.wounds(RED), match.wounds(SCOUT)) == (3, 0)


@pytest.mark.card("pre-signed-consent-form", "stunt-double", "stuntmans-insurance-vest")
def test_a_consent_form_closes_the_card_step_for_cards_but_not_for_items() -> None:
    match = theirs(
        {NURSE: "d15", RED: "e15"},
        NURSE,
        items={NURSE: ["pre-signed-consent-form"], RED: ["stuntmans-insurance-vest"]},
        hands={"red": ["stunt-double"]},
    )
    match.attack(RED, "pre-signed-consent-form")
    assert match.usable() == {"stuntmans-insurance-vest"}
    assert match.offers(Act.LAY) == []
    match.play("stuntmans-insurance-vest").commit()
    assert match.wounds(RED) == 0


@pytest.mark.card("everyone-look-over-there", "stunt-double")
def test_looking_over_there_leaves_no_time_for_a_stunt_double() -> None:
    hands = {"red": ["stunt-double"], "blue": ["everyone-look-over-there"]}
    match = theirs({BLUE: "d15", RED: "e15"}, hands=hands).attack(RED)
    match.play("everyone-look-over-there").commit()
    assert (match.wounds(RED), match.hand("red")) == (1, ["stunt-double"])


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


@pytest.mark.card("hyper-cube")
@pytest.mark.rule("NOTE-HYPER-3", "END-7", "AMB-87")
def test_a_hyper_cube_in_the_last_round_gives_one_more_last_round() -> None:
    match = scene(hands={"red": ["hyper-cube"]}, round=6).play("hyper-cube")
    assert match.state.round == 5
    match.end_turn().end_turn()
    assert (match.state.outcome, match.state.round) == (None, 6)
    match.end_turn().end_turn()
    assert match.state.outcome is not None


@pytest.mark.card("action-movie-craze")
@pytest.mark.rule("AMB-84", "AMB-130")
def test_the_unit_phase_stays_open_for_a_craze_after_the_last_action() -> None:
    match = scene(
        units={RED: "d15", SHOOTER: "e15"}, hands={"red": ["action-movie-craze"]}, active=RED
    )
    match.walk("d14").stop().attack(SHOOTER).commit()
    assert (match.question, match.usable()) == (Question.UNIT_PHASE, {"action-movie-craze"})


@pytest.mark.card("adrenaline-bazooka", "medical-pager", "pressured")
def test_a_reaction_on_an_opponents_turn_uses_the_plain_movement() -> None:
    match = scene(
        units={MEDIC: "d15", RED: "l15", BLUE: "m15"},
        items={MEDIC: ["medical-pager"]},
        hands={"red": ["pressured"]},
    )
    match.play("pressured", MEDIC, choice=1).end_turn().activate(BLUE).attack(RED).commit_all()
    match.play("medical-pager", RED)
    assert match.walks() & {"i15", "j15"} == {"i15"}


@pytest.mark.card("haunted-steamroller", "porcupine-tuxedo")
@pytest.mark.rule("BASE-2")
def test_the_ram_of_the_steamroller_is_an_attack_with_cards_and_payback() -> None:
    match = scene(
        units={RED: "d15", BLUE: "g15"},
        items={RED: ["haunted-steamroller"], BLUE: ["porcupine-tuxedo"]},
        hands={"red": ["loose-change"]},
        active=RED,
    )
    match.walk("f15").stop().play("haunted-steamroller", BLUE).lay("loose-change").commit()
    assert (match.wounds(BLUE), match.wounds(RED)) == (4 + 1 - 2, 0)


@pytest.mark.card("haunted-steamroller")
@pytest.mark.rule("BASE-1", "BASE-2")
def test_the_steamroller_does_not_ram_in_or_into_a_base() -> None:
    items = {RED: ["haunted-steamroller"]}
    home = scene(units={RED: "j3", BLUE: "m3"}, items=items, active=RED)
    home.walk_home().stop()
    assert home.question is Question.UNIT_PHASE
    into = scene(units={RED: "j17", BLUE: "base"}, items=items, active=RED).walk("j19").stop()
    assert into.question is Question.UNIT_PHASE


@pytest.mark.card("jail-riot")
@pytest.mark.rule("JAIL-6", "TURN-4", "CARD-11")
def test_a_jail_riot_frees_everybody_even_for_a_team_without_a_unit() -> None:
    jailed = dict.fromkeys([RED, GUNNER, SCOUT, MEDIC, TARGET, "green medic"], "jail sw")
    match = scene(seats=3, units=jailed, hands={"red": ["jail-riot"]})
    assert match.offers(Act.ACTIVATE) == []
    match.play("jail-riot", "sw")
    assert {match.where(unit) for unit in jailed} == {"base"}
    match.activate(RED)


@pytest.mark.card("vacuum-tube-escape")
@pytest.mark.rule("TURN-4", "NOTE-TUBE-1", "END-6")
def test_a_team_all_in_jail_uses_what_works_without_a_unit_phase() -> None:
    jailed = dict.fromkeys([RED, GUNNER, SCOUT, MEDIC], "jail sw")
    match = scene(seats=3, units=jailed, items={SCOUT: ["vacuum-tube-escape"]})
    match.play("vacuum-tube-escape").activate(SCOUT)
    assert "k19" in match.walks()


@pytest.mark.card("dead-mans-tambourine")
@pytest.mark.rule("AMB-75")
def test_when_everybody_falls_at_once_the_payouts_decide() -> None:
    jailed = dict.fromkeys([GUNNER, SCOUT, MEDIC, SHOOTER, TARGET, NURSE], "jail nw")
    match = theirs(
        {BLUE: "d15", RED: "e15", **jailed},
        items={RED: ["dead-mans-tambourine"], BLUE: ["rusty-chainsaw"]},
        wounds={RED: 4},
        points={"e14": "red"},
    )
    match.attack(RED, "rusty-chainsaw").jail("nw").jail("nw")
    assert match.state.outcome is not None
    assert (match.state.outcome.winner, match.state.outcome.reason) == (0, "payout")


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
