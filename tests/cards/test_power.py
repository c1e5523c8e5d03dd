"""The power cards: the ability of each; any of them may be played for its value instead."""

from __future__ import annotations

from typing import Any

import pytest
from scenes import Match, card_id, scene

from deathdome.model.actions import ActionKind, a_of
from deathdome.model.decisions import Question

RED, MATE, OTHER = "red warrior", "red medic", "red scout"
BLUE, SHOOTER, TARGET = "blue warrior", "blue gunner", "blue scout"


def holding(card: str, units: dict[str, str], **more: Any) -> Match:
    """The red team holds one card; the unit phase of its warrior on d15 is open."""
    hands = {"red": [card], **more.pop("hands", {})}
    more.setdefault("active", RED)
    return scene(units={RED: "d15", **units}, hands=hands, **more)


def between(card: str, units: dict[str, str], **more: Any) -> Match:
    """The red team holds one card, no unit phase is open."""
    return holding(card, units, active=None, **more)


@pytest.mark.card(
    "loose-change",
    "elbow-grease",
    "loud-noise",
    "crowd-roar",
    "sponsors-darling",
)
@pytest.mark.rule("CARD-2", "ATTACK-4", "DEFEND-1", "CARD-10")
@pytest.mark.parametrize(
    ("card", "value"),
    [
        ("loose-change", 1),
        ("elbow-grease", 2),
        ("loud-noise", 3),
        ("crowd-roar", 4),
        ("sponsors-darling", 5),
    ],
)
def test_value_cards_add_their_number_to_attack_or_defence(card: str, value: int) -> None:
    items = {RED: ["grudge-axe"], SHOOTER: ["cyber-suit"]}
    attack = holding(card, {SHOOTER: "e15"}, items=items).attack(SHOOTER, "grudge-axe")
    attack.lay(card).commit()
    assert (attack.wounds(SHOOTER), attack.discarded(card)) == (2 + 2 + value - 1 - 3, 1)
    items = {RED: ["emperors-old-armor", "grudge-axe"]}
    hands = {"red": [], "blue": [card]}
    defence = holding(card, {SHOOTER: "e15"}, items=items, hands=hands)
    defence.attack(SHOOTER, "grudge-axe").lay(card).commit()
    assert (defence.wounds(SHOOTER), defence.discarded(card)) == (4 + 2 - 1 - value, 1)


@pytest.mark.card("hyper-cube", "pressured", "rude-shove", "wet-floor-sign")
@pytest.mark.rule("CARD-2", "CARD-3")
@pytest.mark.parametrize(
    ("card", "value"),
    [("hyper-cube", 5), ("pressured", 1), ("rude-shove", 1), ("wet-floor-sign", 4)],
)
def test_cards_with_an_ability_may_be_laid_for_their_number(card: str, value: int) -> None:
    items = {SHOOTER: ["spare-spleen"]}
    match = holding(card, {SHOOTER: "e15"}, items=items).attack(SHOOTER).lay(card).commit()
    assert match.wounds(SHOOTER) == 2 + value - 1
    assert match.hand("red") == []


@pytest.mark.card("action-movie-craze")
@pytest.mark.rule("NOTE-AMC-1", "NOTE-AMC-2", "AMB-84")
def test_action_movie_craze_gives_one_more_action_after_the_first_is_spent() -> None:
    match = holding("action-movie-craze", {SHOOTER: "e15"}).walk("d14").stop()
    match.attack(SHOOTER).commit().play("action-movie-craze").attack(SHOOTER)
    assert match.wounds(SHOOTER) == 1 + 1
    assert match.walks() == set()
    assert match.offers(ActionKind.ATTACK) == []


@pytest.mark.card("action-movie-craze")
@pytest.mark.rule("NOTE-AMC-3")
def test_action_movie_craze_needs_an_active_unit() -> None:
    assert between("action-movie-craze", {}).usable() == set()


@pytest.mark.card("step-n-go")
@pytest.mark.rule("NOTE-STEP-1", "NOTE-STEP-2", "NOTE-STEP-3")
def test_step_n_go_attacks_in_the_middle_of_a_walk() -> None:
    match = holding("step-n-go", {SHOOTER: "f14"}).walk("e15").play("step-n-go").attack(SHOOTER)
    assert match.wounds(SHOOTER) == 2 - 1
    assert "i15" in match.walks()
    assert "j15" not in match.walks()


@pytest.mark.card("step-n-go")
@pytest.mark.rule("PHASE-7")
def test_without_step_n_go_the_rest_of_the_walk_is_lost() -> None:
    match = holding("loose-change", {SHOOTER: "f14"}).walk("e15").attack(SHOOTER).commit()
    assert match.walks() == set()


@pytest.mark.card("step-n-go")
@pytest.mark.rule("NOTE-STEP-1", "AMB-83")
def test_step_n_go_captures_on_the_way_and_spends_the_action() -> None:
    match = holding("step-n-go", {RED: "d14"}).play("step-n-go").walk("e14").capture().walk("i15")
    assert (match.owner("e14"), match.where(RED)) == ("red", "i15")
    assert match.offers(ActionKind.CAPTURE) == []


@pytest.mark.card("step-n-go")
@pytest.mark.rule("PHASE-7")
def test_step_n_go_does_not_cover_opening_a_jail() -> None:
    match = holding("step-n-go", {RED: "d3", MATE: "jail nw"})
    match.play("step-n-go").walk("c2").do(match.offers(ActionKind.RELEASE)[0])
    assert match.where(MATE) == "base"
    assert match.walks() == set()


@pytest.mark.card("killer-bee-hive", "mound-of-1000-beetles")
@pytest.mark.rule("NOTE-BUG-1", "NOTE-BUG-3")
@pytest.mark.parametrize(
    ("card", "token"), [("killer-bee-hive", "beehive"), ("mound-of-1000-beetles", "beetle-mound")]
)
def test_bug_cards_put_their_token_on_a_captured_point(card: str, token: str) -> None:
    match = holding(card, {RED: "e14"}).capture()
    assert match.question is Question.REACTION
    match.play(card)
    (placed,) = match.state.tokens
    assert match.state.setup.catalog.tokens[placed.token].id == token
    assert (match.space_name(placed.space), match.wounds(RED)) == ("e14", 0)
    assert match.discarded(card) == 1


@pytest.mark.card("killer-bee-hive", "mound-of-1000-beetles")
@pytest.mark.rule("AMB-86", "NOTE-BUG-9")
def test_a_point_holds_one_token_and_there_is_one_of_each() -> None:
    tokens = {"beehive": ("e14", "blue")}
    match = holding("mound-of-1000-beetles", {RED: "e14"}, tokens=tokens).capture()
    assert match.question is Question.UNIT_PHASE
    elsewhere = holding("killer-bee-hive", {RED: "d8"}, tokens=tokens).capture()
    assert elsewhere.question is Question.UNIT_PHASE
    other = holding("mound-of-1000-beetles", {RED: "d8"}, tokens=tokens).capture()
    assert other.usable() == {"mound-of-1000-beetles"}


@pytest.mark.card("hyper-cube")
@pytest.mark.rule("NOTE-HYPER-1", "NOTE-HYPER-2", "AMB-87")
def test_hyper_cube_turns_the_counter_back_between_and_during_unit_phases() -> None:
    assert between("hyper-cube", {}, round=4).play("hyper-cube").state.round == 3
    assert holding("hyper-cube", {}, round=1).play("hyper-cube").state.round == 0
    assert holding("hyper-cube", {}, turn="blue", active=BLUE).usable() == set()


@pytest.mark.card("pressured")
@pytest.mark.rule("NOTE-PRESS-1", "NOTE-PRESS-2", "NOTE-PRESS-5")
def test_pressured_adds_three_movement_to_every_movement_phase_of_this_turn() -> None:
    match = between("pressured", {}).play("pressured", RED, choice=1)
    for end in ("l15", "d15"):
        match.activate(RED).walk(end).end_phase()
    assert (match.where(RED), match.discarded("pressured")) == ("d15", 0)
    match.end_turn()
    assert match.discarded("pressured") == 1
    match.end_turn().activate(RED)
    assert "j15" not in match.walks()


@pytest.mark.card("pressured")
@pytest.mark.rule("NOTE-PRESS-3")
def test_pressured_adds_three_strength_to_every_attack_of_this_turn() -> None:
    items = {SHOOTER: ["hyperbranched-aramid-blast-suit"]}
    match = between("pressured", {SHOOTER: "e15"}, items=items, empty_deck=True)
    match.play("pressured", RED, choice=0)
    for wounds in (2, 4):
        match.activate(RED).attack(SHOOTER).end_phase()
        assert match.wounds(SHOOTER) == wounds
    match.end_turn().end_turn().activate(RED).attack(SHOOTER)
    assert match.wounds(SHOOTER) == 4


@pytest.mark.card("pressured")
@pytest.mark.rule("NOTE-PRESS-4", "AMB-88")
def test_pressured_adds_three_toughness_until_the_next_own_turn() -> None:
    match = between("pressured", {BLUE: "e15"}, items={BLUE: ["grudge-axe"]})
    match.play("pressured", RED, choice=2).end_turn().activate(BLUE)
    match.attack(RED, "grudge-axe").commit_all()
    assert (match.wounds(RED), match.discarded("pressured")) == (0, 0)
    match.end_phase().end_turn()
    assert match.discarded("pressured") == 1


@pytest.mark.card("pressured")
@pytest.mark.rule("CARD-6", "AMB-49", "AMB-72")
def test_pressured_is_played_between_unit_phases_on_a_unit_on_the_board() -> None:
    assert holding("pressured", {}).usable() == set()
    units = {MATE: "jail nw", OTHER: "base", "red gunner": "d14"}
    assert between("pressured", units).picks("pressured") == {RED, OTHER, "red gunner"}


@pytest.mark.card("jail-riot")
@pytest.mark.rule("NOTE-RIOT-1", "AMB-89", "JAIL-6")
def test_jail_riot_sends_everybody_in_one_jail_home() -> None:
    units = {MATE: "jail nw", TARGET: "jail nw", OTHER: "jail se"}
    match = between("jail-riot", units)
    assert match.picks("jail-riot") == {"nw", "se"}
    match.play("jail-riot", "nw")
    assert (match.where(MATE), match.where(TARGET)) == ("base", "base")
    assert match.where(OTHER) == "jail se"


@pytest.mark.card("jail-riot")
@pytest.mark.rule("CARD-12")
def test_jail_riot_needs_somebody_in_jail() -> None:
    assert between("jail-riot", {}).usable() == set()


@pytest.mark.card("borrowed-legs")
def test_borrowed_legs_add_three_steps_also_in_the_middle_of_a_walk() -> None:
    match = holding("borrowed-legs", {}).walk("i15").play("borrowed-legs").walk("l15")
    assert match.where(RED) == "l15"
    match.end_phase().activate(RED)
    assert "q15" in match.walks()
    assert "r15" not in match.walks()


@pytest.mark.card("third-lung")
def test_third_lung_heals_two_wherever_the_unit_stands() -> None:
    wounds = {RED: 3, MATE: 1, OTHER: 1}
    match = between("third-lung", {MATE: "base", OTHER: "t15"}, wounds=wounds)
    assert match.picks("third-lung") == {RED, MATE, OTHER}
    assert match.play("third-lung", RED).wounds(RED) == 1


@pytest.mark.card("third-lung")
@pytest.mark.rule("CARD-12", "HEAL-6")
def test_third_lung_is_not_offered_for_the_unhurt() -> None:
    assert between("third-lung", {MATE: "jail nw"}).usable() == set()


@pytest.mark.card("house-call")
@pytest.mark.rule("AMB-81")
def test_house_call_sends_another_unit_to_heal_the_wounded_one() -> None:
    match = holding("house-call", {OTHER: "i15", BLUE: "c15"}, turn="blue", active=BLUE)
    match.attack(RED).commit()
    assert match.picks("house-call") >= {OTHER}
    assert RED not in match.picks("house-call")
    match.play("house-call", OTHER).walk("e15").stop()
    assert (match.wounds(RED), match.where(OTHER), match.hand("red")) == (0, "e15", [])


@pytest.mark.card("stunt-double")
def test_stunt_double_spares_one_of_the_units_hit() -> None:
    units = {MATE: "d14", SHOOTER: "h15"}
    items = {SHOOTER: ["missile-launcher"]}
    match = holding("stunt-double", units, items=items, turn="blue", active=SHOOTER)
    match.attack(RED, "missile-launcher")
    assert match.picks("stunt-double") == {RED, MATE}
    match.play("stunt-double", MATE).commit().hit(RED)
    assert (match.wounds(RED), match.wounds(MATE)) == (4 - 1, 0)


@pytest.mark.card("bullet-time-share", "cutlery-amnesty")
@pytest.mark.parametrize(
    ("card", "weapon"),
    [("bullet-time-share", "missile-launcher"), ("cutlery-amnesty", "punch")],
)
def test_bullet_time_and_cutlery_amnesty_add_five_against_their_kind(
    card: str, weapon: str
) -> None:
    items = {SHOOTER: ["missile-launcher", "emperors-old-armor"]}
    match = holding(card, {SHOOTER: "e15"}, items=items, turn="blue", active=SHOOTER)
    match.attack(RED, weapon).play(card).commit()
    assert match.wounds(RED) == 0
    other = "punch" if weapon == "missile-launcher" else "missile-launcher"
    match = holding(card, {SHOOTER: "e15"}, items=items, turn="blue", active=SHOOTER)
    assert match.attack(RED, other).usable() == set()


@pytest.mark.card("bullet-time-share")
def test_bullet_time_share_covers_every_unit_hit() -> None:
    items = {SHOOTER: ["missile-launcher"]}
    hands = {"blue": ["crowd-roar"]}
    units = {MATE: "d14", SHOOTER: "h15"}
    match = holding(
        "bullet-time-share", units, items=items, hands=hands, turn="blue", active=SHOOTER
    )
    match.attack(RED, "missile-launcher").lay("crowd-roar").commit()
    match.play("bullet-time-share").commit().hit(RED)
    assert match.wounds(RED) == match.wounds(MATE) == 1 + 3 + 4 - 1 - 5


@pytest.mark.card("human-shield-policy")
def test_human_shield_policy_pushes_an_adjacent_mate_in_front() -> None:
    units = {MATE: "d14", OTHER: "f15", BLUE: "c15"}
    match = holding("human-shield-policy", units, turn="blue", active=BLUE).attack(RED)
    assert match.picks("human-shield-policy") == {MATE}
    match.play("human-shield-policy", MATE)
    assert (match.wounds(MATE), match.wounds(RED)) == (2 - 1, 0)


@pytest.mark.card("encore")
def test_encore_draws_two_cards_for_a_kill() -> None:
    deck = ["hyper-cube", "jail-riot"]
    match = holding("encore", {TARGET: "e15"}, wounds={TARGET: 4}, deck=deck)
    match.attack(TARGET).commit().play("encore").jail("nw")
    assert sorted(match.hand("red")) == sorted(deck)


@pytest.mark.card("encore")
def test_encore_is_not_played_for_a_wound() -> None:
    match = holding("encore", {TARGET: "e15"}).attack(TARGET).commit()
    assert match.question is Question.UNIT_PHASE


@pytest.mark.card("very-long-arm")
@pytest.mark.rule("CARD-5")
def test_very_long_arm_captures_at_three_spaces_for_the_action() -> None:
    match = holding("very-long-arm", {RED: "c15"})
    assert match.picks("very-long-arm") == {"e14", "b16"}
    match.play("very-long-arm", "e14")
    assert match.owner("e14") == "red"
    assert match.offers(ActionKind.CAPTURE) == match.offers(ActionKind.ATTACK) == []
    assert holding("very-long-arm", {RED: "base"}).usable() == set()


@pytest.mark.card("trapdoor-exchange")
def test_trapdoor_exchange_swaps_the_active_unit_with_a_mate() -> None:
    match = holding("trapdoor-exchange", {MATE: "t15", OTHER: "base", "red gunner": "jail nw"})
    assert match.picks("trapdoor-exchange") == {MATE}
    match.play("trapdoor-exchange", MATE)
    assert (match.where(RED), match.where(MATE)) == ("t15", "d15")


@pytest.mark.card("trapdoor-exchange")
def test_trapdoor_exchange_reaches_the_tower_but_no_lava_without_permission() -> None:
    units = {MATE: "i9", OTHER: "i14"}
    match = holding("trapdoor-exchange", units, items={OTHER: ["lava-waders"]})
    assert match.picks("trapdoor-exchange") == {MATE}
    assert holding("trapdoor-exchange", {RED: "base", MATE: "d14"}).usable() == set()


@pytest.mark.card("rude-shove")
@pytest.mark.rule("PUSH-12", "AMB-141")
def test_rude_shove_pushes_an_adjacent_enemy_without_an_attack() -> None:
    match = holding("rude-shove", {BLUE: "e15", SHOOTER: "f14"})
    assert match.picks("rude-shove") == {BLUE}
    match.play("rude-shove", BLUE)
    assert (match.where(BLUE), match.wounds(BLUE)) == ("f15", 0)
    assert match.offers(ActionKind.ATTACK) == []


@pytest.mark.card("rude-shove")
@pytest.mark.rule("PUSH-12", "DEATH-5")
def test_rude_shove_into_lava_is_a_kill_of_its_player() -> None:
    match = holding("rude-shove", {RED: "j16", BLUE: "j15"}).play("rude-shove", BLUE)
    assert (match.question, match.asked_team) == (Question.JAIL, "red")
    match.jail("ne")
    assert (match.where(BLUE), match.shells("red")) == ("jail ne", 1)


@pytest.mark.card("everyone-look-over-there")
def test_everyone_look_over_there_closes_the_defenders_card_step() -> None:
    hands = {"blue": ["sponsors-darling"]}
    match = holding("everyone-look-over-there", {TARGET: "e15"}, hands=hands).attack(TARGET)
    match.play("everyone-look-over-there").commit()
    assert (match.wounds(TARGET), match.hand("blue")) == (2, ["sponsors-darling"])


@pytest.mark.card("shrapnel-surprise")
def test_shrapnel_surprise_turns_an_attack_into_splash() -> None:
    match = holding("shrapnel-surprise", {TARGET: "e15", SHOOTER: "f15"}).attack(TARGET)
    match.play("shrapnel-surprise").commit().hit(TARGET)
    assert (match.wounds(TARGET), match.wounds(SHOOTER)) == (2, 2 - 1)


@pytest.mark.card("shrapnel-surprise")
@pytest.mark.parametrize("weapon", ["upside-down-lawnmower", "nail-confetti-gun"])
def test_shrapnel_surprise_adds_nothing_to_splash_or_sweep(weapon: str) -> None:
    unit = RED if weapon == "upside-down-lawnmower" else "red gunner"
    units = {RED: "d14", unit: "d15", TARGET: "e15"}
    match = holding("shrapnel-surprise", units, items={unit: [weapon]}, active=unit)
    match.attack(None if unit == RED else TARGET, weapon)
    assert {a_of(option) for option in match.offers(ActionKind.LAY)} == {
        card_id("shrapnel-surprise")
    }
    assert match.usable() == set()


@pytest.mark.card("smelling-salts")
def test_smelling_salts_heal_one_and_raise_the_incapacitated() -> None:
    match = between("smelling-salts", {MATE: "t15"}, wounds={MATE: 2}, down=[MATE])
    assert match.picks("smelling-salts") == {MATE}
    match.play("smelling-salts", MATE)
    assert (match.wounds(MATE), match.is_down(MATE)) == (1, False)
    match.activate(MATE)


@pytest.mark.card("wet-floor-sign")
def test_wet_floor_sign_slows_an_enemy_until_the_end_of_its_next_turn() -> None:
    match = between("wet-floor-sign", {BLUE: "h15", TARGET: "base"})
    assert match.picks("wet-floor-sign") == {BLUE}
    match.play("wet-floor-sign", BLUE).end_turn().activate(BLUE)
    assert match.walks() & {"j15", "k15"} == {"j15"}
    assert match.discarded("wet-floor-sign") == 0
    match.end_phase().end_turn()
    assert match.discarded("wet-floor-sign") == 1
    match.end_turn().activate(BLUE)
    assert "m15" in match.walks()


@pytest.mark.card("reheated-legs")
def test_reheated_legs_give_one_more_movement_phase() -> None:
    match = holding("reheated-legs", {}).walk("i15").stop().play("reheated-legs").walk("n15")
    assert match.where(RED) == "n15"
    assert match.walks() == set()


@pytest.mark.card("triple-shift")
def test_triple_shift_gives_a_third_unit_phase() -> None:
    match = between("triple-shift", {}).play("triple-shift")
    for _ in range(3):
        match.activate(RED).end_phase()
    assert match.offers(ActionKind.ACTIVATE) == []


@pytest.mark.card("paid-intermission")
def test_paid_intermission_draws_two_cards() -> None:
    deck = ["hyper-cube", "jail-riot"]
    match = between("paid-intermission", {}, deck=deck).play("paid-intermission")
    assert sorted(match.hand("red")) == sorted(deck)


@pytest.mark.card("ricochet-clause")
@pytest.mark.rule("PAYBACK-1", "PAYBACK-4")
def test_ricochet_clause_pays_back_four_for_any_own_unit() -> None:
    match = holding("ricochet-clause", {MATE: "e15", BLUE: "f15"}, turn="blue", active=BLUE)
    match.attack(MATE).commit().play("ricochet-clause")
    assert match.wounds(BLUE) == 4 - 1


@pytest.mark.card("ricochet-clause")
@pytest.mark.rule("PAYBACK-3")
def test_ricochet_clause_answers_for_the_dead() -> None:
    wounds = {MATE: 4}
    units = {MATE: "e15", BLUE: "f15"}
    match = holding("ricochet-clause", units, wounds=wounds, turn="blue", active=BLUE)
    match.attack(MATE).commit().jail("nw").play("ricochet-clause")
    assert match.wounds(BLUE) == 4 - 1
