"""The host: order of questions, bots that fail, results, resumed records, forks."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from powerdome.lines import Idle, Persons, Played, duel, facing, new

from deathdome.cli.powerdome_games import forked_table, timeline_of
from deathdome.errors import RecordError, UsageError
from deathdome.journal.results_file import results_path
from deathdome.powerdome.model.answers import Bids, Plan, Sheet
from deathdome.powerdome.model.asks import AskKind
from deathdome.powerdome.play.game_file import resume_game
from deathdome.powerdome.play.library import find, summaries, tidy
from deathdome.powerdome.play.results import read_results
from deathdome.programs.faults import STRIKES
from deathdome.records.results import read_results as read_first_game

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.rule("PD-ALLOCATE-09")
def test_sheets_are_asked_for_one_seat_further_on_each_round() -> None:
    played = Played(new("human,random,random", 2), Persons(2))
    rounds: dict[int, list[int]] = {}
    state = played.host.referee.initial
    from deathdome.powerdome.rules.game import commit

    for entry in played.host.referee.journal:
        if isinstance(entry.answer, Sheet):
            rounds.setdefault(state.dome.round, []).append(entry.seat)
        state, _ = commit(state, entry.seat, entry.answer)
    assert rounds[1] == [0, 1, 2]
    assert rounds[2] == [1, 2, 0]


class Crashing(Idle):
    """A bot that raises where it should bid."""

    def decide(self, view: Any, ask: Any) -> Any:
        if ask.kind is AskKind.BID:
            raise RuntimeError("no\x1b bid")
        return super().decide(view, ask)


class Cheating(Idle):
    """A bot that bids more than it has, on nothing in particular."""

    def decide(self, view: Any, ask: Any) -> Any:
        if ask.kind is AskKind.BID:
            return Bids({view.slots[0]: 10_000})
        if ask.kind is AskKind.SHEET:
            return Sheet({ask.seat: Plan(strike=10_000)})
        return super().decide(view, ask)


class Raving(Idle):
    """A bot whose answers are not answers."""

    def decide(self, _: Any, ask: Any) -> Any:
        return Bids(7) if ask.kind is AskKind.BID else "yes"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("bot", "fault", "strikes"),
    [
        (Crashing, "it has an error", 1),
        (Cheating, "its answer is not legal", STRIKES),
        (Raving, "its answer is not legal", STRIKES),
    ],
)
def test_a_failing_bot_is_replaced_and_reported(
    bot: Callable[[], Any], fault: str, strikes: int
) -> None:
    played = facing(bot, Persons(1))
    assert played.host.over
    said = [notice.text for notice in played.host.notices]
    failed = f"Bot failed ({fault}). An easy bot answered instead."
    gone = ["An easy bot plays for Bot from now on."] * (strikes == STRIKES)
    assert said == [failed] * strikes + gone
    assert all(text in played.lines for text in said)


@pytest.mark.parametrize("bot", [Crashing, Cheating])
def test_the_words_of_a_failing_bot_stay_secret(bot: Callable[[], Any]) -> None:
    said = facing(bot, Persons(1)).said
    assert "10000" not in said.replace(",", "")
    assert "no bid" not in said
    assert "\x1b" not in said


class Unready(Idle):
    """A bot that cannot play this game."""

    def begin(self, briefing: Any) -> None:
        raise ValueError(f"seat {briefing.seat} is not mine")


def test_a_bot_that_does_not_start_is_replaced_at_once() -> None:
    played = facing(Unready, Persons(1))
    assert played.host.over
    why = "it has an error: ValueError: seat 1 is not mine"
    assert [notice.text for notice in played.host.notices] == [
        f"Bot failed ({why}). An easy bot answered instead.",
        "An easy bot plays for Bot from now on.",
    ]


def test_results_of_both_games_share_a_file_and_are_kept_apart() -> None:
    Played(new("human,random", 3), Persons(3))
    (result,) = read_results()
    assert result.game == "powerdome"
    assert read_first_game() == ([], 0)
    line = json.loads(results_path().read_text())
    assert line["format"] == 1
    with results_path().open("a") as file:
        file.write('not json\n{"format": 1, "game": "powerdome"}\n')
    assert read_results() == [result]
    assert read_first_game() == ([], 1)


def test_a_fork_begins_like_the_old_game_and_leaves_it_alone() -> None:
    old = Played(new("human,random", 5), Persons(5))
    path = old.table.file.path
    before = path.read_bytes()
    moment = len(old.host.referee.journal) // 2
    seats = "human,random"
    table = forked_table(path.stem, moment, seats, ())
    journal = table.referee.journal
    assert [one[:2] for one in journal[:moment]] == [
        one[:2] for one in old.host.referee.journal[:moment]
    ]
    played = Played(table, Persons(8))
    assert played.host.over
    assert path.read_bytes() == before
    assert f"fork of: {path.stem} at answer {moment}" in table.file.path.read_text()
    assert read_results()[-1].marks == ("fork",)
    for at in (-1, 10_000):
        with pytest.raises(UsageError, match="--at is 0 to"):
            forked_table(path.stem, at, None, ())


def test_a_timeline_steps_both_ways() -> None:
    old = Played(new("human,random", 5), Persons(5))
    line = timeline_of(old.table.file.path, ())
    told = []
    moments = [line.at]
    while line.at < line.last:
        told += line.forward()
        moments.append(line.at)
    assert [type(one) for one in told] == [type(one) for one in old.host.referee.events]
    for at in moments[-2::-1]:
        line.back()
        assert line.at == at
    line.go(line.round_start(1))
    assert line.state().dome.round == 1
    with pytest.raises(UsageError, match="no round"):
        line.round_start(99)


def test_a_finished_game_is_not_resumed() -> None:
    old = Played(new("human,random", 5), Persons(5))
    with pytest.raises(RecordError, match="the game is over"):
        resume_game(
            old.table.file.path,
            lambda _: old.host.referee.initial.dome.tome,
            lambda: old.table.file.path,
            "1",
        )


def test_two_programs_never_play_one_game() -> None:
    table = new("human,random", 5)
    with pytest.raises(RecordError, match="another program is playing"):
        resume_game(
            table.file.path, lambda _: table.referee.initial.dome.tome, lambda: table.file.path, "1"
        )
    table.file.close()


def test_a_disk_that_takes_nothing_is_told_once(home: Path) -> None:
    (home / "powerdome").write_text("a file, not a folder")
    played = duel(["nothing", "quit"])
    assert sum("The game can't be saved" in line for line in played.lines) == 1
    assert "You left the game. It was not saved." in played.lines


def test_games_are_listed_unfinished_first_and_tidied() -> None:
    for seed in range(3):
        Played(new("human,random", seed), Persons(seed))
    new("human,random", 9).file.close()
    found = summaries()
    assert [one.unfinished for one in found] == [True, False, False, False]
    assert find(found[0].name) == found[0].path
    with pytest.raises(UsageError, match="no such file"):
        find("nothing-here")
    tidy(most=2)
    assert len(summaries()) == 2


def test_a_hint_counts_once_for_each_question() -> None:
    played = duel(["nothing", "hint", "hint", "strike 40 at bot; hint; confirm", "hint", "quit"])
    assert played.host.hints == [2, 0]
    assert played.said.count("Hint: ") == 4
