"""Odds in sentences: what they say, and that they say no more than is known."""

from __future__ import annotations

from random import Random

import pytest
from scenes import Match, card_id, item_id, scene

from deathdome.model.actions import NOBODY, ActionKind, make_action
from deathdome.model.frames import Attack
from deathdome.odds.attack_odds import undeclared_attack
from deathdome.odds.outcomes import Chance
from deathdome.rules.observing import determinize, observe
from deathdome.text.chances import chances, limits, percent


def duel() -> Match:
    return scene(
        units={"red warrior": "k11", "blue gunner": "k12", "blue medic": "k13"},
        items={"red warrior": ["rusty-chainsaw"], "blue medic": ["medical-pager"]},
        hands={"red": ["crowd-roar", "sponsors-darling"], "blue": ["encore", "loud-noise"]},
        active="red warrior",
    )


def open_attack(match: Match, seat: int) -> Attack:
    stack = observe(match.state, seat).stack
    return next(frame for frame in stack if isinstance(frame, Attack))


@pytest.mark.parametrize(
    ("chance", "words"),
    [(0, "0%"), (0.004, "<1%"), (0.614, "61%"), (0.996, ">99%"), (1, "100%")],
)
def test_only_what_is_certain_is_0_or_100(chance: float, words: str) -> None:
    assert percent(chance) == words


def test_limits_are_said_where_there_is_no_number() -> None:
    assert limits(Chance(0.5, 0.5)) == "50%"
    assert limits(Chance(0.5, 0.61)) == "50% to 61%"


def test_an_attack_in_plain_sentences() -> None:
    match = duel()
    seen = observe(match.state, 0)
    action = make_action(ActionKind.ATTACK, item_id("rusty-chainsaw"), match.unit("blue gunner"))
    staged = [make_action(ActionKind.LAY, card_id("sponsors-darling"))]
    lines = chances(seen, undeclared_attack(seen, 0, action), staged)
    assert lines[0] == ("Blue's Gunner without more cards: 8 against 1, 7 wounds, dies.")
    assert lines[1].startswith("If Blue plays every card, Blue's Gunner: dies ")
    assert any(line.startswith("With Crowd Roar (+4) Blue's Gunner, whatever") for line in lines)
    assert any("Medical Pager of Blue's Medic could heal 2" in line for line in lines)
    assert lines[-1] == ("Exact for Blue: all 2,278 hands of 2 from 68 unseen cards.")
    text = "\n".join(lines)
    assert "[" not in text
    assert "You" not in text
    assert all(line.endswith(".") for line in lines)


def test_a_defence_in_plain_sentences() -> None:
    match = duel()
    match.attack("blue gunner", "rusty-chainsaw").decline_all()
    before = chances(observe(match.state, 1), open_attack(match, 1))
    assert any("lives up to" in line for line in before)
    match.lay("sponsors-darling").commit()
    after = chances(observe(match.state, 1), open_attack(match, 1))
    assert after[0] == "Blue's Gunner without more cards: 8 against 1, 7 wounds, dies."
    assert "With Loud Noise (+3) Blue's Gunner takes 4 wounds." in after
    assert not any("unseen" in line for line in after)  # nothing is left to be counted


def test_hidden_cards_change_no_word() -> None:
    match = duel()
    match.attack("blue gunner", "rusty-chainsaw").decline_all().lay("sponsors-darling").commit()
    seen = observe(match.state, 0)
    first = chances(seen, open_attack(match, 0))
    rng = Random(1)
    for _ in range(5):
        other = observe(determinize(seen, rng), 0)
        assert chances(other, open_attack(match, 0)) == first


def test_an_attack_on_nobody() -> None:
    match = duel()
    seen = observe(match.state, 0)
    frame = undeclared_attack(
        seen, 0, make_action(ActionKind.ATTACK, item_id("rusty-chainsaw"), NOBODY)
    )
    alone = frame._replace(target=match.unit("blue scout"))  # safe in its base
    assert chances(seen, alone) == ["The attack hits no unit."]
