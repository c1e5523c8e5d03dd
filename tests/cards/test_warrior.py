"""The warrior deck: what each card does in a match."""

from __future__ import annotations

from typing import Any

import pytest
from scenes import Match, scene

from deathdome.model.actions import ActionKind
from deathdome.model.decisions import Question

RED, GUNNER, SCOUT = "red warrior", "blue gunner", "blue scout"


def armed(weapon: str, target: str = SCOUT, **more: Any) -> Match:
    """The red warrior with one weapon next to a target, its unit phase open."""
    items = {RED: [weapon], **more.pop("items", {})}
    units = {RED: "d15", target: "e15", **more.pop("units", {})}
    return scene(units=units, items=items, active=RED, **more)


@pytest.mark.card("rusty-chainsaw")
def test_rusty_chainsaw_adds_one_strength() -> None:
    assert armed("rusty-chainsaw").attack(SCOUT, "rusty-chainsaw").wounds(SCOUT) == 2 + 1


@pytest.mark.card("rusty-chainsaw")
@pytest.mark.rule("RANGE-4")
def test_rusty_chainsaw_reaches_only_adjacent_enemies() -> None:
    match = armed("rusty-chainsaw", units={GUNNER: "f15"})
    assert match.targets("rusty-chainsaw") == {SCOUT}


@pytest.mark.card("whoopee-maul")
def test_whoopee_maul_pushes_whom_it_wounds() -> None:
    match = armed("whoopee-maul").attack(SCOUT, "whoopee-maul")
    assert (match.wounds(SCOUT), match.where(SCOUT)) == (2 + 2, "f15")


@pytest.mark.card("whoopee-maul")
@pytest.mark.rule("PUSH-1")
def test_whoopee_maul_does_not_push_whom_it_fails_to_wound() -> None:
    match = armed("whoopee-maul", GUNNER, items={GUNNER: ["cyber-suit"]})
    match.attack(GUNNER, "whoopee-maul")
    assert (match.wounds(GUNNER), match.where(GUNNER)) == (0, "e15")


@pytest.mark.card("widows-stepladder")
def test_widows_stepladder_is_strong_from_the_tower_at_somebody_below() -> None:
    items = {GUNNER: ["hyperbranched-aramid-blast-suit"]}
    match = armed("widows-stepladder", GUNNER, units={RED: "j10", GUNNER: "k11"}, items=items)
    assert match.attack(GUNNER, "widows-stepladder").wounds(GUNNER) == 2 + 2 + 3 - 3


@pytest.mark.card("widows-stepladder")
@pytest.mark.parametrize(("attacker", "target"), [("k11", "j10"), ("i9", "j10"), ("d15", "e15")])
def test_widows_stepladder_is_plain_on_the_level_or_upwards(attacker: str, target: str) -> None:
    match = armed("widows-stepladder", GUNNER, units={RED: attacker, GUNNER: target})
    assert match.attack(GUNNER, "widows-stepladder").wounds(GUNNER) == 2 + 2 - 1


@pytest.mark.card("widows-stepladder")
def test_widows_stepladder_lends_its_height_to_no_other_weapon() -> None:
    match = armed("widows-stepladder", GUNNER, units={RED: "j10", GUNNER: "k11"})
    assert match.attack(GUNNER).wounds(GUNNER) == 2 - 1


@pytest.mark.card("grudge-axe")
@pytest.mark.parametrize(("own", "bonus"), [(0, 0), (1, 1), (3, 3), (4, 3)])
def test_grudge_axe_grows_with_own_wounds_up_to_three(own: int, bonus: int) -> None:
    items = {GUNNER: ["cyber-suit"]}
    match = armed("grudge-axe", GUNNER, wounds={RED: own}, items=items)
    assert match.attack(GUNNER, "grudge-axe").wounds(GUNNER) == 2 + 2 + bonus - 4


@pytest.mark.card("grudge-axe")
def test_grudge_axe_lends_its_grudge_to_no_punch() -> None:
    assert armed("grudge-axe", wounds={RED: 3}).attack(SCOUT).wounds(SCOUT) == 2


@pytest.mark.card("upside-down-lawnmower")
@pytest.mark.rule("SWEEP-1", "SWEEP-2", "ATTACK-10")
def test_upside_down_lawnmower_hits_all_adjacent_enemies_and_no_friend() -> None:
    units = {GUNNER: "c14", "red medic": "d14", "blue medic": "f15"}
    match = armed("upside-down-lawnmower", units=units)
    match.attack(None, "upside-down-lawnmower").hit(SCOUT)
    assert (match.wounds(SCOUT), match.wounds(GUNNER)) == (4, 3)
    assert match.wounds("red medic") == match.wounds("blue medic") == 0


@pytest.mark.card("leech-flail")
def test_leech_flail_heals_its_bearer_by_one_when_it_wounds() -> None:
    match = armed("leech-flail", GUNNER, wounds={RED: 2}).attack(GUNNER, "leech-flail")
    assert (match.wounds(GUNNER), match.wounds(RED)) == (2 + 3 - 1, 1)


@pytest.mark.card("leech-flail")
def test_leech_flail_heals_nobody_when_it_does_not_wound() -> None:
    items = {GUNNER: ["concrete-overcoat"]}
    match = armed("leech-flail", GUNNER, wounds={RED: 2}, items=items)
    match.attack(GUNNER, "leech-flail")
    assert (match.wounds(GUNNER), match.wounds(RED)) == (0, 2)


@pytest.mark.card("nap-hammer")
@pytest.mark.rule("INCAP-2", "INCAP-3", "INCAP-4")
def test_nap_hammer_costs_its_victim_exactly_the_next_turn_of_its_team() -> None:
    match = armed("nap-hammer", GUNNER).attack(GUNNER, "nap-hammer")
    assert match.wounds(GUNNER) == 2 + 3 - 1
    match.end_phase().end_turn()
    assert match.is_down(GUNNER)
    assert match.unit(GUNNER) not in {
        option >> 12 & 0xFFF for option in match.offers(ActionKind.ACTIVATE)
    }
    match.end_turn().end_turn()
    assert not match.is_down(GUNNER)
    match.activate(GUNNER)


@pytest.mark.card("nap-hammer")
@pytest.mark.rule("INCAP-1")
def test_nap_hammer_leaves_upright_whom_it_does_not_wound() -> None:
    match = armed("nap-hammer", GUNNER, items={GUNNER: ["concrete-overcoat"]})
    assert not match.attack(GUNNER, "nap-hammer").is_down(GUNNER)


@pytest.mark.card("cleaver-and-other-cleaver")
@pytest.mark.rule("AMB-57", "ATTACK-7")
def test_cleaver_and_other_cleaver_strikes_twice_at_the_same_or_another_target() -> None:
    match = armed("cleaver-and-other-cleaver", units={GUNNER: "d14"}, hands={"red": ["loud-noise"]})
    match.attack(GUNNER, "cleaver-and-other-cleaver").commit()
    assert match.question is Question.FURTHER_ATTACK
    assert match.targets("cleaver-and-other-cleaver") == {GUNNER, SCOUT}
    match = match.attack(SCOUT, "cleaver-and-other-cleaver").commit()
    assert (match.wounds(GUNNER), match.wounds(SCOUT)) == (3, 4)
    assert match.question is Question.UNIT_PHASE
    assert match.offers(ActionKind.ATTACK) == []


@pytest.mark.card("cleaver-and-other-cleaver")
@pytest.mark.rule("ATTACK-7")
def test_cards_of_the_first_cleaver_do_not_count_for_the_other() -> None:
    items = {GUNNER: ["spare-spleen"]}
    match = armed("cleaver-and-other-cleaver", GUNNER, items=items, hands={"red": ["elbow-grease"]})
    match.attack(GUNNER, "cleaver-and-other-cleaver").lay("elbow-grease").commit()
    assert match.wounds(GUNNER) == 2 + 2 + 2 - 1
    match.stop()
    assert match.wounds(GUNNER) == 5
    assert match.offers(ActionKind.ATTACK) == []


@pytest.mark.card("wrecking-lance")
def test_wrecking_lance_is_stronger_after_a_walk_and_pushes() -> None:
    match = armed("wrecking-lance", GUNNER, units={RED: "c15"}, items={GUNNER: ["cyber-suit"]})
    match.walk("d15").stop().attack(GUNNER, "wrecking-lance")
    assert (match.wounds(GUNNER), match.where(GUNNER)) == (2 + 3 + 2 - 4, "f15")


@pytest.mark.card("wrecking-lance")
def test_wrecking_lance_is_plain_without_a_walk() -> None:
    match = armed("wrecking-lance", GUNNER).attack(GUNNER, "wrecking-lance")
    assert match.wounds(GUNNER) == 2 + 3 - 1


@pytest.mark.card("wrecking-lance")
def test_wrecking_lance_gives_its_run_up_to_every_weapon_of_that_phase_only_once() -> None:
    hands = {"red": ["reheated-legs", "action-movie-craze"]}
    match = armed("wrecking-lance", GUNNER, units={RED: "b15"}, hands=hands)
    match.walk("c15").stop().play("reheated-legs").walk("d15").stop()
    match.attack(GUNNER).commit()
    assert match.wounds(GUNNER) == 2 + 2 - 1


@pytest.mark.card("wrecking-lance")
def test_wrecking_lance_has_forgotten_the_walk_in_the_next_phase() -> None:
    match = armed("wrecking-lance", GUNNER, units={RED: "c15"})
    match.walk("d15").end_phase().activate(RED).attack(GUNNER)
    assert match.wounds(GUNNER) == 2 - 1


@pytest.mark.card("guillotine-on-a-stick")
def test_guillotine_on_a_stick_draws_a_card_for_a_kill() -> None:
    match = armed("guillotine-on-a-stick", deck=["hyper-cube"])
    match.attack(SCOUT, "guillotine-on-a-stick").jail("nw")
    assert match.where(SCOUT) == "jail nw"
    assert (match.hand("red"), match.shells("red")) == (["hyper-cube"], 1)


@pytest.mark.card("guillotine-on-a-stick")
def test_guillotine_on_a_stick_draws_nothing_for_a_survivor() -> None:
    match = armed("guillotine-on-a-stick", GUNNER, items={GUNNER: ["cyber-suit"]})
    match.attack(GUNNER, "guillotine-on-a-stick")
    assert (match.wounds(GUNNER), match.hand("red")) == (2 + 6 - 4, [])


@pytest.mark.card("guillotine-on-a-stick")
def test_guillotine_on_a_stick_draws_nothing_for_a_kill_by_punch() -> None:
    match = armed("guillotine-on-a-stick", wounds={SCOUT: 4}).attack(SCOUT).jail("se")
    assert (match.where(SCOUT), match.hand("red")) == ("jail se", [])
