"""Base classes of the screens outside a match: menus, dialogs, forms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen

from deathdome.stage import phrases
from deathdome.stage.base_screen import RIGHT, AnyShell, BaseScreen
from deathdome.stage.guarded_screen import GuardedScreen
from deathdome.stage.keys.keyset import FORM, MENU
from deathdome.stage.lava import set_over_lava
from deathdome.stage.text import BLANK, Line, Span, clean, cut, fitted, line, wrapped
from deathdome.stage.widgets.lines import Lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from textual import events
    from textual.app import ComposeResult

    from deathdome.stage.messages import RowClicked
    from deathdome.stage.widgets.lines import CleanInput

LABEL: int = 26  # columns of the label of a value
DIALOG: int = 54  # columns of a text in a dialog
FIELD: int = 40  # columns of an empty line to write in


def bar_row(text: str, width: int, *, under: bool, look: str = "") -> Line:
    """Return a row of a list in so many columns; the highlighted row has a symbol as well."""
    return line(Span(f"{'>' if under else ' '} {fitted(text, width)}", "bar" if under else look))


_BARS: Final = 2  # rows of the status and the keys
_LEAST_ROWS: Final = 3  # of a list that is cut


@dataclass(frozen=True, slots=True)
class Choice:
    """A row with an action."""

    label: str
    detail: str
    act: Callable[[], None]
    fact: str = ""  # next to the label, where there is room


class MenuScreen(BaseScreen[AnyShell]):
    """A heading, rows with a bar on one of them, and a line about that row."""

    NEEDS_ROOM = True
    CLOSES = True

    def __init__(self) -> None:
        super().__init__()
        self.index = 0
        self._first = 0  # row of the page on which the first choice stands

    def compose(self) -> ComposeResult:
        yield Lines(id="status")
        yield Lines(id="toosmall")
        with VerticalScroll(id="page", can_focus=False):
            yield Lines(id="menu")
        yield Lines(id="keys")

    def on_mount(self) -> None:
        self.draw()

    def relaid(self) -> None:
        """Draw in full width, with the highlighted row in sight."""
        self.draw()
        self.call_after_refresh(self._keep_in_sight)

    @property
    def context(self) -> str:
        return MENU

    # -- what a menu says ----------------------------------------------------------------------

    def banner(self) -> str:
        """Return the title row."""
        return ""

    def heading(self, width: int) -> list[Line]:
        """Return the lines above the rows."""
        del width
        return []

    def count(self) -> int:
        raise NotImplementedError

    def row(self, at: int, width: int) -> str:
        """Return the text of a row without its mark."""
        raise NotImplementedError

    def look(self, at: int) -> str:
        """Return the look of a row that is not highlighted."""
        del at
        return ""

    def detail(self, at: int) -> str:
        """Return a sentence about the highlighted row."""
        del at
        return ""

    def details(self, width: int) -> list[Line]:
        """Return the lines about the highlighted row."""
        return wrapped(self.detail(self.index), width, "dim")

    def chosen(self) -> None:
        """Do what Enter does on the highlighted row."""
        raise NotImplementedError

    # -- drawing -------------------------------------------------------------------------------

    def draw(self) -> None:
        if not self.is_ready:
            return
        width = max(40, min(self.size.width - 4, 76))
        self.index = min(self.index, self.count() - 1)
        rows = self.heading(width)
        detail = self.details(width)
        shown = self._shown(self.size.height - _BARS - len(rows) - len(detail) - 1)
        self._first = len(rows) - shown.start
        for at in shown:
            under = at == self.index
            text, look = self.row(at, width - 4), self.look(at)
            rows.append(bar_row(text, width - 4, under=under, look=look))
        rows += [BLANK, *detail]
        rows = self._set_in_the_middle(rows, width)
        self.query_one("#status", Lines).show([line(Span(f" {self.banner()}", "strong"))])
        self.query_one("#menu", Lines).show(rows)
        self.show_keys()

    def _shown(self, room: int) -> range:
        """Return the entries that are shown: those around the bar if not all fit."""
        count = self.count()
        if not _LEAST_ROWS <= room < count:
            return range(count)
        start = max(0, min(self.index - room // 2, count - room))
        return range(start, start + room)

    def _set_in_the_middle(self, rows: list[Line], width: int) -> list[Line]:
        """Return the rows in the middle of a wide terminal, over lava in a tall one."""
        shown, above = set_over_lava(rows, width, (self.size.width - 2, self.size.height - 2))
        self._first += above
        return shown

    # -- keys ----------------------------------------------------------------------------------

    def _step(self, rows: int) -> None:
        self.index = (self.index + rows) % self.count()
        self.draw()
        self._keep_in_sight()

    def _keep_in_sight(self) -> None:
        """Scroll to the highlighted row if the terminal is too low for all rows."""
        top = self._first + self.index
        page = self.query_one("#page")
        if top < page.scroll_y or top >= page.scroll_y + page.size.height - 1:
            page.scroll_to(y=max(0, top - page.size.height // 2), animate=False)

    def do_up(self) -> None:
        self._step(-1)

    def do_down(self) -> None:
        self._step(1)

    def do_up_right(self) -> None:
        self._go(self.index - self.size.height // 2)

    def do_down_right(self) -> None:
        self._go(self.index + self.size.height // 2)

    def do_first(self) -> None:
        """Highlight the first row."""
        self._go(0)

    def do_last(self) -> None:
        """Highlight the last row."""
        self._go(self.count())

    def _go(self, to: int) -> None:
        """Highlight a row, or the nearest one that there is."""
        self.index = max(0, min(to, self.count() - 1))
        self.draw()
        self._keep_in_sight()

    def wheel(self, by: int) -> None:
        self._step(by)

    def do_choose(self) -> None:
        self.chosen()

    def on_row_clicked(self, message: RowClicked) -> None:
        """Move the bar to the clicked row; choose it by a second click."""
        at = message.row - self._first
        if not 0 <= at < self.count():
            return
        if at == self.index:
            self.act("choose")
        else:
            self.index = at
            self.draw()


class ChoiceScreen(MenuScreen[AnyShell]):
    """A menu whose rows have actions."""

    def choices(self) -> Sequence[Choice]:
        raise NotImplementedError

    def count(self) -> int:
        return len(self.choices())

    def row(self, at: int, width: int) -> str:
        del width
        return self.choices()[at].label

    def detail(self, at: int) -> str:
        return self.choices()[at].detail

    def chosen(self) -> None:
        self.choices()[self.index].act()


class ChoiceRows(BaseScreen[AnyShell]):
    """A screen with rows that have actions, and a bar on one of them."""

    def __init__(self) -> None:
        super().__init__()
        self.index = 0

    def choices(self) -> Sequence[Choice]:
        """Return the rows, the harmless one first."""
        raise NotImplementedError

    def draw(self) -> None:
        raise NotImplementedError

    def choice_rows(self, width: int) -> list[Line]:
        """Return the rows in so many columns."""
        return [
            bar_row(one.label, width, under=at == self.index)
            for at, one in enumerate(self.choices())
        ]

    def _highlight(self, at: int) -> None:
        self.index = at % len(self.choices())
        self.draw()

    def do_up(self) -> None:
        self._highlight(self.index - 1)

    def do_down(self) -> None:
        self._highlight(self.index + 1)

    def do_first(self) -> None:
        """Highlight the first row."""
        self._highlight(0)

    def do_last(self) -> None:
        """Highlight the last row."""
        self._highlight(-1)

    def do_up_right(self) -> None:
        self.do_first()

    def do_down_right(self) -> None:
        self.do_last()

    def do_choose(self) -> None:
        self.choices()[self.index].act()

    def choose_clicked(self, at: int) -> None:
        """Choose a clicked row, if there is one."""
        if 0 <= at < len(self.choices()):
            self.index = at
            self.act("choose")


class ChoiceDialog(ChoiceRows[AnyShell], ModalScreen[None]):
    """A small box over the screen: a text, and rows to choose from."""

    def __init__(self) -> None:
        super().__init__()
        self._first = 0  # row of the box on which the first choice stands

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog"):
            yield Lines(id="choices")
        yield Lines(id="keys")

    def on_mount(self) -> None:
        self.draw()

    @property
    def context(self) -> str:
        return MENU

    def heading(self) -> list[Line]:
        raise NotImplementedError

    def footing(self) -> list[Line]:
        return []

    def draw(self) -> None:
        rows = [*self.heading(), BLANK]
        self._first = len(rows)
        rows += self.choice_rows(DIALOG - 2)
        self.query_one("#choices", Lines).show([*rows, *self.footing()])
        self.show_keys()

    def on_row_clicked(self, message: RowClicked) -> None:
        self.choose_clicked(message.row - self._first)


@dataclass(frozen=True, slots=True)
class Field:
    """A row of a form: a value out of several, or a text."""

    label: str
    detail: str
    value: str
    change: Callable[[int], None] | None = None  # next (1) or previous (-1) value
    ask: Callable[[], None] | None = None  # Enter asks for a text
    act: Callable[[], None] | None = None  # Enter does something
    barred: bool = False  # it cannot be changed; the detail says why


class FormScreen(MenuScreen[AnyShell]):
    """A menu of values that Left and Right change."""

    _shown_fields: Sequence[Field] | None = None  # while a form is drawn

    @property
    def context(self) -> str:
        return FORM

    def fields(self) -> Sequence[Field]:
        raise NotImplementedError

    def draw(self) -> None:
        """Draw the form; its fields are found once."""
        if self.is_ready:
            self._shown_fields = self.fields()
        try:
            super().draw()
        finally:
            self._shown_fields = None

    def _fields(self) -> Sequence[Field]:
        return self.fields() if self._shown_fields is None else self._shown_fields

    def count(self) -> int:
        return len(self._fields())

    def row(self, at: int, width: int) -> str:
        field = self._fields()[at]
        if field.act is not None and not field.value:
            return field.label
        room = width - LABEL - 4
        value = cut(field.value, room)
        shown = f"< {value} >" if field.change is not None else f"  {value}"
        return f"{fitted(field.label, LABEL)}{shown}"

    def look(self, at: int) -> str:
        return "dim" if self._fields()[at].barred else ""

    def detail(self, at: int) -> str:
        return self._fields()[at].detail

    def unavailable(self) -> Iterable[str]:
        yield "read"

    def _change(self, step: int) -> None:
        field = self.fields()[self.index]
        if field.change is not None:
            field.change(step)
            self.draw()

    def do_left(self) -> None:
        self._change(-1)

    def do_right(self) -> None:
        self._change(1)

    def chosen(self) -> None:
        """Do the row's action, ask for its text, or take the next value."""
        field = self.fields()[self.index]
        if field.act is not None:
            field.act()
        elif field.ask is not None:
            field.ask()
        else:
            self._change(1)


class AskScreen(GuardedScreen[str | None], ModalScreen[str | None]):
    """Asks for one line of text; Enter takes it, Esc cancels."""

    BINDINGS = [("escape", "give_up", "")]  # noqa: RUF012 - Textual's way

    def __init__(self, question: str, value: str, most: int) -> None:
        super().__init__()
        self._question, self._value, self._most = question, value, most

    def compose(self) -> ComposeResult:
        from deathdome.stage.widgets.lines import CleanInput

        with Vertical(id="dialog"):
            yield Lines(id="question")
            yield CleanInput(
                clean(self._value),
                max_length=self._most,
                placeholder="_" * min(FIELD, self._most),  # an input, visible without colours
                id="answer",
                compact=True,
            )

    def on_mount(self) -> None:
        self._ask(Span(phrases.LINE_KEYS, "dim"))
        self.query_one("#answer").focus()

    def _ask(self, hint: Span) -> None:
        """Show the question, and how to answer it."""
        rows = [*wrapped(self._question, DIALOG, "title"), line(hint), BLANK]
        self.query_one("#question", Lines).show(rows)

    def on_clean_input_cut(self, _event: CleanInput.Cut) -> None:
        """Say that the text was too long."""
        self._ask(Span(phrases.LINE_LIMIT.format(most=self._most), "bad"))

    def on_input_submitted(self, event: CleanInput.Submitted) -> None:
        self.dismiss(clean(event.value).strip())

    def on_click(self, event: events.Click) -> None:
        """Go back on a right click."""
        if event.button == RIGHT:
            self.dismiss(None)

    def action_give_up(self) -> None:
        self.dismiss(None)
