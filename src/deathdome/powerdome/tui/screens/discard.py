"""Discards: powers that one would rather not own (PD-EXCHANGE-04)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from deathdome.powerdome.model.answers import Discards
from deathdome.powerdome.play.drafts import History
from deathdome.powerdome.text import exchange_screens as say
from deathdome.powerdome.tui.keys import Context
from deathdome.powerdome.tui.screens.confirm import ConfirmDialog
from deathdome.powerdome.tui.screens.power_list import PowerListScreen
from deathdome.stage.text import BLANK, Line, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.model.dome import PowerId


@dataclass
class _Draft:
    marked: History[tuple[PowerId, ...]] = field(default_factory=lambda: History(()))
    index: int = 0


class DiscardScreen(PowerListScreen):
    """One's own powers, each to keep or to discard."""

    @property
    def context(self) -> Context:
        return Context.LIST

    @property
    def place(self) -> _Draft:
        return self.shell.draft(_Draft)

    @property
    def history(self) -> History[tuple[PowerId, ...]]:
        return self.place.marked

    def banner(self) -> str:
        return self.addressed(say.DISCARD)

    def facts(self) -> str:
        return say.DISCARDED.format(n=len(self.history.now), all=len(self.listed()))

    def listed(self) -> Sequence[PowerId]:
        return self.view.now.hands[self.seat]

    def above(self, width: int) -> list[Line]:
        help_ = wrapped(say.DISCARD_HELP, width, "dim")
        return [*self.vitality(width), *help_, BLANK] if self.listed() else []

    def if_empty(self, width: int) -> list[Line]:
        return [BLANK, *wrapped(say.NO_HAND.format(key=self.keyset.name("confirm")), width)]

    def mark(self, power: PowerId) -> str:
        return self.shell.glyphs.full if power in self.history.now else ""

    def words(self, power: PowerId) -> str | None:
        return f"{say.MARKED}: {self.power_of(power).text}" if self.mark(power) else None

    def answer(self) -> Answer:
        return Discards(self.history.now)

    def do_choose(self) -> None:
        """Mark the highlighted power, or clear its mark."""
        power, marked = self.highlighted, self.history.now
        if power is None:
            self.do_confirm()
            return
        kept = tuple(one for one in marked if one != power)
        self.history.change(kept if power in marked else (*marked, power))
        self.draw()

    def do_confirm(self) -> None:
        """Discard the marked powers, after a question; without any keep them all."""
        if not self.history.now:
            self.give(self.answer())
            return
        names = ", ".join(self.power_of(one).name for one in self.history.now)
        self.app.push_screen(
            ConfirmDialog(
                say.DISCARD_QUESTION.format(powers=names),
                (say.DISCARD_MEANS,),
                say.KEEP,
                say.DO_DISCARD,
                self._hand_in,
            )
        )

    def _hand_in(self) -> None:
        if self.asked:
            self.give(self.answer())
