"""Starting plain mode on the streams of the process, and ending it as a program should."""

from __future__ import annotations

import signal
import sys
from contextlib import contextmanager
from io import TextIOWrapper
from typing import TYPE_CHECKING, Final

from deathdome.managers import registry
from deathdome.plain.match import PlainMatch
from deathdome.plain.voice import Ears, Voice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from types import FrameType

    from deathdome.plain.commands import Command
    from deathdome.play.controllers import Controller
    from deathdome.play.referee import Referee

HUMAN: Final = "human"
_COVERING: Final = 50  # empty lines; more than most windows show


class Terminated(KeyboardInterrupt):
    """The process was asked to end; not caught by what guards the managers."""


def plain_match(
    referee: Referee, names: Sequence[str], *, more: Mapping[str, Command] | None = None
) -> PlainMatch:
    """A match on standard input and output; managers play in this process, guarded."""
    terminal = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            # No sign in a name or a script may end the match.
            stream.reconfigure(errors="replace")
    voice = Voice(sys.stdout)
    ears = Ears(sys.stdin, voice, echo=not terminal)
    managers = {seat: _maker(name) for seat, name in enumerate(names) if name != HUMAN}
    covering = _COVERING if terminal else 0
    return PlainMatch(referee, names, managers, voice, ears, more=more, covering=covering)


def run_plain(match: PlainMatch) -> int:
    """Plays the match and returns the exit code: 0, or 143 when the process was told to end."""
    with _termination():
        try:
            match.run()
        except Terminated:
            return 128 + signal.SIGTERM
    return 0


def _maker(name: str) -> Callable[[], Controller]:
    return lambda: registry.create(name)


@contextmanager
def _termination() -> Iterator[None]:
    """While it lasts, SIGTERM is an exception, so that what was said is written out."""

    def end(_number: int, _frame: FrameType | None) -> None:
        raise Terminated

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
