"""The course of a match as the result screen shows it: payout by round, and what turned it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.model.events import Captured, MatchEnded, RoundBegan, ShellTaken
from deathdome.model.names import team_name
from deathdome.narration.sentences import sentence
from deathdome.rules.ending import POINT_PAY, SHELL_PAY, TOWER_PAY
from deathdome.tui.presenters.pieces import SEAT_SIGNS
from deathdome.tui.presenters.text import Line, Span, line, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.events import Told
    from deathdome.model.state import Table

HEIGHT: Final = 6  # rows of the chart
MOMENTS: Final = 3  # turning points told
_SHOWN: Final = 14  # rounds of the chart; a longer match shows its last ones
_NUMBERS: Final = 10  # columns of the scale at the left


class Turn(NamedTuple):
    """Something that changed what teams would be paid."""

    round: int
    event: Told
    swing: int  # credits that changed sides, lost and won
    payouts: tuple[int, ...]  # after it, per seat


class History(NamedTuple):
    """What each team would have been paid, round by round."""

    rounds: tuple[tuple[int, tuple[int, ...]], ...]  # counter, payouts at the end of that round
    turns: tuple[Turn, ...]


def history_of(events: Sequence[Told], table: Table) -> History:
    """Counts along with the events of a match from its beginning (PAY-1 to PAY-3)."""
    pays = {
        int(space): TOWER_PAY if value > 1 else POINT_PAY
        for space, value in zip(table.board.points, table.board.point_value, strict=True)
    }
    payouts = [0] * table.seats
    rounds: list[tuple[int, tuple[int, ...]]] = []
    turns: list[Turn] = []
    counter = 0
    for event in events:
        swing = 0
        match event:
            case Captured(_, seat, space, before):
                payouts[seat] += pays[space]
                swing = pays[space]
                if before >= 0:
                    payouts[before] -= pays[space]
                    swing *= 2
            case ShellTaken(seat, shells):
                payouts[seat] += shells * SHELL_PAY
                swing = shells * SHELL_PAY
            case RoundBegan() | MatchEnded():
                if counter:
                    rounds.append((counter, tuple(payouts)))
                if isinstance(event, RoundBegan):
                    counter = event.round
            case _:
                continue
        if swing:
            turns.append(Turn(counter, event, swing, tuple(payouts)))
    return History(tuple(rounds), tuple(turns))


def turning_points(history: History) -> list[Turn]:
    """The few events that moved most, in the order of the match; of equal ones the latest."""
    ranked = sorted(enumerate(history.turns), key=lambda one: (-one[1].swing, -one[0]))
    return [turn for _, turn in sorted(ranked[:MOMENTS])]


def chart_lines(history: History, table: Table) -> list[Line]:
    """Bars of each team's own sign, one group a round, and the counter below."""
    shown = history.rounds[-_SHOWN:]
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
    wide = table.seats + 1
    numbers = "".join(f"{counter:<{wide}}" for counter, _ in shown)
    rows.append(line(Span(f"{'round':>{_NUMBERS - 1}} {numbers}", "dim")))
    return rows


def turning_lines(history: History, table: Table, width: int) -> list[Line]:
    """The turning points as sentences, with what each team had then."""
    rows: list[Line] = []
    for turn in turning_points(history):
        stand = ", ".join(
            f"{team_name(seat)} {payout:,}" for seat, payout in enumerate(turn.payouts)
        )
        rows += wrapped(f"Round {turn.round}: {sentence(turn.event, table)}", width)
        rows += wrapped(stand, width, "dim", "  ")
    return rows
