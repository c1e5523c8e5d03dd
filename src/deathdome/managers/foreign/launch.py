"""Takes the place of a foreign manager for a moment, limits what it may use, and becomes it.

Started as a file by a bare interpreter, in a session of its own: between fork and exec of a
process with threads nothing of this could be done safely. Arguments: five limits in one word, with
commas between (memory, processor, file, children, and 1 if it is to end with its parent), then
program and arguments.
"""

from __future__ import annotations

import contextlib
import os
import sys

_END_WITH_PARENT = 1  # PR_SET_PDEATHSIG
_KILL = 9
_NOT_STARTED = 127


def limit(memory: int, processor: int, file: int, children: int) -> None:
    """Asks the system for the limits; what it does not know it does not limit."""
    import resource

    wanted = [("AS", memory), ("CPU", processor), ("FSIZE", file), ("CORE", 0)]
    # The system counts all processes of the user, so the limit lies above what there is.
    with contextlib.suppress(OSError, ValueError, IndexError):
        with open("/proc/loadavg", encoding="ascii") as loads:  # noqa: PTH123 - pathlib is slow
            running = int(loads.read().split()[3].partition("/")[2])
        wanted.append(("NPROC", running + children))
    for name, most in wanted:
        with contextlib.suppress(AttributeError, OSError, ValueError):
            which = getattr(resource, f"RLIMIT_{name}")
            hard = resource.getrlimit(which)[1]
            bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(which, (bound, bound))


def end_with_parent() -> None:
    """On Linux: the system ends this process when the thread that started it ends."""
    with contextlib.suppress(Exception):
        import ctypes

        ctypes.CDLL(None).prctl(_END_WITH_PARENT, _KILL, 0, 0, 0)


def main() -> None:
    """Becomes the program; never returns."""
    memory, processor, file, children, bound = map(int, sys.argv[1].split(","))
    program = sys.argv[2:]
    with contextlib.suppress(ImportError):
        limit(memory, processor, file, children)
    if bound:
        end_with_parent()
    try:
        os.execvp(program[0], program)  # noqa: S606 - named by whoever sits at this machine
    except OSError as error:
        sys.stderr.write(f"cannot start {program[0]}: {error.strerror}\n")
        sys.stderr.flush()
        os._exit(_NOT_STARTED)


if __name__ == "__main__":
    main()
