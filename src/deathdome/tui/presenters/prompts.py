"""What each kind of question says at the top of the panel, and how it is answered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from deathdome.model.actions import Act, verb_of
from deathdome.model.decisions import Question
from deathdome.model.frames import Attack, Moving, Turn, UnitPhase
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.rules.foresight import open_attack
from deathdome.rules.units import movement
from deathdome.text.phrases import questions as say
from deathdome.tui.keyset import with_keys
from deathdome.tui.presenters.pieces import unit_token
from deathdome.tui.presenters.reactions import reaction_title
from deathdome.tui.presenters.text import Line, Span, line, wrapped

if TYPE_CHECKING:
    from deathdome.match.protocol import Request
    from deathdome.model.observation import Observation


class Prompt(NamedTuple):
    """How a question is put. `{unit}` stands for the unit, an action's id for its key."""

    title: str
    words: str
    picker: Literal["board", "list", "shop", "none"]


PROMPTS: Final = {
    Question.DEAL: Prompt(say.TEAMS_ARE_DEALT, say.CHARACTERS_ARE_BEING_DEALT, "none"),
    Question.ROLL: Prompt(say.DIE_DECIDES, say.WHO_PLAYS_FIRST_IS_ROLLED, "none"),
    Question.DRAW: Prompt(say.CARDS_ARE_DRAWN, say.POWER_CARDS_ARE_BEING_DRAWN, "none"),
    Question.PURCHASE: Prompt(say.STORE_IS_OPEN, say.BUY_SELL_EQUIP_PASS, "shop"),
    Question.TURN: Prompt("Your turn", say.CHOOSE_A_UNIT_THEN, "board"),
    Question.UNIT_PHASE: Prompt("{unit} acts", say.ON_A_SPACE_OR_A_FOE, "board"),
    Question.WALK: Prompt(say.MAY_WALK, say.ON_A_SPACE_WALKS_THERE, "board"),
    Question.FOLLOW: Prompt(say.MAY_FOLLOW, say.ON_A_SPACE_FOLLOWS_STAY, "board"),
    Question.JUMP: Prompt(say.MAY_JUMP, say.ON_A_SPACE_JUMPS_THERE, "board"),
    Question.ATTACK_CARDS: Prompt("{unit} attacks", say.TICKS_AND_COMMITS, "list"),
    Question.DEFENCE_CARDS: Prompt(say.IS_ATTACKED, say.TICKS_AND_COMMITS, "list"),
    Question.FURTHER_ATTACK: Prompt(say.MAY_ATTACK_AGAIN, say.ON_A_FOE_ATTACKS_AGAIN, "board"),
    Question.HIT_ORDER: Prompt("Several hits", say.CHOOSE_WHOSE_HIT_IS_RESOLVED, "list"),
    Question.PUSH_SPACE: Prompt(say.IS_PUSHED, say.CHOOSE_THE_SPACE, "board"),
    Question.JAIL: Prompt(say.IS_DEAD, say.YOU_CHOOSE_THE_JAIL, "list"),
    Question.REACTION: Prompt("react?", say.DOES_WHAT_IS_UNDER, "list"),
}

NOTHING_LEFT: Final = say.NOTHING_LEFT_TO_DO

WALKED_AND_ACTED: Final = say.NO_STEP_AND_NO_ACTION

TURN_OVER: Final = say.NOTHING_LEFT_ENDS_THE_TURN


def prompt_lines(request: Request, width: int) -> list[Line]:
    """The question in two or three lines."""
    seen = request.seen
    prompt = PROMPTS[request.question]
    token = unit_token(seen.table, request.unit) if request.unit >= 0 else ""
    title = _attacked(request) or prompt.title.format(unit=token)
    if request.question is Question.REACTION:
        title = reaction_title(request)
    rows = [line(Span(title, "title"), Span(f"  {_progress(seen, request)}", "dim"))]
    rows += wrapped(with_keys(_words(request, prompt)), width, "dim")
    return rows


def _attacked(request: Request) -> str:
    """Which units of the team that is asked are hit, if there are several; else ''."""
    frame = open_attack(request.seen) if request.question is Question.DEFENCE_CARDS else None
    own = [unit for unit in frame.hits if unit // UNITS_PER_TEAM == request.seat] if frame else []
    if not own:
        return ""
    tokens = [unit_token(request.seen.table, unit) for unit in own]
    return f"{' '.join(tokens)} {'are' if len(own) > 1 else 'is'} attacked"


def _words(request: Request, prompt: Prompt) -> str:
    """How the question is answered, as far as there is anything left to answer it with."""
    if exhausted(request):
        return NOTHING_LEFT
    verbs = {verb_of(act) for act in request.options}
    if request.question is Question.UNIT_PHASE:
        return _phase_words(verbs)
    if request.question is not Question.TURN or Act.ACTIVATE in verbs:
        return prompt.words
    return TURN_OVER + (say.PLAYS_A_CARD if verbs & {Act.PLAY, Act.USE} else ".")


def _phase_words(verbs: set[Act]) -> str:
    """What the unit can still do, each with its key."""
    parts = [say.ON_A_SPACE_WALKS] * (Act.WALK in verbs)
    if Act.ATTACK in verbs:
        parts.append(say.THEN_ON_A_FOE_ATTACKS if parts else say.ON_A_FOE_ATTACKS)
    parts += [say.TAKES_THIS_POINT] * (Act.CAPTURE in verbs)
    parts += [say.OPENS_THE_JAIL] * (Act.RELEASE in verbs)
    if parts:
        return say.ENDS_IT.format(names=", ".join(parts))
    return WALKED_AND_ACTED + (say.PLAYS_A_CARD if verbs & {Act.PLAY, Act.USE} else ".")


def exhausted(request: Request) -> bool:
    """Whether ending the unit phase is all that is left."""
    return request.question is Question.UNIT_PHASE and len(request.options) == 1


def _progress(seen: Observation, request: Request) -> str:
    """What is left: unit phases, steps, actions."""
    if request.question is Question.TURN:
        turn = seen.stack[0]
        if isinstance(turn, Turn):
            return say.UNIT_PHASE_LEFT.format(phases=turn.phases, plural="s" * (turn.phases != 1))
    for frame in reversed(seen.stack):
        if isinstance(frame, UnitPhase) and request.question is Question.UNIT_PHASE:
            steps = steps_left(seen, frame)
            return f"steps {steps}, actions {frame.actions}"
        if isinstance(frame, Moving):
            return f"up to {frame.limit - frame.steps}"
        if isinstance(frame, Attack) and request.question is Question.FURTHER_ATTACK:
            return f"{frame.setup.again} left"
    return ""


def steps_left(seen: Observation, frame: UnitPhase) -> int:
    """Steps the unit still has in its open or next movement phase."""
    from deathdome.rules.observing import visible_state

    if not frame.walking and frame.movements <= 0:
        return 0
    return max(0, movement(visible_state(seen), frame.unit) - frame.steps)
