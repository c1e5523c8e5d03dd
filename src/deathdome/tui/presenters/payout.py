"""The end of a match: who won, and the count line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.names import counted, team_name
from deathdome.rules.ending import POINT_PAY, SHELL_PAY, TOWER_PAY
from deathdome.tui.presenters.pieces import SEAT_SIGNS
from deathdome.tui.presenters.text import BLANK, Line, Span, clean, line, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.outcome import Outcome, Standing

_REASONS: Final = {
    "payout": "the highest payout",
    "towers": "equal payout, but more towers",
    "shells": "equal payout and towers, but more beetle shells",
    "fewest jailed": "all equal, but fewer units in jail",
    "shared": "everything is equal: the victory is shared",
    "last team standing": "all other teams are in jail: what they hold does not count any more",
}


def winner_words(outcome: Outcome) -> str:
    """`Red (@) wins`, or who shares the victory."""
    teams = [f"{team_name(seat)} ({SEAT_SIGNS[seat]})" for seat in outcome.winners]
    if len(teams) == 1:
        return f"{teams[0]} wins"
    return f"{', '.join(teams[:-1])} and {teams[-1]} share the victory"


def payout_lines(outcome: Outcome, names: Sequence[str], width: int) -> list[Line]:
    """Who won, why, and each team's count."""
    rows = [line(Span(winner_words(outcome), "title"))]
    rows += wrapped(
        f"By {_REASONS[outcome.reason]}."
        if outcome.reason != "shared"
        else ("Payout, towers, shells and jailed units are all equal."),
        width,
        "dim",
    )
    rows.append(line(Span(f"After {counted(outcome.rounds, 'round')}.", "dim")))
    for row in sorted(outcome.standings, key=lambda row: -row.payout):
        rows.append(BLANK)
        rows += _team_lines(row, clean(names[row.seat]), won=row.seat in outcome.winners)
    return rows


def _team_lines(row: Standing, name: str, *, won: bool) -> list[Line]:
    mark = "  * winner" if won else ""
    title = f"{SEAT_SIGNS[row.seat]} {team_name(row.seat)} ({name[:30]}){mark}"
    return [
        line(Span(title, f"seat{row.seat}")),
        _count("towers", row.towers, TOWER_PAY),
        _count("control points", row.points, POINT_PAY),
        _count("beetle shells", row.shells, SHELL_PAY),
        line(Span(f"  {'payout':<32}{row.payout:>12,}", "strong")),
        line(Span(f"  units in jail at the end: {row.jailed}", "dim")),
    ]


def _count(what: str, number: int, each: int) -> Line:
    left = f"  {what:<15}{number:>3} x {each:>8,}"
    return line(f"{left:<34}{number * each:>12,}")


def result_line(outcome: Outcome | None, seed: int, names: Sequence[str]) -> str:
    """One line for the shell after the screen has closed."""
    if outcome is None:
        return f"deathdome: left before the end (seed {seed})"
    counts = ", ".join(
        f"{team_name(row.seat)} ({clean(names[row.seat])[:30]}) {row.payout:,}"
        for row in outcome.standings
    )
    return f"deathdome: {winner_words(outcome)}; {counts} (seed {seed})"
