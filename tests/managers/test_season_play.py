"""Positions in which a match alone asks for one thing and its season for another.

Each is played twice by the same manager: once as it is, once by a manager that takes the match for
a single one. The second loses by it.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from scenes import Match, in_series, request_of, scene

from deathdome.managers.planner.evaluate import (
    WIN,
    auction_risk,
    caution,
    decided,
    ended,
    rivalry,
    swayed_now,
)
from deathdome.managers.planner.season import imagined
from deathdome.managers.registry import create
from deathdome.match.protocol import PROTOCOL, Briefing
from deathdome.model.decisions import Question
from deathdome.rules.ending import TOWER_PAY, judge
from deathdome.rules.observing import observe

if TYPE_CHECKING:
    from deathdome.model.state import State

everyone = pytest.mark.parametrize("name", ["greedy", "veteran", "elite"])
# Greedy sees no danger, and does not ask who wins.
planners = pytest.mark.parametrize("name", ["veteran", "elite"])


def last_match(**more: Any) -> Match:
    """A scene in the last round of the last match of a season."""
    return in_series(scene(round=6, **more), (6, 6), 1)


def played(match: Match, name: str, *, blind: bool = False, rivals: str = "") -> State:
    """Let a manager play for red until the match is over; return the position then.

    The others do as little as possible, or as another manager does.
    """
    state = match.state.copy()
    match = Match(state)
    alone = replace(state.setup, series=None)
    controllers = {0: create(name)}
    if rivals:
        controllers |= {seat: create(rivals) for seat in range(1, state.setup.seats)}
    for seat, controller in controllers.items():
        controller.begin(Briefing(PROTOCOL, seat, state.setup.seats, state.setup, 3, {}))
    rounds = state.setup.series
    while match.question is not None and state.setup.series == rounds:
        request = request_of(state)
        if request.seat not in controllers:
            match.do(request.default)
            continue
        if blind and request.seat == 0:
            request = replace(request, seen=replace(request.seen, setup=alone))
        match.do(controllers[request.seat].decide(request).action)
    return state


@everyone
def test_in_the_last_match_the_season_is_won_not_the_match(name: str) -> None:
    match = last_match(
        first="blue",
        phases=1,
        units={
            "red warrior": "d13",
            "red scout": "i9",
            "blue medic": "d14",
            **dict.fromkeys(("blue warrior", "blue gunner", "blue scout"), "jail nw"),
        },
        items={"red warrior": ["guillotine-on-a-stick"]},
        wounds={"blue medic": 4},
        credits={"red": 0, "blue": 1_400_000},
    )
    for blind, champion in ((True, 1), (False, 0)):
        outcome = played(match, name, blind=blind).outcome
        assert outcome is not None
        assert outcome.winners == (champion,)


@planners
def test_three_gang_up_on_the_leader_of_the_season(name: str) -> None:
    match = last_match(
        seats=3,
        first="blue",
        phases=1,
        units={"red gunner": "b16", "red warrior": "t6"},
        points={"t6": "blue", "b16": "green", "f2": "green"},
        credits={"red": 2_000_000, "blue": 2_050_000, "green": 1_500_000},
    )
    for blind, champion in ((True, 1), (False, 0)):
        outcome = played(match, name, blind=blind).outcome
        assert outcome is not None
        assert outcome.winners == (champion,)


@everyone
def test_late_in_a_match_the_rich_unit_is_jailed(name: str) -> None:
    match = in_series(
        scene(
            round=6,
            first="blue",
            phases=1,
            units={"red warrior": "d13", "blue warrior": "d14", "blue scout": "c13"},
            items={"red warrior": ["guillotine-on-a-stick"], "blue scout": ["periscope-carbine"]},
            wounds={"blue warrior": 4, "blue scout": 4},
            points={"d8": "red"},
        ),
        (6, 8),
    )
    ends = {blind: played(match, name, blind=blind) for blind in (True, False)}
    assert ends[False].space[6] < 0, "its items can be auctioned off"
    assert ends[False].setup.series is not None
    assert Match(ends[False]).question is Question.AUCTION
    assert Match(ends[True]).question is not Question.AUCTION


@planners
def test_late_in_a_match_the_rich_unit_stays_out_of_jail(name: str) -> None:
    match = in_series(
        scene(
            round=6,
            phases=1,
            units={"red gunner": "l3", "red scout": "p20", "blue warrior": "l5"},
            items={
                "red gunner": ["missile-launcher", "fan-mail"],
                "blue warrior": ["guillotine-on-a-stick"],
            },
            wounds={"red gunner": 4},
            points={"i9": "blue"},
        ),
        (6, 8),
    )
    blind = played(match, name, blind=True, rivals="veteran")
    assert Match(blind).question is Question.AUCTION
    assert played(match, name, rivals="veteran").space[1] >= 0


@planners
def test_a_team_behind_in_the_season_risks_the_capture_that_may_win_it(name: str) -> None:
    """In a match alone the last wounds of the scout are worth more than the point."""
    match = last_match(
        phases=1,
        units={"red scout": "j12", "red warrior": "p20", "blue warrior": "h7"},
        wounds={"red scout": 4},
        points={"i9": "blue"},
        credits={"red": 1_850_000},
    )
    assert blind_and_sighted(match, name) == ((1,), (0,))


def blind_and_sighted(match: Match, name: str, rivals: str = "") -> tuple[tuple[int, ...], ...]:
    """Winners of a season whose manager takes a match for a single one, and of the season."""
    outcomes = (played(match, name, blind=blind, rivals=rivals).outcome for blind in (True, False))
    return tuple(() if outcome is None else outcome.winners for outcome in outcomes)


def world_of(red: int, *, played: int, seats: int = 2) -> State:
    """A world of red in a match of a season of five, with a lead of so many credits."""
    match = in_series(
        scene(seats=seats, units={"red scout": "d8"}, credits={"red": 2_000_000 + red}),
        played=played,
    )
    return imagined(observe(match.state, 0), Random(0))


@pytest.mark.parametrize(("lead", "gambles"), [(-600_000, True), (600_000, False)])
def test_a_team_behind_in_the_season_takes_risks_and_a_leader_none(
    lead: int, gambles: bool
) -> None:
    for played_before in (0, 2, 4):
        world = world_of(lead, played=played_before)
        stake = 200_000
        risk = (swayed_now(world, 0, lead + stake) + swayed_now(world, 0, lead - stake)) / 2
        assert (risk > swayed_now(world, 0, lead)) == gambles
        assert (caution(world, 0) < 1) == gambles
    assert caution(scene().state, 0) == 1


def test_the_same_lead_says_less_early_in_a_season() -> None:
    cautions = [caution(world_of(300_000, played=number), 0) for number in range(5)]
    assert cautions == sorted(cautions)
    assert 1 < cautions[0] < cautions[4]


def test_a_win_of_the_season_is_above_every_hope_and_a_loss_below() -> None:
    for red, sign in ((300_000, 1), (-300_000, -1)):
        world = world_of(red, played=4)
        world.outcome = judge(world)
        for hope in (-1_000_000, 0, 1_000_000):
            assert sign * ended(world, 0) > sign * swayed_now(world, 0, hope)


def test_before_the_last_match_a_payout_counts_more_than_the_win() -> None:
    world = world_of(0, played=1)
    world.outcome = replace(judge(world), winners=(1,))
    lost = decided(world, 0)
    world.outcome = replace(world.outcome, winners=(0,))
    assert 0 < decided(world, 0) - lost < 2 * TOWER_PAY
    single = scene(units={"red scout": "d8"}).state
    single.outcome = world.outcome
    assert decided(single, 0) == WIN


def test_only_a_match_that_an_auction_follows_makes_riches_a_risk() -> None:
    def risk(played_before: int, number: int) -> float:
        match = in_series(
            scene(round=number, items={"red scout": ["cyber-suit"]}), (6, 6), played_before
        )
        return auction_risk(imagined(observe(match.state, 0), Random(0)), 2)

    assert risk(0, 6) > risk(0, 4) > risk(0, 1) > 0
    assert risk(1, 6) == 0
    assert auction_risk(scene(items={"red scout": ["cyber-suit"]}).state, 2) == 0


def test_with_more_teams_the_loss_of_the_leader_of_the_season_counts_more() -> None:
    match = in_series(scene(seats=4, credits={"blue": 3_000_000, "green": 1_000_000}))
    world = imagined(observe(match.state, 0), Random(0))
    blue, green, yellow = (rivalry(world, 0, rival) for rival in (1, 2, 3))
    assert blue > yellow > green > 0
    assert rivalry(scene(seats=4).state, 0, 1) == 1 / 4
    two = in_series(scene(credits={"blue": 3_000_000}))
    assert rivalry(imagined(observe(two.state, 0), Random(0)), 0, 1) == 1
