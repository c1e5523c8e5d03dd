"""Managers that see every hand, to measure the cost of hidden cards for fair managers.

They read the referee's state, so they only work where `run_match` plays: in the arena. Where the
fair twin deals unseen cards at random, they use the true position, and the odds of an attack
assume the defender's true cards. Their model of the other teams' knowledge is unchanged.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING
from unittest.mock import patch

from deathdome.managers.planner import manager, rollouts
from deathdome.managers.planner.attack import AttackValues
from deathdome.managers.planner.manager import PlanningManager
from deathdome.managers.planner.season import in_match
from deathdome.match.referee import run_match
from deathdome.odds.defences import defence_pool

if TYPE_CHECKING:
    from random import Random

    from deathdome.match.protocol import Reply, Request
    from deathdome.model.frames import Attack
    from deathdome.model.observation import Observation
    from deathdome.model.state import State
    from deathdome.odds.pool import Pool

FAIR_ROWS = AttackValues._rows


def true_state() -> State:
    """Return the position of the match that asks."""
    frame = sys._getframe()
    while frame.f_code is not run_match.__code__:
        assert frame.f_back is not None, "nobody's match is being played by run_match"
        frame = frame.f_back
    state: State = frame.f_locals["referee"].state
    return state


class Clairvoyant(PlanningManager):
    """A manager of some level that uses the true hands."""

    def decide(self, request: Request) -> Reply:
        """Answer with knowledge of every card."""
        truth, seat = true_state(), request.seat

        def as_it_is(_: Observation, __: Random) -> State:
            return in_match(truth.copy())

        def rows(self: AttackValues, frame: Attack) -> list[object]:
            found = FAIR_ROWS(self, frame)
            if self.seat != seat:
                return list(found)
            return [
                row._replace(pool=hand_pool(self.world, frame, row.hit.unit >> 2))
                if row.size
                else row
                for row in found
            ]

        with (
            patch.object(manager, "imagined", as_it_is),
            patch.object(rollouts, "imagined", as_it_is),
            patch.object(AttackValues, "_rows", rows),
        ):
            return super().decide(request)


def hand_pool(world: State, frame: Attack, team: int) -> Pool:
    """Return a pool that deals exactly this hand."""
    hand = world.hands[team]
    cards = range(len(world.setup.catalog.power_cards))
    return defence_pool(world, frame, team, [hand.count(card) for card in cards])


def elite() -> Clairvoyant:
    """Elite with open hands."""
    return Clairvoyant("elite")


def champion() -> Clairvoyant:
    """Champion with open hands."""
    return Clairvoyant("champion")
