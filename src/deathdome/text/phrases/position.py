"""Phrases about the position: units, spaces, lines of sight, marks."""

from __future__ import annotations

from typing import Final

from deathdome.model.vocabulary import Until

# -- The position ----------------------------------------------------------------------------------

ROUND_AND_TURN: Final = "Round {round} of {rounds}{last}; turn of {team}, {phases} left."
PAYOUT_NOW_SUPPLY: Final = (
    "{team} ({name}): payout now {credits}, supply {points}, draws up to {hand_limit}, "
    "{shells}, {hand} in hand."
)
DRAW_DECK_DISCARD_PILE: Final = "Draw deck {cards}, discard pile {discarded}."
STORE_IS_OPEN: Final = "The store is open; {team} has a purchasing turn."
MATCH_IS_BEING_SET_UP: Final = "The match is being set up."
HEIGHT_OF_THE_TOWER: Final = "the height of the tower"
THE_CORNER_OF: Final = "the corner of {name}"
ATTACKS_ON_ODDS: Final = "{attacks} attacks on {who}; type odds and the whole attack for one."
NOBODY_AND_NO_POINT_WITHIN: Final = "No unit and no point within {spaces}."
JAIL_OPENED_ON: Final = "{name}: {inmates}; opened on {opened}."
SHARE_THE_VICTORY: Final = "share the victory"
IF_THE_MATCH_ENDED_NOW: Final = "If the match ended now, {teams} would {how}."
NO_ROUND_IS_OVER_YET: Final = "No round is over yet."
WHAT_MOVED_MOST: Final = "Turning points:"
CANNOT_WALK_ANYWHERE: Final = "{who} {where} can't walk anywhere."
POINTS_IN_REACH: Final = "Points within reach: {points}."
NOBODY_IS_IN_RANGE: Final = (
    "No enemy is in range and sight of {whom} {where}. Type foes for distances."
)
NOBODY_IS_HIT_IN: Final = "{name} can't be attacked."
FROM_WHERE_IT_STANDS: Final = "without a walk"
COULD_HIT_WITH: Final = "{who} {where} could hit {name} with {item} {walk}."
NO_ENEMY_COULD_HIT: Final = (
    "No enemy could hit {name} in one unit phase, card abilities not counted."
)
LINE_NOT_IN_SIGHT: Final = "{line}out of sight: {blockers}."
NOBODY_ATTACKS_FROM_A_BASE: Final = "You can't attack from a base."
ATTACK_HITS_NOBODY: Final = "The attack hits no unit."
COUNTED_FROM_UNSEEN: Final = "Counted from {cards} that {team} hasn't seen."
NOT_IN_SIGHT: Final = "out of sight"
EDGE_OF_THE_BOARD: Final = "{direction} the edge of the board"
ATTACK_IS_NOT_POSSIBLE: Final = "You can't make that attack from {name}."
HAS_NO_POWER_CARDS: Final = "{team} has no power cards."
WITHOUT_A_WALK: Final = "without a walk"
REACHES_IT: Final = "{name}, range {most}: in range."
DOES_NOT_REACH_IT: Final = "{name}, range {most}: too far."
IS_PAID: Final = "{team}: {credits}: {parts}; {units} in jail."
SPACE_LOOKS_LIKE: Final = "Space {name}: {parts}."
AROUND: Final = "Around {name}: {neighbours}."
HAS_STEPS: Final = "{who} {where} has {steps}."
ATTACKS_WITH: Final = "{who} with {weapon}: {parts}{total}{where}."
ON_LIES: Final = "On {at}: {token}."
AWAY_FROM: Final = "{line}; {spaces} from {whom}, {sight}."
AFTER_ROUND: Final = "After round {round}: {payouts}."
PAYOUT_THEN: Final = "{happened} Payout then: {stand_then}."
LINE_IN_SIGHT: Final = "{line}in sight."
CONTROL_POINTS: Final = "Control points {whose}: {points}."

# -- Units and spaces ------------------------------------------------------------------------------

NOT_ON_THE_BOARD_YET: Final = "not on the board yet"
HAS_A_VACANT_PLACE: Final = "{team} has a vacant place until it buys a character."
RELEASE_POINT_OF_THE_JAIL: Final = "release point of the {jail}"
BASE_THAT_NOBODY_USES: Final = "unused base"
TOWER_CENTRE_CONTROL_POINT: Final = "tower centre, control point"

# -- Hands -----------------------------------------------------------------------------------------

DRAWS_AT_THE_BEGINNING: Final = "When its next turn starts, {team} draws up to {cards}: {supply}."
FOUND_CARDS: Final = "{number} cards: {names}."
FOUND_RULES: Final = "{number} rules: {names}."

# -- Lines of sight --------------------------------------------------------------------------------

IS_NOT_ON_THE_FIELD: Final = "{token} is not on the board."
AND_NOT_IN_SIGHT: Final = ", out of sight: {blockers}."
NO_ATTACKS_FROM_A_BASE: Final = "{line} No attacks from a base."
AND_IN_SIGHT: Final = ", in sight."

# -- Marks over the board --------------------------------------------------------------------------

REACH_AND_THREAT: Final = "reach and threat"
SIGHT_AND_RANGE: Final = "sight and range"
NOTHING_LAID_OVER_THE_BOARD: Final = "none"
THREAT_AN_ENEMY_CAN_HIT: Final = "threat, {threat} an enemy can hit"
REACH_THREAT_BOTH: Final = "{reach} reach, {threat} threat, {both} both"
SEEN_HIT_TOO_HIT_UNSEEN: Final = "{seen_by}, {reach} seen, {both} hit too, {threat} hit unseen"
REACH_CAN_GO_THERE: Final = "reach of {token}, {reach} it can walk there"

# -- Effects that last -----------------------------------------------------------------------------

# How long an effect lasts.
UNTIL: Final = {
    Until.ATTACK: "for this attack",
    Until.PHASE: "for this unit phase",
    Until.TURN: "until the end of this turn",
}
TILL_THE_END_OF_THIS_TURN: Final = "until the end of this turn"
TILL_THE_NEXT_TURN_OF: Final = "until the next turn of {team}"
INCAPACITATED_IT_LIES_DOWN: Final = "Incapacitated."
TILL_THE_END_OF_ITS_NEXT_TURN: Final = "until the end of its next turn"
LIE_IN_JAIL: Final = "In jail {units}."

# -- Pages of the panel ----------------------------------------------------------------------------

VITAE_LEFT: Final = "{left} of {most} vitae left"
NO_POWER_CARDS: Final = "no power cards"
SUPPLY_HAND_TO_SHELLS: Final = "supply {points} (draws to {limit}), shells {shells}"
HAS_AN_ABILITY: Final = "+ has an ability: {read} shows it"
USES: Final = "Uses: {uses}."
WHEN: Final = "When: {timing}."

# -- Pieces ----------------------------------------------------------------------------------------

RELEASE_POINT_OF_JAIL: Final = "release point of jail {jail}"

# -- Lists over the board ------------------------------------------------------------------------

CHOOSE_OR_BACK: Final = "{choose}, or {back} to go back"
FROM_THERE_ATTACK: Final = "from there: attack {units}"
NO_CARDS_TO_PLAY: Final = "no cards to play: {choose} continues"

# -- Who begins ------------------------------------------------------------------------------------

YOU_ROLL: Final = "you roll {number}"
TEAM_ROLLS: Final = "{team} rolls {number}"
YOU_BEGIN: Final = "You begin."
TEAM_BEGINS: Final = "{team} begins."

# -- The state of the match ------------------------------------------------------------------------

THINKS_MOVE_NOW: Final = "{seconds:.1f} s ({hurry}: move now)"
