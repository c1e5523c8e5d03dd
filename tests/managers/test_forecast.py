"""Trial runs of a plan: what becomes of its unit and its point by the team's next turn."""

from __future__ import annotations

from scenes import Match, request_of, scene

from deathdome.managers.adviser import thought_about
from deathdome.managers.forecast import RUNS, Forecast, forecast
from deathdome.managers.planner.candidates import Plan
from deathdome.model.actions import CAPTURE


def of(match: Match, plan: Plan) -> Forecast:
    return forecast(request_of(match.state), plan)


def far_away() -> Match:
    units = {"red scout": "d7", "red medic": "base", "blue gunner": "r20"}
    return scene(units=units, points={"d8": "blue"}, round=6, first="blue")


def beside_an_enemy() -> Match:
    """The medic can walk next to a warrior that kills it whatever it draws."""
    return scene(
        units={"red medic": "g7", "red scout": "base", "blue warrior": "h3", "blue medic": "base"},
        items={"blue warrior": ["guillotine-on-a-stick"]},
        wounds={"red medic": 4},
    )


def capture(match: Match) -> Plan:
    space = match.state.setup.board.grid.parse("d8")
    return Plan(0.0, 2, space, int(CAPTURE), aim=space, done=space)


def test_a_point_that_no_enemy_reaches_is_held_to_the_end() -> None:
    found = of(far_away(), capture(far_away()))
    assert found == Forecast(RUNS, RUNS, -1, RUNS, -1, to_end=True)


def test_a_unit_that_an_enemy_reaches_dies_in_most_runs() -> None:
    match = beside_an_enemy()
    near = match.state.setup.board.grid.parse("g5")
    found = of(match, Plan(0.0, 3, near))
    assert found.lives < RUNS / 2
    assert found.killer == 4
    assert found.holds == -1
    assert not found.to_end


def test_the_same_question_has_the_same_forecast() -> None:
    adviser, _ = thought_about(request_of(far_away().state), "veteran")
    assert adviser.plan is not None
    found = [of(far_away(), adviser.plan) for _ in range(2)]
    assert found[0] == found[1]
