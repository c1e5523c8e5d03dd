"""Why a unit cannot go where it was sent: walks, follows, jumps and pushes (MOVE, PUSH)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.actions import Act, a_of, verb_of
from deathdome.model.frames import Back, Moving, Push, UnitPhase
from deathdome.model.names import place_name, the_unit, token_name, with_article
from deathdome.model.vocabulary import Allow, Cause, Deny
from deathdome.rules.moving import shares_space
from deathdome.rules.refusals.reasons import (
    Reason,
    first,
    left_text,
    nearest_space,
    offered,
    on_board,
    seat_of,
    spaces_text,
)
from deathdome.rules.units import allows, denies, foes, movement, token_spaces

if TYPE_CHECKING:
    from deathdome.model.actions import Action
    from deathdome.model.decisions import Decision
    from deathdome.model.state import State


def why_not_walk(state: State, asked: Decision, act: Action) -> Reason:
    """A leg of a movement phase."""
    frame = state.stack[-1]
    assert isinstance(frame, UnitPhase)
    unit, goal = frame.unit, a_of(act)
    if not frame.walking:
        if frame.movements <= 0:
            text = "its movement phase is over, and what was left of it is lost"
            return Reason("movement-used", "PHASE-2", text, need=1, have=0)
        if denies(state, unit) & Deny.MOVEMENT:
            return Reason("movement-denied", "PHASE-2", "a card denies it its movement phase")
    left = movement(state, unit) - frame.steps
    reason = _ground(state, unit, goal)
    if reason is None and left <= 0:
        rating = movement(state, unit)
        text = f"all {spaces_text(rating)} of its movement are used" if rating else "it cannot move"
        return Reason("no-steps", "MOVE-1", text, need=1, have=0)
    if reason is None:
        reason = _way(state, unit, goal, left)
    return _with_nearest(state, asked, unit, goal, reason)


def why_not_go(state: State, asked: Decision, act: Action) -> Reason:
    """A walk, follow or jump given by an ability."""
    frame = state.stack[-1]
    assert isinstance(frame, Moving)
    unit, goal = frame.unit, a_of(act)
    reason = _ground(state, unit, goal)
    if reason is None and frame.cause is Cause.JUMP:
        reason = _jump(state, unit, goal, frame.limit)
    elif reason is None:
        reason = _way(state, unit, goal, frame.limit - frame.steps)
        if reason.code == _NOT_OFFERED.code and frame.cause is Cause.FOLLOW:
            text = "it has to end next to the unit that it follows, in sight of it"
            reason = Reason("not-adjacent", "NOTE-VAN-1", text)
    return _with_nearest(state, asked, unit, goal, reason)


def why_not_stop(state: State, asked: Decision, act: Action) -> Reason:
    """STOP where no walk is open, or anything else while the unit has to go on."""
    frame = state.stack[-1]
    assert isinstance(frame, UnitPhase | Moving)
    if shares_space(state, frame.unit):
        return must_go_on(state, asked, frame.unit)
    near = first(offered(asked, Act.END_PHASE))
    return Reason("not-walking", "MOVE-16", "it is not in the middle of a walk", near=near)


def must_go_on(state: State, asked: Decision, unit: int) -> Reason:
    """A unit that shares its space with a teammate cannot stay (MOVE-7)."""
    near = nearest_space(state, asked, Act.WALK, state.space[unit])
    text = "it shares its space with a teammate and has to walk on"
    return Reason("shares-space", "MOVE-7", text, near=near)


def why_not_push(state: State, asked: Decision, act: Action) -> Reason:
    """A space for a pushed unit, or for one that a token throws back."""
    frame = state.stack[-1]
    assert isinstance(frame, Push | Back)
    goal = a_of(act)
    near = nearest_space(state, asked, Act.PUSH_TO, goal) or first(asked.options)
    if not on_board(state, goal):
        return Reason("off-board", "PUSH-9", "it is not on the board", near=near)
    if isinstance(frame, Back):
        text = "only a free space next to it will do"
        return Reason("wrong-direction", "AMB-85", text, near=near)
    terrain = state.table.terrain
    here = state.space[frame.unit]
    if goal not in terrain.push_directions(frame.origin, here):
        text = "that is not a space away from the attacker"
        return Reason("wrong-direction", "PUSH-5", text, near=near)
    if any(mask >> goal & 1 for mask in state.masks):
        return Reason("occupied", "PUSH-4", "a unit stands there", near=near)
    return Reason("push-blocked", "PUSH-9", "the ground there is closed to pushes", near=near)


# -- the ground ------------------------------------------------------------------------------------


def _ground(state: State, unit: int, goal: int) -> Reason | None:
    """What is wrong with the space itself, whoever is how far from it."""
    if not on_board(state, goal):
        return Reason("off-board", "MOVE-14", "it is not on the board")
    board, terrain = state.table.board, state.table.terrain
    seat, here = seat_of(unit), state.space[unit]
    permissions = Allow(allows(state, unit))
    home = terrain.home[seat]
    if goal == here or (terrain.base_spaces[seat] >> goal & 1 and here == home):
        return Reason("already-there", "MOVE-1", "it is there already")
    if terrain.base_spaces[seat] >> goal & 1:
        if goal == home:
            return None
        text = f"a base is one container, called {board.grid.name(home)}"
        return Reason("inside-base", "BASE-6", text)
    if board.walls >> goal & 1:
        if permissions & Allow.WALK_WALLS:
            return Reason("wall", "AMB-136", "it may walk over a wall, but not stop on one")
        return Reason("wall", "MOVE-4", "a wall is there")
    if board.lava >> goal & 1 and not permissions & Allow.ENTER_LAVA:
        return Reason("lava", "MOVE-5", "lava is there")
    if board.all_jails >> goal & 1:
        return Reason("jail", "MOVE-10", "nobody walks into a jail")
    if terrain.all_bases >> goal & 1:
        return Reason("enemy-base", "MOVE-11", "an enemy base is there")
    if terrain.unused_bases >> goal & 1 and state.table.ruleset.unused_bases == "closed":
        return Reason("unused-base", "AMB-21", "a base that nobody uses is closed")
    if foes(state, seat) >> goal & 1:
        who = the_unit(state.table, state.space.index(goal))
        return Reason("occupied-by-enemy", "MOVE-6", f"{who} stands there")
    if state.masks[seat] >> goal & 1:
        who = the_unit(state.table, state.space.index(goal))
        text = f"{who} stands there, and two units cannot share a space"
        return Reason("occupied-by-teammate", "MOVE-7", text)
    return None


_NOT_OFFERED = Reason("not-offered", "", "it is not among the choices")


def _way(state: State, unit: int, goal: int, left: int) -> Reason:
    """What is wrong with the way there."""
    terrain = state.table.terrain
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
            text = f"a tower is entered only from a bridge, and that way it is {needed} steps away"
            return Reason("tower", "MOVE-8", f"{text} and {left_text(left)}", needed, left)
        steps_text = f"it is {needed} step{'' if needed == 1 else 's'} away"
        return Reason("too-far", "MOVE-1", f"{steps_text} and {left_text(left)}", needed, left)
    if needed is not None:
        return _NOT_OFFERED
    if tokens and steps(enemies, 0) is not None:
        names = [
            with_article(token_name(state.table, placed.token))
            for placed in state.tokens
            if tokens >> placed.space & 1
        ]
        text = f"the way leads over {' or '.join(names)}: walk there first"
        return Reason("token-in-way", "NOTE-BUG-10", text)
    if steps(0, 0) is not None:
        return Reason("blocked", "MOVE-6", "enemies stand in every way there")
    if climbs:
        return Reason("tower", "MOVE-8", "a tower is entered only from a bridge")
    return Reason("no-way", "MOVE-4", "no way leads there")


def _jump(state: State, unit: int, goal: int, limit: int) -> Reason:
    """What is wrong with a jump."""
    terrain = state.table.terrain
    here = state.space[unit]
    permissions = allows(state, unit)
    if terrain.on_tower >> goal & 1 and not terrain.on_tower >> here & 1:
        climbs = permissions & Allow.CLIMB_TOWER
        if not climbs or terrain.tower_centre >> goal & 1:
            return Reason("tower", "MOVE-8", "a jump does not lead up a tower")
    distance = terrain.distance(here, goal)
    if distance > limit:
        text = f"it is {spaces_text(distance)} away and the jump reaches {limit}"
        return Reason("too-far", "RANGE-1", text, distance, limit)
    walls = bool(permissions & (Allow.SEE_WALLS | Allow.WALK_WALLS))
    if not terrain.sees(here, goal, walls):
        return Reason("no-sight", "SIGHT-2", "it is not in sight")
    return _NOT_OFFERED


def _with_nearest(state: State, asked: Decision, unit: int, goal: int, reason: Reason) -> Reason:
    near = nearest_space(state, asked, Act.WALK, goal)
    if near is None or verb_of(near) is not Act.WALK:
        return reason
    place = place_name(state.table, a_of(near), seat_of(unit))
    return reason._replace(near=near, hint=f"nearest it can reach: {place}")
