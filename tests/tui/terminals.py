"""The real program in a pseudo-terminal."""

from __future__ import annotations

import os
import pty
import select
import signal
import struct
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PLAY = "from deathdome.cli.play import play; play(seats='human,random', seed=3, quick=True)"
PATIENCE = 120.0  # seconds; a loaded machine is slow to import


@contextmanager
def spawned(
    command: Sequence[str],
    rows: int = 24,
    columns: int = 80,
    term: str = "xterm-256color",
    *,
    closes: bool = True,
) -> Iterator[tuple[int, int]]:
    """Yield (pid, terminal) of a child in a pseudo-terminal of that size, and end it afterwards.

    The terminal is closed at the end, unless the caller closes it.
    """
    pid, terminal = _spawn(command, rows, columns, term)
    try:
        yield pid, terminal
    finally:
        with suppress(ProcessLookupError, ChildProcessError):
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        if closes:
            os.close(terminal)


def _spawn(command: Sequence[str], rows: int, columns: int, term: str) -> tuple[int, int]:
    import fcntl
    import termios

    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["TERM"] = term
        os.execv(command[0], list(command))  # noqa: S606 - no shell wanted
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    return pid, terminal


def read_until(terminal: int, wanted: bytes, seconds: float = PATIENCE) -> bytes:
    """All output up to and with `wanted`, or until the end."""
    output = b""
    limit = time.monotonic() + seconds
    while wanted not in output and time.monotonic() < limit:
        if not select.select([terminal], [], [], 0.2)[0]:
            continue
        try:
            chunk = os.read(terminal, 65536)
        except OSError:  # the other side has closed
            break
        if not chunk:
            break
        output += chunk
    return output


def exit_code(pid: int) -> int | None:
    """Return the exit code of a child, minus its signal; None while it runs."""
    limit = time.monotonic() + PATIENCE
    while time.monotonic() < limit:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.05)
    return None
