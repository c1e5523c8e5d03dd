"""A manager's reasons as rows: what it did, what spoke for and against, and what is kept back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.managers.explanations import in_short, moment_of, told
from deathdome.text.names import capitalised, team_name
from deathdome.text.phrases import motives as say
from deathdome.tui.presenters.text import BLANK, Line, Span, clean, line, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.managers.explanations import Account, Told
    from deathdome.match.protocol import Terms
    from deathdome.model.state import Setup

NONE_YET: Final = say.NO_MANAGER_HAS_DECIDED_ANYTHING
_AFTER: Final = say.WHAT_IS_TOLD_AFTER_THE_MATCH
_NAME: Final = 30  # columns of what a term is called
_AMOUNT: Final = 12


def account_lines(
    account: Account, setup: Setup, labels: Sequence[str], width: int, *, over: bool
) -> list[Line]:
    """Everything that may be told of a decision."""
    what = told(account, setup, over=over)
    who = f"{team_name(account.seat)} ({clean(labels[account.seat])})"
    rows = [line(Span(f"{who}, {moment_of(account, setup)}", f"seat{account.seat}"))]
    rows += wrapped(clean("; ".join(what.deeds)), width, "strong", "  ")
    rows.append(BLANK)
    if not what.given:
        rows += wrapped(say.NO_REASONS_WERE_GIVEN, width, "dim")
        return rows
    for remark in what.remarks:
        rows += wrapped(f"{capitalised(clean(remark))}.", width)
    rows += _side("For", what.gains, "good") + _side("Against", what.costs, "bad")
    if what.gains or what.costs:
        words = "together" if not what.withheld else "that together"
        rows.append(line(Span(_row(words, what.total), "strong")))
    if what.other is not None:
        rows += [BLANK, *_next_best(what, what.other, width)]
    if what.chance is not None:
        chance = say.CHANCE_TO_WIN.format(chance=what.chance)
        rows += [BLANK, *wrapped(chance, width)]
    if what.withheld:
        rows += [BLANK, *wrapped(_AFTER, width, "dim")]
    return rows


def _next_best(what: Told, other: Told, width: int) -> list[Line]:
    title = "Next best" if other.total <= what.total else say.COUNTED_HIGHER_AND_LEFT
    rows = [line(Span(title, "title"))]
    rows += wrapped(clean("; ".join(other.deeds)), width, "strong", "  ")
    parts = [f"{clean(name)} {amount:+,}" for name, amount in in_short(other)]
    if len(parts) > 1:
        parts.append(f"together {other.total:+,}")
    parts += [clean(remark) for remark in other.remarks]
    return [*rows, *wrapped("; ".join(parts), width, "", "  ")]


def _side(title: str, terms: Terms, look: str) -> list[Line]:
    if not terms:
        return []
    rows = [line(Span(title, "title"))]
    return [*rows, *(line(Span(_row(clean(name), amount), look)) for name, amount in terms)]


def _row(name: str, amount: int) -> str:
    return f"  {name:<{_NAME}}{amount:>+{_AMOUNT},}"
