"""What the other teams could do to a team before its next turn (managers.md 3.2, "danger").

A team has two unit phases a turn, so of everything it could do the best two acts of different
units count, never the sum of all threats.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.geometry.grid import Space, SpaceSet
from deathdome.managers.odds import hand_sums
from deathdome.managers.planner.appraisal import WIN, hurt, rounds_share, turns_left, unit_prices
from deathdome.model.vocabulary import Deny, Rating, Shape
from deathdome.rules.attack import attack_with, strength_against, toughness_against
from deathdome.rules.ending import POINT_PAY, SHELL_PAY, supply
from deathdome.rules.gear import hands_of
from deathdome.rules.limits import WEAPON_KEY
from deathdome.rules.moving import reach
from deathdome.rules.turn import hand_target
from deathdome.rules.units import boost, denies, movement

if TYPE_CHECKING:
    from deathdome.managers.planner.weights import Weights
    from deathdome.model.state import State
    from deathdome.rules.gear import Arm
    from deathdome.rules.terrain import Terrain

PHASES: Final = 2  # unit phases of a team in one turn


class Strike(NamedTuple):
    """One way in which an enemy could attack in its next turn."""

    spaces: int  # set of spaces that it could hit
    arm: Arm


@lru_cache(maxsize=50_000)
def hittable(terrain: Terrain, stands: SpaceSet, spaces: int, sight: bool, walls: bool) -> int:
    """Everything within range (and in sight) of any of the spaces in the set `stands`."""
    found = 0
    while stands:
        low = stands & -stands
        stands ^= low
        found |= covered(terrain, low.bit_length() - 1, spaces, sight, walls)
    return found


@lru_cache(maxsize=20_000)
def covered(terrain: Terrain, space: int, spaces: int, sight: bool, walls: bool) -> int:
    """Everything within range, and in sight if the weapon needs it, of one space."""
    within = terrain.within(Space(space), spaces)
    return within & terrain.sight(Space(space), walls) if sight else within


class Danger:
    """The threats to one team in a position, for any place where one of its units may end up.

    `loss` is in credits, 0 or more. Asking for another space of one unit costs microseconds.
    """

    def __init__(self, world: State, seat: int, weights: Weights) -> None:
        self.world = world
        self.seat = seat
        self._weights = weights
        self.denied = weights.denied
        self.scale = weights.danger
        self.points: int = world.table.terrain.all_points
        self._exposures: dict[int, Exposure] = {}
        terrain = world.table.terrain
        self.home = terrain.home[seat]
        self.own = [
            (unit, world.space[unit])
            for unit in range(seat * 4, seat * 4 + 4)
            if world.space[unit] >= 0
        ]
        self._share = rounds_share(world)
        self._prices = unit_prices(weights)
        self._values = hands_of(world.table.catalog).values
        hand = sum(self._values[card] for card in world.hands[seat])
        self._shield = int(weights.cover * hand + 0.5)
        self._losses: dict[tuple[int, int], float] = {}
        self.teams: list[list[tuple[int, int, tuple[Strike, ...]]]] = []
        self.stakes: list[float] = []
        self._means: dict[int, tuple[float, ...]] = {}
        for other in range(world.table.seats):
            if other != seat and turns_left(world, other):
                self.teams.append(self._members(other))
                last = turns_left(world, seat) == 0
                self.stakes.append(1.0 if last else weights.recapture)

    def _members(self, team: int) -> list[tuple[int, int, tuple[Strike, ...]]]:
        """(unit, where it can go, its strikes) for all units of a team that can act next turn."""
        world = self.world
        terrain = world.table.terrain
        found = []
        for unit in range(team * 4, team * 4 + 4):
            here = world.space[unit]
            if here < 0 or world.down[unit]:
                continue
            goals = 1 << here
            if not denies(world, unit) & Deny.MOVEMENT:
                goals |= reach(world, unit, movement(world, unit))
            stands = goals & ~(1 << terrain.home[team])
            found.append((unit, stands, self._strikes(unit, stands)))
        if found:
            self._means[team] = self._cards(team)
        return found

    def _strikes(self, unit: int, stands: int) -> tuple[Strike, ...]:
        world = self.world
        terrain = world.table.terrain
        more = boost(world.timed, unit, Rating.RANGE) if world.timed else 0
        strikes = []
        for arm in world.gear.arms[unit]:
            if arm.limit is not None and world.uses.get(WEAPON_KEY | arm.item, 0) >= arm.limit:
                continue
            spaces = max(1, arm.range + more)
            strikes.append(
                Strike(hittable(terrain, stands, spaces, arm.sight, arm.through_walls), arm)
            )
        return tuple(strikes)

    def _cards(self, team: int) -> tuple[float, ...]:
        """Chance of each sum of cards that a threat of this team brings, from what is unseen."""
        world = self.world
        size = max(len(world.hands[team]), hand_target(supply(world, team)))
        left = list(world.deck)
        for seat, hand in enumerate(world.hands):
            if seat != self.seat:
                for card in hand:
                    left[card] += 1
        pool = [0] * 5
        for card, copies in enumerate(left):
            pool[self._values[card] - 1] += copies
        return hand_sums(tuple(pool), int(self._weights.menace * size + 0.5))

    # -- one threat --------------------------------------------------------------------------------

    def loss_of(self, enemy: int, index: int, arm: Arm, unit: int) -> float:
        """Credits expected to be lost if the enemy attacks the unit with that weapon."""
        key = enemy << 4 | index, unit
        known = self._losses.get(key)
        if known is not None:
            return known
        world, weights = self.world, self._weights
        frame = attack_with(world, enemy, arm, unit)
        if arm.shape is Shape.ADJACENT:
            frame = frame._replace(shape=Shape.SINGLE)
        condition = (1 if world.wounds[unit] else 0) | (2 if world.down[unit] else 0)
        margin = strength_against(world, frame, unit, condition)
        margin -= toughness_against(world, frame, unit)
        if not arm.denies_cards:
            margin -= self._shield
        vitae, wounds = world.gear.vitae[unit], world.wounds[unit]
        left = vitae - wounds
        death, before = self._death(unit), hurt(vitae, wounds, weights)
        loss = 0.0
        for amount, chance in enumerate(self._means[enemy >> 2]):
            harm = margin + amount
            if harm >= left:
                loss += chance * death
            elif harm > 0:
                loss += chance * (hurt(vitae, wounds + harm, weights) - before)
        if self._shield and margin + self._shield + len(self._means[enemy >> 2]) > 1:
            loss += (
                weights.card + weights.card_point
            )  # the cards that it takes to keep the unit whole
        self._losses[key] = loss
        return loss

    def pay_of(self, space: int) -> float:
        """What the control point on a space pays."""
        point = self.world.table.terrain.point_at[space]
        pay: int = POINT_PAY * self.world.table.board.point_value[point]
        return float(pay)

    def _death(self, unit: int) -> float:
        """What it costs to lose a unit: a shell for them, and all that it would still do."""
        price = SHELL_PAY + self._prices[unit & 3] * self._share
        if len(self.own) == 1 and self.world.table.seats == 2:
            price = float(WIN)
        return price

    # -- all of them -------------------------------------------------------------------------------

    def total(self) -> float:
        """Credits at risk with everybody where they are."""
        return self.of(-1).at(-1)

    def of(self, unit: int) -> Exposure:
        """The threats with one unit lifted from the board, to be put down anywhere."""
        found = self._exposures.get(unit)
        if found is None:
            found = self._exposures[unit] = Exposure(self, unit)
        return found


class Exposure:
    """The threats to a team whose `unit` may end up anywhere (-1: all stay)."""

    def __init__(self, danger: Danger, unit: int) -> None:
        self._danger = danger
        self._unit = unit
        world, seat = danger.world, danger.seat
        places = [(mate, here) for mate, here in danger.own if mate != unit]
        self._home = danger.home
        occupied = 0
        for _, place in places:
            occupied |= 1 << place
        board, owners = world.table.board, world.owners
        # Per enemy: (unit, best gain without the lifted unit, strikes, points within reach).
        self._teams: list[list[tuple[int, float, tuple[Strike, ...], int]]] = []
        self._pays: list[list[tuple[int, float]]] = []
        for team, stake in zip(danger.teams, danger.stakes, strict=True):
            rows = []
            points = [
                (1 << point, POINT_PAY * value * (2 * stake if owner == seat else danger.denied))
                for point, owner, value in zip(board.points, owners, board.point_value, strict=True)
                if not team or owner != team[0][0] >> 2
            ]
            for enemy, stands, strikes in team:
                gain = 0.0
                for mate, place in places:
                    if place != self._home:
                        for index, strike in enumerate(strikes):
                            if strike.spaces >> place & 1:
                                loss = danger.loss_of(enemy, index, strike.arm, mate)
                                gain = max(gain, loss)
                open_points = stands & danger.points & ~occupied
                rows.append((enemy, gain, strikes, open_points))
            self._teams.append(rows)
            self._pays.append(points)
        # Most spaces are hit by the same few strikes: those that are, share one answer.
        self._masks = [s.spaces for rows in self._teams for _, _, found, _ in rows for s in found]
        self._open = 0  # points that somebody could take unless the unit stands on them
        for rows in self._teams:
            for _, _, _, reached in rows:
                self._open |= reached
        self._known: dict[int, float] = {}

    def at(self, space: int, *, taken: int = -1, without: int = -1) -> float:
        """Credits at risk with the unit on `space` (-1: nowhere).

        `taken`: space of a point that the team has just captured. `without`: an enemy that is dead.
        """
        if taken < 0 and without < 0 and space >= 0 and not self._open >> space & 1:
            if space == self._home:
                signature = 0
            else:
                signature = 1
                for mask in self._masks:
                    signature = signature << 1 | (mask >> space & 1)
            found = self._known.get(signature)
            if found is None:
                found = self._known[signature] = self._sum(space, taken, without)
            return found
        return self._sum(space, taken, without)

    def _sum(self, space: int, taken: int, without: int) -> float:
        danger, unit = self._danger, self._unit
        here = 1 << space if space >= 0 else 0
        harmless = space < 0 or space == self._home
        total = 0.0
        for rows, pays, stake in zip(self._teams, self._pays, danger.stakes, strict=True):
            first = second = 0.0
            for enemy, base, strikes, reached in rows:
                if enemy == without:
                    continue
                gain = base
                if not harmless:
                    for index, strike in enumerate(strikes):
                        if strike.spaces & here:
                            gain = max(gain, danger.loss_of(enemy, index, strike.arm, unit))
                open_points = reached & ~here
                if open_points:
                    for point, pay in pays:
                        if open_points & point and pay > gain:
                            gain = pay
                    if taken >= 0 and open_points >> taken & 1:
                        gain = max(gain, danger.pay_of(taken) * 2 * stake)
                if gain > first:
                    first, second = gain, first
                elif gain > second:
                    second = gain
            total += first + second
        return total * danger.scale
