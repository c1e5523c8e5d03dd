"""Comparison of two versions: one code gives one set of answers; a commit is read whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from deathdome.errors import UsageError
from lab.bench.against import compared, extract
from lab.bench.peers import ROOT

if TYPE_CHECKING:
    from pathlib import Path


def test_one_version_beside_itself_gives_the_same_answers() -> None:
    (pairs,) = compared(ROOT / "src", ROOT / "src", {"greedy-2": 2})
    assert pairs.different == 0
    assert len(pairs.before) == len(pairs.now) == 2
    assert pairs.decisions > 2
    assert pairs.row()[-1] == "identical"


def test_the_package_of_a_commit_is_written_with_its_data(tmp_path: Path) -> None:
    source = extract("HEAD", tmp_path)
    assert (source / "deathdome" / "rules" / "engine.py").is_file()
    assert (tmp_path / "data" / "boards" / "plaza.toml").is_file()


def test_an_unknown_commit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no-such-commit"):
        extract("no-such-commit", tmp_path)
