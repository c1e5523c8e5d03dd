"""Refusals in a unit phase: walks, pushes, attacks, captures, releases (MOVE, ATTACK, JAIL)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.actions import NOBODY, ActionKind, a_of, b_of, kind_of
from deathdome.model.decisions import Reason
from deathdome.model.frames import Attack, Back, Moving, Push, UnitPhase
from deathdome.model.vocabulary import Allow, Cause, Deny, Rating, Shape, WeaponKind
from deathdome.rules.abilities import WEAPON_KEY
from deathdome.rules.moving import shares_space
from deathdome.rules.refusals.nearest import first, nearest_space, offered, on_board, seat_of
from deathdome.rules.stack import acting_unit
from deathdome.rules.targeting import around
from deathdome.rules.units import allows, boost, denies, foes, in_base, movement, token_spaces

if TYPE_CHECKING:
    from deathdome.model.actions import Action
    from deathdome.model.decisions import Decision, Operands
    from deathdome.model.state import State, WeaponAttack

_OUT_OF_A_SWEEP: Final = ("target-jailed", "target-in-base", "out-of-range", "no-sight")


def why_not_attack(state: State, asked: Decision, action: Action) -> Reason:
    """Refuse an attack, or a further one of the same action."""
    frame = state.stack[-1]
    assert isinstance(frame, UnitPhase | Attack)
    unit, item, target = acting_unit(frame), a_of(action), b_of(action)
    setup = state.setup
    near = _other_attack(state, asked, unit, item, target)
    if isinstance(frame, UnitPhase) and frame.actions <= 0:
        return spent(asked)
    if isinstance(frame, Attack) and item != frame.declared.item:
        return Reason("other-weapon", "AMB-57", {"item": frame.declared.item}, near=near)
    if target != NOBODY and seat_of(target) == seat_of(unit):
        case = "itself" if target == unit else ""
        return Reason("own-unit", "ATTACK-3", case=case, near=near)
    if in_base(state, unit):
        near = nearest_space(state, asked, ActionKind.WALK, state.space[unit])
        return Reason("in-base", "BASE-2", case="attack", near=near)
    weapon: WeaponAttack | None = next(
        (weapon for weapon in state.gear.weapons[unit] if weapon.item == item), None
    )
    if weapon is None:
        code = "not-a-weapon" if setup.catalog.items[item].weapon is None else "no-weapon"
        return Reason(code, "ATTACK-2", {"item": item}, near=near)
    why = _target(state, unit, weapon, target)
    if near is not None and b_of(near) == NOBODY and why.code in _OUT_OF_A_SWEEP:
        near = None  # it would not hit the intended unit
    return why._replace(near=near)


def _target(state: State, unit: int, weapon: WeaponAttack, target: int) -> Reason:
    """Refuse a target of a weapon that the unit has."""
    terrain, here = state.setup.terrain, state.space[unit]
    sweeping = weapon.shape is Shape.ADJACENT
    if sweeping and target == NOBODY:
        if not around(state, unit, -1, sight=weapon.sight):
            return Reason("nobody-adjacent", "SWEEP-5", need=1, have=0)
        return _spent_weapon(state, weapon)
    if target == NOBODY:
        return Reason("target-needed", "ATTACK-8")
    place = state.space[target]
    if place < 0:
        return Reason("target-jailed", "ATTACK-9", {"unit": target, "jail": -1 - place})
    if in_base(state, target):
        return Reason("target-in-base", "ATTACK-9", {"unit": target}, "safe")
    distance = terrain.distance(here, place)
    reach = 1 if sweeping else weapon.range
    if state.timed and not sweeping:
        reach = max(1, reach + boost(state.timed, unit, Rating.RANGE))
    if distance > reach:
        rule = "RANGE-4" if weapon.kind is WeaponKind.CLOSE else "RANGE-2"
        far: Operands = {"unit": target, "item": weapon.item}
        return Reason("out-of-range", rule, far, "weapon", need=distance, have=reach)
    if weapon.sight and not terrain.sees(here, place, weapon.through_walls):
        return Reason("no-sight", "SIGHT-1", {"unit": target}, "unit")
    if sweeping:
        return Reason("hits-all", "SWEEP-1")
    return _spent_weapon(state, weapon)


def _spent_weapon(state: State, weapon: WeaponAttack) -> Reason:
    """Refuse a weapon without uses left; the last reason to check."""
    used = state.uses.get(WEAPON_KEY | weapon.item, 0)
    if weapon.limit is not None and used >= weapon.limit:
        return Reason("weapon-spent", need=used + 1, have=weapon.limit)
    return Reason("not-offered")


def spent(asked: Decision) -> Reason:
    """Refuse because the action of the unit phase is used up."""
    near = first(offered(asked, ActionKind.END_PHASE))
    return Reason("action-spent", "PHASE-8", need=1, have=0, near=near)


def _other_attack(
    state: State, asked: Decision, unit: int, item: int, target: int
) -> Action | None:
    """Return the most similar legal attack: by weapon, then target, then distance."""
    distance, here = state.setup.terrain.distance, state.space[unit]

    def unlike(option: Action) -> tuple[bool, bool, int, int]:
        whom = b_of(option)
        far = 0 if whom == NOBODY else distance(here, state.space[whom])
        return a_of(option) != item, whom != target, far, int(option)

    return min(offered(asked, ActionKind.ATTACK), key=unlike, default=None)


# -- points and jails ------------------------------------------------------------------------------


def why_not_capture(state: State, asked: Decision, action: Action) -> Reason:
    """Refuse CAPTURE or RELEASE, which need a certain space under the unit."""
    frame = state.stack[-1]
    assert isinstance(frame, UnitPhase)
    unit, capturing = frame.unit, kind_of(action) is ActionKind.CAPTURE
    terrain, seat, place = state.setup.terrain, seat_of(frame.unit), state.space[frame.unit]
    if frame.actions <= 0:
        return spent(asked)
    near = _walk_onto(state, asked, unit, capturing=capturing)
    if in_base(state, unit):
        return Reason("in-base", "BASE-3", case="action", near=near)
    if capturing:
        if place not in terrain.point_at:
            return Reason("no-point", "CAPTURE-1", case="here", near=near)
        return Reason("own-point", "CAPTURE-5", {"team": seat}, near=near)
    if place not in terrain.jail_released_at:
        return Reason("no-release-point", "JAIL-5", near=near)
    jail = terrain.jail_released_at[place]
    return Reason("jail-empty", "AMB-29", {"jail": jail}, need=1, have=0, near=near)


def _walk_onto(state: State, asked: Decision, unit: int, *, capturing: bool) -> Action | None:
    """Return the walk to the nearest space where the action would be legal."""
    terrain, seat, here = state.setup.terrain, seat_of(unit), state.space[unit]
    if capturing:
        good = {space for space, i in terrain.point_at.items() if state.owners[i] != seat}
    else:
        release = terrain.jail_released_at
        good = {space for space, jail in release.items() if -1 - jail in state.space}
    return min(
        (option for option in offered(asked, ActionKind.WALK) if a_of(option) in good),
        key=lambda option: (terrain.distance(here, a_of(option)), a_of(option)),
        default=None,
    )


def why_not_hit(state: State, asked: Decision, action: Action) -> Reason:
    """Refuse HIT, the choice of the unit that takes its hit next."""
    frame = state.stack[-1]
    assert isinstance(frame, Attack)
    unit, near = a_of(action), first(asked.options)
    if unit not in frame.hits:
        return Reason("not-hit", "MULTI-3", {"unit": unit}, near=near)
    if unit not in frame.left:
        return Reason("hit-already", "MULTI-3", {"unit": unit}, near=near)
    return Reason("not-own-unit", "MULTI-4", {"team": asked.seat}, "hits", near=near)


# -- walks -----------------------------------------------------------------------------------------


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
