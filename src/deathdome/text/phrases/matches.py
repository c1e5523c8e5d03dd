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

NO_MORE_LINES_COME_IN: Final = "No more lines come in."
NOT_DONE_ANY_MORE_BECAUSE: Final = "Not done any more, because {because}: {rest}."
OTHERS_PLAY: Final = "Others play."
IS_THINKING: Final = "{team} is thinking."

# -- Undo ------------------------------------------------------------------------------------------

# Events that bar the way back, because they bring something to light.
REVEALS: Final = {
    Rolled: "the die was rolled",
    Drew: "a card was drawn",
    Declared: "an attack was declared",
    CardPlayed: "a card was played",
    AbilityUsed: "an ability was used",
    TurnEnded: "the turn has ended",
}
CANNOT_TAKE_BACK: Final = "Cannot take back: {why}."
NOTHING_WAS_TAKEN_BACK: Final = "nothing was taken back that could be done again"
NOTHING_WAS_ANSWERED_YET: Final = "nothing was answered yet"
OTHERS_MAY_HAVE_ANSWERED: Final = "others may have had an answer to it"
EVERYTHING_SINCE_THE_LAST_NEWS: Final = "everything since the last news is taken back"
CHANCE_HAS_DECIDED_SOMETHING: Final = "chance has decided something"
IT_IS_OVER: Final = "the match is over"
ANOTHER_TEAM_WAS_TO_ANSWER: Final = "another team was to answer"

# -- The end ---------------------------------------------------------------------------------------

FROM_WITH_THE_SAME_POSITION: Final = "--from with the same position,"
MORE_BELOW: Final = "{down}, {down_right}: more below"
MATCH_IS_OVER: Final = "The match is over"
PAYOUT_AT_THE_END: Final = "Payout at the end of each round"
THEY_SHARE_THE_VICTORY: Final = "{first} and {last} share the victory"
DEATHDOME_LEFT_BEFORE_THE_END: Final = "deathdome: left before the end{end}"
HINTS_TAKEN: Final = "Hints taken: {hints}."

# -- Leaving ---------------------------------------------------------------------------------------

IT_CAN_BE_RESUMED: Final = "it can be resumed"
IT_IS_LOST: Final = "it is lost"
KEYS_OF_LEAVING: Final = "{up} {down} {choose}. {back} goes on. Ctrl-Q leaves at once."
GO_ON_PLAYING: Final = "Go on playing"
LEAVE_THE_MATCH: Final = "Leave the match: {fate}"
GO_ON_WITH_THE_LESSON: Final = "Go on with the lesson"
LEAVE_THE_LESSON: Final = "Leave the lesson"
TO_THE_TITLE_SCREEN: Final = "To the title screen: {fate}"

# -- Playing on ------------------------------------------------------------------------------------

IT_BECOMES_A_MATCH: Final = (
    "It becomes a match of its own and is kept as one; the other one stays as it is. Dice and "
    "cards come in the order in which they came there. As you may know that order, it is not "
    "scored."
)
PLAY_ON_FROM_HERE: Final = "Play on from here"
WHERE_IT_STARTS: Final = "From {where}, answer {answers} of {timeline}"
A_PERSON_OR_A_MANAGER: Final = "{left} and {right}: a person or a manager."
THESE_ARE_YOURS: Final = "{teams} {are} yours."

# -- Loading ---------------------------------------------------------------------------------------

PASTE_A_POSITION: Final = (
    "Paste a position (DD1 ...) or a replay (DDR1 ...), or write the path of a file."
)
WHERE_THE_FILE_IS: Final = "The file is on the computer that runs the game."
THE_RUNNING_MATCH_IS_KEPT: Final = (
    "The match that is running is kept; it can be gone on with from the title screen."
)
WITH_NEW_DICE: Final = (
    "It is a match of its own with new dice, and not scored: everybody's cards are in it."
)
AS_A_TEAM_SAW_IT: Final = (
    "It is what {team} could see. The cards that {team} could not see, those of other hands "
    "and of the deck, are dealt at random. It is a match of its own with new dice, and not "
    "scored."
)
PLAY_ON_FROM_A_POSITION: Final = "Play on from a position"
ENTER_TAKES_IT_ESC_NOT: Final = "Enter takes it, Esc not."

# -- Saved matches ---------------------------------------------------------------------------------

MATCHES_THAT_ARE_KEPT: Final = "Matches that are kept: {number}"
NONE_YET_EVERY_MATCH: Final = "None yet: every match is kept from its first answer on."
NO_LOBBY: Final = "Nobody is here who could open a match."
STAYS_AS_IT_WAS: Final = "{printable} stays as it was; it goes on in {path}"
MATCH_CONTINUES_FROM: Final = "the match continues from {where}"
PACKS_WERE_FOUND_ELSEWHERE: Final = "its packs or its board were found at other paths than it says"
CARDS_HAVE_CHANGED: Final = "the cards have changed since this match was begun"
MATCH_CANNOT_BE_SAVED: Final = (
    "the match cannot be saved: {lost}. Make room there, or let it be written to, and the next "
    "answer saves all of it; {home} can name another folder"
)
AND_IS_NO_FOLDER: Final = ", and is no folder"

# -- The curtain -----------------------------------------------------------------------------------

PASS_THE_KEYBOARD_TO: Final = "Pass the keyboard to {team}."
NO_ONE_ELSE_SHOULD_LOOK: Final = "No one else should look now."
TAKES_THE_SEAT: Final = "{choose} takes the seat."

# -- The match -------------------------------------------------------------------------------------

WHAT_CAN_BE_TYPED: Final = "A space, as h4, or answers, as walk h4; attack blue.scout with punch"
NO_HINT_THEN: Final = "No hint, then."
LARGE_SPACES_NEED: Final = "Large spaces need {least}, this terminal is {width}x{height}."
NO_ATTACK_IS_OPEN_NOR: Final = "No attack is open, nor under the cursor or the bar."
MARKS: Final = "Marks: {words}."

# -- Copying ---------------------------------------------------------------------------------------

BROWSER_DOES_NOT_LET: Final = (
    "A browser does not let the game copy: select it below with Shift and the mouse."
)
IS_COPIED_IF_YOUR_TERMINAL: Final = "{title} is copied, if your terminal lets programs copy."
LOADS_SUCH_A_TEXT: Final = "{load} loads such a text, or --from on the command line."
REPLAY_TELLS_EVERY_HAND: Final = (
    "A replay tells every hand, so it can be copied once the match is over. {copy} copies the "
    "position as this seat sees it."
)
IT_IS_ALSO_IN: Final = "It is also in {file}"
POSITION_AS_SEES_IT: Final = "The position as {team} sees it"
WHOLE_MATCH: Final = "The whole match"
IT_COULD_NOT_BE_WRITTEN: Final = "It could not be written to {file}: {why}."
LOOK: Final = "The whole position"
ONLY_WHO_SITS_IN_IT_COPIES: Final = (
    "While it goes on, only who sits in it copies what that seat sees."
)

# -- The log ---------------------------------------------------------------------------------------

FIND_NOTHING_HAS_THAT: Final = "Find: {wanted}   nothing has that"
THAT_HAPPENED_NOWHERE: Final = "That happened nowhere on the board."
THERE_IS_NO_BOARD: Final = "There is no board to look at now."
A_WORD_FINDS_IT: Final = "{search} and a word finds it."
NOTHING_HAS_HAPPENED_YET: Final = "Nothing has happened yet."

# -- The program -----------------------------------------------------------------------------------

THERE_IS_NO_SHELL_BEHIND: Final = (
    "There is no shell behind a browser, so the game cannot be suspended."
)
MATCH_THAT_WAS_PLAYED_LAST: Final = "The match that was played last."
THEME: Final = "Theme {theme}."

# -- Managers that fail ----------------------------------------------------------------------------

# By the kind of fault: what the other players may read while the match runs.
OUTWARD: Final = {
    "raised": "an error of its own",
    "illegal": "an answer that is not allowed",
    "junk": "an answer that cannot be read",
    "unready": "it is not ready",
    "late": "no answer in time",
    "hung": "no answer at all",
    "died": "its process has ended",
    "large": "too long an answer",
    "flood": "a flood of lines",
}
