"""The keys of PowerDome's screens: what they do, and where."""

from __future__ import annotations

from typing import Final

IN_THE_GAME: Final = "in the game"
GAME_KEYS: Final = "Game"
OTHER_KEYS: Final = "Elsewhere"
UP: Final = "Up"
DOWN: Final = "Down"
LEFT: Final = "Previous value"
RIGHT: Final = "Next value"
PAGE_UP: Final = "A page up"
PAGE_DOWN: Final = "A page down"
CHOOSE: Final = "Choose the highlighted row"
TAKE_THE_SEAT: Final = "Take the seat"
BACK: Final = "Back"
THEME: Final = "Next theme"
LEAVE: Final = "Leave the game"
HELP: Final = "The keys that work here"
LETTERS_PRESET: Final = "arrows move, commands use their first letter"
VI_PRESET: Final = "h j k l move"
WASD_PRESET: Final = "w a s d move"
