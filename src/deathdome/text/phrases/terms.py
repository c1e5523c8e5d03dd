"""The terms that a manager weighs an answer by, as players read them in hints and reasons.

Managers know a term by its name here: `PUBLIC_TERMS` of `managers.explanations` are some of them.
"""

from __future__ import annotations

from typing import Final

from deathdome.model.actions import ActionKind

# -- What comes later ------------------------------------------------------------------------------

PHASE_AFTER_IT: Final = "the phase after it"
NEXT_PHASE: Final = "the unit phase after it"
REST_OF_THE_PHASE: Final = "the rest of the phase"
PLAYED_ON: Final = "played on"
HOW_THE_MATCH_ENDS: Final = "how the match ends"
END_OF_THE_MATCH: Final = "the end of the match"
PHASES_TO_COME: Final = "unit phases to come"
JOBS_WITHIN_REACH: Final = "jobs within reach"
WHAT_THE_OTHERS_HAVE: Final = "what the others have"

# -- Walking and doing -----------------------------------------------------------------------------

WAY_TO_THE_NEXT_JOB: Final = "way to the next job"
DANGER: Final = "danger"
OUT_OF_THE_BASE: Final = "out of the base"
OUT_OF_JAIL: Final = "out of jail"
CURE: Final = "cure"
POINT: Final = "point"
TOWER: Final = "tower"
AN_ATTACKER_LESS: Final = "an attacker less"
WALK_ITSELF: Final = "the walk itself"
DOING_SOMETHING: Final = "doing something"

# -- Attacks and defences --------------------------------------------------------------------------

ATTACK: Final = "attack"
ATTACK_UNDER_WAY: Final = "the attack under way"
SHELL: Final = "shell"
UNIT_OUT_OF_THE_MATCH: Final = "unit out of the match"
WOUNDS: Final = "wounds"
DEATH: Final = "death"
INTO_LAVA: Final = "into lava"
KNOCKED_ABOUT: Final = "knocked about"
BEING_KNOCKED_ABOUT: Final = "being knocked about"
CARDS_DRAWN_OUT: Final = "cards drawn out"
PROTECTION_USED_UP: Final = "protection used up"
PAID_BACK: Final = "paid back"
CARDS_LAID: Final = "cards laid"
CARD_PLAYED: Final = "the card played"
ONE_USE_LESS: Final = "one use less"
AVOIDED: Final = "{term} avoided"

# -- Jails -----------------------------------------------------------------------------------------

THEIR_WAY_TO_THE_RELEASE: Final = "their way to the release"
OWN_UNITS_IN_IT: Final = "own units in it"
OTHERS_IN_IT: Final = "others in it"

# -- The store -------------------------------------------------------------------------------------

WORTH_BY_ITS_PRICE: Final = "worth by its price"
WHAT_SUCH_CARDS_HAVE_DONE: Final = "what such cards have done"
OWN_TASTE: Final = "own taste"
BESIDE_WHAT_THE_UNIT_HOLDS: Final = "beside what the unit holds"
CARDS_TO_COME_WITH_IT: Final = "cards to come with it"
ITS_PRICE_BACK: Final = "its price back"

# -- What is left ----------------------------------------------------------------------------------

ROUNDING: Final = "rounding"
THE_REST: Final = "the rest"
OTHER: Final = "other"

# -- Instead of terms ------------------------------------------------------------------------------

# Where nothing else was better: of these answers, whatever the manager holds.
PUBLIC_REMARKS: Final[dict[ActionKind, str]] = {
    ActionKind.END_TURN: "nothing better than staying",
    ActionKind.DONE: "nothing more to be bought in this turn",
    ActionKind.PASS: "nothing more to gain",
}
REMARKS: Final[dict[ActionKind, str]] = {
    **PUBLIC_REMARKS,
    ActionKind.END_PHASE: "nothing better than staying",
    ActionKind.STOP: "nothing better than staying",
    ActionKind.COMMIT: "no card is worth it",
    ActionKind.DECLINE: "nothing better than letting it pass",
}
AS_GOOD_AS_ANY_OTHER: Final = "as good as any other"
LESS_SURE_THAN_A_NUMBER: Final = "less sure than a number"

# -- The moment ------------------------------------------------------------------------------------

IN_THE_STORE: Final = "in the store"
