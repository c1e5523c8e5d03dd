"""Marks over the board, the line to the cursor, and moves as pictures."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from deathdome.model.events import Declared, Pushed, Walked
from deathdome.model.frames import UnitPhase
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.model.vocabulary import Rating
from deathdome.rules.analysis import (
    could_hit,
    hittable,
    reach_of,
    sight_of,
    threatened,
    threats_to,
    walk_to,
)
from deathdome.rules.observing import visible_state
from deathdome.rules.terrain import obstacle
from deathdome.rules.units import boost, in_base, movement
from deathdome.text.names import capitalised, space_name
from deathdome.text.phrases import position as say
from deathdome.tui.presenters.pieces import (
    drawn_units,
    kind_words,
    place_of,
    unit_called,
    weapon_name,
)
from deathdome.tui.presenters.prompts import steps_left

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deathdome.geometry.grid import Space
    from deathdome.model.events import Event
    from deathdome.model.observation import Observation
    from deathdome.session.hints import Step
    from deathdome.tui.glyphs import GlyphSet
    from deathdome.tui.presenters.board import Marks


class Overlay(Enum):
    """The meaning of the marks of reach and threat."""

    REACH = "reach"
    THREAT = "threat"
    BOTH = say.REACH_AND_THREAT
    SIGHT = say.SIGHT_AND_RANGE
    OFF = "off"

    @property
    def following(self) -> Overlay:
        """The next overlay; the first after the last."""
        every = list(Overlay)
        return every[(every.index(self) + 1) % len(every)]


def marks_for(
    seen: Observation,
    overlay: Overlay,
    base: Marks,
    *,
    unit: int,
    walker: int = -1,
    here: int = -1,
) -> Marks:
    """Return the marks of an overlay.

    `base` has the cursor, the active unit, the targets and the spaces that answer the question.
    `unit` is the unit of the sight overlay; `walker` the one of the reach, if no space answers;
    `here` the one under the cursor, whose threats are shown.
    """
    reach, threat, targets = base.reach, 0, base.targets
    if not reach and walker >= 0:
        reach = reach_of(seen, walker)
    if overlay is Overlay.SIGHT:
        hit = hittable(seen, unit) if unit >= 0 else 0
        # The same three symbols mean in sight, in range, both; the panel says so.
        reach, threat = sight_of(seen, unit) if unit >= 0 else 0, hit
    elif overlay in (Overlay.THREAT, Overlay.BOTH):
        threat, targets = threats_shown(seen, here, targets)
    # No unit is in a wall or is hit in a base or a jail: marks there have no meaning.
    terrain = seen.setup.terrain
    safe = terrain.walls | terrain.all_bases | terrain.unused_bases | terrain.board.all_jails
    threat &= ~safe
    if overlay is Overlay.SIGHT:
        reach &= ~safe
    if overlay in (Overlay.THREAT, Overlay.OFF):
        reach = 0
    return replace(base, reach=reach, threat=threat, targets=targets)


def threats_shown(seen: Observation, unit: int, targets: int) -> tuple[int, int]:
    """Return the spaces under threat and the units that stand out.

    Of an enemy: where it can hit, and whom. Of your unit: the enemies that can hit it.
    Without a unit: where any enemy can hit.
    """
    if unit < 0 or seen.space[unit] < 0:
        return threatened(seen, seen.seat), targets
    if unit // UNITS_PER_TEAM != seen.seat:
        hit = hittable(seen, unit, walking=True)
        return hit, _spaces_of(seen, units_hit_by(seen, unit))
    attackers = attackers_of(seen, unit)
    threat = 0
    for foe in attackers:
        threat |= hittable(seen, foe, walking=True)
    return threat, _spaces_of(seen, attackers)


def foes_near(seen: Observation, space: int) -> list[int]:
    """Return the enemies that could hit a space in one unit phase; none in a base."""
    if seen.setup.terrain.all_bases >> space & 1:
        return []
    foes = (unit for unit in range(len(seen.space)) if unit // UNITS_PER_TEAM != seen.seat)
    state = visible_state(seen)
    return [unit for unit in foes if could_hit(state, unit, space)]


def attackers_of(seen: Observation, unit: int) -> list[int]:
    """Return the enemies that could hit a unit of yours where it is in one unit phase."""
    place = seen.space[unit]
    if place < 0 or seen.setup.terrain.all_bases >> place & 1:  # a base is safe
        return []
    return sorted({threat.unit for threat in threats_to(seen, seen.seat, seen.space[unit])})


def units_hit_by(seen: Observation, foe: int) -> list[int]:
    """Return your units that an enemy could hit in one unit phase."""
    first = seen.seat * UNITS_PER_TEAM
    own = range(first, first + UNITS_PER_TEAM)
    return [unit for unit in own if foe in attackers_of(seen, unit)]


def _spaces_of(seen: Observation, units: Iterable[int]) -> int:
    found = 0
    for unit in units:
        found |= 1 << seen.space[unit] if seen.space[unit] >= 0 else 0
    return found


def walk_marks(seen: Observation, unit: int, goal: int) -> tuple[int, ...]:
    """Return the spaces that the unit crosses on its way to a space in its reach."""
    steps = movement(visible_state(seen), unit)
    for frame in seen.stack:
        if isinstance(frame, UnitPhase) and frame.unit == unit:
            steps = steps_left(seen, frame)
    return walk_to(seen, unit, goal, steps)


def hint_marks(marks: Marks, step: Step) -> Marks:
    """Return the marks with a hint: its unit, its walk and its target glow."""
    advice = step.advice
    marks = replace(marks, active=advice.order.unit) if advice.order.unit >= 0 else marks
    if advice.target < 0:
        return marks
    path = advice.path or marks.path
    return replace(marks, path=path, targets=marks.targets | 1 << advice.target)


def overlay_words(seen: Observation, overlay: Overlay, unit: int, glyphs: GlyphSet) -> str:
    """Return the name of the overlay and the meaning of its symbols."""
    name = unit_called(seen, unit) if unit >= 0 else ""
    if overlay is Overlay.REACH:
        return say.REACH_LEGEND.format(name=name, reach=glyphs.reach) if name else "reach"
    if overlay is Overlay.THREAT:
        return say.THREAT_LEGEND.format(threat=glyphs.threat)
    if overlay is Overlay.BOTH:
        return say.BOTH_LEGEND.format(reach=glyphs.reach, threat=glyphs.threat, both=glyphs.both)
    if overlay is Overlay.SIGHT:
        seen_by = f"sight {name}" if name else "sight"
        return say.SIGHT_LEGEND.format(
            seen_by=seen_by, reach=glyphs.reach, both=glyphs.both, threat=glyphs.threat
        )
    return say.NO_MARKS


def aim_text(seen: Observation, unit: int, space: int) -> str:
    """Return `Oakes e4 to k9: 6 away, out of sight: wall at h6. Punch range 1: no.`."""
    name = capitalised(unit_called(seen, unit))
    here, there = seen.space[unit], place_of(seen, space)
    if here < 0:
        return say.NOT_ON_BOARD.format(name=name)
    state = visible_state(seen)
    terrain = seen.setup.terrain
    away = terrain.distance(here, there)
    sees = here == there or bool(terrain.sees(here, there))
    line = f"{name} {space_name(seen.setup, here)} to {space_name(seen.setup, there)}: {away} away"
    if sees:
        line += say.AND_IN_SIGHT
    else:
        line += say.AND_OUT_OF_SIGHT.format(blockers=in_the_way(seen, here, there))
    if in_base(state, unit):
        return say.IN_BASE.format(line=line)
    parts = []
    for arm in state.gear.weapons[unit]:
        most = max(1, arm.range + boost(state.timed, unit, Rating.RANGE))
        reaches = away <= most and (not arm.sight or terrain.sees(here, there, arm.through_walls))
        parts.append(f"{weapon_name(seen, arm.item)} range {most}: {'yes' if reaches else 'no'}")
    return f"{line} {'; '.join(parts)}."


def in_the_way(seen: Observation, here: Space, there: Space) -> str:
    """Return what blocks the sight between two spaces: `wall at h6`."""
    space, corner = obstacle(seen.setup.board, here, there)
    if space < 0:
        return say.TOWER_HEIGHT
    name = space_name(seen.setup, space)
    return say.CORNER.format(name=name) if corner else f"{kind_words(seen, space)} at {name}"


class Trace(NamedTuple):
    """The spaces of the last move in order."""

    spaces: tuple[int, ...] = ()

    @property
    def bits(self) -> int:
        """The spaces as a set."""
        found = 0
        for space in self.spaces:
            found |= 1 << space
        return found


def last_trace(events: Sequence[Event], seen: Observation) -> Trace:
    """Return the spaces of the last walk, attack or push; empty if nothing has moved."""
    places = {unit: space for space, unit in drawn_units(seen).items()}
    for event in reversed(events):
        match event:
            case Walked(start=start, path=path) if path:
                return Trace(tuple(space for space in (start, *path) if space >= 0))
            case Pushed(start=start, end=end):
                return Trace(tuple(space for space in (start, end) if space >= 0))
            case Declared(unit=unit, target=target) if unit >= 0 and target >= 0:
                ends = [places[who] for who in (unit, target) if who in places]
                return Trace(tuple(ends))
            case _:
                continue
    return Trace()
