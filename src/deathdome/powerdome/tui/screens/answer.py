"""Base of the screens on which a person answers a question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from textual.containers import VerticalScroll

from deathdome.errors import sentence
from deathdome.powerdome.model.naming import character_names
from deathdome.powerdome.text import reasons_screen as reasons
from deathdome.powerdome.text import screens as say
from deathdome.powerdome.text.persons import capital
from deathdome.powerdome.text.refusals import refused
from deathdome.powerdome.tui.ports import Shell
from deathdome.stage.base_screen import BaseScreen
from deathdome.stage.keys.keyset import CURTAIN
from deathdome.stage.keys.names import key_name
from deathdome.stage.keys.names import refused as refused_key
from deathdome.stage.screens.menu import AskScreen
from deathdome.stage.text import BLANK, Line, Span, columns_of, line, wrapped
from deathdome.stage.widgets.lines import Lines

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.app import ComposeResult

    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.model.asks import Ask
    from deathdome.powerdome.model.dome import Seat
    from deathdome.powerdome.model.state import State
    from deathdome.powerdome.rules.refusals import Refusal
    from deathdome.stage.messages import RowClicked

KEY_LENGTH: Final = 12  # characters of the key of a curtain
PADDING: Final = 4  # columns of a page without text
_BARS: Final = 2  # the title row and the key bar
_NOTE: Final = 2  # rows of the answer to a key at most


class Undoable(Protocol):
    """Changes of a form."""

    def undo(self) -> bool:
        """Undo the last change; False if there is none."""

    def redo(self) -> bool:
        """Redo the change that was undone last; False if there is none."""


class AnswerScreen(BaseScreen[Shell]):
    """A title, rows that scroll, and a line that answers the last key.

    A form says its `banner`, its `rows` and its `answer`; `confirm` gives the answer.
    """

    NEEDS_ROOM = True

    def __init__(self, ask: Ask) -> None:
        super().__init__()
        self.ask: Final = ask
        self._note = ""
        self.refusal: Refusal | None = None  # of the last key

    # -- what a form says ----------------------------------------------------------------------

    def banner(self) -> str:
        """Return the words of the title row."""
        raise NotImplementedError

    def facts(self) -> str:
        """Return the words at the right end of the title row."""
        return ""

    def rows(self, width: int) -> list[Line]:
        """Return the rows of the form."""
        raise NotImplementedError

    def answer(self) -> Answer:
        """Return the answer that the form holds now."""
        raise NotImplementedError

    def clicked_row(self, row: int, column: int) -> None:
        """Handle a click on a row of the form."""

    @property
    def takes_answers(self) -> bool:
        """True if a hint can be put into the form."""
        return type(self).fill is not AnswerScreen.fill

    def fill(self, answer: Answer) -> None:
        """Put another answer into the form, as a change."""

    @property
    def history(self) -> Undoable | None:
        """The changes of the form; None if none can be undone."""
        return None

    def in_sight(self) -> int | None:
        """Return the row that must be in sight; None if any may be."""
        return None

    def addressed(self, words: str) -> str:
        """Return words to the person of the form; with several people its name comes first."""
        host = self.shell.host
        return capital(words) if host.reader == self.seat else f"{host.names[self.seat]}: {words}"

    def in_round(self, words: str) -> str:
        """Return words to the person of the form, after the round."""
        return say.IN_ROUND.format(round=self.view.now.round, words=self.addressed(words))

    # -- facts ---------------------------------------------------------------------------------

    @property
    def seat(self) -> Seat:
        """The seat that is asked."""
        return self.ask.seat

    @property
    def view(self) -> State:
        """The state as the person may see it."""
        return self.shell.host.view(self.seat)

    @property
    def asked(self) -> bool:
        """True while the question of this form is open."""
        return self.shell.in_game and self.shell.asks(self.ask)

    def refused(self, refusal: Refusal) -> str:
        """Return the sentence of a refusal; the help sheet then explains it."""
        view = self.view
        names = character_names(view.now, view.seats)
        self.refusal = refusal
        rule = reasons.SHOWS_RULE.format(key=self.keyset.name("help"))
        return f"{refused(refusal, names, view.now.tome, rule=False)} {rule}"

    @property
    def room(self) -> int:
        """The rows of the form that are in sight without scrolling."""
        return max(1, self.size.height - _BARS - len(self._note_rows()))

    @property
    def empty(self) -> str:
        """The symbol of the empty part of a bar, where grounds do not show it."""
        return " " if self.shell.glyphs.tinted else self.shell.glyphs.empty

    # -- drawing -------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield Lines(id="status")
        yield Lines(id="toosmall")
        with VerticalScroll(id="page", can_focus=False):
            yield Lines(id="text")
        yield Lines(id="note")
        yield Lines(id="keys")

    def on_mount(self) -> None:
        self.draw()

    def relaid(self) -> None:
        self.draw()

    def refresh_all(self) -> None:
        self.draw()

    def draw(self) -> None:
        """Draw the form as it is now."""
        if not self.is_live or not self.asked:
            return
        self.query_one("#status", Lines).show([self._title_row()])
        rows = self.rows(max(40, self.size.width - PADDING))
        self.query_one("#text", Lines).show(rows)
        self.query_one("#note", Lines).show(self._note_rows())
        self.show_keys()
        at = self.in_sight()
        page = self.query_one("#page")
        if at is not None and not page.scroll_y <= at < page.scroll_y + page.size.height:
            page.scroll_to(y=max(0, at - page.size.height // 2), animate=False)

    def _note_rows(self) -> list[Line]:
        rows = wrapped(self._note or self.shell.reminder, max(8, self.size.width - 2), indent=" ")
        return rows[:_NOTE] or [BLANK]

    def _title_row(self) -> Line:
        left, right = f" {self.banner()}", f"{self.facts()} "
        gap = max(1, self.size.width - columns_of(left) - columns_of(right))
        return line(Span(left, "strong"), " " * gap, Span(right, "strong"))

    # -- keys ----------------------------------------------------------------------------------

    def tell(self, text: str) -> None:
        """Answer the last key in the line below the form."""
        self._note = text
        self.draw()

    def tell_briefly(self, text: str) -> None:
        """Answer a key that does nothing; a refusal or a warning stays in its place."""
        if self.refusal is None and not self.insists:
            self.tell(text)

    @property
    def insists(self) -> bool:
        """True while the line below the form must stay."""
        return False

    def act(self, binding: str) -> None:
        if binding != "help":
            self._note, self.refusal = "", None
        super().act(binding)

    def give(self, answer: Answer) -> bool:
        """Give an answer; False if it is refused, and the line says why."""
        refusal = self.shell.answer(answer)
        if refusal is not None:
            self.tell(self.refused(refusal))
        return refusal is None

    def do_confirm(self) -> None:
        """Give the answer that the form holds."""
        self.give(self.answer())

    def do_undo(self) -> None:
        """Undo the last change of the form."""
        if self.history is None or not self.history.undo():
            self.tell(say.NOTHING_TO_UNDO)
        self.draw()

    def do_redo(self) -> None:
        """Redo the change that was undone last."""
        if self.history is None or not self.history.redo():
            self.tell(say.NOTHING_TO_REDO)
        self.draw()

    def unavailable(self) -> Iterable[str]:
        if self.history is None:
            yield from ("undo", "redo")

    def do_hint(self) -> None:
        """Show what an adviser would answer, and why."""
        self.shell.hint()

    def use(self, answer: Answer) -> None:
        """Put a hint into the form, or give it if the form takes none."""
        if self.takes_answers:
            self.fill(answer)
            self.tell(reasons.USED)
        else:
            self.give(answer)

    def do_curtain_key(self) -> None:
        """Ask a person for a key of its own, which opens its curtain."""
        host = self.shell.host
        if len(host.people) < 2:
            self.tell(say.NO_CURTAIN)
            return
        box = AskScreen(say.ASK_KEY, host.key(self.seat), KEY_LENGTH)
        self.app.push_screen(box, self._take_key)

    def _take_key(self, text: str | None) -> None:
        if text is None or not self.shell.in_game:
            return
        name = key_name(text)
        if not name or refused_key(name) or self.keyset.key_for(CURTAIN, name) is not None:
            self.tell(say.NO_SUCH_KEY.format(key=text))
            return
        trouble = self.shell.host.set_key(self.seat, text)
        self.tell(sentence(trouble) if trouble else say.YOUR_KEY.format(key=text))

    def do_player(self) -> None:
        """Show a player in full."""
        self.shell.open("player", self.seat)

    def on_row_clicked(self, message: RowClicked) -> None:
        """Pass a click on the form on."""
        if message.box == "text":
            self.clicked_row(message.row, message.column)
            self.draw()
