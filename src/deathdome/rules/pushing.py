"""Pushes (PUSH): one space away from the attacker; on an oblique line the owner picks the space."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.actions import Action, ActionKind, a_of, make_action
from deathdome.model.decisions import Decision, Question
from deathdome.model.events import PushCancelled, Pushed
from deathdome.model.vocabulary import Allow, Cause, Deny
from deathdome.rules.death import lava_death
from deathdome.rules.dispatch import raise_moved
from deathdome.rules.stack import pop, swap
from deathdome.rules.tokens import step_on_token
from deathdome.rules.units import adjacency_masks, allows, denies, in_base, put

if TYPE_CHECKING:
    from deathdome.model.frames import Push
    from deathdome.model.state import State


def push_spaces(state: State, unit: int, origin: int) -> list[int]:
    """Return the spaces of a push of the unit; [] if it cannot be pushed (PUSH-3 to PUSH-9)."""
    place = state.space[unit]
    if min(place, origin) < 0 or in_base(state, unit) or denies(state, unit) & Deny.PUSH:
        return []
    terrain = state.setup.terrain
    seat = unit >> 2
    occupied = 0
    for mask in state.masks:
        occupied |= mask
    home, own = terrain.home[seat], terrain.base_spaces[seat]
    found: list[int] = []
    for space in terrain.push_directions(origin, place):
        if occupied >> space & 1 or not terrain.push_open(seat, place, space):
            continue
        goal = home if own >> space & 1 else space  # AMB-18: the base is one container
        if goal not in found:
            found.append(goal)
    return found


def run(state: State, frame: Push) -> bool:
    """Move the unit if there is no choice; then handle lava, token and followers."""
    if state.space[frame.unit] < 0 or frame.left <= 0:
        pop(state)
        return False
    if frame.step == 0:
        spaces = push_spaces(state, frame.unit, frame.origin)
        if len(spaces) > 1:
            return True
        if spaces:
            _carry_out(state, frame, spaces[0])
        else:
            if state.emit is not None:
                state.emit(PushCancelled(frame.unit))
            pop(state)
        return False
    # AMB-142: a token may have put the unit back; followers react to the completed move.
    steps = max(1, state.setup.terrain.distance(frame.start, state.space[frame.unit]))
    swap(state, frame._replace(step=0, left=frame.left - 1))
    raise_moved(
        state,
        frame.unit,
        frame.start,
        steps,
        Cause.PUSH,
        frame.adjacent_seen_by,
        frame.adjacent_sees,
        frame.pusher,
    )
    return False


def ask(state: State, frame: Push) -> Decision:
    """Ask the owner of the pushed unit for the space (PUSH-5)."""
    spaces = push_spaces(state, frame.unit, frame.origin)
    options = [make_action(ActionKind.PUSH_TO, space) for space in spaces]
    return Decision(frame.unit >> 2, Question.PUSH_SPACE, options, unit=frame.unit)


def answer(state: State, frame: Push, action: Action) -> None:
    """Push the unit to the chosen space."""
    _carry_out(state, frame, a_of(action))


def _carry_out(state: State, frame: Push, space: int) -> None:
    unit, start = frame.unit, state.space[frame.unit]
    seen_by, sees = adjacency_masks(state, unit)
    put(state, unit, space)
    if state.emit is not None:
        state.emit(Pushed(unit, start, space))
    board = state.setup.board
    spared = (
        state.setup.ruleset.lava_walkers_survive_push and allows(state, unit) & Allow.ENTER_LAVA
    )
    if board.lava >> space & 1 and not spared:
        pop(state)  # PUSH-6: no unit follows one that has left the board
        lava_death(state, unit, frame)
        return
    swap(state, frame._replace(step=1, start=start, adjacent_seen_by=seen_by, adjacent_sees=sees))
    step_on_token(state, unit, came_from=start, trail=(start, space), pusher=frame.seat)
