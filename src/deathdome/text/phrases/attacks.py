"""Phrases about the odds and values of attacks."""

from __future__ import annotations

from typing import Final

# -- Odds ------------------------------------------------------------------------------------------

WOUNDS_WITHOUT_CARDS: Final = "without cards: wounds"
SPARES: Final = "may spare it"
TOUGHENS: Final = "may toughen it"
STEPS_IN: Final = "may step in"
HOLDS_VALUE: Final = "holds a card worth {worth}+ ({copies} of {unseen}): {percent}"
DIES_IF_HELD: Final = "then dies {held}, otherwise {otherwise}"
LIMITS: Final = "unhurt to attack {unhurt_to}, lives to {lives_to}, dies {dies}"
PAYBACK: Final = "payback {amount}, {wounds} to the attacker{kills}"
ONE_HIDDEN_CARD: Final = "its one card"
HIDDEN_CARDS: Final = "all {cards} cards"
WITHOUT_CARDS: Final = "without cards:"
NO_DEFENCE: Final = "no defence:"
ALL_CARDS: Final = " | all cards: dies"
ALL_CARDS_ONE_DIES: Final = "all cards, one dies: {limits}"
PREVENTS_WOUNDS: Final = "no wounds for {name}"
TAKES_THE_HIT: Final = "another unit takes the hit for {name}"
HEALS_FIRST: Final = "heals {amount} of {name} before it dies"
ONE_DIES_LIMITS: Final = "at least one dies: {limits}"
ONE_DIES: Final = "at least one dies"
NONE_DIES: Final = "no unit dies"
HITS_NONE: Final = "hits no unit"
NO_MORE_CARDS: Final = "no more cards:"
CAN_BE_HEALED: Final = "{percent} of the time {name} dies but can still be healed"
HAND_OF: Final = "{team}'s hand"
AVERAGE: Final = "sum {expected:.1f} on average, {worst} to {best}"
BASIS: Final = "Exact: all {cases:,} hands of {cards} from the {pool} cards you haven't seen."
WITH_YOUR_CARDS: Final = "with {more}cards of yours"
REACTIONS: Final = "possible reactions"
COULD_SAVE: Final = "could save it: {name}"
TO_SURVIVE: Final = "to survive"
TO_BE_UNHURT: Final = "to be unhurt"
UNHURT_MARGIN: Final = "{margin} to be unhurt"
AT_LEAST_ONE: Final = "at least one {odds}"

# -- Values ----------------------------------------------------------------------------------------

MAY_ADD: Final = "{team} may add up to {best} ({held}): {span}"

# -- Cards held back -------------------------------------------------------------------------------

NO_EFFECT_UNLESS: Final = "the attack does nothing unless you add {short}"
DIES_UNLESS: Final = "{name} dies unless you add {need}"
