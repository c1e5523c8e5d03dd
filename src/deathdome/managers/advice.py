"""Hints: the choice that a planning manager would make in a player's seat, with its reasons.

A hint is worked out from the request alone, so it can reveal nothing that the seat cannot see.
`hint_text` puts it into words.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Final

from deathdome.managers.adviser import (
    LEVEL,
    Adviser,
    Rest,
    alike,
    best_first,
    idle,
    sequel,
    thought_about,
    values_of,
)
from deathdome.managers.answer_text import purpose_text
from deathdome.managers.forecast import forecast
from deathdome.managers.hint_text import ENDINGS, PHASES, Advice, Order, is_tower, rounded, whom
from deathdome.managers.planner.attack import lava_pushes
from deathdome.managers.planner.attack_cards import attack_values, defence_values, struck_units
from deathdome.managers.planner.auction import sale_of
from deathdome.managers.planner.candidates import Candidates, expected
from deathdome.managers.planner.evaluate import last_turn
from deathdome.managers.planner.explanations import deeds_of, plan_terms, terms_of
from deathdome.managers.planner.lookahead import turn_values
from deathdome.managers.planner.season import imagined, matches_left
from deathdome.managers.planner.weights import NEUTRAL
from deathdome.match.protocol import never
from deathdome.model.actions import (
    CAPTURE,
    COMMIT,
    DECLINE,
    END_TURN,
    PASS,
    Action,
    ActionKind,
    a_of,
    b_of,
    kind_of,
)
from deathdome.model.decisions import Question
from deathdome.model.events import Walked
from deathdome.model.frames import Attack, Dying, Moving, Push, UnitPhase
from deathdome.model.state import UNITS_PER_TEAM, fee, price
from deathdome.odds.attack_odds import odds_of, undeclared_attack
from deathdome.odds.card_choices import cards_of
from deathdome.rules.attack.declare import weapon_of
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.futile_choices import shortfalls
from deathdome.rules.gear import hands_of
from deathdome.rules.observing import observe
from deathdome.rules.series import cards_for_sale
from deathdome.text.names import capitalised, item_name, listed
from deathdome.text.phrases import hints as say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deathdome.managers.planner.candidates import Plan
    from deathdome.managers.planner.explanations import Causes
    from deathdome.match.protocol import Request
    from deathdome.match.undo import OpenPhase
    from deathdome.model.events import Event
    from deathdome.model.frames import Frame
    from deathdome.model.state import State
    from deathdome.odds.attack_odds import AttackOdds

SECONDS: Final = 10.0  # the clock only stops an adviser that takes much too long
MAX_CARDS: Final = 7

_LAYING: Final = (Question.ATTACK_CARDS, Question.DEFENCE_CARDS)
_CARDS: Final = (*_LAYING, Question.REACTION)


def advise(
    request: Request,
    level: str = LEVEL,
    hurry: Callable[[], bool] = never,
    begun: OpenPhase | None = None,
) -> Advice:
    """Return a hint for a question; equal for equal requests.

    `begun`: how the open unit phase began, so that the hint keeps to that plan.
    """
    if len(request.options) == 1:
        return _plain(request, request.options[0])._replace(free=True)
    adviser, action = thought_about(request, level, hurry, begun)
    found = _advised(request, adviser, action)
    found = found._replace(stakes=tuple(_stakes(request, found)))
    return _drawn(request, found)


def chosen(
    request: Request,
    level: str = LEVEL,
    hurry: Callable[[], bool] = never,
    begun: OpenPhase | None = None,
) -> Action:
    """Return the first answer of a hint, without its reasons."""
    if len(request.options) == 1:
        return request.options[0]
    return thought_about(request, level, hurry, begun)[1]


def _plain(request: Request, *answers: Action) -> Advice:
    """Return a hint without reasons."""
    order = order_of(request, answers)
    place = request.seen.space[order.unit] if order.unit >= 0 else -1
    return Advice(request.question, request.seat, order, place=place)


def _advised(request: Request, adviser: Adviser, action: Action) -> Advice:
    world = imagined(request.seen, Random(request.number))
    question = request.question
    if question is Question.PURCHASE:
        return _of_goods(request, adviser, action)
    if question is Question.TURN:
        if adviser.plan is not None:
            return _of_plan(request, adviser, adviser.plan)
        if action == END_TURN:
            return _of_ending(request, adviser)
        return _of_ability(world, request, action)
    if question is Question.UNIT_PHASE:
        rest = adviser.rest
        if rest is not None and adviser.plan is not None and rest.deeds[0] == action:
            return _as_planned(world, request, rest)
        plan = _rest_of_phase(world, request, action)
        if plan is not None:
            return _of_rest(world, request, plan)
    told: tuple[Action, ...] = (action,)
    if question is Question.AUCTION and action != DECLINE:
        return _of_values(world, request, told)._replace(purposes=_sold(world, request, action))
    if question in _LAYING and kind_of(action) is ActionKind.LAY:
        told = tuple(_laid(world, request, action))
    return _of_values(world, request, told)


# -- a whole unit phase ----------------------------------------------------------------------------


def _of_plan(request: Request, adviser: Adviser, plan: Plan) -> Advice:
    candidates = adviser.candidates
    assert candidates is not None
    world = candidates.world
    found = _plain(request, *deeds_of(world, plan))._replace(
        total=round(adviser.worth(plan)),
        terms=adviser.terms(plan),
        forecast=forecast(request, plan),
    )
    other = adviser.rival(plan)
    if other is not None:
        found = found._replace(
            rival=order_of(request, deeds_of(world, other)), rival_total=round(adviser.worth(other))
        )
    after = sequel(candidates, plan)
    if after is not None:
        found = found._replace(then=order_of(request, deeds_of(expected(world, plan), after)))
    return _with_attack(world, request, found, plan)


def _of_ending(request: Request, adviser: Adviser) -> Advice:
    """To end the turn with unit phases left: what could still be done, and what it would cost."""
    found = _plain(request, END_TURN)
    candidates = adviser.candidates
    if candidates is None:
        return found
    left = [plan for plan in adviser.known if not idle(candidates.world, plan)]
    best = max(left, key=adviser.worth, default=None)
    if best is None:
        return found
    other = order_of(request, deeds_of(candidates.world, best))
    return found._replace(rival=other, rival_total=min(0, round(adviser.worth(best))))


def _of_ability(world: State, request: Request, action: Action) -> Advice:
    """Return a hint to use a card or an item, alone or at the start of a unit phase."""
    candidates = Candidates(world, request.seat, NEUTRAL)
    causes: Causes = {}
    values = turn_values(candidates, request.options, causes)
    cause = causes[action]
    deeds = list(cause.deeds()) if cause.deeds is not None else [action]
    found = _plain(request, *deeds)._replace(
        total=round(cause.score),
        terms=terms_of(action, cause),
        purposes=tuple(purpose_text(world.setup, deeds)),
    )
    for value, other in best_first(values):
        if other != action and value > 0 and kind_of(other) is ActionKind.ACTIVATE:
            plan = candidates.best(a_of(other))
            if a_of(action) != a_of(other) or kind_of(action) is not ActionKind.ACTIVATE:
                order = order_of(request, deeds_of(world, plan))
                return found._replace(rival=order, rival_total=round(value))
    return found


def _as_planned(world: State, request: Request, rest: Rest) -> Advice:
    """Return the rest of the plan for which the unit phase was begun."""
    found = _plain(request, *rest.deeds)._replace(
        total=sum(amount for _, amount in rest.terms),
        terms=rest.terms,
        planned=True,
        forecast=forecast(request, rest.plan),
    )
    if rest.plan.act in rest.deeds:
        found = _with_attack(world, request, found, rest.plan)
    return found


def _rest_of_phase(world: State, request: Request, action: Action) -> Plan | None:
    """Return the best plan for the rest of a unit phase that begins with the answer."""
    phase = world.stack[-1]
    assert isinstance(phase, UnitPhase)
    plans = Candidates(world, request.seat, NEUTRAL).plans(phase.unit, phase)
    return next((plan for plan in plans if deeds_of(world, plan)[1:2] == [action]), None)


def _of_rest(world: State, request: Request, plan: Plan) -> Advice:
    candidates = Candidates(world, request.seat, NEUTRAL)
    phase = world.stack[-1]
    assert isinstance(phase, UnitPhase)
    found = _plain(request, *deeds_of(world, plan)[1:])._replace(
        total=round(plan.score),
        terms=plan_terms(candidates, plan),
        forecast=forecast(request, plan),
    )
    found = _with_attack(world, request, found, plan)
    plans = candidates.plans(phase.unit, phase)
    other = next((one for one in plans if not alike(one, plan)), None)
    if other is None:
        return found
    answers = deeds_of(world, other)[1:] or [_closing(request)]
    return found._replace(rival=order_of(request, answers), rival_total=round(other.score))


def _closing(request: Request) -> Action:
    return next((one for one in request.options if kind_of(one) in ENDINGS), request.options[0])


def _with_attack(world: State, request: Request, found: Advice, plan: Plan) -> Advice:
    """Return the hint with the odds of its plan's attack and the cards that it takes."""
    action = Action(plan.act)
    if not action or kind_of(action) is not ActionKind.ATTACK:
        return found
    seen, unit = request.seen, plan.unit
    place = seen.space[unit] if plan.act_first else plan.goal
    attack = undeclared_attack(seen, unit, action, place)
    arm = weapon_of(world, unit, a_of(action))
    target = attack.target
    cards = cards_of(world, request.seat, plan.laid) if plan.laid else ()
    return found._replace(
        enemy=target,
        chances=_chances(odds_of(seen, attack).adding(plan.laid)),
        cards=tuple(a_of(card) for card in cards),
        lava=target >= 0 and bool(lava_pushes(world, arm, target) >> place & 1),
    )


def _chances(odds: AttackOdds) -> tuple[float, ...]:
    """Return the chances that a single target dies, is hurt, is unhurt; () for several."""
    if len(odds.struck) != 1:
        return ()
    outcome = odds.struck[0].outcome()
    return outcome.dies, outcome.hurt, outcome.unhurt


# -- the store -------------------------------------------------------------------------------------


def _of_goods(request: Request, adviser: Adviser, action: Action) -> Advice:
    """Return a hint for the store: buy, equip, sell or stop, with the reason."""
    reply, seen = adviser.reply, request.seen
    assert reply is not None
    total = sum(amount for _, amount in reply.why)
    found = _plain(request, action)._replace(total=total, terms=reply.why)
    if kind_of(action) is ActionKind.BUY:
        cost = fee(seen.setup, a_of(action), seen.credits[request.seat])
        gets = _receiver(request, adviser, action)
        found = found._replace(
            order=found.order._replace(subject=gets),
            cost=cost,
            left=seen.credits[request.seat] - cost,
        )
    if kind_of(action) is ActionKind.SELL:
        following = _bought_after(request, adviser, action)
        found = found._replace(order=found.order._replace(next_card=following))
    other = reply.next_best
    worth = sum(amount for _, amount in other.why) if other is not None else 0
    if other is not None and worth > 0:
        gets = next((b_of(one) for one in other.deeds if kind_of(one) is ActionKind.EQUIP), -1)
        rival = order_of(request, other.deeds[:1])._replace(subject=gets)
        found = found._replace(rival=rival, rival_total=worth)
    return found


def _receiver(request: Request, adviser: Adviser, action: Action) -> int:
    """Return the unit that will get what is bought; -1 for none."""
    gift = _next_step(request, adviser, action)
    given = kind_of(gift) is ActionKind.EQUIP and a_of(gift) == a_of(action)
    return b_of(gift) if given else -1


def _bought_after(request: Request, adviser: Adviser, sale: Action) -> int:
    """Return the store card that is bought once a card is sold; -1 for none."""
    step = _next_step(request, adviser, sale)
    return a_of(step) if kind_of(step) is ActionKind.BUY else -1


def _next_step(request: Request, adviser: Adviser, action: Action) -> Action:
    """Return the advised step after a step of a purchasing turn; PASS if that ends the turn."""
    trial = imagined(request.seen, Random(request.number))
    apply_action(trial, action, trusted=True)
    asked = decision(trial)
    if asked is None or asked.seat != request.seat:
        return PASS
    seen = observe(trial, request.seat, asked)
    return adviser.decide(replace(request, seen=seen, options=tuple(asked.options))).action


# -- any other answer ------------------------------------------------------------------------------


def _of_values(world: State, request: Request, told: tuple[Action, ...]) -> Advice:
    """Return a hint with the value of its answer, compared with the next best."""
    action, setup, seat = told[0], request.seen.setup, request.seat
    found = _plain(request, *_committed(request, told))
    short = shortfalls(request.seen)
    found = found._replace(
        short=short.get(action), purposes=tuple(purpose_text(setup, told)), total=0
    )
    causes: Causes = {}
    values = values_of(world, request, causes)
    mine = max((value for value, other in values if other == action), default=None)
    if mine is None:
        return found
    terms = terms_of(action, causes[action]) if action in causes else ()
    found = found._replace(total=round(mine), terms=terms)
    frame = world.stack[-1]
    if request.question is Question.DEFENCE_CARDS and isinstance(frame, Attack):
        if kind_of(action) in (ActionKind.LAY, ActionKind.COMMIT):
            found = found._replace(outcomes=_outcomes(world, frame, seat, told))
        found = found._replace(loss=max(0, round(-mine)))
    if request.question is Question.ATTACK_CARDS and isinstance(frame, Attack):
        staged = [
            one for one in told if kind_of(one) in (ActionKind.LAY, ActionKind.PLAY, ActionKind.USE)
        ]
        odds = odds_of(request.seen, frame, staged)
        enemy = odds.target.unit if odds.target is not None else -1
        found = found._replace(enemy=enemy, chances=_chances(odds))
    others = [
        pair for pair in best_first(values) if pair[1] != action and not _same(pair[1], action)
    ]
    if not others:
        return found
    value, other = min(others, key=lambda pair: pair[1] in short)
    return found._replace(
        rival=order_of(request, (other,)), rival_total=min(round(value), found.total)
    )


def _sold(world: State, request: Request, action: Action) -> tuple[str, ...]:
    """Return what an auction sells, and what the seat could buy from it, in sentences."""
    setup, sale = request.seen.setup, sale_of(world, request.seat, a_of(action))
    cards = cards_for_sale(world, sale.unit)
    names = listed([setup.catalog.store_cards[card].name for card in cards])
    amount = rounded(sum(price(setup, card) for card in cards))
    carrier = capitalised(whom(setup, request.seat, sale.unit))
    found = [say.CARRIES.format(who=carrier, items=names, amount=amount)]
    if sale.first >= 0:
        found.append(say.BUY_FIRST.format(item=item_name(setup, sale.first)))
    return tuple(found)


def _committed(request: Request, told: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return the cards of an attack or a defence with the answer that plays them."""
    whole = request.question in _LAYING and kind_of(told[0]) is ActionKind.LAY
    return (*told, COMMIT) if whole else told


def _same(one: Action, other: Action) -> bool:
    """Return True if two answers are equivalent: staying, and ending the phase there."""
    closing = (ActionKind.STOP, ActionKind.END_PHASE)
    return kind_of(one) in closing and kind_of(other) in closing


def _outcomes(
    world: State, frame: Attack, seat: int, told: Sequence[Action]
) -> tuple[tuple[int, int, bool], ...]:
    """Return what becomes of the seat's units with these defence cards: no die is rolled."""
    values = hands_of(world.setup.catalog).values
    laid = dict(frame.answers).get(seat, 0)
    more = sum(values[a_of(action)] for action in told if kind_of(action) is ActionKind.LAY)
    found = []
    for row in struck_units(world, frame, seat, NEUTRAL, laid):
        through = max(0, row.margin - more)
        left = world.gear.vitae[row.unit] - world.wounds[row.unit]
        found.append((row.unit, through, through >= left))
    return tuple(found)


def _laid(world: State, request: Request, action: Action) -> list[Action]:
    """Return the cards to play one after the other."""
    trial, told = world.copy(), [action]
    values = defence_values if request.question is Question.DEFENCE_CARDS else attack_values
    for _ in range(MAX_CARDS):
        apply_action(trial, told[-1], trusted=True)
        asked = decision(trial)
        if asked is None or asked.seat != request.seat or asked.question is not request.question:
            break
        found = values(trial, request.seat, asked.options, NEUTRAL)
        best = max(found, key=lambda pair: pair[0])[1]
        if kind_of(best) is not ActionKind.LAY:
            break
        told.append(best)
    return told


# -- facts about an order --------------------------------------------------------------------------


def order_of(request: Request, answers: Sequence[Action]) -> Order:
    """Return an order with what its words need."""
    seen, unit = request.seen, -1
    first = answers[0]
    if kind_of(first) is ActionKind.ACTIVATE:
        unit = a_of(first)
    elif request.question in PHASES and request.unit >= 0:
        unit = request.unit
    elif seen.stack and isinstance(seen.stack[-1], Moving):
        unit = seen.stack[-1].unit
    goal = seen.space[unit] if unit >= 0 else -1
    for action in answers:
        if kind_of(action) is ActionKind.WALK:
            goal = a_of(action)
        elif action == CAPTURE:
            break
    return Order(
        tuple(answers),
        unit,
        _subject(request),
        CAPTURE in answers and is_tower(seen.setup, goal),
        request.question is Question.AUCTION,
    )


def _subject(request: Request) -> int:
    """Return the unit that is pushed or has died."""
    frame: Frame | None = request.seen.stack[-1] if request.seen.stack else None
    return frame.unit if isinstance(frame, Push | Dying) else -1


def _stakes(request: Request, found: Advice) -> list[str]:
    """Return what is at stake, the greatest first."""
    seen, seat = request.seen, request.seat
    seats = seen.setup.seats
    if not seen.stack or request.question in (Question.PURCHASE, Question.AUCTION):
        return []
    standing = [
        sum(seen.space[UNITS_PER_TEAM * team + line] >= 0 for line in range(UNITS_PER_TEAM))
        for team in range(seats)
    ]
    stakes = []
    in_season = seen.setup.series is not None
    if standing[seat] == 1:
        ends = say.LAST_UNIT_ENDS if in_season else say.LAST_UNIT
        stakes.append(ends if seats == 2 else say.LAST_UNIT_OF_MANY)
    if seats == 2 and standing[1 - seat] == 1 and found.enemy >= 0:
        stakes.append(say.THEIR_LAST_UNIT_ENDS if in_season else say.THEIR_LAST_UNIT)
    world = imagined(seen, Random(request.number))
    if not last_turn(world):
        held = len(seen.hand)
        laid = [action for action in found.answers if kind_of(action) is ActionKind.LAY]
        if held > 1 and held in (len(found.cards), len(laid)):
            stakes.append(say.WHOLE_HAND)
        elif not held and found.answers[0] == END_TURN:
            stakes.append(say.EMPTY_HAND)
    if seen.round >= seen.setup.rounds and request.question in PHASES:
        if in_season and not matches_left(seen.setup):
            stakes.append(say.LAST_OF_SEASON)
        else:
            stakes.append(say.LAST_ROUND)
            stakes += [say.AUCTION_FOLLOWS] * in_season
    return stakes


def _drawn(request: Request, found: Advice) -> Advice:
    """Return the hint with the spaces that glow: the walk, and what the order is aimed at."""
    if request.question not in PHASES or found.order.unit < 0:
        target = request.seen.space[found.enemy] if found.enemy >= 0 else -1
        return found._replace(target=target)
    path: list[int] = []

    def note(event: Event) -> None:
        if isinstance(event, Walked) and event.unit == found.order.unit:
            path.extend(event.path)

    trial = imagined(request.seen, Random(request.number))
    goal = found.place
    for action in found.answers:
        kind = kind_of(action)
        if kind is ActionKind.WALK:
            goal = a_of(action)
        if kind not in (ActionKind.ACTIVATE, ActionKind.WALK):
            break
        apply_action(trial, action, note, trusted=True)
    target = goal if goal != found.place or CAPTURE in found.answers else -1
    if found.enemy >= 0:
        target = request.seen.space[found.enemy]
    return found._replace(path=tuple(path), target=target)
