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

NEW_MATCH: Final = "Choose players, board, length and rules."
SEASON: Final = "Matches in a row. Payouts buy items, winners auction losers."
HOT_SEAT: Final = "Two to four players, one keyboard. A curtain hides each hand."
LESSONS: Final = "Learn by playing: 9 lessons, 2 minutes each."
MATCHES: Final = "Watch or resume your matches."
LOAD: Final = "Load a copied position or replay."
HELP_TITLE: Final = "How to play"
HELP: Final = "Rules in brief, keys and symbols."
CARDS: Final = "Search every card."
RULES: Final = "Search every rule."
OPTIONS: Final = "Colours, symbols, speed, keys, names."
QUIT: Final = "Close the game."
QUIT_TO_SHELL: Final = "Back to the shell."

# -- A new match -----------------------------------------------------------------------------------

SETUP_KEYS: Final = "{left} and {right} change a value. {choose} on the first row starts."
NEW_MATCH_TITLE: Final = "New match"
NEW_SEASON_TITLE: Final = "New season"
START: Final = "Start match"
START_SEASON: Final = "Start season"
START_HELP: Final = "Start now, or change anything below."
TEAMS_HELP: Final = "Two to four teams."
BOARD_HELP: Final = "The dome to play in."
ROUNDS_HELP: Final = "The rules say six. Three make a short match."
EDITION_HELP: Final = "Edition of the rulebook."
CHARACTERS_HELP: Final = "Named characters to buy and sell. Off: one unit of each type."
STORE_HELP: Final = "Shop yourself, or start with everyone equipped."
SEED_QUESTION: Final = "Seed (leave empty for random)"
EQUIPPED: Final = "everyone equipped"
SEED_HELP: Final = "Repeats the dice and cards of a match. {choose} types a number."
NOT_A_SEED: Final = '"{text}" is not a seed. Type digits, or leave it empty.'
SEAT_HELP: Final = "You or a manager. {choose} on You types a name."
SEAT_QUESTION: Final = "Who plays {team}?"

# -- Options ---------------------------------------------------------------------------------------

SPEED: Final = "Speed of managers' turns"
ASK_BEFORE_END: Final = "Ask before ending early"
END_SPENT_PHASES: Final = "End spent phases"
PLAYER_NAME: Final = "Name of player {number}"
NEXT_START: Final = "(from the next start)"
NAME_QUESTION: Final = "Name of player {number}?"
FILE_NOT_WRITTEN: Final = (
    "Can't save options: {error}. The file is unchanged. They apply until you quit."
)
NOT_SAVED: Final = "Can't save options: {why}. They apply until you quit."

# -- Everything by name ----------------------------------------------------------------------------

SEARCH: Final = "Search"
ALL_OPTIONS: Final = "Settings and names"
PALETTE_PROMPT: Final = "Type a command"
LESSONS_SHORT: Final = "Two minutes each"
NEW_MATCH_SHORT: Final = "Players, board, length, rules"
HOT_SEAT_SHORT: Final = "Several players, one keyboard"
IN_USE: Final = "in use now"
GO_TO_TITLE: Final = "Go to the title"
MATCH_SAVED: Final = "Your match is saved"
MATCHES_SHORT: Final = "Watch or resume"

# -- Search ----------------------------------------------------------------------------------------

SEARCH_KEYS: Final = " type to search  Up Down list  Tab {other}  "
TYPE_TO_SEARCH: Final = "Type to search {what}"
NO_MATCH: Final = "no match for all these words"
FOR: Final = "For {whom}."
WHEN: Final = "When: {timing}."
STYLE: Final = "Style: {style}."

# -- Help ------------------------------------------------------------------------------------------

HELP_SHORT: Final = "Keys, rules in brief, symbols"
