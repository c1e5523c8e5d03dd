"""The character of a player: a name and a look, which change no number (PD-SETUP-06)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from deathdome.powerdome.model.answers import Persona
from deathdome.powerdome.model.events import Introduced
from deathdome.powerdome.rules.game import NAME
from deathdome.powerdome.text import screens as say
from deathdome.powerdome.text.events import Narrator
from deathdome.powerdome.tui.keys import Context
from deathdome.powerdome.tui.screens.answer import AnswerScreen
from deathdome.stage.screens.menu import AskScreen, bar_row
from deathdome.stage.text import BLANK, Span, fitted, line, wrapped

if TYPE_CHECKING:
    from deathdome.powerdome.model.answers import Answer
    from deathdome.stage.text import Line

_LABEL = 12  # columns
_DONE = 2  # the row that finishes


@dataclass
class _Draft:
    persona: Persona
    index: int = 0


class PersonaScreen(AnswerScreen):
    """Two lines to fill in, and a row that finishes."""

    _first = 0  # row of the form on which the first line is

    @property
    def context(self) -> Context:
        return Context.LIST

    @property
    def _draft(self) -> _Draft:
        return self.shell.draft(lambda: _Draft(Persona()))

    def banner(self) -> str:
        return self.addressed(say.PERSONA)

    def rows(self, width: int) -> list[Line]:
        draft = self._draft
        texts = (
            f"{fitted(say.PERSONA_NAME, _LABEL)}{draft.persona.name}",
            f"{fitted(say.PERSONA_LOOK, _LABEL)}{draft.persona.look}",
            say.PERSONA_DONE,
        )
        rows = [*wrapped(say.PERSONA_HELP, width, "dim"), BLANK]
        self._first = len(rows)
        rows += [bar_row(text, width - 2, under=at == draft.index) for at, text in enumerate(texts)]
        host = self.shell.host
        narrator = Narrator(self.view.now.tome, host.names, host.reader)
        said = narrator.sentence(Introduced(self.seat, draft.persona))
        rows += [BLANK, line(Span(say.PERSONA_SAID, "title")), *wrapped(said, width, "quote")]
        rows.append(BLANK)
        brought = self._brought(width, full=True)
        if len(rows) + len(brought) > self.room:
            brought = self._brought(width, full=False)
        return [*rows, *brought]

    def _brought(self, width: int, *, full: bool) -> list[Line]:
        """Return what the character has to match: its vitality, and its powers."""
        dome = self.view.now
        hand = dome.hands[self.seat]
        words = say.PERSONA_BRINGS if hand else say.PERSONA_BARE
        vitality = dome.characters[self.seat].vitality
        rows = [line(Span(words.format(vitality=vitality), "title"))]
        if not full:
            names = ", ".join(dome.tome.powers[power].name for power in hand)
            return [*rows, *wrapped(names, width, "strong violet")]
        for power in hand:
            entry = dome.tome.powers[power]
            rows.append(line(Span(f"  {entry.no:>2} {entry.name}", "strong violet")))
            rows += wrapped(entry.text, width - 5, "dim", "     ")
        return rows

    def answer(self) -> Answer:
        return self._draft.persona

    def do_up(self) -> None:
        self._step(-1)

    def do_down(self) -> None:
        self._step(1)

    def do_up_right(self) -> None:
        self.do_first()

    def do_down_right(self) -> None:
        self.do_last()

    def do_first(self) -> None:
        """Highlight the first row."""
        self._step(-self._draft.index)

    def do_last(self) -> None:
        """Highlight the row that finishes."""
        self._step(_DONE - self._draft.index)

    def _step(self, by: int) -> None:
        self._draft.index = (self._draft.index + by) % (_DONE + 1)
        self.draw()

    def do_choose(self) -> None:
        """Ask for the line under the bar, or finish."""
        index, persona = self._draft.index, self._draft.persona
        if index == _DONE:
            self.do_confirm()
            return
        field = ("name", "look")[index]
        question = (say.PERSONA_ASK_NAME, say.PERSONA_ASK_LOOK)[index]
        box = AskScreen(question, getattr(persona, field), 2 * NAME)
        self.app.push_screen(box, partial(self._fill, field))

    def _fill(self, field: str, text: str | None) -> None:
        if text is not None and self.asked:
            self._draft.persona = replace(self._draft.persona, **{field: text})
            self._draft.index = min(self._draft.index + 1, _DONE)
            self.draw()

    def clicked_row(self, row: int, column: int) -> None:
        del column
        at = row - self._first
        if not 0 <= at <= _DONE:
            return
        chosen = at == self._draft.index
        self._draft.index = at
        if chosen:
            self.do_choose()
