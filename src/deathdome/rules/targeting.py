"""Targeting: roles, conditions, picks and targets of abilities (effects.md parts 2 to 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.model.actions import EVERYBODY
from deathdome.model.effects import Move
from deathdome.model.vocabulary import Allow, Cause, Role, Target, Trigger, Zone
from deathdome.rules.stack import attack_at, is_dying
from deathdome.rules.units import allows, in_base

if TYPE_CHECKING:
    from deathdome.model.catalog import Ability, Pick
    from deathdome.model.effects import Condition, Effect, PushAway
    from deathdome.model.frames import Attack
    from deathdome.model.state import State


class AbilityContext(NamedTuple):
    """Circumstances in which an ability is checked."""

    seat: int  # controller
    bearer: int = -1  # unit, or -1 for a power card without bearer
    subject: int = -1
    source: int = -1
    card: str = ""  # id of the attacking card
    attack: int = -1  # depth of the attack on the stack
    space: int = -1  # bearer's space when hit
    steps: int = 0
    adjacent_seen_by: int = 0
    adjacent_sees: int = 0
    cause: Cause = Cause.WALK
    point: int = -1
    lava: bool = False
    from_hand: bool = False  # a power card, which leaves the hand before it takes effect


def role_fits(role: Role, unit: int, bearer: int, seat: int) -> bool:
    """Return True if `unit` has the role toward the bearer, or toward `seat` without a bearer."""
    if role is Role.ANY:
        return True
    if unit < 0:
        return False
    if role is Role.ENEMY:
        return unit >> 2 != seat
    if role is Role.ALLY:
        return unit >> 2 == seat
    if role is Role.MATE:
        return unit >> 2 == seat and unit != bearer
    return unit == bearer


def window_context(
    state: State,
    trigger: Trigger,
    seat: int,
    bearer: int,
    attack: int = -1,
    *,
    from_hand: bool = False,
) -> AbilityContext:
    """Return the context of a window; subject and source as in effects.md part 3."""
    subject = bearer if trigger in _OF_BEARER else -1
    source = attack_at(state, attack).declared.unit if attack >= 0 else -1
    return AbilityContext(seat, bearer, subject, source, attack=attack, from_hand=from_hand)


_OF_BEARER: Final = (Trigger.ACTION, Trigger.PHASE, Trigger.DEFEND)


def aim_of(ability: Ability, effect: Effect) -> Target:
    """Return the target of an effect; by default the ability's pick, or its bearer without one."""
    if effect.on is not None:
        return effect.on
    return Target.SELF if ability.pick is None else Target.PICKED


def unit_of(ability: Ability, target: Target, context: AbilityContext, picked: int) -> int:
    """Return the unit that a target means; -1 if there is none, or more than one."""
    if target is Target.SELF:
        return context.bearer
    if target is Target.SUBJECT:
        return context.subject
    if target is Target.SOURCE:
        return context.source
    units = ability.pick is not None and ability.pick.what == "unit"
    return picked if units and picked != EVERYBODY else -1


def mover_of(ability: Ability, context: AbilityContext, picked: int) -> int:
    """Return the unit that a `near` condition measures from: the ability's mover, or its bearer."""
    for effect in ability.do if ability.moves else ():
        if isinstance(effect, Move):
            return unit_of(ability, aim_of(ability, effect), context, picked)
    return context.bearer


def condition_holds(
    state: State,
    condition: Condition | None,
    ability: Ability,
    context: AbilityContext,
    picked: int = -1,
) -> bool:
    """Return True if the conditions hold now (effects.md part 4)."""
    if condition is None:
        return True
    if condition.cause is not None and context.cause is not condition.cause:
        return False
    if condition.adjacent_start and not (
        context.bearer >= 0 and context.adjacent_seen_by >> context.bearer & 1
    ):
        return False
    if condition.near is not None:
        mover = mover_of(ability, context, picked)
        if mover < 0 or context.subject < 0:
            return False
        here, there = state.space[mover], state.space[context.subject]
        if here < 0 or there < 0:
            return False
        terrain = state.setup.terrain
        walls = bool(allows(state, mover) & Allow.SEE_WALLS)
        if terrain.distance(here, there) > condition.near or not terrain.sees(here, there, walls):
            return False
    return not condition.about_attack or _fits_attack(state, condition, ability, context)


def _fits_attack(
    state: State, condition: Condition, ability: Ability, context: AbilityContext
) -> bool:
    """Return True if the current attack is of the kind that the condition requires."""
    if context.attack < 0:
        return False
    attack = attack_at(state, context.attack)
    declared = attack.declared
    if condition.kind is not None and declared.kind is not condition.kind:
        return False
    if condition.with_this and (declared.card != ability.card or declared.unit != context.bearer):
        return False
    if not condition.higher_ground and not condition.state:
        return True
    unit = context.subject if context.subject >= 0 else attack.target
    if unit < 0:
        return False
    if condition.higher_ground and not higher_ground(state, declared.space, unit):
        return False
    return not condition.state or bool(state_before(state, attack, unit) & _mask(condition.state))


def _mask(states: tuple[str, ...]) -> int:
    return sum({"wounded": 1, "incapacitated": 2}[word] for word in states)


def state_before(state: State, attack: Attack, unit: int) -> int:
    """Return a unit's state before the attack's first hit: 1 wounded, 2 incapacitated, or both."""
    if unit in attack.hits and attack.states:
        return attack.states[attack.hits.index(unit)]
    return (1 if state.wounds[unit] else 0) | (2 if state.down[unit] else 0)


def higher_ground(state: State, space: int, unit: int) -> bool:
    """Return True if an attack from `space` comes from higher ground (TOWER-9, AMB-58)."""
    on_tower, place = state.setup.terrain.on_tower, state.space[unit]
    return place >= 0 and bool(on_tower >> space & 1) and not on_tower >> place & 1


def candidates(state: State, pick: Pick, context: AbilityContext) -> list[int]:
    """Return units, point spaces or jails that the pick allows, ascending (effects.md part 5)."""
    setup = state.setup
    reference = context.subject if pick.of_subject else context.bearer
    if pick.what == "jail":
        return [jail for jail in range(len(setup.board.jails)) if -1 - jail in state.space]
    terrain = setup.terrain
    walls = reference >= 0 and bool(allows(state, reference) & Allow.SEE_WALLS)
    here = state.space[reference] if reference >= 0 else -1
    if pick.what == "point":
        if here < 0:
            return []
        return [
            point
            for point, owner in zip(setup.board.points, state.owners, strict=True)
            if owner != context.seat
            and (pick.range is None or terrain.distance(here, point) <= pick.range)
            and (not pick.sight or point == here or terrain.sees(here, point, walls))
        ]
    found: list[int] = []
    for unit, place in enumerate(state.space):
        if not role_fits(pick.side, unit, reference, context.seat):
            continue
        if pick.zone is Zone.JAIL:
            if place >= 0:
                continue
        elif place < 0 or (pick.zone is Zone.FIELD and in_base(state, unit)):
            continue
        if unit >> 2 != context.seat and place >= 0 and in_base(state, unit):
            continue  # BASE-1
        if is_dying(state, unit):
            continue
        if pick.adjacent_start and not context.adjacent_sees >> unit & 1:
            continue
        if unit != reference and (pick.range is not None or pick.sight):
            if here < 0 or place < 0:  # a unit in jail is near to nothing and sees nothing
                continue
            if pick.range is not None and terrain.distance(here, place) > pick.range:
                continue
            if pick.sight and not terrain.sees(here, place, walls):
                continue
        found.append(unit)
    return found


def targets(
    state: State, ability: Ability, effect: Effect, context: AbilityContext, picked: int
) -> list[int]:
    """Return the units that the effect applies to; [] for an effect on no unit."""
    on, pick = aim_of(ability, effect), ability.pick
    unit = unit_of(ability, on, context, picked)
    if unit >= 0:
        return [unit]
    if on is Target.PICKED and pick is not None:
        if pick.what == "jail":
            return [unit for unit, place in enumerate(state.space) if place == -1 - picked]
        return candidates(state, pick, context) if picked == EVERYBODY else []
    if on is Target.SUBJECT and ability.when is Trigger.ATTACK:
        target = attack_at(state, context.attack).target  # the hits are not fixed yet
        return [target] if target >= 0 else []
    if on is Target.SELF and ability.when is Trigger.DEFEND:
        hits = attack_at(state, context.attack).hits
        return [unit for unit in hits if unit >> 2 == context.seat]
    return []


def push_origin(state: State, effect: PushAway, context: AbilityContext) -> int:
    """Return the space to push away from: the source's or the bearer's (effects.md part 6)."""
    away = effect.away_from
    if away is Target.SUBJECT:
        unit = context.subject
        if context.attack >= 0:
            # The recoil goes away from where the target was when it was hit.
            for struck, space in attack_at(state, context.attack).struck:
                if struck == unit:
                    return space
    elif away is Target.SELF:
        unit = context.bearer
    elif context.attack >= 0:
        return attack_at(state, context.attack).declared.space
    else:
        unit = context.source if context.source >= 0 else context.bearer
    return state.space[unit] if unit >= 0 else -1


def around(state: State, unit: int, space: int, *, sight: bool = True) -> list[int]:
    """Return enemies next to a unit outside bases, seen from `space` (-1: its own space)."""
    here = space if space >= 0 else state.space[unit]
    if here < 0:
        return []
    terrain = state.setup.terrain
    walls = bool(state.gear.allow[unit] & Allow.SEE_WALLS)
    return [
        other
        for other, place in enumerate(state.space)
        if other >> 2 != unit >> 2
        and place >= 0
        and not in_base(state, other)
        and terrain.distance(here, place) == 1
        and (not sight or terrain.sees(here, place, walls))
        and not is_dying(state, other)
    ]


def in_base_of_enemy(state: State, unit: int, seat: int) -> bool:
    """Return True if the unit belongs to another team and is safe in its base (BASE-1)."""
    return unit >> 2 != seat and in_base(state, unit)
