"""Rounds and turns (TURN, ORDER, DRAW): draw, two unit phases, and the windows around them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from deathdome.model.actions import (
    END_TURN,
    Action,
    ActionKind,
    a_of,
    choice_of,
    kind_of,
    make_action,
    picked_of,
)
from deathdome.model.decisions import Decision, Deferred, Question
from deathdome.model.events import PhaseBegan, Recovered, RoundBegan, TurnBegan, TurnEnded
from deathdome.model.frames import Drawing, Turn, UnitPhase
from deathdome.model.state import HAND_LIMIT
from deathdome.model.vocabulary import Trigger, Until
from deathdome.rules.abilities import ABILITIES, in_windows, refill
from deathdome.rules.dispatch import raise_started
from deathdome.rules.effects import use_ability
from deathdome.rules.ending import end_match, supply
from deathdome.rules.stack import end_chain, pop, push, swap
from deathdome.rules.targeting import window_context
from deathdome.rules.units import drop_timed, ready_units

if TYPE_CHECKING:
    from deathdome.model.state import State

BASIC_HAND = 3  # DRAW-1
POINTS_A_CARD = 5  # DRAW-1


def hand_target(points: int) -> int:
    """Return the number of cards to draw up to with these supply points (DRAW-2)."""
    return min(HAND_LIMIT, BASIC_HAND + points // POINTS_A_CARD)


def run(state: State, frame: Turn) -> bool:
    """Start the turn step by step, then wait (AMB-48)."""
    if frame.step == 0:
        _start(state, frame)
        return False
    if frame.step == 1:
        swap(state, Turn(frame.seat, 2, frame.phases, frame.effects))
        raise_started(state, frame.seat)
        return False
    end_chain(state)
    return True


def _start(state: State, frame: Turn) -> None:
    """End effects that last until this turn, count it, draw (TURN-1, TURN-3, DRAW-12)."""
    seat = frame.seat
    if state.timed:
        drop_timed(
            state,
            tuple(e for e in state.timed if e.until is not Until.NEXT_TURN or e.seat != seat),
        )
        state.timed = tuple(
            e._replace(begun=True) if e.until is Until.THEIR_TURN and e.unit >> 2 == seat else e
            for e in state.timed
        )
    refill(state, seat=seat)
    for unit in range(seat * 4, seat * 4 + 4):
        if state.down[unit]:
            state.down[unit] = 2
    if seat == state.setup.first:
        state.round += 1
        if state.emit is not None:
            state.emit(RoundBegan(state.round))
    points = supply(state, seat)
    target = hand_target(points)
    if state.emit is not None:
        state.emit(TurnBegan(seat, points, target))
    swap(state, Turn(seat, 1, frame.phases, frame.effects))
    missing = target - len(state.hands[seat])
    if missing > 0:
        push(state, Drawing(seat, missing))


def ask(state: State, frame: Turn) -> Decision:
    """Offer units to activate, abilities and cards between phases, and the end of the turn."""
    seat = frame.seat
    units: list[Action] = []
    if frame.phases > 0:
        units = [make_action(ActionKind.ACTIVATE, unit) for unit in ready_units(state, seat)]
    abilities = Deferred(ABILITIES, state, partial(in_windows, state, _WINDOWS, seat, -1))
    return Decision(seat, Question.TURN, (units, abilities, _END_TURN))


_WINDOWS: Final = (Trigger.BETWEEN, Trigger.TURN)
_END_TURN: Final = [END_TURN]


def answer(state: State, frame: Turn, action: Action) -> None:
    """Start a unit phase, use an ability between phases, or end the turn."""
    kind = kind_of(action)
    if kind is ActionKind.ACTIVATE:
        unit = a_of(action)
        begun = Turn(frame.seat, frame.step, frame.phases - 1, frame.effects)
        state.stack = (*state.stack[:-1], begun, UnitPhase(unit))
        if state.emit is not None:
            state.emit(PhaseBegan(unit))
    elif kind is ActionKind.END_TURN:
        _end(state, frame)
    else:
        card = a_of(action) if kind is ActionKind.PLAY else -1
        ability = state.setup.catalog.ability_of(action)
        bearer = -1 if card >= 0 else state.gear.bearer[int(ability.id)]
        context = window_context(state, ability.when, frame.seat, bearer)
        use_ability(state, ability, context, picked_of(action), choice_of(action), card)


def _end(state: State, frame: Turn) -> None:
    """End the turn: recovery, end of effects, then the next team or the end (TURN-5, END-1)."""
    seat = frame.seat
    for unit in range(seat * 4, seat * 4 + 4):
        if state.down[unit] == 2:  # INCAP-3; a unit incapacitated this turn waits for the next
            state.down[unit] = 0
            if state.emit is not None:
                state.emit(Recovered(unit))
    if state.timed:
        drop_timed(
            state,
            tuple(
                e
                for e in state.timed
                if e.until is not Until.TURN
                and not (e.until is Until.THEIR_TURN and e.begun and e.unit >> 2 == seat)
            ),
        )
    if state.emit is not None:
        state.emit(TurnEnded(seat))
    order = state.setup.order
    if seat == order[-1] and state.round >= state.setup.rounds:
        end_match(state)
        return
    pop(state)
    push(state, Turn(order[(order.index(seat) + 1) % len(order)]))
