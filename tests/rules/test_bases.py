"""Bases: safe inside, no action from inside, and out on any side."""

from __future__ import annotations

import pytest
from scenes import Match, scene

from deathdome.model.actions import ActionKind, a_of, b_of
from deathdome.model.decisions import Question
from deathdome.model.ruleset import EDITION_2018, EDITION_2021, Ruleset

# Two seats on waspworth: red in the north (j1 to l2), blue in the south (j20 to l21).


def attackable(match: Match) -> set[str]:
    """Units that the active unit can attack, whatever the weapon."""
    return {match.unit_name(b_of(option)) for option in match.offers(ActionKind.ATTACK)}


@pytest.mark.rule("BASE-1", "ATTACK-9")
def test_a_unit_in_its_base_is_no_target() -> None:
    match = scene(
        units={"red gunner": "k19"},
        items={"red gunner": ["magnum-44000", "returned-mail-mortar"]},
        active="red gunner",
    )
    assert attackable(match) == set()


@pytest.mark.rule("BASE-1", "AMB-20", "SPLASH-8")
def test_splash_at_a_neighbour_does_not_reach_into_the_base() -> None:
    match = scene(
        units={"red gunner": "g19", "blue warrior": "k19"},
        items={"red gunner": ["missile-launcher"]},
        active="red gunner",
    )
    match.attack("blue warrior", "missile-launcher")
    assert match.wounds("blue warrior") == 3
    assert [match.wounds(f"blue {kind}") for kind in ("gunner", "scout", "medic")] == [0, 0, 0]


@pytest.mark.rule("AMB-20")
def test_a_sweep_and_a_card_do_not_reach_into_the_base() -> None:
    match = scene(
        units={"red warrior": "k19"},
        items={"red warrior": ["upside-down-lawnmower"]},
        hands={"red": ["wet-floor-sign", "rude-shove"]},
    )
    assert "wet-floor-sign" not in match.usable()
    match.activate("red warrior")
    assert attackable(match) == set()
    assert "rude-shove" not in match.usable()


@pytest.mark.rule("BASE-2", "BASE-3", "BASE-10")
def test_a_unit_in_its_base_can_only_move() -> None:
    match = scene(
        units={"blue scout": "k3"},
        items={"red medic": ["suspicious-syringe", "group-therapy"]},
        wounds={"red medic": 2},
        hands={"red": ["very-long-arm"]},
        active="red medic",
    )
    verbs = {
        ActionKind.ATTACK,
        ActionKind.CAPTURE,
        ActionKind.RELEASE,
        ActionKind.USE,
        ActionKind.PLAY,
    }
    assert [option for kind in verbs for option in match.offers(kind)] == []
    assert match.walks()


@pytest.mark.rule("HEAL-7", "BASE-3")
def test_an_action_item_works_once_its_bearer_is_outside() -> None:
    match = scene(
        items={"red medic": ["suspicious-syringe"]}, wounds={"red medic": 2}, active="red medic"
    )
    assert match.usable() == set()
    match.walk("k3").play("suspicious-syringe", pick="red medic")
    assert match.wounds("red medic") == 0


@pytest.mark.rule("BASE-10")
def test_a_unit_that_has_walked_out_acts_in_the_same_unit_phase() -> None:
    match = scene(units={"blue scout": "l4"}, active="red warrior").walk("k3").attack("blue scout")
    assert match.wounds("blue scout") == 2


@pytest.mark.rule("BASE-4")
@pytest.mark.parametrize("team", ["red", "green", "yellow"])
def test_no_unit_walks_into_an_enemy_base(team: str) -> None:
    match = scene(seats=4, units={f"{team} scout": "s11"}, turn=team, active=f"{team} scout")
    assert match.walks().isdisjoint({"t10", "u10", "t11", "u11", "t12", "u12"})


@pytest.mark.rule("BASE-5", "PUSH-7", "AMB-22")
@pytest.mark.parametrize("ruleset", [EDITION_2018, EDITION_2021])
def test_a_push_into_an_enemy_base_is_cancelled(ruleset: Ruleset) -> None:
    match = scene(
        seats=3,  # the north base is blue's
        units={"green gunner": "m2", "blue warrior": "n2"},
        items={"blue warrior": ["whoopee-maul"]},
        turn="blue",
        active="blue warrior",
        ruleset=ruleset,
    )
    match.attack("green gunner", "whoopee-maul")
    assert match.wounds("green gunner") == 2 + 2 - 1
    assert match.where("green gunner") == "m2"


@pytest.mark.rule("BASE-6", "BASE-7", "AMB-18")
def test_a_unit_leaves_its_base_on_any_side_for_one_step() -> None:
    match = scene(units={"red gunner": "base", "blue warrior": "t15"}, active="red gunner")
    # Four steps: one out to i1 or m1, three along the northern edge.
    assert {"i1", "m1", "i3", "m3", "k3", "k6", "p1", "f1"} <= match.walks()
    assert "k7" not in match.walks()


@pytest.mark.rule("AMB-18")
def test_teammates_in_the_base_are_in_nobodys_way() -> None:
    free = scene(units={"red gunner": "d15", "red scout": "e15", "red medic": "f15"})
    crowded = scene()
    assert free.activate("red warrior").walks() == crowded.activate("red warrior").walks()


@pytest.mark.rule("BASE-8", "AMB-19")
def test_a_unit_walks_back_into_its_base_and_is_safe() -> None:
    match = scene(units={"red scout": "k3", "blue warrior": "k4"}, active="red scout").walk_home()
    assert match.where("red scout") == "base"
    match.end_phase().end_turn().activate("blue warrior")
    assert attackable(match) == set()


@pytest.mark.rule("AMB-19")
def test_a_walk_may_lead_through_the_own_base_and_out_on_another_side() -> None:
    # From i1 into the base and out at m1: two steps instead of six around it.
    match = scene(units={"red gunner": "i1"}, active="red gunner")
    assert {"m1", "n1"} <= match.walks()


@pytest.mark.rule("AMB-21")
@pytest.mark.parametrize("base", ["t10", "a11"])
def test_the_base_of_an_absent_team_is_closed_to_walks(base: str) -> None:
    near = {"t10": "s11", "a11": "c12"}[base]
    match = scene(units={"red scout": near}, active="red scout")
    assert base not in match.walks()


@pytest.mark.rule("AMB-21")
def test_a_push_into_an_unused_base_is_cancelled() -> None:
    match = scene(
        units={"red warrior": "r10", "blue gunner": "s10"},
        items={"red warrior": ["whoopee-maul"]},
        active="red warrior",
    )
    match.attack("blue gunner", "whoopee-maul")
    assert match.wounds("blue gunner") == 3
    assert match.where("blue gunner") == "s10"


@pytest.mark.rule("AMB-21", "SIGHT-2")
def test_a_base_does_not_block_sight() -> None:
    match = scene(
        units={"red gunner": "i1", "blue scout": "m1"},
        items={"red gunner": ["potato-enforcer"]},
        active="red gunner",
    )
    assert match.targets("potato-enforcer") == {"blue scout"}


@pytest.mark.rule("AMB-23")
def test_a_friendly_item_reaches_a_teammate_in_the_base_from_its_best_space() -> None:
    match = scene(
        units={"red medic": "m2"},
        items={"red medic": ["suspicious-syringe"]},
        wounds={"red scout": 2},
        active="red medic",
    )
    match.play("suspicious-syringe", pick="red scout")
    assert match.wounds("red scout") == 0


@pytest.mark.rule("AMB-24")
def test_a_card_without_action_may_be_played_on_the_active_unit_in_its_base() -> None:
    match = scene(
        hands={"red": ["borrowed-legs", "trapdoor-exchange"]},
        units={"red scout": "d15"},
        active="red gunner",
    )
    assert match.usable() == {"borrowed-legs"}
    assert "k7" not in match.walks()
    match.play("borrowed-legs")
    assert "k7" in match.walks()


@pytest.mark.rule("AMB-25")
def test_every_base_has_room_for_a_team() -> None:
    bases = scene().state.setup.board.bases
    assert min(base.bit_count() for base in bases) >= 4


@pytest.mark.rule("AMB-26", "AMB-18")
@pytest.mark.parametrize(
    ("attacker", "victim"), [("m18", "l19"), ("j18", "j19"), ("n20", "m20"), ("h19", "i20")]
)
def test_a_push_into_the_own_base_puts_the_unit_into_it(attacker: str, victim: str) -> None:
    match = scene(
        units={"red warrior": attacker, "blue gunner": victim},
        items={"red warrior": ["whoopee-maul"]},
        active="red warrior",
    )
    match.attack("blue gunner", "whoopee-maul")
    assert match.wounds("blue gunner") == 3
    assert match.where("blue gunner") == "base"


@pytest.mark.rule("AMB-26", "AMB-61")
def test_pushed_obliquely_into_the_own_base_there_is_one_base_to_go_to() -> None:
    match = scene(
        units={"red gunner": "j16", "blue scout": "k19"},
        items={"red gunner": ["apology-rifle"]},
        active="red gunner",
    ).attack("blue scout", "apology-rifle")
    assert match.where("blue scout") == "base"


@pytest.mark.rule("AMB-132")
def test_a_second_attack_of_the_action_does_not_reach_a_unit_pushed_into_its_base() -> None:
    match = scene(
        units={"red warrior": "j18", "blue gunner": "j19", "blue scout": "i19"},
        items={"red warrior": ["whoopee-maul", "borrowed-trigger-finger"]},
        active="red warrior",
    )
    match.attack("blue gunner", "whoopee-maul").play("borrowed-trigger-finger")
    assert attackable(match) == {"blue scout"}


@pytest.mark.rule("AMB-132", "PAYBACK-3")
def test_the_payback_of_a_unit_pushed_into_its_base_is_still_made() -> None:
    match = scene(
        units={"red warrior": "j18", "blue gunner": "j19"},
        items={"red warrior": ["whoopee-maul"], "blue gunner": ["porcupine-tuxedo"]},
        active="red warrior",
    )
    match.attack("blue gunner", "whoopee-maul")
    assert match.wounds("red warrior") == 3 - 1


@pytest.mark.rule("AMB-132", "WOUND-5")
def test_wounds_taken_outside_kill_in_the_base_all_the_same() -> None:
    match = scene(
        units={"red warrior": "j18", "blue gunner": "j19"},
        items={"red warrior": ["whoopee-maul"]},
        wounds={"blue gunner": 5},
        active="red warrior",
    )
    match.attack("blue gunner", "whoopee-maul")
    assert match.asks(Question.JAIL)


@pytest.mark.rule("AMB-131", "PAYBACK-2")
def test_a_shooter_beside_its_base_is_answered_before_it_may_walk_in() -> None:
    match = scene(
        units={"red scout": "m2", "blue gunner": "p2"},
        items={"red scout": ["drive-by-crossbow"], "blue gunner": ["porcupine-tuxedo"]},
        active="red scout",
    )
    match.attack("blue gunner", "drive-by-crossbow")
    assert match.wounds("red scout") == 3
    match.play("drive-by-crossbow").walk_home()
    assert match.where("red scout") == "base"


@pytest.mark.rule("BASE-9")
def test_a_freed_unit_stands_in_its_own_base() -> None:
    match = scene(
        units={"blue medic": "jail nw", "red medic": "jail nw"}, hands={"red": ["jail-riot"]}
    )
    match.play("jail-riot", pick="nw")
    assert match.where("blue medic") == match.where("red medic") == "base"


@pytest.mark.rule("BASE-3")
def test_the_options_of_a_unit_in_its_base_are_walks_and_the_end() -> None:
    match = scene(active="red warrior")
    others = {a_of(option) for option in match.asked.options} - {
        a_of(option) for option in match.offers(ActionKind.WALK)
    }
    assert others == {0}  # END_PHASE alone


RED, GUNNER, SCOUT, MEDIC = "red warrior", "red gunner", "red scout", "red medic"


BLUE, SHOOTER, TARGET, NURSE = "blue warrior", "blue gunner", "blue scout", "blue medic"


@pytest.mark.card("repossessed-prison-bus")
@pytest.mark.rule("AMB-23")
def test_the_prison_bus_brings_a_mate_out_of_the_base() -> None:
    match = scene(items={RED: ["repossessed-prison-bus"]}, active=RED).walk("k5").stop()
    assert match.picks("repossessed-prison-bus") == {GUNNER, SCOUT, MEDIC}
    match.play("repossessed-prison-bus", MEDIC)
    match.walk(min(match.walks()))
    assert match.where(MEDIC) != "base"


@pytest.mark.card("haunted-steamroller")
@pytest.mark.rule("BASE-1", "BASE-2")
def test_the_steamroller_does_not_ram_in_or_into_a_base() -> None:
    items = {RED: ["haunted-steamroller"]}
    home = scene(units={RED: "j3", BLUE: "m3"}, items=items, active=RED)
    home.walk_home().stop()
    assert home.question is Question.UNIT_PHASE
    into = scene(units={RED: "j17", BLUE: "base"}, items=items, active=RED).walk("j19").stop()
    assert into.question is Question.UNIT_PHASE


@pytest.mark.rule("BASE-1")
def test_no_card_picks_an_enemy_in_its_base() -> None:
    match = scene(
        units={RED: "k3", SHOOTER: "base"}, hands={"red": ["rude-shove"]}, turn="red", active=RED
    )
    assert "rude-shove" not in match.usable()
