"""Whole games in a real terminal, and the captures of them in the documentation."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from powerdome.tui.by_keys import CAPTURES, FOUR, HOT_SEAT, command, played
from tui.by_keys import SIZES, Terminal

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.long
@pytest.mark.skipif(shutil.which("tmux") is None, reason="needs tmux")
@pytest.mark.parametrize(("seats", "seed"), [(FOUR, 11), (HOT_SEAT, 12)])
def test_a_whole_game_is_played_by_keys(tmp_path: Path, seats: str, seed: int) -> None:
    terminal = Terminal(command(seats, seed), SIZES[0], tmp_path)
    try:
        kept = dict(played(terminal))
    finally:
        terminal.close()
    assert {"nomination", "bids", "sheet", "round", "end"} <= set(kept)
    assert ("curtain" in kept) == (seats == HOT_SEAT)
    for shown in kept.values():
        assert all(len(line) <= SIZES[0][0] for line in shown.splitlines())


def test_the_captures_show_a_whole_game_at_both_sizes_and_a_curtain() -> None:
    names = {file.stem for file in CAPTURES.glob("*.txt")}
    for width, height in SIZES:
        for screen in ("nomination", "protection", "bids", "auction", "sheet", "attack", "end"):
            assert f"{width}x{height}-{screen}" in names
    assert "80x24-hot-seat-curtain" in names
    assert not [name for name in names if "Traceback" in (CAPTURES / f"{name}.txt").read_text()]
