"""The keywords of powers (PD-KEYWORD)."""

from __future__ import annotations

import pytest
from powerdome.tables import Table, effect, power_of

from deathdome.powerdome.model.events import (
    Afflicted,
    AttackBegan,
    Disabled,
    Forfeited,
    Paid,
    Revived,
    Struck,
    Summoned,
    VitalityChanged,
)
from deathdome.powerdome.model.tome import AllyKind, ChangeStat, Cost, EventKind, Regenerate, Weaken


@pytest.mark.rule("PD-KEYWORD-01", "PD-AFFLICTION-02")
def test_afflict_gives_the_named_affliction_and_announces_it() -> None:
    table = Table(60, 60)
    table.give("A", "venom_dart")
    table.plan("A", (0, 0, 0), None, ("venom_dart", "B"))
    table.play()
    venom = table.tome.affliction["venom"]
    assert table.one("B").afflictions == [venom]
    assert table.found(Afflicted) == [Afflicted(1, venom)]


@pytest.mark.rule("PD-KEYWORD-02", "PD-SETUP-05")
def test_burn_takes_points_and_vitality_down_to_0_at_most() -> None:
    table = Table(60, 60)
    table.give("A", "open_vein")
    table.plan("A", (0, 3, 0), None, ("open_vein", None, 6))
    table.play()
    assert table.vitality() == "A 54, B 60"
    assert (table.one("A").ap, table.one("A").strike) == (51, 33)
    assert table.found(Paid) == [Paid(0, burn=True, n=6)]
    table = Table(6, 60)
    table.give("A", "open_vein")
    table.plan("A", (0, 0, 0), None, ("open_vein", None, 6))
    assert table.play().vitality() == "A 0, B 60"
    assert table.one("A").alive


@pytest.mark.rule("PD-KEYWORD-02", "PD-POWER-10")
def test_a_burn_needs_the_vitality_when_it_happens() -> None:
    table = Table(15, 60)
    table.give("A", "open_vein")
    table.give("B", "floor_slam", "paper_cuts")
    table.plan("A", (0, 0, 0), None, ("open_vein", None, 6))
    table.plan("B", (9, 0, 0), None, ("floor_slam",), ("paper_cuts", "A"))
    table.play()
    assert table.failures() == [("open_vein", "cost")]
    assert table.vitality() == "A 5, B 60"


@pytest.mark.rule("PD-KEYWORD-03")
def test_bypass_leaves_resist_alone_on_both_sides() -> None:
    table = Table(60, 60)
    table.give("A", "needlepoint")
    table.plan("A", (2, 10, 0), "B", ("needlepoint",))
    table.plan("B", (1, 0, 50))
    table.play()
    assert (table.one("B").vitality, table.one("B").resist) == (40, 50)
    assert [one.bypass for one in table.found(Struck)] == [True]


@pytest.mark.rule("PD-KEYWORD-04")
def test_disable_stops_every_effect_and_undoes_nothing() -> None:
    table = Table(60, 60)
    table.give("A", "blackout")
    table.give("B", "barbed_hide", "whetstone", "gluttony")
    table.plan("A", (5, 10, 0), "B", ("blackout", "B"))
    table.plan("B", (3, 0, 0), None, ("whetstone",))
    table.play()
    assert table.vitality() == "A 59, B 50"
    assert table.failures() == [("gluttony", "disabled"), ("whetstone", "disabled")]
    assert len(table.found(Disabled)) == 3
    table = Table(60, 60)
    table.give("A", "blackout")
    table.give("B", "whetstone")
    table.plan("A", (3, 0, 0), None, ("blackout", "B"))
    table.plan("B", (5, 10, 0), "A", ("whetstone",))
    assert table.play().one("B").strike == 20


@pytest.mark.rule("PD-KEYWORD-05")
def test_forfeit_takes_the_power_out_of_the_game() -> None:
    table = Table(60, 40)
    table.give("B", "last_reserve")
    table.plan("A", (0, 20, 0), "B")
    table.plan("B", (0, 0, 0))
    assert table.play().vitality() == "A 60, B 42"
    assert table.found(Forfeited) == [Forfeited(table.power("last_reserve"))]
    assert table.dome.hands[1] == []
    assert table.dome.cards[table.power("last_reserve")].gone
    assert table.play().vitality() == "A 60, B 22"


@pytest.mark.rule("PD-KEYWORD-06")
def test_a_limit_counts_what_happened_for_each_effect() -> None:
    table = Table(90, 90, 90)
    table.give("C", "static_skin")
    for _ in range(2):
        table.plan("A", (0, 10, 0), "C")
        table.plan("B", (0, 10, 0), "C")
        table.plan("C", (0, 0, 0))
        table.play()
    assert [len(table.one(name).afflictions) for name in "ABC"] == [2, 1, 0]
    assert table.dome.cards[table.power("static_skin")].used == [3]


@pytest.mark.rule("PD-KEYWORD-06")
def test_each_ally_has_a_limit_of_its_own() -> None:

    once = AllyKind(
        "once",
        "Once",
        9,
        "",
        (effect("active", ChangeStat(who="controller", stat="strike", add=5), limit=1),),
    )
    table = Table(60, 60, allies=(once,))
    table.ally("One", "once", "A")
    table.ally("Two", "once", "A")
    for strike in (10, 0):
        table.plan("A", (0, 0, 0))
        table.plan("One", (0, 0, 0), None, (None,))
        table.plan("Two", (0, 0, 0), None, (None,))
        assert table.play().one("A").strike == strike
    assert table.failures() == [("", "limit")] * 2


@pytest.mark.rule("PD-KEYWORD-07")
def test_pass_hands_the_power_to_another_player() -> None:
    table = Table(60, 60, 60)
    table.give("A", "gift_horse")
    table.plan("A", (0, 0, 0), None, ("gift_horse", "C"))
    assert table.play().vitality() == "A 73, B 60, C 60"
    assert table.dome.hands == [[], [], [table.power("gift_horse")]]


@pytest.mark.rule("PD-KEYWORD-08")
def test_regenerate_has_no_ceiling() -> None:
    table = Table(100, 60)
    table.give("A", "gluttony")
    table.plan("A", (0, 0, 100))
    assert table.play().vitality() == "A 105, B 60"
    table.plan("A", (0, 0, 105))
    assert table.play().vitality() == "A 110, B 60"


@pytest.mark.rule("PD-KEYWORD-08")
def test_the_regenerated_are_an_event() -> None:
    tax = power_of(
        "tax",
        effect(
            "reactive",
            Weaken(who="subject", n=2),
            event=EventKind.GAINED,
            match=(("subject", "rival"),),
        ),
    )
    table = Table(60, 60, powers=(tax,))
    table.give("A", "gluttony")
    table.give("B", "tax")
    assert table.play().vitality() == "A 63, B 60"


@pytest.mark.rule("PD-KEYWORD-09")
def test_revive_returns_a_dead_player_with_the_stated_vitality() -> None:
    table = Table(60, 9, 60)
    table.give("A", "second_bell")
    table.one("B").alive = False
    table.one("B").vitality = -30
    table.plan("A", (0, 0, 0), None, ("second_bell", "B"))
    assert table.play().vitality() == "A 75, B 20, C 60"
    assert table.found(Revived) == [Revived(1, 20)]


@pytest.mark.rule("PD-KEYWORD-10")
def test_utilize_takes_points_and_no_vitality() -> None:
    table = Table(60, 60)
    table.give("A", "tripwire")
    table.plan("A", (0, 10, 0), None, ("tripwire", "B", 8))
    table.plan("B", (20, 0, 0))
    table.play()
    assert (table.one("A").ap, table.one("A").vitality) == (42, 60)
    assert table.one("B").agility == 4


@pytest.mark.rule("PD-KEYWORD-11")
def test_weaken_is_a_loss_and_not_an_attack() -> None:
    table = Table(60, 60)
    table.give("A", "paper_cuts")
    table.give("B", "barbed_hide", "sand_veil", "panic_plate")
    table.ally("Guard", "bodyguard", "B")
    table.plan("A", (50, 0, 0), None, ("paper_cuts", "B"))
    table.plan("B", (0, 0, 40), None, ("sand_veil",))
    assert table.play().vitality() == "A 60, B 57, Guard 16"
    assert not table.found(AttackBegan)
    table = Table(60, 31)
    table.give("A", "paper_cuts")
    table.give("B", "last_reserve")
    table.plan("A", (0, 0, 0), None, ("paper_cuts", "B"))
    assert table.play().vitality() == "A 60, B 50"


@pytest.mark.rule("PD-KEYWORD-11")
def test_burn_is_a_loss_that_is_answered() -> None:
    table = Table(32, 60)
    table.give("A", "red_rush", "last_reserve")
    table.plan("A", (0, 0, 0), None, ("red_rush",))
    assert table.play().vitality() == "A 52, B 60"
    assert [one.cause for one in table.found(VitalityChanged)] == ["burn", "power"]


@pytest.mark.rule("PD-KEYWORD-12", "PD-ALLY-01")
def test_summon_makes_a_new_character() -> None:
    table = Table(60, 60)
    table.give("A", "kennel_whistle")
    table.plan("A", (0, 0, 0), None, ("kennel_whistle",))
    table.play()
    hound = table.tome.ally["hound"]
    assert table.found(Summoned) == [Summoned(2, hound, 0)]
    ally = table.dome.characters[2]
    assert (ally.vitality, ally.controller, ally.player) == (20, 0, False)


def test_a_chosen_cost_is_its_x() -> None:
    cost = Cost(burn=True, n=0, max=9)
    assert (cost.chosen, cost.of(4)) == (True, 4)
    fixed = Cost(burn=False, n=7)
    assert (fixed.chosen, fixed.of(0)) == (False, 7)


def test_a_regeneration_of_nothing_is_no_event() -> None:
    rest = power_of("rest", effect("active", Regenerate(who="self", n=0)))
    table = Table(60, 60, powers=(rest,))
    table.give("A", "rest")
    table.plan("A", (0, 0, 0), None, ("rest",))
    table.play()
    assert not table.found(VitalityChanged)
