"""Why an answer is refused, in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.actions import Act, action
from deathdome.model.names import space_name
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.model.vocabulary import Rating
from deathdome.rules.engine import apply_action, decision, why_not
from deathdome.rules.observing import visible_state
from deathdome.rules.units import boost, in_base
from deathdome.tui.keyset import key
from deathdome.tui.presenters.pieces import unit_token, weapon_name

if TYPE_CHECKING:
    from deathdome.model.actions import Action
    from deathdome.model.observation import Observation
    from deathdome.model.state import State
    from deathdome.play.controllers import Request


def reason(request: Request, act: Action, chosen: int) -> str:
    """Why the rules refuse `act`; with `chosen`, as if that unit's phase had begun."""
    state = visible_state(request.seen)
    begin = action(Act.ACTIVATE, chosen) if chosen >= 0 else None
    asked = decision(state)
    if begin is not None and begin != act and asked is not None and begin in asked.options:
        apply_action(state, begin, trusted=True)
    return refused_here(state, act)


def refused_here(state: State, act: Action) -> str:
    """Why the rules refuse `act` in a position of which the seat sees everything."""
    asked = decision(state)
    if asked is not None and act in asked.options:
        return f"That is possible, but not from here: use the list ({key('acts')})."
    text = str(why_not(state, act))
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


def nobody_in_reach(seen: Observation, unit: int) -> str:
    """Why a unit that may attack has nobody to attack: `nearest &s at i3, 6 away, range 4`."""
    state = visible_state(seen)
    if in_base(state, unit):
        return "No attacks from a base: walk out first."
    terrain, here = state.table.terrain, state.space[unit]
    arm = max(state.gear.arms[unit], key=lambda arm: arm.range)
    spaces = max(1, arm.range + boost(state.timed, unit, Rating.RANGE))
    near = [
        (terrain.distance(here, place), other)
        for other, place in enumerate(state.space)
        if other // UNITS_PER_TEAM != seen.seat and place >= 0 and not in_base(state, other)
    ]
    text = f"No foe in reach of {weapon_name(seen, arm.item)}: "
    if here < 0 or not near:
        return text + "none is on the field."
    away, foe = min(near)
    where = space_name(seen.table, state.space[foe])
    text += f"nearest {unit_token(seen.table, foe)} at {where}, {away} away, range {spaces}"
    return f"{text}, but not in sight." if away <= spaces else f"{text}."
