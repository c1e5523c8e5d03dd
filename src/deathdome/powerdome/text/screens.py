"""Phrases of PowerDome's screens."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from deathdome.powerdome.model.state import Phase

if TYPE_CHECKING:
    from collections.abc import Mapping

TITLE: Final = "PowerDome"
ROUND: Final = "Round {round}, {phase}"
IN_ROUND: Final = "Round {round}  {words}"
THINKING: Final = "{name} is thinking."
ENLARGE: Final = "Enlarge it to continue the game. Ctrl-Q quits."
PLAY_PLAIN: Final = "Or play without graphics: deathdome powerdome play --plain"
ASKED_IN_PLAIN: Final = "{name} is asked. For now answer in plain mode: {command}"
COMMAND: Final = "deathdome powerdome play --plain --resume {game}"

# -- the curtain ---------------------------------------------------------------------------------

HAND_OVER: Final = "Pass the keyboard to {name}"
ASKED: Final[Mapping[Phase, str]] = MappingProxyType(
    {
        Phase.NOMINATION: "nomination",
        Phase.BIDDING: "bids",
        Phase.ALLOCATION: "sheet",
    }
)
CURTAIN_ROUND: Final = "Round {round}, {what}"
CURTAIN_DONE: Final = "({done} of {all} done)"
LOOK_AWAY: Final = "Everyone else looks away."
PRESS_TO_OPEN: Final = "Press {key} to open."
ASK_KEY: Final = "Which key opens your curtain?"
NO_SUCH_KEY: Final = '"{key}" can\'t be your key. Type a letter, a digit or a name such as F5.'
YOUR_KEY: Final = "Your curtain now opens with {key}."
NO_CURTAIN: Final = "You are the only person here, so there is no curtain."
NOT_YOUR_KEY: Final = "{key} does not open this curtain."

# -- the character -------------------------------------------------------------------------------

PERSONA: Final = "your character"
PERSONA_HELP: Final = "Only the log changes. Leave it empty to stay what you are."
PERSONA_SAID: Final = "The log will say"
PERSONA_BRINGS: Final = "You bring {vitality} vitality, and these powers"
PERSONA_BARE: Final = "You bring {vitality} vitality, and no powers"
PERSONA_NAME: Final = "Name"
PERSONA_LOOK: Final = "Look"
PERSONA_DONE: Final = "Enter the dome"
PERSONA_ASK_NAME: Final = "What does the crowd call you?"
PERSONA_ASK_LOOK: Final = "What does the crowd see?"

# -- forms ---------------------------------------------------------------------------------------

NOTHING_TO_UNDO: Final = "There is nothing to undo."
NOTHING_TO_REDO: Final = "There is nothing to redo."

# -- hints ---------------------------------------------------------------------------------------

NO_HINT: Final = "There is no hint for this question."
THINKING_OF_A_HINT: Final = "Looking for a hint."
HINT_FAILED: Final = "No hint: {fault}."

# -- leaving -------------------------------------------------------------------------------------

LEAVE: Final = "Leave the game?"
LEAVE_SAVED: Final = "It is saved. Resume it from the title."
LEAVE_UNSAVED: Final = "It is not saved, and it can't be resumed."
LEAVE_SHEET: Final = "Your answer to the open question is not saved."
STAY: Final = "Stay"
GO: Final = "Leave"
KEYS_HERE: Final = "Keys"
