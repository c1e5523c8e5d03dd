"""Combat: order, passes, attacks (PD-COMBAT). The fixtures have the exact numbers."""

from __future__ import annotations

import pytest
from powerdome.tables import Table, effect, power_of

from deathdome.powerdome.model.events import (
    Activated,
    AttackBegan,
    AttackLost,
    DamageChanged,
    Revealed,
    Struck,
)
from deathdome.powerdome.model.tome import (
    Amount,
    ChangeDamage,
    ChangeStat,
    EventKind,
    FurtherAttack,
    GiveTrait,
    Redirect,
    TargetKind,
    Weaken,
)
from deathdome.powerdome.rules.fight import targets


@pytest.mark.rule("PD-COMBAT-01")
def test_agility_is_shown_together_and_the_stats_hold_from_then_on() -> None:
    table = Table(60, 50)
    table.plan("A", (10, 20, 25))
    table.plan("B", (4, 6, 8))
    table.play()
    assert table.found(Revealed) == [Revealed(((0, 10), (1, 4)), (0, 1))]
    one = table.one("A")
    assert (one.agility, one.strike, one.resist, one.ap) == (10, 20, 25, 5)


@pytest.mark.rule("PD-COMBAT-02", "PD-COMBAT-05")
@pytest.mark.parametrize(("initiative", "order"), [("high", [1, 2, 0]), ("low", [0, 2, 1])])
def test_all_activations_come_before_all_attacks_in_the_same_order(
    initiative: str, order: list[int]
) -> None:
    table = Table(60, 60, 60, initiative=initiative)
    table.give("A", "whetstone")
    table.give("B", "paper_cuts", "patient_blade")
    table.give("C", "loaded_springs")
    table.plan("A", (1, 5, 0), "B", ("whetstone",))
    table.plan("B", (9, 5, 0), "C", ("patient_blade",), ("paper_cuts", "A"))
    table.plan("C", (5, 5, 0), "A")
    table.play()
    assert table.dome.order == order
    users = [event.character for event in table.found(Activated)]
    assert users == [seat for seat in order for _ in range((1, 2, 0)[seat])]
    assert [event.attacker for event in table.found(AttackBegan)] == order
    last = max(at for at, event in enumerate(table.log) if isinstance(event, Activated))
    first = min(at for at, event in enumerate(table.log) if isinstance(event, AttackBegan))
    assert last < first


@pytest.mark.rule("PD-COMBAT-03")
def test_the_earlier_plan_acts_first_at_equal_agility() -> None:
    table = Table(50, 50, 50)
    table.commit = (2, 0, 1)
    for name in "ABC":
        table.plan(name, (3, 0, 0))
    assert table.play().dome.order == [2, 0, 1]


@pytest.mark.rule("PD-COMBAT-04", "PD-COMBAT-13")
def test_lost_agility_counts_for_doubling_and_not_for_the_order() -> None:
    table = Table(60, 60)
    table.give("A", "tripwire")
    table.plan("A", (10, 20, 0), "B", ("tripwire", "B", 8))
    table.plan("B", (9, 20, 0), "A")
    table.play()
    assert table.dome.order == [0, 1]
    assert [event.speed for event in table.found(Struck)] == [2, -2]
    assert table.vitality() == "A 50, B 20"
    table = Table(60, 60)
    table.give("B", "tripwire")
    table.plan("A", (10, 20, 0), "B")
    table.plan("B", (9, 20, 0), "A", ("tripwire", "A", 8))
    table.play()
    assert [event.attacker for event in table.found(AttackBegan)] == [0, 1]


@pytest.mark.rule("PD-COMBAT-06")
def test_allies_act_right_after_their_player_in_the_order_summoned() -> None:
    table = Table(60, 60)
    table.ally("Late", "hound", "A")
    table.ally("Hers", "hound", "B")
    table.ally("Last", "recruit", "A")
    table.plan("A", (1, 5, 0), "B")
    table.plan("B", (9, 5, 0), "A")
    for name, foe in (("Late", "B"), ("Hers", "A"), ("Last", "B")):
        table.plan(name, (0, 3, 0), foe)
    attackers = [table.names[one.attacker] for one in table.play().found(AttackBegan)]
    assert attackers == ["B", "Hers", "A", "Late", "Last"]


@pytest.mark.rule("PD-COMBAT-07", "PD-COMBAT-08", "PD-COMBAT-09")
def test_strike_wears_resist_and_the_rest_is_damage() -> None:
    table = Table(60, 60, 60)
    table.plan("A", (3, 10, 0), "C")
    table.plan("B", (2, 25, 0), "C")
    table.plan("C", (3, 0, 30))
    table.play()
    assert [(one.resist, one.worn, one.damage) for one in table.found(Struck)] == [
        (30, 20, 0),
        (20, 0, 5),
    ]
    assert table.vitality() == "A 60, B 60, C 55"


@pytest.mark.rule("PD-COMBAT-08")
@pytest.mark.parametrize(("resist", "left"), [(20, 0), (21, 1), (50, 30)])
def test_a_strike_up_to_the_resist_does_no_damage(resist: int, left: int) -> None:
    table = Table(60, 60)
    table.plan("A", (0, 20, 0), "B")
    table.plan("B", (0, 0, resist))
    assert table.play().vitality() == "A 60, B 60"
    assert table.one("B").resist == left
    assert [one.through for one in table.found(Struck)] == [0]


@pytest.mark.rule("PD-COMBAT-10", "PD-POWER-02")
@pytest.mark.parametrize(
    ("mine", "other", "damage"),
    [(10, 5, 34), (9, 5, 17), (5, 9, 17), (5, 10, 8), (0, 0, 17), (1, 0, 34), (0, 1, 8)],
)
def test_double_the_agility_doubles_and_halves_damage(mine: int, other: int, damage: int) -> None:
    table = Table(60, 60)
    table.plan("A", (mine, 20, 0), "B")
    table.plan("B", (other, 0, 3))
    table.play()
    assert table.one("B").vitality == 60 - damage


@pytest.mark.rule("PD-COMBAT-11")
def test_no_agility_against_none_changes_nothing_and_one_doubles() -> None:
    for agility, speed in ((0, 1), (1, 2)):
        table = Table(60, 60)
        table.plan("A", (agility, 20, 0), "B")
        table.plan("B", (0, 0, 0))
        assert [one.speed for one in table.play().found(Struck)] == [speed]


@pytest.mark.rule("PD-COMBAT-12")
def test_agility_counts_neither_for_nor_against_allies() -> None:
    table = Table(60, 60)
    table.ally("Hound", "hound", "A")
    table.plan("A", (9, 0, 0))
    table.plan("Hound", (0, 10, 0), "B")
    table.plan("B", (30, 15, 0), "Hound")
    table.play()
    assert [one.speed for one in table.found(Struck)] == [1, 1]
    assert table.vitality() == "A 60, B 50, Hound 5"


@pytest.mark.rule("PD-COMBAT-14")
def test_an_attack_without_strike_or_on_the_dead_is_lost() -> None:
    table = Table(60, 60, 10, 60)
    table.give("A", "stolen_breath")
    table.plan("A", (9, 20, 0), "C", ("stolen_breath", "B"))
    table.plan("B", (5, 10, 0), "A")
    table.plan("C", (4, 0, 0))
    table.plan("D", (4, 10, 0), "C")
    table.play()
    lost = [(table.names[one.attacker], one.reason) for one in table.found(AttackLost)]
    assert lost == [("B", "no-strike"), ("D", "target-died")]
    assert table.vitality() == "A 60, B 60, C -30, D 60"


@pytest.mark.rule("PD-COMBAT-14")
def test_a_player_that_may_not_attack_loses_its_attack() -> None:
    table = Table(40, 60)
    table.give("A", "the_greys")
    table.plan("A", (9, 20, 0), "B", ("the_greys",))
    table.plan("B", (5, 30, 0), "A")
    table.play()
    assert [one.reason for one in table.found(AttackLost)] == ["no-attack"]
    assert table.vitality() == "A 44, B 60"


@pytest.mark.rule("PD-COMBAT-15")
def test_the_order_within_an_attack() -> None:
    """Each step leaves a counter or a loss behind, in the order of the rule."""
    seen = {kind: effect("reactive", Weaken(who="self", n=1), event=kind) for kind in EventKind}
    watch = power_of(
        "watch", *(seen[kind] for kind in (EventKind.ATTACK, EventKind.PENDING, EventKind.HIT))
    )
    table = Table(60, 60, powers=(watch,))
    table.give("B", "watch", "sand_veil", "backfirer")
    table.plan("A", (9, 40, 0), "B")
    table.plan("B", (3, 0, 0), None, ("sand_veil",), ("backfirer", "A"))
    table.play()
    story = [
        type(event).__name__ for event in table.log if not isinstance(event, Activated | Revealed)
    ]
    at = story.index("AttackBegan")
    assert story[at : at + 8] == [
        "AttackBegan",
        "VitalityChanged",  # attack reaction
        "Struck",
        "VitalityChanged",  # pending reaction
        "DamageChanged",  # cap
        "VitalityChanged",  # the blow
        "VitalityChanged",  # reflected
        "VitalityChanged",  # hit reaction
    ]
    assert table.found(DamageChanged) == [DamageChanged(1, 80, 15, cap=True)]
    assert table.vitality() == "A 54, B 42"


@pytest.mark.rule("PD-COMBAT-15")
def test_a_redirected_attack_meets_the_other_and_damage_of_0_is_blocked() -> None:
    table = Table(60, 60)
    table.ally("Guard", "bodyguard", "B")
    table.give("B", "glance_off")
    table.plan("A", (9, 10, 0), "B")
    table.plan("B", (3, 0, 0))
    table.plan("Guard", (0, 0, 12))
    table.play()
    assert table.vitality() == "A 60, B 60, Guard 16"  # the Guard was blocked, not B
    assert table.one("Guard").resist == 2


@pytest.mark.rule("PD-COMBAT-15")
def test_capped_damage_of_0_is_blocked() -> None:
    table = Table(40, 60)
    table.give("A", "the_greys", "glance_off", "barbed_hide")
    table.plan("A", (9, 0, 0), None, ("the_greys",))
    table.plan("B", (5, 30, 0), "A")
    assert table.play().vitality() == "A 44, B 53"


@pytest.mark.rule("PD-COMBAT-15")
def test_the_killed_target_does_not_answer_but_the_attacker_does() -> None:
    table = Table(60, 20, 60)
    table.give("A", "rolling_start")
    table.give("B", "barbed_hide")
    table.plan("A", (9, 40, 0), "B")
    table.plan("B", (3, 0, 0))
    table.play()
    assert table.vitality() == "A 60, B -60, C 60"
    assert table.dome.cards[table.power("rolling_start")].counters == {"momentum": 1}


@pytest.mark.rule("PD-COMBAT-15")
def test_damage_of_0_is_not_raised() -> None:
    table = Table(60, 60)
    table.force("glass_dome")
    table.plan("A", (0, 20, 0), "B")
    table.plan("B", (0, 0, 20))
    assert table.play().vitality() == "A 60, B 60"
    shield = power_of(
        "shield",
        effect(
            "reactive", ChangeDamage(num=0), event=EventKind.PENDING, match=(("defender", "self"),)
        ),
    )
    table = Table(60, 60, powers=(shield,))
    table.force("glass_dome")
    table.give("B", "shield")
    table.plan("A", (0, 20, 0), "B")
    table.plan("B", (0, 0, 0))
    assert table.play().vitality() == "A 60, B 60"


@pytest.mark.rule("PD-COMBAT-15")
def test_damage_rounds_down_at_each_change() -> None:
    table = Table(80, 80)
    table.give("B", "panic_plate")
    table.plan("A", (0, 51, 0), "B")
    table.plan("B", (2, 0, 0))  # 51 halved 25, halved again 12, and 4 burnt
    assert table.play().vitality() == "A 80, B 64"


@pytest.mark.rule("PD-COMBAT-16")
def test_no_stat_falls_below_0() -> None:
    table = Table(60, 60)
    table.give("A", "feint", "stolen_breath")
    table.plan("A", (9, 0, 0), None, ("feint", "B"), ("stolen_breath", "B"))
    table.plan("B", (1, 2, 3), "A")
    table.play()
    two = table.one("B")
    assert (two.agility, two.strike, two.resist) == (0, 0, 0)


@pytest.mark.rule("PD-COMBAT-15", "PD-DEATH-05")
def test_an_attacker_that_dies_and_revives_before_its_blow_loses_the_attack() -> None:
    trap = power_of(
        "trap",
        effect(
            "reactive",
            Weaken(who="attacker", n=99),
            event=EventKind.ATTACK,
            match=(("defender", "self"),),
        ),
    )
    table = Table(60, 60, powers=(trap,))
    table.give("A", "phoenix_clause")
    table.give("B", "trap")
    table.plan("A", (9, 30, 0), "B")
    table.plan("B", (3, 0, 0))
    assert table.play().vitality() == "A 30, B 60"
    assert [one.reason for one in table.found(AttackLost)] == ["attacker-died"]


@pytest.mark.rule("PD-COMBAT-15")
def test_a_reaction_may_attack_back() -> None:
    back = power_of(
        "back",
        effect(
            "reactive",
            FurtherAttack(who="self", at="attacker", strike=10),
            event=EventKind.HIT,
            match=(("defender", "self"),),
        ),
    )
    table = Table(60, 60, powers=(back,))
    table.give("B", "back")
    table.plan("A", (0, 20, 4), "B")
    table.plan("B", (0, 0, 0))
    assert table.play().vitality() == "A 54, B 40"
    assert [one.further for one in table.found(AttackBegan)] == [False, True]


def test_a_redirect_goes_neither_to_the_dead_nor_to_the_attacker() -> None:
    for to in ("attacker", "owner"):
        turn = power_of(
            "turn",
            effect(
                "reactive", Redirect(to=to), event=EventKind.ATTACK, match=(("defender", "self"),)
            ),
        )
        table = Table(60, 60, powers=(turn,))
        table.give("B", "turn")
        table.plan("A", (0, 20, 0), "B")
        table.plan("B", (0, 0, 0))
        assert table.play().vitality() == "A 60, B 40"


def test_the_lowest_cap_counts_and_steady_ignores_agility() -> None:
    caps = power_of(
        "caps",
        effect(
            "active",
            GiveTrait(who="self", key="taken_max", n=9),
            GiveTrait(who="self", key="taken_max", n=12),
        ),
    )
    table = Table(60, 60, powers=(caps,))
    table.give("B", "caps")
    table.plan("A", (0, 20, 0), "B")
    table.plan("B", (0, 0, 0), None, ("caps",))
    assert table.play().vitality() == "A 60, B 51"
    table = Table(60, 60)
    table.give("B", "gyroscope")
    table.plan("A", (30, 20, 0), "B")
    table.plan("B", (1, 20, 0), "A", ("gyroscope",))
    assert table.play().vitality() == "A 40, B 40"


def test_amounts_are_worked_out_towards_0_and_within_limits() -> None:
    per = [
        (Amount(base=3, per="self.strike", mul=-1, div=2), 21 + 3 - 10),  # -10.5 towards 0
        (Amount(per="self.strike", mul=2, max=30), 21 + 30),
        (Amount(per="self.strike", mul=-9, min=-5), 21 - 5),
        (Amount(base=-2, per="self.vitality", div=7), 21 + 6),
    ]
    for amount, strike in per:
        grow = power_of("grow", effect("active", ChangeStat(who="self", stat="strike", add=amount)))
        table = Table(60, 60, powers=(grow,))
        table.give("A", "grow")
        table.plan("A", (0, 21, 0), None, ("grow",))
        table.play()
        assert table.one("A").strike == strike


@pytest.mark.rule("PD-COMBAT-17")
def test_the_manuals_round_step_by_step() -> None:
    table = Table(100, 100, 100)
    table.plan("A", (10, 52, 38), "C")
    table.plan("B", (12, 55, 33), "C")
    table.plan("C", (25, 75, 0), "B")
    struck = table.play().found(Struck)
    assert [(one.attacker, one.through, one.speed, one.damage) for one in struck] == [
        (2, 42, 2, 84),
        (1, 55, -2, 27),
        (0, 52, -2, 26),
    ]
    assert table.vitality() == "A 100, B 16, C 47"


def test_targets_of_each_kind() -> None:
    table = Table(60, 60, 60)
    table.ally("Hound", "hound", "B")
    table.give("B", "feint")
    table.dome.characters[2].alive = False
    one = table.one("A")
    assert targets(table.dome, one, TargetKind.ENEMY) == [1, 3]
    assert targets(table.dome, one, TargetKind.RIVAL) == [1]
    assert targets(table.dome, one, TargetKind.DEAD_PLAYER) == [2]
    assert targets(table.dome, one, TargetKind.RIVAL_POWER) == [table.power("feint")]
