"""The game is the same for every base, and for every seat: seen in a mirror it plays alike."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import fuzz
import pytest
from symmetry import Flip, Mirror

from deathdome.model.actions import Action, ActionKind, kind_of
from deathdome.model.frames import Attack, Back, Moving, UnitPhase
from deathdome.model.wire import canonical_text
from deathdome.rules.engine import apply_action, decision

if TYPE_CHECKING:
    from deathdome.model.decisions import Decision
    from deathdome.model.frames import Frame
    from deathdome.model.state import State


def text(state: State) -> str:
    """The position, but for the way of a walk: of several shortest ways one has to be taken."""
    other = state.copy()
    other.stack = tuple(map(_without_trail, state.stack))
    return canonical_text(other)


def _without_trail(frame: Frame) -> Frame:
    if isinstance(frame, Attack):
        return frame._replace(declared=frame.declared._replace(trail=()))
    return frame._replace(trail=()) if isinstance(frame, UnitPhase | Moving | Back) else frame


def check(state: State, asked: Decision, action: Action, mirror: Mirror) -> None:
    """The same answers are possible in the mirror, and one of them leads to the same position."""
    twin = mirror.of(state)
    there = decision(twin)
    assert there is not None
    assert there.question is asked.question
    assert there.seat == mirror.seat(asked.seat)
    assert {mirror.act(option) for option in asked.options} == set(there.options)
    if state.tokens and kind_of(action) is ActionKind.WALK:
        return  # a token may be on one of the shortest ways
    after = state.copy()
    apply_action(after, action)
    apply_action(twin, mirror.act(action))
    assert text(mirror.of(after)) == text(twin)


@pytest.mark.rule("SIGHT-9", "AMB-126")
@pytest.mark.parametrize("seed", [seed for seed in range(16) if seed % fuzz.WHOLE])
def test_a_brawl_is_the_same_from_another_base_and_with_the_seats_exchanged(seed: int) -> None:
    state = fuzz.brawl(seed)
    rng = Random(seed)
    compared = 0
    while (asked := decision(state)) is not None:
        action = fuzz.eager(asked, rng)
        if rng.random() < 0.5:
            exchange = state.setup.seats == 2 and rng.random() < 0.5
            check(state, asked, action, Mirror(state, rng.choice(list(Flip)), exchange=exchange))
            compared += 1
        apply_action(state, action, trusted=True)
    assert compared > 5
