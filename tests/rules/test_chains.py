"""Chains: abilities that set each other off stop after 200 effects of one action (AMB-148)."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from deathdome.content.packs import load_packs
from deathdome.content.positions.codec import place_pieces
from deathdome.content.positions.files import parse_sheet
from deathdome.content.positions.one_line import position_line, read_line
from deathdome.content.positions.writing import position_text
from deathdome.managers.registry import create
from deathdome.match.protocol import PROTOCOL, Briefing
from deathdome.match.referee import Referee
from deathdome.model.actions import PUNCH, ActionKind, a_of, kind_of
from deathdome.model.decisions import CHANCE, Question
from deathdome.model.events import ChainBroken
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.stack import MAX_EFFECTS, chain_length
from deathdome.text.english import sentence

if TYPE_CHECKING:
    from collections.abc import Callable

    from deathdome.content.collection import Collection
    from deathdome.model.actions import Action
    from deathdome.model.state import State

CARD = """
[[card]]
id = "echo"
name = "Echo"
deck = "equipment"
kind = "equipment"
cost = 100_000
text = "x"
"""
ECHO = """
[[card.ability]]
when = "wounded"
who = "enemy"
do = [{ heal = 9, on = "subject" }, { attack = 9, on = "subject" }]
"""
POSITION = """
board = "waspworth"
turn = { team = "red", phase = "red.warrior" }
[units]
red.warrior = { at = "j10", items = ["echo", "nap-hammer"] }
blue.gunner = { at = "j9" }
"""
# Seven units stand close together, each with its share of twenty cards.
CROWD = """
lenient = true
board = "waspworth"
turn = { team = "red", phase = "red.warrior" }
[units]
red.warrior = { at = "j10", items = ["echo-0", "echo-1", "nap-hammer"] }
red.gunner = { at = "k10", items = ["echo-2", "echo-3", "echo-4"] }
red.scout = { at = "k11", items = ["echo-5", "echo-6", "echo-7"] }
red.medic = { at = "j11", items = ["echo-8", "echo-9", "echo-10"] }
blue.gunner = { at = "j9", items = ["echo-11", "echo-12", "echo-13"] }
blue.scout = { at = "k9", items = ["echo-14", "echo-15", "echo-16"] }
blue.medic = { at = "i9", items = ["echo-17", "echo-18", "echo-19"] }
"""


def opening(folder: Path, echoes: int) -> State:
    """Red's warrior carries the echo and can attack the gunner next to it."""
    (folder / "echo.toml").write_text(CARD + ECHO * echoes, encoding="utf-8")
    return placed(POSITION, load_packs([folder / "echo.toml"]))


def placed(text: str, found: Collection) -> State:
    """The position of a file, with the cards of a pack."""
    return place_pieces(parse_sheet(text, "position"), "position", Path(), found)[0]


def attack(state: State) -> Action:
    """The attack with the hammer."""
    asked = decision(state)
    assert asked is not None
    attacks = [action for action in asked.options if kind_of(action) is ActionKind.ATTACK]
    return next(action for action in attacks if a_of(action) != PUNCH)


def settle(referee: Referee, choose: Callable[[], Action]) -> int:
    """Play until the unit phase or the turn continues; return the number of questions."""
    referee.answer(attack(referee.state))
    questions = 0
    while referee.asked and referee.asked.question not in (Question.UNIT_PHASE, Question.TURN):
        referee.answer(choose())
        questions += 1
    return questions


def chain(folder: Path, echoes: int) -> tuple[Referee, int]:
    """The attack and what follows, answered at random."""
    dice = Random(5)
    referee = Referee(opening(folder, echoes), 5)

    def choose() -> Action:
        assert referee.asked is not None
        return dice.choice(referee.asked.options)

    return referee, settle(referee, choose)


@pytest.mark.rule("AMB-148")
@pytest.mark.parametrize("echoes", [6, 8, 10, 16])
def test_an_endless_chain_ends_in_less_than_a_second(tmp_path: Path, echoes: int) -> None:
    began = time.process_time()
    referee, questions = chain(tmp_path, echoes)
    assert time.process_time() - began < 1
    assert 0 < questions <= MAX_EFFECTS
    broken = [event for event in referee.events if isinstance(event, ChainBroken)]
    assert broken == [ChainBroken(MAX_EFFECTS)]
    said = sentence(broken[0], referee.state.setup)
    assert said == "That action has had 200 effects. The rest fizzle."


@pytest.mark.rule("AMB-148")
@pytest.mark.parametrize("who", ["enemy", "any"])
def test_a_chain_of_four_hundred_abilities_ends_in_less_than_a_second(
    tmp_path: Path, who: str
) -> None:
    cards = [
        CARD.replace('"echo"', f'"echo-{one}"').replace('"Echo"', f'"Echo {one}"')
        + ECHO.replace('who = "enemy"', f'who = "{who}"\nmay = true') * 20
        for one in range(20)
    ]
    (tmp_path / "echo.toml").write_text("".join(cards), encoding="utf-8")
    dice, referee = Random(5), Referee(placed(CROWD, load_packs([tmp_path / "echo.toml"])), 5)

    def choose() -> Action:
        assert referee.asked is not None
        return dice.choice(referee.asked.options)

    began = time.process_time()
    questions = settle(referee, choose)
    assert time.process_time() - began < 0.8  # 0.3 on a busy machine
    assert 0 < questions <= MAX_EFFECTS
    assert ChainBroken(MAX_EFFECTS) in referee.events


@pytest.mark.rule("AMB-148")
def test_a_short_chain_is_played_whole(tmp_path: Path) -> None:
    referee, _ = chain(tmp_path, 2)
    assert not [event for event in referee.events if isinstance(event, ChainBroken)]


@pytest.mark.rule("AMB-148")
def test_every_action_begins_a_chain_of_its_own(tmp_path: Path) -> None:
    referee, _ = chain(tmp_path, 8)
    assert chain_length(referee.state) == 0


@pytest.mark.rule("AMB-148")
def test_the_answers_repeat_the_chain(tmp_path: Path) -> None:
    referee, _ = chain(tmp_path, 8)
    state = opening(tmp_path, 8)
    for seat, action in referee.journal:
        asked = decision(state)
        assert asked is not None
        assert asked.seat == seat
        apply_action(state, action)
    assert position_line(state) == position_line(referee.state)


@pytest.mark.rule("AMB-148")
def test_a_position_inside_a_chain_keeps_the_count(tmp_path: Path) -> None:
    dice = Random(5)
    referee = Referee(opening(tmp_path, 8), 5)
    referee.answer(attack(referee.state))
    while chain_length(referee.state) < MAX_EFFECTS // 2:
        assert referee.asked is not None
        referee.answer(dice.choice(referee.asked.options))
    state = referee.state
    collection = load_packs([tmp_path / "echo.toml"])
    line = read_line(position_line(state), collection).whole
    file = placed(position_text(state), collection)
    for copy in (line, file):
        assert chain_length(copy) == chain_length(state)
        assert decision(copy) == decision(state)


@pytest.mark.rule("AMB-148")
@pytest.mark.parametrize("name", ["greedy", "tactical", "searcher"])
def test_managers_are_quick_in_a_chain(tmp_path: Path, name: str) -> None:
    state = opening(tmp_path, 8)
    referee = Referee(state, 5)
    manager = create(name)
    manager.begin(Briefing(PROTOCOL, 0, 2, state.setup, 5, {}))

    def choose() -> Action:
        request = referee.request()
        assert request is not None
        assert request.seat != CHANCE
        return manager.decide(request).action

    began = time.process_time()
    settle(referee, choose)
    assert time.process_time() - began < (1 if name == "greedy" else 10)
