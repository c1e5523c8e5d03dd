"""A decision answers like the list of its options, whatever has been computed of it."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import fuzz
import pytest

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.model.actions import Action, ActionKind, kind_of, make_action
from deathdome.model.decisions import CHANCE, Decision, Question
from deathdome.model.ruleset import EDITIONS, SCENARIOS, with_characters
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from deathdome.model.state import State

MATCHES = [(edition, on) for edition in EDITIONS for on in (False, True)]


def agrees(state: State, rng: Random) -> Decision | None:
    """Compare the ways to read a decision with its list, each on a decision of its own."""
    asked = decision(state)
    if asked is None:
        return None
    listed = asked.options
    assert listed, "a question has an answer"
    assert len(set(listed)) == len(listed)

    def fresh() -> Decision:
        found = decision(state)
        assert found is not None
        return found

    assert list(fresh()) == listed
    assert fresh().count() == len(listed)
    assert fresh().sole() == (listed[0] if len(listed) == 1 else None)
    place = rng.randrange(len(listed))
    assert fresh().pick(place) == listed[place]
    with pytest.raises(IndexError):
        fresh().pick(len(listed))
    for kind in ActionKind:
        assert fresh().of_kind(kind) == [action for action in listed if kind_of(action) is kind]
    # Legal answers, answers that were legal at other questions, and numbers that mean nothing.
    legal = set(listed)
    near = [Action(action + (1 << 12)) for action in rng.sample(listed, min(3, len(listed)))]
    odd = [make_action(rng.choice(list(ActionKind)), rng.randrange(4096)) for _ in range(3)]
    for action in (
        *rng.sample(listed, min(9, len(listed))),
        *near,
        *odd,
        Action(rng.getrandbits(40)),
    ):
        assert (action in fresh()) == (action in legal)
    whole = fresh()
    for action in listed:
        assert action in whole
    assert whole == asked
    assert whole.options == listed
    assert (whole.count(), whole.pick(place)) == (len(listed), listed[place])
    return asked


def played(state: State, seed: int, answers: int) -> set[Question]:
    """Play at random, compare at every question; return the kinds of questions seen."""
    rng = Random(seed)
    seen = set()
    for _ in range(answers):
        asked = agrees(state, rng)
        if asked is None:
            break
        seen.add(asked.question)
        if asked.seat == CHANCE:
            action = rng.choices(asked.options, asked.weights)[0]
        elif asked.question in (Question.PURCHASE, Question.AUCTION):
            action = asked.options[-1] if rng.random() < 0.5 else rng.choice(asked.options)
        else:
            action = fuzz.eager(asked, rng)
        apply_action(state, action, trusted=True)
    return seen


@pytest.mark.parametrize("seed", range(12))
def test_a_decision_agrees_with_its_list_in_brawls(seed: int) -> None:
    seen = played(fuzz.brawl(seed), seed, 250)
    assert {Question.TURN, Question.UNIT_PHASE} <= seen


@pytest.mark.parametrize(("edition", "characters"), MATCHES)
def test_a_decision_agrees_with_its_list_in_every_edition(edition: str, characters: bool) -> None:
    rules = with_characters(EDITIONS[edition], on=characters)
    state = new_game(load_catalog(), load_board("waspworth"), seats=2, ruleset=rules, series=(1, 1))
    seen = played(state, 1, 700)
    assert {Question.PURCHASE, Question.TURN, Question.UNIT_PHASE} <= seen


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("edition", ["2018", "2019"])  # of 2021 there are fewer
def test_a_decision_agrees_with_its_list_in_every_scenario(edition: str, scenario: str) -> None:
    chosen: Any = {scenario: True}
    rules = replace(EDITIONS[edition], **chosen)
    board = load_board("plaza")
    state = new_game(load_catalog(), board, seats=2, ruleset=rules, series=(1, 1))
    assert Question.PURCHASE in played(state, 2, 500)


def test_options_must_be_read_before_an_answer_is_applied() -> None:
    state = fuzz.brawl(3)
    while (asked := decision(state)) is not None and asked.question is not Question.TURN:
        apply_action(state, asked.pick(0))
    assert asked is not None
    apply_action(state, asked.pick(0))
    with pytest.raises(RuntimeError, match="before applying"):
        asked.count()


def test_a_decision_is_written_with_its_options() -> None:
    asked = Decision(0, Question.JAIL, [make_action(ActionKind.JAIL, 1)], unit=3)
    assert repr(asked).startswith("Decision(seat=0, question=Question.JAIL, options=[")
    assert asked == Decision(0, Question.JAIL, ([make_action(ActionKind.JAIL, 1)],), unit=3)
    assert asked != Decision(1, Question.JAIL, [make_action(ActionKind.JAIL, 1)], unit=3)
    assert asked != "a decision"
