"""Managers in a season: they think no further than the match, and for the season."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from scenes import in_series, request_of, scene

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.managers.advice import advise
from deathdome.managers.coach import deeds_in, verdicts
from deathdome.managers.conformance import opening
from deathdome.managers.explanations import winning_chance
from deathdome.managers.hint_text import LINES, cost_of, hint_lines
from deathdome.managers.planner.evaluate import decided
from deathdome.managers.planner.season import imagined, season_of
from deathdome.managers.registry import create
from deathdome.match.guard import Guarded
from deathdome.match.protocol import PROTOCOL, Briefing
from deathdome.match.referee import Referee, run_match
from deathdome.model.actions import END_TURN
from deathdome.model.decisions import Question
from deathdome.model.frames import Auction, Interval
from deathdome.model.ruleset import EDITIONS
from deathdome.rules.engine import apply_action
from deathdome.rules.observing import observe
from deathdome.rules.setup import new_game
from deathdome.text.phrases import hints as say

if TYPE_CHECKING:
    from collections.abc import Sequence


def test_a_simulated_match_of_a_season_ends_where_the_match_ends() -> None:
    match = in_series(scene(round=6, turn="blue", points={"d8": "red"}), played=1)
    seen = observe(match.state, 1)
    world = imagined(seen, Random(0))
    assert world.setup is imagined(seen, Random(1)).setup, "caches go by identity"
    assert match.state.setup.series is not None
    apply_action(world, END_TURN)
    assert world.outcome is not None
    assert world.outcome.winners == (0,)
    assert decided(world, 0) > 0 > decided(world, 1)


def test_a_planner_knows_the_season_behind_a_match() -> None:
    match = in_series(scene(items={"red scout": ["cyber-suit"]}, credits={"red": 10_000}), played=2)
    season = season_of(imagined(observe(match.state, 0), Random(0)))
    assert season is not None
    worth = next(item.cost for item in load_catalog().items if item.id == "cyber-suit")
    assert season.heads == (10_000 + worth, match.state.credits[1])
    assert season.left == 2
    assert season_of(imagined(observe(scene().state, 0), Random(0))) is None


def test_the_store_and_the_auction_stay_part_of_the_season() -> None:
    state = opening(2, rich=False, characters=False, series=(1, 1))
    referee = Referee(state, 1)
    request = referee.request()
    assert request is not None
    assert imagined(request.seen, Random(0)).setup.series is not None
    match = in_series(scene(units={"blue scout": "jail nw"}, items={"blue scout": ["cyber-suit"]}))
    match.state.stack = (Interval(), Auction(0))
    assert imagined(observe(match.state, 0), Random(0)).setup.series is not None


# Every edition with each number of teams; every scenario, alone or with others.
SEASONS = [
    (2, "2018", False, ("handicap_points", "birthday")),
    (3, "2018", True, ("bonus",)),
    (4, "2018", False, ("handicap",)),
    (2, "2019", True, ("conglamagragon",)),
    (3, "2019", False, ("dual", "bonanza")),
    (4, "2019", True, ()),
    (2, "2021", False, ("dual", "birthday")),
    (3, "2021", False, ()),
    (4, "2021", True, ("bonanza", "handicap", "bonus")),
]
ROUNDS = [(2, 1), pytest.param((2, 1, 2), marks=pytest.mark.long)]
CAST = ("veteran", "greedy", "regular+jailer", "elite", "rookie", "random")


def season(
    seats: int, edition: str, characters: bool, scenarios: Sequence[str], rounds: Sequence[int]
) -> Referee:
    """The start of a season."""
    switches: dict[str, Any] = dict.fromkeys(scenarios, True)
    ruleset = replace(
        EDITIONS[edition],
        characters=characters,
        auction_sells_character=characters,
        extra_matches_max=1,
        extra_match_rounds=1,
        **switches,
    )
    state = new_game(load_catalog(), load_board(), seats=seats, ruleset=ruleset, series=rounds)
    return Referee(state, seats)


@pytest.mark.parametrize("rounds", ROUNDS, ids=str)
@pytest.mark.parametrize(("seats", "edition", "characters", "scenarios"), SEASONS)
def test_all_managers_play_seasons_without_a_fault(
    seats: int, edition: str, characters: bool, scenarios: Sequence[str], rounds: Sequence[int]
) -> None:
    referee = season(seats, edition, characters, scenarios, rounds)
    shift = EDITIONS[edition].series_rounds[0] + seats + len(scenarios)
    cast = [CAST[(shift + seat) % len(CAST)] for seat in range(seats)]
    managers = [Guarded(partial(create, name)) for name in cast]
    run_match(referee, managers)
    assert [manager.faults for manager in managers] == [[]] * seats
    assert referee.over


@pytest.mark.parametrize("rounds", ROUNDS, ids=str)
def test_hints_last_through_a_season(rounds: Sequence[int]) -> None:
    referee = season(2, "2021", False, (), rounds)
    other = create("greedy")
    other.begin(Briefing(PROTOCOL, 1, 2, referee.state.setup, 5, {}))
    asked = set()
    while (request := referee.request()) is not None:
        if request.seat:
            referee.answer(other.decide(request).action)
            continue
        advice = advise(request, "veteran")
        asked.add(request.question)
        assert 1 <= len(hint_lines(advice, request.seen.setup)) <= LINES
        referee.answer(advice.answers[0])
    assert asked >= {Question.PURCHASE, Question.TURN, Question.UNIT_PHASE}


def test_hints_name_what_is_at_stake_in_a_season() -> None:
    """The end of a match need not be the end of the season, nor its loss."""

    def stakes(schedule: Sequence[int], played: int, **more: Any) -> tuple[str, ...]:
        match = in_series(scene(units={"red scout": "d8", **more}, round=6), schedule, played)
        return advise(request_of(match.state), "veteran").stakes

    assert say.LAST_OF_SEASON in stakes((6, 6), 1)
    assert say.LAST_ROUND in stakes((6, 6), 0)
    assert say.AUCTION_FOLLOWS in stakes((6, 6), 0)
    lone = dict.fromkeys(("red warrior", "red gunner", "red medic"), "jail nw")
    assert say.LAST_UNIT_ENDS in stakes((6, 6), 1, **lone)


def test_the_chance_to_win_is_that_of_the_season_in_its_last_match() -> None:
    def chance(played: int) -> float:
        match = in_series(scene(round=6, credits={"red": 2_500_000}), (6, 6), played)
        return winning_chance(request_of(match.state), 0)

    assert chance(0) < 0.6
    assert chance(1) > 0.9


@pytest.mark.slow
def test_a_review_covers_every_match_and_auction_of_a_season() -> None:
    match = in_series(
        scene(
            round=6,
            turn="blue",
            phases=0,
            points={"d8": "red"},
            units={"blue scout": "jail nw"},
            items={"blue scout": ["cyber-suit"]},
        ),
        (6, 1),
    )
    begun = match.state.copy()
    referee = Referee(match.state, 4)
    managers = [create("greedy"), create("greedy")]
    run_match(referee, managers)
    timeline: Any = SimpleNamespace(begun=begun, referee=referee)
    deeds = deeds_in(timeline, 0)
    assert {deed.question for deed in deeds} >= {Question.AUCTION, Question.TURN}
    found = [verdict for verdict in verdicts(deeds, "veteran") if verdict is not None]
    assert {verdict.match for verdict in found} == {1, 2}
    (sale,) = (verdict for verdict in found if verdict.question is Question.AUCTION)
    assert sale.right
    setup = referee.state.setup
    assert cost_of(sale, setup).startswith("Match 1, round 6: Auction off Blue's Scout")
