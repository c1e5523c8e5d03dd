"""The course of a match as the result screen shows it: payout by round, and what turned it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.rules.ending import POINT_PAY
from deathdome.text.history import turning_points, turning_words
from deathdome.tui.presenters.pieces import SEAT_SIGNS
from deathdome.tui.presenters.text import Line, Span, line, wrapped

if TYPE_CHECKING:
    from deathdome.model.state import Setup
    from deathdome.text.history import History

HEIGHT: Final = 6  # rows of the chart
_SHOWN: Final = 14  # rounds of the chart at most; a longer match shows its last ones
_NUMBERS: Final = 10  # columns of the scale at the left


def chart_lines(history: History, setup: Setup, width: int) -> list[Line]:
    """Bars of each team's own sign, one group a round, and the counter below."""
    wide = setup.seats + 1
    shown = history.rounds[-min(_SHOWN, (width - _NUMBERS) // wide) :]
    top = max((max(payouts) for _, payouts in shown), default=0)
    if not top:
        return []
    unit = max(POINT_PAY, -(-top // HEIGHT // POINT_PAY) * POINT_PAY)
    high = -(-top // unit)
    rows: list[Line] = []
    for level in range(high, 0, -1):
        parts: list[str | Span] = [Span(f"{level * unit:>{_NUMBERS - 1},} ", "dim")]
        for _, payouts in shown:
            for seat, payout in enumerate(payouts):
                # A bar that reaches into a row at all is drawn there: nothing earned is hidden.
                sign = SEAT_SIGNS[seat] if payout > (level - 1) * unit else " "
                parts.append(Span(sign, f"seat{seat}"))
            parts.append(" ")
        rows.append(line(*parts))
    numbers = "".join(f"{counter:<{wide}}" for counter, _ in shown)
    rows.append(line(Span(f"{'round':>{_NUMBERS - 1}} {numbers}", "dim")))
    return rows


def turning_lines(history: History, setup: Setup, width: int) -> list[Line]:
    """The turning points as sentences, with what each team had then."""
    rows: list[Line] = []
    for turn in turning_points(history):
        happened, stand = turning_words(turn, setup)
        rows += wrapped(happened, width)
        rows += wrapped(stand, width, "dim", "  ")
    return rows
