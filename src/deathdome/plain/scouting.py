"""Commands about what could be done, and what could happen: reach, targets, threat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.errors import UsageError
from deathdome.model.actions import Act, verb_of
from deathdome.model.frames import UnitPhase
from deathdome.model.names import capitalised, counted, item_name, team_name, the_unit
from deathdome.plain.view import own_units
from deathdome.plain.weighing import attacks_of, short_odds, with_place
from deathdome.rules.foresight import reach_by_steps, threats_to
from deathdome.rules.observing import visible_state
from deathdome.rules.units import movement

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deathdome.plain.view import View


def reach(view: View, words: str) -> Iterator[str]:
    """Where a unit can walk in one movement phase, by steps."""
    unit = view.unit(words) if words else view.active
    if unit < 0:
        raise UsageError('whose reach? For example "reach red.warrior"')
    if view.table.terrain is None:
        raise UsageError("nobody is on the board before the teams have their bases")
    seen = view.seen
    steps = movement(visible_state(seen), unit)
    for frame in seen.stack:
        if isinstance(frame, UnitPhase) and frame.unit == unit:
            steps = max(0, steps - frame.steps) if frame.walking or frame.movements else 0
    rings = reach_by_steps(seen, unit, steps)
    if not any(rings):
        yield f"{capitalised(view.who(unit))} {view.where(unit)} cannot walk anywhere."
        return
    yield f"{capitalised(view.who(unit))} {view.where(unit)} has {counted(steps, 'step')}."
    for number, ring in enumerate(rings, 1):
        if ring:
            yield f"{capitalised(counted(number, 'step'))}: {view.marked(ring)}."


def targets(view: View, words: str) -> Iterator[str]:
    """Whom the active unit, or each own unit, can attack from where it stands, or from a space."""
    if view.request is None or view.table.terrain is None:
        raise UsageError("nobody can be attacked now")
    words, place = with_place(view, words)
    attacks = [n for n, act in enumerate(view.options) if verb_of(act) is Act.ATTACK]
    if attacks and not words and place < 0:
        for number in attacks:
            yield f"{number + 1}. {view.spelled(view.options[number])}."
            yield from short_odds(view, view.active, view.options[number])
        return
    one = view.unit(words) if words else view.active
    if place >= 0 and one < 0:
        raise UsageError('who stands there? For example "targets red.gunner from k5"')
    any_found = False
    for unit in [one] if one >= 0 else own_units(view.seat):
        for act in attacks_of(view, unit, place):
            any_found = True
            where = f"from {view.name(place)}" if place >= 0 else view.where(unit)
            yield f"{capitalised(view.who(unit))} {where}: {view.spelled(act)}."
            yield from short_odds(view, unit, act, place)
    if not any_found:
        whom = the_unit(view.spoken.table, one) if one >= 0 else team_name(view.seat)
        where = f"from {view.name(place)}" if place >= 0 else "without a walk"
        yield f"Nobody is in range and sight of {whom} {where}; foes tells how far they are."


def threat(view: View, words: str) -> Iterator[str]:
    """Who could hit a unit of this seat on a space, in one unit phase."""
    if view.table.terrain is None:
        raise UsageError("nobody is on the board before the teams have their bases")
    if not words and view.active < 0:
        raise UsageError('a threat to which space? For example "threat k5"')
    space = view.space(words) if words else view.seen.space[view.active]
    name = view.name(space)
    if space in (view.table.terrain.home[view.seat], -1):
        yield f"Nobody is hit in {name}."
        return
    found = threats_to(view.seen, view.seat, space)
    for one in found:
        walk = f"after {counted(one.steps, 'step')}" if one.steps else "from where it stands"
        who = capitalised(view.who(one.unit))
        yield (
            f"{who} {view.where(one.unit)} could hit {name} with "
            f"{item_name(view.table, one.item)} {walk}."
        )
    if not found:
        yield f"No enemy could hit {name} in one unit phase, abilities of cards aside."
