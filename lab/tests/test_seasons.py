"""The study of seasons: what it measures, and that a stopped run resumes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from deathdome.arena.simulation import Setting
from lab.study import seasons

if TYPE_CHECKING:
    from pathlib import Path


def a_season(winner: str | None, *values: tuple[int, int], reason: str = "payout") -> Any:
    """Return the report of a season with these values after its matches."""
    return {
        "winner": winner,
        "seats": [{}, {}],
        "decisions": 900,
        "season": [
            {
                "values": list(both),
                "winners": ["red"],
                "order": ["blue", "red"],
                "played": 3,
                "reason": reason,
                "auction": None,
            }
            for both in values
        ],
    }


def measured(*reports: Any) -> dict[str, float]:
    """Return the quantities of some seasons by name."""
    lines = seasons.measures(reports)
    return {line.name: line.value.value for line in lines if line.value is not None}


def test_a_leader_after_two_matches_wins_or_is_overtaken() -> None:
    held = a_season("red", (2, 1), (3, 1), (4, 2))
    lost = a_season("blue", (2, 1), (3, 1), (4, 9))
    level = a_season("red", (2, 1), (3, 3), (4, 3))
    found = measured(held, lost, level)
    assert found["leader after match 2 wins"] == 0.5
    assert found["changes of the lead between matches"] == pytest.approx(1 / 3)
    assert found["season won by blue"] == pytest.approx(1 / 3)
    assert found["later match won by the team that plays last"] == 1.0
    assert found["later match won by the team that plays first"] == 0.0


def test_early_eliminations_and_lengths_are_counted() -> None:
    found = measured(a_season("red", (2, 1), (3, 1), reason="last team standing"))
    assert found["matches that end before round 4 by elimination"] == 1.0
    assert found["rounds played in a season"] == 6
    assert found["minutes, at 4 s a decision of one team"] == 30


@pytest.mark.slow
def test_a_stopped_run_resumes_where_it_was(tmp_path: Path) -> None:
    setting = Setting(("random", "random"), series=(1, 1, 1), seed=3)
    path = tmp_path / "out" / "some.jsonl"
    first = seasons.seasons(setting, 2, path, 1)
    both = seasons.seasons(setting, 4, path, 1)
    assert both[:2] == first
    assert len(path.read_text(encoding="utf-8").splitlines()) == 4
    assert len({report["fingerprint"] for report in both}) == 4
    assert seasons.measures(both)
