"""The title screen: the main menu over lava, and a second menu for what is rarely wanted."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from deathdome import __version__
from deathdome.match.protocol import HUMAN
from deathdome.stage.screens.menu import Choice, ChoiceScreen
from deathdome.stage.screens.title import LavaTitle
from deathdome.text.names import listed
from deathdome.text.phrases import menus as say
from deathdome.text.phrases import title as facts
from deathdome.tui.ports import Shell
from deathdome.tui.saved_matches import SavedMatches

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


_SEASON: Final = (4, 5, 6)  # rounds of each match of a new season


class TitleScreen(LavaTitle[Shell]):
    """The main menu; the first row is the likeliest wish."""

    NAME = "DEATH DOME"
    LINE = f"{NAME} 3,000"
    MOTTO = facts.MOTTO
    NUMBER = "3 , 0 0 0"

    def banner(self) -> str:
        return f"deathdome {__version__}"

    # -- what can be chosen --------------------------------------------------------------------

    def choices(self) -> Sequence[Choice]:
        """Return the rows; `Continue` only if there is an unfinished match."""
        shell, saved_matches = self.shell, SavedMatches(self.shell)
        lobby = shell.lobby
        seats = shell.settings.options.seats
        quick, why = lobby.quick_seats(seats) if lobby is not None else (seats, "")
        rows: list[Choice] = []
        if lobby is not None and (old := shell.unfinished) is not None:
            rows.append(
                Choice("Continue", old.words, lambda: shell.resume(old.key), facts.CONTINUE)
            )
        second = Choice("PowerDome", facts.POWERDOME_DETAIL, shell.to_second_game, facts.POWERDOME)
        rows += [
            Choice(
                "Quick match",
                say.AGAINST_EQUIPPED.format(opponent=why or _against(quick)),
                lambda: shell.play(shell.wishes_of(quick, quick=True)),
                _rivals(quick),
            ),
            Choice(
                "New match",
                say.NEW_MATCH,
                lambda: shell.open("setup", shell.wishes_of(seats)),
                facts.NEW_MATCH,
            ),
            Choice(
                "Season",
                say.SEASON,
                lambda: shell.open("setup", shell.wishes_of(seats).lasting(_SEASON)),
                facts.SEASON,
            ),
            Choice(
                "Hot-seat",
                say.HOT_SEAT,
                lambda: shell.open("setup", shell.wishes_of((HUMAN, HUMAN))),
                facts.HOT_SEAT,
            ),
            Choice(
                "Lessons",
                say.LESSONS,
                lambda: shell.open("lessons"),
                facts.LESSONS,
            ),
            Choice(
                "Matches",
                say.MATCHES,
                saved_matches.show_matches,
                facts.MATCHES,
            ),
            *([second] if shell.has_second_game else []),
            Choice("More", facts.MORE_DETAIL, lambda: shell.open("more"), facts.MORE),
        ]
        return rows

    def do_back(self) -> None:
        """Do nothing: there is no level below."""

    def do_leave(self) -> None:
        """Leave without a question: nothing can be lost here."""
        self.shell.leave()


class MoreScreen(ChoiceScreen[Shell]):
    """Rare choices of the title screen; each of their pages returns to it."""

    def banner(self) -> str:
        return facts.MORE_TITLE

    def choices(self) -> Sequence[Choice]:
        return [replace(row, act=partial(self._leave_for, row.act)) for row in rare(self.shell)]

    def _leave_for(self, act: Callable[[], None]) -> None:
        self.app.pop_screen()
        act()


def rare(shell: Shell) -> list[Choice]:
    """Return the rows of the second menu."""
    return [
        Choice("Load", say.LOAD, SavedMatches(shell).ask_for_text),
        Choice(say.HELP_TITLE, say.HELP, lambda: shell.open("help")),
        Choice("Cards", say.CARDS, lambda: shell.open("cards", shell.catalog)),
        Choice("Rules", say.RULES, lambda: shell.open("rules", shell.catalog)),
        Choice("Options", say.OPTIONS, lambda: shell.open("options")),
        Choice("Quit", say.QUIT if shell.is_web else say.QUIT_TO_SHELL, shell.leave),
    ]


def _rivals(seats: Sequence[str]) -> str:
    """Return the other players of a quick match."""
    others = [name for name in seats if name != HUMAN]
    if 0 < len(others) < len(seats):
        return facts.AGAINST.format(others=listed(others))
    return facts.TEAMS.format(number=len(seats))


def _against(seats: Sequence[str]) -> str:
    """Return a sentence about the seats of a quick match."""
    others = [name for name in seats if name != HUMAN]
    if 0 < len(others) < len(seats):
        return say.AGAINST.format(others=listed(others))
    return f"{listed(seats)}."
