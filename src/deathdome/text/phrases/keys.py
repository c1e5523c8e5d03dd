"""The keys of the screen: what they do, and which cannot be used."""

from __future__ import annotations

from typing import Final

# -- What keys do ----------------------------------------------------------------------------------

ON_THE_BOARD: Final = "on the board"
WHILE_OTHERS_PLAY: Final = "while others play"
IN_THE_STORE: Final = "in the store"
CHOOSING_WHO_GETS_AN_ITEM: Final = "choosing who gets an item"
ON_THE_TEAM_SHEET: Final = "on the team sheet"
BEHIND_THE_CURTAIN: Final = "behind the curtain"
IN_THE_LOG: Final = "in the log"
AFTER_THE_MATCH: Final = "after the match"
ON_THE_BOARD_OF_A_MATCH: Final = "on the board of a match that is over"
IN_THE_LIST_OF_MATCHES: Final = "in the list of matches"
WITH_THE_COACH: Final = "with the coach"
CURSOR_OR_BAR_UP: Final = "Cursor or bar up"
CURSOR_OR_BAR_DOWN: Final = "Cursor or bar down"
CURSOR_LEFT_IN_THE_STORE: Final = "Cursor left; in the store another deck"
CURSOR_RIGHT_IN_THE_STORE: Final = "Cursor right; in the store another deck"
CURSOR_UP_AND_LEFT: Final = "Cursor up and left"
CURSOR_UP_AND_RIGHT: Final = "Cursor up and right; a page up"
CURSOR_DOWN_AND_LEFT: Final = "Cursor down and left"
CURSOR_DOWN_AND_RIGHT: Final = "Cursor down and right; a page down"
CURSOR_FIVE_SPACES_UP: Final = "Cursor five spaces up"
CURSOR_FIVE_SPACES_DOWN: Final = "Cursor five spaces down"
CURSOR_FIVE_SPACES_LEFT: Final = "Cursor five spaces left"
CURSOR_FIVE_SPACES_RIGHT: Final = "Cursor five spaces right"
CHOOSE_COMMIT_WHAT_IS_STAGED: Final = "Choose; commit what is staged"
COMMIT_THE_TICKED_CARDS: Final = "Commit the ticked cards"
BUY_THE_CARD_UNDER: Final = "Buy the card under the bar"
THIS_UNIT_GETS_THE_ITEM: Final = "This unit gets the item"
MOVE_THE_ITEM_TO_ANOTHER: Final = "Move the item to another unit"
PASS_NO_MORE_PURCHASES: Final = "Pass: no more purchases in this match"
TAKE_THE_SEAT: Final = "take the seat"
SHOW_THE_HAND: Final = "Show the hand"
TO_THE_BOARD: Final = "to the board"
CURSOR_TO_WHERE_IT_HAPPENED: Final = "The cursor to where it happened"
FIND_WORDS_IN_THE_LOG: Final = "Find words in the log"
SAME_MATCH_WITH_OTHER_DICE: Final = "The same match with other dice"
SAME_MATCH_WITH_THE_SAME: Final = "The same match with the same dice"
WATCH_THE_MATCH: Final = "Watch the match"
GO_ON_WITH_THE_MATCH: Final = "Go on with the match, if it is not over"
TAKE_A_SEAT_HERE: Final = "Take a seat here, in a match of its own"
ONE_ANSWER_BACK: Final = "One answer back"
ONE_ANSWER_ON: Final = "One answer on"
BACK_TO_THE_TURN: Final = "Back to the beginning of the turn"
ON_TO_THE_NEXT_TURN: Final = "On to the next turn"
BACK_TO_THE_ROUND: Final = "Back to the beginning of the round"
ON_TO_THE_NEXT_ROUND: Final = "On to the next round"
TO_THE_BEGINNING: Final = "To the beginning"
TO_THE_END: Final = "To the end"
ALL_HANDS_ONCE_THE_MATCH: Final = "All hands, once the match is over"
RUN_BY_ITSELF_OR_STOP: Final = "Run by itself, or stop"
WATCH_THE_MATCH_AGAIN: Final = "Watch the match again"
LOOK_BACK_ON_THE_MATCH: Final = "Look back on the match so far"
MATCHES_THAT_ARE_KEPT: Final = "Matches that are kept"
CHANGE_OR_BEGIN: Final = "Change, or begin"
VALUE_BEFORE: Final = "The value before"
NEXT_VALUE: Final = "The next value"
BOARD_OR_RESULT: Final = "Board or result"
TICK_OR_UNTICK_THE_CARD: Final = "Tick or untick the card under the bar"
STOP_THE_MANAGERS_OR_LET: Final = "Stop the managers, or let them go on"
MAKE_THE_MANAGER_THAT_THINKS: Final = "Make the manager that thinks answer at once"
ONE_LEVEL_BACK_NEVER_QUITS: Final = "One level back; never quits"
NEXT_OWN_UNIT_TARGET: Final = "Next own unit, target or point"
PREVIOUS_OWN_UNIT_TARGET: Final = "Previous own unit, target or point"
TO_THE_NEXT_FIGHT: Final = "To the next fight"
TO_THE_FIGHT_BEFORE: Final = "To the fight before"
NEXT_THAT_WAS_FOUND: Final = "The next that was found"
ONE_FOUND_BEFORE: Final = "The one found before"
LIST_THE_ATTACKS: Final = "List the attacks of the unit"
LIST_ATTACKS_CARDS_ABILITIES: Final = "List attacks, cards, abilities, capture and release"
CAPTURE_THE_POINT_UNDER: Final = "Capture the point under the unit"
OPEN_THE_JAIL_OF_THIS: Final = "Open the jail of this release point"
END_THE_WALK_THE_UNIT: Final = "End the walk, the unit phase or the turn"
COMMIT_THIS_PURCHASING_TURN: Final = "Commit this purchasing turn; with nothing done: pass"
TAKE_BACK_WHAT_HAS_BROUGHT: Final = "Take back what has brought nothing to light"
TAKE_BACK_THE_LAST_STEP: Final = "Take back the last step of this purchasing turn"
DO_AGAIN_WHAT_WAS_TAKEN: Final = "Do again what was taken back"
ONE_ANSWER_OF_THE_MANAGERS: Final = "One answer of the managers while they are stopped"
SELL_THE_CARD_UNDER: Final = "Sell the card under the bar for its full price"
PUT_THE_ITEM_ASIDE: Final = "Put the item aside"
NEXT_PAGE_OF_THE_PANEL: Final = "Next page of the panel"
TO_THE_TEAM_SHEET: Final = "To the team sheet and back"
PREVIOUS_PAGE_OF_THE_PANEL: Final = "Previous page of the panel"
READ_THE_UNIT_CARD: Final = "Read the unit, card or item in full"
SAY_WHY_NOT: Final = "Say why this space, foe or entry is no answer; again: the rule"
SAY_WHY_NOT_THIS_CARD: Final = "Say why this card cannot be bought, given or sold; again: the rule"
MARKS_REACH_THREAT_BOTH_SIGHT: Final = "Marks: reach, threat, both, sight and range, none"
TYPE_A_SPACE_OR_ANSWERS: Final = "Type a space, or answers in words"
DISTANCE_RANGE_AND_SIGHT_FROM: Final = "Distance, range and sight from the unit to the cursor"
HINT: Final = "A hint: where to look; again: which kind of act; again: the act"
WHY_DID_IT_DO: Final = "Why did it do that? The reasons of the managers"
DECISIONS_THAT_COST_MOST: Final = "The decisions that cost most, by what could be known"
LOOK_AT_THE_DECISION: Final = "Look at the decision"
ALL_ABOUT_THE_ODDS: Final = "All about the odds of the attack"
BACK_FROM_THE_ODDS: Final = "Back from the odds"
LARGE_SPACES: Final = "Large spaces, from 150x50 on"
WHOLE_LOG: Final = "The whole log"
PACE_OF_THE_MANAGERS: Final = "Pace of the managers: 1x 2x 4x instant"
HOW_FAST_IT_RUNS: Final = "How fast it runs: 1x 2x 4x instant"
SEARCH_CARDS_AND_WITH_TAB: Final = "Search cards, and with Tab the rules"
FILTER_THE_GOODS_TYPE_WORDS: Final = "Filter the goods: type words"
GOODS_BY_PRICE_BY_NAME: Final = "Goods by price, by name, strongest first"
ONLY_WHAT_CAN_BE_BOUGHT: Final = "Only what can be bought and somebody can carry"
MARK_THIS_CARD_TO_SEE: Final = "Mark this card, to see it beside others; again: no more"
BOUGHT: Final = "What every team has bought"
COPY_THE_POSITION_AS_TEXT: Final = "Copy the position as text, as this seat sees it"
COPY_THE_WHOLE_MATCH: Final = "Copy the whole match as text, once it is over"
COPY_THE_WHOLE_MATCH_AS_TEXT: Final = "Copy the whole match as text"
LOAD_A_POSITION: Final = "Load a position or a replay that was copied"
EVERYTHING_THAT_CAN_BE_DONE: Final = "Everything that can be done now, by name"
LEAVE_DIALOG: Final = "The leave dialog"
IN_A_LIST: Final = "in a list"
IN_A_MENU: Final = "in a menu"
WATCHING_A_MATCH: Final = "watching a match"

# -- Keys that cannot be used ----------------------------------------------------------------------

# What never arrives, or arrives as something else: the terminal, a multiplexer or the game itself
# is there first.
SWALLOWED: Final = {
    "ctrl+i": "it arrives as Tab",
    "ctrl+m": "it arrives as Enter",
    "ctrl+j": "some terminals send it for Enter",
    "ctrl+h": "it arrives as Backspace",
    "ctrl+left_square_bracket": "it arrives as Esc",
    "ctrl+q": "it leaves the game",
    "ctrl+z": "it stops programs",
    "ctrl+s": "it stops the output of some terminals",
    "ctrl+b": "tmux takes it",
    "ctrl+a": "screen takes it",
    "ctrl+w": "it closes windows",
    "ctrl+t": "it opens windows",
    "ctrl+n": "it opens windows",
    "f10": "terminals open a menu with it",
    "f11": "terminals go to the full screen with it",
}
MANY_TERMINALS_SEND_NO_ALT: Final = "many terminals send no Alt, or Esc for it"
MOST_TERMINALS_DO_NOT_TELL: Final = "most terminals do not tell Ctrl and Shift from Ctrl alone"

# -- Keys of a player ------------------------------------------------------------------------------

IS_A_KEY_ALREADY: Final = "{key} is the key of {other} already, {context}"
WHAT_MOVES_MUST_NOT_CONFIRM: Final = "{key} is the key of {other}: what moves must not confirm"
PRESET_OF_LETTERS: Final = "arrows move, letters are initials"
PRESET_OF_VI: Final = "h j k l and y u b n move; the letters they take are capitals"
PRESET_OF_WASD: Final = "w a s d move; why is h, attack x, selling S"
GIVE_ANOTHER_ONE_TOO: Final = "{text}; give {other} another one too"
KEYS_THAT_CAN_BE_NAMED: Final = 'Letters, signs, "enter", "ctrl+e".'
CURSOR_OR_BAR: Final = "Cursor or bar"
UP_AND_DOWN: Final = "Up and down"
THERE_IS_NO_KEY: Final = 'there is no key "{text}".{hint}'
CANNOT_BE_USED: Final = "{key} cannot be used: {why}"
