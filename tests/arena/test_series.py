"""Seasons in the arena: one result a seating, for every number of teams and every edition."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from deathdome.arena.arena import Arena, check_arena
from deathdome.arena.blocks import play_block
from deathdome.arena.results_file import begin, resume_run
from deathdome.arena.simulation import Setting, play_match
from deathdome.errors import UsageError
from deathdome.model.ruleset import EDITION_2018, EDITION_2019, EDITION_2021

if TYPE_CHECKING:
    from pathlib import Path

RANDOM = ("random",)


@pytest.mark.rule("SERIES-1", "SERIES-14")
def test_a_block_of_seasons_is_one_result_a_seating() -> None:
    arena = Arena(("greedy", "random"), series=(1,) * 5)
    block, times = play_block(arena, 0, 0)
    assert [match["places"] for match in block["matches"]] == [[0, 1], [1, 0]]
    single = replace(arena, series=(), rounds=1)
    plain, _ = play_block(single, 0, 0)
    for match, alone in zip(block["matches"], plain["matches"], strict=True):
        series = match["series"]
        assert len(series) == 5
        assert match["reason"] == "series"
        # The first match is the one that the block would be without a season.
        assert series[0]["winners"] == alone["winners"]
        assert series[0]["payouts"] == alone["payouts"]
        paid = [sum(played["payouts"][seat] for played in series) for seat in range(2)]
        assert match["payouts"] == [2_000_000 + amount for amount in paid]
        assert match["payouts"] == series[-1]["values"]
        assert match["rounds"] >= 5
    turns = sum(times["managers"]["greedy"]["turns"].values())
    assert turns >= 10


def test_a_file_of_seasons_is_none_of_matches(tmp_path: Path) -> None:
    arena = Arena(RANDOM, series=(2, 2))
    begin(arena, tmp_path / "run").close()
    resume_run(arena, tmp_path / "run").close()
    with pytest.raises(UsageError, match=r"another setting \(series\)"):
        resume_run(replace(arena, series=(), rounds=2), tmp_path / "run")


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(
    "ruleset",
    [EDITION_2018, EDITION_2019, EDITION_2021, replace(EDITION_2021, bonus=True, handicap=True)],
    ids=["2018", "2019", "2021", "scenarios"],
)
def test_seasons_are_played_in_every_edition_and_number_of_teams(
    seats: int, ruleset: Any, tmp_path: Path
) -> None:
    arena = Arena(RANDOM, seats, series=(1, 1), ruleset=ruleset)
    check_arena(arena)
    results = begin(arena, tmp_path / "run")
    block, times = play_block(arena, 0, 0)
    results.add(block, times)
    results.close()
    resume_run(arena, tmp_path / "run").close()  # the written file is accepted


def test_no_card_is_removed_from_a_season() -> None:
    with pytest.raises(UsageError, match="leave out --ablate"):
        check_arena(Arena(RANDOM, series=(1, 1), ablated=("all",)))


# -- simulations -----------------------------------------------------------------------------------


def test_a_simulated_season_reports_its_matches() -> None:
    ruleset = replace(EDITION_2019, bonus=True)
    report = play_match(Setting(("random",) * 3, series=(2, 1, 1), ruleset=ruleset), 3)
    season = report["season"]
    assert [match["rounds"] for match in season] == [2, 1, 1]
    assert report["scenarios"] == ["bonus"]
    assert all(sorted(match["order"]) == ["blue", "green", "red"] for match in season)
    for seat, row in enumerate(report["seats"]):
        assert row["payout"] == sum(match["payouts"][seat] for match in season)
    best = max(season[-1]["values"])
    winner = report["winner"]
    teams = [row["team"] for row in report["seats"]]
    assert winner is None or season[-1]["values"][teams.index(winner)] == best


@pytest.mark.rule("AUCTION-2", "AUCTION-3")
def test_a_simulated_season_reports_its_auctions() -> None:
    setting = Setting(("greedy", "greedy"), series=(6, 1), board="waspworth")
    reports = [play_match(setting, number) for number in range(4)]
    auctions = [match["auction"] for report in reports for match in report["season"]]
    held = [auction for auction in auctions if auction is not None]
    assert held
    for auction in held:
        assert (auction["unit"] is None) == (not auction["cards"])
    assert all(report["season"][-1]["auction"] is None for report in reports)


def test_a_single_match_reports_no_season() -> None:
    report = play_match(Setting(("random", "random"), rounds=1), 0)
    assert "season" not in report
    assert "scenarios" not in report


@pytest.mark.rule("SETUP-7")
def test_teams_of_a_simulation_may_start_with_different_credits() -> None:
    setting = Setting(("random", "random"), series=(1,), purses=(0, 5_000_000))
    values = play_match(setting, 0)["season"][0]["values"]
    assert values[1] - values[0] >= 3_000_000
