"""Incapacitation, and healing of the board's own units."""

from __future__ import annotations

import pytest
from scenes import Match, scene

from deathdome.model.actions import ActionKind, a_of
from deathdome.model.decisions import Question
from deathdome.model.events import Recovered

NAP = {"red warrior": ["nap-hammer"]}  # hits with 5


def napped(**more: object) -> Match:
    """The red warrior has hit the blue gunner with the hammer."""
    match = scene(
        units={"red warrior": "d15", "blue gunner": "e15"},
        items=NAP,
        active="red warrior",
        **more,  # type: ignore[arg-type]
    )
    return match.attack("blue gunner", "nap-hammer").commit_all()


def activatable(match: Match) -> set[str]:
    """Units that can be given a unit phase now."""
    return {match.unit_name(a_of(option)) for option in match.offers(ActionKind.ACTIVATE)}


@pytest.mark.rule("INCAP-1")
def test_a_unit_wounded_by_the_hammer_lies_down() -> None:
    match = napped()
    assert match.wounds("blue gunner") == 4
    assert match.is_down("blue gunner")


@pytest.mark.rule("INCAP-1", "WOUND-2")
def test_a_unit_that_is_not_wounded_stays_upright() -> None:
    match = scene(
        units={"red warrior": "d15", "blue gunner": "e15"},
        items=NAP | {"blue gunner": ["concrete-overcoat"]},
        active="red warrior",
    ).attack("blue gunner", "nap-hammer")
    assert match.wounds("blue gunner") == 0
    assert not match.is_down("blue gunner")


@pytest.mark.rule("INCAP-2", "INCAP-3", "INCAP-4")
def test_it_misses_its_teams_next_turn_and_recovers_when_that_is_over() -> None:
    match = napped().end_phase().end_turn()
    assert "blue gunner" not in activatable(match)
    assert match.told(Recovered) == []
    match.end_turn()
    assert not match.is_down("blue gunner")
    match.end_turn()
    assert "blue gunner" in activatable(match)


@pytest.mark.rule("INCAP-3")
def test_in_a_match_of_three_it_lies_through_the_turns_of_the_others() -> None:
    match = scene(
        seats=3,
        units={"red warrior": "d15", "green gunner": "e15"},
        items=NAP,
        active="red warrior",
    ).attack("green gunner", "nap-hammer")
    match.end_phase().end_turn().end_turn()
    assert match.asked_team == "green"
    assert match.is_down("green gunner")
    match.end_turn()
    assert not match.is_down("green gunner")


@pytest.mark.rule("INCAP-5", "DEFEND-5")
def test_a_lying_unit_is_attacked_defends_and_is_healed() -> None:
    match = scene(
        units={"red warrior": "d15", "blue gunner": "e15"},
        down=["blue gunner"],
        hands={"blue": ["loose-change"]},
        active="red warrior",
    ).attack("blue gunner")
    assert match.asks(Question.DEFENCE_CARDS)
    match.lay("loose-change").commit()
    assert match.wounds("blue gunner") == 2 - 1 - 1


@pytest.mark.rule("INCAP-5")
def test_a_lying_unit_can_be_healed_and_boosted() -> None:
    match = scene(
        units={"red medic": "d15", "red scout": "e15"},
        items={"red medic": ["suspicious-syringe"]},
        down=["red scout"],
        wounds={"red scout": 2},
        hands={"red": ["pressured"]},
    )
    assert "red scout" in match.picks("pressured")
    match.activate("red medic").play("suspicious-syringe", pick="red scout")
    assert match.wounds("red scout") == 0
    assert match.is_down("red scout")


@pytest.mark.rule("INCAP-6", "AMB-70", "AMB-51")
def test_knocked_down_in_its_own_turn_it_stops_and_misses_the_next_turn_as_well() -> None:
    # No payback of ours knocks anybody down, so the scene says that it has happened.
    match = scene(units={"red scout": "d15"}, active="red scout").walk("e15")
    match.state.down[match.unit("red scout")] = 1
    match.stop()
    assert match.asks(Question.TURN)
    match.end_turn()
    assert match.is_down("red scout")
    match.end_turn()
    assert "red scout" not in activatable(match)
    match.end_turn()
    assert not match.is_down("red scout")


@pytest.mark.rule("INCAP-7", "AMB-71")
def test_knocked_down_twice_it_recovers_at_the_end_of_the_same_turn() -> None:
    match = scene(
        units={"red warrior": "d15", "blue gunner": "e15"},
        items={
            "red warrior": ["nap-hammer", "borrowed-trigger-finger"],
            "blue gunner": ["spare-spleen", "wearable-padded-cell"],
        },
        active="red warrior",
    ).attack("blue gunner", "nap-hammer")
    match.play("borrowed-trigger-finger").attack("blue gunner", "nap-hammer")
    assert match.wounds("blue gunner") == 8
    assert match.is_down("blue gunner")
    match.end_phase().end_turn().end_turn()
    assert not match.is_down("blue gunner")


@pytest.mark.rule("HEAL-1", "HEAL-3", "HEAL-4")
def test_a_syringe_costs_the_action_and_removes_up_to_its_number() -> None:
    match = scene(
        units={"red medic": "d15", "red scout": "e15", "blue scout": "d14"},
        items={"red medic": ["suspicious-syringe"]},
        wounds={"red scout": 3},
        active="red medic",
    ).play("suspicious-syringe", pick="red scout")
    assert match.wounds("red scout") == 1
    assert match.targets() == set()


@pytest.mark.rule("HEAL-2", "RANGE-6", "SIGHT-8")
def test_a_syringe_reaches_its_carrier_and_teammates_in_range_and_sight_and_no_enemy() -> None:
    wounded = ("red medic", "red scout", "red warrior", "red gunner", "blue scout")
    match = scene(
        units={
            "red medic": "e3",
            "red scout": "f3",
            "red warrior": "d4",
            "red gunner": "g3",
            "blue scout": "f2",
        },
        items={"red medic": ["suspicious-syringe"]},
        wounds=dict.fromkeys(wounded, 1),
        active="red medic",
    )
    assert match.picks("suspicious-syringe") == {"red medic", "red scout", "red warrior"}


@pytest.mark.rule("HEAL-2", "SIGHT-8")
def test_two_walls_at_the_corner_keep_the_syringe_from_the_diagonal_neighbour() -> None:
    match = scene(
        units={"red medic": "c3", "red scout": "d4"},
        items={"red medic": ["suspicious-syringe"]},
        wounds={"red scout": 1},
        active="red medic",
    )
    assert match.usable() == set()


@pytest.mark.rule("HEAL-5", "TEAM-8")
def test_surplus_healing_is_lost() -> None:
    match = scene(
        units={"red medic": "d15", "red scout": "e15"},
        items={"red medic": ["suspicious-syringe"]},
        wounds={"red scout": 1},
        active="red medic",
    ).play("suspicious-syringe", pick="red scout")
    assert match.wounds("red scout") == 0


@pytest.mark.rule("HEAL-6", "JAIL-3")
def test_a_group_heal_skips_the_jailed() -> None:
    match = scene(
        units={"red medic": "s20", "red scout": "r20", "red warrior": "jail se"},
        items={"red medic": ["group-therapy"]},
        wounds={"red medic": 1, "red scout": 3},
        active="red medic",
    ).play("group-therapy")
    assert match.wounds("red medic") == 0
    assert match.wounds("red scout") == 1
    assert match.where("red warrior") == "jail se"


@pytest.mark.rule("HEAL-1", "HEAL-3")
def test_a_boost_with_the_action_mark_works_the_same_way() -> None:
    match = scene(
        units={"red medic": "k15", "red gunner": "l15"},
        items={"red medic": ["adrenaline-bazooka"]},
        active="red medic",
    ).play("adrenaline-bazooka", pick="red gunner")
    match.end_phase().activate("red gunner")
    assert "r15" in match.walks()  # 4 + 2 steps
    assert "s15" not in match.walks()


@pytest.mark.rule("INCAP-3", "HEAL-4")
def test_smelling_salts_heal_one_and_put_the_unit_on_its_feet() -> None:
    match = scene(
        units={"red scout": "d15"},
        down=["red scout"],
        wounds={"red scout": 2},
        hands={"red": ["smelling-salts"]},
    ).play("smelling-salts", pick="red scout")
    assert match.wounds("red scout") == 1
    assert "red scout" in activatable(match)


RED, MATE, BLUE = "red warrior", "red medic", "blue warrior"


@pytest.mark.card("medical-pager")
def test_an_incapacitated_pager_bearer_next_door_does_not_heal() -> None:
    match = scene(
        units={RED: "e15", MATE: "f15", BLUE: "d15"},
        items={MATE: ["medical-pager"]},
        down=[MATE],
        turn="blue",
        active=BLUE,
    )
    match.attack(RED)
    assert match.question is Question.UNIT_PHASE


@pytest.mark.card("house-call")
def test_an_incapacitated_mate_next_door_makes_no_house_call() -> None:
    match = scene(
        units={RED: "e15", MATE: "f15", BLUE: "d15"},
        hands={"red": ["house-call"]},
        down=[MATE],
        turn="blue",
        active=BLUE,
    )
    match.attack(RED).commit()
    assert MATE not in match.picks("house-call")


@pytest.mark.card("understudy-collar")
@pytest.mark.rule("AMB-144")
def test_an_incapacitated_unit_can_still_take_a_hit_for_its_neighbour() -> None:
    match = scene(
        units={RED: "e15", MATE: "f15", BLUE: "d15"},
        items={MATE: ["understudy-collar"]},
        down=[MATE],
        turn="blue",
        active=BLUE,
    )
    match.attack(RED).play("understudy-collar")
    assert match.wounds(MATE) == 1
    assert match.wounds(RED) == 0
