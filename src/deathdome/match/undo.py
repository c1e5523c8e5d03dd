"""Undo and redo of answers, as long as no seat has learned anything from them.

The information rule: the seat that gave an answer can undo it while that seat is still asked, as
long as nothing has been revealed since. These reveal something:

- chance: a card was drawn, the die was rolled;
- another seat: it was asked, whatever it answered;
- a window: something happened that a hidden card of another seat may answer;
- the end of the turn.

A card that was played and revealed nothing else can be undone. Windows depend only on public facts,
never on the contents of a hand: otherwise a refused undo would reveal that another seat was
thinking about a reaction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.errors import BarredError, UsageError
from deathdome.match.protocol import Request, number_of
from deathdome.match.windows import Windows, opens
from deathdome.model.actions import DECLINE, ActionKind, a_of, kind_of
from deathdome.model.decisions import CHANCE, Question
from deathdome.model.events import (
    AbilityUsed,
    CardPlayed,
    Declared,
    Drew,
    Revealed,
    Rolled,
    TurnEnded,
)
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.observing import observe
from deathdome.text.phrases import matches as say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.match.referee import Referee
    from deathdome.model.actions import Action
    from deathdome.model.state import State


_FINAL: Final = (Drew, Revealed, Rolled, TurnEnded)  # events that cannot be undone
# Events that end undoing, because they reveal something.
_REVEALS: Final = {
    Rolled: say.DIE_ROLLED,
    Drew: say.CARD_DRAWN,
    Declared: say.ATTACK_DECLARED,
    CardPlayed: say.CARD_PLAYED,
    AbilityUsed: say.ABILITY_USED,
    TurnEnded: say.TURN_ENDED,
}


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


class _Point(NamedTuple):
    """Position before an answer."""

    seat: int
    action: Action
    state: State
    answers: int
    events: int


class UndoStack:
    """Gives answers to the referee of a match, with undo and redo."""

    def __init__(self, referee: Referee) -> None:
        """Take the referee; earlier answers stay as they are."""
        self.referee: Final = referee
        self._done: list[_Point] = []
        self._undone: list[Action] = []
        self._why = say.NOTHING_TO_UNDO
        self._windows: Final = Windows()

    def answer(self, action: Action) -> None:
        """Answer the open question; answers undone before can no longer be redone.

        Raises:
            IllegalAction: the action is refused; nothing has changed.
        """
        self._give(action)
        self._undone.clear()

    def undo(self) -> Action:
        """Undo the last answer and return it.

        Raises:
            UsageError: no answer can be undone; says what came between.
        """
        if not self._done:
            raise BarredError(self._why)
        point = self._done.pop()
        self.referee.go_back(point.state, point.answers, point.events)
        self._undone.append(point.action)
        if not self._done:
            self._why = say.ALL_UNDONE
        return point.action

    def redo(self) -> Action:
        """Redo the answer that was undone last, and return it.

        Raises:
            UsageError: no answer was undone, or another one was given since.
        """
        if not self._undone:
            raise UsageError(say.NOTHING_TO_REDO)
        action = self._undone.pop()
        self._give(action)
        return action

    @property
    def depth(self) -> int:
        """Number of answers that can be undone now."""
        return len(self._done)

    @property
    def undone(self) -> int:
        """Number of answers that can be redone now."""
        return len(self._undone)

    @property
    def why(self) -> str:
        """Reason why earlier answers cannot be undone, in a few words."""
        return self._why

    def forget(self, events: int, otherwise: str) -> None:
        """Clear undo and redo: another seat has answered.

        The reason is the last thing revealed since there were so many `events`, or the one given.
        """
        later = self.referee.events[events:]
        words = (_REVEALS.get(type(event), "") for event in reversed(later))
        self._why = next(filter(None, words), otherwise)
        self._done.clear()
        self._undone.clear()

    def recall(self, points: Sequence[tuple[State, int, int]]) -> None:
        """Make answers of a resumed match undoable.

        `points`: the position before each of the last answers of one seat, with the numbers of
        answers and of events at that time.
        """
        journal = self.referee.journal
        for number, (state, answers, events) in enumerate(points):
            seat, action = journal[answers]
            point = _Point(seat, action, state, answers, events)
            self._remember(point, points[number + 1] if number + 1 < len(points) else None)

    def _give(self, action: Action) -> None:
        referee = self.referee
        asked = referee.asked
        answers, events = len(referee.journal), len(referee.events)
        before = referee.state.copy()
        referee.answer(action)
        assert asked is not None  # the referee refuses an answer when no question is open
        self._remember(_Point(asked.seat, action, before, answers, events))

    def _remember(self, point: _Point, end: tuple[State, int, int] | None = None) -> None:
        """Make the answer after a point undoable, unless it revealed something.

        `end`: the point before the next answer of the same seat, if known.
        """
        asked = decision(point.state)
        assert asked is not None  # it was answered
        self._windows.begin(asked.question, point.events)
        news = self._news(point, end)
        if news:
            # A card that stays in a hand changes nothing, and the reason for a refused undo must
            # not reveal that another team was asked.
            if self._done or point.action != DECLINE:
                self._why = news
            self._done.clear()
        else:
            self._done.append(point)

    def _news(self, point: _Point, end: tuple[State, int, int] | None) -> str:
        """Return the thing revealed by an answer; '' if nothing."""
        referee = self.referee
        state, answers, events = end or (referee.state, None, None)
        asked = decision(state)
        setup, log = state.setup, referee.events[:events]
        others = [seat for seat in range(setup.seats) if seat != point.seat]
        may = say.OTHERS_MAY_REACT
        adds = self._windows.adds(asked.question if asked is not None else None)
        if not adds and self._windows.left_open(log, setup, others):
            return may
        for event in log[point.events :]:
            if isinstance(event, _FINAL) or any(opens(event, setup, seat) for seat in others):
                return _REVEALS.get(type(event), may)
        seats = {seat for seat, _ in referee.journal[point.answers : answers]}
        if CHANCE in seats:
            return say.CHANCE_DECIDED
        if asked is None:
            return say.OVER
        return "" if asked.seat == point.seat else say.ANOTHER_TEAM_CHOSE


class UndoSteps:
    """Undo and redo in steps: all answers that a player gave at once.

    The methods raise like those of `UndoStack`.
    """

    def __init__(self, referee: Referee) -> None:
        self._stack: Final = UndoStack(referee)
        self._starts: list[int] = []  # depth of undo before each step
        self._undone: list[int] = []  # number of answers of each undone step

    def begin(self) -> None:
        """Begin a step; the answers that follow belong to it."""
        self._starts.append(self._stack.depth)

    def answer(self, action: Action) -> None:
        """Answer the open question; steps undone before can no longer be redone."""
        self._stack.answer(action)
        self._undone.clear()
        # A step whose answers can no longer be undone is dropped.
        self._starts = [depth for depth in self._starts if depth < self._stack.depth]

    def undo(self) -> tuple[Action, ...]:
        """Undo the last step; return its answers, the last one first."""
        stack = self._stack
        if not stack.depth:
            raise BarredError(stack.why)
        before = min(self._starts.pop() if self._starts else 0, stack.depth - 1)
        self._undone.append(stack.depth - before)
        return tuple(stack.undo() for _ in range(stack.depth - before))

    def redo(self) -> tuple[Action, ...]:
        """Redo the step that was undone last; return its answers."""
        stack = self._stack
        if not self._undone or not stack.undone:
            raise UsageError(say.NOTHING_TO_REDO)
        self.begin()
        return tuple(stack.redo() for _ in range(min(self._undone.pop(), stack.undone)))

    def forget(self, events: int, otherwise: str) -> None:
        """Clear undo and redo, like `UndoStack.forget`: another seat has answered."""
        self._stack.forget(events, otherwise)
        self._starts.clear()
        self._undone.clear()

    def recall(self, points: Sequence[tuple[State, int, int]]) -> None:
        """Make each of the last answers of one seat in a resumed match a step.

        `points`: the position before each, with the numbers of answers and of events at that time.
        """
        self._stack.recall(points)
        self._starts = list(range(self._stack.depth))
