"""The coach: what decisions cost by what could be known, and never by what came of them."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import pytest
from question_scenes import defence
from sample_records import header_of
from scenes import Match, request_of, scene

from deathdome.cli.sessions import new_referee
from deathdome.content.board_files import load_board
from deathdome.managers.advice import advise
from deathdome.managers.coach import Deed, deeds_in, judged, review_of, verdicts
from deathdome.managers.hint_text import RIGHT, better_of, cost_of
from deathdome.managers.planner import manager
from deathdome.managers.planner.rollouts import Found
from deathdome.managers.registry import create
from deathdome.match.referee import Referee, run_match
from deathdome.match.undo import PhaseHistory
from deathdome.model.actions import (
    COMMIT,
    END_PHASE,
    END_TURN,
    Action,
    ActionKind,
    kind_of,
    make_action,
)
from deathdome.model.decisions import Question
from deathdome.records.format import record_of
from deathdome.records.timeline import Timeline
from deathdome.records.writer import record_text
from deathdome.rules.engine import decision
from deathdome.rules.observing import determinize, observe

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.managers.planner.candidates import Plan

NAMES = ("greedy", "veteran")


POINTS = [load_board().grid.name(space) for space in load_board().points]


def tape_of(referee: Referee) -> Timeline:
    return Timeline(record_of(record_text(header_of(referee, names=NAMES), referee), "kept"))


@cache
def played() -> Timeline:
    """Greedy against a veteran, to the end."""
    referee = new_referee(list(NAMES), 3, 4, "waspworth", quick=True)
    run_match(referee, [create(name) for name in NAMES])
    return tape_of(referee)


def deed_of(match: Match, *done: Action) -> Deed:
    request = request_of(match.state)
    return Deed(5, 5, request.question, request.seen, request.options, done)


ACTIVATE = make_action(ActionKind.ACTIVATE, 2)


def beside_a_point() -> Match:
    others = {space: "red" for space in POINTS if space != "d8"}
    units = {"red scout": "d7", "blue gunner": "r5"}
    return scene(units=units, points=others, round=6, first="blue")


def test_what_the_judgement_would_have_done_is_right() -> None:
    match = beside_a_point()
    walk = make_action(ActionKind.WALK, int(match.state.setup.board.grid.parse("d8")))
    verdict = judged(deed_of(match, ACTIVATE, walk, make_action(ActionKind.CAPTURE), END_PHASE))
    assert verdict is not None
    assert verdict.right
    assert verdict.better == verdict.done
    setup = match.state.setup
    assert cost_of(verdict, setup) == "Round 6: Scout to d8, capture the point (0)"


def test_to_do_nothing_beside_a_free_point_costs_about_the_point() -> None:
    match = beside_a_point()
    verdict = judged(deed_of(match, END_TURN))
    assert verdict is not None
    assert verdict.cost > 90_000
    assert not verdict.right
    setup = match.state.setup
    assert cost_of(verdict, setup).startswith("Round 6: End your turn (-1.")
    better = better_of(verdict, setup)  # the whole turn: that was compared
    assert better.startswith("Better: Scout to d8, capture the point. Then: ")


def test_who_does_what_every_hint_says_is_not_blamed_for_it() -> None:
    referee = new_referee(["human", "quiet"], 11, 3, "waspworth", quick=True)
    phases = PhaseHistory(referee.state, referee.journal, len(referee.journal))
    while (request := referee.request()) is not None:
        action = request.default
        if request.seat == 0 and request.question is not Question.PURCHASE:
            action = advise(request, "veteran", begun=phases.open_phase(request)).answers[0]
        referee.answer(action)
    deeds = deeds_in(tape_of(referee), 0)
    found = [one for one in verdicts(deeds, "veteran") if one is not None]
    assert len(found) >= 6
    assert [one for one in found if not one.right] == []


def test_what_playing_on_prefers_is_not_blamed_by_count(monkeypatch: pytest.MonkeyPatch) -> None:
    def other(plans: Sequence[Plan], *_: object) -> Found:
        """Rollouts are for the plan that counts least."""
        return Found(plans[-1], 1, 0.0, 50_000.0, 1, cut=False)

    monkeypatch.setattr(manager, "sequential_halving", other)
    request = request_of(beside_a_point().state)
    deeds = advise(request, "elite").answers
    verdict = judged(deed_of(beside_a_point(), *deeds, END_PHASE), "elite")
    assert verdict is not None
    assert verdict.right
    blamed = judged(deed_of(beside_a_point(), *deeds, END_PHASE), "veteran")
    assert blamed is not None
    assert not blamed.right


def test_a_unit_lost_for_want_of_a_card_is_a_dear_defence() -> None:
    match = defence()
    assert request_of(match.state).question is Question.DEFENCE_CARDS
    idle = judged(deed_of(match, COMMIT))
    assert idle is not None
    assert idle.cost > 50_000
    assert kind_of(idle.better.answers[0]) is ActionKind.LAY
    assert better_of(idle, match.state.setup).startswith("Better: Play ")


def test_whoever_plans_as_the_judgement_does_has_made_few_mistakes() -> None:
    means = []
    for seat in range(2):
        found = [
            verdict
            for verdict in verdicts(deeds_in(played(), seat), "veteran")
            if verdict is not None
        ]
        assert len(found) >= 8
        means.append(sum(one.cost for one in found) / len(found))
        if NAMES[seat] == "veteran":
            assert sum(one.right for one in found) >= 0.75 * len(found)
    assert means[1] < means[0] / 2


def test_a_review_has_the_three_dearest_and_counts_the_right_ones() -> None:
    found = [
        verdict for verdict in verdicts(deeds_in(played(), 0), "veteran") if verdict is not None
    ]
    review = review_of(0, found)
    costs = sorted((one.cost for one in found if one.cost >= RIGHT), reverse=True)
    assert [one.cost for one in review.worst] == costs[:3]
    assert review.decisions == len(found)
    assert review.right == len(found) - len(costs)


def test_every_verdict_can_be_looked_at_again() -> None:
    timeline = played()
    stops = {stop.answers for stop in timeline.stops}
    for verdict in verdicts(deeds_in(timeline, 0), "veteran"):
        assert verdict is None or verdict.answers in stops


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_hindsight_other_hidden_cards_cost_the_same(seed: int) -> None:
    for deed in deeds_in(played(), 0)[::3]:
        other = determinize(deed.seen, random.Random(seed))
        asked = decision(other)
        assert asked is not None
        assert other.hands != determinize(deed.seen, random.Random(seed + 77)).hands or not any(
            deed.seen.hand_sizes[1:]
        )
        seen = observe(other, deed.seen.seat, asked)
        assert judged(replace_seen(deed, seen), "veteran") == judged(deed, "veteran")


def replace_seen(deed: Deed, seen: object) -> Deed:
    return deed._replace(seen=seen)  # type: ignore[arg-type]


def test_no_hindsight_what_happens_later_costs_nothing_before() -> None:
    """The match broken off after each round gives the verdicts that the whole one gives."""
    whole = played()
    every = list(verdicts(deeds_in(whole, 0), "veteran"))
    for part in (0.6, 0.8):
        entries = whole.record.entries[: int(len(whole.record.entries) * part)]
        cut = Timeline(replace(whole.record, entries=entries))
        deeds = deeds_in(cut, 0)
        while deeds[-1].question is not Question.TURN:  # it may not have all its answers
            deeds.pop()
        deeds.pop()
        assert len(deeds) >= 4
        assert list(verdicts(deeds, "veteran")) == every[: len(deeds)]
