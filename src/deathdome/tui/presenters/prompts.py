"""What each kind of question says at the top of the panel, and how it is answered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from deathdome.model.actions import Act, verb_of
from deathdome.model.decisions import Question
from deathdome.model.frames import Attack, Moving, Turn, UnitPhase
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.rules.foresight import open_attack
from deathdome.rules.units import movement
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
    Question.DEAL: Prompt("The teams are dealt", "Starting characters are being dealt.", "none"),
    Question.ROLL: Prompt("The die decides", "Who plays first is being rolled.", "none"),
    Question.DRAW: Prompt("Cards are drawn", "Power cards are being drawn.", "none"),
    Question.PURCHASE: Prompt("The store is open", "Buy, sell, equip, pass.", "shop"),
    Question.TURN: Prompt(
        "Your turn", "Choose a unit ({next} {previous} {choose}), then a space or a foe.", "board"
    ),
    Question.UNIT_PHASE: Prompt(
        "{unit} acts", "{choose} on a space walks, on a foe attacks.", "board"
    ),
    Question.WALK: Prompt(
        "{unit} may walk", "{choose} on a space walks there. {end}: stay.", "board"
    ),
    Question.FOLLOW: Prompt(
        "{unit} may follow", "{choose} on a space follows. {end}: stay.", "board"
    ),
    Question.JUMP: Prompt(
        "{unit} may jump", "{choose} on a space jumps there. {end}: stay.", "board"
    ),
    Question.ATTACK_CARDS: Prompt(
        "{unit} attacks", "{tick} ticks a card, {choose} commits what is ticked.", "list"
    ),
    Question.DEFENCE_CARDS: Prompt(
        "{unit} is attacked", "{tick} ticks a card, {choose} commits what is ticked.", "list"
    ),
    Question.FURTHER_ATTACK: Prompt(
        "{unit} may attack again", "{choose} on a foe attacks. {end}: no more.", "board"
    ),
    Question.HIT_ORDER: Prompt("Several hits", "Choose whose hit is resolved next.", "list"),
    Question.PUSH_SPACE: Prompt(
        "{unit} is pushed", "Choose the space: {next} {previous}, {choose}.", "board"
    ),
    Question.JAIL: Prompt("{unit} is dead", "You choose the jail.", "list"),
    Question.REACTION: Prompt("react?", "{choose} does what is under the bar.", "list"),
}

NOTHING_LEFT: Final = "Nothing left to do: {choose} or {end} ends the phase."

WALKED_AND_ACTED: Final = "No step and no action left: {end} ends the phase"

TURN_OVER: Final = "Nothing left: {end} ends the turn"


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
    return TURN_OVER + (", {acts} plays a card." if verbs & {Act.PLAY, Act.USE} else ".")


def _phase_words(verbs: set[Act]) -> str:
    """What the unit can still do, each with its key."""
    parts = ["{choose} on a space walks"] * (Act.WALK in verbs)
    if Act.ATTACK in verbs:
        parts.append("on a foe attacks" if parts else "{choose} on a foe attacks")
    parts += ["{capture} takes this point"] * (Act.CAPTURE in verbs)
    parts += ["{release} opens the jail"] * (Act.RELEASE in verbs)
    if parts:
        return f"{', '.join(parts)}. {{end}} ends it."
    return WALKED_AND_ACTED + (", {acts} plays a card." if verbs & {Act.PLAY, Act.USE} else ".")


def exhausted(request: Request) -> bool:
    """Whether ending the unit phase is all that is left."""
    return request.question is Question.UNIT_PHASE and len(request.options) == 1


def _progress(seen: Observation, request: Request) -> str:
    """What is left: unit phases, steps, actions."""
    if request.question is Question.TURN:
        turn = seen.stack[0]
        if isinstance(turn, Turn):
            return f"{turn.phases} unit phase{'s' * (turn.phases != 1)} left"
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
