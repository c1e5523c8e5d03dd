"""Matches before they begin: what somebody wishes for, and who opens it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from deathdome.content.bundled import DEFAULT_BOARD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.content.positions.one_line import Copied
    from deathdome.model.catalog import Catalog
    from deathdome.records.timeline import Stop, Timeline
    from deathdome.session.host import MatchHost

MAX_NAME = 20  # letters of a player's name
OPPONENT = "regular"  # level that plays where nobody was named


@dataclass(frozen=True, slots=True)
class Wishes:
    """A match as somebody wants it. What is None is left to the rules or to chance."""

    seats: tuple[str, ...] = ("human", OPPONENT)  # "human" or a manager's name, clockwise
    people: tuple[str, ...] = ("", "", "", "")  # name of the person in each seat; "" for none
    seed: int | None = None
    rounds: int | None = None
    board: str = DEFAULT_BOARD
    edition: str = "2021"
    characters: bool | None = None
    quick: bool = False  # everybody has bought already
    secret: bytes | None = None


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A match that can be gone on with."""

    key: str  # for `Lobby.resume`
    words: str  # what it is: "round 3 of 6, against greedy, yesterday 21:40"


@dataclass(frozen=True, slots=True)
class Kept:
    """A match in the list of those that are kept."""

    key: str  # for `Lobby.watch` and `Lobby.resume`
    when: str  # it was played last: "2026-11-22 21:40"
    seats: str  # who plays: "Bo, greedy"
    how: str  # it ended, or how far it is, or why it cannot be read
    unfinished: bool
    readable: bool = True


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

    def about(self, manager: str) -> str:
        """What a manager is like and how strong it was measured to be; "" if nobody knows."""

    def ranking(self) -> str:
        """A sentence about the order of the managers; "" if there is nothing to say."""

    def seats_of(self, board: str) -> tuple[int, ...]:
        """Numbers of teams that a board has room for."""

    def any_unfinished(self) -> bool:
        """Whether there seems to be one: seen at a glance, for who must not wait."""

    def unfinished(self) -> Unfinished | None:
        """The newest match that is not over."""

    def open(self, wishes: Wishes) -> MatchHost:
        """A new match.

        Raises:
            DeathdomeError: it cannot be played.
        """

    def load(self, text: str) -> Copied | Timeline:
        """What a text that was copied says, or the file that it names.

        Raises:
            DeathdomeError: it is neither a position nor a replay.
        """

    def play_on(self, copied: Copied, seats: Sequence[str]) -> MatchHost:
        """A match that begins with a position.

        Raises:
            DeathdomeError: it cannot be played on.
        """

    def resume(self, key: str) -> tuple[MatchHost, Wishes]:
        """Goes on with a match; with it what it was begun with.

        Raises:
            DeathdomeError: it cannot be gone on with.
        """

    def kept(self) -> Sequence[Kept]:
        """The matches that are kept: the unfinished ones first, the last played on top.

        Raises:
            DeathdomeError: nobody can tell which there are.
        """

    def watch(self, key: str) -> Timeline:
        """A kept match, told again as far as it can be.

        Raises:
            DeathdomeError: not even its beginning can be.
        """

    def sitters(self, timeline: Timeline) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The managers that may play on in a match, and which of them does in each seat."""

    def fork(
        self, timeline: Timeline, stop: Stop, seats: Sequence[str]
    ) -> tuple[MatchHost, Wishes]:
        """A match of its own that begins at a stop of another one.

        Raises:
            DeathdomeError: it cannot be played on from there.
        """
