"""Answers that can be taken back in matches that go on, and with others in between."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from scenes import scene

from deathdome.errors import UsageError
from deathdome.match.referee import Referee
from deathdome.match.undo import UndoStack
from deathdome.model.actions import END_PHASE, STOP, Act, action
from deathdome.model.events import Drew, Rolled

if TYPE_CHECKING:
    from deathdome.model.state import State

AT_ARMS = {"red warrior": "e4", "blue gunner": "e3"}


def walked() -> tuple[Referee, UndoStack, list[tuple[State, int, int]]]:
    """A warrior that has walked and stopped, and the position before each answer."""
    match = scene(units=AT_ARMS)
    referee = Referee(match.state, 1)
    undo_stack = UndoStack(referee)
    points = []
    for act in (action(Act.ACTIVATE, 0), action(Act.WALK, match.space("g4")), STOP):
        points.append((referee.state.copy(), len(referee.journal), len(referee.told)))
        undo_stack.answer(act)
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
    undo_stack.forget(len(referee.told), "another team was to answer")
    assert (undo_stack.depth, undo_stack.undone, undo_stack.why) == (
        0,
        0,
        "another team was to answer",
    )
    with pytest.raises(UsageError, match="another team was to answer"):
        undo_stack.undo()


def test_the_last_thing_that_came_to_light_is_named() -> None:
    referee, undo_stack, _ = walked()
    since = len(referee.told)
    undo_stack.answer(END_PHASE)
    referee.told += [Rolled(0, 3), Drew(0, 1)]
    undo_stack.forget(since, "another team was to answer")
    assert undo_stack.why == "a card was drawn"
