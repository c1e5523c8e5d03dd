"""The keys of the screen: what they do, and which cannot be used."""

from __future__ import annotations

from typing import Final

# -- What keys do ----------------------------------------------------------------------------------

ON_THE_BOARD: Final = "on the board"
WHILE_OTHERS_PLAY: Final = "while others play"
IN_THE_STORE: Final = "in the store"
GIVING_AN_ITEM: Final = "giving an item to a unit"
ON_THE_TEAM_SHEET: Final = "on the team sheet"
BEHIND_THE_CURTAIN: Final = "behind the curtain"
IN_THE_LOG: Final = "in the log"
AFTER_THE_MATCH: Final = "after the match"
ON_A_FINISHED_BOARD: Final = "on the board after the match"
AMONG_MATCHES: Final = "in the list of saved matches"
WITH_THE_COACH: Final = "with the coach"
UP: Final = "Cursor up"
DOWN: Final = "Cursor down"
LEFT: Final = "Cursor left (in the store: previous deck)"
RIGHT: Final = "Cursor right (in the store: next deck)"
UP_LEFT: Final = "Cursor up and left"
UP_RIGHT: Final = "Cursor up and right; in lists a page up"
DOWN_LEFT: Final = "Cursor down and left"
DOWN_RIGHT: Final = "Cursor down and right; in lists a page down"
FAR_UP: Final = "Cursor five spaces up"
FAR_DOWN: Final = "Cursor five spaces down"
FAR_LEFT: Final = "Cursor five spaces left"
FAR_RIGHT: Final = "Cursor five spaces right"
CHOOSE: Final = "Choose the highlighted space or entry"
PLAY_CARDS: Final = "Play the selected cards"
BUY: Final = "Buy the highlighted card"
GIVE_TO_UNIT: Final = "Give the item to this unit"
MOVE_ITEM: Final = "Move the item to another unit"
PASS: Final = "Pass: buy nothing more in this match"
TAKE_THE_SEAT: Final = "take the seat"
SHOW_THE_HAND: Final = "Show the hand"
TO_THE_BOARD: Final = "to the board"
SHOW_PLACE: Final = "Show where it happened on the board"
SEARCH_LOG: Final = "Search the log"
REMATCH_NEW_DICE: Final = "Rematch with new dice"
REMATCH_SAME_DICE: Final = "Rematch with the same dice"
WATCH: Final = "Watch the match"
DELETE: Final = "Delete the saved match"
RESUME: Final = "Resume an unfinished match"
FORK: Final = "Start a new match from here"
ACTION_BACK: Final = "One action back"
ACTION_FORWARD: Final = "One action forward"
TURN_START: Final = "Back to the start of the turn"
NEXT_TURN: Final = "To the next turn"
ROUND_START: Final = "Back to the start of the round"
NEXT_ROUND: Final = "To the next round"
TO_START: Final = "To the start of the match"
TO_END: Final = "To the end of the match"
ALL_HANDS: Final = "Show all hands, after the match"
RUN_OR_STOP: Final = "Run the replay, or stop it"
WATCH_AGAIN: Final = "Watch the match again"
LOOK_BACK: Final = "Look back at this match"
SAVED_MATCHES: Final = "Saved matches"
CHANGE_OR_START: Final = "Change the value, or start"
PREVIOUS_VALUE: Final = "Previous value"
NEXT_VALUE: Final = "Next value"
BOARD_OR_RESULT: Final = "Switch between board and result"
SELECT_CARD: Final = "Select or clear the highlighted card"
PAUSE: Final = "Pause the managers, or continue"
HURRY: Final = "Make the manager move now"
BACK: Final = "Back one level; never quits"
SELECT_UNIT_1: Final = "Select your first unit, or the first entry of a list"
SELECT_UNIT_2: Final = "Select your second unit, or the second entry of a list"
SELECT_UNIT_3: Final = "Select your third unit, or the third entry of a list"
SELECT_UNIT_4: Final = "Select your fourth unit, or the fourth entry of a list"
NEXT_TARGET: Final = "Next target in reach; before you pick a unit, next unit"
PREVIOUS_TARGET: Final = "Previous target or unit"
NEXT_FIGHT: Final = "To the next fight"
PREVIOUS_FIGHT: Final = "To the previous fight"
NEXT_FOUND: Final = "Next match of the search"
PREVIOUS_FOUND: Final = "Previous match of the search"
LIST_THE_ATTACKS: Final = "List the unit's attacks"
LIST_ACTIONS: Final = "List attacks, cards, abilities, capture and release"
CAPTURE: Final = "Capture the point under the unit"
RELEASE: Final = "Release everyone from this release point's jail"
END: Final = "End the walk, then the phase, then the turn"
CONFIRM_ORDER: Final = "Confirm your order (with an empty order: pass)"
UNDO: Final = "Undo, until something is revealed"
UNDO_ORDER: Final = "Undo the last step of your order"
REDO: Final = "Redo"
MANAGER_STEP: Final = "One action of the managers while paused"
SELL: Final = "Sell the highlighted card for its full price"
UNASSIGN: Final = "Unassign the item"
NEXT_PAGE: Final = "Next page of the panel"
TEAM_SHEET: Final = "Switch between store and team sheet"
PREVIOUS_PAGE: Final = "Previous page of the panel"
READ: Final = "Read the unit, card or item in full"
READ_RULE: Final = "Read the rule"
WHY_NOT: Final = "Explain why you can't (again: the rule)"
WHY_NOT_IN_STORE: Final = "Explain why you can't buy, give or sell it (again: the rule)"
OVERLAY: Final = "Show reach, threat, both, sight and range, or none"
TYPE_COMMAND: Final = "Type a space or a command"
MEASURE: Final = "Distance, range and sight from the unit to the cursor"
DOES_NOTHING_HERE: Final = "{key} does nothing here. {help} shows all keys."
HINT: Final = "Hint (again: the whole plan)"
EXPLANATION: Final = "Why did they do that? The managers explain"
COACH: Final = "Coach: your costliest mistakes"
LOOK_AT_DECISION: Final = "Look at the decision on the board"
FULL_ODDS: Final = "Odds of the attack in full"
CLOSE_ODDS: Final = "Back from the odds"
LARGE_SPACES: Final = "Small spaces and back, from 122x47 on"
WHOLE_LOG: Final = "The whole log"
MANAGER_SPEED: Final = "Speed of the managers' turns: 1x 2x 4x instant"
REPLAY_SPEED: Final = "Speed of the replay: 1x 2x 4x instant"
SEARCH_CARDS: Final = "Search the cards (Tab: the rules)"
OUTFIT_1: Final = "Buy the first ready-made outfit"
OUTFIT_2: Final = "Buy the second ready-made outfit"
OUTFIT_3: Final = "Buy the third ready-made outfit"
FILTER: Final = "Filter the store by words"
SORT: Final = "Sort the store: price, name, strongest first"
AFFORDABLE_ONLY: Final = "Show only what you can afford and carry"
COMPARE: Final = "Compare: mark this card, or clear the mark"
PURCHASES: Final = "What each team has bought"
COPY_POSITION: Final = "Copy the position, as you see it"
COPY_MATCH: Final = "Copy the whole match, once it is over"
COPY_MATCH_TEXT: Final = "Copy the whole match as text"
LOAD_A_POSITION: Final = "Load a copied position or replay"
PALETTE: Final = "Command palette: everything you can do now"
LEAVE: Final = "Leave (asks first)"
IN_A_LIST: Final = "in a list"
IN_A_MENU: Final = "in a menu"
WATCHING_A_MATCH: Final = "watching a match"

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
LETTERS_PRESET: Final = "arrows move, commands use their first letter"
VI_PRESET: Final = "h j k l and y u b n move; commands on those letters use capitals"
WASD_PRESET: Final = "w a s d move; why is h, attack x, sell S"
NEEDS_ANOTHER_KEY: Final = "{text}; give {other} another key too"
KEY_NAMES: Final = 'Use a letter, a character, "enter" or "ctrl+e".'
MOVE_CURSOR: Final = "Move the cursor"
UP_AND_DOWN: Final = "Up and down"
NOT_A_KEY: Final = '"{text}" is not a key.{hint}'
UNUSABLE_KEY: Final = "{key} can't be used: {why}"
