"""Launcher of a foreign manager: sets its limits, then becomes the program.

Started as a file by a bare interpreter, in a session of its own: between fork and exec of a
process with threads nothing of this could be done safely. Arguments: five numbers in one word, with
commas between (memory, processor, file, children, and the descriptor of a pipe), then program and
arguments. When the other end of the pipe closes, the program ends, with everything it has started.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys

_NOT_STARTED = 127


def limit(memory: int, processor: int, file: int, children: int) -> None:
    """Set the limits that the system supports."""
    import resource

    wanted = [("AS", memory), ("CPU", processor), ("FSIZE", file), ("CORE", 0)]
    # The system counts all processes of the user, so the limit is above their number.
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


def watch(life: int) -> None:
    """Leave a process behind that ends this one's group when the pipe `life` closes.

    It is a grandchild, so that the program never has a child that it did not start.
    """
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        os.close(life)
        return
    if os.fork():
        os._exit(0)
    for number in range(1, signal.NSIG):
        with contextlib.suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_IGN)  # the program may send some to its group
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)
    os.read(life, 1)
    os.killpg(0, signal.SIGKILL)


def main() -> None:
    """Become the program; never return."""
    memory, processor, file, children, life = map(int, sys.argv[1].split(","))
    program = sys.argv[2:]
    watch(life)
    with contextlib.suppress(ImportError):
        limit(memory, processor, file, children)
    try:
        os.execvp(program[0], program)  # noqa: S606 - named by the user of this machine
    except OSError as error:
        sys.stderr.write(f"cannot start {program[0]}: {error.strerror}\n")
        sys.stderr.flush()
        os._exit(_NOT_STARTED)


if __name__ == "__main__":
    main()
