"""Odds at every attack of random matches: none fails, none leaks, all agree with the engine."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from deathdome.cli.sessions import new_referee
from deathdome.model.actions import COMMIT, ActionKind, kind_of
from deathdome.model.decisions import Question
from deathdome.model.events import Reckoned
from deathdome.model.frames import Attack
from deathdome.model.ruleset import EDITION_2021
from deathdome.odds.attack_odds import odds_of, undeclared_attack
from deathdome.odds.outcomes import Play
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.observing import determinize, observe, unseen
from deathdome.stage.text import text_of
from deathdome.text.chances import chances
from deathdome.tui.presenters.odds import odds_details, odds_lines

if TYPE_CHECKING:
    from deathdome.model.actions import Action
    from deathdome.model.decisions import Decision
    from deathdome.model.events import Event
    from deathdome.model.observation import Observation
    from deathdome.model.state import State

ATTACKING = (Question.ATTACK_CARDS, Question.DEFENCE_CARDS, Question.REACTION, Question.HIT_ORDER)
LIKED = (ActionKind.ATTACK, ActionKind.BUY, ActionKind.EQUIP, ActionKind.WALK, ActionKind.ACTIVATE)


def chosen(asked: Decision, rng: Random) -> Action:
    """At random, with a taste for attacks and for equipment."""
    options = asked.options
    for kind in LIKED:
        liked = [action for action in options if kind_of(action) is kind]
        if liked and rng.random() < 0.7:
            return rng.choice(liked)
    return rng.choice(options)


def looked_at(state: State, rng: Random, seats: int) -> int:
    """Looks at every attack that is open or could be declared, from every seat; how many."""
    asked = decision(state)
    number = 0
    for seat in range(seats):
        seen = observe(state, seat)
        frames = [frame for frame in seen.stack if isinstance(frame, Attack)]
        if asked is not None and asked.seat == seat and asked.unit >= 0:
            frames += [
                undeclared_attack(seen, asked.unit, action)
                for action in asked.options
                if kind_of(action) is ActionKind.ATTACK
            ][:2]
        for frame in frames:
            number += 1
            checked(seen, frame, rng)
    return number


def checked(seen: Observation, frame: Attack, rng: Random) -> None:
    odds = odds_of(seen, frame)
    rows = [*odds_lines(seen, frame), *odds_details(seen, frame)]
    assert all(len(text_of(row)) <= 33 for row in rows), text_of(rows)
    said = chances(seen, frame)
    assert said
    for struck in odds.struck:
        assert struck.side.cards <= seen.hand_sizes[struck.side.seat]
        whole = struck.outcome()
        for play in Play:
            outcome = struck.outcome(play)
            assert outcome.cases == struck.side.cases
            assert outcome.dies >= whole.dies  # no play saves more than all cards do
    for side in odds.sides:
        assert sum(kind.copies for kind in side.pool) == sum(unseen(seen))
    if rng.random() < 0.1:
        other = observe(determinize(seen, rng), seen.seat)
        assert chances(other, frame) == said
        assert [*odds_lines(other, frame), *odds_details(other, frame)] == rows


def bare_wounds(state: State) -> dict[int, int]:
    """Wounds per unit if everybody commits at once from here."""
    told: list[Event] = []
    world = state.copy()
    while (asked := decision(world)) is not None and COMMIT in asked.options:
        apply_action(world, COMMIT, told.append)
    found: dict[int, int] = {}
    for event in told:
        if isinstance(event, Reckoned):
            found.setdefault(event.unit, event.wounds)  # another attack may follow at once
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "seats", "rich"), [(104, 2, False), (103, 3, True), (101, 4, True)]
)
def test_every_attack_of_a_random_match(seed: int, seats: int, *, rich: bool) -> None:
    names = ["random"] * seats
    referee = new_referee(names, seed, 8, "waspworth", quick=not rich, ruleset=EDITION_2021)
    state, rng = referee.state, Random(seed)
    number = agreed = 0
    while (asked := decision(state)) is not None and number < 400:
        attacks = any(kind_of(action) is ActionKind.ATTACK for action in asked.options)
        if asked.question in ATTACKING or attacks:
            number += looked_at(state, rng, seats)
        top = state.stack[-1]
        if isinstance(top, Attack) and asked.question in ATTACKING[:2]:
            seen = observe(state, asked.seat)
            odds = odds_of(seen, top)
            done = bare_wounds(state)
            assert {s.unit: s.margin for s in odds.struck} == {
                unit: done[unit] for unit in (s.unit for s in odds.struck)
            }
            agreed += 1
        apply_action(state, chosen(asked, rng), trusted=True)
    assert agreed > 5
