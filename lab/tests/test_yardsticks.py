"""Yardsticks of the arena: managers that see all hands, or know less of seasons."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from scenes import in_series, request_of, scene

from deathdome.arena.arena import Arena, opening
from deathdome.errors import UsageError
from deathdome.managers.greedy import GreedyManager
from deathdome.managers.planner import manager, rollouts
from deathdome.managers.planner.attack import AttackValues
from deathdome.managers.planner.manager import PlanningManager
from deathdome.managers.planner.season import imagined, season_of
from deathdome.managers.planner.weights import LEVELS
from deathdome.managers.registry import installed_only, known, names
from deathdome.match.protocol import PROTOCOL, Briefing, Reply, Request
from deathdome.match.referee import Referee, run_match
from deathdome.model.actions import a_of
from deathdome.model.decisions import Question
from deathdome.odds.pool import most_added, sum_ways
from deathdome.rules.attack.declare import attack_with
from lab.yardsticks import clairvoyant, seasonal
from lab.yardsticks.clairvoyant import Clairvoyant, hand_pool, true_state

if TYPE_CHECKING:
    from collections.abc import Callable


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


@pytest.mark.parametrize("name", ["clairvoyant", "seasonal", "yardsticks", "clairvoyant elite"])
def test_yardsticks_cannot_be_named_as_opponents(name: str) -> None:
    assert name not in names()
    with pytest.raises(UsageError):
        known(name)
    with pytest.raises(UsageError, match="is not an installed manager"):
        installed_only("lab.yardsticks.clairvoyant:elite")


def test_a_clairvoyant_is_as_broad_as_its_level() -> None:
    setup = opening(Arena(("random",))).setup
    for level in ("elite", "champion"):
        seer = getattr(clairvoyant, level)()
        seer.begin(Briefing(PROTOCOL, 0, 2, setup, 1, {}))
        assert seer.level == LEVELS[level]


def an_auction() -> Request:
    """An auction with a dear set and a cheap one in jail."""
    match = scene(
        turn="blue",
        round=6,
        points={"d8": "red"},
        credits={"red": 1_000_000},
        units={"blue gunner": "jail nw", "blue medic": "jail se"},
        items={"blue gunner": ["magnum-44000"], "blue medic": ["suspicious-syringe"]},
    )
    return request_of(in_series(match).end_turn().state)


@pytest.mark.parametrize("make", [seasonal.match_only, seasonal.dearest])
def test_the_most_expensive_unit_is_sold(make: Callable[[], PlanningManager]) -> None:
    request = an_auction()
    setup = request.seen.setup
    manager = make()
    manager.begin(Briefing(PROTOCOL, request.seat, 2, setup, 1, {}))
    sold = manager.decide(request).action
    assert setup.units[a_of(sold)].name == "Gunner"


def test_a_match_of_a_season_is_played_as_if_it_stood_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = request_of(in_series(scene(), (4, 5, 6), 1).state)
    assert asked.seen.setup.series is not None
    seen: list[Request] = []

    def decide(_: PlanningManager, request: Request) -> Reply:
        seen.append(request)
        return Reply(request.options[0])

    monkeypatch.setattr(PlanningManager, "decide", decide)
    seasonal.match_only().decide(asked)
    seasonal.match_only().decide(asked)
    first, second = (request.seen.setup for request in seen)
    assert first is second  # caches of the planner go by identity
    assert first.series is None
    assert season_of(imagined(seen[0].seen, Random(0))) is None
