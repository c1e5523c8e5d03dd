"""The application of PowerDome as its screens see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from deathdome.stage.ports import Shell as StageShell

if TYPE_CHECKING:
    from deathdome.powerdome.play.host import GameHost

Page: TypeAlias = Literal["game", "help", "title"]


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

    def open(self, page: Page, *values: object, **options: object) -> None:
        """Open a screen by its name, made with these values."""

    def close(self, page: Page) -> None:
        """Close the top screen if it is the one of that name."""

    def play(self) -> None:
        """Begin a new game with the players of the options."""

    def to_title(self) -> None:
        """Leave the game for the title; without one leave the program."""

    def to_first_game(self) -> None:
        """Leave for the title of the first game."""
