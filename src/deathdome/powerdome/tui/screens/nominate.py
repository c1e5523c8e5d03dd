"""Nomination: three powers of the PowerTome, named in secret (E.2, PD-NOMINATE)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from deathdome.powerdome.model.answers import Nomination
from deathdome.powerdome.model.options import NOMINATIONS
from deathdome.powerdome.play.drafts import History
from deathdome.powerdome.text import setup_screens as say
from deathdome.powerdome.text.tome import kinds_of, search
from deathdome.powerdome.tui.keys import Context
from deathdome.powerdome.tui.screens.power_list import PowerListScreen, tabs
from deathdome.stage.screens.menu import AskScreen
from deathdome.stage.text import BLANK, Line, Span, line, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.model.dome import PowerId

_WORDS = 40  # characters of a search


@dataclass
class _Draft:
    chosen: History[tuple[PowerId, ...]] = field(default_factory=lambda: History(()))
    index: int = 0
    kind: str = say.ALL_KINDS
    words: str = ""


class NominateScreen(PowerListScreen):
    """The whole PowerTome, by kind and by words."""

    @property
    def context(self) -> Context:
        return Context.POWERS

    @property
    def place(self) -> _Draft:
        return self.shell.draft(_Draft)

    @property
    def history(self) -> History[tuple[PowerId, ...]]:
        return self.place.chosen

    def banner(self) -> str:
        return self.addressed(say.NOMINATE)

    def facts(self) -> str:
        return say.CHOSEN.format(n=len(self.history.now))

    def listed(self) -> Sequence[PowerId]:
        draft, tome = self.place, self.tome
        found = {power.no for power in search(tome, draft.words)}
        return [
            at
            for at, power in enumerate(tome.powers)
            if power.no in found and (draft.kind == say.ALL_KINDS or draft.kind in kinds_of(power))
        ]

    def possible(self) -> Sequence[PowerId]:
        return range(len(self.tome.powers))

    def above(self, width: int) -> list[Line]:
        draft = self.place
        chosen = [f"{one.no} {one.name}" for one in map(self.power_of, self.history.now)]
        rows = [
            line(
                Span(f"{say.CHOSEN_ARE}  ", "title"),
                Span(say.names_of(chosen), "strong violet" if chosen else "dim"),
            ),
            tabs(
                [say.SHORT_KINDS.get(one, one) for one in say.KINDS],
                say.SHORT_KINDS.get(draft.kind, draft.kind),
                say.SHOWN,
                width,
            ),
            *self.vitality(width),
        ]
        if draft.words:
            found = say.SEARCHED.format(
                found=len(self.listed()),
                all=len(self.tome.powers),
                words=draft.words,
                key=self.keyset.name("search"),
            )
            rows += wrapped(found, width, "dim")
        return [*rows, BLANK]

    def if_empty(self, width: int) -> list[Line]:
        return wrapped(say.NO_POWERS.format(key=self.keyset.name("search")), width)

    def mark(self, power: PowerId) -> str:
        return self.shell.glyphs.full if power in self.history.now else ""

    def answer(self) -> Answer:
        return Nomination(self.history.now)

    def fill(self, answer: Answer) -> None:
        assert isinstance(answer, Nomination)
        self.history.change(answer.powers)

    # -- keys ----------------------------------------------------------------------------------

    def do_choose(self) -> None:
        """Choose the highlighted power, or drop it."""
        power, chosen = self.highlighted, self.history.now
        if power is None:
            return
        name = self.power_of(power).name
        if power in chosen:
            self.history.change(tuple(one for one in chosen if one != power))
            self.tell(say.DROPPED.format(power=name))
        elif len(chosen) == NOMINATIONS:
            self.tell(say.THREE_CHOSEN)
        else:
            self.history.change((*chosen, power))
            last = len(chosen) + 1 == NOMINATIONS
            self.tell(
                say.READY.format(key=self.keyset.name("confirm"))
                if last
                else say.CHOSEN_NOW.format(power=name)
            )

    def do_left(self) -> None:
        self._show_kind(-1)

    def do_right(self) -> None:
        self._show_kind(1)

    def _show_kind(self, by: int) -> None:
        """List the powers of another kind; the highlight stays on its power if it can."""
        draft, power = self.place, self.highlighted
        draft.kind = say.KINDS[(say.KINDS.index(draft.kind) + by) % len(say.KINDS)]
        self._stay_on(power)

    def _stay_on(self, power: PowerId | None) -> None:
        listed = self.listed()
        self.place.index = listed.index(power) if power in listed else 0
        self.draw()

    def do_search(self) -> None:
        """Ask for words, and list the powers that have them."""
        self.app.push_screen(AskScreen(say.SEARCH, self.place.words, _WORDS), self._found)

    def do_back(self) -> None:
        """Remove the search, then the filter by kind."""
        draft, power = self.place, self.highlighted
        if not draft.words and draft.kind == say.ALL_KINDS:
            self.tell(say.ALL_SHOWN)
            return
        draft.words, draft.kind = "", draft.kind if draft.words else say.ALL_KINDS
        self._stay_on(power)

    def _found(self, words: str | None) -> None:
        if words is not None and self.asked:
            power = self.highlighted
            self.place.words = words
            self._stay_on(power)

    def clicked_row(self, row: int, column: int) -> None:
        """Show the clicked kind; otherwise handle a click on the list."""
        if row == 1:
            self._click_kind(column)
        else:
            super().clicked_row(row, column)

    def _click_kind(self, column: int) -> None:
        at = len(say.SHOWN) + 2
        for kind in say.KINDS:
            end = at + len(say.SHORT_KINDS.get(kind, kind)) + 2
            if at <= column < end:
                power = self.highlighted
                self.place.kind = kind
                self._stay_on(power)
                return
            at = end
