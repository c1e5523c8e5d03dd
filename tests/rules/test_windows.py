"""When abilities can be used, on what, and for how long (effects.md parts 3 to 7 and 10)."""

from __future__ import annotations

from typing import Any

import pytest
from scenes import Match, card_id, scene, seat_of

from deathdome.model.actions import ActionKind, make_action
from deathdome.model.decisions import Question
from deathdome.model.events import AbilityUsed, Declared, Wounded

RED, GUNNER, SCOUT, MEDIC = "red warrior", "red gunner", "red scout", "red medic"
BLUE, SHOOTER, TARGET = "blue warrior", "blue gunner", "blue scout"
FREE = ["pressured", "jail-riot", "third-lung", "smelling-salts", "paid-intermission"]


# -- windows -------------------------------------------------------------------------------------


@pytest.mark.rule("CARD-6", "AMB-49", "CARD-4")
def test_cards_without_a_phase_are_played_before_between_and_after_unit_phases() -> None:
    cards = ["pressured", "jail-riot", "third-lung", "wet-floor-sign", "triple-shift"]
    match = scene(
        units={RED: "d15", BLUE: "h15", MEDIC: "jail nw"},
        wounds={RED: 1},
        hands={"red": cards},
    )
    for _ in range(2):
        assert match.usable() == set(cards)
        match.activate(RED)
        assert match.usable() == set()
        match.end_phase()
    assert match.usable() == set(cards)


@pytest.mark.rule("CARD-4", "AMB-130")
def test_cards_on_the_active_unit_are_played_in_its_unit_phase_also_at_a_pause() -> None:
    cards = ["action-movie-craze", "step-n-go", "borrowed-legs", "reheated-legs", "hyper-cube"]
    match = scene(units={RED: "d15"}, hands={"red": cards})
    assert match.usable() == {"hyper-cube"}
    assert match.activate(RED).usable() == set(cards)
    assert match.walk("e15").usable() == set(cards)


@pytest.mark.rule("AMB-24")
def test_in_the_base_an_active_unit_uses_only_what_needs_no_action_and_no_enemy() -> None:
    cards = ["borrowed-legs", "rude-shove", "trapdoor-exchange", "very-long-arm"]
    match = scene(units={MEDIC: "k3", BLUE: "j3"}, hands={"red": cards}, active=RED)
    assert match.usable() == {"borrowed-legs"}


@pytest.mark.rule("CARD-6")
@pytest.mark.parametrize("card", [*FREE, "hyper-cube", "borrowed-legs"])
def test_on_an_opponents_turn_no_window_opens(card: str) -> None:
    match = scene(
        units={RED: "d15", MEDIC: "jail nw"},
        wounds={RED: 1},
        hands={"red": [card]},
        turn="blue",
    )
    assert (match.asked_team, match.usable()) == ("blue", set())


@pytest.mark.rule("CARD-6", "AMB-57")
def test_no_window_opens_between_the_attacks_of_one_action() -> None:
    match = scene(
        units={RED: "d15", SHOOTER: "e15"},
        items={RED: ["cleaver-and-other-cleaver", "borrowed-trigger-finger"]},
        hands={"red": ["hyper-cube", "action-movie-craze"]},
        active=RED,
    )
    match.attack(SHOOTER, "cleaver-and-other-cleaver").commit()
    assert (match.question, match.usable()) == (Question.FURTHER_ATTACK, set())


@pytest.mark.rule("CARD-5", "PHASE-8")
def test_an_action_item_spends_the_action_and_ends_an_open_walk() -> None:
    match = scene(
        units={MEDIC: "d15", RED: "f15", BLUE: "e14"},
        items={MEDIC: ["suspicious-syringe"]},
        wounds={RED: 1},
        active=MEDIC,
    )
    match.walk("e15").play("suspicious-syringe", RED)
    assert match.walks() == set()
    assert match.offers(ActionKind.ATTACK) == []


@pytest.mark.card("clockwork-ankles", "extendable-stamp", "suspicious-syringe")
def test_a_capture_item_works_in_mid_walk_for_whoever_may_capture_there() -> None:
    match = scene(
        units={RED: "b14"},
        items={RED: ["clockwork-ankles", "extendable-stamp"]},
        active=RED,
    )
    match.walk("c14").play("extendable-stamp", "e14").walk("g14")
    assert (match.owner("e14"), match.where(RED)) == ("red", "g14")


@pytest.mark.card("stuntmans-insurance-vest")
@pytest.mark.rule("DEFEND-6")
def test_the_card_step_of_a_defence_opens_for_bug_tokens_too() -> None:
    match = scene(
        units={RED: "d14"},
        items={RED: ["stuntmans-insurance-vest"]},
        tokens={"beehive": ("e14", "blue")},
        active=RED,
    )
    match.walk("e14").play("stuntmans-insurance-vest").commit()
    assert (match.wounds(RED), match.where(RED)) == (0, "e14")


@pytest.mark.card("bullet-time-share", "cutlery-amnesty")
@pytest.mark.rule("AMB-59")
def test_cards_against_a_kind_of_weapon_are_not_offered_against_a_token() -> None:
    match = scene(
        units={RED: "d14"},
        hands={"red": ["bullet-time-share", "cutlery-amnesty", "stunt-double"]},
        tokens={"beehive": ("e14", "blue")},
        active=RED,
    )
    assert match.walk("e14").usable() == {"stunt-double"}


# -- what counts as a change -----------------------------------------------------------------------


@pytest.mark.rule("CARD-12", "AMB-133")
def test_an_ability_that_would_change_nothing_is_not_offered_and_keeps_its_value() -> None:
    cards = ["third-lung", "smelling-salts", "jail-riot", "trapdoor-exchange"]
    match = scene(units={RED: "d15", TARGET: "e15"}, hands={"red": cards})
    assert match.usable() == set()
    match.activate(RED)
    assert match.usable() == set()
    match.attack(TARGET).lay(*cards[:1]).commit()
    assert match.wounds(TARGET) == 2 + 1


@pytest.mark.rule("AMB-133")
def test_a_refused_play_leaves_the_position_as_it_is() -> None:
    match = scene(units={RED: "d15"}, hands={"red": ["third-lung"]})
    match.refused(make_action(ActionKind.PLAY, card_id("third-lung"), match.unit(RED) + 1))
    assert match.hand("red") == ["third-lung"]


@pytest.mark.rule("AMB-133")
@pytest.mark.card("medical-pager")
def test_a_reaction_that_can_do_nothing_is_not_asked_for() -> None:
    units = {MEDIC: "a3", RED: "f1", BLUE: "g1"}
    items = {MEDIC: ["medical-pager"]}
    match = scene(board=PEN, units=units, items=items, turn="blue", active=BLUE)
    assert match.attack(RED).question is Question.UNIT_PHASE
    out = scene(board=PEN, units={**units, MEDIC: "c3"}, items=items, turn="blue", active=BLUE)
    assert out.attack(RED).question is Question.REACTION


PEN = """
B B . . . . . B B
# # . . . . . . J
. # . . . . . . J
"""


# -- picks ---------------------------------------------------------------------------------------


@pytest.mark.rule("BASE-1", "AMB-20")
def test_an_enemy_in_its_base_is_never_a_choice() -> None:
    match = scene(units={BLUE: "d15"}, hands={"red": ["wet-floor-sign"]})
    assert match.picks("wet-floor-sign") == {BLUE}


@pytest.mark.rule("JAIL-3", "HEAL-6")
def test_a_jailed_unit_is_no_choice_but_for_what_names_the_jail() -> None:
    units = {MEDIC: "jail nw", RED: "d15"}
    items = {RED: ["bribed-bailiff"]}
    match = scene(units=units, items=items, hands={"red": ["pressured", "jail-riot"]})
    assert match.picks("pressured") == {RED, GUNNER, SCOUT}
    assert match.picks("bribed-bailiff") == {MEDIC}
    assert match.picks("jail-riot") == {"nw"}


@pytest.mark.card("x-ray-monocle", "suspicious-syringe")
@pytest.mark.rule("AMB-135")
def test_a_choice_in_sight_is_seen_with_the_eyes_of_the_bearer() -> None:
    units = {MEDIC: "c3", RED: "d4"}
    blind = scene(units=units, items={MEDIC: ["suspicious-syringe"]}, wounds={RED: 1}, active=MEDIC)
    assert blind.picks("suspicious-syringe") == set()
    items = {MEDIC: ["suspicious-syringe", "x-ray-monocle"]}
    seeing = scene(units=units, items=items, wounds={RED: 1}, active=MEDIC)
    assert seeing.picks("suspicious-syringe") == {RED}


# -- durations -----------------------------------------------------------------------------------


@pytest.mark.card("borrowed-legs")
def test_what_lasts_for_the_phase_ends_with_the_phase() -> None:
    match = scene(units={RED: "d15"}, hands={"red": ["borrowed-legs"]}, active=RED)
    match.play("borrowed-legs")
    assert "l15" in match.walks()
    match.end_phase().activate(RED)
    assert "j15" not in match.walks()


@pytest.mark.rule("TURN-5", "NOTE-PRESS-1")
def test_what_lasts_for_the_turn_ends_with_the_turn() -> None:
    match = scene(
        units={RED: "d15", BLUE: "e15"},
        items={RED: ["porcupine-tuxedo"]},
        hands={"red": ["pressured", *["loose-change"] * 2], "blue": ["loose-change"] * 3},
    )
    match.play("pressured", RED, choice=1).end_turn().end_turn().activate(RED)
    assert match.walks() & {"d14", "i14", "j15"} == {"d14"}


@pytest.mark.card("wet-floor-sign")
def test_their_turn_means_the_next_turn_of_the_slowed_team_not_of_another() -> None:
    match = scene(
        seats=3,
        units={"green warrior": "h15"},
        hands={"red": ["wet-floor-sign"]},
    )
    match.play("wet-floor-sign", "green warrior").end_turn().end_turn().activate("green warrior")
    assert match.walks() & {"j15", "k15"} == {"j15"}


@pytest.mark.rule("AMB-46", "CARD-7")
@pytest.mark.card("paid-intermission")
def test_a_card_being_played_is_not_shuffled_into_the_deck_it_draws_from() -> None:
    match = scene(hands={"red": ["paid-intermission"]}, empty_deck=True, discard=["loose-change"])
    match.play("paid-intermission")
    assert match.hand("red") == ["loose-change"]
    assert match.discarded("paid-intermission") == 1


# -- limits --------------------------------------------------------------------------------------


@pytest.mark.card("haunted-steamroller", "mister-tuesday")
def test_a_limit_per_turn_covers_the_opponents_turns_until_the_own_next_one() -> None:
    match = scene(
        seats=3,
        characters={RED: "mister-tuesday"},
        units={RED: "d15", BLUE: "e15", "green warrior": "c15"},
        turn="blue",
        active=BLUE,
        empty_deck=True,
    )
    match.walk("e14").stop().play("mister-tuesday").walk("d14").end_phase().end_turn()
    match.activate("green warrior").walk("c16").stop()
    assert match.question is Question.UNIT_PHASE
    match = match.end_phase().end_turn().end_turn().activate(BLUE).walk("f14").stop()
    assert match.question is Question.REACTION


@pytest.mark.card("leech-flail", "cleaver-and-other-cleaver", "triage-cannon")
def test_a_limit_per_attack_counts_each_attack_by_itself() -> None:
    match = scene(
        units={RED: "d15", SHOOTER: "e15", TARGET: "e14"},
        items={RED: ["leech-flail"]},
        hands={"red": ["shrapnel-surprise", "action-movie-craze"]},
        wounds={RED: 3},
        active=RED,
    )
    match.attack(TARGET, "leech-flail").play("shrapnel-surprise").commit().hit(TARGET).jail("nw")
    assert match.wounds(RED) == 2
    match.play("action-movie-craze").attack(SHOOTER, "leech-flail")
    assert match.wounds(RED) == 1


@pytest.mark.card("vacuum-tube-escape")
def test_a_use_per_match_is_not_restored_by_jail() -> None:
    match = scene(
        units={RED: "jail nw", MEDIC: "jail nw"},
        items={RED: ["vacuum-tube-escape"]},
        hands={"blue": ["loose-change"] * 3},
    )
    match.play("vacuum-tube-escape").activate(RED).walk("k3").end_phase().end_turn()
    match.state.space[match.unit(RED)] = -1
    assert match.end_turn().usable() == set()


@pytest.mark.card("haunted-steamroller")
def test_declining_costs_no_use() -> None:
    match = scene(units={RED: "d15", BLUE: "g15"}, items={RED: ["haunted-steamroller"]}, active=RED)
    match.walk("f15").stop().decline().end_phase().activate(RED).walk("f14").stop()
    assert match.usable() == {"haunted-steamroller"}


@pytest.mark.card("party-grenade")
def test_a_limit_of_a_weapon_counts_attacks_declared_although_nobody_was_hurt() -> None:
    match = scene(
        units={SCOUT: "d15", BLUE: "f15"},
        items={SCOUT: ["party-grenade"], BLUE: ["concrete-overcoat"]},
        active=SCOUT,
        phases=3,
    )
    match.attack(BLUE, "party-grenade").end_phase().activate(SCOUT)
    assert match.targets("party-grenade") == {BLUE}
    match.attack(BLUE, "party-grenade").end_phase().activate(SCOUT)
    assert (match.wounds(BLUE), match.targets("party-grenade")) == (0, set())


# -- order and guards ------------------------------------------------------------------------------


@pytest.mark.rule("AMB-54")
@pytest.mark.card("understudy-collar", "human-shield-policy")
def test_each_redirect_looks_at_the_present_target_and_speaks_once() -> None:
    match = scene(
        units={BLUE: "d15", RED: "e15", SCOUT: "f15", MEDIC: "g15"},
        items={SCOUT: ["understudy-collar"]},
        hands={"red": ["human-shield-policy"]},
        turn="blue",
        active=BLUE,
    )
    match.attack(RED).play("understudy-collar")
    assert match.picks("human-shield-policy") == {RED, MEDIC}
    match.play("human-shield-policy", MEDIC)
    assert [match.wounds(unit) for unit in (RED, SCOUT, MEDIC)] == [0, 0, 1]


@pytest.mark.card("understudy-collar", "porcupine-tuxedo")
def test_a_payback_can_be_caught_by_an_understudy() -> None:
    match = scene(
        units={BLUE: "d15", TARGET: "d14", RED: "e15"},
        items={RED: ["porcupine-tuxedo"], TARGET: ["understudy-collar"]},
        turn="blue",
        active=BLUE,
    )
    match.attack(RED).play("understudy-collar")
    assert (match.wounds(BLUE), match.wounds(TARGET)) == (0, 3)


@pytest.mark.card("van-damme", "mister-tuesday")
def test_followers_do_not_chase_each_other_in_circles() -> None:
    match = scene(
        units={RED: "d15", SHOOTER: "d14", BLUE: "e15"},
        characters={SHOOTER: "mister-tuesday"},
        items={RED: ["van-damme"]},
        turn="blue",
        active=BLUE,
    )
    match.walk("g15").stop().play("van-damme").walk("f15")
    assert (match.asked_team, match.usable()) == ("blue", {"mister-tuesday"})
    match.play("mister-tuesday").walk("e14")
    assert match.question is Question.UNIT_PHASE
    assert len(match.told(AbilityUsed)) == 2


@pytest.mark.card("killer-bee-hive", "extendable-stamp")
@pytest.mark.rule("NOTE-BUG-1")
def test_a_capture_of_an_enemys_point_is_a_change_of_owner() -> None:
    match = scene(
        units={RED: "e14"},
        points={"e14": "blue"},
        hands={"red": ["killer-bee-hive"], "blue": ["mound-of-1000-beetles"]},
        active=RED,
    )
    match.capture()
    assert (match.asked_team, match.usable()) == ("red", {"killer-bee-hive"})
    match.play("killer-bee-hive")
    assert match.question is Question.UNIT_PHASE


@pytest.mark.card("repossessed-prison-bus", "wrecking-lance")
def test_a_round_trip_is_a_move() -> None:
    match = scene(
        units={RED: "d15", MEDIC: "d14"}, items={RED: ["repossessed-prison-bus"]}, active=RED
    )
    match.walk("e15").walk("d15").stop()
    assert match.picks("repossessed-prison-bus") == {MEDIC}


@pytest.mark.card("van-damme")
@pytest.mark.rule("AMB-80")
def test_going_to_jail_or_out_of_it_is_no_move() -> None:
    match = scene(
        units={RED: "d15", TARGET: "e15", SCOUT: "d14"},
        items={SCOUT: ["van-damme"]},
        wounds={TARGET: 4},
        active=RED,
    )
    match.attack(TARGET).jail("nw")
    assert match.question is Question.UNIT_PHASE


@pytest.mark.card("trapdoor-exchange", "beehive")
def test_a_swap_wakes_the_token_on_either_space() -> None:
    match = scene(
        units={RED: "d15", MEDIC: "e14"},
        items={RED: ["spare-spleen", "emperors-old-armor"]},
        hands={"red": ["trapdoor-exchange"]},
        tokens={"beehive": ("e14", "blue")},
        active=RED,
    )
    match.play("trapdoor-exchange", MEDIC)
    assert [event.unit for event in match.told(Wounded)] == [match.unit(RED)]
    assert (match.where(RED), match.where(MEDIC)) == ("e14", "d15")


@pytest.mark.rule("AMB-76", "END-2")
@pytest.mark.card("rude-shove")
def test_the_match_ends_at_once_when_the_last_enemy_is_shoved_into_lava() -> None:
    jailed = dict.fromkeys([SHOOTER, TARGET, "blue medic"], "jail nw")
    match = scene(
        units={RED: "j16", BLUE: "j15", **jailed}, hands={"red": ["rude-shove"]}, active=RED
    )
    match.play("rude-shove", BLUE).jail("nw")
    assert match.state.outcome is not None
    assert match.state.outcome.winner == seat_of("red")


@pytest.mark.card("grudge-axe", "adrenaline-bazooka", "porcupine-tuxedo")
def test_no_strength_modifier_counts_in_a_fixed_attack() -> None:
    match: Match = scene(
        units={MEDIC: "d14", RED: "d15", BLUE: "e15"},
        items={MEDIC: ["adrenaline-bazooka"], RED: ["haunted-steamroller", "steroid-lunchbox"]},
        active=MEDIC,
    )
    match.play("adrenaline-bazooka", RED).end_phase().activate(RED).walk("e14").stop()
    match.play("haunted-steamroller", BLUE)
    assert match.wounds(BLUE) == 4 - 1
    assert match.told(Declared)[-1].strength == 4


# -- steps of an attack ----------------------------------------------------------------------------


def theirs(units: dict[str, str], active: str = BLUE, **more: Any) -> Match:
    """Blue's turn, one of its unit phases open."""
    return scene(units=units, turn="blue", active=active, **more)


@pytest.mark.card("pre-signed-consent-form", "stunt-double", "stuntmans-insurance-vest")
def test_a_consent_form_closes_the_card_step_for_cards_but_not_for_items() -> None:
    match = theirs(
        {"blue medic": "d15", RED: "e15"},
        "blue medic",
        items={"blue medic": ["pre-signed-consent-form"], RED: ["stuntmans-insurance-vest"]},
        hands={"red": ["stunt-double"]},
    )
    match.attack(RED, "pre-signed-consent-form")
    assert match.usable() == {"stuntmans-insurance-vest"}
    assert match.offers(ActionKind.LAY) == []
    match.play("stuntmans-insurance-vest").commit()
    assert match.wounds(RED) == 0


@pytest.mark.card("everyone-look-over-there", "stunt-double")
def test_looking_over_there_leaves_no_time_for_a_stunt_double() -> None:
    hands = {"red": ["stunt-double"], "blue": ["everyone-look-over-there"]}
    match = theirs({BLUE: "d15", RED: "e15"}, hands=hands).attack(RED)
    match.play("everyone-look-over-there").commit()
    assert (match.wounds(RED), match.hand("red")) == (1, ["stunt-double"])


@pytest.mark.card("adrenaline-bazooka", "medical-pager", "pressured")
def test_a_reaction_on_an_opponents_turn_uses_the_plain_movement() -> None:
    match = scene(
        units={MEDIC: "d15", RED: "l15", BLUE: "m15"},
        items={MEDIC: ["medical-pager"]},
        hands={"red": ["pressured"]},
    )
    match.play("pressured", MEDIC, choice=1).end_turn().activate(BLUE).attack(RED).commit_all()
    match.play("medical-pager", RED)
    assert match.walks() & {"i15", "j15"} == {"i15"}
