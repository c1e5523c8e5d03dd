"""Phrases about managers and the coach: why something was done, and how good the levels are."""

from __future__ import annotations

from typing import Final

from deathdome.model.decisions import Question

# -- Reasons of managers ---------------------------------------------------------------------------

MORE_IS_TOLD_AFTER_THE_MATCH: Final = (
    "What it counted with its hand before its eyes, and what would have been next best, is "
    "told when the match is over."
)
NO_MANAGER_HAS_DECIDED_ANYTHING: Final = (
    "No manager has decided anything yet of which everybody knows."
)
NO_REASONS_WERE_GIVEN: Final = "No reasons were given."
CHANCE_TO_WIN: Final = "Chance to win, as it seemed then: {chance:.0%}."
BY_THE_BOARD_ALONE: Final = "By the board alone"
WHAT_IS_TOLD_AFTER_THE_MATCH: Final = (
    "Danger, fights, cards and the rest are counted with its hand before its eyes. They are "
    "told when the match is over, and so is what would have been next best."
)
COUNTED_HIGHER_AND_LEFT: Final = "Counted higher, and left"
WHY_DID_IT_DO_THAT: Final = "Why did it do that?"
WHICH_OF_THEM: Final = "{this} of {all}   Up Down: others"

# -- The coach -------------------------------------------------------------------------------------

AS_SAW_IT_THEN: Final = "As {team} saw it then:"
COACH_LOOKS_THROUGH_THE_MATCH: Final = "The coach looks through the match of {team}."
LOOK_AT_IT_AGAIN_COACH: Final = "Look at it again: coach {number}."
COACH_WHAT_COST_MOST: Final = "The coach: what cost most, by what could be known"
DONE_THEN_BETTER: Final = "{cost} Done then: {done}. Better: {better}."
THERE_IS_NO_REVIEW: Final = "There is no review: {error}."
LOOKING_THROUGH_THE_MATCH: Final = "Looking through the match..{far}"
DONE: Final = "Done: {deeds}."
BETTER: Final = "Better: {deeds}."
IT_COST: Final = "It cost {credits}."
HOW_IT_IS_JUDGED: Final = (
    "Judged by what could be known then: the own hand, the board, and odds over the cards "
    "unseen. What came of it is not looked at."
)
# By question; any other is "a decision".
DECISIONS: Final = {
    Question.TURN: "a unit phase",
    Question.UNIT_PHASE: "a step of a unit phase",
    Question.DEFENCE_CARDS: "a defence",
}
SOME_DECISIONS_WERE_RIGHT: Final = (
    "Right decision: {right}. Something better was known of: {better}."
)
WINNING_COUNTS_AS: Final = "To win the match counts as {credits}."
ROUND_IT_COST: Final = "Round {round}, {what}: it cost {credits}"
THERE_WAS_NOTHING_TO_JUDGE: Final = "There was nothing to judge."
ALL_DECISIONS_WERE_RIGHT: Final = "Right decisions, all of them: nothing better was known of."
END_OF_THE_TURN: Final = "the end of the turn"

# -- Hints -----------------------------------------------------------------------------------------

WORTH_IN_ALL: Final = "Worth {total}."
WORTH_IN_PARTS: Final = "Worth {total}: {terms}."
ABOUT_AS_GOOD: Final = "about as good"

# -- Levels ----------------------------------------------------------------------------------------

# By name.
ABOUT: Final = {
    "random": "Any answer that the rules allow.",
    "greedy": "One unit phase, no danger.",
    "rookie": "Sees no danger, gives cards away.",
    "regular": "Plans, and makes mistakes.",
    "veteran": "Always the best plan that it sees.",
    "elite": "Plays its best plans on.",
    "champion": "Plays many plans on, and longer.",
    "legend": "As the champion, with more time.",
}
LEVELS_BY_MEASURED_STRENGTH: Final = "Levels by measured strength: {order} is the strongest"
ABOVE: Final = "{note}, above {top}."
