"""Phrases of the pages that a player reads: the log, the tome, the rules."""

from __future__ import annotations

from typing import Final

# -- the log -------------------------------------------------------------------------------------

ALL_PLAYERS: Final = "all players"
ALL_ROUNDS: Final = "all rounds"
SETUP: Final = "before round 1"
OF_ROUND: Final = "round {round}"
FILTERED: Final = "LOG  {who}, {when}"
LINES: Final = "{at} of {all}"
NO_LINES: Final = "No line of the log is about that."
NO_LOG: Final = "Nothing has happened yet."
RULES_OF: Final = "Rules: {rules}"
WRITTEN: Final = "Written to {path}"

# -- the tome ------------------------------------------------------------------------------------

TOME: Final = "POWERTOME  {kind}"
ALL_KINDS: Final = "all powers"
FOUND: Final = '"{words}", {count} found'
COUNTED: Final = "{count} powers"
NO_POWER: Final = 'No power has "{words}". / searches for other words.'
ASK_WORDS: Final = "Which words? Empty shows everything."
OWNER: Final = "Owner: {name}."
CULLED: Final = "It was culled before the auction."
GONE: Final = "It has left the game."
IN_FORCE: Final = "It is in force."
PRICE: Final = "It was bought for {price} vitality."
NUMBER: Final = "Number {no} of the tome, {kinds}"
WORTH: Final = "Worth about {worth} vitality, as bots measured it."

# -- the rules -----------------------------------------------------------------------------------

RULES: Final = "RULES  {what}"
ALL_RULES: Final = "all rules"
RULES_HERE: Final = "Rules for what is on the screen, with their IDs"
RULE_COUNT: Final = "{count} rules"
NO_RULE: Final = 'No rule has "{words}". / searches for other words.'
CREDIT: Final = "After the PowerDome Manual of 2020 by Ethan Camba, Shifty Glyphs."
