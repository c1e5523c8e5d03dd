"""Whole games by lines: alone, at one keyboard, resumed at every answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from powerdome.lines import Persons, Played, new, resume

from deathdome.powerdome.play.game_file import read_game
from deathdome.powerdome.play.library import summaries
from deathdome.powerdome.play.results import read_results
from deathdome.powerdome.play.timeline import Timeline
from deathdome.powerdome.rules.game import gathers

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("declare", ["sheet", "combat"])
@pytest.mark.parametrize("seats", ["human,random", "human,random,random,random", "human,human"])
@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_is_played_by_lines(seats: str, declare: str, seed: int) -> None:
    played = Played(new(seats, seed, declare=declare), Persons(seed))
    assert played.host.over, played.said[-2000:]
    assert not played.host.notices
    assert "Final table:" in played.lines
    assert "You can't" not in played.said
    (one,) = summaries()
    assert one.closed
    (result,) = read_results()
    assert result.names == played.host.names
    assert result.winners == (() if played.host.winner < 0 else (played.host.winner,))
    _, record = read_game(one.path)
    timeline = Timeline(record, played.host.referee.initial.dome.tome, "game")
    assert not timeline.problem
    assert timeline.rolled
    assert timeline.referee.events == played.host.referee.events


@pytest.mark.parametrize(
    ("seats", "declare"), [("human,random", "combat"), ("human,human,random", "sheet")]
)
def test_a_game_resumed_after_every_answer_is_the_same_game(seats: str, declare: str) -> None:
    whole = Played(new(seats, 4, declare=declare), Persons(4))
    name = whole.table.file.path
    text = name.read_bytes()
    name.unlink()
    played = Played(new(seats, 4, declare=declare), Persons(4, most=1))
    rounds = 0
    while not played.host.over:
        rounds += 1
        assert "resume with: resume it" in played.lines
        # A phase whose answers are secret begins again, so it needs an answer more each time.
        state = played.host.state
        secret = len(state.gathered) if gathers(state) else 0
        played = resume(Persons(4, most=1 + secret), seats)
        assert rounds < 500
    assert played.host.referee.events == whole.host.referee.events
    body = played.table.file.path.read_bytes().partition(b"\n\n")[2]
    plain = [line.rpartition(b" #")[0] for line in body.splitlines()]
    assert (
        plain[:-1]
        == [line.rpartition(b" #")[0] for line in text.partition(b"\n\n")[2].splitlines()][:-1]
    )
    assert len(read_results()) == 2
