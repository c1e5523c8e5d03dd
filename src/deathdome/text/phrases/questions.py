"""Phrases about what is asked and what can be answered."""

from __future__ import annotations

from typing import Final

from deathdome.model.actions import ActionKind
from deathdome.model.decisions import Question
from deathdome.text.labels import BARE

# -- Answers ---------------------------------------------------------------------------------------

NOTHING_IS_ASKED: Final = "Nothing is asked."
KINDS_ARE: Final = "The kinds are: {kinds}."
ANSWERS_OF_A_KIND: Final = (
    '{first} to {last}. {kind}: {number} answers; "options {kind}" lists them.'
)
HELP_LISTS_THE_COMMANDS: Final = "help lists the commands."

# -- What is legal ---------------------------------------------------------------------------------

THAT_IS_LEGAL_ONCE: Final = "That is legal once {first} is done: {then}."
THAT_IS_LEGAL_NOW: Final = "That is legal now: {action}."

# -- Prompts ---------------------------------------------------------------------------------------

# Title and instruction of each question. `{unit}` stands for the unit, an action of the screen for
# its key.
PROMPTS: Final = {
    Question.DEAL: ("The teams are dealt", "Starting characters are being dealt."),
    Question.ROLL: ("The die decides", "Who plays first is being rolled."),
    Question.DRAW: ("Cards are drawn", "Power cards are being drawn."),
    Question.PURCHASE: ("The store is open", "Buy, sell, equip, pass."),
    Question.TURN: (
        "Your turn",
        "Choose a unit ({next} {previous} {choose}), then a space or a foe.",
    ),
    Question.UNIT_PHASE: ("{unit} acts", "{choose} on a space walks, on a foe attacks."),
    Question.WALK: ("{unit} may walk", "{choose} on a space walks there. {end}: stay."),
    Question.FOLLOW: ("{unit} may follow", "{choose} on a space follows. {end}: stay."),
    Question.JUMP: ("{unit} may jump", "{choose} on a space jumps there. {end}: stay."),
    Question.ATTACK_CARDS: (
        "{unit} attacks",
        "{tick} ticks a card, {choose} commits what is ticked.",
    ),
    Question.DEFENCE_CARDS: (
        "{unit} is attacked",
        "{tick} ticks a card, {choose} commits what is ticked.",
    ),
    Question.FURTHER_ATTACK: (
        "{unit} may attack again",
        "{choose} on a foe attacks. {end}: no more.",
    ),
    Question.HIT_ORDER: ("Several hits", "Choose whose hit is resolved next."),
    Question.PUSH_SPACE: ("{unit} is pushed", "Choose the space: {next} {previous}, {choose}."),
    Question.JAIL: ("{unit} is dead", "You choose the jail."),
    Question.REACTION: ("react?", "{choose} does what is under the bar."),
}
NOTHING_LEFT_TO_DO: Final = "Nothing left to do: {choose} or {end} ends the phase."
NO_STEP_AND_NO_ACTION: Final = "No step and no action left: {end} ends the phase"
NOTHING_LEFT_ENDS_THE_TURN: Final = "Nothing left: {end} ends the turn"
ENDS_IT: Final = "{deeds}. {{end}} ends it."
PLAYS_A_CARD: Final = ", {acts} plays a card."
ON_A_SPACE_WALKS: Final = "{choose} on a space walks"
TAKES_THIS_POINT: Final = "{capture} takes this point"
OPENS_THE_JAIL: Final = "{release} opens the jail"
UNIT_PHASE_LEFT: Final = "{phases} unit phase{plural} left"
THEN_ON_A_FOE_ATTACKS: Final = "on a foe attacks"
ON_A_FOE_ATTACKS: Final = "{choose} on a foe attacks"

# -- Lists -----------------------------------------------------------------------------------------

YOUR_CARDS_FOR_THE_ATTACK: Final = "Your cards for the attack"
YOUR_CARDS_FOR_THE_DEFENCE: Final = "Your cards for the defence"
WHAT_TO_DO: Final = "What to do"
NOTHING_TO_DO_NOW: Final = "Nothing to do now"
NO_GO_ON: Final = "no, go on"
NO_BACK_TO_THE_BOARD: Final = "no, back to the board"
ARE_YOU_SURE: Final = "Are you sure?"
WHICH_JAIL_FOR: Final = "Which jail for {token}?"
WHICH_UNIT_TAKES_ITS_HIT: Final = "Which unit takes its hit next?"
END_THAT: Final = "End {what}?"
AGAIN_ENDS: Final = "{left}: {end} again ends {what}."

# -- Why not ---------------------------------------------------------------------------------------

NO_FOE_IN_REACH_OF: Final = "No foe in reach of {weapon}:"
NEAREST_FOE: Final = "nearest {unit} at {where}, {away} away, range {spaces}"
ENDS_THE_TURN: Final = "{said}. {end} ends the turn."
POSSIBLE_BUT_NOT_FROM_HERE: Final = "That is possible, but not from here: use the list ({acts})."
NO_ATTACKS_FROM_A_BASE: Final = "No attacks from a base: walk out first."
BUT_NOT_IN_SIGHT: Final = "{text}, but not in sight."
NO_UNIT_CAN_ACT: Final = "No unit can act any more; {end} ends the turn."
HAS_USED_ITS_ACTION: Final = "{unit} has used its action in this unit phase."
CAN_DO_NOTHING_NOW: Final = "can do nothing now."
NONE_IS_ON_THE_FIELD: Final = "none is on the field."
OPEN_THE_JAIL_BY_KEY: Final = "open the jail ({release})"
USE_CARDS_OR_ITEMS: Final = "use cards or items ({acts})"
ATTACK_ALL_AROUND: Final = "attack all around ({attack})"
CAN_DO: Final = "can {deeds}."

# -- Answers in short ------------------------------------------------------------------------------

# Answers without operands, in the words of the screen.
ANSWERS: Final = {
    **BARE,
    ActionKind.PASS: "pass: no more purchases",
    ActionKind.CAPTURE: "capture this point",
    ActionKind.COMMIT: "no more cards",
    ActionKind.DECLINE: "do nothing",
    ActionKind.ROLL: "roll",
    ActionKind.DRAW: "draw",
}
BEGIN_THE_UNIT_PHASE_OF: Final = "begin the unit phase of {unit}"
TAKES_ITS_HIT_NEXT: Final = "{unit} takes its hit next"
ALL_OF_THEM: Final = "all of them"
TILL_YOUR_NEXT_TURN: Final = "till your next turn"

# -- Choosing --------------------------------------------------------------------------------------

THAT_CAN_BE_CHOSEN: Final = "That can be chosen: {choose}."
THIS_HAS_TO_BE_ANSWERED: Final = "This has to be answered: there is no staying out of it."
NOTHING_TO_JUMP_TO: Final = "Nothing to jump to: no foe in reach, no point to walk to."
NO_CARD_IS_TICKED: Final = "No card is ticked: {said}. {choose} again lays none."
NOT_YOUR_TURN_WRITE_A_SPACE: Final = "It is not your turn: only a space can be written now."
IT_IS_NOT_YOUR_TURN: Final = "It is not your turn: nothing is asked of you now."
CAN_BE_ATTACKED: Final = "{unit} can be attacked: {choose}."
NOTHING_IS_IN_THIS_LIST: Final = "Nothing is in this list."
LINE_BEGINS_AT_A_UNIT: Final = "A line begins at a unit: put the cursor on one, or choose one."
NOTHING_TO_DO_FROM_HERE: Final = "Nothing to do from here but walk; {end} ends."
ANSWERS_THIS_LIST: Final = "{choose} answers this list{back}."
THIS_SPACE_CAN_BE_CHOSEN: Final = "This space can be chosen: {choose}."
IT_CAN_BE_LAID: Final = "It can be laid for its value, or played: see further down."
CURSOR_IS_ON_THE_UNIT: Final = (
    "The cursor is on {token} itself: a line goes from there to the cursor."
)
UNIT_CANNOT_STOP_THERE: Final = "The unit cannot stop on a teammate's space: it must walk on."
UNIT_PHASE: Final = "the unit phase"

# -- Typed lines -----------------------------------------------------------------------------------

STOPPED_BEFORE: Final = "Stopped before {at}: {why} {done}"
NOTHING_WAS_DONE: Final = "Nothing was done."
DONE_SO_FAR: Final = "Done: {actions}."

# -- Room ------------------------------------------------------------------------------------------

SIZE_IS_NEEDED: Final = "{least_width}x{least_height} is needed, this one is {width}x{height}."
MATCH_GOES_ON_WITH_ROOM: Final = "The match goes on as soon as there is room. Ctrl-Q leaves."
NO_ROOM_IS_NEEDED: Final = "No room is needed without drawing: deathdome play --plain"
THIS_TERMINAL_IS_TOO_SMALL: Final = "This terminal is too small."
CTRL_Q_LEAVE_AT_ONCE: Final = "ctrl+q leave at once"
