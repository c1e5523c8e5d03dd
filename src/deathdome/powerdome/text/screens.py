"""Phrases of PowerDome's screens."""

from __future__ import annotations

from typing import Final

TITLE: Final = "PowerDome"
NEW_GAME: Final = "New game"
NEW_GAME_DETAIL: Final = "You against three bots."
FIRST_GAME: Final = "Death Dome 3,000"
FIRST_GAME_DETAIL: Final = "Back to the first game."
QUIT: Final = "Quit"
QUIT_DETAIL: Final = "Close the game."
ROUND: Final = "Round {round}, {phase}"
THINKING: Final = "{name} is thinking."
ENLARGE: Final = "Enlarge it to continue the game. Ctrl-Q quits."
PLAY_PLAIN: Final = "Or play without graphics: deathdome powerdome play --plain"
ASKED_IN_PLAIN: Final = "{name} is asked. For now answer in plain mode: {command}"
COMMAND: Final = "deathdome powerdome play --plain --resume {game}"
KEYS_HERE: Final = "Keys"
