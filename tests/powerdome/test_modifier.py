"""Modifiers, those given to players, and secret ones (PD-MODIFIER, AM-1)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from powerdome.games import game, give, powers
from powerdome.tables import Table, effect, power_of, tome

from deathdome.powerdome.model.answers import Chance, Persona, Plan
from deathdome.powerdome.model.asks import CHANCE, ChanceKind
from deathdome.powerdome.model.dome import ABSENT
from deathdome.powerdome.model.events import Failed, Given, PlansShown, Unmasked, seen_by
from deathdome.powerdome.model.state import Phase, State
from deathdome.powerdome.model.tome import EventKind, Regenerate, TargetKind, Weaken
from deathdome.powerdome.model.tome import Given as GivenTo
from deathdome.powerdome.rules.fight import targets
from deathdome.powerdome.rules.game import commit, observe, owed
from deathdome.powerdome.rules.rounds import reset
from deathdome.powerdome.rules.setup import put_in_force

PACT, MARKED, CROWN, RATION = powers("hidden_pact", "marked_one", "heavy_crown", "iron_ration")


def starting(*modifiers: int, seats: int = 3) -> State:
    """Return a game whose modifiers are given out when its characters are made."""
    state = game(seats)
    dome = state.dome.copy()
    for power in modifiers:
        put_in_force(dome, power)
    return replace(state, dome=dome, phase=Phase.CREATION)


@pytest.mark.rule("PD-MODIFIER-01")
def test_a_modifier_holds_for_all() -> None:
    table = Table(60, 60)
    table.force("glass_dome")
    table.plan("A", (0, 10, 0), "B")
    table.plan("B", (0, 10, 0), "A")
    assert table.play().vitality() == "A 44, B 44"


@pytest.mark.rule("PD-MODIFIER-02", "PD-KEYWORD-04")
def test_a_modifier_cannot_be_disabled_or_taken() -> None:
    table = Table(60, 60)
    table.force("glass_dome")
    table.mark("marked_one", "B")
    assert targets(table.dome, table.one("A"), TargetKind.RIVAL_POWER) == []
    table.give("A", "blackout")
    table.plan("A", (0, 10, 0), "B", ("blackout", "B"))
    table.play()
    assert table.vitality() == "A 62, B 44"  # 59, and 3 for striking the marked one


@pytest.mark.rule("PD-MODIFIER-02")
def test_modifiers_are_given_as_their_text_says() -> None:
    table = Table(70, 50, 70, 50)
    table.force("heavy_crown", "iron_ration", "marked_one")
    table.forced = [2, 0, 3]
    table.start()
    assert table.dome.marks == {MARKED: (2,), CROWN: (0,), RATION: (3,)}
    assert table.found(Given) == [Given(MARKED, 2), Given(CROWN, 0), Given(RATION, 3)]
    table.play()
    assert table.vitality() == "A 68, B 50, C 70, D 52"


def test_a_modifier_given_to_all_answers_for_each_bearer() -> None:
    """AM-1."""
    thorns = power_of(
        "thorns",
        effect(
            "reactive",
            Weaken(who="attacker", n=2),
            event=EventKind.HIT,
            match=(("defender", "self"),),
            per_round=1,
        ),
        modifier=True,
        given=GivenTo.ALL,
    )
    table = Table(60, 60, 60, powers=(thorns,))
    table.force("thorns")
    table.start()
    assert table.dome.marks[table.power("thorns")] == (0, 1, 2)
    table.plan("A", (0, 10, 0), "B")
    table.plan("B", (0, 10, 0), "C")
    table.plan("C", (0, 10, 0), "B")
    assert table.play().vitality() == "A 58, B 38, C 50"


def test_a_bearer_that_is_dead_does_not_answer() -> None:
    """AM-1."""
    table = Table(60, 60, 60)
    table.mark("hidden_pact", "B", secret=True)
    table.one("B").alive = False
    table.one("C").vitality = 5
    table.plan("A", (0, 10, 0), "C")
    table.plan("C", (0, 0, 0))
    table.play()
    assert not table.found(Unmasked)
    assert table.dome.winner == 0


def test_a_secret_bearer_is_hidden_until_the_text_reveals_it() -> None:
    """AM-1: in the position, in the answers, and in the events."""
    state = give(starting(PACT), (0, Persona()), (1, Persona()), (2, Persona()))
    ask = owed(state)[0]
    assert (ask.chance, ask.about, ask.choices) == (ChanceKind.GIVEN, PACT, (0, 1, 2))
    state, events = commit(state, CHANCE, Chance(1))
    given = Given(PACT, 1, secret=True)
    assert given in events
    assert seen_by(given, 1) == given
    assert seen_by(given, 0) == seen_by(given, ABSENT) == Given(PACT, ABSENT, secret=True)
    assert [observe(state, seat).dome.marks[PACT] for seat in range(3)] == [(), (1,), ()]
    assert state.dome.marks[PACT] == (1,)
    assert seen_by(Given(MARKED, 2), 0) == Given(MARKED, 2)


def test_the_answer_of_chance_is_hidden_while_modifiers_are_given() -> None:
    """AM-1."""
    state = give(starting(MARKED, PACT), (0, Persona()), (1, Persona()), (2, Persona()))
    state = give(state, (CHANCE, Chance(1)))
    state = replace(state, answers=(*state.answers, Chance(2)))
    assert observe(state, 0).answers == ()


def test_a_secret_bearer_is_known_from_its_first_activation() -> None:
    """AM-1."""
    table = Table(60, 60, 5)
    table.mark("hidden_pact", "B", secret=True)
    table.plan("A", (0, 10, 0), "C")
    table.plan("C", (0, 0, 0))
    assert table.play().vitality() == "A 60, B 75, C -5"
    assert table.found(Unmasked) == [Unmasked(PACT, 1)]
    assert not table.dome.hidden


def test_a_failed_or_unused_plan_unmasks_its_bearer_too() -> None:
    """AM-1."""
    secret = power_of(
        "secret",
        effect("active", Regenerate(who="self", n=9), checks=(("self.strike", ">=", 5),)),
        modifier=True,
        given=GivenTo.HIDDEN,
    )
    for vitality, strike in ((60, 0), (3, 0)):
        table = Table(60, vitality, 60, powers=(secret,))
        table.mark("secret", "B", secret=True)
        table.give("A", "floor_slam")
        table.plan("A", (9, 0, 0), None, ("floor_slam",))
        table.plan("B", (0, strike, 0), None, ("secret",))
        table.play()
        assert table.found(Unmasked) == [Unmasked(table.power("secret"), 1)]
        after = table.log[table.log.index(table.found(Unmasked)[0]) + 1]
        assert isinstance(after, Failed if vitality == 60 else PlansShown)


def test_only_the_bearer_plans_a_given_modifier() -> None:
    """AM-1."""
    call = power_of(
        "call", effect("active", Regenerate(who="self", n=9)), modifier=True, given=GivenTo.RANDOM
    )
    table = Table(60, 60, powers=(call,))
    table.mark("call", "A")
    table.plan("A", (0, 0, 0), None, ("call",))
    table.plan("B", (0, 0, 0), None, ("call",))
    reset(table.dome)
    assert table.why_not("A") is None
    refusal = table.why_not("B")
    assert refusal is not None
    assert refusal.code == "not-owner"
    table.plans[1] = Plan()
    assert table.play().vitality() == "A 69, B 60"


def test_a_limit_of_a_modifier_counts_for_the_table() -> None:
    table = Table(60, 5, 5)
    table.force("curtain_call")
    table.give("A", "floor_slam")
    table.plan("A", (0, 0, 0), None, ("floor_slam",))
    table.play()
    assert table.vitality() == "A 60, B 15, C -2"
    assert tome().powers[table.power("curtain_call")].effects[0].limit == 1
