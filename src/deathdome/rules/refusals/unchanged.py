"""Why an effect would change nothing now (CARD-12, AMB-133), in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.actions import EVERYBODY
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
from deathdome.model.names import the_unit
from deathdome.model.state import HAND_LIMIT
from deathdome.model.vocabulary import Allow, Deny, Gain, Grant, Trigger, Until
from deathdome.rules.changes import open_phase
from deathdome.rules.picks import in_base_of_enemy, mover_of, targets
from deathdome.rules.refusals.lacking import missing_text
from deathdome.rules.stack import is_dying
from deathdome.rules.units import allows, denies, in_base

if TYPE_CHECKING:
    from deathdome.model.catalog import Ability
    from deathdome.model.effects import Effect, Move
    from deathdome.model.state import State
    from deathdome.rules.picks import Moment

_NOTHING = "it would change nothing now"
_NO_UNIT = "no unit is there for it"


def unchanged_text(
    state: State, ability: Ability, effects: tuple[Effect, ...], moment: Moment, picked: int
) -> str:
    """Name the missing thing for the first effect that has one to name."""
    texts = [_text(state, ability, effect, moment, picked) for effect in effects]
    return next(filter(None, texts), _NOTHING)


def _text(state: State, ability: Ability, effect: Effect, moment: Moment, picked: int) -> str:
    missing = missing_text(state, moment.seat, ability, effect)
    if missing:
        return missing
    match effect:
        case Walk() | Follow() | Jump():
            return _move_text(state, effect, mover_of(ability, moment, picked))
        case Collect(gain=Gain.CARD):
            return f"the hand is full: it holds {HAND_LIMIT} cards"
        case GrantPhase() if effect.grant is not Grant.UNIT_PHASE:
            bearer = moment.bearer
            if bearer < 0 or open_phase(state, bearer) is None:
                return "no unit phase of its bearer is open"
            return f"a card denies {the_unit(state.table, bearer)} its movement phase"
        case PlaceToken():
            return "another token is on that point"
        case Swap():
            return "each of the two must be able to stand on the other's space"
        case MakeAttack():
            return "no enemy can be hit"
        case Redirect():
            return "the attack cannot be turned to that unit"
        case _ if ability.when is Trigger.ATTACK:
            return "this attack has that already"
        case Heal() if picked == EVERYBODY:
            return "no unit in reach is hurt"
        case _:
            units = targets(state, ability, effect, moment, picked)
            return _unit_text(state, effect, moment, units[0]) if units else _NO_UNIT


def _move_text(state: State, effect: Move, mover: int) -> str:
    if mover < 0 or state.space[mover] < 0:
        return "no unit can make the move"
    who = the_unit(state.table, mover)
    match effect:
        case Walk():
            return f"{who} cannot take a step"
        case Follow():
            return f"{who} has no way to follow"
        case Jump():
            return f"{who} has no free space to jump to"


def _unit_text(state: State, effect: Effect, moment: Moment, unit: int) -> str:
    """The reason why an effect leaves one unit as it is."""
    if unit < 0:
        return _NO_UNIT
    who = the_unit(state.table, unit)
    if isinstance(effect, ToBase):
        return f"{who} is not in a jail"
    if state.space[unit] < 0:
        return f"{who} is in a jail"
    if is_dying(state, unit):
        return f"{who} is dying"
    if isinstance(effect, Heal):
        return f"{who} is {'neither hurt nor incapacitated' if effect.cure else 'not hurt'}"
    if in_base_of_enemy(state, unit, moment.seat):
        return f"{who} is safe in its base"
    match effect:
        case Modify() | Permit() | Forbid() if (
            effect.until is Until.PHASE and open_phase(state, unit) is None
        ):
            return f"the unit phase of {who} is not open"
        case Permit() if effect.allow & Allow.ACT_MID_MOVE or allows(state, unit):
            return f"{who} may do that already"
        case Forbid():
            return f"{who} has that already"
        case Incapacitate():
            protected = denies(state, unit) & Deny.INCAPACITATE
            return f"{who} {'cannot be incapacitated' if protected else 'is incapacitated already'}"
        case PushAway():
            if denies(state, unit) & Deny.PUSH or in_base(state, unit):
                return f"{who} cannot be pushed"
            return f"{who} has no free space behind it"
        case _:
            return ""
