"""Report of a run: known players are found, faults are never hidden, bands hold or not."""

from __future__ import annotations

import json
from dataclasses import replace
from math import log10
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from sample_blocks import payouts_of, ranked, sample_blocks, sample_match, sample_results

from deathdome.arena.arena import Arena
from deathdome.arena.report import report
from deathdome.arena.report_tables import text
from deathdome.statistics import Hypotheses

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.arena.result_schema import Block, Match

STRONG = {"random": 1.0, "greedy": 2.0, "c": 5.0}
PAIR = Arena(("greedy", "random"))


def by_strength(random: Random) -> Any:
    """Matches that come out as the strengths say."""

    def play(places: Sequence[int], names: Sequence[str]) -> Match:
        order = ranked(random, [STRONG[name] for name in names])
        return sample_match(places, payouts_of(order))

    return play


def of(arena: Arena, blocks: list[Block], **more: Any) -> dict[str, Any]:
    """The report, as a program reads it."""
    found: dict[str, Any] = json.loads(json.dumps(report(sample_results(arena, blocks), **more)))
    return found


def test_players_of_known_strength_are_found_within_their_intervals() -> None:
    arena = Arena(("random", "greedy", "c"))
    blocks = sample_blocks(arena, 300, by_strength(Random(6)))
    found = of(arena, blocks)
    assert (found["blocks"], found["matches"]) == (300, 1_800)
    for row in found["managers"]:
        truth = 400 * log10(STRONG[row["manager"]])
        rivals = [strength for name, strength in STRONG.items() if name != row["manager"]]
        own = STRONG[row["manager"]]
        share = sum(own / (own + rival) for rival in rivals) / 2
        assert row["rating"]["low"] <= truth <= row["rating"]["high"]
        assert row["win_share"]["low"] <= share <= row["win_share"]["high"]
    ahead = {(row["manager"], row["against"]): row["ahead"]["value"] for row in found["pairs"]}
    assert ahead["c", "random"] == pytest.approx(5 / 6, abs=0.04)
    assert ahead["c", "random"] + ahead["random", "c"] == pytest.approx(1)


def test_one_against_three_is_measured_against_chance() -> None:
    arena = Arena(("greedy", "random"), seats=4)
    found = of(arena, sample_blocks(arena, 200, by_strength(Random(1))))
    one, three = found["lineups"][0]["managers"]
    assert (one["seats"], three["seats"], one["chance"]) == (1, 3, 0.25)
    assert one["win_share"]["low"] <= 2 / 5 <= one["win_share"]["high"]
    assert one["win_share"]["value"] + 3 * three["win_share"]["value"] == pytest.approx(1)
    assert found["lineups"][0]["sprt"]["verdict"] == "better"


def test_a_shared_match_is_shared_in_every_table() -> None:
    blocks = sample_blocks(PAIR, 10, lambda places, _: sample_match(places, [5, 5]))
    found = of(PAIR, blocks)
    assert [row["win_share"]["value"] for row in found["managers"]] == [0.5, 0.5]
    assert [row["win_share"]["value"] for row in found["seats"]["by_seat"]] == [0.5, 0.5]
    assert found["managers"][1]["rating"]["value"] == pytest.approx(0, abs=1e-6)


def test_the_test_of_a_pair_takes_its_hypotheses_from_the_caller() -> None:
    blocks = sample_blocks(PAIR, 200, by_strength(Random(4)))
    for ends, verdict in (((0.5, 0.55), "better"), ((0.8, 0.85), "not better")):
        test = of(PAIR, blocks, hypotheses=Hypotheses(*ends))["lineups"][0]["sprt"]
        assert (test["worse"], test["better"], test["verdict"]) == (*ends, verdict)


def test_faults_are_in_the_report_and_in_the_last_line() -> None:
    fault = {"seat": 1, "question": 3, "kind": "late", "detail": "slow"}
    blocks = sample_blocks(PAIR, 3, lambda places, _: sample_match(places, [5, 4], faults=[fault]))
    document = report(sample_results(PAIR, blocks))
    assert document["faults"] == 6
    assert [row["fault_kinds"] for row in document["managers"]] == [{"late": 3}, {"late": 3}]
    assert text(document).splitlines()[-1] == "6 FAULTS: greedy 3 (3 late); random 3 (3 late)"
    clean = report(sample_results(PAIR, sample_blocks(PAIR, 3, by_strength(Random(1)))))
    assert text(clean).splitlines()[-1] == "no faults"


def test_who_struck_out_loses_whatever_the_fallback_made_of_the_seat() -> None:
    def play(places: Sequence[int], names: Sequence[str]) -> Match:
        seat = names.index("greedy")
        return sample_match(places, [5 + (seat == 0), 5 + (seat == 1)], taken_over=[seat])

    document = report(sample_results(PAIR, sample_blocks(PAIR, 5, play)))
    assert [row["win_share"]["value"] for row in document["managers"]] == [0, 1]
    assert [row["forfeited"] for row in document["managers"]] == [10, 0]


def test_a_fault_in_a_match_without_a_card_counts_too() -> None:
    blocks = sample_blocks(PAIR, 2, by_strength(Random(1)))
    fault = {"seat": 0, "question": 3, "kind": "raised", "detail": ""}
    blocks[0]["without"] = [
        {
            "match": 1,
            "card": "fan-mail",
            "winners": [0],
            "payouts": [1, 0],
            "fingerprint": "",
            "faults": [fault],  # type: ignore[list-item]
        }
    ]
    rows = report(sample_results(PAIR, blocks))["managers"]
    # In the second match of a block the second of the line-up sits in the first seat.
    assert [row["faults"] for row in rows] == [0, 1]


def test_only_whole_blocks_count() -> None:
    arena = Arena(("random", "greedy", "c"))
    blocks = sample_blocks(arena, 5, by_strength(Random(2)))
    found = of(arena, blocks[:-1])
    assert (found["blocks"], found["matches"]) == (4, 24)


def test_a_run_with_no_whole_block_has_a_report_without_figures() -> None:
    document = report(sample_results(PAIR, []))
    assert document["blocks"] == 0
    assert text(document).startswith("no blocks, no matches, seed 0")


def test_the_same_results_make_the_same_document() -> None:
    blocks = sample_blocks(PAIR, 40, by_strength(Random(9)))
    one, other = (json.dumps(report(sample_results(PAIR, blocks))) for _ in range(2))
    assert one == other


def measures(arena: Arena, blocks: list[Block]) -> dict[tuple[str, str], dict[str, Any]]:
    """The balance report by measure and subject."""
    found = of(arena, blocks)["balance"]["measures"]
    return {(row["measure"], row["subject"]): row for row in found}


MIRROR = Arena(("greedy",))


def test_a_first_player_who_wins_too_often_is_out_of_band() -> None:
    random = Random(3)

    def play(places: Sequence[int], _: Sequence[str], edge: float) -> Match:
        first = random.randrange(2)
        winner = first if random.random() < edge else 1 - first
        return sample_match(places, [int(winner == 0), int(winner == 1)], first=first)

    fair = sample_blocks(MIRROR, 2_500, lambda places, names: play(places, names, 0.5))
    tilted = sample_blocks(MIRROR, 400, lambda places, names: play(places, names, 0.6))
    assert measures(MIRROR, fair)["wins by turn", "1"]["verdict"] == "in"
    rows = measures(MIRROR, tilted)
    assert rows["wins by turn", "1"]["verdict"] == "out"
    assert rows["wins by turn", "1"]["low"] <= 0.6
    assert rows["wins by turn", "1"]["high"] >= 0.6
    assert rows["wins by seat", "red"]["verdict"] != "out"


def test_a_tower_rush_counts_where_one_team_did_and_one_did_not() -> None:
    both = sample_blocks(MIRROR, 60, lambda places, _: sample_match(places, [2, 1], rushed=[0, 1]))
    assert not any("tower rush" in name for name, _ in measures(MIRROR, both))
    one = sample_blocks(MIRROR, 60, lambda places, _: sample_match(places, [2, 1], rushed=[0]))
    row = measures(MIRROR, one)["wins of a tower rush", ""]
    assert (row["value"], row["number"], row["verdict"]) == (1.0, 120, "out")


def test_few_matches_give_no_verdict() -> None:
    blocks = sample_blocks(
        MIRROR, 10, lambda places, _: sample_match(places, [2, 1], deaths=[9, 9])
    )
    row = measures(MIRROR, blocks)["deaths a team", ""]
    assert (row["value"], row["band"], row["verdict"]) == (9.0, [0.8, 3.0], "few")


def test_tempo_and_payout_stand_beside_their_bands() -> None:
    blocks = sample_blocks(
        MIRROR,
        60,
        lambda places, _: sample_match(
            places,
            [2_500_000, 0],
            rounds=8,
            reason="last team standing",
            power={"loud-noise": [1, 3]},
        ),
    )
    rows = measures(MIRROR, blocks)
    assert rows["winner above 2,000k", ""]["verdict"] == "out"
    assert rows["winner below 800k", ""]["verdict"] == "in"
    assert rows["ended by elimination", ""]["value"] == 1.0
    assert rows["extra rounds", ""]["value"] == 2.0
    assert rows["power cards for ability", ""]["value"] == 0.75


def test_a_round_that_hyper_cube_brings_back_is_an_extra_round() -> None:
    def play(places: Sequence[int], _: Sequence[str]) -> Match:
        # The counter ends at 6 though seven rounds were played.
        course = {"captured": [[], []], "paid": [[100_000, 0]] * 7}
        return sample_match(places, [100_000, 0], rounds=6, course=course)

    found = of(PAIR, sample_blocks(PAIR, 60, play))
    (extra,) = (row for row in found["balance"]["measures"] if row["measure"] == "extra rounds")
    assert (extra["value"], extra["verdict"]) == (1.0, "out")


def cards(arena: Arena, blocks: list[Block]) -> dict[str, dict[str, Any]]:
    """The cards of the balance report."""
    return {row["card"]: row for row in of(arena, blocks)["balance"]["cards"]}


def holding(random: Random, card: str, edge: float) -> Any:
    """Matches in which one seat holds a card and wins that much more than half."""

    def play(places: Sequence[int], _: Sequence[str]) -> Match:
        seat = random.randrange(2)
        winner = seat if random.random() < 0.5 + edge else 1 - seat
        held: list[list[str]] = [[], []]
        held[seat] = [card]
        return sample_match(
            places, [int(winner == 0), int(winner == 1)], held=held, used={f"{card}#0": 1}
        )

    return play


def test_a_card_that_wins_matches_shows_in_what_holders_win_more() -> None:
    blocks = sample_blocks(MIRROR, 300, holding(Random(8), "fan-mail", 0.2))
    row = cards(MIRROR, blocks)["fan-mail"]
    assert (row["held"], row["teams"]) == (600, 1_200)
    assert row["used_a_holder"] == {"value": 1.0, "low": 1.0, "high": 1.0}
    gap = row["with_against_without"]
    assert gap["low"] <= 0.4 <= gap["high"]
    assert row["pick_ratio"]["verdict"] == "out"  # no other team holds anything


def test_what_a_strong_manager_holds_is_not_called_strong_for_that() -> None:
    def play(places: Sequence[int], names: Sequence[str]) -> Match:
        better = names.index("greedy")
        held: list[list[str]] = [[], []]
        held[better] = ["fan-mail"]
        return sample_match(places, [int(better == 0), int(better == 1)], held=held)

    row = cards(PAIR, sample_blocks(PAIR, 50, play))["fan-mail"]
    assert row["win_share_with"]["value"] == 1.0
    assert row["with_against_without"]["value"] == 0.0


def without(blocks: list[Block], card: str, worth: float, random: Random) -> list[Block]:
    """The blocks with every match again without the card; its holder then wins less often."""
    found = []
    for block in blocks:
        again = []
        for number, match in enumerate(block["matches"]):
            seat = 0 if card in match["held"][0] else 1
            (winner,) = match["winners"]
            if winner == seat and random.random() < worth:
                winner = 1 - seat
            payouts = [int(winner == 0), int(winner == 1)]
            again.append(
                {
                    "match": number,
                    "card": card,
                    "winners": [winner],
                    "payouts": payouts,
                    "fingerprint": "",
                }
            )
        found.append({**block, "without": again})
    return found  # type: ignore[return-value]


def test_ablation_finds_the_share_of_wins_that_a_card_adds() -> None:
    random = Random(10)
    arena = replace(MIRROR, ablated=("fan-mail",))
    blocks = sample_blocks(arena, 400, holding(random, "fan-mail", 0.1))
    row = cards(arena, without(blocks, "fan-mail", 0.2, random))["fan-mail"]
    added = row["ablation"]["win_share_added"]
    assert row["ablation"]["pairs"] == 800
    assert added["low"] <= 0.6 * 0.2 <= added["high"]
    assert added["verdict"] == "out"
    assert row["ablation"]["flagged"]
    assert row["ablation"]["lead_added"]["value"] == pytest.approx(2 * added["value"])
    assert row["out"]


def test_a_card_that_adds_nothing_is_in_band() -> None:
    random = Random(11)
    arena = replace(MIRROR, ablated=("fan-mail",))
    blocks = sample_blocks(arena, 400, holding(random, "fan-mail", 0.0))
    row = cards(arena, without(blocks, "fan-mail", 0.01, random))["fan-mail"]
    assert row["ablation"]["win_share_added"]["verdict"] == "in"
    assert not row["ablation"]["flagged"]


def test_the_tables_name_the_cards_out_of_band_or_all() -> None:
    blocks = sample_blocks(MIRROR, 60, holding(Random(8), "fan-mail", 0.2))
    document = report(sample_results(MIRROR, blocks))
    short, long = text(document), text(document, every_card=True)
    assert "fan-mail" in short
    assert "picked" in next(line for line in short.splitlines() if line.startswith("fan-mail"))
    assert long.count("\n") > short.count("\n") + 20
