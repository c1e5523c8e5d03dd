"""The referee: holds the true position, rolls and draws, checks, applies, records and tells."""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Final, Protocol

from deathdome.errors import IllegalAction
from deathdome.match.protocol import PROTOCOL, Briefing, Budget, Request, number_of
from deathdome.match.seeds import PUBLIC, derived_seed, seat_seed
from deathdome.model.actions import ActionKind, kind_of, make_action
from deathdome.model.decisions import CHANCE, Question
from deathdome.model.events import for_seat
from deathdome.model.outcome import MOST_DECISIONS
from deathdome.model.refusals import Reason, Refusal
from deathdome.rules.ending import standing, stop_match
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.fingerprint import canonical_text
from deathdome.rules.observing import observe

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.match.protocol import Controller
    from deathdome.model.actions import Action
    from deathdome.model.decisions import Decision
    from deathdome.model.events import Event
    from deathdome.model.state import State


class JournalListener(Protocol):
    """Hears of every answer, chance included, while the position before it is still there."""

    def before_answer(self, state: State, seat: int, action: Action) -> None:
        """A legal answer is about to be applied to the position."""

    def before_undo(self, state: State, answers: int) -> None:
        """The match is about to go back to the position after so many answers."""


class Referee:
    """Runs one match. Nobody else ever holds its `state`.

    `journal` is every answer given, chance included, as (seat, action): the match can be told
    again from it. `told` is every event, in order. `began` is the round counter before the first of
    them, and what each team would have been paid then: a match may begin in the middle.

    `seed` gives dice and draws; `secret` gives what seats receive. Without a secret the match is
    one that began before matches had secrets.

    `listeners` hear of each answer before it is applied.
    """

    def __init__(self, state: State, seed: int, secret: bytes | None = None) -> None:
        self.state = state
        self.seed = seed
        self.secret = secret
        self.journal: list[tuple[int, Action]] = []
        self.events: list[Event] = []
        self.listeners: list[JournalListener] = []
        payouts = (standing(state, seat).payout for seat in range(state.setup.seats))
        self.began = (state.round, tuple(payouts))
        self._dice = Random(derived_seed(seed, "dice", old=secret is None))
        self._asked: Decision | None = None
        self._roll()

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.state.outcome is not None

    @property
    def asked(self) -> Decision | None:
        """The open question of a seat; None when the match is over."""
        return self._asked

    def request(self, budget: Budget | None = None) -> Request | None:
        """The open question as its seat may see it; None when the match is over."""
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
        """The seed of the controller in a seat; it says nothing about dice and cards."""
        return seat_seed(self.secret or PUBLIC, seat)

    def answer(self, action: Action) -> None:
        """Takes the answer of the seat that is asked, then rolls and draws on to the next question.

        Raises:
            IllegalAction: the action is refused; nothing has changed.
        """
        asked = self._asked
        if asked is None:
            raise IllegalAction(Refusal(action, Reason("over", "END-1")))
        if action not in asked.options:
            apply_action(self.state, action)  # refuses it, with the reason
        self._apply(asked.seat, action)
        self._roll()

    def _apply(self, seat: int, action: Action) -> None:
        """Apply a legal answer, and note it."""
        for listener in self.listeners:
            listener.before_answer(self.state, seat, action)
        apply_action(self.state, action, self.events.append, trusted=True)
        self.journal.append((seat, action))

    def stop(self) -> None:
        """Ends the match without a winner, for taking too long."""
        self.state.tell = self.events.append
        stop_match(self.state)
        self.state.tell = None
        self._asked = None

    def go_back(self, state: State, answers: int, events: int) -> None:
        """Goes back to a copy of the position taken after so many answers and events."""
        for listener in self.listeners:
            listener.before_undo(state, answers)
        self.state = state
        del self.journal[answers:]
        del self.events[events:]
        self._asked = decision(state)

    def _roll(self) -> None:
        """Answers for CHANCE until a seat is asked."""
        while (asked := decision(self.state)) is not None and asked.seat == CHANCE:
            self._apply(CHANCE, self._chance(asked))
        self._asked = asked

    def _chance(self, asked: Decision) -> Action:
        """What the dice and the deck answer."""
        return self._dice.choices(asked.options, asked.weights)[0]

    def visible_events(self, seat: int, since: int = 0) -> list[Event]:
        """The events from number `since` on, as a seat may hear them."""
        return [for_seat(event, seat) for event in self.events[since:]]

    def fingerprint(self) -> str:
        """Sixteen hexadecimal digits of all answers and the position they led to."""
        text = (
            f"{[(seat, int(action)) for seat, action in self.journal]}{canonical_text(self.state)}"
        )
        return sha256(text.encode()).hexdigest()[:16]


def run_match(
    referee: Referee,
    controllers: Sequence[Controller],
    budget: Budget | None = None,
    seeds: Sequence[int] | None = None,
    most: int = MOST_DECISIONS,
) -> None:
    """Plays a match to its end between controllers; index is the seat.

    It is stopped after `most` answers of seats.

    `seeds` are the controllers' own; without them, those of the referee for each seat.
    """
    if seeds is None:
        seeds = [referee.seat_seed(seat) for seat in range(len(controllers))]
    heard = [0] * len(controllers)
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
        if answers >= most:
            referee.stop()
            break
        answers += 1
        seat = request.seat
        controller = controllers[seat]
        if heard[seat] < len(referee.events):
            controller.observe(referee.visible_events(seat, heard[seat]))
            heard[seat] = len(referee.events)
        referee.answer(controller.decide(request).action)
    outcome = referee.state.outcome
    assert outcome is not None
    for seat, controller in enumerate(controllers):
        controller.observe(referee.visible_events(seat, heard[seat]))
        controller.end(outcome)


# -- lessons ---------------------------------------------------------------------------------------

_HIGHEST_ROLL: Final = 12


class ScriptedReferee(Referee):
    """Draws the cards in the order given, then in that of the list; the die counts down from 12.

    What was drawn is counted in the journal, so that going back takes it back as well.
    """

    def __init__(self, state: State, draws: Sequence[int]) -> None:
        self._draws = tuple(draws)
        super().__init__(state, seed=0)

    def _chance(self, asked: Decision) -> Action:
        given = [kind_of(action) for seat, action in self.journal if seat == CHANCE]
        if asked.question is Question.ROLL:
            return make_action(
                ActionKind.ROLL, _HIGHEST_ROLL - given.count(ActionKind.ROLL) % _HIGHEST_ROLL
            )
        drawn = given.count(ActionKind.DRAW)
        if asked.question is Question.DRAW and drawn < len(self._draws):
            draw = make_action(ActionKind.DRAW, self._draws[drawn])
            if draw in asked.options:
                return draw
        return asked.options[0]
