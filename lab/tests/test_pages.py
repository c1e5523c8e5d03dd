"""The page of measurements: every command refreshes its own part, nothing is made up."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from deathdome.errors import UsageError
from lab.command import DOCS
from lab.ladder.pages import MARKS, PAGES, circumstances, filled, keep, part, write
from lab.ladder.tables import TABLES, runs_of

if TYPE_CHECKING:
    from pathlib import Path

RUN = {
    "command": "make ladder",
    "date": "2000-01-02",
    "version": "0.1.0",
    "rules": "r" * 16,
    "code": "c" * 16,
}
LATER = {**RUN, "command": 'make ladder ARGS="--only b"', "date": "2000-02-03"}
SHARE = {"value": 0.985, "low": 0.972, "high": 0.99}


def target(row: str, **more: Any) -> dict[str, Any]:
    """A row of the targets."""
    return {
        "row": row,
        "group": "rungs",
        "title": f"{row} v. random",
        "note": "",
        "aim": 0.99,
        "gate": 0.97,
        "games": 640,
        "seed": 5,
        "win_share": SHARE,
        "rating": {"value": 727, "low": 617, "high": 798, "bounded": False},
        "sprt": None,
        "faults": 0,
        "turn_p50": 0.15,
        "turn_p99": 0.5,
        "by_lead": False,
        "passed": True,
        "run": RUN,
        **more,
    }


def marks(name: str, target: str) -> str:
    """An empty section."""
    return f"<!-- {name}: written by make {target}, not by hand -->\n<!-- end of {name} -->\n"


PAGE = f"# Page\n\n{marks('targets', 'ladder')}\nBy hand.\n\n{marks('exploits', 'exploits')}"


def rows_of(text: str) -> list[str]:
    """The rows of the first table of a page."""
    lines = text.splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith("| ---"))
    return list(lines[start + 1 : lines.index("", start)])


def test_a_target_says_what_was_measured_with_interval_games_seed_and_command() -> None:
    test = {"worse": 0.5, "better": 0.58, "verdict": "not better", "blocks": 250}
    found = [target("greedy"), target("champion", passed=False, sprt=test)]
    text = filled(PAGE, {"targets": found, "exploits": []})
    first, second = rows_of(text)
    assert first == (
        "| greedy v. random | 99.0 % | 97.0 % | 98.5 (97.2 to 99.0) | +727 (+617 to +798) | 640 "
        "| 5 | 0 | 0.15 s, 0.5 s | yes |"
    )
    assert second.endswith("| **no** (not better, 250 blocks) |")
    assert "SPRT 0.50 / 0.58" in second
    assert f"`make ladder`, 2000-01-02, deathdome 0.1.0, rules `{'r' * 16}`, code" in text
    assert "Not measured yet. `make exploits`" in text


def test_rows_measured_anew_take_the_place_of_the_old_and_say_which_run_they_are_of(
    tmp_path: Path,
) -> None:
    keep(tmp_path, "targets", [target("a"), target("b"), target("gone")], ["b", "a", "gone"])
    keep(tmp_path, "targets", [target("b", games=7, run=LATER)], ["a", "b"])
    assert [(row["row"], row["games"]) for row in part(tmp_path, "targets")] == [
        ("a", 640),
        ("b", 7),
    ]
    text = (tmp_path / "ladder.md").read_text()
    assert [row.rsplit(" | ", 1)[1] for row in rows_of(text)] == ["a |", "b |"]
    assert "- a: `make ladder`, 2000-01-02" in text
    assert '- b: `make ladder ARGS="--only b"`, 2000-02-03' in text


def test_a_command_leaves_the_parts_of_others_as_they_are(tmp_path: Path) -> None:
    keep(tmp_path, "targets", [target("a")], ["a"])
    kept = (tmp_path / "ladder" / "targets.json").read_bytes()
    row = {
        "row": "raider",
        "personality": "raider",
        "marker": "different points captured",
        "more": True,
        "least": 0.25,
        "games": 400,
        "own": {"value": 5.0, "low": 4.8, "high": 5.2},
        "neutral": {"value": 4.0, "low": 3.9, "high": 4.1},
        "change": {"value": 0.25, "low": 0.2, "high": 0.3},
        "passed": True,
        "run": RUN,
    }
    keep(tmp_path, "markers", [row], ["raider"])
    assert (tmp_path / "ladder" / "targets.json").read_bytes() == kept
    text = (tmp_path / "ladder.md").read_text()
    assert "a v. random" in text
    assert (
        "| raider | different points captured | 5.00 (4.80 to 5.20) | 4.00 (3.90 to 4.10) "
        "| +25.0 (+20.0 to +30.0) | +25 % | 400 | yes |"
    ) in text


def test_a_page_keeps_everything_outside_its_marks(tmp_path: Path) -> None:
    managers = tmp_path / "managers.md"
    managers.write_text(PAGE.replace("-->\n<!--", "-->\n\nold figures\n\n<!--"))
    keep(tmp_path, "targets", [target("a")], ["a"])
    text = managers.read_text()
    assert "old figures" not in text
    assert text.startswith(
        "# Page\n\n<!-- targets: written by make ladder, not by hand -->\n\n| pair"
    )
    assert "<!-- end of targets -->\n\nBy hand.\n\n<!-- exploits: " in text
    assert "2000-01-02" in text
    assert write(tmp_path) == []  # nothing is left to write


def test_every_table_has_its_marks_on_a_page() -> None:
    found = [
        (mark["name"], mark["target"])
        for page in PAGES
        for mark in MARKS.finditer((DOCS / page).read_text(encoding="utf-8"))
    ]
    assert sorted(found) == sorted((name, table.target) for name, table in TABLES.items())


@pytest.mark.parametrize("page", PAGES)
def test_no_measured_figure_is_in_a_table_outside_the_marks(page: str) -> None:
    text = MARKS.sub("", (DOCS / page).read_text(encoding="utf-8"))
    measured = re.compile(r"\d \([+-]?[\d,.]+k? to [+-]?[\d,.]+k?\)")
    assert [line for line in text.splitlines() if line[:1] == "|" and measured.search(line)] == []


def test_a_file_that_is_no_part_is_told_of_and_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "ladder").mkdir()
    path = tmp_path / "ladder" / "targets.json"
    path.write_text("{}")
    with pytest.raises(UsageError, match="is no file of measured rows"):
        keep(tmp_path, "targets", [target("a")], ["a"])
    assert path.read_text() == "{}"


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ({"row": "b"}, 'row 2 "b" cannot be shown: there is no '),
        ({**target("b"), "win_share": {"value": 0.5}}, "there is no low where one is needed"),
        ({**target("b"), "games": "many"}, 'row 2 "b" cannot be shown: '),
        ({**target("b"), "run": None}, 'row 2 "b" cannot be shown: '),
        (["b"], "row 2 cannot be shown: "),
    ],
)
def test_a_row_that_cannot_be_shown_is_told_of_by_file_and_number(
    tmp_path: Path, broken: object, said: str
) -> None:
    (tmp_path / "ladder").mkdir()
    path = tmp_path / "ladder" / "targets.json"
    kept = {"deathdome measured": 1, "part": "targets", "rows": [target("a"), broken]}
    path.write_text(json.dumps(kept))
    with pytest.raises(UsageError) as told:
        write(tmp_path)
    assert str(told.value).startswith(f"{path}: row 2")
    assert said in str(told.value)
    assert not (tmp_path / "ladder.md").exists()


@pytest.mark.parametrize("name", sorted({table.part for table in TABLES.values()}))
def test_rows_without_fields_are_refused_in_every_part(tmp_path: Path, name: str) -> None:
    (tmp_path / "ladder").mkdir()
    path = tmp_path / "ladder" / f"{name}.json"
    path.write_text(json.dumps({"deathdome measured": 1, "part": name, "rows": [{"row": "a"}]}))
    with pytest.raises(UsageError, match='row 1 "a" cannot be shown: there is no '):
        part(tmp_path, name)


def test_one_run_needs_no_letters() -> None:
    letters, notes = runs_of([target("a"), target("b")])
    assert letters == {}
    assert len(notes) == 1


def test_figures_are_of_this_version_rules_and_code() -> None:
    found = circumstances("make pace")
    assert set(found) == {"command", "date", "version", "rules", "code"}
    assert len(found["rules"]) == len(found["code"]) == 16


def test_the_pages_are_as_their_parts_say() -> None:
    parts = {table.part: part(DOCS, table.part) for table in TABLES.values()}
    for page in PAGES:
        text = (DOCS / page).read_text(encoding="utf-8")
        assert text == filled(text, parts), f"docs/{page} is stale; write it anew with: make tables"
    for path in (DOCS / "ladder").glob("*.json"):
        assert json.loads(path.read_text(encoding="utf-8"))["part"] == path.stem
