"""Lines of text out and in, on the standard streams: no colours, no boxes, one line a fact."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from typing import TYPE_CHECKING, Final, Protocol

from deathdome.terminal import line_rows, rows_of

if TYPE_CHECKING:
    from typing import TextIO

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

    def __init__(self, out: TextIO, width: int = WIDTH, *, pipe: bool = False) -> None:
        """Write lines to `out`, at most `width` columns wide; 0 for no limit.

        `pipe`: a program reads the lines, so texts to copy are not broken.
        """
        self._out: Final = out
        self._pipe: Final = pipe
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
        """Write a text to copy: in rows that can be joined again, or as one line in a pipe."""
        self.quote(*([text] if self._pipe else line_rows(text, self._width)))

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
        columns = _columns() if width is None else width
        self.out: Final = Output(sys.stdout, columns, pipe=not sys.stdout.isatty())
        self.lines_in: Final = Input(sys.stdin, self.out, echo=not self.terminal)


def _columns() -> int:
    """Return the columns of the terminal; without one, the width for scripts."""
    with suppress(OSError, ValueError):
        if sys.stdout.isatty():
            return max(_LEAST, os.get_terminal_size(sys.stdout.fileno()).columns)
    return WIDTH
