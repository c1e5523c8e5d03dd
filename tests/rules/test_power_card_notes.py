"""The power cards that the rulebooks name."""

from __future__ import annotations

import pytest
from scenes import Match, scene

from deathdome.model.actions import ActionKind
from deathdome.model.decisions import Question
from deathdome.model.events import CounterMoved, Declared, RoundBegan, TokenPlaced
from deathdome.model.ruleset import EDITION_2018, EDITION_2019, EDITION_2021, Ruleset

# -- Action Movie Craze ----------------------------------------------------------------------------


@pytest.mark.rule("NOTE-AMC-1", "NOTE-AMC-2", "AMB-84")
def test_action_movie_craze_gives_one_more_action_after_the_action_and_no_walk() -> None:
    match = scene(
        units={"red scout": "h17", "blue medic": "h18"},
        points={"h17": "blue"},
        hands={"red": ["action-movie-craze"]},
        active="red scout",
    )
    match.walk("h16").walk("h17").capture()
    assert match.targets() == set()
    match.play("action-movie-craze")
    assert match.targets() == {"blue medic"}
    assert match.walks() == set()
    match.attack("blue medic").end_phase()
    assert match.asks(Question.TURN)


@pytest.mark.rule("NOTE-AMC-1", "NOTE-AMC-4", "ATTACK-7")
def test_the_extra_attack_is_a_new_attack_without_the_cards_of_the_first() -> None:
    match = scene(
        units={"red warrior": "d15", "blue gunner": "e15"},
        items={"blue gunner": ["wearable-padded-cell"]},
        hands={"red": ["action-movie-craze", "crowd-roar", "loose-change"]},
        active="red warrior",
    )
    match.attack("blue gunner").lay("crowd-roar").commit()
    assert match.wounds("blue gunner") == 5
    match.play("action-movie-craze").attack("blue gunner").lay("loose-change").commit()
    assert match.wounds("blue gunner") == 5 + 2
    assert match.targets() == set()


@pytest.mark.rule("NOTE-AMC-3", "CARD-4")
def test_action_movie_craze_is_for_the_active_unit() -> None:
    match = scene(units={"red scout": "h17"}, hands={"red": ["action-movie-craze"]})
    assert "action-movie-craze" not in match.usable()
    match.activate("red scout")
    assert match.picks("action-movie-craze") == {""}


@pytest.mark.rule("AMB-84")
def test_the_extra_action_does_not_allow_acting_in_the_middle_of_a_walk() -> None:
    match = scene(
        units={"red scout": "h15"}, hands={"red": ["action-movie-craze"]}, active="red scout"
    )
    match.walk("h17").play("action-movie-craze").capture()
    assert match.walks() == set()


# -- Step-n-go -------------------------------------------------------------------------------------


@pytest.mark.rule("NOTE-STEP-1", "NOTE-STEP-2", "NOTE-STEP-3", "AMB-83")
def test_step_n_go_captures_in_the_middle_of_a_walk_with_the_steps_that_are_left() -> None:
    match = scene(units={"red scout": "h15"}, hands={"red": ["step-n-go"]}, active="red scout")
    match.walk("h17").play("step-n-go").capture()
    assert match.owner("h17") == "red"
    assert "g13" in match.walks()  # four of six steps are left
    assert "g12" not in match.walks()
    match.walk("g13")
    assert match.walks() == set()


@pytest.mark.rule("NOTE-STEP-1", "AMB-83")
def test_step_n_go_uses_up_the_action() -> None:
    match = scene(
        units={"red scout": "b15", "blue medic": "d15"},
        hands={"red": ["step-n-go"]},
        active="red scout",
    )
    match.play("step-n-go").walk("c15").attack("blue medic").walk("c14")
    assert match.targets() == set()
    match.stop()
    assert match.targets() == set()


@pytest.mark.rule("AMB-83", "AMB-84")
def test_step_n_go_may_spend_the_action_of_an_action_movie_craze() -> None:
    match = scene(
        units={"red scout": "b15", "blue medic": "d15"},
        hands={"red": ["step-n-go", "action-movie-craze"]},
        active="red scout",
    )
    match.play("step-n-go").play("action-movie-craze").walk("c15").attack("blue medic")
    match.walk("c14").attack("blue medic")
    assert match.walks()
    assert len(match.told(Declared)) == 2


@pytest.mark.rule("AMB-83", "NOTE-STEP-1")
def test_step_n_go_does_not_open_a_jail_in_the_middle_of_a_walk() -> None:
    match = scene(
        units={"red scout": "r19", "blue medic": "jail se"},
        hands={"red": ["step-n-go"]},
        active="red scout",
    )
    match.walk("r20").walk("s20").play("step-n-go").release()
    assert match.walks() == set()


# -- Killer Bee Hive and Mound of 1,000 Beetles ----------------------------------------------------


def beehive_on(match: Match, space: str) -> bool:
    """True if the beehive is there."""
    return any(token.space == match.space(space) for token in match.state.tokens)


@pytest.mark.rule("NOTE-BUG-1", "NOTE-BUG-3", "EX-16")
def test_the_hive_is_played_on_a_capture_and_leaves_the_unit_there_alone() -> None:
    match = scene(
        units={"red scout": "h17"}, hands={"red": ["killer-bee-hive"]}, active="red scout"
    ).capture()
    assert match.asks(Question.REACTION)
    match.play("killer-bee-hive")
    assert match.told(TokenPlaced)
    assert beehive_on(match, "h17")
    assert match.wounds("red scout") == 0
    assert match.told(Declared) == []


@pytest.mark.rule("NOTE-BUG-4", "NOTE-BUG-5", "EX-16")
def test_the_unit_that_captured_is_attacked_when_it_comes_back_and_each_time_again() -> None:
    match = scene(
        units={"red gunner": "h17"},
        items={"red gunner": ["concrete-overcoat", "displacer-helm", "spare-spleen"]},
        hands={"red": ["killer-bee-hive"]},
    ).activate("red gunner")
    match.capture().play("killer-bee-hive").walk("h16").walk("h17")
    assert len(match.told(Declared)) == 1
    assert match.wounds("red gunner") == 10 - (1 + 4 + 1)
    match.decline_all()
    assert match.where("red gunner") == "h17"  # the overcoat is not pushed
    match.walk("g17").end_phase()
    assert match.wounds("red gunner") == 4


@pytest.mark.rule("NOTE-BUG-4")
@pytest.mark.parametrize("placer", ["red", "blue"])
def test_a_token_attacks_whoever_steps_there_with_ten(placer: str) -> None:
    match = scene(
        units={"red gunner": "h15"},
        items={"red gunner": ["cyber-suit"]},
        tokens={"beetle-mound": ("h17", placer)},
        hands={"red": ["loose-change"]},
        active="red gunner",
    ).walk("h17")
    assert match.asks(Question.DEFENCE_CARDS)
    assert match.asked_team == "red"
    match.lay("loose-change").commit()
    assert match.wounds("red gunner") == 10 - (1 + 3) - 1


@pytest.mark.rule("NOTE-BUG-7", "AMB-85")
def test_a_wounded_walker_goes_back_where_it_came_from_and_may_walk_on() -> None:
    match = scene(
        units={"red gunner": "h15"},
        items={"red gunner": ["cyber-suit", "spare-spleen"]},
        tokens={"beetle-mound": ("h17", "blue")},
        active="red gunner",
    ).walk("h17")
    assert match.where("red gunner") == "h16"
    assert "h17" in match.walks()  # two of four steps are left
    assert {"g18", "h14"} <= match.walks()
    assert "h19" not in match.walks()


@pytest.mark.rule("NOTE-BUG-7", "WOUND-2")
def test_an_unhurt_walker_stays_on_the_point() -> None:
    match = (
        scene(
            units={"red gunner": "h15"},
            items={"red gunner": ["concrete-overcoat"]},
            hands={"red": ["sponsors-darling"]},
            tokens={"beetle-mound": ("h17", "blue")},
            active="red gunner",
        )
        .walk("h17")
        .lay("sponsors-darling")
        .commit()
    )
    assert match.wounds("red gunner") == 0
    assert match.where("red gunner") == "h17"


@pytest.mark.rule("NOTE-BUG-10")
def test_crossing_the_point_without_stopping_means_the_attack_too() -> None:
    # In the gap between two walls the point is the only way.
    board = """
    BB..#..BB
    BB..c..BB
    ....#....
    """
    match = scene(
        board=board,
        units={"red gunner": "d2"},
        tokens={"beehive": ("e2", "blue")},
        active="red gunner",
    )
    assert "f2" not in match.walks()
    assert "e2" in match.walks()
    match.walk("e2")
    assert match.told(Declared)


@pytest.mark.rule("NOTE-BUG-2", "NOTE-BUG-9", "AMB-86")
def test_a_token_stays_when_another_team_captures_and_no_second_one_lies_there() -> None:
    match = scene(
        units={"red scout": "h17"},
        tokens={"beehive": ("h17", "blue")},
        points={"h17": "blue"},
        hands={"red": ["mound-of-1000-beetles"]},
        active="red scout",
    ).capture()
    assert match.asks(Question.UNIT_PHASE)
    assert beehive_on(match, "h17")


@pytest.mark.rule("NOTE-BUG-9", "AMB-86")
def test_a_tower_centre_takes_a_token_and_its_kind_is_used_up() -> None:
    match = (
        scene(units={"red scout": "i9"}, hands={"red": ["killer-bee-hive"]}, active="red scout")
        .capture()
        .play("killer-bee-hive")
    )
    assert beehive_on(match, "i9")
    again = scene(
        units={"red scout": "h17"},
        tokens={"beehive": ("i9", "blue")},
        hands={"red": ["killer-bee-hive"]},
        active="red scout",
    ).capture()
    assert again.asks(Question.UNIT_PHASE)


@pytest.mark.rule("NOTE-BUG-1")
def test_without_a_capture_of_its_own_a_team_places_no_token() -> None:
    match = scene(
        units={"blue scout": "h17"},
        hands={"red": ["killer-bee-hive"]},
        turn="blue",
        active="blue scout",
    ).capture()
    assert match.asks(Question.UNIT_PHASE)
    assert match.asked_team == "blue"


# -- Hyper Cube ------------------------------------------------------------------------------------


@pytest.mark.rule("NOTE-HYPER-1", "NOTE-HYPER-2", "NOTE-HYPER-3", "EX-9")
def test_the_hyper_cube_turns_four_into_three_and_the_next_round_is_four_again() -> None:
    match = scene(round=4, turn="blue", hands={"blue": ["hyper-cube"]}).play("hyper-cube")
    assert match.state.round == 3
    match.end_turn()
    assert match.state.round == 4
    assert [event.round for event in match.told(CounterMoved)] == [3]


@pytest.mark.rule("NOTE-HYPER-1")
def test_the_hyper_cube_is_played_in_a_unit_phase_and_on_the_way_as_well() -> None:
    match = scene(units={"red scout": "d15"}, hands={"red": ["hyper-cube"]}, round=2)
    assert "hyper-cube" in match.usable()
    match.activate("red scout")
    assert "hyper-cube" in match.usable()
    match.walk("e15").play("hyper-cube")
    assert match.state.round == 1
    assert match.walks()


@pytest.mark.rule("NOTE-HYPER-1")
def test_the_hyper_cube_is_not_played_in_another_players_turn() -> None:
    match = scene(hands={"red": ["hyper-cube"]}, turn="blue")
    assert match.offers(ActionKind.PLAY) == []


@pytest.mark.rule("AMB-87", "NOTE-HYPER-3")
def test_in_round_one_the_counter_shows_nought_and_one_round_is_added() -> None:
    match = scene(round=1, rounds=2, hands={"red": ["hyper-cube"]}).play("hyper-cube")
    assert match.state.round == 0
    turns = 0
    while match.question is not None:
        match.end_turn()
        turns += 1
    assert turns == 2 * 3
    assert [event.round for event in match.told(RoundBegan)] == [1, 2]


# -- Pressured -------------------------------------------------------------------------------------


@pytest.mark.rule("NOTE-PRESS-1", "NOTE-PRESS-2")
def test_pressured_movement_counts_for_every_movement_phase_of_the_turn() -> None:
    match = scene(units={"red gunner": "d15"}, hands={"red": ["pressured"]})
    match.play("pressured", pick="red gunner", choice=1)
    match.activate("red gunner").walk("k15").end_phase()
    match.activate("red gunner").walk("r15").end_phase().end_turn().end_turn()
    match.activate("red gunner")
    assert "n15" in match.walks()
    assert "m15" not in match.walks()


@pytest.mark.rule("NOTE-PRESS-3")
def test_pressured_strength_counts_for_every_attack_of_the_turn() -> None:
    match = scene(
        units={"red warrior": "d15", "blue gunner": "e15"},
        items={"blue gunner": ["wearable-padded-cell"]},
        hands={"red": ["pressured"]},
    )
    match.play("pressured", pick="red warrior", choice=0)
    for wounds in (4, 8):
        match.activate("red warrior").attack("blue gunner")
        assert match.wounds("blue gunner") == wounds
        match.end_phase()


@pytest.mark.rule("NOTE-PRESS-4", "AMB-88", "NOTE-PRESS-5")
@pytest.mark.parametrize("ruleset", [EDITION_2018, EDITION_2019, EDITION_2021])
def test_pressured_toughness_lasts_until_the_players_next_turn_begins(ruleset: Ruleset) -> None:
    match = scene(
        units={"red scout": "d15", "blue warrior": "e15"},
        hands={"red": ["pressured"]},
        ruleset=ruleset,
    )
    match.play("pressured", pick="red scout", choice=2).end_turn()
    match.activate("blue warrior").attack("red scout").commit_all()
    assert match.wounds("red scout") == 0
    assert match.discarded("pressured") == 0
    match.end_phase().end_turn()
    assert match.discarded("pressured") == 1
    assert match.state.timed == ()


@pytest.mark.rule("NOTE-PRESS-5", "NOTE-PRESS-1", "CARD-7")
def test_pressured_lies_on_the_table_until_its_boost_is_over() -> None:
    match = scene(units={"red scout": "d15"}, hands={"red": ["pressured"]})
    match.play("pressured", pick="red scout", choice=0)
    assert match.discarded("pressured") == 0
    match.end_turn()
    assert match.discarded("pressured") == 1


# -- at the end of the match and of a phase --------------------------------------------------------


RED, GUNNER, SCOUT, MEDIC = "red warrior", "red gunner", "red scout", "red medic"


BLUE, SHOOTER, TARGET, NURSE = "blue warrior", "blue gunner", "blue scout", "blue medic"


@pytest.mark.card("hyper-cube")
@pytest.mark.rule("NOTE-HYPER-3", "END-7", "AMB-87")
def test_a_hyper_cube_in_the_last_round_gives_one_more_last_round() -> None:
    match = scene(hands={"red": ["hyper-cube"]}, round=6).play("hyper-cube")
    assert match.state.round == 5
    match.end_turn().end_turn()
    assert (match.state.outcome, match.state.round) == (None, 6)
    match.end_turn().end_turn()
    assert match.state.outcome is not None


@pytest.mark.card("action-movie-craze")
@pytest.mark.rule("AMB-84", "AMB-130")
def test_the_unit_phase_stays_open_for_a_craze_after_the_last_action() -> None:
    match = scene(
        units={RED: "d15", SHOOTER: "e15"}, hands={"red": ["action-movie-craze"]}, active=RED
    )
    match.walk("d14").stop().attack(SHOOTER).commit()
    assert (match.question, match.usable()) == (Question.UNIT_PHASE, {"action-movie-craze"})


@pytest.mark.card("step-n-go", "very-long-arm")
@pytest.mark.rule("NOTE-STEP-1", "AMB-83")
def test_a_capture_from_a_distance_is_a_capture_for_step_n_go_too() -> None:
    match = scene(units={RED: "a15"}, hands={"red": ["step-n-go", "very-long-arm"]}, active=RED)
    match.play("step-n-go").walk("b15").play("very-long-arm", "e14").walk("f15")
    assert (match.owner("e14"), match.where(RED)) == ("red", "f15")


@pytest.mark.rule("AMB-87", "CARD-12")
def test_the_hyper_cube_does_not_turn_the_counter_below_0() -> None:
    match = scene(hands={"red": ["hyper-cube"]})
    assert "hyper-cube" in match.usable()
    match.state.round = 0
    assert "hyper-cube" not in match.usable()
