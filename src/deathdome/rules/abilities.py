"""Whether an ability can be used at this moment, and in which ways (arsenal 5.1 to 5.7).

The one test of arsenal 5.1 (AMB-133): an ability can be used only if at least one of its effects
would change something now.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.model.actions import EVERYBODY, Act, Action, action, option
from deathdome.model.frames import UnitPhase
from deathdome.model.vocabulary import (
    Allow,
    Cause,
    Deny,
    Gain,
    Grant,
    Period,
    Role,
    Shape,
    Target,
    Trigger,
    Until,
    Verb,
    Zone,
)
from deathdome.rules.drawing import can_draw
from deathdome.rules.gear import hands_of, usable_zone
from deathdome.rules.moving import follow_goals, jump_goals, may_walk, walk_goals
from deathdome.rules.push_back import push_spaces
from deathdome.rules.stack import attack_at, resolving
from deathdome.rules.units import (
    allows,
    denies,
    in_base,
    is_dying,
    mid_move_acts,
    on_field,
)

if TYPE_CHECKING:
    from deathdome.model.catalog import Ability, Condition, Effect, Pick
    from deathdome.model.state import State

_OWN_MOVES: Final = (Verb.WALK, Verb.FOLLOW, Verb.JUMP)
_TURN_KEY: Final = 1 << 16
_PHASE_KEY: Final = 2 << 16
WEAPON_KEY: Final = 3 << 16


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


# -- limits -------------------------------------------------------------------------------------


def limit_key(ability: Ability) -> int:
    """Key of the ability's count in `State.uses`, for limits that outlast an attack."""
    assert ability.limit is not None
    if ability.limit.per is Period.TURN:
        return _TURN_KEY | ability.id
    if ability.limit.per is Period.PHASE:
        return _PHASE_KEY | ability.id
    return ability.id


def within_limit(state: State, ability: Ability, attack: int) -> bool:
    """Whether the ability has a use left (arsenal 5.7)."""
    limit = ability.limit
    if limit is None:
        return True
    if limit.per is Period.ATTACK:
        return attack < 0 or attack_at(state, attack).used.count(ability.id) < limit.n
    return state.uses.get(limit_key(ability), 0) < limit.n


def count_use(state: State, key: int) -> None:
    """One use more."""
    state.uses = {**state.uses, key: state.uses.get(key, 0) + 1}


def refill(state: State, *, phase: bool = False, seat: int = -1) -> None:
    """Forgets the uses of the last unit phase, or those per turn of one team's abilities."""
    if not state.uses:
        return
    bearer = state.gear.bearer

    def stays(key: int) -> bool:
        period = key & ~0xFFFF
        if phase:
            return period != _PHASE_KEY
        return period != _TURN_KEY or bearer[key & 0xFFFF] >> 2 != seat

    state.uses = {key: count for key, count in state.uses.items() if stays(key)}


# -- picks --------------------------------------------------------------------------------------


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


# -- who an effect falls on ----------------------------------------------------------------------


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


def mover_of(ability: Ability, moment: Moment, picked: int) -> int:
    """The unit that a `near` condition looks from: the mover of the ability, else the bearer."""
    for effect in ability.do:
        if effect.verb in _OWN_MOVES:
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


# -- would it change anything? -------------------------------------------------------------------


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
        return picked >= 0
    if verb is Verb.ATTACK:
        return attack_possible(state, ability, effect, moment, picked)
    if verb is Verb.SWAP:
        return _can_swap(state, moment.bearer, picked)
    if verb is Verb.REDIRECT:
        target = picked if effect.on is Target.PICKED else moment.bearer
        attack = attack_at(state, moment.attack)
        return (
            attack.shape is not Shape.ADJACENT
            and target != attack.target
            and target >= 0
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
    if ability.when is Trigger.ATTACK:
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
    if unit < 0:
        return False
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


def in_base_of_enemy(state: State, unit: int, seat: int) -> bool:
    """Whether the unit is another team's, safe in its base (BASE-1)."""
    return unit >> 2 != seat and in_base(state, unit)


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
    payback = ability.when is Trigger.RESOLVED and effect.on is Target.SOURCE
    farewell = ability.when is Trigger.DIED
    if not payback and not farewell and not on_field(state, attacker):
        return False
    if effect.shape is Shape.ADJACENT:
        return bool(around(state, attacker, moment.space))
    for unit in targets(state, ability, effect, moment, picked):
        hostile = unit >= 0 and unit >> 2 != attacker >> 2
        if hostile and on_field(state, unit) and not is_dying(state, unit):
            return True
    return False


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


# -- all ways to use an ability ------------------------------------------------------------------


def variants(state: State, ability: Ability, moment: Moment) -> list[tuple[int, int]]:
    """Every way to use the ability now, as (picked or -1, effect chosen or -1); [] if it cannot be.

    Trigger, roles, zone, limit and guard are the caller's business: see `usable`.
    """
    pick = ability.pick
    if pick is None:
        choices = [-1]
    elif pick.all:
        choices = [EVERYBODY] if candidates(state, pick, moment) else []
    elif pick.side is Role.SELF and ability.when is Trigger.DEFEND:
        hits = attack_at(state, moment.attack).hits
        choices = [unit for unit in hits if unit >> 2 == moment.seat]
    else:
        choices = candidates(state, pick, moment)
    found: list[tuple[int, int]] = []
    walks = any(effect.verb in _OWN_MOVES for effect in ability.do)
    for picked in choices:
        if walks and not may_walk(state, mover_of(ability, moment, picked)):
            continue  # an incapacitated unit cannot be the walker: not available at all
        if ability.choose is not None:
            found.extend(
                (picked, index)
                for index, effect in enumerate(ability.do)
                if changes(state, ability, effect, moment, picked)
            )
        elif any(changes(state, ability, effect, moment, picked) for effect in ability.do):
            found.append((picked, -1))
    return found


def usable(state: State, ability: Ability, moment: Moment) -> list[tuple[int, int]]:
    """`variants`, if zone, limit, guard and conditions let the ability be used at all."""
    bearer = moment.bearer
    if bearer >= 0:
        place = state.space[bearer]
        home = state.table.terrain.home[bearer >> 2]
        # `resolved` and `died` look at the moment of the hit: the one hit was on the board then.
        past = ability.when in (Trigger.RESOLVED, Trigger.DIED) and bearer == moment.subject
        if not past and not usable_zone(ability, place, home):
            return []
        farewell = ability.when is Trigger.DIED and bearer == moment.subject
        if not farewell and is_dying(state, bearer):
            return []
    if not within_limit(state, ability, moment.attack) or resolving(state, ability.id):
        return []
    if not condition_holds(state, ability.condition, ability, moment):
        return []
    return variants(state, ability, moment)


def use_actions(
    found: list[tuple[int, int]], ability: Ability, card: int, subject: int = -1
) -> list[Action]:
    """The actions for ways found: PLAY for a power card (card >= 0), else USE."""
    verb, what = (Act.PLAY, card) if card >= 0 else (Act.USE, int(ability.id))
    return [action(verb, what, picked + 1, option(choice, subject)) for picked, choice in found]


def window_actions(
    state: State, trigger: Trigger, seat: int, unit: int, attack: int = -1
) -> list[Action]:
    """What a team may use in a window: abilities of `unit` (-1: of all its units) and cards."""
    options: list[Action] = []
    windows = state.gear.windows
    for bearer in (unit,) if unit >= 0 else range(seat * 4, seat * 4 + 4):
        if trigger in windows[bearer]:
            for ability in windows[bearer][trigger]:
                moment = Moment(seat, bearer, attack=attack)
                found = usable(state, ability, moment)
                options.extend(use_actions(found, ability, -1))
    hands = hands_of(state.table.catalog)
    if not hands.playable[trigger].isdisjoint(state.hands[seat]):
        cards = hands.by_trigger[trigger]
        last = -1
        for card in state.hands[seat]:
            if card != last and card in cards:
                last = card
                for ability in cards[card]:
                    moment = Moment(seat, unit, attack=attack, from_hand=True)
                    found = usable(state, ability, moment)
                    options.extend(use_actions(found, ability, card))
    return options
