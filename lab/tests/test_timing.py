"""Time to move: what is a move, what is p99, and when a table is full."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import pytest

from deathdome.arena.arena import Arena, opening
from deathdome.errors import UsageError
from deathdome.managers.random_manager import RandomManager
from deathdome.match.protocol import Reply
from deathdome.match.referee import Referee, run_match
from deathdome.model.actions import ActionKind, kind_of
from deathdome.model.events import TurnEnded
from lab.ladder import timing
from lab.ladder.timing import Timed, Times, quantiles, row_of, timed

if TYPE_CHECKING:
    from pathlib import Path

    from deathdome.match.protocol import Request


class Counted(RandomManager):
    """Random, and says that it looked at three positions."""

    activations = 0

    def decide(self, request: Request) -> Reply:
        options = map(kind_of, request.options)
        Counted.activations += ActionKind.ACTIVATE in options
        return Reply(super().decide(request).action, nodes=3)


def test_moves_are_choices_of_a_unit_and_turns_are_own_ones() -> None:
    Counted.activations = 0
    times = Times()
    referee = Referee(opening(Arena(("random",), rounds=2)).copy(), 1)
    run_match(referee, [Timed(Counted(), times), Timed(RandomManager(), Times())])
    ended = sum(isinstance(told, TurnEnded) and told.seat == 0 for told in referee.events)
    assert len(times.moves) == len(times.clock) == Counted.activations > 0
    assert len(times.turns) == ended > 0
    answers = sum(seat == 0 for seat, _ in referee.journal)
    assert times.nodes == 3 * answers
    assert times.node_seconds > 0


def test_p99_is_the_time_that_one_of_a_hundred_exceeds() -> None:
    one = [number / 100 for number in range(1, 101)]
    assert quantiles([one]) == {"p50": 0.5, "p99": {"value": 0.99, "low": None, "high": None}}
    several = quantiles([one, one, [9.0] * 2, one])
    assert several["p99"]["low"] <= several["p99"]["value"] <= several["p99"]["high"]
    assert several["p99"]["high"] == 9.0
    assert quantiles([[]])["p99"]["value"] is None


def test_a_champion_of_four_passes_below_three_seconds() -> None:
    arena = Arena(("champion",), 4)
    assert row_of(arena, [Times([2.9], [5.0], [6.0], 100, 0.5)])["passed"] is True
    row = row_of(arena, [Times([3.1], [5.0], [6.0], 100, 0.5)])
    assert row["passed"] is False
    assert (row["row"], row["nodes_a_second"]) == ("champion/4/2000000", 200)
    assert row_of(Arena(("champion",), 2), [Times([3.1], [5.0], [6.0])])["passed"] is None


def test_few_moves_are_shown_and_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--managers", "random", "--seats", "2", "--out", str(tmp_path)]
    assert timing.main([*words, "--rounds", "1", "--quick"]) == 0
    out = capsys.readouterr().out
    assert "| random | 2 | 2M |" in out
    assert "a table needs 500 moves" in out
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setattr(timing, "timed", lambda *_, **__: [Times([0.1], [0.1], [0.2])])
    assert timing.main(words) == 0
    assert (tmp_path / "ladder" / "pace.json").exists()
    with pytest.raises(UsageError, match='"5" teams'):
        timing.main(["--seats", "5"])


def test_a_stopped_manager_is_timed_in_further_matches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[int] = []

    def match(_: Arena, number: int) -> Any:
        played.append(number)
        return asdict(Times([0.1] * 50, [0.2] * 50, [0.3] * 12, 5, 0.5))

    monkeypatch.setattr(timing, "timed_match", match)
    arena = Arena(("random",))
    first = timed(arena, 100, folder=tmp_path)
    assert [len(first), played] == [2, [0, 1]]
    assert timed(arena, 150, folder=tmp_path)[:2] == first
    assert played == [0, 1, 2]
    assert len(timed(arena, 150)) == 3  # without a folder from the beginning
    assert played == [0, 1, 2, 0, 1, 2]
