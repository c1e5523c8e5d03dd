"""Yardsticks of the ladder: no opponents, and managers that know less of seasons."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from scenes import in_series, request_of, scene

from deathdome.errors import UsageError
from deathdome.managers.planner.manager import PlanningManager
from deathdome.managers.planner.season import imagined, season_of
from deathdome.managers.registry import installed_only, known, names
from deathdome.match.protocol import PROTOCOL, Briefing, Reply, Request
from deathdome.model.actions import a_of
from lab.yardsticks import seasonal

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.parametrize("name", ["hinted", "seasonal", "yardsticks", "match-only elite"])
def test_yardsticks_cannot_be_named_as_opponents(name: str) -> None:
    assert name not in names()
    with pytest.raises(UsageError):
        known(name)
    with pytest.raises(UsageError, match="is not an installed manager"):
        installed_only("lab.yardsticks.seasonal:match_only")


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
