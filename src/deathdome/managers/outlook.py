"""What a unit could do from where it stands and from everywhere it can walk to, in credits.

A walk changes where one unit stands and little else, so its worth is worked out without trying it:
the team's errands with the unit on another space, and the best action from there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.managers.cards import attack_odds
from deathdome.managers.evaluation import BASE, WISH, Errands, hurt
from deathdome.model.effects import Heal
from deathdome.model.vocabulary import Rating, Trigger
from deathdome.rules.abilities import WEAPON_KEY
from deathdome.rules.ending import POINT_PAY
from deathdome.rules.moving import reach
from deathdome.rules.units import boost, movement

if TYPE_CHECKING:
    from deathdome.model.state import State

LATER: Final = 0.9  # an action after a walk, as a share of the same action now


class Outlook:
    """One unit of the own team: its chances on every space, with `actions` left."""

    def __init__(self, world: State, unit: int, *, actions: int = 1) -> None:
        self._world = world
        self._unit = unit
        self._seat = unit >> 2
        self._here = world.space[unit]
        self._home = world.table.terrain.home[self._seat]
        self._errands = Errands(world, self._seat, unit)
        self._start = self._errands.total(self._here)
        self._actions = actions
        self._targets: list[tuple[int, int, bool, bool, float]] | None = None
        self._own_cure = 0.0
        self._now = self.action_from(self._here)

    def walk(self, goal: int) -> float:
        """What walking to a space is worth beside staying; a loss is less than 0."""
        gain = self._errands.total(goal) - self._start
        if self._here == self._home != goal:
            gain += BASE
        return gain + max(0.0, LATER * self.action_from(goal) - self._now)

    def best(self) -> float:
        """The best of acting here and walking somewhere."""
        world, unit = self._world, self._unit
        goals = reach(world, unit, movement(world, unit))
        best = self._now
        while goals:
            low = goals & -goals
            goals ^= low
            best = max(best, self.walk(low.bit_length() - 1))
        return best

    def action_from(self, space: int) -> float:
        """The best attack, capture or cure that the unit could make standing on a space."""
        if self._actions <= 0 or space == self._home:
            return 0.0
        world = self._world
        terrain = world.table.terrain
        fights = self._fights()
        best = self._own_cure
        point = terrain.point_at.get(space)
        if point is not None and world.owners[point] != self._seat:
            best = max(best, (1 - WISH) * POINT_PAY * world.table.board.point_value[point])
        for place, spaces, sight, walls, value in fights:
            if value <= best:
                break
            if terrain.distance(space, place) <= spaces and (
                not sight or terrain.sees(space, place, walls)
            ):
                best = value
        return best

    def _fights(self) -> list[tuple[int, int, bool, bool, float]]:
        """Attacks and cures, the best first.

        Each is (space of the target, range, needs sight, sees through walls, credits).
        """
        if self._targets is None:
            self._targets = self._find_fights()
        return self._targets

    def _find_fights(self) -> list[tuple[int, int, bool, bool, float]]:
        world, unit, seat = self._world, self._unit, self._seat
        terrain = world.table.terrain
        further = boost(world.timed, unit, Rating.RANGE) if world.timed else 0
        pace = movement(world, unit)
        found: list[tuple[int, int, bool, bool, float]] = []
        for other, place in enumerate(world.space):
            if other >> 2 == seat or place < 0 or place == terrain.home[other >> 2]:
                continue
            away = terrain.distance(self._here, place)
            for arm in world.gear.arms[unit]:
                spaces = max(1, arm.range + further)
                if away > spaces + pace:
                    continue
                if arm.limit is not None and world.uses.get(WEAPON_KEY | arm.item, 0) >= arm.limit:
                    continue
                value = attack_odds(world, unit, arm, other)
                found.append((place, spaces, arm.sight, arm.through_walls, value))
        found += self._cures()
        found.sort(key=lambda fight: -fight[4])
        return found

    def _cures(self) -> list[tuple[int, int, bool, bool, float]]:
        """Healing of teammates, in the same form; of the unit itself, put aside."""
        world = self._world
        found: list[tuple[int, int, bool, bool, float]] = []
        for ability in world.gear.windows[self._unit].get(Trigger.ACTION, ()):
            heals = [effect.n for effect in ability.do if isinstance(effect, Heal)]
            if not heals or ability.pick is None:
                continue
            for mate in range(self._seat * 4, self._seat * 4 + 4):
                place, wounds = world.space[mate], world.wounds[mate]
                if place < 0 or not wounds:
                    continue
                vitae = world.gear.vitae[mate]
                gain = float(hurt(vitae, wounds) - hurt(vitae, max(0, wounds - heals[0])))
                if mate == self._unit:
                    self._own_cure = max(self._own_cure, gain)
                else:
                    found.append((place, ability.pick.range or 99, True, False, gain))
        return found
