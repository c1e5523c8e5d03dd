"""A match under the referee: replayed from its journal, and reported to each seat as allowed."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest
from scenes import scene

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.errors import IllegalAction
from deathdome.managers.random_manager import RandomManager
from deathdome.match.referee import Referee, run_match
from deathdome.model.actions import DECLINE, ActionKind, a_of, kind_of, make_action
from deathdome.model.decisions import CHANCE, Question
from deathdome.model.events import STOPPED, Drew, Event
from deathdome.model.wire import fingerprint
from deathdome.rules.engine import apply_action
from deathdome.rules.setup import new_game
from deathdome.seeds import derived_seed, random_seed
from deathdome.text.english import sentence

if TYPE_CHECKING:
    from deathdome.model.state import State


def opening(seats: int = 2) -> State:
    return new_game(load_catalog(), load_board(), seats=seats)


def played(seed: int, seats: int = 2) -> Referee:
    """A whole match between random managers."""
    referee = Referee(opening(seats), seed)
    run_match(referee, [RandomManager() for _ in range(seats)])
    return referee


def test_same_seed_same_match_other_seed_other_match() -> None:
    first, again, other = played(1), played(1), played(2)
    assert first.journal == again.journal
    assert first.events == again.events
    assert first.fingerprint() == again.fingerprint() != other.fingerprint()


@pytest.mark.parametrize(("seed", "seats"), [(3, 2), (4, 3), (5, 4)])
def test_journal_told_again_ends_in_the_same_position(seed: int, seats: int) -> None:
    referee = played(seed, seats)
    state = opening(seats)
    told: list[Event] = []
    for _, action in referee.journal:
        apply_action(state, action, told.append)
    assert fingerprint(state) == fingerprint(referee.state)
    assert state.outcome == referee.state.outcome
    assert told == referee.events


def test_answers_alone_lead_to_the_same_fingerprint() -> None:
    referee = played(6)
    again = Referee(opening(), 6)
    for seat, action in referee.journal:
        if seat != CHANCE:
            again.answer(action)
    assert again.fingerprint() == referee.fingerprint()


def test_drawn_cards_are_heard_by_their_own_team_only() -> None:
    referee = played(7, 4)
    drawn = [event for event in referee.events if isinstance(event, Drew)]
    assert {event.seat for event in drawn} == {0, 1, 2, 3}
    for seat in range(4):
        heard = [event for event in referee.visible_events(seat) if isinstance(event, Drew)]
        assert len(heard) == len(drawn)
        for secret, event in zip(drawn, heard, strict=True):
            assert event.seat == secret.seat
            assert event.card == (secret.card if event.seat == seat else -1)


def test_everything_but_drawn_cards_is_heard_by_everybody() -> None:
    referee = played(8, 3)
    public = [event for event in referee.events if not isinstance(event, Drew)]
    for seat in range(3):
        heard = referee.visible_events(seat)
        assert len(heard) == len(referee.events)
        assert [event for event in heard if not isinstance(event, Drew)] == public


def test_a_match_that_takes_too_long_is_stopped_without_a_winner() -> None:
    referee = Referee(opening(3), 1)
    run_match(referee, [RandomManager() for _ in range(3)], max_decisions=50)
    answers = [seat for seat, _ in referee.journal if seat != CHANCE]
    assert (len(answers), referee.over, referee.asked) == (50, True, None)
    outcome = referee.state.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0, 1, 2), STOPPED)
    said = sentence(referee.events[-1], referee.state.setup)
    assert said.startswith("The match is stopped at its decision limit after no rounds, without a ")


def test_heard_since_is_the_rest() -> None:
    referee = played(9)
    assert referee.visible_events(1, 40) == referee.visible_events(1)[40:]
    assert referee.visible_events(0, len(referee.events)) == []


def test_chance_is_answered_by_the_referee() -> None:
    referee = Referee(opening(), 10)
    assert referee.asked is not None
    assert referee.asked.seat != CHANCE
    assert {kind_of(action) for seat, action in referee.journal if seat == CHANCE} == {
        ActionKind.ROLL
    }


def test_opening_dice_differ_from_seed_to_seed() -> None:
    rolls = Counter(a_of(Referee(opening(), seed).journal[0][1]) for seed in range(200))
    assert set(rolls) == set(range(1, 13))


def test_request_carries_the_own_hand_and_no_other() -> None:
    referee = played_until_hands_are_dealt()
    request = referee.request()
    assert request is not None
    assert request.seen.hand == referee.state.hands[request.seat]
    assert request.seen.hand_sizes == tuple(len(hand) for hand in referee.state.hands)


def played_until_hands_are_dealt() -> Referee:
    referee = Referee(opening(), 11)
    while not all(referee.state.hands):
        request = referee.request()
        assert request is not None
        referee.answer(request.options[-1])  # passes, ends turns
    return referee


def test_refused_answer_changes_nothing() -> None:
    referee = Referee(opening(), 12)
    before = referee.fingerprint()
    with pytest.raises(IllegalAction):
        referee.answer(make_action(ActionKind.END_TURN))
    assert referee.fingerprint() == before


def test_finished_match_asks_nothing_and_takes_nothing() -> None:
    referee = played(13)
    assert referee.over
    assert referee.asked is None
    assert referee.request() is None
    with pytest.raises(IllegalAction, match="over"):
        referee.answer(make_action(ActionKind.PASS))


def test_derived_seeds_are_told_apart_by_purpose_and_seed() -> None:
    seeds = {derived_seed(seed, purpose) for seed in range(50) for purpose in ("dice", "seat 0")}
    assert len(seeds) == 100
    assert all(0 <= seed < 2**64 for seed in seeds)
    assert derived_seed(1, "dice") == 5572236071537286872


def test_the_number_of_a_question_does_not_tell_who_held_a_card_to_answer_with() -> None:
    """With any hand and any decline of blue, red gets the same question under the same number."""
    asked = set()
    silent = 0
    for card in load_catalog().power_cards:
        match = scene(
            units={"red warrior": "h5", "blue scout": "i5", "blue medic": "i4"},
            hands={"red": ["crowd-roar"], "blue": [card.id]},
            active="red warrior",
        )
        referee = Referee(match.state, 1)
        first = referee.request()
        assert first is not None
        shot = next(action for action in first.options if kind_of(action) is ActionKind.ATTACK)
        referee.answer(shot)
        while (request := referee.request()) is not None and request.seat == 1:
            silent += request.question is Question.REACTION
            referee.answer(DECLINE)
        assert request is not None
        assert request.mark > first.mark
        asked.add((request.number, request.question, request.options))
    assert silent
    assert len(asked) == 1


def test_the_numbers_of_a_seat_grow_and_no_two_questions_have_the_same_mark() -> None:
    referee = Referee(new_game(load_catalog(), load_board(), seats=4), 5)
    rng = Random(5)
    marks: list[tuple[int, int]] = []
    while (request := referee.request()) is not None:
        assert all(number < request.number for number, seat in marks if seat == request.seat)
        marks.append(request.mark)
        referee.answer(rng.choice(request.options))
    assert len(set(marks)) == len(marks) > 200


def test_the_seed_of_a_match_is_too_far_away_to_be_found_by_trying() -> None:
    seeds = [random_seed() for _ in range(200)]
    assert len(set(seeds)) == len(seeds)
    assert max(seeds) < 2**128
    assert sum(seed > 2**120 for seed in seeds) > 180
