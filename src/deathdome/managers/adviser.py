"""Plans of a planning manager at a question, the source of hints and the coach.

It thinks as a manager of its level does and keeps to the plan of an open unit phase as long as the
player does. It differs where a player would be badly served: it never advises a phase that does
nothing, an attack that can do nothing, or a card that brings nothing; it keeps the last cards in
hand unless the attack is worth clearly more; and where the match is at stake it looks at more plans
in more worlds.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.managers.planner.attack_cards import attack_values, defence_values
from deathdome.managers.planner.auction import auction_values
from deathdome.managers.planner.candidates import Candidates, expected, pairs
from deathdome.managers.planner.evaluate import WIN, last_turn
from deathdome.managers.planner.explanations import deeds_of, plan_terms
from deathdome.managers.planner.lookahead import (
    CALM,
    jail_values,
    option_values,
    phase_values,
    turn_values,
)
from deathdome.managers.planner.manager import PlanningManager
from deathdome.managers.planner.season import imagined
from deathdome.managers.planner.shopping import Shopper
from deathdome.managers.planner.weights import LEVELS, NEUTRAL
from deathdome.match.protocol import PROTOCOL, Briefing, never
from deathdome.model.actions import (
    END_PHASE,
    END_TURN,
    STOP,
    Action,
    ActionKind,
    a_of,
    b_of,
    kind_of,
    make_action,
)
from deathdome.model.decisions import Question
from deathdome.model.frames import Attack, Turn
from deathdome.rules.attack.declare import weapon_of
from deathdome.rules.gear import hands_of
from deathdome.rules.units import ready_units
from deathdome.text.phrases.terms import AFTER_REPLIES, OUTCOME, PHASE_AFTER

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deathdome.managers.planner.candidates import Plan, TurnPlan
    from deathdome.managers.planner.explanations import Causes
    from deathdome.managers.planner.manager import Picked, Values
    from deathdome.match.protocol import Reply, Request, Terms
    from deathdome.match.undo import OpenPhase
    from deathdome.model.state import State

LEVEL: Final = "elite"
CAREFUL: Final = "champion"  # the level whose rollouts are used where the match is at stake
EVEN: Final = 500.0  # credits; hints round to thousands, so smaller gains never show
SEQUELS: Final = 12  # second plans of a unit looked at in the last turn of the match
# An attack with every card in hand has to be worth so much more than the best without it.
ALL_IN: Final = 80_000.0  # credits
LIKELY: Final = 0.5  # chance to kill from which no attack is a gamble
NO_CHANCE: Final = 0.005

_SPENDING: Final = (ActionKind.USE, ActionKind.PLAY)
_PHASES: Final = (Question.TURN, Question.UNIT_PHASE)


class Rest(NamedTuple):
    """The rest of a planned unit phase."""

    plan: Plan
    deeds: tuple[Action, ...]
    terms: Terms  # of the whole plan, as they were counted when the phase began


class _Impartial(Random):
    """For a shopper without a taste: advice does not change from question to question."""

    def uniform(self, a: float, b: float) -> float:
        """In the middle."""
        return (a + b) / 2


class Adviser(PlanningManager):
    """A planning manager that shows what it has in mind; made for one question."""

    def __init__(self, request: Request, level: str, hurry: Callable[[], bool] = never) -> None:
        super().__init__(level)
        setup, seat = request.seen.setup, request.seat
        options = {"level": level}
        self.begin(Briefing(PROTOCOL, seat, setup.seats, setup, request.number, options, hurry))
        if self.level.breadth is not None and decisive(request):
            self.level = self.level._replace(breadth=LEVELS[CAREFUL].breadth)
        self._shopper = Shopper(setup.catalog, _Impartial(), self.factors)
        self.reply: Reply | None = None  # the last answer, with its reasons
        self.rest: Rest | None = None  # of the plan at the start of the unit phase
        self._pairs: list[TurnPlan] = []
        self._first: Plan | None = None
        self._gains: dict[Plan, float] = {}
        self.candidates: Candidates | None = None

    @property
    def plan(self) -> Plan | None:
        """The unit phase that its answer begins or continues; None for another answer."""
        return self._intent

    def hold(self, rest: Rest) -> None:
        """Return the rest of the plan for the open unit phase."""
        self.rest, self._intent = rest, rest.plan

    def think(self, request: Request) -> Action:
        """Return its own answer."""
        self.reply = self.decide(request)
        action = self.reply.action
        if len(request.options) == 1 or request.question is Question.PURCHASE:
            return action
        if request.question is Question.TURN and self._intent is not None:
            return self._begin_something(request, self._intent)
        if self._intent is not None:
            return action
        if action == STOP and END_PHASE in request.options:
            return END_PHASE  # nothing is to follow, so there is nothing to stop for first
        if request.question is Question.UNIT_PHASE and self._is_futile(request, action):
            options = tuple(other for other in request.options if other != action)
            return self.think(replace(request, options=options))
        if request.question in _PHASES and kind_of(action) not in _SPENDING:
            return action
        return self._instead(request, action)

    # -- plans -------------------------------------------------------------------------------------

    def _ranked(self, candidates: Candidates) -> list[TurnPlan]:
        self.candidates = candidates
        ranked = super()._ranked(candidates)
        useful = [pair for pair in ranked if not futile(candidates, pair.plan)]
        self._pairs = useful or ranked
        return self._pairs

    def _plan(self, ranked: list[TurnPlan], request: Request, phases: int) -> Picked:
        picked = super()._plan(ranked, request, phases)
        self._first, self._gains = picked.first, dict(picked.shown)
        assert self.candidates is not None
        if not all_in(self.candidates, picked.plan):
            return picked
        calm = [one for one in self.known if not all_in(self.candidates, one)]
        best = max(calm, key=self.worth, default=picked.plan)
        near = self.worth(best) >= self.worth(picked.plan) - ALL_IN
        return picked._replace(plan=best) if near else picked

    def _begin_something(self, request: Request, plan: Plan) -> Action:
        """Return the best plan that does something, or the end of the turn."""
        assert self.candidates is not None
        if not idle(self.candidates.world, plan):
            return make_action(ActionKind.ACTIVATE, plan.unit)
        busy = [one for one in self.known if not idle(self.candidates.world, one)]
        best = max(busy, key=self.worth, default=None)
        if best is not None and (self.worth(best) > EVEN or END_TURN not in request.options):
            self._intent = best
        else:
            self._intent = None
            return END_TURN
        return make_action(ActionKind.ACTIVATE, best.unit)

    @property
    def known(self) -> list[Plan]:
        """Evaluated plans, those rolled out to the end first."""
        totals = [pair.plan for pair in self._pairs]
        return [*self._gains, *(plan for plan in totals if plan not in self._gains)]

    def worth(self, plan: Plan) -> float:
        """Credits of a plan with the phase after it, corrected by the rollouts."""
        if self._first is not None and plan in self._gains:
            return self._total(self._first) + self._gains[plan]
        return self._total(plan)

    def _total(self, plan: Plan) -> float:
        for pair in self._pairs:
            if pair.plan == plan:
                return pair.total
        assert self.candidates is not None
        return pairs(self.candidates, [plan])[0].total

    def terms(self, plan: Plan) -> Terms:
        """Return the terms that add up to `worth`."""
        candidates, total = self.candidates, self._total(plan)
        assert candidates is not None
        more = total - plan.score
        deciding = candidates.phases < 2 or abs(more) >= WIN // 2
        name = OUTCOME if last_turn(candidates.world) and deciding else PHASE_AFTER
        beyond = AFTER_REPLIES, self.worth(plan) - total
        return plan_terms(candidates, plan, (name, more), beyond)

    def rival(self, plan: Plan) -> Plan | None:
        """Return the best plan that really differs."""
        candidates = self.candidates
        assert candidates is not None
        after = sequel(candidates, plan)
        for other in sorted(self.known, key=self.worth, reverse=True):
            if idle(candidates.world, other) or alike(other, plan) or all_in(candidates, other):
                continue
            if after is not None and alike(other, after):
                later = sequel(candidates, other)
                if later is not None and alike(later, plan):
                    continue  # the same two the other way round
            return other
        return None

    # -- any other answer --------------------------------------------------------------------------

    def _instead(self, request: Request, action: Action) -> Action:
        """Return the same answer as an alternative; nothing if it is as good."""
        world = imagined(request.seen, Random(request.number))
        values = values_of(world, request)
        mine = max((value for value, other in values if other == action), default=None)
        if mine is None or action in CALM:
            return action
        if request.question not in _PHASES:
            margin = ALL_IN if self._is_gamble(world, request, action) else EVEN
            calm = [other for value, other in values if other in CALM and value >= mine - margin]
            return calm[0] if calm else action
        saving = [(value, other) for value, other in values if kind_of(other) not in _SPENDING]
        if max(saving)[0] < mine - EVEN:
            return action
        options = tuple(other for other in request.options if kind_of(other) not in _SPENDING)
        return self.think(replace(request, options=options))

    def _is_futile(self, request: Request, action: Action) -> bool:
        """Return True for an attack that can neither hurt its target nor draw out cards."""
        if kind_of(action) is not ActionKind.ATTACK or len(request.options) < 2:
            return False
        world = imagined(request.seen, Random(request.number))
        attacks = Candidates(world, request.seat, self.weights).attack_values
        arm = weapon_of(world, request.unit, a_of(action))
        way = attacks.best(request.unit, arm, b_of(action))
        return way.kill + way.hurt < NO_CHANCE and way.gain <= 0

    def _is_gamble(self, world: State, request: Request, action: Action) -> bool:
        """Return True if an attack takes the whole hand and will likely not kill."""
        frame = world.stack[-1]
        if request.question is not Question.ATTACK_CARDS or not isinstance(frame, Attack):
            return False
        if kind_of(action) is not ActionKind.LAY or last_turn(world):
            return False
        attacks = Candidates(world, request.seat, self.weights).attack_values
        best = max(attacks.ways(frame, declared=True))
        return best.kill < LIKELY and best.total == _hand_total(world, request.seat)


def decisive(request: Request) -> bool:
    """Return True if the match may be decided before the seat's next turn."""
    seen, seats = request.seen, range(request.seen.setup.seats)
    standing = [sum(seen.space[4 * seat + line] >= 0 for line in range(4)) for seat in seats]
    if standing[request.seat] == 1 or seen.round >= seen.setup.rounds:
        return True
    return len(seats) == 2 and min(standing) == 1


def futile(candidates: Candidates, plan: Plan) -> bool:
    """Return True for an attack that can neither hurt its target nor draw out cards."""
    if not plan.act or kind_of(Action(plan.act)) is not ActionKind.ATTACK:
        return False
    return plan.kill < NO_CHANCE and plan.gain <= candidates.weights.act


def all_in(candidates: Candidates, plan: Plan) -> bool:
    """Return True if an attack takes the whole hand, will likely not kill, and is not the last."""
    world, seat = candidates.world, candidates.seat
    if not plan.laid or plan.kill >= LIKELY or len(world.hands[seat]) < 2 or last_turn(world):
        return False
    return plan.laid == _hand_total(world, seat)


def _hand_total(world: State, seat: int) -> int:
    values = hands_of(world.setup.catalog).values
    return sum(values[card] for card in world.hands[seat])


def thought_about(
    request: Request,
    level: str = LEVEL,
    hurry: Callable[[], bool] = never,
    begun: OpenPhase | None = None,
) -> tuple[Adviser, Action]:
    """Return a planner that has evaluated a question, and its answer.

    `begun`: how the open unit phase began. Its plan is kept as long as the actions followed it.
    """
    adviser = Adviser(request, level, hurry)
    if begun is not None and request.question is Question.UNIT_PHASE:
        rest = rest_of(begun, level, hurry)
        if rest is not None:
            adviser.hold(rest)
    action = adviser.think(request)
    if request.question is Question.TURN:
        _remembered[:] = [(_key(request, level), adviser)]
    return adviser, action


def rest_of(begun: OpenPhase, level: str, hurry: Callable[[], bool] = never) -> Rest | None:
    """Return the rest of a unit phase's plan, if every answer since belongs to it."""
    adviser = _who_thought(begun.request, level, hurry)
    plan = adviser.plan
    if plan is None or adviser.candidates is None:
        return None
    done = [action for action in begun.answers if action != STOP]
    deeds = deeds_of(adviser.candidates.world, plan)
    if deeds[: len(done)] != done or len(deeds) == len(done):
        return None
    return Rest(plan, tuple(deeds[len(done) :]), adviser.terms(plan))


_remembered: list[tuple[object, Adviser]] = []  # of the last evaluated turn


def _who_thought(request: Request, level: str, hurry: Callable[[], bool]) -> Adviser:
    """Return a planner that has evaluated the beginning of a unit phase."""
    key = _key(request, level)
    for known, adviser in _remembered:
        if known == key:
            return adviser
    return thought_about(request, level, hurry)[0]


def _key(request: Request, level: str) -> object:
    setup = request.seen.setup
    seen = replace(request.seen, setup=None, gear=None)  # type: ignore[arg-type]  # only a key
    cards = setup.catalog.fingerprint
    return level, request.number, request.options, seen, cards, setup.board.id, setup.rounds


# -- plans compared --------------------------------------------------------------------------------


def idle(world: State, plan: Plan) -> bool:
    """Return True if the plan does nothing."""
    return not plan.act and plan.goal == world.space[plan.unit]


def alike(one: Plan, other: Plan) -> bool:
    """Return True if two plans have the same action or the same last space."""
    if one.unit != other.unit:
        return False
    if one.act and other.act:
        return (one.act, one.aim) == (other.act, other.aim)
    return one.goal == other.goal or one.act == other.act


def sequel(candidates: Candidates, plan: Plan) -> Plan | None:
    """Return the best second phase after a plan; None if none does anything."""
    world, seat = candidates.world, candidates.seat
    turn = world.stack[0]
    if not isinstance(turn, Turn) or len(world.stack) > 1 or turn.phases < 2:
        return None
    after = expected(world, plan)
    then = Candidates(after, seat, candidates.weights)
    most = SEQUELS if last_turn(world) else 1
    found = [one for unit in ready_units(after, seat) for one in then.plans(unit)[:most]]
    ranked = pairs(then, [one for one in found if not idle(after, one)])
    return ranked[0].plan if ranked and ranked[0].total > 0 else None


def both_phases(candidates: Candidates, plan: Plan) -> list[list[Action]]:
    """Return the answers of a plan and of the phase after it, if there is one."""
    found = [deeds_of(candidates.world, plan)]
    after = sequel(candidates, plan)
    if after is not None:
        found.append(deeds_of(expected(candidates.world, plan), after))
    return found


# -- values ----------------------------------------------------------------------------------------


def values_of(world: State, request: Request, causes: Causes | None = None) -> Values:
    """Return the values of the answers that a planning manager weighs; [] where it weighs none.

    `causes` gets the way to the terms of each.
    """
    seat, options = request.seat, request.options
    match request.question:
        case Question.PURCHASE:
            return []
        case Question.TURN:
            return turn_values(Candidates(world, seat, NEUTRAL), options, causes)
        case Question.UNIT_PHASE:
            return phase_values(world, seat, options, NEUTRAL, causes)
        case Question.DEFENCE_CARDS:
            return defence_values(world, seat, options, NEUTRAL, causes)
        case Question.ATTACK_CARDS:
            return attack_values(world, seat, options, NEUTRAL, causes)
        case Question.JAIL:
            return jail_values(world, seat, options, NEUTRAL, causes)
        case Question.AUCTION:
            return auction_values(world, seat, options, NEUTRAL, causes)
        case _:
            return option_values(world, seat, options, NEUTRAL, causes)


def best_first(values: Sequence[tuple[float, Action]]) -> list[tuple[float, Action]]:
    """Answers with their worth, without those that were not evaluated."""
    return sorted((pair for pair in values if pair[0] > -1e8), key=lambda pair: (-pair[0], pair[1]))
