"""The title screen: the main menu over lava, and a second menu for what is rarely wanted."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from deathdome import __version__
from deathdome.match.protocol import HUMAN
from deathdome.stage.lava import lava_field
from deathdome.stage.letters import letter_lines, letters_width
from deathdome.stage.screens.menu import Choice, ChoiceScreen
from deathdome.stage.text import BLANK, Line, Span, columns_of, cut, line, wrapped
from deathdome.stage.widgets.lines import Lines
from deathdome.text.names import listed
from deathdome.text.phrases import menus as say
from deathdome.text.phrases import title as facts
from deathdome.tui.ports import Shell
from deathdome.tui.saved_matches import SavedMatches

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.events import Key
    from textual.timer import Timer


_NAME: Final = "DEATH DOME"
_NUMBER: Final = "3 , 0 0 0"
_LARGE: Final = (116, 34)  # columns and rows from which the letters are large
_LOGO: Final = (78, 24)  # columns and rows below which the name is a line of text
_MENU: Final = 44  # columns of the menu, in a wide terminal more
_WIDE: Final = 48
_SHALLOW: Final = 2  # rows of lava at least
_GLOW: Final = 0.6  # seconds between two pictures of the lava
_RESTS: Final = 50  # pictures after which nothing moves until the next key
_SEASON: Final = (4, 5, 6)  # rounds of each match of a new season
_DRIPS: Final = {3: 2, 8: 1, 16: 1, 21: 3, 27: 1, 33: 2, 38: 1, 47: 1, 52: 2, 58: 1, 66: 1, 74: 2}


class TitleScreen(ChoiceScreen[Shell]):
    """The main menu; the first row is the likeliest wish."""

    def __init__(self) -> None:
        super().__init__()
        self._lit = False  # True after the first frame, which comes sooner without lava
        self._frame = 0
        self._still = 0  # pictures since the last key
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        super().on_mount()
        if self.shell.settings.animation == "full":
            self._timer = self.set_interval(_GLOW, self._glow)

    def relaid(self) -> None:
        self._lit = True
        super().relaid()

    def on_key(self, event: Key) -> None:
        self._still = 0
        super().on_key(event)

    def _glow(self) -> None:
        """Show the next picture of the lava, until nothing has been pressed for a while."""
        self._still += 1
        if self.is_current and self._still < _RESTS and self.shell.settings.animation == "full":
            self._frame += 1
            self.draw()

    def banner(self) -> str:
        return f"deathdome {__version__}"

    @property
    def menu_top(self) -> int:
        """The row of the screen on which the menu begins."""
        return self._first

    # -- drawing -------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw name, menu and lava over the whole screen."""
        if not self.is_mounted:
            return
        width, height = self.size.width, max(1, self.size.height - 1)
        self.index = min(self.index, self.count() - 1)
        rows = self._logo(width, height)
        menu = self._menu(width)
        detail = wrapped(self.detail(self.index), min(width - 4, 72), "quote")
        room = height - len(rows) - len(menu)
        gap = 2 if room > 8 else 1
        rows += [BLANK] * gap
        self._first = len(rows)
        rows += [*menu, BLANK, *(_centred(row, width) for row in detail)]
        left = height - len(rows) - 1
        if left >= _SHALLOW and self._lit:
            deep = min(left, height // 4)
            rows += [BLANK] * (height - len(rows) - deep)
            rows += lava_field(width, deep, self._frame)
        self.query_one("#status", Lines).display = False
        self.query_one("#menu", Lines).show(rows)
        self.show_keys()

    def _logo(self, width: int, height: int) -> list[Line]:
        """Return the name, as large as there is room, and the motto."""
        if width < _LOGO[0] or height + 1 < _LOGO[1]:
            return [BLANK, _centred(line(Span(f"{_NAME} 3,000", "title")), width)]
        large = width >= _LARGE[0] and height + 1 >= _LARGE[1]
        letters = letter_lines(_NAME, large=large)
        wide = letters_width(_NAME, large=large)
        left = (width - wide) // 2
        rows: list[Line] = [BLANK] * (4 if large else 2)
        rows += [(Span(" " * left), *row) for row in letters]
        rows += self._drips(left, wide, 2 if large else 1)
        gap = wide - columns_of(facts.MOTTO) - len(_NUMBER)
        rows.append(
            line(
                Span(" " * left),
                Span(facts.MOTTO, "dim"),
                Span(" " * max(1, gap)),
                Span(_NUMBER, "strong"),
            )
        )
        return [*rows, BLANK] if large else rows

    def _drips(self, left: int, wide: int, rows: int) -> list[Line]:
        """Return the drips below the name."""
        if not self.shell.glyphs.shaped:
            return [BLANK]
        grown = 1 + self._frame // 4 % 3
        found: list[Line] = []
        for row in range(rows):
            signs = [
                "\N{RIGHT HALF BLOCK}" if min(_DRIPS.get(at % 78, 0), grown) > row else " "
                for at in range(wide)
            ]
            found.append((Span(" " * left), Span("".join(signs), "drip")))
        return found

    def _menu(self, width: int) -> list[Line]:
        """Return the rows of the menu in the middle, each with its fact."""
        wide = _WIDE if width >= _LARGE[0] else min(_MENU, width - 2)
        glyphs = self.shell.glyphs
        rows = []
        for at, choice in enumerate(self.choices()):
            under = at == self.index
            mark = f" {glyphs.cursor} " if under else "   "
            fact = cut(choice.fact, wide - columns_of(choice.label) - 6)
            gap = " " * (wide - 4 - columns_of(choice.label) - columns_of(fact))
            if under:
                row = line(Span(f"{mark}{choice.label}{gap}{fact} ", "bar"))
            else:
                row = line(Span(mark), Span(choice.label), Span(gap), Span(f"{fact} ", "dim"))
            rows.append(_centred(row, width))
        return rows

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
            *([second] if shell.has_second_game else []),
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


def _centred(row: Line, width: int) -> Line:
    used = sum(columns_of(span.text) for span in row)
    return (Span(" " * max(0, (width - used) // 2)), *row)


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
