"""Reactions that can be used and still miss what they are for: a helper that cannot reach the unit.

Such a reaction moves a unit, so the rules allow it (AMB-133). Screens and hints mark it.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from deathdome.model.actions import Act, a_of, picked_of, subject_of, verb_of
from deathdome.model.decisions import Question
from deathdome.model.effects import Follow, Heal, Jump, Move
from deathdome.model.frames import Event
from deathdome.model.vocabulary import Allow, Target
from deathdome.rules.engine import decision
from deathdome.rules.moving import follow_goals, jump_goals, legs_toward
from deathdome.rules.observing import visible_state
from deathdome.rules.picks import aim_of, mover_of
from deathdome.rules.reactions import moment_of
from deathdome.rules.units import allows, movement

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deathdome.model.actions import Action
    from deathdome.model.catalog import Ability
    from deathdome.model.observation import Observation
    from deathdome.model.state import State
    from deathdome.rules.picks import Moment


class Shortfall(Enum):
    """Why a reaction misses what it is for."""

    FAR = "too far"
    LATE = "too late"  # the unit is dead, or dies all the same


def shortfalls(seen: Observation) -> Mapping[Action, Shortfall]:
    """The answers to an open reaction that miss what they are for, as far as the seat can see."""
    if seen.question is not Question.REACTION:
        return {}
    state = visible_state(seen)
    frame, asked = state.stack[-1], decision(state)
    if not isinstance(frame, Event) or asked is None:
        return {}
    uses = [act for act in asked.options if verb_of(act) in (Act.USE, Act.PLAY)]
    found: dict[Action, Shortfall] = {}
    for act in uses:
        ability, moment = _looked_at(state, frame, seen.seat, act)
        gone = frame.lava or state.space[subject_of(act)] < 0
        if not gone and not _reaches(state, ability, moment, picked_of(act)):
            found[act] = Shortfall.FAR
    for subject in {subject_of(act) for act in uses}:
        healers = [act for act in uses if subject_of(act) == subject and _healing(state, act)]
        able = [act for act in healers if act not in found]
        if _dies(state, frame, subject, able, seen.hand):
            found |= dict.fromkeys(able, Shortfall.LATE)
    return found


def _looked_at(state: State, frame: Event, seat: int, act: Action) -> tuple[Ability, Moment]:
    ability = state.table.catalog.ability_of(act)
    of_item = verb_of(act) is Act.USE
    bearer = state.gear.bearer.get(int(ability.id), -1) if of_item else -1
    return ability, moment_of(state, frame, seat, bearer, subject_of(act))


def _reaches(state: State, ability: Ability, moment: Moment, picked: int) -> bool:
    """False if a unit moves to be near the subject and cannot get there."""
    near = [
        effect.condition.near
        for effect in ability.do
        if effect.condition is not None and effect.condition.near is not None
    ]
    move = next((effect for effect in ability.do if isinstance(effect, Move)), None)
    if move is None or not near:
        return True
    there, mover = state.space[moment.subject], mover_of(ability, moment, picked)
    terrain = state.table.terrain
    walls = bool(allows(state, mover) & Allow.SEE_WALLS)
    goals = terrain.within(there, max(near)) & terrain.sight(there, walls)
    return bool((_ends(state, move, mover, moment, goals) | 1 << state.space[mover]) & goals)


def _ends(state: State, move: Move, mover: int, moment: Moment, goals: int) -> int:
    """Spaces where the move may end; all goals if a bug token lies on the way to one."""
    if isinstance(move, Jump):
        return jump_goals(state, mover, move.steps)
    if isinstance(move, Follow):
        return follow_goals(state, mover, moment.subject, moment.steps)
    steps = movement(state, mover) if move.steps is None else move.steps
    return goals if legs_toward(state, mover, goals, steps) else 0


def _healing(state: State, act: Action) -> int:
    """Wounds that the answer heals of its subject; 0 if none."""
    ability = state.table.catalog.ability_of(act)
    return sum(
        effect.n
        for effect in ability.do
        if isinstance(effect, Heal) and aim_of(ability, effect) is Target.SUBJECT
    )


def _dies(
    state: State, frame: Event, subject: int, healers: Iterable[Action], hand: tuple[int, ...]
) -> bool:
    """True if all the healers together cannot keep the subject alive."""
    if frame.lava or state.space[subject] < 0:
        return True  # LAVA-7
    each = {
        (verb_of(act), a_of(act)): _healing(state, act)
        * (hand.count(a_of(act)) if verb_of(act) is Act.PLAY else 1)
        for act in healers
    }
    left = int(state.gear.vitae[subject]) - state.wounds[subject]
    return left <= 0 and left + sum(each.values()) <= 0
