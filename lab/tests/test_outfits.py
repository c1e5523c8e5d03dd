"""The search of the store: outfits that can be bought, and a file that a stopped run resumes."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from deathdome.managers.registry import load
from deathdome.match.referee import Referee, run_match
from lab.ladder.pages import part
from lab.study import habits, outfits
from lab.yardsticks.outfitted import Outfitted, outfit_of

if TYPE_CHECKING:
    from pathlib import Path

    from deathdome.arena.report import Document


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


@pytest.fixture
def matches(monkeypatch: pytest.MonkeyPatch) -> list[outfits.Match]:
    """The matches that were played; an outfit wins if its place in the seats is odd."""
    played: list[outfits.Match] = []

    def quick(match: outfits.Match) -> Document:
        played.append(match)
        outfit = outfits.key_of(match.outfit)
        return {"outfit": outfit, "number": match.number, "won": float(match.number % 2)}

    monkeypatch.setattr(outfits, "played", quick)
    return played


def test_a_stopped_search_plays_only_what_is_missing(
    tmp_path: Path, matches: list[outfits.Match]
) -> None:
    found = outfits.random_outfit(Random(1))
    outfits.Search(tmp_path, 2, 0, 1).more([found], 3, "first")
    search = outfits.Search(tmp_path, 2, 0, 1)
    search.more([found], 5, "again")
    assert [match.number for match in matches] == [0, 1, 2, 3, 4]
    assert search.results(found, outfits.RIVAL, outfits.SEARCH) == [0.0, 1.0, 0.0, 1.0, 0.0]
    assert search.mean(found) == pytest.approx(4 / 9)


def test_finalists_go_into_the_page_and_into_the_next_search(
    tmp_path: Path, matches: list[outfits.Match]
) -> None:
    words = ["--candidates", "3", "--rounds", "1", "--against", "tactical", "--out", str(tmp_path)]
    words += ["--finalists", "2", "--folder"]
    assert outfits.main([*words, str(tmp_path / "a")]) == 0  # each wins half of its matches
    assert len(matches) - 2 * outfits.FINAL <= outfits.matches_of(3, 1)
    first, second = part(tmp_path, "outfits")
    assert first["against"]["tactical"]["games"] == outfits.FINAL
    assert first["against"]["tactical"]["share"]["value"] == 0.5
    text = (tmp_path / "balance.md").read_text(encoding="utf-8")
    assert "| 2 | any | " in text
    assert first["outfit"].split()[0].replace(":", " ") in text
    matches.clear()
    assert outfits.main([*words, str(tmp_path / "b"), "--seats", "4"]) == 1  # half of four is much
    tried = {outfits.key_of(match.outfit) for match in matches}
    assert {first["outfit"], second["outfit"]} <= tried
    assert [row["seats"] for row in part(tmp_path, "outfits")] == [2, 2, 4, 4]
