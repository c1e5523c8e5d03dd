"""Base of the forms whose rows are choices, with the log next to them or above."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from deathdome.powerdome.play.drafts import History
from deathdome.powerdome.text import deals_screen as say
from deathdome.powerdome.tui.presenters.recent import log_of, log_row, of_this_combat, recent_rows
from deathdome.powerdome.tui.screens.answer import PADDING, AnswerScreen
from deathdome.stage.screens.menu import bar_row
from deathdome.stage.text import BLANK, Line, beside, heading, wrapped

if TYPE_CHECKING:
    from deathdome.powerdome.tui.screens.answer import Undoable

T = TypeVar("T")
_WIDE: Final = 110  # columns from which the log is next to the rows
_PANE: Final = 40  # columns of it there
_GAP: Final = 2
_PAGE: Final = 3  # rows of choices
_LEAST: Final = 3  # rows of the log of the combat


@dataclass
class Choosing(Generic[T]):
    """A form that is being filled in, and the row under the bar."""

    history: History[T]
    index: int = 0


class ChoicesScreen(AnswerScreen, Generic[T]):
    """Rows with a bar on one of them; the last one finishes."""

    IN_COMBAT = False  # whether the log is that of the combat so far

    _places: tuple[int, ...] = ()  # row of each choice

    # -- what a form says ----------------------------------------------------------------------

    def first(self) -> T:
        """Return the form as it begins."""
        raise NotImplementedError

    def help_text(self) -> str:
        """Return a sentence above the rows."""
        raise NotImplementedError

    def count(self) -> int:
        """Return the number of rows, without the one that finishes."""
        raise NotImplementedError

    def above(self, at: int, width: int) -> list[Line]:
        """Return what is shown above a row."""
        del at, width
        return []

    def row(self, at: int) -> str:
        """Return the text of a row."""
        raise NotImplementedError

    def finish(self) -> str:
        """Return the row that finishes; "" for a form whose rows do that."""
        raise NotImplementedError

    def choose_row(self) -> None:
        """Do what Enter does on a row."""
        raise NotImplementedError

    # -- drawing -------------------------------------------------------------------------------

    @property
    def form(self) -> Choosing[T]:
        """The form as it is."""
        return self.shell.draft(lambda: Choosing(History(self.first())))

    @property
    def history(self) -> Undoable:
        return self.form.history

    @property
    def index(self) -> int:
        """The row under the bar."""
        self.form.index = min(self.form.index, max(0, self._last))
        return self.form.index

    @property
    def _last(self) -> int:
        return self.count() - (0 if self.finish() else 1)

    def rows(self, width: int) -> list[Line]:
        if width + PADDING >= _WIDE:
            left = width - _PANE - _GAP
            title = say.COMBAT_SO_FAR if self.IN_COMBAT else say.LOG
            pane = [heading(title, _PANE), *self._log(_PANE, self.room - 1)]
            return beside(self._own_rows(left, roomy=True), pane, left + _GAP)
        rows = self._own_rows(width, roomy=True)
        if len(rows) > self.room - (_LEAST + 2 if self.IN_COMBAT else 0):
            rows = self._own_rows(width, roomy=False)
        room = self.room - len(rows) - 2
        if self.IN_COMBAT:
            log = self._combat(width, max(_LEAST, room))
            self._places = tuple(place + len(log) for place in self._places)
            return [*log, *rows]
        if room >= _LEAST:
            rows += [BLANK, heading(say.LOG, width), *self._log(width, room)]
        return rows

    def _own_rows(self, width: int, *, roomy: bool) -> list[Line]:
        rows = [*wrapped(self.help_text(), width, "dim"), BLANK]
        places = []
        for at in range(self.count()):
            above = self.above(at, width)
            if roomy and above and at:
                rows.append(BLANK)
            rows += above
            places.append(len(rows))
            rows.append(bar_row(self.row(at), width - 2, under=at == self.index))
        if self.finish():
            rows.append(BLANK)
            places.append(len(rows))
            rows.append(bar_row(self.finish(), width - 2, under=self.index == self.count()))
        self._places = tuple(places)
        return rows

    def _combat(self, width: int, most: int) -> list[Line]:
        return [heading(say.COMBAT_SO_FAR, width), *self._log(width, most), BLANK]

    def _log(self, width: int, most: int) -> list[Line]:
        """Return the end of the log, or of the combat so far."""
        host, view = self.shell.host, self.view
        events = host.heard(self.seat)
        if not self.IN_COMBAT:
            return recent_rows(view, events, host.setting, width, most, self.seat)
        rows = [
            row
            for one in log_of(view, of_this_combat(events), host.setting, self.seat)
            for row in log_row(one._replace(rules=()), width)
        ]
        return rows[-most:] or wrapped(say.NOTHING_YET, width, "dim")

    def in_sight(self) -> int | None:
        return self._places[self.index] if self._places else None

    # -- keys ----------------------------------------------------------------------------------

    def do_up(self) -> None:
        self._move(-1)

    def do_down(self) -> None:
        self._move(1)

    def _move(self, by: int) -> None:
        self.form.index = (self.index + by) % (self._last + 1) if self._last >= 0 else 0
        self.draw()

    def do_up_right(self) -> None:
        self._go(self.index - _PAGE)

    def do_down_right(self) -> None:
        self._go(self.index + _PAGE)

    def do_first(self) -> None:
        """Highlight the first row."""
        self._go(0)

    def do_last(self) -> None:
        """Highlight the last row."""
        self._go(self._last)

    def _go(self, to: int) -> None:
        self.form.index = max(0, min(to, self._last))
        self.draw()

    def do_choose(self) -> None:
        """Do what the row says, or finish."""
        if self.index >= self.count():
            self.do_confirm()
        else:
            self.choose_row()

    def change(self, value: T) -> None:
        """Take another version of the form."""
        if value != self.form.history.now:
            self.form.history.change(value)
        self.draw()

    def clicked_row(self, row: int, column: int) -> None:
        del column
        if row in self._places:
            at = self._places.index(row)
            again = at == self.index
            self.form.index = at
            if again:
                self.do_choose()
