"""Movement (MOVE): legs of a walk, and walks, follows and jumps given by abilities.

A walk is made of legs. One leg goes by a shortest path around bug tokens to a space within the
steps left. More legs may follow, so every path of the rulebook can be walked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deathdome.geometry.grid import spaces_in
from deathdome.model.actions import STOP, Action, ActionKind, Lister, a_of, kind_of
from deathdome.model.decisions import Decision, Question
from deathdome.model.events import Walked
from deathdome.model.vocabulary import Allow, Cause, Trigger
from deathdome.rules.dispatch import raise_moved
from deathdome.rules.stack import pop, swap
from deathdome.rules.tokens import step_on_token
from deathdome.rules.units import adjacency_masks, allows, foes, movement, put, token_spaces

if TYPE_CHECKING:
    from deathdome.model.frames import Moving
    from deathdome.model.state import State

WALKS = Lister(ActionKind.WALK)


def may_walk(state: State, unit: int) -> bool:
    """Return True if an effect can make the unit walk: it is on the board and not down (AMB-82)."""
    return unit >= 0 and state.space[unit] >= 0 and not state.down[unit]


def reach(state: State, unit: int, steps: int) -> int:
    """Return the spaces where the unit may end a leg of at most that many steps."""
    if steps <= 0:
        return 0
    seat = unit >> 2
    place = state.space[unit]
    walker = state.setup.terrain.walker(seat, allows(state, unit))
    tokens = token_spaces(state, unit) if state.tokens else 0
    found: int = walker.reach(place, steps, foes(state, seat), state.masks[seat], tokens)
    shared = tokens and tokens & passed(state, unit)
    if shared:
        found |= _over_tokens(state, unit, steps, shared)
    return found


def passed(state: State, unit: int) -> int:
    """Return spaces of other units that a walk may cross but not end on (MOVE-7, AMB-7).

    These are teammates' spaces, and enemies' spaces for a unit that may walk through enemies.
    """
    found = state.masks[unit >> 2] & ~(1 << state.space[unit])
    if allows(state, unit) & Allow.PASS_ENEMIES:
        found |= foes(state, unit >> 2)
    return found


def _over_tokens(state: State, unit: int, steps: int, shared: int) -> int:
    """Token spaces under other units that the walk can step on and leave again (AMB-85)."""
    seat = unit >> 2
    walker = state.setup.terrain.walker(seat, allows(state, unit))
    tokens, friends, enemies = token_spaces(state, unit), state.masks[seat], foes(state, seat)
    place = state.space[unit]
    others = enemies & ~shared, friends & ~shared
    entered = shared & walker.reach(place, steps - 1, *others, tokens)
    found = 0
    for space in spaces_in(entered):
        used = walker.steps_between(place, 1 << space, *others, tokens, steps - 1)
        if used is not None and walker.reach(space, steps - used, enemies, friends, tokens):
            found |= 1 << space
    return found


def shares_space(state: State, unit: int) -> bool:
    """Return True if the unit shares a space outside bases, so that it has to move on."""
    place = state.space[unit]
    if place < 0 or place == state.setup.terrain.home[unit >> 2]:
        return False
    return state.space.count(place) > 1


class Leg(NamedTuple):
    """A walked leg: step count, and its path if any token is on the board.

    Only bug tokens and listeners to events need the path.
    """

    steps: int
    path: tuple[int, ...]


def leg(state: State, unit: int, goal: int, steps: int, cause: str = "walk") -> Leg:
    """Walk one leg to a space reachable with that many steps."""
    seat = unit >> 2
    start = state.space[unit]
    walker = state.setup.terrain.walker(seat, allows(state, unit))
    tokens = token_spaces(state, unit) if state.tokens else 0
    friends = state.masks[seat] & ~(1 << goal)
    enemies = foes(state, seat) & ~(1 << goal)
    if state.emit is None and not state.tokens:
        taken = walker.steps_between(start, 1 << goal, enemies, friends, tokens, steps)
        assert taken is not None, "the goal can be reached"
        put(state, unit, goal)
        return Leg(taken, ())
    path = walker.path(start, goal, steps, enemies, friends, tokens)
    put(state, unit, goal)
    if state.emit is not None:
        state.emit(Walked(unit, start, path, cause))
    return Leg(len(path), path if state.tokens else ())


# -- walks given by abilities ---------------------------------------------------------------------


def walk_goals(state: State, unit: int, steps: int | None) -> int:
    """Return the goals of a walk by an ability; `steps` None means the movement rating."""
    return reach(state, unit, movement(state, unit) if steps is None else steps)


def follow_goals(state: State, unit: int, subject: int, steps: int) -> int:
    """Return spaces next to the followed unit within the follower's reach (NOTE-VAN, AMB-80)."""
    if not may_walk(state, unit) or subject < 0 or state.space[subject] < 0:
        return 0
    terrain = state.setup.terrain
    walls = bool(state.gear.allow[unit] & Allow.SEE_WALLS)
    there = state.space[subject]
    goals = 0
    for space in spaces_in(terrain.within(there, 1)):
        if terrain.adjacent(space, there, walls):
            goals |= 1 << space
    return goals if legs_toward(state, unit, goals, steps) else 0


def legs_toward(state: State, unit: int, goals: int, steps: int) -> int:
    """Return where a leg toward `goals` may end: on a goal, or on a token on the way to one."""
    found = reach(state, unit, steps)
    tokens = token_spaces(state, unit)
    shared = tokens & passed(state, unit)  # a walk cannot end here (AMB-7)
    direct = found & goals & ~shared
    for token in spaces_in(found & tokens & (shared | ~goals)):
        if _leads_on(state, unit, token, goals, steps):
            direct |= 1 << token
    return direct


def _leads_on(state: State, unit: int, token: int, goals: int, steps: int) -> bool:
    """Return True if the walk can continue from a token to a goal, even over further tokens."""
    seat = unit >> 2
    walker = state.setup.terrain.walker(seat, allows(state, unit))
    friends = state.masks[seat] & ~(1 << state.space[unit] | 1 << token)
    enemies = foes(state, seat) & ~(1 << token)
    tokens = token_spaces(state, unit)
    used = walker.steps_between(state.space[unit], 1 << token, enemies, friends, tokens, steps)
    left = steps - (used or steps)
    # Beyond the first token the others count as open ground: each stops the walk when reached.
    return bool(left > 0 and walker.reach(token, left, enemies, friends, 0) & goals)


def jump_goals(state: State, unit: int, distance: int) -> int:
    """Return the goals of a jump: free spaces in sight where a walk may end (effects.md part 6)."""
    if not may_walk(state, unit):
        return 0
    terrain = state.setup.terrain
    seat, here = unit >> 2, state.space[unit]
    permissions = Allow(allows(state, unit))
    walker = terrain.walker(seat, permissions)
    walls = bool(permissions & (Allow.SEE_WALLS | Allow.WALK_WALLS))
    home = terrain.home[seat]
    taken = 1 << here
    for mask in state.masks:
        taken |= mask
    goals = 0
    climbs = bool(permissions & Allow.CLIMB_TOWER)
    for space in spaces_in(terrain.within(here, distance) & ~taken):
        if terrain.all_bases >> space & 1:
            continue
        if not walker.may_stand(space) or not terrain.sees(here, space, walls):
            continue
        climbing = terrain.on_tower >> space & 1 and not terrain.on_tower >> here & 1
        if climbing and (not climbs or terrain.tower_centre >> space & 1):
            continue
        goals |= 1 << space
    if (
        here != home
        and terrain.distance(here, home) <= distance
        and terrain.sees(here, home, walls)
    ):
        goals |= 1 << home
    return goals


def run(state: State, frame: Moving) -> bool:
    """Wait while there is a destination to choose; then dispatch the unit's move."""
    if state.space[frame.unit] < 0:
        pop(state)  # it fell on the way
        return False
    if not frame.done and not _arrived(state, frame) and _goals(state, frame):
        return True
    pop(state)
    steps = frame.steps
    if frame.cause is Cause.JUMP and steps:
        steps = state.setup.terrain.distance(frame.start, state.space[frame.unit])
    raise_moved(
        state,
        frame.unit,
        frame.start,
        steps,
        frame.cause,
        frame.adjacent_seen_by,
        frame.adjacent_sees,
    )
    return False


def _under_way(state: State, frame: Moving) -> bool:
    """Return True if the unit must move on: it shares a space, or follows and stands on a token."""
    if shares_space(state, frame.unit):
        return True
    crossing = token_spaces(state, frame.unit) >> state.space[frame.unit] & 1
    return frame.goals >= 0 and frame.steps > 0 and bool(crossing)


def _arrived(state: State, frame: Moving) -> bool:
    """Return True if a follower stands on its goal, even after a token threw it back (AMB-85)."""
    if frame.goals < 0 or not frame.steps or shares_space(state, frame.unit):
        return False
    return bool(frame.goals >> state.space[frame.unit] & 1)


def _goals(state: State, frame: Moving) -> int:
    if not may_walk(state, frame.unit):
        return 0
    if frame.cause is Cause.JUMP:
        return jump_goals(state, frame.unit, frame.limit)
    left = frame.limit - frame.steps
    if frame.goals < 0:
        return reach(state, frame.unit, left)
    return legs_toward(state, frame.unit, frame.goals, left)


def ask(state: State, frame: Moving) -> Decision:
    """Ask for the destination: a space, or STOP to stay."""
    options = WALKS.actions(_goals(state, frame))
    if not _under_way(state, frame):
        options.append(STOP)
    return Decision(frame.unit >> 2, _QUESTIONS[frame.cause], options, unit=frame.unit)


def answer(state: State, frame: Moving, action: Action) -> None:
    """Walk one more leg, or end the walk."""
    if kind_of(action) is ActionKind.STOP:
        swap(state, frame._replace(done=True))
        return
    unit, goal = frame.unit, a_of(action)
    beginning = (
        begin(state, unit)
        if frame.start < 0
        else Beginning(frame.start, frame.adjacent_seen_by, frame.adjacent_sees, frame.trail)
    )
    before = state.space[unit]
    if frame.cause is Cause.JUMP:
        walked = Leg(1, (goal,))
        put(state, unit, goal)
        if state.emit is not None:
            state.emit(Walked(unit, before, walked.path, "jump"))
    else:
        cause = "follow" if frame.cause is Cause.FOLLOW else "walk"
        walked = leg(state, unit, goal, frame.limit - frame.steps, cause)
    trail = beginning.trail + walked.path
    swap(
        state,
        frame._replace(
            start=beginning.start,
            adjacent_seen_by=beginning.adjacent_seen_by,
            adjacent_sees=beginning.adjacent_sees,
            steps=frame.steps + walked.steps,
            trail=trail,
            done=frame.cause is Cause.JUMP,
        ),
    )
    step_on_token(state, unit, came_from(walked, before), trail, pusher=-1)


def came_from(walked: Leg, before: int) -> int:
    """Return the space before the last step of a leg; `before` is the start of the leg."""
    return walked.path[-2] if len(walked.path) > 1 else before


class Beginning(NamedTuple):
    """Facts about the start of a movement that later abilities need (NOTE-VAN-3)."""

    start: int
    adjacent_seen_by: int
    adjacent_sees: int
    trail: tuple[int, ...]


def begin(state: State, unit: int) -> Beginning:
    """Record the start of a movement: the space and the adjacent units."""
    seen_by, sees = adjacency_masks(state, unit) if Trigger.MOVED in state.gear.events else (0, 0)
    start = state.space[unit]
    return Beginning(start, seen_by, sees, (start,))


_QUESTIONS = {
    Cause.WALK: Question.WALK,
    Cause.FOLLOW: Question.FOLLOW,
    Cause.JUMP: Question.JUMP,
}
