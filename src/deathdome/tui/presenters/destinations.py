"""Spaces that a unit can usefully reach in its phase: points, enemies, jails, wounded teammates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.geometry.grid import set_of, spaces_in
from deathdome.model.actions import NOBODY, ActionKind, a_of, b_of, kind_of
from deathdome.model.decisions import Question
from deathdome.model.effects import Heal
from deathdome.model.frames import UnitPhase
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.model.vocabulary import Shape, Trigger
from deathdome.rules.analysis import (
    forecast_declaration,
    hittable,
    reach_by_steps,
    threatened,
    walk_to,
)
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.units import in_base, movement
from deathdome.tui.presenters.menus import Approach, after_prefix

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deathdome.model.actions import Action
    from deathdome.model.observation import Observation
    from deathdome.model.state import State
    from deathdome.text.offers import Offers

_DEEDS: Final = (ActionKind.CAPTURE, ActionKind.RELEASE)
_HEALING: Final = (Trigger.ACTION, Trigger.BETWEEN, Trigger.PHASE, Trigger.TURN)
_FAR: Final = 60  # steps of the longest way to a goal
_BEYOND: Final = 4  # goals beyond the reach
_TRIED: Final = 12  # spaces from which an attack is tried, the best first


class Destinations:
    """Useful spaces of one unit, from the position in which its phase is open."""

    def __init__(
        self, seen: Observation, unit: int, offers: Offers, prefix: Sequence[Action]
    ) -> None:
        self._seen, self._unit, self._offers = seen, unit, offers
        self._state = after_prefix(seen, prefix)
        self._found: list[int] = []  # stops
        self._after: dict[Action, list[Action]] = {}  # legal actions after each walk

    @property
    def has_action(self) -> bool:
        """True if the unit can still attack, capture or release in this phase."""
        frames = (frame for frame in reversed(self._state.stack) if isinstance(frame, UnitPhase))
        phase = next(frames, None)
        return phase is not None and phase.unit == self._unit and phase.actions > 0

    def deed(self, place: int) -> tuple[Action, ...]:
        """Return the capture or release that is legal after a walk to the space; () for none."""
        walk = self._offers.spaces.get(place)
        board = self._seen.setup.board
        if walk is None or not (place in board.points or place in board.release_points):
            return ()
        deeds = [action for action in self._options_after(walk) if kind_of(action) in _DEEDS]
        return tuple(deeds[:1])

    def approaches(self, target: int) -> list[Approach]:
        """Return the best legal approach to an enemy for each weapon, strongest attack first."""
        if not self.has_action or not self._offers.spaces:
            return []
        found: dict[int, Approach] = {}
        for place in self._firing_spaces(target)[:_TRIED]:
            walk = self._offers.spaces[place]
            for action in self._options_after(walk):
                if kind_of(action) is ActionKind.ATTACK and b_of(action) == target:
                    found.setdefault(a_of(action), Approach(walk, action))
        return sorted(found.values(), key=lambda one: -self._margin(one))

    def assaults(self) -> list[Approach]:
        """Return the best approach to each enemy in reach, and to several enemies at once."""
        if not self.has_action or not self._offers.spaces:
            return []
        reached, seat = hittable(self._seen, self._unit, walking=True), self._unit // UNITS_PER_TEAM
        enemies = [
            enemy
            for enemy, place in enumerate(self._state.space)
            if enemy // UNITS_PER_TEAM != seat
            and place >= 0
            and reached >> place & 1
            and not in_base(self._state, enemy)
        ]
        found = [one for enemy in enemies for one in self.approaches(enemy)[:1]]
        return [*found, *self._sweeps([self._state.space[enemy] for enemy in enemies])]

    def _sweeps(self, places: Sequence[int]) -> list[Approach]:
        """Return the attack on all adjacent units from where most enemies are adjacent."""
        shapes = {weapon.shape for weapon in self._state.gear.weapons[self._unit]}
        if Shape.ADJACENT not in shapes:
            return []
        within = self._state.setup.terrain.within
        near = {
            space: sum(within(place, 1) >> space & 1 for place in places)
            for space in self._offers.spaces
        }
        for space in sorted(near, key=lambda space: (-near[space], space))[:_TRIED]:
            walk = self._offers.spaces[space]
            for action in self._options_after(walk) if near[space] else ():
                if kind_of(action) is ActionKind.ATTACK and b_of(action) == NOBODY:
                    return [Approach(walk, action)]
        return []

    def stops(self) -> list[int]:
        """Return the spaces worth a look, in a circle.

        Forwards from the unit come those in reach, the nearest first; backwards the goals beyond
        it, the nearest first as well.
        """
        if not self._found:
            near = [space for _, space in sorted(set(self._stops()))]
            self._found = [*near, *reversed(self._beyond(near))]
        return self._found

    def toward(self, place: int) -> tuple[Action, ...]:
        """Return the walk that comes nearest to a space on the shortest way there; () for none."""
        way = walk_to(self._seen, self._unit, place, _FAR)
        reached = [space for space in way if space in self._offers.spaces]
        return (self._offers.spaces[reached[-1]],) if reached else ()

    def _beyond(self, near: Sequence[int]) -> list[int]:
        """Return the nearest points and enemies that take more than one phase to reach."""
        seen, seat = self._seen, self._unit // UNITS_PER_TEAM
        if not self._offers.spaces:
            return []
        owned = zip(seen.setup.board.points, seen.owners, strict=True)
        goals = [int(point) for point, owner in owned if owner != seat]
        goals += [
            place
            for enemy, place in enumerate(self._state.space)
            if enemy // UNITS_PER_TEAM != seat and place >= 0 and not in_base(self._state, enemy)
        ]
        ways = [
            (len(way), goal)
            for goal in dict.fromkeys(goals)
            if goal not in near
            and goal not in self._offers.spaces
            and (way := walk_to(seen, self._unit, goal, _FAR))
        ]
        return [goal for _, goal in sorted(ways)[:_BEYOND]]

    # -- how far, and what for -----------------------------------------------------------------

    def _stops(self) -> Iterator[tuple[int, int]]:
        seen, state = self._seen, self._state
        here = state.space[self._unit]
        board, seat = seen.setup.board, self._unit // UNITS_PER_TEAM
        far = self._steps()
        if self.has_action:
            places = {*board.points, *board.release_points} & self._offers.spaces.keys()
            for place in places:
                if self.deed(place):
                    yield far.get(place, len(far)), int(place)
            reached = hittable(seen, self._unit, walking=True) if self._offers.spaces else 0
            for enemy, place in enumerate(state.space):
                if enemy // UNITS_PER_TEAM == seat or place < 0:
                    continue
                walked = reached >> place & 1 and not in_base(state, enemy)
                if enemy in self._offers.attacks or (walked and self.approaches(enemy)):
                    yield state.setup.terrain.distance(here, place), int(place)
        if here >= 0 and self._heals():
            steps = movement(state, self._unit) + 1
            for mate in range(seat * UNITS_PER_TEAM, (seat + 1) * UNITS_PER_TEAM):
                place = state.space[mate]
                hurt = state.wounds[mate] or state.down[mate]
                if mate != self._unit and place >= 0 and hurt:
                    away = state.setup.terrain.distance(here, place)
                    if away <= steps:
                        yield away, int(place)

    def _steps(self) -> dict[int, int]:
        """Return the number of steps to each space in reach."""
        rings = reach_by_steps(self._seen, self._unit, movement(self._state, self._unit))
        return {place: number for number, ring in enumerate(rings, 1) for place in spaces_in(ring)}

    def _heals(self) -> bool:
        windows = self._seen.gear.windows[self._unit]
        return any(
            isinstance(effect, Heal)
            for when in _HEALING
            for ability in windows.get(when, ())
            for effect in ability.do
        )

    # -- attacks after a walk ------------------------------------------------------------------

    def _firing_spaces(self, target: int) -> list[int]:
        """Return the spaces in reach from which a weapon hits the target, the best first."""
        state, place = self._state, self._state.space[target]
        if place < 0:
            return []
        terrain = state.setup.terrain
        found = 0
        for weapon in state.gear.weapons[self._unit]:
            near = terrain.within(place, max(1, weapon.range))
            found |= near & terrain.sight(place, weapon.through_walls) if weapon.sight else near
        found &= set_of(self._offers.spaces)
        danger, far = threatened(self._seen, self._seen.seat), self._steps()
        return sorted(
            map(int, spaces_in(found)),
            key=lambda space: (danger >> space & 1, far.get(space, len(far)), space),
        )

    def _margin(self, one: Approach) -> int:
        """Return by how much the attack exceeds the target's toughness."""
        forecast = forecast_declaration(self._seen, self._unit, one.attack, a_of(one.walk))
        return max((other.attack - other.toughness for other in forecast.defenders), default=0)

    def _options_after(self, walk: Action) -> list[Action]:
        """Return what the unit can do right after a walk."""
        if walk not in self._after:
            state = self._state.copy()
            apply_action(state, walk, trusted=True)
            self._after[walk] = _phase_options(state, self._unit)
        return self._after[walk]


def _phase_options(state: State, unit: int) -> list[Action]:
    asked = decision(state)
    if asked is None or asked.question is not Question.UNIT_PHASE:
        return []
    frames = (frame for frame in reversed(state.stack) if isinstance(frame, UnitPhase))
    phase = next(frames, None)
    return asked.options if phase is not None and phase.unit == unit else []
