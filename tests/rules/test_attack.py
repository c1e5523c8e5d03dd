"""Attacks up to their value: who may attack whom, with what, for how much."""

from __future__ import annotations

from typing import Any

import pytest
from scenes import Match, scene, seat_of

from deathdome.model.actions import NOBODY, PUNCH, ActionKind, make_action
from deathdome.model.decisions import Question
from deathdome.model.events import Reckoned

RED, GUNNER, SCOUT, MEDIC = "red warrior", "red gunner", "red scout", "red medic"
BLUE, SHOOTER, TARGET = "blue warrior", "blue gunner", "blue scout"


def ready(units: dict[str, str], active: str = RED, **more: Any) -> Match:
    """Red's turn, one unit phase open."""
    return scene(units=units, active=active, **more)


@pytest.mark.rule("ATTACK-1", "PHASE-8")
def test_an_attack_uses_up_the_action() -> None:
    match = ready({RED: "d14", BLUE: "e15", SHOOTER: "d15"}).walk("e14")
    match.attack(BLUE)
    assert match.offers(ActionKind.ATTACK) == match.offers(ActionKind.CAPTURE) == []


@pytest.mark.rule("ATTACK-2", "ATTACK-5")
def test_weapon_and_target_are_declared_before_any_card() -> None:
    match = ready({RED: "d15", BLUE: "e15"}, hands={"red": ["loud-noise"]})
    assert match.offers(ActionKind.LAY) == []
    match.attack(BLUE)
    assert (match.question, match.asked_team) == (Question.ATTACK_CARDS, "red")
    assert match.offers(ActionKind.ATTACK) == []


@pytest.mark.rule("ATTACK-3", "ATTACK-8", "ATTACK-10", "AMB-42")
def test_only_enemies_can_be_attacked() -> None:
    match = ready({RED: "d15", MEDIC: "e15", BLUE: "c15"})
    assert match.targets() == {BLUE}
    match.refused(make_action(ActionKind.ATTACK, PUNCH, match.unit(MEDIC)))
    match.refused(make_action(ActionKind.ATTACK, PUNCH, NOBODY))


@pytest.mark.rule("ATTACK-4", "TEAM-5", "TEAM-10", "AMB-40")
def test_attack_value_is_unit_strength_weapon_strength_boosts_and_cards() -> None:
    items = {RED: ["rusty-chainsaw", "whoopee-maul", "steroid-lunchbox"], BLUE: ["cyber-suit"]}
    match = ready({RED: "d15", BLUE: "e15"}, items=items, hands={"red": ["loose-change"]})
    match.attack(BLUE, "rusty-chainsaw").lay("loose-change").commit()
    (sums,) = match.told(Reckoned)
    assert (sums.strength, sums.attack_cards, sums.wounds) == (2 + 1 + 1, 1, 1)


@pytest.mark.rule("ATTACK-4", "AMB-40")
def test_strength_of_a_weapon_that_is_not_used_does_not_count() -> None:
    items = {RED: ["rusty-chainsaw"]}
    match = ready({RED: "d15", TARGET: "e15"}, items=items)
    assert match.attack(TARGET).wounds(TARGET) == 2


@pytest.mark.rule("AMB-40", "TEAM-9")
def test_other_ratings_of_a_weapon_count_all_the_time() -> None:
    match = scene(units={SCOUT: "d15"}, items={SCOUT: ["spring-heeled-shears"]}, active=SCOUT)
    assert "k15" in match.walks()


@pytest.mark.rule("ATTACK-5", "AMB-53")
def test_the_attacker_adds_nothing_after_the_defence_cards() -> None:
    hands = {"red": ["loud-noise", "loud-noise"], "blue": ["loose-change", "loose-change"]}
    match = ready({RED: "d15", SHOOTER: "e15"}, hands=hands).attack(SHOOTER)
    match.lay("loud-noise").commit()
    assert match.asked_team == "blue"
    match.lay("loose-change").commit()
    assert match.wounds(SHOOTER) == 2 + 3 - 1 - 1
    assert (len(match.hand("red")), len(match.hand("blue"))) == (1, 1)


@pytest.mark.rule("ATTACK-6", "AMB-41", "TEAM-12")
def test_a_punch_is_always_possible_weapon_or_not() -> None:
    assert ready({RED: "d15", TARGET: "e15"}).attack(TARGET).wounds(TARGET) == 2
    armed = ready({RED: "d15", TARGET: "e15"}, items={RED: ["nap-hammer"]})
    armed.attack(TARGET)
    assert (armed.wounds(TARGET), armed.is_down(TARGET)) == (2, False)


@pytest.mark.rule("ATTACK-6", "RANGE-4")
def test_a_punch_reaches_one_space() -> None:
    assert ready({RED: "d15", BLUE: "f15", TARGET: "e14"}).targets() == {TARGET}


@pytest.mark.rule("ATTACK-7", "NOTE-AMC-4", "CARD-10")
def test_attack_cards_count_for_one_attack_only() -> None:
    hands = {"red": ["action-movie-craze", "elbow-grease", "elbow-grease"]}
    items = {SHOOTER: ["spare-spleen"]}
    match = ready({RED: "d15", SHOOTER: "e15"}, items=items, hands=hands)
    match.attack(SHOOTER).lay("elbow-grease").commit().play("action-movie-craze")
    assert match.discarded("elbow-grease") == 1
    match.attack(SHOOTER).commit()
    assert match.wounds(SHOOTER) == (2 + 2 - 1) + (2 - 1)


@pytest.mark.rule("ATTACK-9", "BASE-1", "JAIL-3")
def test_units_in_jail_or_base_are_no_targets() -> None:
    items = {GUNNER: ["returned-mail-mortar"]}
    units = {GUNNER: "k18", BLUE: "base", SHOOTER: "jail se", TARGET: "k15"}
    assert ready(units, GUNNER, items=items).targets("returned-mail-mortar") == {TARGET}


@pytest.mark.rule("BASE-2", "BASE-3", "BASE-10")
def test_nobody_attacks_out_of_the_base_but_right_after_leaving_it() -> None:
    match = ready({RED: "base", BLUE: "l4"})
    assert match.offers(ActionKind.ATTACK) == []
    assert match.walk("k3").targets() == {BLUE}


@pytest.mark.rule("ATTACK-11", "RANGE-5", "AMB-15")
def test_a_ranged_weapon_shoots_at_an_adjacent_enemy_and_stays_ranged() -> None:
    items = {GUNNER: ["potato-enforcer"], TARGET: ["knife-proof-cardigan"]}
    match = ready({GUNNER: "d15", TARGET: "e15"}, GUNNER, items=items)
    assert match.attack(TARGET, "potato-enforcer").wounds(TARGET) == 2 - 1


@pytest.mark.rule("RANGE-1", "RANGE-2", "RANGE-3", "AMB-14")
@pytest.mark.parametrize(("space", "reached"), [("h15", True), ("h12", True), ("i15", False)])
def test_range_is_counted_in_kings_moves(space: str, reached: bool) -> None:
    items = {GUNNER: ["freezer-of-mild-regret"]}
    match = ready({GUNNER: "d15", TARGET: space}, GUNNER, items=items)
    assert (TARGET in match.targets("freezer-of-mild-regret")) is reached


@pytest.mark.rule("RANGE-3", "SIGHT-1", "SIGHT-3")
def test_a_target_in_range_needs_to_be_in_sight() -> None:
    items = {GUNNER: ["magnum-44000"]}
    units = {GUNNER: "d17", TARGET: "g17", BLUE: "d13"}
    assert ready(units, GUNNER, items=items).targets("magnum-44000") == {BLUE}


@pytest.mark.rule("RANGE-4", "SIGHT-8", "AMB-10")
def test_a_close_weapon_does_not_reach_round_a_closed_corner() -> None:
    items = {RED: ["rusty-chainsaw"]}
    match = ready({RED: "c3", BLUE: "d4", TARGET: "b3"}, items=items)
    assert match.targets("rusty-chainsaw") == {TARGET}


@pytest.mark.rule("RANGE-6", "HEAL-2")
def test_an_item_for_teammates_reaches_its_carrier_and_those_in_range_and_sight() -> None:
    units = {MEDIC: "d17", RED: "g17", SCOUT: "d15", GUNNER: "b15"}
    items = {MEDIC: ["portable-second-opinion"]}
    match = scene(units=units, items=items, active=MEDIC)
    assert match.picks("portable-second-opinion") == {MEDIC, SCOUT, GUNNER}


@pytest.mark.rule("SIGHT-7", "SIGHT-10", "TOWER-4")
def test_only_a_weapon_that_ignores_sight_hits_a_tower_centre_from_the_ground() -> None:
    items = {GUNNER: ["returned-mail-mortar", "magnum-44000"]}
    match = ready({GUNNER: "e9", TARGET: "i9", BLUE: "h8"}, GUNNER, items=items)
    assert match.targets("magnum-44000") == {BLUE}
    assert match.attack(TARGET, "returned-mail-mortar").wounds(TARGET) == 1 + 2


@pytest.mark.rule("SIGHT-4")
def test_units_do_not_block_sight() -> None:
    items = {GUNNER: ["potato-enforcer"]}
    match = ready({GUNNER: "d15", RED: "e15", BLUE: "f15", TARGET: "g15"}, GUNNER, items=items)
    assert match.targets("potato-enforcer") == {BLUE, TARGET}


@pytest.mark.rule("TOWER-9", "TOWER-11")
def test_height_alone_changes_no_number() -> None:
    high = ready({RED: "j10", TARGET: "k11"}).attack(TARGET)
    low = ready({RED: "k11", TARGET: "j10"}).attack(TARGET)
    assert high.wounds(TARGET) == low.wounds(TARGET) == 2


@pytest.mark.rule("TOWER-9", "TOWER-10")
@pytest.mark.parametrize("ground", ["k8", "k10", "k9"])
def test_bridge_and_lava_beside_the_tower_are_lower_ground(ground: str) -> None:
    items = {RED: ["soapbox-of-contempt"], TARGET: ["lava-waders"]}
    match = ready({RED: "j9", TARGET: ground}, items=items).attack(TARGET)
    assert match.wounds(TARGET) == 2 + 3 - 1


@pytest.mark.rule("AMB-43", "PAYBACK-1")
def test_an_attack_not_above_the_defence_is_an_attack_all_the_same() -> None:
    items = {BLUE: ["porcupine-tuxedo"]}
    match = ready({MEDIC: "d15", BLUE: "e15"}, MEDIC, items=items).attack(BLUE)
    assert (match.wounds(BLUE), match.wounds(MEDIC)) == (0, 3 - 1)


@pytest.mark.rule("AMB-55", "ATTACK-12")
def test_totals_are_fixed_before_the_first_hit() -> None:
    # The victim's farewell wounds the axeman; that does not strengthen its second hit.
    match = scene(
        units={RED: "d15", BLUE: "e15", TARGET: "e14"},
        items={RED: ["grudge-axe", "cyber-suit"], BLUE: ["dead-mans-tambourine"]},
        wounds={BLUE: 4},
        hands={"red": ["shrapnel-surprise"]},
        active=RED,
    )
    match.attack(BLUE, "grudge-axe").play("shrapnel-surprise").commit().hit(BLUE).jail("nw")
    assert (match.wounds(RED), match.wounds(TARGET)) == (8 - 4, 4)


@pytest.mark.rule("AMB-57")
def test_each_attack_of_a_weapon_with_several_has_its_own_cards() -> None:
    hands = {"red": ["loose-change", "loose-change"], "blue": ["loud-noise"]}
    items = {RED: ["cleaver-and-other-cleaver"]}
    match = ready({RED: "d15", SHOOTER: "e15"}, items=items, hands=hands)
    match.attack(SHOOTER, "cleaver-and-other-cleaver").lay("loose-change").commit()
    match.lay("loud-noise").commit()
    match.attack(SHOOTER, "cleaver-and-other-cleaver").lay("loose-change").commit()
    assert match.wounds(SHOOTER) == (4 + 1 - 1 - 3) + (4 + 1 - 1)


@pytest.mark.rule("AMB-135", "SIGHT-9")
def test_permissions_of_the_target_do_not_help_the_attacker() -> None:
    items = {TARGET: ["x-ray-monocle"]}
    assert ready({RED: "c3", TARGET: "d4"}, items=items).targets() == set()


@pytest.mark.rule("CARD-8")
def test_only_attacker_and_defender_are_asked_for_cards() -> None:
    hands = {"red": ["loud-noise"], "blue": ["loud-noise"], "green": ["loud-noise"]}
    match = ready({RED: "d15", TARGET: "e15", "green medic": "e14"}, hands=hands, seats=3)
    match.attack(TARGET)
    asked = [match.asked_team]
    match.commit()
    asked.append(match.asked_team)
    match.commit()
    assert asked == ["red", "blue"]
    assert match.asked.seat == seat_of("red")
    assert match.question is Question.UNIT_PHASE


@pytest.mark.rule("CARD-9", "CARD-10")
def test_a_whole_hand_may_be_laid_and_goes_to_the_discard_pile() -> None:
    hand = ["loose-change", "elbow-grease", "loud-noise"]
    items = {SHOOTER: ["concrete-overcoat"]}
    match = ready({RED: "d15", SHOOTER: "e15"}, items=items, hands={"red": hand})
    match.attack(SHOOTER).lay(*hand).commit()
    assert match.wounds(SHOOTER) == 2 + 6 - 5
    assert [match.discarded(card) for card in hand] == [1, 1, 1]


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


@pytest.mark.rule("EX-5", "ATTACK-4", "DEFEND-1", "WOUND-1")
def test_the_combat_example_of_the_rulebook() -> None:
    match = scene(
        units={"red warrior": "d15", "blue gunner": "e15"},
        items={
            "red warrior": ["rusty-chainsaw"],
            "blue gunner": ["cyber-suit", "displacer-helm"],
        },
        hands={"red": ["crowd-roar", "loud-noise"], "blue": ["elbow-grease"]},
        active="red warrior",
    )
    match.attack("blue gunner", "rusty-chainsaw").lay("crowd-roar", "loud-noise").commit()
    assert match.asked_team == "blue"
    match.lay("elbow-grease").commit()
    assert match.wounds("blue gunner") == 3
    match.decline_all()
    assert match.discarded("crowd-roar") == match.discarded("elbow-grease") == 1
