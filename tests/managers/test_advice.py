"""Hints: for every question, in three steps, from what the seat sees."""

from __future__ import annotations

import random

import pytest
import question_scenes
from scenes import Match, request_of, scene

from deathdome.content.board_files import load_board
from deathdome.managers.advice import Advice, advise
from deathdome.model.decisions import Question
from deathdome.model.notation import parse_action
from deathdome.rules.observing import determinize, observe

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
    first = advice.act.split(",")[0].split(". ")[0].rstrip(".")
    act = parse_action(request.seen.table, first, request.seat, request.options)
    assert act in request.options


def test_a_hint_begins_with_the_place_and_ends_with_the_act_and_its_figures() -> None:
    units = {"red scout": "d7", "blue gunner": "r5"}
    advice = hint(match := scene(units=units, points=ALL_BUT_ONE, round=6, first="blue"))
    assert advice.where.startswith("Look at the red scout on d7")
    assert advice.kind == "Capture a control point."
    assert "d8" not in advice.where + advice.kind
    assert advice.act.startswith("activate red.scout, walk d8, capture. Worth +")
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
    assert advice.where == "Look at the hand, and at what the items can do."
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
    from deathdome.cli.play import new_referee

    request = new_referee(["human", "quiet"], 7, 2, "waspworth", quick=False).request()
    assert request is not None
    assert request.question is Question.PURCHASE
    advice = advise(request, "veteran")
    assert advice.where == "Look at the goods of the store."
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
    assert advice.act.startswith("activate red.scout, play borrowed-legs")
    assert "Worth +" in advice.act


def test_a_hint_says_whether_its_act_ends_what_is_open() -> None:
    assert hint(turn(phases=0)).ends
    assert not hint(turn()).ends
