"""Chances that a player gives away by ending a unit phase or a turn now.

The caller names the units: by symbols on the screen, by names in plain mode.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.geometry.grid import set_of, spaces_in
from deathdome.model.actions import ActionKind
from deathdome.model.frames import Turn, UnitPhase
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.rules.analysis import actions_in_phase, hittable, reach_of
from deathdome.rules.observing import visible_state
from deathdome.rules.units import in_base
from deathdome.text.names import counted, space_name
from deathdome.text.offers import Offers, sort_offers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from deathdome.model.actions import Action
    from deathdome.model.observation import Observation

    Named = Callable[[int], str]


def left_in_turn(seen: Observation, options: Iterable[Action], named: Named) -> str:
    """`2 unit phases left, @s could capture d8`; '' when no unit can act any more."""
    turn = seen.stack[0]
    phases = turn.phases if isinstance(turn, Turn) else 0
    units = sorted(sort_offers(options).units)
    if not phases or not units:
        return ""
    text = f"{counted(phases, 'unit phase')} left"
    for could in (_could_now, _could_after_a_walk):
        for unit in units:
            if words := could(seen, unit, named):
                return f"{text}, {named(unit)} could {words}"
    return text


def left_in_phase(seen: Observation, offers: Offers, named: Named) -> str:
    """`@s could attack &g`, `its walk and its action`; '' when nothing useful is left."""
    frame = next((frame for frame in reversed(seen.stack) if isinstance(frame, UnitPhase)), None)
    if frame is None or frame.actions <= 0:
        return ""
    token = named(frame.unit)
    if words := _offered(seen, frame.unit, offers, named):
        return f"{token} could {words}"
    if offers.spaces and (words := _after_a_walk(seen, frame.unit, offers.reach, named)):
        return f"{token} could {words}"
    if frame.movements > 0 and not frame.walking:
        return f"{token} has its walk and its action left"
    return ""


def _could_now(seen: Observation, unit: int, named: Named) -> str:
    return _offered(seen, unit, sort_offers(actions_in_phase(seen, unit)), named)


def _could_after_a_walk(seen: Observation, unit: int, named: Named) -> str:
    return _after_a_walk(seen, unit, reach_of(seen, unit), named)


def _offered(seen: Observation, unit: int, offers: Offers, named: Named) -> str:
    """Return the best thing that a unit can do from its space, or ""."""
    if ActionKind.RELEASE in offers.plain:
        return "release the jail"
    if ActionKind.CAPTURE in offers.plain:
        return f"capture {space_name(seen.setup, seen.space[unit])}"
    if offers.attacks:
        return f"attack {named(min(offers.attacks))}"
    return "attack all adjacent enemies" if offers.sweeps else ""


def _after_a_walk(seen: Observation, unit: int, reach: int, named: Named) -> str:
    """Return the best thing that a unit can do after a walk to one of these spaces, or ""."""
    board, seat = seen.setup.board, unit // UNITS_PER_TEAM
    owned = zip(board.points, seen.owners, strict=True)
    points = set_of(point for point, owner in owned if owner != seat) & reach
    if points:
        here = seen.space[unit]
        near = min(spaces_in(points), key=lambda point: (board.grid.distance(here, point), point))
        return f"capture {space_name(seen.setup, near)}"
    state = visible_state(seen)
    hit = hittable(seen, unit, walking=True)
    for foe, place in enumerate(seen.space):
        if foe // UNITS_PER_TEAM == seat or place < 0 or in_base(state, foe):
            continue
        if hit >> place & 1:
            return f"attack {named(foe)}"
    return ""
