"""The minimal Textual app for our screen: one line-rendered widget with as many cells.

It fills the terminal as the match does: 21 rows of 21 spaces, with text in a few styles next to and
below them. A key changes what it changes there: the old and the new space of the cursor, and the
line that names the new one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

if TYPE_CHECKING:
    from collections.abc import Iterator

SIDE = 21  # spaces, each two cells wide
BAND = 3  # spaces of one style: as many changes of style in a row as on our board
TEXT = 2 * SIDE + 1  # column where the text begins
MOVES = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
GROUND = (Style.parse("grey50 on grey11"), Style.parse("grey62 on grey15"))
CURSOR = Style.parse("black on yellow")
TITLE, PLAIN, DIM = Style.parse("bold yellow"), Style.parse("grey85"), Style.parse("grey50")
WORDS = "a unit walks to where it is sent and says what it meets on the way there and back again "


class Board(Widget, can_focus=True):
    """Widget that draws the requested rows and refreshes changes."""

    DEFAULT_CSS = "Board { width: 1fr; height: 1fr; }"
    BINDINGS = [Binding(key, f"move('{key}')") for key in MOVES]  # noqa: RUF012 - Textual's way

    def __init__(self) -> None:
        super().__init__()
        self.column, self.row = SIDE // 2, SIDE // 2

    def render_line(self, y: int) -> Strip:
        """Return one row of spaces and text."""
        width = self.size.width
        spaces = list(self._spaces(y)) if y < SIDE else []
        left = 2 * SIDE if spaces else 0
        text = f"{self._place if y == 1 else f'line {y}'} {WORDS * 2}"[: width - left - 1]
        words = [
            Segment(" "),
            Segment(text[:10], TITLE),
            Segment(text[10:40], PLAIN),
            Segment(text[40:], DIM),
        ]
        return Strip([*spaces, *words], left + 1 + len(text))

    def _spaces(self, y: int) -> Iterator[Segment]:
        """Yield the spaces of a row, those of one style together."""
        for first in range(0, SIDE, BAND):
            style, columns = GROUND[(first + y) % 2], range(first, min(first + BAND, SIDE))
            if y != self.row or self.column not in columns:
                yield Segment(". " * len(columns), style)
                continue
            yield Segment(". " * (self.column - first), style)
            yield Segment("@ ", CURSOR)
            yield Segment(". " * (columns.stop - self.column - 1), style)

    def action_move(self, key: str) -> None:
        """Move the cursor one space."""
        columns, rows = MOVES[key]
        before = self._space()
        self.column = min(max(self.column + columns, 0), SIDE - 1)
        self.row = min(max(self.row + rows, 0), SIDE - 1)
        if self._space() != before:
            self.refresh(before, self._space(), Region(TEXT, 1, 10, 1))

    @property
    def _place(self) -> str:
        return f"{chr(97 + self.column)}{self.row + 1}"

    def _space(self) -> Region:
        return Region(2 * self.column, self.row, 2, 1)


class BareApp(App[None]):
    """App with nothing but the board."""

    ENABLE_COMMAND_PALETTE = False

    def compose(self) -> ComposeResult:
        """Yield the widget."""
        yield Board()

    def on_mount(self) -> None:
        """Focus the board."""
        self.query_one(Board).focus()


if __name__ == "__main__":
    BareApp().run()
