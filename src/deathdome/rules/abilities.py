"""Usable abilities: the ways to use them and their limits (effects.md parts 1 and 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.actions import EVERYBODY, Action, ActionKind, make_action, option
from deathdome.model.vocabulary import EffectKind, Period, Role, Trigger
from deathdome.rules.applicability import would_change
from deathdome.rules.gear import hands_of, usable_zone
from deathdome.rules.moving import may_walk
from deathdome.rules.stack import attack_at, chain_broken, is_dying, resolving
from deathdome.rules.targeting import candidates, condition_holds, mover_of, window_context

if TYPE_CHECKING:
    from deathdome.model.catalog import Ability
    from deathdome.model.state import State
    from deathdome.rules.targeting import AbilityContext

# -- limits ----------------------------------------------------------------------------------------

TURN_KEY: Final = 1 << 16
PHASE_KEY: Final = 2 << 16
WEAPON_KEY: Final = 3 << 16


def limit_key(ability: Ability) -> int:
    """Return the key in `State.uses` that counts uses of an ability beyond one attack."""
    assert ability.limit is not None
    if ability.limit.per is Period.TURN:
        return TURN_KEY | ability.id
    if ability.limit.per is Period.PHASE:
        return PHASE_KEY | ability.id
    return ability.id


def within_limit(state: State, ability: Ability, attack: int) -> bool:
    """Return True if the ability has a use left (effects.md part 7)."""
    limit = ability.limit
    if limit is None:
        return True
    if limit.per is Period.ATTACK:
        return attack < 0 or _uses_in(state, ability, attack) < limit.n
    return state.uses.get(limit_key(ability), 0) < limit.n


def helps_mates(ability: Ability) -> bool:
    """Return True if the ability reacts to wounds of teammates, like a pager (NOTE-PAGER)."""
    return ability.when is Trigger.WOUNDED and ability.who is Role.MATE


def _uses_in(state: State, ability: Ability, attack: int) -> int:
    """Count uses in one attack; a unit's pagers count together (AMB-82)."""
    used = attack_at(state, attack).used
    bearer = state.gear.bearer.get(int(ability.id), -1)
    if bearer < 0 or not helps_mates(ability):
        return used.count(ability.id)
    abilities = state.setup.catalog.abilities
    return sum(
        state.gear.bearer.get(one, -1) == bearer and helps_mates(abilities[one]) for one in used
    )


def count_use(state: State, key: int) -> None:
    """Count one more use."""
    state.uses = {**state.uses, key: state.uses.get(key, 0) + 1}


def refill(state: State, *, phase: bool = False, seat: int = -1) -> None:
    """Reset the uses of the last unit phase, or the per-turn uses of one team's abilities."""
    if not state.uses:
        return
    bearer = state.gear.bearer

    def stays(key: int) -> bool:
        period = key & ~0xFFFF
        if phase:
            return period != PHASE_KEY
        return period != TURN_KEY or bearer.get(key & 0xFFFF, -1) >> 2 != seat

    state.uses = {key: count for key, count in state.uses.items() if stays(key)}


# -- ways ------------------------------------------------------------------------------------------


def variants(state: State, ability: Ability, context: AbilityContext) -> list[tuple[int, int]]:
    """List every way to use the ability now, as (picked or -1, effect chosen or -1).

    [] if it cannot be used. The caller checks trigger, roles, zone, limit and guard: see `usable`.
    """
    pick = ability.pick
    if pick is None:
        choices = [-1]
    elif pick.all:
        choices = [EVERYBODY] if candidates(state, pick, context) else []
    elif pick.side is Role.SELF and ability.when is Trigger.DEFEND:
        hits = attack_at(state, context.attack).hits
        choices = [unit for unit in hits if unit >> 2 == context.seat]
    else:
        choices = candidates(state, pick, context)
    found: list[tuple[int, int]] = []
    walks = ability.moves
    for picked in choices:
        if walks and not may_walk(state, mover_of(ability, context, picked)):
            continue  # an incapacitated unit cannot walk, so the ability is unavailable
        if ability.choose is not None:
            found.extend(
                (picked, index)
                for index, effect in enumerate(ability.do)
                if would_change(state, ability, effect, context, picked)
            )
        elif any(would_change(state, ability, effect, context, picked) for effect in ability.do):
            found.append((picked, -1))
    return found


def _hopeless(state: State, ability: Ability) -> bool:
    """Return True if the only effect needs a hurt or jailed unit and there is none."""
    effect_kind = ability.only
    if effect_kind is EffectKind.HEAL:
        return not any(state.wounds) and not any(state.down)
    return effect_kind is EffectKind.BASE and min(state.space) >= 0


def usable(state: State, ability: Ability, context: AbilityContext) -> list[tuple[int, int]]:
    """`variants`, or [] if zone, limit, guard or conditions forbid the ability."""
    if _hopeless(state, ability):
        return []
    bearer = context.bearer
    if bearer >= 0:
        place = state.space[bearer]
        home = state.setup.terrain.home[bearer >> 2]
        # `resolved` and `died` refer to the moment of the hit, when the unit was still on the
        # board. A unit that strikes back, even a dead one, gets everything an attack includes.
        hit, strikes = bearer == context.subject, ability.when is Trigger.ATTACK
        past = strikes or (hit and ability.when in (Trigger.RESOLVED, Trigger.DIED))
        if not past and not usable_zone(ability, place, home):
            return []
        # A team collects the gains of a kill even if the killer dies in the same attack (AMB-138).
        gains = ability.only is EffectKind.GAIN
        farewell = strikes or (ability.when is Trigger.DIED and (hit or gains))
        if not farewell and is_dying(state, bearer):
            return []
    if not within_limit(state, ability, context.attack) or resolving(state, ability.id):
        return []
    if chain_broken(state) or not condition_holds(state, ability.condition, ability, context):
        return []
    return variants(state, ability, context)


def use_actions(
    found: list[tuple[int, int]], ability: Ability, card: int, subject: int = -1
) -> list[Action]:
    """Return one action per way: PLAY for a power card (card >= 0), otherwise USE."""
    kind, what, place = ActionKind.USE, int(ability.id), 0
    if card >= 0:
        kind, what, place = ActionKind.PLAY, card, ability.place
    return [
        make_action(kind, what, picked + 1, option(choice, subject, place))
        for picked, choice in found
    ]


ABILITIES: Final = frozenset({ActionKind.USE, ActionKind.PLAY})


def in_windows(state: State, triggers: tuple[Trigger, ...], seat: int, unit: int) -> list[Action]:
    """Return `window_actions` of several windows."""
    return [action for trigger in triggers for action in window_actions(state, trigger, seat, unit)]


def window_actions(
    state: State, trigger: Trigger, seat: int, unit: int, attack: int = -1
) -> list[Action]:
    """Return a team's actions in a window: abilities of `unit` (-1: of all its units) and cards."""
    options: list[Action] = []
    windows = state.gear.windows
    for bearer in (unit,) if unit >= 0 else range(seat * 4, seat * 4 + 4):
        if trigger in windows[bearer]:
            context = window_context(state, trigger, seat, bearer, attack)
            for ability in windows[bearer][trigger]:
                found = usable(state, ability, context)
                options.extend(use_actions(found, ability, -1))
    hands = hands_of(state.setup.catalog)
    if not hands.playable[trigger].isdisjoint(state.hands[seat]):
        cards = hands.by_trigger[trigger]
        last = -1
        context = window_context(state, trigger, seat, unit, attack, from_hand=True)
        for card in state.hands[seat]:
            if card != last and card in cards:
                last = card
                for ability in cards[card]:
                    found = usable(state, ability, context)
                    options.extend(use_actions(found, ability, card))
    return options
