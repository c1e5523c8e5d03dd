"""Refusals of abilities and power cards (CARD, effects.md parts 1 to 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.actions import ActionKind, a_of, choice_of, kind_of, picked_of, subject_of
from deathdome.model.decisions import Question, Reason
from deathdome.model.frames import Attack, ReactionWindow, Turn, UnitPhase
from deathdome.model.vocabulary import Deny, Trigger, Zone
from deathdome.rules.abilities import helps_mates, within_limit
from deathdome.rules.applicability import would_change
from deathdome.rules.gear import hands_of
from deathdome.rules.reactions import fits_event, has_answered, reaction_context
from deathdome.rules.refusals.missing import active_unit, open_windows, unchanged
from deathdome.rules.refusals.nearest import choice_reason, first, offered, pick_reason
from deathdome.rules.refusals.unit_phases import spent
from deathdome.rules.stack import attack_at, chain_broken, is_dying, resolving
from deathdome.rules.targeting import condition_holds, mover_of, window_context
from deathdome.rules.units import in_base

if TYPE_CHECKING:
    from deathdome.model.actions import Action
    from deathdome.model.catalog import Ability
    from deathdome.model.decisions import Decision
    from deathdome.model.state import State
    from deathdome.rules.targeting import AbilityContext

_RULES: Final = {
    Trigger.ALWAYS: "",
    Trigger.ACTION: "CARD-5",
    Trigger.BETWEEN: "CARD-6",
    Trigger.PHASE: "CARD-4",
    Trigger.TURN: "AMB-149",
    Trigger.ATTACK: "ATTACK-5",
    Trigger.DEFEND: "ATTACK-5",
    Trigger.DECLARED: "AMB-149",
    Trigger.WOUNDED: "AMB-149",
    Trigger.RESOLVED: "AMB-149",
    Trigger.DIED: "AMB-149",
    Trigger.MOVED: "AMB-149",
    Trigger.ENTERED: "",
    Trigger.CAPTURED: "AMB-149",
    Trigger.STARTED: "AMB-149",
}
_HELD_UP: Final = (Trigger.ACTION, Trigger.PHASE, Trigger.TURN)  # while an attack is open


# -- power cards -----------------------------------------------------------------------------------


def why_not_lay(state: State, asked: Decision, action: Action) -> Reason:
    """Refuse a power card for its value."""
    del state, action
    return _denied(asked)


def why_not_play(state: State, asked: Decision, action: Action) -> Reason:
    """Refuse a power card for its ability."""
    card, catalog = a_of(action), state.setup.catalog
    near = nearest_use(asked, action)
    by_trigger = hands_of(catalog).by_trigger
    windows = open_windows(state, asked)
    fitting = [ability for when in windows for ability in by_trigger[when].get(card, ())]
    meant = catalog.ability_of(action)
    if not fitting:
        return _wrong_window(state, asked, meant, near)
    ability = meant if meant in fitting else fitting[0]
    closed = _action_closed(state, asked, ability)
    if closed is not None:
        return closed
    if asked.question is Question.DEFENCE_CARDS and _denies_cards(state):
        return _denied(asked)
    return _use(state, asked, action, ability, active_unit(state, asked))._replace(near=near)


def _denies_cards(state: State) -> bool:
    frame = state.stack[-1]
    return isinstance(frame, Attack) and (-1, Deny.CARDS) in frame.denied


def _denied(asked: Decision) -> Reason:
    near = first(offered(asked, ActionKind.COMMIT))
    return Reason("cards-denied", operands={"team": asked.seat}, near=near)


# -- items, characters and tokens ------------------------------------------------------------------


def why_not_use(state: State, asked: Decision, action: Action) -> Reason:
    """Refuse an ability of an item or a character."""
    ability = state.setup.catalog.abilities[a_of(action)]
    bearer = state.gear.bearer[int(ability.id)]
    near = nearest_use(asked, action)
    if ability.when not in open_windows(state, asked):
        return _wrong_window(state, asked, ability, near)
    if asked.question is Question.DEFENCE_CARDS and bearer not in attack_hits(state):
        return Reason("not-hit", "CARD-8", {"unit": bearer}, near=near)
    closed = _action_closed(state, asked, ability)
    if closed is not None:
        return closed
    return _use(state, asked, action, ability, bearer)._replace(near=near)


def attack_hits(state: State) -> tuple[int, ...]:
    """Return units hit by the attack on top of the stack."""
    frame = state.stack[-1]
    return frame.hits if isinstance(frame, Attack) else ()


def _wrong_window(state: State, asked: Decision, ability: Ability, near: Action | None) -> Reason:
    rule, case = _RULES[ability.when], ""
    if ability.when in _HELD_UP and _held_up(state, asked.seat):
        # The turn or the phase is open below the attack or the reaction.
        attack = any(isinstance(frame, Attack) for frame in state.stack)
        case = "attack" if attack else "reaction"
        rule = "AMB-150" if ability.when is Trigger.TURN else rule
    return Reason("wrong-window", rule, {"trigger": ability.when}, case, near=near)


def _held_up(state: State, seat: int) -> bool:
    """Return True if an attack or a reaction holds up the team's own turn."""
    own = any(isinstance(frame, Turn) and frame.seat == seat for frame in state.stack)
    return own and not isinstance(state.stack[-1], Turn | UnitPhase)


def _action_closed(state: State, asked: Decision, ability: Ability) -> Reason | None:
    """Refuse an ability that needs an action if there is none to spend."""
    frame = state.stack[-1]
    if ability.when is not Trigger.ACTION or not isinstance(frame, UnitPhase):
        return None
    if frame.actions <= 0:
        return spent(asked)
    if in_base(state, frame.unit):
        return Reason("in-base", "BASE-3", case="action")
    return None


def nearest_use(asked: Decision, action: Action) -> Action | None:
    """Return the legal use of the same card most like the one asked for, or the card's value."""
    kind, card = kind_of(action), a_of(action)
    uses = [option for option in offered(asked, kind) if a_of(option) == card]
    if not uses and kind is not ActionKind.USE:
        values = offered(asked, ActionKind.LAY)
        return first(one for one in values if kind is ActionKind.LAY or a_of(one) == card)
    return min(
        uses,
        key=lambda option: (
            picked_of(option) != picked_of(action),
            subject_of(option) != subject_of(action),
            choice_of(option) != choice_of(action),
            int(option),
        ),
        default=None,
    )


# -- the ability itself ----------------------------------------------------------------------------


def _use(state: State, asked: Decision, action: Action, ability: Ability, bearer: int) -> Reason:
    """Refuse an ability whose trigger is right."""
    frame = state.stack[-1]
    subject = subject_of(action)
    if isinstance(frame, ReactionWindow):
        reason = _not_answered(state, frame, ability, bearer, subject)
        if reason is not None:
            return reason
        context = reaction_context(state, frame, asked.seat, bearer, subject)
        if not fits_event(state, frame, ability, context):
            return Reason("not-concerned", operands={"printed": ability.card})
    else:
        if subject >= 0:
            return Reason("wrong-subject", case="none")
        depth = len(state.stack) - 1 if isinstance(frame, Attack) else -1
        context = window_context(state, ability.when, asked.seat, bearer, depth)
    from_hand = kind_of(action) is ActionKind.PLAY
    context = context._replace(from_hand=from_hand)
    reason = _zone(state, ability, context)
    if reason is None and not condition_holds(state, ability.condition, ability, context):
        reason = Reason("condition", operands={"printed": ability.card})
    picked, choice = picked_of(action), choice_of(action)
    reason = (
        reason or pick_reason(state, ability, context, picked) or choice_reason(ability, choice)
    )
    return reason or _idle(state, ability, context, picked, choice)


def _not_answered(
    state: State, frame: ReactionWindow, ability: Ability, bearer: int, subject: int
) -> Reason | None:
    """Refuse a subject that the ability cannot answer in the open event."""
    subjects = frame.subjects
    target = attack_at(state, frame.attack).target if frame.attack >= 0 else -1
    follows = frame.trigger is Trigger.RESOLVED and bearer == frame.source and target in subjects
    if follows or frame.trigger is Trigger.DECLARED:
        subjects = (target,)
    if subject not in subjects:
        return Reason("wrong-subject")
    if has_answered(frame, int(ability.id), subject):
        return Reason("already-used")
    if frame.trigger is Trigger.WOUNDED and frame.lava and not helps_mates(ability):
        return Reason("not-concerned", "AMB-81", case="lava")
    return None


def _idle(
    state: State, ability: Ability, context: AbilityContext, picked: int, choice: int
) -> Reason:
    """Return the reason why an ability with a correct target does nothing now."""
    mover = mover_of(ability, context, picked)
    if ability.moves and mover >= 0 and state.down[mover]:
        return Reason("incapacitated", "INCAP-2", {"unit": mover})
    chosen = ability.do if choice < 0 else (ability.do[choice],)
    if not any(would_change(state, ability, effect, context, picked) for effect in chosen):
        return unchanged(state, ability, chosen, context, picked)
    if resolving(state, int(ability.id)):
        return Reason("still-running")
    if chain_broken(state):
        return Reason("limit", "AMB-148", case="chain")
    limit = ability.limit
    if limit is not None and not within_limit(state, ability, context.attack):
        return Reason("limit", "", {"period": limit.per}, need=limit.n + 1, have=limit.n)
    if context.bearer >= 0 and is_dying(state, context.bearer):
        return Reason("condition", "DEATH-1", {"unit": context.bearer}, "dying")
    return Reason("not-concerned", case="later")


def _zone(state: State, ability: Ability, context: AbilityContext) -> Reason | None:
    """Refuse a bearer in its base for an ability that works only on the field."""
    bearer = context.bearer
    if bearer < 0 or ability.zone is not Zone.FIELD or not in_base(state, bearer):
        return None
    return Reason("in-base", "BASE-3", {"unit": bearer})
