"""The console on which a match runs in plain mode: settings, patience, several entries a line."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from threading import Timer
from typing import TYPE_CHECKING, Final

from deathdome.console import COVERING
from deathdome.managers import registry
from deathdome.match.protocol import HUMAN
from deathdome.match.windows import PAUSE
from deathdome.model.notation import split_typed
from deathdome.text.names import shortened, team_name
from deathdome.text.phrases import matches as say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from deathdome.console import Input, Output, Streams
    from deathdome.match.protocol import Controller


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
