"""Applicability: the test that an effect would change something (effects.md part 1, AMB-133)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.effects import (
    AddRounds,
    Capture,
    Collect,
    Follow,
    Forbid,
    GrantPhase,
    Heal,
    Incapacitate,
    Jump,
    MakeAttack,
    Modify,
    Permit,
    PlaceToken,
    PushAway,
    Redirect,
    Swap,
    ToBase,
    Walk,
)
from deathdome.model.frames import UnitPhase
from deathdome.model.vocabulary import Allow, Deny, Gain, Grant, Shape, Target, Trigger, Until
from deathdome.rules.drawing import can_draw
from deathdome.rules.moving import follow_goals, jump_goals, may_walk, walk_goals
from deathdome.rules.pushing import push_spaces
from deathdome.rules.stack import attack_at, is_dying
from deathdome.rules.targeting import (
    AbilityContext,
    aim_of,
    around,
    condition_holds,
    in_base_of_enemy,
    mover_of,
    push_origin,
    targets,
    unit_of,
)
from deathdome.rules.units import allows, denies, in_base, mid_move_acts, on_field

if TYPE_CHECKING:
    from deathdome.model.catalog import Ability
    from deathdome.model.effects import Effect, Lasting, Move, OnUnit
    from deathdome.model.state import State


def would_change(
    state: State, ability: Ability, effect: Effect, context: AbilityContext, picked: int
) -> bool:
    """Return True if the effect would change something now (AMB-133)."""
    match effect:
        case GrantPhase():
            return _can_grant(state, effect, context)
        case Collect():
            return effect.gain is Gain.SHELL or can_draw(
                state, context.seat, int(context.from_hand)
            )
        case AddRounds():
            floor = state.setup.ruleset.hyper_cube_floor
            return max(floor, state.round + effect.n) != state.round
        case PlaceToken():
            return all(
                placed.token != effect.token and placed.space != context.point
                for placed in state.tokens
            )
        case Capture():
            return picked in state.setup.terrain.point_at and context.bearer >= 0
        case MakeAttack():
            return attack_possible(state, ability, effect, context, picked)
        case Swap():
            return _can_swap(state, *swapped_units(ability, effect, context, picked))
        case Redirect():
            return _can_redirect(state, ability, effect, context, picked)
        case Walk() | Follow() | Jump():
            return _can_move(state, effect, context, mover_of(ability, context, picked))
        case Heal() if effect.condition is not None and effect.condition.near is not None:
            # A heal on arrival applies if the walker is there already or may get there.
            return condition_holds(state, effect.condition, ability, context, picked) and any(
                _heals(state, effect, unit)
                for unit in targets(state, ability, effect, context, picked)
            )
        case Modify() | Permit() | Forbid() if (
            ability.when is Trigger.ATTACK and effect.until is Until.ATTACK
        ):
            return _changes_attack(state, effect, context)
        case _:
            return any(
                _changes_unit(state, effect, context, unit)
                for unit in targets(state, ability, effect, context, picked)
            )


def _can_redirect(
    state: State, ability: Ability, effect: Redirect, context: AbilityContext, picked: int
) -> bool:
    target = unit_of(ability, aim_of(ability, effect), context, picked)
    attack = attack_at(state, context.attack)
    return (
        attack.shape is not Shape.ADJACENT
        and target not in (-1, attack.target)
        and target >> 2 != attack.declared.seat
        and on_field(state, target)
    )


def _can_move(state: State, effect: Move, context: AbilityContext, walker: int) -> bool:
    if not may_walk(state, walker):
        return False
    match effect:
        case Walk():
            return bool(walk_goals(state, walker, effect.steps))
        case Follow():
            return bool(follow_goals(state, walker, context.subject, context.steps))
        case Jump():
            return bool(jump_goals(state, walker, effect.steps))


def _heals(state: State, effect: Heal, unit: int) -> bool:
    if state.space[unit] < 0:
        return False
    return state.wounds[unit] > 0 or (effect.cure and state.down[unit] > 0)


def _changes_attack(state: State, effect: Lasting, context: AbilityContext) -> bool:
    """Check an effect of the attacker's card step (effects.md part 3 `attack`)."""
    attack = attack_at(state, context.attack)
    match effect:
        case Permit() if effect.allow & Allow.SPLASH:
            return attack.shape is Shape.SINGLE
        case Forbid():
            return (-1, effect.deny) not in attack.denied
        case _:
            return True


def _changes_unit(state: State, effect: OnUnit, context: AbilityContext, unit: int) -> bool:
    """Check an effect on one unit."""
    place = state.space[unit]
    if isinstance(effect, ToBase):
        return place < 0
    if place < 0 or is_dying(state, unit):
        return False
    match effect:
        case Heal():
            return _heals(state, effect, unit)
        case Modify():
            return effect.n != 0 and _lasts(state, effect, unit)
        case Permit():
            if effect.allow & Allow.ACT_MID_MOVE:
                known = mid_move_acts(state, unit)
                return _lasts(state, effect, unit) and any(a not in known for a in effect.acts)
            return bool(effect.allow & ~allows(state, unit)) and _lasts(state, effect, unit)
        case Forbid():
            if effect.until is Until.ATTACK:
                return (unit, effect.deny) not in attack_at(state, context.attack).denied
            return bool(effect.deny & ~denies(state, unit)) and not in_base_of_enemy(
                state, unit, context.seat
            )
        case Incapacitate():
            return (
                not denies(state, unit) & Deny.INCAPACITATE
                and state.down[unit] != 1
                and not in_base_of_enemy(state, unit, context.seat)
            )
        case PushAway():
            if context.attack >= 0:  # a blocked push is still resolved, and reported as blocked
                return not denies(state, unit) & Deny.PUSH and not in_base(state, unit)
            origin = push_origin(state, effect, context)
            return origin >= 0 and bool(push_spaces(state, unit, origin))


def _lasts(state: State, effect: Lasting, unit: int) -> bool:
    """Return False if an effect needs an open phase of the unit and there is none.

    An effect until the end of the phase does (effects.md part 7).
    """
    return effect.until is not Until.PHASE or open_phase(state, unit) is not None


def open_phase(state: State, unit: int) -> UnitPhase | None:
    """Return the unit's open phase, if any."""
    for frame in state.stack:
        if type(frame) is UnitPhase and frame.unit == unit:
            return frame
    return None


def _can_grant(state: State, effect: GrantPhase, context: AbilityContext) -> bool:
    if effect.grant is Grant.UNIT_PHASE:
        return True
    if context.bearer < 0 or open_phase(state, context.bearer) is None:
        return False
    return effect.grant is Grant.ACTION or not denies(state, context.bearer) & Deny.MOVEMENT


def attack_possible(
    state: State, ability: Ability, effect: MakeAttack, context: AbilityContext, picked: int
) -> bool:
    """Return True if a fixed-strength attack is allowed and has a target (AMB-132)."""
    attacker = context.bearer if context.bearer >= 0 else context.subject
    if attacker < 0:
        return False
    space = attack_origin(state, ability, effect, context)
    if space < 0 or space == state.setup.terrain.home[attacker >> 2]:
        return False
    if effect.shape is Shape.ADJACENT:
        return bool(around(state, attacker, space))
    unit = unit_of(ability, aim_of(ability, effect), context, picked)
    hostile = unit >= 0 and unit >> 2 != attacker >> 2
    return hostile and on_field(state, unit) and not is_dying(state, unit)


def attack_origin(
    state: State, ability: Ability, effect: MakeAttack, context: AbilityContext
) -> int:
    """Return the space that a fixed-strength attack comes from; negative in a jail.

    Paybacks and last attacks of dying units come from the space of the hit (AMB-69, AMB-140).
    """
    attacker = context.bearer if context.bearer >= 0 else context.subject
    payback = ability.when is Trigger.RESOLVED and effect.on is Target.SOURCE
    past = attacker == context.subject and (payback or ability.when is Trigger.DIED)
    return context.space if past and context.space >= 0 else state.space[attacker]


def swapped_units(
    ability: Ability, effect: Swap, context: AbilityContext, picked: int
) -> tuple[int, int]:
    """Return the two units of a swap; -1 for a missing one."""
    first = unit_of(ability, aim_of(ability, effect), context, picked)
    return first, unit_of(ability, effect.swap_with, context, picked)


def _can_swap(state: State, unit: int, other: int) -> bool:
    """Return True if each unit may stand on the other's space or on a tower (effects.md part 6)."""
    if unit < 0 or other < 0 or unit == other:
        return False
    terrain = state.setup.terrain
    for mover, goal in ((unit, state.space[other]), (other, state.space[unit])):
        if goal < 0 or goal == terrain.home[mover >> 2]:
            return False
        walker = terrain.walker(mover >> 2, allows(state, mover))
        if not (terrain.on_tower >> goal & 1) and not walker.may_stand(goal):
            return False
    return True
