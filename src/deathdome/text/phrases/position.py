"""Phrases about the position: units, spaces, lines of sight, marks."""

from __future__ import annotations

from typing import Final

from deathdome.model.vocabulary import Until

# -- The position ----------------------------------------------------------------------------------

ROUND: Final = "Round {round} of {rounds}{last}; {team}'s turn, {phases} left."
TEAM: Final = (
    "{team} ({name}): payout now {credits}, supply {points}, draws up to {hand_limit}, "
    "{shells}, {hand} in hand."
)
DECK: Final = "Draw deck {cards}, discard pile {discarded}."
STORE_OPEN: Final = "The store is open; {team} has a purchasing turn."
SETUP: Final = "The match is being set up."
TOWER_HEIGHT: Final = "the height of the tower"
CORNER: Final = "the corner of {name}"
ATTACKS: Final = "{attacks} attacks on {who}; type odds and the whole attack for one."
NOTHING_NEAR: Final = "No unit and no point within {spaces}."
JAIL: Final = "{name}: {inmates}; opened on {opened}."
SHARE_WIN: Final = "share the victory"
IF_ENDED_NOW: Final = "If the match ended now, {teams} would {how}."
NO_ROUND_OVER: Final = "No round is over yet."
TURNING_POINTS: Final = "Turning points:"
CANNOT_WALK: Final = "{who} {where} can't walk anywhere."
POINTS_IN_REACH: Final = "Points within reach: {points}."
NO_TARGETS: Final = "No enemy is in range and sight of {whom} {where}. Type foes for distances."
NO_ATTACK_ON: Final = "{name} can't be attacked."
NO_WALK_NEEDED: Final = "without a walk"
COULD_HIT: Final = "{who} {where} could hit {name} with {item} {walk}."
NO_THREAT: Final = "No enemy could hit {name} in one unit phase, card abilities not counted."
LINE_BLOCKED: Final = "{line}out of sight: {blockers}."
NO_ATTACK_FROM_BASE: Final = "You can't attack from a base."
HITS_NONE: Final = "The attack hits no unit."
BASIS: Final = "Counted from {cards} that {team} hasn't seen."
OUT_OF_SIGHT: Final = "out of sight"
EDGE: Final = "{direction} the edge of the board"
NO_SUCH_ATTACK: Final = "You can't make that attack from {name}."
HAND_EMPTY: Final = "{team} has no power cards."
WITHOUT_WALK: Final = "without a walk"
IN_RANGE: Final = "{name}, range {most}: in range."
TOO_FAR: Final = "{name}, range {most}: too far."
PAYOUT: Final = "{team} gets {credits}: {parts}; {units} in jail."
SPACE: Final = "Space {name}: {parts}."
AROUND: Final = "Around {name}: {neighbours}."
STEPS: Final = "{who} {where} has {steps}."
ATTACK: Final = "{who} with {weapon}: {parts}{total}{where}."
ON_SPACE: Final = "On {at}: {token}."
DISTANCE: Final = "{line}; {spaces} from {whom}, {sight}."
AFTER_ROUND: Final = "After round {round}: {payouts}."
TURNING_POINT: Final = "{happened} Payout then: {stand_then}."
LINE_CLEAR: Final = "{line}in sight."
POINTS: Final = "{team}'s control points: {points}."
FREE_POINTS: Final = "Free control points: {points}."

# -- Units and spaces ------------------------------------------------------------------------------

NOT_YET_ON_BOARD: Final = "not on the board yet"
VACANT_PLACE: Final = "{team} has a vacant place until it buys a character."
RELEASE_POINT: Final = "release point of the {jail}"
UNUSED_BASE: Final = "unused base"
TOWER_CENTRE: Final = "tower centre, control point"

# -- Hands -----------------------------------------------------------------------------------------

NEXT_DRAW: Final = "When its next turn starts, {team} draws up to {cards}: {supply}."
FOUND_CARDS: Final = "{number} cards: {names}."
FOUND_RULES: Final = "{number} rules: {names}."

# -- Lines of sight --------------------------------------------------------------------------------

NOT_ON_BOARD: Final = "{name} is not on the board."
AND_OUT_OF_SIGHT: Final = ", out of sight: {blockers}."
IN_BASE: Final = "{line} No attacks from a base."
AND_IN_SIGHT: Final = ", in sight."

# -- Marks over the board --------------------------------------------------------------------------

REACH_AND_THREAT: Final = "reach and threat"
SIGHT_AND_RANGE: Final = "sight and range"
NO_MARKS: Final = "none"
THREAT_LEGEND: Final = "threat, {threat} an enemy can hit"
BOTH_LEGEND: Final = "{reach} reach, {threat} threat, {both} both"
SIGHT_LEGEND: Final = "{seen_by}, {reach} seen, {both} hit too, {threat} hit unseen"
REACH_LEGEND: Final = "reach of {name}, {reach} it can walk there"

# -- Effects that last -----------------------------------------------------------------------------

# How long an effect lasts.
UNTIL: Final = {
    Until.ATTACK: "for this attack",
    Until.PHASE: "for this unit phase",
    Until.TURN: "until the end of this turn",
}
UNTIL_TURN_END: Final = "until the end of this turn"
UNTIL_NEXT_TURN: Final = "until {team}'s next turn"
INCAPACITATED: Final = "Incapacitated."
UNTIL_ITS_TURN_END: Final = "until the end of its next turn"
IN_JAIL: Final = "In the {jail}."

# -- Pages of the panel ----------------------------------------------------------------------------

VITAE_LEFT: Final = "{left} of {most} vitae left"
NO_POWER_CARDS: Final = "no power cards"
SUPPLY: Final = "supply {points} (draws to {limit}), shells {shells}"
HAS_ABILITY: Final = "+ has an ability: {read} shows it"
USES: Final = "Uses: {uses}."
WHEN: Final = "When: {timing}."

# -- Pieces ----------------------------------------------------------------------------------------

RELEASE_POINT_SHORT: Final = "opens the {jail}"

# -- Lists over the board ------------------------------------------------------------------------

CHOOSE_OR_BACK: Final = "{choose}, or {back} to go back"
THEN_ATTACK: Final = "from there: attack {units}"
NO_CARDS: Final = "no cards to play: {choose} continues"

# -- Who begins ------------------------------------------------------------------------------------

YOU_ROLL: Final = "you roll {number}"
TEAM_ROLLS: Final = "{team} rolls {number}"
YOU_BEGIN: Final = "You begin."
TEAM_BEGINS: Final = "{team} begins."

# -- The state of the match ------------------------------------------------------------------------

THINKING_TIME: Final = "{seconds:.1f} s ({hurry}: move now)"
