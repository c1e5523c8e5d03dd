"""A hint for whoever is asked: where to look, which kind of act, and the act with its figures.

It is what a planning manager would do in the same seat. It sees the seat's request and nothing
else, so a hint can tell nobody more than there is to be seen.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.managers.adviser import (
    LEVEL,
    Adviser,
    Rest,
    alike,
    best_first,
    idle,
    thought_about,
    values_of,
)
from deathdome.managers.answer_text import beside, deed_text, purpose_text, signed, worth_text
from deathdome.managers.planner.attack import lava_pushes
from deathdome.managers.planner.attack_cards import attack_values, defence_values, struck_units
from deathdome.managers.planner.candidates import Candidates
from deathdome.managers.planner.explanations import deeds_of, terms_of
from deathdome.managers.planner.lookahead import turn_values
from deathdome.managers.planner.weights import NEUTRAL
from deathdome.match.protocol import never
from deathdome.model.actions import (
    CAPTURE,
    END_TURN,
    RELEASE,
    Action,
    ActionKind,
    a_of,
    b_of,
    kind_of,
)
from deathdome.model.decisions import Question
from deathdome.model.frames import Attack, UnitPhase
from deathdome.model.notation import action_text
from deathdome.model.state import UNITS_PER_TEAM, fee
from deathdome.odds.attack_odds import odds_of, undeclared_attack
from deathdome.rules.attack.declare import weapon_of
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.futile_choices import shortfalls
from deathdome.rules.gear import hands_of
from deathdome.rules.observing import determinize, observe
from deathdome.text.chances import kill_sentence
from deathdome.text.choices import shortfall_words
from deathdome.text.labels import label
from deathdome.text.names import capitalised, credits_text, listed, the_unit, where_words
from deathdome.text.phrases import hints as say
from deathdome.text.phrases.motives import WORTH_IN_ALL

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deathdome.managers.planner.candidates import Plan
    from deathdome.managers.planner.explanations import Causes
    from deathdome.match.protocol import Request
    from deathdome.match.undo import OpenPhase
    from deathdome.model.state import Setup, State

SECONDS: Final = 10.0  # the clock only stops whoever takes much too long
MAX_CARDS: Final = 7

_LAYING: Final = (Question.ATTACK_CARDS, Question.DEFENCE_CARDS)
_CARDS: Final = (*_LAYING, Question.REACTION)
_ENDINGS: Final = (
    ActionKind.STOP,
    ActionKind.END_PHASE,
    ActionKind.END_TURN,
    ActionKind.DONE,
    ActionKind.PASS,
)


class Advice(NamedTuple):
    """A hint in its three steps."""

    where: str
    kind: str
    act: str  # in the notation, with the figures behind it
    space: int = -1  # where to look on the board
    ends: bool = False  # the act ends what is open, a walk, a unit phase or a turn
    answers: tuple[Action, ...] = ()  # what is advised, the answer to the question first
    free: bool = False  # there was no choice, so it is no hint
    spoken: str = ""  # the act in words, for a question that nobody types an answer to

    @property
    def steps(self) -> tuple[str, str, str]:
        """In the order in which they are told."""
        return self.where, self.kind, self.act

    def answer(self, told: int) -> Action | None:
        """Return the advised answer once the last of the steps was shown; None before."""
        known = self.free or told >= len(self.steps)
        return self.answers[0] if known and self.answers else None


def advise(
    request: Request,
    level: str = LEVEL,
    hurry: Callable[[], bool] = never,
    begun: OpenPhase | None = None,
) -> Advice:
    """Return a hint for a question; equal for equal requests.

    `begun`: how the open unit phase began, so that what was planned then is held to.
    """
    if len(request.options) == 1:
        return _no_choice(request)
    adviser, action = thought_about(request, level, hurry, begun)
    found = _advised(request, adviser, action)
    answers = found.answers or (action,)
    return found._replace(ends=kind_of(answers[0]) in _ENDINGS, answers=answers)


def chosen(
    request: Request,
    level: str = LEVEL,
    hurry: Callable[[], bool] = never,
    begun: OpenPhase | None = None,
) -> Action:
    """Return the first answer that a hint would name, without its words."""
    if len(request.options) == 1:
        return request.options[0]
    return thought_about(request, level, hurry, begun)[1]


def _no_choice(request: Request) -> Advice:
    action = request.options[0]
    told = say.THERE_IS_NO_CHOICE.format(
        action=action_text(request.seen.setup, action, request.seat)
    )
    ends = kind_of(action) in _ENDINGS
    spoken = say.THERE_IS_NO_CHOICE.format(action=label(action, request.seen.setup))
    where = _place(request, action)
    return Advice(told, told, told, where, ends, (action,), free=True, spoken=spoken)


def _advised(request: Request, adviser: Adviser, action: Action) -> Advice:
    world = determinize(request.seen, Random(request.number))
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
            return _as_planned(request, rest)
        plan = _rest_of_phase(world, request, action)
        if plan is not None:
            return _of_rest(world, request, plan)
    told: tuple[Action, ...] = (action,)
    if question in _LAYING and kind_of(action) is ActionKind.LAY:
        told = tuple(_laid(world, request, action))
    figures = _figures(world, request, told)
    return Advice(
        _where(request, action),
        _kind(action),
        _sentence(request.seen.setup, told, request.seat, figures),
        _place(request, action),
        answers=told,
    )


# -- a whole unit phase ----------------------------------------------------------------------------


def _of_plan(request: Request, adviser: Adviser, plan: Plan) -> Advice:
    candidates = adviser.candidates
    assert candidates is not None
    world, setup, seat = candidates.world, request.seen.setup, request.seat
    parts = [*_kill_chance(world, request, plan), worth_text(adviser.terms(plan))]
    other = adviser.rival(plan)
    if other is not None:
        does = deed_text(setup, deeds_of(world, other), seat)
        parts.append(
            say.NEXT_BEST.format(
                deeds=does, beside=beside(adviser.worth(other), adviser.worth(plan))
            )
        )
    deeds = deeds_of(world, plan)
    where = world.space[plan.unit]
    look = say.LOOK_AT.format(
        unit=the_unit(setup, plan.unit), where=where_words(setup, where, seat)
    )
    main = Action(plan.act) if plan.act else deeds[-1]
    told = _sentence(setup, deeds, seat, " ".join(parts))
    return Advice(look, _kind(main), told, where, answers=tuple(deeds))


def _of_ending(request: Request, adviser: Adviser) -> Advice:
    """To end the turn with unit phases left: what could still be done, and what it would cost."""
    parts = []
    candidates = adviser.candidates
    if candidates is not None:
        left = [plan for plan in adviser.known if not idle(candidates.world, plan)]
        best = max(left, key=adviser.worth, default=None)
        if best is not None:
            does = deed_text(request.seen.setup, deeds_of(candidates.world, best), request.seat)
            parts.append(say.NEXT_BEST.format(deeds=does, beside=beside(adviser.worth(best), 0.0)))
    told = _sentence(request.seen.setup, [END_TURN], request.seat, " ".join(parts))
    return Advice(_where(request, END_TURN), _kind(END_TURN), told)


def _of_ability(world: State, request: Request, action: Action) -> Advice:
    """Return a hint to use a card or an item, alone or at the start of a unit phase."""
    setup, seat = world.setup, request.seat
    candidates = Candidates(world, seat, NEUTRAL)
    causes: Causes = {}
    values = turn_values(candidates, request.options, causes)
    cause = causes[action]
    deeds = list(cause.deeds()) if cause.deeds is not None else [action]
    parts = [*purpose_text(setup, deeds), worth_text(terms_of(action, cause))]
    for value, other in best_first(values):
        if other != action and value > 0 and kind_of(other) is ActionKind.ACTIVATE:
            plan = candidates.best(a_of(other))
            if a_of(action) != a_of(other) or kind_of(action) is not ActionKind.ACTIVATE:
                does = deed_text(setup, deeds_of(world, plan), seat)
                parts.append(say.NEXT_BEST.format(deeds=does, beside=beside(value, cause.score)))
                break
    look, where = _where(request, action), _place(request, action)
    told = _sentence(setup, deeds, seat, " ".join(parts))
    return Advice(look, _kind(deeds[-1]), told, where, answers=tuple(deeds))


def _as_planned(request: Request, rest: Rest) -> Advice:
    """Return the rest of the plan for which the unit phase was begun."""
    setup, seat, deeds = request.seen.setup, request.seat, rest.deeds
    main = Action(rest.plan.act) if Action(rest.plan.act) in deeds else deeds[-1]
    worth = signed(sum(amount for _, amount in rest.terms))
    figures = say.AS_PLANNED.format(worth=worth)
    world = determinize(request.seen, Random(request.number))
    kills = _kill_chance(world, request, rest.plan) if rest.plan.act in deeds else []
    told = _sentence(setup, deeds, seat, " ".join([*kills, figures]))
    return Advice(
        _where(request, deeds[0]), _kind(main), told, _place(request, main), answers=deeds
    )


def _rest_of_phase(world: State, request: Request, action: Action) -> Plan | None:
    """Return the best plan for the rest of a unit phase that begins with the answer."""
    phase = world.stack[-1]
    assert isinstance(phase, UnitPhase)
    plans = Candidates(world, request.seat, NEUTRAL).plans(phase.unit, phase)
    return next((plan for plan in plans if deeds_of(world, plan)[1:2] == [action]), None)


def _of_rest(world: State, request: Request, plan: Plan) -> Advice:
    setup, seat = world.setup, request.seat
    deeds = tuple(deeds_of(world, plan)[1:])
    parts = [*_kill_chance(world, request, plan), WORTH_IN_ALL.format(total=signed(plan.score))]
    phase = world.stack[-1]
    assert isinstance(phase, UnitPhase)
    plans = Candidates(world, seat, NEUTRAL).plans(phase.unit, phase)
    other = next((one for one in plans if not alike(one, plan)), None)
    if other is not None:
        does = deed_text(setup, deeds_of(world, other)[1:], seat)
        parts.append(
            say.NEXT_BEST.format(deeds=does or "nothing", beside=beside(other.score, plan.score))
        )
    main = Action(plan.act) if plan.act else deeds[-1]
    told = _sentence(setup, deeds, seat, " ".join(parts))
    where = world.space[plan.unit]
    return Advice(_where(request, deeds[0]), _kind(main), told, where, answers=deeds)


def _kill_chance(world: State, request: Request, plan: Plan) -> list[str]:
    """Return the odds of a plan's attack, with the cards that it takes."""
    action = Action(plan.act)
    if not action or kind_of(action) is not ActionKind.ATTACK:
        return []
    seen, unit = request.seen, plan.unit
    place = seen.space[unit] if plan.act_first else plan.goal
    attack = undeclared_attack(seen, unit, action, place)
    said = [kill_sentence(seen, odds_of(seen, attack).adding(plan.laid))]
    arm = weapon_of(world, unit, a_of(action))
    if attack.target >= 0 and lava_pushes(world, arm, attack.target) >> place & 1:
        said.append(say.WOUND_PUSHES_IT_INTO_LAVA)
    return said


# -- the store -------------------------------------------------------------------------------------


def _of_goods(request: Request, adviser: Adviser, action: Action) -> Advice:
    """Return a hint for the store: buy, equip, sell or stop, with the reason."""
    reply, seen, setup = adviser.reply, request.seen, request.seen.setup
    assert reply is not None
    names = setup.catalog.store_cards
    kind, card, parts = kind_of(action), a_of(action), []
    name = whom = ""
    if kind is ActionKind.BUY:
        purse = seen.credits[request.seat]
        cost = fee(setup, card, purse)
        whom = _for_whom(request, adviser, action)
        name = f"{names[card].name}{whom}. "
        parts.append(say.IT_COSTS_AND_LEAVES.format(cost=cost, credits=credits_text(purse - cost)))
    elif kind in (ActionKind.EQUIP, ActionKind.UNEQUIP, ActionKind.SELL):
        name = f"{names[card].name}. "
    if any(amount for _, amount in reply.why):
        parts.append(worth_text(reply.why))
    else:
        parts += [f"{capitalised(remark)}." for remark, _ in reply.why]
    other, typed, said = reply.next_best, "", ""
    if other is not None and sum(amount for _, amount in other.why) > 0:
        first, worth = other.deeds[0], sum(amount for _, amount in other.why)
        gets = next((b_of(one) for one in other.deeds if kind_of(one) is ActionKind.EQUIP), -1)
        bought = f" for {the_unit(setup, gets)}" if kind is ActionKind.BUY and gets >= 0 else ""
        mine = sum(amount for _, amount in reply.why)
        rest = f"{bought}, {beside(worth, mine)}."
        typed = f" Next best: {action_text(setup, first, request.seat)}{rest}"
        said = f" Next best: {label(first, setup)}{rest}"
    why = " ".join(parts)
    told = _sentence(setup, [action], request.seat, f"{name}{why}{typed}")
    spoken = f"{label(action, setup)}{whom}. {why}{said}".rstrip()
    return Advice(_where(request, action), _kind(action), told, spoken=spoken)


def _for_whom(request: Request, adviser: Adviser, action: Action) -> str:
    """', for the red warrior': who is to get what is bought."""
    trial = determinize(request.seen, Random(request.number))
    apply_action(trial, action, trusted=True)
    asked = decision(trial)
    if asked is None or asked.seat != request.seat:
        return ""
    seen = observe(trial, request.seat, asked)
    gift = adviser.decide(replace(request, seen=seen, options=tuple(asked.options))).action
    given = kind_of(gift) is ActionKind.EQUIP and a_of(gift) == a_of(action)
    return f", for {the_unit(request.seen.setup, b_of(gift))}" if given else ""


# -- any other answer ------------------------------------------------------------------------------


def _figures(world: State, request: Request, told: Sequence[Action]) -> str:
    """Return the value of the answer, compared with the next best."""
    action, setup, seat = told[0], request.seen.setup, request.seat
    values = values_of(world, request)
    mine = max((value for value, other in values if other == action), default=None)
    if mine is None:
        return ""
    short = shortfalls(request.seen)
    parts = [f"{shortfall_words(setup, action, short[action])}."] if action in short else []
    parts += purpose_text(setup, told)
    if request.question is Question.UNIT_PHASE and kind_of(action) in (
        ActionKind.PLAY,
        ActionKind.USE,
    ):
        parts.append(WORTH_IN_ALL.format(total=signed(mine)))
    frame = world.stack[-1]
    if request.question is Question.DEFENCE_CARDS and isinstance(frame, Attack):
        if kind_of(action) in (ActionKind.LAY, ActionKind.COMMIT):
            parts.append(_after_attack(world, frame, seat, told))
        cost = round(-mine, -3)
        parts.append(say.ATTACK_THEN_COSTS.format(credits=credits_text(max(0, int(cost)))))
    if request.question is Question.ATTACK_CARDS and isinstance(frame, Attack):
        staged = [
            one for one in told if kind_of(one) in (ActionKind.LAY, ActionKind.PLAY, ActionKind.USE)
        ]
        parts.append(kill_sentence(request.seen, odds_of(request.seen, frame, staged)))
    others = [
        pair for pair in best_first(values) if pair[1] != action and not _same(pair[1], action)
    ]
    if others:
        value, other = min(others, key=lambda pair: pair[1] in short)
        name = action_text(setup, other, seat)
        less = int(round(mine - value, -3))
        text = say.NEXT_BEST_IS_LESS if less > 0 else say.NEXT_BEST_IS_AS_GOOD
        parts.append(text.format(deeds=name, less=less))
    return " ".join(parts)


def _same(one: Action, other: Action) -> bool:
    """Return True if two answers are equivalent: staying, and ending the phase there."""
    closing = (ActionKind.STOP, ActionKind.END_PHASE)
    return kind_of(one) in closing and kind_of(other) in closing


def _after_attack(world: State, frame: Attack, seat: int, told: Sequence[Action]) -> str:
    """Return the units that survive an attack with these defence cards: no die is rolled."""
    values = hands_of(world.setup.catalog).values
    laid = dict(frame.answers).get(seat, 0)
    more = sum(values[a_of(action)] for action in told if kind_of(action) is ActionKind.LAY)
    found = []
    for row in struck_units(world, frame, seat, NEUTRAL, laid):
        who, through = the_unit(world.setup, row.unit), max(0, row.margin - more)
        left = world.gear.vitae[row.unit] - world.wounds[row.unit]
        if through >= left:
            found.append(f"{who} dies")
        elif through:
            lives = say.LIVES_WITH_MORE_WOUNDS if through > 1 else say.LIVES_WITH_ONE_MORE_WOUND
            found.append(lives.format(who=who, number=through))
        else:
            found.append(say.IS_NOT_WOUNDED.format(who=who))
    text = listed(found)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


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


def _sentence(setup: Setup, deeds: Sequence[Action], seat: int, figures: str) -> str:
    """Return the answers to type now, those after the card questions, and the figures."""
    asked = next(
        (n for n, action in enumerate(deeds, 1) if kind_of(action) is ActionKind.ATTACK), len(deeds)
    )
    text = deed_text(setup, deeds[:asked], seat)
    if deeds[asked:]:
        text += say.AFTER_THE_ATTACK.format(deeds=deed_text(setup, deeds[asked:], seat))
    return f"{text}. {figures}".rstrip()


def _place(request: Request, action: Action) -> int:
    if request.question in _CARDS or request.question is Question.PURCHASE:
        return -1
    unit = a_of(action) if kind_of(action) is ActionKind.ACTIVATE else request.unit
    return request.seen.space[unit] if unit >= 0 else -1


def _where(request: Request, action: Action) -> str:
    """Return where to look."""
    setup, seen = request.seen.setup, request.seen
    kind = kind_of(action)
    if kind is ActionKind.BUY:
        return say.LOOK_AT_THE_GOODS
    if request.question is Question.PURCHASE:
        return say.LOOK_AT_THE_SHEET
    if kind is ActionKind.PLAY or request.question in _CARDS:
        return say.LOOK_AT_THE_HAND
    if kind is ActionKind.JAIL:
        return say.LOOK_AT_THE_FOUR_JAILS
    unit = a_of(action) if kind is ActionKind.ACTIVATE else request.unit
    if unit < 0:
        return say.LOOK_AT_WHAT_IS_LEFT
    where = where_words(setup, seen.space[unit], unit // UNITS_PER_TEAM)
    return say.LOOK_AT.format(unit=the_unit(setup, unit), where=where)


def _kind(action: Action) -> str:
    """Which kind of act it is."""
    if action in (CAPTURE, RELEASE):
        return say.KINDS[kind_of(action)]
    return say.KINDS.get(kind_of(action), "Choose.")
