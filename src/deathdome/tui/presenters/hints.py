"""Words about a hint, with the keys that do what it advises."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.actions import ActionKind, kind_of
from deathdome.model.decisions import Question
from deathdome.session.hints import Failure, Step
from deathdome.text.phrases import hosting as say
from deathdome.tui.keys.keyset import key
from deathdome.tui.presenters.text import clean

if TYPE_CHECKING:
    from deathdome.session.hints import News


def hint_words(news: News) -> str:
    """Return the words about a hint."""
    match news:
        case Step():
            return _step_words(news)
        case Failure(why):
            return say.THERE_IS_NO_HINT.format(why=why)
        case _:
            return say.THINKING_ABOUT_A_HINT.format(back=key("back"))


def _step_words(step: Step) -> str:
    advice, text = step.advice, clean(step.text)
    if step.last and step.request.question is Question.PURCHASE:
        text = clean(advice.spoken or text)  # nothing is typed in the store
    if advice.free:
        return say.KEY_ENDS_IT.format(text=text, key=key("end")) if advice.ends else text
    way = "end" if advice.ends else "acts" if _is_listed(step) else ""
    by = say.BY_KEY.format(key=key(way)) if step.last and way else ""
    more = "" if step.last else say.KEY_SAYS_MORE.format(key=key("hint"))
    number, steps = step.number, len(advice.steps)
    return say.HINT_OF.format(number=number, steps=steps, by=by, text=text, more=more)


def _is_listed(step: Step) -> bool:
    """True if the act is under no space of the board: Enter there would do something else."""
    if step.request.question not in (Question.TURN, Question.UNIT_PHASE):
        return False
    answers = step.advice.answers
    return bool(answers) and kind_of(answers[0]) in (ActionKind.PLAY, ActionKind.USE)
