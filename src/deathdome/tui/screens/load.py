"""Dialogs that load a copied text or a named file, and ask who plays its position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.containers import Vertical
from textual.screen import ModalScreen

from deathdome.content.positions.one_line import MAX_LENGTH, is_position_line
from deathdome.errors import DeathdomeError, sentence
from deathdome.records.replay_text import is_replay_text
from deathdome.rules.engine import decision
from deathdome.text.names import team_name
from deathdome.text.phrases import matches as say
from deathdome.tui.presenters.text import BLANK, Line, Span, line, wrapped
from deathdome.tui.saved_matches import SavedMatches
from deathdome.tui.screens.fork import SeatsScreen
from deathdome.tui.screens.menu import DIALOG
from deathdome.tui.widgets.lines import CleanInput, Lines

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual import events
    from textual.app import ComposeResult

    from deathdome.content.positions.one_line import Copied

_QUESTION: Final = say.PASTE_A_POSITION
_ELSEWHERE: Final = say.WHERE_THE_FILE_IS
_RUNNING: Final = say.THE_RUNNING_MATCH_IS_KEPT
_FULL: Final = say.WITH_NEW_DICE
_VIEW: Final = say.AS_A_TEAM_SAW_IT


class PasteLine(CleanInput):
    """An input that takes a pasted text at once, with all its lines."""

    def __init__(self, taken: Callable[[str], None]) -> None:
        """Call `taken` with a pasted text that has our format."""
        super().__init__(max_length=MAX_LENGTH, id="answer", compact=True)
        self._taken = taken

    def on_paste(self, event: events.Paste) -> None:
        """Take all lines of a pasted text: Textual would take the first line alone."""
        if is_position_line(event.text) or is_replay_text(event.text):
            event.stop()
            event.prevent_default()
            self._taken(event.text)


class LoadScreen(ModalScreen[None]):
    """Asks for a text or a file; stays until it has one, or Esc."""

    BINDINGS = [("escape", "give_up", "")]  # noqa: RUF012 - Textual's way

    def __init__(self, load: Callable[[str], None], *, running: bool) -> None:
        """Take `load`, which raises errors of the text; `running`: a match lies below."""
        super().__init__()
        self._loads = load
        self._plays = running

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog"):
            yield Lines(id="question")
            yield PasteLine(self._take)

    def on_mount(self) -> None:
        self._say("")
        self.query_one(PasteLine).focus()

    def _say(self, trouble: str) -> None:
        rows = wrapped(_QUESTION, DIALOG, "title")
        if self.app.is_web:
            rows += wrapped(_ELSEWHERE, DIALOG)
        if self._plays:
            rows += wrapped(_RUNNING, DIALOG)
        rows.append(line(Span(say.ENTER_TAKES_IT_ESC_NOT, "dim")))
        if trouble:
            rows += [BLANK, *wrapped(trouble, DIALOG, "bad")]
        self.query_one("#question", Lines).show([*rows, BLANK])

    def on_input_submitted(self, event: CleanInput.Submitted) -> None:
        if event.value.strip():
            self._take(event.value)

    def _take(self, text: str) -> None:
        try:
            self._loads(text)
        except DeathdomeError as error:
            self._say(sentence(str(error)))

    def action_give_up(self) -> None:
        self.dismiss(None)


class PlayOnScreen(SeatsScreen):
    """Seats of a loaded position."""

    def __init__(self, copied: Copied, managers: Sequence[str], seated: Sequence[str]) -> None:
        """Offer `managers` for every seat; those of `seated` are the defaults.

        The seat of a view continues it; in a whole position the seat that is asked does.
        """
        asked = decision(copied.whole) if copied.seat is None else None
        person = copied.seat if copied.seat is not None else max(0, asked.seat if asked else 0)
        super().__init__(managers, seated, person)
        self._copied = copied

    def banner(self) -> str:
        return say.PLAY_ON_FROM_A_POSITION

    def heading(self, width: int) -> list[Line]:
        state = self._copied.whole
        seat = self._copied.seat
        title = f"Round {state.round} of {state.setup.rounds}, {state.setup.board.name}"
        terms = _FULL if seat is None else _VIEW.format(team=team_name(seat))
        return [BLANK, *wrapped(title, width, "title"), *wrapped(terms, width), BLANK]

    def play(self) -> None:
        SavedMatches(self.shell).play_on(self._copied, self.seats)
