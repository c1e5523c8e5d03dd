"""Phrases about questions and their choices."""

from __future__ import annotations

from typing import Final

from deathdome.model.actions import ActionKind
from deathdome.model.decisions import Question
from deathdome.text.labels import BARE

# -- Choices ---------------------------------------------------------------------------------------

NOTHING_IS_ASKED: Final = "There is nothing to choose now."
KINDS_ARE: Final = "Kinds: {kinds}."
ANSWERS_OF_A_KIND: Final = (
    '{first} to {last}. {kind}: {number} choices. "options {kind}" lists them.'
)
HELP_LISTS_THE_COMMANDS: Final = "help lists the commands."

# -- What is legal ---------------------------------------------------------------------------------

THAT_IS_LEGAL_ONCE: Final = "You can do that after this: {first}. Then: {then}."
THAT_IS_LEGAL_NOW: Final = "You can do that now: {action}."

# -- Prompts ---------------------------------------------------------------------------------------

# Title and instruction of each question. `{unit}` means the unit, an action of the screen its key.
PROMPTS: Final = {
    Question.DEAL: ("The teams are dealt", "Starting characters are being dealt."),
    Question.ROLL: ("The die decides", "The teams roll for the first turn."),
    Question.DRAW: ("Cards are drawn", "Power cards are being drawn."),
    Question.PURCHASE: ("The store is open", "Buy, sell, equip or pass."),
    Question.TURN: ("Your turn", "{unit1}-{unit4} pick a unit, {next} a target. {choose} acts."),
    Question.UNIT_PHASE: ("{unit} acts", "{choose} walks or attacks. {end} ends the phase."),
    Question.WALK: ("{unit} may walk", "Pick a space with {choose}, or {end} to stay."),
    Question.FOLLOW: ("{unit} may follow", "Pick a space with {choose}, or {end} to stay."),
    Question.JUMP: ("{unit} may jump", "Pick a space with {choose}, or {end} to stay."),
    Question.ATTACK_CARDS: ("{unit} attacks", "{tick} selects cards, {choose} plays them."),
    Question.DEFENCE_CARDS: ("{unit} is attacked", "{tick} selects cards, {choose} plays them."),
    Question.FURTHER_ATTACK: (
        "{unit} may attack again",
        "Pick an enemy with {choose}, or {end} to stop.",
    ),
    Question.HIT_ORDER: ("Several hits", "Choose which unit is hit next."),
    Question.PUSH_SPACE: ("{unit} is pushed", "Pick the space with {next} and {choose}."),
    Question.JAIL: ("{unit} is dead", "Choose its jail."),
    Question.REACTION: ("React?", "{choose} uses the highlighted reaction."),
}
NOTHING_LEFT_TO_DO: Final = "Nothing left to do. {choose} or {end} ends the phase."
NOTHING_IN_REACH: Final = "Nothing in reach. {key} ends the phase"
NO_STEP_AND_NO_ACTION: Final = "Nothing left to do. {key} ends the phase"
NOTHING_LEFT_ENDS_THE_TURN: Final = "Nothing left to do. {key} ends the turn"
ENDS_IT: Final = "{deeds}. {{end}} ends the phase."
PLAYS_A_CARD: Final = ", {acts} plays a card."
ON_A_SPACE_WALKS: Final = "{choose} walks"
TAKES_THIS_POINT: Final = "{capture} captures this point"
OPENS_THE_JAIL: Final = "{release} opens the jail"
UNIT_PHASE_LEFT: Final = "{phases} unit phase{plural} left"
THEN_ON_A_FOE_ATTACKS: Final = "{choose} walks or attacks"
ON_A_FOE_ATTACKS: Final = "{choose} attacks"

# -- Lists -----------------------------------------------------------------------------------------

YOUR_CARDS_FOR_THE_ATTACK: Final = "Add cards to the attack?"
YOUR_CARDS_FOR_THE_DEFENCE: Final = "Defend with cards?"
WHAT_TO_DO: Final = "What will it do?"
NOTHING_TO_DO_NOW: Final = "Nothing to do now"
NO_GO_ON: Final = "Keep playing"
WALK_AND_ATTACK: Final = "Walk and attack"
ATTACK_FROM: Final = "{attack} from {where}"
WHICH_JAIL_FOR: Final = "Which jail for {token}?"
WHICH_UNIT_TAKES_ITS_HIT: Final = "Which unit is hit next?"
END_THAT: Final = "End {what}?"
AGAIN_ENDS: Final = "{left}. {end} again ends {what}."

# -- Why not ---------------------------------------------------------------------------------------

NO_FOE_IN_REACH_OF: Final = "No enemy in range of {weapon}:"
NEAREST_FOE: Final = "nearest {unit} on {where}, {away} away, range {spaces}"
ENDS_THE_TURN: Final = "{said}. {end} ends the turn."
POSSIBLE_BUT_NOT_FROM_HERE: Final = "You can do that from the list: press {acts}."
NO_ATTACKS_FROM_A_BASE: Final = "You can't attack from a base. Walk out first."
BUT_NOT_IN_SIGHT: Final = "{text}, but out of sight."
NO_UNIT_CAN_ACT: Final = "No unit can act any more. {end} ends the turn."
HAS_USED_ITS_ACTION: Final = "{unit} has already used its action in this phase."
CAN_DO_NOTHING_NOW: Final = "has nothing to do now."
NONE_IS_ON_THE_FIELD: Final = "none is outside its base."
OPEN_THE_JAIL_BY_KEY: Final = "open the jail ({release})"
USE_CARDS_OR_ITEMS: Final = "use cards or items ({acts})"
ATTACK_ALL_AROUND: Final = "attack all around ({attack})"
CAN_DO: Final = "can {deeds}."

# -- Choices in short ------------------------------------------------------------------------------

# Choices without operands, in the words of the screen.
ANSWERS: Final = {
    **BARE,
    ActionKind.PASS: "pass: stop buying",
    ActionKind.CAPTURE: "capture this point",
    ActionKind.COMMIT: "no more cards",
    ActionKind.DECLINE: "do nothing",
    ActionKind.ROLL: "roll",
    ActionKind.DRAW: "draw",
}
BEGIN_THE_UNIT_PHASE_OF: Final = "start the phase of {unit}"
TAKES_ITS_HIT_NEXT: Final = "{unit} is hit next"
ALL_OF_THEM: Final = "all of them"
TILL_YOUR_NEXT_TURN: Final = "until your next turn"

# -- Choosing --------------------------------------------------------------------------------------

THAT_CAN_BE_CHOSEN: Final = "You can choose that: {choose}."
THIS_HAS_TO_BE_ANSWERED: Final = "You have to choose one."
NOTHING_TO_JUMP_TO: Final = "No enemy in range, no point within reach."
NO_CARD_IS_TICKED: Final = "No cards selected: {said}. {choose} again plays none."
NOT_YOUR_TURN_WRITE_A_SPACE: Final = "It isn't your turn. You can only type a space."
IT_IS_NOT_YOUR_TURN: Final = "It isn't your turn."
CAN_BE_ATTACKED: Final = "You can attack {unit}: {choose}."
NOTHING_IS_IN_THIS_LIST: Final = "The list is empty."
LINE_BEGINS_AT_A_UNIT: Final = "Put the cursor on a unit first, or pick one."
NOTHING_TO_DO_FROM_HERE: Final = "You can only walk. {end} ends the phase."
ANSWERS_THIS_LIST: Final = "Choose from the list with {choose}{back}."
THIS_SPACE_CAN_BE_CHOSEN: Final = "You can choose this space: {choose}."
IT_CAN_BE_LAID: Final = "You can play it for its value. Its ability is listed below."
CURSOR_IS_ON_THE_UNIT: Final = (
    "Move the cursor off {token} first: the line runs from {token} to it."
)
OUT_OF_REACH: Final = "Out of reach. {choose} walks toward it."
PHASE_OF_ANOTHER: Final = "{unit} is not done yet. {end} ends its phase."
UNIT_CANNOT_STOP_THERE: Final = "You can't stop on a teammate's space. Walk further."
UNIT_PHASE: Final = "the phase"

# -- Typed lines -----------------------------------------------------------------------------------

STOPPED_BEFORE: Final = "Stopped before {at}: {why} {done}"
NOTHING_WAS_DONE: Final = "Nothing was done."
DONE_SO_FAR: Final = "Done: {actions}."

# -- Room ------------------------------------------------------------------------------------------

SIZE_IS_NEEDED: Final = "It needs {least_width}x{least_height} and has {width}x{height}."
MATCH_GOES_ON_WITH_ROOM: Final = "Enlarge it to continue the match. Ctrl-Q quits."
NO_ROOM_IS_NEEDED: Final = "Or play without graphics: deathdome play --plain"
THIS_TERMINAL_IS_TOO_SMALL: Final = "This terminal is too small."
CTRL_Q_LEAVE_AT_ONCE: Final = "ctrl+q quit"
