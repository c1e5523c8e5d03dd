"""A manager that does what the hints say, to measure what a player gains by following them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.managers.advice import chosen
from deathdome.managers.adviser import LEVEL
from deathdome.match.protocol import Reply, never
from deathdome.match.undo import OpenPhase
from deathdome.model.actions import ActionKind, kind_of
from deathdome.model.decisions import Question

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deathdome.match.protocol import Briefing, Request
    from deathdome.model.actions import Action
    from deathdome.model.events import Event, Outcome


class Hinted:
    """Asks for a hint at every question and takes it."""

    def __init__(self) -> None:
        self._hurry: Callable[[], bool] = never
        self._phase: Request | None = None  # the question at which the open unit phase began
        self._answers: tuple[Action, ...] = ()  # the answers about it since

    def begin(self, briefing: Briefing) -> None:
        """Take the clock."""
        self._hurry = briefing.hurry

    def observe(self, events: Sequence[Event]) -> None:
        """Needs no memory."""

    def end(self, outcome: Outcome) -> None:
        """Nothing to keep."""

    def decide(self, request: Request) -> Reply:
        """Return the first answer of the hint."""
        begun = None
        if request.question is Question.UNIT_PHASE and self._phase is not None:
            begun = OpenPhase(self._phase, self._answers)
        action = chosen(request, LEVEL, self._hurry, begun)
        if request.question is Question.TURN:
            opens = kind_of(action) is ActionKind.ACTIVATE
            self._phase, self._answers = (request, (action,)) if opens else (None, ())
        elif request.question is Question.UNIT_PHASE:
            self._answers = (*self._answers, action)
        return Reply(action)


def elite() -> Hinted:
    """Return a manager that follows the hints, which think as elite does."""
    return Hinted()
