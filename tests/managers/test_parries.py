"""A defender's equipment and possible cards count before the attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from scenes import scene

from deathdome.managers.planner.attack import AttackValues, Way, dominated_attacks
from deathdome.managers.planner.candidates import Candidates, best_turns, expected
from deathdome.managers.planner.weights import NEUTRAL
from deathdome.model.actions import PUNCH, Action, ActionKind, a_of, kind_of
from deathdome.model.frames import Attack, AttackSetup
from deathdome.model.vocabulary import WeaponKind
from deathdome.odds.defences import Unseen, cards_against, spared_once
from deathdome.odds.pool import most_added, size
from deathdome.rules.engine import decision
from deathdome.rules.gear import hands_of

if TYPE_CHECKING:
    from scenes import Match

VEST = "stuntmans-insurance-vest"


def duel(worn: list[str], hand: list[str]) -> Match:
    """A red warrior that can kill a blue scout for sure, but for what blue has."""
    return scene(
        units={"red warrior": "d15", "blue scout": "e15"},
        items={"red warrior": ["guillotine-on-a-stick"], "blue scout": worn},
        wounds={"blue scout": 3},
        hands={"red": [], "blue": hand},
        active="red warrior",
    )


def best_way(match: Match) -> Way:
    """The attack on the scout, as red thinks of it before it is declared."""
    attack_values = AttackValues(match.state, 0, NEUTRAL)
    (arm,) = (arm for arm in match.state.gear.weapons[0] if arm.card == "guillotine-on-a-stick")
    return attack_values.best(0, arm, match.unit("blue scout"))


def attack(match: Match, kind: WeaponKind | None) -> Attack:
    """An attack of the first red unit on the first blue one."""
    return Attack(AttackSetup(0, 0, match.state.space[0], kind=kind), 4)


def terms(match: Match) -> dict[str, float]:
    """Return the parts of the attack."""
    attack_values = AttackValues(match.state, 0, NEUTRAL)
    (arm,) = (arm for arm in match.state.gear.weapons[0] if arm.card == "guillotine-on-a-stick")
    return dict(attack_values.terms(attack_values.frame(0, arm, match.unit("blue scout")), 0))


@pytest.mark.card(VEST)
def test_nobody_counts_on_killing_who_wears_a_vest_until_it_is_used_up() -> None:
    bare, worn = duel([], []), duel([VEST], [])
    scout = worn.unit("blue scout")
    assert best_way(bare).kill == 1.0
    assert best_way(worn).kill == pytest.approx(1 - NEUTRAL.parry)
    assert best_way(worn).gain < best_way(bare).gain / 2
    # What the vest spares it once is worth something all the same.
    assert terms(worn)["uses up protection"] > 0
    assert "uses up protection" not in terms(bare)
    assert spared_once(worn.state, scout, WeaponKind.CLOSE)
    worn.attack("blue scout", "guillotine-on-a-stick").play(VEST)
    assert not spared_once(worn.state, scout, WeaponKind.CLOSE)


@pytest.mark.card("stunt-double", "cutlery-amnesty", "bullet-time-share")
def test_a_hidden_hand_may_hold_a_card_that_is_worth_more_by_its_ability() -> None:
    match = duel([], ["loose-change"])
    cards = [card.id for card in match.state.setup.catalog.power_cards]
    against = cards_against(match.state.setup.catalog)
    values = hands_of(match.state.setup.catalog).values
    for kind, tough in (
        (WeaponKind.CLOSE, "cutlery-amnesty"),
        (WeaponKind.RANGED, "bullet-time-share"),
        (None, ""),
    ):
        better = {
            card: worth
            for card, worth, value in zip(cards, against[kind].worth, values, strict=True)
            if worth != value
        }
        assert better == ({tough: 5} if tough else {})
        assert [cards[card] for card in against[kind].sparing] == ["stunt-double"]
    unseen = Unseen(match.state, 0)
    close, fixed = (unseen.pool(attack(match, kind), 1) for kind in (WeaponKind.CLOSE, None))
    numbers = most_added(fixed)
    assert size(close) == size(fixed) == sum(unseen.left)
    # Both copies of the card are unseen.
    assert (most_added(close)[1], most_added(close)[4]) == (numbers[1] - 2, numbers[4] + 2)
    assert sum(kind.copies for kind in close if kind.spares) == 2
    assert 0 < best_way(duel([], [])).kill - best_way(match).kill < 0.1
    # Two that were seen are in no hand.
    seen = scene(hands={"red": ["stunt-double", "stunt-double"], "blue": ["loose-change"]})
    pool = Unseen(seen.state, 0).pool(attack(seen, WeaponKind.CLOSE), 1)
    assert not any(kind.spares for kind in pool)


@pytest.mark.rule("PHASE-3")
def test_cards_laid_in_the_first_phase_are_missing_in_the_second() -> None:
    match = scene(
        units={"red warrior": "d15", "blue scout": "e15", "blue gunner": "e16"},
        items={"red warrior": ["rusty-chainsaw"]},
        hands={"red": ["action-movie-craze", "loose-change"], "blue": []},
    )
    candidates = Candidates(match.state, 0, NEUTRAL)
    attack = next(
        plan
        for plan in candidates.plans(0)
        if plan.act and kind_of(Action(plan.act)) is ActionKind.ATTACK and plan.laid
    )
    hand = match.state.hands[0]
    values = hands_of(match.state.setup.catalog).values
    after = expected(match.state, attack)
    assert sum(values[card] for card in hand) - sum(values[card] for card in after.hands[0]) == (
        attack.laid
    )
    assert match.state.hands[0] == hand


@pytest.mark.card(VEST)
@pytest.mark.rule("PHASE-3")
def test_a_cheap_attack_uses_up_a_protection_before_the_strong_one() -> None:
    match = scene(
        units={"red warrior": "d15", "blue scout": "e15"},
        items={"red warrior": ["guillotine-on-a-stick"], "blue scout": [VEST]},
        wounds={"blue scout": 3},
        hands={"red": ["action-movie-craze", "loose-change"], "blue": []},
    )
    candidates = Candidates(match.state, 0, NEUTRAL)
    found = best_turns(candidates, [plan for _, plan in candidates.first_phases(12)], 6)
    place = match.state.space[match.unit("blue scout")]
    total, best = next(pair for pair in found if pair.plan.act and pair.plan.aim == place)
    assert best.strips
    assert not best.laid
    after = expected(match.state, best)
    scout = match.unit("blue scout")
    assert after.space[scout] == match.state.space[scout]
    assert not after.wounds[scout] - match.state.wounds[scout]
    assert not spared_once(after, scout, WeaponKind.CLOSE)
    then = Candidates(after, 0, NEUTRAL).plans(match.unit("red warrior"))
    assert max(plan.kill for plan in then if plan.aim == place) == 1.0
    assert total > best.score


@pytest.mark.rule("ATTACK-6")
def test_no_level_attacks_with_the_weaker_of_two_weapons() -> None:
    match = scene(
        units={"red warrior": "d15", "blue scout": "e15"},
        items={"red warrior": ["guillotine-on-a-stick"]},
        wounds={"blue scout": 1},
        hands={"red": ["loose-change"], "blue": []},
        active="red warrior",
    )
    asked = decision(match.state)
    assert asked is not None
    attacks = [action for action in asked.options if kind_of(action) is ActionKind.ATTACK]
    assert len(attacks) == 2
    pointless = dominated_attacks(match.state, 0, asked.options)
    ((punch, guillotine),) = pointless.items()
    assert a_of(punch) == PUNCH
    assert a_of(guillotine) != PUNCH
    # With the guillotine out of reach the punch has a point again.
    assert not dominated_attacks(match.state, 0, [punch])
