"""Refusals: each names the rule, the numbers and the nearest legal choice."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from scenes import card_id, item_id, scene

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.errors import IllegalAction
from deathdome.model.actions import (
    CAPTURE,
    COMMIT,
    CONCEDE,
    DECLINE,
    DONE,
    END_PHASE,
    END_TURN,
    NOBODY,
    PASS,
    PUNCH,
    RELEASE,
    STOP,
    Action,
    ActionKind,
    a_of,
    b_of,
    c_of,
    kind_of,
    make_action,
    option,
)
from deathdome.model.decisions import CHANCE, Question
from deathdome.model.notation import action_text
from deathdome.model.state import Timed
from deathdome.model.vocabulary import Deny, EffectKind, Until
from deathdome.model.wire import fingerprint
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.refusals.refusal import is_well_formed
from deathdome.rules.setup import new_game
from deathdome.text.refusals import refusal_text

if TYPE_CHECKING:
    from scenes import Match

    from deathdome.model.decisions import Decision
    from deathdome.model.state import State

RED_WARRIOR, RED_GUNNER, RED_SCOUT, RED_MEDIC, BLUE_WARRIOR, BLUE_GUNNER = range(6)


def walk(match: Match, space: str) -> IllegalAction:
    return match.refused(make_action(ActionKind.WALK, match.space(space)))


def attack(match: Match, target: str, weapon: str = "punch") -> IllegalAction:
    item = PUNCH if weapon == "punch" else item_id(weapon)
    return match.refused(make_action(ActionKind.ATTACK, item, match.unit(target)))


def play(match: Match, card: str, picked: int = -1, choice: int = -1) -> IllegalAction:
    return match.refused(
        make_action(ActionKind.PLAY, card_id(card), picked + 1, option(choice, -1))
    )


def use(match: Match, card: str, picked: int = -1, subject: int = -1) -> IllegalAction:
    ability = next(a for a in match.state.setup.catalog.abilities if a.card == card)
    return match.refused(
        make_action(ActionKind.USE, int(ability.id), picked + 1, option(-1, subject))
    )


def reason(refusal: IllegalAction) -> tuple[str, str]:
    return refusal.code, refusal.rule


def said(match: Match, refusal: IllegalAction) -> str:
    return refusal_text(refusal.refusal, match.state.setup)


def shop(items: dict[str, list[str]] | None = None, purse: int = 2_000_000) -> Match:
    """The purchase phase, Red to buy."""
    match = scene(items=items)
    match.state.credits[0] = purse
    fresh = new_game(load_catalog(), load_board("waspworth"), seats=2, first=0)
    match.state.stack = fresh.stack
    return match


# -- questions -------------------------------------------------------------------------------------


@pytest.mark.rule("END-1")
def test_nothing_is_done_after_the_match() -> None:
    match = scene()
    match.state.stack = ()
    assert reason(match.refused(END_TURN)) == ("over", "END-1")


@pytest.mark.rule("BUY-1")
def test_the_store_is_closed_during_a_match() -> None:
    match = scene()
    for action in (
        make_action(ActionKind.BUY, 0),
        make_action(ActionKind.SELL, 0),
        make_action(ActionKind.EQUIP, 0, 0),
        DONE,
        PASS,
    ):
        assert reason(match.refused(action)) == ("store-closed", "BUY-1")


@pytest.mark.rule("GAME-3")
def test_the_match_waits_for_the_purchase_phase() -> None:
    refusal = shop().refused(make_action(ActionKind.ACTIVATE, 0))
    assert reason(refusal) == ("store-open", "GAME-3")
    assert refusal.near == "pass"


@pytest.mark.rule("PHASE-4")
def test_a_unit_phase_is_finished_before_the_next_begins() -> None:
    match = scene(active="red warrior")
    for action in (make_action(ActionKind.ACTIVATE, RED_SCOUT), END_TURN):
        refusal = match.refused(action)
        assert reason(refusal) == ("phase-open", "PHASE-4")
        assert refusal.near == "end phase"


@pytest.mark.rule("PHASE-2")
def test_walking_and_acting_need_an_open_unit_phase() -> None:
    match = scene()
    for action in (
        make_action(ActionKind.WALK, 5),
        CAPTURE,
        RELEASE,
        make_action(ActionKind.ATTACK, PUNCH, 4),
    ):
        refusal = match.refused(action)
        assert reason(refusal) == ("no-phase", "PHASE-2")
        assert refusal.near == "activate red.warrior"


@pytest.mark.rule("ATTACK-5")
def test_cards_are_laid_only_in_the_card_steps_of_an_attack() -> None:
    match = scene(hands={"red": ["loud-noise"]})
    refusal = match.refused(make_action(ActionKind.LAY, card_id("loud-noise")))
    assert reason(refusal) == ("no-card-step", "ATTACK-5")
    assert match.refused(COMMIT).code == "no-card-step"


@pytest.mark.rule("SETUP-11")
def test_only_chance_rolls_and_nobody_acts_before_it_has() -> None:
    assert scene().refused(make_action(ActionKind.ROLL, 3)).code == "not-chance"
    state = new_game(load_catalog(), load_board("waspworth"), seats=2)
    for action, code in (
        (END_TURN, "chance-first"),
        (make_action(ActionKind.ROLL, 13), "no-such-number"),
    ):
        assert refused_by(state, action).code == code


@pytest.mark.rule("ATTACK-5")
def test_an_attack_is_resolved_before_anything_else() -> None:
    match = in_card_step()
    for action in (
        make_action(ActionKind.WALK, 5),
        END_PHASE,
        DECLINE,
        make_action(ActionKind.JAIL, 0),
    ):
        refusal = match.refused(action)
        assert reason(refusal) == ("wrong-question", "ATTACK-5")
        assert refusal.near == "commit"


def in_card_step(**more: object) -> Match:
    """The red warrior attacks the blue gunner, Red to add cards."""
    match = scene(
        units={"red warrior": "e15", "blue gunner": "f15"},
        hands={"red": ["loud-noise", "crowd-roar"], "blue": ["elbow-grease"]},
        active="red warrior",
        **more,  # type: ignore[arg-type]
    )
    return match.attack("blue gunner")


# -- walking ---------------------------------------------------------------------------------------


@pytest.mark.rule("MOVE-1")
def test_a_walk_too_far_says_steps_needed_and_left_and_where_it_could_go() -> None:
    match = scene(units={"red warrior": "f3"}, active="red warrior")
    refusal = walk(match, "f10")
    assert reason(refusal) == ("too-far", "MOVE-1")
    assert refusal.need is not None
    assert (refusal.need >= 7, refusal.have) == (True, 5)
    assert said(match, refusal) == (
        f"You can't walk to f10: {refusal.need} steps away, 5 left (MOVE-1). "
        f"Nearest: {refusal.near.removeprefix('walk ')}"
    )


@pytest.mark.rule("MOVE-1")
def test_steps_taken_are_gone() -> None:
    match = scene(units={"red gunner": "b15"}, active="red gunner")
    match.walk("c15", "d15")
    refusal = walk(match, "h15")
    assert (refusal.code, refusal.need, refusal.have) == ("too-far", 4, 2)
    assert refusal.near == "walk f15"
    match.walk("f15")
    assert reason(walk(match, "g15")) == ("no-steps", "MOVE-1")


@pytest.mark.rule("MOVE-4")
def test_nobody_walks_onto_a_wall() -> None:
    match = scene(units={"red warrior": "f3"}, active="red warrior")
    assert reason(walk(match, "e5")) == ("wall", "MOVE-4")


@pytest.mark.rule("MOVE-12")
def test_a_wall_walker_is_told_that_it_cannot_stop_on_a_wall() -> None:
    match = scene(
        units={"red warrior": "f3"},
        items={"red warrior": ["wallcrawler-onesie"]},
        active="red warrior",
    )
    assert reason(walk(match, "e5")) == ("wall", "AMB-136")


@pytest.mark.rule("MOVE-5", "LAVA-1")
def test_nobody_walks_into_lava() -> None:
    match = scene(units={"red warrior": "l7"}, active="red warrior")
    assert reason(walk(match, "l8")) == ("lava", "MOVE-5")


@pytest.mark.rule("MOVE-10")
def test_nobody_walks_into_a_jail() -> None:
    match = scene(units={"red warrior": "c2"}, active="red warrior")
    assert reason(walk(match, "b2")) == ("jail", "MOVE-10")


@pytest.mark.rule("MOVE-11", "BASE-4")
def test_nobody_walks_into_an_enemy_base() -> None:
    match = scene(units={"red warrior": "k18"}, active="red warrior")
    assert reason(walk(match, "k20")) == ("enemy-base", "MOVE-11")
    assert reason(walk(match, "b11")) == ("unused-base", "AMB-21")


@pytest.mark.rule("BASE-6")
def test_the_own_base_has_one_name() -> None:
    match = scene(units={"red warrior": "k4"}, active="red warrior")
    refusal = walk(match, "l2")
    assert reason(refusal) == ("inside-base", "BASE-6")
    assert said(match, refusal).endswith("Nearest: your base")


@pytest.mark.rule("MOVE-6", "MOVE-7")
def test_nobody_stops_where_somebody_stands() -> None:
    match = scene(
        units={"red warrior": "e15", "red scout": "f15", "blue gunner": "d15"},
        active="red warrior",
    )
    assert reason(walk(match, "f15")) == ("occupied-by-teammate", "MOVE-7")
    assert reason(walk(match, "d15")) == ("occupied-by-enemy", "MOVE-6")
    assert reason(walk(match, "e15")) == ("already-there", "MOVE-1")


@pytest.mark.rule("MOVE-8", "TOWER-3")
def test_a_tower_is_entered_from_a_bridge() -> None:
    match = scene(units={"red warrior": "h7"}, active="red warrior")
    refusal = walk(match, "h8")
    assert reason(refusal) == ("tower", "MOVE-8")
    assert refusal.need is not None
    assert refusal.need > 5


@pytest.mark.rule("MOVE-14")
def test_a_space_that_is_not_on_the_board_is_refused() -> None:
    match = scene(units={"red warrior": "f3"}, active="red warrior")
    for number in (21, 500, 4000):
        refusal = match.refused(make_action(ActionKind.WALK, number))
        assert reason(refusal) == ("off-board", "MOVE-14")
        assert f"space {number}" in said(match, refusal)


@pytest.mark.rule("PHASE-2", "PHASE-7")
def test_a_unit_phase_has_one_movement_phase() -> None:
    match = scene(units={"red warrior": "f3", "blue gunner": "g3"}, active="red warrior")
    match.walk("f4").stop()
    assert reason(walk(match, "f5")) == ("movement-used", "PHASE-2")
    refusal = match.refused(STOP)
    assert reason(refusal) == ("not-walking", "MOVE-16")
    assert refusal.near == "end phase"


def test_a_denied_movement_phase_says_so() -> None:
    match = scene(units={"red warrior": "f3"}, active="red warrior")
    net = Timed(RED_WARRIOR, 1, EffectKind.DENY, int(Deny.MOVEMENT), 0, Until.THEIR_TURN)
    match.state.timed = (net,)
    assert walk(match, "f4").code == "movement-denied"


# A corridor between two bases, with a control point in the middle and a cell that nothing enters.
CORRIDOR = """
    BB#######BB
    BB...c...BB
    BB#######BB
    ########.##
"""


@pytest.mark.rule("MOVE-6", "MOVE-4")
def test_a_way_closed_by_enemies_is_told_from_one_that_is_not_there() -> None:
    match = scene(
        board=CORRIDOR, units={"red scout": "c2", "blue gunner": "e2"}, active="red scout"
    )
    assert reason(walk(match, "g2")) == ("blocked", "MOVE-6")
    assert reason(walk(match, "i4")) == ("no-way", "MOVE-4")
    assert walk(match, "g2").near == "walk d2"


@pytest.mark.rule("NOTE-BUG-10")
def test_a_walk_stops_on_a_bug_token_before_it_goes_on() -> None:
    match = scene(
        board=CORRIDOR,
        units={"red scout": "d2"},
        tokens={"beehive": ("f2", "blue")},
        active="red scout",
    )
    refusal = walk(match, "g2")
    assert reason(refusal) == ("token-in-way", "NOTE-BUG-10")
    assert refusal.near == "walk f2"
    assert "the way crosses the Beehive, so walk there first" in said(match, refusal)


# -- attacks ---------------------------------------------------------------------------------------


@pytest.mark.rule("RANGE-4", "RANGE-2")
def test_a_target_out_of_range_gives_both_distances() -> None:
    match = scene(
        units={
            "red gunner": "t15",
            "blue medic": "s15",
            "blue gunner": "r15",
            "blue scout": "h15",
        },
        items={"red gunner": ["apology-rifle"]},
        active="red gunner",
    )
    refusal = attack(match, "blue gunner")
    assert reason(refusal) == ("out-of-range", "RANGE-4")
    assert (refusal.need, refusal.have) == (2, 1)
    assert refusal.near == "attack blue.medic"
    refusal = attack(match, "blue scout", "apology-rifle")
    assert reason(refusal) == ("out-of-range", "RANGE-2")
    assert refusal.need == 12
    assert "12 spaces away, and the Apology Rifle reaches" in said(match, refusal)


@pytest.mark.rule("SIGHT-1", "SIGHT-3")
def test_a_target_out_of_sight_is_refused() -> None:
    match = scene(
        units={"red gunner": "e4", "blue gunner": "e6"},
        items={"red gunner": ["apology-rifle"]},
        active="red gunner",
    )
    assert reason(attack(match, "blue gunner", "apology-rifle")) == ("no-sight", "SIGHT-1")


@pytest.mark.rule("ATTACK-3", "ATTACK-10")
def test_nobody_attacks_the_own_team() -> None:
    match = scene(units={"red warrior": "e15", "red scout": "f15"}, active="red warrior")
    assert reason(attack(match, "red scout")) == ("own-unit", "ATTACK-3")
    assert reason(attack(match, "red warrior")) == ("own-unit", "ATTACK-3")


@pytest.mark.rule("ATTACK-9", "BASE-1", "JAIL-3")
def test_units_in_base_and_in_jail_are_no_targets() -> None:
    match = scene(units={"red warrior": "k18", "blue scout": "jail nw"}, active="red warrior")
    assert reason(attack(match, "blue warrior")) == ("target-in-base", "ATTACK-9")
    assert reason(attack(match, "blue scout")) == ("target-jailed", "ATTACK-9")


@pytest.mark.rule("BASE-2", "BASE-3", "BASE-10")
def test_a_unit_in_its_base_is_told_to_go_out_first() -> None:
    match = scene(units={"blue gunner": "k4"}, active="red warrior")
    refusal = attack(match, "blue gunner")
    assert reason(refusal) == ("in-base", "BASE-2")
    assert refusal.near.startswith("walk ")
    assert reason(match.refused(CAPTURE)) == ("in-base", "BASE-3")
    assert reason(match.refused(RELEASE)) == ("in-base", "BASE-3")


@pytest.mark.rule("PHASE-8", "ATTACK-1")
def test_a_spent_action_is_spent() -> None:
    match = scene(units={"red warrior": "e15", "blue gunner": "f15"}, active="red warrior")
    match.attack("blue gunner").commit_all()
    for action in (make_action(ActionKind.ATTACK, PUNCH, BLUE_GUNNER), CAPTURE, RELEASE):
        refusal = match.refused(action)
        assert reason(refusal) == ("action-spent", "PHASE-8")
        assert (refusal.need, refusal.have) == (1, 0)


@pytest.mark.rule("ATTACK-2", "EQUIP-7")
def test_a_unit_attacks_with_its_own_weapons_only() -> None:
    match = scene(
        units={"red warrior": "e15", "blue gunner": "f15"},
        items={"red warrior": ["lava-waders"]},
        active="red warrior",
    )
    assert reason(attack(match, "blue gunner", "rusty-chainsaw")) == ("no-weapon", "ATTACK-2")
    elsewhere = attack(match, "blue gunner", "cyber-suit")
    assert reason(elsewhere) == ("not-a-weapon", "ATTACK-2")
    refusal = attack(match, "blue gunner", "lava-waders")
    assert reason(refusal) == ("not-a-weapon", "ATTACK-2")
    assert refusal.near == "attack blue.gunner"


def test_a_weapon_with_counted_uses_runs_out() -> None:
    match = scene(
        units={"red scout": "e15", "blue gunner": "f15"},
        items={"red scout": ["party-grenade"]},
        active="red scout",
    )
    grenade = item_id("party-grenade")
    match.state.uses = {3 << 16 | grenade: 2}
    refusal = attack(match, "blue gunner", "party-grenade")
    assert (refusal.code, refusal.need, refusal.have) == ("weapon-spent", 3, 2)


@pytest.mark.rule("SWEEP-5", "SWEEP-1", "ATTACK-8")
def test_a_sweep_needs_somebody_adjacent_and_other_weapons_a_target() -> None:
    match = scene(
        units={"red warrior": "e15", "blue gunner": "h15"},
        items={"red warrior": ["upside-down-lawnmower"]},
        active="red warrior",
    )
    mower = item_id("upside-down-lawnmower")
    refusal = match.refused(make_action(ActionKind.ATTACK, mower, NOBODY))
    assert reason(refusal) == ("nobody-adjacent", "SWEEP-5")
    refusal = attack(match, "blue gunner", "upside-down-lawnmower")
    assert reason(refusal) == ("out-of-range", "RANGE-4")
    assert (refusal.need, refusal.have) == (3, 1)


@pytest.mark.rule("SWEEP-1", "RANGE-4")
def test_an_attack_all_around_is_suggested_for_nobody_it_would_not_hit() -> None:
    match = scene(
        units={"red warrior": "k11", "blue gunner": "k13", "blue scout": "k12"},
        items={"red warrior": ["upside-down-lawnmower"]},
        active="red warrior",
    )
    refusal = attack(match, "blue gunner", "upside-down-lawnmower")
    assert (refusal.code, refusal.near) == ("out-of-range", "")
    refusal = attack(match, "blue scout", "upside-down-lawnmower")
    assert refusal.code == "hits-all"
    assert refusal.near == "attack around with upside-down-lawnmower"
    refusal = match.refused(make_action(ActionKind.ATTACK, PUNCH, NOBODY))
    assert reason(refusal) == ("target-needed", "ATTACK-8")


def test_a_further_attack_is_made_with_the_same_weapon() -> None:
    match = scene(
        units={"red warrior": "e15", "blue gunner": "f15"},
        items={"red warrior": ["cleaver-and-other-cleaver"]},
        active="red warrior",
    )
    match.attack("blue gunner", "cleaver-and-other-cleaver").commit_all()
    assert match.question is Question.FURTHER_ATTACK
    assert reason(attack(match, "blue gunner")) == ("other-weapon", "AMB-57")


# -- points and jails ------------------------------------------------------------------------------


@pytest.mark.rule("CAPTURE-1", "CAPTURE-5")
def test_a_capture_needs_a_point_of_another_colour() -> None:
    match = scene(units={"red scout": "f3"}, active="red scout")
    refusal = match.refused(CAPTURE)
    assert reason(refusal) == ("no-point", "CAPTURE-1")
    assert refusal.near == "walk f2"
    match = scene(units={"red scout": "f2"}, points={"f2": "red"}, active="red scout")
    assert reason(match.refused(CAPTURE)) == ("own-point", "CAPTURE-5")


@pytest.mark.rule("JAIL-5")
def test_a_release_needs_a_release_point_and_a_prisoner() -> None:
    match = scene(units={"red scout": "d2", "blue gunner": "jail nw"}, active="red scout")
    refusal = match.refused(RELEASE)
    assert reason(refusal) == ("no-release-point", "JAIL-5")
    assert refusal.near == "walk c2"
    match = scene(units={"red scout": "c2"}, active="red scout")
    assert reason(match.refused(RELEASE)) == ("jail-empty", "AMB-29")


@pytest.mark.rule("PHASE-1", "PHASE-6", "JAIL-2", "INCAP-4")
def test_only_own_units_that_are_free_and_upright_are_activated() -> None:
    match = scene(units={"red scout": "jail nw"}, down=["red medic"])
    wrong = {BLUE_WARRIOR: "not-own-unit", RED_SCOUT: "jailed", RED_MEDIC: "incapacitated"}
    for unit, code in wrong.items():
        refusal = match.refused(make_action(ActionKind.ACTIVATE, unit))
        assert refusal.code == code
        assert refusal.near == "activate red.warrior"
    match = scene(phases=0)
    refusal = match.refused(make_action(ActionKind.ACTIVATE, RED_WARRIOR))
    assert reason(refusal) == ("no-phases", "PHASE-1")
    assert (refusal.need, refusal.have, refusal.near) == (1, 0, "end turn")


@pytest.mark.rule("DEATH-3", "JAIL-7")
def test_a_jail_is_chosen_among_those_of_the_board() -> None:
    match = scene(
        units={"red warrior": "e15", "blue gunner": "f15"},
        wounds={"blue gunner": 5},
        active="red warrior",
    )
    match.attack("blue gunner").commit_all()
    refusal = match.refused(make_action(ActionKind.JAIL, 9))
    assert reason(refusal) == ("unknown-jail", "JAIL-7")
    assert "nw, ne, sw and se" in said(match, refusal)
    assert reason(match.refused(END_PHASE)) == ("wrong-question", "DEATH-3")


@pytest.mark.rule("MULTI-3")
def test_hits_are_taken_by_the_units_that_were_hit() -> None:
    match = scene(
        units={"red warrior": "e15", "blue gunner": "f15", "blue scout": "d15"},
        items={"red warrior": ["upside-down-lawnmower"]},
        active="red warrior",
    )
    match.attack(None, "upside-down-lawnmower").commit_all()
    refusal = match.refused(make_action(ActionKind.HIT, BLUE_WARRIOR))
    assert reason(refusal) == ("not-hit", "MULTI-3")
    assert refusal.near == "hit blue.gunner"


@pytest.mark.rule("PUSH-5")
def test_a_push_leads_straight_away_from_the_attacker() -> None:
    match = scene(
        units={"red gunner": "e15", "blue gunner": "h14"},
        items={"red gunner": ["apology-rifle"]},
        active="red gunner",
    )
    match.attack("blue gunner", "apology-rifle").commit_all()
    assert match.question is Question.PUSH_SPACE
    refusal = match.refused(make_action(ActionKind.PUSH_TO, match.space("e15")))
    assert reason(refusal) == ("wrong-direction", "PUSH-5")
    assert refusal.near.removeprefix("push ") in match.pushes()


# -- the store -------------------------------------------------------------------------------------


@pytest.mark.rule("BUY-6", "BUY-19")
def test_an_item_too_dear_gives_price_purse_and_what_can_be_had() -> None:
    match = shop(purse=300_000)
    launcher = item_id("missile-launcher")
    refusal = match.refused(make_action(ActionKind.BUY, launcher))
    assert reason(refusal) == ("credits", "BUY-6")
    assert (refusal.need, refusal.have) == (load_catalog().items[launcher].cost, 300_000)
    near = next(item for item in load_catalog().items if refusal.near == f"buy {item.id}")
    assert near.cost <= 300_000
    assert near.deck is load_catalog().items[launcher].deck


@pytest.mark.rule("BUY-3", "BUY-4")
def test_one_purchase_and_one_sale_a_purchasing_turn() -> None:
    match = shop(items={"red warrior": ["rusty-chainsaw"], "red scout": ["party-grenade"]})
    match.buy("lava-waders").sell("rusty-chainsaw")
    bought = match.refused(make_action(ActionKind.BUY, item_id("fan-mail")))
    sold = match.refused(make_action(ActionKind.SELL, item_id("party-grenade")))
    assert reason(bought) == ("already-bought", "BUY-3")
    assert reason(sold) == ("already-sold", "BUY-4")
    assert bought.near == sold.near == "done"


@pytest.mark.rule("BUY-10")
def test_only_what_lies_in_the_store_is_bought() -> None:
    match = shop(items={"red warrior": ["rusty-chainsaw"], "blue warrior": ["whoopee-maul"]})
    buy = {
        name: make_action(ActionKind.BUY, item_id(name))
        for name in ("rusty-chainsaw", "whoopee-maul")
    }
    assert match.refused(buy["whoopee-maul"]).code == "not-in-store"
    assert match.refused(buy["rusty-chainsaw"]).code == "already-owned"
    match.sell("rusty-chainsaw")
    assert reason(match.refused(buy["rusty-chainsaw"])) == ("just-sold", "BUY-10")


@pytest.mark.rule("BUY-21")
def test_purchasing_turns_are_counted() -> None:
    match = shop()
    frame = match.state.stack[-1]
    match.state.stack = (frame._replace(turns=(61, 60)),)  # type: ignore[call-arg]
    refusal = match.refused(make_action(ActionKind.BUY, item_id("fan-mail")))
    assert reason(refusal) == ("purchase-cap", "BUY-21")
    assert (refusal.need, refusal.have) == (60, 61)


@pytest.mark.rule("BUY-21")
def test_a_purchasing_turn_ends_in_one_of_two_ways() -> None:
    match = shop()
    assert match.refused(DONE).near == "pass"
    match.buy("fan-mail").equip("fan-mail", "red scout")
    assert reason(match.refused(PASS)) == ("turn-used", "BUY-21")


@pytest.mark.rule("BUY-12", "EQUIP-8")
def test_nobody_passes_with_an_item_that_no_unit_has() -> None:
    match = shop(items={"red warrior": ["rusty-chainsaw"]}).unequip("rusty-chainsaw")
    refusal = match.refused(PASS)
    assert reason(refusal) == ("unequipped", "BUY-12")
    assert (refusal.need, refusal.have) == (0, 1)
    assert refusal.near == "equip rusty-chainsaw red.warrior"
    assert "equip or sell the Rusty Chainsaw first" in said(match, refusal)


@pytest.mark.rule("EQUIP-1", "EQUIP-2", "EQUIP-3", "EQUIP-4")
def test_an_item_that_does_not_fit_says_why_and_who_else() -> None:
    match = shop(
        items={
            "red warrior": ["rusty-chainsaw", "fan-mail", "lava-waders"],
            "red gunner": ["pogo-tank", "wallcrawler-onesie"],
            "red medic": ["cardboard-cuirass", "hovering-bathtub"],
        }
    )
    wrong = {
        ("cardboard-cuirass", RED_WARRIOR): ("full", "EQUIP-1"),
        ("rusty-chainsaw", RED_GUNNER): ("type", "EQUIP-4"),
        ("cardboard-cuirass", RED_GUNNER): ("armor", "EQUIP-2"),
        ("hovering-bathtub", RED_GUNNER): ("vehicle", "EQUIP-3"),
        ("fan-mail", BLUE_GUNNER): ("not-own-unit", "EQUIP-11"),
        ("fan-mail", RED_WARRIOR): ("already-equipped", "EQUIP-11"),
        ("extendable-stamp", RED_GUNNER): ("not-owned", "EQUIP-8"),
    }
    for (name, unit), expected in wrong.items():
        refusal = match.refused(make_action(ActionKind.EQUIP, item_id(name), unit))
        assert reason(refusal) == expected
    assert (
        match.refused(make_action(ActionKind.SELL, item_id("extendable-stamp"))).code == "not-owned"
    )
    assert (
        match.refused(make_action(ActionKind.UNEQUIP, item_id("extendable-stamp"))).code
        == "not-owned"
    )


@pytest.mark.rule("BUY-21")
def test_an_item_is_put_on_once_a_purchasing_turn() -> None:
    match = shop(items={"red warrior": ["fan-mail"]}).equip("fan-mail", "red scout")
    again = match.refused(make_action(ActionKind.EQUIP, item_id("fan-mail"), RED_MEDIC))
    aside = match.refused(make_action(ActionKind.UNEQUIP, item_id("fan-mail")))
    assert reason(again) == reason(aside) == ("already-placed", "BUY-21")


@pytest.mark.rule("EQUIP-11")
def test_what_lies_aside_cannot_be_put_aside() -> None:
    match = shop(items={"red warrior": ["fan-mail"]}).unequip("fan-mail")
    assert (
        match.refused(make_action(ActionKind.UNEQUIP, item_id("fan-mail"))).code == "not-equipped"
    )


# -- cards and abilities ---------------------------------------------------------------------------


@pytest.mark.rule("CARD-9")
def test_only_cards_of_the_own_hand_are_laid_and_played() -> None:
    match = in_card_step()
    refusal = match.refused(make_action(ActionKind.LAY, card_id("elbow-grease")))
    assert reason(refusal) == ("not-in-hand", "CARD-9")
    assert reason(play(match, "shrapnel-surprise")) == ("not-in-hand", "CARD-9")


@pytest.mark.rule("CARD-3")
def test_a_card_without_ability_is_laid_instead() -> None:
    refusal = play(in_card_step(), "loud-noise")
    assert reason(refusal) == ("value-only", "CARD-3")
    assert refusal.near == "lay loud-noise"


@pytest.mark.rule("CARD-4", "CARD-5", "CARD-6")
def test_every_card_has_its_time() -> None:
    hand = ["borrowed-legs", "very-long-arm", "third-lung", "encore"]
    match = scene(units={"red scout": "f3"}, hands={"red": hand}, wounds={"red scout": 1})
    assert reason(play(match, "borrowed-legs")) == ("wrong-window", "CARD-4")
    assert reason(play(match, "very-long-arm")) == ("wrong-window", "CARD-5")
    assert play(match, "encore").code == "wrong-window"
    match.activate("red scout")
    assert reason(play(match, "third-lung", RED_SCOUT)) == ("wrong-window", "CARD-6")


@pytest.mark.rule("CARD-4", "CARD-6")
@pytest.mark.parametrize("card", ["borrowed-legs", "very-long-arm", "hyper-cube"])
def test_in_the_card_step_of_an_attack_it_is_the_attack_that_is_in_the_way(card: str) -> None:
    match = scene(
        units={"red warrior": "k11", "blue gunner": "k12"},
        hands={"red": [card, "crowd-roar"]},
        active="red warrior",
    ).attack("blue gunner")
    assert match.question is Question.ATTACK_CARDS
    refusal = play(match, card)
    assert refusal.code == "wrong-window"
    assert "finish the attack first" in said(match, refusal)


@pytest.mark.rule("CARD-12")
def test_a_card_that_would_change_nothing_stays_in_the_hand() -> None:
    match = scene(hands={"red": ["third-lung", "jail-riot"]}, units={"red scout": "jail nw"})
    assert reason(play(match, "third-lung", RED_WARRIOR)) == ("no-effect", "CARD-12")
    refusal = play(match, "jail-riot", 2)
    assert reason(refusal) == ("jail-empty", "CARD-12")
    assert refusal.near == "play jail-riot on nw"


@pytest.mark.rule("JAIL-3", "BASE-1")
def test_a_card_reaches_only_those_it_may_be_used_on() -> None:
    match = scene(
        units={"red scout": "jail nw", "blue gunner": "k5"},
        wounds={"red warrior": 1},
        hands={"red": ["third-lung", "wet-floor-sign"]},
    )
    assert reason(play(match, "third-lung", RED_SCOUT)) == ("target-jailed", "JAIL-3")
    assert play(match, "third-lung", BLUE_GUNNER).code == "wrong-side"
    assert play(match, "third-lung").code == "choice-needed"
    refusal = play(match, "wet-floor-sign", BLUE_WARRIOR)
    assert reason(refusal) == ("target-in-base", "BASE-1")
    assert refusal.near == "play wet-floor-sign on blue.gunner"


@pytest.mark.rule("RANGE-6")
def test_an_item_for_teammates_has_a_range() -> None:
    match = scene(
        units={"red medic": "k5", "red warrior": "f5", "red scout": "k6"},
        items={"red medic": ["long-distance-defibrillator"]},
        wounds={"red warrior": 2, "red scout": 1},
        active="red medic",
    )
    refusal = use(match, "long-distance-defibrillator", RED_WARRIOR)
    assert reason(refusal) == ("out-of-range", "RANGE-6")
    assert (refusal.need, refusal.have) == (5, 4)
    assert refusal.near == "use long-distance-defibrillator on red.scout"


@pytest.mark.rule("BASE-3", "PHASE-8")
def test_an_item_that_takes_an_action_needs_one() -> None:
    items = {"red medic": ["long-distance-defibrillator"]}
    match = scene(items=items, wounds={"red scout": 1}, active="red medic")
    assert reason(use(match, "long-distance-defibrillator", RED_SCOUT)) == ("in-base", "BASE-3")
    match = scene(
        units={"red medic": "f2", "red scout": "f3"},
        items=items,
        wounds={"red scout": 1},
        active="red medic",
    )
    match.capture()
    refusal = use(match, "long-distance-defibrillator", RED_SCOUT)
    assert reason(refusal) == ("action-spent", "PHASE-8")


def test_an_ability_is_used_by_the_unit_that_has_it() -> None:
    match = scene(
        units={"red scout": "f3", "red medic": "g3"},
        items={
            "red medic": ["long-distance-defibrillator", "far-sighted-spectacles"],
            "blue medic": ["group-therapy"],
        },
        wounds={"red scout": 1},
        active="red scout",
    )
    assert use(match, "long-distance-defibrillator", RED_SCOUT).code == "not-active"
    assert use(match, "group-therapy").code == "not-own-unit"
    assert use(match, "applause-sign").code == "not-carried"
    assert use(match, "far-sighted-spectacles").code == "always-on"


@pytest.mark.rule("JAIL-2")
def test_an_ability_counts_its_uses() -> None:
    match = scene(
        units={"red medic": "jail nw", "red scout": "jail ne"},
        items={"red medic": ["bribed-bailiff"], "red warrior": ["vacuum-tube-escape"]},
    )
    assert reason(use(match, "bribed-bailiff", RED_SCOUT)) == ("jailed", "JAIL-2")
    assert use(match, "vacuum-tube-escape").code == "not-jailed"
    match = scene(
        units={"red scout": "jail ne", "red gunner": "jail nw"},
        items={"red medic": ["bribed-bailiff"]},
    )
    match.play("bribed-bailiff", "red scout")
    refusal = use(match, "bribed-bailiff", RED_GUNNER)
    assert (refusal.code, refusal.need, refusal.have) == ("limit", 2, 1)


def test_a_defender_may_be_denied_its_cards() -> None:
    match = scene(
        units={"red medic": "e15", "blue gunner": "f15"},
        items={
            "red medic": ["pre-signed-consent-form"],
            "blue gunner": ["stuntmans-insurance-vest"],
        },
        hands={"blue": ["loud-noise"]},
        active="red medic",
    )
    match.attack("blue gunner", "pre-signed-consent-form")
    assert match.question is Question.DEFENCE_CARDS
    refusal = match.refused(make_action(ActionKind.LAY, card_id("loud-noise")))
    assert (refusal.code, refusal.near) == ("cards-denied", "commit")


def test_a_reaction_answers_what_has_happened() -> None:
    match = scene(
        units={"red scout": "f2"},
        hands={"red": ["killer-bee-hive", "encore"]},
        active="red scout",
    )
    match.capture()
    assert match.question is Question.REACTION
    hive = make_action(ActionKind.PLAY, card_id("killer-bee-hive"), 0, option(-1, RED_MEDIC))
    assert match.refused(hive).code == "wrong-subject"
    assert play(match, "encore").code == "wrong-window"
    refusal = match.refused(END_TURN)
    assert (refusal.code, refusal.near) == ("wrong-question", "decline")


# -- numbers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "number",
    [0, 3, 63 << 24, int(END_TURN) + 1, int(END_TURN) | 1 << 30, int(PASS) | 5 << 12, -1, 1 << 60],
)
def test_numbers_that_spell_nothing_are_malformed(number: int) -> None:
    assert not is_well_formed(number)
    refusal = scene().refused(Action(number))
    assert (refusal.code, refusal.near) == ("malformed", "")


def test_numbers_that_name_nothing_are_unknown() -> None:
    assert shop().refused(make_action(ActionKind.BUY, 999)).code == "unknown-item"
    assert shop().refused(make_action(ActionKind.EQUIP, 0, 99)).code == "unknown-unit"
    assert scene().refused(make_action(ActionKind.ACTIVATE, 99)).code == "unknown-unit"
    assert scene().refused(make_action(ActionKind.PLAY, 99)).code == "unknown-card"
    assert scene().refused(make_action(ActionKind.USE, 999)).code == "unknown-ability"


# -- laws ------------------------------------------------------------------------------------------


@cache
def written_rules() -> frozenset[str]:
    text = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
    return frozenset(re.findall(r"^- \*\*([A-Z][A-Z0-9-]*-\d+)\*\*", text, re.MULTILINE))


def refused_by(state: State, action: Action) -> IllegalAction:
    """The refusal of an action, which must leave no trace."""
    before, ply = fingerprint(state), state.ply
    with pytest.raises(IllegalAction) as caught:
        apply_action(state, action)
    assert (fingerprint(state), state.ply) == (before, ply)
    return caught.value


def mutant(asked: Decision, state: State, rng: Random) -> Action:
    """A legal answer with something changed, or any well-formed action, or any number."""
    legal = rng.choice(asked.options)
    numbers = (
        0,
        a_of(legal),
        b_of(legal),
        rng.randrange(len(state.space)),
        rng.randrange(len(state.setup.catalog.items)),
        rng.randrange(state.setup.board.grid.size),
        rng.choice(state.hands[max(0, asked.seat)] or (0,)),
        rng.choice(list(state.gear.bearer) or [0]),
    )
    kind = rng.random()
    if kind < 0.05:
        return Action(rng.randrange(-9, 1 << 48))
    verb = kind_of(legal) if kind < 0.5 else rng.choice(list(ActionKind))
    made = make_action(verb, rng.choice(numbers), rng.choice(numbers), rng.choice((0, c_of(legal))))
    for trimmed in (made, make_action(verb, a_of(made), b_of(made)), make_action(verb, a_of(made))):
        if is_well_formed(trimmed):
            return trimmed
    return make_action(verb)


EAGER = (
    ActionKind.ATTACK,
    ActionKind.USE,
    ActionKind.PLAY,
    ActionKind.HIT,
    ActionKind.LAY,
    ActionKind.CAPTURE,
    ActionKind.RELEASE,
)


def lively(asked: Decision, rng: Random) -> Action:
    """An answer that arms everybody soon and then looks for trouble."""
    verbs: tuple[tuple[ActionKind, ...], ...] = (EAGER,)
    if asked.question is Question.PURCHASE:
        verbs = ((ActionKind.EQUIP,), (ActionKind.BUY,), (ActionKind.DONE, ActionKind.PASS))
    for wanted in verbs:
        found = [legal for legal in asked.options if kind_of(legal) in wanted]
        if found and rng.random() < 0.8:
            return rng.choice(found)
    return rng.choice(asked.options)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_not_legal_is_refused_for_a_reason(seed: int) -> None:
    rng = Random(seed)
    state = new_game(load_catalog(), load_board("waspworth"), seats=2 + seed % 3)
    while (asked := decision(state)) is not None:
        tries = 1 if asked.question in (Question.PURCHASE, Question.DRAW) else 6
        texts = {action_text(state.setup, legal, asked.seat) for legal in asked.options}
        for _ in range(tries):
            action = mutant(asked, state, rng)
            if action in asked.options or (action == CONCEDE and asked.seat != CHANCE):
                continue
            refusal = refused_by(state, action)
            assert refusal.code not in {"", "other", "not-offered"}, str(refusal)
            assert not refusal.rule or refusal.rule in written_rules(), refusal.rule
            assert not refusal.near or refusal.near in texts, refusal.near
            text = refusal_text(refusal.refusal, state.setup)
            assert text.startswith("You can't ")
            assert "\n" not in text
        apply_action(state, lively(asked, rng), trusted=True)
