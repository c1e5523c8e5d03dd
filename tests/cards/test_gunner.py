"""The gunner deck: what each card does in a match."""

from __future__ import annotations

from typing import Any

import pytest
from scenes import Match, scene

from deathdome.model.actions import ActionKind
from deathdome.model.decisions import Question

RED, GUNNER, SCOUT, MEDIC = "red gunner", "blue gunner", "blue scout", "blue medic"
WALL = {RED: "d17", SCOUT: "g17"}  # two wall spaces between them
TOWER = {RED: "g9", SCOUT: "k8"}  # the north-west tower between them


def armed(weapon: str, units: dict[str, str], **more: Any) -> Match:
    """The red gunner on d15 with one weapon, its unit phase open."""
    items = {RED: [weapon], **more.pop("items", {})}
    return scene(units={RED: "d15", **units}, items=items, active=RED, **more)


@pytest.mark.card("potato-enforcer")
@pytest.mark.rule("RANGE-2")
def test_potato_enforcer_reaches_four_spaces() -> None:
    match = armed("potato-enforcer", {SCOUT: "h15", GUNNER: "i15"})
    assert match.targets("potato-enforcer") == {SCOUT}
    assert match.attack(SCOUT, "potato-enforcer").wounds(SCOUT) == 1 + 1


@pytest.mark.card("apology-rifle")
def test_apology_rifle_pushes_whom_it_wounds_from_afar() -> None:
    match = armed("apology-rifle", {SCOUT: "i15", GUNNER: "j15"})
    assert match.targets("apology-rifle") == {SCOUT}
    match = armed("apology-rifle", {SCOUT: "h15"}).attack(SCOUT, "apology-rifle")
    assert (match.wounds(SCOUT), match.where(SCOUT)) == (1 + 1, "i15")


@pytest.mark.card("apology-rifle")
@pytest.mark.rule("PUSH-4")
def test_apology_rifle_does_not_push_onto_another_unit() -> None:
    match = armed("apology-rifle", {SCOUT: "h15", GUNNER: "i15"}).attack(SCOUT, "apology-rifle")
    assert (match.wounds(SCOUT), match.where(SCOUT)) == (1 + 1, "h15")


@pytest.mark.card("balcony-heckler")
@pytest.mark.rule("TOWER-9", "TOWER-11")
def test_balcony_heckler_is_strong_from_the_tower_only() -> None:
    below = armed("balcony-heckler", {RED: "h10", GUNNER: "f10"})
    assert below.attack(GUNNER, "balcony-heckler").wounds(GUNNER) == 1 + 1 + 3 - 1
    above = armed("balcony-heckler", {RED: "f10", GUNNER: "h10"})
    assert above.attack(GUNNER, "balcony-heckler").wounds(GUNNER) == 1 + 1 - 1


@pytest.mark.card("balcony-heckler")
@pytest.mark.rule("TOWER-9", "TOWER-7")
def test_balcony_heckler_is_plain_from_tower_to_tower() -> None:
    match = armed("balcony-heckler", {RED: "j10", GUNNER: "m13"})
    assert match.attack(GUNNER, "balcony-heckler").wounds(GUNNER) == 1 + 1 - 1


@pytest.mark.card("balcony-heckler")
def test_balcony_heckler_reaches_six_spaces() -> None:
    match = armed("balcony-heckler", {SCOUT: "j15", GUNNER: "k15"})
    assert match.targets("balcony-heckler") == {SCOUT}


@pytest.mark.card("nail-confetti-gun")
@pytest.mark.rule("SPLASH-1", "SPLASH-4")
def test_nail_confetti_gun_hits_the_target_and_its_neighbours_but_no_friend() -> None:
    units = {SCOUT: "g15", MEDIC: "h15", "red scout": "g14", GUNNER: "i15"}
    match = armed("nail-confetti-gun", units)
    assert match.targets("nail-confetti-gun") == {SCOUT}
    match.attack(SCOUT, "nail-confetti-gun").hit(MEDIC)
    assert (match.wounds(SCOUT), match.wounds(MEDIC)) == (1 + 1, 1 + 1 - 1)
    assert match.wounds(GUNNER) == match.wounds("red scout") == 0


@pytest.mark.card("freezer-of-mild-regret")
@pytest.mark.rule("SIGHT-7")
@pytest.mark.parametrize("units", [WALL, TOWER])
def test_freezer_of_mild_regret_incapacitates_behind_wall_and_tower(units: dict[str, str]) -> None:
    match = armed("freezer-of-mild-regret", units).attack(SCOUT, "freezer-of-mild-regret")
    assert (match.wounds(SCOUT), match.is_down(SCOUT)) == (1 + 1, True)


@pytest.mark.card("freezer-of-mild-regret")
@pytest.mark.rule("SIGHT-7")
def test_freezer_of_mild_regret_keeps_its_range_of_four() -> None:
    match = armed("freezer-of-mild-regret", {RED: "d17", SCOUT: "h17", MEDIC: "i17"})
    assert match.targets("freezer-of-mild-regret") == {SCOUT}


@pytest.mark.card("magnum-44000")
@pytest.mark.rule("NOTE-MAG-1")
def test_44000_magnum_reaches_nine_spaces() -> None:
    match = armed("magnum-44000", {SCOUT: "m15", MEDIC: "n15"})
    assert match.targets("magnum-44000") == {SCOUT}
    assert match.attack(SCOUT, "magnum-44000").wounds(SCOUT) == 1 + 2


@pytest.mark.card("magnum-44000")
@pytest.mark.parametrize("units", [WALL, TOWER])
def test_44000_magnum_needs_sight(units: dict[str, str]) -> None:
    assert armed("magnum-44000", units).targets("magnum-44000") == set()


@pytest.mark.card("returned-mail-mortar")
@pytest.mark.rule("SIGHT-7", "SIGHT-10")
@pytest.mark.parametrize("units", [WALL, TOWER, {RED: "i5", SCOUT: "i9"}])
def test_returned_mail_mortar_needs_no_sight(units: dict[str, str]) -> None:
    match = armed("returned-mail-mortar", units).attack(SCOUT, "returned-mail-mortar")
    assert match.wounds(SCOUT) == 1 + 2


@pytest.mark.card("returned-mail-mortar")
@pytest.mark.rule("ATTACK-9")
def test_returned_mail_mortar_reaches_seven_spaces_and_into_no_base() -> None:
    match = armed("returned-mail-mortar", {RED: "k14", SCOUT: "k7", GUNNER: "k6", MEDIC: "base"})
    assert match.targets("returned-mail-mortar") == {SCOUT}


@pytest.mark.card("poorly-bolted-howitzer")
def test_poorly_bolted_howitzer_pushes_its_bearer_away_from_the_target() -> None:
    match = armed("poorly-bolted-howitzer", {GUNNER: "g15"}, items={GUNNER: ["cyber-suit"]})
    match.attack(GUNNER, "poorly-bolted-howitzer")
    assert (match.wounds(GUNNER), match.where(RED)) == (1 + 6 - 4, "c15")


@pytest.mark.card("poorly-bolted-howitzer")
def test_poorly_bolted_howitzer_recoils_after_a_miss_too() -> None:
    items = {GUNNER: ["concrete-overcoat", "displacer-helm"]}
    match = armed("poorly-bolted-howitzer", {GUNNER: "h15"}, items=items, hands={"blue": []})
    assert match.targets("poorly-bolted-howitzer") == {GUNNER}
    match = armed(
        "poorly-bolted-howitzer",
        {GUNNER: "h15"},
        items=items,
        hands={"blue": ["elbow-grease"]},
    )
    match.attack(GUNNER, "poorly-bolted-howitzer").lay("elbow-grease").commit()
    assert (match.wounds(GUNNER), match.where(RED)) == (0, "c15")


@pytest.mark.card("poorly-bolted-howitzer")
def test_poorly_bolted_howitzer_recoils_from_a_target_it_has_killed() -> None:
    match = armed("poorly-bolted-howitzer", {SCOUT: "g15"})
    match.attack(SCOUT, "poorly-bolted-howitzer").jail("ne")
    assert (match.where(SCOUT), match.where(RED)) == ("jail ne", "c15")


@pytest.mark.card("barrel-organ-all-barrels")
@pytest.mark.rule("AMB-57")
def test_barrel_organ_fires_three_times_in_one_action() -> None:
    match = armed("barrel-organ-all-barrels", {SCOUT: "h15", MEDIC: "i15", GUNNER: "j15"})
    assert match.targets("barrel-organ-all-barrels") == {SCOUT, MEDIC}
    match.attack(SCOUT, "barrel-organ-all-barrels").attack(SCOUT, "barrel-organ-all-barrels")
    match.attack(MEDIC, "barrel-organ-all-barrels")
    assert (match.wounds(SCOUT), match.wounds(MEDIC)) == (4, 1)
    assert match.question is Question.UNIT_PHASE
    assert match.offers(ActionKind.ATTACK) == []


@pytest.mark.card("barrel-organ-all-barrels")
def test_barrel_organ_may_stop_early_and_stops_without_a_target() -> None:
    early = armed("barrel-organ-all-barrels", {SCOUT: "h15"})
    early.attack(SCOUT, "barrel-organ-all-barrels").stop()
    assert early.wounds(SCOUT) == 2
    alone = armed("barrel-organ-all-barrels", {SCOUT: "h15"}, wounds={SCOUT: 4})
    alone.attack(SCOUT, "barrel-organ-all-barrels").jail("nw")
    assert alone.question is Question.UNIT_PHASE


@pytest.mark.card("missile-launcher")
def test_missile_launcher_splashes_at_six_spaces() -> None:
    match = armed("missile-launcher", {SCOUT: "j15", MEDIC: "k15"})
    assert match.targets("missile-launcher") == {SCOUT}
    match.attack(SCOUT, "missile-launcher").hit(SCOUT)
    assert (match.wounds(SCOUT), match.wounds(MEDIC)) == (1 + 3, 1 + 3 - 1)
