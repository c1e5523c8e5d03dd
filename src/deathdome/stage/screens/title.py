"""A title over lava: a name in block letters, and a menu whose rows have facts."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from deathdome.stage.base_screen import AnyShell
from deathdome.stage.lava import lava_field
from deathdome.stage.letters import letter_lines, letters_width
from deathdome.stage.screens.menu import ChoiceScreen
from deathdome.stage.text import BLANK, Line, Span, columns_of, cut, line, wrapped
from deathdome.stage.widgets.lines import Lines

if TYPE_CHECKING:
    from textual.events import Key
    from textual.timer import Timer

_LARGE: Final = (116, 34)  # columns and rows from which the letters are large
_LOGO: Final = (78, 24)  # columns and rows below which the name is a line of text
_MENU: Final = 44  # columns of the menu, in a wide terminal more
_WIDE: Final = 48
_SHALLOW: Final = 2  # rows of lava at least
_GLOW: Final = 0.6  # seconds between two pictures of the lava
# Lengths of the drips by column, of 78.
_DRIPS: Final = {3: 2, 8: 1, 16: 1, 21: 3, 27: 1, 33: 2, 38: 1, 47: 1, 52: 2, 58: 1, 66: 1, 74: 2}
_RESTS: Final = 50  # pictures after which nothing moves until the next key


class LavaTitle(ChoiceScreen[AnyShell]):
    """The main menu of a game; its logo is as large as there is room."""

    NAME: ClassVar[str]  # in block letters
    LINE: ClassVar[str]  # the name in a line of text
    MOTTO: ClassVar[str]
    NUMBER: ClassVar[str] = ""  # at the right, opposite the motto

    def __init__(self) -> None:
        super().__init__()
        self._lit = False  # True after the first frame, which comes sooner without lava
        self._frame = 0
        self._still = 0  # pictures since the last key
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        super().on_mount()
        if self.app.animation_level == "full":
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
        if self.is_current and self._still < _RESTS and self.app.animation_level == "full":
            self._frame += 1
            self.draw()

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
            return [BLANK, _centred(line(Span(self.LINE, "title")), width)]
        large = width >= _LARGE[0] and height + 1 >= _LARGE[1]
        letters = letter_lines(self.NAME, large=large)
        wide = letters_width(self.NAME, large=large)
        left = (width - wide) // 2
        rows: list[Line] = [BLANK] * (4 if large else 2)
        rows += [(Span(" " * left), *row) for row in letters]
        rows += self._drips(left, wide, 2 if large else 1)
        gap = wide - columns_of(self.MOTTO) - len(self.NUMBER)
        rows.append(
            line(
                Span(" " * left),
                Span(self.MOTTO, "dim"),
                Span(" " * max(1, gap)),
                Span(self.NUMBER, "strong"),
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


def _centred(row: Line, width: int) -> Line:
    used = sum(columns_of(span.text) for span in row)
    return (Span(" " * max(0, (width - used) // 2)), *row)
