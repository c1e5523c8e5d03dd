"""Protection: the pool of the named powers, and whose turn it is (E.2, PD-CULL)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from deathdome.powerdome.model.answers import Protection
from deathdome.powerdome.model.events import FirstProtector
from deathdome.powerdome.model.options import PROTECTION
from deathdome.powerdome.text import setup_screens as say
from deathdome.powerdome.text.persons import called
from deathdome.powerdome.tui.keys import Context
from deathdome.powerdome.tui.presenters.flowing import Group, flowing
from deathdome.powerdome.tui.presenters.powers import power_row, words_row
from deathdome.powerdome.tui.screens.confirm import ConfirmDialog
from deathdome.powerdome.tui.screens.power_list import PowerListScreen
from deathdome.stage.text import BLANK, Line, Span, columns_of, fitted, wrapped

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.model.dome import PowerId, Seat

_NAMED: Final = 20  # columns of the names of those who named a power


@dataclass
class _Draft:
    index: int = 0


class ProtectScreen(PowerListScreen):
    """The pool; each row says who named the power, and who has protected it."""

    @property
    def context(self) -> Context:
        return Context.POOL

    @property
    def place(self) -> _Draft:
        return self.shell.draft(_Draft)

    def words_now(self) -> Mapping[str, str]:
        return {"choose": "", "confirm": ""}

    def listed(self) -> Sequence[PowerId]:
        return self.view.progress.pool

    def banner(self) -> str:
        return self.addressed(say.PROTECT)

    def facts(self) -> str:
        view = self.view
        return say.SLOTS.format(used=len(view.progress.protected), slots=self._slots)

    @property
    def _slots(self) -> int:
        return 2 * self.view.now.seats

    def _protector(self, power: PowerId) -> Seat | None:
        return dict(self.view.progress.protected).get(power)

    # -- rows ----------------------------------------------------------------------------------

    def above(self, width: int) -> list[Line]:
        view = self.view
        price = say.PRICE.format(price=PROTECTION, vitality=view.now.characters[self.seat].vitality)
        return [
            *self._turns(width),
            *wrapped(price, width, "dim"),
            *self.vitality(width),
            BLANK,
            words_row(f"{fitted(say.NAMED_BY, _NAMED)}{say.PROTECTED_BY}", width),
        ]

    def _turns(self, width: int) -> list[Line]:
        """Return the players in the order of their turns; the one whose turn it is stands out."""
        view, names = self.view, called(self.shell.host.names, self.seat)
        seats = view.now.seats
        heard = self.shell.host.heard(self.seat)
        first = next((one.seat for one in reversed(heard) if isinstance(one, FirstProtector)), 0)
        turns = []
        for seat in ((first + at) % seats for at in range(seats)):
            if seat == self.seat:
                turns.append(Span(f"[{names[seat]}]", "bar"))
            elif seat in view.progress.passed:
                turns.append(Span(f"{names[seat]} {say.PASSED}", "dim"))
            else:
                turns.append(Span(names[seat], "strong"))
        start = columns_of(say.ORDER) + 2
        order, *more = flowing([Group("", turns)], width, start, start)
        return [(Span(f"{say.ORDER}  ", "title"), *order), *more]

    def mark(self, power: PowerId) -> str:
        return "" if self._protector(power) is None else self.shell.glyphs.full

    def row(self, power: PowerId, width: int, *, under: bool) -> Line:
        names, by = called(self.shell.host.names, self.seat), self._protector(power)
        named = [names[seat] for seat, three in enumerate(self.view.nominations) if power in three]
        return power_row(
            self.power_of(power),
            width,
            mark=self.mark(power),
            under=under,
            words=f"{fitted(', '.join(named), _NAMED - 1)} {'' if by is None else names[by]}",
        )

    # -- keys ----------------------------------------------------------------------------------

    def answer(self) -> Answer:
        return Protection(self.highlighted)

    def do_choose(self) -> None:
        self.do_protect()

    def do_confirm(self) -> None:
        self.do_protect()

    def do_protect(self) -> None:
        """Ask whether to pay for the highlighted power."""
        power = self.highlighted
        if power is None:
            return
        refusal = self.shell.host.referee.why_not(self.seat, Protection(power))
        if refusal is not None:
            self.tell(self.refused(refusal))
            return
        name = self.power_of(power).name
        vitality = self.view.now.characters[self.seat].vitality
        self.app.push_screen(
            ConfirmDialog(
                say.PROTECT_QUESTION.format(power=name, price=PROTECTION),
                (
                    say.PROTECT_MEANS.format(power=name),
                    say.PROTECT_LEAVES.format(price=PROTECTION, left=vitality - PROTECTION),
                ),
                say.BACK_TO_POOL,
                say.DO_PROTECT.format(power=name),
                lambda: self._take(power),
            )
        )

    def do_pass(self) -> None:
        """Ask whether to pass, which is final."""
        left = self._slots - len(self.view.progress.protected)
        open_ = len(self.listed()) - len(self.view.progress.protected)
        self.app.push_screen(
            ConfirmDialog(
                say.FINAL_QUESTION,
                (say.FINAL_MEANS, say.DRAW_MEANS.format(slots=left, powers=open_)),
                say.BACK_TO_POOL,
                say.DO_STOP,
                lambda: self._take(None),
            )
        )

    def _take(self, power: PowerId | None) -> None:
        if self.asked:
            self.give(Protection(power))
