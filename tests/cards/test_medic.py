"""The medic deck: what each card does in a match."""

from __future__ import annotations

from typing import Any

import pytest
from scenes import Match, scene

from deathdome.model.actions import ActionKind
from deathdome.model.decisions import Question

RED, MATE, OTHER = "red medic", "red warrior", "red scout"
GUNNER, SCOUT, ENEMY = "blue gunner", "blue scout", "blue warrior"


def bearing(item: str, units: dict[str, str], **more: Any) -> Match:
    """The red medic on d15 with one item, its unit phase open."""
    items = {RED: [item], **more.pop("items", {})}
    active = more.pop("active", RED)
    return scene(units={RED: "d15", **units}, items=items, active=active, **more)


@pytest.mark.card("suspicious-syringe")
@pytest.mark.rule("HEAL-2", "HEAL-3", "HEAL-4", "RANGE-6")
def test_suspicious_syringe_heals_two_for_an_action() -> None:
    match = bearing("suspicious-syringe", {MATE: "e15", OTHER: "f15"}, wounds={MATE: 3, OTHER: 3})
    assert match.picks("suspicious-syringe") == {MATE}
    match.play("suspicious-syringe", MATE)
    assert match.wounds(MATE) == 1
    assert match.usable() == set()


@pytest.mark.card("suspicious-syringe")
@pytest.mark.rule("HEAL-5", "RANGE-6")
def test_suspicious_syringe_heals_its_bearer_never_above_the_full_vitae() -> None:
    match = bearing("suspicious-syringe", {}, wounds={RED: 1}).play("suspicious-syringe", RED)
    assert match.wounds(RED) == 0


@pytest.mark.card("suspicious-syringe")
@pytest.mark.rule("CARD-12", "HEAL-7")
def test_suspicious_syringe_is_not_offered_for_the_unhurt_nor_from_the_base() -> None:
    assert bearing("suspicious-syringe", {MATE: "e15"}).usable() == set()
    assert bearing("suspicious-syringe", {RED: "base"}, wounds={RED: 2}).usable() == set()


@pytest.mark.card("suspicious-syringe")
@pytest.mark.rule("AMB-23")
def test_suspicious_syringe_reaches_a_mate_in_the_base_from_outside() -> None:
    match = bearing("suspicious-syringe", {RED: "k3", MATE: "base"}, wounds={MATE: 2})
    assert match.play("suspicious-syringe", MATE).wounds(MATE) == 0


@pytest.mark.card("pre-owned-bone-saw")
def test_pre_owned_bone_saw_is_strong_against_the_wounded_only() -> None:
    units = {GUNNER: "e15"}
    fresh = bearing("pre-owned-bone-saw", units)
    assert fresh.attack(GUNNER, "pre-owned-bone-saw").wounds(GUNNER) == 0
    hurt = bearing("pre-owned-bone-saw", units, wounds={GUNNER: 1})
    assert hurt.attack(GUNNER, "pre-owned-bone-saw").wounds(GUNNER) == 1 + (0 + 1 + 3 - 1)
    down = bearing("pre-owned-bone-saw", {SCOUT: "e15"}, down=[SCOUT])
    assert down.attack(SCOUT, "pre-owned-bone-saw").wounds(SCOUT) == 1


@pytest.mark.card("portable-second-opinion")
def test_portable_second_opinion_adds_toughness_until_the_next_own_turn() -> None:
    units = {MATE: "h15", OTHER: "i15", ENEMY: "h14"}
    match = bearing("portable-second-opinion", units, empty_deck=True)
    assert match.picks("portable-second-opinion") == {RED, MATE}
    match.play("portable-second-opinion", MATE).end_phase().end_turn()
    match.activate(ENEMY).attack(MATE).end_phase()
    assert match.wounds(MATE) == 0
    match.end_turn().end_turn().activate(ENEMY).attack(MATE)
    assert match.wounds(MATE) == 2 - 1


@pytest.mark.card("adrenaline-bazooka")
def test_adrenaline_bazooka_boosts_strength_and_movement_for_this_turn() -> None:
    match = bearing("adrenaline-bazooka", {MATE: "i15", OTHER: "j15", SCOUT: "i14"})
    assert match.picks("adrenaline-bazooka") == {RED, MATE}
    match.play("adrenaline-bazooka", MATE).end_phase().activate(MATE)
    assert "p15" in match.walks()
    assert "q15" not in match.walks()
    match.attack(SCOUT).jail("nw")
    assert match.where(SCOUT) == "jail nw"


@pytest.mark.card("adrenaline-bazooka")
def test_adrenaline_bazooka_has_worn_off_in_the_next_turn() -> None:
    match = bearing("adrenaline-bazooka", {MATE: "i15", SCOUT: "i14"}, empty_deck=True)
    match.play("adrenaline-bazooka", MATE).end_phase().end_turn().end_turn().activate(MATE)
    assert "o15" not in match.walks()
    assert match.attack(SCOUT).wounds(SCOUT) == 2


@pytest.mark.card("group-therapy")
def test_group_therapy_heals_everybody_within_three_spaces_and_in_sight() -> None:
    units = {RED: "d17", MATE: "c15", OTHER: "g17", "red gunner": "d13"}
    wounds = {RED: 3, MATE: 1, OTHER: 3, "red gunner": 3}
    match = bearing("group-therapy", units, wounds=wounds).play("group-therapy")
    assert (match.wounds(RED), match.wounds(MATE)) == (1, 0)
    assert match.wounds(OTHER) == 3  # behind the wall
    assert match.wounds("red gunner") == 3  # four spaces away


@pytest.mark.card("group-therapy")
@pytest.mark.rule("CARD-12")
def test_group_therapy_is_not_offered_when_nobody_in_reach_is_hurt() -> None:
    assert bearing("group-therapy", {MATE: "h15"}, wounds={MATE: 2}).usable() == set()


@pytest.mark.card("long-distance-defibrillator")
def test_long_distance_defibrillator_heals_three_and_raises_the_incapacitated() -> None:
    units = {MATE: "h15", OTHER: "i15"}
    match = bearing("long-distance-defibrillator", units, wounds={MATE: 4}, down=[MATE, OTHER])
    assert match.picks("long-distance-defibrillator") == {MATE}
    match.play("long-distance-defibrillator", MATE)
    assert (match.wounds(MATE), match.is_down(MATE)) == (1, False)
    match.end_phase().activate(MATE)


@pytest.mark.card("long-distance-defibrillator")
def test_long_distance_defibrillator_raises_an_unhurt_unit_too() -> None:
    match = bearing("long-distance-defibrillator", {MATE: "e15"}, down=[MATE])
    assert not match.play("long-distance-defibrillator", MATE).is_down(MATE)


def shot(weapon: str = "potato-enforcer", **more: Any) -> Match:
    """Blue's turn: the gunner has shot at the red warrior, whose medic has the pager."""
    units = {RED: "d15", MATE: "h15", GUNNER: "k15", **more.pop("units", {})}
    items = {RED: ["medical-pager"], GUNNER: [weapon], **more.pop("items", {})}
    match = scene(units=units, items=items, turn="blue", active=GUNNER, **more)
    return match.attack(MATE, weapon)


@pytest.mark.card("medical-pager")
@pytest.mark.rule("NOTE-PAGER-1", "NOTE-PAGER-3")
def test_medical_pager_brings_the_medic_to_heal_on_an_opponents_turn() -> None:
    match = shot(wounds={MATE: 2})
    assert (match.asked_team, match.wounds(MATE)) == ("red", 3)
    match.play("medical-pager", MATE).walk("g15").stop()
    assert (match.where(RED), match.wounds(MATE)) == ("g15", 1)


@pytest.mark.card("medical-pager")
@pytest.mark.rule("NOTE-PAGER-3")
def test_medical_pager_heals_nothing_when_the_medic_does_not_arrive() -> None:
    match = shot(units={MATE: "j15"}).play("medical-pager", MATE).walk("e15").stop()
    assert (match.where(RED), match.wounds(MATE)) == ("e15", 1)


@pytest.mark.card("medical-pager")
@pytest.mark.rule("CARD-12")
def test_medical_pager_heals_without_a_step_from_next_door() -> None:
    match = shot(units={RED: "g15"}).play("medical-pager", MATE).stop()
    assert (match.where(RED), match.wounds(MATE)) == ("g15", 0)


@pytest.mark.card("medical-pager")
@pytest.mark.rule("AMB-82")
def test_medical_pager_does_not_ring_for_its_own_bearer_nor_in_jail() -> None:
    own = scene(
        units={RED: "d15", ENEMY: "e15"},
        items={RED: ["medical-pager"]},
        turn="blue",
        active=ENEMY,
    )
    assert own.attack(RED).question is Question.UNIT_PHASE
    assert shot(units={RED: "jail nw"}).question is Question.UNIT_PHASE


@pytest.mark.card("anaesthetic-blowpipe")
def test_anaesthetic_blowpipe_puts_to_sleep_at_six_spaces() -> None:
    match = bearing("anaesthetic-blowpipe", {SCOUT: "j15", GUNNER: "k15"})
    assert match.targets("anaesthetic-blowpipe") == {SCOUT}
    match.attack(SCOUT, "anaesthetic-blowpipe")
    assert (match.wounds(SCOUT), match.is_down(SCOUT)) == (1, True)


@pytest.mark.card("anaesthetic-blowpipe")
@pytest.mark.rule("INCAP-1")
def test_anaesthetic_blowpipe_needs_a_wound() -> None:
    match = bearing("anaesthetic-blowpipe", {GUNNER: "h15"})
    assert not match.attack(GUNNER, "anaesthetic-blowpipe").is_down(GUNNER)


@pytest.mark.card("pre-signed-consent-form")
def test_pre_signed_consent_form_keeps_the_defenders_cards_in_hand() -> None:
    hands = {"red": ["loose-change"], "blue": ["sponsors-darling"]}
    match = bearing("pre-signed-consent-form", {SCOUT: "e15"}, hands=hands)
    match.attack(SCOUT, "pre-signed-consent-form").commit()
    assert match.wounds(SCOUT) == 0 + 1
    assert match.hand("blue") == ["sponsors-darling"]


@pytest.mark.card("pre-signed-consent-form")
def test_pre_signed_consent_form_does_not_cover_a_punch() -> None:
    hands = {"blue": ["sponsors-darling"]}
    match = bearing("pre-signed-consent-form", {SCOUT: "e15"}, hands=hands).attack(SCOUT)
    assert (match.question, match.asked_team) == (Question.DEFENCE_CARDS, "blue")


@pytest.mark.card("triage-cannon")
def test_triage_cannon_heals_one_of_the_own_when_it_wounds() -> None:
    units = {SCOUT: "j15", GUNNER: "k15", MATE: "g15", OTHER: "h15"}
    wounds = {RED: 2, MATE: 2, OTHER: 2}
    match = bearing("triage-cannon", units, wounds=wounds)
    assert match.targets("triage-cannon") == {SCOUT}
    match.attack(SCOUT, "triage-cannon")
    assert match.picks("triage-cannon") == {RED, MATE}
    match.play("triage-cannon", MATE)
    assert (match.wounds(SCOUT), match.wounds(MATE), match.wounds(RED)) == (3, 1, 2)


@pytest.mark.card("triage-cannon")
def test_triage_cannon_heals_nobody_when_it_does_not_wound() -> None:
    items = {GUNNER: ["cyber-suit"]}
    match = bearing("triage-cannon", {GUNNER: "h15"}, items=items, wounds={RED: 2})
    assert match.attack(GUNNER, "triage-cannon").wounds(RED) == 2
    assert match.offers(ActionKind.USE) == []
