"""Explanations of managers: exact sums; during the match nothing that reveals a hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest
from fuzz import brawl
from hypothesis import given, settings
from hypothesis import strategies as st
from scenes import Match, card_id, request_of, scene

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.managers.explanations import (
    PUBLIC_TERMS,
    Explanation,
    ExplanationLog,
    public_explanation,
    turn_label,
)
from deathdome.managers.hint_text import decision_text
from deathdome.managers.planner.manager import PlanningManager
from deathdome.match.protocol import PROTOCOL, Alternative, Briefing, Reply
from deathdome.match.referee import Referee
from deathdome.model.actions import (
    COMMIT,
    DONE,
    END_PHASE,
    END_TURN,
    ActionKind,
    kind_of,
    make_action,
)
from deathdome.model.decisions import Question
from deathdome.rules.observing import observe
from deathdome.rules.setup import new_game
from deathdome.stage.text import text_of
from deathdome.tui.presenters.coaching import account_lines

if TYPE_CHECKING:
    from deathdome.model.state import Setup, State

CARDS = [card.id for card in load_catalog().power_cards]
BRAWL = 8  # between two teams, with deaths
PLACES = ("c5", "e4", "e7", "d7", "f5", "h7", "g9", "d8")


def text(explanation: Explanation, match: Match, *, over: bool) -> str:
    return text_in(match.state.setup, explanation, over=over)


def text_in(setup: Setup, explanation: Explanation, *, over: bool) -> str:
    return text_of(account_lines(explanation, setup, ["one", "two"], 76, over=over))


def accounts_of(match: Match) -> list[Explanation]:
    """Return the notes of a fresh veteran on the open question."""
    request = request_of(match.state)
    manager = PlanningManager("veteran")
    setup = match.state.setup
    manager.begin(Briefing(PROTOCOL, request.seat, setup.seats, setup, 7, {}))
    diary = ExplanationLog()
    diary.note(request, manager.decide(request))
    return public(diary, match.state)


def public(diary: ExplanationLog, state: State) -> list[Explanation]:
    """Return what may be shown between two turns of an unfinished match."""
    return diary.known(replace(observe(state, 0), stack=()))


def position(hand: list[str], places: list[str]) -> Match:
    red = dict(zip(("red warrior", "red gunner", "red scout"), places, strict=False))
    blue = dict(zip(("blue scout", "blue medic"), places[3:], strict=False))
    return scene(
        units={**red, **blue},
        items={"red warrior": ["rusty-chainsaw"], "red gunner": ["apology-rifle"]},
        hands={"red": hand, "blue": ["crowd-roar"] * 2},
    )


hands = st.lists(st.sampled_from(CARDS), min_size=3, max_size=3, unique=True)


@settings(max_examples=12)
@given(hands, hands, st.permutations(PLACES))
def test_reasons_in_a_match_tell_nothing_of_a_hand(
    one: list[str], other: list[str], places: list[str]
) -> None:
    texts: dict[object, set[str]] = {}
    names = {card.id: card for card in load_catalog().power_cards}
    for hand in (one, other):
        match = position(hand, places)
        for explanation in accounts_of(match):
            shown = text(explanation, match, over=False)
            for card in hand:
                assert card not in shown
                assert names[card].name.lower() not in shown.lower()
            known = public_explanation(explanation, match.state.setup, over=False)
            assert sum(amount for _, amount in (*known.gains, *known.costs)) == known.total
            # The same plan with another hand reads the same: no amount reveals the cards.
            public = tuple(term for term in (*known.gains, *known.costs))
            assert all("card" not in name and name not in ("danger", "shell") for name, _ in public)
            whole = public_explanation(explanation, match.state.setup, over=True)
            assert sum(amount for _, amount in (*whole.gains, *whole.costs)) == explanation.total
            assert whole.total == explanation.total
            texts.setdefault(_plan_of(explanation, match), set()).add(shown)
    assert all(len(found) == 1 for found in texts.values())


def _plan_of(explanation: Explanation, match: Match) -> tuple[object, ...]:
    """Return the public part of a plan: unit, destination, action."""
    request = request_of(match.state)
    manager = _Open("veteran")
    setup = match.state.setup
    manager.begin(Briefing(PROTOCOL, request.seat, setup.seats, setup, 7, {}))
    manager.decide(request)
    plan = manager.plan
    return explanation.deeds, plan and (plan.unit, plan.goal, plan.act, plan.act_first)


def test_the_same_deeds_of_another_hand_are_told_in_the_same_words() -> None:
    compared: Counter[Question] = Counter()
    told_of: set[Question] = set()
    names = [card.name.lower() for card in load_catalog().power_cards]
    for state, most in ((new_game(load_catalog(), load_board()), 12), (brawl(BRAWL), 60)):
        referee, lots, diary = Referee(state, most), Random(most), ExplanationLog()
        for _ in range(most):
            request = referee.request()
            if request is None:
                break
            chance = 1.0 if request.question is Question.JAIL else 0.4
            open_question = request.question in (*PUBLIC_TERMS, Question.UNIT_PHASE)
            if open_question and len(request.options) > 1 and lots.random() < chance:
                deed, words = told_alone(referee.state)
                same, others = told_alone(with_another_hand(referee.state, request.seat, lots))
                if deed == same:
                    assert words == others
                    compared[request.question] += 1
            veteran = PlanningManager("veteran")
            setup = referee.state.setup
            veteran.begin(Briefing(PROTOCOL, request.seat, setup.seats, setup, 7, {}))
            reply = veteran.decide(request)
            rough = [
                action
                for action in request.options
                if kind_of(action) in (ActionKind.ATTACK, ActionKind.LAY)
            ]
            if rough and lots.random() < 0.6:
                reply = replace(reply, action=lots.choice(rough))
            diary.note(request, reply)
            referee.answer(reply.action)
        running = public(diary, referee.state)
        assert len(running) <= len(diary.explanations)
        for explanation in running:
            told_of.add(explanation.question)
            shown = public_explanation(explanation, state.setup, over=False)
            assert shown.chance is None
            assert shown.other is None or explanation.question is Question.JAIL
            words = text_in(state.setup, explanation, over=False).lower()
            assert not any(name in words for name in names)
    kinds = {Question.PURCHASE, Question.TURN, Question.JAIL}
    assert told_of >= kinds
    assert set(compared) >= {*kinds, Question.UNIT_PHASE}


def with_another_hand(state: State, seat: int, lots: Random) -> State:
    """The same position, as everybody else sees it."""
    other = state.copy()
    for card in other.hands[seat]:
        other.deck[card] += 1
    pool = [card for card, copies in enumerate(other.deck) for _ in range(copies)]
    hand = lots.sample(pool, len(other.hands[seat]))
    for card in hand:
        other.deck[card] -= 1
    other.hands[seat] = tuple(sorted(hand))
    return other


def told_alone(state: State) -> tuple[object, str]:
    """Return the action of a fresh veteran at the open question, and its public explanation."""
    request = request_of(state)
    manager = _Open("veteran")
    manager.begin(Briefing(PROTOCOL, request.seat, state.setup.seats, state.setup, 7, {}))
    diary = ExplanationLog()
    if request.question is Question.UNIT_PHASE:
        begun = make_action(ActionKind.ACTIVATE, request.unit)
        turn = replace(request, question=Question.TURN, options=(begun, END_TURN))
        diary.note(turn, Reply(begun, 0, (("point", 100),)))
    reply = manager.decide(request)
    diary.note(request, reply)
    plan = manager.plan
    deed = reply.action, plan and (plan.unit, plan.goal, plan.act, plan.act_first)
    known = public(diary, state)
    return deed, "\n".join(text_in(state.setup, explanation, over=False) for explanation in known)


class _Open(PlanningManager):
    @property
    def plan(self):  # type: ignore[no-untyped-def]
        return self._intent


def account(question: Question, act: int, why: tuple[tuple[str, int], ...] = ()) -> ExplanationLog:
    match = scene(units={"red scout": "d7", "blue gunner": "r5"})
    request = request_of(match.state)
    diary = ExplanationLog()
    diary.note(replace(request, question=question), Reply(act, 0, why))  # type: ignore[arg-type]
    return diary


@pytest.mark.parametrize(
    ("question", "act"),
    [
        (Question.REACTION, make_action(ActionKind.DECLINE)),
        (Question.DEFENCE_CARDS, make_action(ActionKind.COMMIT)),
        (Question.ATTACK_CARDS, make_action(ActionKind.LAY, card_id("crowd-roar"))),
        (Question.TURN, make_action(ActionKind.PLAY, card_id("crowd-roar"))),
    ],
)
def test_that_somebody_was_asked_about_cards_is_told_after_the_match_only(
    question: Question, act: int
) -> None:
    diary = account(question, act)
    assert public(diary, scene().state) == []
    assert len(diary.explanations) == 1


def test_what_carries_on_with_a_plan_stands_with_its_reasons() -> None:
    match = scene(units={"red scout": "d7", "blue gunner": "r5"})
    request = request_of(match.state)
    diary = ExplanationLog()
    diary.note(
        request,
        Reply(make_action(ActionKind.ACTIVATE, 2), 3, (("point", 100), ("cards laid", -40))),
    )
    inside = replace(request, question=Question.UNIT_PHASE)
    diary.note(inside, Reply(END_PHASE))
    diary.note(request, Reply(END_TURN))
    (found,) = diary.explanations
    shown = public_explanation(found, match.state.setup, over=False)
    assert shown.deeds == ("activate red.scout", "end phase", "end turn")
    assert (shown.gains, shown.costs, shown.total) == ((("point", 100),), (), 100)
    assert public_explanation(found, match.state.setup, over=True).total == 60


def test_no_reasons_are_said_to_be_none() -> None:
    match = scene(units={"red scout": "d7", "blue gunner": "r5"})
    diary = account(Question.TURN, END_TURN)
    assert "It gave no reasons." in text(diary.explanations[0], match, over=True)


def test_what_somebody_answers_in_between_does_not_cut_a_unit_phase_in_two() -> None:
    match = scene(units={"red scout": "d7", "blue gunner": "r5"})
    request = request_of(match.state)
    blues = replace(request, seat=1, question=Question.DEFENCE_CARDS)
    diary = ExplanationLog()
    begun = make_action(ActionKind.ACTIVATE, 2)
    diary.note(request, Reply(begun, 0, (("shell", 9),)))
    diary.note(blues, Reply(COMMIT, 0, (("no card is worth it", 0),)))
    walk = make_action(ActionKind.WALK, 40)
    phase = replace(request, question=Question.UNIT_PHASE)
    diary.note(phase, Reply(walk))
    assert [found.deeds for found in diary.explanations] == [(begun, walk), (COMMIT,)]
    # Another turn of the same team is another matter.
    diary.note(replace(request, seat=1), Reply(END_TURN, 0, (("nothing better", 0),)))
    diary.note(phase, Reply(walk))
    assert len(diary.explanations) == 4


@pytest.mark.parametrize("seed", range(4))
def test_every_decision_of_a_planner_has_its_reasons_after_the_match(seed: int) -> None:
    state = brawl(BRAWL)
    setup = state.setup
    referee, diary = Referee(state, seed), ExplanationLog()
    managers = [PlanningManager("veteran"), PlanningManager("regular")]
    for seat, manager in enumerate(managers):
        manager.begin(Briefing(PROTOCOL, seat, setup.seats, setup, seed, {}))
    while (request := referee.request()) is not None:
        reply = managers[request.seat].decide(request)
        diary.note(request, reply)
        referee.answer(reply.action)
    assert len(diary.explanations) > 10
    for explanation in diary.explanations:
        assert public_explanation(explanation, setup, over=True).given, explanation


def test_after_the_match_the_next_best_and_the_chance_to_win_are_told() -> None:
    match = position(CARDS[:3], list(PLACES))
    (before,) = accounts_of(match)
    shown = text(before, match, over=True)
    assert "Next best" in shown
    assert "chance to win" in shown
    now = text(before, match, over=False)
    assert "Next best" not in now
    assert "chance to win" not in now


def test_an_explanation_has_its_time_and_its_decision_in_words() -> None:
    setup = scene(units={"red scout": "d7"}).state.setup
    walk = make_action(ActionKind.WALK, setup.board.grid.parse("d8"))
    capture = make_action(ActionKind.CAPTURE)
    floor = make_action(ActionKind.WALK, setup.board.grid.parse("d7"))
    for question, answers, unit, label, words in (
        (Question.UNIT_PHASE, (walk,), 2, "round 2", "Red's Scout to d8"),
        (Question.UNIT_PHASE, (floor,), 2, "round 2", "Red's Scout to d7"),
        (Question.UNIT_PHASE, (capture, END_PHASE), 2, "round 2", "Red's Scout: capture"),
        (Question.TURN, (END_TURN,), -1, "round 2", "End the turn"),
        (Question.PURCHASE, (DONE,), -1, "in the store", "Buy nothing more this turn"),
    ):
        found = Explanation(0, 2, question, answers, (), unit=unit)
        assert turn_label(found) == label
        assert decision_text(public_explanation(found, setup, over=True), unit, setup) == words


def test_what_was_counted_higher_and_left_is_not_called_next_best() -> None:
    match = scene(units={"red scout": "d7", "blue gunner": "r5"})
    other = Alternative((make_action(ActionKind.ACTIVATE, 1), END_PHASE), (("point", 900),))
    found = Explanation(0, 1, Question.TURN, (END_TURN,), (("point", 100),), other=other)
    assert "Scored higher, not chosen" in text(found, match, over=True)


def test_a_jail_is_told_with_the_next_best_at_once_and_nothing_else_of_a_stranger_is() -> None:
    match = scene(units={"red scout": "d7", "blue gunner": "r5"})
    terms = (("far from rescue", 9000),)
    jails = Alternative((make_action(ActionKind.JAIL, 1),), (("far from rescue", 4000),))
    found = Explanation(0, 1, Question.JAIL, (make_action(ActionKind.JAIL, 0),), terms, other=jails)
    shown = public_explanation(found, match.state.setup, over=False)
    assert shown.other is not None
    assert not shown.withheld
    for deed, why in (
        (make_action(ActionKind.LAY, 3), jails.why),
        (make_action(ActionKind.JAIL, 1), (("I hold a five", 4000),)),
        (make_action(ActionKind.JAIL, 1), (("I hold a five", 0),)),
    ):
        stranger = found._replace(other=Alternative((deed,), why))
        assert public_explanation(stranger, match.state.setup, over=False).other is None


def test_remarks_of_strangers_wait_for_the_end() -> None:
    match = scene(units={"red scout": "d7", "blue gunner": "r5"})
    found = Explanation(0, 1, Question.TURN, (END_TURN,), (("I hold a five", 0),))
    assert public_explanation(found, match.state.setup, over=False).remarks == ()
    assert public_explanation(found, match.state.setup, over=True).remarks == ("I hold a five",)


def test_numbers_that_are_no_answers_are_left_out() -> None:
    match = scene(units={"red scout": "d7", "blue gunner": "r5"})
    odd = Alternative(
        (make_action(ActionKind.WALK, 4000), make_action(ActionKind.LAY, 4000), END_PHASE),
        (("a", 1),),
    )
    found = Explanation(0, 1, Question.TURN, (END_TURN,), (("a", 2),), other=odd)
    shown = public_explanation(found, match.state.setup, over=True).other
    assert shown is not None
    assert shown.deeds == ("end phase",)


def test_an_end_of_the_turn_that_nobody_could_avoid_is_no_decision() -> None:
    match = scene(units={"red scout": "d7", "blue gunner": "r5"})
    request = request_of(match.state)
    card = make_action(ActionKind.PLAY, card_id("crowd-roar"))
    over = replace(request, options=(END_TURN, card))
    diary = ExplanationLog()
    diary.note(over, Reply(END_TURN, 0, (("nothing better to do", 0),)))
    assert public(diary, scene().state) == []
    assert len(diary.explanations) == 1


def test_cards_laid_one_after_the_other_are_one_decision() -> None:
    match = scene(units={"red scout": "d7", "blue gunner": "r5"})
    asked = replace(request_of(match.state), question=Question.DEFENCE_CARDS)
    diary = ExplanationLog()
    lay = make_action(ActionKind.LAY, card_id("crowd-roar"))
    diary.note(asked, Reply(lay, 1, (("death avoided", 9),)))
    diary.note(asked, Reply(lay, 1, (("death avoided", 8),)))
    diary.note(asked, Reply(COMMIT, 1, (("no card is worth it", 0),)))
    diary.note(asked, Reply(COMMIT, 1, (("no card is worth it", 0),)))
    assert [found.deeds for found in diary.explanations] == [(lay, lay, COMMIT), (COMMIT,)]


def test_the_end_of_a_purchase_belongs_to_it() -> None:
    match = scene(units={"red scout": "d7", "blue gunner": "r5"})
    asked = replace(request_of(match.state), question=Question.PURCHASE)
    diary = ExplanationLog()
    buy, equip = make_action(ActionKind.BUY, 3), make_action(ActionKind.EQUIP, 3, 2)
    done = Reply(DONE, 0, (("nothing more to buy this turn", 0),))
    for reply in (Reply(buy, 0, (("value for its price", 9),)), Reply(equip), done):
        diary.note(asked, reply)
    diary.note(replace(asked, seat=1), done)
    assert [found.deeds for found in diary.explanations] == [(buy,), (equip, DONE), (DONE,)]


def test_a_unit_phase_thought_about_twice_is_one_account_while_the_match_runs() -> None:
    match = scene(units={"red scout": "d7", "blue gunner": "r5"})
    request = request_of(match.state)
    diary = ExplanationLog()
    diary.note(request, Reply(make_action(ActionKind.ACTIVATE, 2), 3, (("point", 100),)))
    inside = replace(request, question=Question.UNIT_PHASE)
    walk = make_action(ActionKind.WALK, 40)
    diary.note(inside, Reply(walk, 1, (("closer to a point", 30),)))
    (found,) = public(diary, match.state)
    assert found.deeds == (make_action(ActionKind.ACTIVATE, 2), walk)
    assert public_explanation(found, match.state.setup, over=False).total == 100
    assert len(diary.explanations) == 2


def test_a_turn_is_told_of_when_it_is_over() -> None:
    match = scene(units={"red scout": "d7", "blue gunner": "r5"})
    diary = ExplanationLog()
    diary.note(
        request_of(match.state), Reply(make_action(ActionKind.ACTIVATE, 2), 3, (("point", 100),))
    )
    assert diary.known(observe(match.state, 1)) == []
    match.end_turn()
    assert len(diary.known(observe(match.state, 1))) == 1
