"""How a match is run at these lines, and how it is left."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from deathdome.match.windows import PAUSE
from deathdome.plain.program import COVERING

if TYPE_CHECKING:
    from deathdome.plain.program import Streams

_PATIENCE: Final = 2.0  # seconds


class Next(Enum):
    """What is wanted after a match."""

    NOTHING = "nothing"
    AGAIN = "again"  # the same match with the same dice and cards
    ANOTHER = "another"  # the same match with others
    CONTINUE = "continue"  # the match that was left unfinished before


class LeftError(Exception):
    """The person has left, or no more lines will come; or wants another match."""

    def __init__(self, wanted: Next = Next.NOTHING) -> None:
        super().__init__(wanted.value)
        self.wanted = wanted


class RefusedError(Exception):
    """Something typed was refused, in a script that was to stop at that."""


@dataclass(frozen=True)
class Manner:
    """How a match is run at these lines."""

    covering: int = 0  # empty lines that cover what was said to one person from the next
    asks: bool = False  # before something useful is given away; else it is only said
    patience: float = 0.0  # seconds until it is said that a manager is thinking; 0: never
    pause: float = 0.0  # seconds where a manager may hold a card that answers, held or not
    strict: bool = False  # what is refused ends the match
    unfinished: str = ""  # an older match that could be gone on with, in words
    resume: str = ""  # the command line that goes on with this match later

    @classmethod
    def of(cls, streams: Streams, strict: bool, unfinished: str, resume: str) -> Manner:
        """As it suits those streams."""
        covering = COVERING if streams.terminal else 0
        patience = _PATIENCE if streams.terminal else 0.0
        pause = PAUSE if streams.terminal else 0.0
        return cls(covering, streams.terminal, patience, pause, strict, unfinished, resume)
