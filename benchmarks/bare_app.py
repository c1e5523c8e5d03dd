"""The least that Textual can do for a board: one line-rendered widget, 21 rows of 42 cells."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

SIDE = 21  # spaces, each two cells wide
MOVES = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
GROUND = (Style.parse("grey50 on grey11"), Style.parse("grey62 on grey15"))
CURSOR = Style.parse("black on yellow")


class Board(Widget, can_focus=True):
    """Draws the rows that are asked for and refreshes the two spaces that change."""

    DEFAULT_CSS = f"Board {{ width: {2 * SIDE}; height: {SIDE}; }}"
    BINDINGS = [Binding(key, f"move('{key}')") for key in MOVES]  # noqa: RUF012 - Textual's way

    def __init__(self) -> None:
        super().__init__()
        self.column, self.row = SIDE // 2, SIDE // 2

    def render_line(self, y: int) -> Strip:
        """One row of spaces."""
        return Strip(
            [
                Segment(
                    "@ " if (column, y) == (self.column, self.row) else ". ",
                    CURSOR if (column, y) == (self.column, self.row) else GROUND[(column + y) % 2],
                )
                for column in range(SIDE)
            ],
            2 * SIDE,
        )

    def action_move(self, key: str) -> None:
        """Moves the cursor one space."""
        columns, rows = MOVES[key]
        before = self._space()
        self.column = min(max(self.column + columns, 0), SIDE - 1)
        self.row = min(max(self.row + rows, 0), SIDE - 1)
        if self._space() != before:
            self.refresh(before, self._space())

    def _space(self) -> Region:
        return Region(2 * self.column, self.row, 2, 1)


class BareApp(App[None]):
    """Nothing but the board."""

    ENABLE_COMMAND_PALETTE = False

    def compose(self) -> ComposeResult:
        """One widget."""
        yield Board()

    def on_mount(self) -> None:
        """The board hears the keys."""
        self.query_one(Board).focus()


if __name__ == "__main__":
    BareApp().run()
