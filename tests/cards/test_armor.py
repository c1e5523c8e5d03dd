"""The armor deck: what each card does in a match."""

from __future__ import annotations

from typing import Any

import pytest
from scenes import Match, scene

from deathdome.model.actions import ActionKind
from deathdome.model.decisions import Question

RED, BLUE, SHOOTER = "red warrior", "blue warrior", "blue gunner"


def attacked(armor: str, weapon: str = "punch", **more: Any) -> Match:
    """Blue's turn: blue is about to hit the red warrior, who wears one armor."""
    ranged = weapon in {"potato-enforcer", "apology-rifle", "missile-launcher"}
    attacker = SHOOTER if ranged else BLUE
    units = {RED: "e15", attacker: "d15", **more.pop("units", {})}
    carried = {} if weapon == "punch" else {attacker: [weapon]}
    items = {RED: [armor], **carried, **more.pop("items", {})}
    return scene(units=units, items=items, turn="blue", active=attacker, **more)


@pytest.mark.card(
    "cardboard-cuirass",
    "feathered-breastplate",
    "lava-waders",
    "wallcrawler-onesie",
    "cyber-suit",
    "hyperbranched-aramid-blast-suit",
    "concrete-overcoat",
    "landmine-lederhosen",
    "emperors-old-armor",
)
@pytest.mark.rule("DEFEND-1", "DEFEND-3")
@pytest.mark.parametrize(
    ("armor", "toughness"),
    [
        ("cardboard-cuirass", 1),
        ("feathered-breastplate", 1),
        ("lava-waders", 1),
        ("wallcrawler-onesie", 1),
        ("cyber-suit", 3),
        ("hyperbranched-aramid-blast-suit", 2),
        ("concrete-overcoat", 4),
        ("landmine-lederhosen", 2),
        ("emperors-old-armor", 3),
    ],
)
def test_armor_takes_its_toughness_from_every_attack(armor: str, toughness: int) -> None:
    for weapon, strength in (("grudge-axe", 4), ("potato-enforcer", 2)):
        match = attacked(armor, weapon, hands={"blue": ["elbow-grease"]})
        match.attack(RED, weapon).lay("elbow-grease").commit()
        assert match.wounds(RED) == max(0, strength + 2 - 1 - toughness)


def walks(armor: str, space: str = "d15") -> set[str]:
    return scene(units={RED: space}, items={RED: [armor]}, active=RED).walks()


@pytest.mark.card("feathered-breastplate", "concrete-overcoat", "cardboard-cuirass")
def test_feathered_breastplate_adds_a_step_and_concrete_overcoat_takes_one() -> None:
    assert {"j15"} == walks("feathered-breastplate") & {"j15", "k15"}
    assert {"i15"} == walks("cardboard-cuirass") & {"i15", "j15"}
    assert {"h15"} == walks("concrete-overcoat") & {"h15", "i15"}


@pytest.mark.card(
    "wearable-padded-cell",
    "beekeepers-regalia",
    "hyperbranched-aramid-blast-suit",
    "emperors-old-armor",
)
@pytest.mark.rule("TEAM-11")
@pytest.mark.parametrize(
    ("armor", "vitae"),
    [
        ("wearable-padded-cell", 8),
        ("beekeepers-regalia", 6),
        ("hyperbranched-aramid-blast-suit", 7),
        ("emperors-old-armor", 7),
    ],
)
def test_armor_with_vitae_lets_its_bearer_live_longer(armor: str, vitae: int) -> None:
    hands = {"blue": ["sponsors-darling"]}
    alive = attacked(armor, wounds={RED: vitae - 4}, hands=hands)
    alive.attack(RED).commit()
    assert alive.where(RED) == "e15"
    dead = attacked(armor, wounds={RED: vitae - 1}, hands=hands)
    dead.attack(RED).lay("sponsors-darling").commit().jail("nw")
    assert dead.where(RED) == "jail nw"


@pytest.mark.card("wearable-padded-cell", "concrete-overcoat")
@pytest.mark.parametrize("armor", ["wearable-padded-cell", "concrete-overcoat"])
def test_heavy_armor_is_not_pushed_back(armor: str) -> None:
    match = attacked(armor, "whoopee-maul", hands={"blue": ["crowd-roar"]})
    match.attack(RED, "whoopee-maul").lay("crowd-roar").commit()
    assert match.wounds(RED) > 0
    assert match.where(RED) == "e15"


@pytest.mark.card("wearable-padded-cell", "rude-shove")
@pytest.mark.rule("CARD-12")
def test_wearable_padded_cell_leaves_nothing_to_shove() -> None:
    assert attacked("wearable-padded-cell", hands={"blue": ["rude-shove"]}).usable() == set()
    assert attacked("cardboard-cuirass", hands={"blue": ["rude-shove"]}).usable() == {"rude-shove"}


POOL = """
B B . . . . . . B B
. . ~ T T T ~ . . .
. . ~ T C T ~ . . J
. . ~ T T T ~ . . J
. . . . . . . . . .
"""
WALLED = """
B B . # # . . B B
. . . # # . . . J
. . . # # . . . J
"""


@pytest.mark.card("lava-waders")
@pytest.mark.rule("LAVA-1", "LAVA-4", "LAVA-6")
def test_lava_waders_walk_in_lava_but_not_from_there_onto_a_tower() -> None:
    assert "c3" not in scene(board=POOL, units={RED: "b3"}, active=RED).walks()
    match = scene(board=POOL, units={RED: "b3"}, items={RED: ["lava-waders"]}, active=RED)
    assert {"c2", "c3", "c4"} <= match.walks()
    assert not {"d2", "d3", "d4"} & match.walk("c3").walks()


@pytest.mark.card("lava-waders")
@pytest.mark.rule("LAVA-5")
def test_lava_waders_step_down_from_a_tower_into_lava() -> None:
    assert "c3" not in scene(board=POOL, units={RED: "d3"}, active=RED).walks()
    match = scene(board=POOL, units={RED: "d3"}, items={RED: ["lava-waders"]}, active=RED)
    assert match.walk("c3").where(RED) == "c3"


@pytest.mark.card("lava-waders", "cardboard-cuirass")
@pytest.mark.rule("LAVA-3", "LAVA-8", "AMB-64")
def test_lava_waders_survive_a_push_into_lava_and_others_do_not() -> None:
    units = {RED: "j15", BLUE: "j16"}
    wader = attacked("lava-waders", "whoopee-maul", units=units).attack(RED, "whoopee-maul")
    assert (wader.where(RED), wader.wounds(RED)) == ("j14", 2 + 2 - 1 - 1)
    other = attacked("cardboard-cuirass", "whoopee-maul", units=units).attack(RED, "whoopee-maul")
    assert (other.question, other.asked_team) == (Question.JAIL, "blue")


@pytest.mark.card("knife-proof-cardigan", "bulletproof-bathrobe")
@pytest.mark.rule("DEFEND-4", "ATTACK-11", "AMB-41", "AMB-59")
@pytest.mark.parametrize(
    ("armor", "weapon", "wounds"),
    [
        ("knife-proof-cardigan", "grudge-axe", 4 - 1 - 3),
        ("knife-proof-cardigan", "punch", 0),
        ("knife-proof-cardigan", "missile-launcher", 4 - 1 - 1),
        ("bulletproof-bathrobe", "missile-launcher", 4 - 1 - 3),
        ("bulletproof-bathrobe", "grudge-axe", 4 - 1 - 1),
    ],
)
def test_cardigan_and_bathrobe_look_at_the_weapon_not_at_the_distance(
    armor: str, weapon: str, wounds: int
) -> None:
    assert attacked(armor, weapon).attack(RED, weapon).wounds(RED) == wounds


@pytest.mark.card("knife-proof-cardigan", "bulletproof-bathrobe")
@pytest.mark.parametrize("armor", ["knife-proof-cardigan", "bulletproof-bathrobe"])
def test_cardigan_and_bathrobe_give_a_payback_their_plain_toughness_only(armor: str) -> None:
    items = {RED: [armor], BLUE: ["porcupine-tuxedo"]}
    match = scene(units={RED: "e15", BLUE: "d15"}, items=items, active=RED).attack(BLUE)
    assert match.wounds(RED) == 3 - 1 - 1


@pytest.mark.card("beekeepers-regalia")
@pytest.mark.rule("NOTE-BUG-4")
def test_beekeepers_regalia_walks_over_bug_tokens_untouched() -> None:
    tokens = {"beehive": ("e14", "blue")}
    bare = scene(units={RED: "d14"}, tokens=tokens, active=RED, empty_deck=True).walk("e14")
    assert bare.question is Question.JAIL
    items = {RED: ["beekeepers-regalia"]}
    match = scene(units={RED: "d14"}, items=items, tokens=tokens, active=RED).walk("e14")
    assert (match.where(RED), match.wounds(RED)) == ("e14", 0)


@pytest.mark.card("beekeepers-regalia")
def test_beekeepers_regalia_stops_splash_aimed_at_a_neighbour_only() -> None:
    units = {"red medic": "f15", SHOOTER: "h15", BLUE: "base"}
    match = attacked("beekeepers-regalia", "missile-launcher", units=units)
    match.attack("red medic", "missile-launcher")
    assert (match.wounds("red medic"), match.wounds(RED)) == (4 - 1, 0)
    match = attacked("beekeepers-regalia", "missile-launcher", units=units)
    match.attack(RED, "missile-launcher").hit(RED)
    assert (match.wounds("red medic"), match.wounds(RED)) == (4 - 1, 4 - 2)


@pytest.mark.card("porcupine-tuxedo", "landmine-lederhosen")
@pytest.mark.rule("PAYBACK-1", "PAYBACK-4")
@pytest.mark.parametrize(
    ("armor", "payback"), [("porcupine-tuxedo", 3), ("landmine-lederhosen", 6)]
)
def test_payback_armor_answers_with_its_number(armor: str, payback: int) -> None:
    match = attacked(armor, items={BLUE: ["spare-spleen"]}).attack(RED)
    assert match.wounds(BLUE) == payback - 1


@pytest.mark.card("stuntmans-insurance-vest")
def test_stuntmans_insurance_vest_ignores_one_attack_in_a_match() -> None:
    match = attacked("stuntmans-insurance-vest", "grudge-axe", empty_deck=True)
    match.attack(RED, "grudge-axe").play("stuntmans-insurance-vest").commit()
    assert match.wounds(RED) == 0
    match.end_phase().activate(BLUE).attack(RED, "grudge-axe")
    assert match.wounds(RED) == 2 + 2 - 1 - 1


@pytest.mark.card("stuntmans-insurance-vest")
def test_stuntmans_insurance_vest_can_be_saved_for_later() -> None:
    match = attacked("stuntmans-insurance-vest", "grudge-axe", empty_deck=True)
    match.attack(RED, "grudge-axe").commit()
    assert match.wounds(RED) == 2
    match.end_phase().activate(BLUE).attack(RED, "grudge-axe")
    assert match.usable() == {"stuntmans-insurance-vest"}


@pytest.mark.card("wallcrawler-onesie")
@pytest.mark.rule("AMB-136", "MOVE-4")
def test_wallcrawler_onesie_walks_over_walls_without_stopping_in_them() -> None:
    assert "e2" not in scene(board=WALLED, units={RED: "c2"}, active=RED).walks()
    items = {RED: ["wallcrawler-onesie"]}
    match = scene(board=WALLED, units={RED: "c2"}, items=items, active=RED)
    assert {"f1", "f2", "f3"} <= match.walks()
    assert not {"d1", "d2", "e2", "d3"} & match.walks()


@pytest.mark.card("landmine-lederhosen")
@pytest.mark.rule("PAYBACK-3")
def test_landmine_lederhosen_go_off_although_their_bearer_died() -> None:
    match = attacked("landmine-lederhosen", "grudge-axe", wounds={RED: 4})
    match.attack(RED, "grudge-axe").jail("nw")
    assert match.where(RED) == "jail nw"
    assert (match.question, match.asked_team) == (Question.JAIL, "red")
    match.jail("se")
    assert (match.where(BLUE), match.shells("red"), match.shells("blue")) == ("jail se", 1, 1)
    assert match.offers(ActionKind.WALK) == []
