"""`kill -9` leaves nothing behind: no worker, no manager's program, nothing that it has started."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

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
    mark = f"{os.getpid()}-{tmp_path.name}"
    said = [word.format(python=sys.executable) for word in words]
    with subprocess.Popen(
        [sys.executable, "-m", "deathdome", *said],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=tmp_path,
        env={**os.environ, "ORPHAN": mark},
    ) as run:
        try:
            limit = time.monotonic() + 60
            while (most := len(having(mark))) < processes and time.monotonic() < limit:
                time.sleep(0.05)
            assert most >= processes
            time.sleep(1.0)
            run.kill()
            run.wait()
            assert left(mark, 10.0) == []
        finally:
            for pid in having(mark):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
