"""Resolution of abilities, effect by effect (effects.md part 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

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
from deathdome.model.events import (
    AbilityUsed,
    Captured,
    CardPlayed,
    Changed,
    CounterMoved,
    Declared,
    Granted,
    Healed,
    Incapacitated,
    Redirected,
    Swapped,
    TokenPlaced,
)
from deathdome.model.frames import (
    Attack,
    AttackSetup,
    Back,
    Drawing,
    Moving,
    Push,
    Resolve,
    Turn,
    UnitPhase,
)
from deathdome.model.state import PlacedToken, Timed
from deathdome.model.vocabulary import (
    Allow,
    Cause,
    Deny,
    Gain,
    Grant,
    Period,
    Rating,
    Shape,
    Target,
    Trigger,
    Until,
)
from deathdome.rules.abilities import count_use, limit_key
from deathdome.rules.applicability import attack_origin, swapped_units, would_change
from deathdome.rules.death import send_home, take_shells
from deathdome.rules.dispatch import raise_captured, raise_moved
from deathdome.rules.drawing import take_from_hand
from deathdome.rules.moving import follow_goals, jump_goals, may_walk
from deathdome.rules.stack import attack_at, count_effect, pop, push, swap, swap_at
from deathdome.rules.targeting import (
    AbilityContext,
    aim_of,
    condition_holds,
    in_base_of_enemy,
    mover_of,
    push_origin,
    targets,
    unit_of,
)
from deathdome.rules.tokens import step_on_token
from deathdome.rules.units import adjacency_masks, denies, movement, put

if TYPE_CHECKING:
    from deathdome.model.catalog import Ability
    from deathdome.model.effects import Effect, Lasting, Move, OnUnit, Whole
    from deathdome.model.state import State


def use_ability(
    state: State,
    ability: Ability,
    context: AbilityContext,
    picked: int,
    choice: int,
    card: int,
) -> None:
    """Start an ability: count the use, take `card` (-1: none) from the hand, push a frame."""
    limit = ability.limit
    if limit is not None:
        if limit.per is not Period.ATTACK:
            count_use(state, limit_key(ability))
        elif context.attack >= 0:
            attack = attack_at(state, context.attack)
            swap_at(state, context.attack, attack._replace(used=(*attack.used, int(ability.id))))
    if card >= 0:
        take_from_hand(state, context.seat, card)
    if state.emit is not None:
        if card >= 0:
            state.emit(CardPlayed(context.seat, card))
        else:
            state.emit(AbilityUsed(context.bearer, int(ability.id)))
    if card >= 0 and ability.when in (Trigger.ATTACK, Trigger.DEFEND):
        # A card played in a card step is discarded with the cards played for their value
        # (effects.md part 10).
        attack = attack_at(state, context.attack)
        swap_at(state, context.attack, attack._replace(laid=(*attack.laid, card)))
        card = -1
    push(
        state,
        Resolve(
            int(ability.id),
            context.seat,
            context.bearer,
            context.subject,
            context.source,
            picked,
            choice,
            0,
            context.attack,
            card,
            context.space,
            context.point,
            context.steps,
            context.adjacent_seen_by,
            context.adjacent_sees,
        ),
    )


def run(state: State, frame: Resolve) -> bool:
    """Resolve the next effect, or finish the ability."""
    ability = state.setup.catalog.abilities[frame.ability]
    if frame.next_effect >= len(ability.do):
        pop(state)
        if frame.card >= 0:
            state.discard[frame.card] += 1  # CARD-7
        return False
    context = AbilityContext(
        frame.seat,
        frame.bearer,
        frame.subject,
        frame.source,
        ability.card,
        frame.attack,
        frame.space,
        frame.steps,
        frame.adjacent_seen_by,
        frame.adjacent_sees,
        point=frame.point,
    )
    effect = ability.do[frame.next_effect]
    swap(state, frame._replace(next_effect=frame.next_effect + 1))
    if frame.choice >= 0 and frame.next_effect != frame.choice:
        return False
    if frame.next_effect > 0 and _walker_lost(state, ability, context, frame.picked):
        return False
    holds = condition_holds(state, effect.condition, ability, context, frame.picked)
    if holds and count_effect(state):
        _carry_out(state, ability, effect, context, frame)
    return False


def _walker_lost(state: State, ability: Ability, context: AbilityContext, picked: int) -> bool:
    """Return True if the walker fell on the way, which ends the ability (effects.md part 6)."""
    walker = mover_of(ability, context, picked) if ability.moves else -1
    return walker >= 0 and state.space[walker] < 0


def _carry_out(
    state: State, ability: Ability, effect: Effect, context: AbilityContext, frame: Resolve
) -> None:
    match effect:
        case Walk() | Follow() | Jump():
            _start_moving(state, effect, context, mover_of(ability, context, frame.picked))
        case Modify() | Permit() | Forbid() if effect.until is Until.ATTACK:
            _for_this_attack(state, ability, effect, context, frame.picked)
        case Modify() | Permit() | Forbid() | Heal() | Incapacitate() | PushAway() | ToBase():
            for unit in targets(state, ability, effect, context, frame.picked):
                _on_unit(state, effect, context, unit)
        case _:
            if would_change(state, ability, effect, context, frame.picked):
                _as_a_whole(state, ability, effect, context, frame.picked)


def _as_a_whole(
    state: State, ability: Ability, effect: Whole, context: AbilityContext, picked: int
) -> None:
    """Resolve an effect that happens completely or not at all."""
    match effect:
        case GrantPhase():
            _grant(state, effect, context)
        case Collect():
            if effect.gain is Gain.CARD:
                push(state, Drawing(context.seat, effect.n))
            else:
                take_shells(state, context.seat, effect.n)
        case AddRounds():
            state.round = max(state.setup.ruleset.hyper_cube_floor, state.round + effect.n)
            if state.emit is not None:
                state.emit(CounterMoved(state.round))
        case PlaceToken():
            state.tokens = (*state.tokens, PlacedToken(effect.token, context.point, context.seat))
            if state.emit is not None:
                state.emit(TokenPlaced(effect.token, context.point, context.seat))
        case Capture():
            capture(state, context.bearer, context.seat, picked)
        case MakeAttack():
            _fixed_attack(state, ability, effect, context, picked)
        case Swap():
            _swap_units(state, *swapped_units(ability, effect, context, picked))
        case Redirect():
            target = unit_of(ability, aim_of(ability, effect), context, picked)
            attack = attack_at(state, context.attack)
            swap_at(state, context.attack, attack._replace(target=target))
            if state.emit is not None:
                state.emit(Redirected(target))
        case _:
            assert_never(effect)


def _grant(state: State, effect: GrantPhase, context: AbilityContext) -> None:
    """Grant one more action, movement phase or unit phase (NOTE-AMC)."""
    for depth, frame in enumerate(state.stack):
        if effect.grant is Grant.UNIT_PHASE:
            if type(frame) is Turn:
                swap_at(state, depth, frame._replace(phases=frame.phases + 1))
        elif type(frame) is UnitPhase and frame.unit == context.bearer:
            if effect.grant is Grant.ACTION:
                swap_at(state, depth, frame._replace(actions=frame.actions + 1))
            else:
                swap_at(state, depth, frame._replace(movements=frame.movements + 1))
    if state.emit is not None:
        state.emit(Granted(context.seat, context.bearer, effect.grant.value))


def capture(state: State, unit: int, seat: int, space: int) -> None:
    """Give the point to the unit's team; with Birthday it draws a card (CAPTURE, SCEN)."""
    index = state.setup.terrain.point_at[space]
    before = state.owners[index]
    state.owners[index] = seat
    if state.emit is not None:
        state.emit(Captured(unit, seat, space, before))
    raise_captured(state, unit, space)
    if state.setup.ruleset.birthday:
        push(state, Drawing(seat, 1))  # AMB-111: before bug cards are asked for


def _fixed_attack(
    state: State, ability: Ability, effect: MakeAttack, context: AbilityContext, picked: int
) -> None:
    """Start a fixed-strength attack, A1 to A6, such as a payback (effects.md part 6)."""
    attacker = context.bearer if context.bearer >= 0 else context.subject
    payback = ability.when is Trigger.RESOLVED and effect.on is Target.SOURCE
    target = -1
    if effect.shape is not Shape.ADJACENT:
        target = unit_of(ability, aim_of(ability, effect), context, picked)
    space = attack_origin(state, ability, effect, context)
    if state.emit is not None:
        state.emit(Declared(attacker, attacker >> 2, -1, target, effect.n, ability.card, payback))
    push(
        state,
        Attack(
            AttackSetup(
                attacker >> 2,
                attacker,
                space,
                card=ability.card,
                strength=effect.n,
                kind=effect.kind,
                payback=payback,
            ),
            target,
            effect.shape,
        ),
    )


def _swap_units(state: State, unit: int, other: int) -> None:
    """Exchange the spaces of two units: both have moved, and tokens on either space attack."""
    terrain = state.setup.terrain
    here, there = state.space[unit], state.space[other]
    steps = terrain.distance(here, there)
    first, second = adjacency_masks(state, unit), adjacency_masks(state, other)
    put(state, unit, there)
    put(state, other, here)
    if state.emit is not None:
        state.emit(Swapped(unit, other))
    # The frame pushed last runs first: both tokens, then both events, the active unit first.
    raise_moved(state, other, there, steps, Cause.SWAP, *second, unit)
    raise_moved(state, unit, here, steps, Cause.SWAP, *first, unit)
    step_on_token(state, other, came_from=there, trail=(there, here), pusher=-1)
    step_on_token(state, unit, came_from=here, trail=(here, there), pusher=-1)


def _start_moving(state: State, effect: Move, context: AbilityContext, unit: int) -> None:
    if not may_walk(state, unit):
        return
    match effect:
        case Walk():
            limit = movement(state, unit) if effect.steps is None else effect.steps
            push(state, Moving(unit, Cause.WALK, limit))
        case Follow():
            goals = follow_goals(state, unit, context.subject, context.steps)
            push(state, Moving(unit, Cause.FOLLOW, context.steps, goals))
        case Jump():
            if jump_goals(state, unit, effect.steps):
                push(state, Moving(unit, Cause.JUMP, effect.steps))
        case _:
            assert_never(effect)


def _for_this_attack(
    state: State, ability: Ability, effect: Lasting, context: AbilityContext, picked: int
) -> None:
    """Record an effect that lasts until the end of the attack in its frame."""
    attack = attack_at(state, context.attack)
    match effect:
        case Permit():
            if effect.allow & Allow.SPLASH and attack.shape is Shape.SINGLE:
                attack = attack._replace(shape=Shape.SPLASH)
        case Forbid():
            units = [-1]
            if ability.when is not Trigger.ATTACK:
                units = targets(state, ability, effect, context, picked)
            denied = ((unit, effect.deny) for unit in units)
            attack = attack._replace(denied=(*attack.denied, *denied))
        case Modify():
            if effect.rating is Rating.TOUGHNESS:
                units = targets(state, ability, effect, context, picked)
                boosts = ((unit, effect.n) for unit in units)
                attack = attack._replace(boosts=(*attack.boosts, *boosts))
        case _:
            assert_never(effect)
    swap_at(state, context.attack, attack)


def _on_unit(state: State, effect: OnUnit, context: AbilityContext, unit: int) -> None:
    place = state.space[unit]
    if isinstance(effect, ToBase):
        if place < 0:
            send_home(state, unit)
        return
    if place < 0:
        return
    if not isinstance(effect, Heal) and in_base_of_enemy(state, unit, context.seat):
        return  # BASE-1
    match effect:
        case Heal():
            healed = min(effect.n, state.wounds[unit])
            cured = effect.cure and state.down[unit] > 0
            state.wounds[unit] -= healed  # HEAL-4, HEAL-5
            if cured:
                state.down[unit] = 0
            if state.emit is not None and (healed or cured):
                state.emit(Healed(unit, healed, cured))
        case Incapacitate():
            if not denies(state, unit) & Deny.INCAPACITATE:
                state.down[unit] = 1  # AMB-71: counted from the latest incapacitation
                if state.emit is not None:
                    state.emit(Incapacitated(unit))
        case PushAway():
            _push(state, effect, context, unit)
        case Modify() | Permit() | Forbid():
            _timed(state, effect, context, unit)
        case _:
            assert_never(effect)


def _push(state: State, effect: PushAway, context: AbilityContext, unit: int) -> None:
    """Start a push by an attack, its recoil, a token or a card (PUSH, AMB-85, AMB-129)."""
    if context.attack >= 0:
        attack = attack_at(state, context.attack)
        declared = attack.declared
        if declared.token >= 0:
            push(state, Back(unit, declared.came_from, declared.trail))
            return
        recoil = effect.away_from is Target.SUBJECT
        origin = push_origin(state, effect, context)
        seat = -1 if recoil else declared.seat
        pusher = -1 if recoil else declared.unit
        card = "" if recoil else declared.card
    else:
        origin, seat, pusher, card = (
            push_origin(state, effect, context),
            context.seat,
            context.bearer,
            context.card,
        )
    push(state, Push(unit, origin, seat, pusher, card=card, left=effect.n))


def _timed(state: State, effect: Lasting, context: AbilityContext, unit: int) -> None:
    """Start a timed effect; a power card that outlasts the unit phase stays on the table."""
    card = -1
    top = state.stack[-1]
    if (
        effect.until in (Until.TURN, Until.NEXT_TURN, Until.THEIR_TURN)
        and type(top) is Resolve
        and top.card >= 0
    ):
        card = top.card
        swap(state, top._replace(card=-1))
    timed = Timed(unit, context.seat, effect.effect_kind, 0, 0, effect.until, card=card)
    match effect:
        case Modify():
            timed = timed._replace(what=int(effect.rating), n=effect.n)
        case Permit():
            timed = timed._replace(what=int(effect.allow), acts=effect.acts)
        case Forbid():
            timed = timed._replace(what=int(effect.deny))
        case _:
            assert_never(effect)
    state.timed = (*state.timed, timed)
    if state.emit is not None:
        state.emit(Changed(unit, effect))
