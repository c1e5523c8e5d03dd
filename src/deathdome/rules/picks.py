"""Roles, conditions, picks and targets: whom an ability looks at (arsenal 5.2 to 5.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.model.actions import EVERYBODY
from deathdome.model.vocabulary import Allow, Cause, Role, Target, Trigger, Verb, Zone
from deathdome.rules.stack import attack_at
from deathdome.rules.units import allows, in_base, is_dying

if TYPE_CHECKING:
    from deathdome.model.catalog import Ability, Condition, Effect, Pick
    from deathdome.model.state import State

OWN_MOVES: Final = (Verb.WALK, Verb.FOLLOW, Verb.JUMP)


class Moment(NamedTuple):
    """The circumstances in which an ability is looked at."""

    seat: int  # controller
    bearer: int = -1  # unit, or -1 for a power card without bearer
    subject: int = -1
    source: int = -1
    card: str = ""  # id of the attacking card
    attack: int = -1  # place of the attack on the stack
    space: int = -1  # where the bearer was hit
    steps: int = 0
    near: int = 0
    seen: int = 0
    cause: Cause = Cause.WALK
    point: int = -1
    lava: bool = False
    from_hand: bool = False  # a power card, which leaves the hand before it takes effect


def role_fits(role: Role, unit: int, bearer: int, seat: int) -> bool:
    """Whether `unit` is that to the bearer; without a bearer, roles are relative to the player."""
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


def mover_of(ability: Ability, moment: Moment, picked: int) -> int:
    """The unit that a `near` condition looks from: the mover of the ability, else the bearer."""
    for effect in ability.do:
        if effect.verb in OWN_MOVES:
            return picked if effect.on is Target.PICKED else moment.bearer
    return moment.bearer


def condition_holds(
    state: State, condition: Condition | None, ability: Ability, moment: Moment, picked: int = -1
) -> bool:
    """Whether the conditions hold now (arsenal 5.4)."""
    if condition is None:
        return True
    if condition.cause is not None and moment.cause is not condition.cause:
        return False
    if condition.adjacent_start and not (moment.bearer >= 0 and moment.near >> moment.bearer & 1):
        return False
    if condition.near is not None:
        mover = mover_of(ability, moment, picked)
        if mover < 0 or moment.subject < 0:
            return False
        here, there = state.space[mover], state.space[moment.subject]
        if here < 0 or there < 0:
            return False
        terrain = state.table.terrain
        walls = bool(allows(state, mover) & Allow.SEE_WALLS)
        if terrain.distance(here, there) > condition.near or not terrain.sees(here, there, walls):
            return False
    if condition.kind is not None:
        return moment.attack >= 0 and attack_at(state, moment.attack).kind is condition.kind
    return True


def candidates(state: State, pick: Pick, moment: Moment) -> list[int]:
    """Units, point spaces or jails that the pick allows, ascending (arsenal 5.5)."""
    table = state.table
    reference = moment.subject if pick.of_subject else moment.bearer
    if pick.what == "jail":
        return [jail for jail in range(len(table.board.jails)) if -1 - jail in state.space]
    terrain = table.terrain
    walls = reference >= 0 and bool(allows(state, reference) & Allow.SEE_WALLS)
    here = state.space[reference] if reference >= 0 else -1
    if pick.what == "point":
        if here < 0:
            return []
        return [
            point
            for point, owner in zip(table.board.points, state.owners, strict=True)
            if owner != moment.seat
            and (pick.range is None or terrain.distance(here, point) <= pick.range)
            and (not pick.sight or point == here or terrain.sees(here, point, walls))
        ]
    found: list[int] = []
    for unit, place in enumerate(state.space):
        if not role_fits(pick.side, unit, reference, moment.seat):
            continue
        if pick.zone is Zone.JAIL:
            if place >= 0:
                continue
        elif place < 0 or (pick.zone is Zone.FIELD and in_base(state, unit)):
            continue
        if unit >> 2 != moment.seat and place >= 0 and in_base(state, unit):
            continue  # BASE-1
        if is_dying(state, unit):
            continue
        if pick.adjacent_start and not moment.seen >> unit & 1:
            continue
        if unit != reference and pick.range is not None:
            if here < 0 or terrain.distance(here, place) > pick.range:
                continue
            if pick.sight and not terrain.sees(here, place, walls):
                continue
        found.append(unit)
    return found


def targets(
    state: State, ability: Ability, effect: Effect, moment: Moment, picked: int
) -> list[int]:
    """Units on which the effect falls; [] for an effect on no unit."""
    on = effect.on
    if on is None:
        on = Target.PICKED if ability.pick is not None else Target.SELF
    if on is Target.SUBJECT:
        if ability.when is Trigger.ATTACK:
            return list(attack_at(state, moment.attack).hits)
        return [moment.subject]
    if on is Target.SOURCE:
        return [moment.source]
    if on is Target.PICKED:
        pick = ability.pick
        assert pick is not None
        if pick.what == "jail":
            return [unit for unit, place in enumerate(state.space) if place == -1 - picked]
        if pick.what == "point":
            return []
        if picked == EVERYBODY:
            return candidates(state, pick, moment)
        return [picked]
    if moment.bearer >= 0:
        return [moment.bearer]
    if ability.when is Trigger.DEFEND:
        hits = attack_at(state, moment.attack).hits
        return [unit for unit in hits if unit >> 2 == moment.seat]
    return []


def push_origin(state: State, effect: Effect, moment: Moment) -> int:
    """The space a push goes away from: the source's, else the bearer's (arsenal 5.6)."""
    away = effect.away_from
    if away is Target.SUBJECT:
        unit = moment.subject
        if moment.attack >= 0:
            # The recoil looks at where the target was when it was hit.
            for struck, space in attack_at(state, moment.attack).struck:
                if struck == unit:
                    return space
    elif away is Target.SELF:
        unit = moment.bearer
    elif moment.attack >= 0:
        return attack_at(state, moment.attack).space
    else:
        unit = moment.source if moment.source >= 0 else moment.bearer
    return state.space[unit] if unit >= 0 else -1


def around(state: State, unit: int, space: int, *, sight: bool = True) -> list[int]:
    """Enemies next to a unit, seen from `space` (its own space when -1), outside bases."""
    here = space if space >= 0 else state.space[unit]
    if here < 0:
        return []
    terrain = state.table.terrain
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
    """Whether the unit is another team's, safe in its base (BASE-1)."""
    return unit >> 2 != seat and in_base(state, unit)
