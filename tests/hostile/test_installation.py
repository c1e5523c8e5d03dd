"""An installation with damaged files: which file it is, said in a line, and exit code 1."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from program import answered

import deathdome
from deathdome.bundled import data_folder
from deathdome.content import lessons, rulebook

QUICK = ("play", "--plain", "--quick", "--seed", "1", "--rounds", "1", "--board", "waspworth")


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A copy of the game, to be damaged."""
    package = Path(deathdome.__file__).parent
    ignored = shutil.ignore_patterns("__pycache__", "_data")
    shutil.copytree(package, tmp_path / "deathdome", ignore=ignored)
    shutil.copytree(data_folder(), tmp_path / "deathdome" / "_data")
    return tmp_path


def run(folder: Path, script: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "deathdome", *words],
        input=script,
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
    )


@pytest.mark.parametrize("cut", [True, False])
def test_a_manager_without_its_weights_is_told_of_and_begins_no_match(
    installed: Path, *, cut: bool
) -> None:
    weights = installed / "deathdome" / "_data" / "managers" / "weights.toml"
    weights.write_bytes(weights.read_bytes()[:500]) if cut else weights.unlink()
    done = run(installed, "", *QUICK, "--seats", "human,regular")
    assert done.returncode == 1
    assert done.stderr.startswith('deathdome: manager "regular" ')
    assert f"{weights}: " in done.stderr
    assert done.stderr.count("\n") == 1
    hinted = run(installed, "hint\nlook\n", *QUICK, "--seats", "human,random")
    assert (hinted.returncode, hinted.stderr) == (0, "")
    assert "managers/weights.toml: " in "".join(hinted.stdout.split("\n  "))
    assert "> look\nRound 1 of 1" in hinted.stdout  # the match continues


def test_a_match_needs_no_figures_of_the_managers(installed: Path) -> None:
    (installed / "deathdome" / "_data" / "managers" / "strength.toml").write_text("[regular")
    done = run(installed, "quit\n", *QUICK, "--seats", "human,regular")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (None, "rules.md: cannot be read: No such file or directory"),
        (b"- **PUSH-1** \xff", "rules.md: not UTF-8 text (at line 1)"),
        (b"", "rules.md: there is no rule in it"),
        (b"\n| D-1 | Rounds | 5 |\n", "rules.md:2: D-1 has 2 cells after its number"),
    ],
)
def test_rules_that_cannot_be_read_are_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, raw: bytes | None, said: str
) -> None:
    path = tmp_path / "rules.md"
    if raw is not None:
        path.write_bytes(raw)
    monkeypatch.setattr(rulebook, "rules_file", lambda: path)
    rulebook.reference.cache_clear()
    try:
        done = answered("rules")
    finally:
        rulebook.reference.cache_clear()
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"deathdome: {tmp_path}/{said}")


def test_a_game_without_lessons_says_where_it_looked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lessons, "data_folder", lambda: tmp_path)
    for lesson in ("1", "walking"):
        done = answered("play", "--plain", "--lesson", lesson)
        assert done.returncode == 1
        assert done.stderr.startswith(f"deathdome: no lessons: {tmp_path}/lessons has no file")
