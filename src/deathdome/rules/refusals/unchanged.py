"""Refusals of effects that would change nothing now (CARD-12, AMB-133)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.actions import EVERYBODY
from deathdome.model.decisions import Operands
from deathdome.model.effects import (
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
from deathdome.model.state import HAND_LIMIT
from deathdome.model.vocabulary import Allow, Deny, Gain, Grant, Trigger, Until
from deathdome.rules.applicability import open_phase
from deathdome.rules.refusals.missing import missing_for, no_effect
from deathdome.rules.stack import is_dying
from deathdome.rules.targeting import in_base_of_enemy, mover_of, targets
from deathdome.rules.units import allows, denies, in_base

if TYPE_CHECKING:
    from deathdome.model.catalog import Ability
    from deathdome.model.decisions import Reason
    from deathdome.model.effects import Effect, Move
    from deathdome.model.state import State
    from deathdome.rules.targeting import AbilityContext


def unchanged(
    state: State,
    ability: Ability,
    effects: tuple[Effect, ...],
    context: AbilityContext,
    picked: int,
) -> Reason:
    """Return the reason of the first effect that names a missing thing."""
    found = (_why(state, ability, effect, context, picked) for effect in effects)
    return next(filter(None, found), no_effect("now"))


def _why(
    state: State, ability: Ability, effect: Effect, context: AbilityContext, picked: int
) -> Reason | None:
    lacks = missing_for(state, context.seat, ability, effect)
    if lacks is not None:
        return lacks
    match effect:
        case Walk() | Follow() | Jump():
            return _no_move(state, effect, mover_of(ability, context, picked))
        case Collect(gain=Gain.CARD):
            return no_effect("hand-full", {"amount": HAND_LIMIT})
        case GrantPhase() if effect.grant is not Grant.UNIT_PHASE:
            bearer = context.bearer
            if bearer < 0 or open_phase(state, bearer) is None:
                return no_effect("no-phase")
            return no_effect("movement-denied", {"unit": bearer})
        case PlaceToken():
            return no_effect("other-token")
        case Swap():
            return no_effect("swap")
        case MakeAttack():
            return no_effect("no-enemy")
        case Redirect():
            return no_effect("redirect")
        case _ if ability.when is Trigger.ATTACK:
            return no_effect("attack-has")
        case Heal() if picked == EVERYBODY:
            return no_effect("none-hurt-near")
        case _:
            units = targets(state, ability, effect, context, picked)
            unit = units[0] if units else -1
            return _unmoved(state, effect, context, unit) if unit >= 0 else no_effect("no-unit")


def _no_move(state: State, effect: Move, mover: int) -> Reason:
    if mover < 0 or state.space[mover] < 0:
        return no_effect("no-mover")
    match effect:
        case Walk():
            return no_effect("no-step", {"unit": mover})
        case Follow():
            return no_effect("no-way", {"unit": mover})
        case Jump():
            return no_effect("no-jump", {"unit": mover})


def _unmoved(state: State, effect: Effect, context: AbilityContext, unit: int) -> Reason | None:
    """Return the reason why an effect leaves one unit as it is."""
    it = Operands(unit=unit)
    if isinstance(effect, ToBase):
        return no_effect("not-jailed", it)
    if state.space[unit] < 0:
        return no_effect("jailed", it)
    if is_dying(state, unit):
        return no_effect("dying", it)
    if isinstance(effect, Heal):
        return no_effect("unhurt", {"unit": unit, "cure": effect.cure})
    if in_base_of_enemy(state, unit, context.seat):
        return no_effect("in-base", it)
    match effect:
        case Modify() | Permit() | Forbid() if (
            effect.until is Until.PHASE and open_phase(state, unit) is None
        ):
            return no_effect("phase-closed", it)
        case Permit() if effect.allow & Allow.ACT_MID_MOVE or allows(state, unit):
            return no_effect("may-already", it)
        case Forbid():
            return no_effect("has-already", it)
        case Incapacitate():
            protected = denies(state, unit) & Deny.INCAPACITATE
            return no_effect("protected" if protected else "down-already", it)
        case PushAway():
            if denies(state, unit) & Deny.PUSH or in_base(state, unit):
                return no_effect("unpushable", it)
            return no_effect("no-space-behind", it)
        case _:
            return None
