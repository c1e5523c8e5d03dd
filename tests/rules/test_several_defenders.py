"""Attacks on several units: splash, all adjacent, and the cards and order of several teams."""

from __future__ import annotations

from typing import Any

import pytest
from scenes import Match, drawn, scene

from deathdome.model.actions import ActionKind, a_of
from deathdome.model.decisions import Question
from deathdome.model.events import Reckoned

RED, GUNNER, MATE = "red warrior", "red gunner", "red medic"
BLUE, SHOOTER, TARGET = "blue warrior", "blue gunner", "blue scout"
GREEN, GREENER = "green warrior", "green medic"


def launched(at: str, units: dict[str, str], **more: Any) -> Match:
    """The red gunner on d15 has fired its missile launcher."""
    weapon = more.pop("weapon", "missile-launcher")
    units = {GUNNER: "d15", **units}
    items = {GUNNER: [weapon], **more.pop("items", {})}
    return scene(units=units, items=items, active=GUNNER, **more).attack(at, weapon)


def mown(units: dict[str, str], **more: Any) -> Match:
    """The red warrior on d15 has mown all around it."""
    items = {RED: ["upside-down-lawnmower"], **more.pop("items", {})}
    match = scene(units={RED: "d15", **units}, items=items, active=RED, **more)
    return match.attack(None, "upside-down-lawnmower")


def hit_order(match: Match) -> set[str]:
    """The units that may take their hit next."""
    return {match.unit_name(a_of(option)) for option in match.offers(ActionKind.HIT)}


@pytest.mark.rule("SPLASH-1", "SPLASH-3", "MULTI-1")
def test_splash_hits_target_and_neighbours_with_the_full_value_and_cards() -> None:
    match = launched(TARGET, {TARGET: "i15", BLUE: "j15"}, hands={"red": ["loose-change"]})
    match.lay("loose-change").commit().hit(TARGET)
    assert match.question is Question.JAIL
    match.jail("nw")
    assert (match.where(TARGET), match.wounds(BLUE)) == ("jail nw", 1 + 3 + 1 - 1)


@pytest.mark.rule("SPLASH-2", "AMB-56")
def test_neighbours_of_the_target_need_neither_range_nor_sight() -> None:
    beyond = launched(TARGET, {TARGET: "j15", BLUE: "k15"}).hit(BLUE)
    assert beyond.wounds(BLUE) == 3
    items = {TARGET: ["cyber-suit"]}
    hidden = launched(TARGET, {GUNNER: "d16", TARGET: "g15", BLUE: "g16"}, items=items)
    assert hidden.hit(BLUE).wounds(BLUE) == 3


@pytest.mark.rule("AMB-56", "SIGHT-8")
def test_a_neighbour_behind_a_closed_corner_is_not_splashed() -> None:
    match = launched(TARGET, {GUNNER: "d7", TARGET: "d4", BLUE: "c3", SHOOTER: "e4"})
    assert hit_order(match) == {TARGET, SHOOTER}
    match.hit(TARGET)
    assert match.wounds(BLUE) == 0


@pytest.mark.rule("SPLASH-4", "ATTACK-10", "AMB-42")
def test_splash_spares_the_attackers_team_and_the_attacker() -> None:
    match = launched(TARGET, {TARGET: "e15", MATE: "f15"})
    assert (match.wounds(TARGET), match.wounds(MATE), match.wounds(GUNNER)) == (4, 0, 0)


@pytest.mark.rule("SPLASH-6", "MULTI-2")
def test_defence_cards_count_for_every_unit_of_their_team() -> None:
    match = launched(TARGET, {TARGET: "i15", BLUE: "j15"}, hands={"blue": ["elbow-grease"]})
    match.lay("elbow-grease").commit().hit(TARGET)
    assert (match.wounds(TARGET), match.wounds(BLUE)) == (4 - 2, 4 - 1 - 2)


@pytest.mark.rule("SPLASH-7", "MULTI-2", "MULTI-4")
def test_splash_hits_every_opposing_team_and_cards_help_their_own_team_only() -> None:
    hands = {"blue": ["elbow-grease"], "green": ["loose-change"]}
    match = launched(TARGET, {TARGET: "i15", GREEN: "j15"}, hands=hands, seats=3)
    match.lay("elbow-grease").commit().lay("loose-change").commit()
    assert (match.wounds(TARGET), match.wounds(GREEN)) == (4 - 2, 4 - 1 - 1)


@pytest.mark.rule("SPLASH-8", "BASE-1")
def test_splash_spares_units_in_their_base() -> None:
    match = launched(TARGET, {GUNNER: "j15", TARGET: "j19", BLUE: "base"})
    assert (match.wounds(TARGET), match.wounds(BLUE)) == (4, 0)


@pytest.mark.rule("SPLASH-5", "ATTACK-8")
def test_splash_needs_a_unit_as_target() -> None:
    match = scene(units={GUNNER: "d15"}, items={GUNNER: ["missile-launcher"]}, active=GUNNER)
    assert match.offers(ActionKind.ATTACK) == []


@pytest.mark.rule("SWEEP-1", "SWEEP-2", "MULTI-1")
def test_a_sweep_hits_all_adjacent_enemies_with_the_full_value() -> None:
    units = {TARGET: "e15", BLUE: "c14", MATE: "d14", SHOOTER: "f15"}
    match = mown(units, hands={"red": ["loose-change"]}).lay("loose-change").commit()
    assert hit_order(match) == {TARGET, BLUE}
    match.hit(BLUE)
    assert match.wounds(BLUE) == 2 + 2 + 1 - 1


@pytest.mark.rule("SWEEP-3", "MULTI-2")
def test_defence_cards_against_a_sweep_count_for_every_unit_of_the_team() -> None:
    match = mown({TARGET: "e15", BLUE: "c14"}, hands={"blue": ["loose-change"]})
    match.lay("loose-change").commit().hit(BLUE)
    assert (match.wounds(BLUE), match.wounds(TARGET)) == (4 - 1 - 1, 4 - 1)


@pytest.mark.rule("SWEEP-4", "SIGHT-8")
def test_a_sweep_does_not_reach_round_a_closed_corner() -> None:
    match = mown({RED: "c3", TARGET: "d4", BLUE: "b3"})
    assert (match.wounds(TARGET), match.wounds(BLUE)) == (0, 3)


@pytest.mark.rule("SWEEP-5")
def test_a_sweep_needs_an_adjacent_enemy_on_the_field() -> None:
    items = {RED: ["upside-down-lawnmower"]}
    far = scene(units={RED: "d15", BLUE: "f15"}, items=items, active=RED)
    assert far.targets("upside-down-lawnmower") == set()
    based = scene(units={RED: "k19", BLUE: "base"}, items=items, active=RED)
    assert based.targets("upside-down-lawnmower") == set()


@pytest.mark.rule("MULTI-3")
@pytest.mark.parametrize("first", [TARGET, BLUE])
def test_the_owner_says_which_unit_takes_its_hit_first(first: str) -> None:
    match = launched(TARGET, {TARGET: "i15", BLUE: "j15"}, wounds={TARGET: 4, BLUE: 4})
    assert (match.question, match.asked_team) == (Question.HIT_ORDER, "blue")
    match.hit(first).jail("nw")
    assert match.where(first) == "jail nw"
    other = BLUE if first == TARGET else TARGET
    assert match.where(other) != "jail nw"


@pytest.mark.rule("MULTI-3", "AMB-55")
def test_the_order_of_hits_decides_whether_a_push_finds_room() -> None:
    units = {RED: "d15", BLUE: "e15", SHOOTER: "f15"}
    items = {RED: ["whoopee-maul"]}
    for first, end in ((SHOOTER, "f15"), (BLUE, "e15")):
        hands = {"red": ["shrapnel-surprise"]}
        match = scene(units=units, items=items, hands=hands, active=RED)
        match.attack(BLUE, "whoopee-maul").play("shrapnel-surprise").commit().hit(first)
        assert (match.where(BLUE), match.where(SHOOTER)) == (end, "g15")


@pytest.mark.rule("MULTI-4", "AMB-54")
def test_defending_teams_answer_clockwise_from_the_attacker() -> None:
    hands = {"red": ["loose-change"], "blue": ["loose-change"], "yellow": ["loose-change"]}
    match = scene(
        seats=4,
        units={"green warrior": "d15", RED: "e15", BLUE: "d14", "yellow medic": "c15"},
        items={"green warrior": ["upside-down-lawnmower"]},
        hands=hands,
        turn="green",
        active="green warrior",
    )
    match.attack(None, "upside-down-lawnmower")
    asked = []
    while match.question is Question.DEFENCE_CARDS:
        asked.append(match.asked_team)
        match.commit()
    assert asked == ["yellow", "red", "blue"]


@pytest.mark.rule("AMB-54", "ATTACK-12")
def test_hits_fall_team_by_team_clockwise_from_the_attacker() -> None:
    match = scene(
        seats=4,
        units={"green warrior": "d15", RED: "e15", BLUE: "d14", "yellow medic": "c15"},
        items={"green warrior": ["upside-down-lawnmower"]},
        wounds={RED: 4, BLUE: 4, "yellow medic": 4},
        turn="green",
        active="green warrior",
    )
    match.attack(None, "upside-down-lawnmower")
    assert match.asked.unit == match.unit("yellow medic")
    assert match.jail("nw").asked.unit == match.unit(RED)
    assert match.jail("nw").asked.unit == match.unit(BLUE)


@pytest.mark.rule("AMB-58", "TOWER-9")
def test_higher_ground_is_looked_at_for_each_defender() -> None:
    items = {RED: ["upside-down-lawnmower", "soapbox-of-contempt"], BLUE: ["cyber-suit"]}
    match = mown({RED: "j10", BLUE: "k11", TARGET: "j9"}, items=items).hit(BLUE)
    assert {sums.unit: sums.strength for sums in match.told(Reckoned)} == {
        match.unit(BLUE): 2 + 2 + 3,
        match.unit(TARGET): 2 + 2,
    }


@pytest.mark.rule("AMB-55", "SPLASH-1")
def test_a_jump_out_of_the_blast_comes_too_late() -> None:
    items = {TARGET: ["displacer-helm"]}
    match = launched(TARGET, {TARGET: "i15", BLUE: "j15"}, items=items).hit(TARGET)
    match.play("displacer-helm").walk("g15")
    assert (match.wounds(TARGET), match.wounds(BLUE)) == (3, 3)


@pytest.mark.rule("AMB-132", "BASE-1", "AMB-55")
@pytest.mark.card("medical-pager")
def test_a_hit_is_dropped_when_its_unit_has_reached_the_base_meanwhile() -> None:
    match = scene(
        units={SHOOTER: "g3", RED: "h3", MATE: "i3"},
        items={SHOOTER: ["missile-launcher"], MATE: ["medical-pager"]},
        turn="blue",
        active=SHOOTER,
    )
    match.attack(RED, "missile-launcher").hit(RED).play("medical-pager", RED).walk_home().stop()
    assert (match.where(MATE), match.wounds(MATE), match.wounds(RED)) == ("base", 0, 3)


def theirs(units: dict[str, str], active: str = BLUE, **more: Any) -> Match:
    """Blue's turn, one of its unit phases open."""
    return scene(units=units, turn="blue", active=active, **more)


@pytest.mark.card("understudy-collar", "missile-launcher")
def test_splash_is_worked_out_round_the_new_target_and_may_hit_the_old_one() -> None:
    match = theirs(
        {SHOOTER: "d15", RED: "g15", "red scout": "h15", MATE: "i15"},
        SHOOTER,
        items={SHOOTER: ["missile-launcher"], "red scout": ["understudy-collar"]},
    )
    match.attack(RED, "missile-launcher").play("understudy-collar").hit(RED).hit("red scout")
    assert [match.wounds(unit) for unit in (RED, "red scout", MATE)] == [3, 4, 3]


@pytest.mark.card("understudy-collar", "upside-down-lawnmower")
def test_an_attack_on_all_adjacent_cannot_be_redirected() -> None:
    match = theirs(
        {BLUE: "d15", RED: "e15", "red scout": "f15"},
        items={BLUE: ["upside-down-lawnmower"], "red scout": ["understudy-collar"]},
    )
    match.attack(None, "upside-down-lawnmower")
    assert (match.wounds(RED), match.wounds("red scout")) == (3, 0)


@pytest.mark.rule("SWEEP-4", "SWEEP-5")
def test_a_sweep_is_not_declared_at_somebody_behind_a_thin_wall() -> None:
    yard = "BB.....BB\nBB.....BB\n"
    items = {RED: ["upside-down-lawnmower"]}
    units = {RED: "d1", SHOOTER: "e1"}
    open_yard = scene(board=drawn(yard), units=units, items=items, active=RED)
    assert open_yard.targets("upside-down-lawnmower") == {"all"}
    walled = drawn(yard, thin_walls=["d1 e1"])
    behind = scene(board=walled, units=units, items=items, active=RED)
    assert behind.targets("upside-down-lawnmower") == set()


@pytest.mark.rule("SPLASH-1")
def test_splash_reaches_the_neighbours_of_its_target_and_nobody_beyond() -> None:
    match = scene(
        units={"red gunner": "d15", SHOOTER: "g15", "blue scout": "h15", "blue medic": "i15"},
        items={"red gunner": ["missile-launcher"]},
        active="red gunner",
    )
    match.attack(SHOOTER, "missile-launcher").hit(SHOOTER)
    assert match.wounds(SHOOTER) > 0
    assert match.wounds("blue scout") > 0
    assert match.wounds("blue medic") == 0
