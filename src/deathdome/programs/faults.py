"""Faults of players that are programs: their kinds, how they are raised, caught and described."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from traceback import format_exception
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from deathdome.errors import ManagerError, printable

if TYPE_CHECKING:
    from collections.abc import Callable

STRIKES: Final = 3  # after so many faults the fallback plays the seat to the end
MAX_DETAIL: Final = 200  # characters
# Code that is not installed runs in this process, and its tracebacks go to standard error. An
# environment variable, so that every process that plays for this one does the same.
TRUST: Final = "DEATHDOME_TRUST"

# The last six are for programs behind a pipe: it did not start, was late, hung, exited, wrote a
# line that was too long, or too many lines.
FaultKind: TypeAlias = Literal[
    "raised", "illegal", "junk", "unready", "late", "hung", "died", "large", "flood"
]


@dataclass(frozen=True, slots=True)
class Fault:
    """A mistake of a program that plays."""

    question: int  # number of the question; -1 before the first and after the last
    kind: FaultKind
    detail: str  # one line, the same in every process


class Failure(ManagerError):
    """Raised if a controller has no answer, with the kind of fault.

    `final`: it will never have one again.
    """

    def __init__(self, kind: FaultKind, detail: str, *, final: bool = False) -> None:
        super().__init__(one_line(detail))
        self.kind: Final[FaultKind] = kind
        self.final: Final = final


class NoAnswerYet(ManagerError):
    """Raised if a player is in a hurry and the controller still thinks; not a fault."""


class SwallowErrors:
    """Context manager that swallows every exception, exit() too, except KeyboardInterrupt."""

    def __init__(self, note: Callable[[BaseException], object]) -> None:
        """Call `note` with each exception."""
        self._note: Final = note

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if error is None or isinstance(error, KeyboardInterrupt):
            return False
        self._note(error)
        return True


def ignore(_: BaseException) -> None:
    """No-op handler."""


def error_line(error: BaseException) -> str:
    """Describe an exception in one line."""
    text = ""
    with SwallowErrors(ignore):  # printing it may fail
        text = str(error).strip()
    name = type(error).__name__
    return one_line(f"{name}: {text}" if text else name)


def traceback_text(error: BaseException) -> str:
    """Return the traceback of a foreign exception; print it too if its code is trusted."""
    text = ""
    with SwallowErrors(ignore):
        text = "".join(format_exception(error))
        if os.environ.get(TRUST, "") not in ("", "0"):
            sys.stderr.write(text)
    return text


def one_line(text: str) -> str:
    """Shorten a text to one line that is safe to write and show anywhere."""
    return printable(" ".join(text.split())[:MAX_DETAIL])[:MAX_DETAIL]


@dataclass(frozen=True, slots=True)
class Finding:
    """A result of a check: a law, and the problems with it."""

    ok: bool
    what: str
    details: tuple[str, ...] = ()
