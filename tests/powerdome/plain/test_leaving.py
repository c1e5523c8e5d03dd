"""The end of the input, kills, and lines that are not lines."""

from __future__ import annotations

import signal
import subprocess
import sys
from contextlib import suppress
from random import Random
from time import monotonic, sleep
from typing import TYPE_CHECKING

import pytest
from powerdome.lines import Persons, Played, duel, new, resume

from deathdome.errors import DeathdomeError
from deathdome.powerdome.play.game_file import check_marks, read_game
from deathdome.powerdome.play.library import newest_unfinished, summaries

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = [sys.executable, "-m", "deathdome", "powerdome"]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("most", range(12))
def test_the_input_may_end_anywhere(most: int) -> None:
    played = Played(new("human,random", 6), Persons(6, most=most))
    assert played.lines[-3:-1] == ["", "The input has ended."][-2:] or (
        "The input has ended." in played.lines[-4:]
    )
    assert played.lines[-1] == "resume with: resume it"


def test_the_input_may_end_within_a_form_and_the_curtain() -> None:
    assert "The input has ended." in duel(["nothing", "strike 40"]).lines
    assert "The input has ended." in Played(new("human,human", 1), Persons(1, most=1)).lines


WORDS = [
    "agility",
    "strike",
    "resist",
    "at",
    "bot",
    "ann",
    "on",
    "feint",
    "x",
    "5",
    "9",
    "-1",
    "999999999999",
    ";",
    ",",
    "#",
    '"',
    "say",
    "drop",
    "first",
    "last",
    "rest",
    "no",
    "attack",
    "why",
    "not",
    "try",
    "undo",
    "redo",
    "clear",
    "confirm",
    "nothing",
    "offer",
    "give",
    "want",
    "counter",
    "yes",
    "truce",
    "together",
    "against",
    "list",
    "power",
    "search",
    "rule",
    "log",
    "plans",
    "deals",
    "hint",
    "reasons",
    "key",
    "seed",
    "save",
    "copy",
    "help",
    "?",
    "☃",
    "\x1b[31m",
    "\x00",
    "%s",
    "{}",
    "{0}",
    "gluttony",
    "effect",
    "#2",
    "protect",
    "pass",
    "discard",
    "keep",
    "name",
    "look",
]


@pytest.mark.parametrize("seed", range(30))
def test_no_typed_line_ends_the_game_with_a_crash(seed: int) -> None:
    dice = Random(seed)
    lines = [
        " ".join(dice.choice(WORDS) for _ in range(dice.randint(0, 9))).replace(" ; ", "; ")
        for _ in range(120)
    ]
    played = duel(lines, setup=dice.random() < 0.7)
    assert "\x1b" not in played.said
    assert not played.host.notices


def test_a_long_line_is_refused() -> None:
    played = duel(["nothing", "strike " * 500])
    assert "A line has at most 1000 characters." in played.lines


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_a_killed_game_resumes(seed: int) -> None:
    dice = Random(seed)
    people = Persons(seed, most=8 + 3 * seed)
    whole = Played(new("human,human", 9), people)
    whole.table.file.path.unlink()
    process = subprocess.Popen(
        [*PROGRAM, "--plain", "--seats", "human,human", "--seed", "9"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdin is not None
    for line in whole.lines:
        _, mark, typed = line.partition("> ")
        if mark:
            process.stdin.write(f"{typed}\n")
    process.stdin.flush()
    until = monotonic() + 60
    while not summaries() and monotonic() < until:
        sleep(0.05)
    sleep(dice.random() / 2)
    process.send_signal(signal.SIGKILL)
    with suppress(BrokenPipeError):
        process.stdin.close()
    process.wait()
    path = newest_unfinished()
    _, record = read_game(path)
    check_marks(record, "game")
    played = resume(Persons(seed), "human,human")
    assert played.host.over
    assert subprocess.run([*PROGRAM, "verify", path.stem], check=False).returncode == 0


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_save_is_an_error_and_stays_as_it_is(seed: int) -> None:
    dice = Random(seed)
    played = Played(new("human,random", seed), Persons(seed, most=dice.randint(3, 20)))
    path = played.table.file.path
    raw = bytearray(path.read_bytes())
    at = dice.randrange(len(raw))
    match dice.randrange(4):
        case 0:
            raw[at] ^= 1 << dice.randrange(7)
        case 1:
            del raw[at : at + dice.randint(1, 60)]
        case 2:
            raw[at:at] = dice.choice([b"\n", b"\x00", b"\xff", b"seat: A = b\n", b"chance: 3\n"])
        case _:
            rows = raw.split(b"\n")
            dice.shuffle(rows)
            raw = bytearray(b"\n".join(rows))
    path.write_bytes(raw)
    trouble = ""
    try:
        resume(Persons(seed, most=0), "human,random", str(path))
    except DeathdomeError as error:
        trouble = str(error)
    if trouble:
        assert path.name in trouble
        assert path.read_bytes() == raw
    else:  # only the torn end of the last line may have gone unnoticed
        assert path.read_bytes().startswith(bytes(raw[:at]))


@pytest.mark.slow
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_the_game_with_the_way_back(number: int, code: int) -> None:
    with subprocess.Popen(
        [*PROGRAM, "--plain", "--seats", "human,human"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("Pass the keyboard"):
                break
        process.send_signal(number)
        rest = process.stdout.read()
    assert process.returncode == code
    assert "You left the game. It is saved." in rest
    assert f"--resume {newest_unfinished().stem}" in rest
