"""Two unit phases at once: a plan is worth what it makes possible for the next one as well.

The second phase may belong to the same unit (PHASE-3), so it is planned from the position as the
first leaves it, if all goes as expected.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.managers.planner.candidates import FIRSTS, LIKELY, Candidates, Plan
from deathdome.managers.planner.evaluate import WIN, last_turn, turns_left
from deathdome.model.actions import RELEASE, Action, ActionKind, a_of, kind_of
from deathdome.model.frames import Turn
from deathdome.odds.card_choices import cards_of
from deathdome.rules.ending import judge
from deathdome.rules.units import put, ready_units

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.state import State

TRIED: Final = 12  # second plans of a unit looked at in the last turn of the match


class TurnPlan(NamedTuple):
    """A plan, and what the best plan after it adds."""

    total: float  # credits
    plan: Plan


def pairs(candidates: Candidates, plans: Sequence[Plan]) -> list[TurnPlan]:
    """Each plan with the best that could follow it, the best first.

    In the last turn of the match a plan is worth what it does, not what it may lead to some day.
    """
    found = [
        TurnPlan(_alone(candidates, plan) + following(candidates, plan), plan) for plan in plans
    ]
    found.sort(key=_by_total)
    return found


def _alone(candidates: Candidates, plan: Plan) -> float:
    """Return the value of a plan without its second phase.

    In a team's last turn the way to a job leads to the next phase or to none, and that is counted.
    """
    world = candidates.world
    if last_turn(world):
        return plan.gain
    if turns_left(world, candidates.seat):
        return plan.score
    return plan.score - candidates.on_the_way(plan)


def best_turns(candidates: Candidates, plans: Sequence[Plan], most: int) -> list[TurnPlan]:
    """`pairs` of so many of the plans, those with the best estimate, and of the boldest attack.

    The second phase may take back what the first has risked. All plans are looked at where that is
    quick, with one unit phase left, and where it decides, in the last turn of the match.
    """
    if last_turn(candidates.world) or candidates.phases < 2:
        return pairs(candidates, plans)
    found = [TurnPlan(plan.score + _estimate(candidates, plan), plan) for plan in plans]
    found.sort(key=_by_total)
    chosen = [pair.plan for pair in found[:most]]
    bold = _boldest(candidates)
    if bold is not None and bold not in chosen:
        chosen.append(bold)
    return pairs(candidates, chosen)


def _by_total(pair: TurnPlan) -> tuple[float, float, int, int]:
    return -pair.total, -pair.plan.score, pair.plan.unit, pair.plan.act


def _boldest(candidates: Candidates) -> Plan | None:
    """Return the best attack, wherever it leaves the unit."""
    world, seat = candidates.world, candidates.seat
    attacks = [
        plan
        for unit in ready_units(world, seat)
        for plan in candidates.plans(unit, None, FIRSTS)
        if plan.act and kind_of(Action(plan.act)) is ActionKind.ATTACK and plan.gain > 0
    ]
    return max(attacks, key=lambda plan: (plan.gain + plan.saved, plan.score), default=None)


def _estimate(candidates: Candidates, plan: Plan) -> float:
    """About the best that another unit can do, or the same one from where the plan leaves it."""
    world, seat = candidates.world, candidates.seat
    others = 0.0
    for unit in ready_units(world, seat):
        if unit != plan.unit:
            for other in candidates.plans(unit, None, FIRSTS):
                if other.score <= others:
                    break
                if (other.aim < 0 or other.aim != plan.aim) and other.goal != plan.goal:
                    others = other.score
                    break
    return others + candidates.soon(plan, others)


def following(candidates: Candidates, plan: Plan) -> float:
    """Credits of the best second phase after a plan, and of winning by the two."""
    world, seat = candidates.world, candidates.seat
    turn = world.stack[0]
    if not isinstance(turn, Turn) or len(world.stack) > 1:
        return 0.0
    last = last_turn(world)
    if turn.phases < 2:
        return _won(world, [plan], seat) if last else 0.0
    after = expected(world, plan)
    then = Candidates(after, seat, candidates.weights)
    plans = [
        found
        for unit in ready_units(after, seat)
        for found in then.plans(unit)[: TRIED if last else 1]
    ]
    if last:
        return max((found.score + _won(after, [found], seat) for found in plans), default=0.0)
    return max((found.score for found in plans), default=0.0)


def _won(world: State, plans: Sequence[Plan], seat: int) -> float:
    """Return the value if the match ends with these plans: a win beats any lead."""
    chance = 1.0
    for plan in plans:
        if plan.act and plan.kill:
            chance *= plan.kill
        world = expected(world, plan)
    winners = judge(world).winners
    return WIN * chance / len(winners) if seat in winners else 0.0


def expected(world: State, plan: Plan) -> State:
    """Return the most likely position after a plan."""
    turn = world.stack[0]
    assert isinstance(turn, Turn)
    after = world.copy()
    after.stack = (turn._replace(phases=turn.phases - 1),)
    if plan.done >= 0 and plan.act != RELEASE:
        after.owners[world.setup.terrain.point_at[plan.done]] = plan.unit >> 2
    if plan.kill > LIKELY or plan.wounds:
        victim = next(
            (
                unit
                for unit, place in enumerate(world.space)
                if place == plan.aim and unit >> 2 != plan.unit >> 2
            ),
            -1,
        )
        if victim >= 0 and plan.kill > LIKELY:
            put(after, victim, -1)
            after.shells[plan.unit >> 2] += 1
        elif victim >= 0:
            most = after.gear.vitae[victim] - 1
            after.wounds[victim] = min(most, after.wounds[victim] + plan.wounds)
    if plan.laid:
        _lay(after, plan.unit >> 2, plan.laid)
    if plan.goal != world.space[plan.unit]:
        put(after, plan.unit, plan.goal)
    return after


def _lay(after: State, seat: int, total: int) -> None:
    """Remove the expected cards of an attack from the hand."""
    hand = list(after.hands[seat])
    for action in cards_of(after, seat, total):
        hand.remove(a_of(action))
    after.hands[seat] = tuple(hand)


def first_of(plans: Sequence[Plan]) -> Plan:
    """Of plans that are worth the same together, the one to begin with: first what may fail."""
    return min(plans, key=lambda plan: (not 0 < plan.kill < 1, -plan.score, plan.unit, plan.goal))
