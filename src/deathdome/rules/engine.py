"""Entry point of the engine: the open question and the result of an answer.

Each frame type has three functions. `run` runs the frame and returns True if it needs an answer,
`ask` lists the legal answers, `answer` applies one. Only this module knows all frame types.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from deathdome.model.actions import CONCEDE, CONCEDE_SEASON, CONCESSIONS
from deathdome.model.decisions import CHANCE
from deathdome.model.frames import (
    Attack,
    Auction,
    Back,
    Dealing,
    Drawing,
    Dying,
    Interval,
    Moving,
    Opening,
    Purchase,
    Push,
    Ranking,
    ReactionWindow,
    Replacing,
    Resolve,
    Revealing,
    Rolling,
    Turn,
    UnitPhase,
)
from deathdome.rules import (
    characters,
    death,
    draft,
    drawing,
    effects,
    moving,
    opening,
    purchase,
    pushing,
    reactions,
    series,
    setup,
    tokens,
    turn,
    unit_phase,
)
from deathdome.rules.attack import hits
from deathdome.rules.ending import concede
from deathdome.rules.refusals.refusal import refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from deathdome.errors import IllegalAction
    from deathdome.model.actions import Action
    from deathdome.model.decisions import Decision
    from deathdome.model.events import Event, Outcome
    from deathdome.model.frames import Frame
    from deathdome.model.state import State


def _waits(state: State, frame: Frame) -> bool:
    return True


_Own: TypeAlias = Any  # each function takes frames of one type only

_RUN: dict[type, Callable[[State, _Own], bool]] = {
    Dealing: _waits,
    Rolling: _waits,
    Revealing: draft.run,
    Purchase: _waits,
    Opening: opening.run,
    Interval: series.run_interval,
    Auction: _waits,
    Replacing: _waits,
    Ranking: _waits,
    Turn: turn.run,
    UnitPhase: unit_phase.run,
    Drawing: drawing.run,
    Attack: hits.run,
    ReactionWindow: reactions.run,
    Resolve: effects.run,
    Moving: moving.run,
    Push: pushing.run,
    Back: tokens.run_back,
    Dying: death.run,
}
_ASK: dict[type, Callable[[State, _Own], Decision | None]] = {
    Dealing: characters.ask_deal,
    Rolling: setup.ask_roll,
    Revealing: draft.ask,
    Purchase: purchase.ask,
    Auction: series.ask_auction,
    Replacing: series.ask_replacing,
    Ranking: series.ask_ranking,
    Turn: turn.ask,
    UnitPhase: unit_phase.ask,
    Drawing: drawing.ask,
    Attack: hits.ask,
    ReactionWindow: reactions.ask,
    Moving: moving.ask,
    Push: pushing.ask,
    Back: tokens.ask_back,
    Dying: death.ask,
}
_ANSWER: dict[type, Callable[[State, _Own, Action], None]] = {
    Dealing: characters.answer_deal,
    Rolling: setup.answer_roll,
    Revealing: draft.answer,
    Purchase: purchase.answer,
    Auction: series.answer_auction,
    Replacing: series.answer_replacing,
    Ranking: series.answer_ranking,
    Turn: turn.answer,
    UnitPhase: unit_phase.answer,
    Drawing: drawing.answer,
    Attack: hits.answer,
    ReactionWindow: reactions.answer,
    Moving: moving.answer,
    Push: pushing.answer,
    Back: tokens.answer_back,
    Dying: death.answer,
}


def decision(state: State) -> Decision | None:
    """Return the open question with every legal answer.

    None when the match is over, or in a view that hides the question.
    """
    if not state.stack:
        return None
    frame = state.stack[-1]
    return _ASK[type(frame)](state, frame)


def apply_action(
    state: State,
    action: Action,
    emit: Callable[[Event], None] | None = None,
    *,
    trusted: bool = False,
) -> None:
    """Apply an answer in place, then run to the next question or the end of the match.

    `emit` receives every event on the way. `trusted` skips the legality check, for answers taken
    from `decision(state)`.

    Raises:
        IllegalAction: the action does not answer the open question; the position is unchanged.
    """
    if action in CONCESSIONS:
        _concede(state, action, emit)
        return
    if not trusted:
        asked = decision(state)
        if asked is None or action not in asked:
            raise refusal(state, asked, action)
    state.ply += 1
    state.emit = emit
    frame = state.stack[-1]
    _ANSWER[type(frame)](state, frame, action)
    advance(state)
    state.emit = None


def can_concede(state: State, action: Action) -> bool:
    """Return True if the seat asked may give up the match, or the season, by this action."""
    asked = decision(state)
    if asked is None or asked.seat == CHANCE:
        return False
    if isinstance(state.stack[0], Interval):
        return False  # the match is over; answer the auction first
    return action == CONCEDE or state.setup.series is not None


def _concede(state: State, action: Action, emit: Callable[[Event], None] | None) -> None:
    asked = decision(state)
    if asked is None or not can_concede(state, action):
        raise refusal(state, asked, action)
    state.ply += 1
    state.emit = emit
    concede(state, asked.seat, season=action == CONCEDE_SEASON)
    advance(state)
    state.emit = None


def advance(state: State) -> None:
    """Run frames until one needs an answer."""
    while state.stack:
        frame = state.stack[-1]
        if _RUN[type(frame)](state, frame):
            return


def outcome(state: State) -> Outcome | None:
    """Return how the match ended, or None before its end."""
    return state.outcome


def why_not(state: State, action: Action) -> IllegalAction:
    """Return the rules' reason to refuse an action that is not legal; changes nothing."""
    return refusal(state, decision(state), action)
