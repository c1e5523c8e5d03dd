"""Yardsticks of the arena: who sees all hands or thinks four times as long is no one's opponent."""

from __future__ import annotations

import pytest
from scenes import scene

from deathdome.arena.arena import Arena, opening
from deathdome.errors import UsageError
from deathdome.managers.greedy import GreedyManager
from deathdome.managers.planner import manager, rollouts
from deathdome.managers.planner.attack import AttackValues
from deathdome.managers.planner.season import imagined
from deathdome.managers.planner.weights import LEVELS
from deathdome.managers.registry import installed_only, known, names
from deathdome.match.protocol import PROTOCOL, Briefing, Reply, Request
from deathdome.match.referee import Referee, run_match
from deathdome.model.decisions import Question
from deathdome.odds.pool import most_added, sum_ways
from deathdome.rules.attack.declare import attack_with
from lab.yardsticks import clairvoyant, wide
from lab.yardsticks.clairvoyant import Clairvoyant, hand_pool, true_state


class Seeing(Clairvoyant):
    """Notes what it takes the hands to be when it is asked for a unit."""

    def __init__(self) -> None:
        super().__init__("veteran")
        self.looks = 0

    def decide(self, request: Request) -> Reply:
        if request.question is Question.TURN and not self.looks:
            self.look(request)
        return super().decide(request)

    def look(self, request: Request) -> None:
        """Its imagined cards are the true ones."""
        truth = true_state()
        assert truth.hands[1]
        imagined = []
        original = self._turn

        def turn(world: object, request: Request) -> Reply:
            imagined.append(world)
            return original(world, request)  # type: ignore[arg-type]

        self._turn = turn  # type: ignore[method-assign]
        super().decide(request)
        self._turn = original  # type: ignore[method-assign]
        (world,) = imagined
        assert world is not truth
        assert world.hands == truth.hands  # type: ignore[attr-defined]
        assert world.deck == truth.deck  # type: ignore[attr-defined]
        self.looks += 1


def test_the_clairvoyant_takes_the_hands_as_they_are_and_leaves_no_trace() -> None:
    referee = Referee(opening(Arena(("random",), rounds=1)).copy(), 1)
    seeing = Seeing()
    run_match(referee, [seeing, GreedyManager()])
    assert seeing.looks == 1
    # A manager that plays with it, or after it, is as fair as usual.
    assert vars(manager)["imagined"] is vars(rollouts)["imagined"] is imagined
    assert AttackValues._rows is clairvoyant.FAIR_ROWS


def test_who_is_sure_of_a_hand_knows_its_sum() -> None:
    match = scene(hands={"blue": ["loose-change", "sponsors-darling"]})
    frame = attack_with(match.state, 0, match.state.gear.weapons[0][0], 4)
    pool = hand_pool(match.state, frame, 1)
    assert sum(ways > 0 for ways in sum_ways(most_added(pool), 2)) == 1
    assert not hand_pool(match.state, frame, 0)


def test_nobody_is_clairvoyant_where_no_referee_is_at_hand() -> None:
    with pytest.raises(AssertionError, match="run_match"):
        true_state()


@pytest.mark.parametrize("name", ["clairvoyant", "wide", "yardsticks", "clairvoyant elite"])
def test_yardsticks_cannot_be_named_as_opponents(name: str) -> None:
    assert name not in names()
    with pytest.raises(UsageError):
        known(name)
    with pytest.raises(UsageError, match="is not an installed manager"):
        installed_only("lab.yardsticks.clairvoyant:elite")


def test_yardsticks_are_as_broad_as_their_levels_but_for_the_worlds() -> None:
    setup = opening(Arena(("random",))).setup
    briefing = Briefing(PROTOCOL, 0, 2, setup, 1, {})
    for level in ("elite", "champion"):
        fair = LEVELS[level]
        assert fair.breadth is not None
        seer, broad = getattr(clairvoyant, level)(), getattr(wide, level)()
        seer.begin(briefing)
        broad.begin(briefing)
        assert seer.level == fair
        assert broad.level.breadth.plans == fair.breadth.plans
        assert broad.level.breadth.worlds == tuple(4 * number for number in fair.breadth.worlds)
