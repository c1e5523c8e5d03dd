"""Culling (PD-CULL)."""

from __future__ import annotations

import pytest
from powerdome.games import give, nominated, passed, powers
from powerdome.tables import tome

from deathdome.powerdome.model.answers import Bids, Chance, Protection
from deathdome.powerdome.model.asks import CHANCE, AskKind, ChanceKind
from deathdome.powerdome.model.state import Phase
from deathdome.powerdome.rules.game import owed, why_not
from deathdome.powerdome.rules.setup import slot_count

SIX = ("feint whetstone purge", "bodyguard all_in gluttony")


@pytest.mark.rule("PD-CULL-01")
def test_the_auction_has_two_slots_for_each_player() -> None:
    assert [slot_count(seats) for seats in range(2, 7)] == [4, 6, 8, 10, 12]


@pytest.mark.rule("PD-CULL-02", "PD-SETUP-04")
def test_a_protected_power_reaches_the_auction_and_the_price_is_gone() -> None:
    purge = powers("purge")[0]
    state = give(
        nominated(*SIX),
        (CHANCE, Chance(0)),
        (0, Protection(purge)),
        (1, Protection(None)),
        (0, Protection(None)),
    )
    assert state.now.characters[0].vitality == 95
    for _ in range(3):
        ask = owed(state)[0]
        assert ask.chance is ChanceKind.CULL
        assert purge not in ask.choices
        state = give(state, (CHANCE, Chance(ask.choices[0])))
    assert purge in state.slots
    state = give(state, (0, Bids({})), (1, Bids({purge: 30})))
    assert [one.vitality for one in state.dome.characters] == [95, 70]


@pytest.mark.rule("PD-CULL-03", "PD-CULL-06")
def test_protection_stops_when_every_slot_is_protected() -> None:
    feint, whetstone, purge, bodyguard = powers("feint", "whetstone", "purge", "bodyguard")
    state = give(
        nominated(*SIX),
        (CHANCE, Chance(1)),
        (1, Protection(feint)),
        (0, Protection(whetstone)),
        (1, Protection(purge)),
        (0, Protection(bodyguard)),
    )
    assert state.phase is Phase.BIDDING
    assert state.slots == tuple(sorted((feint, whetstone, purge, bodyguard)))
    assert state.dome.culled == list(powers("all_in", "gluttony"))


@pytest.mark.rule("PD-CULL-04", "PD-CULL-05")
def test_the_slots_left_are_drawn_without_replacement() -> None:
    state = passed(nominated(*SIX))
    pool = list(state.progress.pool)
    for drawn in range(4):
        ask = owed(state)[0]
        assert (ask.seat, ask.chance, list(ask.choices)) == (CHANCE, ChanceKind.CULL, pool)
        pick = pool.pop(drawn % 2)
        state = give(state, (CHANCE, Chance(pick)))
    assert state.phase is Phase.BIDDING
    assert state.dome.culled == pool
    assert not set(state.slots) & set(pool)


@pytest.mark.rule("PD-CULL-06")
def test_protection_goes_round_from_a_random_seat_and_a_pass_is_final() -> None:
    state = nominated(*SIX, "feint whetstone venom_dart")
    ask = owed(state)[0]
    assert (ask.chance, ask.choices) == (ChanceKind.FIRST, (0, 1, 2))
    state = give(state, (CHANCE, Chance(2)))
    asked = []
    answers = [None, "feint", None, "purge", None]
    for name in answers:
        ask = owed(state)[0]
        assert ask.kind is AskKind.PROTECT
        asked.append(ask.seat)
        state = give(state, (ask.seat, Protection(None if name is None else powers(name)[0])))
    assert asked == [2, 0, 1, 0, 0]
    assert owed(state)[0].seat == CHANCE


@pytest.mark.rule("PD-CULL-07")
def test_any_nominated_power_may_be_protected_once() -> None:
    feint, sand = powers("feint", "sand_veil")
    state = give(nominated(*SIX), (CHANCE, Chance(1)), (1, Protection(feint)))
    for power, code in ((feint, "protected"), (sand, "not-nominated")):
        refusal = why_not(state, 0, Protection(power))
        assert refusal is not None
        assert (refusal.rule, refusal.code) == ("PD-CULL-07", code)


@pytest.mark.rule("PD-CULL-08")
def test_too_few_nominations_are_filled_from_the_tome() -> None:
    state = nominated("feint whetstone purge", "feint whetstone purge")
    ask = owed(state)[0]
    three = powers("feint", "whetstone", "purge")
    assert (ask.seat, ask.chance) == (CHANCE, ChanceKind.FILL)
    assert sorted((*ask.choices, *three)) == list(range(len(tome().powers)))
    glass = powers("glass_dome")[0]
    state = give(state, (CHANCE, Chance(glass)))
    assert state.phase is Phase.BIDDING
    assert state.slots == tuple(sorted((*three, glass)))
    assert state.dome.culled == []


@pytest.mark.rule("PD-CULL-04")
def test_as_many_nominations_as_slots_need_no_draw() -> None:
    state = passed(nominated("feint whetstone purge", "feint whetstone all_in"))
    assert state.phase is Phase.BIDDING
    assert state.dome.culled == []
