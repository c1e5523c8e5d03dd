"""Hints: for every question, in three steps, from what the seat sees."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import pytest
import question_scenes
from scenes import Match, request_of, scene

from deathdome.content.board_files import load_board
from deathdome.content.positions.one_line import read_line
from deathdome.managers.advice import Advice, advise
from deathdome.managers.adviser import Adviser, alike, thought_about
from deathdome.managers.answer_text import worth_text
from deathdome.managers.planner import manager
from deathdome.managers.planner.candidates import Plan, TurnPlan
from deathdome.managers.planner.rollouts import Found
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
from deathdome.model.notation import action_text, parse_action
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.observing import determinize, observe

if TYPE_CHECKING:
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
    assert all(advice.steps)
    first = advice.act.split(";")[0].split(". ")[0].rstrip(".")
    action = parse_action(request.seen.setup, first, request.seat, request.options)
    assert action in request.options


def test_a_hint_begins_with_the_place_and_ends_with_the_act_and_its_figures() -> None:
    units = {"red scout": "d7", "blue gunner": "r5"}
    advice = hint(match := scene(units=units, points=ALL_BUT_ONE, round=6, first="blue"))
    assert advice.where.startswith("Look at the red scout on d7")
    assert advice.kind == "Capture a control point."
    assert "d8" not in advice.where + advice.kind
    assert advice.act.startswith("activate red.scout; walk d8; capture. Worth +")
    assert advice.space == match.state.space[2]


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
    assert advice.kind == "Attack."
    assert "Kill chance " in advice.act


def test_cards_are_advised_all_at_once() -> None:
    advice = hint(question_scenes.defence())
    assert advice.where == "Check your hand and items."
    assert advice.act.count("lay ") >= 2
    assert "The attack then costs" in advice.act


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
    assert advice.where == "Look at the items in the store."
    assert advice.kind == "Buy something."
    assert advice.act.startswith("buy ")


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
    assert advice.act.startswith("activate red.scout; play borrowed-legs")
    assert "Borrowed Legs: " in advice.act  # and what it is good for
    assert "Worth +" in advice.act


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
    assert "capture" in advise(request, "veteran").act.split(".")[0]  # judged alone it is another
    told = advise(request, "veteran", begun=begun)
    assert told.answers == (walk,)
    assert "As planned when the phase began, worth +" in told.act


def test_who_does_something_else_in_a_phase_is_told_something_new() -> None:
    state, (begin, walk) = two_strokes()
    other = parse_action(state.setup, "walk t16", 0, after(state, begin)[0].options)
    assert other != walk
    request, begun = after(state, begin, other)
    told = advise(request, "veteran", begun=begun)
    assert told.act.startswith("capture.")
    assert "As planned" not in told.act


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


# -- what is told ----------------------------------------------------------------------------------

FIGURE = re.compile(r"[+-][0-9,]+")


def figures(text: str) -> list[int]:
    return [int(one.replace(",", "")) for one in FIGURE.findall(text)]


def test_the_terms_of_a_hint_add_up_to_its_worth_and_no_other_plan_is_worth_more() -> None:
    state, _ = two_strokes()
    told = advise(request_of(state), "elite").act
    worth, other = told.split("Worth ")[1].split(". Next best")
    total, *parts = figures(worth)
    assert len(parts) > 2
    assert sum(parts) == total
    assert figures(other)[-1] <= total


def test_small_terms_are_told_as_other() -> None:
    terms = (
        ("point", 112_400),
        ("danger", -1_300),
        ("cards", -1_300),
        ("sets up your next phase", 400),
    )
    assert worth_text(terms) == "Worth +110,000: point +112,000, other -2,000."


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
    assert "Worth 0" not in told.act


def test_the_end_of_a_turn_says_what_is_left_undone(monkeypatch: pytest.MonkeyPatch) -> None:
    request = lazily(monkeypatch)
    monkeypatch.setattr(Adviser, "worth", lambda *_: -5_000.0)
    told = advise(request, "elite")
    assert told.answers == (END_TURN,)
    assert told.act.startswith("end turn. Next best: activate red.")
    assert told.act.endswith(", -5,000.")


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


def test_a_defence_says_who_lives() -> None:
    told = hint(question_scenes.defence()).act
    assert re.search(r"(dies|lives with \d+ more wounds?|is not wounded)\.", told)
    assert re.search(r"costs [0-9,]*000 credits|costs 0 credits", told)


def test_where_there_is_no_choice_there_is_no_hint() -> None:
    told = hint(turn(phases=0))
    assert told.free
    assert set(told.steps) == {"Only one choice: end turn."}


def test_what_is_bought_is_named_with_the_unit_that_is_to_have_it() -> None:
    from deathdome.cli.sessions import new_referee

    referee = new_referee(["human", "quiet"], 7, 2, "waspworth", quick=False)
    request = referee.request()
    assert request is not None
    told = advise(request, "veteran")
    buy = told.answers[0]
    name = referee.state.setup.catalog.store_cards[a_of(buy)].name
    assert f"{name}, for the " in told.act
    assert "Worth +" in told.act
    referee.answer(buy)
    request = referee.request()
    assert request is not None
    then = advise(request, "veteran")
    unit = told.act.split(", for the ")[1].split(".")[0].replace(" ", ".")
    assert unit in action_text(referee.state.setup, then.answers[0])
