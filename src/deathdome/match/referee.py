"""Referee: holds the true position, rolls, draws, checks and applies answers, keeps the journal."""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Final, Protocol

from deathdome.errors import IllegalAction
from deathdome.match.protocol import PROTOCOL, Briefing, Budget, Request, number_of
from deathdome.model.actions import CONCESSIONS, ActionKind, kind_of, make_action
from deathdome.model.decisions import CHANCE, Question, Reason, Refusal
from deathdome.model.events import MAX_DECISIONS, for_seat
from deathdome.model.wire import canonical_text
from deathdome.rules.ending import standing, stop_match
from deathdome.rules.engine import apply_action, can_concede, decision
from deathdome.rules.observing import observe
from deathdome.seeds import PUBLIC, derived_seed, seat_seed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.match.protocol import Controller
    from deathdome.model.actions import Action
    from deathdome.model.decisions import Decision
    from deathdome.model.events import Event
    from deathdome.model.state import State


class JournalListener(Protocol):
    """Listener to every answer, chance included, before the position changes."""

    def before_answer(self, state: State, seat: int, action: Action) -> None:
        """Handle a legal answer before it is applied to the position."""

    def before_undo(self, state: State, answers: int) -> None:
        """Handle the return to the position after so many answers, before it happens."""


class Referee:
    """Runs one match. No other object holds its `state`.

    `journal` lists every answer, chance included, as (seat, action): the match can be replayed from
    it. `events` lists every event, in order. `initial` is the round counter before the first event,
    with each team's payout at that time: a match may begin in the middle.

    `seed` gives dice and draws; `secret` gives the seeds of seats. A match without a secret began
    before matches had secrets.

    `listeners` are called with each answer before it is applied.
    """

    def __init__(self, state: State, seed: int, secret: bytes | None = None) -> None:
        self.state = state
        self.seed = seed
        self.secret = secret
        self.journal: list[tuple[int, Action]] = []
        self.events: list[Event] = []
        self.listeners: list[JournalListener] = []
        payouts = (standing(state, seat).payout for seat in range(state.setup.seats))
        self.initial = (state.round, tuple(payouts))
        self._dice = Random(derived_seed(seed, "dice", old=secret is None))
        self._asked: Decision | None = None
        self._roll()

    @property
    def over(self) -> bool:
        """Return True if the match has ended."""
        return self.state.outcome is not None

    @property
    def asked(self) -> Decision | None:
        """Open question of a seat; None when the match is over."""
        return self._asked

    def request(self, budget: Budget | None = None) -> Request | None:
        """Return the open question as its seat may see it; None when the match is over."""
        asked = self._asked
        if asked is None:
            return None
        return Request(
            number_of(self.journal, asked.seat),
            asked.seat,
            asked.question,
            observe(self.state, asked.seat, asked),
            tuple(asked.options),
            budget or Budget(),
            asked.unit,
        )

    def seat_seed(self, seat: int) -> int:
        """Return the seed of a seat's controller; it reveals nothing about dice and cards."""
        return seat_seed(self.secret or PUBLIC, seat)

    def answer(self, action: Action) -> None:
        """Apply the answer of the seat being asked, then roll and draw up to the next question.

        Raises:
            IllegalAction: the action is refused; nothing has changed.
        """
        asked = self._asked
        if asked is None:
            raise IllegalAction(Refusal(action, Reason("over", "END-1")))
        if action not in asked and not (action in CONCESSIONS and can_concede(self.state, action)):
            apply_action(self.state, action)  # raises IllegalAction with the reason
        self._apply(asked.seat, action)
        self._roll()

    def _apply(self, seat: int, action: Action) -> None:
        """Apply a legal answer, and record it."""
        for listener in self.listeners:
            listener.before_answer(self.state, seat, action)
        apply_action(self.state, action, self.events.append, trusted=True)
        self.journal.append((seat, action))

    def stop(self) -> None:
        """End a match that takes too long, without a winner."""
        self.state.emit = self.events.append
        stop_match(self.state)
        self.state.emit = None
        self._asked = None

    def go_back(self, state: State, answers: int, events: int) -> None:
        """Return to a copy of the position taken after so many answers and events."""
        for listener in self.listeners:
            listener.before_undo(state, answers)
        self.state = state
        del self.journal[answers:]
        del self.events[events:]
        self._asked = decision(state)

    def _roll(self) -> None:
        """Answer for CHANCE until a seat is asked."""
        while (asked := decision(self.state)) is not None and asked.seat == CHANCE:
            self._apply(CHANCE, self._chance(asked))
        self._asked = asked

    def _chance(self, asked: Decision) -> Action:
        """Return the answer of the dice or the deck."""
        return self._dice.choices(asked.options, asked.weights)[0]

    def visible_events(self, seat: int, since: int = 0) -> list[Event]:
        """Return the events from number `since` on, as a seat may see them."""
        return [for_seat(event, seat) for event in self.events[since:]]

    def fingerprint(self) -> str:
        """Return sixteen hexadecimal digits of all answers and the resulting position."""
        text = (
            f"{[(seat, int(action)) for seat, action in self.journal]}{canonical_text(self.state)}"
        )
        return sha256(text.encode()).hexdigest()[:16]


def run_match(
    referee: Referee,
    controllers: Sequence[Controller],
    budget: Budget | None = None,
    seeds: Sequence[int] | None = None,
    max_decisions: int = MAX_DECISIONS,
) -> None:
    """Play a match to its end between controllers; index is the seat.

    It is stopped after `max_decisions` answers of seats.

    `seeds` are the controllers' own; by default, the referee's seeds for each seat.
    """
    if seeds is None:
        seeds = [referee.seat_seed(seat) for seat in range(len(controllers))]
    observed = [0] * len(controllers)
    for seat, controller in enumerate(controllers):
        controller.begin(
            Briefing(
                PROTOCOL,
                seat,
                len(controllers),
                referee.state.setup,
                seeds[seat],
                {},
            )
        )
    answers = 0
    while (request := referee.request(budget)) is not None:
        if answers >= max_decisions:
            referee.stop()
            break
        answers += 1
        seat = request.seat
        controller = controllers[seat]
        if observed[seat] < len(referee.events):
            controller.observe(referee.visible_events(seat, observed[seat]))
            observed[seat] = len(referee.events)
        referee.answer(controller.decide(request).action)
    outcome = referee.state.outcome
    assert outcome is not None
    for seat, controller in enumerate(controllers):
        controller.observe(referee.visible_events(seat, observed[seat]))
        controller.end(outcome)


# -- lessons ---------------------------------------------------------------------------------------

_HIGHEST_ROLL: Final = 12


class ScriptedReferee(Referee):
    """Draws the given cards, then those of the deck in order; the die counts down from 12.

    The number of draws is counted in the journal, so that going back also undoes draws.
    """

    def __init__(self, state: State, draws: Sequence[int]) -> None:
        self._draws = tuple(draws)
        super().__init__(state, seed=0)

    def _chance(self, asked: Decision) -> Action:
        kinds = [kind_of(action) for seat, action in self.journal if seat == CHANCE]
        if asked.question is Question.ROLL:
            return make_action(
                ActionKind.ROLL, _HIGHEST_ROLL - kinds.count(ActionKind.ROLL) % _HIGHEST_ROLL
            )
        drawn = kinds.count(ActionKind.DRAW)
        if asked.question is Question.DRAW and drawn < len(self._draws):
            draw = make_action(ActionKind.DRAW, self._draws[drawn])
            if draw in asked:
                return draw
        return asked.pick(0)
