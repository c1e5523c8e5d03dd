"""Protocol between a match and the controller of a seat: a player at a screen, or a manager.

Everything that a controller may know arrives through these four calls, as plain frozen data.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, TypeAlias, runtime_checkable

from deathdome.model.actions import DECLINE, ActionKind, kind_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deathdome.model.actions import Action
    from deathdome.model.decisions import Question
    from deathdome.model.events import Event, Outcome
    from deathdome.model.observation import Observation
    from deathdome.model.state import Setup

PROTOCOL = 1
HUMAN: Final = "human"  # name of a seat that a player plays

# Kinds of the least committal answers; the first one that is legal is the default.
_SAFE: Final = (
    ActionKind.DECLINE,
    ActionKind.COMMIT,
    ActionKind.STOP,
    ActionKind.END_PHASE,
    ActionKind.END_TURN,
    ActionKind.PASS,
    ActionKind.DONE,
    ActionKind.EQUIP,
    ActionKind.SELL,
)

Terms: TypeAlias = tuple[tuple[str, int], ...]  # arguments for or against an answer, in credits


def never() -> bool:
    """Default `hurry` callback: never."""
    return False


@dataclass(frozen=True, slots=True)
class Briefing:
    """Facts given once, before the first question."""

    protocol: int
    seat: int
    seats: int
    setup: Setup  # catalog, ruleset and board
    seed: int  # for the controller, independent of the dice
    options: Mapping[str, str]  # "level" and "personality", if specified; see specs
    # Polled by a manager during long thought; True: answer with the best so far.
    hurry: Callable[[], bool] = never


@dataclass(frozen=True, slots=True)
class Budget:
    """Budget of one answer; nodes decide, the clock only stops."""

    nodes: int = 10_000
    seconds: float = 30.0


@dataclass(frozen=True, slots=True)
class Request:
    """A question to a seat."""

    number: int  # `number_of`; grows with each question to the seat
    seat: int
    question: Question
    seen: Observation
    options: tuple[Action, ...]
    budget: Budget
    unit: int = -1  # the unit concerned

    @property
    def mark(self) -> tuple[int, int]:
        """Key that identifies the question in the match: two seats may have the same number."""
        return self.number, self.seat

    @property
    def default(self) -> Action:
        """The least committal legal action."""
        return default_of(self.options)


def default_of(options: Sequence[Action]) -> Action:
    """Return the least committal of the options."""
    by_kind = {kind_of(action): action for action in reversed(options)}
    for kind in _SAFE:
        if kind in by_kind:
            return by_kind[kind]
    return options[0]


NO_MARK: Final = (-1, -1)  # matches no question


def number_of(journal: Sequence[tuple[int, Action]], seat: int) -> int:
    """Return the number of the question to the seat after these answers, chance included.

    Answers of other seats that let something pass do not count: that they were asked at all would
    reveal cards in a hand.
    """
    return sum(who == seat or action != DECLINE for who, action in journal)


class Alternative(NamedTuple):
    """The controller's second choice: its answers in order, and their terms."""

    deeds: tuple[Action, ...]
    why: Terms = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer. The terms of `why` add up to its worth for the controller."""

    action: Action
    nodes: int = 0
    why: Terms = ()
    next_best: Alternative | None = None


@runtime_checkable
class Controller(Protocol):
    """Answers for one seat."""

    def begin(self, briefing: Briefing) -> None:
        """Receive the briefing, once a match."""

    def decide(self, request: Request) -> Reply:
        """Return one of the request's options."""

    def observe(self, events: Sequence[Event]) -> None:
        """Receive the events since the last call, as this seat may see them."""

    def end(self, outcome: Outcome) -> None:
        """Receive the outcome, once, when the match is over."""
