"""Blocks spread over processes and clusters: the same bytes everywhere."""

from __future__ import annotations

import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from deathdome.arena import running
from deathdome.arena.arena import Arena
from deathdome.arena.running import played
from deathdome.errors import UsageError
from deathdome.workers import check_workers

if TYPE_CHECKING:
    from pathlib import Path

RUN = (sys.executable, "-c", "from deathdome.cli.main import main; main()", "arena")
# A scheduler and two workers, processes of their own, until the input ends.
CLUSTER = """
import sys
from distributed import LocalCluster

if __name__ == "__main__":
    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
    ) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
"""
KILLS = """
import os
from deathdome.managers.random_manager import RandomManager

class Kills(RandomManager):
    def decide(self, request):
        os._exit(3)
"""


def arena(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """One command, from outside."""
    return subprocess.run(
        [*RUN, *words], capture_output=True, text=True, cwd=cwd, timeout=120, check=False
    )


@pytest.mark.slow
def test_a_cluster_of_two_workers_plays_the_same_bytes(tmp_path: Path) -> None:
    script = tmp_path / "cluster.py"
    script.write_text(CLUSTER)
    words = [*("--managers", "random", "--seats", "3", "--rounds", "1", "--blocks", "6")]
    words += ["--seed", "0", "--out"]
    with subprocess.Popen(
        [sys.executable, str(script)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=tmp_path,
    ) as cluster:
        assert cluster.stdin is not None
        assert cluster.stdout is not None
        try:
            address = cluster.stdout.readline().strip()
            dask = ("--backend", "dask", "--scheduler", address)
            far = arena(*words, "far", *dask, cwd=tmp_path)
        finally:
            cluster.stdin.close()
            cluster.wait(30)
    near = arena(*words, "near", cwd=tmp_path)
    assert (far.returncode, far.stderr) == (near.returncode, near.stderr) == (0, "")
    assert (tmp_path / "far").read_bytes() == (tmp_path / "near").read_bytes()
    # The tables too, but for the time to move.
    tables = [done.stdout.split("time to move")[0] for done in (far, near)]
    assert tables[0] == tables[1] != ""


def test_no_scheduler_at_the_address_is_said(tmp_path: Path) -> None:
    script = (
        "import deathdome.workers as workers; workers.PATIENCE = 0.5\n"
        "from deathdome.cli.main import main; main()"
    )
    words = ("--managers", "random", "--backend", "dask", "--scheduler", "tcp://127.0.0.1:9")
    done = subprocess.run(
        [sys.executable, "-c", script, "arena", *words],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=120,
        check=False,
    )
    assert done.returncode == 1
    assert "deathdome: no scheduler answers at tcp://127.0.0.1:9" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_manager_that_kills_its_process_ends_the_run_and_keeps_the_blocks(
    tmp_path: Path,
) -> None:
    # Installed, so that it plays in the process of the arena itself.
    (tmp_path / "killers.py").write_text(KILLS)
    info = tmp_path / "killers-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: killers\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[deathdome.managers]\nkills = killers:Kills\n")
    words = ("--rounds", "1", "--blocks", "2", "--jobs", "2", "--managers")
    done = subprocess.run(
        [*RUN, *words, "random,kills", "--out", "kept"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path), "PATH": ""},
        timeout=120,
        check=False,
    )
    assert done.returncode == 1
    assert "a process that played matches died" in done.stderr
    assert "Traceback" not in done.stderr
    assert len((tmp_path / "kept").read_bytes().splitlines()) == 1


def test_more_blocks_than_anybody_could_count_begin_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def too_long(*_: object) -> None:
        raise TimeoutError

    monkeypatch.setattr(running, "play_block", lambda _, block, __, **___: ({"block": block}, {}))
    before = signal.signal(signal.SIGALRM, too_long)
    signal.setitimer(signal.ITIMER_REAL, 1.0)
    try:
        results = iter(played(Arena(("random",)), range(10**30)))
        assert [next(results)[0]["block"] for _ in range(2)] == [0, 1]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize(
    ("jobs", "backend", "scheduler", "message"),
    [
        (0, "loky", None, "1 process or more, not 0"),
        (1, "threads", None, 'no backend "threads"; it can be loky or dask'),
        (1, "dask", None, "needs the address of a scheduler"),
        (1, "loky", "tcp://host:8786", "goes with --backend dask"),
    ],
)
def test_workers_that_make_no_sense_are_refused(
    jobs: int, backend: str, scheduler: str | None, message: str
) -> None:
    with pytest.raises(UsageError) as refusal:
        check_workers(jobs, backend, scheduler)
    assert message in str(refusal.value)
