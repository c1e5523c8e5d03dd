"""The application of PowerDome as its screens see it."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias, TypeVar

from deathdome.stage.ports import Shell as StageShell

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.model.asks import Ask
    from deathdome.powerdome.model.dome import Seat
    from deathdome.powerdome.play.host import GameHost
    from deathdome.powerdome.play.lobby import Lobby, Wishes
    from deathdome.powerdome.play.timeline import Timeline
    from deathdome.powerdome.rules.refusals import Refusal

Page: TypeAlias = Literal[
    "auction",  # the show of the bids
    "bids",
    "coach",
    "consent",
    "cull",  # the show of the powers that leave
    "curtain",
    "discard",
    "end",
    "game",
    "help",
    "hint",
    "leave",
    "lesson",
    "log",
    "nominate",
    "order",
    "persona",
    "player",
    "protect",
    "reasons",
    "reply",
    "reveal",  # the show of a combat
    "rules",
    "saved_games",
    "setup",
    "sheet",
    "talk",
    "target",
    "title",
    "tome",
    "trade",
    "watch",
    "what_if",
]


class Speed(Enum):
    """The speeds of a show."""

    STEP = "step"  # card by card
    TIMED = "timed"
    INSTANT = "instant"


Draft = TypeVar("Draft")


class Shell(StageShell, Protocol):
    """Holds the game, opens screens, and carries out the keys that mean the same everywhere."""

    @property
    def in_game(self) -> bool:
        """True while a game is on the screen, running or over."""

    @property
    def host(self) -> GameHost:
        """The game; only while `in_game`."""

    @property
    def has_first_game(self) -> bool:
        """True if leaving the title can lead to the title of the first game."""

    @property
    def curtain(self) -> Seat | None:
        """The seat that a curtain is for; None if there is none now."""

    @property
    def committed(self) -> tuple[int, int]:
        """Secret answers given so far, and how many there will be."""

    @property
    def speed(self) -> Speed:
        """The speed of the shows; kept while the program runs."""

    def next_speed(self) -> Speed:
        """Choose and return the next speed of the shows."""

    def asks(self, ask: Ask) -> bool:
        """True if this question is open, and its person has the keyboard."""

    def answer(self, answer: Answer) -> Refusal | None:
        """Give the answer of the person that is asked; return why it is refused."""

    def lift(self) -> None:
        """Open the curtain."""

    def say_last(self, text: str) -> str:
        """Take the last line of a person that has won; return why not, or ""."""

    def shown(self, events: int) -> None:
        """Note that a show has played the events before this number; close it."""

    def draft(self, make: Callable[[], Draft]) -> Draft:
        """Return the form of the open question as it was left, or a new one."""

    def hint(self) -> None:
        """Find a hint for the open question, and show it."""

    @property
    def reminder(self) -> str:
        """A sentence in view while nothing else is said: the goal of a lesson's step."""

    def teach(self, number: int = 0) -> None:
        """Begin a step of the lesson; they count from 0."""

    def introduced(self) -> None:
        """Close the page about the step of a lesson, and begin it."""

    def open(self, page: Page, *values: object, **options: object) -> None:
        """Open a screen by its name, made with these values."""

    def close(self, page: Page) -> None:
        """Close the top screen if it is the one of that name."""

    def to_options(self) -> None:
        """Leave for the options, which both games share, and come back."""

    @property
    def lobby(self) -> Lobby | None:
        """New and saved games; None without a title."""

    @property
    def can_teach(self) -> bool:
        """True if there is a lesson."""

    def begin(self, wishes: Wishes) -> None:
        """Begin a new game."""

    def resume(self, path: Path) -> None:
        """Resume a saved game."""

    @property
    def has_title(self) -> bool:
        """True if leaving a game leads to the title."""

    @property
    def can_play_again(self) -> bool:
        """True if a new game with the players of this one can be begun."""

    def play_again(self) -> None:
        """Begin a new game with the players of this one."""

    def watch_again(self) -> None:
        """Open the record of the game that is over."""

    @property
    def can_fork(self) -> bool:
        """True if a new game can begin at a moment of a record."""

    def fork(self, timeline: Timeline) -> None:
        """Begin a new game at the moment of a record that is shown."""

    def leave_game(self) -> None:
        """Leave the game, which is saved, or a page, for the title; leave the title."""

    def to_title(self) -> None:
        """Leave the game for the title; without one leave the program."""

    def to_first_game(self) -> None:
        """Leave for the title of the first game."""
