"""Handling of unfinished business: the top of the stack is what goes on next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.model.events import ChainBroken
from deathdome.model.frames import Attack, Dying, Resolve, Turn

if TYPE_CHECKING:
    from deathdome.model.frames import Frame, UnitPhase
    from deathdome.model.state import State


def push(state: State, frame: Frame) -> None:
    """Puts a frame on top: it is dealt with before anything below."""
    state.stack = (*state.stack, frame)


def pop(state: State) -> None:
    """Takes the top frame away: it is done."""
    state.stack = state.stack[:-1]


def swap(state: State, frame: Frame) -> None:
    """Replaces the top frame by its next step."""
    state.stack = (*state.stack[:-1], frame)


def swap_at(state: State, depth: int, frame: Frame) -> None:
    """Replaces the frame at `depth`, counted from the bottom."""
    stack = state.stack
    state.stack = (*stack[:depth], frame, *stack[depth + 1 :])


def attack_at(state: State, depth: int) -> Attack:
    """The attack frame at `depth`."""
    frame = state.stack[depth]
    assert isinstance(frame, Attack)
    return frame


def acting_unit(frame: UnitPhase | Attack) -> int:
    """The unit whose phase or attack this is; -1 for an attack of a token."""
    return frame.declared.unit if isinstance(frame, Attack) else frame.unit


def active_seat(state: State) -> int:
    """The team whose turn it is, or the first player before the first turn."""
    bottom = state.stack[0] if state.stack else None
    if isinstance(bottom, Turn):
        return bottom.seat
    return max(0, state.setup.first)


def clockwise(state: State, seat: int) -> tuple[int, ...]:
    """All seats clockwise, `seat` first (AMB-54)."""
    seats = state.setup.seats
    return tuple((seat + step) % seats for step in range(seats))


def inside_attack(state: State) -> bool:
    """Whether an attack is being resolved."""
    return any(type(frame) is Attack for frame in state.stack)


class _Sums(NamedTuple):
    """The things that every ability asks about a stack."""

    stack: tuple[Frame, ...] = ()
    dying: frozenset[int] = frozenset()  # units
    resolving: frozenset[int] = frozenset()  # abilities


_LAST: Final = [_Sums()]  # of the stack that was asked about last


def _sums(state: State) -> _Sums:
    """Sum up a stack once, however many abilities ask: a long chain has hundreds of frames."""
    stack, found = state.stack, _LAST[0]
    if found.stack is not stack:
        found = _LAST[0] = _Sums(
            stack,
            frozenset([frame.unit for frame in stack if type(frame) is Dying]),
            frozenset([frame.ability for frame in stack if type(frame) is Resolve]),
        )
    return found


def resolving(state: State, ability: int) -> bool:
    """Whether the ability is being carried out, and may not fire again (effects.md part 10)."""
    return ability in _sums(state).resolving


def is_dying(state: State, unit: int) -> bool:
    """Whether the unit has died and waits for its jail: nothing can be done to it any more."""
    return unit in _sums(state).dying


# -- chains of effects (AMB-148) -------------------------------------------------------------------

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
