"""Windows for hidden cards: moments when a team may answer from its hand.

A team without such a card is never asked, so a question, a pause or a missing line would reveal
that it holds one. Everything here depends only on public facts and never looks into a hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.actions import ActionKind, kind_of
from deathdome.model.decisions import Question
from deathdome.model.events import (
    Captured,
    Declared,
    Died,
    Reckoned,
    Redirected,
    TurnBegan,
    Wounded,
)
from deathdome.model.vocabulary import Role, Trigger
from deathdome.rules.gear import hands_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from deathdome.match.protocol import Request
    from deathdome.match.referee import Referee
    from deathdome.model.decisions import Decision
    from deathdome.model.events import Event
    from deathdome.model.state import Setup

PAUSE: Final = 0.2  # minimum seconds for all windows after one answer together

_OPENS: Final[dict[type, tuple[Trigger, ...]]] = {
    Captured: (Trigger.CAPTURED,),
    Declared: (Trigger.DECLARED,),
    Died: (Trigger.DIED,),
    Reckoned: (Trigger.RESOLVED,),
    Redirected: (Trigger.DECLARED,),
    TurnBegan: (Trigger.STARTED,),
    Wounded: (Trigger.WOUNDED,),
}
# Questions that come when every window is closed.
_CLOSED: Final = (
    Question.DEAL,
    Question.ROLL,
    Question.REVEAL,
    Question.PURCHASE,
    Question.TURN,
    Question.UNIT_PHASE,
)
_ADDED: Final = (Question.ATTACK_CARDS, Question.DEFENCE_CARDS)
_OWN: Final = (Role.SELF, Role.MATE, Role.ALLY)


def is_hidden(asked: Request | Decision) -> bool:
    """Return True if the team is asked only because of a card in its hand."""
    if asked.question is not Question.REACTION:
        return False
    return all(kind_of(action) in (ActionKind.PLAY, ActionKind.DECLINE) for action in asked.options)


def opens(event: Event, setup: Setup, seat: int) -> bool:
    """Return True if a card of this game may let that team answer the event."""
    cards = hands_of(setup.catalog).by_trigger
    whose = _team_of(event)
    return any(
        ability.who is Role.ANY or whose < 0 or (ability.who in _OWN) == (whose == seat)
        for trigger in _OPENS.get(type(event), ())
        for abilities in cards[trigger].values()
        for ability in abilities
    )


def _team_of(event: Event) -> int:
    """Return the seat of the event's unit; -1 if it does not concern one unit."""
    match event:
        case Declared() | Redirected():
            return event.target >> 2 if event.target >= 0 else -1
        case Captured() | Died() | Reckoned() | Wounded():
            return event.unit >> 2
        case _:
            return -1


class Windows:
    """Tracks, answer by answer, the windows that may be open in a match."""

    def __init__(self) -> None:
        self._question = Question.TURN  # question being answered
        self._before = 0  # number of events before that answer
        self._since = 0  # number of events when no window can have been open

    def begin(self, question: Question, events: int) -> None:
        """Note the question about to be answered, after so many events."""
        self._question, self._before = question, events
        self._since = events if question in _CLOSED else min(self._since, events)

    def left_open(self, events: Sequence[Event], setup: Setup, seats: Collection[int]) -> bool:
        """Return True if one of the teams may still have a card to answer earlier events.

        `events` has all events of the match. Every answer closes the windows of the attack,
        except one that adds a card to it.
        """
        earlier = events[self._since : self._before]
        return any(opens(event, setup, seat) for event in earlier for seat in seats)

    def passed(
        self, events: Sequence[Event], then: Question | None, setup: Setup, seats: Collection[int]
    ) -> bool:
        """Return True if one of the teams could have been asked for a card since the answer.

        `then` is the question that is open now.
        """
        if not self.adds(then) and self.left_open(events, setup, seats):
            return True
        return any(opens(event, setup, seat) for event in events[self._before :] for seat in seats)

    def adds(self, then: Question | None) -> bool:
        """Return True if the answer was one more card for an attack."""
        return then is self._question and then in _ADDED


class Watch:
    """Watches a match for windows in which managers may answer from their hands."""

    def __init__(self, referee: Referee, people: Iterable[int]) -> None:
        """Take the match, and the seats of the players who watch it."""
        self._referee: Final = referee
        self._people: Final = frozenset(people)
        self._windows: Final = Windows()

    def hides(self, request: Request) -> bool:
        """Return True if no player may learn that the question was asked."""
        return bool(self._people) and request.seat not in self._people and is_hidden(request)

    def begin(self) -> None:
        """Note that the open question is about to be answered."""
        asked = self._referee.asked
        if asked is not None:
            self._windows.begin(asked.question, len(self._referee.events))

    def passed(self) -> bool:
        """Return True if a manager could have been asked for a card since the last answer."""
        state, asked = self._referee.state, self._referee.asked
        hands = state.hands if self._people else ()
        seats = [seat for seat, hand in enumerate(hands) if hand and seat not in self._people]
        then = asked.question if asked is not None else None
        return self._windows.passed(self._referee.events, then, state.setup, seats)
