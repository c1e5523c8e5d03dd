"""Phrases of proposals between players, and of declarations in combat, on the screen."""

from __future__ import annotations

from typing import Final

# -- proposals -----------------------------------------------------------------------------------

TALK: Final = "make proposals"
TALK_HELP: Final = "One proposal to each rival, shown to all. A deal lasts for this round."
TALK_NO_RIVALS: Final = "You can propose nothing now."
NOTHING: Final = "nothing"
TRUCE: Final = "a truce"
TOGETHER: Final = "together against {name}"
HAND_IN_TALK: Final = "Hand in the proposals"
DEALS: Final = "deals"
NO_THIRD: Final = "Together needs a third player."
NOT_HERE: Final = "This row takes no proposal."

# -- replies -------------------------------------------------------------------------------------

CONSENT: Final = "answer proposals"
CONSENT_HELP: Final = "A deal is judged at the end of the round. Breaking one costs trust."
OFFERS: Final = "{name} offers {what}"
YES: Final = "yes"
NO: Final = "no"
HAND_IN_CONSENT: Final = "Hand in the answers"

# -- declarations in combat ----------------------------------------------------------------------

ORDER: Final = "order your activations"
ORDER_OF: Final = "order the activations of {name}"
ORDER_HELP: Final = "The order and the targets of your activations. X is from the sheet."
HAND_IN_ORDER: Final = "Activate in this order"
TARGET: Final = "choose your target"
TARGET_OF: Final = "choose the target of {name}"
TARGET_HELP: Final = "Strike {strike}. Choose a target, or none."
ATTACK: Final = "Attack {name}"
ATTACK_ALLY: Final = "Attack {name}, an ally of {owner} with vitality {vitality}"
NO_ATTACK: Final = "Attack no one"
COMBAT_SO_FAR: Final = "COMBAT SO FAR"
LOG: Final = "LOG"
NOTHING_YET: Final = "Nothing has happened in this combat yet."


def order_row(number: int, power: str, x: int, target: str) -> str:
    """Return an activation with its place."""
    with_x = f" X {x}" if x else ""
    return f"{number}  {power}{with_x}{f'  at {target}' if target else ''}"


def answer_row(offer: str, reply: str) -> str:
    """Return an offer with its reply."""
    return f"{reply:<5}{offer}"


def proposal_row(what: str) -> str:
    """Return the proposal to a rival."""
    return f"propose  < {what} >"
