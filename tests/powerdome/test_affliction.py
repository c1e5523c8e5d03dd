"""Afflictions and counters (PD-AFFLICTION, PD-COUNTER)."""

from __future__ import annotations

import pytest
from powerdome.games import auction, give, powers
from powerdome.tables import Table, effect, power_of

from deathdome.powerdome.model.answers import Bids
from deathdome.powerdome.model.events import (
    Activated,
    Afflicted,
    CounterChanged,
    Cured,
    Suffered,
    VitalityChanged,
)
from deathdome.powerdome.model.tome import Afflict, ChangeCounter, EventKind, Weaken
from deathdome.powerdome.rules.game import observe


@pytest.mark.rule("PD-AFFLICTION-01", "PD-AFFLICTION-03")
def test_an_affliction_acts_every_round_before_its_bearers_powers() -> None:
    table = Table(60, 60)
    table.give("A", "whetstone")
    table.afflict("A", "numb", "venom")
    for left in (56, 52, 48):
        table.log.clear()
        table.plan("A", (0, 3, 0), None, ("whetstone",))
        assert table.play().one("A").vitality == left
        assert table.one("A").strike == 10  # 3 - 8 is 0, then 10 more
        kinds = [type(one) for one in table.log if isinstance(one, Suffered | Activated)]
        assert kinds == [Suffered, Suffered, Activated]
    suffered = [one.affliction for one in table.found(Suffered)]
    assert suffered == [table.tome.affliction["numb"], table.tome.affliction["venom"]]


@pytest.mark.rule("PD-AFFLICTION-02")
def test_each_affliction_is_announced() -> None:
    table = Table(60, 90, 90)
    table.give("A", "tall_poppy")
    table.start()
    sapped = table.tome.affliction["sapped"]
    assert table.found(Afflicted) == [Afflicted(1, sapped), Afflicted(2, sapped)]


@pytest.mark.rule("PD-AFFLICTION-04")
def test_several_of_a_kind_add_up() -> None:
    table = Table(60, 60)
    table.afflict("A", "venom", "venom", "venom")
    assert table.play().vitality() == "A 48, B 60"


@pytest.mark.rule("PD-AFFLICTION-03", "PD-AFFLICTION-05")
def test_a_faster_player_makes_it_count_this_round_and_a_slower_one_does_not() -> None:
    for agility, left in ((9, 56), (1, 60)):
        table = Table(60, 60)
        table.give("A", "venom_dart")
        table.plan("A", (agility, 0, 0), None, ("venom_dart", "B"))
        table.plan("B", (5, 0, 0))
        assert table.play().one("B").vitality == left
        table.plan("A", (0, 0, 0))
        assert table.play().one("B").vitality == left - 4


@pytest.mark.rule("PD-AFFLICTION-05")
def test_allies_bear_afflictions_and_disable_does_not_stop_them() -> None:
    table = Table(60, 60)
    table.ally("Hound", "hound", "B")
    table.afflict("Hound", "venom")
    table.afflict("B", "venom")
    table.give("A", "blackout")
    table.plan("A", (9, 0, 0), None, ("blackout", "B"))
    assert table.play().vitality() == "A 59, B 56, Hound 16"


@pytest.mark.rule("PD-AFFLICTION-05")
def test_effects_remove_the_oldest_or_all_or_the_one_just_received() -> None:
    table = Table(60, 60)
    table.give("A", "purge")
    table.afflict("A", "venom", "numb")
    table.plan("A", (0, 0, 0), None, ("purge",))
    assert table.play().vitality() == "A 66, B 60"
    assert len(table.found(Cured)) == 2
    table = Table(60, 60)
    table.give("A", "venom_dart", "tar_flask")
    table.give("B", "clean_blood")
    table.afflict("B", "venom")
    table.plan("A", (0, 0, 0), None, ("venom_dart", "B"))
    table.plan("B", (0, 0, 0))
    table.commit = (0, 1)
    table.play()
    assert table.one("B").afflictions == [table.tome.affliction["venom"]]


@pytest.mark.rule("PD-AFFLICTION-05", "PD-DEATH-02")
def test_an_affliction_kills_and_the_rest_of_its_bearers_place_is_lost() -> None:
    table = Table(60, 3, 60)
    table.give("B", "whetstone")
    table.afflict("B", "venom", "venom")
    table.plan("B", (3, 0, 0), None, ("whetstone",))
    assert table.play().vitality() == "A 60, B -1, C 60"
    assert not table.found(Activated)
    assert len(table.found(Suffered)) == 1


def test_a_group_is_afflicted_before_anything_answers() -> None:
    plague = power_of("plague", effect("active", Afflict(who="rivals", affliction="venom")))
    panic = power_of(
        "panic", effect("reactive", Weaken(who="rivals", n=99), event=EventKind.AFFLICTED)
    )
    table = Table(60, 60, 60, powers=(plague, panic))
    table.give("A", "plague")
    table.give("B", "panic")
    table.plan("A", (0, 0, 0), None, ("plague",))
    table.play()
    at = [type(one) for one in table.log]
    assert at.index(Afflicted) + 1 == at.index(Afflicted, at.index(Afflicted) + 1)
    assert table.dome.winner == 1


@pytest.mark.rule("PD-COUNTER-01")
def test_counters_on_characters_and_powers_stay_for_the_game() -> None:
    table = Table(90, 90)
    table.give("B", "grudge_ledger")
    for damage in (10, 10):
        table.plan("A", (0, damage, 0), "B")
        table.plan("B", (0, 10, 0), "A")
        table.play()
    assert table.one("A").counters == {"grudge": 2}
    assert table.vitality() == "A 55, B 70"  # 10 + 5, then 10 + 10
    assert table.found(CounterChanged)[0] == CounterChanged("grudge", 0, 1, character=0)


@pytest.mark.rule("PD-COUNTER-02")
def test_every_player_sees_all_counters() -> None:
    state = give(
        auction("patient_blade", "feint", "purge", "bodyguard"),
        (0, Bids({powers("patient_blade")[0]: 2})),
        (1, Bids({})),
    )
    card = state.now.cards[powers("patient_blade")[0]]
    card.counters["edge"] = 3
    state.now.characters[0].counters["grudge"] = 2
    seen = observe(state, 1).now
    assert seen.cards[powers("patient_blade")[0]].counters == {"edge": 3}
    assert seen.characters[0].counters == {"grudge": 2}


@pytest.mark.rule("PD-COUNTER-03")
def test_a_count_never_falls_below_0() -> None:
    drop = power_of(
        "drop",
        effect(
            "active",
            ChangeCounter(on="this", name="n", add=-3),
            ChangeCounter(on="self", name="n", add=-3),
        ),
    )
    table = Table(60, 60, powers=(drop,))
    table.give("A", "drop")
    table.dome.cards[table.power("drop")].counters["n"] = 2
    table.plan("A", (0, 0, 0), None, ("drop",))
    table.play()
    assert table.dome.cards[table.power("drop")].counters == {"n": 0}
    assert table.one("A").counters == {"n": 0}
    assert table.found(CounterChanged) == [CounterChanged("n", 2, 0, power=table.power("drop"))]


def test_a_loss_to_an_affliction_is_named() -> None:
    table = Table(60, 60)
    table.afflict("A", "venom")
    assert table.play().found(VitalityChanged) == [VitalityChanged(0, 60, 56, "affliction")]
