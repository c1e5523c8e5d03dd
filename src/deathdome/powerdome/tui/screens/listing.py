"""Base of the pages that list something: rows with a bar, and all about the row under it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from textual.containers import VerticalScroll

from deathdome.powerdome.tui.ports import Shell
from deathdome.stage.base_screen import BaseScreen
from deathdome.stage.screens.menu import bar_row
from deathdome.stage.text import BLANK, Line, Span, columns_of, cut, line
from deathdome.stage.widgets.lines import Lines

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from deathdome.stage.messages import RowClicked

_BARS: Final = 2  # rows of the title and the keys
WIDE: Final = 110  # columns from which the details are next to the list


class ListingScreen(BaseScreen[Shell]):
    """A list, and below it or next to it the row under the bar in full."""

    NEEDS_ROOM = True
    CLOSES = True
    DETAILS: ClassVar = 8  # rows of the details below a list

    def __init__(self) -> None:
        super().__init__()
        self.index = 0
        self._first = 0  # entry in the first row
        self._above = 0  # rows above the entries

    # -- what a page says ----------------------------------------------------------------------

    def banner(self) -> str:
        """Return the title."""
        raise NotImplementedError

    def facts(self) -> str:
        """Return the words at the right end of the title row."""
        return ""

    def count(self) -> int:
        raise NotImplementedError

    def row(self, at: int, width: int) -> str:
        """Return the text of an entry."""
        raise NotImplementedError

    def details(self, at: int, width: int) -> list[Line]:
        """Return the rows about an entry."""
        raise NotImplementedError

    def empty(self) -> str:
        """Return the sentence of an empty list."""
        raise NotImplementedError

    # -- drawing -------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield Lines(id="status")
        yield Lines(id="toosmall")
        with VerticalScroll(id="page", can_focus=False):
            yield Lines(id="text")
        yield Lines(id="keys")

    def on_mount(self) -> None:
        self.draw()

    def relaid(self) -> None:
        self.draw()

    def draw(self) -> None:
        if not self.is_live:
            return
        self.index = max(0, min(self.index, self.count() - 1))
        left, right = f" {self.banner()}", f"{self.facts()} "
        gap = max(1, self.size.width - columns_of(left) - columns_of(right))
        title = line(Span(left, "strong"), " " * gap, Span(right, "dim"))
        self.query_one("#status", Lines).show([title])
        width = max(40, self.size.width - 2)
        height = max(6, self.size.height - _BARS)
        if not self.count():
            self.query_one("#text", Lines).show([BLANK, line(Span(self.empty(), "dim"))])
        elif width >= WIDE:
            self._draw_beside(width, height)
        else:
            self._draw_below(width, height)
        self.show_keys()

    def _draw_below(self, width: int, height: int) -> None:
        details = self.details(self.index, width - 2)
        room = max(4, height - 2 - max(self.DETAILS, len(details)))
        rows = self._entries(width, room)
        rows += [BLANK] * (room - len(rows)) + [line(Span("-" * (width - 2), "faint"))]
        self.query_one("#text", Lines).show([*rows, *details])

    def _draw_beside(self, width: int, height: int) -> None:
        part = width * 3 // 5
        left = self._entries(part - 2, height)
        right = self.details(self.index, width - part - 2)
        rows: list[Line] = []
        for at in range(max(len(left), len(right))):
            mine = left[at] if at < len(left) else BLANK
            used = sum(columns_of(span.text) for span in mine)
            theirs = right[at] if at < len(right) else BLANK
            rows.append((*mine, Span(" " * max(1, part - used)), *theirs))
        self.query_one("#text", Lines).show(rows)

    def _entries(self, width: int, room: int) -> list[Line]:
        self._first = max(0, min(self.index - room // 2, self.count() - room))
        shown = range(self._first, min(self._first + room, self.count()))
        return [
            bar_row(cut(self.row(at, width - 3), width - 3), width - 3, under=at == self.index)
            for at in shown
        ]

    # -- keys ----------------------------------------------------------------------------------

    def _step(self, rows: int) -> None:
        self.index = max(0, min(self.index + rows, self.count() - 1))
        self.draw()

    def do_up(self) -> None:
        self._step(-1)

    def do_down(self) -> None:
        self._step(1)

    def do_up_right(self) -> None:
        self._step(-max(1, self.size.height - 12))

    def do_down_right(self) -> None:
        self._step(max(1, self.size.height - 12))

    def do_first(self) -> None:
        """Highlight the first entry."""
        self._step(-self.count())

    def do_last(self) -> None:
        """Highlight the last entry."""
        self._step(self.count())

    def wheel(self, by: int) -> None:
        self._step(by)

    def on_row_clicked(self, message: RowClicked) -> None:
        """Move the bar to the clicked row."""
        at = message.row + self._first
        if message.box == "text" and at < self.count():
            self.index = at
            self.draw()
