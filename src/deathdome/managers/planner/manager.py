"""The planning manager: one unit phase at a time, as well as its level lets it."""

from __future__ import annotations

from math import exp
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.content.outfits import managers_outfits
from deathdome.managers.planner.attack import dominated_attacks
from deathdome.managers.planner.attack_cards import attack_values, defence_values
from deathdome.managers.planner.auction import auction_values
from deathdome.managers.planner.candidates import (
    Candidates,
    Plan,
    TurnPlan,
    best_turns,
    estimated,
    first_of,
)
from deathdome.managers.planner.evaluate import last_turn
from deathdome.managers.planner.explanations import (
    deeds_of,
    mistakes_made,
    plan_terms,
    remark,
    runner_up,
    terms_of,
)
from deathdome.managers.planner.garbage import collection_paused
from deathdome.managers.planner.lookahead import (
    jail_values,
    option_values,
    phase_values,
    turn_values,
)
from deathdome.managers.planner.mistakes import NO_MISTAKES, mistakes_in
from deathdome.managers.planner.rollouts import (
    breadth_now,
    different,
    next_step,
    sequential_halving,
)
from deathdome.managers.planner.season import imagined
from deathdome.managers.planner.shopping import Shopper, drawn_outfit
from deathdome.managers.planner.weights import (
    LEAF,
    NEUTRAL,
    SHOPPING,
    LeafWeights,
    Level,
    Weights,
    level_of,
    tuned,
    weights_for,
)
from deathdome.match.protocol import Alternative, Reply, never
from deathdome.model.actions import (
    END_PHASE,
    END_TURN,
    Action,
    ActionKind,
    a_of,
    kind_of,
    make_action,
)
from deathdome.model.decisions import Question
from deathdome.model.frames import Turn, UnitPhase
from deathdome.text.phrases import terms as say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deathdome.content.outfits import OutfitPlan
    from deathdome.managers.planner.explanations import Causes
    from deathdome.match.protocol import Briefing, Request, Terms
    from deathdome.model.events import Event, Outcome
    from deathdome.model.state import State

WIDE: Final = 12  # plans whose second phase is estimated
PAIRED: Final = 6  # ... and thought through
TIE: Final = 1.0  # credits; the choice among closer options is random
STEEP: Final = 3.0  # the worst plan of a careless choice is e**STEEP times rarer than the best

# No plan is carried over from one match of a season to the next.
_BETWEEN: Final = (Question.PURCHASE, Question.AUCTION)

Values = list[tuple[float, "Action"]]


class PlanningManager:
    """Scores whole unit phases; from elite on it plays the best of them on."""

    def __init__(self, level: str = "veteran", weights: Weights = NEUTRAL) -> None:
        self._default = level
        self._base = weights
        self.level: Level = level_of(level)
        self.weights: Weights = weights_for(self.level, "", weights)
        self._rng = Random(0)
        self._seed = 0
        self._shopper: Shopper | None = None
        # On the worth of store cards, by id or tag.
        self.factors: Mapping[str, float] = tuned().outfit
        self.leaf: LeafWeights = LEAF  # the judgement of positions where rollouts end
        self.outfit: OutfitPlan | None = None  # that it means to buy; None: it draws one
        # The plans of a team in a position, with their scores.
        self.candidates_of: Callable[[State, int, Weights], Candidates] = Candidates
        self._intent: Plan | None = None
        self._hurry: Callable[[], bool] = never

    def begin(self, briefing: Briefing) -> None:
        """Take the seed, level and personality."""
        self.level = level_of(briefing.options.get("level", self._default))
        personality = briefing.options.get("personality", "")
        self.weights = weights_for(self.level, personality, self._base)
        self._rng = Random(briefing.seed)
        self._seed = briefing.seed
        taste = Random(f"{briefing.seed}/taste")
        wishes = SHOPPING.get(personality, {})
        catalog = briefing.setup.catalog
        outfit = self.outfit or drawn_outfit(managers_outfits(), catalog, taste, wishes)
        self._shopper = Shopper(catalog, taste, self.factors, wishes, self.level.noise, outfit)
        self._intent = None
        self._hurry = briefing.hurry

    def observe(self, events: Sequence[Event]) -> None:
        """Needs no memory: everything it uses is in what it sees."""

    def end(self, outcome: Outcome) -> None:
        """Nothing to keep."""

    @collection_paused()
    def decide(self, request: Request) -> Reply:
        """Return the option that begins the best plan."""
        if request.question in _BETWEEN:
            self._intent = None
        if len(request.options) == 1:
            return Reply(request.options[0])
        question = request.question
        if question is Question.PURCHASE:
            assert self._shopper is not None
            return self._shopper.answer(request)
        if question is Question.UNIT_PHASE and self._intent is not None:
            reply = self._carry_on(request)
            if reply is not None:
                return reply
        mistakes = NO_MISTAKES
        if self.level.mistaken:
            mistakes = mistakes_in(request.seen, self.level, self._seed)
        world = imagined(request.seen, Random(request.number), mistakes)
        if question is Question.TURN:
            return self._turn(world, request)
        options: Sequence[Action] = request.options
        frame = world.stack[-1]
        if isinstance(frame, UnitPhase):
            pointless = dominated_attacks(world, frame.unit, options)
            options = [action for action in options if action not in pointless]
        causes: Causes = {}
        seat, weights = request.seat, self.weights
        if question is Question.UNIT_PHASE:
            candidates = self.candidates_of(world, seat, weights)
            values = phase_values(world, seat, options, weights, causes, candidates)
        else:
            weigh = _WEIGHED.get(question, option_values)
            values = weigh(world, seat, options, weights, causes)
        return _explained(self._chosen(values), len(values), causes)

    # -- between unit phases -----------------------------------------------------------------------

    def _turn(self, world: State, request: Request) -> Reply:
        """Choose a unit by its whole phase, an ability, or the end of the turn."""
        self._intent = None
        candidates = self.candidates_of(world, request.seat, self.weights)
        causes: Causes = {}
        values = turn_values(candidates, request.options, causes)
        if self.level.single:
            return self._single(candidates, values, causes)
        choice = max(values, key=lambda pair: (pair[0], -pair[1]))[1]
        units = [
            a_of(action) for action in request.options if kind_of(action) is ActionKind.ACTIVATE
        ]
        if kind_of(choice) in (ActionKind.USE, ActionKind.PLAY) or not units:
            return _explained(choice, len(values), causes)
        ranked = self._ranked(candidates)
        # What each unit gains by an ability used inside its phase, which is seen to there.
        more = {
            a_of(action): value - self.weights.act - candidates.best(a_of(action)).score
            for value, action in values
            if kind_of(action) is ActionKind.ACTIVATE
        }
        abler = max(ranked, key=lambda pair: pair.total + more[pair.plan.unit]).plan.unit
        if more[abler] > TIE:
            return _explained(make_action(ActionKind.ACTIVATE, abler), len(values), causes)
        turn = request.seen.stack[0]
        phases = turn.phases if isinstance(turn, Turn) else 1
        if self.level.careless:
            picked = Picked(self._careless(candidates, ranked), len(ranked))
        else:
            picked = self._plan(ranked, request, phases)
        plan, nodes = picked.plan, picked.nodes
        total = next(pair.total for pair in ranked if pair.plan == plan)
        if total <= -TIE and END_TURN in request.options:
            left = Alternative(tuple(deeds_of(world, plan)), plan_terms(candidates, plan))
            return Reply(END_TURN, nodes, remark(END_TURN), left)
        self._intent = plan
        begun = make_action(ActionKind.ACTIVATE, plan.unit)
        why, other = _whole_phases(candidates, ranked, picked)
        why += mistakes_made(candidates, plan)
        return Reply(begun, nodes + len(values), why, other)

    def _single(self, candidates: Candidates, values: Values, causes: Causes) -> Reply:
        """Return the best single unit phase, ignoring the next."""
        choice = self._chosen(values)
        if kind_of(choice) is ActionKind.ACTIVATE:
            plan = candidates.best(a_of(choice))
            # A phase that begins with an ability is worth more than its best plan.
            if causes[choice].score - candidates.weights.act - plan.score <= TIE:
                self._intent = plan
        return _explained(choice, len(values), causes)

    def _ranked(self, candidates: Candidates) -> list[TurnPlan]:
        """Return the plans worth searching, with possible second phases, best first."""
        seats = candidates.world.setup.seats
        whole = self.level.breadth
        breadth = breadth_now(whole, candidates.phases, seats).plans if whole else 0
        plans = different((plan for _, plan in candidates.first_phases(WIDE)), max(WIDE, breadth))
        if self.level.rough and candidates.phases > 1 and not last_turn(candidates.world):
            return estimated(candidates, plans)
        return best_turns(candidates, plans, max(PAIRED, breadth))

    def _plan(self, ranked: list[TurnPlan], request: Request, phases: int) -> Picked:
        """One of the plans, as the level chooses."""
        breadth = self.level.breadth
        top = [pair.plan for pair in ranked if pair.total >= ranked[0].total - TIE]
        if breadth is None:
            return Picked(first_of(top), len(ranked))
        breadth = breadth_now(breadth, phases, request.seen.setup.seats)
        chosen = different([first_of(top), *(pair.plan for pair in ranked)], breadth.plans)
        if len(chosen) < 2:
            return Picked(chosen[0], len(ranked))
        until = monotonic() + request.budget.seconds
        found = sequential_halving(
            chosen,
            request,
            self.weights,
            breadth.worlds,
            lambda: self._hurry() or monotonic() > until,
            self.leaf,
        )
        shown = dict(found.others)
        shown[found.plan] = found.gain
        return Picked(found.plan, found.nodes + len(ranked), chosen[0], shown)

    def _carry_on(self, request: Request) -> Reply | None:
        """Return the next step of the plan, if it is still valid."""
        plan = self._intent
        frame = request.seen.stack[-1]
        if plan is not None and isinstance(frame, UnitPhase) and frame.unit == plan.unit:
            step = next_step(plan, request.seen.space[plan.unit], request.options)
            if kind_of(step) is ActionKind.ATTACK:  # how the unit came may favour another weapon
                world = imagined(request.seen, Random(request.number))
                step = dominated_attacks(world, plan.unit, request.options).get(step, step)
            if step != END_PHASE and kind_of(step) is not ActionKind.STOP:
                return Reply(step)
        self._intent = None
        return None

    # -- choosing ----------------------------------------------------------------------------------

    def _chosen(self, values: Values) -> Action:
        top = max(value for value, _ in values)
        best = [action for value, action in values if value >= top - TIE]
        return self._rng.choice(best)

    def _careless(self, candidates: Candidates, ranked: Sequence[TurnPlan]) -> Plan:
        """Return the best plan, or a useful one that is nearly as good."""
        first, most = ranked[0], self.level.careless
        good = [
            pair
            for pair in ranked
            if pair.total >= first.total - most and _is_useful(candidates, pair.plan)
        ]
        if not good or last_turn(candidates.world):
            return first.plan
        chances = [exp(STEEP * (pair.total - first.total) / most) for pair in good]
        return self._rng.choices(good, chances)[0].plan


def _is_useful(candidates: Candidates, plan: Plan) -> bool:
    """Return True if a plan gains something, and its attack too."""
    attacks = bool(plan.act) and kind_of(Action(plan.act)) is ActionKind.ATTACK
    return plan.score > 0 and (not attacks or plan.gain > candidates.weights.act)


class Picked(NamedTuple):
    """A plan as the level chose it."""

    plan: Plan
    nodes: int
    first: Plan | None = None  # the choice without rollouts
    shown: Mapping[Plan, float] = {}  # gains compared with the first; never written to


_WEIGHED: Final = {
    Question.DEFENCE_CARDS: defence_values,
    Question.ATTACK_CARDS: attack_values,
    Question.JAIL: jail_values,
    Question.AUCTION: auction_values,
}


def _explained(action: Action, nodes: int, causes: Causes) -> Reply:
    """Return an answer with its explanation and the next best answer."""
    return Reply(action, nodes, terms_of(action, causes[action]), runner_up(causes, action))


def _whole_phases(
    candidates: Candidates, ranked: Sequence[TurnPlan], picked: Picked
) -> tuple[Terms, Alternative | None]:
    """Return the explanation of a plan, and the best plan of another kind.

    A plan counts with the phase after it, corrected by its rollouts against the first one.
    """
    totals = {pair.plan: pair.total for pair in ranked}
    shown = picked.shown
    start = totals[picked.first] if picked.first is not None else 0.0
    plan = picked.plan

    def worth(one: Plan) -> float:
        return start + shown[one] if one in shown else totals[one]

    def terms(one: Plan) -> Terms:
        more = [(say.PHASE_AFTER, totals[one] - one.score)]
        said = plan_terms(candidates, one, *more, (say.AFTER_REPLIES, worth(one) - totals[one]))
        return said or remark(END_PHASE)

    rivals = [other for other in shown or totals if other != plan]
    apart = [other for other in rivals if _meant(other) != _meant(plan)]
    rival = max(apart or rivals, key=worth, default=None)
    if rival is None or worth(rival) < 0:
        return terms(plan), Alternative((END_TURN,), remark(END_TURN))
    return terms(plan), Alternative(tuple(deeds_of(candidates.world, rival)), terms(rival))


def _meant(plan: Plan) -> tuple[int, int, int]:
    """Return the subject of a plan: plans with equal subjects are much the same."""
    return plan.unit, plan.act, plan.aim


def tactical() -> PlanningManager:
    """Make a manager of the third rung: plans without rollouts."""
    return PlanningManager("veteran")


def searcher() -> PlanningManager:
    """Make a manager of the fourth rung: rollouts of the best plans."""
    return PlanningManager("champion")


def rookie() -> PlanningManager:
    """Overlooks most threats, overrates attacks and forgets its units in jail."""
    return PlanningManager("rookie")


def regular() -> PlanningManager:
    """Makes the same mistakes less often."""
    return PlanningManager("regular")


def veteran() -> PlanningManager:
    """Make a manager of the third rung."""
    return PlanningManager("veteran")


def elite() -> PlanningManager:
    """Plays a few plans on."""
    return PlanningManager("elite")


def champion() -> PlanningManager:
    """Plays more plans on, in more worlds."""
    return PlanningManager("champion")
