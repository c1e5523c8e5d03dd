"""Legal choices that miss their purpose: helpers out of reach, items with no use on a board.

A reaction out of reach moves a unit, so the rules allow it (AMB-133). Screens and hints mark it.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from deathdome.model.actions import ActionKind, a_of, kind_of, picked_of, subject_of
from deathdome.model.catalog import Ratings
from deathdome.model.decisions import Question
from deathdome.model.effects import (
    Capture,
    Follow,
    Forbid,
    Heal,
    Jump,
    Modify,
    Move,
    Permit,
    PlaceToken,
    ToBase,
)
from deathdome.model.frames import ReactionWindow
from deathdome.model.vocabulary import Allow, Deny, Per, Target, Trigger, Zone
from deathdome.rules.engine import decision
from deathdome.rules.moving import follow_goals, jump_goals, legs_toward
from deathdome.rules.observing import visible_state
from deathdome.rules.reactions import reaction_context
from deathdome.rules.targeting import aim_of, mover_of
from deathdome.rules.units import allows, movement

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deathdome.model.actions import Action
    from deathdome.model.board import Board
    from deathdome.model.catalog import Ability, Item
    from deathdome.model.effects import Effect
    from deathdome.model.observation import Observation
    from deathdome.model.state import State
    from deathdome.rules.targeting import AbilityContext


class Shortfall(Enum):
    """Reason why a reaction misses its purpose."""

    FAR = "far"
    LATE = "late"  # the unit is dead, or will still die


def shortfalls(seen: Observation) -> Mapping[Action, Shortfall]:
    """Return the answers to an open reaction that miss their purpose, as far as the seat sees."""
    if seen.question is not Question.REACTION:
        return {}
    state = visible_state(seen)
    frame, asked = state.stack[-1], decision(state)
    if not isinstance(frame, ReactionWindow) or asked is None:
        return {}
    uses = [
        action for action in asked.options if kind_of(action) in (ActionKind.USE, ActionKind.PLAY)
    ]
    found: dict[Action, Shortfall] = {}
    for action in uses:
        ability, context = _in_context(state, frame, seen.seat, action)
        gone = frame.lava or state.space[subject_of(action)] < 0
        if not gone and not _reaches(state, ability, context, picked_of(action)):
            found[action] = Shortfall.FAR
    for subject in {subject_of(action) for action in uses}:
        healers = [
            action for action in uses if subject_of(action) == subject and _healing(state, action)
        ]
        able = [action for action in healers if action not in found]
        if _dies(state, frame, subject, able, seen.hand):
            found |= dict.fromkeys(able, Shortfall.LATE)
    return found


def _in_context(
    state: State, frame: ReactionWindow, seat: int, action: Action
) -> tuple[Ability, AbilityContext]:
    ability = state.setup.catalog.ability_of(action)
    of_item = kind_of(action) is ActionKind.USE
    bearer = state.gear.bearer.get(int(ability.id), -1) if of_item else -1
    return ability, reaction_context(state, frame, seat, bearer, subject_of(action))


def _reaches(state: State, ability: Ability, context: AbilityContext, picked: int) -> bool:
    """Return False if a unit moves to get near the subject and cannot."""
    near = [
        effect.condition.near
        for effect in ability.do
        if effect.condition is not None and effect.condition.near is not None
    ]
    move = next((effect for effect in ability.do if isinstance(effect, Move)), None)
    if move is None or not near:
        return True
    there, mover = state.space[context.subject], mover_of(ability, context, picked)
    terrain = state.setup.terrain
    walls = bool(allows(state, mover) & Allow.SEE_WALLS)
    goals = terrain.within(there, max(near)) & terrain.sight(there, walls)
    return bool((_ends(state, move, mover, context, goals) | 1 << state.space[mover]) & goals)


def _ends(state: State, move: Move, mover: int, context: AbilityContext, goals: int) -> int:
    """Return the spaces where the move may end; all goals if a bug token is on the way."""
    if isinstance(move, Jump):
        return jump_goals(state, mover, move.steps)
    if isinstance(move, Follow):
        return follow_goals(state, mover, context.subject, context.steps)
    steps = movement(state, mover) if move.steps is None else move.steps
    return goals if legs_toward(state, mover, goals, steps) else 0


def _healing(state: State, action: Action) -> int:
    """Return the wounds that the answer heals of its subject."""
    ability = state.setup.catalog.ability_of(action)
    return sum(
        effect.n
        for effect in ability.do
        if isinstance(effect, Heal) and aim_of(ability, effect) is Target.SUBJECT
    )


def _dies(
    state: State,
    frame: ReactionWindow,
    subject: int,
    healers: Iterable[Action],
    hand: tuple[int, ...],
) -> bool:
    """Return True if all healers together cannot keep the subject alive."""
    if frame.lava or state.space[subject] < 0:
        return True  # LAVA-7
    each = {
        (kind_of(action), a_of(action)): _healing(state, action)
        * (hand.count(a_of(action)) if kind_of(action) is ActionKind.PLAY else 1)
        for action in healers
    }
    left = int(state.gear.vitae[subject]) - state.wounds[subject]
    return left <= 0 and left + sum(each.values()) <= 0


# -- idle items ------------------------------------------------------------------------------------


def idle_on(board: Board, item: Item) -> bool:
    """Return True if no ability or rating of the item can have an effect on the board."""
    if item.weapon is not None or item.ratings != Ratings():
        return False
    return not any(
        _works(board, ability, effect) for ability in item.abilities for effect in ability.do
    )


def _works(board: Board, ability: Ability, effect: Effect) -> bool:
    pick = ability.pick
    if not board.jails and (
        ability.zone is Zone.JAIL
        or isinstance(effect, ToBase)
        or (isinstance(effect, Modify) and effect.per is Per.JAILED_ENEMIES)
        or (pick is not None and (pick.zone is Zone.JAIL or pick.what == "jail"))
    ):
        return False
    if not board.points and (
        isinstance(effect, Capture | PlaceToken)
        or ability.when is Trigger.CAPTURED
        or (pick is not None and pick.what == "point")
    ):
        return False
    if not board.towers and any(
        condition is not None and condition.higher_ground
        for condition in (ability.condition, effect.condition)
    ):
        return False
    if isinstance(effect, Permit):
        return bool(effect.allow & ~_idle_permissions(board))
    if isinstance(effect, Forbid):
        return bool(board.points) or effect.deny is not Deny.BUGS
    return True


def _idle_permissions(board: Board) -> Allow:
    idle = Allow.NONE
    if not board.walls and not board.thin_walls:
        idle |= Allow.SEE_WALLS | Allow.WALK_WALLS
    if not board.lava:
        idle |= Allow.ENTER_LAVA
    if not board.towers:
        idle |= Allow.CLIMB_TOWER
    return idle
