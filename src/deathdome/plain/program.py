"""Plain mode on the streams of the process, begun and ended as a program should."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from typing import TYPE_CHECKING, Final

from deathdome.managers import registry
from deathdome.plain.voice import WIDTH, Ears, Voice

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deathdome.match.protocol import Controller

HUMAN: Final = "human"
COVERING: Final = 50  # empty lines; more than most windows show
_LEAST: Final = 20  # columns; a line of less is no line


class Streams:
    """Standard input and output as a voice and ears."""

    def __init__(self, width: int | None = None) -> None:
        """`width`: columns of a line, 0 for no limit; None for those of the terminal."""
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, TextIOWrapper):
                # No sign in a name or a script may end the match.
                stream.reconfigure(errors="replace")
        self.terminal: Final = (
            sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
        )  # whether a person sits at both ends
        self.voice: Final = Voice(sys.stdout, _columns() if width is None else width)
        self.ears: Final = Ears(sys.stdin, self.voice, echo=not self.terminal)


def _columns() -> int:
    """The columns of the terminal, else what a record of a match is laid out for."""
    with suppress(OSError, ValueError):
        if sys.stdout.isatty():
            return max(_LEAST, os.get_terminal_size(sys.stdout.fileno()).columns)
    return WIDTH


def makers(names: Sequence[str]) -> Mapping[int, Callable[[], Controller]]:
    """What makes the managers of a match, by seat; they play in this process, guarded."""
    return {seat: _maker(name) for seat, name in enumerate(names) if name != HUMAN}


def _maker(name: str) -> Callable[[], Controller]:
    return lambda: registry.create(name)
