"""The end of a match: who won, and the count line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.rules.ending import POINT_PAY, SHELL_PAY, TOWER_PAY
from deathdome.text.names import team_name
from deathdome.text.phrases import matches as say
from deathdome.tui.presenters.pieces import SEAT_SIGNS
from deathdome.tui.presenters.text import BLANK, Line, Span, columns_of, cut, line, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.outcome import Outcome, Standing

_NAME: Final = 30  # columns of a player's name at most
_INDENT: Final = "  "


def winner_words(outcome: Outcome) -> str:
    """`Red (@) wins`, or who shares the victory."""
    teams = [f"{team_name(seat)} ({SEAT_SIGNS[seat]})" for seat in outcome.winners]
    if len(teams) == 1:
        return f"{teams[0]} wins"
    return say.THEY_SHARE_THE_VICTORY.format(first=", ".join(teams[:-1]), last=teams[-1])


def payout_lines(outcome: Outcome, names: Sequence[str], width: int) -> list[Line]:
    """Who won, why, and each team's count."""
    rows = [line(Span(winner_words(outcome), "title"))]
    rows += wrapped(say.REASONS[outcome.reason], width, "dim")
    rows.append(line(Span(say.IT_ENDED_IN_ROUND.format(rounds=outcome.rounds), "dim")))
    # The last team standing wins with whatever it holds: winners come first.
    order = sorted(
        outcome.standings, key=lambda row: (row.seat not in outcome.winners, -row.payout)
    )
    for row in order:
        rows.append(BLANK)
        won = row.seat in outcome.winners
        rows += _team_lines(row, names[row.seat], width, won=won)
    return rows


def _team_lines(row: Standing, name: str, width: int, *, won: bool) -> list[Line]:
    """A team in two rows, so that four teams fit on the smallest screen.

    Where the pay of each thing has no room, its number is told alone.
    """
    mark = "  * winner" if won else ""
    paid = f"payout {row.payout:>9,}"
    team = f"{SEAT_SIGNS[row.seat]} {team_name(row.seat)}"
    room = width - columns_of(f"{team} (){mark}  {paid}")
    title = f"{team} ({cut(name, min(_NAME, room))}){mark}"
    things = (
        ("towers", row.towers, TOWER_PAY),
        ("points", row.points, POINT_PAY),
        ("shells", row.shells, SHELL_PAY),
    )
    jailed = f"; {row.jailed} in jail"
    count = ", ".join(f"{what} {number} x {pay:,}" for what, number, pay in things) + jailed
    if len(_INDENT + count) > width:
        count = ", ".join(f"{what} {number}" for what, number, _ in things) + jailed
    gap = max(2, width - columns_of(title) - len(paid))
    return [
        line(Span(title, f"seat{row.seat}"), " " * gap, Span(paid, "strong")),
        *wrapped(count, width, "", _INDENT),
    ]


def result_line(outcome: Outcome | None, seed: int | None, names: Sequence[str]) -> str:
    """One line for the shell after the screen has closed; a `seed` of None is not shown."""
    end = f" (seed {seed})" if seed is not None else ""
    if outcome is None:
        return say.DEATHDOME_LEFT_BEFORE_THE_END.format(end=end)
    counts = ", ".join(
        f"{team_name(row.seat)} ({cut(names[row.seat], _NAME)}) {row.payout:,}"
        for row in outcome.standings
    )
    return f"deathdome: {winner_words(outcome)}; {counts}{end}"
