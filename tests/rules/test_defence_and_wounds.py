"""Defence values, wounds, and what is left of a unit afterwards."""

from __future__ import annotations

from typing import Any

import pytest
from scenes import Match, scene

from deathdome.model.decisions import Question
from deathdome.model.events import Reckoned, Wounded

RED, MATE, BLUE, SHOOTER, TARGET = (
    "red warrior",
    "red medic",
    "blue warrior",
    "blue gunner",
    "blue scout",
)


def fight(target: str, weapon: str = "punch", **more: Any) -> Match:
    """The red warrior has declared an attack on an adjacent blue unit."""
    units = {RED: "d15", target: "e15", **more.pop("units", {})}
    carried = {} if weapon == "punch" else {RED: [weapon]}
    items = {**carried, **more.pop("items", {})}
    return scene(units=units, items=items, active=RED, **more).attack(target, weapon)


@pytest.mark.rule("DEFEND-1", "DEFEND-3", "TEAM-7")
def test_defence_is_unit_toughness_items_boosts_and_cards() -> None:
    items = {SHOOTER: ["cyber-suit", "displacer-helm", "haunted-steamroller"]}
    match = fight(SHOOTER, items=items, hands={"blue": ["loose-change", "elbow-grease"]})
    match.lay("loose-change", "elbow-grease").commit()
    (sums,) = match.told(Reckoned)
    assert (sums.toughness, sums.defence_cards) == (1 + 3 + 1 + 2, 3)


@pytest.mark.rule("DEFEND-1", "NOTE-PRESS-4")
def test_a_toughness_boost_counts_in_defence() -> None:
    match = scene(
        units={MATE: "d14", RED: "d15", BLUE: "e15"},
        items={MATE: ["portable-second-opinion"]},
        active=MATE,
        empty_deck=True,
    )
    match.play("portable-second-opinion", RED).end_phase().end_turn().activate(BLUE).attack(RED)
    assert match.told(Reckoned)[0].toughness == 1 + 3


@pytest.mark.rule("DEFEND-2", "CARD-9")
def test_a_defender_may_keep_the_cards() -> None:
    match = fight(TARGET, hands={"blue": ["sponsors-darling"]}).commit()
    assert (match.wounds(TARGET), match.hand("blue")) == (2, ["sponsors-darling"])


@pytest.mark.rule("DEFEND-2")
def test_a_defender_may_lay_the_whole_hand() -> None:
    match = fight(TARGET, hands={"blue": ["loose-change"] * 2}).lay(*["loose-change"] * 2).commit()
    assert (match.wounds(TARGET), match.hand("blue")) == (0, [])


@pytest.mark.rule("DEFEND-4", "ATTACK-11", "AMB-59")
@pytest.mark.parametrize(("armor", "wounds"), [("knife-proof-cardigan", 0), ("cyber-suit", 0)])
def test_punch_is_close_combat_for_armor_against_close_weapons(armor: str, wounds: int) -> None:
    match = fight(BLUE, items={BLUE: [armor], RED: ["steroid-lunchbox"]})
    assert match.wounds(BLUE) == wounds
    bathrobe = fight(BLUE, items={BLUE: ["bulletproof-bathrobe"], RED: ["steroid-lunchbox"]})
    assert bathrobe.wounds(BLUE) == 3 - 1 - 1


@pytest.mark.rule("AMB-59", "DEFEND-4")
@pytest.mark.parametrize("armor", ["knife-proof-cardigan", "bulletproof-bathrobe"])
def test_a_bug_token_has_no_kind_that_armor_could_know(armor: str) -> None:
    items = {RED: [armor, "haunted-steamroller", "spare-spleen"]}
    match = scene(units={RED: "d14"}, items=items, tokens={"beehive": ("e14", "blue")}, active=RED)
    assert match.walk("e14").wounds(RED) == 10 - 1 - 1 - 2


@pytest.mark.rule("DEFEND-5", "INCAP-5")
def test_an_incapacitated_unit_defends_with_everything_it_has() -> None:
    match = fight(
        SHOOTER,
        "nap-hammer",
        items={SHOOTER: ["cardboard-cuirass"]},
        down=[SHOOTER],
        hands={"blue": ["elbow-grease"]},
    )
    assert match.lay("elbow-grease").commit().wounds(SHOOTER) == 2 + 3 - 1 - 1 - 2


@pytest.mark.rule("DEFEND-6", "PAYBACK-6")
def test_defence_cards_are_played_against_a_payback_too() -> None:
    hands = {"red": ["loud-noise", "elbow-grease"]}
    match = fight(BLUE, items={BLUE: ["landmine-lederhosen"]}, hands=hands).commit()
    assert (match.question, match.asked_team) == (Question.DEFENCE_CARDS, "red")
    match.lay("elbow-grease").commit()
    assert match.wounds(RED) == 6 - 1 - 2


@pytest.mark.rule("WOUND-1", "WOUND-2")
def test_wounds_are_never_less_than_none() -> None:
    match = fight(BLUE, items={BLUE: ["concrete-overcoat"]}, wounds={BLUE: 2})
    assert (match.wounds(BLUE), match.told(Wounded)) == (2, [])


@pytest.mark.rule("WOUND-3", "WOUND-5", "TEAM-8", "DEATH-1")
def test_wounds_of_several_attacks_add_up_until_the_unit_dies() -> None:
    match = fight(TARGET, phases=4)
    match.end_phase().activate(RED).attack(TARGET)
    assert match.told(Wounded)[-1].vitae == 1
    match.end_phase().activate(RED).attack(TARGET)
    assert match.question is Question.JAIL
    assert match.jail("nw").where(TARGET) == "jail nw"


@pytest.mark.rule("WOUND-5")
def test_wounds_stay_over_the_turns() -> None:
    match = fight(TARGET, empty_deck=True).end_phase().end_turn().end_turn().end_turn()
    assert match.wounds(TARGET) == 2


@pytest.mark.rule("WOUND-5", "BASE-1", "AMB-132")
def test_wounds_stay_in_the_base() -> None:
    match = scene(units={RED: "k3"}, wounds={RED: 2}, active=RED).walk_home()
    assert (match.where(RED), match.wounds(RED)) == ("base", 2)


@pytest.mark.rule("WOUND-6", "AMB-52")
def test_vitae_may_be_negative_while_a_death_is_resolved() -> None:
    match = fight(TARGET, "guillotine-on-a-stick")
    assert match.told(Wounded)[0].vitae == 5 - 8
    assert match.wounds(TARGET) == 8
    assert match.question is Question.JAIL


@pytest.mark.rule("WOUND-2", "INCAP-1", "PUSH-1")
def test_without_a_wound_there_is_no_wound_effect() -> None:
    hands = {"blue": ["sponsors-darling"]}
    match = fight(SHOOTER, "whoopee-maul", hands=hands).lay("sponsors-darling").commit()
    assert (match.wounds(SHOOTER), match.where(SHOOTER)) == (0, "e15")


@pytest.mark.rule("DEATH-3", "DEATH-4", "DEATH-8", "JAIL-1", "AMB-79")
def test_each_dead_unit_gives_a_shell_and_a_jail_of_its_own() -> None:
    match = scene(
        units={RED: "d15", TARGET: "e15", BLUE: "c15"},
        items={RED: ["upside-down-lawnmower"]},
        wounds={TARGET: 4, BLUE: 4},
        active=RED,
    )
    match.attack(None, "upside-down-lawnmower").hit(BLUE).jail("nw").jail("se")
    assert (match.where(BLUE), match.where(TARGET)) == ("jail nw", "jail se")
    assert match.shells("red") == 2
    assert match.wounds(BLUE) == match.wounds(TARGET) == 0


@pytest.mark.rule("JAIL-1", "AMB-72")
def test_jail_ends_incapacitation_and_boosts() -> None:
    match = scene(
        units={RED: "d15", TARGET: "e15"},
        items={RED: ["bribed-bailiff"], BLUE: ["bribed-bailiff"]},
        wounds={TARGET: 4},
        down=[TARGET],
        hands={"red": ["wet-floor-sign"]},
    )
    match.play("wet-floor-sign", TARGET)
    assert match.discarded("wet-floor-sign") == 0
    match.activate(RED).attack(TARGET).jail("nw")
    assert not match.is_down(TARGET)
    assert match.discarded("wet-floor-sign") == 1


@pytest.mark.rule("AMB-51", "PHASE-9")
def test_an_active_unit_that_dies_loses_its_phase_but_not_the_teams_next_one() -> None:
    match = fight(BLUE, items={BLUE: ["landmine-lederhosen"]}, wounds={RED: 1}).jail("nw")
    assert (match.where(RED), match.question) == ("jail nw", Question.TURN)
    match.activate(MATE)


@pytest.mark.rule("INCAP-6", "INCAP-7", "AMB-70", "AMB-71")
def test_two_blows_of_the_nap_hammer_cost_one_turn_only() -> None:
    match = fight(SHOOTER, "nap-hammer", items={SHOOTER: ["cyber-suit"]}, empty_deck=True)
    match.end_phase().activate(RED).attack(SHOOTER, "nap-hammer").end_phase().end_turn()
    assert match.is_down(SHOOTER)
    assert not match.end_turn().is_down(SHOOTER)


@pytest.mark.rule("TEAM-11", "NOTE-HABS-1", "EX-10")
def test_an_item_with_vitae_lets_its_unit_take_that_many_wounds_more() -> None:
    def struck(*items: str) -> str:
        match = scene(
            units={RED: "d15", SHOOTER: "e15"},
            items={SHOOTER: list(items)},
            wounds={SHOOTER: 5},
            hands={"red": ["sponsors-darling"]},
            active=RED,
        )
        match.attack(SHOOTER).lay("sponsors-darling").commit_all()
        return "dead" if match.question is Question.JAIL else f"{match.wounds(SHOOTER)} wounds"

    assert struck() == "dead"
    assert struck("hyperbranched-aramid-blast-suit") == "dead"
    assert struck("hyperbranched-aramid-blast-suit", "spare-spleen") == "9 wounds"
