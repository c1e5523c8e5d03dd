"""The hardest interactions of the cards, walks and helpers (effects.md part 11)."""

from __future__ import annotations

from typing import Any

import pytest
from scenes import Match, scene

from deathdome.model.decisions import Question
from deathdome.model.events import Healed

RED, GUNNER, SCOUT, MEDIC = "red warrior", "red gunner", "red scout", "red medic"
BLUE, SHOOTER, TARGET, NURSE = "blue warrior", "blue gunner", "blue scout", "blue medic"


def theirs(units: dict[str, str], active: str = BLUE, **more: Any) -> Match:
    """Blue's turn, one of its unit phases open."""
    return scene(units=units, turn="blue", active=active, **more)


@pytest.mark.card("step-n-go", "van-damme")
@pytest.mark.rule("NOTE-STEP-4", "NOTE-VAN-3", "AMB-80")
def test_an_interrupted_walk_is_one_move_and_followed_after_its_last_step() -> None:
    match = theirs(
        {RED: "d15", BLUE: "e15", MEDIC: "g14"},
        items={RED: ["van-damme"]},
        hands={"blue": ["step-n-go"]},
    )
    match.play("step-n-go").walk("f15").attack(MEDIC)
    assert match.question is Question.UNIT_PHASE
    match.walk("h15").stop().play("van-damme")
    assert match.walks() == {"g15", "g16"}


@pytest.mark.card("step-n-go", "van-damme")
@pytest.mark.rule("NOTE-STEP-4", "NOTE-VAN-3")
def test_a_unit_met_at_a_pause_of_the_walk_does_not_follow() -> None:
    match = theirs(
        {RED: "f14", BLUE: "d15", MEDIC: "f16"},
        items={RED: ["van-damme"]},
        hands={"blue": ["step-n-go"]},
    )
    match.play("step-n-go").walk("e15").attack(MEDIC).walk("g15").stop()
    assert match.question is Question.UNIT_PHASE


@pytest.mark.card("step-n-go")
@pytest.mark.rule("AMB-130", "NOTE-STEP-1")
def test_step_n_go_may_be_played_at_the_pause() -> None:
    match = scene(units={RED: "d14"}, hands={"red": ["step-n-go"]}, active=RED)
    match.walk("e14").play("step-n-go").capture()
    assert match.owner("e14") == "red"
    assert "i15" in match.walks()


@pytest.mark.card("clockwork-ankles", "landmine-lederhosen", "van-damme")
def test_nobody_follows_a_walker_that_died_at_a_pause() -> None:
    match = theirs(
        {BLUE: "d15", RED: "f14", SCOUT: "c15"},
        items={
            BLUE: ["clockwork-ankles"],
            RED: ["landmine-lederhosen"],
            SCOUT: ["van-damme"],
        },
        wounds={BLUE: 3},
    )
    match.walk("e15").attack(RED).jail("nw")
    assert (match.where(BLUE), match.where(SCOUT)) == ("jail nw", "c15")
    assert match.question is Question.TURN


@pytest.mark.card("beehive", "van-damme")
def test_nobody_follows_a_walker_that_died_on_a_token() -> None:
    match = theirs(
        {BLUE: "d14", SCOUT: "c14"},
        items={SCOUT: ["van-damme"]},
        tokens={"beehive": ("e14", "red")},
    )
    match.walk("e14").jail("nw")
    assert (match.where(SCOUT), match.question) == ("c14", Question.TURN)


@pytest.mark.card("whoopee-maul", "van-damme", "medical-pager", "displacer-helm")
@pytest.mark.rule("ATTACK-12", "NOTE-PAGER-2", "NOTE-VAN-2", "AMB-52")
def test_after_the_wounds_come_push_followers_other_reactions_and_then_death() -> None:
    match = theirs(
        {BLUE: "d15", RED: "e15", SCOUT: "e14", MEDIC: "j15"},
        items={
            BLUE: ["whoopee-maul", "steroid-lunchbox"],
            RED: ["displacer-helm"],
            SCOUT: ["van-damme"],
            MEDIC: ["medical-pager"],
        },
        wounds={RED: 2},
    )
    match.attack(RED, "whoopee-maul")
    assert (match.where(RED), match.wounds(RED)) == ("f15", 5)
    assert match.usable() == {"van-damme"}
    match.play("van-damme").walk("f14")
    assert match.usable() == {"displacer-helm", "medical-pager"}
    match.play("medical-pager", RED).walk("g15").stop()
    assert match.wounds(RED) == 3
    match.decline()
    assert (match.where(RED), match.question) == ("f15", Question.UNIT_PHASE)


@pytest.mark.card("van-damme", "medical-pager", "apology-rifle")
def test_the_follower_takes_the_last_free_space_before_the_medic() -> None:
    match = theirs(
        {SHOOTER: "a3", RED: "c3", SCOUT: "c2", MEDIC: "f3"},
        SHOOTER,
        board=LANE,
        items={
            SHOOTER: ["apology-rifle"],
            SCOUT: ["van-damme"],
            MEDIC: ["medical-pager"],
        },
    )
    match.attack(RED, "apology-rifle").play("van-damme")
    assert match.where(RED) == "d3"
    match.walk("c3")
    match.play("medical-pager", RED)
    assert match.where(SCOUT) == "c3"
    assert "c3" not in match.walks()


LANE = """
B B . . . . . . B B
. . . . . . . . . J
. . . . . . . . . J
"""


@pytest.mark.card("van-damme", "mister-tuesday")
def test_the_second_follower_sees_the_board_after_the_first() -> None:
    match = theirs(
        {BLUE: "e15", SCOUT: "d15", RED: "d14"},
        characters={RED: "mister-tuesday"},
        items={SCOUT: ["van-damme"]},
    )
    match.walk("g15").stop()
    assert match.usable() == {"van-damme", "mister-tuesday"}
    match.play("mister-tuesday").walk("f15")
    match.decline()  # the first follower has moved as well, and that comes first
    assert match.play("van-damme").walks() == {"f14", "f16"}


@pytest.mark.card("medical-pager")
@pytest.mark.rule("NOTE-PAGER-4", "WOUND-6", "EX-8")
@pytest.mark.parametrize(("before", "lives"), [(3, True), (4, True), (5, False)])
def test_the_pager_saves_from_minus_one_but_not_from_minus_two(before: int, lives: bool) -> None:
    match = theirs(
        {BLUE: "d15", RED: "e15", MEDIC: "g15"},
        items={BLUE: ["grudge-axe"], MEDIC: ["medical-pager"], RED: ["spare-spleen"]},
        wounds={RED: before + 1},
    )
    # Seven vitae: three wounds more leave 0, -1 or -2.
    match.attack(RED, "grudge-axe").play("medical-pager", RED).walk("f15").stop()
    assert (match.question is Question.UNIT_PHASE) is lives
    assert match.wounds(RED) == before + 1 + 3 - 2


@pytest.mark.card("medical-pager", "whoopee-maul")
@pytest.mark.rule("NOTE-PAGER-6", "LAVA-7", "AMB-81")
def test_the_pager_walks_but_cannot_heal_after_a_death_in_lava() -> None:
    match = theirs(
        {BLUE: "j16", RED: "j15", MEDIC: "l15"},
        items={BLUE: ["whoopee-maul"], MEDIC: ["medical-pager"]},
    )
    match.attack(RED, "whoopee-maul").jail("nw")
    assert (match.question, match.usable()) == (Question.REACTION, {"medical-pager"})
    match.play("medical-pager", RED).walk("k15").stop()
    assert (match.where(RED), match.where(MEDIC)) == ("jail nw", "k15")
    assert match.told(Healed) == []


@pytest.mark.card("medical-pager", "beehive")
def test_a_medic_that_falls_on_a_token_heals_nobody() -> None:
    match = theirs(
        {BLUE: "g15", RED: "f15", MEDIC: "d14"},
        items={MEDIC: ["medical-pager"]},
        tokens={"beehive": ("e14", "blue")},
    )
    match.attack(RED).play("medical-pager", RED).walk("e14").jail("nw")
    assert (match.where(MEDIC), match.wounds(RED)) == ("jail nw", 1)


@pytest.mark.card("medical-pager", "old-man-hobblerone", "house-call")
@pytest.mark.rule("AMB-82")
def test_several_helpers_may_all_come_and_the_last_sees_what_is_left() -> None:
    match = theirs(
        {BLUE: "d15", RED: "e15", MEDIC: "g15", SCOUT: "g14"},
        characters={SCOUT: "old-man-hobblerone"},
        items={BLUE: ["grudge-axe"], MEDIC: ["medical-pager"]},
    )
    match.attack(RED, "grudge-axe")
    assert match.usable() == {"medical-pager", "old-man-hobblerone"}
    match.play("old-man-hobblerone", RED).walk("f14").stop()
    assert match.wounds(RED) == 1
    match.play("medical-pager", RED).walk("f15").stop()
    assert match.wounds(RED) == 0


@pytest.mark.card("medical-pager")
@pytest.mark.rule("AMB-82")
def test_an_incapacitated_pager_bearer_stays_where_it_is() -> None:
    match = theirs(
        {BLUE: "d15", RED: "e15", MEDIC: "g15"}, items={MEDIC: ["medical-pager"]}, down=[MEDIC]
    )
    assert match.attack(RED).question is Question.UNIT_PHASE


@pytest.mark.card("porcupine-tuxedo", "cyber-suit")
@pytest.mark.rule("INCAP-5")
def test_payback_of_an_incapacitated_unit_still_works() -> None:
    match = theirs({BLUE: "d15", RED: "e15"}, items={RED: ["porcupine-tuxedo"]}, down=[RED])
    assert match.attack(RED).wounds(BLUE) == 3 - 1


@pytest.mark.card("displacer-helm", "medical-pager")
def test_a_dying_unit_may_jump_before_the_medic_sets_out() -> None:
    match = theirs(
        {BLUE: "d15", RED: "e15", MEDIC: "i15"},
        items={BLUE: ["grudge-axe"], RED: ["displacer-helm"], MEDIC: ["medical-pager"]},
        wounds={RED: 3},
    )
    match.attack(RED, "grudge-axe").play("displacer-helm").walk("g15")
    match.play("medical-pager", RED).walk("h15").stop()
    assert (match.where(RED), match.wounds(RED)) == ("g15", 3 + 2 - 2)
    assert match.question is Question.UNIT_PHASE


@pytest.mark.card("medical-pager", "missile-launcher")
@pytest.mark.rule("AMB-82")
def test_the_pager_rings_once_an_attack_for_the_victim_the_team_picks() -> None:
    match = theirs(
        {SHOOTER: "d15", RED: "h15", SCOUT: "i15", MEDIC: "k15"},
        SHOOTER,
        items={SHOOTER: ["missile-launcher"], MEDIC: ["medical-pager"]},
    )
    match.attack(RED, "missile-launcher").hit(RED).decline()
    match.play("medical-pager", SCOUT).walk("j15").stop()
    assert (match.wounds(RED), match.wounds(SCOUT)) == (3, 4 - 2)
    again = theirs(
        {SHOOTER: "d15", RED: "h15", SCOUT: "i15", MEDIC: "k15"},
        SHOOTER,
        items={SHOOTER: ["missile-launcher"], MEDIC: ["medical-pager"]},
    )
    again.attack(RED, "missile-launcher").hit(RED).play("medical-pager", RED).walk("h14").stop()
    assert again.question is Question.UNIT_PHASE


@pytest.mark.card("step-n-go", "very-long-arm")
@pytest.mark.rule("NOTE-STEP-1", "AMB-83")
def test_a_capture_from_a_distance_is_a_capture_for_step_n_go_too() -> None:
    match = scene(units={RED: "a15"}, hands={"red": ["step-n-go", "very-long-arm"]}, active=RED)
    match.play("step-n-go").walk("b15").play("very-long-arm", "e14").walk("f15")
    assert (match.owner("e14"), match.where(RED)) == ("red", "f15")


@pytest.mark.card("clockwork-ankles", "drive-by-crossbow")
@pytest.mark.rule("AMB-130")
def test_a_walk_given_at_a_pause_does_not_use_up_the_walk_that_is_paused() -> None:
    match = scene(
        units={SCOUT: "d15", BLUE: "h15"},
        items={SCOUT: ["clockwork-ankles", "drive-by-crossbow"]},
        active=SCOUT,
    )
    match.walk("e15").attack(BLUE, "drive-by-crossbow").play("drive-by-crossbow").walk("c15")
    assert "h14" in match.walks()
    assert match.walk("b15").where(SCOUT) == "b15"


@pytest.mark.card("repossessed-prison-bus", "van-damme")
@pytest.mark.rule("INCAP-2", "AMB-80")
def test_the_incapacitated_neither_come_along_nor_follow() -> None:
    match = scene(
        units={RED: "d15", MEDIC: "d14", TARGET: "c15"},
        items={RED: ["repossessed-prison-bus"], TARGET: ["van-damme"]},
        down=[MEDIC, TARGET],
        active=RED,
    )
    assert match.walk("f15").stop().question is Question.UNIT_PHASE
