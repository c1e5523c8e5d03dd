"""The exchange (PD-EXCHANGE, R-17, AM-6)."""

from __future__ import annotations

import pytest
from powerdome.games import auction, give, in_strategy, powers

from deathdome.powerdome.model.answers import (
    Answer,
    Bids,
    Discards,
    Offer,
    Reply,
    Side,
    Trade,
)
from deathdome.powerdome.model.asks import AskKind
from deathdome.powerdome.model.events import Declined, Discarded, Offered, Traded
from deathdome.powerdome.model.state import Phase, State
from deathdome.powerdome.rules.game import commit, observe, owed, why_not

WHETSTONE, FEINT, PURGE, GLASS = powers("whetstone", "feint", "purge", "glass_dome")


def dealt() -> State:
    """A has Whetstone and 90, B has Feint and Purge and 85; Glass Dome is in force."""
    return give(
        auction("whetstone", "feint", "purge", "glass_dome"),
        (0, Bids({WHETSTONE: 10})),
        (1, Bids({FEINT: 10, PURGE: 5})),
    )


def refused(state: State, answer: Answer, seat: int = 0) -> tuple[str, str]:
    refusal = why_not(state, seat, answer)
    assert refusal is not None
    return refusal.rule, refusal.code


@pytest.mark.rule("PD-EXCHANGE-01", "PD-EXCHANGE-02", "PD-EXCHANGE-03")
def test_a_trade_moves_powers_and_vitality_both_ways_at_once() -> None:
    trade = Trade(1, Side((WHETSTONE,), 20, "peace"), Side((FEINT, PURGE), 3), "fair")
    state, events = commit(dealt(), 0, Offer(trade))
    assert events == [Offered(0, trade)]
    assert state.now.hands == [[WHETSTONE], [FEINT, PURGE]]
    state, events = commit(state, 1, Reply(accept=True))
    assert events == [Traded(0, trade)]
    assert state.now.hands == [[FEINT, PURGE], [WHETSTONE]]
    assert [one.vitality for one in state.now.characters] == [73, 102]


@pytest.mark.rule("PD-EXCHANGE-02")
def test_a_declined_trade_moves_nothing() -> None:
    trade = Trade(1, Side((WHETSTONE,)), Side((FEINT,)))
    state = give(dealt(), (0, Offer(trade)))
    state, events = commit(state, 1, Reply(accept=False))
    assert events == [Declined(0, trade)]
    assert state.now.hands == [[WHETSTONE], [FEINT, PURGE]]


@pytest.mark.rule("PD-EXCHANGE-03")
def test_two_promises_are_a_trade_and_nothing_for_nothing_is_not() -> None:
    peace = Trade(1, Side(promise="peace"), Side(promise="peace"))
    assert why_not(dealt(), 0, Offer(peace)) is None
    assert refused(dealt(), Offer(Trade(1))) == ("PD-EXCHANGE-01", "empty")
    long = Trade(1, Side(promise="x" * 61))
    assert refused(dealt(), Offer(long)) == ("PD-EXCHANGE-03", "words")


@pytest.mark.rule("PD-EXCHANGE-04")
def test_players_discard_their_own_powers_after_trading() -> None:
    state = give(dealt(), (0, Offer(None)), (1, Offer(None)))
    assert state.phase is Phase.DISCARD
    assert refused(state, Discards((FEINT,))) == ("PD-EXCHANGE-04", "not-owner")
    assert refused(state, Discards((WHETSTONE, WHETSTONE))) == ("PD-EXCHANGE-04", "same-twice")
    state, events = commit(state, 1, Discards((FEINT,)))
    assert not events
    assert not observe(state, 0).gathered
    state, events = commit(state, 0, Discards(()))
    assert events[0] == Discarded(1, (FEINT,))
    assert state.dome.hands == [[WHETSTONE], [PURGE]]
    assert state.dome.cards[FEINT].gone


@pytest.mark.rule("PD-EXCHANGE-05", "PD-SETUP-05")
def test_each_side_owns_what_it_gives_and_ends_at_0_or_more() -> None:
    state = dealt()
    for trade, code in (
        (Trade(1, Side((FEINT,)), Side((PURGE,))), "not-owner"),
        (Trade(1, Side((WHETSTONE,)), Side((WHETSTONE,))), "not-owner"),
        (Trade(1, Side((WHETSTONE, WHETSTONE))), "same-twice"),
        (Trade(1, Side((), 91)), "vitality"),
        (Trade(1, Side(), Side((), 86)), "vitality"),
        (Trade(1, Side((), -1)), "amount"),
    ):
        assert refused(state, Offer(trade)) == ("PD-EXCHANGE-05", code)
    for fair in (Trade(1, Side((), 90)), Trade(1, Side((), 95), Side((), 5))):
        assert why_not(state, 0, Offer(fair)) is None


@pytest.mark.rule("PD-EXCHANGE-01")
@pytest.mark.parametrize("to", [0, 2, -1])
def test_a_trade_is_with_a_rival(to: int) -> None:
    assert refused(dealt(), Offer(Trade(to, Side((), 1)))) == ("PD-EXCHANGE-01", "no-rival")


@pytest.mark.rule("PD-EXCHANGE-06", "PD-MODIFIER-02")
def test_modifiers_are_neither_traded_nor_discarded() -> None:
    state = dealt()
    offer = Offer(Trade(1, Side((GLASS,))))
    assert refused(state, offer) == ("PD-EXCHANGE-06", "modifier")
    state = give(state, (0, Offer(None)), (1, Offer(None)))
    assert refused(state, Discards((GLASS,))) == ("PD-EXCHANGE-06", "modifier")


@pytest.mark.rule("PD-EXCHANGE-07")
def test_after_setup_trades_are_refused() -> None:
    state = in_strategy(3)
    offer = Offer(Trade(1, Side((), 1)))
    assert refused(state, offer) == ("PD-RESET-01", "wrong-answer")


def test_each_player_makes_up_to_three_offers() -> None:
    """R-17: a counter-offer is one of them (AM-6)."""
    small = Trade(1, Side((), 1))
    state = dealt()
    for _ in range(3):
        state = give(state, (0, Offer(small)), (1, Reply(accept=False)))
        if owed(state)[0].seat == 1:
            state = give(state, (1, Offer(None)))
    assert owed(state)[0].seat == 1 or state.phase is Phase.DISCARD
    state = give(dealt(), (0, Offer(small)))
    counter = Reply(accept=False, counter=Trade(0, Side((), 2)))
    state, events = commit(state, 1, counter)
    assert events[-1] == Offered(1, Trade(0, Side((), 2)), counter=True)
    ask = owed(state)[0]
    assert (ask.seat, ask.kind) == (0, AskKind.REPLY)
    assert state.progress.offers == (1, 1)
    assert refused(state, Reply(accept=True, counter=small)) == ("AM-6", "yes-and-counter")
    away = Reply(accept=False, counter=Trade(0, Side((), 2)))
    assert refused(state, away) == ("AM-6", "counter-to")
    for seat in (0, 1, 0, 1):
        to = 1 - seat
        state = give(state, (seat, Reply(accept=False, counter=Trade(to, Side((), 2)))))
    assert state.progress.offers == (3, 3)
    assert refused(state, Reply(accept=False, counter=small)) == ("R-17", "offers")
    state = give(state, (0, Reply(accept=True)))
    assert state.phase is Phase.DISCARD
    assert [one.vitality for one in state.dome.characters] == [92, 83]


def test_the_exchange_ends_when_all_pass_in_a_row() -> None:
    """R-17: a pass is not final."""
    small = Trade(0, Side((), 1))
    state = give(dealt(), (0, Offer(None)), (1, Offer(small)), (0, Reply(accept=False)))
    assert (owed(state)[0].seat, state.phase) == (0, Phase.EXCHANGE)
    state = give(state, (0, Offer(None)), (1, Offer(None)))
    assert state.phase is Phase.DISCARD
