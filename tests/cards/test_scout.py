"""The scout deck: what each card does in a match."""

from __future__ import annotations

from typing import Any

import pytest
from scenes import Match, scene

from deathdome.model.decisions import Question

RED, GUNNER, SCOUT, MEDIC = "red scout", "blue gunner", "blue scout", "blue medic"
GRENADES = ["exploding-birthday-card", "party-grenade", "around-the-corner-grenade"]


def armed(weapon: str, units: dict[str, str], **more: Any) -> Match:
    """The red scout on d15 with one weapon, its unit phase open."""
    items = {RED: [weapon], **more.pop("items", {})}
    return scene(units={RED: "d15", **units}, items=items, active=RED, **more)


@pytest.mark.card("dog-teasing-laser")
@pytest.mark.rule("RANGE-5")
def test_dog_teasing_laser_adds_nothing_from_one_to_six_spaces() -> None:
    match = armed("dog-teasing-laser", {SCOUT: "j15", MEDIC: "k15", GUNNER: "e15"})
    assert match.targets("dog-teasing-laser") == {SCOUT, GUNNER}
    assert match.attack(SCOUT, "dog-teasing-laser").wounds(SCOUT) == 1


@pytest.mark.card("sock-of-batteries")
@pytest.mark.rule("SWEEP-1", "SWEEP-5")
def test_sock_of_batteries_hits_everybody_around_and_needs_somebody() -> None:
    match = armed("sock-of-batteries", {SCOUT: "e15", GUNNER: "c14"})
    match.attack(None, "sock-of-batteries").hit(GUNNER)
    assert (match.wounds(SCOUT), match.wounds(GUNNER)) == (1 + 1, 1 + 1 - 1)
    assert armed("sock-of-batteries", {SCOUT: "f15"}).targets("sock-of-batteries") == set()


@pytest.mark.card("unfair-stiletto")
def test_unfair_stiletto_is_strong_against_the_wounded() -> None:
    items = {GUNNER: ["spare-spleen"]}
    fresh = armed("unfair-stiletto", {GUNNER: "e15"}, items=items)
    assert fresh.attack(GUNNER, "unfair-stiletto").wounds(GUNNER) == 1 + 2 - 1
    hurt = armed("unfair-stiletto", {GUNNER: "e15"}, items=items, wounds={GUNNER: 1})
    assert hurt.attack(GUNNER, "unfair-stiletto").wounds(GUNNER) == 1 + (1 + 2 + 3 - 1)


@pytest.mark.card("unfair-stiletto")
def test_unfair_stiletto_is_strong_against_the_incapacitated_but_not_twice() -> None:
    down = armed("unfair-stiletto", {GUNNER: "e15"}, down=[GUNNER])
    assert down.attack(GUNNER, "unfair-stiletto").wounds(GUNNER) == 1 + 2 + 3 - 1
    items = {GUNNER: ["spare-spleen"]}
    both = armed("unfair-stiletto", {GUNNER: "e15"}, items=items, down=[GUNNER], wounds={GUNNER: 1})
    assert both.attack(GUNNER, "unfair-stiletto").wounds(GUNNER) == 1 + (1 + 2 + 3 - 1)


@pytest.mark.card("unfair-stiletto")
def test_unfair_stiletto_lends_nothing_to_a_punch() -> None:
    match = armed("unfair-stiletto", {SCOUT: "e15"}, wounds={SCOUT: 1})
    assert match.attack(SCOUT).wounds(SCOUT) == 1 + 1


@pytest.mark.card("spring-heeled-shears")
def test_spring_heeled_shears_walk_through_enemies_but_do_not_stop_on_them() -> None:
    wall = {GUNNER: "c14", SCOUT: "c15", MEDIC: "c16"}
    walkers = armed("spring-heeled-shears", {RED: "b15", **wall, "blue warrior": "b14"})
    walkers.walk("d15")
    assert walkers.where(RED) == "d15"
    assert "c15" not in armed("spring-heeled-shears", {RED: "b15", **wall}).walks()


@pytest.mark.card("spring-heeled-shears")
def test_spring_heeled_shears_add_a_step_and_two_strength() -> None:
    match = armed("spring-heeled-shears", {RED: "d15", SCOUT: "e15"})
    assert {"k15"} <= match.walks()
    assert "l15" not in match.walks()
    assert match.attack(SCOUT, "spring-heeled-shears").wounds(SCOUT) == 1 + 2


@pytest.mark.card("gift-wrapped-net")
def test_gift_wrapped_net_takes_the_next_movement_phases_but_no_action() -> None:
    match = armed("gift-wrapped-net", {SCOUT: "h15", "red medic": "h14"})
    match.attack(SCOUT, "gift-wrapped-net").end_phase().end_turn().activate(SCOUT)
    assert match.wounds(SCOUT) == 1 + 1
    assert match.walks() == set()
    assert match.targets() == {"red medic"}
    match.end_phase().activate(SCOUT)
    assert match.walks() == set()
    match.end_phase().end_turn().end_turn().activate(SCOUT)
    assert "i15" in match.walks()


@pytest.mark.card("gift-wrapped-net", "reheated-legs")
def test_gift_wrapped_net_makes_an_additional_movement_phase_useless() -> None:
    match = armed("gift-wrapped-net", {SCOUT: "h15"}, hands={"blue": ["reheated-legs"]})
    match.attack(SCOUT, "gift-wrapped-net").commit().end_phase().end_turn().activate(SCOUT)
    assert "reheated-legs" not in match.usable()


@pytest.mark.card("gift-wrapped-net")
def test_gift_wrapped_net_holds_nobody_that_it_does_not_wound() -> None:
    match = armed("gift-wrapped-net", {GUNNER: "h15"}, items={GUNNER: ["cyber-suit"]})
    match.attack(GUNNER, "gift-wrapped-net").end_phase().end_turn().activate(GUNNER)
    assert "i15" in match.walks()


@pytest.mark.card("exploding-birthday-card")
def test_exploding_birthday_card_lays_down_everybody_it_wounds() -> None:
    match = armed("exploding-birthday-card", {SCOUT: "h15", "blue warrior": "i15"})
    assert match.targets("exploding-birthday-card") == {SCOUT}
    match.attack(SCOUT, "exploding-birthday-card").hit(SCOUT)
    assert (match.wounds(SCOUT), match.is_down(SCOUT)) == (1, True)
    assert (match.wounds("blue warrior"), match.is_down("blue warrior")) == (0, False)


@pytest.mark.card("party-grenade")
@pytest.mark.rule("SPLASH-1")
def test_party_grenade_splashes_at_three_spaces() -> None:
    match = armed("party-grenade", {SCOUT: "g15", GUNNER: "h15"})
    assert match.targets("party-grenade") == {SCOUT}
    match.attack(SCOUT, "party-grenade").hit(SCOUT)
    assert (match.wounds(SCOUT), match.wounds(GUNNER)) == (1 + 3, 1 + 3 - 1)


@pytest.mark.card(
    "exploding-birthday-card",
    "party-grenade",
    "around-the-corner-grenade",
)
@pytest.mark.parametrize("grenade", GRENADES)
def test_grenades_are_used_up_after_two_throws_in_a_match(grenade: str) -> None:
    items = {"blue warrior": ["emperors-old-armor"]}
    match = armed(grenade, {"blue warrior": "g15"}, items=items)
    match.attack("blue warrior", grenade).end_phase().activate(RED)
    match.attack("blue warrior", grenade).end_phase().end_turn().end_turn().activate(RED)
    assert match.targets(grenade) == set()


@pytest.mark.card("drive-by-crossbow")
@pytest.mark.rule("AMB-131")
def test_drive_by_crossbow_lets_its_bearer_walk_two_spaces_after_the_attack() -> None:
    match = armed("drive-by-crossbow", {SCOUT: "h15", GUNNER: "i15"})
    assert match.targets("drive-by-crossbow") == {SCOUT}
    match.walk("e15").stop().attack(SCOUT, "drive-by-crossbow").play("drive-by-crossbow")
    assert match.question is Question.WALK
    assert {"c15", "g15"} <= match.walks()
    assert not {"b15", "h15"} & match.walks()
    match.walk("c15")
    assert (match.wounds(SCOUT), match.where(RED)) == (1 + 2, "c15")


@pytest.mark.card("drive-by-crossbow")
def test_drive_by_crossbow_leaves_the_walk_before_the_attack_alone_when_declined() -> None:
    match = armed("drive-by-crossbow", {SCOUT: "g15"})
    match.attack(SCOUT, "drive-by-crossbow").decline().walk("b15")
    assert match.where(RED) == "b15"


@pytest.mark.card("drive-by-crossbow")
def test_drive_by_crossbow_gives_no_walk_after_a_punch() -> None:
    match = armed("drive-by-crossbow", {SCOUT: "e15"}).attack(SCOUT)
    assert match.question is Question.UNIT_PHASE


@pytest.mark.card("around-the-corner-grenade")
@pytest.mark.rule("AMB-56", "SIGHT-7")
def test_around_the_corner_grenade_needs_no_sight_for_its_splash_either() -> None:
    match = armed("around-the-corner-grenade", {RED: "d17", SCOUT: "g17", GUNNER: "h16"})
    match.attack(SCOUT, "around-the-corner-grenade").hit(SCOUT)
    assert (match.wounds(SCOUT), match.wounds(GUNNER)) == (1 + 2, 1 + 2 - 1)
    corner = armed("around-the-corner-grenade", {RED: "f5", SCOUT: "d4", GUNNER: "c3"})
    corner.attack(SCOUT, "around-the-corner-grenade").hit(SCOUT)
    assert corner.wounds(GUNNER) == 2


@pytest.mark.card("periscope-carbine")
@pytest.mark.rule("AMB-135")
def test_periscope_carbine_sees_through_walls_but_a_punch_does_not() -> None:
    match = armed("periscope-carbine", {RED: "d17", SCOUT: "g17"})
    assert match.attack(SCOUT, "periscope-carbine").wounds(SCOUT) == 1 + 2
    corner = armed("periscope-carbine", {RED: "c3", SCOUT: "d4"})
    assert corner.targets("periscope-carbine") == {SCOUT}
    assert corner.targets("punch") == set()


@pytest.mark.card("periscope-carbine")
def test_periscope_carbine_does_not_see_through_the_tower_nor_beyond_six_spaces() -> None:
    assert (
        armed("periscope-carbine", {RED: "g9", SCOUT: "k8"}).targets("periscope-carbine") == set()
    )
    match = armed("periscope-carbine", {SCOUT: "j15", MEDIC: "k15"})
    assert match.targets("periscope-carbine") == {SCOUT}
