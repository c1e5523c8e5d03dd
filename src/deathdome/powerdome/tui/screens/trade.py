"""A trade: what one gives, what one wants, and why (PD-EXCHANGE, AM-6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

from deathdome.powerdome.model.answers import Offer, Side, Trade
from deathdome.powerdome.model.events import Declined, Offered, Traded
from deathdome.powerdome.model.options import OFFERS
from deathdome.powerdome.play.drafts import History
from deathdome.powerdome.rules.exchange import PROMISE
from deathdome.powerdome.text import exchange_screens as say
from deathdome.powerdome.text.events import Narrator
from deathdome.powerdome.tui.keys import Context
from deathdome.powerdome.tui.presenters.powers import power_block
from deathdome.powerdome.tui.screens.amounts import AmountScreen
from deathdome.powerdome.tui.screens.confirm import ConfirmDialog
from deathdome.stage.screens.menu import AskScreen
from deathdome.stage.text import BLANK, Line, Span, beside, cut, fitted, line, wrapped

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.model.dome import PowerId, Seat
    from deathdome.powerdome.model.tome import Tome

Which: TypeAlias = Literal["give", "want"]
_SIDES: Final[tuple[Which, Which]] = ("give", "want")
_WIDE: Final = 100  # columns from which the hands of all are next to the form
_FORM: Final = 70  # columns of the form then
_GAP: Final = 3
_LABEL: Final = 10
_NEWS: Final = 2  # lines of the exchange so far


class Entry(NamedTuple):
    """A row that can be highlighted."""

    kind: Literal["rival", "power", "vitality", "promise", "reason"]
    side: Which = "give"
    power: PowerId = -1


@dataclass
class TradeDraft:
    """An offer while a person writes it."""

    trade: History[Trade]
    index: int = 0
    countering: bool = False


class TradeScreen(AmountScreen):
    """Two columns, what one gives and what one wants."""

    def on_mount(self) -> None:
        self._places: dict[int, list[tuple[int, int, int]]] = {}
        super().on_mount()

    @property
    def context(self) -> Context:
        return Context.TRADE

    @property
    def draft(self) -> TradeDraft:
        """The offer so far."""
        return self.shell.draft(lambda: TradeDraft(History(Trade(self.rivals[0]))))

    @property
    def history(self) -> History[Trade]:
        return self.draft.trade

    @property
    def trade(self) -> Trade:
        """The offer as it is now."""
        return self.draft.trade.now

    @property
    def rivals(self) -> Sequence[Seat]:
        """The players that the offer can go to."""
        return [seat for seat in range(self.view.now.seats) if seat != self.seat]

    @property
    def names(self) -> Sequence[str]:
        """Names of the players."""
        return self.shell.host.names

    @property
    def tome(self) -> Tome:
        """The powers of the game."""
        return self.view.now.tome

    @property
    def offers_left(self) -> int:
        """Offers that the player may still make."""
        made = self.view.progress.offers
        return OFFERS - (made[self.seat] if self.seat < len(made) else 0)

    def banner(self) -> str:
        return self.addressed(say.OFFER)

    def facts(self) -> str:
        return say.OFFERS_LEFT.format(left=self.offers_left, all=OFFERS)

    def answer(self) -> Answer:
        return Offer(self.trade)

    # -- rows ----------------------------------------------------------------------------------

    def entries(self) -> list[Entry]:
        """Return the rows that can be highlighted, the left column first."""
        found = [Entry("rival")] if len(self.rivals) > 1 else []
        for side in _SIDES:
            hand = self.view.now.hands[self._giver(side)]
            found += [Entry("power", side, power) for power in hand]
            found += [Entry("vitality", side), Entry("promise", side)]
        return [*found, Entry("reason")]

    def _giver(self, side: Which) -> Seat:
        return self.seat if side == "give" else self.trade.to

    @property
    def at(self) -> Entry:
        """The highlighted row."""
        entries = self.entries()
        self.draft.index = min(self.draft.index, len(entries) - 1)
        return entries[self.draft.index]

    def rows(self, width: int) -> list[Line]:
        wide = width >= _WIDE
        across = _FORM if wide else width
        half = (across - _GAP) // 2
        self._places = {}
        rows = [*self.news(across), self._rivals(across), BLANK]
        give, want = (self._column(side, half, len(rows)) for side in _SIDES)
        rows += beside(give, want, half + _GAP)
        self._places.setdefault(len(rows), []).append((0, across, self._index(Entry("reason"))))
        reason = self.trade.reason or say.NONE
        rows.append(self._cell(Entry("reason"), f"{fitted(say.REASON, _LABEL)}{reason}", across))
        if not wide:
            return [*rows, BLANK, *self._about(width)]
        right = [*self._about(width - across - _GAP), BLANK, *self._hands(width - across - _GAP)]
        return beside(rows, right, across + _GAP)

    def news(self, width: int) -> list[Line]:
        """Return what became of the last offers."""
        narrator = Narrator(self.tome, self.names, self.seat)
        told = [
            narrator.sentence(one)
            for one in self.shell.host.heard(self.seat)
            if isinstance(one, Traded | Declined)
            or (isinstance(one, Offered) and one.trade is not None)
        ]
        return [
            line(Span(f"{say.LAST}  ", "title"), Span(cut(text, width - 6), "dim"))
            for text in told[-_NEWS:]
        ]

    def _rivals(self, width: int) -> Line:
        under = self.at.kind == "rival"
        self._places[len(self.news(width))] = [(0, width, 0)] if len(self.rivals) > 1 else []
        spans = [Span("> " if under else "  ", "title"), Span(f"{say.WITH}  ", "title")]
        for seat in self.rivals:
            text = f"{self.names[seat]} {self.view.now.characters[seat].vitality}"
            if seat == self.trade.to:
                spans.append(Span(f"[{text}]", "bar" if under else "strong raised"))
            else:
                spans.append(Span(f" {text} ", "dim"))
        return line(*spans)

    def _column(self, side: Which, width: int, top: int) -> list[Line]:
        """Return what one player gives: powers, vitality, a promise."""
        name = self.names[self.trade.to]
        title = say.YOU_GIVE if side == "give" else say.YOU_WANT.format(name=name.upper())
        what: Side = getattr(self.trade, side)
        rows = [line(Span(cut(title, width), "title"))]
        hand = self.view.now.hands[self._giver(side)]
        if not hand:
            rows.append(line(Span(f"  {say.NO_POWERS}", "dim")))
        left = 0 if side == "give" else width + _GAP
        for entry in (one for one in self.entries() if one.side == side):
            if entry.kind in ("rival", "reason"):
                continue
            self._places.setdefault(top + len(rows), []).append(
                (left, left + width, self._index(entry))
            )
            rows.append(self._cell(entry, self._text(entry, what), width, what))
        mine = self._giver(side)
        old = self.view.now.characters[mine].vitality
        flow = self.trade.want.vitality - self.trade.give.vitality
        new = old + (flow if side == "give" else -flow)
        who = say.YOU if side == "give" else name
        rows.insert(
            -1,
            line(
                Span(f"  {' ' * _LABEL}"),
                Span(say.AFTER.format(who=who, old=old, new=new), "bad" if new < 0 else "dim"),
            ),
        )
        return self._moved_places(rows, top, left)

    def _moved_places(self, rows: list[Line], top: int, left: int) -> list[Line]:
        """Put the place of the promise below the sum that is above it."""
        last = top + len(rows) - 2
        for place in [one for one in self._places.get(last, []) if one[0] == left]:
            self._places[last].remove(place)
            self._places.setdefault(last + 1, []).append(place)
        return rows

    def _text(self, entry: Entry, what: Side) -> str:
        if entry.kind == "power":
            power = self.tome.powers[entry.power]
            mark = self.shell.glyphs.full if entry.power in what.powers else " "
            return f"{mark} {power.no:>2} {power.name}"
        if entry.kind == "vitality":
            return f"{fitted(say.VITALITY, _LABEL)}[ {what.vitality:>3} ]"
        return f"{fitted(say.PROMISE, _LABEL)}{what.promise or say.NONE}"

    def _cell(self, entry: Entry, text: str, width: int, what: Side | None = None) -> Line:
        under = entry == self.at
        look = "bar" if under else ""
        if not under and entry.kind == "power" and what is not None and entry.power in what.powers:
            look = "strong violet"
        return line(Span(f"{'>' if under else ' '} {fitted(text, width - 2)}", look))

    def _about(self, width: int) -> list[Line]:
        """Return the highlighted power in full, or what a row is for."""
        entry = self.at
        if entry.kind == "power":
            return power_block(self.tome, self.tome.powers[entry.power], width)
        return wrapped(say.HOW, width, "dim")

    def _hands(self, width: int) -> list[Line]:
        """Return the vitality and the powers of all players."""
        dome = self.view.now
        rows = [line(Span(say.HANDS, "title"))]
        for seat, hand in enumerate(dome.hands):
            rows.append(
                line(Span(self.names[seat], "strong"), f"  {dome.characters[seat].vitality}")
            )
            held = ", ".join(self.tome.powers[power].name for power in hand)
            rows += wrapped(held or say.NO_POWERS, width - 2, "violet" if hand else "dim", "  ")
        return rows

    def in_sight(self) -> int | None:
        here = self.draft.index
        return next(
            (row for row, cells in self._places.items() if any(at == here for *_, at in cells)),
            None,
        )

    def _index(self, entry: Entry) -> int:
        return self.entries().index(entry)

    # -- keys ----------------------------------------------------------------------------------

    def words_now(self) -> Mapping[str, str]:
        sideways = {"rival": say.CHANGE_RIVAL, "vitality": say.CHANGE}
        return {"right": sideways.get(self.at.kind, say.OTHER_SIDE)}

    def change(self, **changes: Any) -> None:
        """Take a changed offer."""
        trade = replace(self.trade, **changes)
        if trade != self.trade:
            self.history.change(trade)
        self.draw()

    def _change_side(self, side: Which, **changes: Any) -> None:
        what: Side = getattr(self.trade, side)
        self.change(**{side: replace(what, **changes)})

    def amount(self) -> int | None:
        entry = self.at
        if entry.kind != "vitality":
            return None
        what: Side = getattr(self.trade, entry.side)
        return what.vitality

    def set_amount(self, value: int, *, typed: bool) -> bool:
        """Take another vitality on the highlighted row; other rows have no number."""
        entry = self.at
        if entry.kind != "vitality":
            return False
        self._pushed = self._pushed and typed
        if self._pushed:
            self.history.undo()
        before = self.trade
        self._change_side(entry.side, vitality=min(value, 999))
        self._pushed = self.trade is not before
        return True

    def do_up(self) -> None:
        self._go(self.draft.index - 1)

    def do_down(self) -> None:
        self._go(self.draft.index + 1)

    def wheel(self, by: int) -> None:
        self._go(self.draft.index + by)

    def do_first(self) -> None:
        """Highlight the first row."""
        self._go(0)

    def do_last(self) -> None:
        """Highlight the last row."""
        self._go(len(self.entries()) - 1)

    def _go(self, to: int) -> None:
        self.draft.index = to % len(self.entries())
        self.draw()

    def do_left(self) -> None:
        self._sideways(-1)

    def do_right(self) -> None:
        self._sideways(1)

    def _sideways(self, by: int) -> None:
        """Change a number or the rival; on any other row go to the other column."""
        entry = self.at
        if entry.kind == "vitality":
            self._change(by)
        elif entry.kind == "rival":
            self._next_rival(by)
        elif entry.kind != "reason":
            self._cross(entry)

    def _cross(self, entry: Entry) -> None:
        """Highlight the same place of the other column."""
        entries = self.entries()
        mine = [at for at, one in enumerate(entries) if self._in(one, entry.side)]
        other = _SIDES[1 - _SIDES.index(entry.side)]
        theirs = [at for at, one in enumerate(entries) if self._in(one, other)]
        place = mine.index(self.draft.index)
        if entry.kind == "power":
            self._go(theirs[min(place, len(theirs) - 1)])
        else:
            self._go(theirs[place - len(mine)])

    @staticmethod
    def _in(entry: Entry, side: Which) -> bool:
        return entry.side == side and entry.kind not in ("rival", "reason")

    def _next_rival(self, by: int) -> None:
        """Offer to another rival, which has other powers."""
        rivals = self.rivals
        to = rivals[(rivals.index(self.trade.to) + by) % len(rivals)]
        self.change(to=to, want=replace(self.trade.want, powers=()))

    def do_choose(self) -> None:
        """Do what the highlighted row is for."""
        entry = self.at
        what: Side = getattr(self.trade, entry.side)
        if entry.kind == "rival":
            self._next_rival(1)
        elif entry.kind == "power":
            held = what.powers
            powers = (
                tuple(one for one in held if one != entry.power)
                if entry.power in held
                else (*held, entry.power)
            )
            self._change_side(entry.side, powers=powers)
        elif entry.kind == "promise":
            question = (
                say.ASK_PROMISE
                if entry.side == "give"
                else say.ASK_THEIR_PROMISE.format(name=self.names[self.trade.to])
            )
            self._ask_for(question, what.promise, entry)
        elif entry.kind == "reason":
            self._ask_for(say.ASK_REASON, self.trade.reason, entry)
        else:
            self.do_down()

    def _ask_for(self, question: str, text: str, entry: Entry) -> None:
        def fill(answer: str | None) -> None:
            if answer is None or not self.asked:
                return
            if entry.kind == "reason":
                self.change(reason=answer)
            else:
                self._change_side(entry.side, promise=answer)

        self.app.push_screen(AskScreen(question, text, PROMISE), fill)

    def clicked_row(self, row: int, column: int) -> None:
        """Highlight a clicked row; a second click does what Enter does."""
        for begin, end, at in self._places.get(row, []):
            if begin <= column < end:
                if at == self.draft.index:
                    self.do_choose()
                else:
                    self.draft.index = at

    def do_confirm(self) -> None:
        """Make the offer; ask first if one side gives nothing."""
        trade = self.trade
        if bool(trade.give.powers or trade.give.vitality or trade.give.promise) == bool(
            trade.want.powers or trade.want.vitality or trade.want.promise
        ):
            self._offer()
            return
        gives = trade.want == Side()
        self.app.push_screen(
            ConfirmDialog(
                say.ONE_SIDE,
                (say.YOU_GET_NOTHING if gives else say.YOU_GIVE_NOTHING,),
                say.BACK_TO_OFFER,
                say.OFFER_IT,
                self._offer,
            )
        )

    def _offer(self) -> None:
        if self.asked:
            self.give(self.answer())

    def do_pass(self) -> None:
        """Offer nothing; ask first if something is written."""
        if self.trade.give == self.trade.want == Side():
            self.give(Offer(None))
            return
        self.app.push_screen(
            ConfirmDialog(
                say.DROP_DRAFT,
                (say.DROP_DRAFT_MEANS,),
                say.BACK_TO_OFFER,
                say.OFFER_NOTHING,
                self._offer_nothing,
            )
        )

    def _offer_nothing(self) -> None:
        if self.asked:
            self.give(Offer(None))
