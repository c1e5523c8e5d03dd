"""Threats: what enemies could do to a team before its next turn (decision 0014).

A team has two unit phases a turn, for two units or both for the same one (PHASE-3): so the best two
acts count that fit into them, never the sum of all threats.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from math import inf
from operator import or_
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.managers.planner.evaluate import (
    auction_risk,
    caution,
    hold,
    hurt,
    last_stand,
    rivalry,
    team_prices,
    turns_left,
    turns_share,
)
from deathdome.managers.planner.season import mistakes_of
from deathdome.model.vocabulary import Deny, Rating, Shape
from deathdome.odds.outcomes import hit_on
from deathdome.odds.pool import sum_chances
from deathdome.rules.abilities import WEAPON_KEY
from deathdome.rules.attack.declare import attack_with
from deathdome.rules.ending import POINT_PAY, SHELL_PAY, supply
from deathdome.rules.gear import hands_of
from deathdome.rules.moving import reach
from deathdome.rules.turn import hand_target
from deathdome.rules.units import boost, denies, movement, put

if TYPE_CHECKING:
    from deathdome.geometry.grid import SpaceSet
    from deathdome.managers.planner.weights import Weights
    from deathdome.model.state import State, WeaponAttack
    from deathdome.rules.terrain import Terrain

AGAIN: Final = 0.6  # what a second attack on the same unit adds, as a share of the first
LEAST: Final = 0.1  # no weight of danger is taken for less


class Strike(NamedTuple):
    """One way in which an enemy could attack in its next turn."""

    near: SpaceSet  # what it could hit with its first unit phase
    far: SpaceSet  # ... with its second
    arm: WeaponAttack


class Enemy(NamedTuple):
    """A unit that could act in its team's next turn."""

    unit: int
    near: SpaceSet  # spaces at the end of one walk
    far: SpaceSet  # ... of two
    strikes: tuple[Strike, ...]
    hits: SpaceSet  # what any of them could hit


class Threat(NamedTuple):
    """One act of an enemy."""

    gain: float  # credits lost by it
    near: bool  # possible with the first unit phase
    aim: int  # space; the same enemy may come again
    attack: bool
    opens: float = 0.0  # credits also lost if a point is then empty, for a second act
    most: float = inf  # credits; a unit can only be killed once


class EnemyThreats(NamedTuple):
    """The threats of one enemy, and the worst with one unit phase and with both."""

    enemy: Enemy
    threats: list[Threat]
    once: Threat | None = None  # the worst with one unit phase
    other: float = 0.0  # the worst that is aimed elsewhere than `once`
    far: float = 0.0  # the worst of all
    opened: float = 0.0  # the same with what a death then opens
    points: SpaceSet = 0  # that it could take
    second: float = 0.0  # the next worst that is aimed elsewhere than `once`

    @classmethod
    def of(cls, enemy: Enemy, threats: list[Threat]) -> EnemyThreats:
        """Collect the threats."""
        once: Threat | None = None
        far = opened = most = other = second = 0.0
        points: SpaceSet = 0
        for threat in threats:
            gain, near, aim, attack, opens, _ = threat
            if not attack:
                points |= 1 << aim
            far = max(far, gain)
            opened = max(opened, gain + opens)
            if near and gain > most:
                once, most = threat, gain
        aimed = once.aim if once is not None else -1
        for gain, _, aim, _, _, _ in threats:
            if aim != aimed:
                if gain > other:
                    other, second = gain, other
                elif gain > second:
                    second = gain
        return cls(enemy, threats, once, other, far, opened, points, second)

    def without(self, space: int) -> EnemyThreats:
        """Return the same if the point cannot be taken."""
        if not self.points >> space & 1:
            return self
        if self.once is None or self.once.aim != space:
            gone = max(
                threat.gain for threat in self.threats if not threat.attack and threat.aim == space
            )
            if gone <= self.second:
                return self
        left = [threat for threat in self.threats if threat.attack or threat.aim != space]
        return EnemyThreats.of(self.enemy, left)

    def worst(self, new: Threat | None) -> tuple[Threat | None, float]:
        """Return (worst with one unit phase, worst with both) including one more threat."""
        once, other, far, opened = self.once, self.other, self.far, self.opened
        if new is not None:
            if new.near and (once is None or new.gain > once.gain):
                once, other = new, far
            elif once is not None and new.aim != once.aim and new.gain > other:
                other = new.gain
            far = max(far, new.gain)
            opened = max(opened, new.gain + new.opens)
        if once is None:
            return None, max(far, opened)
        again = min(once.most, (1 + AGAIN) * once.gain) if once.attack else once.gain
        return once, max(once.gain + other, again, far, opened)


def two_worst(threats: list[Threat]) -> float:
    """Return the worst that two enemies can do together."""
    threats.sort(reverse=True)
    worst = threats[0].gain if threats else 0.0
    for index, first in enumerate(threats):
        for second in threats[index + 1 :]:
            both = first.gain + second.gain
            if first.aim == second.aim and first.attack and second.attack:
                both = min(both, first.most)
            worst = max(worst, both)
    return worst


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
    within = terrain.within(space, spaces)
    return within & terrain.sight(space, walls) if sight else within


class ThreatMap:
    """The threats to one team in a position, for any place where one of its units may end up.

    `loss` is in credits, 0 or more. Asking for another space of one unit costs microseconds.
    """

    def __init__(self, world: State, seat: int, weights: Weights) -> None:
        self.world = world
        self.seat = seat
        self._weights = weights
        self._rivalry = rivalry(world)
        self.denied = weights.denied * self._rivalry
        # Each enemy has as many targets to choose from: no unit is the only aim of all.
        self.scale = weights.danger * 2 / world.setup.seats * caution(world, seat)
        stung = sum(1 << token.space for token in world.tokens)
        self.points: int = world.setup.terrain.all_points & ~stung  # that any unit would step on
        self._exposures: dict[int, UnitThreats] = {}
        terrain = world.setup.terrain
        self.home = terrain.home[seat]
        self.own = [
            (unit, world.space[unit])
            for unit in range(seat * 4, seat * 4 + 4)
            if world.space[unit] >= 0
        ]
        self._share = turns_share(world, seat)
        self._hold = hold(world, seat, weights)
        self._prices = team_prices(world, seat, weights)
        # The end of the match is as bad as it is likely, whatever other danger is taken for.
        self._last_stand = last_stand(world, seat, weights) / max(LEAST, weights.danger)
        self._values = hands_of(world.setup.catalog).values
        hand = sum(self._values[card] for card in world.hands[seat])
        self._shield = int(weights.cover * hand + 0.5)
        self._losses: dict[tuple[int, int], tuple[float, float]] = {}
        self.teams: list[list[Enemy]] = []
        self.stakes: list[float] = []
        self._means: dict[int, tuple[float, ...]] = {}
        self._bared = self._without_guards()
        for other in range(world.setup.seats):
            if other != seat and turns_left(world, other):
                self.teams.append(self._members(other))
                last = turns_left(world, seat) == 0
                self.stakes.append(1.0 if last else weights.recapture)

    def _without_guards(self) -> State:
        """Return the position without the team's units on points, which may move away."""
        guards = [unit for unit, place in self.own if self.points >> place & 1]
        if not guards:
            return self.world
        bared = self.world.copy()
        for unit in guards:
            put(bared, unit, -1)
        return bared

    def _members(self, team: int) -> list[Enemy]:
        """All units of a team that can act in its next turn, but for those that are overlooked."""
        world = self.world
        overlooked = mistakes_of(world).overlooked
        home = 1 << world.setup.terrain.home[team]
        found = []
        for unit in range(team * 4, team * 4 + 4):
            here = world.space[unit]
            if here < 0 or world.down[unit] or unit in overlooked:
                continue
            near = far = 1 << here
            if not denies(world, unit) & Deny.MOVEMENT:
                pace = movement(world, unit)
                near |= reach(self._bared, unit, pace)
                far |= reach(self._bared, unit, 2 * pace)
            near, far = near & ~home, far & ~home
            strikes = self._strikes(unit, near, far)
            hits = reduce(or_, (strike.far for strike in strikes), 0)
            found.append(Enemy(unit, near, far, strikes, hits))
        if found:
            self._means[team] = self._cards(team)
        return found

    def _strikes(self, unit: int, near: SpaceSet, far: SpaceSet) -> tuple[Strike, ...]:
        world = self.world
        terrain = world.setup.terrain
        more = boost(world.timed, unit, Rating.RANGE) if world.timed else 0
        strikes = []
        for arm in world.gear.weapons[unit]:
            if arm.limit is not None and world.uses.get(WEAPON_KEY | arm.item, 0) >= arm.limit:
                continue
            spaces = max(1, arm.range + more)
            first = hittable(terrain, near, spaces, arm.sight, arm.through_walls)
            second = hittable(terrain, far, spaces, arm.sight, arm.through_walls)
            strikes.append(Strike(first, second, arm))
        return tuple(strikes)

    def _cards(self, team: int) -> tuple[float, ...]:
        """Chance of each sum of cards behind a threat of this team, from the unseen cards."""
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
        return sum_chances(tuple(pool), int(self._weights.menace * size + 0.5))

    # -- one threat --------------------------------------------------------------------------------

    def loss_of(self, enemy: int, index: int, arm: WeaponAttack, unit: int) -> tuple[float, float]:
        """(credits expected to be lost, chance of death) if the enemy attacks with that weapon."""
        key = enemy << 4 | index, unit
        known = self._losses.get(key)
        if known is not None:
            return known
        world, weights = self.world, self._weights
        frame = attack_with(world, enemy, arm, unit)
        if arm.shape is Shape.ADJACENT:
            frame = frame._replace(shape=Shape.SINGLE)
        margin = hit_on(world, frame, unit).surplus
        if not arm.denies_cards:
            margin -= self._shield
        vitae, wounds = world.gear.vitae[unit], world.wounds[unit]
        left = vitae - wounds
        death, before = self.death(unit), hurt(vitae, wounds, weights)
        loss = kill = 0.0
        for amount, chance in enumerate(self._means[enemy >> 2]):
            harm = margin + amount
            if harm >= left:
                loss += chance * death
                kill += chance
            elif harm > 0:
                loss += chance * (hurt(vitae, wounds + harm, weights) - before)
        if self._shield and margin + self._shield + len(self._means[enemy >> 2]) > 1:
            loss += (
                weights.card + weights.card_point
            )  # the cards that it takes to keep the unit whole
        self._losses[key] = loss, kill
        return loss, kill

    def pay_of(self, space: int) -> float:
        """Return the pay of the control point on a space."""
        point = self.world.setup.terrain.point_at[space]
        value = self.world.setup.board.point_value[point]
        return float(POINT_PAY * value * self._hold[value > 1])

    def point_loss(self, space: int) -> float:
        """Return the loss of a point: the team's pay and another team's gain."""
        weights = self._weights
        point = self.world.setup.terrain.point_at[space]
        liked = weights.towers if self.world.setup.board.point_value[point] > 1 else weights.points
        return self.pay_of(space) * (liked + self._rivalry)

    def swing(self, space: int, stake: float, taken: int = -1) -> float:
        """Return the loss if the team's point on that space is taken; 0 if it is not the team's."""
        world = self.world
        point = world.setup.terrain.point_at[space]
        if world.owners[point] != self.seat and space != taken:
            return 0.0
        return self.point_loss(space) * stake

    def comes_to(self, enemy: Enemy, space: int) -> bool:
        """Return True if an enemy can get next to a space within its turn."""
        return bool(enemy.far & self.world.setup.terrain.within(space, 1))

    def death(self, unit: int) -> float:
        """Return the cost of losing a unit: a shell for the enemy, and its future gains."""
        risk = auction_risk(self.world, unit)
        return SHELL_PAY + self._prices[unit & 3] * self._share + self._last_stand + risk

    # -- all of them -------------------------------------------------------------------------------

    def total(self) -> float:
        """Credits at risk with every unit where it is."""
        return self.of(-1).at(-1)

    def of(self, unit: int) -> UnitThreats:
        """Return the threats with one unit lifted from the board, to place it anywhere."""
        found = self._exposures.get(unit)
        if found is None:
            found = self._exposures[unit] = UnitThreats(self, unit)
        return found


class UnitThreats:
    """The threats to a team whose `unit` may end up anywhere (-1: all stay)."""

    def __init__(self, danger: ThreatMap, unit: int) -> None:
        self._danger = danger
        self._unit = unit
        self._home = danger.home
        self._others = [(mate, here) for mate, here in danger.own if mate != unit]
        self._occupied = 0
        for _, place in self._others:
            self._occupied |= 1 << place
        # Per team and enemy: what it could do to the others and to points.
        self._threats = [
            [EnemyThreats.of(enemy, self._against_others(enemy, team, stake)) for enemy in team]
            for team, stake in zip(danger.teams, danger.stakes, strict=True)
        ]
        # Most spaces are hit by the same few strikes: those that are, share one answer.
        self._masks: list[SpaceSet] = []
        self.exposed: SpaceSet = 0  # points that an enemy could capture unless the unit is on them
        for team in danger.teams:
            for enemy in team:
                self.exposed |= enemy.far & danger.points
                for strike in enemy.strikes:
                    self._masks += (strike.near, strike.far)
        self._known: dict[int, float] = {}

    def _against_others(self, enemy: Enemy, team: list[Enemy], stake: float) -> list[Threat]:
        danger = self._danger
        world, seat = danger.world, danger.seat
        found = []
        for mate, place in self._others:
            if place != self._home and enemy.hits >> place & 1:
                threat = self._attack(enemy, team, mate, place, stake)
                if threat is not None:
                    found.append(threat)
        reached = enemy.far & danger.points & ~self._occupied
        if reached:
            board = world.setup.board
            for point, owner in zip(board.points, world.owners, strict=True):
                if reached >> point & 1 and owner != enemy.unit >> 2:
                    if owner == seat:
                        loss = danger.point_loss(point) * stake
                    else:
                        loss = danger.pay_of(point) * danger.denied
                    near = bool(enemy.near >> point & 1)
                    found.append(Threat(loss, near, point, attack=False))
        found.sort(reverse=True)
        return found

    def _attack(
        self, enemy: Enemy, team: list[Enemy], mate: int, place: int, stake: float, taken: int = -1
    ) -> Threat | None:
        """Return the enemy's worst attack on one unit, if it can reach it."""
        best: Threat | None = None
        death = 0.0
        for index, strike in enumerate(enemy.strikes):
            if strike.far >> place & 1:
                near = bool(strike.near >> place & 1)
                loss, kill = self._danger.loss_of(enemy.unit, index, strike.arm, mate)
                if best is None or (near, loss) > (best.near, best.gain):
                    most = self._danger.death(mate)
                    best = Threat(loss, near, place, attack=True, most=most)
                    death = kill
        if best is None or best.gain <= 0:
            return None
        if best.near and death and self._danger.points >> place & 1:
            pay = self._danger.swing(place, stake, taken)
            if pay and any(self._danger.comes_to(other, place) for other in team):
                best = best._replace(opens=death * pay)
        return best

    def at(self, space: int, *, taken: int = -1, without: int = -1) -> float:
        """Credits at risk with the unit on `space` (-1: nowhere).

        `taken`: space of a point that the team has just captured. `without`: an enemy that is dead.
        """
        if taken < 0 and without < 0 and (space < 0 or not self.exposed >> space & 1):
            signature = 0
            if space >= 0 and space != self._home:
                signature = 1
                for mask in self._masks:
                    signature = signature << 1 | (mask >> space & 1)
            found = self._known.get(signature)
            if found is None:
                found = self._known[signature] = self._sum(space, taken, without)
            return found
        return self._sum(space, taken, without)

    def _sum(self, space: int, taken: int, without: int) -> float:
        danger = self._danger
        harmless = space < 0 or space == self._home
        usual = taken < 0 and (space < 0 or not self.exposed >> space & 1)
        total = 0.0
        for team, members, stake in zip(self._threats, danger.teams, danger.stakes, strict=True):
            alone = 0.0
            onces: list[Threat] = []
            for enemy_threats in team:
                enemy = enemy_threats.enemy
                if enemy.unit == without:
                    continue
                new: Threat | None = None
                if not harmless and enemy.hits >> space & 1:
                    new = self._attack(enemy, members, self._unit, space, stake, taken)
                known = (
                    enemy_threats if usual else self._changed(enemy_threats, space, taken, stake)
                )
                once, both = known.worst(new)
                alone = max(alone, both)
                if once is not None:
                    onces.append(once)
            total += max(alone, two_worst(onces))
        return total * danger.scale

    def _changed(
        self, enemy_threats: EnemyThreats, space: int, taken: int, stake: float
    ) -> EnemyThreats:
        """Return the same with the unit on a point, or a point just taken."""
        if taken < 0:
            return enemy_threats.without(space)
        enemy = enemy_threats.enemy
        threats = [
            threat
            for threat in enemy_threats.threats
            if threat.attack or threat.aim not in (space, taken)
        ]
        if taken != space and enemy.far >> taken & 1:
            pay = self._danger.point_loss(taken) * stake
            near = bool(enemy.near >> taken & 1)
            threats.append(Threat(pay, near, taken, attack=False))
        return EnemyThreats.of(enemy, threats)


class NoThreats:
    """No danger anywhere, for who does not mind it: nothing is worked out."""

    def total(self) -> float:
        """Nothing is at risk."""
        return 0.0

    def of(self, unit: int) -> NoThreats:
        """Wherever the unit goes."""
        del unit
        return self

    def at(self, space: int, *, taken: int = -1, without: int = -1) -> float:
        """Nothing is at risk."""
        del space, taken, without
        return 0.0
