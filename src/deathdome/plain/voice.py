"""Lines out and lines in: nothing is ever drawn, coloured or moved about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from deathdome.content.positions.one_line import broken
from deathdome.terminal.columns import rows_of

if TYPE_CHECKING:
    from typing import TextIO

WIDTH: Final = 100  # columns of a line where no terminal says how many it has
LONGEST: Final = 2_000  # characters that are read of a line
UNLIMITED: Final = 0  # columns: lines are not broken
_INDENT: Final = "  "  # before what goes on on the next line
_FAR: Final = 1_000_000
# What looks like a picture and is read out sign by sign: box drawing, blocks, Braille, mosaics.
_DRAWN: Final = (range(0x2500, 0x25A0), range(0x2800, 0x2900), range(0x1FB00, 0x1FC00))


def clean(text: str) -> str:
    """The text as one line in which nothing acts and nothing is drawn.

    A control character, which a terminal would obey, stands as `<U+001B>`; one that would draw as
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


class Voice:
    """Says lines."""

    def __init__(self, out: TextIO, width: int = WIDTH) -> None:
        """Takes where the lines go, and how many columns they may have; 0 for no limit."""
        self._out: Final = out
        self._width: Final = width or _FAR

    def say(self, *texts: str) -> None:
        """A line each, or several where it is long."""
        for text in texts:
            rows = rows_of(clean(text), self._width, _INDENT)
            self._out.write("\n".join(rows) + "\n")
        self._out.flush()

    def quote(self, *lines: str) -> None:
        """Lines of a file, each as it is, however long."""
        for line in lines:
            self._out.write("".join(c if c.isprintable() else " " for c in line) + "\n")
        self._out.flush()

    def spell(self, text: str) -> None:
        """A text that is to be copied, in rows that can be put together again."""
        self.quote(*broken(text, self._width))

    def ask(self, prompt: str) -> None:
        """What stands before the answer, in the same line."""
        self._out.write(f"{prompt} ")
        self._out.flush()


class Source(Protocol):
    """Where lines come from."""

    def readline(self) -> str:
        """The next line with its end; '' when no more will come."""


class Ears:
    """Hears lines."""

    def __init__(self, source: Source | None, voice: Voice, *, echo: bool) -> None:
        """Takes where the lines come from; None is a source that has ended.

        `echo`: what is heard is said as well, so that a record of a script can be read.
        """
        self._source: Final = source
        self._voice: Final = voice
        self._echo: Final = echo

    def line(self, prompt: str) -> str | None:
        """The next line; None when no more will come."""
        self._voice.ask(prompt)
        heard = self._source.readline() if self._source is not None else ""
        if not heard:
            self._voice.say("")
            return None
        text = heard.rstrip("\r\n")[:LONGEST]
        if self._echo:
            self._voice.say(text)
        return text
