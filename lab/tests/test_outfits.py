"""The search of the store: outfits that can be bought, values of cards, and files that resume."""

from __future__ import annotations

import json
from math import exp
from random import Random
from typing import TYPE_CHECKING

import pytest

from deathdome.content.outfits import parse_outfits
from deathdome.managers.registry import load
from deathdome.match.protocol import PROTOCOL, Briefing
from deathdome.match.referee import Referee
from deathdome.model.decisions import Question
from lab.ladder.pages import part
from lab.study import mixture, outfits
from lab.study.card_values import CardValues, Result
from lab.yardsticks import outfit as outfit_module
from lab.yardsticks.outfit import (
    THEMES,
    Outfit,
    Worn,
    best_outfit,
    cards,
    choices,
    fits,
    key_of,
    opening,
    outfit_of,
    price,
    random_outfit,
    suits,
    swapped,
)
from lab.yardsticks.outfitted import Outfitted

if TYPE_CHECKING:
    from pathlib import Path

    from deathdome.arena.report import Document


@pytest.mark.rule("EQUIP-1", "EQUIP-4")
@pytest.mark.parametrize("theme", THEMES)
def test_random_outfits_and_their_swaps_can_be_bought_and_carried(theme: str) -> None:
    dice = Random(5)
    for _ in range(5):
        found = random_outfit(dice, theme)
        again = swapped(found, dice, theme)
        assert again != found
        for outfit in (found, again):
            assert fits(outfit)
            assert suits(outfit, theme)
            assert outfit_of(key_of(outfit)) == outfit


@pytest.mark.rule("EQUIP-4")
def test_only_units_of_a_deck_carry_its_weapons() -> None:
    bearers = {worn.bearer for worn in choices() if worn.card == "guillotine-on-a-stick"}
    assert bearers == {"warrior"}
    assert len([worn for worn in choices() if worn.card == "cyber-suit"]) == 4


def test_the_best_outfit_has_the_best_cards_that_the_purse_pays_for() -> None:
    liked = {Worn("gunner", "cyber-suit"): 3.0, Worn("scout", "secondhand-knees"): 1.0}
    found = best_outfit(lambda outfit: sum(liked.get(worn, 0.0) for worn in outfit), Random(1))
    assert set(liked) <= set(found)
    assert price(found) <= opening(2).credits[0]


@pytest.mark.parametrize("number", range(3))
def test_a_team_buys_its_outfit_unless_a_rival_is_faster(number: int) -> None:
    found = random_outfit(Random(number))
    referee = Referee(opening(2).copy(), number)
    players = [Outfitted(found), load("random")()]
    setup = referee.state.setup
    for seat, player in enumerate(players):
        player.begin(Briefing(PROTOCOL, seat, 2, setup, referee.seat_seed(seat), {}))
    while (request := referee.request()) and request.question is Question.PURCHASE:
        referee.answer(players[request.seat].decide(request).action)
    mine, theirs = outfits.held_of(referee)
    assert {worn.card for worn in found} <= {worn.card for worn in (*mine, *theirs)}
    lost = {worn.card for worn in theirs}
    assert {worn for worn in found if worn.card not in lost} <= set(mine)


def test_a_card_that_wins_is_worth_more_than_its_price_says() -> None:
    dice = Random(4)
    good = Worn("warrior", "rusty-chainsaw")
    results = []
    for _ in range(400):
        own, other = random_outfit(dice), random_outfit(dice)
        lead = 1.5 * ((good in own) - (good in other))
        won = float(dice.random() < 1 / (1 + exp(-lead)))
        results.append(Result(own, (other,), won, first=True))
    before, after = CardValues([]), CardValues(results)
    assert after.worth((good,)) > before.worth((good,)) + 0.2
    assert after.of_cards[good.card][1] < before.of_cards[good.card][1]
    others = [worn for worn in choices() if worn.card != good.card]
    moved = [after.worth((worn,)) - before.worth((worn,)) for worn in others]
    assert abs(sum(moved) / len(moved)) < 0.05
    assert after.chance((good,), ()) > 0.5


# -- searches, with matches that take no time ------------------------------------------------------

GOOD = "rusty-chainsaw"


@pytest.fixture
def matches(monkeypatch: pytest.MonkeyPatch) -> list[outfits.Match]:
    """The matches that were played; a team with the chainsaw wins twice as often."""
    played: list[outfits.Match] = []

    def quick(match: outfits.Match) -> Document:
        played.append(match)
        outfit = key_of(match.outfit)
        held = [""] * match.seats
        held[match.number % match.seats] = outfit
        won = float(match.number % 3 > (1 if GOOD not in outfit else 0))
        return {"outfit": outfit, "number": match.number, "won": won, "held": held}

    monkeypatch.setattr(outfits, "played", quick)
    monkeypatch.setattr(outfits, "FIRST", 40)
    monkeypatch.setattr(outfits, "BATCH", 20)
    monkeypatch.setattr(outfits, "TRIAL", (3, 6))
    monkeypatch.setattr(outfits, "NEAR", 4)
    monkeypatch.setattr(outfits, "FINAL", 300)
    monkeypatch.setattr(outfit_module, "CLIMBS", 1)
    return played


def test_a_stopped_search_plays_only_what_is_missing(
    tmp_path: Path, matches: list[outfits.Match]
) -> None:
    whole = outfits.explored(outfits.Search(tmp_path, 2, 0, 1), 60)
    assert len(matches) == 60
    path = next(tmp_path.iterdir())
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:31]) + lines[31][:40], "utf-8")
    assert outfits.explored(outfits.Search(tmp_path, 2, 0, 1), 60) == whole
    assert len(matches) == 90


def test_finalists_go_into_the_page_and_into_the_next_search(
    tmp_path: Path, matches: list[outfits.Match]
) -> None:
    words = ["--matches", "60", "--against", "tactical", "--out", str(tmp_path)]
    words += ["--finalists", "2", "--final", "300", "--folder"]
    assert outfits.main([*words, str(tmp_path / "a")]) == 1  # the chainsaw wins two of three
    assert len(matches) - 2 * 300 <= 60 + outfits.trials()
    first, second = part(tmp_path, "outfits")
    assert GOOD in first["outfit"]
    assert first["against"]["tactical"]["games"] == 300
    assert len(set(second["outfit"].split()) - set(first["outfit"].split())) >= outfits.APART
    text = (tmp_path / "balance.md").read_text(encoding="utf-8")
    assert "| 2 | any | " in text
    assert first["outfit"].split()[0].replace(":", " ") in text
    matches.clear()
    outfits.main([*words, str(tmp_path / "b"), "--seats", "4"])
    tried = {key_of(match.outfit) for match in matches}
    assert {first["outfit"], second["outfit"]} <= tried
    assert [row["seats"] for row in part(tmp_path, "outfits")] == [2, 2, 4, 4]


def test_the_mixture_keeps_what_wins_and_can_be_bought(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[mixture.Meeting] = []
    good = "guillotine-on-a-stick"  # wins every match

    def quick(meeting: mixture.Meeting) -> Document:
        played.append(meeting)
        own, other, number = meeting
        lead = (good in key_of(own)) - (good in key_of(other))
        won = 0.5 + 0.5 * lead
        held = [key_of(own), key_of(other)]
        return {"own": held[0], "other": held[1], "number": number, "held": held, "won": won}

    monkeypatch.setattr(mixture, "met", quick)
    monkeypatch.setattr(mixture, "NUMBER", len(THEMES))
    monkeypatch.setattr(mixture, "managers_outfits", lambda: ())
    monkeypatch.setattr(outfit_module, "CLIMBS", 1)
    out = tmp_path / "outfits.toml"
    words = ["--rounds", "3", "--each", "100", "--folder", str(tmp_path), "--out", str(out)]
    assert mixture.main(words) == 0
    text = out.read_text("utf-8")
    plans = parse_outfits(text, opening(2).setup.catalog, "outfits.toml")
    assert {plan.id for plan in plans} <= {f"{theme}-1" for theme in THEMES}
    winners = [plan for plan in plans if plan.weight > 1]
    assert winners
    assert all(good in str(plan.places) for plan in winners)
    assert len(played) == 300
    assert mixture.main(words) == 0  # from the file
    assert len(played) == 300
    assert out.read_text("utf-8") == text
    used: set[Outfit] = {meeting.own for meeting in played[200:]}
    assert all(fits(outfit) for outfit in used)
    assert len({worn.card for outfit in used for worn in outfit} & set(cards())) > 12


def test_the_mixture_begins_with_the_outfits_in_use_and_the_finds_of_the_search(
    tmp_path: Path,
) -> None:
    in_use = mixture.present()
    assert len(in_use) > len(THEMES)
    assert all(fits(outfit) for outfit in in_use.values())
    best, like, apart, short, poor = (
        "scout:van-damme warrior:nap-hammer",
        "scout:van-damme warrior:whoopee-maul",
        "gunner:magnum-44000 medic:pogo-tank",
        "gunner:fan-mail medic:lava-waders",
        "scout:cyber-suit warrior:steroid-lunchbox",
    )
    wins = {best: 0.7, like: 0.6, apart: 0.55, short: 0.9, poor: 0.4}
    for stage, number in (("trial", mixture.LONG - 10), ("fresh", 10), ("search", 500)):
        rows = [
            json.dumps({"outfit": key, "won": won})
            for key, won in wins.items()
            for _ in range(number if key != short or stage == "search" else 5)
        ]
        path = tmp_path / f"any-2-1-{stage}-tactical.jsonl"
        path.write_text("\n".join(['{"part": "head"}', *rows]) + "\n", encoding="utf-8")
    found = mixture.found_in(tmp_path, {})
    assert found == {"found-1": outfit_of(best), "found-2": outfit_of(apart)}
    # No find takes the name of an outfit in use, or is nearly the same.
    kept = {"found-1": outfit_of("warrior:nap-hammer warrior:van-damme"), "any-1": outfit_of(best)}
    assert mixture.found_in(tmp_path, kept) == {"found-2": tuple(sorted(outfit_of(apart)))}
