"""Measuring everything: the plan keeps its budget, and a stopped run resumes."""

from __future__ import annotations

import json
import re
import signal
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from deathdome.arena.arena import Arena
from deathdome.errors import UsageError
from lab import measure
from lab.command import DOCS, command_of
from lab.ladder import running
from lab.ladder.pages import MARKS, PAGES, circumstances, keep, part
from lab.ladder.tables import TABLES, Table
from lab.measure import HOURS, STEPS, State, Step
from lab.plan import SECONDS, Run, match_seconds, observed, total

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

PLANS = {step.name: step.plan for step in STEPS}
RUNS = [run for plan in PLANS.values() for run in plan]


# -- the plan --------------------------------------------------------------------------------------


def test_everything_takes_at_most_six_hours_of_two_cores() -> None:
    assert total(RUNS) <= HOURS * 3600


def test_every_table_has_a_step_and_every_step_a_table() -> None:
    shown = {name for name, table in TABLES.items() for run in RUNS if _shows(table, run)}
    assert shown == set(TABLES)
    assert all(measure.pages_of(step) for step in STEPS)
    marks = {
        mark["name"]: mark["target"]
        for page in PAGES
        for mark in MARKS.finditer((DOCS / page).read_text(encoding="utf-8"))
    }
    targets = {step.target for step in STEPS}
    assert set(marks.values()) == targets


def _shows(table: Table, run: Run) -> bool:
    return table.part == run.part and table.has({"group": run.group})


def test_no_row_is_planned_twice_and_steps_share_only_the_matches_of_personalities() -> None:
    rows = [(step, run.part, run.row) for step, plan in PLANS.items() for run in plan if run.row]
    once = {(part, row): step for step, part, row in rows}
    assert all(once[part, row] == step for step, part, row in rows)
    files = {(run.file, step) for step, plan in PLANS.items() for run in plan}
    shared = {file for file, step in files if (file, "markers") in files and step != "markers"}
    assert len({file for file, _ in files}) == len(files) - len(shared)
    assert shared == {run.file for run in PLANS["personalities"]}


def test_a_season_costs_more_than_its_rounds_and_an_unknown_manager_as_much_as_elite() -> None:
    single = match_seconds(["elite", "lab.some:thing"], (), SECONDS)
    assert single == 2 * SECONDS["elite", 2]
    assert match_seconds(["veteran+raider"] * 2, (), SECONDS) == 2 * SECONDS["veteran", 2]
    assert match_seconds(["elite", "elite"], (6,), SECONDS) > single


def test_the_seconds_of_a_match_are_those_that_were_measured(tmp_path: Path) -> None:
    effort = running.Effort(tmp_path)
    running.run(Arena(("random",), rounds=1), "some", 2, effort, lambda *_: None)
    times = tmp_path / "some.jsonl.times"
    rows = [json.loads(line) | {"seconds": 40.0} for line in times.read_text().splitlines()]
    times.write_text("".join(json.dumps(row) + "\n" for row in rows) + '{"half of a li')
    seconds = observed(tmp_path)
    assert seconds["random", 2] == 10.0  # of each seat, in each of the two matches of a block
    assert seconds["elite", 4] == SECONDS["elite", 4]


def test_a_run_has_played_what_is_in_its_file(tmp_path: Path) -> None:
    run = Run("targets", "a-b", "a-b.jsonl", ("greedy", "random"), 8, 2)
    assert run.played(tmp_path) == 0
    (tmp_path / "a-b.jsonl").write_text('{"head": 1}\n{"block": 0}\n{"bl')
    assert run.played(tmp_path) == 0.25


# -- the command -----------------------------------------------------------------------------------


class Study:
    """A study of one row, which measures it unless it is stopped."""

    def __init__(self, row: str, stops: int = 0, error: str = "") -> None:
        self.row = row
        self.stops = stops
        self.error = error
        self.asked: list[Sequence[str]] = []

    def plan(self, _: Sequence[str]) -> list[Run]:
        return [Run("puzzles", self.row, f"{self.row}.jsonl", ("greedy",) * 2, 10)]

    def main(self, words: Sequence[str]) -> int:
        self.asked.append(words)
        if self.stops:
            self.stops -= 1
            raise KeyboardInterrupt
        if self.error:
            raise UsageError(self.error)
        found = SimpleNamespace(**dict(zip(("jobs", "folder", "out"), words[1::2], strict=True)))
        keep(_path(found.out), "puzzles", [a_row(self.row)], ["first", "second"])
        return 1  # a missed gate does not stop the others


def _path(text: str) -> Path:
    from pathlib import Path

    return Path(text)


def a_row(name: str, **run: str) -> dict[str, Any]:
    """A row of the page."""
    return {
        "row": name,
        "manager": name,
        "solved": {"all": [1, 2]},
        "share": {"value": 0.5, "low": 0.1, "high": 0.9},
        "gate": None,
        "passed": None,
        "run": circumstances("make puzzles") | run,
    }


def steps(monkeypatch: pytest.MonkeyPatch, *studies: Any) -> None:
    """Let there be a step for each study."""
    found = tuple(Step(study.row, study, "puzzles") for study in studies)
    monkeypatch.setattr(measure, "STEPS", found)


def words(tmp_path: Path, *more: str) -> list[str]:
    """The words of a command in a folder."""
    return [*more, "--folder", str(tmp_path / "kept"), "--out", str(tmp_path / "docs")]


def test_a_stopped_run_resumes_with_the_step_that_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = Study("first"), Study("second", stops=1)
    steps(monkeypatch, first, second)
    (tmp_path / "docs").mkdir()
    with pytest.raises(KeyboardInterrupt):
        measure.main(words(tmp_path))
    assert "| all | 2 | 1 (50%) |" in (tmp_path / "docs" / "ladder.md").read_text()
    assert measure.main(words(tmp_path, "--jobs", "2")) == 0
    assert (len(first.asked), len(second.asked)) == (1, 2)
    assert second.asked[1][:2] == ["--jobs", "2"]
    assert measure.main(words(tmp_path)) == 0  # everything is measured
    assert (len(first.asked), len(second.asked)) == (1, 2)


def test_rows_of_other_rules_or_code_are_stale_and_measured_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    study = Study("first")
    steps(monkeypatch, study)
    docs = tmp_path / "docs"
    docs.mkdir()
    keep(docs, "puzzles", [a_row("first", code="0" * 16)], ["first"])
    old = tmp_path / "kept" / "00000000-11111111"
    old.mkdir(parents=True)
    assert measure.main(words(tmp_path, "--list")) == 0
    said = capsys.readouterr().out
    assert re.search(r"first +0 of 1 rows, 1 stale +\d+  make puzzles, ladder.md", said)
    assert f"Stale, of other rules or code, and kept: {old}" in said
    assert not study.asked
    measure.main(words(tmp_path))
    assert re.search(r"first +measured +0  make puzzles", capsys.readouterr().out)
    assert len(study.asked) == 1
    assert old.is_dir()


def test_a_step_that_fails_is_told_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    steps(monkeypatch, Study("first", error="no disk"), Study("second"))
    (tmp_path / "docs").mkdir()
    assert measure.main(words(tmp_path)) == 1
    assert capsys.readouterr().out.endswith("first: no disk\n")
    assert [row["row"] for row in part(tmp_path / "docs", "puzzles")] == ["second"]


def test_it_stops_after_so_many_minutes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def waits(_: Sequence[str]) -> int:
        signal.pause()
        return 0

    study = Study("first")
    monkeypatch.setattr(study, "main", waits)
    steps(monkeypatch, study)
    (tmp_path / "docs").mkdir()
    before = signal.getsignal(signal.SIGALRM)
    try:
        with pytest.raises(KeyboardInterrupt):
            measure.main(words(tmp_path, "--minutes", "0.002"))
    finally:
        signal.signal(signal.SIGALRM, before)


def test_only_steps_that_are_there_can_be_chosen(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match='no step "levles"; there are levels, exploits, '):
        measure.main(words(tmp_path, "--only", "levles"))


def test_the_state_of_a_step_is_told_in_words() -> None:
    (step, *_) = STEPS
    assert str(State(step, 3, 1, 2, ())) == "1 of 3 rows, 2 stale"
    assert str(State(step, 3, 1, 0, ())) == "1 of 3 rows"
    assert str(State(step, 3, 3, 0, ())) == "measured"


def test_a_command_is_told_without_what_changes_no_figure() -> None:
    given = ["--only", "levels", "--jobs", "2", "--folder=x", "--out", "y", "--quick"]
    assert command_of("ladder", given) == 'make ladder ARGS="--only levels --quick"'
    assert command_of("ladder", ["--jobs", "2"]) == "make ladder"
