"""Bug tokens (NOTE-BUG): small cards on a control point that attack units stepping there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.geometry.grid import spaces_in
from deathdome.model.actions import Action, ActionKind, a_of, make_action
from deathdome.model.decisions import Decision, Question
from deathdome.model.effects import MakeAttack
from deathdome.model.events import Declared, PushCancelled, Pushed
from deathdome.model.frames import Attack, AttackSetup, Resolve
from deathdome.model.vocabulary import Deny, Trigger
from deathdome.rules.stack import count_effect, pop, push
from deathdome.rules.targeting import role_fits
from deathdome.rules.units import allows, denies, in_base, put

if TYPE_CHECKING:
    from deathdome.model.frames import Back
    from deathdome.model.state import State

DEFENCE_STEP = 3  # a token's attack has steps A3 to A5 only (effects.md part 10)


def step_on_token(
    state: State, unit: int, came_from: int, trail: tuple[int, ...], pusher: int
) -> None:
    """Start the attack of a token on the unit's space, if there is one (NOTE-BUG-4 to 6)."""
    space = state.space[unit]
    if not state.tokens or in_base(state, unit) or denies(state, unit) & Deny.BUGS:
        return
    for placed in state.tokens:
        if placed.space != space:
            continue
        # The frame pushed last runs first, so reverse to run effects in written order.
        for ability in reversed(state.setup.catalog.tokens[placed.token].abilities):
            entered = ability.when is Trigger.ENTERED
            if not entered or not role_fits(ability.who, unit, -1, placed.seat):
                continue
            for place, effect in reversed([*enumerate(ability.do)]):
                if not isinstance(effect, MakeAttack):
                    owner, number = placed.seat, int(ability.id)
                    push(state, Resolve(number, owner, -1, unit, choice=place))
                    continue
                if not count_effect(state):
                    return
                if state.emit is not None:
                    state.emit(Declared(-1, placed.seat, -1, unit, effect.n, ability.card))
                push(
                    state,
                    Attack(
                        AttackSetup(
                            placed.seat,
                            -1,
                            space,
                            card=ability.card,
                            strength=effect.n,
                            token=placed.token,
                            came_from=came_from,
                            trail=trail,
                            pusher=pusher,
                        ),
                        unit,
                        step=DEFENCE_STEP,
                        hits=(unit,),
                    ),
                )


# -- the way back from a bug token ----------------------------------------------------------------


def back_spaces(state: State, frame: Back) -> list[int]:
    """Return the spaces to which a token throws a unit back (AMB-85); [] if it stays."""
    unit = frame.unit
    place = state.space[unit]
    if place < 0 or denies(state, unit) & Deny.PUSH:
        return []
    terrain = state.setup.terrain
    walker = terrain.walker(unit >> 2, allows(state, unit))

    def free(space: int) -> bool:
        if space == terrain.home[unit >> 2]:
            return True
        taken = any(there == space for other, there in enumerate(state.space) if other != unit)
        return not taken and (walker.may_stand(space) or bool(terrain.on_tower >> space & 1))

    if free(frame.came_from):
        return [frame.came_from]
    shared = any(there == place for other, there in enumerate(state.space) if other != unit)
    if not shared:
        return []  # occupied: it stays where it is
    for space in reversed(frame.trail[:-1]):
        if free(space):
            return [space]
    around = terrain.within(place, 1) & ~(1 << place)
    return [
        space for space in spaces_in(around) if free(space) and not terrain.on_tower >> space & 1
    ]


def run_back(state: State, frame: Back) -> bool:
    """Put the unit back; other units may not follow (AMB-85)."""
    spaces = back_spaces(state, frame)
    if len(spaces) > 1:
        return True
    _go_back(state, frame, spaces[0] if spaces else -1)
    return False


def ask_back(state: State, frame: Back) -> Decision:
    """Ask the unit's owner for a free neighbouring space."""
    options = [make_action(ActionKind.PUSH_TO, space) for space in back_spaces(state, frame)]
    return Decision(frame.unit >> 2, Question.PUSH_SPACE, options, unit=frame.unit)


def answer_back(state: State, frame: Back, action: Action) -> None:
    """Put the unit on the chosen space."""
    _go_back(state, frame, a_of(action))


def _go_back(state: State, frame: Back, space: int) -> None:
    pop(state)
    unit, start = frame.unit, state.space[frame.unit]
    if space < 0:
        if state.emit is not None:
            state.emit(PushCancelled(unit))
        return
    put(state, unit, space)
    if state.emit is not None:
        state.emit(Pushed(unit, start, space))
    # A unit with no vitae left is no longer thrown back and forth between two tokens.
    if state.wounds[unit] < state.gear.vitae[unit]:
        step_on_token(state, unit, came_from=start, trail=(start, space), pusher=-1)
