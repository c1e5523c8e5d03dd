"""Phrases about matches that are watched."""

from __future__ import annotations

from typing import Final

# -- The timeline ----------------------------------------------------------------------------------

MARKS_OF_THE_TIMELINE: Final = "$ store  | round  x fight  X kill"
IF_THE_MATCH_ENDED_HERE: Final = "If the match ended here:"
NOT_SCORED_A_FORK: Final = "Not scored: a fork of {fork}, with its dice."
TOWERS_POINTS_SHELLS: Final = "towers {towers}, points {points}, shells {shells}"
SHOWS_FEWER_HANDS: Final = "shows fewer hands"
SHOWS_ALL_HANDS: Final = "shows all hands"
NOTHING_WAS_TOLD: Final = "Nothing happened."
MATCH_BEGINS: Final = "The match starts."
FORK_NOT_SCORED: Final = "Fork of {fork}: not scored."
WHAT_A_TEAM_MAY_KNOW: Final = "what {team} may know"
WHAT_ALL_KNOW: Final = "what every team knows"
MATCH_IS_NOT_OVER: Final = "The match is not over. It shows {who}."
NOT_SCORED_IT_BEGAN: Final = "Not scored: it started from a copied position."
ALL_HANDS_ARE_SHOWN_ONCE: Final = "You can see all hands once the match is over."
NOT_TO_BE_SEEN: Final = "hidden"

# -- The match -------------------------------------------------------------------------------------

PACE_FASTER_PAUSES: Final = "Speed {tempo} ({pace} faster, {pause} pause)"
PAUSED_GOES_ON_ONE_ANSWER: Final = "Paused. {pause} continues, {step} plays one action."
RESULT_LEAVES: Final = "{choose}: the result. {leave} leaves."

# -- The board -------------------------------------------------------------------------------------

CLICK_OR_SHIFT: Final = "Click a space, or Shift and an arrow, to look at it."

# -- Moving through a match ------------------------------------------------------------------------

THIS_IS_THE_END: Final = "This is the end."
THIS_IS_AS_FAR: Final = "The match has come no further."
IT_RUNS_AT: Final = "Speed: {paces}."
THIS_IS_THE_BEGINNING: Final = "This is the start."
NO_FIGHT_COMES_AFTER_THIS: Final = "There are no more fights."
NO_FIGHT_WAS_BEFORE_THIS: Final = "There are no earlier fights."
RUNNING: Final = "Running, {name}."

# -- Damaged and unfinished records ----------------------------------------------------------------

NO_PEEKING: Final = "this match is not over. You can't start from one of its moments until it ends"
MATCH_IS_OVER_HERE: Final = "the match is over here. Go back to a choice first"
IT_IS_SHOWN_UP_TO: Final = "{differs}. The replay stops at {where}."
IT_IS_SHOWN_UP_TO_THERE: Final = "{trouble}. The replay stops there."
CHANGED_WITHOUT_A_DIFFERENCE: Final = (
    "Since the match started, {changed}. So far that made no difference."
)
HALF_A_LINE_WAS_LEFT_OUT: Final = "{source}: the incomplete last line was left out."
