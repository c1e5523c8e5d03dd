"""Matches before they begin: what somebody wishes for, and who opens it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from deathdome.model.catalog import Catalog
    from deathdome.tui.session import Session

LONGEST_NAME = 20  # letters of a player's name


@dataclass(frozen=True, slots=True)
class Wishes:
    """A match as somebody wants it. What is None is left to the rules or to chance."""

    seats: tuple[str, ...] = ("human", "greedy")  # "human" or a manager's name, clockwise
    people: tuple[str, ...] = ("", "", "", "")  # name of the person in each seat; "" for none
    seed: int | None = None
    rounds: int | None = None
    board: str = "waspworth"
    edition: str = "2021"
    characters: bool | None = None
    quick: bool = False  # everybody has bought already


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A match that can be gone on with."""

    key: str  # for `Lobby.resume`
    words: str  # what it is: "round 3 of 6, against greedy, yesterday 21:40"


class Lobby(Protocol):
    """Opens matches for the title screen, which knows neither files nor managers."""

    @property
    def catalog(self) -> Catalog:
        """The cards that are played with."""

    @property
    def boards(self) -> tuple[str, ...]:
        """Ids of the boards, the default one first."""

    @property
    def managers(self) -> tuple[str, ...]:
        """Names of the managers that can take a seat."""

    def seats_of(self, board: str) -> tuple[int, ...]:
        """Numbers of teams that a board has room for."""

    def unfinished(self) -> Unfinished | None:
        """The newest match that is not over."""

    def open(self, wishes: Wishes) -> Session:
        """A new match.

        Raises:
            DeathdomeError: it cannot be played.
        """

    def resume(self, key: str) -> tuple[Session, Wishes]:
        """Goes on with a match; with it what it was begun with.

        Raises:
            DeathdomeError: it cannot be gone on with.
        """
