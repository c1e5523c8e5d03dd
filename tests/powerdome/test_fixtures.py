"""The worked examples of the specification, with their exact numbers."""

from __future__ import annotations

import pytest
from powerdome.tables import Table


@pytest.mark.rule("PD-COMBAT-17")
def test_f01_the_manuals_own_round() -> None:
    table = Table(100, 100, 100)
    table.names = ["P", "S", "A"]
    table.plan("P", (10, 52, 38), "A")
    table.plan("S", (12, 55, 33), "A")
    table.plan("A", (25, 75, 0), "S")
    assert table.play().vitality() == "P 100, S 16, A 47"
    assert table.dome.order == [2, 1, 0]
    assert table.dome.characters[0].resist == 38


@pytest.mark.rule("PD-COMBAT-02")
@pytest.mark.parametrize(("initiative", "left"), [("high", 45), ("low", 22)])
def test_f02_order_decides(initiative: str, left: int) -> None:
    table = Table(45, 30, initiative=initiative)
    table.plan("A", (9, 36, 0), "B")
    table.plan("B", (7, 23, 0), "A")
    table.play()
    assert table.dome.winner == 0
    assert table.vitality() == f"A {left}, B -6"


@pytest.mark.rule("PD-COMBAT-11")
def test_f03_no_agility() -> None:
    table = Table(60, 60, 60)
    table.plan("A", (0, 30, 30), "B")
    table.plan("B", (0, 30, 20), "C")
    table.plan("C", (1, 50, 9), "A")
    assert table.play().vitality() == "A 20, B 50, C 50"
    assert table.dome.order == [2, 0, 1]


@pytest.mark.rule("PD-COMBAT-08", "PD-COMBAT-09")
def test_f04_shared_resist() -> None:
    table = Table(70, 60, 60)
    table.plan("A", (10, 0, 60))
    table.plan("B", (12, 35, 13), "A")
    table.plan("C", (11, 40, 9), "A")
    assert table.play().vitality() == "A 55, B 60, C 60"
    assert table.dome.characters[0].resist == 0


@pytest.mark.rule("PD-DEATH-01", "PD-DEATH-05", "PD-COMBAT-14")
def test_f05_zero_and_below() -> None:
    table = Table(30, 50, 50)
    table.plan("A", (4, 26, 0), "C")
    table.plan("B", (6, 30, 14), "A")
    table.plan("C", (9, 20, 21))
    assert table.play().vitality() == "A 0, B 50, C 48"
    assert table.dome.characters[0].alive
    table = Table(30, 50, 50)
    table.plan("A", (4, 26, 0), "C")
    table.plan("B", (6, 31, 13), "A")
    table.plan("C", (3, 20, 27), "A")
    assert table.play().vitality() == "A -1, B 50, C 50"


@pytest.mark.rule("PD-COMBAT-06", "PD-COMBAT-12", "PD-COMBAT-13")
def test_f06_ally() -> None:
    table = Table(40, 60)
    table.ally("Hound", "hound", "A")
    table.plan("A", (5, 25, 10), "B")
    table.plan("Hound", (0, 20, 0), "B", (None, "B"))
    table.plan("B", (12, 30, 18), "Hound")
    assert table.play().vitality() == "A 40, B 53, Hound -10"


@pytest.mark.rule("PD-POWER-06", "PD-POWER-10")
def test_f07_cannot_pay() -> None:
    table = Table(60, 60)
    table.give("A", "stolen_breath")
    table.give("B", "feint")
    table.plan("A", (9, 26, 20), "B", ("stolen_breath", "B"))
    table.plan("B", (6, 30, 16), "A", ("feint", "A"))
    assert table.play().vitality() == "A 60, B 50"
    assert table.dome.cards[table.power("feint")].used == [0]


@pytest.mark.rule("PD-KEYWORD-04")
@pytest.mark.parametrize(
    ("plan", "left"), [((9, 30, 21), "A 47, B 50"), ((5, 30, 25), "A 41, B 50")]
)
def test_f08_disable_in_time_or_not(plan: tuple[int, int, int], left: str) -> None:
    table = Table(60, 60)
    table.give("A", "wax_seal")
    table.give("B", "whetstone")
    table.plan("A", plan, "B", ("wax_seal", "whetstone"))
    table.plan("B", (6, 34, 20), "A", ("whetstone",))
    assert table.play().vitality() == left
    assert table.dome.cards[table.power("wax_seal")].used == [1]


@pytest.mark.rule("PD-COMBAT-15", "PD-KEYWORD-03")
def test_f09_bypass_doubling_reactions() -> None:
    table = Table(60, 60)
    table.give("A", "needlepoint")
    table.give("B", "barbed_hide", "panic_plate")
    table.plan("A", (14, 34, 0), "B", ("needlepoint",))
    table.plan("B", (7, 20, 29), "A")
    assert table.play().vitality() == "A 43, B 22"
    assert table.dome.characters[1].resist == 29


@pytest.mark.rule("PD-AFFLICTION-03", "PD-AFFLICTION-04", "PD-ALLOCATE-10")
def test_f10_afflictions_and_auto() -> None:
    table = Table(60, 60)
    table.give("B", "sleepwalker")
    table.afflict("B", "venom", "venom", "cracked")
    table.plan("A", (5, 40, 15), "B")
    table.plan("B", (5, 25, 20), "A")
    assert table.play().vitality() == "A 50, B 39"


@pytest.mark.rule("PD-COMBAT-09")
def test_f11_extra_attack() -> None:
    table = Table(60, 60)
    table.give("A", "second_volley")
    table.give("B", "glance_off")
    table.plan("A", (10, 34, 0), "B", ("second_volley", "B"))
    table.plan("B", (8, 0, 52))
    assert table.play().vitality() == "A 53, B 48"


@pytest.mark.rule("PD-WIN-04")
def test_f12_the_wall_holds_until_the_dome_closes() -> None:
    table = Table(50, 50)
    table.plan("A", (0, 0, 50))
    table.plan("B", (1, 49, 0), "A")
    for _ in range(14):
        assert table.play().vitality() == "A 50, B 50"
    assert table.play().vitality() == "A 45, B 45"


@pytest.mark.rule("PD-COMBAT-03")
@pytest.mark.parametrize(("commit", "left"), [((0, 1), "A 30, B -1"), ((1, 0), "A 7, B -1")])
def test_f13_tie(commit: tuple[int, int], left: str) -> None:
    table = Table(30, 26)
    table.commit = commit
    table.plan("A", (3, 27, 0), "B")
    table.plan("B", (3, 23, 0), "A")
    assert table.play().vitality() == left
    assert table.dome.winner == 0


@pytest.mark.rule("PD-DEATH-07", "PD-DEATH-08")
def test_f14_phoenix() -> None:
    table = Table(70, 30)
    table.give("B", "whetstone", "phoenix_clause")
    table.afflict("B", "numb")
    table.plan("A", (9, 61, 0), "B")
    table.plan("B", (5, 15, 10), "A", ("whetstone",))
    assert table.play().vitality() == "A 70, B 30"
    assert table.dome.hands[1] == [table.power("whetstone")]
    assert len(table.dome.characters[1].afflictions) == 1
    assert not table.dome.over


@pytest.mark.rule("PD-WIN-04")
def test_f17_closing_dome() -> None:
    table = Table(30, 4)
    table.dome.round = 14
    assert table.play().vitality() == "A 25, B -1"
    assert table.dome.winner == 0
    for points, winner in (((14, 9), 0), ((9, 9), -1)):
        table = Table(*points)
        table.dome.round = 16
        table.play()
        assert table.dome.over
        assert table.dome.winner == winner
