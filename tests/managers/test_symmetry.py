"""A manager has no favourite base, seat or corner: in a mirror it judges and decides alike."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import fuzz
import pytest
from scenes import request_of
from symmetry import Flip, Mirror

from deathdome.managers.planner.candidates import Candidates
from deathdome.managers.planner.evaluate import decided, worth
from deathdome.managers.planner.lookahead import jail_values, option_values, phase_values
from deathdome.managers.planner.objectives import objectives_of, shared_out
from deathdome.managers.planner.weights import NEUTRAL
from deathdome.managers.registry import create
from deathdome.match.protocol import PROTOCOL, Briefing
from deathdome.model.actions import Action, ActionKind, kind_of
from deathdome.model.decisions import CHANCE, Question
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.observing import determinize

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deathdome.model.decisions import Decision
    from deathdome.model.state import State

EACH = 5  # questions of a kind that are looked at
PLACES = (ActionKind.WALK, ActionKind.JAIL, ActionKind.PUSH_TO)


def moments(seats: int | None = None) -> Iterator[tuple[State, Decision, Random]]:
    """Positions of fights, a few of every kind of question with more than one answer."""
    seen: Counter[Question] = Counter()
    for seed in range(1, 16):
        state = fuzz.brawl(seed)
        if seats not in (None, state.setup.seats):
            continue
        rng = Random(seed)
        while (asked := decision(state)) is not None:
            choice = asked.seat != CHANCE and len(asked.options) > 1
            if choice and seen[asked.question] < EACH and rng.random() < 0.2:
                seen[asked.question] += 1
                yield state, asked, rng
            apply_action(state, fuzz.eager(asked, rng), trusted=True)


def answer(state: State, name: str) -> Action:
    """Return the action of a fresh manager."""
    request = request_of(state)
    manager = create(name)
    setup = state.setup
    manager.begin(Briefing(PROTOCOL, request.seat, setup.seats, setup, 7, {}))
    return manager.decide(request).action


def best_place(state: State, asked: Decision) -> float:
    """Return the value of the best place to go, or jail."""
    world = determinize(request_of(state).seen, Random(1))
    options = asked.options
    if asked.question is Question.UNIT_PHASE:
        values = phase_values(world, asked.seat, options, NEUTRAL)
    elif asked.question is Question.JAIL:
        values = jail_values(world, asked.seat, options, NEUTRAL)
    else:
        values = option_values(world, asked.seat, options, NEUTRAL)
    return max(value for value, _ in values)


@pytest.mark.parametrize("name", ["greedy", "tactical"])
def test_a_position_in_a_mirror_gets_the_mirrored_answer(name: str) -> None:
    compared: Counter[Question] = Counter()
    for state, asked, rng in moments():
        exchange = state.setup.seats == 2 and rng.random() < 0.5
        mirror = Mirror(state, rng.choice(list(Flip)), exchange=exchange)
        twin = mirror.of(state)
        here, there = mirror.act(answer(state, name)), answer(twin, name)
        compared[asked.question] += 1
        if here == there:
            continue
        # SquareValues may be as good as each other, on one side of the board and on the other.
        assert kind_of(here) is kind_of(there)
        assert kind_of(here) in PLACES
        if name == "tactical":
            again = decision(twin)
            assert again is not None
            assert best_place(state, asked) == pytest.approx(best_place(twin, again))
    for question in (
        Question.TURN,
        Question.UNIT_PHASE,
        Question.ATTACK_CARDS,
        Question.DEFENCE_CARDS,
    ):
        assert compared[question] == EACH
    assert sum(compared.values()) > 5 * EACH


def lead(state: State, seat: int) -> float:
    """Return the tactical manager's value of a position, without what may come of it."""
    candidates = Candidates(state, seat, NEUTRAL)
    jobs = objectives_of(state, seat, NEUTRAL)
    objectives = shared_out(state, seat, -1, NEUTRAL, candidates.later, jobs)
    return candidates.static() - objectives.total() + candidates.danger.total()


def test_between_two_what_one_is_ahead_the_other_is_behind() -> None:
    leads = []
    for state, _, _ in moments(seats=2):
        mirror = Mirror(state, Flip.NOT, exchange=True)
        twin = mirror.of(state)
        for seat in (0, 1):
            assert lead(state, seat) == pytest.approx(-lead(state, 1 - seat), abs=1e-6)
            assert lead(twin, seat) == pytest.approx(-lead(state, seat), abs=1e-6)
        leads.append(lead(state, 0))
    assert len(leads) > 3 * EACH
    assert min(leads) < 0 < max(leads)


def test_a_match_that_is_over_is_won_by_one_as_much_as_it_is_lost_by_the_other() -> None:
    ends = []
    for seed in range(1, 16):
        state = fuzz.brawl(seed)
        rng = Random(seed)
        while (asked := decision(state)) is not None:
            apply_action(state, fuzz.eager(asked, rng), trusted=True)
        if state.setup.seats == 2:
            assert decided(state, 0) == -decided(state, 1)
            ends.append(decided(state, 0))
    assert len(ends) > 2
    assert len(set(ends)) == len(ends)


def test_what_is_promised_does_not_depend_on_colour_or_corner() -> None:
    compared = 0
    for state, asked, rng in moments():
        if asked.question not in (Question.TURN, Question.UNIT_PHASE):
            continue
        mirror = Mirror(
            state, rng.choice(list(Flip)), exchange=state.setup.seats == 2 and rng.random() < 0.5
        )
        twin = mirror.of(state)
        for seat in range(state.setup.seats):
            other = mirror.seat(seat)
            assert worth(twin, other, NEUTRAL) == pytest.approx(worth(state, seat, NEUTRAL))
            here, there = Candidates(state, seat, NEUTRAL), Candidates(twin, other, NEUTRAL)
            assert there.danger.total() == pytest.approx(here.danger.total())
            assert there.static() == pytest.approx(here.static())
            compared += 1
    assert compared > 2 * EACH
