"""The arena and the simulation: laws of their sums, and the same bytes in any process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import partial
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from deathdome.cli.powerdome_arena import arena as arena_command
from deathdome.cli.powerdome_sim import sim as sim_command
from deathdome.errors import UsageError
from deathdome.powerdome.arena import (
    Arena,
    block_of,
    check_arena,
    header,
    play_block,
    played,
    report,
    scores,
)
from deathdome.powerdome.arena_tables import text
from deathdome.powerdome.model.events import Died
from deathdome.powerdome.model.options import Options
from deathdome.powerdome.simulation import (
    Setting,
    Terms,
    opening,
    play_game,
    play_guarded,
    ranks,
    rated_ranks,
    shares,
)
from deathdome.run_file import RunFile
from deathdome.statistics import Hypotheses

if TYPE_CHECKING:
    from pathlib import Path

BARE = Terms(bare=True)
RUN = Arena(("easy", "random"), 3, seed=5, terms=BARE)


@pytest.fixture(scope="module")
def blocks() -> list[Any]:
    return list(played(RUN, 4))


# Laws of the results


@pytest.mark.parametrize("seats", range(2, 7))
def test_every_game_has_one_win_and_the_winner_lives_longest(seats: int) -> None:
    for seed in range(3):
        game, _ = play_guarded(BARE, ["random"] * seats, seed)
        found = ranks(game)
        assert sum(shares(found)) == pytest.approx(1)
        assert min(found) == 1
        if game.winner >= 0:
            assert [seat for seat in range(seats) if found[seat] == 1] == [game.winner]
        order = [event.character for event in game.events if isinstance(event, Died)]
        for earlier, later in pairwise(order):
            assert found[earlier] >= found[later]


def test_whoever_forfeits_is_last_and_the_win_goes_to_the_best_of_the_others() -> None:
    assert rated_ranks([1, 2, 3], [0]) == [3, 1, 2]
    assert shares(rated_ranks([1, 2, 2], [0])) == [0, 0.5, 0.5]
    assert rated_ranks([1, 2], [0, 1]) == [1, 2]
    dice = Random(1)
    for _ in range(200):
        found = [dice.randint(1, 4) for _ in range(dice.randint(2, 6))]
        gone = [seat for seat in range(len(found)) if dice.random() < 0.3]
        order = rated_ranks(found, gone)
        assert sum(shares(order)) == pytest.approx(1)
        for one in range(len(found)):
            for other in range(len(found)):
                if (one in gone) == (other in gone):
                    assert (order[one] < order[other]) == (found[one] < found[other])
                elif other in gone:
                    assert order[one] < order[other]


def test_the_wins_of_a_run_add_up_to_its_games(blocks: list[Any]) -> None:
    document = report(RUN, blocks)
    assert document["games"] == 4 * 3
    wins = sum(row["games"] * row["win_share"]["value"] for row in document["bots"])
    assert wins == pytest.approx(document["games"], abs=1e-4)
    assert sum(row["win_share"]["value"] for row in document["seats"]) == pytest.approx(1, abs=1e-4)
    assert sum(document["ended"].values()) == document["games"]
    pairs = {(row["bot"], row["against"]): row["ahead"]["value"] for row in document["pairs"]}
    assert pairs["easy", "random"] + pairs["random", "easy"] == pytest.approx(1, abs=1e-4)


def test_equal_bots_win_by_chance_exactly() -> None:
    setting = Arena(("random",), 4, seed=2, terms=BARE)
    document = report(setting, list(played(setting, 2)))
    assert document["bots"][0]["win_share"]["value"] == pytest.approx(0.25)
    assert document["bots"][0]["rating"]["value"] == 0


def test_every_bot_takes_every_seat_of_a_block_once(blocks: list[Any]) -> None:
    for block in blocks:
        for seat in range(3):
            assert sorted(game["places"][seat] for game in block["games"]) == [0, 1, 2]


def test_a_block_is_repeated_exactly() -> None:
    setting = Arena(("random", "easy"), 2, seed=3)
    games = play_block(setting, 0, 0)["games"]
    assert [game["places"] for game in games] == [[0, 1], [1, 0]]
    assert games[0]["fingerprint"] != games[1]["fingerprint"]
    assert play_block(setting, 0, 0)["games"] == games


# Bytes


def test_the_order_in_which_blocks_are_played_changes_nothing(blocks: list[Any]) -> None:
    numbers = list(range(4))
    Random(9).shuffle(numbers)
    found = {number: play_block(RUN, number, 0) for number in numbers}
    assert [found[number] for number in range(4)] == blocks


def run(*words: str, seed: str = "0") -> bytes:
    command = [sys.executable, "-m", "deathdome", "powerdome", *words]
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    return subprocess.run(command, check=True, capture_output=True, env=environment).stdout


def test_same_bytes_whatever_the_processes_and_the_hash_seed() -> None:
    words = ("sim", "--seats", "easy,random,random", "--games", "3", "--seed", "8", "--json")
    assert run(*words, "--jobs", "1", seed="1") == run(*words, "--jobs", "2", seed="2")
    rated = ("arena", "--bots", "easy,random", "--blocks", "2", "--seed", "1", "--bare", "--json")
    assert run(*rated, "--jobs", "1", seed="1") == run(*rated, "--jobs", "2", seed="2")


def test_a_rated_run_is_repeated_by_its_secret(capsys: pytest.CaptureFixture[str]) -> None:
    arena_command("random", blocks=1, bare=True, json=True)
    first = capsys.readouterr().out
    secret = bytes.fromhex(json.loads(first)["run"]["secret"])
    arena_command("random", blocks=1, bare=True, json=True, secret=secret)
    assert capsys.readouterr().out == first
    arena_command("random", blocks=1, bare=True, json=True)
    assert capsys.readouterr().out != first


# Reports


def test_the_report_in_words(blocks: list[Any]) -> None:
    said = text(report(RUN, blocks))
    assert said.startswith("4 blocks, 12 games, 3 seats, seed 5\n")
    assert "easy against random against random" in said
    assert ", bare" in said


def test_a_game_of_a_simulation_says_its_reason_and_options_change_it() -> None:
    setting = Setting(("random", "random"), 4, BARE)
    assert play_game(setting, 1) == play_game(Setting(("random", "random"), 5, BARE), 0)
    short = Terms(Options(closing_dome=False, max_rounds=1), bare=True)
    found = play_game(Setting(("easy", "easy", "easy"), 4, short), 0)
    assert found["rounds"] == 1
    assert found["reason"] in ("round-limit", "last-alive")
    assert opening(short, 2).options.max_rounds == 1


BROKEN = """
class Broken:
    def begin(self, briefing):
        pass

    def decide(self, view, ask):
        return None

    def observe(self, events):
        pass
"""


def test_a_bot_that_fails_loses_and_its_faults_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "broken_bot.py").write_text(BROKEN)
    monkeypatch.syspath_prepend(tmp_path)
    sim_command("broken_bot:Broken,random", games=2, bare=True, json=True)
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["taken_over"] for row in rows] == [[0], [0]]
    assert [fault["kind"] for fault in rows[0]["faults"]] == ["illegal"] * 3
    sim_command("broken_bot:Broken,random", games=2, bare=True)
    said = capsys.readouterr().out
    assert "3 faults, the first of seat 1: illegal: " in said
    assert "seat 1 forfeited, replaced by easy" in said
    assert "1 broken_bot:Broken  0.0" in said
    arena_command("broken_bot:Broken,random", blocks=1, seed=1, bare=True, json=True)
    bot = json.loads(capsys.readouterr().out)["bots"][0]
    assert bot["forfeited"] == 2
    assert bot["win_share"]["value"] == 0
    assert bot["fault_kinds"] == {"illegal": 6}


# Usage


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ({"bots": "easy,randm"}, 'Did you mean "random"'),
        ({"bots": "easy,easy"}, "--bots easy alone is enough"),
        ({"bots": "human"}, "you can't play here"),
        ({"bots": "easy,"}, "--bots NAME,NAME"),
        ({"bots": "easy", "seats": 7}, "2 to 6 players"),
        ({"bots": "easy", "blocks": 0}, "1 block or more"),
        ({"bots": "easy", "jobs": 0}, "1 process or more"),
        ({"bots": "easy,hard", "anchor": "hart"}, 'Did you mean "hard"'),
        ({"bots": "easy", "backend": "dusk"}, "no backend"),
        ({"bots": "easy", "bids": "fre"}, 'Did you mean "free"'),
        ({"bots": '"easy'}, "is not closed"),
    ],
)
def test_runs_that_make_no_sense_are_refused(words: dict[str, Any], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        arena_command(**words)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ({"seats": "easy"}, "2 to 6 bots"),
        ({"seats": "easy,"}, "leaves a seat empty"),
        ({"seats": "human,easy"}, "you can't play here"),
        ({"seats": "easy,nrmal"}, 'Did you mean "normal"'),
        ({"games": 0}, "1 game or more"),
        ({"jobs": 0}, "1 process or more"),
        ({"initiative": "hgh"}, 'Did you mean "high"'),
    ],
)
def test_simulations_that_make_no_sense_are_refused(words: dict[str, Any], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        sim_command(**words)


def test_a_seed_out_of_range_is_refused() -> None:
    with pytest.raises(UsageError, match="a seed of the arena"):
        check_arena(Arena(("easy",), seed=2**128))


def test_a_run_resumes_from_its_file_with_the_same_bytes(tmp_path: Path) -> None:
    setting = Arena(("random",), seed=5, terms=BARE)
    whole, half = tmp_path / "whole", tmp_path / "half"
    run = RunFile(header(setting))
    run.begin(whole)
    for block in played(setting, 3):
        run.add(block)
    run.close()
    raw = whole.read_bytes()
    first = raw.index(b"\n", raw.index(b"\n") + 1) + 1
    for kept in (0, 40, first, first + 20, len(raw)):
        half.write_bytes(raw[:kept])
        again = RunFile(header(setting))
        again.resume(half, partial(block_of, setting), {})
        for block in played(setting, 3, done=len(again.blocks)):
            again.add(block)
        again.close()
        assert half.read_bytes() == raw
        assert again.blocks == run.blocks
    with pytest.raises(UsageError, match="exists already"):
        RunFile(header(setting)).begin(whole)
    other = Arena(("random",), seed=6, terms=BARE)
    with pytest.raises(UsageError, match=r"another setting \(seed\)"):
        RunFile(header(other)).resume(whole, partial(block_of, other), {})
    assert whole.read_bytes() == raw


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("ranks", [1]),
        ("ranks", [1, 9]),
        ("vitality", ["1", "2"]),
        ("reason", "lunch"),
        ("rounds", -1),
        ("fingerprint", 7),
        ("taken_over", [2]),
        ("faults", [{"seat": 0, "kind": "lunch"}]),
        ("places", [1, 0]),
        ("lunch", 1),
    ],
)
def test_a_changed_result_is_refused(key: str, value: object) -> None:
    setting = Arena(("random",), seed=5, terms=BARE)
    block: Any = play_block(setting, 0, 0)
    assert block_of(setting, block, 0) == block
    block["games"][0][key] = value
    with pytest.raises(ValueError, match=rf"games 1\.{key}: "):
        block_of(setting, block, 0)


def test_the_report_tests_the_first_bot_of_two() -> None:
    setting = Arena(("easy", "random"), seed=5, terms=BARE)
    block = play_block(setting, 0, 0)
    blocks: list[Any] = [{**block, "block": number} for number in range(40)]
    share = scores(blocks, 0)[0]
    (lineup,) = report(setting, blocks, hypotheses=Hypotheses(0.5, 0.55))["lineups"]
    assert share == 1
    assert lineup["sprt"]["verdict"] == "better"
    assert "SPRT, is easy better (50.0 or 55.0 %)? better" in text(report(setting, blocks))
