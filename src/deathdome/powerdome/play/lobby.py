"""New and saved games, as the title offers them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol

from deathdome.powerdome.bots.personality import LEVELS, drawn
from deathdome.powerdome.model.options import Options
from deathdome.powerdome.play.host import HUMAN
from deathdome.powerdome.play.referee import bot_seed

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date
    from pathlib import Path

    from deathdome.powerdome.model.dome import Seat
    from deathdome.powerdome.play.host import GameHost
    from deathdome.powerdome.play.library import Summary
    from deathdome.powerdome.play.timeline import Timeline

BOT: Final = "normal"
TABLE: Final = (HUMAN, BOT, BOT, BOT)


@dataclass(frozen=True, slots=True)
class Wishes:
    """A new game that a person asks for."""

    seats: tuple[str, ...] = TABLE  # "human" or the name of a bot
    names: tuple[str, ...] = ()  # "" or a missing one: the usual name
    options: Options = field(default_factory=Options)
    setting: str = ""
    seed: int | None = None

    def trait(self, seat: Seat) -> str:
        """Return the trait that stands out in a bot; "" if it is not known yet."""
        if self.seed is None or self.seats[seat] not in LEVELS:
            return ""
        return drawn(bot_seed(self.seed, seat)).strongest


class Lobby(Protocol):
    """Begins games, and knows the saved ones. Its errors are sentences (DeathdomeError)."""

    def bots(self) -> Sequence[str]:
        """Return the names of the installed bots."""

    def names(self, wishes: Wishes) -> tuple[str, ...]:
        """Return the names of all players of a new game."""

    def begin(self, wishes: Wishes) -> GameHost:
        """Begin a new game."""

    def resume(self, path: Path) -> GameHost:
        """Resume a saved game."""

    def games(self) -> Sequence[Summary]:
        """Return the saved games, unfinished ones first."""

    def delete(self, path: Path) -> None:
        """Delete a saved game, unless a program plays it."""

    def timeline(self, path: Path) -> Timeline:
        """Return a saved game to watch."""


def todays(day: date) -> Wishes:
    """Return the table of a day, the same for everybody who plays it (AM-12)."""
    return Wishes(seed=int(f"{day:%Y%m%d}"))
