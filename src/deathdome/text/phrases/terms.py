"""Terms by which a manager weighs a choice, as players read them in hints and explanations.

Managers know a term by its name here: `PUBLIC_TERMS` of `managers.explanations` are some of them.
"""

from __future__ import annotations

from typing import Final

from deathdome.model.actions import ActionKind

# -- What comes later ------------------------------------------------------------------------------

PHASE_AFTER_IT: Final = "sets up your next phase"
NEXT_PHASE: Final = "your other unit phase"
REST_OF_THE_PHASE: Final = "rest of the phase"
PLAYED_ON: Final = "after their replies"
HOW_THE_MATCH_ENDS: Final = "how the match ends"
END_OF_THE_MATCH: Final = "end of the match"
PHASES_TO_COME: Final = "later phases"
JOBS_WITHIN_REACH: Final = "points within reach"
WHAT_THE_OTHERS_HAVE: Final = "enemy payouts"

# -- Walking and doing -----------------------------------------------------------------------------

WAY_TO_THE_NEXT_JOB: Final = "closer to a point"
DANGER: Final = "danger"
OUT_OF_THE_BASE: Final = "leaves base"
OUT_OF_JAIL: Final = "out of jail"
CURE: Final = "back up"
POINT: Final = "point"
TOWER: Final = "tower"
AN_ATTACKER_LESS: Final = "one attacker fewer"
WALK_ITSELF: Final = "the walk"
DOING_SOMETHING: Final = "acting at all"

# -- Attacks and defences --------------------------------------------------------------------------

ATTACK: Final = "attack"
ATTACK_UNDER_WAY: Final = "the current attack"
SHELL: Final = "shell"
UNIT_OUT_OF_THE_MATCH: Final = "unit sent to jail"
WOUNDS: Final = "wounds"
DEATH: Final = "death"
INTO_LAVA: Final = "pushed into lava"
KNOCKED_ABOUT: Final = "pushed or incapacitated"
BEING_KNOCKED_ABOUT: Final = "being pushed or incapacitated"
CARDS_DRAWN_OUT: Final = "makes them spend cards"
PROTECTION_USED_UP: Final = "uses up protection"
PAID_BACK: Final = "payback"
CARDS_LAID: Final = "cards spent"
CARD_PLAYED: Final = "the card spent"
ONE_USE_LESS: Final = "one use fewer"
AVOIDED: Final = "{term} avoided"

# -- Jails -----------------------------------------------------------------------------------------

THEIR_WAY_TO_THE_RELEASE: Final = "far from rescue"
OWN_UNITS_IN_IT: Final = "frees your units"
OTHERS_IN_IT: Final = "frees enemies too"

# -- The store -------------------------------------------------------------------------------------

WORTH_BY_ITS_PRICE: Final = "value for its price"
WHAT_SUCH_CARDS_HAVE_DONE: Final = "results of such cards"
OWN_TASTE: Final = "personal taste"
BESIDE_WHAT_THE_UNIT_HOLDS: Final = "on top of its other items"
CARDS_TO_COME_WITH_IT: Final = "items to buy with it"
ITS_PRICE_BACK: Final = "its price returned"

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
AS_GOOD_AS_ANY_OTHER: Final = "as good as any other"
LESS_SURE_THAN_A_NUMBER: Final = "less sure than a number"

# -- The moment ------------------------------------------------------------------------------------

IN_THE_STORE: Final = "in the store"
