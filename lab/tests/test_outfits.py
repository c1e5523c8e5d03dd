"""The search of the store: outfits that can be bought, and a file that a stopped run resumes."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from deathdome.managers.registry import load
from deathdome.match.referee import Referee, run_match
from lab.study import habits, outfits
from lab.yardsticks.outfitted import Outfitted, outfit_of

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.rule("EQUIP-1", "EQUIP-4")
def test_random_outfits_and_their_swaps_can_be_bought_and_carried() -> None:
    dice = Random(5)
    for _ in range(20):
        found = outfits.random_outfit(dice)
        assert outfits.fits(found)
        again = outfits.swapped(found, dice)
        assert again != found
        assert outfits.fits(again)
        assert outfit_of(outfits.key_of(found)) == found


def test_a_team_buys_its_outfit_unless_a_rival_is_faster() -> None:
    found = outfits.random_outfit(Random(2))
    referee = Referee(habits.opening(2).copy(), 3)
    run_match(referee, [Outfitted(found), load("random")()])
    mine, theirs = habits.described(referee)["bought"]
    assert {worn.card for worn in found} <= {*mine, *theirs}
    assert len({worn.card for worn in found} & set(mine)) > 1


def test_a_stopped_search_plays_only_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[outfits.Match] = []

    def quick(match: outfits.Match) -> tuple[outfits.Match, float]:
        played.append(match)
        return match, float(match.number % 2)

    monkeypatch.setattr(outfits, "played", quick)
    found = outfits.random_outfit(Random(1))
    outfits.Search(tmp_path, 2, 0, 1).more([found], 3, "first")
    search = outfits.Search(tmp_path, 2, 0, 1)
    search.more([found], 5, "again")
    assert [match.number for match in played] == [0, 1, 2, 3, 4]
    assert search.results(found, outfits.RIVAL, outfits.SEARCH) == [0.0, 1.0, 0.0, 1.0, 0.0]
    assert search.mean(found) == pytest.approx(4 / 9)
