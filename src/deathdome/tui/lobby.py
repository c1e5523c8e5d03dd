"""Matches before they begin: the terms a player asks for, and the lobby that opens them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

from deathdome.content.default_boards import DEFAULT_BOARD
from deathdome.model.ruleset import EDITIONS, Ruleset

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.content.positions.one_line import Copied
    from deathdome.model.catalog import Catalog
    from deathdome.records.timeline import Stop, Timeline
    from deathdome.session.host import MatchHost

MAX_NAME = 20  # letters of a player's name
OPPONENT = "regular"  # level of an unnamed manager


@dataclass(frozen=True, slots=True)
class Wishes:
    """Terms of a match as the player wants them; None leaves them to the rules or to chance."""

    seats: tuple[str, ...] = ("human", OPPONENT)  # "human" or a manager's name, clockwise
    people: tuple[str, ...] = ("", "", "", "")  # name of the player in each seat; "" for none
    seed: int | None = None
    rounds: int | None = None
    board: str = DEFAULT_BOARD
    edition: str = "2021"
    characters: bool | None = None
    switches: tuple[tuple[str, Any], ...] = ()  # changed from the edition, scenarios included
    series: tuple[int, ...] = ()  # rounds of each match of a season; (): a single match
    purses: tuple[int, ...] = ()  # credits of each team at the start; (): as the rules say
    quick: bool = False  # all teams start equipped
    secret: bytes | None = None
    cosmetic: int | None = None  # seed of names and remarks

    @property
    def edition_rules(self) -> Ruleset:
        """The rules before any switch was changed."""
        rules, wanted = EDITIONS[self.edition], self.characters
        if wanted is None:
            return rules
        return replace(rules, characters=wanted, auction_sells_character=wanted)

    @property
    def rules(self) -> Ruleset:
        """The rules of the edition, with the changed switches."""
        return replace(self.edition_rules, **dict(self.switches))

    def switched(self, name: str, value: object) -> Wishes:
        """Return the wishes with another value of a switch."""
        switches = {**dict(self.switches), name: value}
        if value == getattr(self.edition_rules, name):
            del switches[name]
        return replace(self, switches=tuple(switches.items()))

    def lasting(self, series: tuple[int, ...]) -> Wishes:
        """Return the wishes for a season of these rounds, or () for a single match.

        A new season suggests Handicap cards, which keep it open longer (docs/seasons.md); a single
        match drops them.
        """
        wishes = replace(self, series=series)
        if bool(series) == bool(self.series):
            return wishes
        return wishes.switched("handicap", bool(series))


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A match that can be resumed."""

    key: str  # for `Lobby.resume`
    words: str  # what it is: "round 3 of 6, against greedy, yesterday 21:40"


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """A match in the list of saved matches."""

    key: str  # for `Lobby.watch` and `Lobby.resume`
    when: str  # it was played last: "2026-11-22 21:40"
    seats: str  # who plays: "Bo, greedy"
    how: str  # the result, the progress, or why it cannot be read
    unfinished: bool
    readable: bool = True


class Lobby(Protocol):
    """Opens matches for the title screen, which knows neither files nor managers."""

    @property
    def catalog(self) -> Catalog:
        """The cards of new matches."""

    @property
    def boards(self) -> tuple[str, ...]:
        """Ids of the boards, the default one first."""

    @property
    def managers(self) -> tuple[str, ...]:
        """Names of the managers that can take a seat."""

    def about(self, manager: str) -> str:
        """Return a manager's style and measured strength; "" if unknown."""

    def ranking(self) -> str:
        """Return a sentence about the order of the managers; "" for none."""

    def seats_of(self, board: str) -> tuple[int, ...]:
        """Return the numbers of teams that a board has room for."""

    def any_unfinished(self) -> bool:
        """Return True if there seems to be an unfinished match; a quick check."""

    @property
    def is_first_start(self) -> bool:
        """True if nothing was ever played or chosen here, so that the first question is due."""

    def welcomed(self, answer: str) -> None:
        """Remember the answer to the first question."""

    def unfinished(self) -> Unfinished | None:
        """Return the newest unfinished match."""

    def quick_seats(self, wished: Sequence[str]) -> tuple[tuple[str, ...], str]:
        """Return the seats of a quick match, and why these; `wished` are those of the options."""

    def open(self, wishes: Wishes) -> MatchHost:
        """Return a new match.

        Raises:
            DeathdomeError: it cannot be played.
        """

    def load(self, text: str) -> Copied | Timeline:
        """Return the match or position of a copied text, or of the file that the text names.

        Raises:
            DeathdomeError: it is neither a position nor a replay.
        """

    def play_on(self, copied: Copied, seats: Sequence[str]) -> MatchHost:
        """Return a match that begins with a position.

        Raises:
            DeathdomeError: it cannot be played.
        """

    def resume(self, key: str) -> tuple[MatchHost, Wishes]:
        """Resume a match, and return the terms that it began with.

        Raises:
            DeathdomeError: it cannot be resumed.
        """

    def saved_matches(self) -> Sequence[SavedMatch]:
        """Return the saved matches: unfinished ones first, each part newest first.

        Raises:
            DeathdomeError: the folder cannot be listed.
        """

    def delete(self, key: str) -> None:
        """Delete a saved match.

        Raises:
            DeathdomeError: another program is playing it, or it cannot be deleted.
        """

    def watch(self, key: str) -> Timeline:
        """Return a saved match, replayed as far as possible.

        Raises:
            DeathdomeError: its beginning cannot be replayed.
        """

    def seat_choices(self, timeline: Timeline) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the managers that may continue a match, and the default one of each seat."""

    def fork(
        self, timeline: Timeline, stop: Stop, seats: Sequence[str]
    ) -> tuple[MatchHost, Wishes]:
        """Return a new match that begins at a stop of another one.

        Raises:
            DeathdomeError: it cannot be played from there.
        """
