"""The auction (PD-AUCTION, AM-3)."""

from __future__ import annotations

import pytest
from powerdome.games import auction, give, powers

from deathdome.powerdome.model.answers import Bids, Chance
from deathdome.powerdome.model.asks import CHANCE, ChanceKind
from deathdome.powerdome.model.events import BidsShown, InForce, Unsold, Won
from deathdome.powerdome.model.options import Options
from deathdome.powerdome.model.state import Phase, State
from deathdome.powerdome.rules.game import commit, observe, owed, why_not
from deathdome.powerdome.rules.setup import why_not_bids

FOUR = ("whetstone", "feint", "purge", "bodyguard")


def refused(state: State, bids: Bids) -> tuple[str, str]:
    refusal = why_not(state, 0, bids)
    assert refusal is not None
    return refusal.rule, refusal.code


@pytest.mark.rule("PD-AUCTION-01", "PD-AUCTION-02")
def test_bids_are_secret_and_shown_together() -> None:
    whetstone, feint = powers("whetstone", "feint")
    state, events = commit(auction(*FOUR), 1, Bids({whetstone: 3, feint: 4}))
    assert not events
    assert not observe(state, 0).gathered
    state, events = commit(state, 0, Bids({feint: 0}))
    assert events[0] == BidsShown(((), ((whetstone, 3), (feint, 4))))


@pytest.mark.rule("PD-AUCTION-01")
def test_a_power_outside_the_auction_takes_no_bid() -> None:
    assert refused(auction(*FOUR), Bids({powers("all_in")[0]: 1})) == (
        "PD-AUCTION-01",
        "not-in-auction",
    )


@pytest.mark.rule("PD-AUCTION-03", "PD-SETUP-04")
def test_the_highest_bidder_pays_and_the_others_do_not() -> None:
    whetstone, feint = powers("whetstone", "feint")
    state = give(
        auction(*FOUR), (0, Bids({whetstone: 3, feint: 9})), (1, Bids({whetstone: 4, feint: 8}))
    )
    assert [one.vitality for one in state.dome.characters] == [91, 96]
    assert state.dome.hands == [[feint], [whetstone]]


@pytest.mark.rule("PD-AUCTION-04")
def test_a_coin_decides_a_tie_and_only_the_winner_pays() -> None:
    names = (*FOUR, "all_in", "gluttony")
    feint = powers("feint")[0]
    state = auction(*names, seats=3)
    for seat, bid in ((0, 7), (1, 9), (2, 9)):
        state = give(state, (seat, Bids({feint: bid})))
    ask = owed(state)[0]
    assert (ask.chance, ask.choices, ask.about) == (ChanceKind.COIN, (1, 2), feint)
    state, events = commit(state, CHANCE, Chance(2))
    assert Won(feint, 2, 9, (1, 2)) in events
    assert [one.vitality for one in state.dome.characters] == [100, 100, 91]


@pytest.mark.rule("PD-AUCTION-04")
def test_three_tied_bidders_are_drawn_from_evenly() -> None:
    state = auction(*FOUR, "all_in", "gluttony", seats=3)
    feint = powers("feint")[0]
    for seat in range(3):
        state = give(state, (seat, Bids({feint: 5})))
    assert owed(state)[0].choices == (0, 1, 2)


@pytest.mark.rule("PD-AUCTION-05")
@pytest.mark.parametrize("amount", [-1, 1.5, True, "3"])
def test_bids_are_whole_and_not_negative(amount: object) -> None:
    feint = powers("feint")[0]
    state = auction(*FOUR)
    bids = Bids({feint: amount})  # type: ignore[dict-item]
    assert why_not(state, 0, bids) is not None
    refusal = why_not_bids(state.dome, 0, bids, state.slots, state.options)
    assert refusal is not None
    assert (refusal.rule, refusal.code) == ("PD-AUCTION-05", "amount")


@pytest.mark.rule("PD-AUCTION-05", "PD-AUCTION-07")
def test_zero_is_not_a_bid_and_a_power_without_bids_leaves() -> None:
    feint = powers("feint")[0]
    state, events = commit(auction(*FOUR), 0, Bids({feint: 0}))
    state, events = commit(state, 1, Bids({}))
    unsold = tuple(sorted(powers(*FOUR)))
    assert [one for one in events if isinstance(one, Unsold)] == [Unsold(one) for one in unsold]
    assert state.unsold == unsold
    assert not set(state.unsold) & set(state.dome.culled)
    assert state.dome.hands == [[], []]


@pytest.mark.rule("PD-AUCTION-06", "PD-SETUP-05")
def test_the_bids_of_a_sheet_add_up_to_at_most_the_vitality() -> None:
    whetstone, feint = powers("whetstone", "feint")
    state = auction(*FOUR)
    assert why_not(state, 0, Bids({whetstone: 60, feint: 40})) is None
    assert refused(state, Bids({whetstone: 60, feint: 41})) == ("PD-AUCTION-06", "overbid")


@pytest.mark.rule("PD-AUCTION-06")
def test_free_bids_go_to_the_highest_bidder_that_can_still_pay() -> None:
    whetstone, feint = powers("whetstone", "feint")
    state = auction(*FOUR, options=Options(bids="free"))
    state = give(
        state, (0, Bids({whetstone: 60, feint: 50})), (1, Bids({whetstone: 10, feint: 20}))
    )
    assert [one.vitality for one in state.dome.characters] == [40, 80]
    assert state.dome.hands == [[whetstone], [feint]]


@pytest.mark.rule("PD-AUCTION-08", "PD-MODIFIER-01", "PD-MODIFIER-02")
def test_a_modifier_fills_a_slot_and_comes_into_force_without_bids() -> None:
    state = auction("whetstone", "feint", "purge", "glass_dome")
    glass = powers("glass_dome")[0]
    assert refused(state, Bids({glass: 1})) == ("PD-AUCTION-08", "modifier")
    state, _ = commit(state, 0, Bids({}))
    state, events = commit(state, 1, Bids({}))
    assert InForce(glass) in events
    assert state.dome.modifiers == [glass]
    assert state.dome.cards[glass].owner < 0
    assert state.dome.hands == [[], []]


@pytest.mark.rule("PD-AUCTION-09")
def test_powers_are_settled_in_tome_order_and_chance_only_where_tied() -> None:
    whetstone, feint, purge = powers("whetstone", "feint", "purge")
    bids = Bids({purge: 5, feint: 6, whetstone: 5})
    state = give(auction(*FOUR), (0, bids), (1, Bids({whetstone: 5, feint: 2, purge: 5})))
    assert owed(state)[0].about == whetstone
    state = give(state, (CHANCE, Chance(0)))
    assert owed(state)[0].about == purge
    state = give(state, (CHANCE, Chance(0)))
    assert state.phase is Phase.EXCHANGE
    assert state.dome.hands[0] == [whetstone, feint, purge]


@pytest.mark.rule("PD-AUCTION-06")
def test_a_free_bid_above_the_vitality_never_wins() -> None:
    """AM-3."""
    feint = powers("feint")[0]
    state = auction(*FOUR, options=Options(bids="free"))
    state = give(state, (0, Bids({feint: 101})), (1, Bids({feint: 1})))
    assert state.dome.hands == [[], [feint]]
