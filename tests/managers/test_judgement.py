"""Values of positions to planning managers; quick ways agree with slow ones."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from scenes import Match, request_of, scene

from deathdome.content.board_files import load_board
from deathdome.geometry.grid import spaces_in
from deathdome.managers.planner.candidates import Candidates
from deathdome.managers.planner.evaluate import (
    SWAY,
    WIN,
    ended,
    last_stand,
    parts,
    swayed,
)
from deathdome.managers.planner.manager import PlanningManager
from deathdome.managers.planner.objectives import SquareValues, objectives_of, shared_out
from deathdome.managers.planner.weights import NEUTRAL
from deathdome.match.protocol import PROTOCOL, Briefing
from deathdome.model.actions import ActionKind, a_of, kind_of
from deathdome.model.decisions import CHANCE, Question
from deathdome.model.events import Outcome, Standing
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.moving import reach

FLOOR_POINTS = 1  # index of the part
POINTS = [load_board().grid.name(space) for space in load_board().points]


def midfield(**more: object) -> Match:
    """Two teams with something to do and something to fear."""
    units = {
        "red warrior": "h8",
        "red scout": "k11",
        "blue gunner": "m9",
        "blue scout": "n14",
        "blue warrior": "l12",
    }
    return scene(
        units=units,
        items={"blue gunner": ["magnum-44000"], "red warrior": ["rusty-chainsaw"]},
        wounds={"red scout": 3, "blue scout": 2},
        points={"i9": "blue", "d8": "red", "n5": "blue"},
        hands={"red": ["crowd-roar"], "blue": ["loud-noise", "elbow-grease"]},
        **more,  # type: ignore[arg-type]
    )


@pytest.mark.rule("END-1", "PAY-1")
def test_a_point_counts_for_more_the_sooner_the_match_ends() -> None:
    early, late = (
        parts(scene(points={"e14": "red"}, round=number).state, 0, NEUTRAL)[FLOOR_POINTS]
        for number in (1, 6)
    )
    assert 0 < early < late == 100_000


@pytest.mark.rule("END-2", "END-6")
def test_the_last_units_count_for_more_with_three_teams_only_to_their_own() -> None:
    def cost(standing: int, seats: int, *, own: bool = True) -> float:
        jailed = ("warrior", "gunner", "scout", "medic")[standing:]
        match = scene(seats=seats, units={f"red {unit}": "jail nw" for unit in jailed})
        return last_stand(match.state, 0, NEUTRAL, own=own)

    assert [cost(standing, 2) for standing in (4, 3, 2, 1)] == sorted(
        cost(standing, 2) for standing in (4, 3, 2, 1)
    )
    assert cost(4, 2) == 0
    assert cost(1, 2) == WIN
    assert cost(1, 2, own=False) == WIN
    assert [cost(standing, 3) for standing in (4, 3, 2, 1)] == [0, 0, 0, NEUTRAL.few]
    assert [cost(standing, 3, own=False) for standing in (4, 3, 2, 1)] == [0, 0, 0, 0]


@pytest.mark.parametrize("unit", ["red warrior", "red scout", "red medic"])
@pytest.mark.parametrize("number", [1, 4, 6])
def test_the_way_to_all_jobs_at_once_is_the_way_to_each(unit: str, number: int) -> None:
    match = midfield(round=number)
    world, lifted = match.state, match.unit(unit)
    jobs = objectives_of(world, 0, NEUTRAL)
    objectives = shared_out(world, 0, lifted, NEUTRAL, 5, jobs)
    spaces = list(spaces_in(reach(world, lifted, 6)))
    assert len(spaces) > 10
    assert objectives.totals(spaces) == pytest.approx([objectives.total(space) for space in spaces])


@pytest.mark.parametrize("unit", ["red warrior", "red scout"])
@pytest.mark.parametrize("number", [1, 3, 10])
def test_the_best_places_are_those_that_looking_at_all_would_find(unit: str, number: int) -> None:
    match = midfield()
    candidates = Candidates(match.state, 0, NEUTRAL)
    lifted = match.unit(unit)
    view = candidates.view(lifted)
    goals = reach(match.state, lifted, 5)
    start = view.base(match.state.space[lifted])
    gains = sorted(((view.base(space) - start, space) for space in spaces_in(goals)), reverse=True)
    found = SquareValues(view, goals, match.state.space[lifted]).best(number)
    assert [gain for gain, _ in found] == pytest.approx([gain for gain, _ in gains[:number]])


@pytest.mark.rule("NOTE-BUG-6", "EX-16")
@pytest.mark.parametrize("level", ["rookie", "regular", "veteran", "elite"])
def test_nobody_steps_on_a_bug_token_for_a_point(level: str) -> None:
    match = scene(
        units={"red scout": "d7", "blue gunner": "r5"},
        points={name: "red" for name in POINTS if name != "d8"},
        tokens={"beehive": ("d8", "blue")},
        round=6,
    )
    manager = PlanningManager(level)
    manager.begin(Briefing(PROTOCOL, 0, 2, match.state.setup, 7, {}))
    while (asked := decision(match.state)) is not None and asked.seat == 0:
        action = manager.decide(request_of(match.state)).action
        if kind_of(action) is ActionKind.WALK:
            assert a_of(action) != match.space("d8")
        match.do(action)
    assert match.owner("d8") is None


def test_a_lead_counts_for_itself_in_an_even_match_and_for_little_in_a_decided_one() -> None:
    step = 10_000.0
    assert swayed(step) == pytest.approx(step, rel=0.1)
    assert 0 < swayed(3 * SWAY + step) - swayed(3 * SWAY) < 0.1 * step
    assert swayed(-SWAY) == -swayed(SWAY)


@pytest.mark.parametrize(("lead", "gambles"), [(-2 * SWAY, True), (2 * SWAY, False)])
def test_who_is_far_behind_takes_the_risk_that_who_is_far_ahead_avoids(
    lead: float, gambles: bool
) -> None:
    stake = SWAY
    risk = (swayed(lead + stake) + swayed(lead - stake)) / 2
    assert (risk > swayed(lead)) == gambles


@pytest.mark.rule("END-2")
@pytest.mark.parametrize("ahead", [-3_000_000, 0, 3_000_000])
def test_no_hope_counts_as_much_as_a_won_match_and_no_fear_as_a_lost_one(ahead: int) -> None:
    state = scene().state
    rows = tuple(
        Standing(seat, pay, 0, 0, 0, 0) for seat, pay in enumerate((max(0, ahead), max(0, -ahead)))
    )
    for winner, sign in ((0, 1), (1, -1)):
        state.outcome = Outcome((winner,), "last team standing", rows, 3)
        for hope in (1_000_000.0, 1e9):
            assert sign * ended(state, 0) > swayed(hope)
            assert sign * ended(state, 1) < swayed(-hope)
    richer = Outcome((0,), "payout", (replace(rows[0], payout=9_000_000), rows[1]), 3)
    state.outcome = Outcome((0,), "payout", rows, 3)
    poor = ended(state, 0)
    state.outcome = richer
    assert ended(state, 0) > poor


@pytest.mark.rule("END-2")
@pytest.mark.parametrize("phases", [1, 2])
@pytest.mark.parametrize("level", ["rookie", "regular", "veteran", "elite", "champion"])
def test_nobody_lets_go_of_a_win_that_is_there(level: str, phases: int) -> None:
    match = scene(
        units={
            "red warrior": "k11",
            "red scout": "d8",
            "red gunner": "h5",
            "red medic": "f12",
            "blue scout": "k12",
            **{f"blue {unit}": "jail nw" for unit in ("warrior", "gunner", "medic")},
        },
        items={"red warrior": ["guillotine-on-a-stick"]},
        wounds={"blue scout": 3},
        hands={"red": ["crowd-roar", "elbow-grease", "loud-noise"]},
        round=3,
        phases=phases,
    )
    match.state.shells = [3, 0]
    manager = PlanningManager(level)
    manager.begin(Briefing(PROTOCOL, 0, 2, match.state.setup, 1, {}))
    chance = Random(1)
    while (asked := decision(match.state)) is not None:
        if asked.seat == CHANCE:
            action = chance.choice(asked.options)
        elif asked.seat == 0:
            action = manager.decide(request_of(match.state)).action
        else:
            assert asked.question is not Question.TURN, "the turn is over, and blue still stands"
            action = request_of(match.state).default
        apply_action(match.state, action)
    assert match.state.outcome is not None
    assert match.state.outcome.winners == (0,)
