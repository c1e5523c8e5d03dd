"""History of the open unit phase: its first question, and the answers of its team since."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deathdome.match.protocol import Request, number_of
from deathdome.model.actions import ActionKind, a_of, kind_of
from deathdome.model.decisions import Question
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.observing import observe

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.actions import Action
    from deathdome.model.state import State


class OpenPhase(NamedTuple):
    """First question of a unit phase, and the answers since, including the first."""

    request: Request
    answers: tuple[Action, ...]  # the seat's answers about its phase, without those about cards


class PhaseHistory:
    """Answers of a match from a position on."""

    def __init__(self, start: State, journal: Sequence[tuple[int, Action]], first: int = 0) -> None:
        """Take the referee's journal, which grows, and the position after `first` answers."""
        self._start = start.copy()
        self._journal = journal
        self._first = first

    def open_phase(self, request: Request) -> OpenPhase | None:
        """Return the phase of a question; None outside a unit phase, or if its start is unknown."""
        if request.question is not Question.UNIT_PHASE:
            return None
        seat, journal = request.seat, self._journal
        at = len(journal) - 1
        while at >= self._first:
            who, action = journal[at]
            if who == seat and kind_of(action) is ActionKind.ACTIVATE:
                break
            at -= 1
        else:
            return None
        state = self._start.copy()
        for _, action in journal[self._first : at]:
            apply_action(state, action, trusted=True)
        asked = decision(state)
        if asked is None or (asked.seat, asked.question) != (seat, Question.TURN):
            return None
        if a_of(journal[at][1]) != request.unit:
            return None
        seen, options = observe(state, seat, asked), tuple(asked.options)
        answers = []
        for who, action in journal[at:]:
            asked = decision(state)
            if who == seat and asked is not None and asked.question in _OF_PHASES:
                answers.append(action)
            apply_action(state, action, trusted=True)
        number = number_of(journal[:at], seat)
        first = Request(number, seat, Question.TURN, seen, options, request.budget)
        return OpenPhase(first, tuple(answers))


_OF_PHASES = (Question.TURN, Question.UNIT_PHASE)
