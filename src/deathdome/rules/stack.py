"""The stack of unfinished frames; the top frame runs next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.model.events import ChainBroken
from deathdome.model.frames import Attack, Dying, Resolve, Turn

if TYPE_CHECKING:
    from deathdome.model.frames import Frame, UnitPhase
    from deathdome.model.state import State


def push(state: State, frame: Frame) -> None:
    """Put a frame on top, to run before those below."""
    state.stack = (*state.stack, frame)


def pop(state: State) -> None:
    """Remove the top frame."""
    state.stack = state.stack[:-1]


def swap(state: State, frame: Frame) -> None:
    """Replace the top frame by its next step."""
    state.stack = (*state.stack[:-1], frame)


def swap_at(state: State, depth: int, frame: Frame) -> None:
    """Replace the frame at `depth`, counted from the bottom."""
    stack = state.stack
    state.stack = (*stack[:depth], frame, *stack[depth + 1 :])


def attack_at(state: State, depth: int) -> Attack:
    """Return the attack frame at `depth`."""
    frame = state.stack[depth]
    assert isinstance(frame, Attack)
    return frame


def acting_unit(frame: UnitPhase | Attack) -> int:
    """Return the unit whose phase or attack this is; -1 for an attack of a token."""
    return frame.declared.unit if isinstance(frame, Attack) else frame.unit


def active_seat(state: State) -> int:
    """Return the seat whose turn it is; before the first turn, the first player."""
    bottom = state.stack[0] if state.stack else None
    if isinstance(bottom, Turn):
        return bottom.seat
    return max(0, state.setup.first)


def clockwise(state: State, seat: int) -> tuple[int, ...]:
    """Return all seats clockwise, `seat` first (AMB-54)."""
    return state.setup.circle[seat]


def inside_attack(state: State) -> bool:
    """Return True if an attack is being resolved."""
    return any(type(frame) is Attack for frame in state.stack)


class _Sums(NamedTuple):
    """Facts about a stack that every ability asks for."""

    stack: tuple[Frame, ...] = ()
    dying: frozenset[int] = frozenset()  # units
    resolving: frozenset[int] = frozenset()  # abilities


_LAST: Final = [_Sums()]  # one-element cache: the stack of the last call


def _sums(state: State) -> _Sums:
    """Summarize a stack once for all abilities: a long chain has hundreds of frames."""
    stack, found = state.stack, _LAST[0]
    if found.stack is not stack:
        found = _LAST[0] = _Sums(
            stack,
            frozenset([frame.unit for frame in stack if type(frame) is Dying]),
            frozenset([frame.ability for frame in stack if type(frame) is Resolve]),
        )
    return found


def resolving(state: State, ability: int) -> bool:
    """Return True if the ability is being resolved and may not fire again (effects.md part 10)."""
    return ability in _sums(state).resolving


def is_dying(state: State, unit: int) -> bool:
    """Return True if the unit has died and waits for its jail: effects no longer apply to it."""
    return unit in _sums(state).dying


# -- chains of effects (AMB-148) -------------------------------------------------------------------

MAX_EFFECTS: Final = 200  # of one chain; the rest fizzle


def count_effect(state: State) -> bool:
    """Count one more effect of the chain; False if it fizzles."""
    turn = state.stack[0]
    if type(turn) is not Turn:
        return True
    if turn.effects >= MAX_EFFECTS:
        return False
    swap_at(state, 0, Turn(turn.seat, turn.step, turn.phases, turn.effects + 1))
    if turn.effects + 1 == MAX_EFFECTS and state.emit is not None:
        state.emit(ChainBroken(MAX_EFFECTS))
    return True


def chain_length(state: State) -> int:
    """Return the number of effects in the open chain; 0 if there is none."""
    turn = state.stack[0] if state.stack else None
    return turn.effects if type(turn) is Turn else 0


def chain_broken(state: State) -> bool:
    """Return True if the chain is at its limit: further effects fizzle, no ability can be used."""
    return chain_length(state) >= MAX_EFFECTS


def end_chain(state: State) -> None:
    """Reset the chain: the next action begins another."""
    turn = state.stack[0]
    if type(turn) is Turn and turn.effects:
        swap_at(state, 0, Turn(turn.seat, turn.step, turn.phases))
