"""Reasons independent of timing: a card is elsewhere, its bearer is down, no unit is hurt.

They are checked before timing, so a refusal names the missing thing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.actions import EVERYBODY, ActionKind, a_of, kind_of, picked_of
from deathdome.model.decisions import Operands, Question, Reason
from deathdome.model.effects import (
    AddRounds,
    Collect,
    Follow,
    Forbid,
    GrantPhase,
    Heal,
    Incapacitate,
    Jump,
    MakeAttack,
    Modify,
    Move,
    Permit,
    PlaceToken,
    PushAway,
    Redirect,
    Swap,
    ToBase,
    Walk,
)
from deathdome.model.frames import Attack, ReactionWindow, UnitPhase
from deathdome.model.state import HAND_LIMIT
from deathdome.model.vocabulary import (
    Allow,
    Cause,
    Deny,
    EffectKind,
    Gain,
    Grant,
    Role,
    Target,
    Trigger,
    Until,
    Zone,
)
from deathdome.rules.applicability import open_phase
from deathdome.rules.refusals.nearest import seat_of, wrong_side
from deathdome.rules.stack import acting_unit, is_dying
from deathdome.rules.targeting import aim_of, in_base_of_enemy, mover_of, role_fits, targets
from deathdome.rules.units import allows, denies, in_base

if TYPE_CHECKING:
    from deathdome.model.actions import Action
    from deathdome.model.catalog import Ability, Pick
    from deathdome.model.decisions import Decision
    from deathdome.model.effects import Effect
    from deathdome.model.state import State
    from deathdome.rules.targeting import AbilityContext

_WINDOWS: Final = {
    Question.TURN: (Trigger.BETWEEN, Trigger.TURN),
    Question.UNIT_PHASE: (Trigger.ACTION, Trigger.PHASE, Trigger.TURN),
    Question.ATTACK_CARDS: (Trigger.ATTACK,),
    Question.DEFENCE_CARDS: (Trigger.DEFEND,),
}


def open_windows(state: State, asked: Decision) -> tuple[Trigger, ...]:
    """Return the triggers whose abilities answer the open question."""
    frame = state.stack[-1]
    return (
        (frame.trigger,) if isinstance(frame, ReactionWindow) else _WINDOWS.get(asked.question, ())
    )


def active_unit(state: State, asked: Decision) -> int:
    """Return the unit whose abilities answer the open question; -1 for a whole team's."""
    frame = state.stack[-1]
    if asked.question in (Question.UNIT_PHASE, Question.ATTACK_CARDS):
        assert isinstance(frame, UnitPhase | Attack)
        return acting_unit(frame)
    return -1


def timeless_reason(state: State, asked: Decision, action: Action) -> Reason | None:
    """Return the reason to refuse a LAY, PLAY or USE at any question, if there is one."""
    kind, seat = kind_of(action), asked.seat
    if kind is ActionKind.USE:
        ability = state.setup.catalog.abilities[a_of(action)]
        reason = _bearer(state, seat, ability) or _missing_for_all(state, seat, action, (ability,))
        return reason or _bystander(state, asked, ability)
    card = a_of(action)
    if card not in state.hands[seat]:
        return Reason("not-in-hand", "CARD-9", {"team": seat, "card": card}, need=1, have=0)
    if kind is ActionKind.LAY:
        return None
    abilities = state.setup.catalog.power_cards[card].abilities
    if not abilities:
        return Reason("value-only", "CARD-3")
    return _missing_for_all(state, seat, action, abilities)


# -- the unit that has the card --------------------------------------------------------------------


def _bearer(state: State, seat: int, ability: Ability) -> Reason | None:
    """Refuse a card that no unit of yours has, or whose unit cannot use it."""
    bearer = state.gear.bearer.get(int(ability.id), -1)
    if bearer < 0:
        return Reason("not-carried", "EQUIP-8", {"printed": ability.card})
    it = Operands(unit=bearer)
    if seat_of(bearer) != seat:
        return Reason("not-own-unit", "EQUIP-8", it, "bearer")
    if ability.when is Trigger.ALWAYS:
        return Reason("always-on")
    place = state.space[bearer]
    if ability.zone is Zone.JAIL:
        return Reason("not-jailed", operands=it) if place >= 0 else None
    if place < 0 and not _struck(state, ability, bearer):
        return Reason("jailed", "JAIL-2", {"unit": bearer, "jail": -1 - place})
    walks = _walks_first(state, ability, bearer)
    if state.down[bearer] and (_needs_phase(ability) or _moves_bearer(ability) or walks):
        rule = "PHASE-6" if _needs_phase(ability) else "INCAP-2"
        return Reason("incapacitated", rule, it)
    return None


def _bystander(state: State, asked: Decision, ability: Ability) -> Reason | None:
    """Refuse an ability of the active unit if the bearer is another unit."""
    bearer, active = state.gear.bearer[int(ability.id)], active_unit(state, asked)
    if ability.when not in open_windows(state, asked) or active in (-1, bearer):
        return None
    return Reason("not-active", "PHASE-4", {"unit": bearer, "other": active})


def _struck(state: State, ability: Ability, bearer: int) -> bool:
    """Return True if the open event happened to the bearer while it was on the board."""
    frame = state.stack[-1]
    past = ability.when in (Trigger.RESOLVED, Trigger.DIED)
    return past and isinstance(frame, ReactionWindow) and bearer in frame.subjects


def _needs_phase(ability: Ability) -> bool:
    """Return True if the ability is used in its bearer's unit phase, or adds to that phase."""
    grants = all(
        isinstance(effect, GrantPhase) and effect.grant is not Grant.UNIT_PHASE
        for effect in ability.do
    )
    return grants or ability.when in (Trigger.ACTION, Trigger.PHASE)


def _walks_first(state: State, ability: Ability, bearer: int) -> bool:
    """Return True if the ability follows a move by its bearer that has not just happened."""
    frame, condition = state.stack[-1], ability.condition
    made = isinstance(frame, ReactionWindow) and bearer in frame.subjects
    own = ability.when is Trigger.MOVED and ability.who is Role.SELF
    cause = condition.cause if condition is not None else None
    return own and not made and cause in (Cause.WALK, Cause.FOLLOW, Cause.JUMP)


def _moves_bearer(ability: Ability) -> bool:
    """Return True if the ability makes its bearer walk, follow or jump (AMB-144)."""
    movers = {aim_of(ability, effect) for effect in ability.do if isinstance(effect, Move)}
    own = {Target.SELF, Target.SUBJECT} if ability.who is Role.SELF else {Target.SELF}
    return not movers.isdisjoint(own)


# -- things that an effect always needs ------------------------------------------------------------


def _missing_for_all(
    state: State, seat: int, action: Action, abilities: tuple[Ability, ...]
) -> Reason | None:
    """Return the missing thing if no ability of the card could ever have an effect now."""
    found = [_missing_for_ability(state, seat, ability, picked_of(action)) for ability in abilities]
    return None if None in found else found[0]


def _missing_for_ability(state: State, seat: int, ability: Ability, picked: int) -> Reason | None:
    pick = ability.pick
    units = pick is not None and pick.what == "unit" and 0 <= picked < len(state.space)
    wrong = pick is not None and units and not role_fits(pick.side, picked, -1, seat)
    lacks = [missing_for(state, seat, ability, effect) for effect in ability.do]
    first = lacks[0]
    if first is None or None in lacks:
        found = _no_pick(state, seat, ability, picked) if pick is not None else None
        found = found or _idle_pick(state, seat, ability, picked, wrong=wrong)
        return wrong_side(pick) if found and wrong and pick is not None else found
    if pick is not None and wrong:
        return wrong_side(pick)
    if ability.only is EffectKind.BASE and pick is not None and state.setup.board.jails:
        if pick.what == "jail":
            return Reason("jail-empty", "CARD-12", first.operands, "all", need=1, have=0)
        if units:
            return Reason("not-jailed", operands={"unit": picked})
    return first


def _no_pick(state: State, seat: int, ability: Ability, picked: int) -> Reason | None:
    """Return the missing unit or control point if there is nothing to pick anywhere."""
    pick, terrain = ability.pick, state.setup.terrain
    assert pick is not None
    if pick.what == "point":
        if not terrain.point_at:
            return Reason("no-point", "CAPTURE-1", case="board")
        if any(owner != seat for owner in state.owners):
            return None
        return Reason("own-point", "CARD-12", {"team": seat}, "all")
    if pick.what != "unit" or pick.zone is Zone.JAIL:
        return None
    fitting = [unit for unit in range(len(state.space)) if role_fits(pick.side, unit, -1, seat)]
    open_to = [unit for unit in fitting if _open_to(state, seat, pick, unit)]
    # A mate is a unit other than the bearer, or other than the subject of the event.
    if pick.side is Role.SELF or len(open_to) > (pick.side is Role.MATE):
        return None
    if picked in fitting and picked not in open_to:
        return _out_of_reach(state, picked)
    outside = pick.zone is Zone.FIELD or pick.side is Role.ENEMY
    case = "field" if outside else "board"
    return Reason("no-target", "JAIL-3", {"role": pick.side}, case)


def _idle_pick(
    state: State, seat: int, ability: Ability, picked: int, *, wrong: bool
) -> Reason | None:
    """Refuse a named jail, point or unit on which the ability can have no effect."""
    pick, terrain = ability.pick, state.setup.terrain
    if pick is None or picked < 0 or wrong:
        return None
    if pick.what == "jail":
        if picked >= len(state.setup.board.jails) or -1 - picked in state.space:
            return None
        return Reason("jail-empty", "CARD-12", {"jail": picked}, need=1, have=0)
    if pick.what == "point":
        at = terrain.point_at.get(picked)
        if at is None:
            return Reason("no-point", "CAPTURE-1")
        if state.owners[at] != seat:
            return None
        return Reason("own-point", "CARD-12", {"team": seat})
    if picked >= len(state.space):
        return None
    return _idle_unit(state, seat, ability, picked)


def _idle_unit(state: State, seat: int, ability: Ability, picked: int) -> Reason | None:
    """Return the reason why a unit is not a target, at any distance."""
    place, pick = state.space[picked], ability.pick
    assert pick is not None
    if pick.zone is Zone.JAIL:
        return Reason("not-jailed", operands={"unit": picked}) if place >= 0 else None
    if not _open_to(state, seat, pick, picked):
        return _out_of_reach(state, picked)
    heals = [
        effect
        for effect in ability.do
        if isinstance(effect, Heal) and aim_of(ability, effect) is Target.PICKED
    ]
    if len(heals) < len(ability.do) or state.wounds[picked]:
        return None
    cures = any(effect.cure for effect in heals)
    if cures and state.down[picked]:
        return None
    return no_effect("unhurt", {"unit": picked, "cure": cures})


def _out_of_reach(state: State, unit: int) -> Reason:
    """Refuse a unit in a jail or in its base."""
    place = state.space[unit]
    if place < 0:
        return Reason("target-jailed", "JAIL-3", {"unit": unit, "jail": -1 - place})
    return Reason("target-in-base", "BASE-1", {"unit": unit})


def _open_to(state: State, seat: int, pick: Pick, unit: int) -> bool:
    """Return True if the pick may find the unit where it is, at any distance."""
    if state.space[unit] < 0:
        return False
    outside = pick.zone is Zone.FIELD or seat_of(unit) != seat
    return not (outside and in_base(state, unit))


def missing_for(state: State, seat: int, ability: Ability, effect: Effect) -> Reason | None:
    """Return the thing that an effect needs in order to change anything."""
    own = _own_only(ability, effect)
    match effect:
        case Heal():
            down = effect.cure and any(_of(state.down, seat, own=own))
            if not down and not any(_of(state.wounds, seat, own=own)):
                return no_effect("none-hurt", {"own": own, "cure": effect.cure})
        case ToBase() if ability.zone is not Zone.JAIL:
            if not state.setup.board.jails:
                return no_effect("no-jails")
            if not any(place < 0 for place in _of(state.space, seat, own=own)):
                return no_effect("none-jailed", {"own": own})
        case Collect(gain=Gain.CARD):
            if not any(state.deck) and not any(state.discard):
                return no_effect("no-cards")
        case PlaceToken() if any(placed.token == effect.token for placed in state.tokens):
            return no_effect("token-there", {"token": effect.token})
        case AddRounds():
            floor = state.setup.ruleset.hyper_cube_floor
            if max(floor, state.round + effect.n) == state.round:
                return no_effect("rounds", {"amount": state.round})
        case _:
            pass
    return None


def no_effect(case: str, operands: Operands | None = None) -> Reason:
    """Return the refusal of an ability that would change nothing (CARD-12)."""
    return Reason("no-effect", "CARD-12", operands or {}, case)


def _own_only(ability: Ability, effect: Effect) -> bool:
    """Return True if only units of the seat's team can be meant."""
    aim, pick = aim_of(ability, effect), ability.pick
    role = Role.SELF if aim is Target.SELF else Role.ANY
    if aim is Target.PICKED and pick is not None and pick.what == "unit":
        role = pick.side
    elif aim is Target.SUBJECT:
        role = ability.who
    return role in (Role.SELF, Role.MATE, Role.ALLY)


def _of(values: list[int], seat: int, *, own: bool) -> list[int]:
    """Return values of the units of one team, or of all."""
    return values[seat * 4 : seat * 4 + 4] if own else values


# -- unchanged -------------------------------------------------------------------------------------


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
