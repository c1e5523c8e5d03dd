"""Managers with four times the worlds of their level, to measure the gain of more thinking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.managers.planner.manager import PlanningManager

if TYPE_CHECKING:
    from deathdome.match.protocol import Briefing

TIMES = 4


class Wide(PlanningManager):
    """A manager that rolls out the same plans in four times as many worlds."""

    def begin(self, briefing: Briefing) -> None:
        """Use its level with more worlds."""
        super().begin(briefing)
        breadth = self.level.breadth
        assert breadth is not None, "only levels that play plans on can be widened"
        worlds = tuple(TIMES * number for number in breadth.worlds)
        self.level = self.level._replace(breadth=breadth._replace(worlds=worlds))


def elite() -> Wide:
    """Return elite with four times the worlds."""
    return Wide("elite")


def champion() -> Wide:
    """Return champion with four times the worlds."""
    return Wide("champion")
