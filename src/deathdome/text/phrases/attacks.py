"""Phrases about the odds and values of attacks."""

from __future__ import annotations

from typing import Final

# -- Odds ------------------------------------------------------------------------------------------

NO_CARD_WOUNDS: Final = "without cards: wounds"
MAY_SPARE_IT: Final = "may spare it"
MAY_TOUGHEN_IT: Final = "may toughen it"
MAY_STEP_IN: Final = "may step in"
HOLDS_A_CARD_WORTH: Final = "holds a card worth {worth}+ ({copies} of {unseen}): {percent}"
THEN_DIES_ELSE: Final = "then dies {held}, otherwise {otherwise}"
WHERE_IT_LIVES_AND_DIES: Final = "unhurt to attack {unhurt_to}, lives to {lives_to}, dies {dies}"
PAYBACK_TO_THE_ATTACKER: Final = "payback {amount}, {wounds} wound{plural} to the attacker{kills}"
ITS_ONE_HIDDEN_CARD: Final = "its one hidden card"
ALL_HIDDEN_CARDS: Final = "all {cards} hidden cards"
WITH_NO_CARD: Final = "without cards:"
AS_IT_LIES: Final = "no defence:"
ALL_LAID_DIES: Final = " | all cards: dies"
ALL_LAID_ONE_DIES: Final = "all cards, one dies: {limits}"
NO_WOUNDS_FOR: Final = "no wounds for {token}"
ANOTHER_TAKES_THE_PLACE_OF: Final = "another unit takes the hit for {token}"
HEALS_BEFORE_IT_DIES: Final = "heals {amount} of {token} before it dies"
ONE_DIES_AT_LEAST: Final = "at least one dies: {limits}"
AT_LEAST_ONE_DIES: Final = "at least one dies"
NO_CARD_MORE: Final = "no more cards:"
DIES_BUT_CAN_BE_HEALED: Final = "{percent} of the time {token} dies but can still be healed"
SUM_ON_AVERAGE: Final = "sum {expected:.1f} on average, {worst} to {best}"
COUNTED_FROM_UNSEEN_CARDS: Final = (
    "Exact: all {cases:,} hands of {cards} from the {pool} cards you haven't seen."
)
WITH_OWN_CARDS: Final = "with {more}cards of yours"
WHAT_COULD_ANSWER: Final = "possible reactions"
COULD_SAVE_IT: Final = "could save it: {name}"
JUST_TO_LIVE: Final = "to survive"
TO_BE_UNHURT: Final = "to be unhurt"
FOR_NO_WOUND: Final = "{margin} to be unhurt"
AT_LEAST_ONE: Final = "at least one {odds}"

# -- Values ----------------------------------------------------------------------------------------

MAY_ADD_UP_TO: Final = "{sign} may add up to {best} ({held}): {span} wound"

# -- Cards held back -------------------------------------------------------------------------------

ATTACK_DOES_NOTHING: Final = "the attack does nothing unless you add {short}"
DIES_AS_IT_LIES: Final = "{token} dies unless you add {need}"
