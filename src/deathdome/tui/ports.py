"""The application as its screens see it: they open each other by name and know no application."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from deathdome.stage.ports import Shell as StageShell

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deathdome.model.catalog import Catalog
    from deathdome.session.host import MatchHost
    from deathdome.stage.text import Line
    from deathdome.tui.display import DisplaySettings
    from deathdome.tui.glyphs import GlyphSet
    from deathdome.tui.lobby import Lobby, Unfinished, Wishes

Page: TypeAlias = Literal[
    "auction",
    "cards",
    "coach",
    "concede",
    "copied",
    "curtain",
    "delete",
    "end",
    "fork",
    "help",
    "saved_matches",
    "leave",
    "lesson_done",
    "lessons",
    "load",
    "log",
    "match",
    "match_result",
    "more",
    "options",
    "play_on",
    "read",
    "reasons",
    "replay",
    "rules",
    "scenarios",
    "season",
    "setup",
    "shop",
    "standings",
    "switches",
    "title",
    "welcome",
]


class Shell(StageShell, Protocol):
    """Holds the match, opens screens, and carries out the keys that mean the same everywhere."""

    # -- read by screens -----------------------------------------------------------------------

    @property
    def in_match(self) -> bool:
        """True while a match is on the screen, running or over."""

    @property
    def session(self) -> MatchHost:
        """The match; only while `in_match`."""

    @property
    def settings(self) -> DisplaySettings:
        """The options in force."""

    @property
    def glyphs(self) -> GlyphSet:
        """The symbols of the board, for the colours in force."""

    @property
    def catalog(self) -> Catalog:
        """The cards of the replay or the match on the screen, or those of the lobby.

        Raises:
            DeathdomeError: a file of cards cannot be read.
        """

    @property
    def lobby(self) -> Lobby | None:
        """The opener of matches; None where only one match is shown."""

    @property
    def unfinished(self) -> Unfinished | None:
        """The match that the title screen offers to continue."""

    @property
    def wishes(self) -> Wishes | None:
        """The terms of the match on the screen; None if it cannot be opened again from them."""

    @property
    def can_rematch(self) -> bool:
        """True if the lobby can open the same match again."""

    @property
    def titled(self) -> bool:
        """True if the title screen is below everything."""

    # -- screens -------------------------------------------------------------------------------

    def open(self, page: Page, *values: object, **options: object) -> None:
        """Open a screen by its name, made with these values."""

    def close(self, page: Page) -> None:
        """Close the top screen if it is the one of that name."""

    def read(self, rows: list[Line]) -> None:
        """Open a card or unit in full."""

    def show_space(self, space: int) -> bool:
        """Close a page and put the cursor of the board below it there; False without a board."""

    def leave_interval_page(self) -> None:
        """Go to the next page between two matches of a season, after the last one to the store."""

    def lift_curtain(self) -> None:
        """Show the match to the player who has taken the seat."""

    # -- words and keys ------------------------------------------------------------------------

    def use_settings(self, settings: DisplaySettings) -> None:
        """Take on other options at once."""

    # -- matches -------------------------------------------------------------------------------

    def begin(self, opens: Callable[[], tuple[MatchHost, Wishes | None]]) -> None:
        """Begin the match that `opens` returns; say why it cannot be opened."""

    def wishes_of(self, seats: Sequence[str], *, quick: bool = False) -> Wishes:
        """Return a match with these seats, its players named by the options."""

    def play(self, wishes: Wishes) -> None:
        """Begin a new match."""

    def resume(self, key: str) -> None:
        """Resume an unfinished match; with an empty key the one played last."""

    def rematch(self, *, same_seed: bool) -> None:
        """Begin the same match again, with the same dice and cards or with others."""

    def teach(self, number: int) -> None:
        """Begin a lesson of the list, counted from 1."""

    def to_lessons(self) -> None:
        """Leave a lesson for the list of them."""

    @property
    def has_second_game(self) -> bool:
        """True if the title of PowerDome can be opened."""

    def to_second_game(self, *, lesson: bool = False) -> None:
        """Leave for the title of PowerDome, or for its lesson."""

    @property
    def only_options(self) -> bool:
        """True if PowerDome has asked for the options, and gets the player back."""

    def to_title(self) -> None:
        """Leave the match for the title screen; without one leave the program."""

    def ask_to_leave(self) -> None:
        """Open the leave dialog, once; leave at once where nothing can be lost."""
