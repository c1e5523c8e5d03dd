"""Setting up: teams, die roll, bases, supply, opening hands."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, replace
from random import Random
from typing import TYPE_CHECKING

import pytest
from scenes import TEAMS, Match, scene

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.errors import UsageError
from deathdome.model.actions import PASS, ActionKind, a_of, kind_of, make_action
from deathdome.model.decisions import CHANCE, Question
from deathdome.model.events import Drew, OrderSet, Rolled, RoundBegan, StoreClosed, TurnBegan
from deathdome.model.ruleset import EDITION_2018, EDITION_2021, Ruleset
from deathdome.model.vocabulary import Deck, UnitType
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from deathdome.model.state import State

SETTLING = {Question.DEAL, Question.REVEAL, Question.ROLL, Question.PURCHASE}


def box(seats: int = 2, first: str | None = None, ruleset: Ruleset = EDITION_2021) -> State:
    """A match before anything has happened; without `first` the die is still to be rolled."""
    seat = None if first is None else TEAMS.index(first)
    return new_game(
        load_catalog(), load_board("waspworth"), seats=seats, first=seat, ruleset=ruleset
    )


def rolled(*numbers: int, seats: int) -> State:
    """A match whose dice showed these numbers, in the order in which they were rolled."""
    state = box(seats)
    for number in numbers:
        apply_action(state, make_action(ActionKind.ROLL, number))
    return state


def opened(seats: int, first: str) -> Match:
    """A match at the first player's first question, the store left alone."""
    match = Match(box(seats, first))
    while match.question is Question.PURCHASE:
        match.do(PASS)
    return match


@pytest.mark.rule("GAME-1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_three_or_four_teams_can_play(seats: int) -> None:
    assert len(box(seats).hands) == seats


@pytest.mark.rule("GAME-1")
@pytest.mark.parametrize("seats", [1, 5])
def test_fewer_than_two_or_more_than_four_teams_cannot_play(seats: int) -> None:
    with pytest.raises(UsageError):
        box(seats)


@pytest.mark.rule("GAME-2", "SETUP-8", "SETUP-10")
def test_every_team_fields_one_unit_of_each_type_in_its_own_base() -> None:
    match = opened(4, "red")
    units = match.state.setup.units
    assert len(units) == 16
    for seat, team in enumerate(TEAMS):
        types = [character.types for character in units[seat * 4 : seat * 4 + 4]]
        assert types == [(kind,) for kind in UnitType]
        assert {match.where(f"{team} {kind.value}") for kind in UnitType} == {"base"}
    assert len(set(match.state.setup.terrain.home)) == 4


@pytest.mark.rule("GAME-3")
def test_a_game_is_purchase_then_match_then_payout() -> None:
    match = Match(box(2, "red"))
    assert match.asks(Question.PURCHASE)
    match.do(PASS).do(PASS)
    assert match.asks(Question.TURN)
    paid = list(match.state.credits)
    while match.question is Question.TURN:
        match.end_turn()
    assert match.state.outcome is not None
    assert match.state.credits == paid  # no team captured anything
    assert [type(event) for event in match.events].index(StoreClosed) < [
        type(event) for event in match.events
    ].index(RoundBegan)


@pytest.mark.rule("GAME-5", "ORDER-2", "END-1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_match_lasts_six_rounds_of_one_turn_each_clockwise(seats: int) -> None:
    match = opened(seats, "blue")
    while match.question is not None:
        match.end_turn()
    turns = [event.seat for event in match.told(TurnBegan)]
    assert turns == [(1 + step) % seats for step in range(seats)] * 6
    assert [event.round for event in match.told(RoundBegan)] == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("GAME-6", "END-5")
def test_money_saved_does_not_win_the_match() -> None:
    match = scene(
        points={"h17": "blue"}, credits={"red": 9_000_000, "blue": 0}, round=6, turn="blue"
    )
    match.end_turn()
    assert match.state.outcome is not None
    assert match.state.outcome.winner == TEAMS.index("blue")


@pytest.mark.rule("SETUP-2", "CARD-1")
def test_seventy_power_cards_with_numbers_one_to_five_make_the_deck() -> None:
    state = box()
    assert sum(state.deck) == 70
    assert sum(state.discard) == 0
    assert {card.value for card in state.setup.catalog.power_cards} == {1, 2, 3, 4, 5}


@pytest.mark.rule("SETUP-2")
def test_any_card_left_in_the_shuffled_deck_may_be_on_top_as_often_as_it_is_there() -> None:
    state = box(2, "red")
    apply_action(state, PASS)
    apply_action(state, PASS)
    asked = decision(state)
    assert asked is not None
    assert asked.seat == CHANCE
    on_top = dict(zip(map(a_of, asked.options), asked.weights, strict=True))
    assert on_top == dict(enumerate(card.copies for card in state.setup.catalog.power_cards))


@pytest.mark.rule("SETUP-3", "SETUP-4")
def test_the_store_of_the_core_game_has_seven_decks_and_eighty_cards() -> None:
    state = box()
    items = state.setup.catalog.items
    assert len(items) == 80
    assert {item.deck for item in items} == set(Deck)
    assert len(Deck) == 7
    assert state.store.bit_count() == 80


@pytest.mark.rule("SETUP-5", "SETUP-6")
def test_no_marker_shell_chip_or_token_is_out_when_a_match_begins() -> None:
    match = opened(3, "green")
    state = match.state
    assert set(state.owners) == {-1}
    assert set(state.shells) == set(state.wounds) == set(state.down) == {0}
    assert state.tokens == ()


@pytest.mark.rule("SETUP-7", "EX-7")
def test_every_team_starts_with_two_million_credits() -> None:
    assert 5 * 100_000 + 3 * 500_000 == 2_000_000
    assert box(4).credits == [2_000_000] * 4


@pytest.mark.rule("SETUP-11", "ORDER-1")
def test_the_highest_roll_buys_first_and_plays_first() -> None:
    match = Match(rolled(3, 7, 12, 1, seats=4))
    assert match.state.setup.order == (2, 3, 0, 1)
    assert match.asked_team == "green"
    while match.question is Question.PURCHASE:
        match.do(PASS)
    assert match.asks(Question.TURN)
    assert match.asked_team == "green"


@pytest.mark.rule("SETUP-11")
def test_the_die_for_first_player_has_twelve_sides_all_alike() -> None:
    asked = decision(box(2))
    assert asked is not None
    assert [a_of(option) for option in asked.options] == list(range(1, 13))
    assert set(asked.weights) == {1}


@pytest.mark.rule("AMB-34", "SETUP-11")
def test_only_those_who_tied_for_the_highest_roll_roll_again() -> None:
    state = rolled(9, 2, 9, 9, 4, 11, seats=4)  # red, green and yellow tie; then 4, 11 and ...
    asked = decision(state)
    assert asked is not None
    assert asked.question is Question.ROLL
    apply_action(state, make_action(ActionKind.ROLL, 5))
    assert state.setup.order == (2, 3, 0, 1)


@pytest.mark.rule("AMB-34")
def test_a_second_tie_is_rolled_off_as_well() -> None:
    state = rolled(6, 6, 10, 10, seats=2)
    asked = decision(state)
    assert asked is not None
    assert asked.question is Question.ROLL
    apply_action(state, make_action(ActionKind.ROLL, 2))
    apply_action(state, make_action(ActionKind.ROLL, 1))
    assert state.setup.order == (0, 1)


@pytest.mark.rule("SETUP-12", "AMB-99", "TURN-1")
@pytest.mark.parametrize("ruleset", [EDITION_2018, EDITION_2021])
def test_the_counter_shows_one_when_the_very_first_turn_begins(ruleset: Ruleset) -> None:
    match = Match(box(2, "red", ruleset))
    while match.asks(Question.DEAL):
        match.do(match.asked.options[0])
    match.do(PASS).do(PASS)
    assert match.state.round == 1


@pytest.mark.rule("SETUP-13", "AMB-134")
def test_opening_hands_of_three_are_drawn_in_order_of_play_one_team_after_the_other() -> None:
    match = opened(3, "blue")
    assert [len(hand) for hand in match.state.hands] == [3, 3, 3]
    assert [event.seat for event in match.told(Drew)] == [1, 1, 1, 2, 2, 2, 0, 0, 0]
    kinds = [type(event) for event in match.events]
    assert max(i for i, kind in enumerate(kinds) if kind is Drew) < kinds.index(TurnBegan)


@pytest.mark.rule("AMB-134")
def test_cards_are_drawn_one_at_a_time() -> None:
    state = box(2, "red")
    apply_action(state, PASS)
    apply_action(state, PASS)
    sizes = []
    while (asked := decision(state)) is not None and asked.seat == CHANCE:
        assert {kind_of(option) for option in asked.options} == {ActionKind.DRAW}
        apply_action(state, asked.options[0])
        sizes.append(sum(map(len, state.hands)))
    assert sizes == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("EX-15", "DRAW-11")
def test_nobody_draws_in_the_first_turn_of_a_match() -> None:
    match = opened(2, "red")
    drawn = len(match.told(Drew))
    match.end_turn()
    assert match.asked_team == "blue"
    assert len(match.told(Drew)) == drawn == 6
    assert [len(hand) for hand in match.state.hands] == [3, 3]


@pytest.mark.rule("SETUP-14", "AMB-126")
@pytest.mark.parametrize(
    ("seats", "first", "bases"),
    [
        (2, "red", {"red": "north", "blue": "south"}),
        (2, "blue", {"blue": "north", "red": "south"}),
        (4, "green", {"green": "north", "yellow": "east", "red": "south", "blue": "west"}),
    ],
)
def test_bases_follow_the_order_of_play(seats: int, first: str, bases: dict[str, str]) -> None:
    match = Match(box(seats, first))
    board = match.state.setup.board
    homes = match.state.setup.terrain.home_bases
    assert {team: board.base_names[homes[TEAMS.index(team)]] for team in bases} == bases


@pytest.mark.rule("ORDER-3", "AMB-90")
@pytest.mark.parametrize("first", ["red", "blue", "green"])
def test_of_three_teams_the_last_in_the_round_has_the_base_in_the_middle(first: str) -> None:
    match = Match(box(3, first))
    board, setup = match.state.setup.board, match.state.setup
    seated = [board.base_names[setup.terrain.home_bases[seat]] for seat in setup.order]
    assert seated == ["south", "north", "east"]
    assert setup.order[0] == TEAMS.index(first)


@pytest.mark.rule("SETUP-14")
def test_nobody_is_asked_where_in_the_base_a_unit_stands() -> None:
    match = Match(box(2))
    asked: set[Question] = set()
    while match.question is not Question.TURN:
        found = match.asked
        asked.add(found.question)
        # The last answer to every question, but the second roll is lower than the first.
        rolled_once = match.told(Rolled)
        lower = found.question is Question.ROLL and rolled_once
        apply_action(match.state, found.options[0 if lower else -1], match.events.append)
    assert asked == {Question.ROLL, Question.PURCHASE, Question.DRAW}
    assert len(match.told(OrderSet)) == 1


@pytest.mark.rule("SETUP-9", "SETUP-11")
@pytest.mark.parametrize("ruleset", [EDITION_2018, EDITION_2021])
def test_a_match_keeps_its_setup_and_from_the_first_turn_on_its_table(ruleset: Ruleset) -> None:
    state, rng = box(ruleset=replace(ruleset, rounds=2)), Random(3)
    terms = state.setup.terms
    tables = set()
    while (asked := decision(state)) is not None:
        before = state.setup
        apply_action(state, rng.choice(asked.options))
        assert state.setup.terms is terms
        assert all(
            getattr(state.setup, term.name) is getattr(terms, term.name) for term in fields(terms)
        )
        assert state.setup is before or asked.question in SETTLING
        tables.add(state.setup)
    assert len(tables) > (8 if ruleset.characters else 1)
    with pytest.raises(FrozenInstanceError):
        terms.rounds = 1  # type: ignore[misc]
