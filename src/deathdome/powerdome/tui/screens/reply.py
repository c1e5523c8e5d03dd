"""The reply to a trade: yes, no, or a counter-offer (PD-EXCHANGE, AM-6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.powerdome.model.answers import Reply, Trade
from deathdome.powerdome.play.drafts import History
from deathdome.powerdome.text import exchange_screens as say
from deathdome.powerdome.tui.keys import Context
from deathdome.powerdome.tui.presenters.powers import power_block
from deathdome.powerdome.tui.screens.trade import TradeDraft, TradeScreen
from deathdome.stage.text import BLANK, Line, Span, beside, line, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from deathdome.powerdome.model.answers import Answer, Side
    from deathdome.powerdome.model.dome import Seat

_GAP = 3  # columns between what one gets and what one gives


class ReplyScreen(TradeScreen):
    """The offer in full; a counter-offer begins as the same trade, seen from the other side."""

    @property
    def context(self) -> Context:
        return Context.TRADE if self.draft.countering else Context.OFFER

    @property
    def _table(self) -> tuple[Seat, Trade]:
        table = self.view.progress.table
        assert table is not None
        return table

    @property
    def draft(self) -> TradeDraft:
        return self.shell.draft(self._mirrored)

    def _mirrored(self) -> TradeDraft:
        maker, offered = self._table
        return TradeDraft(History(Trade(maker, offered.want, offered.give)))

    @property
    def rivals(self) -> Sequence[Seat]:
        return [self._table[0]]

    def banner(self) -> str:
        words = say.COUNTER if self.draft.countering else say.REPLY
        return self.addressed(words.format(rival=self.names[self._table[0]]))

    def answer(self) -> Answer:
        return Reply(accept=False, counter=self.trade)

    # -- rows ----------------------------------------------------------------------------------

    def rows(self, width: int) -> list[Line]:
        if self.draft.countering:
            return super().rows(width)
        maker, offered = self._table
        rival = self.names[maker]
        half = (width - _GAP) // 2
        rows = [BLANK]
        if offered.reason:
            rows.append(line(Span(say.SAYS.format(rival=rival), "dim")))
            rows += wrapped(f'"{offered.reason}"', width, "quote")
        else:
            rows.append(line(Span(say.SILENT.format(rival=rival), "dim")))
        get = self._side(say.YOU_GET, offered.give, half)
        give = self._side(say.YOU_GIVE, offered.want, half)
        rows += [BLANK, *beside(get, give, half + _GAP), BLANK]
        vitality = self.view.now.characters
        flow = offered.give.vitality - offered.want.vitality
        mine, theirs = vitality[self.seat].vitality, vitality[maker].vitality
        after = say.BALANCE.format(mine=mine + flow, rival=rival, theirs=theirs - flow)
        left = self.offers_left
        rows += [
            line(Span(after, "strong")),
            *wrapped(say.COUNTERS.format(left=left) if left else say.NO_COUNTER, width, "dim"),
            *wrapped(say.BINDS, width, "dim"),
        ]
        return rows

    def _side(self, title: str, side: Side, width: int) -> list[Line]:
        """Return one side of the trade, its powers in full."""
        rows = [line(Span(title, "title"))]
        for power in side.powers:
            rows += [*power_block(self.tome, self.tome.powers[power], width), BLANK]
        if side.vitality:
            rows += [line(Span(say.SO_MUCH.format(n=side.vitality), "strong")), BLANK]
        if side.promise:
            rows += [*wrapped(say.A_PROMISE.format(text=side.promise), width), BLANK]
        if len(rows) == 1:
            rows.append(line(Span(say.NOTHING, "dim")))
        return rows

    def in_sight(self) -> int | None:
        return super().in_sight() if self.draft.countering else None

    # -- keys ----------------------------------------------------------------------------------

    def words_now(self) -> Mapping[str, str]:
        return {**super().words_now(), "pass": say.BACK} if self.draft.countering else {}

    def unavailable(self) -> Iterable[str]:
        yield from super().unavailable()
        if not self.draft.countering and not self.offers_left:
            yield "counter"

    def do_accept(self) -> None:
        """Accept the offer."""
        self.give(Reply(accept=True))

    def do_decline(self) -> None:
        """Decline the offer."""
        self.give(Reply(accept=False))

    def do_counter(self) -> None:
        """Write another offer in reply."""
        if not self.offers_left:
            self.tell(say.NO_COUNTER)
            return
        self.draft.countering = True
        self.draw()

    def do_pass(self) -> None:
        """Go back to the offer; the counter-offer stays as it is."""
        self.draft.countering = False
        self.draw()

    def clicked_row(self, row: int, column: int) -> None:
        if self.draft.countering:
            super().clicked_row(row, column)

    def do_up(self) -> None:
        self._step_or_scroll(-1)

    def do_down(self) -> None:
        self._step_or_scroll(1)

    def wheel(self, by: int) -> None:
        self._step_or_scroll(by)

    def _step_or_scroll(self, by: int) -> None:
        if self.draft.countering:
            self._go(self.draft.index + by)
        else:
            self.query_one("#page").scroll_relative(y=by, animate=False)
