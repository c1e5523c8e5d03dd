"""The protocol of a bot: an observed state and a question go in, an answer comes out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.powerdome.bots.choice import Choice
    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.model.asks import Ask
    from deathdome.powerdome.model.dome import Seat
    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.model.state import State
    from deathdome.powerdome.model.tome import Tome


@dataclass(frozen=True, slots=True)
class Briefing:
    """The facts that a bot gets before its first question."""

    seat: Seat
    seats: tuple[str, ...]  # names, in seat order
    seed: int  # of the bot's own random stream; it says nothing about the dice of the game
    tome: Tome | None = None  # powers of the game; every view has them too


@runtime_checkable
class Bot(Protocol):
    """A player without a keyboard.

    `decide` gets the state as `rules.game.observe` shows it to the seat, and one of the questions
    that the seat owes. `observe` gets the events of the game in order, as the seat may see them.
    """

    def begin(self, briefing: Briefing) -> None:
        """Prepare for a game."""

    def decide(self, view: State, ask: Ask) -> Answer:
        """Return a legal answer."""

    def observe(self, events: Sequence[Event]) -> None:
        """Take in what happened."""

    # It may have `last_line() -> str`, for when it has won, and `close()`, to end a process.


@runtime_checkable
class Explaining(Protocol):
    """A bot that can give its reasons."""

    def explain(self) -> Choice | None:
        """Return the last decision with its terms, or None before the first."""


def moment(view: State, ask: Ask) -> str:
    """Return a word for a question that no other question of the same seat and game has.

    A bot that draws from it gives the same answer in a game that is resumed.
    """
    return f"{view.dome.round}/{ask.kind.value}/{ask.character}/{len(view.answers)}"
