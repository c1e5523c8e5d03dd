"""Phrases of a replay on the screen."""

from __future__ import annotations

from typing import Final

TITLE: Final = "REPLAY  {name}"
MOMENT: Final = "answer {at} of {last}"
PHASE: Final = "round {round}, {phase}"
SETUP: Final = "setup, {phase}"
ROUNDS: Final = "rounds"
LOG: Final = "The log up to here"
NOTHING: Final = "Nothing has happened yet."
NO_COMBAT: Final = "There is no combat in this round to reveal."
AT_START: Final = "That is the beginning of the record."
AT_END: Final = "That is the end of the record."
NO_FORK: Final = "Fork it with: deathdome powerdome play --from {name} --at {at}"
STOPS: Final = "The record stops here: {problem}."
NOT_KEPT: Final = "the game is not saved, so it can't be watched"
