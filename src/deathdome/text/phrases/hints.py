"""Phrases of hints: where to look, which kind of answer, what it is worth."""

from __future__ import annotations

from typing import Final

from deathdome.model.actions import ActionKind

THERE_IS_NO_CHOICE: Final = "There is no choice: {action}."
LOOK_AT: Final = "Look at {unit} {where}."
AS_PLANNED: Final = "As planned when the phase began, worth {worth}."
AFTER_THE_ATTACK: Final = ". After the attack: {deeds}"
LOOK_AT_THE_GOODS: Final = "Look at the goods of the store."
LOOK_AT_THE_SHEET: Final = "Look at the sheet of the own team."
LOOK_AT_THE_HAND: Final = "Look at the hand, and at what the items can do."
LOOK_AT_THE_FOUR_JAILS: Final = "Look at the four jails, and at who could open them."
LOOK_AT_WHAT_IS_LEFT: Final = "Look at what is left to do for each unit."
NEXT_BEST: Final = "Next best: {deeds}, {beside}."
WOUND_PUSHES_IT_INTO_LAVA: Final = "A wound pushes it into lava."
IT_COSTS_AND_LEAVES: Final = "It costs {cost:,} and leaves {credits}."
ATTACK_THEN_COSTS: Final = "The attack then costs {credits}, cards included."
NEXT_BEST_IS_LESS: Final = "Next best: {deeds}, {less:,} less."
NEXT_BEST_IS_AS_GOOD: Final = "Next best: {deeds}, as good."
LIVES_WITH_ONE_MORE_WOUND: Final = "{who} lives with 1 more wound"
LIVES_WITH_MORE_WOUNDS: Final = "{who} lives with {number} more wounds"
IS_NOT_WOUNDED: Final = "{who} is not wounded"
# Which kind of answer; for any other "Choose."
KINDS: Final = {
    ActionKind.BUY: "Buy something.",
    ActionKind.SELL: "Sell something: something better can be had for it.",
    ActionKind.EQUIP: "Give an item to a unit.",
    ActionKind.UNEQUIP: "Put an item aside.",
    ActionKind.DONE: "End the purchasing turn.",
    ActionKind.PASS: "Buy nothing more.",
    ActionKind.ACTIVATE: "Begin its unit phase.",
    ActionKind.END_TURN: "End the turn: nothing that is left is worth it.",
    ActionKind.WALK: "Walk: there is a better place for it.",
    ActionKind.STOP: "Stay here.",
    ActionKind.ATTACK: "Attack.",
    ActionKind.CAPTURE: "Capture a control point.",
    ActionKind.RELEASE: "Open a jail.",
    ActionKind.END_PHASE: "End the unit phase: nothing more is to be had here.",
    ActionKind.USE: "Use an ability.",
    ActionKind.PLAY: "Play a card for what it says.",
    ActionKind.LAY: "Lay cards for their values.",
    ActionKind.COMMIT: "Lay no more cards.",
    ActionKind.HIT: "Choose who is hit next.",
    ActionKind.PUSH_TO: "Choose the space.",
    ActionKind.JAIL: "Choose the jail from which they take longest to get out.",
    ActionKind.DECLINE: "Let it pass.",
}
