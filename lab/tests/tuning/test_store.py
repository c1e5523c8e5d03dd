"""Values of store cards, recovered from matches that were decided by the cards held."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from deathdome.content.catalogs import load_catalog
from deathdome.managers.planner.card_worth import KINDS, usual_worth
from deathdome.managers.planner.weights import tuned
from lab.tuning.knobs import Team, knobs
from lab.tuning.matches import Setting
from lab.tuning.stages import Effort, measure_store
from lab.tuning.store import MAX_FACTOR, MIN_FACTOR, explained, factors, shopped, without_cards

if TYPE_CHECKING:
    from pathlib import Path

CATALOG = load_catalog()
ITEMS = {item.id: item for item in CATALOG.items}
KIND = dict.fromkeys(KINDS, 1.0)
START = Team(tuned().weights, dict(tuned().outfit))
SETTING = Setting(seed=5)
DEAR, POOR, NOBODY = "extendable-stamp", "magnum-44000", "missile-launcher"
ODDS = 0.1  # of a match that is drawn, a basket that is worth 100,000 more wins so much


def won_by_worth(number: int, fates: dict[str, float]) -> dict[str, Any]:
    """A match that the dearer basket wins more often; some cards are worth more than it seems."""
    rng = Random(number)
    cards = [card for card in ITEMS if card != NOBODY]
    held = [rng.sample(cards, 6), rng.sample(cards, 6)]
    own, other = (
        sum(usual_worth(ITEMS[card], KIND) * fates.get(card, 1.0) for card in basket)
        for basket in held
    )
    chance = 0.5 + ODDS * (own - other) / 200_000 + (0.05 if number % 2 else -0.05)
    return {"won": float(rng.random() < chance), "last": 1 - number % 2, "held": held}


def test_a_card_that_wins_more_than_its_price_says_is_found_and_so_is_one_that_wins_less() -> None:
    fates = {DEAR: 7.0, POOR: 0.3}
    rows = [won_by_worth(number, fates) for number in range(6_000)]
    found = factors(rows, CATALOG, KIND)
    assert found[DEAR].low > 2.0
    assert found[POOR].high < 1.0
    assert found[POOR].low <= fates[POOR] <= found[POOR].high
    assert NOBODY not in found
    others = [interval for card, interval in found.items() if card not in fates]
    assert sum(interval.low <= 1.0 <= interval.high for interval in others) >= 0.9 * len(others)
    assert all(MIN_FACTOR <= end <= MAX_FACTOR for interval in found.values() for end in interval)
    kinds, cards = explained(rows, CATALOG, KIND)
    assert 0.0 < kinds < cards < 1.0


def test_few_matches_leave_a_card_nearly_what_it_was() -> None:
    rows = [won_by_worth(number, {}) for number in range(30)]
    found = factors(rows, CATALOG, KIND)
    assert found[POOR].value == pytest.approx(1.0, abs=0.4)
    assert found[POOR].low < 1.0 < found[POOR].high


def quiet(name: str, played: int, wanted: int) -> None:
    """A progress report without a reader."""
    assert name in {"store", "gate"}
    assert played >= 0 < wanted


def by_worth(setting: Setting, number: int, start: Team) -> dict[str, Any]:
    """A match in which the stamp is worth seven times what it seems."""
    assert (setting, start) == (SETTING, without_cards(START))
    return won_by_worth(number, {DEAR: 7.0})


def better(setting: Setting, number: int, new: Team, old: Team) -> dict[str, Any]:
    """A block that who knows of the stamp wins."""
    assert new.outfit[DEAR] > old.outfit.get(DEAR, 1.0)
    assert new.weights == old.weights
    return {"seed": setting.seed_of("gate", number), "won": [1.0, 1.0], "lead": [0, 0]}


def even(setting: Setting, number: int, new: Team, old: Team) -> dict[str, Any]:
    """A block without a winner."""
    return better(setting, number, new, old) | {"won": [1.0, 0.0]}


def test_what_was_measured_is_taken_if_it_wins_and_a_run_broken_off_goes_on(tmp_path: Path) -> None:
    effort = Effort(tmp_path, SETTING, matches=400, gate=60)
    found = measure_store(effort, START, quiet, by_worth, better)
    assert found.taken
    assert (found.part, {change.table for change in found.changes}) == ("outfit", {"outfit"})
    assert "store on 400 matches" in found.source
    stamp = next(change for change in found.changes if change.name == DEAR)
    assert stamp.before == START.outfit.get(DEAR, 1.0)
    content = (tmp_path / "store.jsonl").read_bytes()
    (tmp_path / "store.jsonl").write_bytes(content[: len(content) // 2])
    assert measure_store(effort, START, quiet, by_worth, better) == found
    assert (tmp_path / "store.jsonl").read_bytes() == content


def test_what_wins_no_more_is_not_taken(tmp_path: Path) -> None:
    effort = Effort(tmp_path, SETTING, matches=400, gate=60)
    assert not measure_store(effort, START, quiet, by_worth, even).taken


def test_single_cards_are_not_turned_by_the_climb() -> None:
    turning = [knob.name for knob in knobs(START._replace(outfit=KIND | {DEAR: 2.0}))]
    assert {name for name in turning if name.startswith("outfit ")} == {
        f"outfit {kind}" for kind in KINDS
    }


@pytest.mark.slow
def test_a_real_match_tells_what_was_held_and_tastes_are_wide() -> None:
    short = Setting(seed=2, rounds=1)
    rows = [shopped(short, number, without_cards(START)) for number in range(8)]
    for row in rows:
        assert len(row["held"]) == 2
        cards = [card for basket in row["held"] for card in basket]
        assert len(cards) == len(set(cards)) > 3
        assert set(cards) <= set(ITEMS)
    assert len({card for row in rows for basket in row["held"] for card in basket}) > 30
