"""Sentences of the screens that both games have: keys, notices, dialogs."""

from __future__ import annotations

from typing import Final

# -- Keys that cannot be used ----------------------------------------------------------------------

# Keys that the terminal, a multiplexer or the game itself uses first.
RESERVED: Final = {
    "ctrl+i": "it arrives as Tab",
    "ctrl+m": "it arrives as Enter",
    "ctrl+j": "some terminals send it for Enter",
    "ctrl+h": "it arrives as Backspace",
    "ctrl+left_square_bracket": "it arrives as Esc",
    "ctrl+q": "it quits the game",
    "ctrl+z": "it suspends programs",
    "ctrl+s": "it freezes the output of some terminals",
    "ctrl+b": "tmux uses it",
    "ctrl+a": "screen uses it",
    "ctrl+w": "it closes windows",
    "ctrl+t": "it opens windows",
    "ctrl+n": "it opens windows",
    "f10": "terminals open a menu with it",
    "f11": "terminals switch to full screen with it",
}
ALT_UNRELIABLE: Final = "many terminals send Esc for Alt, or nothing"
CTRL_SHIFT_UNRELIABLE: Final = "most terminals send Ctrl+Shift as Ctrl alone"

# -- Keys of a player ------------------------------------------------------------------------------

KEY_TAKEN: Final = "{key} already belongs to {other}, {context}"
MOVE_KEY_CONFIRMS: Final = "{key} belongs to {other}; a key that moves must not confirm"
NEEDS_ANOTHER_KEY: Final = "{text}; give {other} another key too"
KEY_NAMES: Final = 'Use a letter, a character, "enter" or "ctrl+e".'
NOT_A_KEY: Final = '"{text}" is not a key.{hint}'
UNUSABLE_KEY: Final = "{key} can't be used: {why}"

# -- Where keys work -------------------------------------------------------------------------------

IN_A_MENU: Final = "in a menu"
BEHIND_THE_CURTAIN: Final = "behind the curtain"

# -- The key bar and the help sheet ----------------------------------------------------------------

DOES_NOTHING_HERE: Final = "{key} does nothing here. {help} shows all keys."
MOVE_CURSOR: Final = "Move the cursor"
UP_AND_DOWN: Final = "Up and down"
ANY_KEY: Final = "any key"
SKIP: Final = " skip"
QUIT_KEY: Final = "ctrl+q quit"

# -- A small terminal ------------------------------------------------------------------------------

TOO_SMALL: Final = "This terminal is too small."
SIZE_NEEDED: Final = "It needs {least_width}x{least_height} and has {width}x{height}."

# -- Rows to write in ------------------------------------------------------------------------------

LINE_KEYS: Final = "Enter saves, Esc cancels"
LINE_LIMIT: Final = "At most {most} letters. The rest is cut off."

# -- The program -----------------------------------------------------------------------------------

NO_SHELL: Final = "A browser has no shell, so the game can't be suspended."
THEME: Final = "Theme {theme}."
