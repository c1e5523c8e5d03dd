"""Foresight of planning managers: bare towers, paybacks, sweeps."""

from __future__ import annotations

import pytest
from scenes import Match, scene

from deathdome.content.board_files import load_board
from deathdome.managers.planner.attack import AttackValues
from deathdome.managers.planner.candidates import Candidates, best_turns, pairs
from deathdome.managers.planner.lookahead import jail_values
from deathdome.managers.planner.objectives import GUARDING, objectives_of
from deathdome.managers.planner.weights import NEUTRAL
from deathdome.model.actions import CAPTURE, Action, ActionKind, a_of, kind_of
from deathdome.model.decisions import Question
from deathdome.model.frames import UnitPhase
from deathdome.rules.engine import apply_action, decision

POINTS = [load_board().grid.name(space) for space in load_board().points]
WARRIOR, GUNNER, SCOUT, MEDIC = range(4)


def space_of(match: Match, name: str) -> int:
    return int(match.state.setup.board.grid.parse(name))


@pytest.mark.rule("CAPTURE-1")
def test_whoever_stands_on_a_tower_knows_that_leaving_it_bares_it() -> None:
    match = scene(units={"red gunner": "i9", "blue scout": "k9"}, points={"i9": "red"}, round=4)
    exposure = Candidates(match.state, 0, NEUTRAL).danger.of(GUNNER)
    there, away = space_of(match, "i9"), space_of(match, "b2")
    assert exposure.at(away) > exposure.at(there) + 50_000


def test_own_towers_are_to_be_guarded_by_who_has_not_the_last_turn() -> None:
    def guarded(first: str, number: int) -> list[int]:
        match = scene(points={"i9": "red", "d8": "red"}, first=first, round=number)
        return [job.space for job in objectives_of(match.state, 0, NEUTRAL) if job.task == GUARDING]

    tower = space_of(scene(), "i9")
    assert guarded("red", 4) == [tower]
    assert guarded("blue", 4) == []  # no turn comes after the last one
    assert guarded("red", 6) == []  # then danger says it all


@pytest.mark.rule("CAPTURE-1")
def test_a_walk_to_a_tower_is_worth_less_where_an_enemy_stands_on_it() -> None:
    def soon(**units: str) -> float:
        placed = {"red scout": "f6", **{name.replace("_", " "): at for name, at in units.items()}}
        candidates = Candidates(scene(units=placed, points={}).state, 0, NEUTRAL)
        walk = next(plan for plan in candidates.plans(SCOUT) if not plan.act and plan.goal != -1)
        return candidates.soon(walk._replace(goal=space_of(scene(), "g8")), 0.0)

    assert soon(blue_warrior="i9") < soon()


def test_doing_nothing_promises_nothing_for_the_phase_after_it() -> None:
    candidates = Candidates(scene(units={"red scout": "i8"}).state, 0, NEUTRAL)
    idle = next(plan for plan in candidates.plans(SCOUT) if not plan.act and plan.score == 0)
    assert candidates.soon(idle, 0.0) == 0.0


@pytest.mark.rule("PHASE-3")
def test_the_boldest_attack_is_thought_through_though_it_leaves_its_unit_in_danger() -> None:
    match = scene(
        units={"red gunner": "h8", "blue warrior": "k8", "blue gunner": "l8", "blue scout": "j7"},
        items={"red gunner": ["magnum-44000"], "blue gunner": ["magnum-44000"]},
        wounds={"red gunner": 5},
        hands={"red": [], "blue": ["loud-noise"]},
    )
    candidates = Candidates(match.state, 0, NEUTRAL)
    idle = [plan for plan in candidates.plans(SCOUT) if not plan.act][:1]
    ranked = best_turns(candidates, idle, 1)
    assert any(kind_of(Action(pair.plan.act)) is ActionKind.ATTACK for pair in ranked)
    assert [pair.plan for pair in pairs(candidates, idle)] == idle


def test_two_phases_see_the_wounds_that_the_first_one_makes() -> None:
    """Two punches kill a scout with one wound; one does not."""
    match = scene(
        units={
            "red warrior": "h8",
            "blue scout": "i8",
            "blue warrior": "jail nw",
            "blue gunner": "jail nw",
            "blue medic": "jail nw",
        },
        wounds={"blue scout": 1},
        hands={"red": [], "blue": []},
    )
    candidates = Candidates(match.state, 0, NEUTRAL)
    first = best_turns(candidates, candidates.plans(WARRIOR), 6)[0]
    assert kind_of(Action(first.plan.act)) is ActionKind.ATTACK
    assert first.plan.kill == 0
    assert first.total > 1_000_000


@pytest.mark.rule("END-6")
@pytest.mark.parametrize("worn", ["landmine-lederhosen", "dead-mans-tambourine"])
def test_what_strikes_back_at_the_last_unit_outweighs_the_kill(worn: str) -> None:
    def best(items: list[str]) -> float:
        jailed = ("gunner", "scout", "medic")
        match = scene(
            seats=3,
            units={
                "red warrior": "h8",
                "blue scout": "i8",
                **{f"red {name}": "jail nw" for name in jailed},
            },
            items={"red warrior": ["rusty-chainsaw"], "blue scout": items},
            wounds={"red warrior": 2, "blue scout": 4},
            hands={"red": [], "blue": [], "green": []},
        )
        attack_values = AttackValues(match.state, 0, NEUTRAL)
        arm = match.state.gear.weapons[WARRIOR][0]
        return attack_values.best(WARRIOR, arm, 4 + SCOUT).gain

    assert best([]) > 100_000
    assert best([worn]) < -100_000


@pytest.mark.rule("SWEEP-1")
def test_a_sweep_is_worth_most_between_two() -> None:
    match = scene(
        units={"red warrior": "h10", "blue scout": "k9", "blue medic": "k11"},
        items={"red warrior": ["upside-down-lawnmower"]},
        wounds={"blue scout": 3, "blue medic": 3},
        hands={"red": [], "blue": []},
        phases=1,
    )
    candidates = Candidates(match.state, 0, NEUTRAL)
    plan = candidates.best(WARRIOR)
    grid = match.state.setup.board.grid
    assert grid.name(plan.goal) in {"j10", "k10", "l10"}
    assert plan.gain > 1.5 * candidates.attack_values.fatal(4 + SCOUT)


@pytest.mark.rule("AMB-137")
def test_a_stamp_is_used_from_afar() -> None:
    match = scene(
        units={"red gunner": "d6", "blue warrior": "d8"},
        items={"red gunner": ["extendable-stamp"]},
        hands={"red": [], "blue": []},
        points={name: "red" for name in POINTS if name != "d8"},
        round=6,
        first="blue",
        phases=1,
    )
    plan = Candidates(match.state, 0, NEUTRAL).best(GUNNER)
    assert kind_of(Action(plan.act)) is ActionKind.USE
    assert plan.aim == space_of(match, "d8")
    assert plan.act != CAPTURE


def test_a_jail_is_good_as_long_as_nobody_opens_it() -> None:
    """The seat's team counts, where it has units in there; a guard keeps others out."""

    def worth(**more: str) -> dict[str, float]:
        match = scene(
            units={
                "red warrior": "h8",
                "blue scout": "i8",
                **{name.replace("_", " "): at for name, at in more.items()},
            },
            items={"red warrior": ["rusty-chainsaw"]},
            wounds={"blue scout": 4},
            hands={"red": [], "blue": []},
            active="red warrior",
        )
        state = match.state
        asked = decision(state)
        assert asked is not None
        attack = next(action for action in asked.options if kind_of(action) is ActionKind.ATTACK)
        apply_action(state, attack)
        asked = decision(state)
        while asked is not None and asked.question is not Question.JAIL:
            apply_action(state, asked.options[0])
            asked = decision(state)
        assert asked is not None
        names = state.setup.board.jail_names
        values = jail_values(state, 0, asked.options, NEUTRAL)
        return {names[a_of(action)]: value for value, action in values}

    board = scene().state.setup.board
    doors = [
        board.grid.name(space)
        for space, jail in zip(board.release_points, board.release_jails, strict=True)
        if board.jail_names[jail] == "nw"
    ]
    guards = dict(zip(("red medic", "red scout"), doors, strict=False))
    plain, open_door = worth(), worth(blue_medic="b3")
    assert open_door["nw"] < plain["nw"]
    assert worth(blue_medic="b3", **guards)["nw"] > open_door["nw"]
    opened = worth(red_medic=doors[0], red_gunner="jail nw")
    assert opened["nw"] < min(opened["ne"], opened["sw"], opened["se"])


@pytest.mark.rule("PHASE-2", "AMB-130")
def test_whoever_has_begun_to_walk_does_not_plan_to_act_first_and_walk_on() -> None:
    def hurried(*items: str) -> bool:
        match = scene(
            units={"red scout": "d8"}, items={"red scout": list(items)}, active="red scout"
        ).walk("e9")
        match = match.walk("d8")
        phase = match.state.stack[-1]
        assert isinstance(phase, UnitPhase)
        assert phase.walking
        plans = Candidates(match.state, 0, NEUTRAL).plans(SCOUT, phase)
        here = match.space("d8")
        return any(plan.act and plan.act_first and plan.goal != here for plan in plans)

    assert not hurried()
    assert hurried("clockwork-ankles")  # with them it may act in the middle of its walk


@pytest.mark.rule("AMB-137")
def test_a_stamp_on_the_space_it_stands_on_is_worth_no_more_than_a_capture() -> None:
    match = scene(units={"red scout": "i9"}, items={"red scout": ["extendable-stamp"]}, points={})
    plans = Candidates(match.state, 0, NEUTRAL).plans(SCOUT)
    tower = match.space("i9")
    by_verb = {
        kind: max(
            plan.score
            for plan in plans
            if plan.act and kind_of(Action(plan.act)) is kind and plan.done == plan.goal == tower
        )
        for kind in (ActionKind.CAPTURE, ActionKind.USE)
    }
    assert by_verb[ActionKind.USE] == pytest.approx(by_verb[ActionKind.CAPTURE], abs=1_000)


@pytest.mark.rule("PAY-1", "PAY-2")
def test_in_the_last_turn_it_costs_nothing_to_leave_a_tower() -> None:
    match = scene(
        units={"red medic": "i9", "red warrior": "e13", "blue scout": "k3"},
        points={"i9": "red", **{name: "blue" for name in POINTS if name != "i9"}},
        first="blue",
        round=6,
    )
    candidates = Candidates(match.state, 0, NEUTRAL)
    found = candidates.first_phases(12)
    assert any(plan.score < plan.gain - 10_000 for _, plan in found)  # it would, in another
    assert all(worth >= plan.gain for worth, plan in found)


@pytest.mark.rule("PHASE-3")
@pytest.mark.parametrize("number", [5, 6])
def test_a_tower_taken_in_two_phases_is_worth_no_more_than_one_taken_in_one(number: int) -> None:
    match = scene(
        units={"red scout": "i11", "red medic": "d5", "blue warrior": "r18"},
        points={},
        first="red",
        round=number,
    )
    candidates = Candidates(match.state, 0, NEUTRAL)
    tower = space_of(match, "i9")
    ranked = pairs(candidates, [plan for plan in candidates.plans(SCOUT) if plan.goal == tower])
    at_once = max(pair.total for pair in ranked if pair.plan.act == CAPTURE)
    later = max(pair.total for pair in ranked if not pair.plan.act)
    assert at_once > later + 50_000
