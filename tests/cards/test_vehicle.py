"""The vehicle deck: what each card does in a match."""

from __future__ import annotations

import pytest
from scenes import Match, scene

from deathdome.model.decisions import Question

RED, MATE, OTHER, BLUE = "red warrior", "red medic", "red scout", "blue warrior"
ROUND_A_TOWER = """
B B . # # . . . B B
. . . # # . ~ . . J
. . . # # . . . . J
. T T T . . . . . .
. T C T . . . . . .
. T T T = . . . . .
"""


def driven(vehicle: str, space: str = "d15", **units: str) -> Match:
    """The red warrior in one vehicle, its unit phase open; mates by type."""
    placed = {RED: space, **{f"red {kind}": place for kind, place in units.items()}}
    return scene(units=placed, items={RED: [vehicle]}, active=RED)


@pytest.mark.card(
    "shopping-trolley-of-war",
    "hovering-bathtub",
    "repossessed-prison-bus",
    "pogo-tank",
    "haunted-steamroller",
)
@pytest.mark.rule("MOVE-1", "TEAM-9")
@pytest.mark.parametrize(
    ("vehicle", "farthest", "beyond"),
    [
        ("shopping-trolley-of-war", "k15", "l15"),
        ("hovering-bathtub", "k15", "l15"),
        ("repossessed-prison-bus", "k15", "l15"),
        ("pogo-tank", "l15", "m15"),
        ("haunted-steamroller", "j15", "k15"),
    ],
)
def test_vehicles_lengthen_the_walk(vehicle: str, farthest: str, beyond: str) -> None:
    walks = driven(vehicle).walks()
    assert farthest in walks
    assert beyond not in walks


@pytest.mark.card("hovering-bathtub")
@pytest.mark.rule("LAVA-4", "AMB-64")
def test_hovering_bathtub_floats_on_lava() -> None:
    assert "i14" in driven("hovering-bathtub", "i15").walks()
    assert "i14" not in driven("shopping-trolley-of-war", "i15").walks()
    match = scene(
        units={RED: "j15", BLUE: "j16"},
        items={RED: ["hovering-bathtub"], BLUE: ["whoopee-maul"]},
        turn="blue",
        active=BLUE,
    )
    assert match.attack(RED, "whoopee-maul").where(RED) == "j14"


@pytest.mark.card("repossessed-prison-bus")
def test_repossessed_prison_bus_brings_along_one_mate_that_was_adjacent() -> None:
    match = driven("repossessed-prison-bus", medic="c15", scout="d14", gunner="f15")
    match.walk("h15").stop()
    assert match.picks("repossessed-prison-bus") == {MATE, OTHER}
    match.play("repossessed-prison-bus", OTHER)
    assert match.question is Question.FOLLOW
    assert match.walks() == {"g14", "g15", "g16", "h14", "h16"}
    match = match.walk("g14")
    assert (match.where(OTHER), match.where(MATE)) == ("g14", "c15")
    assert match.question is Question.UNIT_PHASE


@pytest.mark.card("repossessed-prison-bus")
def test_repossessed_prison_bus_leaves_behind_whoever_cannot_arrive_in_as_many_steps() -> None:
    match = driven("repossessed-prison-bus", medic="c14").walk("f15").stop()
    assert match.play("repossessed-prison-bus", MATE).walks() == {"e14", "e15"}
    far = driven("repossessed-prison-bus", medic="c15").walk("e15").stop()
    assert far.play("repossessed-prison-bus", MATE).walks() == {"d14", "d15", "d16"}


@pytest.mark.card("repossessed-prison-bus")
@pytest.mark.rule("NOTE-VAN-2")
def test_repossessed_prison_bus_takes_nobody_along_when_it_is_pushed() -> None:
    match = scene(
        units={RED: "e15", MATE: "e14", BLUE: "d15"},
        items={RED: ["repossessed-prison-bus"], BLUE: ["whoopee-maul"]},
        turn="blue",
        active=BLUE,
    )
    match.attack(RED, "whoopee-maul")
    assert (match.where(RED), match.question) == ("f15", Question.UNIT_PHASE)


@pytest.mark.card("pogo-tank")
@pytest.mark.rule("MOVE-8", "MOVE-12", "AMB-136")
def test_pogo_tank_hops_over_walls_and_onto_the_tower_from_any_side() -> None:
    bare = scene(board=ROUND_A_TOWER, units={RED: "c3"}, active=RED)
    assert not {"b4", "f2"} & bare.walks()
    match = scene(board=ROUND_A_TOWER, units={RED: "c3"}, items={RED: ["pogo-tank"]}, active=RED)
    assert {"b4", "c4", "d4", "c5", "f2"} <= match.walks()
    assert not {"d3", "e3", "g2"} & match.walks()


@pytest.mark.card("haunted-steamroller")
@pytest.mark.rule("DEFEND-1")
def test_haunted_steamroller_rams_an_adjacent_enemy_after_a_walk_without_an_action() -> None:
    units = {RED: "d15", BLUE: "g15", "blue gunner": "g14", "blue scout": "i15"}
    match = scene(units=units, items={RED: ["haunted-steamroller"]}, active=RED)
    match.walk("f15").stop()
    assert match.picks("haunted-steamroller") == {BLUE, "blue gunner"}
    match.play("haunted-steamroller", BLUE)
    assert match.wounds(BLUE) == 4 - 1
    assert match.attack("blue gunner").wounds("blue gunner") == 2 - 1


@pytest.mark.card("haunted-steamroller")
def test_haunted_steamroller_rams_once_a_turn() -> None:
    units = {RED: "d15", BLUE: "g15"}
    items = {RED: ["haunted-steamroller"], BLUE: ["emperors-old-armor"]}
    match = scene(units=units, items=items, active=RED, empty_deck=True)
    match.walk("f15").stop().play("haunted-steamroller", BLUE).end_phase()
    match.activate(RED).walk("f14").stop()
    assert match.question is Question.UNIT_PHASE
    match.end_phase().end_turn().end_turn().activate(RED).walk("f15").stop()
    assert match.picks("haunted-steamroller") == {BLUE}


@pytest.mark.card("haunted-steamroller", "knife-proof-cardigan")
def test_haunted_steamroller_is_a_close_attack() -> None:
    items = {RED: ["haunted-steamroller"], BLUE: ["knife-proof-cardigan"]}
    match = scene(units={RED: "d15", BLUE: "g15"}, items=items, active=RED)
    match.walk("f15").stop().play("haunted-steamroller", BLUE)
    assert match.wounds(BLUE) == 0


@pytest.mark.card("haunted-steamroller")
def test_haunted_steamroller_adds_two_toughness() -> None:
    match = scene(
        units={RED: "e15", BLUE: "d15"},
        items={RED: ["haunted-steamroller"], BLUE: ["grudge-axe"]},
        turn="blue",
        active=BLUE,
    )
    assert match.attack(RED, "grudge-axe").wounds(RED) == 2 + 2 - 1 - 2
