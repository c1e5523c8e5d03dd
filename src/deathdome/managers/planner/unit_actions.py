"""Actions of a unit from every space it could reach: attacks, captures, cures."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from deathdome.geometry.grid import spaces_in
from deathdome.managers.planner.attack import burning, lava_pushes
from deathdome.managers.planner.evaluate import hurt
from deathdome.managers.planner.objectives import FAR, freedom, takings
from deathdome.managers.planner.threats import covered
from deathdome.model.actions import CAPTURE, NOBODY, RELEASE, Action, ActionKind, make_action
from deathdome.model.effects import Capture, Heal
from deathdome.model.vocabulary import Rating, Shape, Trigger
from deathdome.rules.abilities import WEAPON_KEY, within_limit
from deathdome.rules.units import boost

if TYPE_CHECKING:
    from deathdome.managers.planner.attack import AttackValues, Way
    from deathdome.managers.planner.weights import Weights
    from deathdome.model.state import State, WeaponAttack


class Chance(NamedTuple):
    """An action that may be possible from somewhere."""

    value: float
    action: Action
    place: int  # what it is aimed at
    spaces: int  # set of spaces from which it can be done
    target: int = -1  # unit that may die
    kill: float = 0.0
    wounds: int = 0  # that it is likely left with
    done: int = -1  # space of the point that is taken, or of the release
    laid: int = 0  # sum of the cards that the attack takes


class UnitActions:
    """The actions of one team in a position, whatever it costs to be where they can be done."""

    def __init__(
        self, world: State, seat: int, weights: Weights, attack_values: AttackValues
    ) -> None:
        self.world = world
        self.seat = seat
        self.weights = weights
        self.attack_values = attack_values
        self._captures: dict[tuple[int, int], float] = {}  # by value and owner of the point

    def of(self, unit: int, stands: int) -> list[Chance]:
        """Attacks, captures, releases and cures from any of the spaces in the set `stands`."""
        world, seat = self.world, self.seat
        terrain = world.setup.terrain
        stands &= ~(1 << terrain.home[seat])
        found: list[Chance] = []
        points = stands & terrain.all_points
        if points:
            for space in spaces_in(points):
                index = terrain.point_at[space]
                owner = world.owners[index]
                if owner != seat:
                    value = self._capture(index)
                    found.append(Chance(value, CAPTURE, space, 1 << space, done=space))
        releases = stands & terrain.all_release_points
        if releases and min(world.space) < 0:
            for space in spaces_in(releases):
                jail = terrain.jail_released_at[space]
                if -1 - jail in world.space:
                    value = freedom(world, seat, jail, self.weights)
                    found.append(Chance(value, RELEASE, space, 1 << space, done=space))
        further = boost(world.timed, unit, Rating.RANGE) if world.timed else 0
        for arm in world.gear.weapons[unit]:
            if arm.limit is not None and world.uses.get(WEAPON_KEY | arm.item, 0) >= arm.limit:
                continue
            spaces = max(1, arm.range + further)
            if arm.shape is Shape.ADJACENT:
                found += self._sweeps(unit, arm, stands)
                continue
            for other, place in enumerate(world.space):
                if other >> 2 == seat or place < 0 or place == terrain.home[other >> 2]:
                    continue
                area = covered(terrain, place, spaces, arm.sight, arm.through_walls) & stands
                area &= ~(1 << place)
                area &= ~burning(world, unit, arm, other, area)
                if not area:
                    continue
                way = self.attack_values.best(unit, arm, other)
                action = make_action(ActionKind.ATTACK, arm.item, other)
                deadly = lava_pushes(world, arm, other) & area
                if deadly:
                    gain = way.gain + way.hurt * self.attack_values.fatal(other)
                    kill = way.kill + way.hurt
                    found.append(Chance(gain, action, place, deadly, other, kill, laid=way.total))
                    area &= ~deadly
                if area:
                    found.append(_attack(way, action, place, area, other))
        found += self._cures(unit, stands)
        found += self._stamps(unit, stands)
        return found

    def _sweeps(self, unit: int, arm: WeaponAttack, stands: int) -> list[Chance]:
        """Attacks on all enemies around, by whom they would hit."""
        world, seat = self.world, self.seat
        terrain = world.setup.terrain
        near: dict[int, int] = {}  # spaces beside each enemy
        for other, place in enumerate(world.space):
            if other >> 2 != seat and place >= 0 and place != terrain.home[other >> 2]:
                area = covered(terrain, place, 1, arm.sight, arm.through_walls) & stands
                near[other] = area & ~(1 << place)
        groups: dict[tuple[int, ...], int] = {}
        for space in spaces_in(reduce(or_, near.values(), 0)):
            hits = tuple(other for other, area in near.items() if area >> space & 1)
            groups[hits] = groups.get(hits, 0) | 1 << space
        action = make_action(ActionKind.ATTACK, arm.item, NOBODY)
        found = []
        for hits, area in groups.items():
            way = self.attack_values.sweep(unit, arm, hits)
            target = max(hits, key=self.attack_values.fatal)
            place = world.space[target]
            found.append(_attack(way, action, place, area, target))
        return found

    def _capture(self, index: int) -> float:
        """Return the immediate value of taking a control point."""
        world = self.world
        kind = world.setup.board.point_value[index], world.owners[index]
        found = self._captures.get(kind)
        if found is None:
            found = self._captures[kind] = takings(world, self.seat, *kind, self.weights)
        return found

    def _stamps(self, unit: int, stands: int) -> list[Chance]:
        """Return captures that do not need the unit on the point."""
        world = self.world
        terrain = world.setup.terrain
        found: list[Chance] = []
        for ability in world.gear.windows[unit].get(Trigger.ACTION, ()):
            pick = ability.pick
            stamps = any(isinstance(effect, Capture) for effect in ability.do)
            if pick is None or pick.what != "point" or not stamps:
                continue
            if not within_limit(world, ability, -1):
                continue
            for index, point in enumerate(world.setup.board.points):
                place = int(point)
                if world.owners[index] != self.seat:
                    area = covered(terrain, place, pick.range or FAR, pick.sight, False) & stands
                    if area:
                        action = make_action(ActionKind.USE, int(ability.id), place + 1)
                        found.append(Chance(self._capture(index), action, place, area, done=place))
        return found

    def _cures(self, unit: int, stands: int) -> list[Chance]:
        """Healing of teammates and of the unit itself with its action."""
        world = self.world
        terrain, w = world.setup.terrain, self.weights
        found: list[Chance] = []
        for ability in world.gear.windows[unit].get(Trigger.ACTION, ()):
            heals = [effect.n for effect in ability.do if isinstance(effect, Heal)]
            if not heals or ability.pick is None:
                continue
            for mate in range(self.seat * 4, self.seat * 4 + 4):
                place, wounds = world.space[mate], world.wounds[mate]
                if place < 0 or not wounds:
                    continue
                vitae = world.gear.vitae[mate]
                gain = hurt(vitae, wounds, w) - hurt(vitae, max(0, wounds - heals[0]), w)
                action = make_action(ActionKind.USE, int(ability.id), mate + 1)
                if mate == unit:
                    area = stands
                else:
                    spaces = ability.pick.range or 99
                    area = covered(terrain, place, spaces, True, False) & stands
                if area:
                    found.append(Chance(gain, action, place, area))
        return found


def _attack(way: Way, action: Action, place: int, area: int, target: int) -> Chance:
    return Chance(way.gain, action, place, area, target, way.kill, way.wounds, laid=way.total)
