"""Value of a space to one unit."""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING, Final

from deathdome.geometry.grid import SpaceSet, spaces_in
from deathdome.managers.planner.threats import NoThreats
from deathdome.text.phrases import terms as say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.managers.planner.objectives import Objectives
    from deathdome.managers.planner.threats import UnitThreats

FEW: Final = 12  # spaces that are all looked at


class SquareValue:
    """Values of spaces to one unit: its objectives, and the threats to it there."""

    def __init__(
        self, objectives: Objectives, exposure: UnitThreats | NoThreats, home: int, in_base: float
    ) -> None:
        self.objectives: Final = objectives
        self.exposure: Final = exposure
        self.calm: Final = isinstance(exposure, NoThreats)
        self._home: Final = home
        self._in_base: Final = in_base

    def base(self, space: int, done: int = -1) -> float:
        """Credits with the unit on a space; `done`: the space of a job just finished there."""
        value = self.objectives.total(space, done) - self.exposure.at(space, taken=done)
        return value - self._in_base if space == self._home else value

    def most(self, spaces: Sequence[int]) -> list[float]:
        """No less than `base` of each, and found faster: only danger to the others is looked at."""
        least, home = self.exposure.least, self._home
        return [
            value - least(space) - (self._in_base if space == home else 0.0)
            for space, value in zip(spaces, self.objectives.totals(spaces), strict=True)
        ]

    def terms(self, space: int, done: int = -1) -> tuple[tuple[str, float], ...]:
        """Return the same term by term."""
        return (
            (say.WAY_TO_THE_NEXT_JOB, self.objectives.total(space, done)),
            (say.DANGER, -self.exposure.at(space, taken=done)),
            (say.OUT_OF_THE_BASE, -self._in_base if space == self._home else 0.0),
        )


class SquareValues:
    """Return the spaces a unit can walk to, by their gain relative to staying.

    Danger is looked at only where the rest promises enough to be among the best.
    """

    def __init__(self, view: SquareValue, goals: SpaceSet, here: int) -> None:
        """`goals`: where it can walk to; `here`: the space where it is."""
        self._view = view
        self.start: Final = view.base(here)  # credits of staying
        start = self.start
        spaces: list[int] = list(spaces_in(goals))
        self._most = sorted(
            ((most - start, space) for most, space in zip(view.most(spaces), spaces, strict=True)),
            reverse=True,
        )
        self._gains: dict[int, float] = {}
        if view.calm:  # then there is nothing more to look at
            self._gains = {space: most for most, space in self._most}
        self._best: dict[tuple[int, SpaceSet], list[tuple[float, int]]] = {}

    def gain(self, space: int) -> float:
        """Credits of being there, beside being where the unit is."""
        found = self._gains.get(space)
        if found is None:
            found = self._gains[space] = self._view.base(space) - self.start
        return found

    def best(self, number: int, among: SpaceSet = -1) -> list[tuple[float, int]]:
        """(gain, space) of the best spaces among those of the set, the best first."""
        found = self._best.get((number, among))
        if found is None:
            found = self._best[number, among] = self._look(number, among)
        return found

    def _look(self, number: int, among: SpaceSet) -> list[tuple[float, int]]:
        if among >= 0 and among.bit_count() <= FEW:
            few: list[tuple[float, int]] = [(self.gain(space), space) for space in spaces_in(among)]
            few.sort(reverse=True)
            return few[:number]
        found: list[tuple[float, int]] = []  # the worst first
        for most, space in self._most:
            full = len(found) == number
            if full and most < found[0][0]:
                break
            if among >> space & 1:
                place = (self.gain(space), space)
                if full:
                    if place < found[0]:
                        continue
                    del found[0]
                insort(found, place)
        found.reverse()
        return found
