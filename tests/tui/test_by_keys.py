"""Whole matches by keystrokes alone in a real tmux, from the store to the payout."""

from __future__ import annotations

import shutil
import sys
from time import monotonic
from typing import TYPE_CHECKING

import pytest
from tui.by_keys import (
    CAPTURES,
    SIZES,
    Terminal,
    command,
    first_capture,
    played,
    season_command,
    season_played,
    until,
)

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed"),
]


@pytest.mark.parametrize("size", SIZES)
def test_a_match_against_two_managers_is_played_by_keys(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    terminal = Terminal(command(seed=8, rounds=1, managers="random,random"), size, tmp_path)
    try:
        kept = dict(played(terminal))
        assert {"store", "turn", "result"} <= set(kept)
        assert max(len(row) for row in kept["turn"].splitlines()) <= size[0]
        terminal.press("q")
        left = until(terminal, "left 0")
        assert "deathdome:" in left, "the shell has its line, and the screen is its own again"
    finally:
        terminal.close()


@pytest.mark.long
def test_a_season_of_five_matches_is_played_by_keys(tmp_path: Path) -> None:
    line = season_command(seed=5, rounds="1,1,1,1,1", manager="random")
    terminal = Terminal(line, SIZES[0], tmp_path)
    try:
        kept = dict(season_played(terminal))
        assert {"season-result", "standings", "season-store", "season"} <= set(kept)
        assert "match 1 of 5" in kept["season-result"]
        assert "match 2 of 5 is next" in kept["standings"]
        assert "STORE  M2/5" in kept["season-store"]
        assert max(len(row) for screen in kept.values() for row in screen.splitlines()) <= 80
    finally:
        terminal.close()


def test_a_new_player_captures_a_point_within_ten_keys(tmp_path: Path) -> None:
    """Under sixty seconds from the first screen, by what the screen says."""
    bare = f"{sys.executable} -P -m deathdome play --ascii"
    terminal = Terminal(bare, (80, 24), tmp_path)
    try:
        until(terminal, "New here?")
        began = monotonic() - terminal.kept_waiting()
        keys = [key for key, _ in first_capture(terminal) if key]
        assert len(keys) <= 10
        # Other work on the machine is not the player's time.
        assert monotonic() - terminal.kept_waiting() - began < 60
        until(terminal, "00k [@")  # the score has slid to its new place
    finally:
        terminal.close()


def test_the_window_may_change_in_the_middle_of_a_match(tmp_path: Path) -> None:
    terminal = Terminal(
        command(seed=5, rounds=2, managers="random") + " --quick", (80, 24), tmp_path
    )
    try:
        until(terminal, "YOUR TURN")
        terminal.resize((120, 40))
        until(terminal, "LOG")
        terminal.resize((50, 12))
        until(terminal, "too small")
        terminal.resize((80, 24))
        until(terminal, "YOUR TURN")
        terminal.settled()
        terminal.press("C-q")
        left = until(terminal, "left 0")
        assert "resume with: deathdome play --resume" in left
    finally:
        terminal.close()


def test_the_captures_in_the_documentation_are_of_both_sizes() -> None:
    names = {file.name.partition("-")[0] for file in CAPTURES.glob("*.txt")}
    assert names == {f"{width}x{height}" for width, height in SIZES}
