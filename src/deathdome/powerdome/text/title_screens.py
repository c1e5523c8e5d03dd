"""Phrases of the title, the form of a new game, and the list of saved games."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

# -- the title -----------------------------------------------------------------------------------

MOTTO: Final = "Secret bids. Secret sheets. Two-faced friends."
NUMBER: Final = "2 to 6 players"
CONTINUE: Final = "Continue"
CONTINUE_DETAIL: Final = "Resume the game of {when}: {names}."
NEW_GAME: Final = "New game"
NEW_GAME_FACT: Final = "players, rules, setting"
NEW_GAME_DETAIL: Final = "Choose the players, bots or friends at one keyboard, and the rules."
TODAY: Final = "Today's table"
TODAY_FACT: Final = "{day}, {count} players"
TODAY_DETAIL: Final = "You against three bots. Today everyone gets the same chance."
OPTIONS: Final = "Options"
OPTIONS_FACT: Final = "themes, keys, animation"
OPTIONS_DETAIL: Final = "The options of both games."
LESSON: Final = "Lesson"
LESSON_FACT: Final = "five minutes"
LESSON_DETAIL: Final = "Learn the game in short steps: a round, speed, a kill, powers, deals, bids."
SAVED: Final = "Saved games"
SAVED_DETAIL: Final = "Resume a game, watch one, or delete it."
WATCH_BOTS: Final = "Watch bots"
WATCH_BOTS_FACT: Final = "four of them"
WATCH_BOTS_DETAIL: Final = "Four bots play, and you watch."
FIRST_GAME: Final = "Death Dome 3,000"
FIRST_GAME_FACT: Final = "the first game"
FIRST_GAME_DETAIL: Final = "Back to the first game."
QUIT: Final = "Quit"
QUIT_DETAIL: Final = "Close the game."
NO_GAMES: Final = "none"

# -- a new game ----------------------------------------------------------------------------------

SETUP: Final = "New game of PowerDome"
SETUP_HELP: Final = "Left and Right change a row. Enter on a player writes its name."
BEGIN: Final = "Begin"
BEGIN_DETAIL: Final = "Begin the game. It is saved after every answer."
PLAYERS: Final = "Players"
PLAYERS_DETAIL: Final = "2 to 6. The auction has twice as many powers."
HUMAN: Final = "human"
HUMAN_DETAIL: Final = "A person at this keyboard. With several a curtain hides secret answers."
BOT_DETAIL: Final = "The bot {bot}. The level changes how long it thinks, never the rules."
TRAITS: Final[Mapping[str, str]] = MappingProxyType(
    {"greed": "greedy", "caution": "careful", "guile": "sly", "spite": "vengeful"}
)
ASK_NAME: Final = "What is the player called?"
SETTING: Final = "Setting"
SETTING_DETAIL: Final = "The words of the log. It changes no number."
INITIATIVE: Final = "First to act"
INITIATIVES: Final[Mapping[str, str]] = MappingProxyType(
    {"high": "highest agility", "low": "lowest agility"}
)
INITIATIVE_DETAIL: Final = "The manual's text says lowest, its example plays highest."
DECLARE: Final = "Targets are chosen"
DECLARES: Final[Mapping[str, str]] = MappingProxyType(
    {"sheet": "on the secret sheet", "combat": "in combat"}
)
DECLARE_DETAIL: Final = "In combat each player chooses targets and order when its place comes."
BIDS: Final = "Bids"
BIDS_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {"covered": "at most your vitality", "free": "may add up to more"}
)
BIDS_DETAIL: Final = "Free bids go to the highest bidder that can still pay."
CLOSING: Final = "Closing dome"
CLOSING_DETAIL: Final = (
    "From round 15 all players lose 5 vitality, then 10, and so on. This rule is an addition "
    "of ours; the manual has none."
)
MAX_ROUNDS: Final = "Rounds at most"
MAX_ROUNDS_DETAIL: Final = "A draw after this round. Only with the closing dome off."
ON: Final = "on"
OFF: Final = "off"
SEED: Final = "Seed"
RANDOM: Final = "random"
SEED_DETAIL: Final = "The same seed gives the same chance and the same bots. Enter types one."
ASK_SEED: Final = "Which seed? A whole number; an empty line is random."
BAD_SEED: Final = '"{text}" is not a seed: use up to 38 digits.'

# -- saved games ---------------------------------------------------------------------------------

SAVED_TITLE: Final = "Saved games of PowerDome"
EMPTY: Final = "Back"
EMPTY_DETAIL: Final = "No game has been saved yet."
UNFINISHED: Final = "unfinished"
FINISHED: Final = "finished"
UNREADABLE: Final = "damaged"
ANSWERS: Final = "{names}: {state} after {answers} answers."
DELETE: Final = "Delete this game?"
DELETE_MEANS: Final = "{when}, {names}. It can't be restored."
KEEP: Final = "Keep it"
DO_DELETE: Final = "Delete it"
ONLY_UNFINISHED: Final = "This game is over. {key} watches it."
