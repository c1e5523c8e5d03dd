"""Phrases about a match that is hosted: its managers, its hints, how it is begun and left."""

from __future__ import annotations

from typing import Final

# -- Answers ---------------------------------------------------------------------------------------

TAKEN_BACK: Final = "Taken back."
DONE_AGAIN: Final = "Done again."
REST_COULD_NOT_BE_DONE: Final = "The rest could not be done any more: look again."
THE_ANSWER_IS: Final = "Answer: {action}."
NOT_USED: Final = "Not used: {left}."
STILL_TO_BE_USED: Final = 'Still to be used: {left}. "{action}" again ends it.'
THAT_ENDS_A_STRICT_SCRIPT: Final = "That ends a strict script."

# -- Managers --------------------------------------------------------------------------------------

MANAGERS_COULD_NOT_BEGIN: Final = "the managers could not begin: {error}"
NO_LEGAL_ANSWER: Final = "its answer is not legal"
NO_ANSWER_WITHIN: Final = "no answer within {seconds} s"
PROCESS_DIED_OF_IT: Final = "the managers' process died of it"

# In a notice on the screen.
CALLED: Final = "{name} (seat {number})"
IS_ASKED_AGAIN: Final = "{called} is asked again: {error}"
FAILED: Final = "{called} failed: {trouble}"
AND_GREEDY_ANSWERED: Final = "{called} failed: {trouble}, and greedy answered"
AND_GREEDY_PLAYS_ON: Final = "{called} failed: {trouble}, and greedy plays on for it to the end"
FAILED_WHEN_IT_WAS_OVER: Final = "{called} failed: {trouble} when the match was over"
HAD_FAILED: Final = "{called} had failed: {detail}"

# Line by line.
MANAGER_OF: Final = "{name} of {team}"
MANAGER_FAILED: Final = (
    "{manager} failed: {trouble}. Where it gives no legal answer, greedy answers."
)
GREEDY_PLAYS_FROM_HERE_ON: Final = "From here on greedy plays for {team}."
MANAGER_FAILED_AT: Final = "{manager} failed at question {number}: {detail}."
MATCH_IS_SAVED_AGAIN: Final = "The match is saved again."

RESULT_CANNOT_BE_SAVED: Final = "Can't save the result: {trouble}. The match itself is saved."

# -- Hints -----------------------------------------------------------------------------------------

TAKES_HINT: Final = "{team} takes hint {number}."
HINTS_WHEN_ASKED: Final = "A hint is given when something is asked."
THERE_IS_NO_HINT: Final = "There is no hint: {why}."
THINKING_ABOUT_A_HINT: Final = "Thinking about a hint.. {back} drops it."
HINT_OF: Final = "Hint {number} of {steps}{by}: {text}{more}"
BY_KEY: Final = ", key {key}"
KEY_ENDS_IT: Final = "{text} Key {key}."
KEY_SAYS_MORE: Final = " {key} says more."
HINT_SAYS_MORE: Final = ' "hint" again says more.'
HINTS_TAKEN: Final = "Hints taken: {counts}."

# -- Lessons ---------------------------------------------------------------------------------------

TWO_MINUTES_EACH: Final = (
    "Two minutes each, on the board itself. What you are to do stands in the panel."
)
LESSON_IS_DONE: Final = "Lesson {number} is done: {title}"
BOX_SAYS_WHAT_TO_DO: Final = "In a lesson the box says what is to be done."
WATCH: Final = "Watch what comes of it."
BACK_WHERE_YOU_BEGAN: Final = "That led away from the step: you are back where it began."
BACK_WHERE_IT_BEGAN: Final = "That led away from the step: everything is back where it began."
LESSON_IS_LEFT: Final = "The lesson is left."
SAYS_WHAT_TO_DO_AGAIN: Final = "says again what is to be done"
HOW_A_LESSON_IS_TAKEN: Final = "question says the step again, help lists the commands, quit leaves."
LESSON_BEGINS: Final = "Lesson {number}: {title}. {goal}"
STEP_OF: Final = "Step {at} of {of}: {step}"
THE_LESSON_IS_DONE: Final = "the lesson is done"
LESSON_ENDS: Final = "Lesson {number} is done. {words}"
WHAT_FOLLOWS_A_LESSON: Final = "next begins the next lesson, again this one, quit leaves."

# -- A match line by line --------------------------------------------------------------------------

DEATH_DOME: Final = "Death Dome 3,000{seed}. {seats}."
AND_SEED: Final = ", seed {seed}"
HOW_TO_ANSWER: Final = (
    'help lists the commands, options the legal answers. Answer as "walk k5", or by the number of '
    "an answer; a semicolon between several."
)
ANOTHER_IS_UNFINISHED: Final = (
    'Another match is kept unfinished: {match}. "continue" goes on with that one instead.'
)
MATCH_GOES_ON: Final = "The match goes on."
PRESS_ENTER: Final = "{name}, press Enter when the others look away."
ONLY_AN_EMPTY_LINE: Final = "Only an empty line goes on here; quit leaves the match."
ANOTHER_PERSON_ANSWERS: Final = "another person answers"
MATCH_IS_OVER: Final = "The match is over."
MATCH_IS_LEFT: Final = "The match is left."
MATCH_IS_LEFT_WITH_SEED: Final = "The match is left (seed {seed})."
NOTHING_IS_KEPT: Final = "{left} Nothing of it is kept."
COULD_NOT_BE_SAVED: Final = "{left} It could not be saved: {lost}."
IT_IS_KEPT: Final = "{left} It is kept."
EVERY_ROLL_AGAIN: Final = "Every roll and draw again: deathdome verify {name}"
WHAT_ANSWERS_AT_THE_END: Final = (
    "The match is over. log, look, payout, history, reasons and position still answer; coach "
    "tells what cost most; rematch plays it again with the same seed, rematch new with another."
)
