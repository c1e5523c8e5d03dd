"""What one enemy could do in its next turn, and the worst that two can do with two phases."""

from __future__ import annotations

from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from deathdome.geometry.grid import SpaceSet
    from deathdome.model.state import WeaponAttack
    from deathdome.rules.terrain import Terrain

AGAIN: Final = 0.6  # what a second attack on the same unit adds, as a share of the first


class Strike(NamedTuple):
    """One way in which an enemy could attack in its next turn."""

    near: SpaceSet  # what it could hit with its first unit phase
    far: SpaceSet  # ... with its second
    arm: WeaponAttack


class Enemy(NamedTuple):
    """A unit that could act in its team's next turn."""

    unit: int
    near: SpaceSet  # where it could stand at the end of one walk
    far: SpaceSet  # ... of two
    strikes: tuple[Strike, ...]
    hits: SpaceSet  # what any of them could hit


class Threat(NamedTuple):
    """One act of an enemy."""

    gain: float  # credits lost by it
    near: bool  # possible with the first unit phase
    aim: int  # space; the same enemy may come again
    attack: bool
    opens: float = 0.0  # credits lost besides if a point then stands empty, for a second act
    most: float = inf  # credits; nobody is killed twice


class Aims(NamedTuple):
    """What one enemy could do, and the worst of it: with one unit phase, and with both."""

    enemy: Enemy
    threats: list[Threat]
    once: Threat | None = None  # the worst with one unit phase
    other: float = 0.0  # the worst that is aimed elsewhere than `once`
    far: float = 0.0  # the worst of all
    opened: float = 0.0  # the same with what a death then opens
    points: SpaceSet = 0  # that it could take
    second: float = 0.0  # the next worst that is aimed elsewhere than `once`

    @classmethod
    def of(cls, enemy: Enemy, threats: list[Threat]) -> Aims:
        """Looks through the threats."""
        once: Threat | None = None
        far = opened = most = other = second = 0.0
        points: SpaceSet = 0
        for threat in threats:
            gain = threat.gain
            if not threat.attack:
                points |= 1 << threat.aim
            far = max(far, gain)
            opened = max(opened, gain + threat.opens)
            if threat.near and gain > most:
                once, most = threat, gain
        aim = once.aim if once is not None else -1
        for threat in threats:
            if threat.aim != aim:
                gain = threat.gain
                if gain > other:
                    other, second = gain, other
                elif gain > second:
                    second = gain
        return cls(enemy, threats, once, other, far, opened, points, second)

    def without(self, space: int) -> Aims:
        """The same if a point cannot be taken."""
        if not self.points >> space & 1:
            return self
        if self.once is None or self.once.aim != space:
            gone = max(
                threat.gain for threat in self.threats if not threat.attack and threat.aim == space
            )
            if gone <= self.second:
                return self
        left = [threat for threat in self.threats if threat.attack or threat.aim != space]
        return Aims.of(self.enemy, left)

    def worst(self, new: Threat | None) -> tuple[Threat | None, float]:
        """(the worst that takes one unit phase, the worst with both), one more threat looked at."""
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
    """The worst that two enemies can do together."""
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
