"""Managers with four times the worlds of their level: does more thinking make them better?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.managers.planner.manager import PlanningManager

if TYPE_CHECKING:
    from deathdome.match.protocol import Briefing

TIMES = 4


class Wide(PlanningManager):
    """Plays the same plans on in four times as many worlds."""

    def begin(self, briefing: Briefing) -> None:
        """Takes its level, and widens it."""
        super().begin(briefing)
        breadth = self.level.breadth
        assert breadth is not None, "only levels that play plans on can be widened"
        worlds = tuple(TIMES * number for number in breadth.worlds)
        self.level = self.level._replace(breadth=breadth._replace(worlds=worlds))


def elite() -> Wide:
    """Elite, four times over."""
    return Wide("elite")


def champion() -> Wide:
    """Champion, four times over."""
    return Wide("champion")
