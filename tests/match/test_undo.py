"""Undo and redo: the same match as before, and never past a reveal."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import fuzz
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scenes import card_id, scene

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.errors import IllegalAction, UsageError
from deathdome.match.referee import Referee
from deathdome.match.undo import UndoStack
from deathdome.model.actions import (
    COMMIT,
    DECLINE,
    END_PHASE,
    END_TURN,
    PASS,
    STOP,
    Action,
    ActionKind,
    make_action,
)
from deathdome.model.decisions import CHANCE
from deathdome.model.events import Drew, Rolled
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from deathdome.model.state import State

NEWS = (Rolled, Drew)


def brawl(seed: int) -> Referee:
    """A crowded position in the middle of a match, hands full."""
    dice = Random(seed)
    match = scene(
        units={"red warrior": "e4", "red scout": "f2", "blue gunner": "e3", "blue scout": "g4"},
        items={"red warrior": ["rusty-chainsaw"], "blue gunner": ["apology-rifle", "van-damme"]},
        hands={"red": ["crowd-roar", "killer-bee-hive"], "blue": ["encore", "house-call"]},
        tokens={"beehive": ("h4", "blue")},
        rounds=2,
        round=1,
        phases=dice.randint(1, 2),
    )
    return Referee(match.state, seed)


@settings(max_examples=40)
@given(seed=st.integers(0, 10_000), store=st.booleans())
def test_undo_and_redo_restore_the_same_match_and_stop_at_news(seed: int, store: bool) -> None:
    dice = Random(seed)
    if store:
        referee = Referee(new_game(load_catalog(), load_board(), seats=2, rounds=1), seed)
    else:
        referee = brawl(seed)
    undo_stack = UndoStack(referee)
    before: list[str] = []
    for _ in range(60):
        if referee.asked is None:
            break
        before.append(referee.fingerprint())
        seat = referee.asked.seat
        undo_stack.answer(dice.choice(referee.asked.options))
        depth = undo_stack.depth
        assert depth <= len(before)
        journal, told, after = list(referee.journal), list(referee.events), referee.fingerprint()
        back = dice.randint(0, depth)
        for step in range(1, back + 1):
            answers = len(referee.journal)
            action = undo_stack.undo()
            assert referee.fingerprint() == before[-step]
            assert journal[answers - 1 : answers] == [(seat, action)]
            assert len(referee.journal) == answers - 1
            assert referee.asked is not None
            assert referee.asked.seat == seat
        assert not any(isinstance(event, NEWS) for event in told[len(referee.events) :])
        assert CHANCE not in [who for who, _ in journal[len(referee.journal) :]]
        for _ in range(back):
            undo_stack.redo()
        assert (referee.journal, referee.events) == (journal, told)
        assert referee.fingerprint() == after
        assert undo_stack.depth == depth
        with pytest.raises(UsageError, match="nothing to redo"):
            undo_stack.redo()
        if not depth:
            with pytest.raises(UsageError, match="can't undo: "):
                undo_stack.undo()


@settings(max_examples=40)
@given(seed=st.integers(0, 10_000))
def test_whether_something_can_be_taken_back_tells_nothing_of_other_hands(seed: int) -> None:
    dice = Random(seed)
    true, other = brawl(seed), brawl(seed)
    other.go_back(fuzz.reshuffled(other.state, 0, dice), 0, 0)
    ways = [UndoStack(true), UndoStack(other)]
    for _ in range(12):
        asked = [declined(way) for way in ways]
        assert ways[0].depth == ways[1].depth
        assert refusal(ways[0]) == refusal(ways[1])
        if min(seat for seat, _ in asked) != 0 or max(seat for seat, _ in asked) != 0:
            break
        both = [action for action in asked[0][1] if action in asked[1][1] and action != END_TURN]
        if not both:
            break
        action = dice.choice(both)
        for way in ways:
            way.answer(action)


def refusal(way: UndoStack) -> str:
    """Return why nothing can be undone; '' if something can."""
    if way.depth:
        return ""
    with pytest.raises(UsageError) as refused:
        way.undo()
    return str(refused.value)


def declined(way: UndoStack) -> tuple[int, list[Action]]:
    """Lets every reaction of others pass; who is asked then, and what may be answered."""
    while True:
        asked = way.referee.asked
        if asked is None:
            return -1, []
        if asked.seat == 0 or DECLINE not in asked.options:
            return asked.seat, asked.options
        way.answer(DECLINE)


def test_each_kind_of_news_is_named() -> None:
    match = scene(units={"red warrior": "e4", "blue gunner": "e3"}, hands={"red": ["crowd-roar"]})
    referee = Referee(match.state, 1)
    undo_stack = UndoStack(referee)
    with pytest.raises(UsageError, match="nothing to undo yet"):
        undo_stack.undo()
    warrior = match.unit("red warrior")
    undo_stack.answer(make_action(ActionKind.ACTIVATE, warrior))
    undo_stack.answer(make_action(ActionKind.ATTACK, 4095, match.unit("blue gunner")))
    with pytest.raises(UsageError, match="an attack was declared"):
        undo_stack.undo()
    undo_stack.answer(make_action(ActionKind.LAY, card_id("crowd-roar")))
    assert undo_stack.undo() == make_action(ActionKind.LAY, card_id("crowd-roar"))
    with pytest.raises(UsageError, match="everything since the last reveal"):
        undo_stack.undo()
    with pytest.raises(IllegalAction):
        undo_stack.answer(PASS)
    assert undo_stack.redo() == make_action(
        ActionKind.LAY, card_id("crowd-roar")
    )  # a refusal forgets nothing


def test_another_answer_forgets_what_was_taken_back() -> None:
    match = scene(active="red warrior")
    undo_stack = UndoStack(Referee(match.state, 1))
    undo_stack.answer(match.asked.options[0])
    undo_stack.undo()
    undo_stack.answer(match.asked.options[1])
    with pytest.raises(UsageError, match="nothing to redo"):
        undo_stack.redo()


@pytest.mark.parametrize("card", ["ricochet-clause", "loud-noise"])
def test_the_jail_of_a_dead_unit_stays_where_a_card_may_answer_the_attack(card: str) -> None:
    units = {"red warrior": "e4", "blue gunner": "e3", "blue medic": "e2"}
    hands = {"red": [], "blue": [card]}
    match = scene(units=units, wounds={"blue gunner": 5}, hands=hands, active="red warrior")
    undo_stack = UndoStack(Referee(match.state, 1))
    undo_stack.answer(make_action(ActionKind.ATTACK, 4095, match.unit("blue gunner")))
    undo_stack.answer(COMMIT)
    undo_stack.answer(make_action(ActionKind.JAIL, 0))
    declined(undo_stack)
    assert undo_stack.depth == 0
    assert refusal(undo_stack) == "can't undo: another team may have reacted"


# -- matches that are resumed, and other answers in between ----------------------------------------

AT_ARMS = {"red warrior": "e4", "blue gunner": "e3"}


def walked() -> tuple[Referee, UndoStack, list[tuple[State, int, int]]]:
    """A warrior that has walked and stopped, and the position before each answer."""
    match = scene(units=AT_ARMS)
    referee = Referee(match.state, 1)
    undo_stack = UndoStack(referee)
    points = []
    for action in (
        make_action(ActionKind.ACTIVATE, 0),
        make_action(ActionKind.WALK, match.space("g4")),
        STOP,
    ):
        points.append((referee.state.copy(), len(referee.journal), len(referee.events)))
        undo_stack.answer(action)
    return referee, undo_stack, points


def test_answers_of_a_match_that_goes_on_are_recalled() -> None:
    referee, undo_stack, points = walked()
    assert undo_stack.depth == 3
    before = referee.fingerprint()
    resumed = UndoStack(referee)
    resumed.recall(points)
    assert resumed.depth == 3
    for _ in range(3):
        resumed.undo()
    assert referee.journal == []
    assert resumed.undone == 3
    for _ in range(3):
        resumed.redo()
    assert referee.fingerprint() == before


def test_nothing_from_before_another_answer_is_taken_back() -> None:
    referee, undo_stack, _ = walked()
    undo_stack.undo()
    undo_stack.forget(len(referee.events), "it was another team's choice")
    assert (undo_stack.depth, undo_stack.undone, undo_stack.why) == (
        0,
        0,
        "it was another team's choice",
    )
    with pytest.raises(UsageError, match="it was another team's choice"):
        undo_stack.undo()


def test_the_last_thing_that_came_to_light_is_named() -> None:
    referee, undo_stack, _ = walked()
    since = len(referee.events)
    undo_stack.answer(END_PHASE)
    referee.events += [Rolled(0, 3), Drew(0, 1)]
    undo_stack.forget(since, "it was another team's choice")
    assert undo_stack.why == "a card was drawn"
