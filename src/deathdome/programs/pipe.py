"""A foreign program behind three pipes: lines in and out, with time limits.

Nothing is read between questions. A program that writes unasked fills its pipes and stops, at no
cost to the match.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import weakref
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from time import monotonic, sleep
from typing import TYPE_CHECKING, Final

from deathdome.errors import ManagerError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

SCHEMA: Final = 1  # of the messages; docs/managers-protocol.md
AFTER: Final = -1  # the number of no question: before the first or after the last


@dataclass(frozen=True, slots=True)
class Limits:
    """Times in seconds, sizes in bytes. The system enforces the last four, if it can."""

    start: float = 10.0  # until the first answer
    grace: float = 0.05  # beyond the budget of a question
    bank: float = 2.0  # for a whole match, used up by answers later than that
    hang: float = 2.0  # silence after the deadline before the process is ended
    hurried: float = 1.0  # for the answer, once a player is in a hurry
    leave: float = 1.0  # to end on its own after the match
    reply: int = 64 << 10  # of one line
    log: int = 1 << 20  # of the stored standard error and of unrequested lines
    memory: int = 4 << 30
    processor: int = 3600  # seconds of one process
    file: int = 64 << 20  # of each file that is written
    children: int = 256  # processes and threads beyond those that the system runs already


DEFAULT_LIMITS: Final = Limits()


_CHUNK: Final = 1 << 16
_TICK: Final = 0.02  # seconds between two checks for a player in a hurry
_LEAVING: Final = 1.0  # seconds for a program that has closed its output to end
_BACKLOG: Final = 8 << 20  # bytes that a program may leave unread
_SKIPPED: Final = 16 << 20  # bytes of one line that are thrown away before the program is ended
_LAUNCH: Final = Path(__file__).with_name("launch.py")


class Gone(ManagerError):
    """The program has ended."""


class Deaf(ManagerError):
    """The program does not read its input."""


class TooMuch(ManagerError):
    """A line is too long, or too many lines came unasked."""

    def __init__(self, text: str, *, flood: bool) -> None:
        super().__init__(text)
        self.flood = flood


class Pipe:
    """A running program. `log` is the end of its standard error."""

    def __init__(
        self,
        program: Sequence[str],
        limits: Limits,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Start the program.

        Raises:
            OSError: no process can be started.
        """
        self._limits: Final = limits
        watched, self._life = os.pipe()  # closed by the system however this process ends
        limited = (limits.memory, limits.processor, limits.file, limits.children, watched)
        try:
            self._process: Final = subprocess.Popen(  # noqa: S603 - named at this machine
                [
                    *(sys.executable, "-I", "-S", str(_LAUNCH)),
                    ",".join(str(most) for most in limited),
                    *program,
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                env=environment,
                pass_fds=(watched,),
                start_new_session=True,  # its children are in its group, and end with it
            )
        except OSError:
            os.close(self._life)
            raise
        finally:
            os.close(watched)
        streams = (self._process.stdin, self._process.stdout, self._process.stderr)
        assert all(stream is not None for stream in streams)
        self._to, self._from, self._aside = (stream.fileno() for stream in streams if stream)
        for descriptor in (self._to, self._from, self._aside):
            os.set_blocking(descriptor, False)
        self._selector = DefaultSelector()
        self._selector.register(self._from, EVENT_READ)
        self._selector.register(self._aside, EVENT_READ)
        self._unsent = bytearray()
        self._part = bytearray()  # of the line that is coming in
        self._lines: deque[bytes] = deque()
        self._skipped = -1  # bytes of a line too long that were thrown away; -1: none is coming
        self._logged = 0
        self._log = bytearray()
        self._ended = False
        self._group = self._process.pid
        # However this process ends, it tries to leave no other process behind.
        self._end: Final = weakref.finalize(self, _end, self._process, self._group, self._life)

    @property
    def log(self) -> str:
        """The end of its standard error."""
        return self._log.decode("utf-8", "replace")

    @property
    def flooded(self) -> bool:
        """True if its standard error was longer than `log`."""
        return self._logged > self._limits.log

    @property
    def hint(self) -> str:
        """A remark for complaints if the program has not finished a line."""
        return "; its last line has no newline at the end" if self._part else ""

    def send(self, line: bytes) -> None:
        """Send a line: as much as possible now, the rest while waiting.

        Raises:
            Deaf: the program has not read for long.
        """
        self._unsent += line
        self._write()
        if len(self._unsent) > _BACKLOG:
            raise Deaf("does not read what it is sent")

    def receive(self, until: float, hurry: Callable[[], bool]) -> bytes | None:
        """Return the next line without its end; None at the time limit or on `hurry`.

        Raises:
            Gone: the program has ended.
            TooMuch: its output is too long for a reply.
        """
        while not self._lines:
            if self._ended:
                raise Gone("has ended")
            left = until - monotonic()
            if left <= 0 or hurry():
                return None
            ready = self._selector.select(min(left, _TICK))
            # What it has left behind may still hold its pipes open.
            self._ended = not ready and self._has_left()
            for key, _ in ready:
                if key.fd == self._to:
                    self._write()
                elif key.fd == self._from:
                    self._read()
                else:
                    self._note()
        return self._lines.popleft()

    def _write(self) -> None:
        try:
            while self._unsent:
                sent = os.write(self._to, self._unsent[:_CHUNK])
                del self._unsent[:sent]
        except BlockingIOError:
            pass
        except OSError:
            # Its last words may still be there to read.
            self._unsent.clear()
        known = self._to in self._selector.get_map()
        if self._unsent and not known:
            self._selector.register(self._to, EVENT_WRITE)
        elif known and not self._unsent:
            self._selector.unregister(self._to)

    def _read(self) -> None:
        data = os.read(self._from, _CHUNK)
        if not data:
            self._selector.unregister(self._from)
            self._ended = True
            return
        *lines, rest = data.split(b"\n")
        for line in lines:
            whole = bytes(self._part) + line
            self._part.clear()
            if self._skipped >= 0 or len(whole) > self._limits.reply:
                self._skipped = -1
                raise TooMuch(f"a reply of more than {self._limits.reply:,} bytes", flood=False)
            self._lines.append(whole)
        self._part += rest
        if len(self._part) > self._limits.reply:
            self._skipped = max(self._skipped, 0) + len(self._part)
            self._part.clear()
            if self._skipped > _SKIPPED:
                raise TooMuch("a reply without end", flood=True)
        if sum(map(len, self._lines)) > self._limits.log:
            raise TooMuch("unrequested lines", flood=True)

    def _note(self) -> None:
        data = os.read(self._aside, _CHUNK)
        self._logged += len(data)
        self._log += data
        del self._log[: -self._limits.log]
        if not data or self.flooded:
            self._selector.unregister(self._aside)
        if self.flooded:
            raise TooMuch(f"more than {self._limits.log:,} bytes on standard error", flood=True)

    def farewell(self, seconds: float) -> list[bytes]:
        """Close its input, give it time to exit, then kill it.

        Returns its last lines.
        """
        until = monotonic() + seconds
        said: list[bytes] = []
        with contextlib.suppress(ManagerError):
            while self._unsent and monotonic() < until and not self._ended:
                self.receive(min(until, monotonic() + _TICK), _never)
            if self._process.stdin is not None:
                if self._to in self._selector.get_map():
                    self._selector.unregister(self._to)
                self._process.stdin.close()
            while not self._ended:
                line = self.receive(until, _never)
                if line is None:
                    break
                said.append(line)
        said += self._lines
        while not self._has_left() and monotonic() < until:
            sleep(_TICK / 10)
        self.kill()
        return said

    def how_it_ended(self) -> str:
        """Return the way it ended, as far as the system knows; wait a moment for its exit."""
        until = monotonic() + _LEAVING
        while not self._has_left():
            if monotonic() > until:
                return "has closed its output"
            sleep(_TICK / 10)
        if not hasattr(os, "waitid"):
            return "has ended"
        with contextlib.suppress(ChildProcessError):
            left = os.waitid(os.P_PID, self._group, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if left is not None and left.si_code == os.CLD_EXITED:
                return f"has ended with exit code {left.si_status}"
            if left is not None:
                names = {number.value: number.name for number in signal.Signals}
                return f"was ended by {names.get(left.si_status, f'signal {left.si_status}')}"
        return "has ended"

    def _has_left(self) -> bool:
        """Return True if the program has ended; it is not reaped, so its number stays taken."""
        if not hasattr(os, "waitid"):
            return self._ended
        try:
            states = os.WEXITED | os.WNOHANG | os.WNOWAIT
            return os.waitid(os.P_PID, self._group, states) is not None
        except ChildProcessError:
            return True

    def kill(self) -> None:
        """Kill the program and its process group."""
        with contextlib.suppress(OSError):
            while not self.flooded and (data := os.read(self._aside, _CHUNK)):
                self._logged += len(data)
                self._log += data
        self._end()
        self._selector.close()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()


def _never() -> bool:
    return False


def _end(process: subprocess.Popen[bytes], group: int, life: int) -> None:
    """Kill a process group by its number, which is that of its first process.

    The number cannot belong to another process yet, because the first one has not been reaped.
    """
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)
        process.wait()
    os.close(life)
