"""Killed at any moment, a program leaves the match as it was shown, or one action further."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

STUDY = Path(__file__).parents[1] / "kills.py"


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(__import__("os"), "fork"), reason="nothing to fork here")
def test_a_match_that_was_killed_is_within_one_action_of_what_was_shown() -> None:
    """`make kills` does it two hundred times."""
    study = subprocess.run(
        [sys.executable, str(STUDY), "--kills", "15", "--seed", "77"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert study.returncode == 0, study.stdout + study.stderr
    assert "15 kills" in study.stdout
