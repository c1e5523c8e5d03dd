"""Phrases of the screens before the first round: powers named, protected, bought and traded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.powerdome.text.tome import WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

# -- nomination ----------------------------------------------------------------------------------

NOMINATE: Final = "{name}: name 3 powers, in secret"
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
