"""Phrases about a season."""

from __future__ import annotations

from typing import Final

MATCH_OF: Final = "match {number} of {total}"
EXTRA_MATCH: Final = "match {number}, until Conglamagragon returns"
AHEAD: Final = "{gap} ahead of {team}"
BEHIND: Final = "{gap} behind {team}"
YOU_ARE: Final = "you are {gap}"
LEVEL: Final = "level with {team}"
PLAYED: Final = "Matches played: {matches}."
TEAM: Final = "{team} is worth {value}, with {wins}."
AUCTION_OPEN: Final = "The match is over; {team} may call an auction."
IN_MATCH: Final = "{match}. {moment}"
NO_SEASON: Final = "This is a single match. Start a season with --series."
