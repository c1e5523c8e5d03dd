"""Peak memory of a run of `deathdome sim`."""

from __future__ import annotations

import os
import subprocess
import sys

from lab.bench.peers import ROOT, CannotMeasureError


def peak_of_sim(matches: int, seats: int) -> float:
    """Return the resident megabytes (10 to the 6) at the peak of one process."""
    managers = ",".join(["random"] * seats)
    asked = ("--seats", managers, "--matches", str(matches), "--json")
    run = subprocess.Popen(
        [sys.executable, "-m", "deathdome", "sim", *asked], stdout=subprocess.DEVNULL, cwd=ROOT
    )
    _, status, usage = os.wait4(run.pid, 0)
    run.returncode = os.waitstatus_to_exitcode(status)
    if run.returncode:
        raise CannotMeasureError(f"deathdome sim ended with {run.returncode}")
    unit = 1 if sys.platform == "darwin" else 1024  # of ru_maxrss, bytes
    return usage.ru_maxrss * unit / 1e6
