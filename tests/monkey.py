"""Types at random into the real program, in a pseudo-terminal: `make monkey`.

    make monkey ARGS="--seeds 300 --keys 400 --out monkey.jsonl"

Keys, clicks, pastes and resizes go to the terminal as bytes, in bursts, without waiting for the
screen: Textual's pilot waits, and would hide what fast typing does. Each seed begins in another
place: title, store, match, hot-seat, lesson, replay. A run that leaves the program cleanly starts
it again. It fails if the program ends with an error or stops reading, or if a record it kept
cannot be verified. Ends with 1 if a seed fails.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import pty
import select
import shutil
import signal
import struct
import sys
import tempfile
import termios
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

STARTS: Final = (
    ("play",),
    ("play", "--seats", "human,random", "--rounds", "3"),  # the store
    ("play", "--quick", "--seats", "human,greedy"),
    ("play", "--quick", "--seats", "human,random,greedy"),
    ("play", "--quick", "--seats", "human,human"),
    ("play", "--lesson", "LESSON"),
    ("watch", "RECORD"),
)
LESSONS: Final = 9
PATIENCE: Final = 90.0  # seconds in which the program must read or end; the machine may be busy
BURST: Final = 12  # keys at most
PAUSES: Final = (0.0, 0.0, 0.02, 0.05, 0.2)  # seconds between two bursts
SIZES: Final = ((24, 80), (24, 80), (40, 120), (50, 160), (18, 60), (10, 40), (60, 80), (24, 200))
LEAVE: Final = b"\x11"  # ctrl+q
AGAIN: Final = 10.0  # seconds after which it is pressed again
OPENS: Final = b"\x1b[?1049h"  # the other screen of the terminal
CLOSES: Final = b"\x1b[?1049l"
EARLY: Final = 0.2  # of the runs type before the screen opens, where Ctrl-C would kill
# More often than other letters: keys that open screens and lists, or answer.
_OFTEN: Final = ("\r", "\x1b", "?", "n", "p", "e", "k", "a", "l", "i", "o", "g", "h", "W", "m", ":")
_ARROWS: Final = ("\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[5~", "\x1b[6~", "\x1b[H", "\x1b[F")
_OTHERS: Final = ("\t", "\x1b[Z", " ", "\x7f", "\x1bOP", "\x03", "\x10", "\x1b[1;2A", "\x1b[1;2C")
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyzCKLNOPRSTUVWY0123456789;/.,-+é"
_PASTES: Final = ("walk h4; capture", "h4", "\x1b[31m", "a\nb\nc", "x" * 500, "end turn", "\u200b!")


class Outcome(NamedTuple):
    """The result of a seed; `failed` is '' if all went well."""

    seed: int
    start: str
    keys: int
    starts: int
    records: int
    seconds: float
    failed: str


def key(rng: Random, rows: int, columns: int) -> bytes:
    """Return the bytes of a key, click or paste."""
    roll = rng.random()
    if roll < 0.35:
        return rng.choice(_OFTEN).encode()
    if roll < 0.6:
        return rng.choice(_ARROWS).encode()
    if roll < 0.82:
        return rng.choice(_LETTERS).encode()
    if roll < 0.9:
        return rng.choice(_OTHERS).encode()
    if roll < 0.98:
        button = rng.choice((0, 0, 0, 0, 2, 64, 65))
        where = f"{button};{rng.randint(1, columns)};{rng.randint(1, rows)}"
        return f"\x1b[<{where}M\x1b[<{where}m".encode()
    text = rng.choice(_PASTES)
    return (f"\x1b[200~{text}\x1b[201~" if rng.random() < 0.7 else text).encode()


class Program:
    """The program in a pseudo-terminal."""

    def __init__(self, words: Sequence[str], home: Path) -> None:
        self.said = b""
        self.drawn = False  # whether the screen has opened
        self.code: int | None = None
        self.pid, self.terminal = pty.fork()
        if not self.pid:
            os.environ.update(DEATHDOME_HOME=str(home), TERM="xterm-256color", COLUMNS="", LINES="")
            for name in ("COLUMNS", "LINES"):
                del os.environ[name]
            program = [sys.executable, "-P", "-m", "deathdome", *words]
            os.execv(program[0], program)  # noqa: S606 - no shell wanted
        self.resize(24, 80)

    def resize(self, rows: int, columns: int) -> None:
        with suppress(OSError):
            fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self, seconds: float) -> bool:
        """Read what is on the screen for so long; return False once the program has ended."""
        limit = time.monotonic() + seconds
        while True:
            left = max(0.0, limit - time.monotonic())
            if select.select([self.terminal], [], [], left)[0]:
                try:
                    chunk = os.read(self.terminal, 65536)
                except OSError:
                    chunk = b""
                if not chunk:
                    return False
                self.said = (self.said + chunk)[-20_000:]
                self.drawn = self.drawn or OPENS in self.said
            if time.monotonic() >= limit:
                return True

    def write(self, keys: bytes) -> bool:
        """Type; return False if the program has ended.

        Raises:
            TimeoutError: it reads nothing.
        """
        limit = time.monotonic() + PATIENCE
        while keys:
            readable, writable, _ = select.select([self.terminal], [self.terminal], [], 1.0)
            if readable and not self.read(0):
                return False
            if writable:
                try:
                    keys = keys[os.write(self.terminal, keys[:64]) :]
                except OSError:
                    return False
            if time.monotonic() > limit:
                raise TimeoutError("the program reads nothing")
        return True

    def opens(self) -> bool:
        """Wait for the screen; return False if the program has ended.

        Raises:
            TimeoutError: it shows nothing.
        """
        limit = time.monotonic() + PATIENCE
        while not self.drawn:
            if not self.read(0.05):
                return False
            if time.monotonic() > limit:
                raise TimeoutError("the program shows nothing")
        return True

    def leave(self) -> int:
        """Press the key that leaves at once; return the exit code.

        Raises:
            TimeoutError: it does not end.
        """
        limit = time.monotonic() + PATIENCE
        again = 0.0
        while self.code is None:
            running = self.read(0.05)
            if running and time.monotonic() > again:
                again = time.monotonic() + AGAIN
                with suppress(OSError):
                    os.write(self.terminal, LEAVE)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.code = os.waitstatus_to_exitcode(status)
            elif time.monotonic() > limit:
                raise TimeoutError("the program does not end")
        return self.code

    def close(self) -> None:
        if self.code is None:
            with suppress(ProcessLookupError, ChildProcessError):
                os.kill(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)
        os.close(self.terminal)


def run(seed: int, keys: int, record: Path | None = None) -> Outcome:
    """Type so many random keys into the program; `record` is a match to watch."""
    rng = Random(seed)
    begun = time.monotonic()
    home = Path(tempfile.mkdtemp(prefix="monkey"))
    (home / "config").mkdir()
    pace = rng.choice(("1x", "4x", "instant"))
    (home / "config" / "options.toml").write_text(f'pace = "{pace}"\n')
    if record is not None:
        (home / "matches").mkdir()
        shutil.copy(record, home / "matches")
    starts = [words for words in STARTS if record is not None or "RECORD" not in words]
    words = [
        {"LESSON": str(rng.randint(1, LESSONS)), "RECORD": record.name if record else ""}.get(
            word, word
        )
        for word in starts[seed % len(starts)]
    ]
    if words[0] == "play" and len(words) > 1 and "--lesson" not in words:
        words += ["--seed", str(seed)]
    typed, number, failed, records = 0, 0, "", 0
    try:
        while typed < keys and not failed:
            number += 1
            done, failed = _type(rng, words if number == 1 else ["play"], home, keys - typed)
            typed += done
        if not failed:
            records, failed = _verify(home)
    finally:
        shutil.rmtree(home, ignore_errors=True)
    seconds = round(time.monotonic() - begun, 1)
    return Outcome(seed, " ".join(words), typed, number, records, seconds, failed)


def _type(rng: Random, words: Sequence[str], home: Path, keys: int) -> tuple[int, str]:
    """Type until the program ends or there are so many keys; return their number, and an error."""
    program = Program(words, home)
    typed = 0
    rows, columns = 24, 80
    try:
        early = rng.random() < EARLY
        running = early or program.opens()
        while running and typed < keys:
            if rng.random() < 0.04:
                rows, columns = rng.choice(SIZES)
                program.resize(rows, columns)
            burst = min(rng.randint(1, BURST), keys - typed)
            pressed = b"".join(key(rng, rows, columns) for _ in range(burst))
            if not program.drawn:
                pressed = pressed.replace(b"\x03", b"")
            running = program.write(pressed)
            typed += burst
            running = running and program.read(rng.choice(PAUSES))
        running = running and program.opens()
        code = program.leave()
    except TimeoutError as error:
        return typed, f"{error} ({words}, {typed} keys): {_last_words(program, home)}"
    finally:
        program.close()
    # A Ctrl-C that was typed after the screen had closed ends the rest of the program at once.
    late = code == -signal.SIGINT and CLOSES in program.said
    if code not in (0, 130) and not late:
        return typed, f"exit {code} ({words}, {typed} keys): {_last_words(program, home)}"
    return typed, ""


def _last_words(program: Program, home: Path) -> str:
    """Return the crash report if there is one, or the end of what the program wrote."""
    reports = sorted(home.rglob("*.crash.txt"))
    if reports:
        return reports[-1].read_text()
    return program.said[-600:].decode(errors="replace")


def _verify(home: Path) -> tuple[int, str]:
    """Replay every record that the program kept; return their number, and an error."""
    from deathdome.errors import DeathdomeError
    from deathdome.records.format import read_record
    from deathdome.records.peek import ENDING
    from deathdome.records.replay import collection_for, replay

    found = sorted((home / "matches").glob(f"*{ENDING}"))
    for path in found:
        try:
            record = read_record(path)
            replayed = replay(record, collection_for(record))
        except DeathdomeError as error:
            return len(found), f"{path.name}: {error}"
        if record.altered or replayed.differs:
            return len(found), f"{path.name}: {record.altered or replayed.difference}"
    return len(found), ""


def finished_record(home: Path) -> Path:
    """Return a record of a short match, to be watched."""
    from deathdome.cli.sessions import new_referee
    from deathdome.records import library

    os.environ["DEATHDOME_HOME"] = str(home)
    names = ("random", "random")
    referee = new_referee(list(names), 7, 2, "plaza", quick=True)
    writer, said = library.begin_record(referee, names)
    assert not said, said
    rng = Random(7)
    while (request := referee.request()) is not None:
        referee.answer(rng.choice(request.options))
        writer.update()
    writer.close()
    return writer.path


def main(given: Sequence[str] | None = None) -> int:
    """Run the seeds that are not in the file yet."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=300)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--keys", type=int, default=400)
    parser.add_argument("--out", type=Path, help="a file of results; seeds in it are not repeated")
    options = parser.parse_args(given)
    done: list[dict[str, object]] = []
    if options.out is not None and options.out.exists():
        done = [json.loads(line) for line in options.out.read_text().splitlines()]
    seen = {outcome["seed"] for outcome in done}
    keys, failures = 0, 0
    with tempfile.TemporaryDirectory(prefix="monkey") as folder:
        record = finished_record(Path(folder))
        for seed in range(options.first, options.first + options.seeds):
            if seed in seen:
                continue
            outcome = run(seed, options.keys, record)
            keys += outcome.keys
            failures += bool(outcome.failed)
            text = json.dumps(outcome._asdict())
            print(text if outcome.failed else f"seed {seed}: {outcome.start}, {outcome.seconds} s")
            sys.stdout.flush()
            if options.out is not None:
                with options.out.open("a") as out:
                    out.write(text + "\n")
    print(f"{options.seeds} seeds, {keys} keys typed now, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
