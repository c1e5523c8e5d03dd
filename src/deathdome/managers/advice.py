"""A hint for whoever is asked: where to look, which kind of act, and the act with its figures.

It is what a planning manager would do in the same seat. It sees the seat's request and nothing
else, so a hint can tell nobody more than there is to be seen.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.managers.planner.defence import defence_values
from deathdome.managers.planner.fights import Fights
from deathdome.managers.planner.laying import attack_values
from deathdome.managers.planner.manager import PlanningManager
from deathdome.managers.planner.pairs import pairs
from deathdome.managers.planner.plans import Plan, Prospects
from deathdome.managers.planner.reasons import Causes, deeds_of, plan_terms, terms_of
from deathdome.managers.planner.search import different
from deathdome.managers.planner.trials import (
    jail_values,
    option_values,
    phase_values,
    turn_values,
)
from deathdome.managers.planner.weights import NEUTRAL
from deathdome.model.actions import CAPTURE, RELEASE, Act, Action, a_of, verb_of
from deathdome.model.decisions import Question
from deathdome.model.frames import Attack, UnitPhase
from deathdome.model.names import credits_text, the_unit, where_words
from deathdome.model.notation import action_text
from deathdome.model.prices import fee
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.play.controllers import PROTOCOL, Briefing, Terms, never
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.observing import determinize

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deathdome.model.state import State, Table
    from deathdome.play.controllers import Request

LEVEL: Final = "elite"  # a second or two; champion thinks four times as long
SECONDS: Final = 10.0  # the clock only stops whoever takes much too long
COMPARED: Final = 12  # plans among which the next best is looked for
MOST_TERMS: Final = 4  # told of a plan
SMALL: Final = 0.03  # share of the worth below which a term is not told
MOST_CARDS: Final = 7

Values = list[tuple[float, Action]]

_LAYING: Final = (Question.ATTACK_CARDS, Question.DEFENCE_CARDS)
_CARDS: Final = (*_LAYING, Question.REACTION)
_ENDINGS: Final = (Act.STOP, Act.END_PHASE, Act.END_TURN)


class Advice(NamedTuple):
    """A hint in its three steps."""

    where: str
    kind: str
    act: str  # in the notation, with the figures behind it
    space: int = -1  # where to look on the board
    ends: bool = False  # the act ends what is open, a walk, a unit phase or a turn

    @property
    def steps(self) -> tuple[str, str, str]:
        """In the order in which they are told."""
        return self.where, self.kind, self.act


class Adviser(PlanningManager):
    """A planning manager that shows what it has in mind."""

    @property
    def plan(self) -> Plan | None:
        """The unit phase that its last answer begins, if it begins one."""
        return self._intent


def advise(request: Request, level: str = LEVEL, hurry: Callable[[], bool] = never) -> Advice:
    """A hint for a question; the same for the same request."""
    table, seat = request.seen.table, request.seat
    adviser = Adviser(level)
    briefing = Briefing(PROTOCOL, seat, table.seats, table, request.number, {"level": level}, hurry)
    adviser.begin(briefing)
    act = adviser.decide(request).action
    return _advised(request, adviser, act)._replace(ends=verb_of(act) in _ENDINGS)


def _advised(request: Request, adviser: Adviser, act: Action) -> Advice:
    table, seat = request.seen.table, request.seat
    if len(request.options) == 1:
        return Advice(_where(request, act), _kind(act), _sentence(table, [act], seat, "No choice."))
    world = determinize(request.seen, Random(request.number))
    if request.question is Question.TURN and adviser.plan is not None:
        return _of_plan(world, request, adviser.plan)
    if request.question is Question.UNIT_PHASE:
        plan = _rest_of_phase(world, request, act)
        if plan is not None:
            return _of_rest(world, request, plan)
    if request.question is Question.TURN and verb_of(act) is Act.ACTIVATE:
        return _of_ability(world, request, act)
    told = [act]
    if request.question in _LAYING and verb_of(act) is Act.LAY:
        told = _laid(world, request, act)
    figures = _figures(world, request, act)
    return Advice(
        _where(request, act),
        _kind(act),
        _sentence(table, told, seat, figures),
        _place(request, act),
    )


# -- a whole unit phase ----------------------------------------------------------------------------


def _of_plan(world: State, request: Request, plan: Plan) -> Advice:
    table, seat = world.table, request.seat
    prospects = Prospects(world, seat, NEUTRAL)
    found = [other for _, other in prospects.firsts(COMPARED)]
    kinds = different([plan, *found], COMPARED)
    ranked = pairs(prospects, kinds)
    worth = next((pair.total for pair in ranked if pair.plan == plan), plan.score)
    parts = [f"Worth {signed(plan.score)}: {_largest(plan_terms(prospects, plan))}."]
    if abs(worth - plan.score) >= 1_000:
        parts.append(f"{signed(worth)} with the phase after it.")
    if plan.act and verb_of(Action(plan.act)) is Act.ATTACK:
        parts.insert(0, f"Kill chance {plan.kill:.0%}.")
    other = next((pair for pair in ranked if _differs(pair.plan, plan)), None)
    if other is not None:
        does = deed_text(table, deeds_of(world, other.plan), seat)
        parts.append(f"Next best: {does}, {signed(other.total)}.")
        if other.total > worth + 1:
            parts.append("By that count it is more; played on against the answers it was less.")
    deeds = deeds_of(world, plan)
    where = world.space[plan.unit]
    look = f"Look at {the_unit(table, plan.unit)} {where_words(table, where, seat)}."
    main = Action(plan.act) if plan.act else deeds[-1]
    return Advice(look, _kind(main), _sentence(table, deeds, seat, " ".join(parts)), where)


def _of_ability(world: State, request: Request, act: Action) -> Advice:
    """A unit is to begin with a card or an item, and goes on from there."""
    table, seat = world.table, request.seat
    causes: Causes = {}
    turn_values(Prospects(world, seat, NEUTRAL), request.options, causes)
    cause = causes[act]
    deeds = list(cause.deeds()) if cause.deeds is not None else [act]
    figures = f"Worth {signed(cause.score)}: {_largest(terms_of(act, cause))}."
    look = f"Look at {the_unit(table, a_of(act))}"
    where = world.space[a_of(act)]
    return Advice(
        f"{look} {where_words(table, where, seat)}.",
        _kind(deeds[-1]),
        _sentence(table, deeds, seat, figures),
        where,
    )


def _rest_of_phase(world: State, request: Request, act: Action) -> Plan | None:
    """The best plan for the rest of a unit phase that the answer begins."""
    phase = world.stack[-1]
    assert isinstance(phase, UnitPhase)
    plans = Prospects(world, request.seat, NEUTRAL).plans(phase.unit, phase)
    return next((plan for plan in plans if deeds_of(world, plan)[1:2] == [act]), None)


def _of_rest(world: State, request: Request, plan: Plan) -> Advice:
    table, seat = world.table, request.seat
    deeds = deeds_of(world, plan)[1:]
    parts = [f"Worth {signed(plan.score)}."]
    if plan.act and verb_of(Action(plan.act)) is Act.ATTACK:
        parts.insert(0, f"Kill chance {plan.kill:.0%}.")
    phase = world.stack[-1]
    assert isinstance(phase, UnitPhase)
    plans = Prospects(world, seat, NEUTRAL).plans(phase.unit, phase)
    other = next((one for one in plans if one.act != plan.act), None)
    if other is not None:
        does = deed_text(table, deeds_of(world, other)[1:], seat)
        parts.append(f"Next best: {does or 'nothing'}, {signed(other.score)}.")
    main = Action(plan.act) if plan.act else deeds[-1]
    told = _sentence(table, deeds, seat, " ".join(parts))
    return Advice(_where(request, deeds[0]), _kind(main), told, world.space[plan.unit])


def _differs(one: Plan, other: Plan) -> bool:
    return (one.unit, one.act) != (other.unit, other.act)


def deed_text(table: Table, deeds: Sequence[Action], seat: int) -> str:
    """Answers in the notation, one after the other."""
    return ", ".join(action_text(table, deed, seat) for deed in deeds)


def signed(amount: float) -> str:
    """Credits with their sign, no finer than a thousand: `+81,000`."""
    whole = round(amount, -3)
    return f"{whole:+,.0f}" if whole else "0"


def _largest(terms: Terms) -> str:
    """The larger ones; the others are left out."""
    least = SMALL * max((abs(amount) for _, amount in terms), default=0)
    large = [(name, amount) for name, amount in terms if abs(amount) >= max(least, 1_000)]
    return ", ".join(f"{name} {signed(amount)}" for name, amount in large[:MOST_TERMS]) or "little"


# -- any other answer ------------------------------------------------------------------------------


def values_of(world: State, request: Request) -> Values:
    """Credits of the answers that a planning manager would weigh; () where it does not weigh."""
    seat, options = request.seat, request.options
    match request.question:
        case Question.PURCHASE:
            return []
        case Question.TURN:
            return turn_values(Prospects(world, seat, NEUTRAL), options)
        case Question.UNIT_PHASE:
            return phase_values(world, seat, options, NEUTRAL)
        case Question.DEFENCE_CARDS:
            return defence_values(world, seat, options, NEUTRAL)
        case Question.ATTACK_CARDS:
            return attack_values(world, seat, options, NEUTRAL)
        case Question.JAIL:
            return jail_values(world, seat, options, NEUTRAL)
        case _:
            return option_values(world, seat, options, NEUTRAL)


def _figures(world: State, request: Request, act: Action) -> str:
    """How the answer compares with the next best one."""
    if verb_of(act) is Act.BUY:
        purse = request.seen.credits[request.seat]
        cost = fee(world.table, a_of(act), purse)
        return f"It costs {credits_text(cost)}; {credits_text(purse - cost)} are left."
    values = values_of(world, request)
    mine = max((value for value, other in values if other == act), default=None)
    if mine is None:
        return ""
    table, seat = world.table, request.seat
    parts = []
    if request.question is Question.DEFENCE_CARDS:
        parts.append(f"The attack then costs {-mine:,.0f}, cards included.")
    frame = world.stack[-1]
    if request.question is Question.ATTACK_CARDS and isinstance(frame, Attack):
        way = max(Fights(world, seat, NEUTRAL).ways(frame))
        parts.append(f"Kill chance {way.kill:.0%}.")
    others = sorted(((value, other) for value, other in values if other != act), reverse=True)
    others = [pair for pair in others if pair[0] > -1e8]
    if others:
        value, other = others[0]
        name = action_text(table, other, seat)
        less = round(mine - value, -3)
        parts.append(f"Next best: {name}, " + (f"{less:,.0f} less." if less > 0 else "as good."))
    return " ".join(parts)


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
    text = deed_text(table, deeds, seat)
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
