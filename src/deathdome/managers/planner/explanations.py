"""Explanations of answers: credits that add up to the score exactly.

See managers.md, "What they say about it". Code that weighs answers also returns, if asked, how to
find the terms of each. Only those of the chosen answer and the next best one are worked out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from deathdome.managers.explanations import PUBLIC_TERMS
from deathdome.managers.planner.evaluate import PARTS, parts, strongest, worth
from deathdome.managers.planner.mistakes import NO_MISTAKES
from deathdome.managers.planner.season import judged, mistakes_of
from deathdome.managers.planner.weights import NEUTRAL
from deathdome.match.protocol import Alternative, Terms
from deathdome.model.actions import (
    CAPTURE,
    NOBODY,
    RELEASE,
    Action,
    ActionKind,
    a_of,
    b_of,
    kind_of,
    make_action,
)
from deathdome.model.effects import Capture
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.rules.attack.declare import weapon_of
from deathdome.rules.units import ready_units
from deathdome.text.names import listed, space_name, unit_name, where_words
from deathdome.text.phrases import terms as say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from deathdome.managers.planner.candidates import Candidates, Plan
    from deathdome.managers.planner.mistakes import Mistakes
    from deathdome.model.state import State

Amounts: TypeAlias = list[tuple[str, float]]

IMPOSSIBLE: Final = -1e8  # lower scores mean that an answer was not evaluated

STAYING: Final = 1  # kind of the answers that end a unit phase
MUCH: Final = 25_000.0  # credits; a smaller mistake is not spoken of


class Cause(NamedTuple):
    """A lazy explanation of one answer."""

    score: float  # credits, compared with doing nothing
    amounts: Callable[[], Amounts]
    kind: int = -1  # answers of the same kind are much the same
    deeds: Callable[[], Sequence[Action]] | None = None  # all that it begins; None: it alone
    remark: str = ""  # of an answer without terms; "": as usual for its kind


_TOLD_AT_ONCE: Final = frozenset().union(*PUBLIC_TERMS.values())
Causes: TypeAlias = dict[Action, Cause]


def terms_of(action: Action, cause: Cause) -> Terms:
    """Return an answer's terms in whole credits, or a remark without terms."""
    named = ((cause.remark, 0),) if cause.remark else remark(action)
    return rounded(cause.amounts(), cause.score) or named


def remark(action: Action) -> Terms:
    """Return the remark for an answer without terms."""
    return ((say.REMARKS.get(kind_of(action), say.AS_GOOD), 0),)


def runner_up(causes: Causes, chosen: Action) -> Alternative | None:
    """Return the best answer of another kind than the chosen one, or of its own kind."""
    mine = causes[chosen].kind if chosen in causes else -1
    others = [
        (cause.kind != mine or mine < 0, cause.score, action)
        for action, cause in causes.items()
        if action != chosen and cause.score > IMPOSSIBLE and not cause.kind == mine == STAYING
    ]
    if not others:
        return None
    action = max(others)[2]
    cause = causes[action]
    deeds = cause.deeds() if cause.deeds is not None else (action,)
    return Alternative(tuple(deeds), terms_of(action, cause))


# -- whole unit phases -----------------------------------------------------------------------------


def plan_terms(candidates: Candidates, plan: Plan, *more: tuple[str, float]) -> Terms:
    """Return the terms of a plan's score and of `more`, in whole credits."""
    total = plan.score + sum(amount for _, amount in more)
    return rounded([*plan_amounts(candidates, plan), *more], total)


def deeds_of(world: State, plan: Plan) -> list[Action]:
    """Return the answers of a plan."""
    deeds = [make_action(ActionKind.ACTIVATE, plan.unit)]
    walk = [make_action(ActionKind.WALK, plan.goal)] if plan.goal != world.space[plan.unit] else []
    act = [Action(plan.act)] if plan.act else []
    return [*deeds, *act, *walk] if plan.act_first else [*deeds, *walk, *act]


def plan_amounts(candidates: Candidates, plan: Plan) -> Amounts:
    """Return the same before rounding."""
    world = candidates.world
    here = world.space[plan.unit]
    view = candidates.view(plan.unit)
    found = [
        (name, after - before)
        for (name, before), (_, after) in zip(
            view.terms(here), view.terms(plan.goal, plan.done), strict=True
        )
    ]
    if plan.act:
        found += _act_amounts(candidates, plan)
        found.append((say.FEWER_ATTACKERS, plan.saved))
    elif plan.goal != here:
        found.append((say.THE_WALK, plan.score - sum(amount for _, amount in found)))
    return found


def _act_amounts(candidates: Candidates, plan: Plan) -> Amounts:
    """Return the terms of the action's own gain."""
    action, world = Action(plan.act), candidates.world
    factor = 1.0 if plan.act_first else candidates.weights.later
    if action == CAPTURE:
        return [(_kind_of(world, plan.aim), plan.gain)]
    if action == RELEASE:
        return [(say.OUT_OF_JAIL, plan.gain)]
    if kind_of(action) is not ActionKind.ATTACK:
        ability = world.setup.catalog.abilities[a_of(action)]
        stamps = any(isinstance(effect, Capture) for effect in ability.do)
        return [(_kind_of(world, plan.aim) if stamps else say.CURE, plan.gain)]
    target = b_of(action)
    arm = weapon_of(world, plan.unit, a_of(action))
    if target == NOBODY or arm.attacks > 1:
        return [(say.ATTACK, plan.gain)]
    attack_values = candidates.attack_values
    way = attack_values.best(plan.unit, arm, target)
    terms = attack_values.terms(attack_values.frame(plan.unit, arm, target), way.total)
    found = [(name, factor * amount) for name, amount in terms]
    found.append((say.ACTING, factor * candidates.weights.act))
    pushed = plan.gain - sum(amount for _, amount in found)
    if abs(pushed) > 1:
        found.append((say.INTO_LAVA, pushed))
    return found


def _kind_of(world: State, space: int) -> str:
    """Return the unit or token on a control point."""
    point = world.setup.terrain.point_at[space]
    return say.TOWER if world.setup.board.point_value[point] > 1 else say.POINT


# -- mistakes --------------------------------------------------------------------------------------


def mistakes_made(candidates: Candidates, plan: Plan) -> Terms:
    """Return remarks on mistakes that had a part in a plan, by a judgement without them."""
    mistakes = mistakes_of(candidates.world)
    if mistakes._replace(overrates=1.0) == NO_MISTAKES:
        return ()
    right = candidates.in_position(judged(candidates.world, NO_MISTAKES))
    world, better = right.world, _better(right, plan)
    enemies, places = set(_threats(right, plan, mistakes)), list[int]()
    found: list[str] = []
    if better is not None:
        enemies |= {unit for unit in mistakes.overlooked if 0 <= world.space[unit] == better.aim}
        missed = {world.setup.board.points[index] for index in mistakes.missed}
        places = sorted(missed & {better.aim, better.goal})
        if mistakes.no_release and better.act == RELEASE:
            found.append(say.NO_RELEASE)
        elif better.unit in mistakes.forgotten:
            found.append(say.FORGOTTEN.format(unit=unit_name(world.setup, better.unit)))
    overlooked = [_unit_at(world, unit) for unit in sorted(enemies)]
    overlooked += [_point_at(world, space) for space in places]
    if overlooked:
        found.insert(0, say.OVERLOOKED.format(things=listed(overlooked)))
    return tuple((text, 0) for text in found)


def _better(right: Candidates, plan: Plan) -> Plan | None:
    """Return the best plan, if that is much better than the chosen one by the same judgement."""
    same = (plan.act, plan.goal, plan.act_first)
    worth = next(
        (one.score for one in right.plans(plan.unit) if (one.act, one.goal, one.act_first) == same),
        plan.score,
    )
    plans = [right.best(unit) for unit in ready_units(right.world, right.seat)]
    best = max(plans, key=lambda one: (one.score, -one.unit))
    return best if best.score > worth + MUCH else None


def _threats(right: Candidates, plan: Plan, mistakes: Mistakes) -> list[int]:
    """Return the overlooked enemies that could do much after a plan."""
    world, done = right.world, plan.done if plan.act != RELEASE else -1
    threats = right.danger.of(plan.unit)
    whole = threats.at(plan.goal, taken=done)
    return [
        unit
        for unit in mistakes.overlooked
        if world.space[unit] >= 0 and whole - threats.at(plan.goal, taken=done, without=unit) > MUCH
    ]


def _unit_at(world: State, unit: int) -> str:
    """Return "Blue's Gunner on k11"."""
    where = where_words(world.setup, world.space[unit], unit // UNITS_PER_TEAM)
    return say.UNIT_SOMEWHERE.format(unit=unit_name(world.setup, unit), where=where)


def _point_at(world: State, space: int) -> str:
    """Return "the tower on i9"."""
    place = space_name(world.setup, space)
    return say.POINT_ON.format(point=_kind_of(world, space), place=place)


# -- positions -------------------------------------------------------------------------------------


def promise_amounts(candidates: Candidates) -> Amounts:
    """Return the terms of a position's promise; `Candidates.promise` is their sum."""
    world, seat, weights = candidates.world, candidates.seat, candidates.weights
    promise = candidates.promise()
    static = candidates.static()
    if world.outcome is not None:
        return [(say.MATCH_END, promise)]
    own = list(zip(PARTS, parts(world, seat, weights), strict=True))
    rivals = {
        other: worth(world, other, NEUTRAL) for other in range(world.setup.seats) if other != seat
    }
    others = -weights.lead * rivals[strongest(world, rivals)]
    danger = -candidates.danger.total()
    jobs = static - sum(amount for _, amount in own) - others - danger
    return [
        *own,
        (say.ENEMY_PAYOUTS, others),
        (say.DANGER, danger),
        (say.POINTS_IN_REACH, jobs),
        (say.LATER_PHASES, promise - static),
    ]


def beside(amounts: Iterable[tuple[str, float]], others: Iterable[tuple[str, float]]) -> Amounts:
    """Return the difference of two sets of terms."""
    found: dict[str, float] = {}
    for name, amount in amounts:
        found[name] = found.get(name, 0.0) + amount
    for name, amount in others:
        found[name] = found.get(name, 0.0) - amount
    return list(found.items())


# -- whole credits ---------------------------------------------------------------------------------


def rounded(amounts: Iterable[tuple[str, float]], total: float) -> Terms:
    """Whole credits that add up to the rounded total; nameless terms become "the rest".

    The rounding error never goes to a term that is shown during the match: a single credit would
    reveal the others.
    """
    added = beside(amounts, ())
    found = [(name, round(amount)) for name, amount in added if round(amount)]
    found.sort(key=_dearest)
    rest = round(total) - sum(amount for _, amount in found)
    if rest:
        name = say.ROUNDING if abs(rest) <= len(added) else say.THE_REST
        at = next((at for at, (name, _) in enumerate(found) if name not in _TOLD_AT_ONCE), -1)
        if name == say.ROUNDING and at >= 0:
            name, amount = found.pop(at)
            rest += amount
        found.append((name, rest))
        found.sort(key=_dearest)
    return tuple(term for term in found if term[1])


def _dearest(term: tuple[str, int]) -> tuple[int, str]:
    return -abs(term[1]), term[0]
