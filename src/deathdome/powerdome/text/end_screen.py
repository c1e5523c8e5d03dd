"""Phrases of the end of a game."""

from __future__ import annotations

from typing import Final

TITLE: Final = "POWERDOME"
OVER: Final = "the game is over"
VICTORY: Final = "VICTORY"
DEFEAT: Final = "DEFEAT"
DRAW: Final = "DRAW"
WINS: Final = "{name} wins, {why}."
YOU_WIN: Final = "You win, {why}."
LOST_TO: Final = "{name} wins, {why}. You died by {killer}'s blow."
NO_WINNER: Final = "No player wins: {why}."
REASONS: Final = {
    "last-alive": "the last one alive",
    "none-alive": "no player lives",
    "closing-dome": "with the most vitality when the dome closed",
    "round-limit": "the last round is over",
}
DRAWN: Final = "equal vitality when the dome closed"
SAID: Final = '{name}: "{text}"'
ASK_LAST_LINE: Final = "{name}, you have won. Your last line?"
DEAD: Final = "dead"
ROUNDS: Final = "{rounds} rounds"
ONE_ROUND: Final = "1 round"
BLOW: Final = "Biggest blow: {attacker} on {defender}, {damage}."
NO_BLOW: Final = "No blow landed."
BARGAIN: Final = "Best bargain: {name}, {power} for {price}, worth about {worth}."
WORST: Final = "Worst bid: {name}, {power} for {price}, worth about {worth}."
KEPT: Final = "honoured {kept} of {all}"
NO_DEALS: Final = "no deals"
SEED: Final = "Seed {seed}."
COACH: Final = "Coach"
LOG: Final = "Log"
AGAIN: Final = "Watch it again"
NEW: Final = "New game, same players"
TO_TITLE: Final = "Title"
LEAVE: Final = "Leave"
LAST_LOG: Final = "How it ended"
