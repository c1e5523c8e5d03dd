"""A review in words: the same sentences on the screen and line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.managers.planner.evaluate import WIN
from deathdome.model.actions import ActionKind
from deathdome.model.notation import verb_text
from deathdome.text.names import counted, credits_text, team_name
from deathdome.text.phrases import motives as say

if TYPE_CHECKING:
    from deathdome.managers.coach import Review, Verdict

HOW: Final = say.HOW_IT_IS_JUDGED


def whose(review: Review) -> str:
    """'Red: 23 decisions'."""
    return f"{team_name(review.seat)}: {counted(review.decisions, 'decision')}"


def verdict_of(review: Review) -> str:
    """Return the number of right decisions."""
    if not review.decisions:
        return say.THERE_WAS_NOTHING_TO_JUDGE
    if not review.worst:
        return say.ALL_DECISIONS_WERE_RIGHT
    rest = review.decisions - review.right
    right, better = counted(review.right, "time"), counted(rest, "time")
    return say.SOME_DECISIONS_WERE_RIGHT.format(right=right, better=better)


def measure_of(review: Review) -> str:
    """Return the unit of the figures if they need one, otherwise ''."""
    if not review.worst or review.worst[0].cost < WIN // 2:
        return ""
    return say.WINNING_COUNTS_AS.format(credits=credits_text(WIN))


def cost_of(verdict: Verdict) -> str:
    """'Round 3, a unit phase: it cost 90,000 credits'."""
    what = say.DECISIONS.get(verdict.question, "a decision")
    if verdict.done == verb_text(ActionKind.END_TURN):
        what = say.END_OF_THE_TURN
    return say.ROUND_IT_COST.format(
        round=verdict.round, what=what, credits=credits_text(verdict.cost)
    )
