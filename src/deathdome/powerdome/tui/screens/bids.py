"""The bid sheet: a number for each power of the auction (E.3, PD-AUCTION, AM-3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from deathdome.powerdome.model.answers import Bids
from deathdome.powerdome.model.events import Protected
from deathdome.powerdome.play.drafts import History
from deathdome.powerdome.text import setup_screens as say
from deathdome.powerdome.text.persons import YOU, called
from deathdome.powerdome.text.tome import text_after_kinds
from deathdome.powerdome.tui.keys import Context
from deathdome.powerdome.tui.presenters.bars import Part, purse
from deathdome.powerdome.tui.presenters.players import vitality_rows
from deathdome.powerdome.tui.presenters.powers import power_row
from deathdome.powerdome.tui.screens.amounts import AmountScreen
from deathdome.powerdome.tui.screens.confirm import ConfirmDialog
from deathdome.powerdome.tui.screens.power_list import WIDE, PowerListScreen
from deathdome.stage.text import BLANK, Line, Span, columns_of, line, wrapped

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.model.dome import PowerId

_LOW: Final = 50  # vitality below which the form warns
_LABEL: Final = 6  # columns


@dataclass
class _Draft:
    bids: History[Mapping[PowerId, int]] = field(default_factory=lambda: History({}))
    index: int = 0


class BidsScreen(AmountScreen, PowerListScreen):
    """The slots of the auction with their bids, and a purse that the bids share."""

    @property
    def context(self) -> Context:
        return Context.BIDS

    @property
    def place(self) -> _Draft:
        return self.shell.draft(_Draft)

    @property
    def history(self) -> History[Mapping[PowerId, int]]:
        return self.place.bids

    def words_now(self) -> Mapping[str, str]:
        return {"choose": say.NEXT_POWER}

    def banner(self) -> str:
        return self.addressed(say.BIDS)

    def facts(self) -> str:
        return say.VITALITY.format(vitality=self._vitality)

    def listed(self) -> Sequence[PowerId]:
        return self.view.slots

    @property
    def _vitality(self) -> int:
        return self.view.now.characters[self.seat].vitality

    @property
    def _free(self) -> bool:
        return self.view.options.bids == "free"

    # -- rows ----------------------------------------------------------------------------------

    def above(self, width: int) -> list[Line]:
        bids, vitality = self.history.now, self._vitality
        total = sum(bids.values())
        left = vitality - total
        parts = [Part(bids[power], "chipviolet") for power in sorted(bids)]
        across = width - _LABEL - len(f" {vitality}")
        bar = purse(parts, max(vitality, total), across, self.empty)
        bar = tuple(
            Span(f"|{span.text[1:]}", span.look) if at and span.look == "chipviolet" else span
            for at, span in enumerate(bar)
        )
        words = (
            say.BID_SUM.format(sum=total, left=left)
            if left >= 0
            else say.OVER_SUM.format(sum=total, over=-left)
        )
        warns = bool(bids) and 0 <= left < _LOW
        more, look = (say.LOW, "bad") if warns else (say.LOSING, "dim")
        rows = [
            line(Span(f"{say.BIDDER:<{_LABEL}}", "title"), *bar, Span(f" {vitality}", "strong"))
        ]
        if self.tight and not warns:
            rows += wrapped(words, width)
        elif columns_of(f"{words} {more}") <= width:
            rows.append(line(Span(words), Span(f" {more}", look)))
        else:
            rows += [*wrapped(words, width), *wrapped(more, width, look)]
        if self._free and not self.tight:
            rows += wrapped(say.FREE, width, "dim")
        if width < WIDE:  # otherwise they are below the list
            rows += vitality_rows(self.view, width, self.seat)
        return [*rows, BLANK]

    def mark(self, power: PowerId) -> str:
        return self.shell.glyphs.full if power in self.history.now else ""

    def row(self, power: PowerId, width: int, *, under: bool) -> Line:
        entry = self.power_of(power)
        if entry.modifier:
            return power_row(entry, width, under=under, look="dim", words=say.MODIFIER)
        bid = self.history.now.get(power, 0)
        words = f"[ {bid:>3} ]  " if bid else "[     ]  "
        return power_row(
            entry,
            width,
            mark=self.mark(power),
            under=under,
            words=f"{words}{text_after_kinds(entry)}",
        )

    def about(self, power: PowerId, width: int) -> list[Line]:
        view, names = self.view, called(self.shell.host.names, self.seat, YOU)
        named = [names[seat] for seat, three in enumerate(view.nominations) if power in three]
        protector = next((seat for one, seat in self._protected() if one == power), None)
        if not named:
            words = say.FILLED
        elif protector is None:
            words = say.NAMED.format(names=", ".join(named))
        else:
            words = say.PROTECTED.format(names=", ".join(named), protector=names[protector])
        return [*super().about(power, width), *wrapped(words, width, "dim")]

    def _protected(self) -> Sequence[tuple[PowerId, int]]:
        """Return the protected powers with the seats that paid for them."""
        return [
            (one.power, one.seat)
            for one in self.shell.host.heard(self.seat)
            if isinstance(one, Protected) and one.power is not None
        ]

    # -- keys ----------------------------------------------------------------------------------

    def amount(self) -> int | None:
        power = self.highlighted
        return None if power is None else self.history.now.get(power, 0)

    def set_amount(self, value: int, *, typed: bool) -> bool:
        """Take another bid on the highlighted power unless the rules refuse it."""
        power = self.highlighted
        if power is None:
            return False
        bids = {**self.history.now, power: value}
        refusal = self.shell.host.referee.why_not(self.seat, Bids(bids))
        if refusal is not None:
            self.tell(self.refused(refusal))
            return False
        bids = {one: bid for one, bid in bids.items() if bid}
        self._pushed = self._pushed and typed
        if bids != self.history.now:
            if self._pushed:
                self.history.undo()
            self.history.change(bids)
            self._pushed = True
        return True

    def answer(self) -> Answer:
        return Bids(self.history.now)

    def fill(self, answer: Answer) -> None:
        assert isinstance(answer, Bids)
        self.history.change({power: bid for power, bid in answer.amounts.items() if bid})

    def _hand_in(self) -> None:
        if self.asked:
            self.give(self.answer())

    def do_choose(self) -> None:
        """Go to the next power."""
        self.do_down()

    def do_confirm(self) -> None:
        """Hand in the bids; ask first if there are none."""
        if self.history.now:
            self.give(self.answer())
            return
        self.app.push_screen(
            ConfirmDialog(
                say.HAND_IN_NOTHING,
                (say.OWN_NOTHING,),
                say.BACK_TO_BIDS,
                say.HAND_IN,
                self._hand_in,
            )
        )
