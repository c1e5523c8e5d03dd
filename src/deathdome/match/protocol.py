"""The protocol between a match and what answers for a seat: a person at a screen, or a manager.

Everything a controller may know arrives through these four calls, as plain frozen data.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, TypeAlias, runtime_checkable

from deathdome.model.actions import DECLINE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deathdome.model.actions import Action
    from deathdome.model.decisions import Question
    from deathdome.model.events import Event
    from deathdome.model.observation import Observation
    from deathdome.model.outcome import Outcome
    from deathdome.model.state import Setup

PROTOCOL = 1

Terms: TypeAlias = tuple[tuple[str, int], ...]  # what counts for or against something, in credits


def never() -> bool:
    """Default `hurry` callback: never."""
    return False


@dataclass(frozen=True, slots=True)
class Briefing:
    """Given once, before the first question."""

    protocol: int
    seat: int
    seats: int
    setup: Setup  # catalog, ruleset and board
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

    number: int  # `number_of`; it grows from one question to the seat to its next
    seat: int
    question: Question
    seen: Observation
    options: tuple[Action, ...]
    budget: Budget
    unit: int = -1  # the unit it is about

    @property
    def mark(self) -> tuple[int, int]:
        """What tells it from all other questions of the match: two seats may have one number."""
        return self.number, self.seat


NO_MARK: Final = (-1, -1)  # of no question


def number_of(journal: Sequence[tuple[int, Action]], seat: int) -> int:
    """The number of the question that is put to a seat after these answers, chance included.

    What others have let pass is not counted: that they were asked at all tells of cards in a hand.
    """
    return sum(who == seat or action != DECLINE for who, action in journal)


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

    def observe(self, events: Sequence[Event]) -> None:
        """What happened since the last call, as this seat may hear it."""

    def end(self, outcome: Outcome) -> None:
        """Once, when the match is over."""
