"""Phrases of the screens before the first round: powers named, protected, bought and traded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.powerdome.text.tome import WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

# -- nomination ----------------------------------------------------------------------------------

NOMINATE: Final = "name 3 powers, in secret"
CHOSEN: Final = "{n} of 3 chosen"
CHOSEN_ARE: Final = "CHOSEN"
NONE_CHOSEN: Final = "none yet"
SHOWN: Final = "SHOW"
ALL_KINDS: Final = "all"
KINDS: Final = (ALL_KINDS, *WORDS.values(), "modifier")  # filters of a list of powers
SHORT_KINDS: Final = {"start of game": "start"}
KIND_HELP: Final = {
    "active": "Active: no cost, once a round.",
    "payment": "Payment: once a round, for its cost in action points; Burn takes vitality too.",
    "reactive": "Reactive: it happens each time its condition is met.",
    "Auto": "Auto: it happens every round, whether you like it or not.",
    "start of game": "Start of game: it happens once, before round 1.",
    "interaction": "Interaction: any player who meets its condition may use it.",
    "modifier": "Modifier: it fills a slot, takes no bids, and comes into force for the table.",
}
ALL_SHOWN: Final = "All powers are shown."
SEARCH: Final = "Search the PowerTome for words"
SEARCHED: Final = '{found} of {all} powers with "{words}". {key} changes the words.'
NO_POWERS: Final = "No power fits. {key} changes the words, Left and Right the kind."
THREE_CHOSEN: Final = "You have three. Choose one of them again to drop it."
CHOSEN_NOW: Final = "{power} is chosen."
DROPPED: Final = "{power} is dropped."
READY: Final = "Three are chosen. {key} hands them in."


def names_of(powers: Sequence[str]) -> str:
    """Return names of powers, or that there are none."""
    return ", ".join(powers) or NONE_CHOSEN


# -- protection ----------------------------------------------------------------------------------

PROTECT: Final = "protect powers, or pass"
SLOTS: Final = "{used} of {slots} slots protected"
ORDER: Final = "ORDER"
PASSED: Final = "passed"
PRICE: Final = (
    "A protection costs {price} of your {vitality} vitality, even if a rival buys the power."
)
PROTECT_QUESTION: Final = "Protect {power} for {price} vitality?"
PROTECT_MEANS: Final = "{power} is certain to reach the auction, where every player may bid on it."
PROTECT_LEAVES: Final = "The {price} are gone even if a rival wins it. You keep {left} vitality."
FINAL_QUESTION: Final = "Pass for good?"
FINAL_MEANS: Final = "You can protect no more powers in this game."
DRAW_MEANS: Final = (
    "The slots that stay open, {slots} now, are drawn from the {powers} powers without protection."
)
BACK_TO_POOL: Final = "Back to the pool"
DO_PROTECT: Final = "Protect {power}"
DO_STOP: Final = "Pass for good"
NAMED_BY: Final = "named by"
PROTECTED_BY: Final = "protected by"

# -- bids ----------------------------------------------------------------------------------------

BIDS: Final = "write your bids, in secret"
VITALITY: Final = "vitality {vitality}"
BID_SUM: Final = "Bid in all {sum}. Left if all win: {left}."
OVER_SUM: Final = "Bid in all {sum}, {over} more than your vitality."
LOW: Final = "You would fight with less than 50."
FREE: Final = (
    "Powers are settled in the order of their numbers, each to the highest bidder that can "
    "still pay. A bid that you can't pay by then is void."
)
LOSING: Final = "Losing bids cost nothing."
BIDDER: Final = "BIDS"
MODIFIER: Final = "modifier: comes into force, takes no bids"
NAMED: Final = "Named by {names}."
PROTECTED: Final = "Named by {names}. Protected by {protector}."
FILLED: Final = "Named by no player: the pool was too small."
HAND_IN_NOTHING: Final = "Hand in a sheet without bids?"
OWN_NOTHING: Final = "You buy no power in this auction, and keep your vitality."
BACK_TO_BIDS: Final = "Back to the bids"
HAND_IN: Final = "Hand it in"
NEXT_POWER: Final = "next"
