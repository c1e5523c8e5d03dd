"""Playing a position on in thought keeps to the rules."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from scenes import Match, scene

from deathdome.managers.planner.plans import Prospects
from deathdome.managers.planner.rollouts import Rollout
from deathdome.managers.planner.weights import NEUTRAL
from deathdome.model.decisions import Question
from deathdome.rules.engine import decision

if TYPE_CHECKING:
    from deathdome.model.actions import Action


class Watched(Rollout):
    """Looks at every answer before it is given."""

    phases = 0  # unit phases that the playing on has begun

    def _apply(self, act: Action) -> None:
        asked = decision(self.world)
        assert asked is not None
        assert act in asked.options
        self.phases += asked.question is Question.TURN and act != asked.options[-1]
        super()._apply(act)


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
    for _, plan in Prospects(match.state, 0, NEUTRAL).firsts(6):
        rollout = Watched(match.state.copy(), 0, NEUTRAL, Random(seed))
        rollout.carry_out(plan)
        rollout.to_next_turn()
