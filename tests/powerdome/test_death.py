"""Death (PD-DEATH)."""

from __future__ import annotations

import pytest
from powerdome.tables import Table, effect, power_of

from deathdome.powerdome.model.answers import Plan
from deathdome.powerdome.model.events import Activated, AttackBegan, AttackLost, Died
from deathdome.powerdome.model.tome import (
    ChangeStat,
    EventKind,
    Forfeit,
    GiveTrait,
    Regenerate,
    Revive,
    Weaken,
)
from deathdome.powerdome.rules.rounds import reset


@pytest.mark.rule("PD-DEATH-01", "PD-RESET-07")
def test_at_0_a_character_lives_without_action_points() -> None:
    table = Table(30, 50, 50)
    table.give("A", "whetstone")
    table.plan("A", (0, 0, 0))
    table.plan("B", (0, 30, 0), "A")
    table.plan("C", (0, 0, 0))
    assert table.play().vitality() == "A 0, B 50, C 50"
    table.plan("A", (0, 0, 0), "B", ("whetstone",))
    table.plan("B", (0, 0, 0))
    assert table.play().vitality() == "A 0, B 40, C 50"
    table.plan("A", (0, 1, 0))
    reset(table.dome)
    refusal = table.why_not("A")
    assert refusal is not None
    assert (refusal.rule, refusal.need, refusal.have) == ("PD-ALLOCATE-03", 1, 0)


@pytest.mark.rule("PD-DEATH-02")
def test_those_killed_by_one_step_die_at_the_same_time() -> None:
    table = Table(60, 7, 6, 6)
    table.give("A", "floor_slam")
    table.give("C", "carrion_crown")
    table.give("D", "carrion_crown")
    table.plan("A", (9, 0, 0), None, ("floor_slam",))
    table.plan("D", (0, 0, 0))
    table.play()
    assert table.vitality() == "A 60, B 0, C -1, D -1"
    assert [one.character for one in table.found(Died)] == [2, 3]


@pytest.mark.rule("PD-DEATH-02")
def test_a_group_that_regenerates_does_so_before_anything_answers() -> None:
    feast = power_of(
        "feast",
        effect("active", Regenerate(who="everyone", n=5)),
    )
    envy = power_of("envy", effect("reactive", Weaken(who="everyone", n=4), event=EventKind.GAINED))
    table = Table(60, 60, 0, powers=(feast, envy))
    table.give("A", "feast")
    table.give("B", "envy")
    table.plan("A", (9, 0, 0), None, ("feast",))
    assert table.play().vitality() == "A 53, B 53, C -3"  # C has its 5 before the first answer
    healed = [at for at, one in enumerate(table.log) if getattr(one, "new", 0) == 65]
    answers = [
        at for at, one in enumerate(table.log) if isinstance(one, Activated) and one.reaction
    ]
    assert max(healed) < min(answers)


@pytest.mark.rule("PD-DEATH-03", "PD-RESET-06")
def test_the_dead_have_no_reset_no_sheet_and_no_turn() -> None:
    table = Table(60, 10, 60)
    table.plan("A", (0, 30, 0), "B")
    table.plan("C", (0, 0, 0))
    table.play()
    del table.plans[0]
    reset(table.dome)
    assert table.one("B").ap == 0
    assert table.one("A").ap == 60
    assert table.dome.living() == [0, 2]
    table.plans[1] = Plan()
    refusal = table.why_not("A")
    assert refusal is not None
    table.log.clear()
    table.play()
    assert table.dome.order == [0, 2, 1]
    assert not table.found(AttackBegan)


@pytest.mark.rule("PD-DEATH-04", "PD-DEATH-09", "PD-AFFLICTION-05")
def test_death_ends_powers_and_lasting_effects_but_not_what_was_done_to_others() -> None:
    table = Table(60, 40, 60)
    table.give("B", "whetstone", "venom_dart", "needlepoint")
    table.afflict("B", "numb")
    table.commit = (1, 0, 2)
    table.plan("A", (0, 60, 0), "B")
    table.plan("B", (0, 0, 0), None, ("venom_dart", "A"), ("needlepoint",))
    table.plan("C", (0, 0, 0))
    table.play()
    dead = table.one("B")
    assert not dead.alive
    assert dead.afflictions == []
    assert not dead.bypass
    assert table.dome.hands[1] == []
    assert all(table.dome.cards[table.power(one)].gone for one in ("whetstone", "venom_dart"))
    assert table.one("A").afflictions == [table.tome.affliction["venom"]]


@pytest.mark.rule("PD-DEATH-05")
def test_activations_and_attacks_of_the_dead_are_lost() -> None:
    table = Table(60, 3, 60)
    table.give("A", "paper_cuts", "floor_slam")
    table.give("B", "whetstone")
    table.plan("A", (9, 0, 0), None, ("paper_cuts", "B"), ("floor_slam",))
    table.plan("B", (0, 3, 0), "A", ("whetstone",))
    table.plan("C", (0, 0, 0))
    table.play()
    assert [one.power for one in table.found(Activated)] == [
        table.power("paper_cuts"),
        table.power("floor_slam"),
    ]
    assert table.found(AttackLost) == [AttackLost(1, 0, "attacker-died")]
    assert table.vitality() == "A 60, B -7, C 53"


@pytest.mark.rule("PD-DEATH-06")
def test_allies_of_the_dead_act_and_die_at_the_end_of_the_round() -> None:
    table = Table(60, 10, 60)
    table.ally("Hound", "hound", "B")
    table.plan("A", (9, 30, 0), "B")
    table.plan("B", (1, 0, 0))
    table.plan("Hound", (0, 12, 0), "A", (None, "C"))
    table.plan("C", (5, 0, 0))
    table.play()
    assert table.vitality() == "A 48, B -50, C 60, Hound 20"
    assert not table.one("Hound").alive
    assert table.found(Died)[-1] == Died(3, with_player=True)


@pytest.mark.rule("PD-DEATH-06")
def test_allies_of_a_player_that_round_end_reactions_kill_die_too() -> None:
    doom = power_of(
        "doom", effect("reactive", Weaken(who="rivals", n=20), event=EventKind.ROUND_END)
    )
    table = Table(60, 10, 60, powers=(doom,))
    table.ally("Hound", "hound", "B")
    table.give("A", "doom")
    table.plan("A", (0, 0, 0))
    table.play()
    assert not table.one("B").alive
    assert not table.one("Hound").alive
    assert table.one("C").vitality == 40


@pytest.mark.rule("PD-DEATH-06", "PD-DEATH-07")
def test_allies_of_a_revived_player_stay() -> None:
    table = Table(60, 10, 60)
    table.ally("Hound", "hound", "B")
    table.give("B", "phoenix_clause")
    table.plan("A", (9, 30, 0), "B")
    table.plan("B", (1, 0, 0))
    table.plan("C", (5, 0, 0))
    table.play()
    assert table.one("Hound").alive


@pytest.mark.rule("PD-DEATH-07")
def test_answers_to_a_death_come_before_the_powers_leave() -> None:
    table = Table(60, 10, 60)
    table.give("B", "dead_mans_switch", "phoenix_clause", "whetstone")
    table.afflict("B", "numb")
    table.plan("A", (9, 30, 0), "B")
    table.plan("B", (1, 0, 0))
    table.plan("C", (5, 0, 0))
    assert table.play().vitality() == "A 35, B 30, C 35"
    assert table.dome.hands[1] == [table.power("dead_mans_switch"), table.power("whetstone")]
    assert table.one("B").afflictions == [table.tome.affliction["numb"]]


@pytest.mark.rule("PD-DEATH-08")
def test_the_revived_do_nothing_more_this_round_and_can_be_attacked_again() -> None:
    table = Table(60, 40, 60)
    table.give("B", "phoenix_clause", "whetstone")
    table.afflict("B", "venom")
    table.plan("A", (9, 60 - 9, 0), "B")
    table.plan("B", (3, 10, 0), "A", ("whetstone",))
    table.plan("C", (8, 20, 0), "B")
    table.give("A", "second_volley")
    table.plan("A", (9, 30, 0), "C", ("second_volley", "B"))
    table.dome.characters[1].vitality = 24
    table.play()
    two = table.one("B")
    assert (two.vitality, two.agility, two.strike, two.resist, two.ap) == (-10, 0, 0, 0, 0)
    users = {one.character for one in table.found(Activated) if not one.reaction}
    assert users == {0}


@pytest.mark.rule("PD-DEATH-08", "PD-KEYWORD-09")
def test_a_player_dead_since_an_earlier_round_acts_again_in_the_next() -> None:
    table = Table(60, 10, 60)
    table.give("A", "second_bell")
    table.one("B").alive = False
    table.plan("A", (0, 0, 0), None, ("second_bell", "B"))
    table.plan("C", (0, 0, 0))
    table.play()
    assert table.vitality() == "A 75, B 20, C 60"
    del table.plans[0]
    table.plan("B", (5, 15, 0), "C")
    assert table.play().vitality() == "A 75, B 20, C 30"


def test_a_plan_may_not_attack_the_dead() -> None:
    table = Table(60, 10, 60)
    table.one("B").alive = False
    table.plan("C", (5, 10, 0), "B")
    reset(table.dome)
    refusal = table.why_not("C")
    assert refusal is not None
    assert (refusal.rule, refusal.code) == ("PD-ALLOCATE-07", "dead")


@pytest.mark.rule("PD-POWER-16")
def test_those_who_die_together_do_not_answer_each_others_death() -> None:
    table = Table(60, 6, 6)
    table.give("A", "floor_slam")
    table.give("B", "phoenix_clause", "carrion_crown")
    table.plan("A", (9, 0, 0), None, ("floor_slam",))
    table.plan("C", (0, 0, 0))
    assert table.play().vitality() == "A 60, B 30, C -1"


@pytest.mark.rule("PD-DEATH-09")
def test_a_change_by_the_dead_lasts_for_the_round() -> None:
    table = Table(60, 6, 60)
    table.give("B", "feint")
    table.dome.characters[1].vitality = 12
    table.give("A", "floor_slam")
    table.plan("B", (4, 0, 0), None, ("feint", "C"))
    table.plan("A", (3, 20, 0), "C", ("floor_slam",))
    table.plan("C", (0, 0, 30))
    table.dome.characters[1].vitality = 12
    table.play()
    assert table.vitality() == "A 60, B 5, C 29"


def test_a_forfeited_power_does_not_answer_the_death_of_its_former_owner() -> None:
    twice = power_of(
        "twice",
        effect("active", Forfeit(), ChangeStat(who="owner", stat="strike", add=9)),
        effect(
            "reactive",
            Revive(who="self", vitality=5),
            event=EventKind.DIED,
            match=(("subject", "self"),),
        ),
        effect("active", GiveTrait(who="self", key="bypass")),
    )
    table = Table(60, 10, 60, powers=(twice,))
    table.give("B", "twice")
    table.plan("A", (1, 30, 0), "B")
    table.plan("B", (9, 0, 0), None, ("twice",), ("twice", None, 0, 2))
    table.play()
    assert table.failures() == [("twice", "gone")]
    assert not table.one("B").alive
    assert table.one("B").strike == 0
