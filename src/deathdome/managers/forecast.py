"""Forecast of a plan until the team's next turn, by trial runs with sampled hidden cards."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.managers.planner.rollouts import Memory, Rollout
from deathdome.managers.planner.season import imagined
from deathdome.managers.planner.weights import NEUTRAL
from deathdome.model.actions import CAPTURE
from deathdome.model.decisions import Question
from deathdome.model.events import Captured, Died, Reckoned
from deathdome.rules.engine import apply_action

if TYPE_CHECKING:
    from deathdome.managers.planner.candidates import Plan
    from deathdome.match.protocol import Request
    from deathdome.model.actions import Action
    from deathdome.model.events import Event
    from deathdome.model.state import State

RUNS: Final = 24


class Forecast(NamedTuple):
    """Counts over the runs of one plan."""

    runs: int
    lives: int  # runs in which the unit lives at the end
    killer: int  # enemy that kills it most often; -1 for none
    holds: int  # runs in which the captured point is still the team's; -1: no point is captured
    taker: int  # enemy that takes the point most often; -1 for none
    to_end: bool  # the runs end with the match, not with the team's next turn


class _Run(Rollout):
    """A rollout that notes how a unit dies and how a point is lost."""

    unit = space = -1
    killer = taker = attacker = -1

    def follow(self, plan: Plan) -> None:
        """Continue an open unit phase with what is left of its plan."""
        self._plan = plan

    def _apply(self, action: Action) -> None:
        apply_action(self.world, action, self._note, trusted=True)
        self.nodes += 1

    def _note(self, event: Event) -> None:
        match event:
            case Reckoned(attacker=attacker, unit=unit) if unit == self.unit:
                self.attacker = attacker
            case Died(unit=unit) if unit == self.unit:
                self.killer = self.attacker
            case Captured(unit=unit, seat=seat, space=space) if space == self.space:
                self.taker = unit if seat != self._seat else -1


def forecast(request: Request, plan: Plan, runs: int = RUNS) -> Forecast:
    """Play a plan until the team's next turn or the end of the match, in several worlds."""
    seat, memory = request.seat, Memory()
    space = plan.done if plan.act == CAPTURE else -1
    lives = holds = 0
    ended = False
    killers: Counter[int] = Counter()
    takers: Counter[int] = Counter()
    for number in range(runs):
        rng = Random(f"{request.number}/forecast/{number}")
        run = _Run(imagined(request.seen, rng), seat, NEUTRAL, rng, memory)
        run.unit, run.space = plan.unit, space
        if request.question is Question.TURN:
            run.carry_out(plan)
        else:
            run.follow(plan)
        run.to_next_turn()
        if run.world.space[plan.unit] >= 0:
            lives += 1
        elif run.killer >= 0 and run.killer >> 2 != seat:
            killers[run.killer] += 1
        if space >= 0:
            held = _owner(run.world, space) == seat
            holds += held
            if not held and run.taker >= 0:
                takers[run.taker] += 1
        ended = ended or run.world.outcome is not None
    last = request.seen.round >= request.seen.setup.rounds
    return Forecast(
        runs,
        lives,
        _first(killers),
        holds if space >= 0 else -1,
        _first(takers),
        ended and last,
    )


def _owner(world: State, space: int) -> int:
    return world.owners[world.setup.terrain.point_at[space]]


def _first(counts: Counter[int]) -> int:
    return min(counts, key=lambda unit: (-counts[unit], unit), default=-1)
