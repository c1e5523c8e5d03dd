"""Tools that measure PowerDome: bars resume, intervals hold their mean, worths follow the duels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from deathdome.powerdome.content.tome_files import bundled_tome
from lab.powerdome import bars, powers, usage
from lab.powerdome.bots import BreakerBot, loyal

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(bars, "STORE", tmp_path / "bars.json")
    monkeypatch.setattr(bars, "PAGE", tmp_path / "bots.md")
    monkeypatch.setattr(powers, "STORE", tmp_path / "powers.json")
    (tmp_path / "bots.md").write_text("before\n<!-- bars -->\nold\n<!-- /bars -->\nafter\n")
    return tmp_path


def test_a_run_resumes_where_it_stopped_and_writes_the_table(
    store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bars.main(["--only", "bids", "--games", "2"])
    first = (store / "bars.json").read_text()
    bars.main(["--only", "bids", "--games", "2"])
    assert (store / "bars.json").read_text() == first
    bars.main(["--only", "bids", "--games", "3"])
    assert (store / "bars.json").read_text() != first
    page = (store / "bots.md").read_text()
    assert page.startswith("before\n<!-- bars -->")
    assert page.endswith("<!-- /bars -->\nafter\n")
    assert "regret of a bid sheet, in vitality | at most 4.00" in page
    assert "old" not in page
    assert "bids: " in capsys.readouterr().out


def test_every_bar_has_an_aim_and_knows_when_it_holds() -> None:
    for bar in bars.BARS.values():
        aim = bar.least if bar.least is not None else bar.most
        assert aim is not None
        assert bar.holds(aim)
        assert not bar.holds(aim + (1 if bar.least is None else -1))
    mean, low, high = bars.interval(bars.BARS["bids"], [1.0, 2.0, 3.0])
    assert low < mean == 2.0 < high


def test_worths_are_nothing_for_a_power_like_none_and_eight_for_an_even_duel() -> None:
    found = powers.worths({"duels": {powers.NONE: [100, 10], "a": [100, 10], "b": [100, 50]}})
    assert found["a"] == 0
    assert found["b"] == pytest.approx(powers.DOWN, abs=0.3)


def test_a_power_whose_owners_lose_is_worth_less_than_in_duels() -> None:
    played = {"owned": {"a": [80, 8], "b": [80, 20], "c": [80, 60]}}
    found = [powers.fair(played, power) for power in "abc"]
    assert found == sorted(found)
    assert found[1] == 1
    assert powers.fair(played, "never owned") == 1
    assert powers.FAIR[0] <= found[0] < 1 < found[2] <= powers.FAIR[1]


@pytest.mark.usefixtures("store")
def test_games_of_another_tome_are_forgotten_and_duels_kept() -> None:
    kept = powers.load(fresh=False) | {"games": 7, "owned": {"feint": [7, 2]}}
    kept["duels"]["feint"] = [3, 1]
    powers.save(kept)
    assert powers.load(fresh=False) == kept
    powers.save(kept | {"tome": "another"})
    found = powers.load(fresh=False)
    assert (found["games"], found["owned"]) == (0, {})
    assert found["duels"] == kept["duels"]
    assert powers.load(fresh=True)["duels"] == {}


def test_a_breaker_breaks_its_truces(store: Path) -> None:
    assert store.exists()
    broken = 0
    for seed in range(3):
        seats = [loyal(BreakerBot), *(loyal() for _ in range(3))]
        played = bars.game(seats, seed)
        broken += sum(0 in deal.broken_by for deal in played.state.deals)
    assert broken > 0


def test_nearly_all_powers_are_used_in_150_games() -> None:
    """`make usage` plays more of them, and then every power is."""
    tome = bundled_tome()
    counts = usage.measured(150, 0, 2)
    assert len(usage.unused(counts, tome)) <= 3
    assert counts[usage.FAULTS] == 0
    for index, power in enumerate(tome.powers):
        assert counts["nominated", index] or counts["owned", index], power.id
        if not power.modifier:
            assert counts["bid for", index] <= counts["nominated", index] + counts["owned", index]


def test_powers_are_counted_alike_in_any_number_of_processes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert usage.measured(6, 3, 1) == usage.measured(6, 3, 2)
    assert usage.main(["--matches", "2", "--jobs", "1", "--only", "greedy"]) == 1
    assert "64 powers; unused: " in capsys.readouterr().out
