"""Search by rollouts: plans tried in sampled worlds (decision 0014).

Every seat plays by its own hand and knowledge: other hands count as unseen cards. No seat is sure
of the others' choices, so each of their good plans has a chance. With only the best one, a tie
broken far ahead would decide between plans, and it would be broken the same way in every world.
"""

from __future__ import annotations

from math import exp, sqrt
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from deathdome.managers.planner.attack import AttackValues
from deathdome.managers.planner.attack_cards import defence_values
from deathdome.managers.planner.candidates import Candidates, Ground, Plan
from deathdome.managers.planner.evaluate import ended, swayed_now
from deathdome.managers.planner.lookahead import jail_values
from deathdome.managers.planner.season import imagined
from deathdome.managers.planner.weights import LEAF, NEUTRAL, Breadth, LeafWeights, Weights
from deathdome.model.actions import (
    COMMIT,
    DECLINE,
    DONE,
    END_PHASE,
    END_TURN,
    PASS,
    STOP,
    Action,
    ActionKind,
    a_of,
    make_action,
)
from deathdome.model.decisions import CHANCE, Question
from deathdome.model.frames import Attack, UnitPhase
from deathdome.odds.card_choices import next_card
from deathdome.odds.defences import card_classes
from deathdome.rules.engine import apply_action, decision

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from deathdome.match.protocol import Request
    from deathdome.model.decisions import Decision
    from deathdome.model.state import State

# Worlds differ by unseen cards only. So a team often faces a position that it has faced in
# another world, as far as it can see; and often in the same position with another hand.

Position: TypeAlias = tuple[Any, ...]


class Memory:
    """Cache of the beginnings of turns, by the observations of the teams.

    It changes only the cost: a cached result is the one that would be found again.
    """

    def __init__(self) -> None:
        """Remembers nothing yet."""
        self._firsts: dict[Position, list[tuple[float, Plan]]] = {}
        self._grounds: dict[Position, Ground] = {}

    def first_phases(
        self, world: State, seat: int, weights: Weights, each: int
    ) -> list[tuple[float, Plan]]:
        """`Candidates.first_phases` of that position for that team; not to be written to."""
        place = seat, weights, each, *open_to_all(world)
        sorts = card_classes(world.setup.catalog)
        seen = *place, tuple(sorted(sorts[card] for card in world.hands[seat]))
        found = self._firsts.get(seen)
        if found is None:
            # Danger depends on the hand, so it is not shared between hands.
            ground = None if weights.danger else self._grounds.setdefault(place, Ground())
            found = self._firsts[seen] = Candidates(world, seat, weights, ground).first_phases(each)
        return found


def open_to_all(world: State) -> Position:
    """Return the public part of a position; equal for equal public knowledge."""
    return (
        world.round,
        world.stack,
        tuple(world.space),
        tuple(world.wounds),
        tuple(world.down),
        tuple(world.owners),
        tuple(world.items),
        tuple(world.spare),
        tuple(world.discard),
        tuple(map(len, world.hands)),
        tuple(world.shells),
        tuple(world.credits),
        world.timed,
        world.tokens,
        frozenset(world.uses.items()),
    )


CALM: Final = (DECLINE, STOP, COMMIT, DONE, PASS, END_PHASE, END_TURN)
BOLD: Final = NEUTRAL._replace(danger=0.0)
LONGEST: Final = 400  # answers in one rollout
EACH: Final = 3  # plans of a unit that may be carried out
# Credits of regret that make a plan less likely by a factor of e.
SURE: Final = 10_000.0  # in the turns of the seat itself, which knows how it thinks
UNSURE: Final = 20_000.0  # in the turns of the others


class Rollout:
    """Plays one world on. `nodes` counts answers given and positions planned from."""

    def __init__(
        self,
        world: State,
        seat: int,
        weights: Weights,
        rng: Random,
        memory: Memory | None = None,
        leaf: LeafWeights = LEAF,
    ) -> None:
        """`weights` are those of `seat`; the other teams are taken to be neutral.

        The seat minds danger in what is left of its turn, as it will. The others do not: what comes
        of it is for later. `memory` is shared by worlds of one turn; `leaf` judges where it ends.
        """
        self.world = world
        self._seat = seat
        self.nodes = 0
        self._weights = weights
        self._rng = rng
        self._memory = memory or Memory()
        self._leaf = leaf
        self._plan: Plan | None = None

    def carry_out(self, plan: Plan) -> None:
        """Set the next unit phase."""
        self._plan = plan
        self._apply(make_action(ActionKind.ACTIVATE, plan.unit))

    def _of(self, seat: int) -> Weights:
        return self._weights if seat == self._seat else BOLD

    def to_next_turn(self) -> float:
        """Play to the seat's next turn or the end of the match; return the credits then.

        A lead counts as in an even match, and less where the match is all but decided.
        """
        world, seat = self.world, self._seat
        left = False
        for _ in range(LONGEST):
            asked = decision(world)
            if asked is None:
                break
            if asked.question is Question.TURN:
                if asked.seat != seat:
                    left = True
                elif left:
                    break
            action = self._answer(asked)
            if action == END_TURN and asked.seat == seat:
                left = True
            self._apply(action)
        self.nodes += 1
        if world.outcome is not None:
            return ended(world, seat)
        return swayed_now(world, seat, Candidates(world, seat, self._weights).outlook(self._leaf))

    def _apply(self, action: Action) -> None:
        apply_action(self.world, action, trusted=True)
        self.nodes += 1

    def _answer(self, asked: Decision) -> Action:
        sole = asked.sole()
        if sole is not None:
            return sole
        if asked.seat == CHANCE:
            return self._rng.choices(asked.options, asked.weights)[0]
        question = asked.question
        if question is Question.TURN:
            return self._unit(asked)
        if question is Question.UNIT_PHASE:
            return self._step(asked)
        frame = self.world.stack[-1]
        if question is Question.ATTACK_CARDS:
            assert isinstance(frame, Attack)
            attack_values = AttackValues(self.world, asked.seat, self._of(asked.seat))
            total = max(attack_values.ways(frame, declared=True)).total
            return next_card(self.world, asked.seat, total) if total else COMMIT
        options = asked.options
        if question is Question.DEFENCE_CARDS:
            return max(defence_values(self.world, asked.seat, options, self._of(asked.seat)))[1]
        if question is Question.JAIL:
            return max(jail_values(self.world, asked.seat, options, self._of(asked.seat)))[1]
        for action in CALM:
            if action in options:
                return action
        return options[0]

    def _unit(self, asked: Decision) -> Action:
        """Return a unit with a good plan, or the end of the turn."""
        units = {a_of(action) for action in asked.of_kind(ActionKind.ACTIVATE)}
        if not units:
            return END_TURN
        firsts = self._memory.first_phases(self.world, asked.seat, self._of(asked.seat), EACH)
        self.nodes += 1
        good = [(worth, plan) for worth, plan in firsts if worth > 0 and plan.unit in units]
        if not good:
            return END_TURN
        top = good[0][0]
        temperature = SURE if asked.seat == self._seat else UNSURE
        chances = [exp((worth - top) / temperature) for worth, _ in good]
        self._plan = self._rng.choices([plan for _, plan in good], chances)[0]
        return make_action(ActionKind.ACTIVATE, self._plan.unit)

    def _step(self, asked: Decision) -> Action:
        """Return the plan's next step, or the end of the phase."""
        plan = self._plan
        frame = self.world.stack[-1]
        assert isinstance(frame, UnitPhase)
        if plan is None or plan.unit != frame.unit:
            candidates = Candidates(self.world, asked.seat, self._of(asked.seat))
            self.nodes += 1
            plan = candidates.best(frame.unit, frame)
            self._plan = plan
        step = next_step(plan, self.world.space[frame.unit], asked)
        if step in (END_PHASE, STOP):
            self._plan = None
        return step


def next_step(plan: Plan, here: int, options: Decision | Sequence[Action]) -> Action:
    """Return the plan's next action; END_PHASE at its end."""
    walk = make_action(ActionKind.WALK, plan.goal)
    if plan.act and (plan.act_first or plan.goal == here) and plan.act in options:
        return Action(plan.act)
    if plan.goal != here and walk in options:
        return walk
    if plan.act and plan.act in options and plan.goal == here:
        return Action(plan.act)
    if END_PHASE in options:
        return END_PHASE
    return STOP if STOP in options else next(iter(options))


# -- search ----------------------------------------------------------------------------------------
# Sequential halving: many plans in few worlds, then the better ones in more. The plan that would
# be chosen without is always among them, and is replaced only if another is better by more than
# half the noise and by more than a trifle: search must not make the choice worse. A plan that is
# clearly worse is dropped early; when no other is left, the search ends.

ALIKE: Final = 3  # plans that share unit, action and order
FEWEST: Final = 4  # plans rolled out
TRIFLE: Final = 8_000.0  # credits; rollouts are not that exact, in however many worlds
ENOUGH: Final = 0.5  # standard errors by which a plan must be better
HOPELESS: Final = 2.0  # standard errors by which a plan that is dropped is worse


class Found(NamedTuple):
    """The result of a search."""

    plan: Plan
    nodes: int
    value: float  # credits of an even match (`evaluate.swayed`), mean over the worlds
    gain: float  # compared with the choice without rollouts
    worlds: int
    cut: bool  # a player was in a hurry
    others: tuple[tuple[Plan, float], ...] = ()  # rolled out to the end, and their gain


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
    the judgement of positions where rollouts end.
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
            rng = Random(f"{request.number}/{number}")
            world = imagined(request.seen, rng)
            dealt = rng.getstate()
            for index in alive:
                rng.setstate(dealt)
                rollout = Rollout(world.copy(), request.seat, weights, rng, memory, leaf)
                rollout.carry_out(plans[index])
                results[index].append(rollout.to_next_turn())
                nodes += rollout.nodes
            played = number + 1
        if cut:
            break
        ranked = sorted(alive, key=lambda index: (-sum(results[index]), index))
        better = ranked[: max(2, len(alive) // 2)]
        alive = [
            index
            for index in ranked
            if index == 0 or (index in better and _may_win(results[index], results[0]))
        ]
        if alive == [0]:
            break
    best = alive[0] if played else 0
    gain = 0.0
    if best:
        gain, error = _compared(results[best], results[0])
        if gain <= max(TRIFLE, ENOUGH * error):
            best, gain = 0, 0.0
    value = sum(results[best]) / len(results[best]) if results[best] else plans[best].score
    # A plan that is not clearly better counts as no better.
    others = tuple(
        (plans[index], min(gain, (sum(results[index]) - sum(results[0])) / len(results[0])))
        for index in range(len(plans))
        if index != best and len(results[index]) == len(results[0]) > 0
    )
    return Found(plans[best], nodes, value, gain, played, cut, others)


def _may_win(results: Sequence[float], first: Sequence[float]) -> bool:
    """Return True if a plan may still be better than the first; one world is too few to say."""
    gain, error = _compared(results, first)
    return len(results) == 1 or gain > -HOPELESS * error


def _compared(results: Sequence[float], first: Sequence[float]) -> tuple[float, float]:
    """Return the mean gain of a plan over the first in the same worlds, and its standard error."""
    gains = [a - b for a, b in zip(results, first, strict=True)]
    mean = sum(gains) / len(gains)
    squares = sum((gain - mean) ** 2 for gain in gains)
    return mean, sqrt(squares / max(1, len(gains) - 1) / len(gains))


def breadth_now(breadth: Breadth, phases: int, seats: int) -> Breadth:
    """Return the rollouts of a round: half as many worlds after the first of two phases.

    With more than two teams a rollout takes longer, because other teams take turns and examine
    more. So there are fewer worlds for fewer plans.
    """
    worlds = breadth.worlds if phases > 1 else breadth.worlds[:-1] or breadth.worlds
    fewer = tuple(max(1, 4 * number // seats**2) for number in worlds)
    return Breadth(max(FEWEST, 2 * breadth.plans // seats), fewer)
