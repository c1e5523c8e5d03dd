"""Programs in a pseudo-terminal, timed from outside: first frame, and key to frame.

The terminal supports synchronised output, so that every frame has an end to wait for. Times are
wall-clock milliseconds, unlike the engine's figures: a player waits by the clock.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import random
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Final, Self

from lab.bench.peers import ROOT

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType

COLUMNS: Final = 120
ROWS: Final = 40
QUERY, ANSWER = b"\x1b[?2026$p", b"\x1b[?2026;2$y"  # synchronised output: supported, and off now
FRAME_END: Final = b"\x1b[?2026l"
# Cursor position, asked after one symbol at the left edge: every one is one column wide here.
WHERE, SECOND_COLUMN = b"\x1b[6n", b"\x1b[1;2R"
ARROWS: Final = {"right": b"\x1b[C", "down": b"\x1b[B", "left": b"\x1b[D", "up": b"\x1b[A"}
LEG: Final = 4  # keys in one direction before the next: a loop that stays on the board

_ESCAPES: Final = re.compile(rb"\x1b\[[0-9;?>]*[A-Za-z]")
BARE: Final = (sys.executable, "-m", "lab.bench.bare_app")
TITLE: Final = (sys.executable, "-m", "deathdome", "play")
# A match in which a person moves at once, with everything bought. Lava that flows would draw
# frames of its own between a key and its frame.
PLAY: Final = (
    *(sys.executable, "-m", "deathdome", "play"),
    *("--seats", "human,random", "--seed", "1", "--quick", "--no-animation"),
)

# A match that begins with a manager that thinks for seconds.
THINK: Final = (
    *(sys.executable, "-m", "deathdome", "play"),
    *("--seats", "human,searcher", "--seed", "1", "--quick", "--no-animation"),
)
# Text on the first frame of each.
WORDS: Final = {BARE: b"line 39", TITLE: b"Quick match", PLAY: b"ROUND"}


class NoFrameError(Exception):
    """The program draws nothing, or has ended."""


class Terminal:
    """A pseudo-terminal with a program in it."""

    def __init__(self, command: Sequence[str]) -> None:
        self._home = tempfile.TemporaryDirectory()
        self._near, far = pty.openpty()
        fcntl.ioctl(far, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        plain = {key: value for key, value in os.environ.items() if not key.startswith("TEXTUAL")}
        plain |= {"TERM": "xterm-256color", "COLORTERM": "truecolor", "HOME": self._home.name}
        plain["DEATHDOME_HOME"] = self._home.name
        (Path(self._home.name) / "first-start.json").touch()  # no question covers the title
        # Installed programs have bytecode: a run here must not compile at every start.
        for name in ("LINES", "COLUMNS", "NO_COLOR", "PYTHONDONTWRITEBYTECODE"):
            plain.pop(name, None)
        self.started = monotonic()
        self._process = subprocess.Popen(
            command,
            stdin=far,
            stdout=far,
            stderr=far,
            cwd=ROOT,
            env=plain,
            start_new_session=True,
        )
        os.close(far)
        self.output = b""  # since the last call of `frame`
        self._tail = b""

    def frame(self, seconds: float) -> float | None:
        """Return the moment when the next frame ended; None if none did in that time.

        Raises:
            NoFrameError: the program has ended.
        """
        self.output = b""
        latest = monotonic() + seconds
        while (left := latest - monotonic()) > 0:
            if not select.select([self._near], [], [], left)[0]:
                break
            try:
                chunk = os.read(self._near, 65536)
            except OSError:
                chunk = b""
            now = monotonic()
            if not chunk:
                said = self.output.decode(errors="replace").split("\n")
                last = next((line.strip() for line in reversed(said) if line.strip()), "")
                raise NoFrameError(last or "the program ended")
            seen = self._tail + chunk
            asked = seen.count(WHERE) - self._tail.count(WHERE)
            # The tail holds the first half of a frame's end that came in two parts.
            self._tail = seen[-(len(FRAME_END) - 1) :]
            self.output += chunk
            if QUERY in seen:
                os.write(self._near, ANSWER)
            if asked:
                os.write(self._near, SECOND_COLUMN * asked)
            if FRAME_END in seen:
                self._tail = seen[seen.rindex(FRAME_END) + len(FRAME_END) :]
                return now
        return None

    def settle(self, quiet: float, seconds: float = 30.0) -> None:
        """Wait until the program draws nothing for a while."""
        latest = monotonic() + seconds
        while self.frame(quiet) is not None:
            if monotonic() > latest:
                raise NoFrameError("the program never stops drawing")

    def press(self, key: bytes) -> float:
        """Send a key and return its moment."""
        os.write(self._near, key)
        return monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGTERM)
        try:
            self._process.wait(2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._near)
        self._home.cleanup()


def first_frame(command: tuple[str, ...]) -> float:
    """Return the milliseconds from the start of the program to the end of the first frame.

    A first, empty screen does not count: certain words mark the first frame.
    """
    sign = WORDS[command]
    with Terminal(command) as terminal:
        while (ended := terminal.frame(20)) is not None:
            if sign in _ESCAPES.sub(b"", terminal.output):
                return (ended - terminal.started) * 1000
        raise NoFrameError(f"no {sign.decode()} in 20 seconds")


def key_to_frame(command: Sequence[str], keys: int) -> tuple[float, float]:
    """Return p50 and p95 of the milliseconds from an arrow key to the end of its frame."""
    pauses = random.Random(1)
    times: list[float] = []
    with Terminal(command) as terminal:
        if terminal.frame(20) is None:
            raise NoFrameError("no frame in 20 seconds")
        terminal.settle(quiet=1.0)
        ways = list(ARROWS.values())
        number = 0
        while len(times) < keys:
            if number > 3 * keys:
                raise NoFrameError("arrow keys draw nothing")
            sent = terminal.press(ways[number // LEG % len(ways)])
            number += 1
            ended = terminal.frame(0.25)
            if ended is not None:  # at the edge of the board nothing moves
                times.append((ended - sent) * 1000)
            sleep(pauses.uniform(0.004, 0.024))
            while terminal.frame(0.0005) is not None:
                pass  # later frames, such as a panel that catches up
    times.sort()
    return times[len(times) // 2], times[len(times) * 95 // 100]
