"""Commands about what could be done, and what could happen: reach, targets, threat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.errors import UsageError
from deathdome.geometry.grid import spaces_in
from deathdome.model.actions import PUNCH, Act, verb_of
from deathdome.model.board import Kind
from deathdome.model.frames import UnitPhase
from deathdome.model.names import capitalised, counted, item_name, space_name, team_name, the_unit
from deathdome.model.vocabulary import Rating
from deathdome.plain.view import own_units, spaces_words
from deathdome.plain.weighing import attacks_of, short_odds, with_place
from deathdome.rules.foresight import reach_by_steps, threats_to
from deathdome.rules.observing import visible_state
from deathdome.rules.sight import obstacle
from deathdome.rules.units import boost, in_base, movement

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deathdome.plain.view import View

_GOALS: Final = (Kind.CONTROL_POINT, Kind.TOWER_CENTRE, Kind.RELEASE_POINT)


def reach(view: View, words: str) -> Iterator[str]:
    """Where a unit can walk in one movement phase, by steps."""
    unit = view.unit(words) if words else view.active
    if unit < 0:
        raise UsageError('whose reach? For example "reach red.warrior"')
    if not view.table.order:
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
    goals = [
        f"{view.name(space)} {view.ground(space)} {counted(number, 'step')}"
        for number, ring in enumerate(rings, 1)
        for space in spaces_in(ring)
        if view.table.board.kinds[space] in _GOALS
    ]
    if goals:
        yield f"Points in reach: {'; '.join(goals)}."
    for number, ring in enumerate(rings, 1):
        if ring:
            yield f"{capitalised(counted(number, 'step'))}: {view.named(ring)}."


def targets(view: View, words: str) -> Iterator[str]:
    """Whom the active unit, or each own unit, can attack from where it stands, or from a space."""
    if view.request is None or not view.table.order:
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
    if not view.table.order:
        raise UsageError("nobody is on the board before the teams have their bases")
    if not words and view.active < 0:
        raise UsageError('a threat to which space? For example "threat k5"')
    space = view.space(words) if words else view.seen.space[view.active]
    name = view.name(space)
    if space < 0 or space == view.table.terrain.home[view.seat]:
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


def aim(view: View, words: str) -> Iterator[str]:
    """The line from a unit to a space: how far, which weapons reach it, what is in the way."""
    unit, rest = view.with_unit(words)
    if not rest and words:
        unit, rest = view.active, words
    if not view.table.order or unit < 0 or not rest:
        raise UsageError('from whom to where? For example "aim red.gunner k9"')
    here, there = view.seen.space[unit], view.space(rest)
    if here < 0:
        raise UsageError(f"{view.who(unit)} is {view.where(unit)}, and aims at nobody")
    state, terrain = visible_state(view.seen), view.table.terrain
    away = view.away(here, there)
    line = f"{capitalised(view.who(unit))} {view.where(unit)} to {view.name(there)}: "
    line += f"{spaces_words(away)}, "
    if here == there or terrain.sees(here, there):
        yield f"{line}in sight."
    else:
        yield f"{line}not in sight: {_in_the_way(view, here, there)}."
    if in_base(state, unit):
        yield "Nobody attacks from a base."
        return
    for arm in state.gear.arms[unit]:
        most = max(1, arm.range + boost(state.timed, unit, Rating.RANGE))
        reaches = away <= most and (not arm.sight or terrain.sees(here, there, arm.through_walls))
        name = "Punch" if arm.item == PUNCH else item_name(view.table, arm.item)
        yield f"{name}, range {most}: {'reaches it' if reaches else 'does not reach it'}."


def _in_the_way(view: View, here: int, there: int) -> str:
    space, corner = obstacle(view.table.board, here, there)
    if space < 0:
        return "the height of the tower"
    name = space_name(view.table, space)
    return f"the corner of {name}" if corner else f"{view.ground(space)} on {name}"
