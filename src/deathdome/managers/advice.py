"""A hint for whoever is asked: where to look, which kind of act, and the act with its figures.

It is what a planning manager would do in the same seat. It sees the seat's request and nothing
else, so a hint can tell nobody more than there is to be seen.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.managers.figures import beside, deed_text, purpose_text, signed, worth_text
from deathdome.managers.planner.defence import defence_values, struck_units
from deathdome.managers.planner.fights import Fights
from deathdome.managers.planner.laying import attack_values
from deathdome.managers.planner.plans import Prospects
from deathdome.managers.planner.reasons import deeds_of, terms_of
from deathdome.managers.planner.trials import turn_values
from deathdome.managers.planner.weights import NEUTRAL
from deathdome.managers.thoughts import (
    LEVEL,
    Adviser,
    Rest,
    alike,
    best_first,
    idle,
    thought_about,
    values_of,
)
from deathdome.match.protocol import never
from deathdome.model.actions import (
    CAPTURE,
    END_TURN,
    RELEASE,
    Act,
    Action,
    a_of,
    b_of,
    verb_of,
)
from deathdome.model.decisions import Question
from deathdome.model.frames import Attack, UnitPhase
from deathdome.model.notation import action_text
from deathdome.model.prices import fee
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.falling_short import shortfalls
from deathdome.rules.gear import hands_of
from deathdome.rules.observing import determinize, observe
from deathdome.text.labels import label
from deathdome.text.names import capitalised, credits_text, listed, the_unit, where_words
from deathdome.text.reactions import shortfall_words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deathdome.managers.planner.plans import Plan
    from deathdome.managers.planner.reasons import Causes
    from deathdome.match.phase_history import OpenPhase
    from deathdome.match.protocol import Request
    from deathdome.model.state import State, Table

SECONDS: Final = 10.0  # the clock only stops whoever takes much too long
MOST_CARDS: Final = 7

_LAYING: Final = (Question.ATTACK_CARDS, Question.DEFENCE_CARDS)
_CARDS: Final = (*_LAYING, Question.REACTION)
_ENDINGS: Final = (Act.STOP, Act.END_PHASE, Act.END_TURN, Act.DONE, Act.PASS)


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
        """The advised answer, for whom so many of the steps were told to; None before the last."""
        known = self.free or told >= len(self.steps)
        return self.answers[0] if known and self.answers else None


def advise(
    request: Request,
    level: str = LEVEL,
    hurry: Callable[[], bool] = never,
    begun: OpenPhase | None = None,
) -> Advice:
    """A hint for a question; the same for the same request.

    `begun`: how the open unit phase began, so that what was planned then is held to.
    """
    if len(request.options) == 1:
        return _no_choice(request)
    adviser, act = thought_about(request, level, hurry, begun)
    found = _advised(request, adviser, act)
    answers = found.answers or (act,)
    return found._replace(ends=verb_of(answers[0]) in _ENDINGS, answers=answers)


def _no_choice(request: Request) -> Advice:
    act = request.options[0]
    told = f"There is no choice: {action_text(request.seen.table, act, request.seat)}."
    ends = verb_of(act) in _ENDINGS
    spoken = f"There is no choice: {label(act, request.seen.table)}."
    where = _place(request, act)
    return Advice(told, told, told, where, ends, (act,), free=True, spoken=spoken)


def _advised(request: Request, adviser: Adviser, act: Action) -> Advice:
    world = determinize(request.seen, Random(request.number))
    question = request.question
    if question is Question.PURCHASE:
        return _of_goods(request, adviser, act)
    if question is Question.TURN:
        if adviser.plan is not None:
            return _of_plan(request, adviser, adviser.plan)
        if act == END_TURN:
            return _of_ending(request, adviser)
        return _of_ability(world, request, act)
    if question is Question.UNIT_PHASE:
        rest = adviser.rest
        if rest is not None and adviser.plan is not None and rest.deeds[0] == act:
            return _as_planned(request, rest)
        plan = _rest_of_phase(world, request, act)
        if plan is not None:
            return _of_rest(world, request, plan)
    told: tuple[Action, ...] = (act,)
    if question in _LAYING and verb_of(act) is Act.LAY:
        told = tuple(_laid(world, request, act))
    figures = _figures(world, request, told)
    return Advice(
        _where(request, act),
        _kind(act),
        _sentence(request.seen.table, told, request.seat, figures),
        _place(request, act),
        answers=told,
    )


# -- a whole unit phase ----------------------------------------------------------------------------


def _of_plan(request: Request, adviser: Adviser, plan: Plan) -> Advice:
    prospects = adviser.prospects
    assert prospects is not None
    world, table, seat = prospects.world, request.seen.table, request.seat
    parts = [*_kill_chance(plan), worth_text(adviser.terms(plan))]
    other = adviser.rival(plan)
    if other is not None:
        does = deed_text(table, deeds_of(world, other), seat)
        parts.append(f"Next best: {does}, {beside(adviser.worth(other), adviser.worth(plan))}.")
    deeds = deeds_of(world, plan)
    where = world.space[plan.unit]
    look = f"Look at {the_unit(table, plan.unit)} {where_words(table, where, seat)}."
    main = Action(plan.act) if plan.act else deeds[-1]
    told = _sentence(table, deeds, seat, " ".join(parts))
    return Advice(look, _kind(main), told, where, answers=tuple(deeds))


def _of_ending(request: Request, adviser: Adviser) -> Advice:
    """To end the turn with unit phases left: what could still be done, and what it would cost."""
    parts = []
    prospects = adviser.prospects
    if prospects is not None:
        left = [plan for plan in adviser.known if not idle(prospects.world, plan)]
        best = max(left, key=adviser.worth, default=None)
        if best is not None:
            does = deed_text(request.seen.table, deeds_of(prospects.world, best), request.seat)
            parts.append(f"Next best: {does}, {beside(adviser.worth(best), 0.0)}.")
    told = _sentence(request.seen.table, [END_TURN], request.seat, " ".join(parts))
    return Advice(_where(request, END_TURN), _kind(END_TURN), told)


def _of_ability(world: State, request: Request, act: Action) -> Advice:
    """A card or an item, on its own or at the beginning of a unit phase."""
    table, seat = world.table, request.seat
    prospects = Prospects(world, seat, NEUTRAL)
    causes: Causes = {}
    values = turn_values(prospects, request.options, causes)
    cause = causes[act]
    deeds = list(cause.deeds()) if cause.deeds is not None else [act]
    parts = [*purpose_text(table, deeds), worth_text(terms_of(act, cause))]
    for value, other in best_first(values):
        if other != act and value > 0 and verb_of(other) is Act.ACTIVATE:
            plan = prospects.best(a_of(other))
            if a_of(act) != a_of(other) or verb_of(act) is not Act.ACTIVATE:
                does = deed_text(table, deeds_of(world, plan), seat)
                parts.append(f"Next best: {does}, {beside(value, cause.score)}.")
                break
    look, where = _where(request, act), _place(request, act)
    told = _sentence(table, deeds, seat, " ".join(parts))
    return Advice(look, _kind(deeds[-1]), told, where, answers=tuple(deeds))


def _as_planned(request: Request, rest: Rest) -> Advice:
    """What is left of what the unit phase was begun for."""
    table, seat, deeds = request.seen.table, request.seat, rest.deeds
    main = Action(rest.plan.act) if Action(rest.plan.act) in deeds else deeds[-1]
    worth = signed(sum(amount for _, amount in rest.terms))
    figures = f"As planned when the phase began, worth {worth}."
    told = _sentence(table, deeds, seat, " ".join([*_kill_chance(rest.plan, deeds), figures]))
    return Advice(
        _where(request, deeds[0]), _kind(main), told, _place(request, main), answers=deeds
    )


def _rest_of_phase(world: State, request: Request, act: Action) -> Plan | None:
    """The best plan for the rest of a unit phase that the answer begins."""
    phase = world.stack[-1]
    assert isinstance(phase, UnitPhase)
    plans = Prospects(world, request.seat, NEUTRAL).plans(phase.unit, phase)
    return next((plan for plan in plans if deeds_of(world, plan)[1:2] == [act]), None)


def _of_rest(world: State, request: Request, plan: Plan) -> Advice:
    table, seat = world.table, request.seat
    deeds = tuple(deeds_of(world, plan)[1:])
    parts = [*_kill_chance(plan), f"Worth {signed(plan.score)}."]
    phase = world.stack[-1]
    assert isinstance(phase, UnitPhase)
    plans = Prospects(world, seat, NEUTRAL).plans(phase.unit, phase)
    other = next((one for one in plans if not alike(one, plan)), None)
    if other is not None:
        does = deed_text(table, deeds_of(world, other)[1:], seat)
        parts.append(f"Next best: {does or 'nothing'}, {beside(other.score, plan.score)}.")
    main = Action(plan.act) if plan.act else deeds[-1]
    told = _sentence(table, deeds, seat, " ".join(parts))
    where = world.space[plan.unit]
    return Advice(_where(request, deeds[0]), _kind(main), told, where, answers=deeds)


def _kill_chance(plan: Plan, deeds: Sequence[Action] | None = None) -> list[str]:
    attacks = plan.act and verb_of(Action(plan.act)) is Act.ATTACK
    told = attacks and (deeds is None or plan.act in deeds)
    return [f"Kill chance {plan.kill:.0%}."] if told else []


# -- the store -------------------------------------------------------------------------------------


def _of_goods(request: Request, adviser: Adviser, act: Action) -> Advice:
    """What to buy, for whom and why; who gets it; what goes back; or that it is enough."""
    reply, seen, table = adviser.reply, request.seen, request.seen.table
    assert reply is not None
    names = table.catalog.store_cards
    verb, card, parts = verb_of(act), a_of(act), []
    name = whom = ""
    if verb is Act.BUY:
        purse = seen.credits[request.seat]
        cost = fee(table, card, purse)
        whom = _for_whom(request, adviser, act)
        name = f"{names[card].name}{whom}. "
        parts.append(f"It costs {cost:,} and leaves {credits_text(purse - cost)}.")
    elif verb in (Act.EQUIP, Act.UNEQUIP, Act.SELL):
        name = f"{names[card].name}. "
    if any(amount for _, amount in reply.why):
        parts.append(worth_text(reply.why))
    else:
        parts += [f"{capitalised(remark)}." for remark, _ in reply.why]
    other, typed, said = reply.next_best, "", ""
    if other is not None and sum(amount for _, amount in other.why) > 0:
        first, worth = other.deeds[0], sum(amount for _, amount in other.why)
        gets = next((b_of(one) for one in other.deeds if verb_of(one) is Act.EQUIP), -1)
        bought = f" for {the_unit(table, gets)}" if verb is Act.BUY and gets >= 0 else ""
        mine = sum(amount for _, amount in reply.why)
        rest = f"{bought}, {beside(worth, mine)}."
        typed = f" Next best: {action_text(table, first, request.seat)}{rest}"
        said = f" Next best: {label(first, table)}{rest}"
    why = " ".join(parts)
    told = _sentence(table, [act], request.seat, f"{name}{why}{typed}")
    spoken = f"{label(act, table)}{whom}. {why}{said}".rstrip()
    return Advice(_where(request, act), _kind(act), told, spoken=spoken)


def _for_whom(request: Request, adviser: Adviser, act: Action) -> str:
    """', for the red warrior': who is to get what is bought."""
    trial = determinize(request.seen, Random(request.number))
    apply_action(trial, act, trusted=True)
    asked = decision(trial)
    if asked is None or asked.seat != request.seat:
        return ""
    seen = observe(trial, request.seat, asked)
    gift = adviser.decide(replace(request, seen=seen, options=tuple(asked.options))).action
    given = verb_of(gift) is Act.EQUIP and a_of(gift) == a_of(act)
    return f", for {the_unit(request.seen.table, b_of(gift))}" if given else ""


# -- any other answer ------------------------------------------------------------------------------


def _figures(world: State, request: Request, told: Sequence[Action]) -> str:
    """What comes of the answer, and how it compares with the next best one."""
    act, table, seat = told[0], request.seen.table, request.seat
    values = values_of(world, request)
    mine = max((value for value, other in values if other == act), default=None)
    if mine is None:
        return ""
    short = shortfalls(request.seen)
    parts = [f"{shortfall_words(table, act, short[act])}."] if act in short else []
    parts += purpose_text(table, told)
    if request.question is Question.UNIT_PHASE and verb_of(act) in (Act.PLAY, Act.USE):
        parts.append(f"Worth {signed(mine)}.")
    frame = world.stack[-1]
    if request.question is Question.DEFENCE_CARDS and isinstance(frame, Attack):
        if verb_of(act) in (Act.LAY, Act.COMMIT):
            parts.append(_after_attack(world, frame, seat, told))
        cost = round(-mine, -3)
        parts.append(f"The attack then costs {credits_text(max(0, int(cost)))}, cards included.")
    if request.question is Question.ATTACK_CARDS and isinstance(frame, Attack):
        way = max(Fights(world, seat, NEUTRAL).ways(frame))
        parts.append(f"Kill chance {way.kill:.0%}.")
    others = [pair for pair in best_first(values) if pair[1] != act and not _same(pair[1], act)]
    if others:
        value, other = min(others, key=lambda pair: pair[1] in short)
        name = action_text(table, other, seat)
        less = int(round(mine - value, -3))
        parts.append(f"Next best: {name}, " + (f"{less:,} less." if less > 0 else "as good."))
    return " ".join(parts)


def _same(one: Action, other: Action) -> bool:
    """Whether two answers come to the same: to stay where it is, and to end the phase there."""
    closing = (Act.STOP, Act.END_PHASE)
    return verb_of(one) in closing and verb_of(other) in closing


def _after_attack(world: State, frame: Attack, seat: int, told: Sequence[Action]) -> str:
    """Who lives through an attack with these cards in defence: their values decide, no die."""
    values = hands_of(world.table.catalog).values
    laid = dict(frame.answers).get(seat, 0)
    more = sum(values[a_of(act)] for act in told if verb_of(act) is Act.LAY)
    found = []
    for row in struck_units(world, frame, seat, NEUTRAL, laid):
        who, through = the_unit(world.table, row.unit), max(0, row.margin - more)
        left = world.gear.vitae[row.unit] - world.wounds[row.unit]
        if through >= left:
            found.append(f"{who} dies")
        elif through:
            found.append(f"{who} lives with {through} more {'wound' if through == 1 else 'wounds'}")
        else:
            found.append(f"{who} is not wounded")
    text = listed(found)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def _laid(world: State, request: Request, act: Action) -> list[Action]:
    """The cards to be laid one after the other."""
    trial, told = world.copy(), [act]
    values = defence_values if request.question is Question.DEFENCE_CARDS else attack_values
    for _ in range(MOST_CARDS):
        apply_action(trial, told[-1], trusted=True)
        asked = decision(trial)
        if asked is None or asked.seat != request.seat or asked.question is not request.question:
            break
        found = values(trial, request.seat, asked.options, NEUTRAL)
        best = max(found, key=lambda pair: pair[0])[1]
        if verb_of(best) is not Act.LAY:
            break
        told.append(best)
    return told


def _sentence(table: Table, deeds: Sequence[Action], seat: int, figures: str) -> str:
    """What can be typed at once, what comes when cards have been asked for, and the figures."""
    asked = next((n for n, act in enumerate(deeds, 1) if verb_of(act) is Act.ATTACK), len(deeds))
    text = deed_text(table, deeds[:asked], seat)
    if deeds[asked:]:
        text += f". After the attack: {deed_text(table, deeds[asked:], seat)}"
    return f"{text}. {figures}".rstrip()


def _place(request: Request, act: Action) -> int:
    if request.question in _CARDS or request.question is Question.PURCHASE:
        return -1
    unit = a_of(act) if verb_of(act) is Act.ACTIVATE else request.unit
    return request.seen.space[unit] if unit >= 0 else -1


def _where(request: Request, act: Action) -> str:
    """What to look at."""
    table, seen = request.seen.table, request.seen
    verb = verb_of(act)
    if verb is Act.BUY:
        return "Look at the goods of the store."
    if request.question is Question.PURCHASE:
        return "Look at the sheet of the own team."
    if verb is Act.PLAY or request.question in _CARDS:
        return "Look at the hand, and at what the items can do."
    if verb is Act.JAIL:
        return "Look at the four jails, and at who could open them."
    unit = a_of(act) if verb is Act.ACTIVATE else request.unit
    if unit < 0:
        return "Look at what is left to do for each unit."
    where = where_words(table, seen.space[unit], unit // UNITS_PER_TEAM)
    return f"Look at {the_unit(table, unit)} {where}."


_KINDS: Final = {
    Act.BUY: "Buy something.",
    Act.SELL: "Sell something: something better can be had for it.",
    Act.EQUIP: "Give an item to a unit.",
    Act.UNEQUIP: "Put an item aside.",
    Act.DONE: "End the purchasing turn.",
    Act.PASS: "Buy nothing more.",
    Act.ACTIVATE: "Begin its unit phase.",
    Act.END_TURN: "End the turn: nothing that is left is worth it.",
    Act.WALK: "Walk: there is a better place for it.",
    Act.STOP: "Stay here.",
    Act.ATTACK: "Attack.",
    Act.CAPTURE: "Capture a control point.",
    Act.RELEASE: "Open a jail.",
    Act.END_PHASE: "End the unit phase: nothing more is to be had here.",
    Act.USE: "Use an ability.",
    Act.PLAY: "Play a card for what it says.",
    Act.LAY: "Lay cards for their values.",
    Act.COMMIT: "Lay no more cards.",
    Act.HIT: "Choose who is hit next.",
    Act.PUSH_TO: "Choose the space.",
    Act.JAIL: "Choose the jail from which they take longest to get out.",
    Act.DECLINE: "Let it pass.",
}


def _kind(act: Action) -> str:
    """Which kind of act it is."""
    if act in (CAPTURE, RELEASE):
        return _KINDS[verb_of(act)]
    return _KINDS.get(verb_of(act), "Choose.")
