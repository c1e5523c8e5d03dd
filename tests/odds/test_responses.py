"""Reactions to an attack: cards by chance, equipment in reach, paybacks in wounds."""

from __future__ import annotations

from math import comb
from random import Random
from typing import TYPE_CHECKING

import pytest
from scenes import card_id, item_id, scene

from deathdome.model.actions import ActionKind, make_action
from deathdome.model.events import Reckoned
from deathdome.odds.attack_odds import AttackOdds, odds_of, undeclared_attack
from deathdome.odds.responses import (
    Help,
    Holding,
    Response,
    chance_of_one,
    healed_chance,
    holding,
    responses_to,
)
from deathdome.rules.observing import determinize, observe
from deathdome.text.names import ability_card

if TYPE_CHECKING:
    from scenes import Match

    from deathdome.model.observation import Observation


def attack(match: Match, weapon: str, target: str, *cards: str) -> tuple[Observation, AttackOdds]:
    seen = observe(match.state, 0)
    action = make_action(ActionKind.ATTACK, item_id(weapon), match.unit(target))
    staged = [make_action(ActionKind.LAY, card_id(card)) for card in cards]
    return seen, odds_of(seen, undeclared_attack(seen, 0, action), staged)


def chainsaw(**more: object) -> Match:
    settings: dict[str, object] = {
        "units": {"red warrior": "k11", "blue gunner": "k12", "blue medic": "k13"},
        "hands": {"red": ["sponsors-darling"], "blue": ["encore", "loud-noise"]},
        "active": "red warrior",
        "wounds": {"blue gunner": 1},
    }
    items = {"red warrior": ["rusty-chainsaw"], **more.pop("items", {})}  # type: ignore[dict-item]
    return scene(**{**settings, **more}, items=items)  # type: ignore[arg-type]


def by_card(match: Match, answers: tuple[Response, ...]) -> dict[str, Response]:
    found = {}
    for answer in answers:
        printed = ability_card(match.state.setup, answer.ability)
        assert printed is not None
        found[printed.id] = answer
    return found


def test_a_hand_by_its_numbers() -> None:
    held = Holding(1, 2, (1, 0, 2, 0, 1))
    assert held.pool == 4
    assert held.expected == pytest.approx(2 * (1 + 3 + 3 + 5) / 4)
    assert (held.best, held.worst) == (8, 4)
    assert held.at_least(5) == pytest.approx(1 / 2)
    assert held.at_least(3) == 1
    assert chance_of_one(0, 4, 2) == 0


def test_what_a_seat_may_hold_is_counted_from_unseen_cards() -> None:
    match = chainsaw(discard=["hyper-cube"])
    seen = observe(match.state, 0)
    held = holding(seen, 1)
    assert (held.pool, held.cards) == (68, 2)  # 70 less the seat's card and the discarded one
    number, hits = 3000, 0
    values = [card.value for card in seen.setup.catalog.power_cards]
    rng = Random(4)
    for _ in range(number):
        hits += any(values[card] >= 4 for card in determinize(seen, rng).hands[1])
    chance = held.at_least(4)
    assert abs(hits / number - chance) <= 2.576 * (chance * (1 - chance) / number) ** 0.5


@pytest.mark.card("stunt-double", "cutlery-amnesty", "bullet-time-share", "human-shield-policy")
def test_defence_abilities_that_matter_against_this_attack() -> None:
    match = chainsaw()
    seen, odds = attack(match, "rusty-chainsaw", "blue gunner", "sponsors-darling")
    found = by_card(match, responses_to(seen, odds))
    pool = 69
    assert found["stunt-double"].help is Help.SPARES
    assert found["stunt-double"].chance == pytest.approx(1 - comb(pool - 2, 2) / comb(pool, 2))
    assert found["cutlery-amnesty"].amount == 5
    assert "bullet-time-share" not in found  # against ranged attacks only
    assert found["human-shield-policy"].help is Help.REDIRECTS  # a unit is next to the target
    assert "third-lung" not in found  # on its own turn only: no help here
    match = chainsaw(units={"red warrior": "k11", "blue gunner": "k12"})
    seen, odds = attack(match, "rusty-chainsaw", "blue gunner")
    assert "human-shield-policy" not in by_card(match, responses_to(seen, odds))


@pytest.mark.card("medical-pager")
@pytest.mark.rule("WOUND-6")
def test_a_pager_in_reach_could_save_and_one_far_off_could_not() -> None:
    items = {"blue medic": ["medical-pager"]}
    near = chainsaw(items=items)
    seen, odds = attack(near, "rusty-chainsaw", "blue gunner", "sponsors-darling")
    answers = responses_to(seen, odds)
    pager = by_card(near, answers)["medical-pager"]
    assert (pager.help, pager.amount, pager.bearer) == (Help.HEALS, 2, near.unit("blue medic"))
    chance = healed_chance(odds, answers, near.unit("blue gunner"))
    assert odds.target is not None
    assert 0 < chance <= odds.target.outcome().dies
    far = chainsaw(
        items=items, units={"red warrior": "k11", "blue gunner": "k12", "blue medic": "a5"}
    )
    seen, odds = attack(far, "rusty-chainsaw", "blue gunner", "sponsors-darling")
    answers = responses_to(seen, odds)
    assert "medical-pager" not in by_card(far, answers)
    assert healed_chance(odds, answers, far.unit("blue gunner")) == 0


@pytest.mark.card("stuntmans-insurance-vest", "understudy-collar")
def test_equipment_that_all_can_see() -> None:
    match = chainsaw(
        items={"blue gunner": ["stuntmans-insurance-vest"], "blue medic": ["understudy-collar"]}
    )
    seen, odds = attack(match, "rusty-chainsaw", "blue gunner")
    found = by_card(match, responses_to(seen, odds))
    assert found["stuntmans-insurance-vest"].help is Help.SPARES
    assert found["stuntmans-insurance-vest"].chance == 1
    assert found["understudy-collar"].help is Help.REDIRECTS
    match.attack("blue gunner", "rusty-chainsaw").decline_all()
    seen = observe(match.state, 0)
    frame = seen.stack[-1]
    after = by_card(match, responses_to(seen, odds_of(seen, frame)))  # type: ignore[arg-type]
    assert "understudy-collar" not in after  # too late to step in
    assert "stuntmans-insurance-vest" in after


@pytest.mark.card("porcupine-tuxedo")
@pytest.mark.rule("PAYBACK-4")
def test_a_payback_in_wounds_is_what_the_engine_makes_of_it() -> None:
    match = chainsaw(items={"blue gunner": ["porcupine-tuxedo"]}, hands={})
    seen, odds = attack(match, "rusty-chainsaw", "blue gunner")
    answer = by_card(match, responses_to(seen, odds))["porcupine-tuxedo"]
    assert (answer.help, answer.amount) == (Help.PAYS_BACK, 3)
    match.attack("blue gunner", "rusty-chainsaw").commit_all()
    match.decline_all().commit_all()
    back = match.told(Reckoned)[-1]
    assert back.unit == match.unit("red warrior")
    assert back.wounds == answer.wounds
    assert not answer.kills
