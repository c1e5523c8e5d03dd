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

DEATH_DOME_FOUR_CONVICTS_TWO: Final = "Death Dome 3,000. Four convicts, two towers, six rounds."
WHO_PLAYS_WHERE_HOW_LONG: Final = "Who plays, where, how long, by which rules."
TWO_TO_FOUR_PEOPLE: Final = "Two to four people at this keyboard; a curtain hides each hand."
SEVEN_OF_TWO_MINUTES_EACH: Final = "Seven of two minutes each: learn it by playing it."
THOSE_THAT_ARE_KEPT_WATCHED: Final = "Those that are kept: watched, or gone on with."
POSITION_OR_A_REPLAY: Final = "A position or a replay that was copied as text."
HOW_TO_PLAY: Final = "How to play"
RULES_IN_BRIEF_KEYS: Final = "The rules in brief, keys and signs."
EVERY_CARD_OF_THE_GAME: Final = "Every card of the game, to be searched."
EVERY_RULE_BY_NUMBER: Final = "Every rule by number, to be searched."
COLOURS_SIGNS_PACE_KEYS_NAMES: Final = "Colours, signs, pace, keys, names."
CLOSE_THE_GAME: Final = "Close the game."
BACK_TO_THE_SHELL: Final = "Back to the shell."

# -- A new match -----------------------------------------------------------------------------------

KEYS_OF_SETUP: Final = "{left} and {right} change a value, {choose} on the first row begins."
BEGIN_THE_MATCH: Final = "Begin the match"
EVERYTHING_BELOW_MAY_STAY: Final = "Everything below may stay as it is."
TWO_TO_FOUR_TEAMS: Final = "Two to four teams."
DOME_TO_PLAY_IN: Final = "The dome to play in."
SIX_BY_THE_RULES_THREE: Final = "Six by the rules; three make a short match."
EDITION_OF_THE_RULEBOOK: Final = "Edition of the rulebook."
UNITS_WITH_NAMES_BOUGHT: Final = "Units with names, bought and sold; else one of each type."
BUY_YOURSELF_OR_BEGIN: Final = "Buy yourself, or begin with sensible items."
WHICH_SEED_WITHOUT_ONE: Final = "Which seed? Without one it is random."
EVERYBODY_HAS_BOUGHT: Final = "everybody has bought"
SAME_SEED_SAME_DICE: Final = "The same seed, the same dice and cards. {choose} writes a number."
IS_NO_SEED: Final = '"{text}" is no seed: a number without sign, or nothing.'
A_PERSON_OR_A_MANAGER: Final = "A person or a manager. {choose} on a person writes a name."
WHO_PLAYS: Final = "Who plays {team}?"

# -- Options ---------------------------------------------------------------------------------------

PACE_OF_THE_MANAGERS: Final = "Pace of the managers"
ASK_BEFORE_ENDING_A_TURN: Final = "Ask before ending a turn"
NAME_OF_PERSON: Final = "Name of person {number}"
FROM_THE_NEXT_START_ON: Final = "(from the next start on)"
WHO_IS_PERSON: Final = "Who is person {number}?"
OPTIONS_HOLD_AND_THE_FILE_STAYS: Final = (
    "The options hold for now, but cannot be kept, and the file stays: {error}"
)
OPTIONS_HOLD_FOR_NOW: Final = "The options hold for now, but cannot be kept: {why}"

# -- Rows to write in ------------------------------------------------------------------------------

ENTER_TAKES_WHAT_IS_WRITTEN: Final = "Enter takes what is written, Esc leaves it as it was."
LETTERS_AT_MOST_THE_REST: Final = "{most} letters at most: the rest is cut off."

# -- Everything by name ----------------------------------------------------------------------------

TO_BE_SEARCHED: Final = "To be searched"
ALL_OF_THEM_AND_NAMES: Final = "All of them, and names"
WHAT_SHALL_BE_DONE: Final = "What shall be done?"
TWO_MINUTES_EACH: Final = "Two minutes each"
WHO_PLAYS_WHERE_HOW_LONG_BY: Final = "Who plays, where, how long, by which rules"
SEVERAL_PEOPLE_AT_THIS_KEYBOARD: Final = "Several people at this keyboard"
AS_IT_IS_NOW: Final = "as it is now"
TO_THE_TITLE_SCREEN: Final = "To the title screen"
MATCH_IS_KEPT: Final = "The match is kept"
WATCHED_OR_GONE_ON_WITH: Final = "Watched, or gone on with"

# -- Search ----------------------------------------------------------------------------------------

KEYS_OF_THE_SEARCH: Final = " type to search  Up Down list  Tab {other}  "
TYPE_TO_SEARCH: Final = "Type to search {what}"
NOTHING_HAS_ALL_THESE_WORDS: Final = "nothing has all these words"
FOR_WHOM: Final = "For {whom}."
WHEN: Final = "When: {timing}."
STYLE: Final = "Style: {style}."

# -- Help ------------------------------------------------------------------------------------------

KEYS_RULES_IN_BRIEF_SIGNS: Final = "Keys, rules in brief, signs"
