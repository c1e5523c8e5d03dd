"""Playing a position on in thought keeps to the rules."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from scenes import Match, request_of, scene

from deathdome.managers.planner.candidates import Candidates
from deathdome.managers.planner.rollouts import TRIFLE, Found, Rollout, sequential_halving
from deathdome.managers.planner.weights import NEUTRAL
from deathdome.match.protocol import never
from deathdome.model.decisions import Question
from deathdome.rules.engine import decision

if TYPE_CHECKING:
    from deathdome.managers.planner.candidates import Plan
    from deathdome.model.actions import Action


class Watched(Rollout):
    """Looks at every answer before it is given."""

    phases = 0  # unit phases that the rollout has begun

    def _apply(self, action: Action) -> None:
        asked = decision(self.world)
        assert asked is not None
        assert action in asked.options
        self.phases += asked.question is Question.TURN and action != asked.options[-1]
        super()._apply(action)


def between_turns() -> Match:
    """Nothing is left to do in red's turn but to play a card."""
    return scene(
        units={"red scout": "d8", "blue warrior": "r5", "blue gunner": "q12"},
        hands={"red": ["pressured"], "blue": ["pressured"]},
        phases=0,
    )


@pytest.mark.rule("PHASE-2")
def test_nobody_is_given_a_third_unit_phase_in_thought() -> None:
    match = between_turns()
    assert match.asked.question is Question.TURN
    assert len(match.asked.options) > 1
    rollout = Watched(match.state.copy(), 0, NEUTRAL, Random(1))
    rollout.to_next_turn()
    assert rollout.phases == 2  # blue's


@pytest.mark.parametrize("seed", range(3))
def test_every_answer_in_thought_is_one_that_the_rules_offer(seed: int) -> None:
    match = scene(
        units={"red scout": "h5", "red gunner": "k5", "blue warrior": "i5", "blue gunner": "q12"},
        items={"blue warrior": ["guillotine-on-a-stick"], "red gunner": ["rusty-chainsaw"]},
    )
    for _, plan in Candidates(match.state, 0, NEUTRAL).first_phases(6):
        rollout = Watched(match.state.copy(), 0, NEUTRAL, Random(seed))
        rollout.carry_out(plan)
        rollout.to_next_turn()


def test_nobody_is_sure_of_what_the_others_will_do() -> None:
    match = scene(
        units={
            "red scout": "d8",
            "blue warrior": "r5",
            "blue gunner": "q12",
            "blue scout": "h14",
        }
    )
    walked = set()
    for seed in range(12):
        rollout = Rollout(match.state.copy(), 0, NEUTRAL, Random(seed))
        rollout.to_next_turn()
        walked.add(tuple(rollout.world.space[4:8]))
    assert len(walked) > 1


def test_the_same_seed_is_the_same_thought() -> None:
    match = scene(units={"red scout": "d8", "blue warrior": "r5", "blue gunner": "q12"})
    values = {Rollout(match.state.copy(), 0, NEUTRAL, Random(5)).to_next_turn() for _ in range(3)}
    assert len(values) == 1


class Dreamt:
    """Finds every plan but the first worth so much more than the first, in every world."""

    more = 0.0
    first: Plan
    nodes = 1

    def __init__(self, *_: object) -> None:
        self._plan: Plan | None = None

    def carry_out(self, plan: Plan) -> None:
        self._plan = plan

    def to_next_turn(self) -> float:
        return 0.0 if self._plan == self.first else self.more


def dreamt(more: float, worlds: tuple[int, ...], patched: pytest.MonkeyPatch) -> Found:
    """Search a position where every other plan is worth so much more than the first."""
    match = scene(units={"red scout": "d8", "red gunner": "h5", "blue warrior": "r5"})
    plans = [plan for _, plan in Candidates(match.state, 0, NEUTRAL).first_phases(3)]
    patched.setattr(Dreamt, "first", plans[0], raising=False)
    patched.setattr(Dreamt, "more", more)
    patched.setattr("deathdome.managers.planner.rollouts.Rollout", Dreamt)
    return sequential_halving(plans, request_of(match.state), NEUTRAL, worlds, never)


@pytest.mark.parametrize(("more", "kept"), [(TRIFLE / 2, True), (TRIFLE * 2, False)])
def test_the_plan_chosen_before_is_not_given_up_for_a_trifle(
    more: float, kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = dreamt(more, (1, 2), monkeypatch)
    assert (found.plan == Dreamt.first) == kept


@pytest.mark.parametrize(("more", "worlds"), [(-TRIFLE, 2), (TRIFLE * 2, 8)])
def test_the_search_ends_when_no_other_plan_can_win(
    more: float, worlds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert dreamt(more, (2, 4, 8), monkeypatch).worlds == worlds


def test_plans_that_cannot_win_are_still_known_for_an_explanation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = dreamt(-TRIFLE, (2, 4, 8), monkeypatch)
    assert found.plan == Dreamt.first
    assert found.others
    assert {gain for _, gain in found.others} == {-TRIFLE}


def test_one_world_drops_no_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    assert dreamt(-TRIFLE, (1, 2), monkeypatch).worlds == 2
