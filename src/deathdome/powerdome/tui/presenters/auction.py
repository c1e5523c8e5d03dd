"""The show of the bids as rows: a panel for each power, and the result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from deathdome.powerdome.model.dome import ABSENT
from deathdome.powerdome.model.options import VITALITY
from deathdome.powerdome.text import auction_show as say
from deathdome.powerdome.text.setup_screens import KIND_HELP
from deathdome.powerdome.text.tome import kinds_of
from deathdome.powerdome.tui.presenters.bars import bar
from deathdome.powerdome.tui.presenters.panel import inner_width, on_panel
from deathdome.stage.text import BLANK, Line, Span, columns_of, cut, fitted, line, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.powerdome.model.dome import Seat
    from deathdome.powerdome.model.tome import Tome
    from deathdome.powerdome.play.auction_cards import Lot

_NAME: Final = 14  # columns of a name
_NUMBER: Final = 11  # columns of a number after a bar
_GROWN: Final = 0.35  # part of the animation after which all bids are there
_CHOSEN: Final = 0.75  # part of it after which a coin has fallen
_TURNS: Final = 12  # faces that a coin shows
_POWER: Final = 21
_BID: Final = 11  # columns of a player in the result, at most
_AROUND: Final = 8  # rows of the result apart from those of powers and players
_ROOMY: Final = 30  # rows from which a text has empty rows around it


@dataclass(frozen=True)
class AuctionScene:
    """A show for a terminal: the lots, whose names, how wide."""

    lots: Sequence[Lot]
    tome: Tome
    names: Sequence[str]
    width: int
    empty: str
    viewer: Seat = ABSENT

    @property
    def inner(self) -> int:
        """Columns of the text on a panel."""
        return inner_width(self.width)

    def rows(self, at: int, progress: float, room: int) -> list[Line]:
        """Return the rows of a slide: a lot, or after the last one the result."""
        if at == len(self.lots):
            return self._spread([BLANK], self._result(room), [], room)
        lot = self.lots[at]
        paid = progress >= 1
        following = self.lots[at + 1] if at + 1 < len(self.lots) else None
        foot: list[Line] = []
        if following is not None:
            power = self.tome.powers[following.power]
            words = f"{power.no} {power.name}"
            foot = [line(Span(f" {say.NEXT}  ", "faint"), Span(words, "dim"))]
        top = [BLANK, *self._purses(lot, paid=paid), BLANK]
        return self._spread(top, self._lot(lot, progress, room), foot, room)

    @staticmethod
    def _spread(top: list[Line], body: list[Line], foot: list[Line], room: int) -> list[Line]:
        """Return the rows of a slide with its foot at the bottom."""
        gap = max(0, room - len(top) - len(body) - len(foot))
        above = min(2, gap // 3)
        return [*top, *[BLANK] * above, *body, *[BLANK] * (gap - above), *foot]

    def _purses(self, lot: Lot, *, paid: bool) -> list[Line]:
        """Return the vitality of all players; that of the winner once it has paid."""
        have = lot.after if paid else lot.before
        spans = [Span(f" {say.PURSES}  ", "title")]
        per_row = max(1, min(len(have), (self.width - 12) // 15))
        wide = min(24, (self.width - 12) // per_row - 2)
        rows = []
        for seat, vitality in enumerate(have):
            if seat and seat % per_row == 0:
                rows.append(line(*spans))
                spans = [Span(" " * 11)]
            text = f" {fitted(self.names[seat], wide - 6)}{vitality:>4} "
            look = "bar" if paid and seat == lot.winner else "raised"
            spans += [Span(text, look), Span("  ")]
        return [*rows, line(*spans)]

    # -- a lot ---------------------------------------------------------------------------------

    def _lot(self, lot: Lot, progress: float, room: int) -> list[Line]:
        power = self.tome.powers[lot.power]
        rows: list[Line] = [BLANK, *wrapped(power.text, self.inner)]
        if room >= _ROOMY:
            for kind in kinds_of(power):
                rows += wrapped(KIND_HELP[kind], self.inner, "dim")
        rows.append(BLANK)
        if lot.in_force:
            rows += wrapped(say.IN_FORCE, self.inner, "title")
        else:
            rows += [self._bid(lot, seat, progress) for seat in range(len(lot.bids))]
            rows += [BLANK, *self._outcome(lot, progress)]
        title = f"{power.no} {power.name.upper()}"
        return on_panel(title, ", ".join(kinds_of(power)), "chipviolet", [*rows, BLANK], self.width)

    def _bid(self, lot: Lot, seat: Seat, progress: float) -> Line:
        """Return the bid of a player; the bars of all share one scale."""
        bid = lot.bids[seat]
        won = seat == lot.winner and progress >= _CHOSEN
        name = Span(fitted(cut(self.names[seat], _NAME - 1), _NAME), "strong" if bid else "dim")
        wide = self.inner - _NAME - _NUMBER
        if not bid:
            return line(name, Span(fitted(say.NO_BID, wide + _NUMBER), "dim"))
        most = max(*lot.bids, 10)
        grown = round(bid * min(1.0, progress / _GROWN))
        drawn = bar(grown, most, wide, "bar" if won else "chipviolet", self.empty)
        number = f"{bid}"
        void = lot.void(seat) and progress >= _GROWN
        if void:
            number = f"{bid} {say.VOID}"
            drawn = bar(bid, most, wide + _NUMBER - columns_of(number) - 1, "raised", self.empty)
            return line(name, *drawn, Span(f" {number}", "bad"))
        look = "title" if won else "strong"
        return line(name, *drawn, Span(f"{number:>{_NUMBER}}", look))

    def _outcome(self, lot: Lot, progress: float) -> list[Line]:
        """Return who takes the power, and the bar that the price is taken from."""
        power = self.tome.powers[lot.power].name
        if lot.winner == ABSENT:
            words = say.ALL_VOID if any(lot.bids) else say.UNSOLD
            text = words.format(power=power) if progress >= _GROWN else ""
            return [*wrapped(text, self.inner, "dim"), BLANK] if text else [BLANK, BLANK]
        name = self.names[lot.winner]
        if progress < _GROWN:
            return [BLANK, BLANK]
        if lot.tied and progress < _CHOSEN:
            return [self._coin(lot, progress), BLANK]
        if lot.winner == self.viewer:
            words = (say.COIN_YOU if lot.tied else say.YOU_WIN).format(
                n=len(lot.tied), price=lot.price
            )
        elif lot.tied:
            words = say.COIN_FALLS.format(n=len(lot.tied), price=lot.price, name=name)
        elif sum(map(bool, lot.bids)) == 1:
            words = say.WINS_ALONE.format(name=name, price=lot.price)
        else:
            words = say.WINS.format(name=name, price=lot.price)
        return [line(Span(cut(words, self.inner), "title")), self._purse(lot, progress)]

    def _coin(self, lot: Lot, progress: float) -> Line:
        """Return the turning coin, with the names that it may fall for in turn."""
        at = int((progress - _GROWN) / (_CHOSEN - _GROWN) * _TURNS)
        name = self.names[lot.tied[at % len(lot.tied)]]
        words = say.COIN_TURNS.format(n=len(lot.tied), price=lot.price, name=name)
        face = say.COIN[at % len(say.COIN)]
        return line(Span(f"{face}  ", "title"), Span(cut(words, self.inner - 5)))

    def _purse(self, lot: Lot, progress: float) -> Line:
        """Return the vitality of the winner, with the part that it pays."""
        old, new = lot.before[lot.winner], lot.after[lot.winner]
        part = max(0.0, min(1.0, (progress - _CHOSEN) / (1 - _CHOSEN)))
        now = old - round(lot.price * part)
        wide = self.inner - _NAME - _NUMBER
        kept = round(now * wide / VITALITY)
        gone = round(old * wide / VITALITY) - kept
        name = fitted(cut(self.names[lot.winner], _NAME - 1), _NAME)
        number = say.PAID.format(old=old, new=new) if progress >= 1 else str(now)
        return line(
            Span(name, "strong"),
            Span(" " * kept, "paper"),
            Span((":" if self.empty.strip() else "\N{LIGHT SHADE}") * gone, "bad raised"),
            Span(self.empty * (wide - kept - gone), "raised"),
            Span(f"{number:>{_NUMBER}}", "bad"),
        )

    # -- the result ----------------------------------------------------------------------------

    def _result(self, room: int) -> list[Line]:
        """Return the table of all powers, and what each player has left."""
        seats = len(self.names)
        wide = min(_BID, (self.inner - _POWER) // seats)
        heads = [Span(f"{cut(name, wide - 1):>{wide - 1}} ", "dim") for name in self.names]
        gap = [BLANK] if room >= 2 * seats + seats + _AROUND else []
        rows = [*gap, line(Span(fitted(say.HEAD, _POWER), "dim"), *heads)]
        rows += [self._sold(lot, wide) for lot in self.lots]
        rows += [*gap, line(Span(say.LEGEND, "dim")), *gap]
        have = self.lots[-1].after if self.lots else ()
        for seat, vitality in enumerate(have):
            owned = [self.tome.powers[lot.power].name for lot in self.lots if lot.winner == seat]
            name = fitted(cut(self.names[seat], _NAME - 1), _NAME)
            powers = ", ".join(owned) or say.NOTHING
            rows.append(
                line(
                    Span(name, "strong"),
                    Span(f"{vitality:>4}  ", "strong"),
                    Span(cut(powers, self.inner - _NAME - 6), "violet" if owned else "dim"),
                )
            )
        return on_panel(say.RESULT_TITLE, "", "bar", rows, self.width)

    def _sold(self, lot: Lot, wide: int) -> Line:
        power = self.tome.powers[lot.power]
        label = Span(fitted(f"{power.no:>3} {power.name}", _POWER), "strong")
        if lot.in_force or not any(lot.bids):
            word = say.IN_FORCE_SHORT if lot.in_force else say.UNSOLD_SHORT
            return line(label, Span(f" {word}", "dim"))
        spans = []
        for seat, bid in enumerate(lot.bids):
            won = seat == lot.winner
            number = f"{bid or '-'}{say.WINNER if won else ' '}"
            spans.append(Span(f"{number:>{wide}}", "title" if won else "dim"))
        return line(label, *spans)
