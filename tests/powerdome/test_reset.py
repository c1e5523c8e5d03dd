"""Reset (PD-RESET)."""

from __future__ import annotations

import pytest
from powerdome.tables import Table, effect, power_of

from deathdome.powerdome.model.answers import Plan
from deathdome.powerdome.model.events import RoundBegan
from deathdome.powerdome.model.tome import SetRule
from deathdome.powerdome.rules.rounds import reset


@pytest.mark.rule("PD-RESET-01")
def test_rounds_repeat_until_a_player_has_won() -> None:
    table = Table(60, 50)
    table.plan("A", (0, 20, 0), "B")
    for number in (1, 2, 3):
        assert not table.dome.over
        table.play()
        assert table.dome.round == number
    assert table.dome.winner == 0
    reset(table.dome, table.log)
    assert table.log[-1] == RoundBegan(4)


@pytest.mark.rule("PD-RESET-02", "PD-RESET-03", "PD-RESET-04")
def test_reset_clears_stats_and_sets_action_points_to_vitality() -> None:
    table = Table(60, 50)
    table.ally("Hound", "hound", "A")
    table.plan("A", (9, 20, 11))
    table.plan("Hound", (0, 5, 5))
    table.plan("B", (5, 30, 0), "A")
    table.play()
    reset(table.dome)
    for one, points in zip(table.dome.characters, (41, 50, 20), strict=True):
        assert (one.agility, one.strike, one.resist, one.ap) == (0, 0, 0, points)


@pytest.mark.rule("PD-RESET-05", "PD-POWER-03", "PD-KEYWORD-04")
def test_everything_that_lasts_for_the_round_is_over() -> None:
    table = Table(60, 60)
    table.give("A", "wax_seal", "needlepoint", "sand_veil", "gyroscope", "backfirer")
    table.give("B", "whetstone")
    table.plan(
        "A",
        (9, 0, 0),
        None,
        ("wax_seal", "whetstone"),
        ("needlepoint",),
        ("sand_veil",),
        ("gyroscope",),
        ("backfirer", "B"),
    )
    table.play()
    one = table.one("A")
    assert (one.bypass, one.steady, one.taken_max, len(one.reflect)) == (True, True, 15, 1)
    assert table.dome.cards[table.power("whetstone")].disabled
    reset(table.dome)
    assert (one.bypass, one.steady, one.taken_max, len(one.reflect)) == (False, False, None, 0)
    assert not table.dome.cards[table.power("whetstone")].disabled


@pytest.mark.rule("PD-RESET-05", "PD-POWER-03")
def test_a_rule_that_an_ordinary_power_sets_lasts_for_the_round() -> None:
    steps = SetRule(key="speed_ratio", value=5), SetRule(key="initiative", value="low")
    haze = power_of("haze", effect("active", *steps))
    table = Table(60, 60, powers=(haze,))
    table.give("A", "haze")
    table.plan("A", (9, 0, 0), None, ("haze",))
    table.play()
    assert (table.dome.speed_ratio, table.dome.initiative) == (5, "low")
    reset(table.dome)
    assert (table.dome.speed_ratio, table.dome.initiative) == (2, "high")


@pytest.mark.rule("PD-RESET-05", "PD-POWER-03")
def test_a_rule_that_a_modifier_sets_stays() -> None:
    table = Table(60, 60)
    table.force("thin_air")
    table.start()
    reset(table.dome)
    assert table.dome.speed_ratio == 3
    table.plan("A", (11, 20, 0), "B")
    table.plan("B", (4, 0, 0))
    assert table.play().vitality() == "A 60, B 40"
    table.plan("A", (12, 20, 0), "B")
    assert table.play().vitality() == "A 60, B 0"


@pytest.mark.rule("PD-RESET-06")
def test_the_dead_have_no_reset() -> None:
    table = Table(60, 60, 60)
    table.one("B").alive = False
    reset(table.dome)
    assert table.one("B").ap == 0


@pytest.mark.rule("PD-RESET-07")
def test_a_player_at_0_uses_effects_without_cost() -> None:
    table = Table(0, 60, 60)
    table.give("A", "whetstone", "feint")
    table.plan("A", (0, 0, 0), "B", ("whetstone",))
    assert table.play().vitality() == "A 0, B 50, C 60"
    table.plans[0] = Plan()
    table.plan("A", (0, 0, 0), None, ("feint", "B"))
    reset(table.dome)
    refusal = table.why_not("A")
    assert refusal is not None
    assert refusal.rule == "PD-ALLOCATE-03"
