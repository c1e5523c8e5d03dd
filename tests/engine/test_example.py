"""The example in Perl looks ahead with the service, and wins against greedy with it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.managers.registry import contained
from deathdome.match.referee import Referee, run_match
from deathdome.rules.ending import TOWER_PAY
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from deathdome.match.guard import Guarded

EXAMPLE: Final = Path(__file__).parents[2] / "examples" / "lookahead.pl"
# The first of the seeds of the figure in docs/engine.md: none of them helped to choose the script.
SEEDS: Final = range(1000, 1006)  # each in both seats; the same script wins the same matches
BAR: Final = 7  # of 12, more than half


def lacking() -> str:
    """Return the reason why the example cannot run here, or ""."""
    perl = shutil.which("perl")
    if perl is None:
        return "no perl on this machine"
    found = subprocess.run(
        [perl, "-MJSON::PP", "-MIPC::Open2", "-e1"], capture_output=True, check=False
    )
    return "" if found.returncode == 0 else "this perl lacks its core module JSON::PP"


def rivals(seat: int) -> list[Guarded]:
    """Return the example in that seat and greedy in the other."""
    if reason := lacking():
        pytest.skip(reason)
    engine = f"{sys.executable} -m deathdome engine"
    guards = [contained("greedy")]
    guards.insert(seat, contained(f"command:perl {EXAMPLE} {engine}"))
    return guards


@pytest.mark.slow
def test_the_example_plans_two_phases_without_a_fault() -> None:
    state = new_game(load_catalog(), load_board(), rounds=1)
    state.store = 0  # straight to the board
    referee = Referee(state, 4)
    guards = rivals(0)
    run_match(referee, guards)
    assert [guard.faults for guard in guards] == [[], []]
    outcome = referee.state.outcome
    assert outcome is not None
    assert outcome.standings[0].seat == 0
    assert outcome.standings[0].payout >= TOWER_PAY  # out of reach of one phase


@pytest.mark.slow
def test_the_example_wins_most_of_these_matches_against_greedy() -> None:
    won = []
    for seed, seat in product(SEEDS, (0, 1)):
        referee = Referee(new_game(load_catalog(), load_board()), seed)
        guards = rivals(seat)
        run_match(referee, guards)
        assert [guard.faults for guard in guards] == [[], []]
        outcome = referee.state.outcome
        assert outcome is not None
        if outcome.winners == (seat,):
            won.append((seed, seat))
    assert len(won) >= BAR, won
