"""The eleven characters with abilities: what each one does in a match."""

from __future__ import annotations

from typing import Any

import pytest
from scenes import Match, scene

from deathdome.model.actions import ActionKind
from deathdome.model.decisions import Question

RED, MATE, OTHER = "red warrior", "red medic", "red scout"
BLUE, SHOOTER, TARGET = "blue warrior", "blue gunner", "blue scout"
WALLED = """
B B . # # . . . B B
. . . # # . . . . J
. . . # # . . . . J
"""
STURDY = ["emperors-old-armor"]  # 3 toughness, 2 vitae


def starring(name: str, units: dict[str, str], **more: Any) -> Match:
    """A character in place of the red warrior, on d15 with its unit phase open."""
    more.setdefault("active", RED)
    return scene(characters={RED: name}, units={RED: "d15", **units}, **more)


@pytest.mark.card("old-man-hobblerone")
@pytest.mark.rule("NOTE-PAGER-7", "NOTE-PAGER-4", "EX-8")
@pytest.mark.parametrize(("before", "after"), [(4, 3), (5, 4)])
def test_old_man_hobblerone_hobbles_to_a_wounded_mate_and_heals_two(
    before: int, after: int
) -> None:
    units = {MATE: "g15", SHOOTER: "k15"}
    match = starring(
        "old-man-hobblerone",
        units,
        items={SHOOTER: ["potato-enforcer"]},
        wounds={MATE: before},
        turn="blue",
        active=SHOOTER,
    )
    match.attack(MATE, "potato-enforcer").play("old-man-hobblerone", MATE).walk("f15").stop()
    assert (match.where(MATE), match.wounds(MATE)) == ("g15", before + 1 - 2)
    assert match.wounds(MATE) == after


@pytest.mark.card("old-man-hobblerone")
def test_old_man_hobblerone_walks_no_farther_than_his_movement_of_four() -> None:
    match = starring(
        "old-man-hobblerone",
        {MATE: "i15", SHOOTER: "m15"},
        items={SHOOTER: ["potato-enforcer"]},
        turn="blue",
        active=SHOOTER,
    )
    match.attack(MATE, "potato-enforcer").play("old-man-hobblerone", MATE)
    assert match.walks() & {"h15", "i14"} == {"h15"}


@pytest.mark.card("sister-percussion")
@pytest.mark.rule("PAYBACK-1", "AMB-43")
def test_sister_percussion_pays_back_three_wounded_or_not() -> None:
    match = starring("sister-percussion", {MATE: "base", TARGET: "e15"}, turn="blue", active=TARGET)
    match.attack(RED)
    assert (match.wounds(RED), match.wounds(TARGET)) == (0, 3)


@pytest.mark.card("dolores-of-the-balcony")
@pytest.mark.rule("TOWER-9")
def test_dolores_of_the_balcony_is_strong_from_the_tower() -> None:
    high = starring("dolores-of-the-balcony", {RED: "j10", SHOOTER: "k11"})
    assert high.attack(SHOOTER).wounds(SHOOTER) == 1 + 3 - 1
    level = starring("dolores-of-the-balcony", {SHOOTER: "e15"})
    assert level.attack(SHOOTER).wounds(SHOOTER) == 0


@pytest.mark.card("dolores-of-the-balcony")
@pytest.mark.rule("AMB-135")
def test_dolores_of_the_balcony_sees_through_walls_but_not_through_the_tower() -> None:
    items = {RED: ["potato-enforcer"]}
    wall = starring("dolores-of-the-balcony", {RED: "d17", TARGET: "g17"}, items=items)
    assert wall.attack(TARGET, "potato-enforcer").wounds(TARGET) == 2
    tower = starring("dolores-of-the-balcony", {RED: "g9", TARGET: "k8"}, items=items)
    assert tower.targets("potato-enforcer") == set()


@pytest.mark.card("the-wallflower")
@pytest.mark.rule("AMB-136")
def test_the_wallflower_walks_over_walls() -> None:
    match = starring("the-wallflower", {RED: "c2"}, board=WALLED)
    assert {"f1", "f2", "f3"} <= match.walks()
    assert not {"d2", "e2"} & match.walks()
    assert "f2" not in starring("auntie-maul", {RED: "c2"}, board=WALLED).walks()


@pytest.mark.card("man-shaped-swarm")
def test_man_shaped_swarm_walks_through_enemies() -> None:
    line = {RED: "b15", BLUE: "c14", SHOOTER: "c15", TARGET: "c16"}
    inside = {**line, "blue medic": "b14"}
    match = starring("man-shaped-swarm", inside)
    assert {"d15"} <= match.walks()
    assert not {"c14", "c15", "c16", "b14"} & match.walks()


@pytest.mark.card("man-shaped-swarm")
def test_man_shaped_swarm_is_not_pushed_and_not_splashed() -> None:
    match = starring(
        "man-shaped-swarm",
        {MATE: "d14", BLUE: "e15", SHOOTER: "f14"},
        items={BLUE: ["whoopee-maul"], SHOOTER: ["missile-launcher"]},
        hands={"blue": ["elbow-grease"]},
        turn="blue",
        active=BLUE,
    )
    match.attack(RED, "whoopee-maul").lay("elbow-grease").commit()
    assert (match.where(RED), match.wounds(RED)) == ("d15", 2 + 2 + 2 - 2)
    match.end_phase().activate(SHOOTER).attack(MATE, "missile-launcher")
    assert (match.wounds(MATE), match.wounds(RED)) == (3, 4)


@pytest.mark.card("man-shaped-swarm", "rusty-chainsaw", "missile-launcher")
@pytest.mark.rule("NOTE-SWARM-1", "EX-14", "EQUIP-6", "EQUIP-7")
def test_man_shaped_swarm_fights_with_chainsaw_and_missile_launcher() -> None:
    items = {RED: ["rusty-chainsaw", "missile-launcher"]}
    match = starring("man-shaped-swarm", {TARGET: "e15"}, items=items)
    assert match.targets("rusty-chainsaw") == match.targets("missile-launcher") == {TARGET}
    assert match.attack(TARGET, "rusty-chainsaw").wounds(TARGET) == 2 + 1


@pytest.mark.card("baron-von-overkill")
def test_baron_von_overkill_gets_one_more_action_a_turn_for_a_kill() -> None:
    wounds = {TARGET: 4, BLUE: 4, SHOOTER: 5}
    match = starring(
        "baron-von-overkill", {TARGET: "e15", BLUE: "d14", SHOOTER: "c14"}, wounds=wounds
    )
    match.attack(TARGET).jail("nw").attack(BLUE).jail("nw")
    assert match.offers(ActionKind.ATTACK) == []
    match.end_phase().activate(RED).attack(SHOOTER).jail("nw")
    assert match.offers(ActionKind.ATTACK) == []


@pytest.mark.card("baron-von-overkill", "porcupine-tuxedo")
def test_baron_von_overkill_gets_no_action_for_a_kill_outside_his_unit_phase() -> None:
    items = {RED: ["porcupine-tuxedo"]}
    match = starring(
        "baron-von-overkill",
        {TARGET: "e15", BLUE: "d14", SHOOTER: "c14"},
        items=items,
        wounds={TARGET: 4},
        turn="blue",
        active=TARGET,
        empty_deck=True,
    )
    match.attack(RED).jail("nw").end_turn()
    match.state.wounds[match.unit(BLUE)] = 4
    match.activate(RED).attack(BLUE).jail("nw")
    assert match.targets() == {SHOOTER}


@pytest.mark.card("the-twins-who-share-a-spine")
def test_the_twins_strike_twice_once_a_turn() -> None:
    match = starring("the-twins-who-share-a-spine", {BLUE: "e15"}, items={BLUE: STURDY})
    match.attack(BLUE)
    assert match.wounds(BLUE) == 4 - 1 - 3
    match = starring("the-twins-who-share-a-spine", {SHOOTER: "e15"}, empty_deck=True)
    match.attack(SHOOTER)
    assert match.wounds(SHOOTER) == 0 + (4 - 1)
    match.end_phase().activate(RED).attack(SHOOTER)
    assert match.wounds(SHOOTER) == 3


@pytest.mark.card("the-twins-who-share-a-spine")
@pytest.mark.rule("CARD-12")
def test_the_second_twin_does_not_strike_the_dead_and_keeps_the_chance() -> None:
    units = {TARGET: "e15", SHOOTER: "d14"}
    match = starring("the-twins-who-share-a-spine", units, wounds={TARGET: 4})
    match.attack(TARGET).jail("nw").end_phase().activate(RED).attack(SHOOTER)
    assert match.wounds(SHOOTER) == 3


@pytest.mark.card("doctor-visiting-hours")
def test_doctor_visiting_hours_heals_around_at_the_start_of_the_own_turn() -> None:
    match = scene(
        characters={MATE: "doctor-visiting-hours"},
        units={MATE: "d15", RED: "f15", OTHER: "g15"},
        wounds={MATE: 2, RED: 1, OTHER: 2},
        start=True,
    )
    assert [match.wounds(unit) for unit in (MATE, RED, OTHER)] == [1, 0, 2]


@pytest.mark.card("doctor-visiting-hours")
def test_doctor_visiting_hours_sees_nobody_on_an_opponents_turn_nor_from_jail() -> None:
    characters = {MATE: "doctor-visiting-hours"}
    wounds = {RED: 1}
    theirs = scene(
        characters=characters,
        units={MATE: "d15", RED: "e15"},
        wounds=wounds,
        turn="blue",
        start=True,
    )
    assert theirs.wounds(RED) == 1
    jailed = scene(
        characters=characters, units={MATE: "jail nw", RED: "e15"}, wounds=wounds, start=True
    )
    assert jailed.wounds(RED) == 1


@pytest.mark.card("madame-magma")
@pytest.mark.rule("LAVA-4", "LAVA-9", "PAYBACK-1")
def test_madame_magma_bathes_in_lava_and_pays_back_three() -> None:
    assert "i14" in starring("madame-magma", {RED: "i15"}).walks()
    match = starring("madame-magma", {RED: "i14", TARGET: "i15"}, turn="blue", active=TARGET)
    match.attack(RED)
    assert (match.wounds(RED), match.wounds(TARGET)) == (0, 3)


@pytest.mark.card("madame-magma")
@pytest.mark.rule("AMB-64", "LAVA-8")
def test_madame_magma_is_pushed_into_lava_unharmed() -> None:
    match = starring(
        "madame-magma",
        {RED: "j15", BLUE: "j16"},
        items={BLUE: ["whoopee-maul", "emperors-old-armor"]},
        turn="blue",
        active=BLUE,
    )
    match.attack(RED, "whoopee-maul")
    assert (match.where(RED), match.wounds(RED)) == ("j14", 2 + 2 + 2 - 2)


@pytest.mark.card("mister-tuesday")
def test_mister_tuesday_follows_an_adjacent_enemy_once_a_turn_but_no_friend() -> None:
    match = starring(
        "mister-tuesday", {BLUE: "e15", MATE: "c15"}, turn="blue", active=BLUE, empty_deck=True
    )
    match.walk("h15").stop().play("mister-tuesday").walk("g15").end_phase()
    match.activate(BLUE).walk("k15").stop()
    assert match.question is Question.UNIT_PHASE
    assert match.where(RED) == "g15"
    friend = starring("mister-tuesday", {MATE: "e15"}, active=MATE).walk("h15").stop()
    assert friend.question is Question.UNIT_PHASE


@pytest.mark.card("mister-tuesday")
@pytest.mark.rule("JAIL-9")
def test_mister_tuesday_leaves_jail_once_a_match_without_a_unit_phase() -> None:
    match = starring("mister-tuesday", {RED: "jail nw", BLUE: "e15"}, active=None)
    assert match.play("mister-tuesday").where(RED) == "base"
    match.state.space[match.unit(RED)] = -1
    assert match.usable() == set()
    assert match.end_turn().usable() == set()


@pytest.mark.card("conglamogragon")
def test_conglamogragon_is_neither_pushed_nor_laid_down() -> None:
    match = starring(
        "conglamogragon",
        {BLUE: "e15"},
        items={BLUE: ["whoopee-maul", "nap-hammer"]},
        phases=3,
        turn="blue",
        active=BLUE,
    )
    match.attack(RED, "whoopee-maul").end_phase().activate(BLUE).attack(RED, "nap-hammer")
    assert (match.wounds(RED), match.where(RED)) == (1 + 2, "d15")
    assert not match.is_down(RED)


@pytest.mark.card("conglamogragon")
@pytest.mark.parametrize(("jailed", "bonus"), [(0, 0), (2, 2), (4, 3)])
def test_conglamogragon_grows_with_every_jailed_enemy_up_to_three(jailed: int, bonus: int) -> None:
    prisoners = ["green warrior", "blue medic", "green scout", "green medic"][:jailed]
    units = {BLUE: "e15", MATE: "jail ne", **dict.fromkeys(prisoners, "jail nw")}
    match = starring("conglamogragon", units, seats=3, items={BLUE: STURDY})
    assert match.attack(BLUE).wounds(BLUE) == 4 + bonus - 1 - 3


@pytest.mark.card("conglamogragon")
def test_conglamogragon_heals_two_when_it_kills() -> None:
    match = starring("conglamogragon", {TARGET: "e15"}, wounds={RED: 3, TARGET: 3})
    match.attack(TARGET).jail("nw")
    assert (match.where(TARGET), match.wounds(RED)) == ("jail nw", 1)
