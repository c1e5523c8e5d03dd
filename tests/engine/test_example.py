"""The example in Perl looks ahead with the service, in a match of its own."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.managers.registry import contained
from deathdome.match.referee import Referee, run_match
from deathdome.model.events import Captured
from deathdome.rules.setup import new_game

EXAMPLE: Final = Path(__file__).parents[2] / "examples" / "lookahead.pl"


def lacking() -> str:
    """Return the reason why the example cannot run here, or ""."""
    perl = shutil.which("perl")
    if perl is None:
        return "no perl on this machine"
    found = subprocess.run(
        [perl, "-MJSON::PP", "-MIPC::Open2", "-e1"], capture_output=True, check=False
    )
    return "" if found.returncode == 0 else "this perl lacks its core module JSON::PP"


@pytest.mark.slow
def test_the_example_plans_two_phases_without_a_fault() -> None:
    if reason := lacking():
        pytest.skip(reason)
    state = new_game(load_catalog(), load_board(), rounds=1)
    state.store = 0  # straight to the board
    referee = Referee(state, 4)
    engine = f"{sys.executable} -m deathdome engine"
    guards = [contained(f"command:perl {EXAMPLE} {engine}"), contained("random")]
    run_match(referee, guards)
    assert [guard.faults for guard in guards] == [[], []]
    captured = [event.seat for event in referee.events if isinstance(event, Captured)]
    assert captured.count(0) == 2  # one in each phase of its only turn
