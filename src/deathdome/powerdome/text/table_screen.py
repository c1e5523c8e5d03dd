"""Phrases of the table on the screen: the players, the log, the page of one player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.powerdome.model.answers import Persona

DEAD: Final = "dead"
ALLIES: Final = "allies"
AFFLICTED: Final = "afflicted"
COUNTERS: Final = "counters"
POWERS: Final = "powers"
BEARS: Final = "bears"
LAST: Final = "last"
VITALITY_OF_ALL: Final = "Vitality"
VITALITY: Final = "VITALITY"
IN_FORCE: Final = "in force"
LOG: Final = "Log"
NO_LOG: Final = "Nothing has happened yet."
YOU: Final = "you"

# -- the page of one player ----------------------------------------------------------------------

PLAYER: Final = "{name}, player {number} of {all}"
OTHER_PLAYER: Final = "player"
NO_POWERS: Final = "No powers."
NO_PLANS: Final = "No plan was shown yet."
NO_DEALS: Final = "No deals yet."
POWERS_TITLE: Final = "Powers"
BEARS_TITLE: Final = "Given modifiers"
ALLIES_TITLE: Final = "Allies"
AFFLICTIONS_TITLE: Final = "Afflictions"
PLANS_TITLE: Final = "Plans shown"
PLANS_HOW: Final = "agility / strike / resist"
DEALS_TITLE: Final = "Deals"


def ally(name: str, vitality: int) -> str:
    """Return an ally with its vitality."""
    return f"{name} ({vitality})"


def limit(used: int, most: int) -> str:
    """Return how much of a Limit is used up."""
    return "used up" if used >= most else f"used {used} of {most}"


def deals_count(made: int, broken: int) -> str:
    """Return how many deals a player has made, and how many of them it has broken."""
    return f"{made - broken} honoured, {broken} broken"


def plan_of(round_: int, plan: str) -> str:
    """Return a plan with its round."""
    return f"Round {round_}: {plan}"


def persona_words(personas: Sequence[Persona], seat: int) -> str:
    """Return the name and the look of a player's character; "" if there is neither."""
    if seat >= len(personas):
        return ""
    return ", ".join(filter(None, (personas[seat].name, personas[seat].look)))
