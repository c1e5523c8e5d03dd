"""Phrases of the screens before a match: title, setup, options, search."""

from __future__ import annotations

from typing import Final

# -- The opponent of a quick match -----------------------------------------------------------------

FIRST_OPPONENT: Final = "{level} first. Win, and the next one is harder."
HARDER_OPPONENT: Final = "You won. {level} is next."
EASIER_OPPONENT: Final = "You lost. {level} is next, and easier."
SAME_OPPONENT: Final = "{level} again."
AGAINST: Final = "Against {others}."
AGAINST_EQUIPPED: Final = "{opponent} Both teams come equipped."

# -- The title -------------------------------------------------------------------------------------

WHO_PLAYS_WHERE_HOW_LONG: Final = "Choose players, board, length and rules."
TWO_TO_FOUR_PEOPLE: Final = "Two to four players, one keyboard. A curtain hides each hand."
SEVEN_OF_TWO_MINUTES_EACH: Final = "Learn by playing: 7 lessons, 2 minutes each."
THOSE_THAT_ARE_KEPT_WATCHED: Final = "Watch or resume your matches."
POSITION_OR_A_REPLAY: Final = "Load a copied position or replay."
HOW_TO_PLAY: Final = "How to play"
RULES_IN_BRIEF_KEYS: Final = "Rules in brief, keys and symbols."
EVERY_CARD_OF_THE_GAME: Final = "Search every card."
EVERY_RULE_BY_NUMBER: Final = "Search every rule."
COLOURS_SIGNS_PACE_KEYS_NAMES: Final = "Colours, symbols, speed, keys, names."
CLOSE_THE_GAME: Final = "Close the game."
BACK_TO_THE_SHELL: Final = "Back to the shell."

# -- A new match -----------------------------------------------------------------------------------

KEYS_OF_SETUP: Final = "{left} and {right} change a value. {choose} on the first row starts."
BEGIN_THE_MATCH: Final = "Start match"
EVERYTHING_BELOW_MAY_STAY: Final = "Start now, or change anything below."
TWO_TO_FOUR_TEAMS: Final = "Two to four teams."
DOME_TO_PLAY_IN: Final = "The dome to play in."
SIX_BY_THE_RULES_THREE: Final = "The rules say six. Three make a short match."
EDITION_OF_THE_RULEBOOK: Final = "Edition of the rulebook."
UNITS_WITH_NAMES_BOUGHT: Final = "Named characters to buy and sell. Off: one unit of each type."
BUY_YOURSELF_OR_BEGIN: Final = "Shop yourself, or start with everyone equipped."
WHICH_SEED_WITHOUT_ONE: Final = "Seed (leave empty for random)"
EVERYBODY_HAS_BOUGHT: Final = "everyone equipped"
SAME_SEED_SAME_DICE: Final = "Repeats the dice and cards of a match. {choose} types a number."
IS_NO_SEED: Final = '"{text}" is not a seed. Type digits, or leave it empty.'
A_PERSON_OR_A_MANAGER: Final = "You or a manager. {choose} on You types a name."
WHO_PLAYS: Final = "Who plays {team}?"

# -- Options ---------------------------------------------------------------------------------------

PACE_OF_THE_MANAGERS: Final = "Speed of managers' turns"
ASK_BEFORE_ENDING_A_TURN: Final = "Ask before ending a turn early"
END_SPENT_PHASES: Final = "End spent phases"
NAME_OF_PERSON: Final = "Name of player {number}"
FROM_THE_NEXT_START_ON: Final = "(from the next start)"
WHO_IS_PERSON: Final = "Name of player {number}?"
OPTIONS_HOLD_AND_THE_FILE_STAYS: Final = (
    "Can't save options: {error}. The file is unchanged. They apply until you quit."
)
OPTIONS_HOLD_FOR_NOW: Final = "Can't save options: {why}. They apply until you quit."

# -- Rows to write in ------------------------------------------------------------------------------

ENTER_TAKES_WHAT_IS_WRITTEN: Final = "Enter saves, Esc cancels"
LETTERS_AT_MOST_THE_REST: Final = "At most {most} letters. The rest is cut off."

# -- Everything by name ----------------------------------------------------------------------------

TO_BE_SEARCHED: Final = "Search"
ALL_OF_THEM_AND_NAMES: Final = "Settings and names"
WHAT_SHALL_BE_DONE: Final = "Type a command"
TWO_MINUTES_EACH: Final = "Two minutes each"
WHO_PLAYS_WHERE_HOW_LONG_BY: Final = "Players, board, length, rules"
SEVERAL_PEOPLE_AT_THIS_KEYBOARD: Final = "Several players, one keyboard"
AS_IT_IS_NOW: Final = "in use now"
TO_THE_TITLE_SCREEN: Final = "Go to the title"
MATCH_IS_KEPT: Final = "Your match is saved"
WATCHED_OR_GONE_ON_WITH: Final = "Watch or resume"

# -- Search ----------------------------------------------------------------------------------------

KEYS_OF_THE_SEARCH: Final = " type to search  Up Down list  Tab {other}  "
TYPE_TO_SEARCH: Final = "Type to search {what}"
NOTHING_HAS_ALL_THESE_WORDS: Final = "no match for all these words"
FOR_WHOM: Final = "For {whom}."
WHEN: Final = "When: {timing}."
STYLE: Final = "Style: {style}."

# -- Help ------------------------------------------------------------------------------------------

KEYS_RULES_IN_BRIEF_SIGNS: Final = "Keys, rules in brief, symbols"
