"""The second rung: tries every option one step ahead and takes the best (fast and repeatable)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from deathdome.managers.cards import attack_cards, best_odds, defence_cards
from deathdome.managers.evaluation import evaluate
from deathdome.managers.shopping import shop
from deathdome.model.actions import (
    DECLINE,
    END_PHASE,
    END_TURN,
    STOP,
    Act,
    Action,
    verb_of,
)
from deathdome.model.decisions import Question
from deathdome.play.controllers import Reply
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.observing import determinize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.events import Told
    from deathdome.model.outcome import Outcome
    from deathdome.model.state import State
    from deathdome.play.controllers import Briefing, Request

ACT_BONUS = 300.0  # credits; between equals, do something
TIE = 1.0  # credits; options closer than that are drawn by lot


class GreedyManager:
    """One-step look-ahead in one sampled world; combat by exact odds instead of trying."""

    def __init__(self) -> None:
        self._rng = Random(0)

    def begin(self, briefing: Briefing) -> None:
        """Takes its seed."""
        self._rng = Random(briefing.seed)

    def observe(self, events: Sequence[Told]) -> None:
        """Needs no memory: everything it uses is in what it sees."""

    def end(self, outcome: Outcome) -> None:
        """Nothing to keep."""

    def decide(self, request: Request) -> Reply:
        """The best option by one step of look-ahead."""
        if len(request.options) == 1:
            return Reply(request.options[0])
        question = request.question
        if question is Question.PURCHASE:
            return Reply(shop(request))
        world = determinize(request.seen, Random(request.number))
        if question is Question.ATTACK_CARDS:
            return Reply(attack_cards(world, request))
        if question is Question.DEFENCE_CARDS:
            return Reply(defence_cards(world, request))
        if question is Question.TURN:
            return self._best(self._turn_values(world, request))
        return self._best(self._values(world, request.seat, request.options))

    def _best(self, values: list[tuple[float, Action]]) -> Reply:
        top = max(value for value, _ in values)
        best = [act for value, act in values if value >= top - TIE]
        return Reply(self._rng.choice(best), nodes=len(values))

    def _turn_values(self, world: State, request: Request) -> list[tuple[float, Action]]:
        """A unit is worth activating for the best that it can then do."""
        values: list[tuple[float, Action]] = []
        for act in request.options:
            verb = verb_of(act)
            trial = world.copy()
            apply_action(trial, act, trusted=True)
            asked = decision(trial)
            if verb is Act.ACTIVATE and asked is not None and asked.seat == request.seat:
                best = max(v for v, _ in self._values(trial, request.seat, asked.options))
                values.append((best + ACT_BONUS, act))
            elif act == END_TURN:
                values.append((evaluate(world, request.seat), act))
            else:
                values.append((evaluate(trial, request.seat), act))
        return values

    def _values(
        self, world: State, seat: int, options: Sequence[Action]
    ) -> list[tuple[float, Action]]:
        here = evaluate(world, seat)
        values: list[tuple[float, Action]] = []
        for act in options:
            verb = verb_of(act)
            if verb is Act.ATTACK:
                values.append((here + best_odds(world, act), act))
            elif act in (END_PHASE, STOP, DECLINE):
                values.append((here, act))
            else:
                trial = world.copy()
                apply_action(trial, act, trusted=True)
                value = evaluate(trial, seat)
                if verb is Act.WALK:
                    # Where nothing is gained by walking, it does not walk.
                    value -= 2 * TIE
                values.append((value, act))
        return values
