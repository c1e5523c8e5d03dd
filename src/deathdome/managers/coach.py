"""After a match: what a player's decisions cost, by what could be known when they were made.

A decision is judged by the observation that its seat had and by its action. Other hands and the
outcome do not count. The best action and the one taken are scored by the judgement of the hints,
so a player who follows a hint is never blamed for it.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.managers.advice import order_of
from deathdome.managers.adviser import LEVEL, Adviser, both_phases, thought_about
from deathdome.managers.hint_text import RIGHT, Review, Verdict
from deathdome.managers.planner.attack_cards import defence_values, loss_of, price_of, struck_units
from deathdome.managers.planner.auction import auction_values
from deathdome.managers.planner.candidates import Candidates, Plan, pairs
from deathdome.managers.planner.explanations import deeds_of
from deathdome.managers.planner.lookahead import phase_values, turn_values
from deathdome.managers.planner.rollouts import breadth_now, different, sequential_halving
from deathdome.managers.planner.season import imagined
from deathdome.managers.planner.weights import NEUTRAL
from deathdome.match.protocol import Budget, Request, never, number_of
from deathdome.match.undo import OpenPhase
from deathdome.model.actions import (
    CAPTURE,
    END_TURN,
    RELEASE,
    Action,
    ActionKind,
    a_of,
    kind_of,
    make_action,
)
from deathdome.model.decisions import Question
from deathdome.model.frames import Attack
from deathdome.odds.card_choices import next_card
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.gear import hands_of
from deathdome.rules.observing import observe

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deathdome.model.observation import Observation
    from deathdome.model.state import State
    from deathdome.records.timeline import Timeline

WORST: Final = 3
COMPARED: Final = 12  # plans whose second phase is counted as well
ROUGH: Final = 60_000.0  # credits; no closer sale at an auction is called better
IMPOSSIBLE: Final = -1e8  # values below that say that a plan knows nothing of an answer

_CLOSING: Final = (ActionKind.STOP, ActionKind.END_PHASE)
_ACTS: Final = (ActionKind.ATTACK, ActionKind.CAPTURE, ActionKind.RELEASE, ActionKind.USE)


class Deed(NamedTuple):
    """One decision of a seat: what it saw, was asked, and did, up to its next decision."""

    answers: int  # given in the match before
    number: int  # of the question
    question: Question
    seen: Observation
    options: tuple[Action, ...]
    done: tuple[Action, ...]  # the answer; of a unit phase or a defence all answers that make it up
    unit: int = -1  # the unit it is about
    begun: OpenPhase | None = None  # how the unit phase began that is open


# -- one decision ----------------------------------------------------------------------------------


def judged(deed: Deed, level: str = LEVEL) -> Verdict | None:
    """Return the cost of a decision; None if the evaluation does not cover its answer.

    `level`: of the hints that it is measured by.
    """
    world = imagined(deed.seen, Random(deed.number))
    if deed.question is Question.DEFENCE_CARDS:
        return _defended(world, deed)
    if deed.question is Question.AUCTION:
        return _auctioned(world, deed)
    found = _turned(world, deed) if deed.question is Question.TURN else _stepped(world, deed)
    if found is None or found.right:
        return found
    return _beside_hint(world, deed, found, level)


def _verdict(
    deed: Deed,
    best: float,
    better: Sequence[Action],
    value: float,
    done: Sequence[Action] = (),
    then: Sequence[Action] = (),
) -> Verdict:
    """`then`: what would have followed in the same turn."""
    request, cost = _request(deed), max(0.0, best - value)
    acts = done or deed.done
    given = order_of(request, [one for one in acts if kind_of(one) not in _CLOSING] or acts)
    wrong = cost >= RIGHT
    return Verdict(
        deed.answers,
        deed.seen.round,
        deed.question,
        deed.seen.seat,
        given,
        order_of(request, better) if wrong else given,
        order_of(request, then) if wrong and then else None,
        round(cost),
        round(best),
        _match_of(deed),
    )


def _match_of(deed: Deed) -> int:
    """Return the match of a season, from 1; 0 in a single match."""
    series = deed.seen.setup.series
    if series is None:
        return 0
    return series.match + (deed.question is not Question.AUCTION)


def _turned(world: State, deed: Deed) -> Verdict | None:
    """Between unit phases: the whole phase compared with the best one, an ability, or the end."""
    candidates = Candidates(world, deed.seen.seat, NEUTRAL)
    first = deed.done[0]
    if kind_of(first) not in (ActionKind.ACTIVATE, ActionKind.END_TURN):
        values = turn_values(candidates, deed.options)
        return _among(deed, values, first)
    if not any(kind_of(action) is ActionKind.ACTIVATE for action in deed.options):
        return None  # nothing is left to be decided
    plans = [plan for _, plan in candidates.first_phases(COMPARED)]
    ranked = pairs(candidates, different(plans, COMPARED))
    value = 0.0
    if first != END_TURN:
        plan = plan_done(candidates, deed.done)
        if plan is None:
            return None
        value = pairs(candidates, [plan])[0].total
    if not ranked or ranked[0].total <= 0:
        return _verdict(deed, 0.0, [END_TURN], value)
    return _verdict(deed, ranked[0].total, deeds_of(world, ranked[0].plan), value)


def _beside_hint(world: State, deed: Deed, counted: Verdict, level: str) -> Verdict:
    """Judge the cost of a decision by count alone, as a hint would."""
    adviser, action = thought_about(_request(deed), level, begun=deed.begun)
    plan = adviser.plan
    if deed.question is not Question.TURN:
        advised = action == deed.done[0]
        return _verdict(deed, 0.0, [], 0.0, deed.done[:1]) if advised else counted
    if plan is None:
        return _verdict(deed, 0.0, [], 0.0) if action == deed.done[0] else counted
    steps = deeds_of(world, plan)
    done = [one for one in deed.done if kind_of(one) not in _CLOSING]
    if done[: len(steps)] == steps:
        return _verdict(deed, 0.0, [], 0.0)
    assert adviser.candidates is not None
    best, value = adviser.worth(plan), 0.0
    if kind_of(deed.done[0]) in (ActionKind.USE, ActionKind.PLAY):
        return counted
    if deed.done[0] != END_TURN:
        other = plan_done(adviser.candidates, deed.done)
        if other is None:
            return counted
        value = best - _regret(adviser, deed, plan, other)
    better, *rest = both_phases(adviser.candidates, plan)
    return _verdict(deed, best, better, value, then=rest[0] if rest else ())


def _regret(adviser: Adviser, deed: Deed, plan: Plan, other: Plan) -> float:
    """Return the lead of one plan over another, by rollouts if the level has them."""
    breadth = adviser.level.breadth
    if breadth is None:
        return adviser.worth(plan) - adviser.worth(other)
    worlds = breadth_now(breadth, 2, deed.seen.setup.seats).worlds
    return sequential_halving([other, plan], _request(deed), NEUTRAL, worlds, never).gain


def _request(deed: Deed) -> Request:
    """Return the question as it was asked."""
    return Request(
        deed.number,
        deed.seen.seat,
        deed.question,
        deed.seen,
        deed.options,
        Budget(),
        deed.unit,
    )


def plan_done(candidates: Candidates, done: Sequence[Action]) -> Plan | None:
    """Return a unit's phase as a plan with its score; None if no plan matches."""
    unit = a_of(done[0])
    here = candidates.world.space[unit]
    goal, act, act_first, walked = here, 0, False, False
    for deed in done[1:]:
        kind = kind_of(deed)
        if kind is ActionKind.WALK and not (act and walked):
            goal, walked = a_of(deed), True
        elif kind in _ACTS and not act:
            act, act_first = int(deed), not walked
        elif kind not in (ActionKind.STOP, ActionKind.END_PHASE):
            return None
    if act_first and not walked:
        goal = here
    plans = candidates.plans(unit)
    like = [plan for plan in plans if (plan.act, plan.act_first) == (act, act_first)]
    for plan in like:
        if plan.goal == goal:
            return plan
    if not like or not act:
        return None
    # The same action, with another space to stand on.
    plan, view = like[0], candidates.view(unit)
    captured = act in (CAPTURE, RELEASE)
    if captured and not act_first:
        return None
    spot = plan.aim if captured else -1
    score = plan.score - view.base(plan.goal, spot) + view.base(goal, spot)
    return plan._replace(goal=goal, score=score)


def _stepped(world: State, deed: Deed) -> Verdict | None:
    """Within a unit phase that is like no plan, answer by answer."""
    values = phase_values(world, deed.seen.seat, deed.options, NEUTRAL)
    return _among(deed, values, deed.done[0])


def _auctioned(world: State, deed: Deed) -> Verdict | None:
    """A sale compared with the best; what a rival loses by one is no more than a guess."""
    values = auction_values(world, deed.seen.seat, deed.options, NEUTRAL)
    mine = next(value for value, action in values if action == deed.done[0])
    best, better = max(values)
    if best - mine < ROUGH:
        best, better = mine, deed.done[0]
    return _verdict(deed, best, [better], mine)


def _among(deed: Deed, values: list[tuple[float, Action]], action: Action) -> Verdict | None:
    known = [(value, other) for value, other in values if value > IMPOSSIBLE]
    mine = [value for value, other in known if other == action]
    if not mine:
        return None
    best, better = max(known, key=lambda pair: pair[0])
    return _verdict(deed, best, [better], mine[0], [action])


def _defended(world: State, deed: Deed) -> Verdict | None:
    """All cards played in a defence, or the first ability."""
    seat, frame = deed.seen.seat, world.stack[-1]
    assert isinstance(frame, Attack)
    values = defence_values(world, seat, deed.options, NEUTRAL)
    best, better = max(values, key=lambda pair: pair[0])
    first = deed.done[0]
    if kind_of(first) in (ActionKind.PLAY, ActionKind.USE):
        return _among(deed, values, first)
    worth = hands_of(world.setup.catalog).values
    laid = [a_of(action) for action in deed.done if kind_of(action) is ActionKind.LAY]
    amount = sum(worth[card] for card in laid)
    rows = struck_units(world, frame, seat, NEUTRAL)
    value = -loss_of(world, rows, amount, NEUTRAL)
    if laid:
        value -= price_of(world, amount, len(laid), NEUTRAL)
    advised = [better]
    if kind_of(better) is ActionKind.LAY:
        advised = _cards(world, deed, best)
    return _verdict(deed, best, advised, value, deed.done)


def _cards(world: State, deed: Deed, best: float) -> list[Action]:
    """Return the cards of the best defence."""
    seat, frame = deed.seen.seat, world.stack[-1]
    assert isinstance(frame, Attack)
    values = hands_of(world.setup.catalog).values
    hand = sorted(world.hands[seat], key=lambda card: -values[card])
    rows = struck_units(world, frame, seat, NEUTRAL)
    for total in range(1, sum(values[card] for card in hand) + 1):
        cards = _fewest(world, seat, total)
        if cards:
            cost = loss_of(world, rows, total, NEUTRAL)
            cost += price_of(world, total, len(cards), NEUTRAL)
            if abs(cost + best) < 1:
                return [make_action(ActionKind.LAY, card) for card in cards]
    return []


def _fewest(world: State, seat: int, total: int) -> list[int]:
    """Return the fewest cards with that sum; none if no cards have it."""
    values = hands_of(world.setup.catalog).values
    trial, cards = world.copy(), []
    while total:
        try:
            action = next_card(trial, seat, total)
        except KeyError:
            return []
        card = a_of(action)
        rest = list(trial.hands[seat])
        rest.remove(card)
        trial.hands[seat] = tuple(rest)
        total -= values[card]
        cards.append(card)
    return cards


# -- a match ---------------------------------------------------------------------------------------


def deeds_in(timeline: Timeline, seat: int) -> list[Deed]:
    """Yield the decisions of a seat, in order: turns, unit phases, defences, auctions."""
    state = timeline.begun.copy()
    found: list[Deed] = []
    open_turn = open_defence = -1  # index of the action that later answers belong to
    journal = timeline.referee.journal
    for at, (who, action) in enumerate(journal):
        asked = decision(state) if who == seat else None
        if asked is not None:
            question = asked.question
            if question is Question.DEFENCE_CARDS:
                if open_defence < 0:
                    open_defence = len(found)
                    found.append(_deed(state, seat, journal[:at], action))
                else:
                    deed = found[open_defence]
                    found[open_defence] = deed._replace(done=(*deed.done, action))
                if kind_of(action) is not ActionKind.LAY:
                    open_defence = -1
            elif question is Question.TURN:
                open_turn = len(found)
                found.append(_deed(state, seat, journal[:at], action))
            elif question is Question.UNIT_PHASE:
                begun = None
                if open_turn >= 0:
                    deed = found[open_turn]
                    begun = OpenPhase(_request(deed), deed.done)
                    found[open_turn] = deed._replace(done=(*deed.done, action))
                found.append(_deed(state, seat, journal[:at], action)._replace(begun=begun))
            elif question is Question.AUCTION:
                found.append(_deed(state, seat, journal[:at], action))
        apply_action(state, action, trusted=True)
    return found


def _deed(state: State, seat: int, before: Sequence[tuple[int, Action]], action: Action) -> Deed:
    asked = decision(state)
    assert asked is not None
    seen = observe(state, seat, asked)
    number = number_of(before, seat)
    return Deed(
        len(before), number, asked.question, seen, tuple(asked.options), (action,), asked.unit
    )


def verdicts(deeds: Sequence[Deed], level: str = LEVEL) -> Iterator[Verdict | None]:
    """One for each action; None where a phase is judged as a whole."""
    whole = False
    for deed in deeds:
        if deed.question is Question.UNIT_PHASE and whole:
            yield None
            continue
        found = judged(deed, level)
        if deed.question is Question.TURN:
            whole = found is not None
        yield found


def review_of(seat: int, found: Sequence[Verdict]) -> Review:
    """Return the costliest verdicts, and the number of all."""
    dear = sorted((one for one in found if not one.right), key=lambda one: -one.cost)
    return Review(seat, len(found), sum(one.right for one in found), tuple(dear[:WORST]))
