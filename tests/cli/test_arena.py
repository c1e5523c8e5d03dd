"""`deathdome arena` as a shell sees it: tables or one document, files, and how it ends."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest
from program import answered

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = (sys.executable, "-m", "deathdome", "arena")
SHORT = ("--managers", "random", "--rounds", "1")


def arena(*words: str, cwd: Path, started: bool = False) -> subprocess.CompletedProcess[str]:
    """One command, in this process or in one of its own."""
    if not started:
        return answered("arena", *words, cwd=cwd)
    return subprocess.run(
        [*PROGRAM, *words], capture_output=True, text=True, cwd=cwd, timeout=120, check=False
    )


def test_the_document_has_these_parts_and_no_others(tmp_path: Path) -> None:
    done = arena(*SHORT, "--blocks", "3", "--json", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    document: dict[str, Any] = json.loads(done.stdout)
    assert list(document) == [
        *("deathdome arena report", "run", "blocks", "matches", "faults", "interval", "anchor"),
        *("managers", "lineups", "pairs", "seats", "rounds", "ended", "balance", "timing"),
    ]
    assert (document["blocks"], document["matches"], document["faults"]) == (3, 6, 0)
    assert list(document["run"]) == [
        *("version", "rules", "code", "managers", "lineups", "seats", "board", "rounds"),
        *("decisions", "seed", "edition", "switches", "packs", "ablated", "series", "secret"),
    ]
    (row,) = document["managers"]
    assert list(row) == [
        *("manager", "matches", "win_share", "payout", "lead", "shells", "towers", "points"),
        *("deaths", "eliminated", "forfeited", "faults", "fault_kinds", "rating"),
    ]
    assert list(row["win_share"]) == ["value", "low", "high"]
    assert list(document["balance"]) == ["measures", "cards", "ablated"]
    assert len(document["balance"]["cards"]) == 80
    assert document["timing"]["timed_blocks"] == 3


@pytest.mark.parametrize(
    ("managers", "edition", "told"),
    [("rookie,random", "2018", True), ("rookie,random", "2021", False), ("random", "2018", False)],
)
def test_it_is_said_if_weights_were_tuned_for_other_rules(
    managers: str, edition: str, told: bool, tmp_path: Path
) -> None:
    words = ("--managers", managers, "--edition", edition, "--rounds", "1", "--blocks", "1")
    done = arena(*words, "--json", cwd=tmp_path)
    assert done.returncode == 0
    assert ("weights of planning managers were tuned for the rules" in done.stderr) is told


def test_everything_but_the_timing_is_the_same_whoever_plays(tmp_path: Path) -> None:
    words = (*SHORT, "--blocks", "2", "--seats", "3", "--seed", "9", "--json")
    documents = []
    for jobs in ("1", "2"):
        done = arena(*words, "--jobs", jobs, cwd=tmp_path, started=jobs == "2")
        document = json.loads(done.stdout)
        assert document.pop("timing")["managers"]
        documents.append(json.dumps(document))
    assert documents[0] == documents[1]


def test_tables_fit_a_terminal_of_eighty_columns(tmp_path: Path) -> None:
    words = ("--managers", "greedy,random", "--blocks", "2", "--rounds", "1")
    done = arena(*words, "--seed", "0", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "2 blocks, 4 matches, seed 0"
    rated = arena(*words, cwd=tmp_path).stdout.splitlines()
    assert rated[0] == "2 blocks, 4 matches, rated"
    assert rated[2].startswith("to repeat this run: --secret ")
    lines += rated
    heads = {line.split("  ")[0] for line in lines}
    assert heads >= {"manager", "a match", "wins %, by chance 50.0", "balance", "time to move"}
    assert [line for line in lines if len(line) > 80] == []


@pytest.mark.parametrize("anchor", [(), ("--anchor", "tactical"), ("--anchor", "tactical@rookie")])
def test_an_anchor_is_known_by_its_name_with_its_level_and_without(
    anchor: tuple[str, ...], tmp_path: Path
) -> None:
    words = ("--managers", "random,tactical", "--level", "rookie", "--rounds", "1", "--blocks", "1")
    done = answered("arena", *words, "--json", *anchor, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["anchor"] == "tactical@rookie"


def test_a_series_stands_where_a_match_would(tmp_path: Path) -> None:
    done = arena(*SHORT, "--series", "--blocks", "1", "--seed", "0", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == "1 block, 2 series of 1, 1, 1, 1, 1 rounds, seed 0"
    assert "balance" not in done.stdout
    heads = [line.split("  ")[0] for line in done.stdout.splitlines()]
    assert "a series" in heads
    assert "a match" not in heads
    three = arena(*SHORT, "--series", "--seats", "3", "--blocks", "1", cwd=tmp_path)
    assert (three.returncode, three.stderr) == (0, "")


def test_a_run_is_gone_on_with_by_the_same_command(tmp_path: Path) -> None:
    words = (*SHORT, "--blocks", "3", "--resume", "run")
    first = arena(*words, cwd=tmp_path)
    whole = (tmp_path / "run").read_bytes()
    (tmp_path / "run").write_bytes(whole[:-30])
    second = arena(*words, cwd=tmp_path)
    assert second.returncode == 0
    assert second.stderr == (
        "deathdome: the last line of run was broken off; its block is played again\n"
    )
    assert (tmp_path / "run").read_bytes() == whole
    tables = [done.stdout.split("time to move")[0] for done in (first, second)]
    assert tables[0] == tables[1]


def test_it_stops_when_the_test_is_decided(tmp_path: Path) -> None:
    words = ["--managers", "greedy,random", "--rounds", "1", "--blocks", "60"]
    words += ["--sprt", "0.2,0.6", "--until-decided", "--json"]
    done = arena(*words, "--jobs", "2", "--out", "run", cwd=tmp_path, started=True)
    document = json.loads(done.stdout)
    test = document["lineups"][0]["sprt"]
    assert test["verdict"] == "better"
    assert document["blocks"] == test["blocks"] < 60
    kept = (tmp_path / "run").read_bytes()
    assert len(kept.splitlines()) == 1 + test["blocks"]
    again = arena(*words, "--resume", "run", cwd=tmp_path)
    assert json.loads(again.stdout)["blocks"] == test["blocks"]
    assert (tmp_path / "run").read_bytes() == kept


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("--managers", "random,"), 2, "needs managers by name"),
        (("--managers", "random,random"), 2, "named twice"),
        (("--managers", "randon"), 2, 'Did you mean "random"'),
        (("--managers", "random", "--seats", "5"), 2, "2, 3 or 4 seats, not 5"),
        (("--managers", "random", "--blocks", "0"), 2, "1 block or more, not 0"),
        (("--managers", "random", "--jobs", "0"), 2, "1 process or more, not 0"),
        (("--managers", "random", "--level", "rooky"), 2, 'Did you mean "rookie"'),
        (("--managers", "random", "--level", "rookie"), 2, "none of random takes a level"),
        (("--managers", "random", "--anchor", "greedy"), 2, "--anchor is one of random"),
        (("--managers", "random", "--sprt", "0.6,0.5"), 2, "the lower one first"),
        (("--managers", "random", "--ablate", "fan-male"), 2, 'Did you mean "fan-mail"'),
        (("--managers", "random", "--edition", "2020"), 2, "no edition"),
        (("--managers", "random", "--backend", "dask"), 2, "needs the address of a scheduler"),
        (("--managers", "random", "--out", "a", "--resume", "b"), 2, "give one of them"),
        (("--managers", "random", "--out", "no/where"), 1, "cannot be written"),
        (("--managers", "random", "--pack", "nowhere"), 2, "nowhere"),
    ],
)
def test_a_wrong_request_ends_before_the_first_match(
    words: tuple[str, ...], code: int, message: str, tmp_path: Path
) -> None:
    done = answered("arena", *words, cwd=tmp_path)
    assert done.returncode == code
    assert message in done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_person_who_stops_it_is_told_how_to_go_on(tmp_path: Path) -> None:
    words = ("--managers", "greedy", "--blocks", "50", "--jobs", "2", "--out", "run")
    with subprocess.Popen(
        [*PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path
    ) as process:
        kept = tmp_path / "run"
        deadline = time.monotonic() + 60
        while not (kept.exists() and kept.read_bytes().count(b"\n") > 1):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        out, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == ""
    first, *rest = said.splitlines()
    assert first.startswith("deathdome: stopped after ")
    assert first.endswith(" of 50 blocks; resume with --resume run")
    # What spreads the work may warn of its own files, removed under its hands.
    assert all("resource_tracker" in line or "warn" in line for line in rest)
    assert kept.read_bytes().endswith(b"\n")


def test_a_bar_is_shown_to_a_person_and_only_on_standard_error(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*PROGRAM, *SHORT, "--blocks", "3", "--json"],
        stdout=subprocess.PIPE,
        stderr=theirs,
        cwd=tmp_path,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80"},
    ) as process:
        out, _ = process.communicate(timeout=60)
    os.close(theirs)
    seen = b""
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:
            break
        if not part:
            break
        seen += part
    os.close(ours)
    assert json.loads(out)["blocks"] == 3
    assert b"3/3" in seen
    assert b"blocks" in seen


def test_the_matches_of_a_block_are_recorded_when_the_run_is_repeated(tmp_path: Path) -> None:
    folder, out = tmp_path / "records", tmp_path / "run.jsonl"
    asked = ("--managers", "random,greedy", "--blocks", "2", "--rounds", "1", "--secret", "ab" * 16)
    env = {"DEATHDOME_HOME": str(tmp_path / "home")}
    assert answered("arena", *asked, "--out", out, env=env).returncode == 0
    assert answered("arena", *asked, "--record", folder, env=env).returncode == 0
    named = sorted(path.stem for path in folder.iterdir())
    blocks = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    expected = [
        f"{one['block']:05}-{one['lineup']}-{at}-{match['fingerprint']}"
        for one in blocks
        if "matches" in one
        for at, match in enumerate(one["matches"])
    ]
    assert named == sorted(expected)
    assert len(named) == 4
    assert answered("verify", folder / f"{named[0]}.match", env=env).returncode == 0
