"""Limits of a foreign manager."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

SCHEMA: Final = 1  # of the messages; docs/managers-protocol.md
AFTER: Final = -1  # the number of no question: before the first or after the last


@dataclass(frozen=True, slots=True)
class Limits:
    """Times in seconds, sizes in bytes. The system enforces the last four, if it can."""

    start: float = 10.0  # until the first answer
    grace: float = 0.05  # beyond the budget of a question
    bank: float = 2.0  # for a whole match, used up by answers later than that
    hang: float = 2.0  # silence after the deadline before the process is ended
    hurried: float = 1.0  # for the answer, once somebody is in a hurry
    leave: float = 1.0  # to end by itself after the match
    reply: int = 64 << 10  # of one line
    log: int = 1 << 20  # of what is kept of standard error, and of lines nobody asked for
    memory: int = 4 << 30
    processor: int = 3600  # seconds of one process
    file: int = 64 << 20  # of each file that is written
    children: int = 256  # processes and threads beyond those that the system runs already


DEFAULT_LIMITS: Final = Limits()
