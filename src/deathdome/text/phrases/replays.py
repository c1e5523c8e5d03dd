"""Phrases about matches that are watched."""

from __future__ import annotations

from typing import Final

# -- The timeline ----------------------------------------------------------------------------------

TIMELINE_LEGEND: Final = "{store} store  {round} round  {fight} fight  {kill} kill"
IF_ENDED_HERE: Final = "If the match ended here:"
NOT_SCORED_FORK: Final = "Not scored: a fork of {fork}, with its dice."
STANDING: Final = "towers {towers}, points {points}, shells {shells}"
FEWER_HANDS: Final = "shows fewer hands"
ALL_HANDS: Final = "shows all hands"
NO_EVENTS: Final = "Nothing happened."
MATCH_STARTS: Final = "The match starts."
FORK_NOTE: Final = "Fork of {fork}: not scored."
TEAM_KNOWS: Final = "what {team} may know"
ALL_KNOW: Final = "what every team knows"
NOT_OVER: Final = "The match is not over. It shows {who}."
NOT_SCORED_POSITION: Final = "Not scored: it started from a copied position."
HANDS_AFTER_MATCH: Final = "You can see all hands once the match is over."
HIDDEN: Final = "hidden"

# -- The match -------------------------------------------------------------------------------------

SPEED: Final = "Speed {tempo} ({pace} faster, {pause} pause)"
PAUSED: Final = "Paused. {pause} continues, {step} plays one action."
RESULT_KEYS: Final = "{choose}: the result. {leave} leaves."

# -- The board -------------------------------------------------------------------------------------

LOOK_AT_SPACE: Final = "Click a space, or Shift and an arrow, to look at it."

# -- Moving through a match ------------------------------------------------------------------------

AT_END: Final = "This is the end."
AT_LATEST: Final = "The match has come no further."
SPEEDS: Final = "Speed: {paces}."
AT_START: Final = "This is the start."
NO_LATER_FIGHT: Final = "There are no more fights."
NO_EARLIER_FIGHT: Final = "There are no earlier fights."
RUNNING: Final = "Running, {name}."

# -- Damaged and unfinished records ----------------------------------------------------------------

NO_PEEKING: Final = "this match is not over. You can't start from one of its moments until it ends"
OVER_HERE: Final = "the match is over here. Go back to a choice first"
STOPS_AT: Final = "{differs}. The replay stops at {where}."
STOPS_THERE: Final = "{trouble}. The replay stops there."
HARMLESS_CHANGE: Final = "Since the match started, {changed}. So far that made no difference."
PARTIAL_LINE: Final = "{source}: the incomplete last line was left out."
