"""The board as a widget."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip

from deathdome.stage.colours import dimmed
from deathdome.stage.messages import Clicked
from deathdome.stage.widgets.cached_rows import CachedRows, style_of
from deathdome.tui.presenters.board import REACH, THREAT
from deathdome.tui.shades import shades_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.style import Style
    from textual import events

    from deathdome.tui.presenters.board import Cell, Flow, Picture
    from deathdome.tui.shades import Shades

LABEL: Final = 3  # columns of the row numbers
CELL: Final = 2  # columns of a space
EDGE: Final = 2  # spaces in view around the cursor of a scrolled board
DIMMED: Final = 0.55  # how far a dimmed board goes towards the ground
_BOTH: Final = REACH | THREAT


class SpaceClicked(Clicked):
    """A space of the board was clicked."""

    def __init__(self, space: int) -> None:
        super().__init__()
        self.space = space


class DomeView(CachedRows):
    """Draws a picture of the dome; knows no rules. Only cells that changed are repainted."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._picture: Picture = ()
        self._header = ""
        self._first_row = 1
        self._zoom = 1
        self._focus = (0, 0)  # column and row that must be in view
        self._left = self._top = 0  # the first column and row of the board in view
        self._over: Mapping[tuple[int, int], Cell] = {}
        self._lava: Mapping[tuple[int, int], Flow] = {}  # as it flows now
        self._styles: dict[tuple[str, int, bool], Style] = {}
        self._shades: Shades = shades_of("dark")
        self._shades_of: tuple[str, bool] = ("", False)
        self._dimmed = (
            0.0  # how far everything but the cells of the overlay goes towards the ground
        )

    def show(
        self,
        picture: Picture,
        header: str,
        first_row: int = 1,
        *,
        zoom: int = 1,
        focus: tuple[int, int] = (0, 0),
    ) -> None:
        """Show another picture and repaint what differs; `focus`, a column and row, is in view."""
        self._choose_shades()
        old, left = self._picture, self._focus
        self._picture, self._focus = picture, focus
        other = header != self._header or len(old) != len(picture)
        if other or first_row != self._first_row or zoom != self._zoom:
            self._header, self._first_row, self._zoom = header, first_row, zoom
            self._scroll()
            self.forget()
            self.refresh()
            return
        if self._scroll():
            self.forget()
            self.refresh()
            return
        changed: list[tuple[int, int, int]] = []
        for row, (before, after) in enumerate(zip(old, picture, strict=True)):
            if before is after or before == after:
                continue
            columns = [
                column
                for column, (cell, other_cell) in enumerate(zip(before, after, strict=True))
                if cell != other_cell
            ]
            changed.append((row, columns[0], columns[-1]))
        self._repaint(changed, self._labels_between(left, focus))

    def lay_over(self, cells: Mapping[tuple[int, int], Cell]) -> None:
        """Draw these cells, by column and row, over the picture; replaces earlier ones."""
        spots = self._over.keys() | cells.keys()
        changed = {spot for spot in spots if self._over.get(spot) != cells.get(spot)}
        self._over = cells
        self._repaint([(row, column, column) for column, row in changed])

    def flow(self, lava: Mapping[tuple[int, int], Flow]) -> None:
        """Draw lava as it flows, by column and row, where nothing else is."""
        old, self._lava = self._lava, lava
        changed = [spot for spot in old.keys() | lava.keys() if old.get(spot) != lava.get(spot)]
        self._repaint([(row, column, column) for column, row in changed])

    @property
    def laid_over(self) -> bool:
        """True if cells are drawn over the picture."""
        return bool(self._over)

    @property
    def picture(self) -> Picture:
        """The picture without the cells over it."""
        return self._picture

    @property
    def view(self) -> Region:
        """The part of the board in view, in spaces."""
        columns, rows = self._room()
        return Region(self._left, self._top, columns, rows)

    def rows_of(self, row: int) -> range:
        """Return the rows of the screen that a row of spaces takes."""
        first = self.region.y + 1 + (row - self._top) * self._zoom
        return range(first, first + self._zoom)

    # -- where things are ----------------------------------------------------------------------

    def _room(self) -> tuple[int, int]:
        """Return the columns and rows of spaces that fit."""
        width, height = self.outer_size
        return self._columns(width), max(1, (height - 1) // self._zoom)

    def _columns(self, width: int) -> int:
        return max(1, (width - LABEL) // (CELL * self._zoom))

    def _scroll(self) -> bool:
        """Scroll the focus into view; return True if the view moved."""
        columns, rows = self._room()
        column, row = self._focus
        across = len(self._picture[0]) if self._picture else 0
        before = (self._left, self._top)
        self._left = _scrolled(self._left, column, columns, across)
        self._top = _scrolled(self._top, row, rows, len(self._picture))
        return (self._left, self._top) != before

    def _repaint(self, changed: list[tuple[int, int, int]], labels: Sequence[Region] = ()) -> None:
        """Repaint labels and parts of rows, each given as row, first and last column."""
        columns, rows = self._room()
        regions = list(labels)
        for row, first, last in changed:
            left, right = max(0, first - self._left), min(columns - 1, last - self._left)
            down = row - self._top
            if left > right or not 0 <= down < rows:
                continue
            y, cell_width = 1 + down * self._zoom, CELL * self._zoom
            self.forget(range(y, y + self._zoom))
            regions.append(
                Region(LABEL + cell_width * left, y, cell_width * (right - left + 1), self._zoom)
            )
        if regions:
            self.refresh(*regions)

    def _labels_between(self, before: tuple[int, int], now: tuple[int, int]) -> list[Region]:
        """Forget the letters and numbers of two places of the focus; return their regions."""
        regions: list[Region] = []
        if before == now:
            return regions
        cell_width = CELL * self._zoom
        columns, rows = self._room()
        if before[0] != now[0]:
            self.forget((0,))
            regions += [
                Region(LABEL + cell_width * (column - self._left), 0, cell_width, 1)
                for column in (before[0], now[0])
                if 0 <= column - self._left < columns
            ]
        if before[1] != now[1]:
            for row in (before[1] - self._top, now[1] - self._top):
                if 0 <= row < rows:
                    self.forget((1 + row * self._zoom,))
                    regions.append(Region(0, 1 + row * self._zoom, LABEL, 1))
        return regions

    def on_resize(self, _event: events.Resize) -> None:
        self.forget()
        self._scroll()
        self.refresh()

    # -- drawing -------------------------------------------------------------------------------

    def dim(self, part: float) -> None:
        """Draw the picture darker by this part; cells of the overlay keep their strength."""
        if part != self._dimmed:
            self._dimmed = part
            self._styles.clear()
            self.forget()
            self.refresh()

    def notify_style_update(self) -> None:
        """Look up every style again for a new theme."""
        self._styles.clear()
        super().notify_style_update()

    def render_line(self, y: int) -> Strip:
        """Return one row: the letters of the columns, or a row of spaces."""
        if not self._styles:  # another theme
            self._choose_shades()
        label = self._style("label", 0)
        width = self.outer_size.width
        columns = self._columns(width)
        cell_width = CELL * self._zoom
        if y == 0:
            return self._letters(width, columns, cell_width)
        down, part = divmod(y - 1, self._zoom)
        number = down + self._top
        if number >= len(self._picture):
            return Strip.blank(width, label)
        here = self._style("here" if number == self._focus[1] else "label", 0)
        name = f"{number + self._first_row:2} " if part == 0 else " " * LABEL
        segments = [Segment(name, here)]
        text, style = "", label
        row = self._picture[number]
        over, flow = self._over, self._lava
        for column in range(self._left, min(self._left + columns, len(row))):
            laid = over.get((column, number)) if over else None
            cell = laid or row[column]
            if flow and laid is None and cell.look.startswith("lava"):
                now = flow.get((column, number))
                if now is not None and now.still == cell.text:
                    cell = cell._replace(text=now.text, look=now.looks[0], looks=now.looks)
            for shown, mine in self._pieces(cell, part, bright=laid is not None):
                # Neighbours of one style become one segment: fewer escape codes over a slow line.
                if mine is style:
                    text += shown
                else:
                    if text:
                        segments.append(Segment(text, style))
                    text, style = shown, mine
        segments.append(Segment(text, style))
        used = LABEL + cell_width * min(columns, len(row) - self._left)
        segments.append(Segment(" " * max(0, width - used), label))
        return Strip(segments, max(width, used))  # all symbols are one column wide

    def _letters(self, width: int, columns: int, cell_width: int) -> Strip:
        """Return the letters of the columns; that of the focus stands out."""
        letters = self._header[LABEL + CELL * self._left :][: CELL * columns : CELL]
        label, here = self._style("label", 0), self._style("here", 0)
        segments = [Segment(" " * LABEL, label)]
        for at, sign in enumerate(letters, self._left):
            text = f"{sign:<{CELL}}" if self._zoom == 1 else f" {sign:<{cell_width - 1}}"
            segments.append(Segment(text, here if at == self._focus[0] else label))
        used = LABEL + cell_width * len(letters)
        segments.append(Segment(" " * max(0, width - used), label))
        return Strip(segments).simplify()

    def _pieces(self, cell: Cell, part: int, *, bright: bool) -> Sequence[tuple[str, Style]]:
        """Return the pieces of one row of a cell, each of one style."""
        text, looks, marks = cell.text, cell.looks, cell.marks
        if self._zoom > 1:
            if len(text) == CELL:
                text, looks = _enlarged(text, part), ()
            else:
                wide = CELL * self._zoom
                text, looks = text[part * wide :][:wide], looks[part * wide :][:wide]
        # Two marks share a space: the left half shows one, the right half the other.
        halves = marks & _BOTH == _BOTH
        if not looks and not halves:
            return ((text, self._style(cell.look, marks, bright=bright)),)
        middle = len(text) // 2
        each = looks or (cell.look,) * len(text)
        return [
            (sign, self._style(look, marks, left=at < middle, bright=bright))
            for at, (sign, look) in enumerate(zip(text, each, strict=True))
        ]

    def _choose_shades(self) -> None:
        wanted = (str(self.app.theme).removeprefix("dome-"), getattr(self.app, "colourless", False))
        if wanted != self._shades_of:
            self._shades_of = wanted
            self._shades = shades_of(wanted[0], colourless=wanted[1])
            self._styles.clear()

    def _style(self, look: str, marks: int, *, left: bool = True, bright: bool = False) -> Style:
        if not bright and self._dimmed:
            look = f"{look} dim"
        key = (look, marks, left)
        style = self._styles.get(key)
        if style is None:
            plain, dim, _ = look.partition(" dim")
            shade = self._shades.shade(plain, marks, left=left)
            if dim and self._dimmed:
                theme, colourless = self._shades_of
                shade = dimmed(shade, self._dimmed, theme, colourless=colourless)
            style = self._styles[key] = style_of(shade)
        return style

    def on_click(self, event: events.Click) -> None:
        """Report the clicked space; ignore other buttons."""
        if event.button > 1:
            return
        columns, rows = self._room()
        column, row = (event.x - LABEL) // (CELL * self._zoom), (event.y - 1) // self._zoom
        if event.x < LABEL or event.y < 1 or column >= columns or row >= rows:
            return
        column, row = column + self._left, row + self._top
        if row < len(self._picture) and column < len(self._picture[row]):
            self.post_message(SpaceClicked(row * (len(self._picture[row]) + 1) + column))


def _scrolled(first: int, focus: int, room: int, length: int) -> int:
    """Return the first space in view, moved no farther than the focus needs."""
    if room >= length:
        return 0
    edge = min(EDGE, (room - 1) // 2)
    first = min(max(first, focus + edge - room + 1), focus - edge)
    return min(max(first, 0), length - room)


def _enlarged(text: str, part: int) -> str:
    """Return a space four columns wide: ground fills both rows, symbols the upper one."""
    if text[0] == text[1]:
        return text * 2
    return f" {text} " if part == 0 else " " * 4
