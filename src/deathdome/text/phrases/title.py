"""Labels of the title screen: one fact for each row."""

from __future__ import annotations

from typing import Final

MOTTO: Final = "Four convicts. Six rounds. Mind the lava."
CONTINUE: Final = "the last match"
AGAINST: Final = "against {others}"
TEAMS: Final = "{number} teams"
NEW_MATCH: Final = "2 to 4 teams"
SEASON: Final = "3 or 5 matches"
HOT_SEAT: Final = "friends, no managers"
LESSONS: Final = "9, two minutes each"
MATCHES: Final = "watch, resume, coach"
MORE: Final = "rules, cards, options"
MORE_DETAIL: Final = "Load a position, read the rules, look at cards, change options."
MORE_TITLE: Final = "More"

# -- The first start -------------------------------------------------------------------------------

WELCOME: Final = "New here?"
WELCOME_QUESTION: Final = "Four convicts, a dome full of lava, and you in charge."
GENTLE_MATCH: Final = "Play a gentle match, with tips"
FIRST_LESSON: Final = "Take the lessons, two minutes each"
SECOND_LESSON: Final = "Learn PowerDome, the second game, in five minutes"
I_KNOW_THE_GAME: Final = "I know the game"
ASKED_ONCE: Final = "Asked only once. The title screen has them all."
POWERDOME: Final = "the second game"
POWERDOME_DETAIL: Final = "Secret bids, secret sheets, powers and betrayal, for 2 to 6 players."
