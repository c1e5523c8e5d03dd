"""The ladder: a small one is played here; a table on few blocks is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from deathdome.arena.arena import Arena
from deathdome.errors import UsageError
from deathdome.statistics import Hypotheses
from lab.ladder import ladder as program
from lab.ladder import running as ladder
from lab.ladder.ladder import FEW, GROUPS, ROWS, chosen
from lab.ladder.pages import part
from lab.ladder.running import (
    MIN_BLOCKS,
    QUICK_BLOCKS,
    Effort,
    Row,
    check_publishable,
    climb,
)
from lab.ladder.tables import TABLES

if TYPE_CHECKING:
    from pathlib import Path


def silent(*_: object) -> None:
    """Watches nothing."""


@pytest.mark.slow
def test_greedy_beats_random_in_the_small_ladder(tmp_path: Path) -> None:
    effort = Effort(tmp_path, jobs=2, quick=True)
    (row,) = climb(chosen(["greedy-random"]), effort, silent)
    assert (row["blocks"], row["games"], row["faults"]) == (QUICK_BLOCKS, 2 * QUICK_BLOCKS, 0)
    # The same seeds give the same matches: greedy wins every one of these.
    assert row["win_share"]["value"] == 1.0
    assert not row["passed"]  # on so few, 97 % is far from shown
    # Played matches are saved, so a second look plays nothing.
    kept = (tmp_path / "greedy-random.jsonl").read_bytes()
    (again,) = climb(chosen(["greedy-random"]), effort, silent)
    assert (tmp_path / "greedy-random.jsonl").read_bytes() == kept
    assert again == row


def test_a_row_with_a_test_stops_when_it_is_decided_but_not_before_a_table_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder, "Arena", short)
    row = Row("random", "greedy", None, 0.5, 200, test=Hypotheses(0.9, 0.95), least=24)
    seen: list[tuple[int, int]] = []
    (found,) = climb([row], Effort(tmp_path), lambda _, *blocks: seen.append(blocks))
    assert found["sprt"]["verdict"] == "not better"
    assert found["blocks"] == 24
    assert seen[-1] == (24, 200)
    assert not found["passed"]


def short(names: tuple[str, ...], seats: int, seed: int, series: tuple[int, ...]) -> Arena:
    """A run of matches of one round."""
    return Arena(names, seats, seed=seed, series=(1,) * len(series), rounds=1)


@pytest.mark.slow
def test_a_series_is_one_game_of_its_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "Arena", short)
    row = Row("greedy", "random", None, 0.5, 2, series=(4, 5, 6), by_lead=True, rival="no rival")
    assert (row.name, row.title) == ("greedy-no-rival-season", "greedy v. no rival")
    (found,) = climb([row], Effort(tmp_path), silent)
    assert (found["blocks"], found["games"]) == (2, 4)
    assert found["win_share"]["value"] == 1.0
    # Where the lead decides, wins do not.
    assert found["passed"] == (found["lead"]["low"] > 0)


def played(**more: Any) -> dict[str, Any]:
    """A row that says what a row says."""
    share = {"value": 0.985, "low": 0.972, "high": 0.99}
    return {
        "row": "greedy-random",
        "group": "rungs",
        "title": "greedy v. random",
        "note": "",
        "players": 2,
        "aim": 0.99,
        "gate": 0.97,
        "blocks": 320,
        "games": 640,
        "seed": 5,
        "rules": "r" * 16,
        "code": "c" * 16,
        "version": "0.1.0",
        "win_share": share,
        "lead": share,
        "rating": {"value": 727, "low": 617, "high": 798, "bounded": False},
        "sprt": None,
        "faults": 0,
        "turn_p50": 0.15,
        "turn_p99": 0.5,
        "by_lead": False,
        "passed": True,
        **more,
    }


def test_a_table_on_few_blocks_is_refused() -> None:
    row = Row("greedy", "random", 0.99, 0.97, MIN_BLOCKS)
    check_publishable([row])
    with pytest.raises(UsageError, match=r"would have 199 blocks, and a table needs 200; --quick"):
        check_publishable([row, replace(row, blocks=MIN_BLOCKS - 1)])
    # A row of its own measure: four teams play four matches a block.
    (four,) = chosen(["champion-tactical-4"])
    with pytest.raises(UsageError, match="would have 49 blocks, and a table needs 50"):
        check_publishable([replace(four, blocks=49)])


def test_every_row_is_enough_for_a_table_and_has_a_name_of_its_own() -> None:
    check_publishable(ROWS)
    assert all(row.least >= FEW for row in ROWS)
    assert len({row.name for row in ROWS}) == len(ROWS)
    assert not set(GROUPS) & {row.name for row in ROWS}
    with pytest.raises(UsageError, match="there are greedy-random, greedy-random-4"):
        chosen(["greedy-rand"])


def test_every_row_is_in_a_table() -> None:
    tables = [table for table in TABLES.values() if table.part == "targets"]
    for row in ROWS:
        assert any(table.has({"group": row.group}) for table in tables), row.name


def test_every_pair_of_the_design_has_a_row_and_every_personality() -> None:
    names = {row.name for row in ROWS}
    assert names >= {
        *("greedy-random", "tactical-greedy", "tactical-random", "elite-tactical"),
        *("champion-tactical", "greedy-random-4", "elite-tactical-season"),
        *("tactical-greedy-4", "champion-tactical-4", "regular-rookie", "veteran-regular"),
        *("champion-elite", "elite-match-only-elite-season"),
    }
    personalities = chosen(["personalities"])
    assert [row.first for row in personalities] == [
        f"veteran+{name}" for name in ("aggressor", "banker", "raider", "jailer", "turtle")
    ]
    assert {(row.others, row.aim, row.gate) for row in personalities} == {("veteran", 0.42, 0.40)}


def test_a_row_of_a_manager_that_is_not_here_is_told_and_the_others_are_played(
    tmp_path: Path,
) -> None:
    (row,) = climb([Row("nobody", "random", None, 0.5, 200)], Effort(tmp_path), silent)
    assert 'no manager named "nobody"' in row["missing"]
    assert list(tmp_path.iterdir()) == []


def test_the_program_keeps_what_it_played_and_says_whether_all_gates_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DEATHDOME_TRUST", "")
    monkeypatch.setenv("PYTHONPATH", "")
    out = tmp_path / "docs"
    words = ["--out", str(out), "--folder", str(tmp_path)]
    absent = {"row": "x-y", "title": "x v. y", "missing": "no x"}
    greedy = Row("greedy", "random", 0.99, 0.97, 320)
    monkeypatch.setattr(program, "chosen", lambda *_: [greedy, Row("x", "y", None, 0.5, 200)])
    monkeypatch.setattr(program, "climb", lambda *_: [played(), absent])
    assert program.main(words) == 0
    assert "x-y: not played: no x" in capsys.readouterr().out
    (row,) = part(out, "targets")
    assert row.pop("run")["command"] == "make ladder"  # the folders change no figure
    assert row == played()
    assert (out / "ladder.md").read_text().startswith("# The ladder\n")
    monkeypatch.setattr(program, "chosen", lambda *_: [greedy])
    monkeypatch.setattr(program, "climb", lambda *_: [played(passed=False)])
    assert program.main(words) == 1
    assert not part(out, "targets")[0]["passed"]
    # A quick look is not a page of the documentation.
    capsys.readouterr()
    monkeypatch.setattr(program, "climb", lambda *_: [played(blocks=4)])
    assert program.main([*words, "--quick"]) == 0
    assert "no figure here is worth anything" in capsys.readouterr().out
    assert not part(out, "targets")[0]["passed"]
