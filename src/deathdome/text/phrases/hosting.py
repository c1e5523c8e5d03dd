"""Phrases of a hosted match: managers, hints, lessons, start and end."""

from __future__ import annotations

from typing import Final

# -- Choices ---------------------------------------------------------------------------------------

TAKEN_BACK: Final = "Undone."
DONE_AGAIN: Final = "Redone."
REST_COULD_NOT_BE_DONE: Final = "The rest isn't possible any more. Look again."
THE_ANSWER_IS: Final = "Chosen: {action}."
NOT_USED: Final = "Not used: {left}."
STILL_TO_BE_USED: Final = 'Unused: {left}. Type "{action}" again to end it.'
THAT_ENDS_A_STRICT_SCRIPT: Final = "A strict script stops here."

# -- Managers --------------------------------------------------------------------------------------

MANAGERS_COULD_NOT_BEGIN: Final = "the managers couldn't start: {error}"
NO_LEGAL_ANSWER: Final = "it chose an illegal action"
NO_ANSWER_WITHIN: Final = "it took longer than {seconds} s"
PROCESS_DIED_OF_IT: Final = "it ended the managers' process"

# In a notice on the screen.
CALLED: Final = "{name} (seat {number})"
IS_ASKED_AGAIN: Final = "{called} must choose again: {error}"
FAILED: Final = "{called} failed: {trouble}"
AND_GREEDY_ANSWERED: Final = "{called} failed: {trouble}. Greedy chose instead"
AND_GREEDY_PLAYS_ON: Final = "{called} failed: {trouble}. Greedy plays for it to the end"
FAILED_WHEN_IT_WAS_OVER: Final = "{called} failed after the match: {trouble}"
HAD_FAILED: Final = "{called} failed earlier: {detail}"

# Line by line.
MANAGER_OF: Final = "{name} of {team}"
MANAGER_FAILED: Final = (
    "{manager} failed: {trouble}. Greedy chooses where it makes no legal choice."
)
GREEDY_PLAYS_FROM_HERE_ON: Final = "Greedy plays for {team} from here."
MANAGER_FAILED_AT: Final = "{manager} failed at question {number}: {detail}."
MATCH_IS_SAVED_AGAIN: Final = "Saving works again. The whole match is saved."

RESULT_CANNOT_BE_SAVED: Final = "Can't save the result: {trouble}. The match itself is saved."

# -- Hints -----------------------------------------------------------------------------------------

HINTS_WHEN_ASKED: Final = "You get hints when it is your choice."
THERE_IS_NO_HINT: Final = "No hint: {why}."
THINKING_ABOUT_A_HINT: Final = "Thinking of a hint... {back} cancels."
KEY_DOES_IT: Final = "Key {key} does it."
HINTS_TAKEN: Final = "Hints taken: {counts}."

# -- Lessons ---------------------------------------------------------------------------------------

TWO_MINUTES_EACH: Final = "Two minutes each. Follow the instructions in the panel."
LESSON_IS_DONE: Final = "Lesson {number} complete: {title}"
BOX_SAYS_WHAT_TO_DO: Final = "In a lesson, follow the box."
WATCH: Final = "Watch what happens."
BACK_WHERE_YOU_BEGAN: Final = "That led away from the step. You are back at its start."
BACK_WHERE_IT_BEGAN: Final = "That led away from the step. You are back at its start."
LESSON_IS_LEFT: Final = "You left the lesson."
SAYS_WHAT_TO_DO_AGAIN: Final = "repeats the instruction"
HOW_A_LESSON_IS_TAKEN: Final = (
    "Type question to repeat the step, help for the commands, quit to leave."
)
LESSON_BEGINS: Final = "Lesson {number}: {title}. {goal}"
STEP_OF: Final = "Step {at} of {of}: {step}"
THE_LESSON_IS_DONE: Final = "the lesson is complete"
LESSON_ENDS: Final = "Lesson {number} complete. {words}"
WHAT_FOLLOWS_A_LESSON: Final = (
    "Type next for the next lesson, again to repeat this one, quit to leave."
)

# -- A match line by line --------------------------------------------------------------------------

DEATH_DOME: Final = "Death Dome 3,000{seed}. {seats}."
AND_SEED: Final = ", seed {seed}"
HOW_TO_ANSWER: Final = (
    "Type help for the commands, options for your choices. Choose by number or in words, "
    'such as "walk k5". Separate several with semicolons.'
)
ANOTHER_IS_UNFINISHED: Final = (
    'You have an unfinished match: {match}. Type "continue" to resume it.'
)
MATCH_GOES_ON: Final = "The match continues."
PRESS_ENTER: Final = "{name}, press Enter when the others look away."
ONLY_AN_EMPTY_LINE: Final = "Press Enter to continue, or type quit."
ANOTHER_PERSON_ANSWERS: Final = "another player chooses now"
MATCH_IS_OVER: Final = "The match is over."
MATCH_IS_LEFT: Final = "You left the match."
MATCH_IS_LEFT_WITH_SEED: Final = "You left the match (seed {seed})."
NOTHING_IS_KEPT: Final = "{left} It is not saved."
COULD_NOT_BE_SAVED: Final = "{left} It couldn't be saved: {lost}."
IT_IS_KEPT: Final = "{left} It is saved."
EVERY_ROLL_AGAIN: Final = "Check every roll: deathdome verify {name}"
WHAT_ANSWERS_AT_THE_END: Final = (
    "The match is over. You can still type log, look, payout, history, reasons or "
    "position. Type coach for your costliest mistakes. Type rematch to play again with the "
    "same seed, rematch new with another."
)
