"""Death, jails and beetle shells (DEATH, JAIL)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.actions import Action, ActionKind, a_of, make_action
from deathdome.model.decisions import Decision, Question
from deathdome.model.events import Died, Jailed, Returned, ShellTaken
from deathdome.model.frames import (
    Attack,
    Drawing,
    Dying,
    Moving,
    Push,
    ReactionWindow,
    Resolve,
    UnitPhase,
)
from deathdome.model.vocabulary import Trigger
from deathdome.rules.dispatch import all_answers, has_listeners, raise_died
from deathdome.rules.ending import check_last_standing
from deathdome.rules.stack import active_seat, clockwise, pop, push, swap_at
from deathdome.rules.units import drop_timed, put

if TYPE_CHECKING:
    from deathdome.model.frames import Frame
    from deathdome.model.state import State


def next_clockwise(state: State, seat: int) -> int:
    """Return the next team clockwise: an opponent when no team attacked (AMB-73, AMB-129)."""
    return clockwise(state, seat)[1]


def token_jailer(state: State, unit: int, pusher: int, placer: int) -> int:
    """Return the seat that picks the jail of a unit killed by a bug token (AMB-73)."""
    seat = pusher if pusher >= 0 else placer
    return next_clockwise(state, unit >> 2) if seat == unit >> 2 else seat


def lava_death(state: State, unit: int, frame: Push) -> None:
    """Kill a pushed unit in lava at once (PUSH-6, DEATH-5; recoil: AMB-129)."""
    own = frame.seat == unit >> 2 or frame.seat < 0
    chooser = next_clockwise(state, unit >> 2) if own else frame.seat
    taker = -1 if own or not frame.shell else frame.seat
    wounded = any(type(below) is Attack and below.current == unit for below in state.stack)
    if not wounded and has_listeners(state, Trigger.WOUNDED):
        # AMB-81: lava triggers pagers too, unless the wound that caused the push already did.
        seats = clockwise(state, active_seat(state))
        source, card = frame.pusher, frame.card
        push(state, ReactionWindow(Trigger.WOUNDED, (unit,), source, card, seats, lava=True))
    die(state, unit, frame.pusher, chooser, taker, frame.card, lava=True)


def die(
    state: State,
    unit: int,
    source: int,
    chooser: int,
    taker: int,
    card: str = "",
    *,
    attack: int = -1,
    lava: bool = False,
) -> None:
    """Kill a unit: emit `died` while it is still on its space, then ask for its jail."""
    if state.emit is not None:
        state.emit(Died(unit, lava))
    push(state, Dying(unit, chooser, 1 if taker >= 0 else 0, taker))
    raise_died(state, unit, source, card, attack, lava=lava)


def run(state: State, frame: Dying) -> bool:
    """Wait for the choice of jail if there is one (JAIL-7)."""
    jails = len(state.setup.board.jails)
    if jails > 1:
        return True
    _jail(state, frame, jails - 1)
    return False


def ask(state: State, frame: Dying) -> Decision:
    """Ask the attacking player for the dead unit's jail (DEATH-3)."""
    options = [make_action(ActionKind.JAIL, jail) for jail in range(len(state.setup.board.jails))]
    return Decision(frame.seat, Question.JAIL, options, unit=frame.unit)


def answer(state: State, frame: Dying, action: Action) -> None:
    """Put the unit in the chosen jail."""
    _jail(state, frame, a_of(action))


def _jail(state: State, frame: Dying, jail: int) -> None:
    """Jail the unit without chips or status; its killer takes a shell (DEATH-4, JAIL-1, AMB-72)."""
    unit = frame.unit
    if jail >= 0:
        put(state, unit, -1 - jail)
    else:
        # On a board without jails the dead go home; their unfinished business still ends.
        put(state, unit, state.setup.terrain.home[unit >> 2])
        for depth, below in enumerate(state.stack):
            swap_at(state, depth, _without(state, below, unit))
    state.wounds[unit] = 0
    state.down[unit] = 0
    if state.timed:
        drop_timed(state, tuple(effect for effect in state.timed if effect.unit != unit))
    if state.emit is not None:
        state.emit(Jailed(unit, jail, frame.seat) if jail >= 0 else Returned(unit))
    pop(state)
    if frame.shells and frame.taker >= 0:
        take_shells(state, frame.taker, frame.shells)
    if not any(type(below) is Attack for below in state.stack):
        check_last_standing(state)


def _without(state: State, frame: Frame, unit: int) -> Frame:
    """Remove a dead unit from unfinished business once it is home again (AMB-112)."""
    match frame:
        case UnitPhase() if frame.unit == unit:
            return frame._replace(closing=True, walking=False)
        case Moving() if frame.unit == unit:
            return frame._replace(done=True, steps=0)
        case Push() if frame.unit == unit:
            return frame._replace(left=0)
        case ReactionWindow() if frame.trigger is Trigger.MOVED and unit in frame.subjects:
            return frame._replace(seats=())
        case ReactionWindow():
            return frame._replace(used=frame.used + all_answers(state, unit, frame.subjects))
        case Resolve() if frame.bearer == unit:
            ability = state.setup.catalog.abilities[frame.ability]
            if ability.moves:
                return frame._replace(next_effect=len(ability.do))
    return frame


def take_shells(state: State, seat: int, shells: int) -> None:
    """Take beetle shells from the common supply; with Bonanza a card for each (DEATH-4, SCEN)."""
    limit = state.setup.ruleset.shell_limit
    if limit is not None:
        shells = min(shells, limit - sum(state.shells))
    if shells <= 0:
        return
    state.shells[seat] += shells
    if state.emit is not None:
        state.emit(ShellTaken(seat, shells))
    if state.setup.ruleset.bonanza:
        push(state, Drawing(seat, shells))  # AMB-110


def send_home(state: State, unit: int) -> None:
    """Move a unit from jail to its own base, with full vitae and no status (JAIL-6)."""
    put(state, unit, state.setup.terrain.home[unit >> 2])
    state.wounds[unit] = 0
    state.down[unit] = 0
    if state.emit is not None:
        state.emit(Returned(unit))
