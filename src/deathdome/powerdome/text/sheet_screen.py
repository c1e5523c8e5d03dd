"""Phrases of the allocation sheet on the screen, and of its trials."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

SHEET: Final = "write your sheet"
LAST_ROUND: Final = "LOG"
VITALITY: Final = "vitality {n}"
PURSE: Final = "PURSE"
POWERS: Final = "POWERS"
RIVALS: Final = "RIVALS"
WHAT_IF: Final = "WHAT IF"
TARGET: Final = "target"
COST: Final = "cost"
ORDER: Final = "order"
ALLY: Final = "ally, vitality {n}"
CAPTION: Final = "caption"
NO_CAPTION: Final = "none"
ASK_CAPTION: Final = "What do you say when the sheets are shown?"
DONE: Final = "Hand in the sheet"
OFF: Final = "off"
IN_REPLY: Final = "in reply"
NO_TARGET: Final = "no target"
NO_TARGET_NOW: Final = "no target now"
NO_COST: Final = "-"
OF_ALLY: Final = "its effect"
STATS: Final = ("agility", "strike", "resist")


def points(all_: int, left: int) -> str:
    """Return the action points, and how many of them are left."""
    return f"{all_} AP, {left} left"


# -- what a stat means ---------------------------------------------------------------------------


def agility_words(agility: int, beats: int, beaten: int, *, low: bool) -> str:
    """Return when an agility acts first, whom it doubles, and who doubles against it."""
    first = f"is below {agility}" if low else f"tops {agility}"
    mine = "Doubles no rival" if beats < 0 else f"Doubles {beats} or less"
    return f"First if none {first}. {mine}, doubled from {beaten} on."


STRIKE_LATER: Final = "You declare the target in combat."
STRIKE_NOWHERE: Final = "No target. Press {key} to choose one."


def strike_words(name: str, vitality: int, strike: int, resist: int | None) -> str:
    """Return the target of a strike, and what its last resist would let through."""
    text = f"At {name}, vitality {vitality}."
    if resist is None:
        return text
    return f"{text} Its last resist {resist} lets {max(strike - resist, 0)} through."


def resist_words(resist: int) -> str:
    """Return the strike that a resist stops."""
    return f"Stops a strike of {resist} or less." if resist else "Stops no strike."


def resist_against(name: str, strike: int, through: int) -> str:
    """Return what the last strike of a rival would do now."""
    return f"{name} struck with {strike} last round: {through} would come through."


# -- powers --------------------------------------------------------------------------------------


def cost_words(word: str, n: int, most: int) -> str:
    """Return the cost of an effect; `n` 0 is a cost that the plan chooses."""
    if not word:
        return NO_COST
    return f"{word} {n}" if n else f"{word} 1 to {most}"


POWER_COST: Final[Mapping[bool, str]] = {True: "Burn", False: "Utilize"}


def at(name: str) -> str:
    """Return the target of an ally."""
    return f"at {name}"


# -- warnings ------------------------------------------------------------------------------------

WARNING: Final = "! {text}"
CONFIRM_AGAIN: Final = "{warnings} Press {key} again to hand it in as it is."
NOTHING_LEFT: Final = "No action points are left."
ALREADY_LEAST: Final = "It is {n} already, its minimum."
NOT_A_NUMBER: Final = "This row takes no number."
NO_CHOICE: Final = "This row has no target to choose."
ONE_TARGET: Final = "It has only this target."
NOT_ON: Final = "Switch it on first."
MUST: Final = "An Auto is part of every sheet, so it stays on."
NO_ORDER: Final = "Only activations have an order."
ONLY_ONE: Final = "It is the only activation."
IN_COMBAT: Final = "Targets are declared in combat at this table."
CLEARED: Final = "The sheet is empty. {key} brings it back."

# -- rivals --------------------------------------------------------------------------------------

LAST: Final = "last"
DEALS: Final = "deal"
TRUCE: Final = "truce with you"


def together(name: str) -> str:
    """Return a deal of this round against a third player."""
    return f"with you against {name}"


# -- the what-if pane ----------------------------------------------------------------------------

WHAT_IF_TITLE: Final = "What if"
WHAT_IF_HELP: Final = "Your sheet against what each rival played before, by the real rules."
WORKING: Final = "working"
NOTHING_KNOWN: Final = "No rival has shown a plan yet."


def plan_ago(ago: int, plan: str) -> str:
    """Return a former plan of a rival."""
    return f"{'last' if ago == 1 else f'{ago} rounds ago'}: {plan}"


def change(name: str, old: int, new: int, *, alive: bool) -> str:
    """Return a change of vitality."""
    if old == new:
        return f"{name} {new}"
    return f"{name} {old} > {new}{'' if alive else ', dead'}"


# -- the key bar, with room for the hint at 80 columns --------------------------------------------

SET: Final = "set"
AIM_KEY: Final = "aim"
