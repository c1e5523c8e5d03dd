"""Answers that the rules of PowerDome must refuse, made from legal ones."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deathdome.powerdome.model.answers import (
    Activation,
    Bids,
    Chance,
    Consents,
    DealKind,
    Discards,
    Nomination,
    Offer,
    Order,
    Persona,
    Plan,
    Proposal,
    Protection,
    Reply,
    Sheet,
    Side,
    Talk,
    Target,
    Trade,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.model.asks import Ask
    from deathdome.powerdome.model.state import State


def spoiled(state: State, ask: Ask, answer: Answer) -> Iterator[Answer]:
    """Yield answers to a question that no rule allows."""
    dome, seat = state.now, ask.seat
    yield Chance(0) if not isinstance(answer, Chance) else Persona()
    match answer:
        case Chance():
            yield Chance(max(ask.choices) + 1)
            yield Chance(-7)
        case Nomination(powers):
            yield Nomination(powers[:2])
            yield Nomination((*powers, max(powers) - 1))
            yield Nomination((powers[0], powers[1], powers[0]))
            yield Nomination((powers[0], powers[1], len(dome.tome.powers)))
        case Protection():
            taken = [power for power, _ in state.progress.protected]
            outside = set(range(len(dome.tome.powers))) - set(state.progress.pool)
            yield from map(Protection, (*taken, min(outside)))
        case Bids(amounts):
            outside = set(range(len(dome.tome.powers))) - set(state.slots)
            yield Bids({**amounts, min(outside): 1})
            some = state.slots[0]
            yield Bids({**amounts, some: -1})
            for power in state.slots:
                if dome.tome.powers[power].modifier:
                    yield Bids({power: 1})
                elif state.options.bids == "covered":
                    yield Bids({power: dome.characters[seat].vitality + 1})
        case Offer():
            yield from map(Offer, _bad_trades(state, seat, (seat + 1) % dome.seats))
        case Reply():
            maker = state.progress.table[0] if state.progress.table else 0
            for trade in _bad_trades(state, seat, maker):
                yield Reply(accept=False, counter=trade)
            yield Reply(accept=True, counter=Trade(maker, Side((), 1)))
            yield Reply(accept=False, counter=Trade(seat, Side((), 1)))
        case Discards(powers):
            others = [
                power for hand in dome.hands for power in hand if power not in dome.hands[seat]
            ]
            yield from (Discards((*powers, power)) for power in (*others, *dome.modifiers))
            if powers:
                yield Discards((*powers, powers[0]))
        case Persona():
            yield Persona("x" * 200)
            yield Persona("a\nb")
        case Talk(proposals):
            yield Talk((*proposals, Proposal(seat, DealKind.TRUCE)))
            yield Talk((*proposals, Proposal(dome.seats, DealKind.TRUCE)))
            if proposals:
                yield Talk((*proposals, proposals[0]))
                to = proposals[0].to
                yield Talk((Proposal(to, DealKind.TOGETHER, to),))
        case Consents(to):
            yield Consents((*to, seat))
        case Sheet(plans, caption):
            yield Sheet(plans, "x" * 61)
            yield Sheet({who: plan for who, plan in plans.items() if who != seat}, caption)
            yield Sheet({**plans, len(dome.characters): Plan()}, caption)
            for who, plan in plans.items():
                for bad in _bad_plans(state, who, plan):
                    yield Sheet({**plans, who: bad}, caption)
        case Order(activate):
            yield Order(activate[1:])
            yield Order((*activate, *activate[:1]))
            first, rest = activate[0], activate[1:]
            yield Order((replace(first, x=first.x + 1), *rest))
            yield Order((replace(first, target=10**6), *rest))
        case Target():
            yield Target(ask.character)
            yield Target(len(dome.characters))
            yield from (Target(one.id) for one in dome.characters if not one.alive)


def _bad_trades(state: State, seat: int, other: int) -> Iterator[Trade]:
    dome = state.now
    mine, theirs = dome.hands[seat], dome.hands[other]
    yield Trade(seat, Side((), 1))
    yield Trade(dome.seats, Side((), 1))
    yield Trade(other)
    yield Trade(other, Side((), dome.characters[seat].vitality + 1))
    yield Trade(other, Side((), -1))
    yield Trade(other, Side((), 1), Side(), "x" * 200)
    yield Trade(other, Side((), 1, "x" * 200))
    yield from (Trade(other, Side((power,))) for power in (*theirs, *dome.modifiers))
    yield from (Trade(other, Side(), Side((power,))) for power in mine)


def _bad_plans(state: State, who: int, plan: Plan) -> Iterator[Plan]:
    dome = state.now
    one = dome.characters[who]
    yield replace(plan, strike=plan.strike + one.vitality + 1)
    yield replace(plan, resist=-1)
    if not one.player:
        yield replace(plan, agility=1)
    yield replace(plan, attack=who)
    yield replace(plan, attack=len(dome.characters))
    for other in dome.characters:
        if not other.alive or other.controller == one.controller:
            yield replace(plan, attack=other.id)
    yield replace(plan, activate=(*plan.activate, Activation(len(dome.tome.powers))))
    yield replace(plan, activate=(*plan.activate, *plan.activate[:1], Activation(-5)))
    for act in plan.activate:
        rest = tuple(other for other in plan.activate if other is not act)
        yield replace(plan, activate=(*plan.activate, act))
        yield replace(plan, activate=(*rest, replace(act, x=act.x + 100)))
        yield replace(plan, activate=(*rest, replace(act, target=10**6)))
        yield replace(plan, activate=(*rest, replace(act, effect=9)))
    unused = set(range(len(dome.tome.powers))) - set(dome.cards)
    yield replace(plan, activate=(*plan.activate, Activation(min(unused))))
