"""Playing a position on, quickly: what everybody would do until a team's next turn begins.

Every seat plays by its own hand and by what it could know: other hands count as unseen cards.
Nobody is sure of what anybody will do, so each of the good plans has a chance to be carried out: if
only the best one had, one tie broken otherwise far ahead would decide between plans, and it would
be broken the same way in every world.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final

from deathdome.managers.planner.candidates import Candidates, Plan
from deathdome.managers.planner.combat.attack import AttackValues
from deathdome.managers.planner.combat.defend import defence_values
from deathdome.managers.planner.evaluate import ended, swayed
from deathdome.managers.planner.lookahead import jail_values
from deathdome.managers.planner.memory import Memory
from deathdome.managers.planner.weights import LEAF, NEUTRAL, LeafWeights, Weights
from deathdome.model.actions import (
    COMMIT,
    DECLINE,
    DONE,
    END_PHASE,
    END_TURN,
    PASS,
    STOP,
    Action,
    ActionKind,
    a_of,
    kind_of,
    make_action,
)
from deathdome.model.decisions import CHANCE, Question
from deathdome.model.frames import Attack, UnitPhase
from deathdome.odds.card_choices import next_card
from deathdome.rules.engine import apply_action, decision

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from deathdome.model.decisions import Decision
    from deathdome.model.state import State

CALM: Final = (DECLINE, STOP, COMMIT, DONE, PASS, END_PHASE, END_TURN)
BOLD: Final = NEUTRAL._replace(danger=0.0)
LONGEST: Final = 400  # answers in one playing on
EACH: Final = 3  # plans of a unit that may be carried out
# Credits of regret that make a plan less likely by a factor of e.
SURE: Final = 10_000.0  # in the turns of the seat itself, which knows how it thinks
UNSURE: Final = 20_000.0  # in the turns of the others


class Rollout:
    """Plays one world on. `nodes` counts answers given and positions planned from."""

    def __init__(
        self,
        world: State,
        seat: int,
        weights: Weights,
        rng: Random,
        memory: Memory | None = None,
        leaf: LeafWeights = LEAF,
    ) -> None:
        """`weights` are those of `seat`; the other teams are taken to be neutral.

        The seat minds danger in what is left of its turn, as it will. The others do not: what comes
        of it is for later. `memory` is shared by worlds of one turn; `leaf` judges where it ends.
        """
        self.world = world
        self._seat = seat
        self.nodes = 0
        self._weights = weights
        self._rng = rng
        self._memory = memory or Memory()
        self._leaf = leaf
        self._plan: Plan | None = None

    def carry_out(self, plan: Plan) -> None:
        """Set the next unit phase."""
        self._plan = plan
        self._apply(make_action(ActionKind.ACTIVATE, plan.unit))

    def _of(self, seat: int) -> Weights:
        return self._weights if seat == self._seat else BOLD

    def to_next_turn(self) -> float:
        """Plays on until the seat's next turn is open or the match is over; credits then.

        They are those of a lead in an even match: where a match is all but decided, a lead counts
        for less.
        """
        world, seat = self.world, self._seat
        left = False
        for _ in range(LONGEST):
            asked = decision(world)
            if asked is None:
                break
            if asked.question is Question.TURN:
                if asked.seat != seat:
                    left = True
                elif left:
                    break
            action = self._answer(asked)
            if action == END_TURN and asked.seat == seat:
                left = True
            self._apply(action)
        self.nodes += 1
        if world.outcome is not None:
            return ended(world, seat)
        return swayed(Candidates(world, seat, self._weights).outlook(self._leaf))

    def _apply(self, action: Action) -> None:
        apply_action(self.world, action, trusted=True)
        self.nodes += 1

    def _answer(self, asked: Decision) -> Action:
        options = asked.options
        if len(options) == 1:
            return options[0]
        if asked.seat == CHANCE:
            return self._rng.choices(options, asked.weights)[0]
        question = asked.question
        if question is Question.TURN:
            return self._unit(asked)
        if question is Question.UNIT_PHASE:
            return self._step(asked)
        frame = self.world.stack[-1]
        if question is Question.ATTACK_CARDS:
            assert isinstance(frame, Attack)
            attack_values = AttackValues(self.world, asked.seat, self._of(asked.seat))
            total = max(attack_values.ways(frame, declared=True)).total
            return next_card(self.world, asked.seat, total) if total else COMMIT
        if question is Question.DEFENCE_CARDS:
            return max(defence_values(self.world, asked.seat, options, self._of(asked.seat)))[1]
        if question is Question.JAIL:
            return max(jail_values(self.world, asked.seat, options, self._of(asked.seat)))[1]
        for action in CALM:
            if action in options:
                return action
        return options[0]

    def _unit(self, asked: Decision) -> Action:
        """Return a unit with a good plan, or the end of the turn."""
        units = {a_of(action) for action in asked.options if kind_of(action) is ActionKind.ACTIVATE}
        if not units:
            return END_TURN
        firsts = self._memory.first_phases(self.world, asked.seat, self._of(asked.seat), EACH)
        self.nodes += 1
        good = [(worth, plan) for worth, plan in firsts if worth > 0 and plan.unit in units]
        if not good:
            return END_TURN
        top = good[0][0]
        temperature = SURE if asked.seat == self._seat else UNSURE
        chances = [exp((worth - top) / temperature) for worth, _ in good]
        self._plan = self._rng.choices([plan for _, plan in good], chances)[0]
        return make_action(ActionKind.ACTIVATE, self._plan.unit)

    def _step(self, asked: Decision) -> Action:
        """Return the plan's next step, or the end of the phase."""
        plan = self._plan
        frame = self.world.stack[-1]
        assert isinstance(frame, UnitPhase)
        if plan is None or plan.unit != frame.unit:
            candidates = Candidates(self.world, asked.seat, self._of(asked.seat))
            self.nodes += 1
            plan = candidates.best(frame.unit, frame)
            self._plan = plan
        step = next_step(plan, self.world.space[frame.unit], asked.options)
        if step in (END_PHASE, STOP):
            self._plan = None
        return step


def next_step(plan: Plan, here: int, options: Sequence[Action]) -> Action:
    """Return the plan's next action; END_PHASE at its end."""
    walk = make_action(ActionKind.WALK, plan.goal)
    if plan.act and (plan.act_first or plan.goal == here) and plan.act in options:
        return Action(plan.act)
    if plan.goal != here and walk in options:
        return walk
    if plan.act and plan.act in options and plan.goal == here:
        return Action(plan.act)
    if END_PHASE in options:
        return END_PHASE
    return STOP if STOP in options else options[0]
