"""Strategy: talk, deals and their judgement (PD-STRATEGY, R-18)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from powerdome.games import give, in_strategy
from powerdome.tables import Table, effect, power_of

from deathdome.powerdome.model.answers import (
    Consents,
    DealKind,
    Plan,
    Proposal,
    Sheet,
    Talk,
)
from deathdome.powerdome.model.events import Agreed, DealsJudged, Proposed
from deathdome.powerdome.model.state import Deal
from deathdome.powerdome.model.tome import EventKind, FurtherAttack
from deathdome.powerdome.rules.game import commit, observe, owed, why_not
from deathdome.powerdome.rules.rounds import reset
from deathdome.powerdome.rules.strategy import judge

if TYPE_CHECKING:
    from collections.abc import Sequence


TRUCE = Proposal(1, DealKind.TRUCE)
TOGETHER = Proposal(1, DealKind.TOGETHER, 2)


@pytest.mark.rule("PD-STRATEGY-01", "PD-STRATEGY-03")
def test_offers_are_made_answered_and_change_no_number() -> None:
    log: list[object] = []
    state = give(in_strategy(3), (0, Talk((TRUCE, Proposal(2, DealKind.TRUCE)))), (1, Talk()))
    assert not observe(state, 2).gathered
    state, events = commit(state, 2, Talk())
    assert events == [Proposed(0, TRUCE), Proposed(0, Proposal(2, DealKind.TRUCE))]
    assert [ask.seat for ask in owed(state)] == [1, 2]
    refusal = why_not(state, 1, Consents((2,)))
    assert refusal is not None
    assert (refusal.rule, refusal.code) == ("R-18", "no-proposal")
    state, events = commit(state, 1, Consents((0,)))
    state, events = commit(state, 2, Consents(()))
    assert [one.accepted for one in events if isinstance(one, Agreed)] == [True, False]
    assert state.deals == (Deal(1, 0, TRUCE),)
    assert [one.vitality for one in state.dome.characters] == [100] * 3
    assert not log


@pytest.mark.rule("PD-STRATEGY-01")
def test_a_broken_word_is_judged_and_not_prevented() -> None:
    state = give(in_strategy(3), (0, Talk((TRUCE,))), (1, Talk()), (2, Talk()), (1, Consents((0,))))
    state = give(
        state, (0, Sheet({0: Plan(0, 30, 0, 1)})), (1, Sheet({1: Plan()})), (2, Sheet({2: Plan()}))
    )
    assert state.dome.characters[1].vitality == 70
    assert state.deals == (Deal(1, 0, TRUCE, (0,)),)


@pytest.mark.rule("PD-STRATEGY-02")
def test_the_dead_may_still_talk_but_make_no_truce() -> None:
    state = in_strategy(4)
    state.dome.characters[3].alive = False
    assert [ask.seat for ask in owed(state)] == [0, 1, 2, 3]
    assert why_not(state, 3, Talk((Proposal(0, DealKind.TOGETHER, 1),))) is None
    refusal = why_not(state, 3, Talk((Proposal(0, DealKind.TRUCE),)))
    assert refusal is not None
    assert (refusal.rule, refusal.code) == ("PD-STRATEGY-02", "dead")


@pytest.mark.rule("PD-STRATEGY-03")
@pytest.mark.parametrize(
    ("proposals", "code"),
    [
        ((Proposal(0, DealKind.TRUCE),), "no-rival"),
        ((Proposal(3, DealKind.TRUCE),), "no-rival"),
        ((Proposal(9, DealKind.TRUCE),), "no-rival"),
        ((TRUCE, TOGETHER), "one-offer"),
        ((Proposal(1, DealKind.TOGETHER),), "no-third"),
        ((Proposal(1, DealKind.TOGETHER, 0),), "no-third"),
        ((Proposal(1, DealKind.TOGETHER, 1),), "no-third"),
        ((Proposal(1, DealKind.TOGETHER, 3),), "no-third"),
    ],
)
def test_an_offer_has_a_fixed_form(proposals: tuple[Proposal, ...], code: str) -> None:
    state = in_strategy(4)
    state.dome.characters[3].alive = False
    refusal = why_not(state, 0, Talk(proposals))
    assert refusal is not None
    assert (refusal.rule, refusal.code) == ("R-18", code)


def judged(table: Table, *deals: Deal) -> Sequence[tuple[int, ...]]:
    before = table.dome.copy()
    reset(before)
    table.play()
    return [deal.broken_by for deal in judge(before, table.dome, deals, table.log)]


def test_a_truce_is_broken_by_attacks_and_by_activations_that_target_the_other() -> None:
    truce = Deal(1, 0, TRUCE)
    table = Table(60, 60, 60)
    table.ally("Hound", "hound", "B")
    table.plan("A", (0, 9, 0), "Hound")
    assert judged(table, truce) == [(0,)]
    table = Table(60, 60, 60)
    table.ally("Hound", "hound", "B")
    table.plan("Hound", (0, 9, 0), "A")
    table.plan("B", (0, 0, 0))
    assert judged(table, truce) == [(1,)]
    table = Table(60, 60, 60)
    table.give("A", "wax_seal", "floor_slam")
    table.give("B", "whetstone")
    table.plan("A", (0, 9, 0), "C", ("wax_seal", "whetstone"))
    assert judged(table, truce) == [(0,)]
    table = Table(60, 60, 60)
    table.give("A", "floor_slam")
    table.plan("A", (0, 9, 0), "C", ("floor_slam",))
    assert judged(table, truce) == [()]


def test_an_attack_as_a_reaction_breaks_no_truce() -> None:
    back = power_of(
        "back",
        effect(
            "reactive",
            FurtherAttack(who="self", at="attacker", strike=10),
            event=EventKind.HIT,
            match=(("defender", "self"),),
        ),
    )
    table = Table(60, 60, 60, powers=(back,))
    table.give("B", "back")
    table.plan("A", (0, 9, 0), "B")
    assert judged(table, Deal(1, 0, TRUCE)) == [(0,)]


def test_together_is_broken_by_not_attacking_when_alive_to_do_so() -> None:
    deal = Deal(1, 0, TOGETHER)
    table = Table(60, 60, 60)
    table.plan("A", (0, 9, 0), "C")
    table.plan("B", (0, 9, 0), "A")
    assert judged(table, deal) == [(1,)]
    table = Table(60, 60, 20, 60)  # B comes too late
    table.plan("A", (9, 30, 0), "C")
    table.plan("B", (0, 9, 0), "C")
    assert judged(table, deal) == [()]
    table = Table(60, 60, 20, 60)  # B had no target left to declare
    table.plan("A", (9, 30, 0), "C")
    table.plan("B", (0, 9, 0))
    assert judged(table, deal) == [()]
    table = Table(60, 60, 20, 60)  # B attacks another before C dies
    table.plan("A", (3, 30, 0), "C")
    table.plan("B", (9, 9, 0), "D")
    table.plan("C", (2, 0, 0))
    assert judged(table, deal) == [(1,)]
    table = Table(60, 5, 60, 60)  # B dies first
    table.plan("A", (0, 9, 0), "C")
    table.plan("C", (9, 30, 0), "B")
    assert judged(table, deal) == [()]


def test_a_player_whose_place_never_came_broke_no_deal() -> None:
    table = Table(60, 60, 10)
    table.one("B").vitality = 10
    table.give("A", "floor_slam")
    table.afflict("B", "venom")
    table.afflict("C", "venom")
    table.plan("A", (9, 9, 0), "C", ("floor_slam",))
    table.plan("B", (1, 9, 0), "C")
    table.plan("C", (2, 0, 0))
    assert judged(table, Deal(1, 0, TOGETHER)) == [()]
    assert table.dome.over


def test_judgements_are_an_event_and_stay_with_the_deals() -> None:
    state = give(
        in_strategy(3), (0, Talk((TOGETHER,))), (1, Talk()), (2, Talk()), (1, Consents((0,)))
    )
    log: list[object] = []
    for seat in range(3):
        state, events = commit(state, seat, Sheet({seat: Plan(0, 9, 0, 2 if seat == 1 else None)}))
        log += events
    assert DealsJudged((Deal(1, 0, TOGETHER, (0,)),)) in log
    assert state.deals == (Deal(1, 0, TOGETHER, (0,)),)
