"""Plans played on in sampled worlds, the other teams' answers included (decision 0014).

Sequential halving: many plans in few worlds, then the better ones in more. The plan that would be
chosen without is always among them, and is replaced only if another is better by more than the
noise and by more than a trifle: search must not make the choice worse.
"""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.managers.planner.levels import Breadth
from deathdome.managers.planner.memory import Memory
from deathdome.managers.planner.rollouts import Rollout
from deathdome.managers.planner.weights import LEAF, LeafWeights
from deathdome.rules.observing import determinize

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from deathdome.managers.planner.candidates import Plan
    from deathdome.managers.planner.weights import Weights
    from deathdome.match.protocol import Request

ALIKE: Final = 3  # plans that share unit, action and order
FEWEST: Final = 4  # plans played on
TRIFLE: Final = 8_000.0  # credits; playing on is not that exact, in however many worlds


class Found(NamedTuple):
    """The result of a search."""

    plan: Plan
    nodes: int
    value: float  # credits of an even match (`evaluate.swayed`), mean over the worlds
    gain: float  # beside the plan that would be chosen without
    worlds: int
    cut: bool  # somebody was in a hurry
    others: tuple[tuple[Plan, float], ...] = ()  # played on to the last, and their gain


def different(plans: Iterable[Plan], most: int) -> list[Plan]:
    """Return the first plans, with few of one kind."""
    kinds: dict[tuple[int, int, bool], int] = {}
    chosen: list[Plan] = []
    for plan in plans:
        kind = plan.unit, plan.act, plan.act_first
        if kinds.get(kind, 0) < ALIKE and plan not in chosen:
            kinds[kind] = kinds.get(kind, 0) + 1
            chosen.append(plan)
            if len(chosen) == most:
                break
    return chosen


def sequential_halving(
    plans: Sequence[Plan],
    request: Request,
    weights: Weights,
    rounds: Sequence[int],
    hurry: Callable[[], bool],
    leaf: LeafWeights = LEAF,
) -> Found:
    """Return the best plan by rollouts over the same worlds for all.

    The first of `plans` is the one to beat. `rounds`: worlds a plan before each halving; `leaf`:
    what positions are judged by where playing on ends.
    """
    results: list[list[float]] = [[] for _ in plans]
    alive = list(range(len(plans)))
    nodes = played = 0
    cut = False
    memory = Memory()
    for wanted in rounds:
        for number in range(played, wanted):
            if hurry():
                cut = True
                break
            for index in alive:
                rng = Random(f"{request.number}/{number}")
                world = determinize(request.seen, rng)
                rollout = Rollout(world, request.seat, weights, rng, memory, leaf)
                rollout.carry_out(plans[index])
                results[index].append(rollout.to_next_turn())
                nodes += rollout.nodes
            played = number + 1
        if cut:
            break
        ranked = sorted(alive, key=lambda index: (-sum(results[index]), index))
        kept = set(ranked[: max(2, len(alive) // 2)]) | {0}
        alive = [index for index in ranked if index in kept]
    best = alive[0] if played else 0
    gain = 0.0
    if best:
        gains = [a - b for a, b in zip(results[best], results[0], strict=True)]
        gain = sum(gains) / len(gains)
        spread = sqrt(sum((g - gain) ** 2 for g in gains) / max(1, len(gains) - 1))
        if gain <= max(TRIFLE, spread / sqrt(len(gains))):
            best, gain = 0, 0.0
    value = sum(results[best]) / len(results[best]) if results[best] else plans[best].score
    others = tuple(
        (plans[index], (sum(results[index]) - sum(results[0])) / len(results[0]))
        for index in alive
        if index != best and len(results[index]) == len(results[0]) > 0
    )
    return Found(plans[best], nodes, value, gain, played, cut, others)


def breadth_now(breadth: Breadth, phases: int, seats: int) -> Breadth:
    """Return the rollouts of a round: half as many worlds after the first of two phases.

    With more than two teams a world takes longer to be played on, by the other teams' turns and by
    what each of them has to look at: there are fewer, for fewer plans.
    """
    worlds = breadth.worlds if phases > 1 else breadth.worlds[:-1] or breadth.worlds
    fewer = tuple(max(1, 4 * number // seats**2) for number in worlds)
    return Breadth(max(FEWEST, 2 * breadth.plans // seats), fewer)
