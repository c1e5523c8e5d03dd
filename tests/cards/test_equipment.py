"""The equipment deck: what each card does in a match."""

from __future__ import annotations

from typing import Any

import pytest
from scenes import Match, scene

from deathdome.model.actions import ActionKind
from deathdome.model.decisions import Question

RED, GUNNER, MATE, OTHER = "red warrior", "red gunner", "red medic", "red scout"
BLUE, SHOOTER, TARGET = "blue warrior", "blue gunner", "blue scout"
WALLED = """
B B . # # . . . B B
. . . # # . . . . J
. . . # # . . . . J
. T T T . . . . . .
. T C T . . . . . .
. T T T = . . . . .
"""


def bearing(item: str, units: dict[str, str] | None = None, **more: Any) -> Match:
    """The red warrior on d15 with one item, its unit phase open."""
    items = {RED: [item], **more.pop("items", {})}
    return scene(units={RED: "d15", **(units or {})}, items=items, active=RED, **more)


def threatened(item: str, units: dict[str, str], attacker: str = BLUE, **more: Any) -> Match:
    """Blue's turn, the unit phase of the attacker open; the red warrior has one item."""
    items = {RED: [item], **more.pop("items", {})}
    return scene(units=units, items=items, turn="blue", active=attacker, **more)


@pytest.mark.card("secondhand-knees")
def test_secondhand_knees_add_a_step() -> None:
    assert bearing("secondhand-knees").walks() & {"j15", "k15"} == {"j15"}


@pytest.mark.card("soapbox-of-contempt")
@pytest.mark.rule("TOWER-9", "AMB-58")
def test_soapbox_of_contempt_adds_three_from_the_tower_with_any_attack() -> None:
    items = {TARGET: ["hyperbranched-aramid-blast-suit"]}
    high = bearing("soapbox-of-contempt", {RED: "j10", TARGET: "k11"}, items=items)
    assert high.attack(TARGET).wounds(TARGET) == 2 + 3 - 2
    level = bearing("soapbox-of-contempt", {TARGET: "e15"}, items=items)
    assert level.attack(TARGET).wounds(TARGET) == 0


@pytest.mark.card("steroid-lunchbox")
@pytest.mark.rule("TEAM-10")
def test_steroid_lunchbox_adds_one_strength_to_every_attack() -> None:
    assert bearing("steroid-lunchbox", {TARGET: "e15"}).attack(TARGET).wounds(TARGET) == 2 + 1
    items = {RED: ["steroid-lunchbox", "rusty-chainsaw"]}
    match = bearing("steroid-lunchbox", {TARGET: "e15"}, items=items)
    assert match.attack(TARGET, "rusty-chainsaw").wounds(TARGET) == 2 + 1 + 1


@pytest.mark.card("understudy-collar")
def test_understudys_collar_takes_the_place_of_an_adjacent_mate() -> None:
    units = {RED: "f15", MATE: "e15", BLUE: "d15"}
    match = threatened("understudy-collar", units).attack(MATE)
    assert match.asked_team == "red"
    match.play("understudy-collar")
    assert (match.wounds(RED), match.wounds(MATE)) == (2 - 1, 0)


@pytest.mark.card("understudy-collar")
def test_understudys_collar_may_be_declined_and_does_nothing_from_two_spaces_away() -> None:
    units = {RED: "f15", MATE: "e15", BLUE: "d15"}
    assert threatened("understudy-collar", units).attack(MATE).decline().wounds(MATE) == 2 - 1
    far = threatened("understudy-collar", {**units, RED: "g15"}).attack(MATE)
    assert far.wounds(MATE) == 2 - 1


@pytest.mark.card("understudy-collar")
def test_understudys_collar_does_nothing_for_its_own_bearer_nor_from_the_base() -> None:
    own = threatened("understudy-collar", {RED: "e15", BLUE: "d15"}).attack(RED)
    assert own.wounds(RED) == 2 - 1
    based = threatened("understudy-collar", {MATE: "k3", BLUE: "l3", RED: "base"}).attack(MATE)
    assert based.wounds(MATE) == 2 - 1


@pytest.mark.card("far-sighted-spectacles")
def test_far_sighted_spectacles_add_two_range_to_ranged_weapons_only() -> None:
    match = scene(
        units={OTHER: "d15", TARGET: "l15", SHOOTER: "m15", BLUE: "f15"},
        items={OTHER: ["far-sighted-spectacles", "dog-teasing-laser", "unfair-stiletto"]},
        active=OTHER,
    )
    assert match.targets("dog-teasing-laser") == {TARGET, BLUE}
    assert match.targets("unfair-stiletto") == match.targets() == set()


@pytest.mark.card("spare-spleen")
@pytest.mark.rule("TEAM-11", "DEATH-1")
def test_spare_spleen_lets_its_bearer_take_two_wounds_more() -> None:
    units = {RED: "e15", BLUE: "d15"}
    assert threatened("spare-spleen", units, wounds={RED: 5}).attack(RED).where(RED) == "e15"
    match = threatened("spare-spleen", units, wounds={RED: 6}).attack(RED)
    assert match.question is Question.JAIL


@pytest.mark.card("extendable-stamp")
@pytest.mark.rule("AMB-137", "AMB-27")
def test_extendable_stamp_captures_a_point_within_two_spaces_for_an_action() -> None:
    match = bearing("extendable-stamp", {RED: "c14"})
    assert match.picks("extendable-stamp") == {"e14", "b16"}
    match.play("extendable-stamp", "e14")
    assert (match.owner("e14"), match.where(RED)) == ("red", "c14")
    assert match.offers(ActionKind.USE) == []


@pytest.mark.card("extendable-stamp")
@pytest.mark.rule("AMB-137")
def test_extendable_stamp_is_used_once_a_match() -> None:
    match = bearing("extendable-stamp", {RED: "c14"}, hands={"red": ["action-movie-craze"]})
    match.play("extendable-stamp", "e14").play("action-movie-craze")
    assert match.offers(ActionKind.CAPTURE) == []
    assert match.picks("extendable-stamp") == set()


@pytest.mark.card("extendable-stamp")
def test_extendable_stamp_needs_sight_and_a_point_of_somebody_else() -> None:
    hidden = bearing("extendable-stamp", {RED: "k4"})  # h4 is three away, m5 behind a wall
    assert hidden.picks("extendable-stamp") == set()
    own = bearing("extendable-stamp", {RED: "c14"}, points={"e14": "red", "b16": "blue"})
    assert own.picks("extendable-stamp") == {"b16"}


@pytest.mark.card("extendable-stamp")
def test_extendable_stamp_works_under_an_enemys_feet_and_on_the_own_space() -> None:
    match = bearing("extendable-stamp", {RED: "c14", BLUE: "e14"}, points={"e14": "blue"})
    assert match.play("extendable-stamp", "e14").owner("e14") == "red"
    assert "e14" in bearing("extendable-stamp", {RED: "e14"}).picks("extendable-stamp")


@pytest.mark.card("applause-sign")
def test_applause_sign_strengthens_the_mates_within_five_spaces_for_this_turn() -> None:
    units = {MATE: "i15", TARGET: "i14", OTHER: "j15", SHOOTER: "k15"}
    match = bearing("applause-sign", units, phases=3, empty_deck=True)
    match.play("applause-sign").end_phase()
    match.activate(MATE).attack(TARGET).end_phase()
    assert match.wounds(TARGET) == 0 + 2
    assert match.activate(OTHER).attack(SHOOTER).end_phase().wounds(SHOOTER) == 0
    match.end_turn().end_turn().activate(MATE).attack(TARGET)
    assert match.wounds(TARGET) == 2


@pytest.mark.card("applause-sign")
def test_applause_sign_is_no_use_to_its_bearer_alone() -> None:
    assert bearing("applause-sign", {MATE: "j15"}).usable() == set()


@pytest.mark.card("boots-of-civil-disobedience")
def test_boots_of_civil_disobedience_stay_where_they_are_and_upright() -> None:
    units = {RED: "e15", BLUE: "d15"}
    maul = threatened("boots-of-civil-disobedience", units, items={BLUE: ["whoopee-maul"]})
    maul.attack(RED, "whoopee-maul")
    assert (maul.wounds(RED), maul.where(RED)) == (3, "e15")
    hammer = threatened("boots-of-civil-disobedience", units, items={BLUE: ["nap-hammer"]})
    hammer.attack(RED, "nap-hammer")
    assert (hammer.wounds(RED), hammer.is_down(RED)) == (4, False)
    last = threatened("boots-of-civil-disobedience", units, wounds={RED: 4})
    assert last.attack(RED).where(RED) == "e15"


@pytest.mark.card("dead-mans-tambourine")
@pytest.mark.rule("AMB-140")
def test_dead_mans_tambourine_hits_all_enemies_around_its_dying_bearer() -> None:
    units = {RED: "e15", BLUE: "d15", TARGET: "f15", SHOOTER: "g15", MATE: "e14"}
    items = {BLUE: ["cyber-suit", "spare-spleen"], TARGET: ["cyber-suit", "spare-spleen"]}
    match = threatened("dead-mans-tambourine", units, wounds={RED: 4}, items=items)
    match.attack(RED).hit(TARGET)
    assert (match.wounds(BLUE), match.wounds(TARGET)) == (8 - 4, 8 - 3)
    assert match.wounds(SHOOTER) == match.wounds(MATE) == 0
    assert match.jail("nw").where(RED) == "jail nw"


@pytest.mark.card("displacer-helm")
@pytest.mark.rule("NOTE-HELM-1")
def test_displacer_helm_jumps_two_spaces_in_sight_when_its_bearer_is_wounded() -> None:
    units = {RED: "e15", BLUE: "d15", MATE: "g15"}
    match = threatened("displacer-helm", units, items={BLUE: ["grudge-axe"]})
    match.attack(RED, "grudge-axe").play("displacer-helm")
    assert match.wounds(RED) == 2 + 2 - 1 - 1
    assert {"c15", "f14", "g14", "e13"} & match.walks() == {"c15", "f14", "g14"}
    assert not {"d15", "g15", "e16", "h15", "e17"} & match.walks()
    assert match.walk("c15").where(RED) == "c15"


@pytest.mark.card("displacer-helm")
def test_displacer_helm_stays_when_declined_or_unhurt() -> None:
    units = {RED: "e15", BLUE: "d15"}
    unhurt = threatened("displacer-helm", units).attack(RED)
    assert (unhurt.wounds(RED), unhurt.question) == (0, Question.UNIT_PHASE)
    hurt = threatened("displacer-helm", units, items={BLUE: ["grudge-axe"]})
    assert hurt.attack(RED, "grudge-axe").decline().where(RED) == "e15"


@pytest.mark.card("vacuum-tube-escape")
@pytest.mark.rule("NOTE-TUBE-1", "CARD-11", "JAIL-9")
def test_vacuum_tube_escape_brings_its_bearer_out_of_jail_once() -> None:
    match = scene(units={RED: "jail nw", MATE: "jail nw"}, items={RED: ["vacuum-tube-escape"]})
    match.play("vacuum-tube-escape")
    assert (match.where(RED), match.where(MATE)) == ("base", "jail nw")
    match.activate(RED).end_phase()
    match.state.space[match.unit(RED)] = -1
    assert match.usable() == set()


@pytest.mark.card("vacuum-tube-escape")
def test_vacuum_tube_escape_is_for_the_jailed_and_for_the_own_turn() -> None:
    assert scene(items={RED: ["vacuum-tube-escape"]}).usable() == set()
    theirs = scene(units={RED: "jail nw"}, items={RED: ["vacuum-tube-escape"]}, turn="blue")
    assert theirs.usable() == set()


@pytest.mark.card("x-ray-monocle")
@pytest.mark.rule("AMB-135")
def test_x_ray_monocle_sees_through_walls_with_every_weapon_and_item() -> None:
    units = {GUNNER: "d17", TARGET: "g17", SHOOTER: "f16"}
    items = {GUNNER: ["x-ray-monocle", "potato-enforcer", "extendable-stamp"]}
    match = scene(units=units, items=items, active=GUNNER)
    assert match.targets("potato-enforcer") == {TARGET, SHOOTER}
    corner = scene(units={RED: "c3", TARGET: "d4"}, items={RED: ["x-ray-monocle"]}, active=RED)
    assert corner.attack(TARGET).wounds(TARGET) == 2
    bare = scene(units={RED: "c3", TARGET: "d4"}, active=RED)
    assert bare.targets() == set()


@pytest.mark.card("x-ray-monocle")
def test_x_ray_monocle_does_not_see_through_the_tower_and_is_not_seen_back() -> None:
    items = {GUNNER: ["x-ray-monocle", "magnum-44000"]}
    assert (
        scene(units={GUNNER: "g9", TARGET: "k8"}, items=items, active=GUNNER).targets(
            "magnum-44000"
        )
        == set()
    )
    back = scene(
        units={GUNNER: "d17", SHOOTER: "g17"},
        items={GUNNER: ["x-ray-monocle"], SHOOTER: ["magnum-44000"]},
        turn="blue",
        active=SHOOTER,
    )
    assert back.targets("magnum-44000") == set()


@pytest.mark.card("gecko-slippers")
@pytest.mark.rule("MOVE-8", "MOVE-12", "AMB-136")
def test_gecko_slippers_cross_walls_and_climb_the_tower_from_any_side() -> None:
    assert not {"b4", "f2"} & scene(board=WALLED, units={RED: "c3"}, active=RED).walks()
    items = {RED: ["gecko-slippers"]}
    match = scene(board=WALLED, units={RED: "c3"}, items=items, active=RED)
    assert {"b4", "c5", "f2"} <= match.walks()
    assert not {"d3", "e3"} & match.walks()


@pytest.mark.card("bribed-bailiff")
def test_bribed_bailiff_frees_one_jailed_mate_a_match() -> None:
    units = {MATE: "jail nw", OTHER: "jail se", BLUE: "jail nw"}
    match = scene(units=units, items={RED: ["bribed-bailiff"]})
    assert match.picks("bribed-bailiff") == {MATE, OTHER}
    match.play("bribed-bailiff", MATE)
    assert (match.where(MATE), match.where(BLUE)) == ("base", "jail nw")
    assert match.usable() == set()


@pytest.mark.card("bribed-bailiff")
def test_bribed_bailiff_does_nothing_from_jail_and_not_during_a_unit_phase() -> None:
    items = {RED: ["bribed-bailiff"]}
    jailed = scene(units={RED: "jail nw", MATE: "jail nw"}, items=items)
    assert jailed.usable() == set()
    assert scene(units={MATE: "jail nw"}, items=items, active=OTHER).usable() == set()


@pytest.mark.card("borrowed-trigger-finger")
def test_somebody_elses_trigger_finger_gives_two_more_actions_a_match() -> None:
    items = {TARGET: ["emperors-old-armor"]}
    match = bearing("borrowed-trigger-finger", {BLUE: "e15"}, items=items)
    match.attack(BLUE).play("borrowed-trigger-finger").attack(BLUE)
    match.play("borrowed-trigger-finger").attack(BLUE)
    assert match.wounds(BLUE) == 3
    assert match.usable() == set()
    assert match.offers(ActionKind.ATTACK) == []


@pytest.mark.card("clockwork-ankles")
@pytest.mark.rule("AMB-83", "NOTE-STEP-3")
def test_clockwork_ankles_attack_in_the_middle_of_a_walk() -> None:
    match = bearing("clockwork-ankles", {BLUE: "f14"}).walk("e15").attack(BLUE)
    assert match.wounds(BLUE) == 2 - 1
    assert "i15" in match.walks()
    assert "j15" not in match.walks()


@pytest.mark.card("clockwork-ankles")
def test_clockwork_ankles_capture_in_the_middle_of_a_walk() -> None:
    match = bearing("clockwork-ankles", {RED: "d14"}).walk("e14").capture().walk("i15")
    assert (match.owner("e14"), match.where(RED)) == ("red", "i15")
    bare = bearing("secondhand-knees", {RED: "d14"}).walk("e14").capture()
    assert bare.walks() == set()


@pytest.mark.card("van-damme")
@pytest.mark.rule("NOTE-VAN-1", "AMB-80")
def test_van_damme_follows_whoever_was_adjacent_friend_or_foe() -> None:
    match = threatened("van-damme", {RED: "d15", BLUE: "e15"}).walk("h15").stop()
    match.play("van-damme")
    assert match.walks() == {"g14", "g15", "g16"}
    assert match.walk("g15").where(RED) == "g15"
    friend = bearing("van-damme", {MATE: "e15"})
    friend.end_phase().activate(MATE).walk("g15").stop().play("van-damme").walk("f15")
    assert friend.where(RED) == "f15"


@pytest.mark.card("van-damme")
@pytest.mark.rule("NOTE-VAN-3", "NOTE-VAN-4")
def test_van_damme_follows_nobody_met_on_the_way_nor_round_a_closed_corner() -> None:
    met = threatened("van-damme", {RED: "d15", BLUE: "h15"}).walk("e15").stop()
    assert met.question is Question.UNIT_PHASE
    corner = threatened("van-damme", {RED: "c3", BLUE: "d4"}).walk("e4").stop()
    assert corner.question is Question.UNIT_PHASE


@pytest.mark.card("bounty-paperwork")
def test_bounty_paperwork_takes_one_more_shell_at_most_twice() -> None:
    units = {BLUE: "e15", SHOOTER: "d14", TARGET: "c14"}
    wounds = {BLUE: 4, SHOOTER: 5, TARGET: 4}
    match = bearing("bounty-paperwork", units, wounds=wounds, phases=4)
    for victim, shells in ((BLUE, 2), (SHOOTER, 4), (TARGET, 5)):
        match.attack(victim).jail("nw")
        assert match.shells("red") == shells
        match.end_phase()
        if victim != TARGET:
            match.activate(RED)


@pytest.mark.card("bounty-paperwork")
def test_bounty_paperwork_pays_nothing_for_a_kill_by_a_mate() -> None:
    match = scene(
        units={RED: "d15", OTHER: "e14", BLUE: "e15"},
        items={RED: ["bounty-paperwork"]},
        wounds={BLUE: 4},
        hands={"red": ["elbow-grease"]},
        active=OTHER,
    )
    match.attack(BLUE).lay("elbow-grease").commit().jail("nw")
    assert match.shells("red") == 1


@pytest.mark.card("fan-mail")
@pytest.mark.rule("DRAW-8")
@pytest.mark.parametrize(("place", "cards"), [("d15", 4), ("base", 4), ("jail nw", 3)])
def test_fan_mail_draws_one_more_card_at_the_start_of_the_own_turn(place: str, cards: int) -> None:
    match = scene(units={RED: place}, items={RED: ["fan-mail"]}, start=True)
    assert (len(match.hand("red")), len(match.hand("blue"))) == (cards, 0)


@pytest.mark.card("fan-mail")
@pytest.mark.rule("DRAW-8", "AMB-47")
def test_fan_mail_never_fills_a_hand_above_seven() -> None:
    hand = ["loud-noise"] * 7
    match = scene(items={RED: ["fan-mail"]}, hands={"red": hand}, start=True)
    assert match.hand("red") == hand


@pytest.mark.card("fan-mail")
def test_fan_mail_is_not_delivered_on_an_opponents_turn() -> None:
    match = scene(items={RED: ["fan-mail"]}, turn="blue", start=True)
    assert (len(match.hand("red")), len(match.hand("blue"))) == (0, 3)
