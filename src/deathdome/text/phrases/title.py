"""Labels of the title screen: one fact for each row."""

from __future__ import annotations

from typing import Final

MOTTO: Final = "Four convicts. Six rounds. Mind the lava."
CONTINUE: Final = "the last match"
AGAINST: Final = "against {others}"
TEAMS: Final = "{number} teams"
NEW_MATCH: Final = "2 to 4 teams"
HOT_SEAT: Final = "people only"
LESSONS: Final = "7 of two minutes"
MATCHES: Final = "watch, resume, coach"
MORE: Final = "rules, cards, options"
MORE_DETAIL: Final = "Load a position, read the rules, look at cards, change options."
MORE_TITLE: Final = "More"
