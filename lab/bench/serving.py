"""Worker side of the benchmark: a process with one thread that answers measuring requests.

A request is a line with a JSON object on standard input, `{"job": ..., "seconds": ...}`; the answer
is a line with the figures. The peers' workers run this without our packages.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from time import process_time

# Function from CPU seconds to figures by name.
Job = Callable[[float], dict[str, float]]


def serve(jobs: dict[str, Job]) -> None:
    """Answer requests until standard input ends."""
    answers = sys.stdout
    sys.stdout = sys.stderr
    for line in sys.stdin:
        request = json.loads(line)
        figures = jobs[request["job"]](request["seconds"])
        print(json.dumps(figures), file=answers, flush=True)


def per_call(call: Callable[[], object], seconds: float) -> float:
    """Return the microseconds of CPU for one call, with the loop around it."""
    calls, used = 0, 0.0
    while used < seconds:
        started = process_time()
        for _ in range(1000):
            call()
        used += process_time() - started
        calls += 1000
    return used / calls * 1e6
