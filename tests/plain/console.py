"""Props for plain mode: a script typed at a match in this process, or at the real program."""

from __future__ import annotations

import io
import os
import re
import select
import subprocess
import sys
import time
import unicodedata
from contextlib import redirect_stdout
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from rich.cells import cell_len

from deathdome.console import WIDTH, Input, Output
from deathdome.match.protocol import Reply
from deathdome.match.referee import Referee
from deathdome.plain.match import PlainMatch, plain_host
from deathdome.seeds import COMMON

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from deathdome.match.protocol import Briefing, Controller, Request
    from deathdome.model.events import Event, Outcome
    from deathdome.model.state import State
    from deathdome.plain.console import PlainSettings

PROGRAM = [str(Path(sys.executable).parent / "deathdome"), "play", "--plain"]
PROMPT = re.compile(r"^(?:(?:red|blue|green|yellow)(?:, Enter)?|over)>", re.MULTILINE)
NUMBERED = re.compile(r"^(\d+)(?: to (\d+))?\. ([a-z]+)", re.MULTILINE)
PATIENCE = 120.0  # seconds; a loaded machine is slow to import


class Last:
    """A manager that gives the last answer there is, which never does much."""

    def begin(self, briefing: Briefing) -> None:
        pass

    def decide(self, request: Request) -> Reply:
        return Reply(request.options[-1])

    def observe(self, events: Sequence[Event]) -> None:
        pass

    def end(self, outcome: Outcome) -> None:
        pass


class Console:
    """A match whose people type a script; `text` is everything that was said."""

    def __init__(
        self,
        state: State,
        script: Iterable[str],
        *,
        managers: Mapping[int, Callable[[], Controller]] | None = None,
        seed: int = 0,
        names: Iterable[str] | None = None,
        settings: PlainSettings | None = None,
        people: Iterable[str] = (),
        width: int = WIDTH,
    ) -> None:
        self.referee = Referee(state, seed)
        out = io.StringIO()
        voice = Output(out, width)
        lines_in = Input(io.StringIO("".join(f"{line}\n" for line in script)), voice, echo=True)
        seats = range(state.setup.seats)
        managers = managers or {}
        names = names or ["manager" if seat in managers else "human" for seat in seats]
        self.host = plain_host(
            self.referee,
            list(names),
            managers,
            people=tuple(people),
            pause=settings.pause if settings is not None else 0.0,
        )
        self.match = PlainMatch(self.host, voice, lines_in, settings=settings)
        with redirect_stdout(io.StringIO()) as stray:
            self.match.run()
        assert stray.getvalue() == ""
        self.text = out.getvalue()
        assert_plain(self.text, width)

    def after(self, line: str) -> str:
        """Return the output up to the first prompt at which that line was typed."""
        _, _, rest = self.text.partition(f"> {line}\n")
        found = PROMPT.search(rest)
        return rest[: found.start()] if found else rest


def assert_plain(text: str, width: int = WIDTH) -> None:
    """No control character but the end of a line, no drawing, no colour; no line too long."""
    for number, line in enumerate(text.split("\n"), 1):
        # The prompt precedes each typed line, and no output is longer than a line.
        assert cell_len(line) <= width + 200, f"line {number} is {len(line)} long"
        # A command can be copied, so it is not broken either.
        if not PROMPT.match(line) and not line.startswith("resume with: "):
            assert cell_len(line) <= width, f"line {number}: {line}"
        for char in line:
            assert unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Zl", "Zp"), ascii(line)
            assert not 0x2500 <= ord(char) <= 0x259F, f"drawn: {line}"
            assert not 0x2800 <= ord(char) <= 0x28FF, f"Braille: {line}"


class Chooser:
    """Answer every question with one of the numbers listed for it, and quit at the end.

    Knows the output and nothing else.
    """

    def __init__(self) -> None:
        self._dice = Random(5)
        self._asked = False

    def line(self, said: str) -> str:
        """Return the line to type after that output since the last line."""
        if said.endswith("over> "):
            self._asked = not self._asked
            return "log 9999" if self._asked else "quit"
        if ", Enter> " in said[-20:]:
            self._asked = False
            return ""
        self._asked = not self._asked
        if self._asked:
            return "options"
        kinds = [found.groups() for found in NUMBERED.finditer(said)]
        assert kinds, said
        eager = [1 if word in ("end", "pass", "stop") else 5 for _, _, word in kinds]
        first, last, _ = self._dice.choices(kinds, eager)[0]
        return str(self._dice.randint(int(first), int(last or first)))


class Listener:
    """A player in this process: it reads the output, and types."""

    def __init__(self, out: io.StringIO, chooser: Chooser) -> None:
        self._out = out
        self._chooser = chooser
        self._read = 0

    def readline(self) -> str:
        said = self._out.getvalue()[self._read :]
        self._read += len(said)
        return f"{self._chooser.line(said)}\n"


def chosen_match(
    referee: Referee, managers: Mapping[int, Callable[[], Controller]], names: Sequence[str]
) -> str:
    """All that is said in a match that a `Chooser` plays for every person."""
    out = io.StringIO()
    voice = Output(out)
    lines_in = Input(Listener(out, Chooser()), voice, echo=True)
    host = plain_host(referee, names, managers, cosmetic=COMMON)
    PlainMatch(host, voice, lines_in).run()
    assert_plain(out.getvalue())
    return out.getvalue()


class Program:
    """The real program on pipes; its player sees only what it prints."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [*PROGRAM, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.text = ""

    def hear(self) -> str:
        """All that is said up to the next prompt, the prompt included, or to the end."""
        assert self.process.stdout is not None
        pipe = self.process.stdout.fileno()
        said = b""
        limit = time.monotonic() + PATIENCE
        while not said.endswith(b"> ") and time.monotonic() < limit:
            if select.select([pipe], [], [], 0.2)[0]:
                chunk = os.read(pipe, 65536)
                if not chunk:
                    break
                said += chunk
        self.text += said.decode()
        return said.decode()

    def type(self, line: str) -> str:
        """Type a line and return its output."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()
        return self.hear()

    def end(self) -> tuple[int, str]:
        """Close the input; return the exit code and the standard error."""
        assert self.process.stdin is not None
        assert self.process.stderr is not None
        self.process.stdin.close()
        self.hear()
        error = self.process.stderr.read().decode()
        for pipe in (self.process.stdout, self.process.stderr):
            assert pipe is not None
            pipe.close()
        return self.process.wait(PATIENCE), error
