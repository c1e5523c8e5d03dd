"""The title screen: the main menu."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome import __version__
from deathdome.match.protocol import HUMAN
from deathdome.text.names import listed
from deathdome.text.phrases import menus as say
from deathdome.tui.presenters.text import BLANK, Line, Span, line, wrapped
from deathdome.tui.saved_matches import SavedMatches
from deathdome.tui.screens.menu import Choice, ChoiceScreen

if TYPE_CHECKING:
    from collections.abc import Sequence

# Drawn with plain letters, so that it looks the same in every terminal.
_LOGO: Final = (
    r"     ____  _____    _  _____ _   _   ____   ___  __  __ _____ ",
    r"    |  _ \| ____|  / \|_   _| | | | |  _ \ / _ \|  \/  | ____|",
    r"    | | | |  _|   / _ \ | | | |_| | | | | | | | | |\/| |  _|  ",
    r"    | |_| | |___ / ___ \| | |  _  | | |_| | |_| | |  | | |___ ",
    r"    |____/|_____/_/   \_\_| |_| |_| |____/ \___/|_|  |_|_____|",
)
_LARGE: Final = (max(map(len, _LOGO)), 24)  # minimum columns, and rows with all below it
_MOTTO: Final = say.DEATH_DOME_FOUR_CONVICTS_TWO


class TitleScreen(ChoiceScreen):
    """The main menu; the first row is the likeliest wish."""

    def banner(self) -> str:
        return f"deathdome {__version__}"

    def heading(self, width: int) -> list[Line]:
        """Return the name, large if there is room."""
        if width < _LARGE[0] or self.size.height < _LARGE[1]:
            return [*wrapped(_MOTTO, width, "dim"), BLANK]
        return [
            *(line(Span(row[:width], "title")) for row in _LOGO),
            BLANK,
            line(Span(f"    {_MOTTO}", "dim")),
            BLANK,
        ]

    def choices(self) -> Sequence[Choice]:
        """Return the rows; `Continue` only if there is an unfinished match."""
        shell, saved_matches = self.shell, SavedMatches(self.shell)
        lobby = shell.lobby
        seats = shell.settings.options.seats
        quick, why = lobby.quick_seats(seats) if lobby is not None else (seats, "")
        rows: list[Choice] = []
        if lobby is not None and (old := shell.unfinished) is not None:
            rows.append(Choice("Continue", old.words, lambda: shell.resume(old.key)))
        rows += [
            Choice(
                "Quick match",
                say.AGAINST_EQUIPPED.format(opponent=why or _against(quick)),
                lambda: shell.play(shell.wishes_of(quick, quick=True)),
            ),
            Choice(
                "New match",
                say.WHO_PLAYS_WHERE_HOW_LONG,
                lambda: shell.open("setup", shell.wishes_of(seats)),
            ),
            Choice(
                "Hot-seat",
                say.TWO_TO_FOUR_PEOPLE,
                lambda: shell.open("setup", shell.wishes_of((HUMAN, HUMAN))),
            ),
            Choice(
                "Lessons",
                say.SEVEN_OF_TWO_MINUTES_EACH,
                lambda: shell.open("lessons"),
            ),
            Choice(
                "Matches",
                say.THOSE_THAT_ARE_KEPT_WATCHED,
                saved_matches.show_matches,
            ),
            Choice("Load", say.POSITION_OR_A_REPLAY, saved_matches.ask_for_text),
            Choice(say.HOW_TO_PLAY, say.RULES_IN_BRIEF_KEYS, lambda: shell.open("help")),
            Choice("Cards", say.EVERY_CARD_OF_THE_GAME, self._cards),
            Choice("Rules", say.EVERY_RULE_BY_NUMBER, self._rules),
            Choice(
                "Options",
                say.COLOURS_SIGNS_PACE_KEYS_NAMES,
                lambda: shell.open("options"),
            ),
            Choice(
                "Quit", say.CLOSE_THE_GAME if shell.is_web else say.BACK_TO_THE_SHELL, shell.leave
            ),
        ]
        return rows

    def _cards(self) -> None:
        self.shell.open("cards", self.shell.catalog)

    def _rules(self) -> None:
        self.shell.open("rules", self.shell.catalog)

    def do_back(self) -> None:
        """Do nothing: there is no level below."""

    def do_leave(self) -> None:
        """Leave without a question: nothing can be lost here."""
        self.shell.leave()


def _against(seats: Sequence[str]) -> str:
    """Return a sentence about the seats of a quick match."""
    others = [name for name in seats if name != HUMAN]
    if 0 < len(others) < len(seats):
        return say.AGAINST.format(others=listed(others))
    return f"{listed(seats)}."
