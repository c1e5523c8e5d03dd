"""Victory, draws and the closing dome (PD-WIN)."""

from __future__ import annotations

import pytest
from powerdome.tables import Table, effect, power_of

from deathdome.powerdome.model.dome import ABSENT
from deathdome.powerdome.model.events import AttackBegan, DomeCloses, GameOver
from deathdome.powerdome.model.tome import EventKind, Weaken


@pytest.mark.rule("PD-WIN-01", "PD-WIN-02")
def test_the_only_living_player_wins_at_once() -> None:
    table = Table(60, 10)
    table.ally("Hound", "hound", "B")
    table.plan("A", (9, 30, 0), "B")
    table.plan("B", (1, 9, 0), "A")
    table.plan("Hound", (0, 9, 0), "A")
    table.play()
    assert table.found(GameOver) == [GameOver(0, "last-alive")]
    assert (table.dome.over, table.dome.winner) == (True, 0)
    assert len(table.found(AttackBegan)) == 1  # the Hound does not get to strike
    assert table.one("Hound").alive


@pytest.mark.rule("PD-WIN-02")
def test_an_activation_an_affliction_or_the_start_of_combat_may_end_the_game() -> None:
    table = Table(60, 3)
    table.give("A", "floor_slam", "whetstone")
    table.plan("A", (9, 0, 0), None, ("floor_slam",), ("whetstone",))
    table.play()
    assert (table.dome.winner, table.one("A").strike) == (0, 0)
    table = Table(60, 3)
    table.afflict("B", "venom")
    table.give("A", "paper_cuts")
    table.plan("B", (3, 0, 0))
    table.plan("A", (1, 0, 0), None, ("paper_cuts", "B"))
    table.play()
    assert (table.dome.winner, table.failures()) == (0, [])
    crush = power_of(
        "crush", effect("reactive", Weaken(who="rivals", n=9), event=EventKind.COMBAT_START)
    )
    table = Table(60, 3, powers=(crush,))
    table.give("A", "crush")
    table.afflict("A", "venom")
    table.play()
    assert table.vitality() == "A 60, B -6"


@pytest.mark.rule("PD-WIN-02")
def test_everything_that_the_last_blow_set_off_happens_first() -> None:
    table = Table(60, 10)
    table.give("B", "phoenix_clause")
    table.plan("A", (9, 30, 0), "B")
    table.play()
    assert not table.dome.over


@pytest.mark.rule("PD-WIN-03")
def test_a_chain_that_kills_the_last_two_is_a_draw() -> None:
    table = Table(20, 10)
    table.give("B", "dead_mans_switch")
    table.plan("A", (9, 11, 0), "B")
    table.play()
    assert table.vitality() == "A -5, B -12"
    assert table.found(GameOver) == [GameOver(ABSENT, "none-alive")]


@pytest.mark.rule("PD-WIN-04")
@pytest.mark.parametrize(("number", "loss"), [(14, 0), (15, 5), (16, 10), (20, 30)])
def test_the_dome_takes_more_each_round(number: int, loss: int) -> None:
    table = Table(90, 80, 70)
    table.ally("Hound", "hound", "B")
    table.dome.round = number - 1
    table.play()
    assert table.vitality() == f"A {90 - loss}, B {80 - loss}, C {70 - loss}, Hound 20"


@pytest.mark.rule("PD-WIN-04")
def test_if_the_dome_kills_all_the_most_vitality_wins_and_equals_draw() -> None:
    for points, winner in (((4, 9, 9), ABSENT), ((4, 9, 8), 1)):
        table = Table(*points)
        table.dome.round = 15
        table.play()
        assert table.found(GameOver) == [GameOver(winner, "closing-dome")]


@pytest.mark.rule("PD-WIN-04", "PD-WIN-03")
def test_if_a_reaction_kills_those_the_dome_spared_it_is_a_draw() -> None:
    table = Table(20, 4)
    table.give("B", "dead_mans_switch")
    table.dome.round = 14
    table.play()
    assert table.vitality() == "A -10, B -1"
    assert table.found(GameOver) == [GameOver(ABSENT, "none-alive")]


@pytest.mark.rule("PD-WIN-04")
def test_a_player_revived_from_the_dome_wins() -> None:
    table = Table(4, 9)
    table.give("A", "phoenix_clause")
    table.dome.round = 15
    table.play()
    assert table.found(GameOver) == [GameOver(0, "last-alive")]


@pytest.mark.rule("PD-WIN-04")
def test_round_end_reactions_come_before_the_dome() -> None:
    rest = power_of(
        "rest", effect("reactive", Weaken(who="everyone", n=1), event=EventKind.ROUND_END)
    )
    table = Table(5, 60, 60, powers=(rest,))
    table.give("A", "rest")
    table.dome.round = 14
    table.play()
    assert not table.one("A").alive  # 5 - 1 - 5


@pytest.mark.rule("PD-WIN-04")
def test_allies_of_a_player_that_the_dome_kills_die_and_may_be_answered() -> None:
    spite = power_of("spite", effect("reactive", Weaken(who="rivals", n=60), event=EventKind.DIED))
    table = Table(65, 4, 60, powers=(spite,))
    table.ally("Hound", "hound", "B")
    table.give("C", "spite")
    table.dome.round = 14
    table.play()
    assert table.vitality() == "A -60, B -1, C 55, Hound 20"
    assert not table.one("Hound").alive
    assert table.dome.winner == 2


@pytest.mark.rule("PD-WIN-05")
def test_the_dome_closes_when_every_living_player_is_at_0() -> None:
    table = Table(0, 0, 50)
    table.one("C").alive = False
    table.give("A", "gluttony")
    table.dome.round = 6
    table.play()
    assert table.found(DomeCloses) == [DomeCloses(5)]
    assert table.vitality() == "A 0, B -5, C 50"
    assert table.dome.winner == 0


@pytest.mark.rule("PD-WIN-05")
def test_the_rounds_after_count_as_16_and_later() -> None:
    table = Table(0, 0)
    table.give("A", "field_stitches", "public_fountain")
    table.give("B", "gluttony")
    table.dome.closing = 7
    table.dome.round = 7
    table.one("A").vitality = table.one("B").vitality = 40
    table.play()
    assert table.found(DomeCloses) == [DomeCloses(10)]


@pytest.mark.rule("PD-WIN-05")
def test_without_the_closing_dome_the_last_round_is_a_draw() -> None:
    table = Table(50, 60, closing_dome=False, max_rounds=17)
    table.dome.round = 15
    table.play()
    assert not table.dome.over
    table.play()
    assert table.found(GameOver) == [GameOver(ABSENT, "round-limit")]
    assert not table.found(DomeCloses)
