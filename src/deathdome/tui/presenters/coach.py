"""A review as rows: how many decisions were right, and which ones cost most."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.managers.reviews import HOW, cost_of, measure_of, verdict_of, whose
from deathdome.text.phrases import motives as say
from deathdome.tui.presenters.text import BLANK, Line, Span, clean, line, wrapped

if TYPE_CHECKING:
    from deathdome.managers.coach import Review, Verdict


def review_lines(review: Review, width: int) -> list[Line]:
    """What stands above the decisions."""
    rows = [line(Span(whose(review), f"seat{review.seat}"))]
    text = verdict_of(review)
    if not review.worst:
        return [*rows, *wrapped(text, width, "good" if review.decisions else "dim")]
    rows += [*wrapped(text, width), *wrapped(HOW, width, "dim")]
    if measure := measure_of(review):
        rows += wrapped(measure, width, "dim")
    return rows


def verdict_lines(verdict: Verdict, width: int, *, bar: bool) -> list[Line]:
    """One decision: what it cost, what was done, and what would have been better."""
    title = f"{'>' if bar else ' '} {cost_of(verdict)}"
    return [
        line(Span(title, "bar" if bar else "strong")),
        *wrapped(say.DONE.format(deeds=clean(verdict.done)), width - 2, "", "  "),
        *wrapped(say.BETTER.format(deeds=clean(verdict.better)), width - 2, "good", "  "),
        BLANK,
    ]
