"""Answers in words, as an adviser would say them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.powerdome.model.answers import (
    Bids,
    Consents,
    DealKind,
    Discards,
    Nomination,
    Offer,
    Order,
    Persona,
    Protection,
    Reply,
    Sheet,
    Talk,
    Target,
)
from deathdome.powerdome.model.naming import character_names
from deathdome.powerdome.notation import Speller
from deathdome.powerdome.text.events import Narrator
from deathdome.powerdome.text.persons import all_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deathdome.powerdome.model.answers import Answer, Proposal
    from deathdome.powerdome.model.asks import Ask
    from deathdome.powerdome.model.state import State


def answer_words(view: State, ask: Ask, answer: Answer) -> Iterator[str]:
    """Yield an answer in sentences."""
    say = Narrator(view.now.tome, character_names(view.now, view.seats), ask.seat)
    match answer:
        case Nomination():
            yield f"Name {say.powers(answer.powers)}."
        case Protection(power=None):
            yield "Pass for good."
        case Protection():
            yield f"Protect {say.power(answer.power)} for 5 vitality."
        case Bids():
            bids = [
                f"{n} on {say.power(power)}" for power, n in sorted(answer.amounts.items()) if n
            ]
            yield f"Bid {all_of(bids) or 'nothing'}."
        case Offer(trade=None):
            yield "Offer nothing."
        case Offer(trade=trade) if trade is not None:
            yield f"Offer a trade: {say.trade(ask.seat, trade)}."
        case Reply(accept=True):
            yield "Accept the trade."
        case Reply(counter=None):
            yield "Decline the trade."
        case Reply(counter=trade) if trade is not None:
            yield f"Offer another trade: {say.trade(ask.seat, trade)}."
        case Discards():
            yield f"Discard {say.powers(answer.powers)}."
        case Persona():
            yield f"Enter as {answer.name or 'yourself'}."
        case Talk():
            for proposal in answer.proposals:
                yield f"{_proposal(say, proposal)}."
            if not answer.proposals:
                yield "Propose nothing."
        case Consents():
            makers = all_of([say.who(one) for one in answer.to])
            what = "proposals" if len(answer.to) > 1 else "proposal"
            yield f"Accept the {what} of {makers}." if makers else "Decline all proposals."
        case Target():
            yield f"Attack {'no one' if answer.attack is None else say.who(answer.attack)}."
        case _:
            yield from _plans(view, ask, answer, say)


def _proposal(say: Narrator, proposal: Proposal) -> str:
    to = say.who(proposal.to)
    if proposal.kind is DealKind.TRUCE:
        return f"Propose a truce to {to}"
    return f"Ask {to} to join an attack on {say.who(proposal.against)}"


def _plans(view: State, ask: Ask, answer: Answer, say: Narrator) -> Iterator[str]:
    speller = Speller(view)
    if isinstance(answer, Order):
        for number, act in enumerate(answer.activate, 1):
            yield f"{number}. {speller.act_text(ask.character, act)}."
    elif isinstance(answer, Sheet):
        for who, plan in sorted(answer.plans.items()):
            struck = plan.attack if plan.strike else None
            aim = "" if struck is None else f" at {say.who(struck)}"
            stats = f"strike {plan.strike}{aim}, resist {plan.resist}."
            if who == ask.seat:
                yield f"Agility {plan.agility}, {stats}"
            else:
                yield f"{say.who(who)}: {stats}"
            for number, act in enumerate(plan.activate, 1):
                yield f"{number}. {speller.act_text(who, act)}."
