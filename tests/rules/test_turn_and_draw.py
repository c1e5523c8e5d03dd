"""Turns, rounds, supply draws, and what power cards are in general."""

from __future__ import annotations

import pytest
from scenes import Match, card_id, scene

from deathdome.model.actions import ActionKind, a_of, make_action
from deathdome.model.decisions import Question
from deathdome.model.events import Drew, Recovered, Reshuffled, RoundBegan, TurnBegan
from deathdome.rules.turn import hand_target

FLOOR_POINTS = ("f2", "p2", "h4", "n5", "b6", "t6", "d8", "q8", "e14", "r14", "b16", "t16")


def owned(number: int, towers: int = 0) -> dict[str, str]:
    """Red markers on that many floor points and tower centres."""
    spaces = (*FLOOR_POINTS[:number], *("i9", "m13")[:towers])
    return dict.fromkeys(spaces, "red")


def drawn(match: Match, team: int = 0) -> int:
    """Cards that a team has drawn so far."""
    return sum(1 for event in match.told(Drew) if event.seat == team)


@pytest.mark.rule("TURN-1")
def test_the_counter_rises_when_the_first_players_turn_begins() -> None:
    match = scene(first="blue", turn="blue", round=2).end_turn()
    assert match.asked_team == "red"
    assert match.state.round == 2
    match.end_turn()
    assert match.state.round == 3
    assert [event.round for event in match.told(RoundBegan)] == [3]


@pytest.mark.rule("TURN-2", "PHASE-1")
def test_a_turn_is_the_draw_and_two_unit_phases() -> None:
    match = scene(start=True, units={"red warrior": "d15"})
    assert drawn(match) == 3
    match.activate("red warrior").end_phase().activate("red warrior").end_phase()
    assert match.offers(ActionKind.ACTIVATE) == []
    match.end_turn()
    assert match.asked_team == "blue"


@pytest.mark.rule("TURN-3", "AMB-48", "DRAW-6")
def test_the_draw_comes_before_anything_else_and_is_not_asked_for() -> None:
    match = scene(turn="blue", hands={"red": ["jail-riot"]}, units={"blue scout": "jail nw"})
    match.end_turn()
    assert match.asks(Question.TURN)
    assert drawn(match) == 2


@pytest.mark.rule("AMB-48", "TURN-1")
def test_a_turn_starts_with_effects_running_out_then_the_counter_then_the_draw() -> None:
    match = scene(
        hands={"red": ["pressured"]}, turn="red", units={"red warrior": "d15"}, discard=[]
    )
    match.play("pressured", pick="red warrior", choice=2).end_turn().end_turn()
    told = [type(event) for event in match.events]
    last = max(index for index, kind in enumerate(told) if kind is RoundBegan)
    assert told[last:].index(TurnBegan) < told[last:].index(Drew)
    assert match.discarded("pressured") == 1


@pytest.mark.rule("TURN-4", "AMB-77", "JAIL-8", "CARD-11")
def test_a_fully_jailed_team_of_three_draws_and_has_no_unit_phases() -> None:
    jailed = {f"blue {kind}": "jail nw" for kind in ("warrior", "gunner", "scout", "medic")}
    match = scene(seats=3, units=jailed).end_turn()
    assert match.asked_team == "blue"
    assert len(match.hand("blue")) == 3
    assert match.offers(ActionKind.ACTIVATE) == []
    assert make_action(ActionKind.END_TURN) in match.asked.options


@pytest.mark.rule("TURN-4", "AMB-77")
def test_a_fully_jailed_first_player_still_moves_the_counter() -> None:
    jailed = {f"red {kind}": "jail nw" for kind in ("warrior", "gunner", "scout", "medic")}
    match = scene(seats=3, units=jailed, turn="green", round=2).end_turn()
    assert match.asked_team == "red"
    assert match.state.round == 3


@pytest.mark.rule("AMB-77", "INCAP-4")
def test_a_team_whose_standing_units_all_lie_down_has_a_turn_without_unit_phases() -> None:
    units = {"red scout": "d15", "red medic": "jail nw"}
    match = scene(
        units=units | {"red warrior": "jail nw", "red gunner": "jail nw"}, down=["red scout"]
    )
    assert match.offers(ActionKind.ACTIVATE) == []
    match.end_turn()
    assert match.asked_team == "blue"


@pytest.mark.rule("TURN-5", "INCAP-3")
def test_the_end_of_the_turn_puts_units_back_on_their_feet_and_ends_boosts() -> None:
    match = scene(
        units={"red scout": "d15", "red warrior": "e15"},
        down=["red scout"],
        hands={"red": ["pressured"]},
    )
    match.play("pressured", pick="red warrior", choice=0).end_turn()
    assert match.told(Recovered)
    assert not match.is_down("red scout")
    assert match.state.timed == ()


@pytest.mark.rule("DRAW-1", "DRAW-2")
@pytest.mark.parametrize(
    ("supply", "target"),
    [(0, 3), (4, 3), (5, 4), (9, 4), (10, 5), (14, 5), (15, 6), (19, 6), (20, 7), (26, 7)],
)
def test_every_five_supply_points_raise_the_hand_by_one_up_to_seven(
    supply: int, target: int
) -> None:
    assert hand_target(supply) == target


@pytest.mark.rule("DRAW-2", "DRAW-3", "DRAW-4")
@pytest.mark.parametrize(
    ("points", "towers", "hand"),
    [(4, 0, 3), (5, 0, 4), (0, 1, 4), (4, 1, 4), (0, 2, 5), (5, 2, 6), (9, 2, 6), (10, 2, 7)],
)
def test_floor_points_count_one_and_tower_centres_five(points: int, towers: int, hand: int) -> None:
    match = scene(points=owned(points, towers), start=True)
    assert len(match.hand("red")) == hand


@pytest.mark.rule("DRAW-5")
def test_shells_credits_and_points_of_others_give_no_supply() -> None:
    match = scene(
        points=dict.fromkeys(FLOOR_POINTS, "blue"),
        shells={"red": 9},
        credits={"red": 9_000_000},
        start=True,
    )
    assert len(match.hand("red")) == 3


@pytest.mark.rule("EX-1", "EX-2", "DRAW-6")
@pytest.mark.parametrize("supply", [2, 3])
def test_one_card_and_a_little_supply_draw_two(supply: int) -> None:
    match = scene(points=owned(supply), hands={"red": ["loose-change"]}, start=True)
    assert len(match.hand("red")) == 3


@pytest.mark.rule("EX-3", "EX-4")
@pytest.mark.parametrize("held", [3, 1])
def test_seven_points_and_a_tower_draw_up_to_five(held: int) -> None:
    match = scene(points=owned(7, 1), hands={"red": ["loud-noise"] * held}, start=True)
    assert len(match.hand("red")) == 5


@pytest.mark.rule("DRAW-7", "AMB-47")
def test_a_hand_above_the_target_is_kept_and_nothing_is_drawn() -> None:
    match = scene(hands={"red": ["loud-noise"] * 6}, start=True)
    assert match.hand("red") == ["loud-noise"] * 6


@pytest.mark.rule("DRAW-8", "AMB-47")
def test_a_hand_never_grows_above_seven_and_the_missed_card_is_lost() -> None:
    match = scene(hands={"red": ["loud-noise"] * 5 + ["paid-intermission"]})
    match.play("paid-intermission")  # five left, two to draw
    assert len(match.hand("red")) == 7
    match = scene(hands={"red": ["loud-noise"] * 7}, items={"red scout": ["fan-mail"]}, start=True)
    assert len(match.hand("red")) == 7


@pytest.mark.rule("DRAW-9", "CARD-12", "AMB-133")
@pytest.mark.parametrize("card", ["third-lung", "jail-riot", "smelling-salts", "loud-noise"])
def test_a_card_that_would_do_nothing_cannot_be_thrown_away(card: str) -> None:
    match = scene(units={"red warrior": "d15"}, hands={"red": [card]})
    assert card not in match.usable()
    match.activate("red warrior")
    assert card not in match.usable()


@pytest.mark.rule("AMB-133")
def test_healing_is_playable_only_while_somebody_has_wounds() -> None:
    match = scene(
        units={"red warrior": "d15", "red medic": "e15"},
        wounds={"red medic": 1},
        hands={"red": ["third-lung"]},
    )
    assert match.picks("third-lung") == {"red medic"}


@pytest.mark.rule("DRAW-10", "CARD-10")
def test_cards_spent_in_combat_come_back_only_in_the_own_next_turn() -> None:
    match = scene(
        units={"red warrior": "d15", "blue gunner": "e15"},
        hands={"red": ["loose-change"], "blue": ["loud-noise"] * 3},
        active="red warrior",
    )
    match.attack("blue gunner").lay("loose-change").commit().lay("loud-noise").commit()
    assert match.hand("red") == []
    assert len(match.hand("blue")) == 2
    assert drawn(match) == drawn(match, 1) == 0
    match.end_phase().end_turn()
    assert drawn(match, 1) == 1
    match.end_turn()
    assert drawn(match) == 3


@pytest.mark.rule("DRAW-12")
def test_points_taken_during_a_turn_count_from_the_next_own_turn() -> None:
    match = scene(
        units={"red scout": "h4"},
        points=owned(2) | dict.fromkeys(("q8", "e14"), "red"),
        hands={"red": ["loose-change"] * 2},
        start=True,
    )
    assert len(match.hand("red")) == 3
    match.activate("red scout").capture().end_phase()
    assert len(match.hand("red")) == 3
    match.end_turn().end_turn()
    assert len(match.hand("red")) == 4


@pytest.mark.rule("DRAW-13", "AMB-46")
def test_the_discard_pile_becomes_the_deck_when_a_card_is_needed() -> None:
    match = scene(
        turn="blue", deck=["elbow-grease"], empty_deck=True, discard=["crowd-roar", "loud-noise"]
    )
    match.end_turn()
    assert sorted(match.hand("red")) == ["crowd-roar", "elbow-grease", "loud-noise"]
    assert len(match.told(Reshuffled)) == 1


@pytest.mark.rule("AMB-46")
def test_the_deck_is_not_reshuffled_before_a_card_is_needed() -> None:
    match = scene(
        turn="blue", deck=["elbow-grease"] * 3, empty_deck=True, discard=["crowd-roar"]
    ).end_turn()
    assert sum(match.state.deck) == 0
    assert match.discarded("crowd-roar") == 1
    assert match.told(Reshuffled) == []


@pytest.mark.rule("AMB-46", "NOTE-PRESS-5")
def test_a_card_still_on_the_table_is_not_shuffled_in() -> None:
    match = scene(
        hands={"red": ["pressured", "paid-intermission"]},
        empty_deck=True,
        units={"red scout": "d15"},
    )
    match.play("pressured", pick="red scout", choice=0)
    assert "paid-intermission" not in match.usable()  # nothing to draw
    assert match.discarded("pressured") == 0


@pytest.mark.rule("AMB-45")
def test_with_deck_and_discard_pile_empty_the_missing_cards_are_not_drawn() -> None:
    match = scene(turn="blue", deck=["elbow-grease"], empty_deck=True).end_turn()
    assert match.asked_team == "red"
    assert match.hand("red") == ["elbow-grease"]


@pytest.mark.rule("CARD-2", "CARD-9", "ATTACK-4")
def test_any_card_gives_its_number_in_attack_and_defence_whatever_is_printed_on_it() -> None:
    match = scene(
        units={"red warrior": "d15", "blue gunner": "e15"},
        hands={"red": ["hyper-cube", "loose-change"], "blue": ["jail-riot"]},
        active="red warrior",
    )
    match.attack("blue gunner").lay("hyper-cube", "loose-change").commit()
    match.lay("jail-riot").commit()
    assert match.wounds("blue gunner") == (2 + 5 + 1) - (1 + 4)
    assert match.state.round == 1


@pytest.mark.rule("CARD-9")
def test_a_side_may_play_no_card_at_all() -> None:
    match = scene(
        units={"red warrior": "d15", "blue gunner": "e15"},
        hands={"red": ["crowd-roar"], "blue": ["crowd-roar"]},
        active="red warrior",
    )
    match.attack("blue gunner").commit().commit()
    assert match.wounds("blue gunner") == 1
    assert match.hand("red") == match.hand("blue") == ["crowd-roar"]


@pytest.mark.rule("CARD-3", "CARD-7", "CARD-10")
def test_a_played_card_gives_its_number_or_its_ability_and_is_gone() -> None:
    match = scene(
        units={"red warrior": "d15", "blue gunner": "e15"},
        hands={"red": ["borrowed-legs"]},
        active="red warrior",
    )
    match.play("borrowed-legs")
    assert match.discarded("borrowed-legs") == 1
    match.attack("blue gunner")
    assert not match.asks(Question.ATTACK_CARDS)  # nothing left to play
    assert match.wounds("blue gunner") == 1


@pytest.mark.rule("CARD-4")
def test_a_card_on_the_active_unit_needs_an_open_unit_phase_and_affects_that_unit() -> None:
    match = scene(units={"red warrior": "k15"}, hands={"red": ["borrowed-legs"]})
    assert "borrowed-legs" not in match.usable()
    match.activate("red warrior").play("borrowed-legs")
    assert "s15" in match.walks()  # eight steps
    assert "c15" in match.walks()


@pytest.mark.rule("CARD-5", "PHASE-8")
def test_a_card_that_needs_an_action_spends_the_action_of_the_active_unit() -> None:
    match = scene(
        units={"red warrior": "h15", "blue scout": "i15"},
        hands={"red": ["very-long-arm"]},
        active="red warrior",
    )
    match.play("very-long-arm", pick="h17")
    assert match.owner("h17") == "red"
    assert match.targets() == set()


@pytest.mark.rule("CARD-6", "AMB-49")
def test_a_card_without_phase_or_action_is_played_before_between_and_after_unit_phases() -> None:
    match = scene(units={"red scout": "d15", "blue medic": "jail nw"}, hands={"red": ["jail-riot"]})
    for _ in range(2):
        assert "jail-riot" in match.usable()
        match.activate("red scout")
        assert "jail-riot" not in match.usable()
        match.end_phase()
    assert "jail-riot" in match.usable()


@pytest.mark.rule("CARD-6")
def test_such_a_card_is_not_played_in_another_teams_turn() -> None:
    match = scene(units={"red medic": "jail nw"}, hands={"red": ["jail-riot"]}, turn="blue")
    assert match.asked_team == "blue"
    assert match.offers(ActionKind.PLAY) == []


@pytest.mark.rule("CARD-8")
def test_a_third_team_is_not_asked_for_cards() -> None:
    match = scene(
        seats=3,
        units={"red warrior": "d15", "blue gunner": "e15", "green scout": "e16"},
        hands={team: ["crowd-roar"] for team in ("red", "blue", "green")},
        active="red warrior",
    )
    match.attack("blue gunner")
    asked = []
    while match.question in (Question.ATTACK_CARDS, Question.DEFENCE_CARDS):
        asked.append(match.asked_team)
        match.commit()
    assert asked == ["red", "blue"]


@pytest.mark.rule("CARD-1")
def test_a_card_that_is_not_in_the_hand_cannot_be_laid() -> None:
    match = scene(
        units={"red warrior": "d15", "blue gunner": "e15"},
        hands={"red": ["crowd-roar"]},
        active="red warrior",
    )
    match.attack("blue gunner")
    assert {a_of(option) for option in match.offers(ActionKind.LAY)} == {card_id("crowd-roar")}
    match.refused(make_action(ActionKind.LAY, card_id("loud-noise")))


@pytest.mark.rule("DRAW-8", "AMB-133")
def test_a_drawing_card_can_be_played_out_of_a_full_hand() -> None:
    match = scene(hands={"red": ["loud-noise"] * 6 + ["paid-intermission"]})
    match.play("paid-intermission")  # six left: one is drawn, one is lost
    assert len(match.hand("red")) == 7


@pytest.mark.rule("DRAW-13")
def test_the_shuffled_discard_pile_is_gone_from_where_it_lay() -> None:
    match = scene(start=True, empty_deck=True, discard=["loud-noise"] * 4)
    assert match.hand("red") == ["loud-noise"] * 3
    assert match.discarded("loud-noise") == 0
    assert sum(match.state.deck) == 1


RED, MATE, BLUE = "red warrior", "red medic", "blue warrior"


@pytest.mark.card("paid-intermission")
@pytest.mark.rule("DRAW-8", "CARD-12")
def test_paid_intermission_out_of_a_full_hand_draws_the_card_there_is_room_for() -> None:
    match = scene(hands={"red": ["paid-intermission", *["loud-noise"] * 6]}, deck=["hyper-cube"])
    match.play("paid-intermission")
    assert len(match.hand("red")) == 7
    assert "hyper-cube" in match.hand("red")


@pytest.mark.card("encore")
@pytest.mark.rule("DRAW-8", "CARD-12")
def test_encore_out_of_a_full_hand_draws_the_card_there_is_room_for() -> None:
    match = scene(
        units={RED: "d15", "blue scout": "e15"},
        wounds={"blue scout": 4},
        hands={"red": ["encore", *["loud-noise"] * 6]},
        deck=["hyper-cube"],
        active=RED,
    )
    match.attack("blue scout").commit().play("encore")
    assert "hyper-cube" in match.hand("red")
