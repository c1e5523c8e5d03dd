"""One place for what an attack comes to: panel, hints and managers use the same numbers."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

import fuzz
import pytest
from scenes import request_of

from deathdome.managers.advice import advise
from deathdome.managers.planner.attack import AttackValues
from deathdome.managers.planner.attack_cards import loss_of, struck_units
from deathdome.managers.planner.weights import NEUTRAL
from deathdome.model.actions import Action, ActionKind, a_of, b_of, kind_of
from deathdome.model.decisions import Question
from deathdome.model.frames import Attack
from deathdome.model.vocabulary import Deny, Trigger
from deathdome.odds.attack_odds import AttackOdds, odds_of, undeclared_attack
from deathdome.odds.card_choices import cards_of, choices
from deathdome.odds.defences import defence_of, defence_pool, spared_once
from deathdome.odds.outcomes import hits_of
from deathdome.odds.pool import Kind, merged
from deathdome.rules.abilities import usable
from deathdome.rules.attack.declare import weapon_of
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.gear import hands_of
from deathdome.rules.observing import determinize, observe, unseen
from deathdome.rules.targeting import window_context

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deathdome.model.decisions import Decision
    from deathdome.model.state import State


@dataclass
class Looked:
    """Number of comparisons in a run."""

    undeclared_attack: int = 0
    declared: int = 0
    defended: int = 0
    worn: int = 0


def positions(seed: int, most: int = 500) -> Iterator[tuple[State, Decision]]:
    """The questions to seats in a brawl in which everybody rather fights."""
    state, dice = fuzz.brawl(seed), Random(seed)
    for _ in range(most):
        asked = decision(state)
        if asked is None:
            return
        if asked.seat >= 0:
            yield state, asked
        apply_action(state, fuzz.eager(asked, dice), trusted=True)


def same_chances(world: State, attack_values: AttackValues, frame: Attack, odds: AttackOdds) -> int:
    """Compares every amount of cards; 1 if the target wears what may spare it."""
    (struck,) = odds.struck
    worn = spared_once(world, struck.unit, frame.declared.kind)
    believed = 1 - NEUTRAL.parry * worn
    for way in attack_values.ways(frame):
        outcome = odds.adding(way.total).struck[0].outcome()
        assert way.kill == pytest.approx(believed * outcome.dies)
        assert way.hurt == pytest.approx(believed * outcome.hurt)
    return int(worn)


def compared(state: State, asked: Decision, looked: Looked) -> None:
    """Compares what everybody makes of the attacks of one position."""
    seat = asked.seat
    seen = observe(state, seat, asked)
    world = determinize(seen, Random(1))
    if asked.question is Question.UNIT_PHASE:
        attack_values = AttackValues(world, seat, NEUTRAL)
        for action in asked.options:
            if kind_of(action) is ActionKind.ATTACK and b_of(action) < len(state.space):
                arm = weapon_of(world, asked.unit, a_of(action))
                odds = odds_of(seen, undeclared_attack(seen, asked.unit, action))
                if len(odds.struck) == 1 and odds.struck[0].side.seat != seat:
                    frame = attack_values.frame(asked.unit, arm, b_of(action))
                    looked.worn += same_chances(world, attack_values, frame, odds)
                    looked.undeclared_attack += 1
    top = state.stack[-1]
    if not isinstance(top, Attack):
        return
    odds = odds_of(seen, top)
    assert [(s.unit, s.attack, s.defence, s.vitae) for s in odds.struck] == [
        hit[:4] for hit in hits_of(world, odds.attack)
    ]
    if asked.question is Question.ATTACK_CARDS:
        enemies = [s for s in odds.struck if s.side.seat != seat]
        if len(odds.struck) == len(enemies) == 1:
            looked.worn += same_chances(world, AttackValues(world, seat, NEUTRAL), top, odds)
            looked.declared += 1
    elif asked.question is Question.DEFENCE_CARDS:
        rows = struck_units(world, top, seat, NEUTRAL)
        own = [s for s in odds.struck if s.side.seat == seat]
        assert [(row.unit, max(0, row.margin)) for row in rows] == [(s.unit, s.margin) for s in own]
        for choice in choices(seen, top):
            if choice.ability is None:
                after = [s for s in choice.odds.struck if s.side.seat == seat]
                harmless = not any(s.margin for s in after)
                assert (loss_of(world, rows, choice.total, NEUTRAL) == 0) == harmless
                laid = sorted(a_of(action) for action in cards_of(world, seat, choice.total))
                assert laid == list(choice.cards)
        looked.defended += 1


@pytest.mark.parametrize("part", range(4))
def test_panel_and_managers_agree_about_every_attack(part: int) -> None:
    looked = Looked()
    for seed in range(6 * part, 6 * part + 6):
        for state, asked in positions(seed):
            compared(state, asked, looked)
    assert min(looked.undeclared_attack, looked.declared, looked.defended) > 5, looked


def test_cards_against_a_kind_of_weapon_are_those_that_the_rules_would_offer() -> None:
    """The table that managers read, against the rules asked card by card."""
    compared = 0
    for seed in range(8):
        for state, asked in positions(seed):
            top = state.stack[-1]
            if asked.question is not Question.DEFENCE_CARDS or not isinstance(top, Attack):
                continue
            if (-1, Deny.CARDS) in top.denied or any(deny is Deny.WOUNDS for _, deny in top.denied):
                continue
            seen = observe(state, asked.seat, asked)
            left = unseen(seen)
            depth = len(state.stack) - 1
            context = window_context(state, Trigger.DEFEND, asked.seat, -1, depth)
            hands = hands_of(state.setup.catalog)
            kinds = []
            for card, number in enumerate(hands.values):
                adds, spares = {number}, False
                for one in hands.by_trigger[Trigger.DEFEND].get(card, ()):
                    if usable(state, one, context._replace(from_hand=True)):
                        more, spared = defence_of(one)
                        adds |= {more} if more else set()
                        spares = spares or spared
                kinds.append(Kind(tuple(sorted(adds)), spares, left[card]))
            assert defence_pool(state, top, asked.seat, left) == merged(kinds)
            compared += 1
    assert compared > 10


def attacks_to_declare(seed: int) -> Iterator[tuple[State, Decision]]:
    """The unit phases of a brawl in which an attack is possible."""
    for state, asked in positions(seed, 120):
        if asked.question is Question.UNIT_PHASE and any(
            kind_of(action) is ActionKind.ATTACK for action in asked.options
        ):
            yield state, asked


def test_a_hint_tells_the_chance_that_the_panel_shows() -> None:
    told = 0
    for seed in range(30):
        for state, _ in islice(attacks_to_declare(seed), 2):
            hint = advise(request_of(state), level="veteran")
            attacks = [action for action in hint.answers if kind_of(action) is ActionKind.ATTACK]
            if not hint.chances or not attacks:
                continue
            told += shown(state, hint.chances[0], hint.answers, attacks[0])
            break
        if told >= 6:
            break
    assert told >= 6


def shown(state: State, dies: float, answers: tuple[Action, ...], attack: Action) -> int:
    """Return 1 for a chance that the panel has for that attack, with cards of any sum."""
    asked = decision(state)
    assert asked is not None
    seen = observe(state, asked.seat, asked)
    place = seen.space[asked.unit]
    for action in answers:
        if action == attack:
            break
        if kind_of(action) is ActionKind.WALK:
            place = a_of(action)
    frame = undeclared_attack(seen, asked.unit, attack, place)
    chances = [choice.odds.death().low for choice in choices(seen, frame)]
    assert any(chance == pytest.approx(dies) for chance in chances), (dies, chances)
    return 1
