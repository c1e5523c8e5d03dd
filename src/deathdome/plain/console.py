"""Lines of text out and in: the console on which a match runs in plain mode."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import Enum
from io import TextIOWrapper
from threading import Timer
from typing import TYPE_CHECKING, Final, Protocol

from deathdome.content.positions.one_line import line_rows
from deathdome.managers import registry
from deathdome.match.protocol import HUMAN
from deathdome.match.windows import PAUSE
from deathdome.model.notation import split_typed
from deathdome.terminal import rows_of
from deathdome.text.names import shortened, team_name
from deathdome.text.phrases import matches as say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import TextIO

    from deathdome.match.protocol import Controller

WIDTH: Final = 100  # columns of a line where no terminal says how many it has
LONGEST: Final = 2_000  # characters that are read of a line
UNLIMITED: Final = 0  # columns: lines are not broken
_INDENT: Final = "  "  # of continued lines
_FAR: Final = 1_000_000
# Drawing characters, which a screen reader spells out: boxes, blocks, Braille, mosaics.
_DRAWN: Final = (range(0x2500, 0x25A0), range(0x2800, 0x2900), range(0x1FB00, 0x1FC00))


def clean(text: str) -> str:
    """Return a text as one line without control or drawing characters.

    A control character, which a terminal would obey, is shown as `<U+001B>`; one that would draw as
    a question mark. What only breaks lines is a blank.
    """
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    return " ".join("".join(_shown(char) for char in text).split())


def _shown(char: str) -> str:
    if char.isspace():
        return " "
    if not char.isprintable():
        return f"<U+{ord(char):04X}>"
    return "?" if any(ord(char) in signs for signs in _DRAWN) else char


class Output:
    """Output of lines."""

    def __init__(self, out: TextIO, width: int = WIDTH) -> None:
        """Write lines to `out`, at most `width` columns wide; 0 for no limit."""
        self._out: Final = out
        self._width: Final = width or _FAR

    def say(self, *texts: str) -> None:
        """Write each line, wrapped if it is long."""
        for text in texts:
            rows = rows_of(clean(text), self._width, _INDENT)
            self._out.write("\n".join(rows) + "\n")
        self._out.flush()

    def quote(self, *lines: str) -> None:
        """Write lines of a file unchanged, however long."""
        for line in lines:
            self._out.write("".join(c if c.isprintable() else " " for c in line) + "\n")
        self._out.flush()

    def spell(self, text: str) -> None:
        """Write a text to copy, in rows that can be joined again."""
        self.quote(*line_rows(text, self._width))

    def ask(self, prompt: str) -> None:
        """Write a prompt, without a line end."""
        self._out.write(f"{prompt} ")
        self._out.flush()


class Source(Protocol):
    """A source of lines."""

    def readline(self) -> str:
        """Return the next line with its end; '' at the end of the input."""


class Input:
    """Input of lines."""

    def __init__(self, source: Source | None, out: Output, *, echo: bool) -> None:
        """Read from a source; None is a source that has ended.

        `echo`: what is heard is said as well, so that a record of a script can be read.
        """
        self._source: Final = source
        self._out: Final = out
        self._echo: Final = echo

    def line(self, prompt: str) -> str | None:
        """Return the next line; None at the end of the input."""
        self._out.ask(prompt)
        heard = self._source.readline() if self._source is not None else ""
        if not heard:
            self._out.say("")
            return None
        text = heard.rstrip("\r\n")[:LONGEST]
        if self._echo:
            self._out.say(text)
        return text


# -- the streams of the process --------------------------------------------------------------------

COVERING: Final = 50  # empty lines; more than most windows show
_LEAST: Final = 20  # columns; a line of less is not a line


class Streams:
    """Return standard output and input as `Output` and `Input`."""

    def __init__(self, width: int | None = None) -> None:
        """`width`: columns of a line, 0 for no limit; None for those of the terminal."""
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, TextIOWrapper):
                # No character in a name or a script may end the match.
                stream.reconfigure(errors="replace")
        self.terminal: Final = (
            sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
        )  # whether a player sits at both ends
        self.out: Final = Output(sys.stdout, _columns() if width is None else width)
        self.lines_in: Final = Input(sys.stdin, self.out, echo=not self.terminal)


def _columns() -> int:
    """Return the columns of the terminal; without one, the width for scripts."""
    with suppress(OSError, ValueError):
        if sys.stdout.isatty():
            return max(_LEAST, os.get_terminal_size(sys.stdout.fileno()).columns)
    return WIDTH


def makers(names: Sequence[str]) -> Mapping[int, Callable[[], Controller]]:
    """Return factories for the managers of a match, by seat; they run here, guarded."""
    return {seat: _maker(name) for seat, name in enumerate(names) if name != HUMAN}


def _maker(name: str) -> Callable[[], Controller]:
    return lambda: registry.create(name)


# -- how a match runs and ends ---------------------------------------------------------------------

_PATIENCE: Final = 2.0  # seconds


class Next(Enum):
    """The player's wish after a match."""

    NOTHING = "nothing"
    AGAIN = "again"  # the same match with the same dice and cards
    ANOTHER = "another"  # the same match with others
    CONTINUE = "continue"  # the match that was left unfinished before


class LeftError(Exception):
    """The player has left or wants another match, or the input has ended."""

    def __init__(self, wanted: Next = Next.NOTHING) -> None:
        super().__init__(wanted.value)
        self.wanted = wanted


class RefusedError(Exception):
    """An input was refused in a strict script, which stops there."""


@dataclass(frozen=True)
class PlainSettings:
    """Settings of a match in plain mode."""

    covering: int = 0  # empty lines that cover the output to one player from the next
    asks: bool = False  # before something useful is given away; else it is only said
    patience: float = 0.0  # seconds until it is said that a manager is thinking; 0: never
    pause: float = 0.0  # seconds where a manager may hold a card that answers, held or not
    strict: bool = False  # a refusal ends the match
    unfinished: str = ""  # an older match that could be resumed, in words
    resume: str = ""  # the command that resumes this match later

    @classmethod
    def of(cls, streams: Streams, strict: bool, unfinished: str, resume: str) -> PlainSettings:
        """Return settings that suit the streams."""
        covering = COVERING if streams.terminal else 0
        patience = _PATIENCE if streams.terminal else 0.0
        pause = PAUSE if streams.terminal else 0.0
        return cls(covering, streams.terminal, patience, pause, strict, unfinished, resume)


# -- while a manager thinks ------------------------------------------------------------------------


class Patience:
    """Messages while a manager thinks: at most one between two questions to the player."""

    def __init__(self, out: Output, seconds: float) -> None:
        """Speak with a voice, after so many seconds; 0: never."""
        self._out: Final = out
        self._seconds: Final = seconds
        self._said = False

    def renew(self) -> None:
        """Allow another message: the player has been asked."""
        self._said = False

    @contextmanager
    def waiting(self, seat: int | None = None) -> Iterator[None]:
        """Context of a seat's thinking; without a seat the message names no team."""
        if not self._seconds or self._said:
            yield
            return

        def tell() -> None:
            self._said = True
            self._out.say(
                say.OTHERS_PLAY if seat is None else say.TEAM_THINKING.format(team=team_name(seat))
            )

        timer = Timer(self._seconds, tell)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()


# -- several things on one line --------------------------------------------------------------------

_LONGEST: Final = 200  # characters of the dropped commands


class Typed:
    """Input of several entries on one line, handed out one by one."""

    def __init__(self, out: Output, lines_in: Input) -> None:
        """Read from `lines_in`; report dropped entries to `out`."""
        self._out: Final = out
        self._lines: Final = lines_in
        self._queue: list[str] = []  # the rest of a line

    @property
    def waiting(self) -> bool:
        """True while entries of the last line are left."""
        return bool(self._queue)

    def line(self, prompt: str) -> str:
        """Return a line as typed.

        Raises:
            LeftError: no more will come.
        """
        line = self._lines.line(prompt)
        if line is None:
            self._out.say(say.INPUT_ENDED)
            raise LeftError
        return line

    def next(self, prompt: str) -> str:
        """Return the next entry; the rest of the line waits."""
        if not self._queue:
            line = self.line(prompt)
            if not line.strip():
                return "question"
            self._queue = [] if line.lstrip().startswith("#") else split_typed(line)
        return self._queue.pop(0) if self._queue else ""

    def drop(self, because: str) -> None:
        """Drop the rest of a line, and say so."""
        if self._queue:
            rest = shortened("; ".join(self._queue), _LONGEST)
            self._out.say(say.REST_DROPPED.format(because=because, rest=rest))
            self._queue.clear()
