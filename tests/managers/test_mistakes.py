"""Mistakes of rookie and regular: a person's, the same for a whole turn, and never absurd ones."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest
from fuzz import brawl
from scenes import Match, request_of, scene

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.managers.explanations import ExplanationLog, public_explanation
from deathdome.managers.planner.attack import AttackValues, dominated_attacks
from deathdome.managers.planner.candidates import Candidates, TurnPlan, best_turns
from deathdome.managers.planner.manager import PlanningManager
from deathdome.managers.planner.mistakes import NO_MISTAKES, Mistakes, mistakes_in
from deathdome.managers.planner.season import imagined, judged, mistakes_of
from deathdome.managers.planner.weights import LEVELS, NEUTRAL, Level
from deathdome.managers.registry import create
from deathdome.match.protocol import PROTOCOL, Briefing
from deathdome.match.referee import Referee, run_match
from deathdome.model.actions import (
    COMMIT,
    END_TURN,
    RELEASE,
    Action,
    ActionKind,
    a_of,
    b_of,
    kind_of,
)
from deathdome.model.decisions import Question
from deathdome.rules.setup import new_game
from deathdome.rules.units import put

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deathdome.match.protocol import Reply, Request
    from deathdome.model.state import State

WEAK = ("rookie", "regular")
SPOTS = (("e3", "k11"), ("k7", "m13"), ("n5", "q8"))  # of two enemies


def hired(state: State, seat: int, level: str, seed: int = 7) -> PlanningManager:
    manager = PlanningManager(level)
    manager.begin(Briefing(PROTOCOL, seat, state.setup.seats, state.setup, seed, {}))
    return manager


def answer(match: Match, level: str, seed: int = 7) -> Reply:
    """Return the reply of a fresh manager to the open question."""
    request = request_of(match.state)
    return hired(match.state, request.seat, level, seed).decide(request)


def turn_of(match: Match, level: str) -> list[Action]:
    """Return the answers of a manager up to the end of the team's turn."""
    seat = request_of(match.state).seat
    manager = hired(match.state, seat, level)
    found = []
    for _ in range(20):
        request = request_of(match.state)
        if request.seat != seat or request.question not in (Question.TURN, Question.UNIT_PHASE):
            break
        found.append(manager.decide(request).action)
        match.do(found[-1])
        if found[-1] == END_TURN:
            break
    return found


def facing(first: str, second: str, **more: object) -> Match:
    """Red's Scout with a gunner and a warrior of Blue on the field."""
    return scene(
        units={
            "red scout": "h5",
            "red warrior": "d15",
            "blue gunner": first,
            "blue warrior": second,
        },
        items={"blue gunner": ["apology-rifle"], "blue warrior": ["guillotine-on-a-stick"]},
        wounds={"red scout": 4},
        **more,  # type: ignore[arg-type]
    )


def scores(world: State, unit: int) -> dict[tuple[int, int, bool], float]:
    """Return the score of each plan, by what is done where."""
    plans = Candidates(world, unit >> 2, NEUTRAL).plans(unit)
    return {(plan.act, plan.goal, plan.act_first): plan.score for plan in plans}


# -- an enemy overlooked ---------------------------------------------------------------------------


@pytest.mark.parametrize("spots", SPOTS)
def test_an_overlooked_enemy_counts_as_if_it_were_not_there(spots: tuple[str, str]) -> None:
    state = facing(*spots).state
    gunner = 5
    absent = state.copy()
    put(absent, gunner, -1)
    unseen = judged(state, Mistakes(overlooked=frozenset({gunner})))
    compared = changed = 0
    for unit in (0, 2):
        there, without = scores(state, unit), scores(absent, unit)
        plans = scores(unseen, unit)
        for plan in plans.keys() & without.keys():
            if plan[0] != RELEASE:  # an enemy in jail is a reason against it
                assert plans[plan] == pytest.approx(without[plan], abs=1)
                compared += 1
                changed += plans[plan] != pytest.approx(there[plan], abs=1)
        assert not any(
            kind_of(Action(act)) is ActionKind.ATTACK and b_of(Action(act)) == gunner
            for act, _, _ in plans
            if act
        )
    assert compared > 50
    assert changed > 5


def test_with_all_enemies_overlooked_there_is_no_danger() -> None:
    state = facing("e3", "k11").state
    unseen = judged(state, Mistakes(overlooked=frozenset(range(4, 8))))
    fearless = Candidates(unseen, 0, NEUTRAL._replace(danger=0.0))
    assert Candidates(unseen, 0, NEUTRAL).danger.total() == 0
    for unit in (0, 2):
        assert scores(unseen, unit) == {
            (plan.act, plan.goal, plan.act_first): plan.score for plan in fearless.plans(unit)
        }
    assert Candidates(state, 0, NEUTRAL).danger.total() > 0


def test_a_level_walks_into_reach_of_an_enemy_only_if_it_overlooks_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A point next to a killer: only a level that overlooks it goes there."""
    monkeypatch.setitem(LEVELS, "blind", Level(overlooks=1.0))
    monkeypatch.setitem(LEVELS, "watchful", Level(overlooks=0.0))

    def match() -> Match:
        return facing("e3", "k11", round=3)

    risks = {level: _risk(match(), level) for level in ("blind", "watchful", "veteran")}
    assert risks["watchful"] == risks["veteran"] < risks["blind"]


def _risk(match: Match, level: str) -> float:
    """Return the danger to a team after its turn, by a judgement without mistakes."""
    turn_of(match, level)
    return Candidates(match.state, 0, NEUTRAL).danger.total()


def test_no_chance_of_a_mistake_is_no_mistake() -> None:
    seen = request_of(facing("e3", "k11").state).seen
    for seed in range(20):
        assert mistakes_in(seen, Level(), seed) == NO_MISTAKES
        found = mistakes_in(seen, Level(overlooks=1.0, forgets=1.0), seed)
        assert found.overlooked == {4, 5, 6, 7}
        assert len(found.forgotten) == 2
        assert found.no_release
    for name in ("veteran", "elite", "champion", "greedy"):
        level = LEVELS.get(name, Level())
        assert not level.mistaken
        assert not level.careless


def test_a_neighbour_is_never_overlooked_and_nothing_is_where_the_match_may_be_won() -> None:
    level = Level(overlooks=1.0, forgets=1.0, overrates=2.0)
    near = request_of(facing("h6", "k11").state).seen
    assert mistakes_in(near, level, 1).overlooked == {4, 6, 7}
    last = facing("e3", "k11")
    for unit in (4, 6, 7):
        put(last.state, unit, -1)
    assert mistakes_in(request_of(last.state).seen, level, 1) == NO_MISTAKES._replace(overrates=2.0)
    end = request_of(facing("e3", "k11", round=6).state).seen
    assert mistakes_in(end, level, 1) == NO_MISTAKES._replace(overrates=2.0)


@pytest.mark.rule("AMB-38")
def test_mistakes_last_for_a_round_and_follow_from_what_everybody_sees() -> None:
    level = LEVELS["rookie"]
    match = scene(
        units={"red scout": "d8", "blue gunner": "k11"},
        hands={"red": ["crowd-roar"], "blue": ["loud-noise"]},
    )
    other = scene(
        units={"red scout": "d8", "blue gunner": "k11"},
        hands={"red": ["encore"], "blue": []},
    )
    by_seed = [mistakes_in(request_of(match.state).seen, level, seed) for seed in range(200)]
    assert by_seed == [mistakes_in(request_of(other.state).seen, level, s) for s in range(200)]
    seen = request_of(match.state).seen
    later = replace(seen, round=seen.round + 1)
    assert by_seed != [mistakes_in(later, level, seed) for seed in range(200)]
    often = sum(5 in found.overlooked for found in by_seed) / 200
    assert level.overlooks - 0.12 < often < level.overlooks + 0.12


# -- a release forgotten ---------------------------------------------------------------------------


def jailed(number: int = 2, hand: tuple[str, ...] = ()) -> Match:
    """Two rich units in a jail, and a scout on its release point."""
    state = scene().state
    board = state.setup.board
    place = next(
        int(space)
        for space, jail in zip(board.release_points, board.release_jails, strict=True)
        if board.jail_names[jail] == "nw"
    )
    door = board.grid.name(place)
    return scene(
        units={
            "red scout": door,
            "red warrior": "jail nw",
            "red gunner": "jail nw",
            "blue warrior": "r5",
        },
        items={"red warrior": ["guillotine-on-a-stick"], "red gunner": ["apology-rifle"]},
        hands={"red": list(hand)},
        round=number,
    )


@pytest.mark.rule("JAIL-9")
def test_a_level_that_forgets_the_jail_releases_no_unit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LEVELS, "oblivious", Level(forgets=1.0))
    for level in ("veteran", "elite"):
        assert RELEASE in turn_of(jailed(), level)
    assert RELEASE not in turn_of(jailed(), "oblivious")
    assert ("forgot its units in jail", 0) in answer(jailed(), "oblivious").why
    assert ("forgot its units in jail", 0) not in answer(jailed(), "veteran").why
    assert RELEASE in turn_of(jailed(6), "oblivious")  # the last turn may need it


@pytest.mark.card("jail-riot")
def test_a_level_that_forgets_the_jail_keeps_the_riot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LEVELS, "oblivious", Level(forgets=1.0))

    def plays(level: str) -> bool:
        match = jailed(hand=("jail-riot",))
        put(match.state, 2, match.state.setup.board.grid.parse("m13"))
        return any(kind_of(action) is ActionKind.PLAY for action in turn_of(match, level))

    assert plays("veteran")
    assert not plays("oblivious")


# -- an attack overrated ---------------------------------------------------------------------------


@pytest.mark.parametrize("factor", [1.5, 2.0, 3.0])
def test_an_overrated_kill_counts_so_many_times_its_worth(factor: float) -> None:
    state = facing("e3", "k11").state
    values = AttackValues(state, 0, NEUTRAL)
    rated = AttackValues(judged(state, Mistakes(overrates=factor)), 0, NEUTRAL)
    for unit in range(4, 8):
        assert rated.fatal(unit) == pytest.approx(factor * values.fatal(unit))
    for unit in range(4):
        assert rated.fatal(unit) == values.fatal(unit)


def test_an_overrated_attack_says_so_and_adds_up() -> None:
    match = scene(
        units={"red warrior": "d15", "blue scout": "e15"}, wounds={"blue scout": 3}, round=2
    )
    world = judged(match.state, Mistakes(overrates=2.0))
    (punch,) = world.gear.weapons[0]
    for judge, named in ((world, True), (match.state, False)):
        values = AttackValues(judge, 0, NEUTRAL)
        way = values.best(0, punch, 6)
        terms = dict(values.terms(values.frame(0, punch, 6), way.total))
        assert sum(terms.values()) == pytest.approx(way.gain)
        assert ("overrates the attack" in terms) is named
    true, rated = (
        dict(values.terms(values.frame(0, punch, 6), 0))
        for values in (AttackValues(match.state, 0, NEUTRAL), AttackValues(world, 0, NEUTRAL))
    )
    over = rated.pop("overrates the attack")
    assert rated == pytest.approx(true)
    assert over > 0


# -- never absurd ----------------------------------------------------------------------------------


def answers(levels: tuple[str, ...], seed: int) -> Iterator[tuple[Request, Reply]]:
    """Yield the questions of a whole match with the replies of two managers."""
    state = new_game(load_catalog(), load_board(), seats=len(levels))
    referee = Referee(state, seed)
    managers = [hired(state, seat, level, 10 * seed + seat) for seat, level in enumerate(levels)]
    while (request := referee.request()) is not None:
        reply = managers[request.seat].decide(request)
        yield request, reply
        referee.answer(reply.action)


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_no_attack_is_weaker_than_another_on_the_same_target(seed: int) -> None:
    attacks = 0
    for request, reply in answers(WEAK, seed):
        if kind_of(reply.action) is ActionKind.ATTACK and request.question is Question.UNIT_PHASE:
            world = imagined(request.seen, Random(1))
            assert reply.action not in dominated_attacks(world, request.unit, request.options)
            attacks += 1
    assert attacks > 2


@pytest.mark.parametrize("level", WEAK)
def test_no_card_is_spent_on_what_happens_anyway(level: str) -> None:
    def dying(weapon: str) -> Match:
        return scene(
            units={"red warrior": "d15", "blue scout": "e15"},
            items={"red warrior": ["guillotine-on-a-stick"]},
            wounds={"blue scout": 4},
            hands={"red": ["crowd-roar"], "blue": ["crowd-roar"]},
            active="red warrior",
        ).attack("blue scout", weapon)

    for seed in range(10):
        match = dying("guillotine-on-a-stick")
        for question in (Question.ATTACK_CARDS, Question.DEFENCE_CARDS):
            assert request_of(match.state).question is question
            assert answer(match, level, seed).action == COMMIT
            match.do(COMMIT)


@pytest.mark.parametrize("level", WEAK)
def test_a_choice_costs_no_more_than_the_level_is_careless(level: str) -> None:
    found = Counter[bool]()
    for seed in range(12):
        match = facing("e3", "k11", round=2)
        request = request_of(match.state)
        manager = hired(match.state, 0, level, seed)
        mistakes = mistakes_in(request.seen, manager.level, seed)
        world = judged(match.state, mistakes)
        assert mistakes_of(world) == mistakes
        reply = manager.decide(request)
        gain = sum(amount for _, amount in reply.why)
        other = reply.next_best
        rival = sum(amount for _, amount in other.why) if other is not None else 0
        assert rival - gain <= manager.level.careless + 2
        found[rival > gain + 1] += 1
    assert found[False]


# -- the same again --------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_match_with_the_same_mistakes() -> None:
    prints = set()
    for _ in range(2):
        referee = Referee(new_game(load_catalog(), load_board(), rounds=2), 4)
        run_match(referee, [create(name) for name in WEAK])
        prints.add(referee.fingerprint())
    assert len(prints) == 1


# -- said afterwards -------------------------------------------------------------------------------


def test_mistakes_are_told_after_the_match_and_not_before() -> None:
    state = brawl(8)
    setup = state.setup
    referee, diary = Referee(state, 3), ExplanationLog()
    managers = [hired(state, seat, "rookie", seat) for seat in range(setup.seats)]
    while (request := referee.request()) is not None:
        reply = managers[request.seat].decide(request)
        diary.note(request, reply)
        referee.answer(reply.action)
    told: Counter[str] = Counter()
    for explanation in diary.explanations:
        whole = public_explanation(explanation, setup, over=True)
        assert whole.total == sum(amount for _, amount in (*whole.gains, *whole.costs))
        told.update(remark.split()[0] for remark in whole.remarks)
        if explanation.question is Question.TURN:
            early = public_explanation(explanation, setup, over=False)
            assert not any(said.startswith(("overlooked", "forgot")) for said in early.remarks)
    assert told["overlooked"]


def test_the_enemy_that_was_overlooked_is_named_with_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(LEVELS, "blind", Level(overlooks=1.0))
    match = facing("e3", "k11", round=3)
    reply = answer(match, "blind")
    said = [name for name, amount in reply.why if not amount]
    assert any("Blue's Warrior on k11" in name for name in said), said
    assert not [name for name, amount in answer(facing("e3", "k11"), "veteran").why if not amount]
    assert a_of(reply.action) in (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("level", "round", "planned"),
    [("rookie", 2, False), ("rookie", 6, True), ("regular", 2, True), ("regular", 6, True)],
)
def test_a_rookie_plans_its_second_phase_only_where_the_match_may_end(
    level: str,
    round: int,  # noqa: A002 - the rulebook's word
    planned: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searched = []

    def noted(*given: object) -> list[TurnPlan]:
        searched.append(given)
        return best_turns(*given)  # type: ignore[arg-type]

    monkeypatch.setattr("deathdome.managers.planner.manager.best_turns", noted)
    units = {"red scout": "k7", "red gunner": "h5", "blue warrior": "r5", "blue medic": "k15"}
    match = scene(units=units, round=round, turn="blue")
    assert kind_of(answer(match, level).action) is ActionKind.ACTIVATE
    assert bool(searched) == planned
