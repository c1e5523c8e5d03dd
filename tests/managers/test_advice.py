"""Hints: for every question, from what the seat sees, and never what would ruin a beginner."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import question_scenes
from scenes import Match, request_of, scene

from deathdome.content.board_files import load_board
from deathdome.content.positions.one_line import read_line
from deathdome.managers.advice import advise, chosen
from deathdome.managers.adviser import Adviser, alike, thought_about
from deathdome.managers.planner import manager
from deathdome.managers.planner.candidates import Candidates, Plan, TurnPlan
from deathdome.managers.planner.rollouts import Found
from deathdome.managers.planner.season import imagined
from deathdome.managers.planner.weights import LEVELS, NEUTRAL
from deathdome.match.undo import OpenPhase, PhaseHistory
from deathdome.model.actions import (
    CAPTURE,
    COMMIT,
    END_PHASE,
    END_TURN,
    Action,
    ActionKind,
    a_of,
    kind_of,
    make_action,
)
from deathdome.model.decisions import Question
from deathdome.model.frames import Turn
from deathdome.model.notation import parse_action
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.observing import determinize, observe

if TYPE_CHECKING:
    from deathdome.managers.hint_text import Advice
    from deathdome.match.protocol import Request
    from deathdome.model.state import State

SCENES = [
    question_scenes.defence,
    question_scenes.jail,
    question_scenes.push,
    question_scenes.reaction,
    question_scenes.hit_order,
    question_scenes.further,
    question_scenes.follow,
    question_scenes.jump,
    question_scenes.attack_cards,
]


POINTS = [load_board().grid.name(space) for space in load_board().points]
ALL_BUT_ONE = {space: "red" for space in POINTS if space != "d8"}


def hint(match: Match) -> Advice:
    return advise(request_of(match.state), "veteran")


def turn(**more: object) -> Match:
    units = {"red scout": "d7", "red gunner": "e4", "blue gunner": "e7"}
    return scene(units=units, hands={"red": ["crowd-roar"], "blue": ["loud-noise"]}, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("make", SCENES)
def test_every_question_has_a_hint_whose_act_is_an_answer(make: object) -> None:
    match: Match = make()  # type: ignore[operator]
    request = request_of(match.state)
    advice = advise(request, "veteran")
    assert advice.answers[0] in request.options
    assert advice.now == advice.answers[: len(advice.now)]


@pytest.mark.parametrize("make", [*SCENES, question_scenes.walk_given])
@pytest.mark.parametrize("level", ["veteran", "elite"])
def test_a_hint_and_who_only_follows_it_choose_the_same(make: object, level: str) -> None:
    match: Match = make()  # type: ignore[operator]
    request = request_of(match.state)
    assert chosen(request, level) == advise(request, level).answers[0]


def test_a_hint_names_the_unit_its_walk_and_its_target() -> None:
    units = {"red scout": "d7", "blue gunner": "r5"}
    advice = hint(match := scene(units=units, points=ALL_BUT_ONE, round=6, first="blue"))
    goal = match.state.setup.board.grid.parse("d8")
    walk = make_action(ActionKind.WALK, goal)
    assert advice.answers == (make_action(ActionKind.ACTIVATE, 2), walk, CAPTURE)
    assert (advice.place, advice.path, advice.target) == (match.state.space[2], (goal,), goal)
    assert advice.total > 90_000
    assert sum(amount for _, amount in advice.terms) == advice.total
    assert advice.forecast is not None
    assert advice.forecast.holds > 0.9 * advice.forecast.runs
    assert advice.forecast.to_end


def test_an_attack_is_advised_with_its_chance_to_kill() -> None:
    match = scene(
        units={"red warrior": "e4", "blue gunner": "e3"},
        items={"red warrior": ["rusty-chainsaw"]},
        wounds={"blue gunner": 5},
        hands={"red": ["crowd-roar"]},
        points=dict.fromkeys(POINTS, "red"),
        active="red warrior",
    )
    advice = hint(match)
    assert advice.enemy == 5
    assert advice.target == match.state.space[5]
    assert advice.chances[0] > 0.9
    assert sum(advice.chances) == pytest.approx(1)


def test_cards_are_advised_all_at_once() -> None:
    advice = hint(question_scenes.defence())
    kinds = [kind_of(action) for action in advice.answers]
    assert kinds.count(ActionKind.LAY) >= 2
    assert kinds[-1] is ActionKind.COMMIT
    ((unit, _, fatal),) = advice.outcomes
    assert (unit, fatal) == (5, False)
    assert advice.loss >= 0


def test_a_hint_does_not_depend_on_what_the_seat_cannot_see() -> None:
    match = turn()
    request = request_of(match.state)
    told = advise(request, "elite")
    for seed in range(5):
        other = determinize(request.seen, random.Random(seed))
        assert observe(other, request.seat) == request.seen
        assert advise(request_of(other), "elite") == told


def test_a_hint_in_the_store_names_what_to_buy() -> None:
    from deathdome.cli.sessions import new_referee

    request = new_referee(["human", "quiet"], 7, 2, "waspworth", quick=False).request()
    assert request is not None
    assert request.question is Question.PURCHASE
    advice = advise(request, "veteran")
    assert kind_of(advice.answers[0]) is ActionKind.BUY
    assert advice.cost + advice.left == request.seen.credits[request.seat]
    assert advice.order.subject // 4 == request.seat  # the unit that will have it
    referee = new_referee(["human", "quiet"], 7, 2, "waspworth", quick=False)
    referee.answer(advice.answers[0])
    request = referee.request()
    assert request is not None
    gift = advise(request, "veteran").answers[0]
    assert gift == make_action(ActionKind.EQUIP, a_of(advice.answers[0]), advice.order.subject)


def test_a_hint_for_a_card_in_a_phase_names_the_unit_and_the_card() -> None:
    match = scene(
        units={"red scout": "d4", "blue gunner": "r5"},
        hands={"red": ["borrowed-legs"]},
        points={name: "red" for name in POINTS if name != "i9"},
        round=6,
        first="blue",
        phases=1,
    )
    advice = hint(match)
    kinds = [kind_of(action) for action in advice.answers]
    assert kinds[:2] == [ActionKind.ACTIVATE, ActionKind.PLAY]
    assert advice.purposes[0].startswith("Borrowed Legs: ")
    assert advice.total > 0


def test_a_hint_says_whether_its_act_ends_what_is_open() -> None:
    assert hint(turn(phases=0)).ends
    assert not hint(turn()).ends


# -- a plan is held to -----------------------------------------------------------------------------

# The medic is to come near the middle for the phase after this one; t16 is there for the taking.
TWO_STROKES = (
    "DD1 red edition=2021 board=waspworth seats=2 round=3 rounds=6 first=blue turn=(team=red) "
    "red.warrior=(at=h17,items=[whoopee-maul,far-sighted-spectacles]) "
    "red.gunner=(at=f20,items=[cardboard-cuirass,soapbox-of-contempt]) "
    "red.scout=(at=e14,items=[unfair-stiletto]) "
    "red.medic=(at=p20,items=[anaesthetic-blowpipe]) "
    "blue.warrior=(at=d8,items=[grudge-axe,steroid-lunchbox]) "
    "blue.gunner=(at=f2,items=[freezer-of-mild-regret,secondhand-knees]) "
    "blue.scout=(at=i9,items=[sock-of-batteries]) "
    "blue.medic=(at=p2,items=[suspicious-syringe]) "
    "red=(hand=[loose-change,loud-noise,shrapnel-surprise],points=[e14,h17,f20,p20],credits=0) "
    "blue=(hand=4,points=[f2,p2,h4,n5,d8,i9],credits=0) cards=(discard=[reheated-legs]) 9f842666"
)


@cache
def two_strokes() -> tuple[State, tuple[Action, ...]]:
    """A turn whose first phase only prepares the second, and the whole first phase as advised."""
    state = read_line(TWO_STROKES).whole
    return state, advise(request_of(state), "veteran").answers


def after(state: State, *acts: Action) -> tuple[Request, OpenPhase]:
    """The question after some answers of one seat, and how its unit phase began."""
    trial = state.copy()
    journal: list[tuple[int, Action]] = []
    phases = PhaseHistory(state, journal)
    for action in acts:
        asked = decision(trial)
        assert asked is not None
        journal.append((asked.seat, action))
        apply_action(trial, action)
    begun = phases.open_phase(request_of(trial))
    assert begun is not None
    return request_of(trial), begun


def test_within_a_phase_a_hint_goes_on_with_what_the_phase_was_begun_for() -> None:
    state, (begin, walk) = two_strokes()
    assert kind_of(walk) is ActionKind.WALK
    request, begun = after(state, begin)
    assert CAPTURE in advise(request, "veteran").answers  # judged alone it is another
    told = advise(request, "veteran", begun=begun)
    assert told.answers == (walk,)
    assert told.planned
    assert told.total > 0


def test_who_does_something_else_in_a_phase_is_told_something_new() -> None:
    state, (begin, walk) = two_strokes()
    other = parse_action(state.setup, "walk t16", 0, after(state, begin)[0].options)
    assert other != walk
    request, begun = after(state, begin, other)
    told = advise(request, "veteran", begun=begun)
    assert told.answers[0] == CAPTURE
    assert not told.planned


def test_a_unit_that_was_not_advised_is_thought_about_anew() -> None:
    state, (begin, _) = two_strokes()
    other = make_action(ActionKind.ACTIVATE, 0)
    assert other != begin
    request, begun = after(state, other)
    assert advise(request, "veteran", begun=begun) == advise(request, "veteran")


def test_a_phase_in_which_nothing_more_is_to_be_done_is_ended_at_once() -> None:
    state, (begin, walk) = two_strokes()
    request, _ = after(state, begin, walk)
    assert {kind_of(option) for option in request.options} == {
        ActionKind.STOP,
        ActionKind.END_PHASE,
    }
    for number in range(12):  # what is as good is drawn by the number of the question
        told = advise(replace(request, number=number), "veteran")
        assert told.answers == (END_PHASE,), number


# -- texts -----------------------------------------------------------------------------------------


def test_the_terms_of_a_hint_add_up_to_its_worth_and_no_other_plan_is_worth_more() -> None:
    state, _ = two_strokes()
    told = advise(request_of(state), "elite")
    assert len(told.terms) > 2
    assert sum(amount for _, amount in told.terms) == told.total
    assert told.rival is not None
    assert told.rival.answers != told.answers
    assert told.rival_total <= told.total
    assert told.then is not None


def lazily(monkeypatch: pytest.MonkeyPatch) -> Request:
    """A question at which a planning manager would begin a phase and do nothing in it."""
    state, _ = two_strokes()
    request = request_of(state)
    idle = Plan(0.0, 0, state.space[0])
    monkeypatch.setattr(
        manager, "sequential_halving", lambda *_: Found(idle, 0, 0.0, 0.0, 1, cut=False)
    )
    ranked = manager.PlanningManager._ranked
    monkeypatch.setattr(
        manager.PlanningManager,
        "_ranked",
        lambda self, candidates: [TurnPlan(1e6, idle), *ranked(self, candidates)],
    )
    assert manager.elite().decide(request).action == make_action(ActionKind.ACTIVATE, 0)
    return request


def test_a_hint_never_begins_a_phase_to_do_nothing_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    request = lazily(monkeypatch)
    told = advise(request, "elite")
    assert len(told.answers) > 1
    assert told.total > 0


def test_the_end_of_a_turn_says_what_is_left_undone(monkeypatch: pytest.MonkeyPatch) -> None:
    request = lazily(monkeypatch)
    monkeypatch.setattr(Adviser, "worth", lambda *_: -5_000.0)
    told = advise(request, "elite")
    assert told.answers == (END_TURN,)
    assert told.rival is not None
    assert kind_of(told.rival.answers[0]) is ActionKind.ACTIVATE
    assert told.rival_total == -5_000


def test_the_next_best_is_another_plan_and_not_the_same_two_the_other_way_round() -> None:
    free = {"d8", "t6"}
    match = scene(
        units={"red scout": "d7", "red gunner": "t7", "red warrior": "k5", "blue gunner": "r20"},
        points={name: "red" for name in POINTS if name not in free},
        round=6,
        first="blue",
    )
    adviser, _ = thought_about(request_of(match.state), "veteran")
    plan = adviser.plan
    assert plan is not None
    other = adviser.rival(plan)
    assert other is not None
    assert not alike(other, plan)
    turn = match.state.stack[0]
    assert isinstance(turn, Turn)
    assert turn.phases == 2
    assert plan.act  # gunner or scout takes its point; the other one would with the second phase
    assert other.act != CAPTURE


def test_of_answers_that_are_as_good_the_one_that_costs_nothing_is_advised() -> None:
    match = question_scenes.defence()
    request = request_of(match.state)
    adviser, action = thought_about(request, "veteran")
    assert action != COMMIT
    values = dict.fromkeys(request.options, 0.0)
    monkey = pytest.MonkeyPatch()
    with monkey.context() as patched:
        patched.setattr(
            "deathdome.managers.adviser.values_of",
            lambda *_: [(value, other) for other, value in values.items()],
        )
        assert adviser._instead(request, action) == COMMIT


def test_where_there_is_no_choice_there_is_no_hint() -> None:
    told = hint(turn(phases=0))
    assert told.free
    assert told.answers == (END_TURN,)


# -- what would be bad advice ----------------------------------------------------------------------

# Positions of matches between elite and a rookie. In the first two elite once did what ruins a
# beginner: it punched an enemy that it could not hurt, and it spent its whole hand on a chance of
# 22 % next to an enemy that is all but sure to strike back.
LINES = dict(
    line.split(": ", 1)
    for line in Path(__file__).with_name("hint_positions.txt").read_text().splitlines()
)


def plans_of(request: Request) -> list[Plan]:
    """Return all plans of all units for their next phase."""
    world = imagined(request.seen, random.Random(0))
    return [plan for _, plan in Candidates(world, request.seat, NEUTRAL).first_phases(400)]


def kinds_of(advice: Advice) -> set[ActionKind]:
    return {kind_of(action) for action in advice.answers}


@pytest.mark.parametrize("name", ["punch at nothing", "whole hand for 22%"])
def test_an_attack_that_ruins_a_beginner_is_not_advised(name: str) -> None:
    request = request_of(read_line(LINES[name]).whole)
    assert any(kind_of(Action(plan.act)) is ActionKind.ATTACK for plan in plans_of(request))
    advice = advise(request)
    assert ActionKind.ATTACK not in kinds_of(advice)
    assert not advice.stakes


def test_a_last_unit_is_told_what_it_risks() -> None:
    advice = advise(request_of(read_line(LINES["last unit"]).whole))
    assert advice.stakes[0] == "Your last unit: lose it and you lose the match."
    assert advice.forecast is not None
    assert 0 < advice.forecast.lives < advice.forecast.runs
    assert advice.forecast.killer >= 4
    assert advice.rival is not None


def test_an_attack_that_can_do_nothing_is_never_advised() -> None:
    """A punch of the medic against a tough warrior: strength 0, no card, no wound."""
    match = scene(
        units={"red medic": "e4", "blue warrior": "e3"},
        points=dict.fromkeys(POINTS, "red"),
        hands={"blue": ["crowd-roar"]},
    )
    request = request_of(match.state)
    advice = advise(request)
    assert not any(kind_of(action) is ActionKind.ATTACK for action in advice.answers)
    match = scene(
        units={"red medic": "e4", "blue warrior": "e3"},
        points=dict.fromkeys(POINTS, "red"),
        hands={"blue": ["crowd-roar"]},
        active="red medic",
    )
    request = request_of(match.state)
    assert any(kind_of(action) is ActionKind.ATTACK for action in request.options)
    for number in range(6):
        answers = advise(replace(request, number=number)).answers
        assert not any(kind_of(action) is ActionKind.ATTACK for action in answers)


def gamble(worth: float, other: float) -> tuple[Plan, Plan]:
    """A plan with the whole hand and little chance to kill, and one without cards."""
    state, _ = two_strokes()
    whole = sum(state.setup.catalog.power_cards[card].value for card in state.hands[0])
    attack = make_action(ActionKind.ATTACK, 0xFFF, 4)
    bold = Plan(worth, 0, state.space[0], attack, True, worth, kill=0.25, laid=whole)
    return bold, Plan(other, 2, state.setup.board.grid.parse("i9"))


@pytest.mark.parametrize(("worth", "calm"), [(179_000, True), (181_000, False)])
def test_the_last_cards_stay_in_hand_unless_an_attack_is_worth_clearly_more(
    worth: float, calm: bool
) -> None:
    state, _ = two_strokes()
    request = request_of(state)
    bold, modest = gamble(worth, 100_000)
    adviser = Adviser(request, "veteran")
    adviser.candidates = Candidates(state, 0, NEUTRAL)
    adviser._pairs = [TurnPlan(worth, bold), TurnPlan(100_000, modest)]
    picked = adviser._plan(adviser._pairs, request, 2)
    assert picked.plan == (modest if calm else bold)
    sure = bold._replace(kill=0.6)
    adviser._pairs = [TurnPlan(worth, sure), TurnPlan(100_000, modest)]
    assert adviser._plan(adviser._pairs, request, 2).plan == sure


def test_where_the_match_is_at_stake_more_is_looked_at() -> None:
    jailed = {f"red {kind}": "jail nw" for kind in ("warrior", "gunner", "medic")}
    last = scene(units={"red scout": "d7", "blue gunner": "r5", **jailed})
    units = {"red scout": "d7", "red medic": "d4", "blue gunner": "r5", "blue medic": "r8"}
    scenes = (scene(units=units), last, scene(units=units, round=6))
    breadths = [Adviser(request_of(one.state), "elite").level.breadth for one in scenes]
    assert breadths == [LEVELS["elite"].breadth, *[LEVELS["champion"].breadth] * 2]
    assert Adviser(request_of(last.state), "veteran").level.breadth is None


def test_a_last_unit_is_not_walked_to_its_death() -> None:
    """The point on e2 is next to a warrior that kills whatever comes near; d8 is not."""
    jailed = {f"red {kind}": "jail nw" for kind in ("warrior", "gunner", "medic")}
    match = scene(
        units={"red scout": "h7", "blue warrior": "m13", **jailed},
        items={"blue warrior": ["guillotine-on-a-stick"]},
        hands={"blue": ["crowd-roar", "loud-noise", "elbow-grease"]},
        points={name: "red" for name in POINTS if name != "m13"},
        round=3,
    )
    advice = advise(request_of(match.state))
    assert advice.forecast is None or advice.forecast.lives > 0.8 * advice.forecast.runs
    assert "Your last unit: lose it and you lose the match." in advice.stakes
