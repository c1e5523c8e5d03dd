"""Planning managers that know less of seasons, to measure what knowing them brings."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from deathdome.managers.planner.manager import PlanningManager
from deathdome.match.protocol import Reply
from deathdome.model.actions import DECLINE, Action, a_of
from deathdome.model.decisions import Question
from deathdome.model.state import Setup

if TYPE_CHECKING:
    from deathdome.match.protocol import Request
    from deathdome.model.observation import Observation


class DearestSale(PlanningManager):
    """A manager that sells the most expensive jailed unit at every auction."""

    def decide(self, request: Request) -> Reply:
        """Answer as its level does, except at an auction."""
        if request.question is Question.AUCTION:
            return Reply(max(request.options, key=lambda action: price_of(request.seen, action)))
        return super().decide(request)


class MatchOnly(DearestSale):
    """A manager that plays each match of a season as if it stood alone."""

    def decide(self, request: Request) -> Reply:
        """Answer as its level does in a single match."""
        setup = alone(request.seen.setup)
        return super().decide(replace(request, seen=replace(request.seen, setup=setup)))


def price_of(seen: Observation, action: Action) -> int:
    """Return the price of the cards that an answer at an auction sells."""
    items = seen.setup.catalog.items
    return -1 if action == DECLINE else sum(items[item].cost for item in seen.items[a_of(action)])


@lru_cache(maxsize=16)
def alone(setup: Setup) -> Setup:
    """Return the setup without its season: one for each setup, as caches go by identity."""
    given = {field.name: getattr(setup, field.name) for field in fields(Setup) if field.init}
    return Setup(**{**given, "series": None})


def match_only() -> MatchOnly:
    """Return elite that knows nothing of seasons."""
    return MatchOnly("elite")


def dearest() -> DearestSale:
    """Return elite with the simplest choice at auctions."""
    return DearestSale("elite")
