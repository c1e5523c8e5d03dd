"""Habits of managers: counted from the answers of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lab.ladder.pages import part
from lab.study import habits

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def row(**changed: object) -> habits.Row:
    """Return a match of two teams that the first won by 300,000."""
    return {
        "number": 0,
        "seats": ["elite", "elite"],
        "bought": [["leech-flail"], []],
        "decks": [["warrior"], []],
        "counts": {"attacks": 4, "armed": 2, "ranged": 1},
        "winners": [0],
        "reason": "payout",
        "rounds": 6,
        "pays": [800, 500],
        "turns": [[0, 0], [100, 0], [100, 200], [800, 500]],
        "ends": {"4": [0, 100], "5": [100, 200]},
    } | changed


def test_figures_are_those_of_the_matches() -> None:
    found = dict(habits.figures([row(), row(winners=[1], pays=[0, 500], ends={"4": [0, 100]})]))
    assert found["items ever bought"].startswith("1 of ")
    assert found["teams with the warrior deck"].startswith("50.0 %")
    assert found["ranged among armed attacks"].startswith("50.0 %")
    assert found["leader after round 4 wins"].startswith("50.0 %")
    assert found["median margin"] == "0k (0k to 0k)"
    assert found["lead changes"] == "2.00 (2.00 to 2.00)"
    assert found["winner changes in the last round"].startswith("50.0 %")


def test_no_match_is_played_twice() -> None:
    def some(*managers: str) -> list[tuple[list[str], int]]:
        return [habits.seating(managers, number) for number in range(4)]

    assert some("a", "a") == [(["a", "a"], dice) for dice in range(4)]
    assert some("a", "b") == [(["a", "b"], 0), (["b", "a"], 0), (["a", "b"], 1), (["b", "a"], 1)]
    assert some("a", "b", "a", "b")[:2] == [(["a", "b"] * 2, 0), (["b", "a"] * 2, 0)]


def test_a_match_is_described_and_a_stopped_run_resumes(tmp_path: Path) -> None:
    first = habits.play(["greedy", "random"], 1, 0, 1, tmp_path)
    rows = habits.play(["greedy", "random"], 2, 0, 1, tmp_path)
    assert rows[0] == first[0]
    assert [one["seats"] for one in rows] == [["greedy", "random"], ["random", "greedy"]]
    (path,) = tmp_path.iterdir()
    assert len(path.read_text(encoding="utf-8").splitlines()) == 3
    assert all(one["turns"][-1] == one["pays"] for one in rows)


def test_enough_matches_of_equals_go_into_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(habits, "observed_match", lambda *_: row())
    words = ["--folder", str(tmp_path / "kept"), "--out", str(tmp_path)]
    habits.main([*words, "--seats", "elite,elite", "--matches", "20"])
    assert "Shown only" in capsys.readouterr().out
    assert not (tmp_path / "balance.md").exists()
    habits.main([*words, "--seats", "elite,elite"])
    text = (tmp_path / "balance.md").read_text(encoding="utf-8")
    assert "| figure | aim | elite, 2 teams |" in text
    assert "| matches |  | 200 |" in text
    assert "| lead changes | 1.40 or more | 2.00 (2.00 to 2.00) |" in text
    assert {name for name, aim, _ in part(tmp_path, "habits")[0]["figures"] if aim} >= set(
        habits.AIMS
    )
