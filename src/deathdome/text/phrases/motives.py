"""Phrases about managers and the coach: why something was done, and how good the levels are."""

from __future__ import annotations

from typing import Final

# -- Reasons of managers ---------------------------------------------------------------------------

MORE_IS_TOLD_AFTER_THE_MATCH: Final = (
    "Reasons that depend on its hand, and its next-best choice, appear after the match."
)
NO_MANAGER_HAS_DECIDED_ANYTHING: Final = "No manager has made a public decision yet."
NO_REASONS_WERE_GIVEN: Final = "It gave no reasons."
CHANCE_TO_WIN: Final = "It gave itself a {chance:.0%} chance to win."
BY_THE_BOARD_ALONE: Final = "From the board alone"
WHAT_IS_TOLD_AFTER_THE_MATCH: Final = (
    "Danger, fights and cards depend on its hand. Those reasons, and its next-best choice, "
    "appear after the match."
)
ALL_TOGETHER: Final = "in all"
THESE_TOGETHER: Final = "these in all"
IN_ALL: Final = "{amount} in all"
COUNTED_HIGHER_AND_LEFT: Final = "Scored higher, not chosen"
WHY_DID_IT_DO_THAT: Final = "Why did they do that?"
WHICH_OF_THEM: Final = "{this} of {all}   Up Down: others"

# -- The coach -------------------------------------------------------------------------------------

AS_SAW_IT_THEN: Final = "As {team} saw it then:"
COACH_LOOKS_THROUGH_THE_MATCH: Final = "The coach reviews {team}'s match."
LOOK_AT_IT_AGAIN_COACH: Final = "To see it, type: coach {number}."
COACH_WHAT_COST_MOST: Final = "Coach: your costliest mistakes"
DONE_THEN_BETTER: Final = "{cost}. {better}"
THERE_IS_NO_REVIEW: Final = "No review: {error}."
LOOKING_THROUGH_THE_MATCH: Final = "Reviewing the match...{far}"
BETTER: Final = "Better: {better}."
BETTER_THEN: Final = "Better: {better}. Then: {then}."
TYPED: Final = "Type: {notation}"
HOW_IT_IS_JUDGED: Final = "Judged on what you knew at the time, not on how it turned out."
SOME_DECISIONS_WERE_RIGHT: Final = "You made {decisions}: {right} good, {mistakes}."
WINNING_COUNTS_AS: Final = "Winning the match counts as {credits}."
ROUND_IT_COST: Final = "Round {round}: {done} ({cost})"
THERE_WAS_NOTHING_TO_JUDGE: Final = "There was nothing to review."
ALL_DECISIONS_WERE_RIGHT: Final = "You made {decisions}, all of them good."

# -- Levels ----------------------------------------------------------------------------------------

# By name.
ABOUT: Final = {
    "random": "Makes any legal choice.",
    "greedy": "Plans one phase, ignores danger.",
    "rookie": "Ignores danger, wastes cards.",
    "regular": "Plans, and makes mistakes.",
    "veteran": "Always takes the best plan it sees.",
    "elite": "Tries its best plans in advance.",
    "champion": "Tries more plans, further ahead.",
    "legend": "A champion with more time.",
}
LEVELS_BY_MEASURED_STRENGTH: Final = "Levels by measured strength: {order} is the strongest"
ABOVE: Final = "{note}, above {top}."
