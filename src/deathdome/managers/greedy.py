"""The second rung: the best single unit phase, without danger or rollouts (fast)."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, ClassVar

from deathdome.managers.planner.manager import PlanningManager
from deathdome.managers.simple_shopper import Taste, shop, taste
from deathdome.match.protocol import Reply
from deathdome.model.decisions import Question

if TYPE_CHECKING:
    from deathdome.match.protocol import Briefing, Request


class GreedyManager(PlanningManager):
    """The level of the planner that looks least far ahead, with a simpler way to shop.

    It is the yardstick of the others, and takes over from a manager that has failed.
    """

    takes_level: ClassVar[bool] = False  # nor a personality

    def __init__(self) -> None:
        super().__init__("greedy")
        self._likes: Taste | None = None

    def begin(self, briefing: Briefing) -> None:
        """Take the seed, and with it a taste in shopping; ignore level and personality."""
        super().begin(replace(briefing, options={}))
        self._likes = taste(briefing.setup.catalog, Random(f"{briefing.seed}/taste"))

    def decide(self, request: Request) -> Reply:
        """Return the start of the best single unit phase; in the store the favourite card."""
        if request.question is Question.PURCHASE:
            return Reply(shop(request, self._likes))
        return super().decide(request)
