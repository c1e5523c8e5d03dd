"""Base of the forms with a list of powers, and the highlighted one in full."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from deathdome.powerdome.text import table_screen as say
from deathdome.powerdome.tui.presenters.players import player_rows, vitality_rows
from deathdome.powerdome.tui.presenters.powers import power_block, power_row
from deathdome.powerdome.tui.screens.answer import AnswerScreen
from deathdome.stage.text import BLANK, Line, Span, beside, fitted, heading, line, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.powerdome.model.dome import PowerId
    from deathdome.powerdome.model.tome import Power, Tome

WIDE: Final = 100  # columns from which the full text is next to the list
_BESIDE: Final = 40  # columns of the full text
_GAP: Final = 3
_LEAST: Final = 3  # rows of the list
_ROOMY: Final = 14  # rows of the list from which the players are below it
_TIGHT: Final = 18  # rows of a form below which a list leaves out all it can
_PART: Final = 3  # of a form: the part that is for the text of a power there
_LABEL: Final = 6  # columns of the word before the tabs


class Place(Protocol):
    """The place of the highlight in a list."""

    index: int


class PowerListScreen(AnswerScreen):
    """A list of powers: rows above it, the list around the highlight, the full text."""

    _top = 0  # row of the form on which the first listed power is
    _first = 0  # place of that power in the list

    # -- what a form says ----------------------------------------------------------------------

    @property
    def place(self) -> Place:
        """The draft of the form, which holds the highlighted place."""
        raise NotImplementedError

    def listed(self) -> Sequence[PowerId]:
        """Return the powers of the list."""
        raise NotImplementedError

    def possible(self) -> Sequence[PowerId]:
        """Return the powers that the list can have, whatever is filtered out."""
        return self.listed()

    def above(self, width: int) -> list[Line]:
        """Return the rows above the list."""
        del width
        return []

    def mark(self, power: PowerId) -> str:
        """Return the symbol before a power; "" if it has none."""
        del power
        return ""

    def words(self, power: PowerId) -> str | None:
        """Return words in place of the text of a power in its row; None for the text."""
        del power
        return None

    def row(self, power: PowerId, width: int, *, under: bool) -> Line:
        """Return the row of a power."""
        return power_row(
            self.power_of(power),
            width,
            mark=self.mark(power),
            under=under,
            words=self.words(power),
        )

    def about(self, power: PowerId, width: int) -> list[Line]:
        """Return the rows about the highlighted power."""
        return power_block(self.tome, self.tome.powers[power], width)

    def if_empty(self, width: int) -> list[Line]:
        """Return the rows in place of an empty list."""
        del width
        return []

    # -- drawing -------------------------------------------------------------------------------

    @property
    def tome(self) -> Tome:
        """The powers of the game."""
        return self.shell.host.state.now.tome

    def power_of(self, power: PowerId) -> Power:
        """Return the entry of a power."""
        return self.tome.powers[power]

    @property
    def highlighted(self) -> PowerId | None:
        """The highlighted power; None in an empty list."""
        listed = self.listed()
        return listed[min(self.place.index, len(listed) - 1)] if listed else None

    def rows(self, width: int) -> list[Line]:
        wide = width >= WIDE
        above = self.above(width)
        if self.tight:
            above = [row for row in above if row != BLANK]
        listed, power = self.listed(), self.highlighted
        self._top = len(above)
        if power is None:
            return [*above, *self.if_empty(width)]
        self.place.index = listed.index(power)
        across = width - _BESIDE - _GAP if wide else width
        about = self._about(power, _BESIDE if wide else width)
        players = self._players(width) if wide else []
        if self.room - len(above) - len(players) < _ROOMY:
            players = []
        # Room for the longest text of all, so that the list does not jump.
        below = len(players)
        if not wide:
            below = max(len(self._about(one, width)) for one in self.possible())
            below = min(below, self.room // _PART) if self.tight else below + 1
        shown = max(_LEAST, min(len(listed), self.room - len(above) - below))
        self._first = max(0, min(self.place.index - shown // 2, len(listed) - shown))
        rows = [
            self.row(one, across, under=one == power)
            for one in listed[self._first : self._first + shown]
        ]
        if wide:
            rows = beside(rows, about, across + _GAP)
            return [*above, *rows, *players]
        return [*above, *rows, *([] if self.tight else [BLANK]), *about]

    @property
    def tight(self) -> bool:
        """True where a list leaves room only for the text of a power."""
        return self.room < _TIGHT

    def _about(self, power: PowerId, width: int) -> list[Line]:
        if not self.tight:
            return self.about(power, width)
        entry = self.power_of(power)
        return [heading(f"{entry.no} {entry.name}", width), *wrapped(entry.text, width)]

    def _players(self, width: int) -> list[Line]:
        rows = player_rows(self.view, width, you=self.seat, empty=self.empty)
        return [BLANK, heading(say.VITALITY_OF_ALL, width), *rows]

    def vitality(self, width: int) -> list[Line]:
        """Return the vitality of all players in a row, where their rows do not fit."""
        if self.tight or width >= WIDE:
            return []
        return vitality_rows(self.view, width, self.seat)

    # -- keys ----------------------------------------------------------------------------------

    def _step(self, by: int, *, around: bool = True) -> None:
        count = len(self.listed())
        if count:
            to = self.place.index + by
            self.place.index = to % count if around else min(max(to, 0), count - 1)
        self.draw()

    def do_up(self) -> None:
        self._step(-1)

    def do_down(self) -> None:
        self._step(1)

    def wheel(self, by: int) -> None:
        self._step(by, around=False)

    def do_up_right(self) -> None:
        self._step(-self.room // 2, around=False)

    def do_down_right(self) -> None:
        self._step(self.room // 2, around=False)

    def do_first(self) -> None:
        """Highlight the first power."""
        self._step(-len(self.listed()), around=False)

    def do_last(self) -> None:
        """Highlight the last power."""
        self._step(len(self.listed()), around=False)

    def clicked_row(self, row: int, column: int) -> None:
        """Highlight a clicked power; choose it with a second click."""
        del column
        at = row - self._top + self._first
        shown = len(self.listed())
        if row < self._top or not 0 <= at < shown:
            return
        if at == self.place.index:
            self.do_choose()
        else:
            self.place.index = at

    def do_choose(self) -> None:
        """Do what Enter does on the highlighted power."""


def tabs(words: Sequence[str], chosen: str, label: str, width: int) -> Line:
    """Return words in a row, the chosen one highlighted; a narrow row leaves some out."""
    spans = [
        Span(f"[{word}]", "bar") if word == chosen else Span(f" {word} ", "dim") for word in words
    ]
    at = next((at for at, word in enumerate(words) if word == chosen), 0)
    room = width - _LABEL
    while at and sum(len(span.text) for span in spans[: at + 1]) > room:
        del spans[0]
        at -= 1
    while sum(len(span.text) for span in spans) > room and len(spans) > 1:
        del spans[-1]
    used = sum(len(span.text) for span in spans)
    return line(Span(fitted(label, _LABEL), "title"), *spans, " " * max(0, room - used))
