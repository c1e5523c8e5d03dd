"""Chains of effects: what one action, or one start of a turn, may set off (AMB-148)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.events import ChainBroken
from deathdome.model.frames import Turn
from deathdome.rules.stack import swap_at

if TYPE_CHECKING:
    from deathdome.model.state import State

MOST_EFFECTS: Final = 200  # of one chain; the rest fizzle


def count_effect(state: State) -> bool:
    """Count one more effect of the chain; False if it fizzles."""
    turn = state.stack[0]
    if type(turn) is not Turn:
        return True
    if turn.effects >= MOST_EFFECTS:
        return False
    swap_at(state, 0, turn._replace(effects=turn.effects + 1))
    if turn.effects + 1 == MOST_EFFECTS and state.tell is not None:
        state.tell(ChainBroken(MOST_EFFECTS))
    return True


def chain_length(state: State) -> int:
    """Effects of the chain that is under way; 0 when there is none."""
    turn = state.stack[0] if state.stack else None
    return turn.effects if type(turn) is Turn else 0


def broken(state: State) -> bool:
    """True if every further effect of the chain fizzles: no ability can be used in it."""
    return chain_length(state) >= MOST_EFFECTS


def end_chain(state: State) -> None:
    """Forget the chain: the next action begins another."""
    turn = state.stack[0]
    if type(turn) is Turn and turn.effects:
        swap_at(state, 0, turn._replace(effects=0))
