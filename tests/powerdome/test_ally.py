"""Allies (PD-ALLY)."""

from __future__ import annotations

import pytest
from powerdome.tables import Table, effect, power_of

from deathdome.powerdome.model.answers import Plan
from deathdome.powerdome.model.events import AttackBegan, Died, Summoned
from deathdome.powerdome.model.tome import EventKind, FurtherAttack, TargetKind
from deathdome.powerdome.rules.fight import targets
from deathdome.powerdome.rules.rounds import reset


@pytest.mark.rule("PD-ALLY-01", "PD-ALLY-02", "PD-RESET-04")
def test_an_ally_has_points_a_plan_and_a_target_of_its_own() -> None:
    table = Table(60, 60, 60)
    table.ally("Hound", "hound", "A")
    table.plan("A", (0, 60, 0), "B")
    table.plan("Hound", (0, 15, 5), "C", (None, "B"))
    table.plan("B", (9, 0, 0))
    table.play()
    assert [(one.attacker, one.defender) for one in table.found(AttackBegan)] == [(0, 1), (3, 2)]
    assert table.one("B").agility == 5
    assert table.one("C").vitality == 45


@pytest.mark.rule("PD-ALLY-03")
def test_a_new_ally_has_no_plan_and_is_no_target_but_groups_reach_it() -> None:
    table = Table(60, 60)
    table.give("A", "kennel_whistle", "scrap_golem")
    table.give("B", "floor_slam")
    table.plan("A", (9, 0, 0), None, ("kennel_whistle",))
    table.plan("B", (1, 0, 0), None, ("floor_slam",))
    table.play()
    hound = table.dome.characters[2]
    assert (hound.vitality, hound.alive) == (13, True)
    assert targets(table.dome, table.one("B"), TargetKind.ENEMY) == [0]
    assert not table.found(AttackBegan)
    table.names.append("Hound")
    table.plans = {0: Plan(), 1: Plan(0, 5, 0, 2)}
    table.plan("Hound", (0, 5, 0), "B")
    table.log.clear()
    table.play()
    assert [one.attacker for one in table.found(AttackBegan)] == [2, 1]


@pytest.mark.rule("PD-ALLY-03")
def test_a_further_attack_cannot_hit_a_new_ally() -> None:
    snap = power_of(
        "snap",
        effect(
            "reactive",
            FurtherAttack(who="self", at="subject", strike=30),
            event=EventKind.LOST,
            match=(("subject", "enemy"),),
        ),
    )
    table = Table(60, 60, powers=(snap,))
    table.give("A", "kennel_whistle")
    table.give("B", "floor_slam", "snap")
    table.plan("A", (9, 0, 0), None, ("kennel_whistle",))
    table.plan("B", (1, 0, 0), None, ("floor_slam",))
    table.play()
    assert [one.defender for one in table.found(AttackBegan)] == [0]
    assert table.dome.characters[2].vitality == 13


@pytest.mark.rule("PD-ALLY-04")
def test_an_ally_attacks_neither_its_controller_nor_its_fellows() -> None:
    table = Table(60, 60)
    table.ally("Hound", "hound", "A")
    table.ally("Pup", "hound", "A")
    assert targets(table.dome, table.one("Hound"), TargetKind.ENEMY) == [1]


@pytest.mark.rule("PD-ALLY-05")
def test_the_death_of_an_ally_is_no_players_death() -> None:
    table = Table(60, 60)
    table.ally("Hound", "hound", "A")
    table.give("B", "carrion_crown")
    table.force("curtain_call")
    table.plan("B", (0, 21, 0), "Hound")
    assert table.play().vitality() == "A 60, B 60, Hound -1"
    assert table.found(Died) == [Died(2)]
    assert not table.dome.over
    table = Table(60, 60)
    table.ally("Hound", "hound", "A")
    table.plan("B", (0, 20, 0), "Hound")
    table.play()
    assert table.one("Hound").alive


@pytest.mark.rule("PD-ALLY-06")
def test_an_ally_of_the_start_is_planned_in_round_1() -> None:
    table = Table(60, 60)
    table.give("A", "bodyguard")
    table.start()
    assert [one.controller for one in table.found(Summoned)] == [0]
    table.names.append("Guard")
    table.plan("A", (0, 0, 0))
    table.plan("Guard", (0, 16, 0), "B")
    assert table.play().vitality() == "A 55, B 44, Guard 16"


@pytest.mark.rule("PD-DEATH-06")
def test_no_ally_joins_a_dead_player() -> None:
    table = Table(60, 60, 60)
    table.one("C").alive = False
    table.force("conscription")
    table.start()
    assert [one.controller for one in table.dome.characters[3:]] == [0, 1]


def test_a_bodyguard_steps_in_once_a_round() -> None:
    table = Table(60, 60, 60)
    table.ally("Guard", "bodyguard", "C")
    for _ in range(2):
        table.plan("A", (2, 5, 0), "C")
        table.plan("B", (2, 5, 0), "C")
        table.plan("C", (2, 0, 0))
        table.play()
    assert table.vitality() == "A 60, B 60, C 50, Guard 6"
    reset(table.dome)
    assert not table.dome.ally_answers
