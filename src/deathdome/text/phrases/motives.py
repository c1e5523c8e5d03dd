"""Phrases about managers and the coach: why something was done, and how good the levels are."""

from __future__ import annotations

from typing import Final

# -- Reasons of managers ---------------------------------------------------------------------------

MORE_AFTER_MATCH: Final = (
    "Reasons that depend on hidden cards, and the next-best choice, appear after the match."
)
NO_DECISION_YET: Final = "No manager has made a public decision yet."
NO_REASONS: Final = "It gave no reasons."
CHANCE: Final = "It gave itself a {chance:.0%} chance to win."
BOARD_ONLY: Final = "From the board alone"
HIDDEN_UNTIL_END: Final = (
    "Danger, fights and cards depend on hidden cards. Those reasons, and the next-best choice, "
    "appear after the match."
)
TOTAL: Final = "in all"
SUBTOTAL: Final = "these in all"
IN_ALL: Final = "{amount} in all"
NOT_CHOSEN: Final = "Scored higher, not chosen"
TITLE: Final = "Why did they do that?"
POSITION: Final = "{this} of {all}   Up Down: others"

# -- The coach -------------------------------------------------------------------------------------

AS_SEEN_THEN: Final = "As {team} saw it then:"
COACH_REVIEWS: Final = "The coach reviews {team}'s match."
COACH_HOW_TO_SEE: Final = "To see it, type: coach {number}."
COACH_TITLE: Final = "Coach: your costliest mistakes"
COACH_LINE: Final = "{cost}. {better}"
NO_REVIEW: Final = "No review: {error}."
REVIEWING: Final = "Reviewing the match{far}."
BETTER: Final = "Better: {better}."
BETTER_THEN: Final = "Better: {better}. Then: {then}."
TYPED: Final = "Type: {notation}"
BASIS: Final = "Judged on what you knew at the time, not on how it turned out."
SOME_GOOD: Final = "You made {decisions}: {right} good, {mistakes}."
WINNING_WORTH: Final = "Winning the match counts as {credits}."
ROUND_COST: Final = "Round {round}: {done} ({cost})"
MATCH_COST: Final = "Match {match}, round {round}: {done} ({cost})"
NOTHING_TO_REVIEW: Final = "There was nothing to review."
ALL_GOOD: Final = "You made {decisions}, all of them good."

# -- Levels ----------------------------------------------------------------------------------------

# By name.
ABOUT: Final = {
    "random": "Makes any legal choice.",
    "greedy": "Plans one phase, ignores danger.",
    "rookie": "Overlooks threats, forgets units.",
    "regular": "Plans, and makes mistakes.",
    "veteran": "Always takes the best plan it sees.",
    "elite": "Tries its best plans in advance.",
    "champion": "Tries more plans, further ahead.",
}
LEVELS: Final = "Levels by measured strength: {order} is the strongest"
ABOVE: Final = "{note}, above {top}."
RETIRED: Final = (
    'there is no level "{level}" any more: {instead} is as strong and faster; {name} plays instead'
)
