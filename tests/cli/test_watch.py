"""`deathdome watch` as a shell sees it: what it refuses, and a real terminal in which it shows."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from program import answered
from tui.terminals import exit_code, read_until, spawned

if TYPE_CHECKING:
    import subprocess

RECORDS = Path(__file__).parent.parent / "records" / "saved"


def watch(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return answered("watch", *arguments, env={"DEATHDOME_HOME": str(home)})


@pytest.mark.parametrize(
    "command",
    [("watch",), ("verify",), ("play", "--plain", "--resume")],
)
def test_a_record_that_is_not_there_is_a_wrong_request(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    done = answered(*command, "nowhere", env={"DEATHDOME_HOME": str(tmp_path)})
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "deathdome: nowhere: no such file or saved match; `deathdome matches` lists them\n"
    )


def test_a_record_that_is_there_and_cannot_be_read_ends_with_1(tmp_path: Path) -> None:
    for command in ("watch", "verify"):
        done = answered(command, str(tmp_path), env={"DEATHDOME_HOME": str(tmp_path)})
        assert (done.returncode, done.stdout) == (1, "")
        assert ": cannot be read: " in done.stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ":1: not a match record"),
        ("deathdome match 9\nversion: 4.2\n\n", ":1: written in format 9 by deathdome 4.2"),
        ("deathdome match 1\nrounds: \x1b[2J\n\n", ":2: "),
    ],
)
def test_what_is_no_record_ends_with_1(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.match"
    path.write_text(text)
    done = watch(tmp_path, str(path))
    assert (done.returncode, done.stdout) == (1, "")
    assert said in done.stderr
    assert "\x1b" not in done.stderr
    assert path.read_text() == text


def test_without_a_terminal_it_ends_with_2(tmp_path: Path) -> None:
    done = watch(tmp_path, str(RECORDS / "0.1.0-characters.match"))
    assert (done.returncode, done.stdout) == (2, "")
    assert "needs a terminal" in done.stderr


def test_without_a_record_it_ends_with_2(tmp_path: Path) -> None:
    assert watch(tmp_path).returncode == 2


@pytest.mark.slow
def test_a_record_is_watched_in_a_terminal_and_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    path = RECORDS / "0.1.0-characters.match"
    was = path.read_bytes()
    call = [sys.executable, "-m", "deathdome", "watch", str(path), "--ascii"]
    with spawned(call) as (pid, terminal):
        assert b"Replay" in read_until(terminal, b"? keys")
        os.write(terminal, b"\x1b[F")  # End
        assert b"The end" in read_until(terminal, b"The end")
        os.write(terminal, b"q")
        assert b"\x1b[?1049l" in read_until(terminal, b"\x1b[?1049l")
        assert exit_code(pid) == 0
    assert path.read_bytes() == was
