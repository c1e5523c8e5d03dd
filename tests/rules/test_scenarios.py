"""Scenarios of a single match: Bonanza and Birthday."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from scenes import Match, card_id, scene

from deathdome.model.decisions import Question
from deathdome.model.events import Captured, Drew, ShellTaken
from deathdome.model.ruleset import EDITION_2021, EDITIONS

RED, TARGET, MEDIC = "red warrior", "blue scout", "blue medic"
BONANZA = replace(EDITION_2021, bonanza=True)
BIRTHDAY = replace(EDITION_2021, birthday=True)


def drawn(match: Match) -> list[int]:
    """Return the seats that have drawn a card, in order."""
    return [event.seat for event in match.told(Drew)]


# -- Holographic Johnny Cash Bonanza ---------------------------------------------------------------


def kill(**more: Any) -> Match:
    """Return the moment at which the red warrior has killed the blue scout."""
    more.setdefault("ruleset", BONANZA)
    units = {RED: "d15", TARGET: "e15", **more.pop("units", {})}
    wounds = {TARGET: 4, **more.pop("wounds", {})}
    return scene(units=units, wounds=wounds, active=RED, **more).attack(TARGET).commit_all()


@pytest.mark.rule("SCEN-BONANZA-1", "SCEN-GEN-1")
def test_a_shell_taken_draws_a_card() -> None:
    match = kill(deck=["encore"])
    assert match.hand("red") == [], "not before the jail is picked"
    match.jail("nw")
    assert (match.hand("red"), match.shells("red")) == (["encore"], 1)
    assert drawn(kill(ruleset=EDITION_2021).jail("nw")) == []


@pytest.mark.rule("SCEN-BONANZA-1", "AMB-110", "ATTACK-12")
def test_the_card_can_be_used_against_a_payback() -> None:
    match = kill(items={TARGET: ["porcupine-tuxedo"]}, deck=["loud-noise"])
    match.jail("nw")
    assert (match.question, match.asked_team) == (Question.DEFENCE_CARDS, "red")
    match.lay("loud-noise").commit()
    assert match.wounds(RED) == 0, "3 against a toughness of 1 and the 4 of the card"


@pytest.mark.rule("SCEN-BONANZA-1", "AMB-110", "DEATH-7")
def test_the_payer_back_draws_for_its_own_kill() -> None:
    match = kill(items={TARGET: ["porcupine-tuxedo"]}, wounds={RED: 3})
    match.jail("nw").commit_all().jail("se")
    assert drawn(match) == [0, 1]


@pytest.mark.rule("SCEN-BONANZA-1", "AMB-110")
def test_a_bounty_shell_draws_too_and_before_the_other() -> None:
    match = kill(items={RED: ["bounty-paperwork"]})
    assert (match.question, drawn(match)) == (Question.JAIL, [0])
    match.jail("nw")
    assert (drawn(match), match.shells("red")) == ([0, 0], 2)


@pytest.mark.rule("SCEN-BONANZA-1", "DEATH-8")
def test_a_card_is_drawn_kill_by_kill() -> None:
    match = scene(
        units={RED: "d15", TARGET: "e15", MEDIC: "f15"},
        wounds={TARGET: 4, MEDIC: 5},
        hands={"red": ["shrapnel-surprise"]},
        ruleset=BONANZA,
        active=RED,
    )
    match.attack(TARGET).play("shrapnel-surprise").commit_all().hit(TARGET).jail("nw")
    assert (match.question, drawn(match)) == (Question.JAIL, [0])
    match.jail("nw")
    assert drawn(match) == [0, 0]


@pytest.mark.rule("AMB-110", "DRAW-8")
def test_a_full_hand_draws_nothing_for_a_shell() -> None:
    hand = ["loud-noise"] * 3 + ["elbow-grease"] * 3
    for cards, number in ((hand, 1), ([*hand, "loose-change"], 0)):
        assert len(drawn(kill(hands={"red": cards}).jail("nw"))) == number


@pytest.mark.rule("SCEN-BONANZA-1", "AMB-74")
def test_a_shell_that_the_supply_lacks_draws_nothing() -> None:
    match = kill(ruleset=replace(BONANZA, shell_limit=1), shells={"blue": 1}).jail("nw")
    assert (match.told(ShellTaken), drawn(match)) == ([], [])


@pytest.mark.rule("SCEN-BONANZA-1", "DEATH-6")
def test_a_death_without_a_shell_draws_nothing() -> None:
    match = scene(
        units={TARGET: "g17"},
        tokens={"beetle-mound": ("h17", "red")},
        wounds={TARGET: 4},
        active=TARGET,
        turn="blue",
        ruleset=BONANZA,
    )
    match.walk("h17").jail("nw")
    assert drawn(match) == []


# -- Bird Heardsworth's Birthday -------------------------------------------------------------------


def birthday(unit: str = "h17", **more: Any) -> Match:
    """Return a unit phase of the red scout on its control point."""
    more.setdefault("ruleset", BIRTHDAY)
    return scene(units={"red scout": unit}, active="red scout", **more)


@pytest.mark.rule("SCEN-BIRTHDAY-1", "AMB-111")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_capture_draws_a_card(edition: str) -> None:
    ruleset = replace(EDITIONS[edition], characters=False, birthday=True)
    match = birthday(deck=["encore"], points={"h17": "blue"}, ruleset=ruleset).capture()
    assert match.hand("red") == ["encore"]
    assert drawn(birthday(ruleset=EDITION_2021).capture()) == []


@pytest.mark.rule("SCEN-BIRTHDAY-1", "AMB-111", "NOTE-BUG-1")
def test_a_bug_card_just_drawn_may_be_placed() -> None:
    match = birthday(deck=["killer-bee-hive"]).capture()
    assert match.usable() == {"killer-bee-hive"}
    match.play("killer-bee-hive")
    assert [token.space for token in match.state.tokens] == [match.space("h17")]


@pytest.mark.rule("AMB-111", "NOTE-STEP-1")
def test_a_capture_in_the_middle_of_a_walk_draws_at_once() -> None:
    match = birthday("g17", items={"red scout": ["clockwork-ankles"]})
    match.walk("h17").capture()
    assert drawn(match) == [0]
    assert match.walks(), "the walk goes on"


@pytest.mark.rule("AMB-111", "SCEN-BIRTHDAY-1")
@pytest.mark.parametrize("card", ["extendable-stamp", "very-long-arm"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_capture_from_a_distance_is_a_units_capture(card: str, edition: str) -> None:
    stamped = card == "extendable-stamp"
    match = scene(
        units={RED: "c14"},
        items={RED: [card]} if stamped else {},
        hands={} if stamped else {"red": [card]},
        active=RED,
        ruleset=replace(EDITIONS[edition], characters=False, birthday=True),
    )
    match.play(card, "e14")
    assert drawn(match) == [0]
    assert match.told(Captured)[0].unit == match.unit(RED)


@pytest.mark.rule("AMB-111", "DRAW-8")
def test_a_full_hand_draws_nothing_for_a_capture() -> None:
    hand = ["loud-noise"] * 3 + ["elbow-grease"] * 3
    match = birthday(hands={"red": [*hand, "loose-change"]}).capture()
    assert card_id("loose-change") in match.state.hands[0]
    assert drawn(match) == []
