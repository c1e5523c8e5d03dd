"""A manager's reasons as rows: what it did, what spoke for and against, and what is kept back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.managers.accounts import told
from deathdome.model.names import team_name
from deathdome.tui.presenters.text import BLANK, Line, Span, clean, line, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.managers.accounts import Account, Terms
    from deathdome.model.state import Table

NONE_YET: Final = "No manager has decided anything yet of which everybody knows."
_AFTER: Final = (
    "Danger, fights, cards and the rest are counted with its hand before its eyes: they are told "
    "when the match is over."
)
_NAME: Final = 26  # columns of what a term is called
_AMOUNT: Final = 12


def account_lines(
    account: Account, table: Table, labels: Sequence[str], width: int, *, over: bool
) -> list[Line]:
    """Everything that may be told of a decision."""
    what = told(account, table, over=over)
    who = f"{team_name(account.seat)} ({clean(labels[account.seat])})"
    rows = [line(Span(f"{who}, round {account.round}", f"seat{account.seat}"))]
    rows += wrapped(clean(", ".join(what.deeds)), width, "strong", "  ")
    rows.append(BLANK)
    if not what.given:
        rows += wrapped("No reasons were given.", width, "dim")
        return rows
    rows += _side("For", what.gains, "good") + _side("Against", what.costs, "bad")
    if what.gains or what.costs:
        words = "together" if not what.withheld else "that together"
        rows.append(line(Span(_row(words, what.total), "strong")))
    if what.withheld:
        rows += [BLANK, *wrapped(_AFTER, width, "dim")]
    return rows


def _side(title: str, terms: Terms, look: str) -> list[Line]:
    if not terms:
        return []
    rows = [line(Span(title, "title"))]
    return [*rows, *(line(Span(_row(clean(name), amount), look)) for name, amount in terms)]


def _row(name: str, amount: int) -> str:
    return f"  {name:<{_NAME}}{amount:>+{_AMOUNT},}"
