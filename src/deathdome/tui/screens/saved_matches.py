"""List of saved matches, to replay or resume."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.stage.screens.menu import DIALOG, Choice, ChoiceDialog, MenuScreen, bar_row
from deathdome.stage.text import BLANK, Span, columns_of, cut, fitted, line, wrapped
from deathdome.stage.widgets.lines import Lines
from deathdome.text.phrases import matches as say
from deathdome.tui.keys.table import Context
from deathdome.tui.ports import Shell
from deathdome.tui.saved_matches import SavedMatches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from deathdome.stage.messages import RowClicked
    from deathdome.stage.text import Line
    from deathdome.tui.lobby import SavedMatch

_SEATS: Final = 24  # maximum columns of the players
_MIN_SEATS: Final = 12
_MAX_WIDTH: Final = 116  # columns of a row
_DETAIL: Final = 2  # rows for the details of the highlighted match
_AROUND: Final = _DETAIL + 4  # rows without a match


class DeleteScreen(ChoiceDialog[Shell]):
    """Asks before a saved match is deleted."""

    def __init__(self, row: str, how: str, delete: Callable[[], None]) -> None:
        super().__init__()
        self._row, self._how, self._delete = row, how, delete

    def heading(self) -> list[Line]:
        return [
            *wrapped(say.DELETE_QUESTION, DIALOG, "title"),
            *wrapped(self._row, DIALOG),
            *wrapped(self._how, DIALOG, "dim"),
        ]

    def choices(self) -> Sequence[Choice]:
        return [
            Choice(say.KEEP_IT, "", self.do_back),
            Choice(say.DELETE_IT, "", self._delete_it),
        ]

    def _delete_it(self) -> None:
        self.dismiss()
        self.shell.attempt(self._delete)


class SavedMatchesScreen(MenuScreen[Shell]):
    """One match a row, the unfinished ones first, each part newest first."""

    def __init__(self, matches: Sequence[SavedMatch]) -> None:
        super().__init__()
        self._matches = tuple(matches)
        widths = [columns_of(cut(one.seats, _SEATS)) for one in self._matches]
        self._seats_width = max(widths, default=2)
        self._top = 0  # number of the match in the first row
        self._last = 0  # row of the page on which the last one stands

    @property
    def context(self) -> Context:
        return Context.KEPT

    def unavailable(self) -> Iterable[str]:
        """Yield `choose` for unreadable matches, `go_on` for finished ones."""
        one = self._under
        if one is None or not one.readable:
            yield "choose"
        if one is None or not one.unfinished:
            yield "go_on"
        if one is None:
            yield "delete"

    @property
    def _under(self) -> SavedMatch | None:
        return self._matches[self.index] if self._matches else None

    def banner(self) -> str:
        return say.MATCHES_TITLE.format(number=len(self._matches))

    def count(self) -> int:
        """Return the number of matches; an empty list has one row, which leads back."""
        return max(1, len(self._matches))

    def row(self, at: int, width: int) -> str:
        if not self._matches:
            return "Back"
        one = self._matches[at]
        # The end of a row has the progress of the match, so the players are cut first.
        longest = max(columns_of(other.how) for other in self._matches)
        room = width - columns_of(one.when) - longest - 4
        seats = fitted(one.seats, max(_MIN_SEATS, min(self._seats_width, room)))
        return cut(f"{one.when}  {seats}  {one.how}", width)

    def detail(self, at: int) -> str:
        if not self._matches:
            return say.NO_MATCHES_YET
        one = self._matches[at]
        return f"{one.seats}: {one.how}" if one.seats else one.how

    # -- drawing: there may be hundreds; only those in sight are drawn ----------------

    @property
    def _room(self) -> int:
        """Rows of the terminal for matches; the others are bars, gaps and the detail."""
        return max(1, self.size.height - _AROUND)

    def draw(self) -> None:
        if not self.is_ready:
            return
        width = max(40, min(self.size.width - 4, _MAX_WIDTH))
        most = self.count()
        self.index = min(self.index, most - 1)
        self._top = min(max(self._top, self.index - self._room + 1), self.index)
        seen = range(self._top, min(most, self._top + self._room))
        self._first = 1 - self._top
        rows = [BLANK]
        rows += [bar_row(self.row(at, width - 4), width - 4, under=at == self.index) for at in seen]
        self._last = len(rows) - 1
        rows += [BLANK, *wrapped(self.detail(self.index), width, "dim")[:_DETAIL]]
        self.query_one("#status", Lines).show([line(Span(f" {self.banner()}", "strong"))])
        self.query_one("#menu", Lines).show(rows)
        self.show_keys()

    def _step(self, rows: int) -> None:
        self.index = (self.index + rows) % self.count()
        self.draw()

    def _turn(self, rows: int) -> None:
        self.index = min(max(self.index + rows, 0), self.count() - 1)
        self.draw()

    def do_up_right(self) -> None:
        self._turn(-self._room)

    def do_down_right(self) -> None:
        self._turn(self._room)

    def on_row_clicked(self, message: RowClicked) -> None:
        """Handle a click on a row of a match; ignore one below."""
        if 1 <= message.row <= self._last:
            super().on_row_clicked(message)

    def chosen(self) -> None:
        one = self._under
        if one is None:
            self.do_back()
        elif one.readable:
            SavedMatches(self.shell).show_match(one.key)
        else:
            self.shell.say(one.how)

    def do_delete(self) -> None:
        """Ask whether to delete the highlighted match."""
        one = self._under
        if one is not None:
            self.shell.open("delete", f"{one.when}  {one.seats}", one.how, self._delete)

    def _delete(self) -> None:
        """Delete the highlighted match, and list the others."""
        one, lobby = self._under, self.shell.lobby
        if one is not None and lobby is not None:
            lobby.delete(one.key)
            self._matches = tuple(other for other in self._matches if other is not one)
            self.draw()

    def do_go_on(self) -> None:
        one = self._under
        if one is not None and one.unfinished:
            self.shell.resume(one.key)
