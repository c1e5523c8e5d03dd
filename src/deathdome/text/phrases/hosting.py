"""Phrases of a hosted match: managers, hints, lessons, start and end."""

from __future__ import annotations

from typing import Final

# -- Choices ---------------------------------------------------------------------------------------

UNDONE: Final = "Undone."
REDONE: Final = "Redone."
REST_IMPOSSIBLE: Final = "The rest isn't possible any more. Look again."
CHOSEN: Final = "Chosen: {action}."
UNUSED_NOTE: Final = "Not used: {left}."
CONCEDE_WARNING: Final = "A rival wins at once. Type {action} again to give up."
UNUSED_WARNING: Final = 'Unused: {left}. Type "{action}" again to end it.'
STRICT_SCRIPT_STOPS: Final = "A strict script stops here."

# -- Managers --------------------------------------------------------------------------------------

MANAGERS_NOT_STARTED: Final = "the managers couldn't start: {error}"
ILLEGAL_ACTION: Final = "it chose an illegal action"
TOO_SLOW: Final = "it took longer than {seconds} s"
PROCESS_ENDED: Final = "it ended the managers' process"

# In a notice on the screen.
CULPRIT: Final = "{name} (seat {number})"
MUST_CHOOSE_AGAIN: Final = "{called} must choose again: {error}"
FAILED: Final = "{called} failed: {trouble}"
GREEDY_CHOSE: Final = "{called} failed: {trouble}. Greedy chose instead"
GREEDY_TAKES_OVER: Final = "{called} failed: {trouble}. Greedy plays for it to the end"
FAILED_AFTER_MATCH: Final = "{called} failed after the match: {trouble}"
FAILED_EARLIER: Final = "{called} failed earlier: {detail}"

# Line by line.
MANAGER_OF: Final = "{team}'s {name}"
MANAGER_FAILED: Final = (
    "{manager} failed: {trouble}. Greedy chooses where it makes no legal choice."
)
GREEDY_PLAYS_NOW: Final = "Greedy plays for {team} from here."
MANAGER_FAILED_AT: Final = "{manager} failed at question {number}: {detail}."
SAVING_WORKS_AGAIN: Final = "Saving works again. The whole match is saved."

RESULT_NOT_SAVED: Final = "Can't save the result: {trouble}. The match itself is saved."

# -- Hints -----------------------------------------------------------------------------------------

HINTS_ON_YOUR_CHOICE: Final = "You get hints when it is your choice."
NO_HINT: Final = "No hint: {why}."
HINT_COMES: Final = "The hint is still coming. {back} cancels it."
HINT_THINKING: Final = "Thinking of a hint. {back} cancels."
HINT_KEY: Final = "Key {key} does it."
HINTS_TAKEN: Final = "Hints taken: {counts}."

# -- Lessons ---------------------------------------------------------------------------------------

SECOND_LESSON: Final = "PowerDome, the second game"
SECOND_LESSON_GOAL: Final = "Its whole lesson takes five minutes."
TWO_MINUTES_EACH: Final = "Two minutes each. Follow the instructions in the panel."
LESSON_DONE: Final = "Lesson {number} complete: {title}"
FOLLOW_THE_BOX: Final = "In a lesson, follow the box."
WATCH: Final = "Watch what happens."
STEP_RESTARTED: Final = "That led away from the step. You are back at its start."
STEP_RESTARTED_PLAIN: Final = "That led away from the step. You are back at its start."
LESSON_LEFT: Final = "You left the lesson."
REPEATS_STEP: Final = "repeats the instruction"
LESSON_COMMANDS: Final = "Type question to repeat the step, help for the commands, quit to leave."
LESSON_BEGINS: Final = "Lesson {number}: {title}. {goal}"
STEP_OF: Final = "Step {at} of {of}: {step}"
LESSON_COMPLETE: Final = "the lesson is complete"
LESSON_ENDS: Final = "Lesson {number} complete. {words}"
AFTER_LESSON: Final = "Type next for the next lesson, again to repeat this one, quit to leave."

# -- A match line by line --------------------------------------------------------------------------

MATCH_HEAD: Final = "Death Dome 3,000{seed}. {seats}."
MATCH_SEED: Final = ", seed {seed}"
HOW_TO_CHOOSE: Final = (
    "Type help for the commands, options for your choices. Choose by number or in words, "
    'such as "walk k5". Separate several with semicolons.'
)
UNFINISHED_MATCH: Final = 'You have an unfinished match: {match}. Type "continue" to resume it.'
MATCH_CONTINUES: Final = "The match continues."
PRESS_ENTER: Final = "{name}, press Enter when the others look away."
ENTER_OR_QUIT: Final = "Press Enter to continue, or type quit."
ANOTHER_PLAYER_CHOOSES: Final = "another player chooses now"
MATCH_OVER: Final = "The match is over."
MATCH_LEFT: Final = "You left the match."
MATCH_LEFT_WITH_SEED: Final = "You left the match (seed {seed})."
LEFT_UNSAVED: Final = "{left} It is not saved."
LEFT_NOT_SAVED: Final = "{left} It couldn't be saved: {lost}."
LEFT_SAVED: Final = "{left} It is saved."
VERIFY: Final = "Check every roll: deathdome verify {name}"
COMMANDS_AT_THE_END: Final = (
    "The match is over. You can still type log, look, payout, history, reasons or "
    "position. Type coach for your costliest mistakes. Type rematch to play again with the "
    "same seed, rematch new with another."
)
