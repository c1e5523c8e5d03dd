"""Positions of series and scenarios: files and lines set up the same position again."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from fuzz import brawl, eager
from hypothesis import given, settings
from hypothesis import strategies as st
from scenes import drawn

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.content.positions import position_from_text, position_text
from deathdome.content.positions.one_line import position_line, read_line, view_line
from deathdome.errors import NotationError
from deathdome.journal.words import check_of
from deathdome.model.actions import DONE, END_TURN, PASS
from deathdome.model.decisions import Question
from deathdome.model.frames import Auction, Drawing, Ranking, Replacing
from deathdome.model.ruleset import (
    EDITION_2019,
    EDITION_2021,
    EDITIONS,
    FROZEN,
    SCENARIOS,
    with_characters,
)
from deathdome.model.series import MatchResult
from deathdome.model.wire import canonical_text
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.observing import observe
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from deathdome.model.ruleset import Ruleset
    from deathdome.model.state import State

HERE = Path()


def assert_comes_back(state: State) -> None:
    """The position comes back from its file and its line, and every view from its own line."""
    whole, text, line = canonical_text(state), position_text(state), position_line(state)
    file, copied = position_from_text(text, HERE), read_line(line).whole
    for back in (file, copied):
        assert canonical_text(back) == whole
        assert decision(back) == decision(state)
        assert back.setup.ruleset == state.setup.ruleset
        assert (back.setup.rounds, back.setup.first) == (state.setup.rounds, state.setup.first)
        assert back.setup.series == state.setup.series
        assert back.outcome == state.outcome
    assert position_text(file) == text
    assert position_line(copied) == line
    for seat in range(state.setup.seats):
        view = view_line(observe(state, seat))
        assert view_line(read_line(view).seen) == view


# -- random series ---------------------------------------------------------------------------------


def random_rules(rng: Random) -> Ruleset:
    """Return an edition with random scenarios and switches of series."""
    edition = EDITIONS[rng.choice([*EDITIONS])]
    characters = rng.random() < 0.5
    return replace(
        edition,
        characters=characters,
        auction_sells_character=characters and rng.random() < 0.7,
        auction_own_unit=rng.random() < 0.3,
        bonus=rng.random() < 0.3,
        handicap=rng.random() < 0.3,
        handicap_points=edition.handicap_points_available and rng.random() < 0.3,
        conglamagragon=characters and rng.random() < 0.3,
        bonanza=rng.random() < 0.3,
        birthday=rng.random() < 0.3,
        dual=rng.random() < 0.2,
        draft=edition.draft_available and rng.random() < 0.3,
        first_buyer=rng.choice(["winner", "highest_value"]),
        series_order=rng.choice(["by_value", "clockwise"]),
        extra_matches_max=1,
    )


def played(seed: int, answers: int) -> State:
    """Return a position of a random series of short matches; most teams soon pass in the store."""
    rng = Random(seed)
    ruleset = random_rules(rng)
    seats = 2 if ruleset.dual else rng.choice([2, 3, 4])
    purses = [rng.choice([2_000_000, 3_000_000]) for _ in range(seats)]
    state = new_game(
        load_catalog(),
        load_board(rng.choice(["waspworth", "plaza"])),
        seats=seats,
        ruleset=ruleset,
        purses=purses if rng.random() < 0.3 else None,
        series=(1, 1, 2),
    )
    for _ in range(answers):
        asked = decision(state)
        if asked is None:
            break
        action = eager(asked, rng)
        if asked.question is Question.PURCHASE and rng.random() < 0.6:
            action = next((one for one in (PASS, DONE) if one in asked.options), action)
        apply_action(state, action, trusted=True)
    return state


@settings(max_examples=40)
@given(st.integers(0, 10_000), st.integers(0, 500))
def test_any_moment_of_a_random_series_comes_back(seed: int, answers: int) -> None:
    assert_comes_back(played(seed, answers))


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 400, 20))
def test_many_moments_of_random_series_come_back(first: int) -> None:
    for seed in range(first, first + 20):
        for answers in range(0, 900, 60):
            assert_comes_back(played(seed, answers))


@pytest.mark.parametrize("seed", range(8))
def test_cards_drawn_in_bonanza_and_birthday_come_back(seed: int) -> None:
    rng, state = Random(seed), brawl(seed)
    ruleset = replace(state.setup.ruleset, bonanza=seed % 4 != 0, birthday=seed % 2 == 0)
    terms = replace(state.setup.terms, ruleset=ruleset)
    state.setup = replace(state.setup, terms=terms)
    for _ in range(200):
        asked = decision(state)
        if asked is None:
            break
        if isinstance(state.stack[-1], Drawing) and len(state.stack) > 2:
            assert_comes_back(state)
        apply_action(state, eager(asked, rng))


# -- the moments between two matches ---------------------------------------------------------------

JAILED = 'units.blue.warrior = { at = "jail nw", items = ["cyber-suit"] }\n'
MOMENTS = {
    "auction": f'series = [6, 8]\nturn = {{ at = "auction", team = "red" }}\n{JAILED}',
    "auction of three": (
        f'series.match = 3\nseats = 3\norder = ["green", "red", "blue"]\n'
        f'turn.at = "auction"\npoints.d8 = "red"\n{JAILED}'
    ),
    "an early auction": (
        f'series = [6, 8]\nround = 2\nturn.at = "auction"\n{JAILED}'
        + "".join(f'units.blue.{kind} = "jail nw"\n' for kind in ("gunner", "scout", "medic"))
    ),
    "replacement": (
        'edition = 2019\nturn.at = "replacement"\n'
        'series = { match = 2, last_winner = "red", auctioned = ["madame-magma"] }\n'
        'units.blue.1 = { at = "jail nw", character = "vacant" }\n'
    ),
    "roll": 'seats = 4\nseries.match = 2\nturn.at = "roll"\nteams.blue.credits = 3_000_000\n',
    "roll of 2018": 'edition = 2018\nseats = 3\nseries.match = 2\nturn.at = "roll"\n',
    "roll for the first purchase": 'series = [6, 8]\nturn.at = "payout"\n',
    "deal": 'scenario = "handicap"\nseries.match = 2\nturn.at = "deal"\nteams.red.credits = 1\n',
    "over": 'series = { match = 5, last_winner = "red" }\nturn.at = "over"\n',
    "a turn": 'seats = 3\nseries.match = 2\norder = ["blue", "red", "green"]\nturn = "red"\n',
    "gifts": (
        'edition = 2019\nscenario = "handicap-points, bonus"\nseries.match = 2\n'
        "teams.red = { shells = 3, handicap_shells = 2 }\n"
    ),
    "returned": (
        'edition = 2018\nscenario = "conglamagragon"\n'
        "[series]\nmatch = 3\nreturned = true\n"
        '[[series.results]]\nwinner = "red"\nreason = "last team standing"\nrounds = 2\n'
        "payouts = { blue = 300_000 }\nvalues = { red = 2_000_000, blue = 2_300_000 }\n"
        '[[series.results]]\nwinner = ["red", "blue"]\n'
    ),
}


def moment(name: str) -> State:
    return position_from_text(MOMENTS[name], HERE)


@pytest.mark.parametrize("name", MOMENTS)
def test_every_moment_between_two_matches_comes_back(name: str) -> None:
    state, rng = moment(name), Random(1)
    for _ in range(4):
        assert_comes_back(state)
        asked = decision(state)
        if asked is None:
            break
        apply_action(state, rng.choice(asked.options))


@pytest.mark.rule("END-1", "PAY-6")
@pytest.mark.parametrize("schedule", ["[6, 8]", "[6]", "false"])
@pytest.mark.parametrize(
    "points", ['d8 = "red"', 'd8 = "red", i9 = "blue"', 'd8 = "red", r14 = "blue"']
)
def test_a_payout_is_what_the_last_turn_ends_in(schedule: str, points: str) -> None:
    text = f"series = {schedule}\npoints = {{ {points} }}\n{JAILED}"
    paid = position_from_text(f'{text}turn.at = "payout"', HERE)
    played = position_from_text(f'{text}turn = "blue"\nround = 6', HERE)
    apply_action(played, END_TURN)
    assert canonical_text(paid) == canonical_text(played)
    assert paid.outcome == played.outcome


def test_the_moments_have_their_frames() -> None:
    tops = {type(moment(name).stack[-1]) for name in MOMENTS if name != "over"}
    assert {Auction, Replacing, Ranking, Drawing} <= tops


def test_the_results_of_a_file_are_those_of_the_series() -> None:
    series = moment("returned").setup.series
    assert series is not None
    first, second = series.results
    assert (first.winners, first.reason, first.rounds) == ((0,), "last team standing", 2)
    assert (first.payouts, first.values) == ((0, 300_000), (2_000_000, 2_300_000))
    assert (second.winners, second.reason, second.rounds) == ((0, 1), "shared", 8)
    assert second.payouts == (0, 0)
    assert second.values == (2_000_000, 2_000_000), "as now"


def test_in_2018_the_teams_sit_by_value_while_the_store_is_open() -> None:
    text = "edition = 2018\nseats = 3\nseries.match = 2\nteams.blue.credits = 3_000_000\n"
    for at in ("purchase", "deal"):
        setup = position_from_text(f'{text}turn.at = "{at}"', HERE).setup
        assert setup.order == (1, 0, 2)
        named = position_from_text(f'{text}first = "green"\nturn.at = "{at}"', HERE).setup
        assert named.order == (2, 0, 1)


def test_the_last_match_may_be_told_without_a_list() -> None:
    text = (
        'series = { last_winner = "blue", last_reason = "towers", payouts = { blue = 500_000, '
        "red = 500_000 }, values = { red = 1 } }"
    )
    series = position_from_text(text, HERE).setup.series
    assert series is not None
    assert series.results == (MatchResult((1,), "towers", 6, (500_000, 500_000), (1, 0)),)
    text = f'series = {{ last_winner = "red", values.red = 7 }}\nturn.at = "auction"\n{JAILED}'
    series = position_from_text(text, HERE).setup.series
    assert series is not None
    assert series.results == (MatchResult((0,), "payout", 6, (0, 0), (7, 0)),)


# -- boards ----------------------------------------------------------------------------------------

MAP = "BB..rJ\nBB.c.J\n##...B\nBB...B\nBB...#"


@pytest.mark.rule("SERIES-13", "AMB-126")
@pytest.mark.parametrize(
    ("listed", "bases"), [({}, [1, 2, 0]), ({3: (0, 1, 2)}, [0, 1, 2])], ids=["middle", "listed"]
)
def test_a_drawn_board_keeps_its_bases_for_later_matches(
    listed: dict[int, tuple[int, ...]], bases: list[int]
) -> None:
    board = replace(drawn(MAP), seatings={3: (2, 0, 1)}, later_seatings=listed)
    state = new_game(load_catalog(), board, seats=3, first=1, series=(1, 1))
    rng, found = Random(3), []
    while (asked := decision(state)) is not None:
        if asked.question is Question.PURCHASE or rng.random() < 0.1:
            assert_comes_back(state)
            back = position_from_text(position_text(state), HERE)
            assert back.setup.terrain.home_bases == state.setup.terrain.home_bases
            state = back
        buying = asked.question is Question.PURCHASE
        apply_action(state, PASS if buying else eager(asked, rng))
        found = [state.setup.terrain.home_bases[seat] for seat in state.setup.order]
    assert found == bases


# -- words -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ('"handicap, bonus"', {"handicap", "bonus"}),
        ('["Handicap", "BONUS"]', {"handicap", "bonus"}),
        ('"handicap_points"', {"handicap_points"}),
        ('"Handicap Points"', {"handicap_points"}),
        ('"Handicap Cards"', {"handicap"}),
        ('"Bonus Matches"', {"bonus"}),
        ('"Conglamagragon\'s Return, The Dual"', {"conglamagragon", "dual"}),
        ('"Bird Heardsworth\'s Birthday"', {"birthday"}),
        ('"Holographic Johnny Cash Bonanza"', {"bonanza"}),
        ('"none"', set()),
        ("[]", set()),
    ],
)
def test_a_scenario_may_be_written_in_many_ways(written: str, meant: set[str]) -> None:
    state = position_from_text(f"edition = 2019\nseries = true\nscenario = {written}", HERE)
    assert {name for name in SCENARIOS if getattr(state.setup.ruleset, name)} == meant


@pytest.mark.parametrize("written", ["true", "[6, 8, 10, 12, 12]", "{ match = 1 }", "{}"])
def test_a_series_may_be_written_in_many_ways(written: str) -> None:
    series = position_from_text(f"series = {written}", HERE).setup.series
    assert series is not None
    assert (series.schedule, series.match) == ((6, 8, 10, 12, 12), 0)


def test_no_series_may_be_written_too() -> None:
    assert position_from_text("series = false", HERE).setup.series is None


@pytest.mark.parametrize(
    ("rest", "number"),
    [
        ('last_winner = "red"', 2),
        ('results = [{ winner = "red" }, { winner = "blue" }]', 3),
        ("match = 4", 4),
    ],
)
def test_the_number_of_the_match_follows_from_what_is_named(rest: str, number: int) -> None:
    series = position_from_text(f"series = {{ {rest} }}", HERE).setup.series
    assert series is not None
    assert series.match == number - 1


@pytest.mark.rule("AUCTION-5", "AUCTION-8")
def test_auctions_sell_characters_if_a_file_has_characters_and_says_nothing_else() -> None:
    def sells(text: str) -> bool:
        return position_from_text(text, HERE).setup.ruleset.auction_sells_character

    assert sells("ruleset.characters = true")
    assert not sells("ruleset = { characters = true, auction_sells_character = false }")
    assert not sells("")
    assert sells("edition = 2018")
    assert with_characters(EDITION_2021, on=True).auction_sells_character
    assert not with_characters(EDITION_2019, on=False).auction_sells_character


def test_a_line_says_itself_whether_auctions_sell_characters() -> None:
    for sells in (False, True):
        ruleset = replace(EDITION_2021, characters=True, auction_sells_character=sells)
        state = new_game(load_catalog(), load_board("waspworth"), ruleset=ruleset)
        line = position_line(state)
        assert ("auction_sells_character" in line) is sells
        assert read_line(line).whole.setup.ruleset == ruleset
    assert not FROZEN["2021"].auction_sells_character


# -- damage ----------------------------------------------------------------------------------------

VALUES = ("0", "1", "2", "3", "99", "-1", "red", "blue", "green", "[]", "()", "true", "nobody", "x")
VALUE = re.compile(r"(?<=[=\[,(])[A-Za-z0-9_-]+(?=[,)\]])")


def read_or_refused(line: str) -> tuple[State | None, str]:
    """The position in a line, or None and the reason. Any other error is a crash."""
    try:
        return read_line(line, shown="pasted").whole, ""
    except NotationError as error:
        return None, str(error)


def check_damage(name: str, seed: int, times: int) -> None:
    """Damage values in the series and the stack of a line: it is refused, or can be played."""
    rng, line = Random(seed), position_line(moment(name))
    for _ in range(times):
        text = line
        for _ in range(rng.choice([1, 1, 2])):
            one = rng.choice([*VALUE.finditer(text)])
            text = text[: one.start()] + rng.choice(VALUES) + text[one.end() :]
        body = text.rpartition(" ")[0]
        state, said = read_or_refused(f"{body} {check_of(body)}")
        if state is None:
            assert said.startswith("pasted: ")
            continue
        position_from_text(position_text(state), HERE)
        for _ in range(30):
            asked = decision(state)
            if asked is None:
                break
            apply_action(state, eager(asked, rng))


@pytest.mark.parametrize("name", MOMENTS)
def test_a_damaged_series_is_refused_or_can_be_played(name: str) -> None:
    check_damage(name, 7, 25)


@pytest.mark.long
@pytest.mark.parametrize("name", MOMENTS)
def test_any_damaged_series_is_refused_or_can_be_played(name: str) -> None:
    for seed in range(40):
        check_damage(name, seed, 50)
