"""Death, jails, beetle shells and release."""

from __future__ import annotations

import pytest
from scenes import TYPES, scene

from deathdome.model.actions import RELEASE, ActionKind, a_of
from deathdome.model.decisions import Question
from deathdome.model.events import Released, Returned, ShellTaken

GUILLOTINE = {"red warrior": ["guillotine-on-a-stick"]}  # 9 in all: every registry unit falls


@pytest.mark.rule("JAIL-1", "AMB-72", "DEATH-1", "DEATH-3", "DEATH-4")
def test_a_dead_unit_goes_to_the_jail_the_attacker_names_unhurt_and_upright() -> None:
    match = scene(
        units={"red warrior": "d15", "blue scout": "e15"},
        items=GUILLOTINE,
        wounds={"blue scout": 3},
        down=["blue scout"],
        active="red warrior",
    )
    match.attack("blue scout")
    assert match.asks(Question.JAIL)
    assert match.asked_team == "red"
    assert {a_of(option) for option in match.offers(ActionKind.JAIL)} == {0, 1, 2, 3}
    match.jail("sw")
    assert match.where("blue scout") == "jail sw"
    assert match.wounds("blue scout") == 0
    assert not match.is_down("blue scout")
    assert match.shells("red") == 1


@pytest.mark.rule("AMB-72")
def test_boosts_of_a_unit_end_when_it_goes_to_jail() -> None:
    match = scene(
        units={"red warrior": "d15", "blue scout": "e15"},
        items=GUILLOTINE,
        hands={"blue": ["pressured"]},
        turn="blue",
    )
    match.play("pressured", pick="blue scout", choice=2).end_turn()
    match.activate("red warrior").attack("blue scout", "guillotine-on-a-stick")
    match.commit_all().jail("sw")
    assert match.state.timed == ()
    assert match.discarded("pressured") == 1


@pytest.mark.rule("DEATH-1")
def test_a_unit_with_vitae_left_lives() -> None:
    match = scene(
        units={"red warrior": "d15", "blue scout": "e15"},
        wounds={"blue scout": 2},
        active="red warrior",
    ).attack("blue scout")
    assert match.wounds("blue scout") == 4
    assert match.where("blue scout") == "e15"
    assert match.shells("red") == 0


@pytest.mark.rule("DEATH-1", "WOUND-3")
def test_a_unit_dies_at_exactly_zero() -> None:
    match = scene(
        units={"red warrior": "d15", "blue scout": "e15"},
        wounds={"blue scout": 3},
        active="red warrior",
    ).attack("blue scout")
    assert match.asks(Question.JAIL)


@pytest.mark.rule("DEATH-2", "DEATH-5", "PUSH-6", "LAVA-3")
def test_lava_kills_at_once_and_counts_as_a_normal_kill() -> None:
    match = scene(
        units={"red warrior": "g13", "blue gunner": "h14"},
        items={"red warrior": ["whoopee-maul"]},
        active="red warrior",
    )
    match.walk("g14").attack("blue gunner", "whoopee-maul")
    assert match.asks(Question.JAIL)
    assert match.asked_team == "red"
    match.jail("ne")
    assert match.where("blue gunner") == "jail ne"
    assert match.shells("red") == 1


@pytest.mark.rule("DEATH-6", "NOTE-BUG-8")
def test_a_bug_token_earns_nobody_a_shell() -> None:
    match = scene(
        units={"red scout": "h15"},
        wounds={"red scout": 4},
        tokens={"beehive": ("h17", "blue")},
        active="red scout",
    )
    match.walk("h17").jail("nw")
    assert match.shells("red") == match.shells("blue") == 0


@pytest.mark.rule("DEATH-7", "AMB-78")
def test_a_death_by_payback_is_a_kill_of_the_payback_team() -> None:
    match = scene(
        units={"red scout": "d15", "blue gunner": "e15"},
        items={"blue gunner": ["landmine-lederhosen"]},
        active="red scout",
    ).attack("blue gunner")
    assert match.asked_team == "blue"
    match.jail("ne")
    assert match.where("red scout") == "jail ne"
    assert match.shells("blue") == 1


@pytest.mark.rule("DEATH-8", "AMB-79")
def test_each_unit_killed_by_one_attack_gives_a_shell_and_a_jail_of_its_own() -> None:
    match = scene(
        units={"red warrior": "d15", "blue scout": "e15", "blue medic": "e14"},
        wounds={"blue scout": 4, "blue medic": 4},
        items={"red warrior": ["upside-down-lawnmower"]},
        active="red warrior",
    )
    match.attack(None, "upside-down-lawnmower").hit("blue medic").jail("nw").jail("se")
    assert match.where("blue medic") == "jail nw"
    assert match.where("blue scout") == "jail se"
    assert match.shells("red") == 2


@pytest.mark.rule("DEATH-9", "AMB-129")
def test_recoil_into_lava_gives_no_shell_and_the_next_player_picks_the_jail() -> None:
    match = scene(
        seats=3,
        units={"red gunner": "g12", "green warrior": "e12"},
        items={"red gunner": ["poorly-bolted-howitzer"]},
        active="red gunner",
    )
    match.attack("green warrior", "poorly-bolted-howitzer").jail("nw")  # 7 - 1 against 5
    assert match.shells("red") == 1
    assert match.asks(Question.JAIL)
    assert match.asked_team == "blue"
    match.jail("sw")
    assert match.where("red gunner") == "jail sw"
    assert [event.seat for event in match.told(ShellTaken)] == [0]


@pytest.mark.rule("AMB-73")
def test_the_placer_of_a_token_picks_the_jail_of_its_victim() -> None:
    match = scene(
        seats=3,
        units={"red scout": "h15"},
        wounds={"red scout": 4},
        tokens={"beehive": ("h17", "green")},
        active="red scout",
    ).walk("h17")
    assert match.asked_team == "green"


@pytest.mark.rule("AMB-73")
def test_for_a_victim_of_the_placers_own_the_next_player_picks_the_jail() -> None:
    match = scene(
        seats=3,
        units={"red scout": "h15"},
        wounds={"red scout": 4},
        tokens={"beehive": ("h17", "red")},
        active="red scout",
    ).walk("h17")
    assert match.asked_team == "blue"


@pytest.mark.rule("JAIL-3", "HEAL-6")
def test_a_jailed_unit_is_no_target_of_attack_heal_or_boost() -> None:
    match = scene(
        units={"red medic": "s19", "red scout": "jail se", "blue scout": "jail se"},
        items={"red medic": ["group-therapy", "suspicious-syringe"]},
        hands={"red": ["pressured"]},
    )
    assert "red scout" not in match.picks("pressured")
    match.activate("red medic")
    assert match.targets() == set()
    assert match.usable() == set()


@pytest.mark.rule("JAIL-5", "JAIL-6", "BASE-9", "JAIL-10")
def test_a_release_frees_everybody_in_that_jail_and_nobody_in_another() -> None:
    match = scene(
        units={
            "red scout": "s20",
            "red medic": "jail se",
            "blue medic": "jail se",
            "blue scout": "jail se",
            "blue gunner": "jail nw",
        },
        active="red scout",
    )
    match.release()
    for unit in ("red medic", "blue medic", "blue scout"):
        assert match.where(unit) == "base"
    assert match.where("blue gunner") == "jail nw"
    assert len(match.told(Returned)) == 3


@pytest.mark.rule("JAIL-5", "PHASE-8")
def test_a_release_is_an_action() -> None:
    match = scene(
        units={"red scout": "s20", "red medic": "jail se", "blue medic": "r20"}, active="red scout"
    )
    match.release()
    assert match.targets() == set()


@pytest.mark.rule("JAIL-7", "AMB-17")
@pytest.mark.parametrize(
    ("space", "jail"),
    [("c2", "nw"), ("b3", "nw"), ("s2", "ne"), ("t3", "ne"), ("s20", "se"), ("c20", "sw")],
)
def test_every_release_point_opens_its_own_jail(space: str, jail: str) -> None:
    jails = ("nw", "ne", "sw", "se")
    match = scene(
        units={"red scout": space}
        | {f"blue {kind}": f"jail {name}" for kind, name in zip(TYPES, jails, strict=True)},
        seats=3,
        active="red scout",
    )
    match.release()
    freed = [
        name
        for kind, name in zip(TYPES, jails, strict=True)
        if match.where(f"blue {kind}") == "base"
    ]
    assert freed == [jail]
    assert len(match.told(Released)) == 1


@pytest.mark.rule("AMB-29")
def test_an_empty_jail_cannot_be_released_but_one_of_enemies_can() -> None:
    scene(units={"red scout": "s20"}, active="red scout").refused(RELEASE)
    match = scene(units={"red scout": "s20", "blue medic": "jail se"}, active="red scout")
    assert match.release().where("blue medic") == "base"


@pytest.mark.rule("JAIL-4")
def test_a_jailed_unit_stays_turn_after_turn() -> None:
    match = scene(units={"red medic": "jail se"})
    for _ in range(4):
        match.end_turn()
    assert match.where("red medic") == "jail se"


@pytest.mark.rule("JAIL-9", "BASE-10")
def test_a_released_unit_may_have_the_other_unit_phase_of_the_turn() -> None:
    match = scene(units={"red scout": "s20", "red medic": "jail se"})
    match.activate("red scout").release().end_phase().activate("red medic")
    assert match.walks()
    assert match.targets() == set()


@pytest.mark.rule("AMB-112", "PHASE-9")
def test_on_a_board_without_jails_the_dead_go_home_and_their_phase_is_over() -> None:
    match = scene(
        board="""
        B B # # # # # # # B B
        . . . . . c . . . . .
        """,
        units={"red scout": "d2", "blue gunner": "e2"},
        items={"blue gunner": ["landmine-lederhosen"]},
        active="red scout",
    )
    match.attack("blue gunner")
    assert match.where("red scout") == "base"
    assert match.question is Question.TURN


RED, GUNNER, SCOUT, MEDIC = "red warrior", "red gunner", "red scout", "red medic"


BLUE, SHOOTER, TARGET, NURSE = "blue warrior", "blue gunner", "blue scout", "blue medic"


@pytest.mark.card("jail-riot")
@pytest.mark.rule("JAIL-6", "TURN-4", "CARD-11")
def test_a_jail_riot_frees_everybody_even_for_a_team_without_a_unit() -> None:
    jailed = dict.fromkeys([RED, GUNNER, SCOUT, MEDIC, TARGET, "green medic"], "jail sw")
    match = scene(seats=3, units=jailed, hands={"red": ["jail-riot"]})
    assert match.offers(ActionKind.ACTIVATE) == []
    match.play("jail-riot", "sw")
    assert {match.where(unit) for unit in jailed} == {"base"}
    match.activate(RED)


@pytest.mark.card("vacuum-tube-escape")
@pytest.mark.rule("TURN-4", "NOTE-TUBE-1", "END-6")
def test_a_team_all_in_jail_uses_what_works_without_a_unit_phase() -> None:
    jailed = dict.fromkeys([RED, GUNNER, SCOUT, MEDIC], "jail sw")
    match = scene(seats=3, units=jailed, items={SCOUT: ["vacuum-tube-escape"]})
    match.play("vacuum-tube-escape").activate(SCOUT)
    assert "k19" in match.walks()
