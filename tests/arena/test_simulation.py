"""Many matches: seeds of their own, the same results wherever they are played, faults contained."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from deathdome import workers
from deathdome.arena import simulation
from deathdome.arena.simulation import MatchReport, Setting, play_match, simulate
from deathdome.content.board_files import board_ids, load_board
from deathdome.content.catalogs import load_catalog
from deathdome.content.default_boards import DEFAULT_BOARD
from deathdome.errors import ContentError, DeathdomeError, ManagerError, UsageError
from deathdome.managers.random_manager import RandomManager
from deathdome.match.referee import Referee, run_match
from deathdome.model.events import STOPPED
from deathdome.model.ruleset import EDITION_2021
from deathdome.rules.setup import new_game
from deathdome.seeds import match_seed, secret_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DUEL = Setting(("random", "random"), rounds=1, seed=7)

ROGUES = """
from deathdome.managers.random_manager import RandomManager
from deathdome.match.protocol import Reply

class Raises(RandomManager):
    def decide(self, request):
        raise ValueError("no idea")

class Cheats(RandomManager):
    def decide(self, request):
        return Reply(-5)

class Mumbles(RandomManager):
    def decide(self, request):
        return {"move": "k11"}

class Chatters(RandomManager):
    def decide(self, request):
        print("thinking aloud")
        return super().decide(request)

class Stillborn(RandomManager):
    def __init__(self):
        raise RuntimeError("no model file")

class Mute:
    pass
"""


@pytest.fixture
def rogues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Managers of a stranger's package, installed as any other."""
    (tmp_path / "rogues.py").write_text(ROGUES)
    info = tmp_path / "rogues-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: rogues\nVersion: 1.0\n")
    names = ("Raises", "Cheats", "Mumbles", "Chatters", "Stillborn", "Mute")
    points = "\n".join(f"{name.lower()} = rogues:{name}" for name in names)
    (info / "entry_points.txt").write_text(f"[deathdome.managers]\n{points}\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield
    sys.modules.pop("rogues", None)
    simulation._factory.cache_clear()


def timeless(reports: Iterator[MatchReport]) -> list[str]:
    """The results as text, but for the seconds."""
    return [json.dumps({**report, "seconds": 0}) for report in reports]


def test_first_match_has_the_seed_itself_and_every_match_its_own() -> None:
    seeds = [match_seed(7, number) for number in range(1000)]
    assert seeds[0] == 7
    assert len(set(seeds)) == 1000
    assert all(0 <= seed < 2**53 for seed in seeds)
    assert seeds[1] != match_seed(8, 1)


def test_any_match_can_be_played_again_alone() -> None:
    third = list(simulate(DUEL, 3))[2]
    assert timeless(iter([play_match(DUEL, 2)])) == timeless(iter([third]))
    # As the first match of a run, too: its seed has its dice, its secret the seeds of its seats.
    secret = secret_of(DUEL.secret, 2)
    again = play_match(replace(DUEL, seed=third["seed"], secret=secret), 0)
    assert timeless(iter([again])) == timeless(iter([third]))


def test_match_is_the_one_its_referee_plays() -> None:
    report = play_match(DUEL, 0)
    referee = Referee(new_game(load_catalog(), load_board(), rounds=1), 7)
    run_match(referee, [RandomManager(), RandomManager()])
    assert report["fingerprint"] == referee.fingerprint()


SEATINGS = [(board, seats) for board in board_ids() for seats in load_board(board).seatings]


@pytest.mark.parametrize("manager", ["random", "greedy"])
@pytest.mark.parametrize(("board", "seats"), SEATINGS)
def test_every_board_is_played_to_the_end_by_every_number_of_teams(
    board: str, seats: int, manager: str
) -> None:
    ruleset = EDITION_2021 if load_board(board).jails else replace(EDITION_2021, dual=True)
    report = play_match(Setting((manager,) * seats, board=board, seed=seats, ruleset=ruleset), 0)
    assert report["reason"] != STOPPED
    assert "faults" not in report


def test_report_says_what_was_paid() -> None:
    report = play_match(Setting(("random",) * 4, seed=3), 0)
    assert list(report) == [
        *("seed", "edition", "characters", "board", "rounds", "seats", "winner", "reason"),
        "decisions",
        *("seconds", "fingerprint"),
    ]
    assert (report["seed"], report["edition"], report["board"]) == (3, "2021", DEFAULT_BOARD)
    assert report["rounds"] == 6
    assert [row["team"] for row in report["seats"]] == ["red", "blue", "green", "yellow"]
    for row in report["seats"]:
        assert list(row) == [*("team", "manager", "payout", "points", "towers", "shells", "jailed")]
        paid = row["towers"] * 500_000 + row["points"] * 100_000 + row["shells"] * 100_000
        assert row["payout"] == paid
    if report["reason"] == "payout":
        best = max(report["seats"], key=lambda row: row["payout"])
        assert report["winner"] == best["team"]


def test_shared_match_has_no_winner() -> None:
    reports = [play_match(DUEL, number) for number in range(6)]
    shared = [report for report in reports if report["reason"] == "shared"]
    assert shared
    assert all(report["winner"] is None for report in shared)


def test_several_processes_play_the_same_matches() -> None:
    setting = Setting(("random",) * 3, rounds=1, seed=11)
    assert timeless(simulate(setting, 7, jobs=3)) == timeless(simulate(setting, 7))


def test_results_come_in_order_over_several_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "CHUNK", 2)
    seeds = [report["seed"] for report in simulate(DUEL, 5, jobs=2)]
    assert seeds == [match_seed(7, number) for number in range(5)]


def test_one_process_needs_no_joblib() -> None:
    code = (
        "import sys; from deathdome.arena.simulation import Setting, simulate\n"
        "assert list(simulate(Setting(('random', 'random'), rounds=1), 1))\n"
        "print(*{'joblib', 'textual', 'tqdm', 'rich'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"


@pytest.mark.parametrize(
    ("setting", "matches", "jobs", "message"),
    [
        (Setting(("random",)), 1, 1, "2 to 4 seats, not 1; for example --seats random,random"),
        (Setting(("random",) * 5), 1, 1, "2 to 4 seats, not 5"),
        (Setting(("random", "human")), 1, 1, "To play yourself: deathdome play"),
        (Setting(("random", "randon")), 1, 1, 'Did you mean "random"'),
        (Setting(("random", "random"), board="wasp-worth"), 1, 1, 'Did you mean "waspworth"'),
        (Setting(("random", "random"), rounds=0), 1, 1, "1 to 99 rounds, not 0"),
        (Setting(("random", "random"), seed=-1), 1, 1, "0 or more, not -1"),
        (DUEL, 0, 1, "1 match or more, not 0"),
        (DUEL, 1, 0, "1 process or more, not 0"),
    ],
)
def test_impossible_simulation_is_refused_before_the_first_match(
    setting: Setting, matches: int, jobs: int, message: str
) -> None:
    with pytest.raises(UsageError) as refusal:
        simulate(setting, matches, jobs)
    assert message in str(refusal.value)


def test_missing_board_file_is_said() -> None:
    with pytest.raises(ContentError, match=r"nowhere\.toml: cannot be read"):
        simulate(Setting(("random", "random"), board="nowhere.toml"), 1)


@pytest.mark.usefixtures("rogues")
@pytest.mark.parametrize(
    ("manager", "kind", "detail"),
    [
        ("raises", "raised", "ValueError: no idea"),
        ("cheats", "illegal", "-5 is none of the "),
        ("mumbles", "junk", "answered with dict, not with a Reply"),
    ],
)
def test_rogue_manager_is_reported_and_the_run_goes_on(
    manager: str, kind: str, detail: str
) -> None:
    reports = list(simulate(Setting(("random", manager), rounds=1, seed=2), 2))
    assert len(reports) == 2
    for report in reports:
        assert list(report)[-1] == "faults"
        assert len(report["faults"]) == 3
        for fault in report["faults"]:
            log = ["log"] if kind == "raised" else []  # a file with the traceback
            assert list(fault) == ["team", "manager", "question", "kind", "detail", *log]
            assert (fault["team"], fault["manager"], fault["kind"]) == ("blue", manager, kind)
            assert fault["detail"].startswith(detail)


@pytest.mark.usefixtures("rogues")
def test_what_a_manager_prints_stays_off_standard_output(
    capsys: pytest.CaptureFixture[str],
) -> None:
    report = play_match(Setting(("chatters", "random"), rounds=1), 0)
    said = capsys.readouterr()
    assert said.out == ""
    assert "thinking aloud\n" in said.err
    assert "faults" not in report


@pytest.mark.usefixtures("rogues")
@pytest.mark.parametrize(
    ("manager", "message"),
    [("stillborn", "no model file"), ("mute", "needs begin, decide, observe and end")],
)
def test_manager_that_never_starts_is_refused_before_the_first_match(
    manager: str, message: str
) -> None:
    with pytest.raises(ManagerError, match=message) as refusal:
        simulate(Setting((manager, "random")), 1)
    assert isinstance(refusal.value, DeathdomeError)
