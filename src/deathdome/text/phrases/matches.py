"""Phrases about a match: its end, its log, saved and copied matches."""

from __future__ import annotations

from typing import Final

# -- Lines -----------------------------------------------------------------------------------------

INPUT_ENDED: Final = "The input has ended."
REST_DROPPED: Final = "Not done, because {because}: {rest}."
OTHERS_PLAY: Final = "The other teams play."
TEAM_THINKING: Final = "{team} is thinking."

# -- Undo ------------------------------------------------------------------------------------------

DIE_ROLLED: Final = "the die was rolled"
CARD_DRAWN: Final = "a card was drawn"
ATTACK_DECLARED: Final = "an attack was declared"
CARD_PLAYED: Final = "a card was played"
ABILITY_USED: Final = "an ability was used"
TURN_ENDED: Final = "the turn has ended"
CANNOT_UNDO: Final = "Can't undo: {why}."
NOTHING_TO_REDO: Final = "nothing to redo"
NOTHING_TO_UNDO: Final = "nothing to undo yet"
OTHERS_MAY_REACT: Final = "another team may have reacted"
ALL_UNDONE: Final = "you have undone everything since the last reveal"
CHANCE_DECIDED: Final = "dice or cards have decided something"
OVER: Final = "the match is over"
MATCH_ENDED: Final = "that match is over"
ANOTHER_TEAM_CHOSE: Final = "it was another team's choice"

# -- The end ---------------------------------------------------------------------------------------

LAST_UNIT: Final = "{said}, {team}'s last unit."
SAME_POSITION_OPTION: Final = "--from with the same position,"
MORE_BELOW: Final = "{down}, {down_right}: more below"
MATCH_OVER: Final = "The match is over"
PAYOUT_BY_ROUND: Final = "Payout after each round"
SHARED_WIN: Final = "{first} and {last} share the win"
LEFT_EARLY: Final = "deathdome: you left before the end{end}"
HINTS_TAKEN: Final = "Hints taken: {hints}."

# -- Leaving ---------------------------------------------------------------------------------------

SAVE_IT: Final = "Save"
LOSE_IT: Final = "Lose the match"
DROP_IT: Final = "Drop the match"  # you have not done anything in it
KEYS_OF_LEAVING: Final = "{up} {down} {choose}. {back} keeps playing. Ctrl-Q quits at once."
KEEP_PLAYING: Final = "Keep playing"
AND_QUIT: Final = "{fate} and quit"
CONTINUE_LESSON: Final = "Continue the lesson"
LEAVE_LESSON: Final = "Leave the lesson"
AND_TITLE: Final = "{fate} and go to the title"

# -- Forks ------------------------------------------------------------------------------------

FORK_NOTE: Final = (
    "Starts a new match from here. The original stays unchanged. You may know the dice to "
    "come, so it isn't scored."
)
FORK_TITLE: Final = "Start a new match from here"
FORK_ORIGIN: Final = "From {where}, action {answers} of {timeline}"
YOU_OR_MANAGER: Final = "{left} and {right}: you or a manager."
YOUR_TEAMS: Final = "{teams} {are} yours."

# -- Loading ---------------------------------------------------------------------------------------

PASTE_HERE: Final = "Paste a position (DD1 ...) or a replay (DDR1 ...), or type the path of a file."
FILE_PLACE: Final = "The file is on the computer that runs the game."
MATCH_STAYS_SAVED: Final = "Your match is saved. Resume it from the title screen."
NEW_DICE_NOTE: Final = (
    "Starts a new match with new dice. It isn't scored, because it shows every hand."
)
TEAM_VIEW_NOTE: Final = (
    "It holds what {team} could see. Cards that {team} couldn't see are dealt at random. "
    "It starts a new match with new dice and isn't scored."
)
LOAD_TITLE: Final = "Start from a position"
LOAD_KEYS: Final = "Enter loads it, Esc cancels."

# -- Saved matches ---------------------------------------------------------------------------------

MATCHES_TITLE: Final = "Saved matches: {number}"
NO_MATCHES_YET: Final = "None yet. Every match saves itself from the first action on."
DELETE_QUESTION: Final = "Delete this match? You can't get it back."
KEEP_IT: Final = "Keep it"
DELETE_IT: Final = "Delete it"
CANNOT_DELETE: Final = (
    "can't delete {name}: another program is playing it, or its folder is read-only"
)
NO_LOBBY: Final = "This screen can't open a match."
CONTINUES_IN_COPY: Final = "{printable} stays unchanged. The match continues in {path}"
CONTINUES_FROM: Final = "the match continues from {where}"
PACKS_MOVED: Final = "its packs or its board were found at other paths than the file says"
CARDS_CHANGED: Final = "the cards have changed since the match started"
CANNOT_SAVE: Final = (
    "can't save the match: {lost}. Free some space there or allow writing, and keep "
    "playing: the next action saves everything. {home} can name another folder"
)
NOT_A_FOLDER: Final = ", which is not a folder"

# -- The curtain -----------------------------------------------------------------------------------

PASS_KEYBOARD: Final = "Pass the keyboard to {team}."
LOOK_AWAY: Final = "Everyone else looks away."
SHOWS_HAND: Final = "{choose} shows your hand."

# -- The match -------------------------------------------------------------------------------------

TYPE_HERE: Final = "Type a space (h4) or commands (walk h4; capture)"
HINT_CANCELLED: Final = "Hint cancelled."
LARGE_SPACES_ROOM: Final = "Large spaces need {least}. This terminal has {width}x{height}."
NO_ATTACK: Final = "There is no attack to show the odds of."
MARKS: Final = "Marks: {words}."

# -- Copying ---------------------------------------------------------------------------------------

BROWSER_CANNOT_COPY: Final = (
    "A browser doesn't let the game copy. Select the text below with Shift and the mouse."
)
COPIED: Final = "{title} is copied, if your terminal lets programs copy."
HOW_TO_LOAD: Final = "Load it with {load}, or with --from on the command line."
REPLAY_SHOWS_HANDS: Final = (
    "A replay shows every hand, so you can copy it once the match is over. {copy} copies "
    "the position as you see it."
)
ALSO_SAVED_IN: Final = "Also saved in {file}"
COPIED_POSITION: Final = "The position as {team} sees it"
WHOLE_MATCH: Final = "The whole match"
CANNOT_WRITE: Final = "Can't write {file}: {why}."
WHOLE_POSITION: Final = "The whole position"
ONLY_PLAYERS_COPY: Final = "Until the match is over, only its players can copy what they see."

# -- The log ---------------------------------------------------------------------------------------

NOT_FOUND: Final = "Find: {wanted}   not found"
NO_PLACE: Final = "That has no place on the board."
NO_BOARD: Final = "There is no board to show now."
HOW_TO_SEARCH: Final = "Press {search} and type a word."
NOTHING_YET: Final = "Nothing has happened yet."

# -- The program -----------------------------------------------------------------------------------

LAST_MATCH: Final = "Your last match."

# -- Managers that fail ----------------------------------------------------------------------------

# By the kind of fault: the text that other players may read while the match runs.
FAULT_FOR_OTHERS: Final = {
    "raised": "it raised an error",
    "illegal": "an illegal action",
    "junk": "an unreadable message",
    "unready": "it is not ready",
    "late": "it took too long",
    "hung": "it did not respond",
    "died": "its process ended",
    "large": "too long a message",
    "flood": "too many lines",
}

# -- Room ------------------------------------------------------------------------------------------

ENLARGE: Final = "Enlarge it to continue the match. Ctrl-Q quits."
PLAY_PLAIN: Final = "Or play without graphics: deathdome play --plain"
