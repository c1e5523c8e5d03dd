"""Pushes of attacks and of cards, and what lava does."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from scenes import Match, scene

from deathdome.geometry.grid import spaces_in
from deathdome.model.actions import ActionKind
from deathdome.model.decisions import Question
from deathdome.model.events import PushCancelled, Pushed
from deathdome.model.frames import Push
from deathdome.model.ruleset import EDITION_2021
from deathdome.rules.engine import advance, apply_action, decision
from deathdome.rules.stack import push
from deathdome.rules.units import put

MAUL = ["whoopee-maul"]  # a red warrior hits with 4, three wounds on a bare gunner


def struck(attacker: str, victim: str, **more: object) -> Match:
    """The red warrior has struck the blue gunner with the maul."""
    extra = dict(more)
    units = {"red warrior": attacker, "blue gunner": victim, **extra.pop("units", {})}  # type: ignore[dict-item]
    items = {"red warrior": MAUL, **extra.pop("items", {})}  # type: ignore[dict-item]
    match = scene(units=units, items=items, active="red warrior", **extra)  # type: ignore[arg-type]
    return match.attack("blue gunner", "whoopee-maul")


@pytest.mark.rule("PUSH-1", "PUSH-2")
@pytest.mark.parametrize(
    ("attacker", "behind"),
    [
        ("b15", "d15"),
        ("d15", "b15"),
        ("c16", "c14"),
        ("b16", "d14"),
        ("d14", "b16"),
        ("d16", "b14"),
    ],
)
def test_a_push_goes_one_space_straight_away(attacker: str, behind: str) -> None:
    assert struck(attacker, "c15").where("blue gunner") == behind


@pytest.mark.rule("PUSH-1", "AMB-43")
def test_without_a_wound_there_is_no_push() -> None:
    match = struck("d15", "e15", items={"blue gunner": ["cyber-suit"]})
    assert match.wounds("blue gunner") == 0
    assert match.where("blue gunner") == "e15"
    assert match.told(Pushed) == []


@pytest.mark.rule("PUSH-4")
@pytest.mark.parametrize("blocker", ["red scout", "blue scout"])
def test_any_unit_behind_cancels_the_push(blocker: str) -> None:
    match = struck("d15", "e15", units={blocker: "f15"})
    assert match.where("blue gunner") == "e15"
    assert match.wounds("blue gunner") == 3
    assert match.wounds(blocker) == 0


@pytest.mark.rule("PUSH-3")
def test_a_wall_behind_cancels_the_push() -> None:
    match = struck("b15", "a16", units={"red scout": "d7"})
    assert match.where("blue gunner") == "a16"
    assert match.wounds("blue gunner") == 3


@pytest.mark.rule("PUSH-3")
def test_a_wall_space_straight_behind_cancels_the_push_without_another_direction() -> None:
    match = struck("i14", "i15")  # i16 is a wall, h16 and j16 are free
    assert match.where("blue gunner") == "i15"
    assert not match.asks(Question.PUSH_SPACE)


@pytest.mark.rule("PUSH-6", "LAVA-3", "DEATH-2")
def test_a_unit_pushed_into_lava_dies_with_vitae_left() -> None:
    match = struck("f12", "g12")
    assert match.asks(Question.JAIL)
    match.jail("nw")
    assert match.where("blue gunner") == "jail nw"
    assert match.shells("red") == 1


@pytest.mark.rule("AMB-64", "LAVA-8")
def test_a_lava_walker_pushed_into_lava_stands_in_it() -> None:
    match = struck("f12", "g12", items={"blue gunner": ["lava-waders"]})
    assert match.where("blue gunner") == "h12"
    assert match.shells("red") == 0


@pytest.mark.rule("AMB-64")
def test_by_the_switch_lava_walkers_die_of_a_push_too() -> None:
    deadly = replace(EDITION_2021, lava_walkers_survive_push=False)
    match = struck("f12", "g12", items={"blue gunner": ["lava-waders"]}, ruleset=deadly)
    assert match.asks(Question.JAIL)


@pytest.mark.rule("LAVA-9", "SIGHT-5")
def test_a_unit_standing_in_lava_can_be_attacked() -> None:
    match = scene(
        units={"red gunner": "e12", "blue gunner": "h12"},
        items={"red gunner": ["potato-enforcer"], "blue gunner": ["lava-waders"]},
        active="red gunner",
    )
    assert match.targets("potato-enforcer") == {"blue gunner"}


@pytest.mark.rule("PUSH-8", "NOTE-BUG-6")
def test_a_unit_pushed_onto_a_token_defends_against_it() -> None:
    # Behind h16 is the point h17; three wounds of the maul, then 10 - 1 of the bees.
    match = struck(
        "h15", "h16", tokens={"beehive": ("h17", "red")}, hands={"blue": ["loose-change"]}
    )
    assert match.asks(Question.DEFENCE_CARDS)
    match.commit()  # against the maul
    assert match.told(Pushed)
    assert match.asks(Question.DEFENCE_CARDS)
    assert match.asked_team == "blue"
    match.lay("loose-change").commit()
    assert match.asks(Question.JAIL)
    match.jail("nw")
    assert match.shells("red") == 0  # the token struck it down (AMB-73)


@pytest.mark.rule("AMB-73", "PUSH-10")
def test_a_unit_that_the_attack_had_finished_before_the_token_gives_a_shell() -> None:
    match = struck("h15", "h16", tokens={"beehive": ("h17", "blue")}, wounds={"blue gunner": 3})
    assert match.asked_team == "red"  # the pusher picks the jail, not the placer
    match.jail("nw")
    assert match.shells("red") == 1


@pytest.mark.rule("PUSH-9", "AMB-62")
@pytest.mark.parametrize(
    ("attacker", "victim"),
    [
        ("r20", "s20"),  # t20 is a jail space
        ("t16", "u16"),  # the board ends behind u16
    ],
)
def test_jails_and_the_edge_of_the_board_stop_a_push(attacker: str, victim: str) -> None:
    match = struck(attacker, victim)
    assert match.where("blue gunner") == victim
    assert match.wounds("blue gunner") == 3


@pytest.mark.rule("PUSH-9", "AMB-62", "MOVE-8")
def test_a_push_climbs_a_tower_from_a_bridge_only() -> None:
    assert struck("f8", "g8").where("blue gunner") == "g8"  # floor
    assert (
        struck("h12", "h11", items={"red warrior": [*MAUL, "lava-waders"]}).where("blue gunner")
        == "h10"
    )


@pytest.mark.rule("AMB-62", "TOWER-3")
def test_a_push_goes_along_the_same_tower() -> None:
    assert struck("h8", "h9").where("blue gunner") == "h10"
    assert struck("h9", "i9").where("blue gunner") == "j9"


@pytest.mark.rule("AMB-63")
def test_a_unit_pushed_off_a_tower_lands_unhurt_on_the_floor_and_dies_in_lava() -> None:
    match = struck("i9", "h9")
    assert match.where("blue gunner") == "g9"
    assert match.wounds("blue gunner") == 3
    assert struck("i9", "i10").asks(Question.JAIL)  # i11 is lava


@pytest.mark.rule("PUSH-5", "AMB-60")
def test_on_an_oblique_line_the_defender_picks_any_space_farther_away() -> None:
    match = scene(
        units={"red gunner": "d14", "blue scout": "g15"},
        items={"red gunner": ["apology-rifle"]},
        active="red gunner",
    ).attack("blue scout", "apology-rifle")
    assert match.asks(Question.PUSH_SPACE)
    assert match.asked_team == "blue"
    assert match.pushes() == {"h14", "h15", "h16"}
    assert match.push_to("h16").where("blue scout") == "h16"


@pytest.mark.rule("AMB-60")
def test_by_the_switch_only_the_two_nearest_spaces_can_be_picked() -> None:
    match = scene(
        units={"red gunner": "d14", "blue scout": "g15"},
        items={"red gunner": ["apology-rifle"]},
        active="red gunner",
        ruleset=replace(EDITION_2021, push_oblique="two_nearest"),
    ).attack("blue scout", "apology-rifle")
    assert match.pushes() == {"h15", "h16"}


@pytest.mark.rule("AMB-61")
def test_with_the_other_spaces_blocked_the_unit_goes_to_the_one_left() -> None:
    match = scene(
        units={
            "red gunner": "d14",
            "blue scout": "g15",
            "blue medic": "h16",
            "red warrior": "h14",
        },
        items={"red gunner": ["apology-rifle"]},
        active="red gunner",
    ).attack("blue scout", "apology-rifle")
    assert match.where("blue scout") == "h15"


@pytest.mark.rule("AMB-61")
def test_the_space_left_is_taken_even_if_it_is_lava() -> None:
    match = scene(
        units={
            "red gunner": "d11",
            "blue scout": "g12",
            "blue medic": "h13",
            "red warrior": "h11",
        },
        items={"red gunner": ["apology-rifle"]},
        active="red gunner",
    )
    match.walk("e11").stop()
    match.attack("blue scout", "apology-rifle")  # h12 is lava, the others are taken
    assert match.asks(Question.JAIL)


@pytest.mark.rule("AMB-61", "PUSH-4")
def test_with_every_space_blocked_the_push_is_cancelled() -> None:
    match = scene(
        units={
            "red gunner": "d14",
            "blue scout": "g15",
            "blue medic": "h16",
            "blue warrior": "h15",
            "red warrior": "h14",
        },
        items={"red gunner": ["apology-rifle"]},
        active="red gunner",
    ).attack("blue scout", "apology-rifle")
    assert match.where("blue scout") == "g15"


@pytest.mark.rule("PUSH-2", "PUSH-5", "AMB-60")
@pytest.mark.parametrize("board", ["waspworth", "plaza"])
def test_a_push_of_several_spaces_goes_farther_at_every_step(board: str) -> None:
    dice = Random(4)
    scout = 6  # blue's
    for _ in range(150):
        match = scene(board=board, units={"red gunner": "d14"}, active="red gunner")
        terrain = match.state.setup.terrain
        ground = spaces_in(terrain.board.floor | terrain.bridges)
        origin, place = dice.sample(ground, 2)
        put(match.state, scout, place)
        push(match.state, Push(scout, origin, 0, left=3))
        distances = [terrain.grid.distance(origin, place)]
        match.state.emit = match.events.append
        advance(match.state)
        while (asked := decision(match.state)) and asked.question is Question.PUSH_SPACE:
            apply_action(match.state, dice.choice(asked.options), match.events.append)
        ends = [one.end for one in match.told(Pushed) if one.end != terrain.home[1]]  # one space
        distances += [terrain.grid.distance(origin, end) for end in ends]
        assert distances == list(range(distances[0], distances[0] + len(distances)))


@pytest.mark.rule("PUSH-10", "AMB-52")
def test_a_dying_unit_is_pushed_before_it_dies() -> None:
    match = struck("d15", "e15", wounds={"blue gunner": 5})
    assert [event.end for event in match.told(Pushed)] == [match.space("f15")]
    assert match.asks(Question.JAIL)
    assert match.where("blue gunner") == "f15"


@pytest.mark.rule("PUSH-10", "DEATH-4")
def test_a_dying_unit_pushed_into_lava_dies_once() -> None:
    match = struck("f12", "g12", wounds={"blue gunner": 5}).jail("nw")
    assert match.shells("red") == 1
    assert match.asks(Question.UNIT_PHASE)


@pytest.mark.rule("PUSH-11", "INCAP-5")
def test_an_incapacitated_unit_is_pushed_too() -> None:
    assert struck("d15", "e15", down=["blue gunner"]).where("blue gunner") == "f15"


@pytest.mark.rule("PUSH-11")
def test_a_push_takes_nothing_of_the_next_walk() -> None:
    match = struck("d15", "e15").end_phase().end_turn().activate("blue gunner")
    assert "j15" in match.walks()


@pytest.mark.rule("PUSH-12", "DEATH-5")
def test_a_shove_by_a_card_needs_no_wound_and_kills_in_lava_with_a_shell() -> None:
    match = scene(
        units={"red warrior": "f12", "blue gunner": "g12"},
        hands={"red": ["rude-shove"]},
        active="red warrior",
    ).play("rude-shove", pick="blue gunner")
    assert match.asked_team == "red"
    match.jail("nw")
    assert match.shells("red") == 1
    assert match.targets() == set()
    assert match.offers(ActionKind.WALK)  # neither movement nor action are spent


@pytest.mark.rule("AMB-141", "AMB-73")
def test_the_shover_picks_the_jail_of_a_unit_shoved_onto_a_token_and_takes_no_shell() -> None:
    match = scene(
        seats=3,
        units={"red warrior": "h15", "blue scout": "h16"},
        wounds={"blue scout": 2},
        hands={"red": ["rude-shove"]},
        tokens={"beehive": ("h17", "green")},
        active="red warrior",
    ).play("rude-shove", pick="blue scout")
    assert match.asked_team == "red"
    match.jail("nw")
    assert match.shells("red") == match.shells("green") == 0


@pytest.mark.rule("PUSH-12")
def test_a_shove_that_is_blocked_cannot_be_played() -> None:
    match = scene(
        units={"red warrior": "d15", "blue scout": "e15", "blue medic": "f15"},
        hands={"red": ["rude-shove"]},
        active="red warrior",
    )
    assert "rude-shove" not in match.usable()


RED, GUNNER, SCOUT, MEDIC = "red warrior", "red gunner", "red scout", "red medic"


@pytest.mark.card("poorly-bolted-howitzer")
@pytest.mark.rule("AMB-129", "DEATH-9")
def test_a_howitzer_that_recoils_into_lava_gives_nobody_a_shell() -> None:
    match = scene(
        seats=3,
        units={GUNNER: "j15", "green gunner": "j18"},
        items={GUNNER: ["poorly-bolted-howitzer"], "green gunner": ["cyber-suit"]},
        active=GUNNER,
    )
    match.attack("green gunner", "poorly-bolted-howitzer")
    assert (match.question, match.asked_team) == (Question.JAIL, "blue")
    match.jail("ne")
    assert (match.where(GUNNER), match.question) == ("jail ne", Question.TURN)
    assert [match.shells(team) for team in ("red", "blue", "green")] == [0, 0, 0]


@pytest.mark.rule("AMB-64", "LAVA-8")
@pytest.mark.parametrize("protection", ["lava-waders", "hovering-bathtub"])
def test_who_may_enter_lava_lives_on_there_after_a_push(protection: str) -> None:
    match = scene(
        units={RED: "j16", "blue gunner": "j15"},
        items={RED: ["whoopee-maul"], "blue gunner": [protection]},
        active=RED,
    )
    match.attack("blue gunner", "whoopee-maul")
    assert match.question is Question.UNIT_PHASE
    assert match.asked_team == "red"
    assert (match.where("blue gunner"), match.shells("red")) == ("j14", 0)


@pytest.mark.card("poorly-bolted-howitzer", "shrapnel-surprise")
def test_the_recoil_of_a_splashing_howitzer_goes_away_from_the_target() -> None:
    match = scene(
        units={"red gunner": "d15", "blue gunner": "e15", "blue warrior": "e14"},
        items={
            "red gunner": ["poorly-bolted-howitzer"],
            "blue gunner": ["cyber-suit"],
            "blue warrior": ["emperors-old-armor"],
        },
        hands={"red": ["shrapnel-surprise"]},
        active="red gunner",
    )
    match.attack("blue gunner", "poorly-bolted-howitzer").play("shrapnel-surprise").commit()
    match.hit("blue warrior")
    assert match.question is Question.UNIT_PHASE
    assert match.where("red gunner") == "c15"


@pytest.mark.card("whoopee-maul")
@pytest.mark.rule("AMB-146", "PUSH-3")
def test_a_blocked_push_is_told() -> None:
    match = scene(
        units={RED: "d15", "blue gunner": "e15", MEDIC: "f15"},
        items={RED: ["whoopee-maul"]},
        active=RED,
    )
    match.attack("blue gunner", "whoopee-maul")
    assert match.where("blue gunner") == "e15"
    assert len(match.told(PushCancelled)) == 1
