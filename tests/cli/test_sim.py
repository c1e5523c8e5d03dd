"""`deathdome sim` as a shell sees it: data on standard output, and how it ends."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from program import answered

from deathdome.arena.counting import winners
from deathdome.cli.sim import rated_winner

KEYS: dict[str, type | tuple[type, ...]] = {
    "seed": int,
    "edition": str,
    "characters": bool,
    "board": str,
    "rounds": int,
    "seats": list,
    "winner": (str, type(None)),
    "reason": str,
    "decisions": int,
    "seconds": float,
    "fingerprint": str,
}
SEAT_KEYS: dict[str, type] = {
    "team": str,
    "manager": str,
    "payout": int,
    "points": int,
    "towers": int,
    "shells": int,
    "jailed": int,
}
PROGRAM = (sys.executable, "-m", "deathdome", "sim")


def surroundings(**more: str) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "COLUMNS": "80", "PYTHONIOENCODING": "utf-8", **more}


def sim(*arguments: str) -> subprocess.CompletedProcess[str]:
    return answered("sim", *arguments)


def started(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    """The same in a process of its own."""
    return subprocess.run(
        [*PROGRAM, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env=surroundings(**env),
    )


def without_seconds(text: str) -> str:
    return re.sub(r'"seconds": [0-9.]+', '"seconds": 0', text)


@pytest.mark.slow
def test_same_bytes_whatever_the_processes_and_the_hash_seed() -> None:
    asked = ("--seats", "random,random,random", "--matches", "3", "--seed", "5", "--rounds", "2")
    outputs = []
    for jobs, hash_seed in (("1", "0"), ("2", "12345")):
        done = started(*asked, "--json", "--jobs", jobs, PYTHONHASHSEED=hash_seed)
        assert (done.returncode, done.stderr) == (0, "")
        outputs.append(without_seconds(done.stdout))
    assert len(outputs[0].splitlines()) == 3
    assert len(set(outputs)) == 1


def test_json_is_one_object_a_line_with_just_these_keys() -> None:
    done = sim("--seats", "random,random,random,random", "--matches", "2", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    for line in done.stdout.splitlines():
        report: dict[str, Any] = json.loads(line)
        assert list(report) == list(KEYS)
        for key, kind in KEYS.items():
            assert isinstance(report[key], kind), key
        assert [row["team"] for row in report["seats"]] == ["red", "blue", "green", "yellow"]
        for row in report["seats"]:
            assert list(row) == list(SEAT_KEYS)
            for key, kind in SEAT_KEYS.items():
                assert isinstance(row[key], kind), key
        assert report["winner"] in {"red", "blue", "green", "yellow", None}
        assert re.fullmatch("[0-9a-f]{16}", report["fingerprint"])


def test_people_get_a_line_a_match_and_a_summary() -> None:
    done = sim("--matches", "3", "--rounds", "1")
    assert (done.returncode, done.stderr) == (0, "")
    *matches, blank, head, red, blue, last = done.stdout.splitlines()
    assert len(matches) == 3
    for line in matches:
        assert re.fullmatch(
            r"[0-9a-f]{16}  (red|blue) wins .*|[0-9a-f]{16}  no team wins alone: .*", line
        )
    assert blank == ""
    assert head.split() == ["team", "manager", "won", "credits", *list(SEAT_KEYS)[3:]]
    assert red.split()[:2] == ["red", "random"]
    assert blue.split()[:2] == ["blue", "random"]
    assert last.startswith("3 matches, ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seats", "random"], "2 to 4 seats, not 1; for example --seats random,random"),
        (["--seats", ",".join(["random"] * 5)], "2 to 4 seats, not 5; for example"),
        (["--seats", "random,"], "leaves a seat empty; for example"),
        (["--seats", "human,random"], "every seat needs a manager, one of "),
        (["--seats", "radnom,random"], 'Did you mean "random"?'),
        (["--board", "waspwort"], 'Did you mean "waspworth"?'),
        (["--board", "x"], "There are: plaza, dual, fortnight, trivet, waspworth."),
        (["--matches", "0"], "try --matches 1"),
        (["--jobs", "0"], "try --jobs 1"),
        (["--rounds", "0"], "1 to 99 rounds"),
        (["--decisions", "0"], "try --decisions 1000"),
        (["--seed", "-3"], "0 or more"),
        (["--seed", "1" + "0" * 40], "--seed takes a number of 40 digits at most"),
    ],
)
def test_wrong_request_is_one_line_and_exit_code_2(arguments: list[str], message: str) -> None:
    done = answered("sim", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"deathdome: .*\n", done.stderr)
    assert message in done.stderr


@pytest.mark.parametrize(
    "name", ["n" * 3000, "n" * 3000 + "@high", "m:" + "f" * 3000, ":" * 3000, "m" * 3000 + ":\x1b"]
)
@pytest.mark.parametrize("words", [("sim", "--seats"), ("arena", "--managers")])
def test_a_name_without_end_is_quoted_in_part(words: tuple[str, ...], name: str) -> None:
    done = answered(*words, f"random,{name}")
    assert done.returncode in (1, 2)
    assert re.fullmatch(r"deathdome: .*\n", done.stderr)
    assert len(done.stderr) < 500
    assert done.stderr[:-1].isprintable()


@pytest.mark.parametrize(
    ("winner", "payouts", "forfeited", "rated"),
    [
        ("red", (5, 3, 1), [], "red"),
        (None, (5, 5, 1), [], None),
        ("red", (5, 3, 1), ["red"], "blue"),
        ("red", (5, 3, 3), ["red"], None),
        ("red", (1, 3, 5), ["blue"], "red"),
        (None, (5, 5, 1), ["red"], "blue"),
        ("red", (5, 3, 1), ["red", "blue", "green"], "red"),
    ],
)
def test_whoever_strikes_out_has_forfeited_the_match_as_in_the_arena(
    winner: str | None, payouts: tuple[int, ...], forfeited: list[str], rated: str | None
) -> None:
    report: Any = {
        "winner": winner,
        "seats": [
            {"team": team, "payout": paid}
            for team, paid in zip(("red", "blue", "green"), payouts, strict=True)
        ],
    }
    if forfeited:
        report["taken_over"] = forfeited
    assert rated_winner(report) == rated
    teams = ("red", "blue", "green")
    won: list[int] = [seat for seat, team in enumerate(teams) if team == winner]
    match: Any = {
        "places": [0, 1, 2],
        "winners": won or [0, 1],
        "payouts": list(payouts),
        "taken_over": [teams.index(team) for team in forfeited],
    }
    in_arena = [teams[seat] for seat in winners(match)]
    assert in_arena == [rated] if rated else len(in_arena) > 1


def test_the_table_says_how_many_matches_were_forfeited(tmp_path: Path) -> None:
    (tmp_path / "lost.py").write_text("class Manager:\n    pass\n")
    seats = "random,lost:Manager"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("deathdome.arena.simulation.make_sure", lambda *_: None)
        done = answered("sim", "--seats", seats, "--rounds", "1", "--matches", "2", cwd=tmp_path)
    *_, red, blue, last = done.stdout.splitlines()
    assert (red.split()[2], blue.split()[2]) == ("2", "0")
    assert last.startswith("2 matches, 0 shared, 2 faults, 2 forfeited; ")
    assert ", forfeited by blue, replaced by greedy)" in done.stdout


def test_a_match_is_stopped_at_the_decision_limit() -> None:
    done = sim("--decisions", "40", "--matches", "2")
    assert (done.returncode, done.stderr) == (0, "")
    first, _, *_, last = done.stdout.splitlines()
    assert "stopped at the decision limit: red 0, blue 0 credits (40 decisions" in first
    assert last.startswith("2 matches, 2 shared, 2 stopped at the decision limit; 80 decisions")
    whole = sim("--decisions", "100000", "--json")
    assert without_seconds(whole.stdout) == without_seconds(sim("--json").stdout)
    report = json.loads(sim("--decisions", "40", "--json").stdout)
    assert (report["reason"], report["winner"], report["decisions"]) == ("decision limit", None, 40)
    assert report.keys() == KEYS.keys()


def test_reader_that_has_seen_enough_is_no_failure_to_talk_about() -> None:
    with subprocess.Popen(
        [*PROGRAM, "--json", "--matches", "10000", "--rounds", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=surroundings(),
    ) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        json.loads(run.stdout.readline())
        run.stdout.close()
        assert run.stderr.read() == ""
        assert run.wait() == 1


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_is_quiet(jobs: str) -> None:
    with subprocess.Popen(
        [*PROGRAM, "--json", "--matches", "10000", "--rounds", "1", "--jobs", jobs],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=surroundings(),
        start_new_session=True,
    ) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        json.loads(run.stdout.readline())
        time.sleep(0.1)
        os.killpg(run.pid, signal.SIGINT)
        run.stdout.read()
        assert run.stderr.read() == ""
        assert run.wait() == 130


def processes_of(session: int) -> list[int]:
    """Return the running processes of a session, as Linux lists them."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            told = (folder / "stat").read_text(encoding="utf-8", errors="replace")
        except OSError:  # it ended just now
            continue
        state, _, _, its_session = told.rpartition(")")[2].split()[:4]
        if int(its_session) == session and state not in "ZX":
            found.append(int(folder.name))
    return found


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks into the /proc of Linux")
@pytest.mark.parametrize(
    "words",
    [
        ("sim", "--json", "--matches", "10000", "--rounds", "1", "--jobs", "2"),
        ("arena", "--managers", "greedy", "--blocks", "10000", "--jobs", "2", "--out", "run"),
    ],
)
def test_whoever_ends_it_ends_all_who_play(words: tuple[str, ...], tmp_path: Path) -> None:
    with subprocess.Popen(
        [*PROGRAM[:-1], *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        start_new_session=True,
    ) as run:
        try:
            deadline = time.monotonic() + 60
            while len(processes_of(run.pid)) < 3:  # two players, next to the one that was started
                if time.monotonic() > deadline:
                    pytest.skip("no second process may be started here")
                time.sleep(0.1)
            time.sleep(1.0)
            run.send_signal(signal.SIGTERM)
            assert run.stderr is not None
            assert "Traceback" not in run.stderr.read()
            assert run.wait() == 128 + signal.SIGTERM
            while processes_of(run.pid) and time.monotonic() < deadline:
                time.sleep(0.1)
            assert processes_of(run.pid) == []
        finally:
            if processes_of(run.pid):
                os.killpg(run.pid, signal.SIGKILL)


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [pytest.param("1", marks=pytest.mark.long), "2"])
def test_manager_that_fails_costs_its_seat_only(tmp_path: Path, jobs: str) -> None:
    (tmp_path / "panicking.py").write_text(
        "from deathdome.managers.random_manager import RandomManager\n"
        "class Panicking(RandomManager):\n"
        "    def decide(self, request):\n"
        "        print('help')\n"
        "        raise LookupError('where am I?')\n"
    )
    info = tmp_path / "panicking-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: panicking\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[deathdome.managers]\npanicking = panicking:Panicking\n"
    )
    asked = ("--seats", "random,panicking", "--matches", "2", "--rounds", "1")
    env = {"PYTHONPATH": str(tmp_path), "DEATHDOME_HOME": str(tmp_path / "home")}
    done = started(*asked, "--jobs", jobs, "--json", **env)
    assert done.returncode == 0
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(reports) == 2
    for report in reports:
        assert list(report) == [*KEYS, "taken_over", "faults"]
        assert report["taken_over"] == ["blue"]
        assert len(report["faults"]) == 3
        for fault in report["faults"]:
            assert fault.pop("question") > 0
            assert Path(fault.pop("log")).name == "panicking.log"
            assert fault == {
                "team": "blue",
                "manager": "panicking",
                "kind": "raised",
                "detail": "LookupError: where am I?",
            }
    assert "6 faults" in started(*asked, PYTHONPATH=str(tmp_path)).stdout.splitlines()[-1]


def test_a_fault_names_the_log_with_its_traceback(tmp_path: Path) -> None:
    (tmp_path / "failing.py").write_text(
        "from deathdome.managers.random_manager import RandomManager\n"
        "class Failing(RandomManager):\n"
        "    def decide(self, request):\n"
        "        raise LookupError('where am I?')\n"
    )
    home = tmp_path / "home"
    asked = ("--seats", "failing:Failing,random", "--rounds", "1")
    env = {"DEATHDOME_HOME": str(home)}
    done = answered("sim", *asked, "--json", cwd=tmp_path, env=env)
    report = json.loads(done.stdout)
    logs = {fault["log"] for fault in report["faults"]}
    assert logs == {str(home / "logs" / "failing-Failing.log")}
    text = Path(logs.pop()).read_text(encoding="utf-8")
    assert text.startswith(f"-- match {report['fingerprint']}, red\nTraceback")
    assert text.count("raise LookupError") == 3
    assert "; log: " in answered("sim", *asked, cwd=tmp_path, env=env).stdout


def test_the_record_of_a_match_is_saved_and_can_be_verified(tmp_path: Path) -> None:
    folder = tmp_path / "records"
    asked = ("--seats", "random,greedy", "--rounds", "1", "--matches", "2", "--record", folder)
    env = {"DEATHDOME_HOME": str(tmp_path / "home")}
    done = answered("sim", *asked, "--json", env=env)
    assert done.returncode == 0
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    assert [Path(report["record"]) for report in reports] == sorted(folder.iterdir())
    for report in reports:
        checked = answered("verify", report["record"], env=env)
        assert checked.returncode == 0
        assert "every roll, draw and answer reproduced" in checked.stdout
