"""Cached results from world to world are those that would be found again."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from scenes import Match, request_of, scene

from deathdome.managers.planner.candidates import Candidates
from deathdome.managers.planner.rollouts import (
    BOLD,
    Memory,
    Rollout,
    open_to_all,
    sequential_halving,
)
from deathdome.managers.planner.weights import NEUTRAL
from deathdome.match.protocol import never
from deathdome.model.state import State
from deathdome.rules.observing import determinize

if TYPE_CHECKING:
    from deathdome.managers.planner.weights import Weights

# The cache key of a position, next to public facts: what never changes during a rollout of a turn
# (the table, the store), what follows from the rest (gear, masks), and what no seat sees.
APART = {"setup", "store", "gear", "masks", "deck", "ply", "outcome", "emit"}


def skirmish() -> Match:
    """Every team can fight an enemy, with cards to do it."""
    return scene(
        units={"red scout": "h5", "red gunner": "k5", "blue warrior": "i5", "blue gunner": "q12"},
        items={"blue warrior": ["guillotine-on-a-stick"], "red gunner": ["magnum-44000"]},
        hands={"red": ["pressured", "hyper-cube"], "blue": ["pressured", "jail-riot"]},
    )


def test_playing_on_comes_to_the_same_with_a_memory_of_other_worlds() -> None:
    match = skirmish()
    memory = Memory()
    plans = [plan for _, plan in Candidates(match.state, 0, NEUTRAL).first_phases(4)]
    for number in range(6):
        for plan in plans:
            ends = []
            for known in (memory, None):
                rng = Random(number)
                world = determinize(request_of(match.state).seen, rng)
                rollout = Rollout(world, 0, NEUTRAL, rng, known)
                rollout.carry_out(plan)
                ends.append((rollout.to_next_turn(), rollout.nodes, rollout.world.space))
            assert ends[0] == ends[1]


@pytest.mark.parametrize("weights", [NEUTRAL, BOLD], ids=["afraid", "bold"])
def test_another_hand_is_thought_about_anew(weights: Weights) -> None:
    match = skirmish()
    memory = Memory()
    other = match.state.copy()
    most = max(range(len(other.deck)), key=lambda card: other.setup.catalog.power_cards[card].value)
    other.hands[0] = (most, most)
    assert open_to_all(other) == open_to_all(match.state)
    for world in (match.state, other, match.state):
        fresh = Candidates(world, 0, weights).first_phases(3)
        assert memory.first_phases(world, 0, weights, 3) == fresh
    assert memory.first_phases(other, 0, weights, 3) != memory.first_phases(
        match.state, 0, weights, 3
    )


def test_what_is_remembered_does_not_change_with_the_position() -> None:
    match = skirmish()
    memory = Memory()
    world = match.state.copy()
    before = list(memory.first_phases(world, 0, NEUTRAL, 3))
    rollout = Rollout(world, 0, NEUTRAL, Random(1), memory)
    rollout.to_next_turn()
    assert memory.first_phases(match.state, 0, NEUTRAL, 3) == before


@pytest.mark.parametrize("name", sorted(set(State.__slots__) - APART - {"hands"}))
def test_positions_that_differ_in_what_all_may_see_are_not_taken_for_each_other(name: str) -> None:
    match = skirmish()
    other = match.state.copy()
    value = getattr(other, name)
    if name == "round":
        changed = value + 1
    elif name == "uses":
        changed = {**value, 99: 1}
    elif isinstance(value, tuple):
        changed = (*value, "one more")
    else:
        changed = [*value[:-1], "another"]
    setattr(other, name, changed)
    assert open_to_all(other) != open_to_all(match.state)


def test_a_search_works_out_a_position_once(monkeypatch: pytest.MonkeyPatch) -> None:
    match = scene(units={"red scout": "d8", "red gunner": "h5", "blue warrior": "r5"})
    plans = [plan for _, plan in Candidates(match.state, 0, NEUTRAL).first_phases(3)]
    thought = []
    firsts = Candidates.first_phases

    def counted(self: Candidates, each: int = 1) -> object:
        hand = tuple(sorted(self.world.hands[self.seat]))
        thought.append((self.seat, hand, open_to_all(self.world)))
        return firsts(self, each)

    monkeypatch.setattr(Candidates, "first_phases", counted)
    sequential_halving(plans, request_of(match.state), NEUTRAL, (2, 4), never)
    own = [seen for seen in thought if seen[0] == 0]
    assert own
    assert len(own) == len(set(own))
