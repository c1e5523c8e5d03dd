"""Terms by which a manager weighs a choice, as players read them in hints and explanations.

Managers know a term by its name here: `PUBLIC_TERMS` of `managers.explanations` are some of them.
"""

from __future__ import annotations

from typing import Final

from deathdome.model.actions import ActionKind

# -- What comes later ------------------------------------------------------------------------------

PHASE_AFTER: Final = "sets up your next phase"
NEXT_PHASE: Final = "your other unit phase"
REST_OF_PHASE: Final = "rest of the phase"
AFTER_REPLIES: Final = "after their replies"
OUTCOME: Final = "how the match ends"
MATCH_END: Final = "end of the match"
LATER_PHASES: Final = "later phases"
POINTS_IN_REACH: Final = "points within reach"
ENEMY_PAYOUTS: Final = "enemy payouts"

# -- Walking and doing -----------------------------------------------------------------------------

CLOSER: Final = "closer to a point"
DANGER: Final = "danger"
LEAVES_BASE: Final = "leaves base"
OUT_OF_JAIL: Final = "out of jail"
CURE: Final = "back up"
POINT: Final = "point"
TOWER: Final = "tower"
FEWER_ATTACKERS: Final = "one attacker fewer"
THE_WALK: Final = "the walk"
ACTING: Final = "acting at all"

# -- Attacks and defences --------------------------------------------------------------------------

ATTACK: Final = "attack"
CURRENT_ATTACK: Final = "the current attack"
SHELL: Final = "shell"
JAILED: Final = "unit sent to jail"
WOUNDS: Final = "wounds"
DEATH: Final = "death"
INTO_LAVA: Final = "pushed into lava"
PUSHED: Final = "pushed or incapacitated"
BEING_PUSHED: Final = "being pushed or incapacitated"
SPENDS_CARDS: Final = "makes them spend cards"
USES_PROTECTION: Final = "uses up protection"
PAYBACK: Final = "payback"
OVERRATED: Final = "overrates the attack"
CARDS_SPENT: Final = "cards spent"
CARD_SPENT: Final = "the card spent"
FEWER_USES: Final = "one use fewer"
AVOIDED: Final = "{term} avoided"

# -- Jails -----------------------------------------------------------------------------------------

FAR_FROM_RESCUE: Final = "far from rescue"
FREES_YOURS: Final = "frees your units"
FREES_ENEMIES: Final = "frees enemies too"

# -- The store -------------------------------------------------------------------------------------

VALUE: Final = "value for its price"
RECORD: Final = "results of such cards"
TASTE: Final = "personal taste"
OUTFIT: Final = "part of the outfit it wants"
SYNERGY: Final = "on top of its other items"
LATER_ITEMS: Final = "items to buy with it"
PRICE_RETURNED: Final = "its price returned"
MORE_USE: Final = "of more use there"
ROOM: Final = "room for something better"
DENIED: Final = "the others lose it"

# -- The auction -----------------------------------------------------------------------------------

TAKEN_FIRST: Final = "the best item gone for its team"
SET_BROKEN: Final = "the rest bought back one by one"
RANK_LOST: Final = "a better character replaced"
VALUE_GIVEN: Final = "value given to its team"
FIRST_PICK: Final = "first to buy from it"
NO_SALE: Final = "no sale is worth it"

# -- What is left ----------------------------------------------------------------------------------

ROUNDING: Final = "rounding"
THE_REST: Final = "the rest"
OTHER: Final = "other"

# -- Instead of terms ------------------------------------------------------------------------------

# Of these choices if no other was better, independent of the manager's hand.
PUBLIC_REMARKS: Final[dict[ActionKind, str]] = {
    ActionKind.END_TURN: "nothing better to do",
    ActionKind.DONE: "nothing more to buy this turn",
    ActionKind.PASS: "nothing more to gain",
}
REMARKS: Final[dict[ActionKind, str]] = {
    **PUBLIC_REMARKS,
    ActionKind.END_PHASE: "nothing better to do",
    ActionKind.STOP: "nothing better to do",
    ActionKind.COMMIT: "no card is worth it",
    ActionKind.DECLINE: "no reaction is worth it",
}
AS_GOOD: Final = "as good as any other"
UNSURE: Final = "less sure than a number"

# -- Mistakes of rookie and regular ----------------------------------------------------------------

OVERLOOKED: Final = "overlooked {things}"
UNIT_SOMEWHERE: Final = "{unit} {where}"
POINT_ON: Final = "the {point} on {place}"
FORGOTTEN: Final = "forgot {unit}"
NO_RELEASE: Final = "forgot its units in jail"

# -- The moment ------------------------------------------------------------------------------------

IN_THE_STORE: Final = "in the store"
AT_THE_AUCTION: Final = "at the auction"
ROUND: Final = "round {round}"
OF_MATCH: Final = "match {match}, {moment}"
