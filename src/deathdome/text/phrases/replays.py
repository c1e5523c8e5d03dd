"""Phrases about matches that are watched."""

from __future__ import annotations

from typing import Final

# -- The timeline ----------------------------------------------------------------------------------

MARKS_OF_THE_TIMELINE: Final = "$ store  | round  x fight  X kill"
IF_THE_MATCH_ENDED_HERE: Final = "If the match ended here:"
NOT_SCORED_A_FORK: Final = "Not scored: a fork of {fork}, with the dice it had."
TOWERS_POINTS_SHELLS: Final = "towers {towers}, points {points}, shells {shells}"
SHOWS_FEWER_HANDS: Final = "shows fewer hands"
SHOWS_ALL_HANDS: Final = "shows all hands"
NOTHING_WAS_TOLD: Final = "Nothing was told."
MATCH_BEGINS: Final = "The match begins."
FORK_NOT_SCORED: Final = "Fork of {fork}: not scored."
WHAT_A_TEAM_MAY_KNOW: Final = "what {team} may know"
WHAT_ALL_KNOW: Final = "what all know"
MATCH_IS_NOT_OVER: Final = "The match is not over: it shows {who}."
NOT_SCORED_IT_BEGAN: Final = "Not scored: it began with a copied position."
ALL_HANDS_ARE_SHOWN_ONCE: Final = "All hands are shown once the match is over."
NOT_TO_BE_SEEN: Final = "not to be seen"

# -- The match -------------------------------------------------------------------------------------

PACE_FASTER_PAUSES: Final = "Pace {tempo}: {pace} faster, {pause} pauses."
PAUSED_GOES_ON_ONE_ANSWER: Final = "Paused. {pause} goes on, {step} one answer."
SINCE_YOUR_LAST_TURN: Final = "Since your last turn:"
RESULT_LEAVES: Final = "{choose}: the result. {leave} leaves."

# -- The board -------------------------------------------------------------------------------------

CLICK_OR_SHIFT: Final = "A click, or Shift and an arrow, looks at a space."

# -- Moving through a match ------------------------------------------------------------------------

THIS_IS_THE_END: Final = "This is the end."
THIS_IS_AS_FAR: Final = "This is as far as the match has come."
IT_RUNS_AT: Final = "It runs at {paces}."
THIS_IS_THE_BEGINNING: Final = "This is the beginning."
NO_FIGHT_COMES_AFTER_THIS: Final = "No fight comes after this."
NO_FIGHT_WAS_BEFORE_THIS: Final = "No fight was before this."
RUNNING: Final = "Running, {name}."

# -- Damaged and unfinished records ----------------------------------------------------------------

NO_PEEKING: Final = (
    "this match is not over: to try out what comes would be peeking. Once it has ended, it can "
    "be played on from any of its moments"
)
MATCH_IS_OVER_HERE: Final = "the match is over here: go back to where somebody is still asked"
IT_IS_SHOWN_UP_TO: Final = "{differs}. It is shown up to {where}."
IT_IS_SHOWN_UP_TO_THERE: Final = "{trouble}. It is shown up to there."
CHANGED_WITHOUT_A_DIFFERENCE: Final = (
    "Since it was begun, {changed}; so far that made no difference."
)
HALF_A_LINE_WAS_LEFT_OUT: Final = "{source}: half a line at its end was left out."
