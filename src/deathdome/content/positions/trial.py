"""Play a few actions on a copy of a position before it is accepted."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from deathdome.errors import ContentError, DeathdomeError
from deathdome.model.actions import Act, verb_of
from deathdome.rules.engine import advance, apply_action, decision

if TYPE_CHECKING:
    from deathdome.model.actions import Action
    from deathdome.model.decisions import Decision
    from deathdome.model.state import State

ANSWERS: Final = 12
# The actions that do least come first.
_QUIET: Final = (
    *(Act.DECLINE, Act.COMMIT, Act.STOP, Act.END_PHASE, Act.END_TURN, Act.PASS, Act.DONE),
)
# Errors of the engine in a position that no match can reach.
STUMBLES: Final = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError),
    *(RecursionError, DeathdomeError),
)


def try_out(state: State, shown: str) -> None:
    """Play a dozen quiet actions on one copy, and a dozen random ones on another.

    `shown` is the name of the file or text in errors.

    Raises:
        ContentError: the engine fails, or the position is not one at which a team is asked.
    """
    try:
        waiting = state.copy()
        advance(waiting)
        if waiting.stack != state.stack:
            raise ContentError(f"{shown}: stack: no team is asked in this position")
        for dice in (None, Random(ANSWERS)):
            _play(state.copy(), dice)
    except STUMBLES as error:
        if isinstance(error, ContentError):
            raise
        raise ContentError(
            f"{shown}: its words are right, but no match can reach this position"
        ) from error


def _play(state: State, dice: Random | None) -> None:
    for _ in range(ANSWERS):
        asked = decision(state)
        if asked is None:
            return
        apply_action(state, _quietest(asked) if dice is None else dice.choice(asked.options))


def _quietest(asked: Decision) -> Action:
    by_verb = {verb_of(act): act for act in reversed(asked.options)}
    return next((by_verb[verb] for verb in _QUIET if verb in by_verb), asked.options[0])
