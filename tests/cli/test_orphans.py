"""`kill -9` leaves nothing behind: no worker, no manager's program, nothing that it has started."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread

import pytest
from tui.terminals import read_until, spawned

LONG = pytest.mark.long
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="looks into the /proc of Linux"),
]
# Answers nothing, hears nothing, starts a child that sleeps on, and takes no signal.
DEAF = """
import signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)"])
time.sleep(300)
"""
# A manager in Python that starts a child and never answers.
STUCK = """
import subprocess, sys, time
from deathdome.managers.random_manager import RandomManager

class Bot(RandomManager):
    def decide(self, request):
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)"])
        time.sleep(300)
"""


def having(mark: str) -> list[int]:
    """Return the processes with this variable in their environment."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if f"ORPHAN={mark}".encode() in (folder / "environ").read_bytes().split(b"\0"):
                found.append(int(folder.name))
    return found


def left(mark: str, seconds: float) -> list[int]:
    """Return what still runs after that time; sooner if nothing does."""
    limit = time.monotonic() + seconds
    while (found := having(mark)) and time.monotonic() < limit:
        time.sleep(0.1)
    return found


@pytest.mark.parametrize(
    ("words", "processes"),
    [
        pytest.param(("sim", "--json", "--matches", "100000", "--jobs", "2"), 3, marks=LONG),
        (("arena", "--managers", "greedy", "--blocks", "100000", "--jobs", "2"), 3),
        (("sim", "--seats", "command:{python} deaf.py,random"), 4),
        (("sim", "--seats", "stuck:Bot,random"), 4),
        (("play", "--plain", "--quick", "--seats", "stuck:Bot,human", "--seed", "6"), 4),
        pytest.param(
            ("arena", "--managers", "command:{python} deaf.py,random", "--blocks", "9"),
            4,
            marks=LONG,
        ),
        pytest.param(("manager", "check", "command:{python} deaf.py"), 4, marks=LONG),
    ],
)
def test_nothing_outlives_a_killed_process(
    words: tuple[str, ...], processes: int, tmp_path: Path
) -> None:
    (tmp_path / "deaf.py").write_text(DEAF)
    (tmp_path / "stuck.py").write_text(STUCK)
    mark = f"{os.getpid()}-{tmp_path.name}"
    said = [word.format(python=sys.executable) for word in words]
    with subprocess.Popen(
        [sys.executable, "-m", "deathdome", *said],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=tmp_path,
        env={**os.environ, "ORPHAN": mark},
    ) as run:
        try:
            wait_for(mark, processes)
            run.kill()
            run.wait()
            assert left(mark, 10.0) == []
        finally:
            end_all(mark)


def test_nothing_outlives_a_killed_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "stuck.py").write_text(STUCK)
    mark = f"{os.getpid()}-{tmp_path.name}"
    monkeypatch.setenv("ORPHAN", mark)
    monkeypatch.chdir(tmp_path)
    words = ("play", "--quick", "--seats", "stuck:Bot,random")
    with spawned([sys.executable, "-m", "deathdome", *words]) as (pid, terminal):
        drawing = Thread(target=read_until, args=(terminal, b"no such text"), daemon=True)
        drawing.start()
        try:
            wait_for(mark, 5)
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            assert left(mark, 10.0) == []
        finally:
            end_all(mark)
            drawing.join()


def wait_for(mark: str, processes: int) -> None:
    """Wait until so many processes run, and let them work for a moment."""
    limit = time.monotonic() + 60
    while (most := len(having(mark))) < processes and time.monotonic() < limit:
        time.sleep(0.05)
    assert most >= processes
    time.sleep(1.0)


def end_all(mark: str) -> None:
    for pid in having(mark):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
