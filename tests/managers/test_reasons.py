"""Reasons of the planning managers: for every kind of question terms that add up to the score."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

import pytest
from fuzz import brawl
from scenes import request_of, scene

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.managers.planner.attack_cards import attack_values, defence_values
from deathdome.managers.planner.candidates import Candidates, pairs
from deathdome.managers.planner.explanations import deeds_of, rounded
from deathdome.managers.planner.lookahead import (
    CALM,
    jail_values,
    option_values,
    phase_values,
    turn_values,
)
from deathdome.managers.planner.manager import PlanningManager
from deathdome.managers.planner.rollouts import Found, sequential_halving
from deathdome.managers.planner.weights import LEVELS, weights_for
from deathdome.match.protocol import PROTOCOL, Briefing, Reply, Request
from deathdome.match.referee import Referee
from deathdome.model.actions import COMMIT, Action, ActionKind, a_of, b_of, kind_of
from deathdome.model.decisions import Question
from deathdome.rules.observing import determinize
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from deathdome.managers.planner.shopping import Shopper

VETERAN = weights_for(LEVELS["veteran"])


class _Open(PlanningManager):
    """A veteran whose shopper can be asked, too."""

    @property
    def shopper(self) -> Shopper:
        assert self._shopper is not None
        return self._shopper


def total(why: tuple[tuple[str, int], ...]) -> int:
    return sum(amount for _, amount in why)


def scores(request: Request, shopper: Shopper) -> dict[Action, float]:
    """Return a veteran's value of each answer, without asking for any reasons.

    Compared with doing nothing: playing no card, declining, or the worst where all do something.
    """
    world = determinize(request.seen, Random(request.number))
    seat, options = request.seat, request.options
    match request.question:
        case Question.PURCHASE:
            return dict.fromkeys(options, 0.0) | _in_the_store(request, shopper)
        case Question.TURN:
            values = turn_values(Candidates(world, seat, VETERAN), options)
        case Question.UNIT_PHASE:
            values = phase_values(world, seat, options, VETERAN)
        case Question.ATTACK_CARDS:
            values = attack_values(world, seat, options, VETERAN)
        case Question.JAIL:
            values = jail_values(world, seat, options, VETERAN)
        case Question.DEFENCE_CARDS:
            values = defence_values(world, seat, options, VETERAN)
            bare = next(value for value, action in values if action == COMMIT)
            return {action: value - bare for value, action in values}
        case _:
            values = option_values(world, seat, options, VETERAN)
            calm = [value for value, action in values if action in CALM]
            least = calm[0] if calm else min(values)[0]
            return {action: value - least for value, action in values}
    return {action: value for value, action in values}


def _in_the_store(request: Request, shopper: Shopper) -> dict[Action, float]:
    seen = request.seen
    items = seen.setup.catalog.items
    found: dict[Action, float] = {}
    for action in request.options:
        if kind_of(action) is ActionKind.EQUIP and a_of(action) < len(items):
            unit = b_of(action)
            found[action] = shopper.use(a_of(action), unit, seen.items[unit], seen)
        elif kind_of(action) is ActionKind.SELL and a_of(action) < len(items):
            found[action] = items[a_of(action)].cost
    cards = [a_of(action) for action in request.options if kind_of(action) is ActionKind.BUY]
    best = shopper.plan(seen, [card for card in cards if card < len(items)]).value
    return found | {action: best for action in request.options if kind_of(action) is ActionKind.BUY}


def _planned(request: Request, action: Action) -> list[int]:
    """The scores of the plans that an answer may begin, with the best phase after each."""
    world = determinize(request.seen, Random(request.number))
    candidates = Candidates(world, request.seat, VETERAN)
    plans = [plan for _, plan in candidates.first_phases(25) if plan.unit == a_of(action)]
    return [round(pair.total) for pair in pairs(candidates, plans)]


ROUGH = (ActionKind.ATTACK, ActionKind.LAY, ActionKind.PLAY, ActionKind.USE, ActionKind.HIT)
BRAWL = 10  # between two teams, with deaths and reactions


class Answered(NamedTuple):
    """A question with its answer, and what each answer is worth."""

    request: Request
    reply: Reply
    scores: dict[Action, float]


@pytest.fixture(scope="module")
def answers() -> list[Answered]:
    """Return a veteran's answers in the store, and in a brawl that continues in any case."""
    found = []
    store = new_game(load_catalog(), load_board())
    for state, most in ((store, 12), (brawl(BRAWL), 45)):
        referee, lots = Referee(state, most), Random(most)
        for _ in range(most):
            request = referee.request()
            if request is None:
                break
            veteran = _Open("veteran")
            setup = referee.state.setup
            veteran.begin(Briefing(PROTOCOL, request.seat, setup.seats, setup, 7, {}))
            reply = veteran.decide(request)
            if reply.why:  # else there was no choice
                found.append(Answered(request, reply, scores(request, veteran.shopper)))
            rough = [action for action in request.options if kind_of(action) in ROUGH]
            wild = rough and lots.random() < 0.6
            referee.answer(lots.choice(rough) if wild else reply.action)
    return found


def test_the_terms_of_every_answer_add_up_to_its_score(answers: list[Answered]) -> None:
    kinds = set()
    for request, reply, known in answers:
        action = reply.action
        kinds.add((request.question, kind_of(action)))
        if total(reply.why) != round(known[action]):
            assert request.question is Question.TURN, action
            assert total(reply.why) in _planned(request, action)
    assert {question for question, _ in kinds} >= {
        Question.PURCHASE,
        Question.TURN,
        Question.UNIT_PHASE,
        Question.ATTACK_CARDS,
        Question.DEFENCE_CARDS,
        Question.JAIL,
        Question.REACTION,
    }
    assert len(kinds) > 12


def test_every_amount_has_a_name(answers: list[Answered]) -> None:
    for _, reply, _ in answers:
        others = reply.next_best.why if reply.next_best is not None else ()
        for name, _ in (*reply.why, *others):
            assert name
            assert name != "the rest"


def test_a_veteran_knows_what_it_would_have_done_else_and_that_it_is_no_better(
    answers: list[Answered],
) -> None:
    told = 0
    for request, reply, known in answers:
        if reply.next_best is None:
            continue
        deeds, why = reply.next_best
        assert why
        assert deeds[0] in request.options
        assert deeds[0] != reply.action or len(deeds) > 1
        assert total(why) <= total(reply.why) + 2
        cards = request.question in (Question.ATTACK_CARDS, Question.DEFENCE_CARDS)
        if deeds[0] in known and not cards and request.question is not Question.TURN:
            assert total(why) <= round(known[deeds[0]])
            told += 1
    assert told > 10


def test_where_no_card_is_worth_laying_it_is_told_what_the_best_would_have_done() -> None:
    match = scene(
        units={"red warrior": "d7", "blue warrior": "d8"},
        hands={"red": ["crowd-roar"] * 3, "blue": ["crowd-roar", "loud-noise"]},
        active="red warrior",
    )
    match.attack("blue warrior").commit()
    request = request_of(match.state)
    assert request.question is Question.DEFENCE_CARDS
    manager = PlanningManager("veteran")
    manager.begin(Briefing(PROTOCOL, request.seat, 2, match.state.setup, 7, {}))
    reply = manager.decide(request)
    assert reply.action == COMMIT
    assert reply.why == (("no card is worth it", 0),)
    assert reply.next_best is not None
    deeds, why = reply.next_best
    assert all(kind_of(deed) is ActionKind.LAY for deed in deeds)
    assert dict(why)["cards spent"] < 0
    assert total(why) <= 0


def test_what_playing_on_has_shown_is_a_term_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    searches: list[Found] = []

    def noting(*given: object) -> Found:
        searches.append(sequential_halving(*given))  # type: ignore[arg-type]
        return searches[-1]

    monkeypatch.setattr("deathdome.managers.planner.manager.sequential_halving", noting)
    match = scene(
        units={"red warrior": "e7", "red scout": "h7", "blue gunner": "k8", "blue medic": "r5"},
        hands={"red": ["crowd-roar"] * 3, "blue": ["crowd-roar"] * 3},
    )
    request = request_of(match.state)
    elite = PlanningManager("elite")
    elite.begin(Briefing(PROTOCOL, request.seat, 2, match.state.setup, 7, {}))
    reply = elite.decide(request)
    assert len(searches) == 1
    assert reply.next_best is not None
    gains = dict(searches[0].others)
    world = determinize(request.seen, Random(request.number))
    gain = next(
        gains[plan] for plan in gains if tuple(deeds_of(world, plan)) == reply.next_best.deeds
    )
    assert abs(total(reply.why) - total(reply.next_best.why) - (searches[0].gain - gain)) <= 1


def test_small_change_goes_to_the_largest_term() -> None:
    assert rounded([("a", 10.4), ("b", -3.4), ("c", 0.4)], 7.4) == (("a", 10), ("b", -3))
    assert rounded([("a", 10.4), ("b", 3.4)], 13.8) == (("a", 11), ("b", 3))
    assert rounded([("a", 10.0)], 500.0) == (("the rest", 490), ("a", 10))


def test_small_change_never_goes_to_a_term_that_is_told_while_the_match_runs() -> None:
    assert rounded([("point", 10.4), ("danger", -3.4)], 7.6) == (("point", 10), ("danger", -2))
    assert rounded([("point", 10.4), ("cards laid", 0.2)], 10.6) == (("point", 10), ("rounding", 1))
