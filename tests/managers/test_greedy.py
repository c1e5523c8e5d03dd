"""Greedy: better than chance, fair, repeatable, and quick."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from scenes import Match, request_of, scene

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.managers.greedy import GreedyManager
from deathdome.managers.random_manager import RandomManager
from deathdome.match.protocol import PROTOCOL, Briefing, Controller
from deathdome.match.referee import Referee, run_match
from deathdome.model.actions import CAPTURE, ActionKind, a_of, b_of, kind_of
from deathdome.model.decisions import Question
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.observing import determinize
from deathdome.rules.setup import new_game

POINTS = [load_board().grid.name(space) for space in load_board().points]


def choice(match: Match) -> int:
    """Return the action of a fresh greedy manager."""
    request = request_of(match.state)
    manager = GreedyManager()
    manager.begin(Briefing(PROTOCOL, request.seat, 2, match.state.setup, 7, {}))
    return manager.decide(request).action


def test_greedy_beats_random_from_either_seat() -> None:
    for seed in range(4):
        referee = Referee(new_game(load_catalog(), load_board(), rounds=4), seed)
        managers: list[Controller] = [GreedyManager(), RandomManager()]
        run_match(referee, managers if seed % 2 == 0 else managers[::-1])
        assert referee.state.outcome is not None
        assert referee.state.outcome.winners == (seed % 2,)


def test_it_captures_the_point_it_stands_on() -> None:
    others = {space: "red" for space in POINTS if space != "d8"}
    match = scene(units={"red scout": "d8"}, points=others, active="red scout")
    assert choice(match) == CAPTURE


def test_it_leaves_a_point_for_a_tower_that_it_can_take_at_once() -> None:
    match = scene(units={"red scout": "d8"}, active="red scout")
    act = choice(match)
    assert kind_of(act) is ActionKind.WALK  # type: ignore[arg-type]
    assert match.space_name(a_of(act)) == "i9"  # type: ignore[arg-type]


def test_it_walks_toward_what_pays() -> None:
    # Nothing but d8 is left to take, and it is two steps away.
    others = {space: "red" for space in POINTS if space != "d8"}
    match = scene(units={"red scout": "d6"}, points=others, active="red scout")
    act = choice(match)
    assert kind_of(act) is ActionKind.WALK  # type: ignore[arg-type]
    assert match.space_name(a_of(act)) == "d8"  # type: ignore[arg-type]


def test_it_lays_no_card_on_a_foe_who_is_dead_without() -> None:
    match = scene(
        units={"red warrior": "d15", "blue scout": "e15"},
        wounds={"blue scout": 4},
        hands={"red": ["sponsors-darling"]},
        active="red warrior",
    ).attack("blue scout")
    assert match.question is Question.ATTACK_CARDS
    assert kind_of(choice(match)) is ActionKind.COMMIT  # type: ignore[arg-type]


def test_it_strikes_at_whose_death_is_worth_most() -> None:
    # The medic would fall as surely as the warrior, who is worth more.
    match = scene(
        units={"red warrior": "i8", "blue medic": "i9", "blue warrior": "h8"},
        items={"blue medic": ["spare-spleen"], "blue warrior": ["leech-flail"]},
        wounds={"blue medic": 4, "blue warrior": 4},
        points={"i9": "red"},
        active="red warrior",
    )
    act = choice(match)
    assert kind_of(act) is ActionKind.ATTACK  # type: ignore[arg-type]
    assert match.unit_name(b_of(act)) == "blue warrior"  # type: ignore[arg-type]


@pytest.mark.rule("NOTE-BUG-5")
def test_it_steps_onto_no_token_of_its_own_team() -> None:
    own = dict.fromkeys(POINTS, "red")
    match = scene(
        units={"red scout": "d7"},
        points=own,
        tokens={"beehive": ("d8", "red")},
        hands={"red": ["crowd-roar"]},
        active="red scout",
    )
    assert choice(match) not in [
        walk for walk in match.offers(ActionKind.WALK) if a_of(walk) == match.space("d8")
    ]


def test_it_saves_a_unit_with_the_cheapest_card_that_does() -> None:
    match = scene(
        units={"red warrior": "d15", "blue scout": "e15"},
        items={"red warrior": ["guillotine-on-a-stick"]},
        hands={"blue": ["sponsors-darling", "crowd-roar"]},
        active="red warrior",
    ).attack("blue scout", "guillotine-on-a-stick")
    act = choice(match)  # 9 against 0 with 5 vitae: a 5 is needed, a 4 is not enough
    cards = match.state.setup.catalog.power_cards
    assert cards[a_of(act)].id == "sponsors-darling"  # type: ignore[arg-type]


def test_it_wastes_no_card_on_a_unit_that_dies_anyway() -> None:
    match = scene(
        units={"red warrior": "d15", "blue scout": "e15"},
        items={"red warrior": ["guillotine-on-a-stick"]},
        wounds={"blue scout": 4},
        hands={"blue": ["crowd-roar"]},
        active="red warrior",
    ).attack("blue scout", "guillotine-on-a-stick")
    assert kind_of(choice(match)) is ActionKind.COMMIT  # type: ignore[arg-type]


@pytest.mark.rule("AMB-38")
def test_what_is_hidden_never_changes_its_choice() -> None:
    compared = 0
    for seed in range(3):
        state = new_game(load_catalog(), load_board(), seats=2 + seed, rounds=2)
        rng = Random(seed)
        while (asked := decision(state)) is not None:
            if asked.seat >= 0 and asked.question is not Question.PURCHASE and rng.random() < 0.25:
                request = request_of(state)
                answers = set()
                for world in range(3):
                    twin = determinize(request.seen, Random(world))
                    manager = GreedyManager()
                    manager.begin(Briefing(PROTOCOL, asked.seat, 2 + seed, state.setup, 1, {}))
                    answers.add(manager.decide(request_of(twin)).action)
                assert len(answers) == 1
                compared += 1
            weights = asked.weights or [1] * len(asked.options)
            apply_action(state, rng.choices(asked.options, weights)[0], trusted=True)
    assert compared > 20


def test_the_same_seed_gives_the_same_match() -> None:
    prints = set()
    for _ in range(2):
        referee = Referee(new_game(load_catalog(), load_board(), rounds=1), 3)
        run_match(referee, [GreedyManager(), GreedyManager()])
        prints.add(referee.fingerprint())
    assert len(prints) == 1


def test_a_manager_cannot_reach_the_true_position() -> None:
    match = scene(hands={"blue": ["hyper-cube"]})
    request = replace(request_of(match.state), number=1)
    assert not hasattr(request, "state")
    hidden = match.state.setup.catalog.power_cards
    hyper = [card.id for card in hidden].index("hyper-cube")
    assert hyper not in request.seen.hand


@pytest.mark.parametrize("held", [True, False])
def test_it_lets_a_sound_unit_take_the_hit_that_would_kill_a_wounded_one(held: bool) -> None:
    match = scene(
        units={"red warrior": "d15", "blue scout": "e15", "blue warrior": "f15"},
        wounds={"blue scout": 3},
        hands={"blue": [] if held else ["human-shield-policy"]},
        items={"blue warrior": ["understudy-collar"]} if held else {},
        active="red warrior",
    ).attack("blue scout")
    assert match.question is Question.REACTION
    assert kind_of(choice(match)) is (ActionKind.USE if held else ActionKind.PLAY)  # type: ignore[arg-type]


def test_it_heals_a_teammate_that_one_wound_would_kill() -> None:
    others = dict.fromkeys(POINTS, "red")
    match = scene(
        units={"red medic": "d15", "red scout": "e15"},
        items={"red medic": ["suspicious-syringe"]},
        wounds={"red scout": 4},
        points=others,
        active="red medic",
    )
    assert kind_of(choice(match)) is ActionKind.USE  # type: ignore[arg-type]


def test_two_seeds_shop_differently_and_one_seed_alike() -> None:
    state = new_game(load_catalog(), load_board(), first=0)
    chosen = []
    for seed in (1, 1, 2, 3, 4):
        manager = GreedyManager()
        manager.begin(Briefing(PROTOCOL, 0, 2, state.setup, seed, {}))
        chosen.append(manager.decide(request_of(state)).action)
    assert chosen[0] == chosen[1]
    assert len(set(chosen)) > 1
