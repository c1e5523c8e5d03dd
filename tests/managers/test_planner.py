"""The planning managers: sensible in plain situations, fair, repeatable, and able to say why."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from scenes import Match, request_of, scene

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.managers.manager_name import LEVELS as LEVEL_NAMES
from deathdome.managers.manager_name import PERSONALITIES as PERSONALITY_NAMES
from deathdome.managers.planner.candidates import Candidates
from deathdome.managers.planner.explanations import plan_terms
from deathdome.managers.planner.manager import PlanningManager
from deathdome.managers.planner.weights import GREEDY, LEVELS, NEUTRAL, PERSONALITIES, weights_for
from deathdome.managers.registry import create
from deathdome.match.protocol import PROTOCOL, Briefing
from deathdome.match.referee import Referee, run_match
from deathdome.model.actions import CAPTURE, COMMIT, ActionKind, b_of, kind_of
from deathdome.model.decisions import Question
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.observing import determinize
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from deathdome.model.actions import Action
    from deathdome.model.state import State


POINTS = [load_board().grid.name(space) for space in load_board().points]


def hired(state: State, seat: int, level: str = "veteran") -> PlanningManager:
    """A manager at its seat."""
    manager = PlanningManager()
    options = {"level": level}
    manager.begin(Briefing(PROTOCOL, seat, state.setup.seats, state.setup, 7, options))
    return manager


def choice(match: Match, level: str = "veteran") -> Action:
    """Return the action of a fresh manager."""
    request = request_of(match.state)
    return hired(match.state, request.seat, level).decide(request).action


def test_it_captures_the_point_it_stands_on() -> None:
    others = {space: "red" for space in POINTS if space != "d8"}
    match = scene(
        units={"red scout": "d8", "blue warrior": "r5"}, points=others, active="red scout"
    )
    assert choice(match) == CAPTURE


@pytest.mark.rule("PHASE-3", "BASE-1")
def test_danger_counts_two_phases_of_one_enemy_and_none_in_the_base() -> None:
    match = scene(
        units={"red scout": "h3", "blue warrior": "e3"},
        items={"blue warrior": ["guillotine-on-a-stick"]},
        wounds={"red scout": 4},
        points=dict.fromkeys(POINTS, "blue"),
        active="red scout",
    )
    grid = match.state.setup.board.grid
    exposure = Candidates(match.state, 0, NEUTRAL._replace(danger=1.0)).danger.of(2)
    at = {name: exposure.at(grid.parse(name)) for name in ("h3", "n5", "s5", "j1")}
    assert at["h3"] > 100_000  # walk, kill
    assert at["n5"] > 100_000  # walk, walk, kill
    assert at["s5"] == 0  # too far for both
    assert at["j1"] == 0  # no unit is harmed in its base


def test_it_kills_a_wounded_enemy_within_reach() -> None:
    match = scene(
        units={"red warrior": "d15", "blue scout": "e15"},
        wounds={"blue scout": 4},
        active="red warrior",
    )
    action = choice(match)
    assert kind_of(action) is ActionKind.ATTACK
    assert b_of(action) == 6


def test_it_pushes_an_enemy_into_lava_rather_than_only_wound_it() -> None:
    # Lava is on h10; a wound from i8 to h9 pushes there, from another side it does not.
    match = scene(
        units={"red warrior": "h12", "blue scout": "h11", "blue gunner": "d15"},
        items={"red warrior": ["whoopee-maul"]},
        points=dict.fromkeys(POINTS, "red"),
        active="red warrior",
    )
    assert b_of(choice(match)) == 6 or kind_of(choice(match)) is ActionKind.WALK


def test_it_lays_no_card_on_a_foe_who_is_dead_without() -> None:
    match = scene(
        units={"red warrior": "d15", "blue scout": "e15"},
        wounds={"blue scout": 4},
        hands={"red": ["crowd-roar"]},
        active="red warrior",
    ).attack("blue scout")
    assert choice(match) == COMMIT


def test_it_wastes_no_card_on_a_unit_that_dies_anyway() -> None:
    match = scene(
        units={"red warrior": "d15", "blue scout": "e15"},
        items={"red warrior": ["guillotine-on-a-stick"]},
        wounds={"blue scout": 4},
        hands={"blue": ["crowd-roar"]},
        active="red warrior",
    ).attack("blue scout", "guillotine-on-a-stick")
    assert choice(match) == COMMIT


@pytest.mark.rule("AMB-38")
@pytest.mark.parametrize(
    "level", [pytest.param("regular", marks=pytest.mark.long), "rookie", "veteran", "elite"]
)
def test_what_is_hidden_never_changes_its_choice(level: str) -> None:
    compared = 0
    for seed in range(3):
        state = new_game(load_catalog(), load_board(), seats=2 + seed, rounds=2)
        rng = Random(seed)
        often = 0.25 if level != "elite" else 0.03
        while (asked := decision(state)) is not None:
            if asked.seat >= 0 and asked.question is not Question.PURCHASE and rng.random() < often:
                request = request_of(state)
                answers = set()
                for world in range(2):
                    twin = determinize(request.seen, Random(world))
                    manager = hired(state, asked.seat, level)
                    answers.add(manager.decide(request_of(twin)).action)
                assert len(answers) == 1
                compared += 1
            weights = asked.weights or [1] * len(asked.options)
            apply_action(state, rng.choices(asked.options, weights)[0], trusted=True)
    assert compared >= 3


@pytest.mark.parametrize("seats", [["elite", "rookie"], ["veteran+raider", "regular", "greedy"]])
def test_the_same_seed_gives_the_same_match(seats: list[str]) -> None:
    prints = set()
    for _ in range(2):
        state = new_game(load_catalog(), load_board(), seats=len(seats), rounds=1)
        referee = Referee(state, 3)
        run_match(referee, [create(name) for name in seats])
        prints.add(referee.fingerprint())
    assert len(prints) == 1


def test_the_terms_of_every_plan_add_up_to_its_score() -> None:
    referee = Referee(new_game(load_catalog(), load_board(), rounds=2), 5)
    managers = [create("tactical"), create("tactical")]
    for seat, manager in enumerate(managers):
        manager.begin(Briefing(PROTOCOL, seat, 2, referee.state.setup, seat, {}))
    plans = named = 0
    while (request := referee.request()) is not None:
        if request.question is Question.TURN:
            world = determinize(request.seen, Random(1))
            candidates = Candidates(world, request.seat, NEUTRAL)
            for unit in range(request.seat * 4, request.seat * 4 + 4):
                if world.space[unit] < 0 or world.down[unit]:
                    continue
                for plan in candidates.plans(unit)[:5]:
                    terms = plan_terms(candidates, plan)
                    assert sum(amount for _, amount in terms) == round(plan.score)
                    rest = dict(terms).get("the rest", 0)
                    plans += 1
                    named += abs(rest) < 0.2 * sum(abs(amount) for _, amount in terms) + 500
        referee.answer(managers[request.seat].decide(request).action)
    assert plans > 40
    assert named > 0.6 * plans  # most of what counts has a name


def test_a_hurried_searcher_answers_with_the_best_so_far() -> None:
    match = scene(units={"red scout": "d8", "blue warrior": "r5"})
    request = request_of(match.state)
    manager = PlanningManager("champion")
    manager.begin(Briefing(PROTOCOL, 0, 2, match.state.setup, 7, {}, hurry=lambda: True))
    patient = hired(match.state, 0, "veteran")
    assert manager.decide(request).action == patient.decide(request).action


def test_a_level_and_a_personality_are_what_their_names_say() -> None:
    assert tuple(LEVELS) == LEVEL_NAMES
    assert tuple(PERSONALITIES) == PERSONALITY_NAMES
    for name in PERSONALITIES:
        weights = weights_for(LEVELS["veteran"], name)
        changed = [
            field for field in weights._fields if getattr(weights, field) != getattr(NEUTRAL, field)
        ]
        assert len(changed) >= 4
        assert all(0.5 <= factor <= 2 for factor in PERSONALITIES[name].values())
    assert weights_for(GREEDY).danger == 0
