"""The protocol of whatever answers for a seat: a person at a screen, or a manager.

Everything a controller may know arrives through these four calls, as plain frozen data.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deathdome.model.actions import Action
    from deathdome.model.decisions import Question
    from deathdome.model.events import Told
    from deathdome.model.observation import Observation
    from deathdome.model.outcome import Outcome
    from deathdome.model.state import Table

PROTOCOL = 1

Terms: TypeAlias = tuple[tuple[str, int], ...]  # what counts for or against something, in credits


def never() -> bool:
    """Nobody is in a hurry."""
    return False


@dataclass(frozen=True, slots=True)
class Briefing:
    """Given once, before the first question."""

    protocol: int
    seat: int
    seats: int
    table: Table  # catalog, ruleset and board
    seed: int  # the controller's own, independent of the dice
    options: Mapping[str, str]  # "level" and "personality", where they were said; see specs
    # Asked now and then by a manager that thinks for long; True: answer with the best so far.
    hurry: Callable[[], bool] = never


@dataclass(frozen=True, slots=True)
class Budget:
    """What a controller may spend on one answer; nodes decide, the clock only stops."""

    nodes: int = 10_000
    seconds: float = 30.0


@dataclass(frozen=True, slots=True)
class Request:
    """One question to one seat."""

    number: int  # of the question in this match
    seat: int
    question: Question
    seen: Observation
    options: tuple[Action, ...]
    budget: Budget
    unit: int = -1  # the unit it is about


class Alternative(NamedTuple):
    """What a controller would have done else, whole: its answers in order, and their terms."""

    deeds: tuple[Action, ...]
    why: Terms = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer. The terms of `why` add up to what it is worth to whoever gives it."""

    action: Action
    nodes: int = 0
    why: Terms = ()
    next_best: Alternative | None = None


@runtime_checkable
class Controller(Protocol):
    """Answers for one seat."""

    def begin(self, briefing: Briefing) -> None:
        """Once a match."""

    def decide(self, request: Request) -> Reply:
        """One of the request's options."""

    def observe(self, events: Sequence[Told]) -> None:
        """What happened since the last call, as this seat may hear it."""

    def end(self, outcome: Outcome) -> None:
        """Once, when the match is over."""
