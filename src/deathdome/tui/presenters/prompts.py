"""Prompts: the title of each question, and how to answer it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.model.actions import ActionKind, kind_of
from deathdome.model.decisions import Question
from deathdome.model.frames import Attack, Moving, Turn, UnitPhase
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.rules.analysis import open_attack
from deathdome.rules.units import movement
from deathdome.stage.text import Line, Span, columns_of, line, wrapped
from deathdome.text.names import capitalised, counted
from deathdome.text.phrases import questions as say
from deathdome.tui.keys.keyset import with_keys
from deathdome.tui.presenters.pieces import unit_called, units_called
from deathdome.tui.presenters.words import reaction_title

if TYPE_CHECKING:
    from deathdome.match.protocol import Request
    from deathdome.model.observation import Observation


class Prompt(NamedTuple):
    """Text of a question. `{unit}` is replaced by the unit, an action's id by its key."""

    title: str
    words: str


# What is left in a phase in which the unit itself can do nothing more.
_ASIDE: Final = (ActionKind.END_PHASE, ActionKind.STOP, ActionKind.PLAY, ActionKind.USE)
_NAMED: Final = 2  # units that a title has room for
_TITLE_ROWS: Final = 2
PROMPTS: Final = {question: Prompt(*words) for question, words in say.PROMPTS.items()}


def prompt_lines(request: Request, width: int, *, ends_by_enter: bool = False) -> list[Line]:
    """Return the question in two or three lines; `ends_by_enter`: Enter ends a spent turn."""
    seen = request.seen
    prompt = PROMPTS[request.question]
    name = unit_called(seen, request.unit) if request.unit >= 0 else ""
    title = _attacked(request, width) or capitalised(prompt.title.format(unit=name))
    if request.question is Question.REACTION:
        title = reaction_title(request)
    progress = f"  {_progress(seen, request)}"
    if columns_of(title) + columns_of(progress) <= width:
        rows = [line(Span(title, "title"), Span(progress, "dim"))]
    else:
        rows = wrapped(title, width, "title")[:_TITLE_ROWS]
    rows += wrapped(with_keys(_words(request, prompt, ends_by_enter=ends_by_enter)), width, "dim")
    return rows


def _attacked(request: Request, width: int) -> str:
    """Return a title with the units that are hit, for defence cards; otherwise ''."""
    frame = open_attack(request.seen) if request.question is Question.DEFENCE_CARDS else None
    own = [unit for unit in frame.hits if unit // UNITS_PER_TEAM == request.seat] if frame else []
    if not own:
        return ""
    names = capitalised(units_called(request.seen, own))
    title = f"{names} {'are' if len(own) > 1 else 'is'} attacked"
    if len(own) > 1 and (len(own) > _NAMED or columns_of(title) > width):
        return say.MANY_ATTACKED.format(number=len(own))
    return title


def _words(request: Request, prompt: Prompt, *, ends_by_enter: bool) -> str:
    """Return how to answer the question with what is left."""
    if exhausted(request):
        return say.PHASE_IS_SPENT
    verbs = {kind_of(action) for action in request.options}
    if request.question is Question.UNIT_PHASE:
        return _phase_words(verbs, request.seen, "{choose}" if ends_by_enter else "{end}")
    if not turn_is_spent(request):
        return prompt.words
    ends = "{choose}" if ends_by_enter else "{end}"
    return say.SPENT_ENDS_TURN.format(key=ends) + (
        say.PLAYS_A_CARD if verbs & {ActionKind.PLAY, ActionKind.USE} else "."
    )


def _phase_words(verbs: set[ActionKind], seen: Observation, ends: str) -> str:
    """Return the remaining actions of the unit, each with its key."""
    parts = [say.WALKS] * (ActionKind.WALK in verbs)
    if ActionKind.ATTACK in verbs:
        parts = [say.WALKS_OR_ATTACKS if parts else say.ATTACKS]
    parts += [say.CAPTURES] * (ActionKind.CAPTURE in verbs)
    parts += [say.RELEASES] * (ActionKind.RELEASE in verbs)
    if parts:
        return say.ENDS_PHASE.format(deeds=", ".join(parts))
    phases = (frame for frame in reversed(seen.stack) if isinstance(frame, UnitPhase))
    phase = next(phases, None)
    unused = phase is not None and phase.actions > 0
    words = say.NONE_IN_REACH if unused else say.SPENT_ENDS_PHASE
    return words.format(key=ends) + (
        say.PLAYS_A_CARD if verbs & {ActionKind.PLAY, ActionKind.USE} else "."
    )


def exhausted(request: Request) -> bool:
    """Return True if ending the unit phase is the only option."""
    return request.question is Question.UNIT_PHASE and len(request.options) == 1


def only_end(request: Request, *, ends_by_enter: bool) -> str:
    """Return the key of the only choice there is, to end phase or turn; "" if there are more."""
    if len(request.options) != 1 or not (exhausted(request) or turn_is_spent(request)):
        return ""
    prompt = PROMPTS[request.question]
    return with_keys(_words(request, prompt, ends_by_enter=ends_by_enter))


def phase_is_spent(request: Request) -> bool:
    """Return True if the unit can do nothing more in its phase but play cards and use items."""
    return request.question is Question.UNIT_PHASE and all(
        kind_of(action) in _ASIDE for action in request.options
    )


def turn_is_spent(request: Request) -> bool:
    """Return True if no unit can act any more in this turn."""
    return request.question is Question.TURN and not any(
        kind_of(action) is ActionKind.ACTIVATE for action in request.options
    )


def _progress(seen: Observation, request: Request) -> str:
    """Return the unit phases, steps or actions that are left."""
    if request.question is Question.TURN:
        turn = seen.stack[0]
        if isinstance(turn, Turn):
            return say.PHASES_LEFT.format(phases=counted(turn.phases, "unit phase"))
    for frame in reversed(seen.stack):
        if isinstance(frame, UnitPhase) and request.question is Question.UNIT_PHASE:
            steps = steps_left(seen, frame)
            return f"{counted(steps, 'step')}, {counted(frame.actions, 'action')}"
        if isinstance(frame, Moving):
            return f"up to {frame.limit - frame.steps}"
        if isinstance(frame, Attack) and request.question is Question.FURTHER_ATTACK:
            return f"{frame.declared.again} left"
    return ""


def steps_left(seen: Observation, frame: UnitPhase) -> int:
    """Return the steps that the unit has in its open or next movement phase."""
    from deathdome.rules.observing import visible_state

    if not frame.walking and frame.movements <= 0:
        return 0
    return max(0, movement(visible_state(seen), frame.unit) - frame.steps)
