"""Phrases about a match: its end, its log, saved and copied matches."""

from __future__ import annotations

from typing import Final

from deathdome.model.events import (
    AbilityUsed,
    CardPlayed,
    Declared,
    Drew,
    Rolled,
    TurnEnded,
)

# -- Lines -----------------------------------------------------------------------------------------

NO_MORE_LINES_COME_IN: Final = "The input has ended."
NOT_DONE_ANY_MORE_BECAUSE: Final = "Not done, because {because}: {rest}."
OTHERS_PLAY: Final = "The other teams play."
IS_THINKING: Final = "{team} is thinking."

# -- Undo ------------------------------------------------------------------------------------------

# Events that end undoing, because they reveal something.
REVEALS: Final = {
    Rolled: "the die was rolled",
    Drew: "a card was drawn",
    Declared: "an attack was declared",
    CardPlayed: "a card was played",
    AbilityUsed: "an ability was used",
    TurnEnded: "the turn has ended",
}
CANNOT_TAKE_BACK: Final = "Can't undo: {why}."
NOTHING_WAS_TAKEN_BACK: Final = "nothing to redo"
NOTHING_WAS_ANSWERED_YET: Final = "nothing to undo yet"
OTHERS_MAY_HAVE_ANSWERED: Final = "another team may have reacted"
EVERYTHING_SINCE_THE_LAST_NEWS: Final = "you have undone everything since the last reveal"
CHANCE_HAS_DECIDED_SOMETHING: Final = "dice or cards have decided something"
IT_IS_OVER: Final = "the match is over"
ANOTHER_TEAM_WAS_TO_ANSWER: Final = "it was another team's choice"

# -- The end ---------------------------------------------------------------------------------------

LAST_UNIT: Final = "{said}, the last unit of {team}."
FROM_WITH_THE_SAME_POSITION: Final = "--from with the same position,"
MORE_BELOW: Final = "{down}, {down_right}: more below"
MATCH_IS_OVER: Final = "The match is over"
PAYOUT_AT_THE_END: Final = "Payout after each round"
THEY_SHARE_THE_VICTORY: Final = "{first} and {last} share the win"
DEATHDOME_LEFT_BEFORE_THE_END: Final = "deathdome: you left before the end{end}"
HINTS_TAKEN: Final = "Hints taken: {hints}."

# -- Leaving ---------------------------------------------------------------------------------------

IT_CAN_BE_RESUMED: Final = "Save"
IT_IS_LOST: Final = "Lose the match"
NOTHING_TO_SAVE: Final = "Drop the match"  # you have not done anything in it
KEYS_OF_LEAVING: Final = "{up} {down} {choose}. {back} keeps playing. Ctrl-Q quits at once."
GO_ON_PLAYING: Final = "Keep playing"
LEAVE_THE_MATCH: Final = "{fate} and quit"
GO_ON_WITH_THE_LESSON: Final = "Continue the lesson"
LEAVE_THE_LESSON: Final = "Leave the lesson"
TO_THE_TITLE_SCREEN: Final = "{fate} and go to the title"

# -- Forks ------------------------------------------------------------------------------------

IT_BECOMES_A_MATCH: Final = (
    "Starts a new match from here. The original stays unchanged. You may know the dice to "
    "come, so it isn't scored."
)
PLAY_ON_FROM_HERE: Final = "Start a new match from here"
WHERE_IT_STARTS: Final = "From {where}, action {answers} of {timeline}"
A_PERSON_OR_A_MANAGER: Final = "{left} and {right}: you or a manager."
THESE_ARE_YOURS: Final = "{teams} {are} yours."

# -- Loading ---------------------------------------------------------------------------------------

PASTE_A_POSITION: Final = (
    "Paste a position (DD1 ...) or a replay (DDR1 ...), or type the path of a file."
)
WHERE_THE_FILE_IS: Final = "The file is on the computer that runs the game."
THE_RUNNING_MATCH_IS_KEPT: Final = "Your match is saved. Resume it from the title screen."
WITH_NEW_DICE: Final = (
    "Starts a new match with new dice. It isn't scored, because it shows every hand."
)
AS_A_TEAM_SAW_IT: Final = (
    "It holds what {team} could see. Cards that {team} couldn't see are dealt at random. "
    "It starts a new match with new dice and isn't scored."
)
PLAY_ON_FROM_A_POSITION: Final = "Start from a position"
ENTER_TAKES_IT_ESC_NOT: Final = "Enter loads it, Esc cancels."

# -- Saved matches ---------------------------------------------------------------------------------

MATCHES_THAT_ARE_KEPT: Final = "Saved matches: {number}"
NONE_YET_EVERY_MATCH: Final = "None yet. Every match saves itself from the first action on."
DELETE_MATCH: Final = "Delete this match? You can't get it back."
KEEP_IT: Final = "Keep it"
DELETE_IT: Final = "Delete it"
CANNOT_DELETE: Final = (
    "can't delete {name}: another program is playing it, or its folder is read-only"
)
NO_LOBBY: Final = "This screen can't open a match."
STAYS_AS_IT_WAS: Final = "{printable} stays unchanged. The match continues in {path}"
MATCH_CONTINUES_FROM: Final = "the match continues from {where}"
PACKS_WERE_FOUND_ELSEWHERE: Final = (
    "its packs or its board were found at other paths than the file says"
)
CARDS_HAVE_CHANGED: Final = "the cards have changed since the match started"
MATCH_CANNOT_BE_SAVED: Final = (
    "can't save the match: {lost}. Free some space there or allow writing, and keep "
    "playing: the next action saves everything. {home} can name another folder"
)
AND_IS_NO_FOLDER: Final = ", which is not a folder"

# -- The curtain -----------------------------------------------------------------------------------

PASS_THE_KEYBOARD_TO: Final = "Pass the keyboard to {team}."
NO_ONE_ELSE_SHOULD_LOOK: Final = "Everyone else looks away."
TAKES_THE_SEAT: Final = "{choose} shows your hand."

# -- The match -------------------------------------------------------------------------------------

WHAT_CAN_BE_TYPED: Final = "Type a space (h4) or commands (walk h4; capture)"
NO_HINT_THEN: Final = "Hint cancelled."
LARGE_SPACES_NEED: Final = "Large spaces need {least}. This terminal has {width}x{height}."
NO_ATTACK_IS_OPEN_NOR: Final = "There is no attack to show the odds of."
MARKS: Final = "Marks: {words}."

# -- Copying ---------------------------------------------------------------------------------------

BROWSER_DOES_NOT_LET: Final = (
    "A browser doesn't let the game copy. Select the text below with Shift and the mouse."
)
IS_COPIED_IF_YOUR_TERMINAL: Final = "{title} is copied, if your terminal lets programs copy."
LOADS_SUCH_A_TEXT: Final = "Load it with {load}, or with --from on the command line."
REPLAY_TELLS_EVERY_HAND: Final = (
    "A replay shows every hand, so you can copy it once the match is over. {copy} copies "
    "the position as you see it."
)
IT_IS_ALSO_IN: Final = "Also saved in {file}"
POSITION_AS_SEES_IT: Final = "The position as {team} sees it"
WHOLE_MATCH: Final = "The whole match"
IT_COULD_NOT_BE_WRITTEN: Final = "Can't write {file}: {why}."
LOOK: Final = "The whole position"
ONLY_WHO_SITS_IN_IT_COPIES: Final = (
    "Until the match is over, only its players can copy what they see."
)

# -- The log ---------------------------------------------------------------------------------------

FIND_NOTHING_HAS_THAT: Final = "Find: {wanted}   not found"
THAT_HAPPENED_NOWHERE: Final = "That has no place on the board."
THERE_IS_NO_BOARD: Final = "There is no board to show now."
A_WORD_FINDS_IT: Final = "Press {search} and type a word."
NOTHING_HAS_HAPPENED_YET: Final = "Nothing has happened yet."

# -- The program -----------------------------------------------------------------------------------

THERE_IS_NO_SHELL_BEHIND: Final = "A browser has no shell, so the game can't be suspended."
MATCH_THAT_WAS_PLAYED_LAST: Final = "Your last match."
THEME: Final = "Theme {theme}."

# -- Managers that fail ----------------------------------------------------------------------------

# By the kind of fault: the text that other players may read while the match runs.
OUTWARD: Final = {
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
