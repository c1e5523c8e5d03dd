"""Whether an effect would change anything now: the one test of arsenal 5.1 (AMB-133)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.frames import UnitPhase
from deathdome.model.vocabulary import Allow, Deny, Gain, Grant, Shape, Target, Trigger, Until, Verb
from deathdome.rules.drawing import can_draw
from deathdome.rules.moving import follow_goals, jump_goals, may_walk, walk_goals
from deathdome.rules.picks import (
    Moment,
    aim_of,
    around,
    condition_holds,
    in_base_of_enemy,
    mover_of,
    push_origin,
    targets,
    unit_of,
)
from deathdome.rules.push_back import push_spaces
from deathdome.rules.stack import attack_at, is_dying
from deathdome.rules.units import allows, denies, in_base, mid_move_acts, on_field

if TYPE_CHECKING:
    from deathdome.model.catalog import Ability, Effect
    from deathdome.model.state import State


def changes(state: State, ability: Ability, effect: Effect, moment: Moment, picked: int) -> bool:
    """Whether the effect would change something at this moment (AMB-133)."""
    verb = effect.verb
    if verb is Verb.GRANT:
        return _can_grant(state, effect, moment)
    if verb is Verb.GAIN:
        return effect.gain is Gain.SHELL or can_draw(state, moment.seat, int(moment.from_hand))
    if verb is Verb.ROUND:
        floor = state.table.ruleset.hyper_cube_floor
        return max(floor, state.round + effect.n) != state.round
    if verb is Verb.TOKEN:
        return all(
            placed.token != effect.token and placed.space != moment.point for placed in state.tokens
        )
    if verb is Verb.CAPTURE:
        return picked in state.table.terrain.point_at and moment.bearer >= 0
    if verb is Verb.ATTACK:
        return attack_possible(state, ability, effect, moment, picked)
    if verb is Verb.SWAP:
        return _can_swap(state, *swapped(ability, effect, moment, picked))
    if verb is Verb.REDIRECT:
        target = unit_of(ability, aim_of(ability, effect), moment, picked)
        attack = attack_at(state, moment.attack)
        return (
            attack.shape is not Shape.ADJACENT
            and target not in (-1, attack.target)
            and target >> 2 != attack.seat
            and on_field(state, target)
        )
    walker = mover_of(ability, moment, picked)
    if verb is Verb.HEAL and effect.condition is not None and effect.condition.near is not None:
        # A heal on arrival: it counts if the walker is there already, or may get there.
        return condition_holds(state, effect.condition, ability, moment, picked) and any(
            _heals(state, effect, unit) for unit in targets(state, ability, effect, moment, picked)
        )
    if verb is Verb.WALK:
        return may_walk(state, walker) and bool(walk_goals(state, walker, effect.steps))
    if verb is Verb.FOLLOW:
        return may_walk(state, walker) and bool(
            follow_goals(state, walker, moment.subject, moment.steps)
        )
    if verb is Verb.JUMP:
        return may_walk(state, walker) and bool(jump_goals(state, walker, effect.steps or 0))
    if ability.when is Trigger.ATTACK and effect.until is Until.ATTACK:
        return _changes_attack(state, effect, moment)
    return any(
        _changes_unit(state, effect, moment, unit)
        for unit in targets(state, ability, effect, moment, picked)
    )


def _heals(state: State, effect: Effect, unit: int) -> bool:
    if state.space[unit] < 0:
        return False
    return state.wounds[unit] > 0 or (effect.cure and state.down[unit] > 0)


def _changes_attack(state: State, effect: Effect, moment: Moment) -> bool:
    """Effects of the attacker's card step (arsenal 5.3 `attack`)."""
    attack = attack_at(state, moment.attack)
    if effect.verb is Verb.ALLOW and effect.allow & Allow.SPLASH:
        return attack.shape is Shape.SINGLE
    if effect.verb is Verb.DENY:
        return (-1, effect.deny) not in attack.denied
    return True


def _changes_unit(state: State, effect: Effect, moment: Moment, unit: int) -> bool:
    """Effects that fall on one unit."""
    verb = effect.verb
    place = state.space[unit]
    if verb is Verb.BASE:
        return place < 0
    if place < 0 or is_dying(state, unit):
        return False
    if verb is Verb.HEAL:
        return _heals(state, effect, unit)
    if verb is Verb.MOD:
        return effect.n != 0 and _lasts(state, effect, unit)
    if verb is Verb.ALLOW:
        if effect.allow & Allow.ACT_MID_MOVE:
            known = mid_move_acts(state, unit)
            return _lasts(state, effect, unit) and any(a not in known for a in effect.acts)
        return bool(effect.allow & ~allows(state, unit)) and _lasts(state, effect, unit)
    if verb is Verb.DENY:
        if effect.until is Until.ATTACK:
            return (unit, effect.deny) not in attack_at(state, moment.attack).denied
        return bool(effect.deny & ~denies(state, unit)) and not in_base_of_enemy(
            state, unit, moment.seat
        )
    if verb is Verb.INCAPACITATE:
        return (
            not denies(state, unit) & Deny.INCAPACITATE
            and state.down[unit] != 1
            and not in_base_of_enemy(state, unit, moment.seat)
        )
    if verb is Verb.PUSH:
        if moment.attack >= 0:  # a blocked one is carried out all the same, and told as blocked
            return not denies(state, unit) & Deny.PUSH and not in_base(state, unit)
        origin = push_origin(state, effect, moment)
        return origin >= 0 and bool(push_spaces(state, unit, origin))
    return True


def _lasts(state: State, effect: Effect, unit: int) -> bool:
    """An effect until the end of the phase needs the unit's phase to be open (arsenal 5.7)."""
    return effect.until is not Until.PHASE or open_phase(state, unit) is not None


def open_phase(state: State, unit: int) -> UnitPhase | None:
    """The unit's open phase, if there is one."""
    for frame in state.stack:
        if type(frame) is UnitPhase and frame.unit == unit:
            return frame
    return None


def _can_grant(state: State, effect: Effect, moment: Moment) -> bool:
    if effect.grant is Grant.UNIT_PHASE:
        return True
    if moment.bearer < 0 or open_phase(state, moment.bearer) is None:
        return False
    return effect.grant is Grant.ACTION or not denies(state, moment.bearer) & Deny.MOVEMENT


def attack_possible(
    state: State, ability: Ability, effect: Effect, moment: Moment, picked: int
) -> bool:
    """Whether a fixed-strength attack has somebody to hit and may be made (AMB-132)."""
    attacker = moment.bearer if moment.bearer >= 0 else moment.subject
    if attacker < 0:
        return False
    space = strikes_from(state, ability, effect, moment)
    if space < 0 or space == state.table.terrain.home[attacker >> 2]:
        return False
    if effect.shape is Shape.ADJACENT:
        return bool(around(state, attacker, space))
    unit = unit_of(ability, aim_of(ability, effect), moment, picked)
    hostile = unit >= 0 and unit >> 2 != attacker >> 2
    return hostile and on_field(state, unit) and not is_dying(state, unit)


def strikes_from(state: State, ability: Ability, effect: Effect, moment: Moment) -> int:
    """The space that a fixed-strength attack comes from; negative in a jail.

    Paybacks and farewells strike from where the unit was hit or died (AMB-69, AMB-140).
    """
    attacker = moment.bearer if moment.bearer >= 0 else moment.subject
    payback = ability.when is Trigger.RESOLVED and effect.on is Target.SOURCE
    past = attacker == moment.subject and (payback or ability.when is Trigger.DIED)
    return moment.space if past and moment.space >= 0 else state.space[attacker]


def swapped(ability: Ability, effect: Effect, moment: Moment, picked: int) -> tuple[int, int]:
    """The two units of a swap; -1 for one that there is not."""
    first = unit_of(ability, aim_of(ability, effect), moment, picked)
    assert effect.swap_with is not None
    return first, unit_of(ability, effect.swap_with, moment, picked)


def _can_swap(state: State, unit: int, other: int) -> bool:
    """Whether each may stand on the other's space (arsenal 5.6); tower spaces always."""
    if unit < 0 or other < 0 or unit == other:
        return False
    terrain = state.table.terrain
    for mover, goal in ((unit, state.space[other]), (other, state.space[unit])):
        if goal < 0 or goal == terrain.home[mover >> 2]:
            return False
        walker = terrain.walker(mover >> 2, allows(state, mover))
        if not (terrain.on_tower >> goal & 1) and not walker.may_stand(goal):
            return False
    return True
