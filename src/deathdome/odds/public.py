"""Public odds of an attack, safe to show in a log to every seat.

They are taken when the first defender is asked for cards: the attacker has committed, and only the
defenders know their cards. They look at no hand, not even the attacker's, so they are the same
for all possible hands.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from deathdome.model.decisions import Question
from deathdome.model.events import Declared
from deathdome.model.frames import Attack
from deathdome.odds.attack_odds import odds_of
from deathdome.odds.outcomes import Play
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.observing import observe

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deathdome.model.actions import Action
    from deathdome.model.decisions import Decision
    from deathdome.model.events import Event
    from deathdome.model.state import State


class PublicOdds(NamedTuple):
    """Chances of the target, or of the first unit hit, if its team lays its whole hand."""

    dies: float
    hurt: float
    unhurt: float
    unit: int


def public_odds(state: State) -> PublicOdds | None:
    """Return the odds of the open attack; None if no unknown affects them."""
    frame = next((frame for frame in reversed(state.stack) if isinstance(frame, Attack)), None)
    if frame is None:
        return None
    seen = replace(observe(state, frame.declared.seat), hand=(), question=None)
    struck = odds_of(seen, frame).target
    if struck is None or not struck.side.cards or not struck.margin:
        return None
    outcome = struck.outcome(Play.ALL)
    return PublicOdds(outcome.dies, outcome.hurt, outcome.unhurt, struck.unit)


class OddsLog:
    """Public odds of every attack of a match, by the number of the event that declared it."""

    def __init__(self) -> None:
        self.odds: dict[int, PublicOdds] = {}
        self._last_declared = -1  # number of the event that declared the last attack seen

    def follow(self, state: State, asked: Decision | None, events: Sequence[Event]) -> None:
        """Note the question `asked`; call for every question in order, with all events so far."""
        if self._last_declared >= len(events):  # answers were undone
            self.odds = {at: odds for at, odds in self.odds.items() if at < len(events)}
            self._last_declared = -1
        if asked is None or asked.question is not Question.DEFENCE_CARDS:
            return
        at = len(events) - 1
        while at >= 0 and not isinstance(events[at], Declared):
            at -= 1
        if at in (self._last_declared, -1):
            return
        self._last_declared = at
        found = public_odds(state)
        if found is not None:
            self.odds[at] = found


def odds_log_of(start_state: State, journal: Iterable[tuple[int, Action]]) -> OddsLog:
    """Return the public odds of a match already played from `start_state`."""
    log, state = OddsLog(), start_state.copy()
    events: list[Event] = []
    for _, action in journal:
        log.follow(state, decision(state), events)
        apply_action(state, action, events.append, trusted=True)
    log.follow(state, decision(state), events)
    return log
