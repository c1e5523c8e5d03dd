"""A review in words: the same sentences on the screen and line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.managers.planner.appraisal import WIN
from deathdome.model.actions import ActionKind
from deathdome.model.decisions import Question
from deathdome.model.notation import verb_text
from deathdome.text.names import counted, credits_text, team_name

if TYPE_CHECKING:
    from deathdome.managers.coach import Review, Verdict

HOW: Final = (
    "Judged by what could be known then: the own hand, the board, and odds over the cards unseen. "
    "What came of it is not looked at."
)
_WHAT: Final = {
    Question.TURN: "a unit phase",
    Question.UNIT_PHASE: "a step of a unit phase",
    Question.DEFENCE_CARDS: "a defence",
}


def whose(review: Review) -> str:
    """'Red: 23 decisions'."""
    return f"{team_name(review.seat)}: {counted(review.decisions, 'decision')}"


def verdict_of(review: Review) -> str:
    """How many decisions were right."""
    if not review.decisions:
        return "There was nothing to judge."
    if not review.worst:
        return "Right decisions, all of them: nothing better was known of."
    rest = review.decisions - review.right
    right, better = counted(review.right, "time"), counted(rest, "time")
    return f"Right decision: {right}. Something better was known of: {better}."


def measure_of(review: Review) -> str:
    """What the figures are measured by, where a figure needs it; else ''."""
    if not review.worst or review.worst[0].cost < WIN // 2:
        return ""
    return f"To win the match counts as {credits_text(WIN)}."


def cost_of(verdict: Verdict) -> str:
    """'Round 3, a unit phase: it cost 90,000 credits'."""
    what = _WHAT.get(verdict.question, "a decision")
    if verdict.done == verb_text(ActionKind.END_TURN):
        what = "the end of the turn"
    return f"Round {verdict.round}, {what}: it cost {credits_text(verdict.cost)}"
