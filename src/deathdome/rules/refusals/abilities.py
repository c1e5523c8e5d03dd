"""Why an ability or a power card cannot be used now (CARD, arsenal 5.1 to 5.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.actions import EVERYBODY, Act, a_of, choice_of, picked_of, subject_of, verb_of
from deathdome.model.decisions import Question
from deathdome.model.frames import Attack, Event, Turn, UnitPhase
from deathdome.model.names import id_name, jail_name, team_name, the_unit
from deathdome.model.vocabulary import Allow, Deny, Role, Trigger, Zone
from deathdome.rules.changes import changes
from deathdome.rules.gear import hands_of, usable_zone
from deathdome.rules.limits import within_limit
from deathdome.rules.picks import candidates, condition_holds, role_fits, window_moment
from deathdome.rules.reactions import fits_event, has_answered, moment_of
from deathdome.rules.refusals.attacks import spent
from deathdome.rules.refusals.reasons import (
    Reason,
    first,
    offered,
    printed_text,
    seat_of,
    spaces_text,
)
from deathdome.rules.stack import attack_at, resolving
from deathdome.rules.units import allows, in_base

if TYPE_CHECKING:
    from deathdome.model.actions import Action
    from deathdome.model.catalog import Ability, Pick
    from deathdome.model.decisions import Decision
    from deathdome.model.state import State
    from deathdome.rules.picks import Moment

_WINDOWS: Final = {
    Question.TURN: (Trigger.BETWEEN, Trigger.TURN),
    Question.UNIT_PHASE: (Trigger.ACTION, Trigger.PHASE, Trigger.TURN),
    Question.ATTACK_CARDS: (Trigger.ATTACK,),
    Question.DEFENCE_CARDS: (Trigger.DEFEND,),
}
_WHEN: Final = {
    Trigger.ALWAYS: ("it works by itself and all the time", ""),
    Trigger.ACTION: ("it takes the action of the active unit", "CARD-5"),
    Trigger.BETWEEN: ("its time is the own turn, before, between or after unit phases", "CARD-6"),
    Trigger.PHASE: ("its time is an open unit phase of the own team", "CARD-4"),
    Trigger.TURN: ("its time is the own turn", "CARD-6"),
    Trigger.ATTACK: ("its time is the card step of an own attack", "ATTACK-5"),
    Trigger.DEFEND: ("its time is the card step of a defence", "ATTACK-5"),
    Trigger.DECLARED: ("its time is when an attack is declared", ""),
    Trigger.WOUNDED: ("its time is when a unit is wounded", ""),
    Trigger.RESOLVED: ("its time is after an attack", ""),
    Trigger.DIED: ("its time is when a unit dies", ""),
    Trigger.MOVED: ("its time is when a unit has moved", ""),
    Trigger.ENTERED: ("it works by itself when a unit steps there", ""),
    Trigger.CAPTURED: ("its time is when a unit has captured", ""),
    Trigger.STARTED: ("its time is the start of the turn", ""),
}
_HELD_UP: Final = (Trigger.ACTION, Trigger.PHASE, Trigger.TURN)  # by an attack in their time
_ROLES: Final = {
    Role.SELF: "its bearer",
    Role.MATE: "another unit of the own team",
    Role.ALLY: "a unit of the own team",
    Role.ENEMY: "an enemy",
}


# -- power cards -----------------------------------------------------------------------------------


def why_not_lay(state: State, asked: Decision, act: Action) -> Reason:
    """A power card for its value."""
    if a_of(act) not in state.hands[asked.seat]:
        near = first(offered(asked, Act.LAY))
        return Reason("not-in-hand", "CARD-9", "it is not in the hand", near=near)
    return _denied(asked)


def why_not_play(state: State, asked: Decision, act: Action) -> Reason:
    """A power card for its ability."""
    card, catalog = a_of(act), state.table.catalog
    value = first(option for option in offered(asked, Act.LAY) if a_of(option) == card)
    near = _likest(asked, act) or value
    if card not in state.hands[asked.seat]:
        return Reason("not-in-hand", "CARD-9", "it is not in the hand", near=near)
    printed = catalog.power_cards[card]
    if not printed.abilities:
        return Reason("value-only", "CARD-3", "it has a value and no ability", near=near)
    by_trigger = hands_of(catalog).by_trigger
    windows = _windows(state, asked)
    fitting = [ability for when in windows for ability in by_trigger[when].get(card, ())]
    meant = catalog.ability_of(act)
    if not fitting:
        return _wrong_window(state, asked, meant, near)
    ability = meant if meant in fitting else fitting[0]
    closed = _action_closed(state, asked, ability)
    if closed is not None:
        return closed
    if asked.question is Question.DEFENCE_CARDS and _denies_cards(state):
        return _denied(asked)
    frame = state.stack[-1]
    unit_is_bearer = asked.question in (Question.UNIT_PHASE, Question.ATTACK_CARDS)
    bearer = frame.unit if unit_is_bearer and isinstance(frame, UnitPhase | Attack) else -1
    return _use(state, asked, act, ability, bearer)._replace(near=near)


def _denies_cards(state: State) -> bool:
    frame = state.stack[-1]
    return isinstance(frame, Attack) and (-1, Deny.CARDS) in frame.denied


def _denied(asked: Decision) -> Reason:
    team = team_name(asked.seat)
    near = first(offered(asked, Act.COMMIT))
    return Reason("cards-denied", "", f"{team} may play no power cards in this attack", near=near)


# -- items, characters and tokens ------------------------------------------------------------------


def why_not_use(state: State, asked: Decision, act: Action) -> Reason:
    """An ability of an item or a character."""
    ability = state.table.catalog.abilities[a_of(act)]
    bearer = state.gear.bearer.get(int(ability.id), -1)
    near = _likest(asked, act)
    name = id_name(state.table, ability.card)
    if bearer < 0:
        return Reason("not-carried", "EQUIP-8", f"no unit has {name}", near=near)
    if seat_of(bearer) != asked.seat:
        text = f"{the_unit(state.table, bearer)} has it, a unit of another team"
        return Reason("not-own-unit", "EQUIP-8", text, near=near)
    if ability.when not in _windows(state, asked):
        return _wrong_window(state, asked, ability, near)
    frame = state.stack[-1]
    active = frame.unit if isinstance(frame, UnitPhase | Attack) else -1
    if asked.question in (Question.UNIT_PHASE, Question.ATTACK_CARDS) and bearer != active:
        text = f"{the_unit(state.table, bearer)} has it, and {the_unit(state.table, active)} acts"
        return Reason("not-active", "PHASE-4", text, near=near)
    if asked.question is Question.DEFENCE_CARDS and bearer not in attack_hits(state):
        text = f"{the_unit(state.table, bearer)} is not hit by this attack"
        return Reason("not-hit", "CARD-8", text, near=near)
    closed = _action_closed(state, asked, ability)
    if closed is not None:
        return closed
    return _use(state, asked, act, ability, bearer)._replace(near=near)


def attack_hits(state: State) -> tuple[int, ...]:
    """Units hit by the attack on top of the stack."""
    frame = state.stack[-1]
    return frame.hits if isinstance(frame, Attack) else ()


def _windows(state: State, asked: Decision) -> tuple[Trigger, ...]:
    frame = state.stack[-1]
    return (frame.trigger,) if isinstance(frame, Event) else _WINDOWS.get(asked.question, ())


def _wrong_window(state: State, asked: Decision, ability: Ability, near: Action | None) -> Reason:
    text, rule = _WHEN[ability.when]
    if ability.when in _HELD_UP and _held_up(state, asked.seat):
        # That the turn or the phase is not open would be no reason: it is, under the attack.
        text = "not while an attack is being carried out"
    code = "always-on" if ability.when is Trigger.ALWAYS else "wrong-window"
    return Reason(code, rule, text, near=near)


def _held_up(state: State, seat: int) -> bool:
    """Whether an attack is under way in a turn of the team."""
    own = any(isinstance(frame, Turn) and frame.seat == seat for frame in state.stack)
    return own and any(isinstance(frame, Attack) for frame in state.stack)


def _action_closed(state: State, asked: Decision, ability: Ability) -> Reason | None:
    """An ability that needs an action, where there is none to spend."""
    frame = state.stack[-1]
    if ability.when is not Trigger.ACTION or not isinstance(frame, UnitPhase):
        return None
    if frame.actions <= 0:
        return spent(asked)
    if in_base(state, frame.unit):
        return Reason("in-base", "BASE-3", "no action is taken in a base")
    return None


def _likest(asked: Decision, act: Action) -> Action | None:
    """The legal use of the same card most like the one asked for."""
    return min(
        (option for option in offered(asked, verb_of(act)) if a_of(option) == a_of(act)),
        key=lambda option: (
            picked_of(option) != picked_of(act),
            subject_of(option) != subject_of(act),
            choice_of(option) != choice_of(act),
            int(option),
        ),
        default=None,
    )


# -- the ability itself ----------------------------------------------------------------------------


def _use(state: State, asked: Decision, act: Action, ability: Ability, bearer: int) -> Reason:
    """What is wrong with an ability whose window is open."""
    frame = state.stack[-1]
    subject = subject_of(act)
    if isinstance(frame, Event):
        subjects = frame.subjects
        if frame.trigger is Trigger.DECLARED:
            subjects = (attack_at(state, frame.attack).target,)
        if subject not in subjects:
            return Reason("wrong-subject", "", "it has to answer what has just happened")
        if has_answered(frame, int(ability.id), subject):
            return Reason("already-used", "", "it has answered this already")
        moment = moment_of(state, frame, asked.seat, bearer, subject)
        if not fits_event(state, frame, ability, moment):
            text = f"this does not concern it: {printed_text(state, ability)}"
            return Reason("not-concerned", "", text)
    else:
        if subject >= 0:
            return Reason("wrong-subject", "", "there is nothing that it answers")
        depth = len(state.stack) - 1 if isinstance(frame, Attack) else -1
        moment = window_moment(state, ability.when, asked.seat, bearer, depth)
    picked, choice = picked_of(act), choice_of(act)
    reason = _zone(state, ability, moment)
    if reason is None and not condition_holds(state, ability.condition, ability, moment):
        text = f"it does not apply here: {printed_text(state, ability)}"
        reason = Reason("condition", "", text)
    reason = reason or _pick(state, ability, moment, picked) or _choice(ability, choice)
    if reason is not None:
        return reason
    chosen = ability.do if choice < 0 else (ability.do[choice],)
    if not any(changes(state, ability, effect, moment, picked) for effect in chosen):
        return Reason("no-effect", "CARD-12", "it would change nothing now")
    if resolving(state, int(ability.id)):
        return Reason("still-running", "", "it is being carried out already")
    limit = ability.limit
    if limit is not None and not within_limit(state, ability, moment.attack):
        times = "once" if limit.n == 1 else f"{limit.n} times"
        period = "unit phase" if limit.per.value == "phase" else limit.per.value
        text = f"it can be used {times} per {period}"
        return Reason("limit", "", text, limit.n + 1, limit.n)
    return Reason("not-concerned", "", "its moment has passed")


def _zone(state: State, ability: Ability, moment: Moment) -> Reason | None:
    """Where its bearer would have to be."""
    bearer = moment.bearer
    if bearer < 0:
        return None
    past = ability.when in (Trigger.RESOLVED, Trigger.DIED) and bearer == moment.subject
    place = state.space[bearer]
    if past or usable_zone(ability, place, state.table.terrain.home[seat_of(bearer)]):
        return None
    who = the_unit(state.table, bearer)
    if place < 0:
        return Reason("jailed", "JAIL-2", f"{who} is in the {jail_name(state.table, -1 - place)}")
    if ability.zone is Zone.JAIL:
        return Reason("not-jailed", "", f"{who} is not in a jail")
    return Reason("in-base", "BASE-3", f"{who} is in its base")


def _choice(ability: Ability, choice: int) -> Reason | None:
    """The effect chosen of several."""
    if ability.choose is None and choice >= 0:
        return Reason("no-choice", "", "its effects all happen, none is chosen")
    if ability.choose is not None and not 0 <= choice < len(ability.do):
        text = f"one of its {len(ability.do)} effects has to be chosen"
        return Reason("choice-needed", "", text)
    return None


def _pick(state: State, ability: Ability, moment: Moment, picked: int) -> Reason | None:
    """What the ability is used on."""
    pick = ability.pick
    if pick is None:
        return None if picked < 0 else Reason("no-choice", "", "it is not used on anything chosen")
    if picked < 0:
        return Reason("choice-needed", "", f"it needs a {pick.what} to be used on")
    if pick.side is Role.SELF and ability.when is Trigger.DEFEND:
        hits = attack_at(state, moment.attack).hits
        if picked in hits and seat_of(picked) == moment.seat:
            return None
        return Reason("not-hit", "CARD-8", "it is for an own unit that is hit by this attack")
    allowed = candidates(state, pick, moment)
    if pick.all:
        if not allowed:
            return Reason("no-target", "", "nobody is where it works")
        if picked == EVERYBODY:
            return None
        return Reason("no-choice", "", "it falls on everybody who qualifies")
    if picked in allowed:
        return None
    if pick.what == "jail":
        if picked >= len(state.table.board.jails):
            return Reason("unknown-jail", "JAIL-7", "there is no such jail")
        name = jail_name(state.table, picked)
        return Reason("jail-empty", "CARD-12", f"nobody is in the {name}", need=1, have=0)
    if pick.what == "point":
        return _point(state, pick, moment, picked)
    return _unit(state, pick, moment, picked)


def _point(state: State, pick: Pick, moment: Moment, picked: int) -> Reason:
    terrain = state.table.terrain
    if picked not in terrain.point_at:
        return Reason("no-point", "CAPTURE-1", "there is no control point")
    if state.owners[terrain.point_at[picked]] == moment.seat:
        text = f"the control point is {team_name(moment.seat)}'s already"
        return Reason("own-point", "CARD-12", text)
    return _reach(state, pick, moment, picked)


def _unit(state: State, pick: Pick, moment: Moment, picked: int) -> Reason:
    if picked >= len(state.space):
        return Reason("unknown-unit", "", "there is no such unit")
    reference = moment.subject if pick.of_subject else moment.bearer
    who, place = the_unit(state.table, picked), state.space[picked]
    if not role_fits(pick.side, picked, reference, moment.seat):
        return Reason("wrong-side", "", f"it is for {_ROLES.get(pick.side, 'a unit')}")
    if pick.zone is Zone.JAIL:
        return Reason("not-jailed", "", f"{who} is not in a jail")
    if place < 0:
        jail = jail_name(state.table, -1 - place)
        return Reason("target-jailed", "JAIL-3", f"{who} is in the {jail}")
    if in_base(state, picked) and (pick.zone is Zone.FIELD or seat_of(picked) != moment.seat):
        return Reason("target-in-base", "BASE-1", f"{who} is in its base")
    if pick.adjacent_start and not moment.seen >> picked & 1:
        return Reason("not-adjacent", "NOTE-VAN-3", f"{who} was not adjacent at the start")
    return _reach(state, pick, moment, place)


def _reach(state: State, pick: Pick, moment: Moment, place: int) -> Reason:
    """Too far from the unit that the pick looks from, or not in its sight."""
    terrain = state.table.terrain
    reference = moment.subject if pick.of_subject else moment.bearer
    here = state.space[reference] if reference >= 0 else -1
    if here < 0:
        return Reason("no-target", "RANGE-6", "its bearer is not on the board")
    distance = terrain.distance(here, place)
    if pick.range is not None and distance > pick.range:
        text = f"it is {spaces_text(distance)} away and it reaches {pick.range}"
        return Reason("out-of-range", "RANGE-6", text, distance, pick.range)
    walls = bool(allows(state, reference) & Allow.SEE_WALLS)
    if pick.sight and not terrain.sees(here, place, walls):
        return Reason("no-sight", "SIGHT-1", "it is not in sight")
    return Reason("no-target", "RANGE-6", "it does not qualify")
