"""Why an answer is refused, in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.actions import Act, action
from deathdome.rules.engine import apply_action, decision, why_not
from deathdome.rules.observing import visible_state

if TYPE_CHECKING:
    from deathdome.model.actions import Action
    from deathdome.model.state import State
    from deathdome.play.controllers import Request


def reason(request: Request, act: Action, chosen: int) -> str:
    """Why the rules refuse `act`; with `chosen`, as if that unit's phase had begun."""
    state = visible_state(request.seen)
    begin = action(Act.ACTIVATE, chosen) if chosen >= 0 else None
    asked = decision(state)
    if begin is not None and begin != act and asked is not None and begin in asked.options:
        apply_action(state, begin, trusted=True)
    return refused_here(state, act)


def refused_here(state: State, act: Action) -> str:
    """Why the rules refuse `act` in a position of which the seat sees everything."""
    asked = decision(state)
    if asked is not None and act in asked.options:
        return "That is possible, but not from here: use the list (k)."
    text = str(why_not(state, act))
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")
