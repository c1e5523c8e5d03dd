"""A review as rows: how many decisions were right, and which ones cost most."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.managers.planner.appraisal import WIN
from deathdome.model.actions import Act
from deathdome.model.decisions import Question
from deathdome.model.names import counted, credits_text, team_name
from deathdome.model.notation import verb_text
from deathdome.tui.presenters.text import BLANK, Line, Span, clean, line, wrapped

if TYPE_CHECKING:
    from deathdome.managers.coach import Review, Verdict

_WHAT: Final = {
    Question.TURN: "a unit phase",
    Question.UNIT_PHASE: "a step of a unit phase",
    Question.DEFENCE_CARDS: "a defence",
}
_HOW: Final = (
    "Judged by what could be known then: the own hand, the board, and odds over the cards unseen. "
    "What came of it is not looked at."
)


def review_lines(review: Review, width: int) -> list[Line]:
    """What stands above the decisions."""
    team = team_name(review.seat)
    rows = [line(Span(f"{team}: {counted(review.decisions, 'decision')}", f"seat{review.seat}"))]
    if not review.decisions:
        return [*rows, *wrapped("There was nothing to judge.", width, "dim")]
    if not review.worst:
        text = "Right decisions, all of them: nothing better was known of."
        return [*rows, *wrapped(text, width, "good")]
    rest = review.decisions - review.right
    text = f"Right decision: {review.right} times. Something better was known of: {rest} times."
    rows += [*wrapped(text, width), *wrapped(_HOW, width, "dim")]
    if review.worst[0].cost >= WIN // 2:
        rows += wrapped(f"To win the match counts as {credits_text(WIN)}.", width, "dim")
    return rows


def verdict_lines(verdict: Verdict, width: int, *, bar: bool) -> list[Line]:
    """One decision: what it cost, what was done, and what would have been better."""
    sign = ">" if bar else " "
    what = _WHAT.get(verdict.question, "a decision")
    if verdict.done == verb_text(Act.END_TURN):
        what = "the end of the turn"
    title = f"{sign} Round {verdict.round}, {what}: it cost {credits_text(verdict.cost)}"
    return [
        line(Span(title, "bar" if bar else "strong")),
        *wrapped(f"Done: {clean(verdict.done)}.", width - 2, "", "  "),
        *wrapped(f"Better: {clean(verdict.better)}.", width - 2, "good", "  "),
        BLANK,
    ]
