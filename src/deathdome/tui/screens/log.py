"""The whole log: a bar on entries that lead to the board, and a search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.stage.screens.page import PADDING, PageScreen
from deathdome.stage.text import BLANK, Line, Span, cut, line, wrapped
from deathdome.stage.widgets.lines import Lines
from deathdome.text.announcer import REMARK
from deathdome.text.english import DETAIL
from deathdome.text.phrases import matches as say
from deathdome.tui.keys.keyset import with_keys
from deathdome.tui.keys.table import Context
from deathdome.tui.ports import Shell
from deathdome.tui.presenters.log import LogEntry, log_entries

if TYPE_CHECKING:
    from textual import events

    from deathdome.stage.messages import RowClicked


class LogScreen(PageScreen[Shell]):
    """All events, the newest at the bottom, where the bar begins."""

    TITLE_LINE = "Log"

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[LogEntry] = []
        self.index = 0
        self.wanted = ""
        self.typing = False
        self._first_rows: list[int] = []  # of each entry

    @property
    def context(self) -> Context:
        return Context.LOG

    def on_mount(self) -> None:
        self.entries = log_entries(self.shell.session)
        self.index = max(0, len(self.entries) - 1)
        self.call_after_refresh(self.relaid)

    def rows(self, width: int) -> list[Line]:
        rows: list[Line] = []
        self._first_rows = []
        for number, entry in enumerate(self.entries):
            self._first_rows.append(len(rows))
            bar = number == self.index
            detail = entry.text.startswith(DETAIL)
            said = "title" if entry.text.startswith(REMARK) else "dim" if detail else ""
            look = "bar" if bar else "bad" if entry.notice else said
            lines = wrapped(entry.text.strip(), width - 4, "", DETAIL * detail) or [BLANK]
            for at, row in enumerate(lines):
                text = "".join(span.text for span in row)
                sign = (">" if bar else " ") if not at else " "
                rows.append(line(Span(f"{sign} {'  ' * bool(at)}{text}", look)))
        return rows or [line(Span(say.NOTHING_YET, "dim"))]

    def relaid(self) -> None:
        """Draw the text in full width, with the highlighted entry in sight."""
        width = max(40, self.size.width - PADDING)
        rows = self.rows(width)
        self.query_one("#text", Lines).show(rows)
        self.query_one("#status", Lines).show([self._title()])
        self.show_keys()
        if self.entries:
            self.call_after_refresh(self._keep_in_sight, len(rows))

    def _title(self) -> Line:
        width = self.size.width
        if self.typing:
            return line(Span(f"{cut(f' Find: {self.wanted}', width - 1)}_", "strong"))
        words = f'   "{self.wanted}"' if self.wanted else ""
        text = f" Log   {self.index + 1} of {len(self.entries)}{words}"
        return line(Span(cut(text, width), "strong"))

    def _keep_in_sight(self, total: int) -> None:
        page = self.query_one("#page")
        first = self._first_rows[self.index]
        after = [*self._first_rows[self.index + 1 : self.index + 2], total][0]
        height = max(1, page.size.height)
        top = round(page.scroll_y)
        if first < top:
            page.scroll_to(y=first, animate=False)
        elif after > top + height:
            page.scroll_to(y=after - height, animate=False)

    # -- the bar -------------------------------------------------------------------------------

    def _bar(self, by: int) -> None:
        if self.entries:
            self.index = min(max(self.index + by, 0), len(self.entries) - 1)
            self.relaid()

    def do_up(self) -> None:
        self._bar(-1)

    def do_down(self) -> None:
        self._bar(1)

    def do_up_right(self) -> None:
        self._bar(-(self.size.height - 3))

    def do_down_right(self) -> None:
        self._bar(self.size.height - 3)

    def do_choose(self) -> None:
        """Move the cursor of the board to the space of the entry."""
        entry = self.entries[self.index] if self.entries else None
        if entry is None or entry.space < 0:
            self._say(say.NO_PLACE)
        elif not self.shell.show_space(entry.space):
            self._say(say.NO_BOARD)

    def on_row_clicked(self, message: RowClicked) -> None:
        """Move the bar to the clicked entry; a second click shows it on the board."""
        rows = [at for at, first in enumerate(self._first_rows) if first <= message.row]
        if rows and rows[-1] == self.index:
            self.do_choose()
        elif rows:
            self.index = rows[-1]
            self.relaid()

    def _say(self, text: str) -> None:
        self.query_one("#status", Lines).show(
            [line(Span(cut(f" {text}", self.size.width), "title"))]
        )

    # -- finding -------------------------------------------------------------------------------

    def do_search(self) -> None:
        """Begin a search, from the newest entry back."""
        self.typing, self.wanted = True, ""
        self.relaid()

    def do_next(self) -> None:
        """Go to the next match of the search, after the last to the first."""
        self._find(1)

    def do_previous(self) -> None:
        """Go to the previous match of the search."""
        self._find(-1)

    def _find(self, by: int, first: int = 1) -> None:
        words = self.wanted.casefold()
        number = len(self.entries)
        if not words:
            self._say(with_keys(say.HOW_TO_SEARCH))
            return
        for step in range(first, number + 1) if number else ():
            at = (self.index + by * step) % number
            if words in self.entries[at].text.casefold():
                self.index = at
                self.relaid()
                return
        self.relaid()
        self._say(say.NOT_FOUND.format(wanted=cut(self.wanted, 40)))

    def on_key(self, event: events.Key) -> None:
        """Type into the search line while it is open; otherwise look the key up in the table."""
        if not self.typing:
            super().on_key(event)
            return
        event.stop()
        event.prevent_default()
        if event.key in ("enter", "escape"):
            self.typing = False
            if event.key == "escape":
                self.wanted = ""
            self.relaid()
            return
        if event.key == "backspace":
            self.wanted = self.wanted[:-1]
        elif event.character is not None and event.character.isprintable():
            self.wanted += event.character
        if self.wanted:
            self._find(-1, first=0)
        else:
            self.relaid()
