"""Refusals of walks, follows, jumps and pushes (MOVE, PUSH)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.actions import ActionKind, a_of
from deathdome.model.decisions import Reason
from deathdome.model.frames import Back, Moving, Push, UnitPhase
from deathdome.model.vocabulary import Allow, Cause, Deny
from deathdome.rules.moving import shares_space
from deathdome.rules.refusals.nearest import first, nearest_space, offered, on_board, seat_of
from deathdome.rules.units import allows, denies, foes, movement, token_spaces

if TYPE_CHECKING:
    from deathdome.model.actions import Action
    from deathdome.model.decisions import Decision
    from deathdome.model.state import State


def why_not_walk(state: State, asked: Decision, action: Action) -> Reason:
    """Refuse a leg of a movement phase."""
    frame = state.stack[-1]
    assert isinstance(frame, UnitPhase)
    unit, goal = frame.unit, a_of(action)
    if not frame.walking:
        if frame.movements <= 0:
            return Reason("movement-used", "PHASE-2", need=1, have=0)
        if denies(state, unit) & Deny.MOVEMENT:
            return Reason("movement-denied", "PHASE-2")
    left = movement(state, unit) - frame.steps
    reason = _ground(state, unit, goal)
    if reason is None and left <= 0:
        rating = movement(state, unit)
        case = "" if rating else "none"
        return Reason("no-steps", "MOVE-1", {"amount": rating}, case, need=1, have=0)
    if reason is None:
        reason = _way(state, unit, goal, left)
    return _with_nearest(state, asked, goal, reason)


def why_not_go(state: State, asked: Decision, action: Action) -> Reason:
    """Refuse a walk, follow or jump given by an ability."""
    frame = state.stack[-1]
    assert isinstance(frame, Moving)
    unit, goal = frame.unit, a_of(action)
    reason = _ground(state, unit, goal)
    if reason is None and frame.cause is Cause.JUMP:
        reason = _jump(state, unit, goal, frame.limit)
    elif reason is None:
        reason = _way(state, unit, goal, frame.limit - frame.steps)
        if reason.code == _NOT_OFFERED.code and frame.cause is Cause.FOLLOW:
            reason = Reason("not-adjacent", "NOTE-VAN-1", case="follow")
    return _with_nearest(state, asked, goal, reason)


def why_not_stop(state: State, asked: Decision, action: Action) -> Reason:
    """Refuse STOP if no walk is open, or anything else while the unit has to move on."""
    frame = state.stack[-1]
    assert isinstance(frame, UnitPhase | Moving)
    if shares_space(state, frame.unit):
        return must_go_on(state, asked, frame.unit)
    near = first(offered(asked, ActionKind.END_PHASE))
    return Reason("not-walking", "MOVE-16", near=near)


def must_go_on(state: State, asked: Decision, unit: int) -> Reason:
    """Refuse to stop on a teammate's space (MOVE-7)."""
    near = nearest_space(state, asked, ActionKind.WALK, state.space[unit])
    return Reason("shares-space", "MOVE-7", near=near)


def why_not_push(state: State, asked: Decision, action: Action) -> Reason:
    """Refuse a space for a unit that is pushed or that a token throws back."""
    frame = state.stack[-1]
    assert isinstance(frame, Push | Back)
    goal = a_of(action)
    near = nearest_space(state, asked, ActionKind.PUSH_TO, goal) or first(asked.options)
    if not on_board(state, goal):
        return Reason("off-board", "PUSH-9", near=near)
    if isinstance(frame, Back):
        return Reason("wrong-direction", "AMB-85", case="back", near=near)
    terrain = state.setup.terrain
    here = state.space[frame.unit]
    if goal not in terrain.push_directions(frame.origin, here):
        return Reason("wrong-direction", "PUSH-5", near=near)
    if any(mask >> goal & 1 for mask in state.masks):
        return Reason("occupied", "PUSH-4", near=near)
    return Reason("push-blocked", "PUSH-9", near=near)


# -- the ground ------------------------------------------------------------------------------------


def _ground(state: State, unit: int, goal: int) -> Reason | None:
    """Refuse the space itself, regardless of distance."""
    if not on_board(state, goal):
        return Reason("off-board", "MOVE-14")
    board, terrain = state.setup.board, state.setup.terrain
    seat, here = seat_of(unit), state.space[unit]
    permissions = Allow(allows(state, unit))
    home = terrain.home[seat]
    if goal == here or (terrain.base_spaces[seat] >> goal & 1 and here == home):
        return Reason("already-there", "MOVE-1")
    if terrain.base_spaces[seat] >> goal & 1:
        if goal == home:
            return None
        return Reason("inside-base", "BASE-6", {"space": home})
    if board.walls >> goal & 1:
        if permissions & Allow.WALK_WALLS:
            return Reason("wall", "AMB-136", case="crossed")
        return Reason("wall", "MOVE-4")
    if board.lava >> goal & 1 and not permissions & Allow.ENTER_LAVA:
        return Reason("lava", "MOVE-5")
    if board.all_jails >> goal & 1:
        return Reason("jail", "MOVE-10")
    if terrain.all_bases >> goal & 1:
        return Reason("enemy-base", "MOVE-11")
    if terrain.unused_bases >> goal & 1 and state.setup.ruleset.unused_bases == "closed":
        return Reason("unused-base", "AMB-21")
    if foes(state, seat) >> goal & 1:
        return Reason("occupied-by-enemy", "MOVE-6", {"unit": state.space.index(goal)})
    if state.masks[seat] >> goal & 1:
        return Reason("occupied-by-teammate", "MOVE-7", {"unit": state.space.index(goal)})
    return None


_NOT_OFFERED = Reason("not-offered")


def _way(state: State, unit: int, goal: int, left: int) -> Reason:
    """Refuse the way to the space."""
    terrain = state.setup.terrain
    seat, here = seat_of(unit), state.space[unit]
    permissions = Allow(allows(state, unit))
    walker = terrain.walker(seat, permissions)
    tokens = token_spaces(state, unit) if state.tokens else 0
    enemies, friends = foes(state, seat), state.masks[seat] & ~(1 << here)
    far = terrain.grid.size

    def steps(enemies: int, tokens: int) -> int | None:
        found: int | None = walker.steps_between(here, 1 << goal, enemies, friends, tokens, far)
        return found

    needed = steps(enemies, tokens)
    climbs = terrain.on_tower >> goal & 1 and not terrain.on_tower >> here & 1
    if needed is not None and needed > left:
        if climbs and terrain.distance(here, goal) <= left:
            return Reason("tower", "MOVE-8", case="far", need=needed, have=left)
        return Reason("too-far", "MOVE-1", need=needed, have=left)
    if needed is not None:
        return _NOT_OFFERED
    if tokens and steps(enemies, 0) is not None:
        there = tuple(placed.token for placed in state.tokens if tokens >> placed.space & 1)
        return Reason("token-in-way", "NOTE-BUG-10", {"tokens": there})
    if steps(0, 0) is not None:
        return Reason("blocked", "MOVE-6")
    if climbs:
        return Reason("tower", "MOVE-8")
    return Reason("no-way", "MOVE-4")


def _jump(state: State, unit: int, goal: int, limit: int) -> Reason:
    """Refuse a jump."""
    terrain = state.setup.terrain
    here = state.space[unit]
    permissions = allows(state, unit)
    if terrain.on_tower >> goal & 1 and not terrain.on_tower >> here & 1:
        climbs = permissions & Allow.CLIMB_TOWER
        if not climbs or terrain.tower_centre >> goal & 1:
            return Reason("tower", "MOVE-8", case="jump")
    distance = terrain.distance(here, goal)
    if distance > limit:
        return Reason("too-far", "RANGE-1", case="jump", need=distance, have=limit)
    walls = bool(permissions & (Allow.SEE_WALLS | Allow.WALK_WALLS))
    if not terrain.sees(here, goal, walls):
        return Reason("no-sight", "SIGHT-2")
    return _NOT_OFFERED


def _with_nearest(state: State, asked: Decision, goal: int, reason: Reason) -> Reason:
    return reason._replace(near=nearest_space(state, asked, ActionKind.WALK, goal))
