"""Screens that continue a copied position, or a match from one of its stops."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.containers import Vertical
from textual.screen import ModalScreen

from deathdome.content.positions.one_line import MAX_LENGTH, is_position_line
from deathdome.errors import DeathdomeError, sentence
from deathdome.match.protocol import HUMAN
from deathdome.records.format import moment_words
from deathdome.records.replay_text import is_replay_text
from deathdome.rules.engine import decision
from deathdome.stage.guarded_screen import GuardedScreen
from deathdome.stage.screens.menu import DIALOG, Field, FormScreen
from deathdome.stage.text import BLANK, Line, Span, line, wrapped
from deathdome.stage.widgets.lines import CleanInput, Lines
from deathdome.text.names import team_name
from deathdome.text.phrases import matches as say
from deathdome.tui.keys.keyset import with_keys
from deathdome.tui.ports import Shell
from deathdome.tui.presenters.pieces import SEAT_SIGNS
from deathdome.tui.saved_matches import SavedMatches

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual import events
    from textual.app import ComposeResult

    from deathdome.content.positions.one_line import Copied
    from deathdome.records.timeline import Stop, Timeline

_TERMS: Final = say.FORK_NOTE


class SeatsScreen(FormScreen[Shell]):
    """A row for each seat, and one that begins."""

    def __init__(self, managers: Sequence[str], seated: Sequence[str], person: int) -> None:
        """Offer `managers` for every seat; those of `seated` are the defaults.

        The seat of the `person` is taken.
        """
        super().__init__()
        self._managers = tuple(managers)
        self._others = list(seated)  # players of seats without a player
        self._people = {person}
        self.index = len(seated)

    def play(self) -> None:
        raise NotImplementedError

    @property
    def seats(self) -> tuple[str, ...]:
        """The players, by seat."""
        return tuple(
            HUMAN if seat in self._people else other for seat, other in enumerate(self._others)
        )

    def fields(self) -> Sequence[Field]:
        rows = []
        for seat, name in enumerate(self.seats):
            shown = "you" if len(self._people) == 1 else "player"
            rows.append(
                Field(
                    f"{SEAT_SIGNS[seat]} {team_name(seat)}",
                    with_keys(say.YOU_OR_MANAGER),
                    shown if name == HUMAN else f"manager {name}",
                    self._sitter(seat),
                )
            )
        rows.append(Field("Start match", self._detail(), "", act=self.play))
        return rows

    def _detail(self) -> str:
        people = " and ".join(team_name(seat) for seat in sorted(self._people))
        return say.YOUR_TEAMS.format(
            teams=people or "Nobody", are="are" if len(self._people) > 1 else "is"
        )

    def _sitter(self, seat: int) -> Callable[[int], None]:
        def change(step: int) -> None:
            seat_choices = (HUMAN, *self._managers)
            at = seat_choices.index(self.seats[seat]) + step
            sitter = seat_choices[at % len(seat_choices)]
            self._people.discard(seat)
            if sitter == HUMAN:
                self._people.add(seat)
            else:
                self._others[seat] = sitter

        return change


class ForkScreen(SeatsScreen):
    """Takes a seat at a stop of a timeline."""

    def __init__(
        self, timeline: Timeline, stop: Stop, managers: Sequence[str], seated: Sequence[str]
    ) -> None:
        """Take the seat that was asked there, or that of the only player who played."""
        asked = decision(timeline.position(stop))
        assert asked is not None  # the end of a match is not a beginning
        super().__init__(managers, seated, timeline.viewer if timeline.viewer >= 0 else asked.seat)
        self._timeline, self._stop = timeline, stop

    def banner(self) -> str:
        return say.FORK_TITLE

    def heading(self, width: int) -> list[Line]:
        where = moment_words(self._stop.where) or "the beginning"
        title = say.FORK_ORIGIN.format(
            where=where, answers=self._stop.answers, timeline=self._timeline.name
        )
        return [BLANK, *wrapped(title, width, "title"), *wrapped(_TERMS, width), BLANK]

    def play(self) -> None:
        """Begin a match of its own."""
        SavedMatches(self.shell).fork(self._timeline, self._stop, self.seats)


_QUESTION: Final = say.PASTE_HERE
_ELSEWHERE: Final = say.FILE_PLACE
_RUNNING: Final = say.MATCH_STAYS_SAVED
_FULL: Final = say.NEW_DICE_NOTE
_VIEW: Final = say.TEAM_VIEW_NOTE


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


class LoadScreen(GuardedScreen[None], ModalScreen[None]):
    """Asks for a text or a file; stays until it has one, or Esc."""

    BINDINGS = [("escape", "give_up", "")]  # noqa: RUF012 - Textual's way

    def __init__(self, load: Callable[[str], None], *, running: bool) -> None:
        """Take `load`, which raises errors of the text; `running`: a match is below."""
        super().__init__()
        self._load = load
        self._in_match = running

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
        if self._in_match:
            rows += wrapped(_RUNNING, DIALOG)
        rows.append(line(Span(say.LOAD_KEYS, "dim")))
        if trouble:
            rows += [BLANK, *wrapped(trouble, DIALOG, "bad")]
        self.query_one("#question", Lines).show([*rows, BLANK])

    def on_input_submitted(self, event: CleanInput.Submitted) -> None:
        if event.value.strip():
            self._take(event.value)

    def _take(self, text: str) -> None:
        try:
            self._load(text)
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
        return say.LOAD_TITLE

    def heading(self, width: int) -> list[Line]:
        state = self._copied.whole
        seat = self._copied.seat
        title = f"Round {state.round} of {state.setup.rounds}, {state.setup.board.name}"
        terms = _FULL if seat is None else _VIEW.format(team=team_name(seat))
        return [BLANK, *wrapped(title, width, "title"), *wrapped(terms, width), BLANK]

    def play(self) -> None:
        SavedMatches(self.shell).play_on(self._copied, self.seats)
