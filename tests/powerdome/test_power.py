"""Powers: kinds of activation, failure, reactions (PD-POWER)."""

from __future__ import annotations

import pytest
from powerdome.games import auction, give, powers
from powerdome.tables import Table, effect, power_of

from deathdome.powerdome.model.answers import Bids
from deathdome.powerdome.model.events import Activated, Paid, VitalityChanged
from deathdome.powerdome.model.tome import (
    AllyKind,
    Amount,
    ChangeCounter,
    ChangeStat,
    Cost,
    Disable,
    Draw,
    EventKind,
    FurtherAttack,
    GiveTrait,
    Pass,
    Regenerate,
    Revive,
    Swap,
    Take,
    TargetKind,
    Weaken,
)
from deathdome.powerdome.rules.book import book_of
from deathdome.powerdome.rules.fight import Fight
from deathdome.powerdome.rules.rounds import reset


def used(table: Table, name: str) -> list[int]:
    return table.dome.cards[table.power(name)].used


def reactions(table: Table) -> list[str]:
    """Return the reactive effects that happened: the bearer and the power."""
    return [
        f"{table.names[one.character] if one.character >= 0 else '-'} "
        f"{'own' if one.power is None else table.tome.powers[one.power].id}"
        for one in table.found(Activated)
        if one.reaction
    ]


@pytest.mark.rule("PD-POWER-01")
def test_a_powers_text_beats_the_general_rules() -> None:
    table = Table(60, 60)
    table.give("A", "gyroscope", "needlepoint")
    table.plan("A", (40, 3, 0), "B", ("gyroscope",), ("needlepoint",))
    table.plan("B", (1, 0, 59))
    assert table.play().vitality() == "A 60, B 57"  # neither doubled nor resisted


@pytest.mark.rule("PD-POWER-02")
def test_fractions_of_powers_are_rounded_down_each_time() -> None:
    table = Table(63, 60)
    table.give("A", "all_in")
    table.plan("A", (0, 63, 0), "B")
    assert table.play().one("A").strike == 78  # a quarter of 63 is 15
    table = Table(60, 60)
    table.give("B", "backfirer")
    table.plan("A", (0, 19, 0), "B")
    table.plan("B", (1, 0, 0), None, ("backfirer", "A"))
    assert table.play().vitality() == "A 57, B 51"  # 19 halved 9; two fifths of 9 are 3


@pytest.mark.rule("PD-POWER-03", "PD-COUNTER-01")
def test_stats_last_for_the_round_and_counters_for_the_game() -> None:
    table = Table(60, 60)
    table.give("A", "patient_blade")
    for strike in (3, 6, 9):
        table.plan("A", (0, 0, 0), None, ("patient_blade",))
        assert table.play().one("A").strike == strike
    reset(table.dome)
    assert table.one("A").strike == 0
    assert table.dome.cards[table.power("patient_blade")].counters == {"edge": 3}


@pytest.mark.rule("PD-POWER-04", "PD-POWER-17")
def test_several_conditions_on_one_effect_hold_together() -> None:
    """R-37: Panic Plate is a payment and reactive, Sleepwalker an Auto and a payment."""
    table = Table(80, 80)
    table.give("B", "panic_plate")
    table.plan("A", (0, 40, 0), "B")
    table.plan("B", (0, 0, 77))
    assert table.play().vitality() == "A 80, B 80"
    table.plan("B", (0, 0, 10))
    table.play()
    assert [one.n for one in table.found(Paid)] == [4]
    assert table.one("B").vitality == 80 - 4 - 15


@pytest.mark.rule("PD-POWER-04")
def test_each_effect_of_a_power_has_its_own_condition_and_limit() -> None:
    table = Table(60, 60)
    table.give("A", "gift_horse")
    table.plan("A", (0, 0, 0))
    table.play()
    assert used(table, "gift_horse") == [0, 1]
    table.plan("A", (0, 0, 0), None, ("gift_horse", "B"))
    assert table.play().vitality() == "A 71, B 60"
    assert used(table, "gift_horse") == [1, 2]


@pytest.mark.rule("PD-POWER-05")
def test_an_active_effect_is_free() -> None:
    table = Table(60, 60)
    table.give("A", "whetstone")
    table.plan("A", (0, 60, 0), "B", ("whetstone",))
    assert table.play().vitality() == "A 60, B -10"


@pytest.mark.rule("PD-POWER-06", "PD-KEYWORD-10")
def test_a_payment_that_cannot_be_met_fails_at_no_cost() -> None:
    table = Table(60, 60)
    table.give("A", "stolen_breath")
    table.give("B", "shutter_wall", "purge")
    table.plan("A", (9, 0, 0), None, ("stolen_breath", "B"))
    table.plan("B", (1, 0, 34), None, ("shutter_wall",), ("purge",))
    table.play()
    assert table.failures() == [("shutter_wall", "cost")]
    assert used(table, "shutter_wall") == [0]
    assert (table.one("B").resist, table.one("B").ap) == (34, 0)


@pytest.mark.rule("PD-POWER-07")
def test_a_reactive_effect_answers_every_time() -> None:
    table = Table(60, 60, 60)
    table.give("C", "barbed_hide")
    table.plan("A", (2, 10, 0), "C")
    table.plan("B", (1, 10, 0), "C")
    assert table.play().vitality() == "A 53, B 53, C 20"  # twice as fast, both


@pytest.mark.rule("PD-POWER-08")
def test_autos_come_first_unless_the_plan_places_them() -> None:
    table = Table(60, 60)
    table.give("A", "whetstone", "furnace_heart", "gluttony")
    table.plan("A", (0, 0, 0), None, ("whetstone",))
    table.play()
    names = [table.tome.powers[one.power or 0].id for one in table.found(Activated)]
    assert names == ["furnace_heart", "gluttony", "whetstone"]
    table.log.clear()
    table.plan("A", (0, 0, 0), None, ("whetstone",), ("furnace_heart",))
    table.play()
    names = [table.tome.powers[one.power or 0].id for one in table.found(Activated)]
    assert names == ["gluttony", "whetstone", "furnace_heart"]


@pytest.mark.rule("PD-POWER-09", "PD-KEYWORD-06")
def test_any_player_uses_an_interaction_and_pays_for_it() -> None:
    table = Table(60, 60, 60)
    table.give("C", "back_alley_forge")
    table.plan("A", (2, 0, 0), None, ("back_alley_forge",))
    table.plan("B", (1, 0, 0), None, ("back_alley_forge",))
    table.plan("C", (0, 0, 0), None, ("back_alley_forge",))
    table.play()
    assert [table.one(name).strike for name in "ABC"] == [20, 20, 20]
    assert [table.one(name).ap for name in "ABC"] == [46, 47, 48]
    assert table.vitality() == "A 60, B 60, C 63"
    assert used(table, "back_alley_forge") == [3]


@pytest.mark.rule("PD-POWER-09", "PD-KEYWORD-06", "PD-POWER-10")
def test_the_limit_of_an_interaction_counts_all_players() -> None:
    table = Table(40, 30, 60)
    table.give("C", "the_greys")
    table.dome.cards[table.power("the_greys")].used[0] = 3
    table.plan("A", (2, 0, 0), None, ("the_greys",))
    table.plan("B", (1, 0, 0), None, ("the_greys",))
    table.play()
    assert table.failures() == [("the_greys", "limit")]
    assert table.vitality() == "A 40, B 30, C 64"


@pytest.mark.rule("PD-POWER-09")
def test_the_condition_of_an_interaction_is_checked_when_it_happens() -> None:
    table = Table(50, 60)
    table.give("B", "the_greys")
    table.plan("A", (0, 0, 0), None, ("the_greys",))
    table.play()
    assert table.failures() == [("the_greys", "condition")]


FUSSY = power_of(
    "fussy",
    effect(
        "payment",
        Weaken(who="target", n=1),
        cost=Cost(burn=False, n=5),
        limit=1,
        target=TargetKind.ENEMY,
        checks=(("self.resist", ">=", 3),),
    ),
)


@pytest.mark.rule("PD-POWER-10")
def test_the_checks_come_in_their_order() -> None:
    """Every later fault is present, too; each removal shows the next one."""
    table = Table(60, 60, 60, powers=(FUSSY,))
    table.give("A", "fussy")
    table.plan("A", (0, 0, 0), None, ("fussy", "C"))
    fight_once(table, "disabled", gone=True, moved=True, limit=True, target=True)
    fight_once(table, "gone", disabled=False, gone=True, moved=True, limit=True, target=True)
    fight_once(table, "moved", disabled=False, moved=True, limit=True, target=True)
    fight_once(table, "limit", disabled=False, limit=True, target=True)
    fight_once(table, "target", disabled=False, target=True)
    fight_once(table, "condition", disabled=False)
    table.one("A").resist = 3
    fight_once(table, "cost", disabled=False)
    table.one("A").ap = 5
    fight_once(table, "", disabled=False)


def fight_once(
    table: Table,
    reason: str,
    *,
    disabled: bool = True,
    gone: bool = False,
    moved: bool = False,
    limit: bool = False,
    target: bool = False,
) -> None:
    card = table.dome.cards[table.power("fussy")]
    card.disabled, card.gone, card.moved = disabled, gone, moved
    card.used[0] = int(limit)
    table.one("C").alive = not target
    table.log.clear()
    fight = Fight(table.dome, book_of(table.tome), table.chance, table.log)
    fight.activate(table.one("A"), table.plans[0].activate[0])
    assert table.failures() == ([("fussy", reason)] if reason else [])
    assert card.used[0] == int(limit or not reason)


@pytest.mark.rule("PD-POWER-10")
def test_an_interaction_of_an_owner_that_died_fails() -> None:
    for power, reason in ((None, "gone"), ("phoenix_clause", "owner-died")):
        table = Table(60, 3, 60)
        table.give("A", "paper_cuts", "floor_slam")
        table.give("B", "public_fountain", *(() if power is None else (power,)))
        table.plan("A", (9, 0, 0), None, ("paper_cuts", "B"), ("floor_slam",))
        table.plan("C", (1, 0, 0), None, ("public_fountain",))
        table.one("B").vitality = 3
        table.play()
        assert table.failures() == [("public_fountain", reason)]


@pytest.mark.rule("PD-POWER-10")
def test_a_failed_activation_uses_up_nothing() -> None:
    table = Table(60, 10, 60)
    table.give("A", "venom_dart")
    table.give("C", "floor_slam")
    table.one("B").vitality = 5
    table.plan("A", (1, 0, 0), None, ("venom_dart", "B"))
    table.plan("C", (9, 0, 0), None, ("floor_slam",))
    table.play()
    assert table.failures() == [("venom_dart", "target")]
    assert used(table, "venom_dart") == [0]
    assert table.one("A").ap == 59


@pytest.mark.rule("PD-POWER-12")
def test_each_power_exists_once_in_a_game() -> None:
    state = auction("whetstone", "feint", "purge", "bodyguard")
    assert len(set(state.slots)) == 4
    feint = powers("feint")[0]
    state = give(state, (0, Bids({feint: 2})), (1, Bids({feint: 1})))
    assert [feint in hand for hand in state.dome.hands] == [True, False]


@pytest.mark.rule("PD-POWER-13", "PD-COUNTER-03", "PD-KEYWORD-07")
def test_a_power_that_changed_owner_rests_and_keeps_its_history() -> None:
    table = Table(60, 60)
    table.give("A", "ransom_note")
    table.give("B", "patient_blade", "furnace_heart")
    table.dome.cards[table.power("patient_blade")].counters["edge"] = 4
    table.dome.cards[table.power("patient_blade")].used[0] = 4
    table.plan("A", (9, 0, 0), None, ("ransom_note", "patient_blade"))
    table.plan("B", (1, 0, 0), None, ("patient_blade",))
    table.play()
    assert table.failures() == [("patient_blade", "moved")]
    card = table.dome.cards[table.power("patient_blade")]
    assert (card.owner, card.counters, card.used) == (0, {"edge": 4}, [4])
    table.plan("A", (9, 0, 0), None, ("patient_blade",))
    del table.plans[1]
    table.play()
    assert (card.counters, table.one("A").strike) == ({"edge": 5}, 15)


@pytest.mark.rule("PD-POWER-13")
def test_the_auto_of_a_taken_power_waits_and_its_reaction_does_not() -> None:
    mixed = power_of(
        "mixed",
        effect("auto", Weaken(who="self", n=4)),
        effect(
            "reactive",
            Weaken(who="attacker", n=7),
            event=EventKind.HIT,
            match=(("defender", "self"),),
        ),
    )
    table = Table(60, 60, powers=(mixed,))
    table.give("A", "ransom_note")
    table.give("B", "mixed")
    table.plan("A", (9, 0, 0), None, ("ransom_note", "mixed"))
    table.plan("B", (5, 10, 0), "A")
    assert table.play().vitality() == "A 46, B 53"
    assert table.failures() == [("mixed", "moved")]


@pytest.mark.rule("PD-POWER-13")
def test_how_often_a_reaction_answered_moves_with_the_power() -> None:
    once = power_of(
        "once",
        effect(
            "reactive",
            Regenerate(who="self", n=1),
            Pass(to="attacker"),
            event=EventKind.HIT,
            match=(("defender", "self"),),
            per_round=1,
        ),
    )
    table = Table(60, 60, powers=(once,))
    table.give("B", "once")
    table.plan("A", (1, 10, 0), "B")
    table.plan("B", (1, 10, 0), "A")
    assert table.play().vitality() == "A 50, B 51"
    assert reactions(table) == ["B once"]


@pytest.mark.rule("PD-POWER-14")
def test_reactions_come_in_initiative_order_allies_after_and_modifiers_last() -> None:
    loud = [
        power_of(
            name, effect("reactive", ChangeCounter(on="this", name="n", add=1), event=EventKind.HIT)
        )
        for name in ("one", "two", "three")
    ]
    law = power_of(
        "law",
        effect("reactive", Weaken(who="defender", n=1), event=EventKind.HIT),
        modifier=True,
    )
    pet = AllyKind(
        "pet",
        "Pet",
        20,
        "",
        (effect("reactive", Weaken(who="attacker", n=1), event=EventKind.HIT),),
    )
    table = Table(60, 60, powers=(*loud, law), allies=(pet,))
    table.ally("Pet", "pet", "B")
    table.give("A", "two")
    table.give("B", "three", "one")
    table.force("law")
    table.plan("A", (1, 10, 0), "B")
    table.plan("B", (1, 0, 0))
    table.commit = (1, 0)
    table.play()
    assert reactions(table) == ["B three", "B one", "Pet own", "A two", "- law"]


@pytest.mark.rule("PD-POWER-14")
def test_each_reaction_is_checked_when_its_turn_comes() -> None:
    first = power_of(
        "first",
        effect(
            "reactive", Weaken(who="self", n=45), event=EventKind.HIT, match=(("attacker", "self"),)
        ),
    )
    table = Table(60, 60, powers=(first,))
    table.give("A", "first", "last_reserve")
    table.give("B", "barbed_hide")
    table.plan("A", (0, 10, 0), "B")
    table.plan("B", (0, 0, 0))
    table.play()
    assert reactions(table) == ["A first", "A last_reserve", "B barbed_hide"]
    assert table.vitality() == "A 30, B 50"


@pytest.mark.rule("PD-POWER-15")
def test_no_reaction_answers_what_it_caused() -> None:
    """A hurts B for losing, B hurts A for losing: each answers once."""
    spite = [
        power_of(
            name,
            effect("reactive", Weaken(who="rivals", n=1), event=EventKind.LOST),
        )
        for name in ("spite", "malice")
    ]
    table = Table(60, 60, powers=spite)
    table.give("A", "spite", "paper_cuts")
    table.give("B", "malice")
    table.plan("A", (9, 0, 0), None, ("paper_cuts", "B"))
    table.play()
    assert table.vitality() == "A 58, B 55"


@pytest.mark.rule("PD-POWER-15")
def test_a_further_attack_and_reflected_damage_belong_to_the_path() -> None:
    riposte = power_of(
        "riposte",
        effect(
            "reactive",
            FurtherAttack(who="self", at="attacker", strike=10),
            event=EventKind.HIT,
            match=(("defender", "self"),),
        ),
    )
    counter = power_of(
        "counter",
        effect(
            "reactive",
            FurtherAttack(who="self", at="attacker", strike=10),
            event=EventKind.HIT,
            match=(("defender", "self"),),
        ),
    )
    table = Table(60, 60, powers=(riposte, counter))
    table.give("A", "riposte")
    table.give("B", "counter")
    table.plan("A", (0, 10, 0), "B")
    table.plan("B", (0, 0, 0))
    assert table.play().vitality() == "A 50, B 40"
    assert reactions(table) == ["B counter", "A riposte"]
    same = power_of(
        "same",
        effect(
            "reactive",
            GiveTrait(who="self", key="reflect", num=1, den=2),
            Regenerate(who="self", n=1),
            event=EventKind.LOST,
        ),
    )
    table = Table(60, 60, powers=(same,))
    table.give("B", "same")
    table.give("A", "paper_cuts")
    table.plan("A", (0, 10, 0), "B", ("paper_cuts", "B"))
    table.plan("B", (0, 0, 0))
    table.play()
    # Paper Cuts set it off, then the blow; the reflected 5 are its own work.
    assert reactions(table) == ["B same", "B same"]
    assert table.vitality() == "A 55, B 49"


@pytest.mark.rule("PD-POWER-16")
def test_the_dead_answer_nothing_but_their_own_death() -> None:
    table = Table(60, 10, 60)
    table.give("B", "barbed_hide", "static_skin", "dead_mans_switch", "carrion_crown")
    table.plan("A", (0, 30, 0), "B")
    table.plan("B", (0, 0, 0))
    table.plan("C", (0, 0, 0))
    assert table.play().vitality() == "A 35, B -20, C 35"
    assert reactions(table) == ["B dead_mans_switch"]


@pytest.mark.rule("PD-POWER-16")
def test_the_revived_do_not_answer_the_blow_that_killed_them() -> None:
    table = Table(60, 10, 60)
    table.give("B", "phoenix_clause", "barbed_hide", "last_reserve")
    table.plan("A", (0, 30, 0), "B")
    table.plan("B", (0, 0, 0))
    assert table.play().vitality() == "A 60, B 30, C 60"
    table = Table(60, 10, 60)
    table.give("B", "phoenix_clause", "barbed_hide")
    table.plan("A", (3, 30, 0), "B")
    table.plan("B", (0, 0, 0))
    table.plan("C", (1, 5, 0), "B")
    assert table.play().vitality() == "A 60, B 20, C 53"  # but it answers the next one


@pytest.mark.rule("PD-POWER-17")
def test_a_reaction_with_a_cost_is_paid_each_time_or_does_not_happen() -> None:
    table = Table(60, 60, 60)
    table.give("A", "venom_dart", "tar_flask", "hairline_crack")
    table.give("B", "clean_blood")
    acts = (("venom_dart", "B"), ("tar_flask", "B"), ("hairline_crack", "B"))
    table.plan("A", (9, 0, 0), None, *acts)
    table.plan("B", (0, 0, 50))
    table.play()
    assert table.one("B").afflictions == [table.tome.affliction["cracked"]]
    assert table.one("B").ap == 2
    assert [one.n for one in table.found(Paid) if one.character == 1] == [4, 4]


def test_last_is_what_the_step_before_really_changed() -> None:
    heal = Regenerate(who="self", n=Amount(per="last"))
    drain = power_of(
        "drain",
        effect(
            "active", ChangeStat(who="target", stat="resist", add=-9), heal, target=TargetKind.RIVAL
        ),
    )
    table = Table(60, 60, powers=(drain,))
    table.give("A", "drain")
    table.plan("A", (9, 0, 0), None, ("drain", "B"))
    table.plan("B", (0, 0, 4))
    assert table.play().vitality() == "A 64, B 60"
    swap = power_of(
        "swap",
        effect(
            "active",
            Weaken(who="target", n=7),
            Swap(who="self", with_="target", stat="agility"),
            heal,
            target=TargetKind.ENEMY,
        ),
    )
    table = Table(60, 60, powers=(swap,))
    table.ally("Hound", "hound", "B")
    table.give("A", "swap")
    table.plan("A", (9, 0, 0), None, ("swap", "Hound"))
    assert table.play().vitality() == "A 60, B 60, Hound 13"  # no agility changed hands
    table.plan("A", (9, 0, 0), None, ("swap", "B"))
    table.plan("B", (3, 0, 0))
    assert table.play().vitality() == "A 66, B 53, Hound 13"
    assert (table.one("A").agility, table.one("B").agility) == (3, 9)


def test_draw_take_and_disable_in_combat() -> None:
    grab = power_of(
        "grab",
        effect("active", Draw(to="self"), Disable(what="all_of", who="rivals")),
        effect("active", Take(), target=TargetKind.RIVAL_POWER),
    )
    table = Table(60, 60, powers=(grab,))
    table.dome.culled = list(powers("purge", "thin_air", "feint"))
    table.forced = list(powers("feint"))
    table.give("A", "grab")
    table.give("B", "whetstone", "barbed_hide")
    table.force("glass_dome")
    table.plan("A", (9, 20, 0), "B", ("grab", None, 0, 0), ("grab", "whetstone", 0, 1))
    table.plan("B", (0, 0, 0), None, ("whetstone",))
    table.play()
    assert table.dome.hands[0] == [table.power(one) for one in ("grab", "feint", "whetstone")]
    assert table.dome.culled == list(powers("purge", "thin_air"))
    assert table.failures() == [("whetstone", "disabled")]
    assert table.vitality() == "A 60, B 14"  # no Barbed Hide, but the Glass Dome


def test_reactions_know_the_actor_and_the_amount() -> None:
    payback = power_of(
        "payback",
        effect(
            "reactive",
            Weaken(who="actor", n=Amount(per="amount")),
            event=EventKind.LOST,
            match=(("subject", "self"), ("actor", "rival")),
        ),
    )
    table = Table(60, 60, powers=(payback,))
    table.give("A", "paper_cuts")
    table.give("B", "payback")
    table.afflict("B", "venom")
    table.plan("A", (9, 0, 0), None, ("paper_cuts", "B"))
    assert table.play().vitality() == "A 57, B 53"  # an affliction has no actor
    causes = [one.cause for one in table.found(VitalityChanged)]
    assert causes == ["power", "power", "affliction"]


def test_a_revived_player_may_die_again() -> None:
    again = power_of(
        "again",
        effect("reactive", Revive(who="subject", vitality=1), event=EventKind.DIED, limit=1),
    )
    table = Table(60, 10, 60, powers=(again,))
    table.give("C", "again")
    table.plan("A", (5, 30, 0), "B")
    table.plan("C", (4, 30, 0), "B")
    table.plan("B", (0, 0, 0))
    table.play()
    assert table.vitality() == "A 60, B -59, C 60"
    assert not table.one("B").alive
