"""The second rung: tries every option one step ahead and takes the best (fast and repeatable)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, ClassVar

from deathdome.managers.cards import attack_cards, defence_cards
from deathdome.managers.lookahead import TIE, phase_values, reaction_values, turn_values
from deathdome.managers.shopping import Taste, shop, taste
from deathdome.match.protocol import Reply
from deathdome.model.decisions import Question
from deathdome.rules.observing import determinize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.match.protocol import Briefing, Request
    from deathdome.model.actions import Action
    from deathdome.model.events import Told
    from deathdome.model.outcome import Outcome


class GreedyManager:
    """One-step look-ahead in one sampled world; combat by exact odds instead of trying."""

    takes_level: ClassVar[bool] = False  # nor a personality

    def __init__(self) -> None:
        self._rng = Random(0)
        self._likes: Taste | None = None

    def begin(self, briefing: Briefing) -> None:
        """Takes its seed, and with it a taste in shopping."""
        self._rng = Random(briefing.seed)
        self._likes = taste(briefing.table.catalog, Random(f"{briefing.seed}/taste"))

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
            return Reply(shop(request, self._likes))
        world = determinize(request.seen, Random(request.number))
        if question is Question.ATTACK_CARDS:
            return Reply(attack_cards(world, request))
        if question is Question.DEFENCE_CARDS:
            return Reply(defence_cards(world, request.seat, request.options))
        if question is Question.TURN:
            return self._best(turn_values(world, request.seat, request.options))
        if question is Question.UNIT_PHASE:
            return self._best(phase_values(world, request.seat, request.options))
        return self._best(reaction_values(world, request.seat, request.options))

    def _best(self, values: list[tuple[float, Action]]) -> Reply:
        top = max(value for value, _ in values)
        best = [act for value, act in values if value >= top - TIE]
        return Reply(self._rng.choice(best), nodes=len(values))
