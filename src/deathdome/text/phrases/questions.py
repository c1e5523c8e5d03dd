"""Phrases about questions and their choices."""

from __future__ import annotations

from typing import Final

from deathdome.model.actions import ActionKind
from deathdome.model.decisions import Question
from deathdome.text.labels import BARE

# -- Choices ---------------------------------------------------------------------------------------

NO_QUESTION: Final = "There is nothing to choose now."
KINDS: Final = "Kinds: {kinds}."
CHOICES_OF_KIND: Final = '{first} to {last}. {kind}: {number} choices. "options {kind}" lists them.'
HELP_HINT: Final = "help lists the commands."

# -- What is legal ---------------------------------------------------------------------------------

LEGAL_AFTER: Final = "You can do that after this: {first}. Then: {then}."
LEGAL_NOW: Final = "You can do that now: {action}."

# -- Prompts ---------------------------------------------------------------------------------------

# Title and instruction of each question. `{unit}` means the unit, an action of the screen its key.
PROMPTS: Final = {
    Question.DEAL: ("The teams are dealt", "Starting characters are being dealt."),
    Question.ROLL: ("The die decides", "The teams roll for the first turn."),
    Question.DRAW: ("Cards are drawn", "Power cards are being drawn."),
    Question.REVEAL: ("The draft", "Items are being revealed."),
    Question.PURCHASE: ("The store is open", "Buy, sell, equip or pass."),
    Question.TURN: (
        "Your turn",
        "{unit1}-{unit4} pick a unit, {next} aims, {choose} acts, {hint} hints.",
    ),
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
    Question.JAIL: ("{unit} is dead", "Choose a jail."),
    Question.AUCTION: ("Auction", "{choose} sells off the selected unit."),
    Question.REACTION: ("React?", "{choose} uses the highlighted reaction."),
}
MANY_ATTACKED: Final = "{number} of your units are attacked"
PHASE_IS_SPENT: Final = "Nothing left to do. {choose} or {end} ends the phase."
NONE_IN_REACH: Final = "Nothing in reach. {key} ends the phase"
SPENT_ENDS_PHASE: Final = "Nothing left to do. {key} ends the phase"
SPENT_ENDS_TURN: Final = "Nothing left to do. {key} ends the turn"
ENDS_PHASE: Final = "{deeds}. {{end}} ends the phase."
PLAYS_A_CARD: Final = ", {acts} plays a card."
WALKS: Final = "{choose} walks"
CAPTURES: Final = "{capture} captures this point"
RELEASES: Final = "{release} opens the jail"
PHASES_LEFT: Final = "{phases} left"
WALKS_OR_ATTACKS: Final = "{choose} walks or attacks"
ATTACKS: Final = "{choose} attacks"

# -- Lists -----------------------------------------------------------------------------------------

ATTACK_CARDS: Final = "Add cards to the attack?"
DEFENCE_CARDS: Final = "Defend with cards?"
UNIT_MENU: Final = "What will it do?"
UNIT_MENU_EMPTY: Final = "Nothing to do now"
KEEP_PLAYING: Final = "Keep playing"
WALK_AND_ATTACK: Final = "Walk and attack"
ATTACK_FROM: Final = "{attack} from {where}"
WHICH_JAIL: Final = "Which jail for {name}?"
NEXT_HIT_QUESTION: Final = "Which unit is hit next?"
END_QUESTION: Final = "End {what}?"
AGAIN_ENDS: Final = "{left}. {end} again ends {what}."

# -- Why not ---------------------------------------------------------------------------------------

NO_ENEMY_IN_RANGE: Final = "No enemy in range of {weapon}:"
NEAREST_ENEMY: Final = "nearest {unit} on {where}, {away} away, range {spaces}"
ENDS_THE_TURN: Final = "{said}. {end} ends the turn."
CHOOSE_FROM_LIST: Final = "You can do that from the list: press {acts}."
NO_ATTACK_FROM_BASE: Final = "You can't attack from a base. Walk out first."
OUT_OF_SIGHT: Final = "{text}, but out of sight."
NO_UNIT_ACTS: Final = "No unit can act any more. {end} ends the turn."
ACTION_USED: Final = "{unit} has already used its action in this phase."
UNIT_IDLE: Final = "has nothing to do now."
NONE_ON_BOARD: Final = "none is outside a base."
RELEASE_BY_KEY: Final = "open the jail ({release})"
ACT_BY_KEY: Final = "use cards or items ({acts})"
ATTACK_BY_KEY: Final = "attack all around ({attack})"
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
START_PHASE: Final = "start the phase of {unit}"
HIT_NEXT: Final = "{unit} is hit next"
ALL: Final = "all of them"
UNTIL_YOUR_TURN: Final = "until your next turn"

# -- Choosing --------------------------------------------------------------------------------------

CAN_CHOOSE: Final = "You can choose that: {choose}."
MUST_CHOOSE: Final = "You have to choose one."
NO_JUMP_TARGET: Final = "No enemy in range, no point within reach."
NONE_SELECTED: Final = "No cards selected: {said}. {choose} again plays none."
ONLY_A_SPACE: Final = "It isn't your turn. You can only type a space."
PICKED_AHEAD: Final = "{unit} is selected when your turn comes."
NOT_YOUR_TURN: Final = "It isn't your turn."
CAN_ATTACK: Final = "You can attack {unit}: {choose}."
LIST_EMPTY: Final = "The list is empty."
NO_UNIT_PICKED: Final = "Put the cursor on a unit first, or pick one."
ONLY_WALK: Final = "You can only walk. {end} ends the phase."
CHOOSE_IN_LIST: Final = "Choose from the list with {choose}{back}."
CAN_CHOOSE_SPACE: Final = "You can choose this space: {choose}."
CAN_PLAY_VALUE: Final = "You can play it for its value. Its ability is listed below."
CURSOR_ON_UNIT: Final = "Move the cursor off {name} first: the line runs from {name} to it."
OUT_OF_REACH: Final = "Out of reach. {choose} walks toward it."
OTHER_UNIT_ACTS: Final = "{unit} is not done yet. {end} ends its phase."
TEAMMATE_THERE: Final = "You can't stop on a teammate's space. Walk further."
THE_PHASE: Final = "the phase"

# -- Typed lines -----------------------------------------------------------------------------------

STOPPED_BEFORE: Final = "Stopped before {at}: {why} {done}"
NOTHING_DONE: Final = "Nothing was done."
DONE_SO_FAR: Final = "Done: {actions}."
