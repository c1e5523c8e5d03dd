"""Phrases of scenarios, seasons and switches on the screens before a match."""

from __future__ import annotations

from typing import Final

# Name and effect of each scenario, by its switch.
SCENARIOS: Final = {
    "bonanza": ("Johnny Cash Bonanza", "Each beetle shell you take draws a card."),
    "birthday": ("Bird's Birthday", "Each point your units capture draws a card."),
    "dual": ("The Dual", "No jails: the dead return to base at once."),
    "handicap": ("Handicap cards", "The poorer team draws a card for each 500k it is behind."),
    "handicap_points": ("Handicap points", "The poorer team gets a shell for each 500k."),
    "bonus": ("Bonus matches", "Every team is paid 1.0M more after each match."),
    "conglamagragon": (
        "Conglamagragon's Return",
        "More matches follow until a team wins with Conglamagragon out of jail.",
    ),
    "draft": ("Draft", "Only ten items are for sale at a time."),
}
# The same in a header.
SHORT: Final = {
    "bonanza": "Bonanza",
    "birthday": "Birthday",
    "dual": "Dual",
    "handicap": "Handicap",
    "handicap_points": "Points",
    "bonus": "Bonus",
    "conglamagragon": "Return",
    "draft": "Draft",
}
YES: Final = "yes"
NO: Final = "no"
NONE: Final = "none"

# -- Length and credits ----------------------------------------------------------------------------

LENGTH: Final = "Length"
LENGTH_HELP: Final = "One match, or a season: payouts buy items for the next match."
SINGLE: Final = "single match"
SHORT_SEASON: Final = "short season"
FULL_SEASON: Final = "full season"
OWN_SEASON: Final = "your own season"
SEASON_ROUNDS_HELP: Final = "Rounds of each match. {choose} types your own list."
ROUNDS_QUESTION: Final = "Rounds of each match, such as 4,5,6"
NOT_ROUNDS: Final = '"{text}" is not a list of rounds. Type numbers from 1 to 99, such as 4,5,6.'
CREDITS: Final = "Credits"
CREDITS_HELP: Final = "More for one side makes it stronger. {choose} types your own amounts."
EACH: Final = "{amount} each"
CREDITS_QUESTION: Final = "Thousands of credits of each team, such as 2000,2500"
NOT_CREDITS: Final = '"{text}" is not {teams} amounts. Type thousands, such as {example}.'

# -- The page of scenarios -------------------------------------------------------------------------

TITLE: Final = "Scenarios"
HELP: Final = "Twists for a match or a season. {choose} opens the list."
KEYS: Final = "{choose} switches a scenario on or off. {back} returns."

# -- The page of switches --------------------------------------------------------------------------

SWITCHES: Final = "More rules"
SWITCHES_HELP: Final = "Every ruling of the rules reference. {choose} opens the list."
SWITCHES_TITLE: Final = "More rules"
SWITCH_KEYS: Final = "{left} and {right} change a rule, {choose} types a number. {read} reads it."
AS_PRINTED: Final = "as in {edition}"
CHANGED: Final = "{number} changed"
ONLY_VALUE: Final = "Fixed: {reason}."
PRINTED_VALUE: Final = "{edition}: {value}. {ruling}"
SWITCH_QUESTION: Final = "{name}: {values}"
NOT_A_VALUE: Final = "{problem}."
