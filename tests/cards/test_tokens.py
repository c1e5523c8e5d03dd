"""The two bug tokens: a strength 10 attack on a unit that steps there, and a push back."""

from __future__ import annotations

from typing import Any

import pytest
from scenes import Match, scene

from deathdome.model.decisions import Question

RED, MATE, BLUE = "red warrior", "red medic", "blue warrior"
TOKENS = ["beehive", "beetle-mound"]


def beside(token: str, **more: Any) -> Match:
    """The red warrior on d14 next to a token on e14, its unit phase open."""
    units = {RED: "d14", **more.pop("units", {})}
    tokens = {token: ("e14", more.pop("placer", "blue"))}
    more.setdefault("active", RED)
    return scene(units=units, tokens=tokens, **more)


@pytest.mark.card("beehive", "beetle-mound")
@pytest.mark.rule("NOTE-BUG-4", "NOTE-BUG-7", "DEFEND-6")
@pytest.mark.parametrize("token", TOKENS)
def test_a_token_attacks_with_ten_and_sends_back_whom_it_wounds(token: str) -> None:
    hands = {"red": ["crowd-roar"]}
    match = beside(token, hands=hands, items={RED: ["cyber-suit"]}).walk("e14")
    assert (match.question, match.asked_team) == (Question.DEFENCE_CARDS, "red")
    match.lay("crowd-roar").commit()
    assert (match.wounds(RED), match.where(RED)) == (10 - 1 - 3 - 4, "d14")


@pytest.mark.card("beehive", "beetle-mound")
@pytest.mark.rule("NOTE-BUG-5", "NOTE-BUG-4")
@pytest.mark.parametrize("token", TOKENS)
def test_a_token_attacks_its_own_side_and_at_each_new_step(token: str) -> None:
    items = {RED: ["emperors-old-armor", "spare-spleen"]}
    hands = {"red": ["elbow-grease"] * 2}
    match = beside(token, placer="red", items=items, hands=hands)
    for wounds in (4, 8):
        match.walk("e14").lay("elbow-grease").commit()
        assert (match.wounds(RED), match.where(RED)) == (wounds, "d14")


@pytest.mark.card("beehive", "beetle-mound")
@pytest.mark.rule("NOTE-BUG-8", "AMB-73", "DEATH-6")
@pytest.mark.parametrize("token", TOKENS)
@pytest.mark.parametrize(("placer", "chooser"), [("green", "green"), ("red", "blue")])
def test_a_token_kills_without_a_shell(token: str, placer: str, chooser: str) -> None:
    match = beside(token, seats=3, placer=placer).walk("e14")
    assert (match.question, match.asked_team) == (Question.JAIL, chooser)
    match.jail("sw")
    assert match.where(RED) == "jail sw"
    assert match.shells("red") == match.shells("blue") == match.shells("green") == 0


@pytest.mark.card("beehive", "beetle-mound")
@pytest.mark.parametrize("token", TOKENS)
def test_whoever_is_not_wounded_stays_on_the_token(token: str) -> None:
    hands = {"red": ["loud-noise"]}
    items = {RED: ["concrete-overcoat", "haunted-steamroller"]}
    match = beside(token, items=items, hands=hands).walk("e14").lay("loud-noise").commit()
    assert (match.wounds(RED), match.where(RED)) == (0, "e14")


@pytest.mark.card("beehive", "beetle-mound")
@pytest.mark.rule("NOTE-BUG-10")
@pytest.mark.parametrize("token", TOKENS)
def test_a_walk_across_a_token_is_stopped_there_and_may_go_on(token: str) -> None:
    items = {RED: ["cyber-suit", "spare-spleen"]}
    match = beside(token, items=items).walk("e14")
    assert (match.wounds(RED), match.where(RED)) == (6, "d14")
    assert match.walks() & {"h15", "i15"} == {"h15"}


@pytest.mark.card("beehive", "boots-of-civil-disobedience")
def test_a_token_does_not_send_back_whoever_cannot_be_pushed() -> None:
    items = {RED: ["cyber-suit", "boots-of-civil-disobedience", "spare-spleen"]}
    match = beside("beehive", items=items).walk("e14")
    assert (match.wounds(RED), match.where(RED)) == (6, "e14")


@pytest.mark.card("beetle-mound", "whoopee-maul")
@pytest.mark.rule("NOTE-BUG-6", "PUSH-8")
def test_a_unit_pushed_onto_a_token_defends_against_it_and_is_put_back() -> None:
    match = scene(
        units={BLUE: "c14", RED: "d14"},
        items={BLUE: ["whoopee-maul"], RED: ["emperors-old-armor", "spare-spleen"]},
        tokens={"beetle-mound": ("e14", "blue")},
        hands={"blue": ["elbow-grease"], "red": ["crowd-roar"]},
        turn="blue",
        active=BLUE,
    )
    match.attack(RED, "whoopee-maul").lay("elbow-grease").commit().commit()
    match.lay("crowd-roar").commit()
    assert (match.wounds(RED), match.where(RED)) == (2 + 2, "d14")


@pytest.mark.card("beehive", "porcupine-tuxedo")
def test_nobody_pays_back_a_token() -> None:
    items = {RED: ["porcupine-tuxedo", "spare-spleen", "haunted-steamroller"]}
    match = beside("beehive", items=items).walk("e14")
    assert (match.wounds(RED), match.where(RED)) == (6, "d14")
    assert match.question is Question.UNIT_PHASE


@pytest.mark.card("beehive", "displacer-helm")
def test_a_displacer_helm_works_against_a_token() -> None:
    items = {RED: ["cyber-suit", "displacer-helm", "spare-spleen"]}
    match = beside("beehive", items=items).walk("e14")
    assert match.question is Question.REACTION
    match.play("displacer-helm").walk("b14")
    assert (match.wounds(RED), match.where(RED)) == (5, "b14")
