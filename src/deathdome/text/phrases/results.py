"""Phrases of the result screen: the verdict, the payouts, the story of a match."""

from __future__ import annotations

from typing import Final

from deathdome.model.events import STOPPED

# -- The verdict -----------------------------------------------------------------------------------

VICTORY: Final = "VICTORY"
DEFEAT: Final = "DEFEAT"
SHARED: Final = "SHARED"
NO_WINNER: Final = "NO WINNER"
TEAM_WINS: Final = "{team} WINS"
YOU: Final = "you"
YOU_BEAT: Final = "You beat {losers}, {top} to {after}."
TEAM_BEATS: Final = "{team} wins, {top} to {after}."
SHARED_WIN: Final = "A shared win for {teams}: {payout} each."
YOU_WIPED_OUT: Final = "You wiped out {losers} in round {round}."
WIPED_OUT_YOU: Final = "{team} wiped you out in round {round}."
WIPED_OUT: Final = "{team} is the last team standing, in round {round}."
MORE_MONEY: Final = "{had} the money: {more} to {less}."
YOU_HAD: Final = "You had"
TEAM_HAD: Final = "{team} had"
YOU_CONCEDED: Final = "You conceded in round {round}. {team} wins."
TEAM_CONCEDED: Final = "{loser} conceded in round {round}. {team} wins."
YOU_WON_BY_CONCESSION: Final = "{loser} conceded in round {round}. You win."
# By the reason of an outcome; the others need no words.
BY_REASON: Final = {
    "towers": "Payouts tie, towers decide.",
    "shells": "Payouts and towers tie, beetle shells decide.",
    "fewest jailed": "All else ties, fewer units in jail decide.",
    STOPPED: "The match was stopped at its decision limit.",
}

# -- The story -------------------------------------------------------------------------------------

THE_TURN: Final = "THE TURN"
YOUR_BEST: Final = "YOUR BEST"
BEST: Final = "BEST"
THEIR_WORST: Final = "BEWARE OF"
DEADLIEST: Final = "DEADLIEST"
WOUNDS_LABEL: Final = "WOUNDS"
SCORE_LABEL: Final = "RECORD"
IN_ROUND: Final = "Round {round}: {text}"
HEALED: Final = "healed {wounds}"
FREED: Final = "freed {units}"
DIED: Final = "died {times}"
NO_DEEDS: Final = "nothing to report"
YOUR_CONVICTS: Final = "YOUR CONVICTS"
CONVICTS_OF: Final = "{team}'S CONVICTS"
ROUND: Final = "round"
DEALT: Final = "{wounds} dealt"
WOUNDS: Final = "You dealt {dealt}. Against their best defence, expect {expected}."
IN_JAIL: Final = "{number} in jail"
HELD_NONE: Final = "nothing"
SCORE: Final = "{won} won, {lost} lost against {level}."
SCORE_SHARED: Final = "{won} won, {lost} lost, {shared} shared against {level}."

# -- The next step ---------------------------------------------------------------------------------

NEXT_REMATCH: Final = "Press {another} for a rematch."
NEXT_COACH: Final = "Press {coach} and the coach shows what cost you most."
REPEAT: Final = "Play it again: {options}"
REPEAT_AND_VERIFY: Final = "Play it again: {options}  Check it: deathdome verify {name}"
