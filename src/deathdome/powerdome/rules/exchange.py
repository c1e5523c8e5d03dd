"""The exchange: trades and discards after the auction (PD-EXCHANGE, R-17, AM-6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.powerdome.model import events as say
from deathdome.powerdome.model.answers import Offer, Reply, Side
from deathdome.powerdome.model.asks import Ask, AskKind
from deathdome.powerdome.model.options import OFFERS
from deathdome.powerdome.rules.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from deathdome.powerdome.model.answers import Answer, Discards, Trade
    from deathdome.powerdome.model.dome import Dome, Seat
    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.model.state import Progress

PROMISE = 60  # characters of a promise or of a reason


def bargain(
    dome: Dome, asks: Callable[[Ask], Answer], log: list[Event], progress: Progress
) -> None:
    """Let players offer trades in seat order until all pass in a row or have made three (R-17)."""
    seats = dome.seats
    made = [0] * seats
    seat = passes = 0
    while passes < seats:
        progress.offers = tuple(made)
        if made[seat] >= OFFERS:
            passes += 1
        else:
            answer = asks(Ask(seat, AskKind.TRADE))
            assert isinstance(answer, Offer)
            log.append(say.Offered(seat, answer.trade))
            if answer.trade is None:
                passes += 1
            else:
                passes = 0
                made[seat] += 1
                _bring_to_table(dome, seat, answer.trade, made, asks, log, progress)
        seat = (seat + 1) % seats


def _bring_to_table(
    dome: Dome,
    seat: Seat,
    trade: Trade,
    made: list[int],
    asks: Callable[[Ask], Answer],
    log: list[Event],
    progress: Progress,
) -> None:
    """Let an offer be answered: yes, no, or a counter-offer, which is answered in turn."""
    while True:
        progress.table = (seat, trade)
        progress.offers = tuple(made)
        answer = asks(Ask(trade.to, AskKind.REPLY))
        assert isinstance(answer, Reply)
        progress.table = None
        if answer.accept:
            carry_out(dome, seat, trade)
            log.append(say.Traded(seat, trade))
            return
        log.append(say.Declined(seat, trade))
        if answer.counter is None:
            return
        seat, trade = trade.to, answer.counter
        made[seat] += 1
        log.append(say.Offered(seat, trade, counter=True))


def carry_out(dome: Dome, seat: Seat, trade: Trade) -> None:
    """Move powers and vitality, both ways in one step (PD-EXCHANGE-02)."""
    one, other = dome.characters[seat], dome.characters[trade.to]
    one.vitality += trade.want.vitality - trade.give.vitality
    other.vitality += trade.give.vitality - trade.want.vitality
    for power in trade.give.powers:
        dome.move(power, trade.to)
    for power in trade.want.powers:
        dome.move(power, seat)


def why_not_trade(dome: Dome, seat: Seat, trade: Trade) -> Refusal | None:
    """Return why an offer is refused, or None (PD-EXCHANGE-05, -06)."""
    if trade.to == seat or trade.to not in range(dome.seats):
        return Refusal("PD-EXCHANGE-01", "no-rival", character=trade.to)
    for side, giver in ((trade.give, seat), (trade.want, trade.to)):
        refusal = _why_not_side(dome, side, giver)
        if refusal is not None:
            return refusal
    if trade.give == trade.want == Side():
        return Refusal("PD-EXCHANGE-01", "empty")
    if len(trade.reason) > PROMISE or not trade.reason.isprintable():
        return Refusal("AM-6", "words", PROMISE, len(trade.reason))
    change = trade.want.vitality - trade.give.vitality
    for giver, end in (
        (seat, dome.characters[seat].vitality + change),
        (trade.to, dome.characters[trade.to].vitality - change),
    ):
        if end < 0:
            return Refusal("PD-EXCHANGE-05", "vitality", 0, end, character=giver)
    return None


def _why_not_side(dome: Dome, side: Side, giver: Seat) -> Refusal | None:
    if type(side.vitality) is not int or side.vitality < 0:
        return Refusal("PD-EXCHANGE-05", "amount", character=giver)
    if len(set(side.powers)) < len(side.powers):
        return Refusal("PD-EXCHANGE-05", "same-twice", character=giver)
    for power in side.powers:
        if power in dome.modifiers:
            return Refusal("PD-EXCHANGE-06", "modifier", power=power)
        if power not in dome.hands[giver]:
            return Refusal("PD-EXCHANGE-05", "not-owner", character=giver, power=power)
    if len(side.promise) > PROMISE or not side.promise.isprintable():
        return Refusal("PD-EXCHANGE-03", "words", PROMISE, len(side.promise))
    return None


def why_not_offer(dome: Dome, seat: Seat, offer: Offer, progress: Progress) -> Refusal | None:
    """Return why an offer, or a pass, is refused, or None."""
    if offer.trade is None:
        return None
    if progress.offers[seat] >= OFFERS:
        return Refusal("R-17", "offers", OFFERS, progress.offers[seat])
    return why_not_trade(dome, seat, offer.trade)


def why_not_reply(dome: Dome, seat: Seat, reply: Reply, progress: Progress) -> Refusal | None:
    """Return why a reply is refused, or None; a counter-offer goes back to the maker (AM-6)."""
    counter = reply.counter
    if counter is None:
        return None
    assert progress.table is not None
    if reply.accept:
        return Refusal("AM-6", "yes-and-counter")
    if counter.to != progress.table[0]:
        return Refusal("AM-6", "counter-to", character=counter.to)
    return why_not_offer(dome, seat, Offer(counter), progress)


def why_not_discards(dome: Dome, seat: Seat, discards: Discards) -> Refusal | None:
    """Return why discards are refused, or None (PD-EXCHANGE-04, -06)."""
    if len(set(discards.powers)) < len(discards.powers):
        return Refusal("PD-EXCHANGE-04", "same-twice")
    for power in discards.powers:
        if power in dome.modifiers:
            return Refusal("PD-EXCHANGE-06", "modifier", power=power)
        if power not in dome.hands[seat]:
            return Refusal("PD-EXCHANGE-04", "not-owner", power=power)
    return None


def discard(dome: Dome, seat: Seat, discards: Discards, log: list[Event]) -> None:
    """Take discarded powers out of the game."""
    for power in discards.powers:
        dome.discard(power)
    if discards.powers:
        log.append(say.Discarded(seat, discards.powers))
