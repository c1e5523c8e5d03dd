"""The keys of the screen: what they do, and which cannot be used."""

from __future__ import annotations

from typing import Final

# -- What keys do ----------------------------------------------------------------------------------

ON_THE_BOARD: Final = "on the board"
WHILE_OTHERS_PLAY: Final = "while others play"
IN_THE_STORE: Final = "in the store"
CHOOSING_WHO_GETS_AN_ITEM: Final = "giving an item to a unit"
ON_THE_TEAM_SHEET: Final = "on the team sheet"
BEHIND_THE_CURTAIN: Final = "behind the curtain"
IN_THE_LOG: Final = "in the log"
AFTER_THE_MATCH: Final = "after the match"
ON_THE_BOARD_OF_A_MATCH: Final = "on the board after the match"
IN_THE_LIST_OF_MATCHES: Final = "in the list of saved matches"
WITH_THE_COACH: Final = "with the coach"
CURSOR_OR_BAR_UP: Final = "Cursor up"
CURSOR_OR_BAR_DOWN: Final = "Cursor down"
CURSOR_LEFT_IN_THE_STORE: Final = "Cursor left (in the store: previous deck)"
CURSOR_RIGHT_IN_THE_STORE: Final = "Cursor right (in the store: next deck)"
CURSOR_UP_AND_LEFT: Final = "Cursor up and left"
CURSOR_UP_AND_RIGHT: Final = "Cursor up and right; in lists a page up"
CURSOR_DOWN_AND_LEFT: Final = "Cursor down and left"
CURSOR_DOWN_AND_RIGHT: Final = "Cursor down and right; in lists a page down"
CURSOR_FIVE_SPACES_UP: Final = "Cursor five spaces up"
CURSOR_FIVE_SPACES_DOWN: Final = "Cursor five spaces down"
CURSOR_FIVE_SPACES_LEFT: Final = "Cursor five spaces left"
CURSOR_FIVE_SPACES_RIGHT: Final = "Cursor five spaces right"
CHOOSE_COMMIT_WHAT_IS_STAGED: Final = "Choose the highlighted space or entry"
COMMIT_THE_TICKED_CARDS: Final = "Play the selected cards"
BUY_THE_CARD_UNDER: Final = "Buy the highlighted card"
THIS_UNIT_GETS_THE_ITEM: Final = "Give the item to this unit"
MOVE_THE_ITEM_TO_ANOTHER: Final = "Move the item to another unit"
PASS_NO_MORE_PURCHASES: Final = "Pass: buy nothing more in this match"
TAKE_THE_SEAT: Final = "take the seat"
SHOW_THE_HAND: Final = "Show the hand"
TO_THE_BOARD: Final = "to the board"
CURSOR_TO_WHERE_IT_HAPPENED: Final = "Show where it happened on the board"
FIND_WORDS_IN_THE_LOG: Final = "Search the log"
SAME_MATCH_WITH_OTHER_DICE: Final = "Rematch with new dice"
SAME_MATCH_WITH_THE_SAME: Final = "Rematch with the same dice"
WATCH_THE_MATCH: Final = "Watch the match"
DELETE_THE_MATCH: Final = "Delete the saved match"
GO_ON_WITH_THE_MATCH: Final = "Resume an unfinished match"
TAKE_A_SEAT_HERE: Final = "Start a new match from here"
ONE_ANSWER_BACK: Final = "One action back"
ONE_ANSWER_ON: Final = "One action forward"
BACK_TO_THE_TURN: Final = "Back to the start of the turn"
ON_TO_THE_NEXT_TURN: Final = "To the next turn"
BACK_TO_THE_ROUND: Final = "Back to the start of the round"
ON_TO_THE_NEXT_ROUND: Final = "To the next round"
TO_THE_BEGINNING: Final = "To the start of the match"
TO_THE_END: Final = "To the end of the match"
ALL_HANDS_ONCE_THE_MATCH: Final = "Show all hands, after the match"
RUN_BY_ITSELF_OR_STOP: Final = "Run the replay, or stop it"
WATCH_THE_MATCH_AGAIN: Final = "Watch the match again"
LOOK_BACK_ON_THE_MATCH: Final = "Look back at this match"
MATCHES_THAT_ARE_KEPT: Final = "Saved matches"
CHANGE_OR_BEGIN: Final = "Change the value, or start"
VALUE_BEFORE: Final = "Previous value"
NEXT_VALUE: Final = "Next value"
BOARD_OR_RESULT: Final = "Switch between board and result"
TICK_OR_UNTICK_THE_CARD: Final = "Select or clear the highlighted card"
STOP_THE_MANAGERS_OR_LET: Final = "Pause the managers, or continue"
MAKE_THE_MANAGER_THAT_THINKS: Final = "Make the manager move now"
ONE_LEVEL_BACK_NEVER_QUITS: Final = "Back one level; never quits"
SELECT_UNIT_1: Final = "Select your first unit, or the first entry of a list"
SELECT_UNIT_2: Final = "Select your second unit, or the second entry of a list"
SELECT_UNIT_3: Final = "Select your third unit, or the third entry of a list"
SELECT_UNIT_4: Final = "Select your fourth unit, or the fourth entry of a list"
NEXT_OWN_UNIT_TARGET: Final = "Next target in reach; before you pick a unit, next unit"
PREVIOUS_OWN_UNIT_TARGET: Final = "Previous target or unit"
TO_THE_NEXT_FIGHT: Final = "To the next fight"
TO_THE_FIGHT_BEFORE: Final = "To the previous fight"
NEXT_THAT_WAS_FOUND: Final = "Next match of the search"
ONE_FOUND_BEFORE: Final = "Previous match of the search"
LIST_THE_ATTACKS: Final = "List the unit's attacks"
LIST_ATTACKS_CARDS_ABILITIES: Final = "List attacks, cards, abilities, capture and release"
CAPTURE_THE_POINT_UNDER: Final = "Capture the point under the unit"
OPEN_THE_JAIL_OF_THIS: Final = "Release everyone from this release point's jail"
END_THE_WALK_THE_UNIT: Final = "End the walk, then the phase, then the turn"
COMMIT_THIS_PURCHASING_TURN: Final = "Confirm your order (with an empty order: pass)"
TAKE_BACK_WHAT_HAS_BROUGHT: Final = "Undo, until something is revealed"
TAKE_BACK_THE_LAST_STEP: Final = "Undo the last step of your order"
DO_AGAIN_WHAT_WAS_TAKEN: Final = "Redo"
ONE_ANSWER_OF_THE_MANAGERS: Final = "One action of the managers while paused"
SELL_THE_CARD_UNDER: Final = "Sell the highlighted card for its full price"
PUT_THE_ITEM_ASIDE: Final = "Unassign the item"
NEXT_PAGE_OF_THE_PANEL: Final = "Next page of the panel"
TO_THE_TEAM_SHEET: Final = "Switch between store and team sheet"
PREVIOUS_PAGE_OF_THE_PANEL: Final = "Previous page of the panel"
READ_THE_UNIT_CARD: Final = "Read the unit, card or item in full"
SAY_WHY_NOT: Final = "Explain why you can't (again: the rule)"
SAY_WHY_NOT_THIS_CARD: Final = "Explain why you can't buy, give or sell it (again: the rule)"
MARKS_REACH_THREAT_BOTH_SIGHT: Final = "Show reach, threat, both, sight and range, or none"
TYPE_A_SPACE_OR_ANSWERS: Final = "Type a space or a command"
DISTANCE_RANGE_AND_SIGHT_FROM: Final = "Distance, range and sight from the unit to the cursor"
DOES_NOTHING_HERE: Final = "{key} does nothing here. {help} shows all keys."
HINT: Final = "Hint (again: more; third time: the exact move)"
WHY_DID_IT_DO: Final = "Why did they do that? The managers explain"
DECISIONS_THAT_COST_MOST: Final = "Coach: your costliest mistakes"
LOOK_AT_THE_DECISION: Final = "Look at the decision on the board"
ALL_ABOUT_THE_ODDS: Final = "Odds of the attack in full"
BACK_FROM_THE_ODDS: Final = "Back from the odds"
LARGE_SPACES: Final = "Large spaces, in terminals of 150x50 or more"
WHOLE_LOG: Final = "The whole log"
PACE_OF_THE_MANAGERS: Final = "Speed of the managers' turns: 1x 2x 4x instant"
HOW_FAST_IT_RUNS: Final = "Speed of the replay: 1x 2x 4x instant"
SEARCH_CARDS_AND_WITH_TAB: Final = "Search the cards (Tab: the rules)"
OUTFIT_1: Final = "Buy the first ready-made outfit"
OUTFIT_2: Final = "Buy the second ready-made outfit"
OUTFIT_3: Final = "Buy the third ready-made outfit"
FILTER_THE_GOODS_TYPE_WORDS: Final = "Filter the store by words"
GOODS_BY_PRICE_BY_NAME: Final = "Sort the store: price, name, strongest first"
ONLY_WHAT_CAN_BE_BOUGHT: Final = "Show only what you can afford and carry"
MARK_THIS_CARD_TO_SEE: Final = "Compare: mark this card, or clear the mark"
BOUGHT: Final = "What each team has bought"
COPY_THE_POSITION_AS_TEXT: Final = "Copy the position, as you see it"
COPY_THE_WHOLE_MATCH: Final = "Copy the whole match, once it is over"
COPY_THE_WHOLE_MATCH_AS_TEXT: Final = "Copy the whole match as text"
LOAD_A_POSITION: Final = "Load a copied position or replay"
EVERYTHING_THAT_CAN_BE_DONE: Final = "Command palette: everything you can do now"
LEAVE_DIALOG: Final = "Leave (asks first)"
IN_A_LIST: Final = "in a list"
IN_A_MENU: Final = "in a menu"
WATCHING_A_MATCH: Final = "watching a match"

# -- Keys that cannot be used ----------------------------------------------------------------------

# Keys that the terminal, a multiplexer or the game itself uses first.
SWALLOWED: Final = {
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
MANY_TERMINALS_SEND_NO_ALT: Final = "many terminals send Esc for Alt, or nothing"
MOST_TERMINALS_DO_NOT_TELL: Final = "most terminals send Ctrl+Shift as Ctrl alone"

# -- Keys of a player ------------------------------------------------------------------------------

IS_A_KEY_ALREADY: Final = "{key} already belongs to {other}, {context}"
WHAT_MOVES_MUST_NOT_CONFIRM: Final = "{key} belongs to {other}; a key that moves must not confirm"
PRESET_OF_LETTERS: Final = "arrows move, commands use their first letter"
PRESET_OF_VI: Final = "h j k l and y u b n move; commands on those letters use capitals"
PRESET_OF_WASD: Final = "w a s d move; why is h, attack x, sell S"
GIVE_ANOTHER_ONE_TOO: Final = "{text}; give {other} another key too"
KEYS_THAT_CAN_BE_NAMED: Final = 'Use a letter, a character, "enter" or "ctrl+e".'
CURSOR_OR_BAR: Final = "Move the cursor"
UP_AND_DOWN: Final = "Up and down"
THERE_IS_NO_KEY: Final = '"{text}" is not a key.{hint}'
CANNOT_BE_USED: Final = "{key} can't be used: {why}"
