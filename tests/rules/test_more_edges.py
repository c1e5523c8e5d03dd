"""Cases that a broken rule slipped through: found by `make mutations`."""

from __future__ import annotations

import pytest
from scenes import drawn, scene

from deathdome.model.decisions import Question
from deathdome.model.frames import Event
from deathdome.rules.observing import observe

RED, BLUE = "red warrior", "blue gunner"


@pytest.mark.rule("SWEEP-4", "SWEEP-5")
def test_a_sweep_is_not_declared_at_somebody_behind_a_thin_wall() -> None:
    yard = "BB.....BB\nBB.....BB\n"
    items = {RED: ["upside-down-lawnmower"]}
    units = {RED: "d1", BLUE: "e1"}
    open_yard = scene(board=drawn(yard), units=units, items=items, active=RED)
    assert open_yard.targets("upside-down-lawnmower") == {"all"}
    walled = drawn(yard, thin_walls=["d1 e1"])
    behind = scene(board=walled, units=units, items=items, active=RED)
    assert behind.targets("upside-down-lawnmower") == set()


@pytest.mark.rule("SPLASH-1")
def test_splash_reaches_the_neighbours_of_its_target_and_nobody_beyond() -> None:
    match = scene(
        units={"red gunner": "d15", BLUE: "g15", "blue scout": "h15", "blue medic": "i15"},
        items={"red gunner": ["missile-launcher"]},
        active="red gunner",
    )
    match.attack(BLUE, "missile-launcher").hit(BLUE)
    assert match.wounds(BLUE) > 0
    assert match.wounds("blue scout") > 0
    assert match.wounds("blue medic") == 0


@pytest.mark.rule("AMB-64", "LAVA-8")
@pytest.mark.parametrize("protection", ["lava-waders", "hovering-bathtub"])
def test_who_may_enter_lava_lives_on_there_after_a_push(protection: str) -> None:
    match = scene(
        units={RED: "j16", BLUE: "j15"},
        items={RED: ["whoopee-maul"], BLUE: [protection]},
        active=RED,
    )
    match.attack(BLUE, "whoopee-maul")
    assert match.question is Question.UNIT_PHASE
    assert match.asked_team == "red"
    assert (match.where(BLUE), match.shells("red")) == ("j14", 0)


@pytest.mark.rule("AMB-87", "CARD-12")
def test_the_hyper_cube_does_not_turn_the_counter_below_0() -> None:
    match = scene(hands={"red": ["hyper-cube"]})
    assert "hyper-cube" in match.usable()
    match.state.round = 0
    assert "hyper-cube" not in match.usable()


@pytest.mark.rule("TEAM-11", "NOTE-HABS-1", "EX-10")
def test_an_item_with_vitae_lets_its_unit_take_that_many_wounds_more() -> None:
    def struck(*items: str) -> str:
        match = scene(
            units={RED: "d15", BLUE: "e15"},
            items={BLUE: list(items)},
            wounds={BLUE: 5},
            hands={"red": ["sponsors-darling"]},
            active=RED,
        )
        match.attack(BLUE).lay("sponsors-darling").commit_all()
        return "dead" if match.question is Question.JAIL else f"{match.wounds(BLUE)} wounds"

    assert struck() == "dead"
    assert struck("hyperbranched-aramid-blast-suit") == "dead"
    assert struck("hyperbranched-aramid-blast-suit", "spare-spleen") == "9 wounds"


@pytest.mark.rule("AMB-38")
def test_a_bystander_does_not_see_who_thinks_about_a_reaction() -> None:
    match = scene(
        seats=3,
        units={RED: "d15", BLUE: "e15"},
        hands={"blue": ["ricochet-clause"]},
        active=RED,
    )
    match.attack(BLUE).commit_all()
    assert match.question is Question.REACTION
    for seat, known in ((0, ()), (1, (1, 2, 0)), (2, ())):
        top = observe(match.state, seat).stack[-1]
        assert isinstance(top, Event)
        assert top.seats == known


@pytest.mark.rule("DRAW-13")
def test_the_shuffled_discard_pile_is_gone_from_where_it_lay() -> None:
    match = scene(start=True, empty_deck=True, discard=["loud-noise"] * 4)
    assert match.hand("red") == ["loud-noise"] * 3
    assert match.discarded("loud-noise") == 0
    assert sum(match.state.deck) == 1


@pytest.mark.rule("BASE-1")
def test_no_card_picks_an_enemy_in_its_base() -> None:
    match = scene(
        units={RED: "k3", BLUE: "base"}, hands={"red": ["rude-shove"]}, turn="red", active=RED
    )
    assert "rude-shove" not in match.usable()
