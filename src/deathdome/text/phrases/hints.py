"""Phrases of hints: the place, the kind of choice, its worth."""

from __future__ import annotations

from typing import Final

from deathdome.model.actions import ActionKind

THERE_IS_NO_CHOICE: Final = "Only one choice: {action}."
LOOK_AT: Final = "Look at {unit} {where}."
AS_PLANNED: Final = "As planned when the phase began, worth {worth}."
AFTER_THE_ATTACK: Final = ". After the attack: {deeds}"
LOOK_AT_THE_GOODS: Final = "Look at the items in the store."
LOOK_AT_THE_SHEET: Final = "Look at your team sheet."
LOOK_AT_THE_HAND: Final = "Check your hand and items."
LOOK_AT_THE_FOUR_JAILS: Final = "Look at the four jails, and who could open them."
LOOK_AT_WHAT_IS_LEFT: Final = "Check what each unit can still do."
NEXT_BEST: Final = "Next best: {deeds}, {beside}."
WOUND_PUSHES_IT_INTO_LAVA: Final = "A wound pushes it into lava."
IT_COSTS_AND_LEAVES: Final = "It costs {cost:,} and leaves {credits}."
ATTACK_THEN_COSTS: Final = "The attack then costs {credits}, cards included."
NEXT_BEST_IS_LESS: Final = "Next best: {deeds}, {less:,} less."
NEXT_BEST_IS_AS_GOOD: Final = "Just as good: {deeds}."
LIVES_WITH_ONE_MORE_WOUND: Final = "{who} lives with 1 more wound"
LIVES_WITH_MORE_WOUNDS: Final = "{who} lives with {number} more wounds"
IS_NOT_WOUNDED: Final = "{who} is not wounded"
# By kind of choice; any other is "Choose."
KINDS: Final = {
    ActionKind.BUY: "Buy something.",
    ActionKind.SELL: "Sell something to afford something better.",
    ActionKind.EQUIP: "Give an item to a unit.",
    ActionKind.UNEQUIP: "Unassign an item.",
    ActionKind.DONE: "End the purchasing turn.",
    ActionKind.PASS: "Buy nothing more.",
    ActionKind.ACTIVATE: "Start its phase.",
    ActionKind.END_TURN: "End the turn. Nothing left is worth it.",
    ActionKind.WALK: "Move it: there is a better space.",
    ActionKind.STOP: "Stay here.",
    ActionKind.ATTACK: "Attack.",
    ActionKind.CAPTURE: "Capture a control point.",
    ActionKind.RELEASE: "Release a jail.",
    ActionKind.END_PHASE: "End the phase. Nothing more to gain here.",
    ActionKind.USE: "Use an ability.",
    ActionKind.PLAY: "Play a card for its ability.",
    ActionKind.LAY: "Play cards for their values.",
    ActionKind.COMMIT: "Play no more cards.",
    ActionKind.HIT: "Choose who is hit next.",
    ActionKind.PUSH_TO: "Choose the space.",
    ActionKind.JAIL: "Choose the jail that takes longest to escape.",
    ActionKind.DECLINE: "Don't react.",
}
