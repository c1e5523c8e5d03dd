"""Why a plan was chosen: amounts of credits that add up to its score exactly (managers.md 5.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.actions import CAPTURE, NOBODY, RELEASE, Act, Action, a_of, b_of, verb_of
from deathdome.rules.attack import arm_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.managers.planner.plans import Plan, Prospects

Terms = tuple[tuple[str, int], ...]


def plan_terms(prospects: Prospects, plan: Plan) -> Terms:
    """What makes up the score of a plan, in whole credits; they add up to the rounded score."""
    return rounded(_amounts(prospects, plan), plan.score)


def _amounts(prospects: Prospects, plan: Plan) -> list[tuple[str, float]]:
    world = prospects.world
    here = world.space[plan.unit]
    view = prospects.view(plan.unit)
    done = -1
    if plan.act in (CAPTURE, RELEASE):
        done = here if plan.act_first else plan.goal
    found = [
        (name, after - before)
        for (name, before), (_, after) in zip(
            view.terms(here), view.terms(plan.goal, done), strict=True
        )
    ]
    if plan.act:
        found += _act_amounts(prospects, plan)
        found.append(("an attacker less", plan.saved))
    return found


def _act_amounts(prospects: Prospects, plan: Plan) -> list[tuple[str, float]]:
    """The parts of what the action itself brings."""
    act, world = Action(plan.act), prospects.world
    factor = 1.0 if plan.act_first else prospects.weights.later
    if act == CAPTURE:
        terrain = world.table.terrain
        place = world.space[plan.unit] if plan.act_first else plan.goal
        tower = world.table.board.point_value[terrain.point_at[place]] > 1
        return [("tower" if tower else "point", plan.gain)]
    if act == RELEASE:
        return [("out of jail", plan.gain)]
    if verb_of(act) is not Act.ATTACK:
        return [("cure", plan.gain)]
    target = b_of(act)
    arm = arm_of(world, plan.unit, a_of(act))
    if target == NOBODY or arm.attacks > 1:
        return [("attack", plan.gain)]
    fights = prospects.fights
    way = fights.best(plan.unit, arm, target)
    terms = fights.terms(fights.frame(plan.unit, arm, target), way.total)
    found = [(name, factor * amount) for name, amount in terms]
    rest = plan.gain - sum(amount for _, amount in found)
    if abs(rest) > factor * prospects.weights.act + 1:
        found.append(("into lava", rest))
    return found


def rounded(amounts: Sequence[tuple[str, float]], total: float) -> Terms:
    """Whole credits that add up to the rounded total; what is left over is told as "the rest"."""
    found = [(name, round(amount)) for name, amount in amounts if round(amount)]
    rest = round(total) - sum(amount for _, amount in found)
    if rest:
        found.append(("the rest", rest))
    found.sort(key=lambda term: (-abs(term[1]), term[0]))
    return tuple(found)
