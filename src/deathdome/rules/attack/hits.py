"""Hits of an attack (WOUND, DEATH, PAYBACK): its frame, and steps A5 to A7 of effects.md part 9."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.actions import Action, ActionKind, a_of, make_action
from deathdome.model.decisions import Decision, Question
from deathdome.model.events import Unhurt, Wounded
from deathdome.model.frames import Attack, ReactionWindow
from deathdome.model.vocabulary import Role, Trigger
from deathdome.rules.attack.cards import (
    answer_cards,
    ask_cards,
    defending_teams,
    run_cards,
    takes_no_wounds,
)
from deathdome.rules.attack.declare import (
    ATTACK_CARDS,
    DECLARED,
    DEFENCE_CARDS,
    FURTHER,
    HITS,
    OVER,
    RESOLVED,
    answer_further,
    ask_further,
    begin,
    further_actions,
)
from deathdome.rules.death import die, token_jailer
from deathdome.rules.dispatch import all_answers, card_listens, has_listeners
from deathdome.rules.ending import check_last_standing
from deathdome.rules.stack import active_seat, clockwise, pop, push, swap, swap_at
from deathdome.rules.units import in_base

if TYPE_CHECKING:
    from deathdome.model.state import State


def run(state: State, frame: Attack) -> bool:
    """Run one step of the attack."""
    step = frame.step
    if step <= DECLARED:
        begin(state, frame)
    elif step in (ATTACK_CARDS, DEFENCE_CARDS):
        return run_cards(state, frame)
    elif step == HITS:
        return _run_hits(state, frame)
    elif step == RESOLVED:
        _resolved(state, frame)
    elif step == OVER:
        _over(state, frame)
    else:
        return True
    return False


def ask(state: State, frame: Attack) -> Decision:
    """Ask the attack's open question."""
    if frame.step in (ATTACK_CARDS, DEFENCE_CARDS):
        return ask_cards(state, frame)
    if frame.step == FURTHER:
        return ask_further(state, frame)
    units = _next_units(state, frame)
    options = [make_action(ActionKind.HIT, unit) for unit in units]
    return Decision(units[0] >> 2, Question.HIT_ORDER, options, unit=units[0])


def answer(state: State, frame: Attack, action: Action) -> None:
    """Answer the attack's open question."""
    if frame.step in (ATTACK_CARDS, DEFENCE_CARDS):
        answer_cards(state, frame, action)
    elif frame.step == FURTHER:
        answer_further(state, frame, action)
    else:
        swap(state, frame._replace(current=a_of(action), stage=0))


# -- A5: hits --------------------------------------------------------------------------------------


def _next_units(state: State, frame: Attack) -> list[int]:
    """Return units of the team that takes hits next (MULTI-3)."""
    for seat in defending_teams(state, frame):
        units = [unit for unit in frame.left if unit >> 2 == seat]
        if units:
            return units
    return []


def _run_hits(state: State, frame: Attack) -> bool:
    if frame.current < 0:
        units = _next_units(state, frame)
        if len(units) > 1:
            return True
        if units:
            swap(state, frame._replace(current=units[0], stage=0))
        else:
            _discard(state, frame)
        return False
    stage = frame.stage
    if stage == 0:
        _wound(state, frame)
        return False
    if stage == 1 and _tell_wounded(state, frame, own_card=True):
        return False
    if stage <= 2 and _tell_wounded(state, frame, own_card=False):
        return False
    left = tuple(unit for unit in frame.left if unit != frame.current)
    swap(state, frame._replace(current=-1, stage=0, left=left))
    if stage <= 3:
        _death_check(state, frame)
    return False


def _wound(state: State, frame: Attack) -> None:
    """Place wound chips (a), even beyond 0 vitae, unless the unit is gone or in its base."""
    unit = frame.current
    place = state.space[unit]
    if place < 0 or in_base(state, unit):
        swap(state, frame._replace(stage=4))  # AMB-132
        if state.emit is not None:
            state.emit(Unhurt(unit, dropped=True))
        return
    index = frame.hits.index(unit)
    wounds = max(0, frame.values[index] - frame.defences[index])
    if takes_no_wounds(frame, unit):
        wounds = 0
    struck = (*frame.struck, (unit, place))
    if not wounds:
        swap(state, frame._replace(stage=4, struck=struck))
        if state.emit is not None:
            state.emit(Unhurt(unit))
        return
    if frame.declared.token >= 0:
        _spare_shell(state, frame, wounds)
    state.wounds[unit] += wounds
    swap(state, frame._replace(stage=1, struck=struck, wounded=(*frame.wounded, unit)))
    if state.emit is not None:
        state.emit(Wounded(unit, wounds, state.gear.vitae[unit] - state.wounds[unit]))


def _spare_shell(state: State, frame: Attack, wounds: int) -> None:
    """Deny the outer attacker its shell if a token finishes the unit mid-hit (AMB-73)."""
    unit = frame.current
    vitae = state.gear.vitae[unit]
    if not state.wounds[unit] < vitae <= state.wounds[unit] + wounds:
        return
    jailer = token_jailer(state, unit, frame.declared.pusher, frame.declared.seat)
    for depth, outer in enumerate(state.stack[:-1]):
        if type(outer) is Attack and outer.current == unit:
            swap_at(state, depth, outer._replace(spared=(*outer.spared, (unit, jailer))))


def _outer_hit(state: State, unit: int) -> int:
    """Return the depth of an outer attack that is hitting the unit; -1 if there is none."""
    for depth in range(len(state.stack) - 2, -1, -1):
        frame = state.stack[depth]
        if type(frame) is Attack and frame.current == unit:
            return depth
    return -1


def _tell_wounded(state: State, frame: Attack, *, own_card: bool) -> bool:
    """Dispatch the wound: (b) to the attacking card, (c) to all other abilities.

    Returns False if none of them listens.
    """
    declared = frame.declared
    depth = len(state.stack) - 1
    if own_card:
        if declared.token >= 0:
            abilities = state.setup.catalog.tokens[declared.token].abilities
            reacts = any(a.when is Trigger.WOUNDED and a.by is Role.THIS for a in abilities)
        else:
            reacts = card_listens(state, Trigger.WOUNDED, declared.unit, declared.card)
        seats: tuple[int, ...] = (declared.seat,)
    else:
        reacts = has_listeners(state, Trigger.WOUNDED)
        seats = clockwise(state, active_seat(state))
    if reacts:
        unit = frame.current
        # A unit without wounds died in lava and is back home, on a board without jails.
        gone = state.space[unit] >= 0 and not state.wounds[unit]
        swap(state, frame._replace(stage=2 if own_card else 3))
        push(
            state,
            ReactionWindow(
                Trigger.WOUNDED,
                (unit,),
                declared.unit,
                declared.card,
                seats,
                used=all_answers(state, unit, (unit,)) if gone else (),
                attack=depth,
                own_card=own_card,
            ),
        )
    return reacts


def _death_check(state: State, frame: Attack) -> None:
    """Kill the unit at 0 vitae or less (d), unless an outer hit is open (effects.md part 9)."""
    declared = frame.declared
    unit = frame.current
    if state.space[unit] < 0 or state.wounds[unit] < state.gear.vitae[unit]:
        return
    if _outer_hit(state, unit) >= 0:
        return
    depth = len(state.stack) - 1
    jailer = dict(frame.spared).get(unit, -1)
    if jailer < 0 and declared.token >= 0:
        jailer = token_jailer(state, unit, declared.pusher, declared.seat)
    if jailer >= 0:
        die(state, unit, -1, jailer, -1, attack=depth)
    else:
        die(state, unit, declared.unit, declared.seat, declared.seat, declared.card, attack=depth)


# -- A6 and A7 -------------------------------------------------------------------------------------


def _discard(state: State, frame: Attack) -> None:
    """Discard the cards of both sides after the last hit (CARD-10)."""
    for card in frame.laid:
        state.discard[card] += 1
    _resolved(state, frame._replace(step=RESOLVED, laid=()))


def _resolved(state: State, frame: Attack) -> None:
    """Run A6: paybacks of the sides hit, then effects for the attacker (AMB-131)."""
    declared = frame.declared
    silent = declared.token >= 0 or (declared.payback and not state.setup.ruleset.payback_chains)
    if silent or not frame.struck or not has_listeners(state, Trigger.RESOLVED):
        _over(state, frame)
        return
    swap(state, frame._replace(step=OVER))
    order = clockwise(state, declared.seat)
    push(
        state,
        ReactionWindow(
            Trigger.RESOLVED,
            tuple(unit for unit, _ in frame.struck),
            declared.unit,
            declared.card,
            (*order[1:], order[0]),
            attack=len(state.stack) - 1,
        ),
    )


def _over(state: State, frame: Attack) -> None:
    """Run A7: check the last team standing, then a further attack of the same action."""
    pop(state)
    if check_last_standing(state):
        return
    if frame.declared.again > 0 and further_actions(state, frame):
        push(state, frame._replace(step=FURTHER))
