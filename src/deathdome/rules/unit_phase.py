"""Unit phases: one movement phase and one action phase of one unit (PHASE, CAPTURE, JAIL)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from deathdome.model.actions import (
    CAPTURE,
    END_PHASE,
    RELEASE,
    STOP,
    Action,
    ActionKind,
    a_of,
    choice_of,
    kind_of,
    picked_of,
)
from deathdome.model.decisions import Decision, Deferred, Question
from deathdome.model.effects import Capture
from deathdome.model.events import PhaseEnded, Released, WalkCutShort
from deathdome.model.frames import UnitPhase
from deathdome.model.vocabulary import Cause, Deny, Trigger, Until
from deathdome.rules.abilities import ABILITIES, in_windows, refill
from deathdome.rules.attack.declare import attack_actions, declare
from deathdome.rules.death import send_home
from deathdome.rules.dispatch import raise_moved
from deathdome.rules.effects import capture, use_ability
from deathdome.rules.gear import hands_of
from deathdome.rules.moving import WALKS, begin, came_from, leg, reach, shares_space
from deathdome.rules.stack import end_chain, pop, swap
from deathdome.rules.targeting import window_context
from deathdome.rules.tokens import step_on_token
from deathdome.rules.units import denies, drop_timed, mid_move_acts, movement

if TYPE_CHECKING:
    from deathdome.model.decisions import Part
    from deathdome.model.state import State


def run(state: State, frame: UnitPhase) -> bool:
    """Wait for the player; close the phase only if the unit has fallen (AMB-51, AMB-130)."""
    unit = frame.unit
    if frame.closing or state.space[unit] < 0 or state.down[unit]:
        if frame.walking:
            _end_walk(state, frame, closing=True)
        else:
            _close(state, frame)
        return False
    if frame.intent:
        action = Action(frame.intent)
        frame = UnitPhase(unit, frame.movements, frame.actions)  # the walk has ended
        swap(state, frame)
        if action in ask(state, frame):
            _act(state, frame, action)
            return False
        if state.emit is not None:
            state.emit(WalkCutShort(unit))
    end_chain(state)
    return True


def _close(state: State, frame: UnitPhase) -> None:
    pop(state)
    if state.timed:
        drop_timed(state, tuple(e for e in state.timed if e.until is not Until.PHASE))
    refill(state, phase=True)
    if state.emit is not None:
        state.emit(PhaseEnded(frame.unit))


_ATTACKS: Final = frozenset({ActionKind.ATTACK})


def ask(state: State, frame: UnitPhase) -> Decision:
    """List the active unit's options."""
    unit = frame.unit
    seat = unit >> 2
    place = state.space[unit]
    options: list[Part] = []
    if frame.walking:
        goals = reach(state, unit, movement(state, unit) - frame.steps)
        options.append((WALKS, goals))
        if goals and shares_space(state, unit):
            return Decision(seat, Question.UNIT_PHASE, tuple(options), unit=unit)  # it must move on
        options.append(_STOP)
    elif frame.movements > 0 and not (denies(state, unit) & Deny.MOVEMENT):
        options.append((WALKS, reach(state, unit, movement(state, unit))))
    terrain = state.setup.terrain
    # Usually a unit has no such ability: one check saves three.
    playable = hands_of(state.setup.catalog).in_phase
    windows = state.gear.windows[unit] or not playable.isdisjoint(state.hands[seat])
    acts = frame.actions > 0 and place != terrain.home[seat]
    if acts:
        weapons = state.gear.weapons[unit]
        options.append(Deferred(_ATTACKS, state, partial(attack_actions, state, unit, weapons)))
        point = terrain.point_at.get(place)
        if point is not None and state.owners[point] != seat:
            options.append(_CAPTURE)
        jail = terrain.jail_released_at.get(place)
        if jail is not None and -1 - jail in state.space:
            options.append(_RELEASE)
    if windows:
        open_now = _WINDOWS if acts else _WINDOWS[1:]
        options.append(Deferred(ABILITIES, state, partial(in_windows, state, open_now, seat, unit)))
    options.append(_END_PHASE)
    return Decision(seat, Question.UNIT_PHASE, tuple(options), unit=unit)


_WINDOWS: Final = (Trigger.ACTION, Trigger.PHASE, Trigger.TURN)
_STOP, _CAPTURE, _RELEASE, _END_PHASE = [STOP], [CAPTURE], [RELEASE], [END_PHASE]


def answer(state: State, frame: UnitPhase, action: Action) -> None:
    """Walk, act, or close the phase."""
    kind = kind_of(action)
    if kind is ActionKind.WALK:
        _walk(state, frame, a_of(action))
    elif kind is ActionKind.STOP:
        _end_walk(state, frame)
    elif kind is ActionKind.END_PHASE:
        if frame.walking:
            _end_walk(state, frame, closing=True)
        else:
            _close(state, frame)
    elif (
        kind in (ActionKind.USE, ActionKind.PLAY)
        and state.setup.catalog.ability_of(action).when is not Trigger.ACTION
    ):
        _use(state, frame, action)  # not an action: an open walk is only paused
    elif frame.walking and not _mid_move(state, frame, action, kind):
        _end_walk(state, frame, intent=action)
    else:
        _act(state, frame, action)


def _walk(state: State, frame: UnitPhase, goal: int) -> None:
    """Walk one leg; the first begins the movement phase (AMB-130)."""
    unit = frame.unit
    before = state.space[unit]
    if frame.walking:
        walked = leg(state, unit, goal, movement(state, unit) - frame.steps)
        trail = frame.trail + walked.path
        swap(state, frame._replace(steps=frame.steps + walked.steps, trail=trail))
    else:
        start, seen_by, sees, trail = begin(state, unit)
        walked = leg(state, unit, goal, movement(state, unit))
        trail += walked.path
        left, actions = frame.movements - 1, frame.actions
        swap(state, UnitPhase(unit, left, actions, True, start, walked.steps, seen_by, sees, trail))
    if state.tokens:
        step_on_token(state, unit, came_from(walked, before), trail, pusher=-1)


def _end_walk(state: State, frame: UnitPhase, *, intent: int = 0, closing: bool = False) -> None:
    """End the movement phase and let units follow."""
    swap(
        state,
        UnitPhase(frame.unit, frame.movements, frame.actions, intent=intent, closing=closing),
    )
    raise_moved(
        state,
        frame.unit,
        frame.start,
        frame.steps,
        Cause.WALK,
        frame.adjacent_seen_by,
        frame.adjacent_sees,
    )


def _spends_action(state: State, action: Action) -> bool:
    """Return True if a USE or PLAY takes the unit's action."""
    return state.setup.catalog.ability_of(action).when is Trigger.ACTION


def _mid_move(state: State, frame: UnitPhase, action: Action, kind: ActionKind) -> bool:
    """Return True if the unit may act in the middle of its walk without ending it (NOTE-STEP-1)."""
    acts = mid_move_acts(state, frame.unit)
    if not acts:
        return False
    if kind is ActionKind.ATTACK:
        return "attack" in acts
    if kind is ActionKind.CAPTURE:
        return "capture" in acts
    if kind in (ActionKind.USE, ActionKind.PLAY):
        effects = state.setup.catalog.ability_of(action).do
        return "capture" in acts and any(isinstance(effect, Capture) for effect in effects)
    return False


def _act(state: State, frame: UnitPhase, action: Action) -> None:
    """Spend an action (PHASE-8)."""
    kind = kind_of(action)
    unit = frame.unit
    place = state.space[unit]
    left = frame.actions - 1
    if frame.walking:
        swap(state, frame._replace(actions=left))
    else:
        swap(state, UnitPhase(unit, frame.movements, left))
    if kind is ActionKind.ATTACK:
        declare(state, unit, action)
    elif kind is ActionKind.CAPTURE:
        capture(state, unit, unit >> 2, place)
    elif kind is ActionKind.RELEASE:
        release(state, unit, state.setup.terrain.jail_released_at[place])
    else:
        _use(state, frame, action)


def release(state: State, unit: int, jail: int) -> None:
    """Free all units in one jail, of all teams (JAIL-5, JAIL-6)."""
    inmates = tuple(other for other, place in enumerate(state.space) if place == -1 - jail)
    if state.emit is not None:
        state.emit(Released(unit, jail, inmates))
    for other in inmates:
        send_home(state, other)


def _use(state: State, frame: UnitPhase, action: Action) -> None:
    ability = state.setup.catalog.ability_of(action)
    card = a_of(action) if kind_of(action) is ActionKind.PLAY else -1
    context = window_context(state, ability.when, frame.unit >> 2, frame.unit)
    use_ability(state, ability, context, picked_of(action), choice_of(action), card)
