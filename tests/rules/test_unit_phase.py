"""Unit phases: moving, acting, capturing."""

from __future__ import annotations

import pytest
from scenes import TYPES, Match, scene

from deathdome.model.actions import (
    CAPTURE,
    END_PHASE,
    END_TURN,
    STOP,
    ActionKind,
    a_of,
    make_action,
)
from deathdome.model.decisions import Question
from deathdome.model.events import Captured, PhaseEnded

GUILLOTINE = {"red warrior": ["guillotine-on-a-stick"]}  # 9 in all: every registry unit falls


def activatable(match: Match) -> set[str]:
    """Units that can be given a unit phase now."""
    return {match.unit_name(a_of(option)) for option in match.offers(ActionKind.ACTIVATE)}


@pytest.mark.rule("PHASE-2", "PHASE-5")
def test_a_unit_may_act_first_and_move_afterwards() -> None:
    match = scene(units={"red scout": "h17"}, active="red scout").capture()
    assert CAPTURE not in match.asked.options
    match.walk("h15").stop()
    assert match.where("red scout") == "h15"
    assert match.walks() == set()


@pytest.mark.rule("PHASE-2")
def test_a_unit_may_move_first_and_act_afterwards() -> None:
    match = scene(units={"red scout": "h15"}, active="red scout").walk("h17").capture()
    assert match.owner("h17") == "red"
    assert match.walks() == set()


@pytest.mark.rule("PHASE-1", "PHASE-3")
def test_both_unit_phases_may_go_to_the_same_unit() -> None:
    match = scene(units={"red scout": "d15"})
    for goal in ("i15", "o15"):
        match.activate("red scout").walk(goal).end_phase()
    assert match.where("red scout") == "o15"
    assert activatable(match) == set()


@pytest.mark.rule("PHASE-3")
def test_both_unit_phases_may_go_to_different_units() -> None:
    match = scene().activate("red scout").end_phase()
    assert activatable(match) == {f"red {kind}" for kind in TYPES}


@pytest.mark.rule("PHASE-4")
def test_a_unit_phase_is_finished_before_the_next_begins() -> None:
    match = scene(units={"red scout": "d15"}).activate("red scout").walk("e15")
    match.refused(make_action(ActionKind.ACTIVATE, match.unit("red medic")))
    match.refused(END_TURN)


@pytest.mark.rule("PHASE-5", "AMB-50")
def test_everything_may_be_skipped() -> None:
    match = scene(units={"red scout": "h17"})
    assert END_TURN in match.asked.options
    match.activate("red scout")
    assert END_PHASE in match.asked.options
    match.end_phase().end_turn()
    assert match.asked_team == "blue"


@pytest.mark.rule("PHASE-6", "JAIL-2", "INCAP-4")
def test_neither_a_jailed_nor_an_incapacitated_unit_gets_a_unit_phase() -> None:
    match = scene(units={"red scout": "jail nw", "red medic": "d15"}, down=["red medic"])
    assert activatable(match) == {"red warrior", "red gunner"}


@pytest.mark.rule("PHASE-7", "AMB-130")
def test_steps_left_over_are_lost_when_the_unit_acts() -> None:
    match = scene(
        units={"red scout": "d15", "blue medic": "f15"}, items={"red scout": []}, active="red scout"
    )
    match.walk("e15").attack("blue medic")
    assert match.walks() == set()


@pytest.mark.rule("PHASE-8")
def test_one_action_phase_is_one_action() -> None:
    match = scene(units={"red warrior": "h17", "blue scout": "h16"}, active="red warrior")
    assert CAPTURE in match.asked.options
    match.attack("blue scout")
    assert CAPTURE not in match.asked.options
    assert match.targets() == set()


@pytest.mark.rule("PHASE-9", "AMB-51")
def test_the_unit_phase_of_a_unit_that_dies_is_over_and_the_other_one_is_kept() -> None:
    match = scene(
        units={"red scout": "d15", "blue gunner": "e15"},
        items={"blue gunner": ["landmine-lederhosen"]},
        active="red scout",
    )
    match.attack("blue gunner")  # payback 6 kills a scout
    assert match.asks(Question.JAIL)
    match.jail("nw")
    assert match.asks(Question.TURN)
    assert activatable(match) == {"red warrior", "red gunner", "red medic"}
    assert len(match.told(PhaseEnded)) == 1


@pytest.mark.rule("MOVE-1", "MOVE-13")
def test_a_unit_moves_up_to_its_movement_rating_in_any_direction() -> None:
    match = scene(units={"red gunner": "k15"}, active="red gunner")
    assert {"g15", "o15"} <= match.walks()
    assert "f15" not in match.walks()
    assert "p15" not in match.walks()
    assert (
        STOP not in match.asked.options
    )  # zero steps are not a move; the phase may just be closed


@pytest.mark.rule("MOVE-1")
def test_items_add_to_the_movement_rating() -> None:
    match = scene(
        units={"red gunner": "k15"},
        items={"red gunner": ["secondhand-knees", "shopping-trolley-of-war"]},
        active="red gunner",
    )
    assert "r15" in match.walks()
    assert "s15" not in match.walks()


@pytest.mark.rule("MOVE-6")
def test_an_enemy_is_neither_walked_onto_nor_through() -> None:
    # Three enemies close the gap between the walls of row 4 and lava closes the way round.
    match = scene(
        board="""
        BB.....
        BB#####
        .......
        #####BB
        .....BB
        """,
        units={"red scout": "d1", "blue scout": "c1"},
        active="red scout",
    )
    assert match.walks() == {"e1", "f1", "g1"}


@pytest.mark.rule("MOVE-7", "AMB-7")
def test_a_teammate_is_walked_through_but_not_stopped_on() -> None:
    match = scene(
        board="""
        BB.....
        BB#####
        .......
        #####BB
        .....BB
        """,
        units={"red scout": "g1", "red medic": "f1"},
        active="red scout",
    )
    # a1 is the name of the base; the sixth step leads out of it again.
    assert match.walks() == {"e1", "d1", "c1", "a1", "a3", "b3", "c3"}


@pytest.mark.rule("AMB-7")
def test_the_whole_team_may_be_in_its_base_at_once() -> None:
    match = scene(units={"red scout": "j3"}, active="red scout").walk_home()
    assert [match.where(f"red {kind}") for kind in TYPES] == ["base"] * 4


@pytest.mark.rule("MOVE-16", "AMB-130")
def test_a_walk_may_be_made_leg_by_leg_with_the_steps_of_one_rating() -> None:
    match = scene(units={"red gunner": "k15"}, active="red gunner").walk("k16", "l15", "m15")
    assert match.walks() >= {"n15", "l15"}
    assert "o15" not in match.walks()
    match.walk("n15")
    assert match.walks() == set()


@pytest.mark.rule("AMB-130", "MOVE-16")
def test_a_boost_played_at_a_pause_helps_the_walk_that_is_open() -> None:
    match = scene(
        units={"red gunner": "k15"}, hands={"red": ["borrowed-legs"]}, active="red gunner"
    )
    match.walk("g15").play("borrowed-legs")
    assert "d15" in match.walks()
    assert "c15" not in match.walks()


@pytest.mark.rule("AMB-130", "MOVE-16")
def test_a_movement_phase_that_has_ended_does_not_go_on() -> None:
    match = scene(units={"red scout": "k15"}, active="red scout").walk("k16").stop()
    assert match.walks() == set()


@pytest.mark.rule("AMB-130")
def test_a_further_movement_phase_begins_anew_with_the_full_rating() -> None:
    match = scene(
        units={"red gunner": "k15"}, hands={"red": ["reheated-legs"]}, active="red gunner"
    )
    match.walk("g15").play("reheated-legs")
    assert match.walks() == set()  # the first is still open and has no step left
    match.stop()
    assert "c15" in match.walks()
    assert "k15" in match.walks()


@pytest.mark.rule("AMB-130")
def test_a_swap_at_a_pause_does_not_end_the_walk() -> None:
    match = scene(
        units={"red gunner": "k15", "red scout": "d15"},
        hands={"red": ["trapdoor-exchange"]},
        active="red gunner",
    )
    match.walk("i15").play("trapdoor-exchange", pick="red scout")
    assert match.where("red gunner") == "d15"
    assert {"b15", "f15"} <= match.walks()
    assert "g15" not in match.walks()


@pytest.mark.rule("CAPTURE-1", "CAPTURE-4", "CAPTURE-6")
@pytest.mark.parametrize("kind", TYPES)
def test_any_unit_captures_by_its_action_and_not_by_standing(kind: str) -> None:
    match = scene(units={f"red {kind}": "h17"}, active=f"red {kind}")
    assert match.owner("h17") is None
    assert match.capture().owner("h17") == "red"


@pytest.mark.rule("CAPTURE-2")
def test_the_marker_of_another_team_is_replaced() -> None:
    match = scene(units={"red scout": "h17"}, points={"h17": "blue"}, active="red scout").capture()
    assert match.owner("h17") == "red"
    assert [event.before for event in match.told(Captured)] == [1]


@pytest.mark.rule("CAPTURE-3")
def test_a_point_keeps_its_colour_when_the_unit_leaves_and_dies() -> None:
    match = scene(
        units={"red warrior": "h15", "blue scout": "h17"},
        items=GUILLOTINE,
        points={"h17": "blue", "d8": "blue"},
        active="red warrior",
    )
    match.walk("h16").attack("blue scout", "guillotine-on-a-stick").jail("nw")
    assert match.owner("h17") == match.owner("d8") == "blue"


@pytest.mark.rule("CAPTURE-5", "AMB-27")
def test_an_own_point_cannot_be_captured_again() -> None:
    match = scene(units={"red scout": "h17"}, points={"h17": "red"}, active="red scout")
    match.refused(CAPTURE)


@pytest.mark.rule("CAPTURE-1")
def test_off_a_control_point_there_is_nothing_to_capture() -> None:
    scene(units={"red scout": "h16"}, active="red scout").refused(CAPTURE)


@pytest.mark.rule("CAPTURE-1")
def test_the_centre_of_a_tower_is_captured_like_any_point() -> None:
    match = scene(units={"red scout": "i9"}, active="red scout").capture()
    assert match.owner("i9") == "red"


@pytest.mark.rule("AMB-28")
def test_markers_never_run_out() -> None:
    points = scene().state.setup.board.points
    names = [scene().space_name(point) for point in points]
    match = scene(
        units={"red scout": "h17"},
        points={name: "red" for name in names if name != "h17"},
        active="red scout",
    )
    match.capture()
    assert {match.owner(name) for name in names} == {"red"}
    assert len(names) == 18


# -- pauses of a walk ------------------------------------------------------------------------------


RED, GUNNER, SCOUT, MEDIC = "red warrior", "red gunner", "red scout", "red medic"


BLUE, SHOOTER, TARGET, NURSE = "blue warrior", "blue gunner", "blue scout", "blue medic"


@pytest.mark.card("wrecking-lance", "clockwork-ankles")
def test_an_attack_at_a_pause_has_no_run_up_and_every_weapon_has_it_afterwards() -> None:
    match = scene(
        units={RED: "c15", SHOOTER: "e14"},
        items={
            RED: ["wrecking-lance", "clockwork-ankles", "rusty-chainsaw"],
            SHOOTER: ["concrete-overcoat", "spare-spleen"],
        },
        hands={"red": ["action-movie-craze"]},
        active=RED,
    )
    match.walk("d15").attack(SHOOTER, "wrecking-lance").commit()
    assert match.wounds(SHOOTER) == 5 - 5
    match.play("action-movie-craze").stop().attack(SHOOTER, "rusty-chainsaw")
    assert match.wounds(SHOOTER) == 2 + 1 + 2 - 5
    punch = scene(units={RED: "c15", SHOOTER: "e14"}, items={RED: ["wrecking-lance"]}, active=RED)
    assert punch.walk("d15").attack(SHOOTER).wounds(SHOOTER) == 2 + 2 - 1


@pytest.mark.card("trapdoor-exchange", "van-damme")
@pytest.mark.rule("AMB-130")
def test_a_swap_at_a_pause_leaves_the_rest_of_the_walk_and_its_first_start() -> None:
    match = scene(
        units={RED: "d15", MEDIC: "n15", BLUE: "c15"},
        items={BLUE: ["van-damme"]},
        hands={"red": ["trapdoor-exchange"]},
        active=RED,
    )
    match.walk("f15").play("trapdoor-exchange", MEDIC)
    assert (match.where(RED), match.where(MEDIC)) == ("n15", "f15")
    assert match.walks() & {"q15", "r15"} == {"q15"}
    match.walk("o15").stop()
    assert match.question is Question.UNIT_PHASE


@pytest.mark.card("step-n-go")
@pytest.mark.rule("AMB-130", "NOTE-STEP-1")
def test_step_n_go_may_be_played_at_the_pause() -> None:
    match = scene(units={RED: "d14"}, hands={"red": ["step-n-go"]}, active=RED)
    match.walk("e14").play("step-n-go").capture()
    assert match.owner("e14") == "red"
    assert "i15" in match.walks()


@pytest.mark.card("clockwork-ankles", "drive-by-crossbow")
@pytest.mark.rule("AMB-130")
def test_a_walk_given_at_a_pause_does_not_use_up_the_walk_that_is_paused() -> None:
    match = scene(
        units={SCOUT: "d15", BLUE: "h15"},
        items={SCOUT: ["clockwork-ankles", "drive-by-crossbow"]},
        active=SCOUT,
    )
    match.walk("e15").attack(BLUE, "drive-by-crossbow").play("drive-by-crossbow").walk("c15")
    assert "h14" in match.walks()
    assert match.walk("b15").where(SCOUT) == "b15"
