"""Allocation: sheets and why they are refused (PD-ALLOCATE, AM-2)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from powerdome.games import give, in_strategy
from powerdome.tables import Table, effect, power_of

from deathdome.powerdome.model.answers import (
    Activation,
    Order,
    Plan,
    Sheet,
    Talk,
    Target,
)
from deathdome.powerdome.model.asks import AskKind
from deathdome.powerdome.model.events import Activated, AttackBegan, PlansShown
from deathdome.powerdome.model.options import Options
from deathdome.powerdome.model.state import Phase, State
from deathdome.powerdome.model.tome import ChangeStat, Cost, TargetKind, Weaken
from deathdome.powerdome.rules.game import commit, observe, owed, rotation, why_not
from deathdome.powerdome.rules.rounds import reset
from deathdome.powerdome.rules.sheets import complete, usable


def at_sheets(seats: int, **options: object) -> State:
    """Return a game in the allocation of its first round."""
    state = replace(in_strategy(seats), options=Options(**options))  # type: ignore[arg-type]
    return give(state, *((seat, Talk()) for seat in range(seats)))


def refused(table: Table, name: str = "A") -> tuple[str, str]:
    reset(table.dome)
    refusal = table.why_not(name)
    assert refusal is not None
    return refusal.rule, refusal.code


@pytest.mark.rule("PD-ALLOCATE-01")
def test_every_living_player_writes_in_secret_for_itself_and_its_allies() -> None:
    state = at_sheets(3)
    assert {ask.seat for ask in owed(state)} == {0, 1, 2}
    state, events = commit(state, 1, Sheet({1: Plan(5, 6, 7, 0)}))
    assert not events
    assert not observe(state, 0).gathered
    assert 1 in observe(state, 1).gathered
    table = Table(60, 60)
    table.ally("Hound", "hound", "A")
    table.plan("Hound", (0, 5, 5), "B")
    assert refused(table) == ("PD-ALLOCATE-01", "no-plan")
    sheet = complete(table.dome, 0, Sheet({0: Plan()}))
    assert set(sheet.plans) == {0, 2}


@pytest.mark.rule("PD-ALLOCATE-07")
def test_a_sheet_has_no_plan_for_the_characters_of_others() -> None:
    state = at_sheets(2)
    refusal = why_not(state, 0, Sheet({0: Plan(), 1: Plan()}))
    assert refusal is not None
    assert (refusal.rule, refusal.code) == ("PD-ALLOCATE-07", "no-character")


@pytest.mark.rule("PD-ALLOCATE-02", "PD-ALLOCATE-04")
def test_points_become_stats_pay_for_powers_and_the_rest_is_the_reserve() -> None:
    table = Table(60, 60)
    table.give("A", "shutter_wall")
    table.plan("A", (1, 2, 3), None, ("shutter_wall",))
    table.play()
    one = table.one("A")
    assert (one.agility, one.strike, one.resist, one.ap) == (1, 2, 27, 40)
    table.plan("A", (0, 60, 0))
    reset(table.dome)
    assert table.one("A").ap == 60
    assert table.why_not("A") is None


@pytest.mark.rule("PD-ALLOCATE-03")
def test_stats_and_costs_do_not_exceed_the_action_points() -> None:
    table = Table(60, 60)
    table.give("A", "shutter_wall")
    table.plan("A", (10, 20, 16), None, ("shutter_wall",))
    reset(table.dome)
    assert table.why_not("A") is None
    table.plan("A", (10, 20, 17), None, ("shutter_wall",))
    refusal = table.why_not("A")
    assert refusal is not None
    assert (refusal.rule, refusal.need, refusal.have) == ("PD-ALLOCATE-03", 61, 60)
    for stats in ((-1, 0, 0), (0, 1.5, 0), (0, 0, True)):
        table.plan("A", stats)  # type: ignore[arg-type]
        assert refused(table) == ("PD-ALLOCATE-03", "amount")


@pytest.mark.rule("PD-ALLOCATE-05", "PD-ALLY-04")
@pytest.mark.parametrize(
    ("who", "target", "code"),
    [
        ("A", "A", "attack-self"),
        ("A", "Hound", "own-side"),
        ("Hound", "A", "own-side"),
        ("Hound", "Pup", "own-side"),
        ("Hound", "Hound", "attack-self"),
    ],
)
def test_no_attack_on_oneself_or_on_the_same_side(who: str, target: str, code: str) -> None:
    table = Table(60, 60)
    table.ally("Hound", "hound", "A")
    table.ally("Pup", "hound", "A")
    table.plan("A", (0, 0, 0))
    table.plan(who, (0, 5, 0), target)
    assert refused(table) == ("PD-ALLOCATE-05", code)


@pytest.mark.rule("PD-ALLOCATE-06", "PD-ALLY-02")
def test_allies_are_planned_without_agility() -> None:
    table = Table(60, 60)
    table.ally("Hound", "hound", "A")
    table.plan("A", (0, 0, 0))
    table.plan("Hound", (1, 5, 0), "B")
    assert refused(table) == ("PD-ALLOCATE-06", "ally-agility")
    table.plan("Hound", (0, 15, 6), "B")
    assert refused(table) == ("PD-ALLOCATE-03", "overspent")
    table.plan("Hound", (0, 15, 5), "B")
    reset(table.dome)
    assert table.why_not("A") is None


@pytest.mark.rule("PD-ALLOCATE-07")
def test_a_plan_names_only_what_exists() -> None:
    table = Table(60, 60, 60)
    table.give("A", "feint", "wax_seal", "second_bell", "paper_cuts")
    table.give("B", "whetstone")
    table.one("C").alive = False
    for act, code in (
        (("whetstone",), "not-owner"),
        (("purge",), "not-in-game"),
        (("feint", "C"), "target-enemy"),
        (("feint", "A"), "target-enemy"),
        (("second_bell", "B"), "target-dead_player"),
        (("wax_seal", "purge"), "target-rival_power"),
        (("wax_seal", "feint"), "target-rival_power"),
    ):
        table.plan("A", (0, 0, 0), None, act)
        rule, found = refused(table)
        assert (found, rule) == (code, "PD-POWER-05" if code == "not-owner" else "PD-ALLOCATE-07")
    table.plan("A", (0, 5, 0), "C")
    assert refused(table) == ("PD-ALLOCATE-07", "dead")
    table.plan("A", (0, 0, 0), None, ("second_bell", "C"))
    reset(table.dome)
    assert table.why_not("A") is None
    for target in (9, -1):
        table.plans[0] = Plan(attack=target)
        assert refused(table) == ("PD-ALLOCATE-07", "no-character")
    table.plans[0] = Plan(activate=(Activation(9999),))
    assert refused(table) == ("PD-ALLOCATE-07", "no-power")


@pytest.mark.rule("PD-ALLOCATE-08")
def test_a_plan_fixes_order_targets_and_x() -> None:
    table = Table(60, 60)
    table.give("A", "open_vein", "feint", "whetstone", "loaded_springs", "all_in")
    for x in (0, 7, -1):
        table.plan("A", (0, 0, 0), None, ("open_vein", None, x))
        assert refused(table) == ("PD-ALLOCATE-08", "x")
    table.plan("A", (0, 0, 0), None, ("whetstone", None, 1))
    assert refused(table) == ("PD-ALLOCATE-08", "x")
    table.plan("A", (0, 0, 0), None, ("feint",))
    assert refused(table) == ("PD-ALLOCATE-08", "needs-target")
    table.plan("A", (0, 0, 0), None, ("whetstone", "B"))
    assert refused(table) == ("PD-ALLOCATE-08", "no-target")
    table.plan("A", (0, 0, 0), None, ("whetstone", None, 0, 5))
    assert refused(table) == ("PD-ALLOCATE-08", "no-effect")
    table.plans[0] = Plan(activate=(Activation(None),))
    assert refused(table) == ("PD-ALLOCATE-08", "no-power")
    for act in (("loaded_springs", None, 0, 0), ("all_in", None, 0, 0)):
        table.plan("A", (0, 0, 0), None, act)
        assert refused(table) == ("PD-POWER-07", "by-itself")
    table.plan("A", (0, 0, 0), None, ("whetstone",), ("open_vein", None, 6))
    table.play()
    used = [table.tome.powers[one.power or 0].id for one in table.found(Activated)]
    assert used == ["whetstone", "open_vein"]
    assert table.one("A").strike == 40


@pytest.mark.rule("PD-ALLOCATE-09")
def test_commit_order_is_recorded_and_the_first_asked_moves_on() -> None:
    state = at_sheets(3)
    assert [ask.seat for ask in owed(state)] == [0, 1, 2]
    state = give(state, *((seat, Sheet({seat: Plan(3)})) for seat in (2, 0, 1)))
    assert state.dome.order == [2, 0, 1]
    assert rotation(state.dome) == [1, 2, 0]
    dome = state.dome.copy()
    reset(dome)
    assert rotation(dome) == [2, 0, 1]
    dome.characters[0].alive = False
    reset(dome)  # after seat 2 comes seat 1, since seat 0 is dead
    assert rotation(dome) == [1, 2]
    reset(dome)
    assert rotation(dome) == [2, 1]


@pytest.mark.rule("PD-ALLOCATE-10", "PD-POWER-08")
def test_an_auto_counts_unless_the_points_do_not_reach_it() -> None:
    table = Table(60, 60)
    table.give("A", "sleepwalker")
    table.plan("A", (0, 0, 51))
    assert refused(table) == ("PD-ALLOCATE-03", "overspent")
    table.plan("A", (0, 0, 50))
    assert table.play().one("A").resist == 67
    table.one("A").vitality = 9
    table.plan("A", (0, 0, 9))
    assert table.play().one("A").resist == 9
    table.plan("A", (0, 0, 0), None, ("sleepwalker",))
    assert refused(table) == ("PD-ALLOCATE-10", "auto-unpaid")


@pytest.mark.rule("PD-ALLOCATE-10")
def test_autos_with_a_cost_are_reached_in_the_order_acquired() -> None:
    dear = [
        power_of(
            name,
            effect(
                "auto payment",
                ChangeStat(who="self", stat="strike", add=1),
                cost=Cost(burn=False, n=price),
            ),
        )
        for name, price in (("big", 7), ("small", 4), ("tiny", 2))
    ]
    table = Table(10, 60, powers=dear)
    table.give("A", "big", "small", "tiny")
    kept = [table.tome.powers[one.power or 0].id for one in usable(table.dome, table.one("A"))]
    assert kept == ["big", "tiny"]


@pytest.mark.rule("PD-POWER-05")
def test_each_effect_is_planned_once() -> None:
    table = Table(60, 60)
    table.give("A", "whetstone")
    table.plan("A", (0, 0, 0), None, ("whetstone",), ("whetstone",))
    assert refused(table) == ("PD-POWER-05", "twice")


@pytest.mark.rule("PD-ALLY-01")
def test_allies_use_their_own_effects_and_no_powers() -> None:
    table = Table(60, 60)
    table.ally("Hound", "hound", "A")
    table.give("A", "whetstone")
    table.plan("A", (0, 0, 0))
    table.plan("Hound", (0, 0, 0), None, ("whetstone",))
    assert refused(table) == ("PD-ALLY-01", "ally-power")


def test_a_caption_is_one_line_of_60_characters() -> None:
    """AM-5."""
    state = at_sheets(2)
    for caption in ("x" * 61, "two\nlines", "\x1b[31m"):
        refusal = why_not(state, 0, Sheet({0: Plan()}, caption))
        assert refusal is not None
        assert (refusal.rule, refusal.code) == ("AM-5", "caption")
    assert why_not(state, 0, Sheet({0: Plan()}, "x" * 60)) is None


def test_plans_are_shown_at_the_end_of_the_round() -> None:
    """R-08."""
    state = at_sheets(2)
    state = give(state, (0, Sheet({0: Plan(1, 2, 3, 1)})))
    state, events = commit(state, 1, Sheet({1: Plan(4)}))
    assert PlansShown(((0, Plan(1, 2, 3, 1)), (1, Plan(4)))) in events


def declared(*, strike: int = 20) -> State:
    """Return a game with `declare = "combat"` whose first seat is to order its activations."""
    state = at_sheets(2, declare="combat")
    table = Table(100, 100)
    table.give("A", "feint", "whetstone")
    table.give("B", "purge")
    reset(table.dome)
    state = replace(state, dome=table.dome)
    acts = (Activation(table.power("feint")), Activation(table.power("whetstone")))
    return give(
        state,
        (0, Sheet({0: Plan(5, strike, 5, None, acts)})),
        (1, Sheet({1: Plan(3, 4, 30)})),
    )


def test_targets_are_not_on_a_sheet_that_is_declared_in_combat() -> None:
    """AM-2."""
    state = at_sheets(2, declare="combat")
    refusal = why_not(state, 0, Sheet({0: Plan(0, 5, 0, 1)}))
    assert refusal is not None
    assert (refusal.rule, refusal.code) == ("AM-2", "declared-later")


def test_order_and_targets_are_declared_in_combat() -> None:
    """AM-2."""
    state = declared()
    ask = owed(state)[0]
    assert (state.phase, ask.seat, ask.kind) == (Phase.COMBAT, 0, AskKind.ORDER)
    feint, whetstone = (act.power for act in state.gathered[0].plans[0].activate)  # type: ignore[union-attr]
    assert feint is not None
    for acts, code in (
        ((Activation(feint, 0, 1),), "left-out"),
        ((Activation(feint), Activation(whetstone)), "needs-target"),
        ((Activation(feint, 0, 0), Activation(whetstone)), "target-enemy"),
        ((Activation(feint, 0, 1), Activation(whetstone, 0, 1)), "no-target"),
        ((Activation(feint, 0, 1), Activation(whetstone, 0, None, 3)), "not-planned"),
        ((Activation(feint, 0, 1), Activation(feint, 0, 1)), "not-planned"),
    ):
        refusal = why_not(state, 0, Order(acts))
        assert refusal is not None
        assert (refusal.rule, refusal.code) == ("AM-2", code)
    order = Order((Activation(whetstone), Activation(feint, 0, 1)))
    state, events = commit(state, 0, order)
    assert [one.power for one in events if isinstance(one, Activated)] == [whetstone, feint]
    ask = owed(state)[0]
    assert (ask.seat, ask.kind) == (0, AskKind.TARGET)
    refusal = why_not(state, 0, Target(0))
    assert refusal is not None
    assert refusal.code == "attack-self"
    state, events = commit(state, 0, Target(1))
    assert [one for one in events if isinstance(one, AttackBegan)] == [AttackBegan(0, 1, 30)]
    state, events = commit(state, 1, Target(None))
    assert state.phase is Phase.STRATEGY
    assert state.dome.characters[1].vitality == 56  # (30 - 8) x 2, as Feint took its agility


def test_stats_that_combat_has_not_revealed_are_hidden() -> None:
    """R-08, R-34: strike until it attacks, resist until it is attacked."""
    state = declared()
    seen = observe(state, 0).now.characters[1]
    assert (seen.agility, seen.strike, seen.resist, seen.ap) == (3, 0, 0, 0)
    assert state.now.characters[1].resist == 30
    mine = observe(state, 0).now.characters[0]
    assert (mine.strike, mine.resist, mine.ap) == (20, 5, 70)
    feint, whetstone = (act.power for act in state.gathered[0].plans[0].activate)  # type: ignore[union-attr]
    state = give(state, (0, Order((Activation(feint, 0, 1), Activation(whetstone)))))
    seen = observe(state, 0).now.characters[1]
    assert (seen.strike, seen.resist) == (0, 8)  # Feint changed the resist, and all saw it
    other = observe(state, 1).now.characters[0]
    assert (other.strike, other.resist) == (30, 0)


def test_an_auto_that_needs_a_target_takes_the_first_when_the_plan_leaves_it_out() -> None:
    sting = power_of("sting", effect("auto", Weaken(who="target", n=2), target=TargetKind.RIVAL))
    table = Table(60, 60, 60, powers=(sting,))
    table.give("A", "sting")
    table.plan("A", (0, 0, 0))
    assert table.play().vitality() == "A 60, B 58, C 60"
    table.plan("A", (0, 0, 0), None, ("sting", "C"))
    assert table.play().vitality() == "A 60, B 58, C 58"
