"""Position files: all of ours hold, exports come back the same, and errors say what would do."""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from fuzz import brawl, eager
from program import answered
from scenes import drawn, scene

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.content.default_boards import DEFAULT_BOARD
from deathdome.content.positions import (
    load_position,
    position_from_text,
    position_text,
    run_position,
)
from deathdome.errors import ContentError
from deathdome.model.ruleset import EDITION_2018
from deathdome.model.wire import canonical_text, fingerprint
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.gear import build_gear
from deathdome.rules.setup import new_game
from deathdome.text.sentences import sentence

if TYPE_CHECKING:
    import subprocess

    from deathdome.content.positions import Report
    from deathdome.model.state import State

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tests" / "positions"
FILES = sorted(FOLDER.glob("*.toml"))
RULE = re.compile(r"^- \*\*([A-Z][A-Z0-9]*(?:-[A-Z]+)*-\d+)\*\* ", re.MULTILINE)


def run(text: str, folder: Path) -> Report:
    path = folder / "asked.toml"
    path.write_text(text, encoding="utf-8")
    return run_position(path, "asked.toml", sentence)


def wrong(report: Report) -> list[str]:
    return [f"{one.key}: {one.expected} / {one.found}" for one in report.differences]


# -- files that hold -------------------------------------------------------------------------------


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_position(path: Path) -> None:
    assert wrong(run_position(path, path.name, sentence)) == []


def test_there_are_enough_of_them_and_every_worked_example_is_among_them() -> None:
    rules = {rule for path in FILES for rule in run_position(path, "", sentence).sheet.rules}
    assert {f"EX-{number}" for number in range(1, 17)} <= rules
    assert len(FILES) >= 60
    assert len(rules) >= 120


def test_they_name_rules_that_exist_and_have_titles_of_their_own() -> None:
    known = set(RULE.findall((ROOT / "docs" / "rules.md").read_text(encoding="utf-8")))
    sheets = [run_position(path, "", sentence).sheet for path in FILES]
    assert {rule for sheet in sheets for rule in sheet.rules} <= known
    assert all(sheet.rules for sheet in sheets)
    titles = [sheet.title for sheet in sheets]
    assert "" not in titles
    assert len(set(titles)) == len(titles)


def examples() -> list[str]:
    page = (ROOT / "docs" / "positions.md").read_text(encoding="utf-8")
    return re.findall(r"^```toml\n(.*?)^```", page, re.MULTILINE | re.DOTALL)


def test_a_line_that_leaves_too_much_open_is_answered_with_lines_that_do(tmp_path: Path) -> None:
    path = tmp_path / "vague.toml"
    path.write_text('teams.red.hand = ["pressured"]\nactions = "play pressured"\n', "utf-8")
    difference = run_position(path, "", sentence).differences[0]
    assert 'legal: "play pressured on red.warrior choosing strength", ' in difference.found


def test_the_page_teaches_by_seven_examples() -> None:
    assert len(examples()) == 7


@pytest.mark.parametrize("text", examples(), ids=range(1, len(examples()) + 1))
def test_example_of_the_page(text: str, tmp_path: Path) -> None:
    assert wrong(run(text, tmp_path)) == []


# -- export and load -------------------------------------------------------------------------------


def assert_comes_back(state: State) -> None:
    back = position_from_text(position_text(state), Path())
    assert canonical_text(back) == canonical_text(state)
    assert decision(back) == decision(state)
    assert back.setup.units == state.setup.units
    assert back.setup.ruleset == state.setup.ruleset
    assert (back.setup.rounds, back.setup.first) == (state.setup.rounds, state.setup.first)


def with_characters(state: State) -> None:
    """Makes every unit a character of its type."""
    left = list(state.setup.catalog.characters)
    line_up = []
    for unit in state.setup.units:
        line_up.append(next(one for one in reversed(left) if unit.types[0] in one.types))
        left.remove(line_up[-1])
    state.setup = replace(state.setup, units=tuple(line_up))
    state.gear = build_gear(state.setup, state.items)
    state.wounds = [0] * len(state.wounds)


@pytest.mark.parametrize("seed", range(14))
def test_an_exported_moment_of_a_brawl_comes_back_the_same(seed: int) -> None:
    rng = Random(seed)
    state = brawl(seed)
    if seed % 2:
        with_characters(state)
    for _ in range(400):
        asked = decision(state)
        if asked is None or rng.random() < 0.05:
            assert_comes_back(state)
        if asked is None:
            break
        apply_action(state, eager(asked, rng))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_exported_moment_of_a_whole_match_comes_back_the_same(seats: int) -> None:
    rng = Random(seats)
    state = new_game(load_catalog(), load_board(), seats=seats, ruleset=EDITION_2018, rounds=9)
    for _ in range(400):
        if rng.random() < 0.1:
            assert_comes_back(state)
        asked = decision(state)
        if asked is None:
            break
        apply_action(state, eager(asked, rng))


def test_an_exported_position_plays_on_alike() -> None:
    state = brawl(3)
    rng = Random(3)
    for _ in range(20):
        asked = decision(state)
        assert asked is not None
        apply_action(state, eager(asked, rng))
    back = position_from_text(position_text(state), Path())
    mine, theirs = Random(9), Random(9)
    for _ in range(60):
        asked, also = decision(state), decision(back)
        assert asked == also
        if asked is None or also is None:
            break
        apply_action(state, eager(asked, mine))
        apply_action(back, eager(also, theirs))
        assert fingerprint(state) == fingerprint(back)


def test_a_drawn_board_is_exported_as_a_drawing() -> None:
    board = drawn("BB..rJ\nBB.c.J\n##...B", thin_walls=["c8 d8"], first_row=8)
    state = scene(board=board, units={"red warrior": "c8"}, active="red warrior").state
    text = position_text(state)
    assert "map = " in text
    back = position_from_text(text, Path())
    assert canonical_text(back) == canonical_text(state)
    assert back.setup.board.drawing() == state.setup.board.drawing()
    assert back.setup.board.thin_walls == board.thin_walls


def test_a_simple_moment_is_exported_without_its_stack() -> None:
    text = position_text(scene(units={"red warrior": "k7"}, active="red warrior").state)
    assert "[[stack]]" not in text
    assert 'phase = "red.warrior"' in text


# -- defaults --------------------------------------------------------------------------------------


def test_an_empty_file_is_the_first_players_open_turn_with_everybody_at_home(
    tmp_path: Path,
) -> None:
    path = tmp_path / "empty.toml"
    path.write_text("")
    state = load_position(path)
    setup = state.setup
    assert (setup.seats, setup.first, setup.rounds, state.round) == (2, 0, 6, 1)
    assert all(place == setup.terrain.home[unit >> 2] for unit, place in enumerate(state.space))
    assert state.hands == [(), ()]
    assert sum(state.deck) == 70
    assert state.credits == [2_000_000] * 2
    asked = decision(state)
    assert asked is not None
    assert asked.seat == 0


def test_a_position_without_a_board_is_on_waspworth_whatever_new_matches_are_played_on() -> None:
    assert load_board() is not load_board("waspworth")
    assert position_from_text("", Path()).setup.board is load_board("waspworth")
    assert position_from_text(f'board = "{DEFAULT_BOARD}"', Path()).setup.board is load_board()


@pytest.mark.parametrize(
    "text",
    [
        'units = { "red.warrior" = "k7" }',
        'units.red.warrior = "k7"',
        '[units]\n"red warrior" = "K7"',
        '[units]\n"Red.1" = { at = "k7" }',
        '[units.red]\nwarrior = "k7"',
    ],
)
def test_a_unit_may_be_written_in_many_ways(text: str) -> None:
    state = position_from_text(text, Path())
    assert state.setup.board.grid.names(1 << state.space[0]) == ["k7"]


def test_teams_are_as_many_as_are_named() -> None:
    assert position_from_text('units.yellow.medic = "k7"', Path()).setup.seats == 4
    assert position_from_text("teams.green.shells = 1", Path()).setup.seats == 3


def test_bases_may_be_named_after_teams_whoever_is_first() -> None:
    text = 'map = "B...B"\nfirst = "blue"\nbases = { blue = "a1", red = "e1" }'
    state = position_from_text(text, Path())
    assert state.setup.board.grid.names(1 << state.setup.terrain.home[1]) == ["a1"]
    one = position_from_text('map = "B....."\nbases = { blue = "a1" }', Path())
    assert one.setup.board.grid.names(1 << one.setup.terrain.home[1]) == ["a1"]


def test_any_number_of_cards_comes_from_what_is_left() -> None:
    text = "teams.red.hand = 7\nteams.blue.hand = 7\nteams.green.hand = [1, 1]"
    state = position_from_text(text, Path())
    assert [len(hand) for hand in state.hands] == [7, 7, 2]
    assert sum(state.deck) == 70 - 16


# -- errors ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("title = ", "asked.toml: not TOML"),
        (
            'units = { red.warrior = { at = "k7",\n} }',
            "A table in braces must be on one line; see line 1",
        ),
        ("title = Fight", "Invalid value (at line 1, column 9). A text needs quotes."),
        ("[units]\n[units]", "This table appears twice"),
        ("titel = 1", 'asked.toml: no key "titel" here. Did you mean "title"?'),
        ("title = 1", "asked.toml: title: a text in quotes is needed, not 1"),
        ("[units]\nred.warrior = { wonds = 1 }", 'units.red.warrior: no key "wonds" here. Did you'),
        ("[units]\nred.warrior = { hp = 1 }", 'Did you mean "wounds"?'),
        ("[units]\nred.warrior = { wounds = -1 }", "units.red.warrior.wounds: -1 is too small"),
        ('[units]\nred.warior = "k7"', 'units: no unit "red.warior". Did you mean "red.warrior"?'),
        ('[units]\nred.warrior = "k77"', 'units.red.warrior.at: "k77" is not a space'),
        ('[units]\nred.warrior = "k4"', "k4 is a wall; no unit can be there"),
        ('[units]\nred.warrior = "k10"', "k10 is lava; no unit can be there"),
        ("round = 7", "the match has 6 rounds"),
        ('[units]\nred.warrior = "jail"', 'which jail? It can be "jail nw"'),
        ('[units]\nred.warrior = "k7"\nblue.medic = "k7"', "red.warrior is on k7 already"),
        ('[units]\nred.warrior = "k7"\n"red.1" = "k6"', "red.warrior and red.1 are the same unit"),
        ("[units]\nred.warrior = { wounds = 5 }", "5 wounds on a unit of 5 vitae"),
        ('[units]\nred.warrior = { items = ["nap-hamer"] }', 'Did you mean "nap-hammer"?'),
        ('[units]\nred.medic = { items = ["nap-hammer"] }', "(EQUIP-4)"),
        (
            'units = { red.1 = { items = ["nap-hammer"] }, blue.1 = { items = ["nap-hammer"] } }',
            "nap-hammer is on red.1 already",
        ),
        ('[units]\nred.warrior = { character = "skiter" }', 'Did you mean "skitter"?'),
        ('[units]\nred.warrior = "k7"\nasked = "red"', '"asked" is not a unit'),
        ('[teams.red]\nhand = ["crowd-raor"]', 'teams.red.hand: no power card "crowd-raor". Did'),
        ('[teams.red]\nhand = ["encore", "encore"]', "2 encore in all, but there is one"),
        ("[teams.red]\nhand = 9", "a hand has at most seven cards"),
        ("[teams.red]\nhand = true", "a list of power cards, or how many is needed"),
        ("[teams.rde]\nshells = 1", 'teams: no team "rde". Did you mean "red"?'),
        ("[teams.red]\nactions = []", "It is a key of the whole file"),
        ('[teams.red]\npoints = ["d9"]', "there is no control point on d9; the nearest is d8"),
        ('teams.red.points = ["d8"]\npoints = { d8 = "blue" }', "d8 is red's already"),
        ("teams.red.towers = 3", "teams.red.towers: 3, but 2 are left"),
        ('tokens = { hive = "d8" }', 'tokens.hive: no bug token "hive"'),
        ('board = "waspwort"', 'Did you mean "waspworth"?'),
        ('map = "..x"', 'asked.toml: map: row 1, column 3 (c1): no kind of space is drawn "x"'),
        ('map = "..."\nboard = "plaza"', "give only one"),
        ('bases = { red = "a1" }', "bases: belongs to a board that is drawn under map"),
        ('edition = "2020"', 'no edition "2020". It can be 2018, 2019, 2021.'),
        ("ruleset = { wall_squeze = true }", 'no switch "wall_squeze". Did you mean "wall_squ'),
        ('ruleset = { wall_squeeze = "yes" }', 'ruleset.wall_squeeze: "yes" does not work'),
        ('ruleset = { sight_touching = "lose" }', '"lose" is not possible'),
        (
            "ruleset = { marker_limit = 2 }",
            "marker_limit: 2 does not work: there is no limit",
        ),
        ("ruleset = { pager_heal = 3 }", 'no switch "pager_heal".'),
        ("series = true\nruleset = { series_rounds = [0] }", "1 to 99 rounds, not 0"),
        ('store = "cyber-suit"', 'store: only a draft has items face up: scenario = "draft"'),
        (
            'edition = 2019\nscenario = "draft"\nstore = ["cyber-suit", "cyber-suit"]',
            "store: cyber-suit is listed twice, or a team has it",
        ),
        (
            'edition = 2019\nscenario = "draft"\nstore = "cyber-siut"',
            'store: no store card "cyber-siut". Did you mean "cyber-suit"?',
        ),
        ("auction = true", 'no key "auction" here. Write turn.at = "auction".'),
        ("handicap_points = true", 'Write scenario = "handicap-points".'),
        ("last_winner = 'red'", "Write series.last_winner."),
        ("characters = true", "Write ruleset.characters."),
        ("series = { match = 1, values = { red = 1 } }", "series.values: match 1 is the first"),
        ("series = { payouts = { pink = 1 } }", 'series.payouts: no team "pink"'),
        ('scenario = "handycap"', 'no scenario "handycap". Did you mean "handicap"?'),
        (
            'scenario = "tournament"',
            "There are: bonanza, birthday, dual, handicap, handicap-points",
        ),
        ('scenario = "bonus"', "scenario: bonus needs a series (SCEN-BONUS-1)"),
        ("ruleset.bonus = true", "ruleset: bonus needs a series (SCEN-BONUS-1)"),
        ('scenario = "handicap-points"', "the 2021 edition has no scenario handicap-points"),
        (
            'scenario = "handicap"\nruleset.handicap = false',
            "scenario: ruleset.handicap is false; give only one",
        ),
        ("series = 3", "series: "),
        ("series = []", "series.rounds: a series has 1 to 20 matches, not 0"),
        ("series = [6, 100]", "series.rounds: a match has 1 to 99 rounds, not 100"),
        ("series.mach = 2", 'series: no key "mach" here. Did you mean "match"?'),
        ("series.winner = 'red'", 'Did you mean "last_winner"?'),
        ("series = { match = 0 }", "series.match: 0 is too small; the minimum is 1"),
        (
            "series.match = 99_999_999",
            "series.match: 99999999 is too large; the maximum is 999",
        ),
        ("series = { match = 6 }", "series.match: 6, but this series ends after match 5"),
        (
            "series = [6, 8]\nrounds = 8",
            "rounds: match 1 of this series has 6 rounds (key series)",
        ),
        (
            "series = { match = 1, last_winner = 'red' }",
            "series.last_winner: match 1 is the first; no match is finished yet",
        ),
        ("series.last_winner = 'pink'", 'series.last_winner: no team "pink"'),
        ("seats = 2\nseries.last_winner = 'green'", "seats: 2 teams, but with green there are 3"),
        (
            "series = { match = 3, results = [{ winner = 'red' }] }",
            "series.results: 1 of them, but 2 matches are finished in match 3",
        ),
        (
            "series = { last_winner = 'red', results = [{ winner = 'blue' }] }",
            "series.last_winner: series.results has that match already; give only one",
        ),
        (
            "series.results = [{ winner = 'red', payout = { red = 1 } }]",
            'series.results 1: no key "payout" here. Did you mean "payouts"?',
        ),
        ("series.returned = true", "series.returned: no match is finished: series.match = 2"),
        ('series.auctioned = "cyber-suit"', "series.auctioned: no match is finished"),
        (
            'series = { match = 2, auctioned = "cyber-siut" }',
            'series.auctioned: no store card "cyber-siut". Did you mean "cyber-suit"?',
        ),
        ('turn.at = "auction"', "turn.at: a stand-alone match has no auction (AUCTION-11)"),
        (
            'turn.at = "auction"\nseries.last_winner = "red"',
            "no jailed unit of another team than red has anything to sell (AMB-102)",
        ),
        (
            'turn.at = "auction"\nseries = true\nunits.red.medic = "jail nw"\npoints.d8 = "blue"',
            "no jailed unit of another team than blue has anything to sell",
        ),
        (
            'turn.at = "auction"\nseries = { last_winner = "shared" }',
            "turn.at: red and blue share the win, which has no auction (AMB-102)",
        ),
        (
            'turn.at = "auction"\nseries = { match = 5, last_winner = "red" }',
            "series.match: this series ends after match 5, and no auction follows (AMB-100)",
        ),
        (
            'turn = { at = "auction", team = "red" }\nseries.last_winner = "blue"',
            "turn.team: series.last_winner is another team; give only one",
        ),
        (
            'edition = 2019\nturn.at = "replacement"\nseries.last_winner = "red"',
            'turn.at: one jailed unit with character = "vacant" is needed',
        ),
        (
            'turn.at = "roll"\nseries.match = 2\nteams.red.credits = 1',
            "turn.at: no teams of equal value are there to roll (AMB-92)",
        ),
        (
            'edition = 2019\nturn.at = "teams"\nseries.match = 2',
            "turn.at: characters are dealt before the first match (SETUP-9)",
        ),
        (
            'series.match = 2\nturn.at = "purchase"\nunits.red.medic = "jail nw"',
            'units.red.medic: not at "purchase": before a match every unit is unhurt in its base',
        ),
        (
            'series = true\nturn.at = "deal"\nteams.red.shells = 2',
            'teams.red.shells: not at "deal": before a match no team has shells',
        ),
        (
            'series.match = 2\nturn.at = "roll"\npoints.d8 = "red"',
            'points: not at "roll": before a match the board is empty',
        ),
        (
            'turn.at = "payout"\nround = 3',
            "turn.at: the match is not over in round 3 of 6 (END-1)",
        ),
        ('turn.at = "over"\nseries = true', "turn.at: match 1 of 5 does not end the series"),
        ('order = ["red"]', "order: every team is needed once: red, blue"),
        (
            'seats = 3\norder = ["red", "green", "blue"]',
            "order: a first match is played clockwise: red, blue, green (ORDER-2)",
        ),
        ('first = "red"\norder = ["blue", "red"]', "first: order begins with blue"),
        ("teams.red.handicap_shells = 1", "1, but the team has 0 shells in all (key shells)"),
        (
            "teams.red = { shells = 1, handicap_shells = 1 }",
            'only with scenario = "handicap-points" (SCEN-HPOINTS-1)',
        ),
        ("later_seating = ['a']", "later_seating: belongs to a board that is drawn under map"),
        ("map = '. . .'\nlater_seating = ['x']", 'later_seating: no base "x"; there are'),
        ("expect.series.match = 1", "expect.series: this match belongs to no series"),
        ('expect.bases.red = "nroth"', 'expect.bases.red: no base "nroth". Did you mean "north"?'),
        ('expect.bases.red = "d8"', "expect.bases.red: d8 is in no base"),
        ("expect.series.last_wnner = 'red'", 'Did you mean "last_winner"?'),
        ('seats = 2\nunits.green.medic = "k7"', "2 teams, but with green there are 3"),
        ('turn = { phase = "red.warior" }', 'turn.phase: no unit "red.warior"'),
        ('turn = { team = "blue", phase = "red.warrior" }', "has no phase in blue's turn"),
        ("turn = { moved = true }", "turn.moved: whose phase? Write phase = ..."),
        ('turn = { at = "begin" }', 'turn.at: "begin" is not possible. It can be open, start'),
        (
            'turn = { at = "start", phase = "red.medic" }',
            "turn.phase: says how far an open turn is",
        ),
        ('turn.phase = "red.medic"\nunits.red.medic = "jail nw"', "is in jail nw (PHASE-6)"),
        ("[units]\nred.medic = { effects = [{ luck = 1 }] }", 'effects 1: no key "luck" here'),
        ('[units]\nred.medic = { effects = [{ until = "turn" }] }', "one of strength, movement"),
        ("used = { nap-hammer = 1 }", 'nothing called "nap-hammer" has a limit'),
        ('actions = ["wlak k7"]', 'actions 1: "wlak k7": no action "wlak". Did you mean "walk"?'),
        ('actions = ["pink: end turn"]', 'actions 1: no team "pink"'),
        ('expect = { asked = "pink" }', 'expect.asked: no team "pink"'),
        ('expect = { question = "trun" }', 'no question "trun". Did you mean "turn"?'),
        ('expect = { includes = ["walk z9"] }', "expect.includes"),
        ("expect = { options_of = { wlak = 1 } }", 'no action "wlak". Did you mean "walk"?'),
        (
            'expect = { events = [{ event = "wounds" }] }',
            'no event "wounds". Did you mean "wounded"',
        ),
        ('expect = { events = [{ event = "died", who = 1 }] }', 'died has no field "who"'),
        ('expect = { winner = "pink" }', "expect.winner"),
        ("expect = { units.red.medic.vita = 1 }", 'Did you mean "vitae"?'),
        (
            'actions = ["walk k7"]\nexpect = { refused = "out-of-rnage" }',
            'no refusal code "out-of-rnage". Did you mean "out-of-range"? docs/notation.md lists',
        ),
        (
            'expect = { refuses = { "walk k7" = "to-far" } }',
            'expect.refuses "walk k7": no refusal code "to-far". Did you mean "too-far"?',
        ),
        ('expect = { refused = "xyzzy" }', 'no refusal code "xyzzy". docs/notation.md lists'),
        ("[[then]]\nexpekt = {}", 'then 1: no key "expekt" here. Did you mean "expect"?'),
        ('[[stack]]\nframe = "atack"', 'stack 1: no frame "atack". Did you mean "attack"?'),
    ],
)
def test_an_error_names_file_and_key_and_what_would_do(
    text: str, hint: str, tmp_path: Path
) -> None:
    with pytest.raises(ContentError) as refused:
        run(text, tmp_path)
    assert str(refused.value).startswith("asked.toml: ")
    assert hint in str(refused.value)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ('title = "\\u001b[2J"', "title: U+001B cannot be shown"),
        ('title = "a\\u202eb"', "title: U+202E cannot be shown"),
        ('title = "a\\u0085"', "title: U+0085 cannot be shown"),
        ('note = """\na\\u2028b\n"""', "note: U+2028 cannot be shown"),
        ('[units]\n"red.\\u001b[31m" = "k7"', "units: U+001B cannot be shown"),
        (
            '[units]\nred.warrior = { items = ["a", "\\u0000"] }',
            "red.warrior.items 2: U+0000 cannot",
        ),
        (f'actions = ["{"walk" * 125}"]', "actions 1: 500 characters are too many"),
        (f"[units]\n{'a' * 500} = 1", "units: 500 characters are too many"),
        (
            f"[units]\nred.warrior = {{ wounds = {'9' * 4_000} }}",
            "a number with too many digits",
        ),
        (f"round = {'9' * 5_000}", "a number with too many digits"),
        (f"round = {'[' * 5_000}", "brackets are nested too deeply"),
        (f"{'a.' * 500}a = 1", "a key of more than 16 parts"),
        ("title = 1 # \x00", "not TOML"),
        ("\ufefftitle = 'x'", "It begins with a byte order mark"),
        ("#" * 1_000_001, "too large"),
    ],
    ids=lambda text: ascii(text[:30]),
)
def test_what_no_message_could_quote_is_refused_before_anything_reads_it(
    text: str, hint: str, tmp_path: Path
) -> None:
    with pytest.raises(ContentError) as refused:
        run(text, tmp_path)
    said = str(refused.value)
    assert said.startswith("asked.toml: ")
    assert hint in said
    assert said.isprintable()
    assert len(said) < 200


def test_other_kinds_of_file_are_no_board_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "ring.toml").symlink_to("ring.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    for name in ("pipe", "folder", "ring", "bytes"):
        (tmp_path / "on.toml").write_text(f'board = "{name}.toml"\n')
        with pytest.raises(ContentError, match=rf"^on: board: .*{name}.toml: (cannot be read|not)"):
            run_position(tmp_path / "on.toml", "on", sentence)


def test_a_note_may_have_lines_and_tabs(tmp_path: Path) -> None:
    assert not run('note = """\n\tone\r\n\ttwo\n"""\n', tmp_path).differences


def test_lenient_files_may_be_impossible() -> None:
    text = """
    lenient = true
    teams.red.hand = ["encore", "encore"]
    [units]
    red.warrior = { at = "k7", wounds = 9, items = ["suspicious-syringe"] }
    blue.warrior = "k7"
    """
    state = position_from_text(text, Path())
    assert state.wounds[0] == 9
    assert state.space[0] == state.space[4]


# -- differences -----------------------------------------------------------------------------------

FIGHT = """
map = "......"
turn.phase = "red.warrior"
units = { red.warrior = "b1", blue.warrior = "c1" }
teams.red.hand = [4]
"""


@pytest.mark.parametrize(
    ("rest", "found"),
    [
        ('expect.units.red.warrior = "a1"', "expect.units.red.warrior.at: a1 / b1"),
        ('expect.units.red.warrior = "jail"', "expect.units.red.warrior.at: jail 1 / b1"),
        ("expect.units.red.warrior.vitae = 4", "expect.units.red.warrior.vitae: 4 / 5"),
        ("expect.teams.red.hand = [3]", "expect.teams.red.hand: loud-noise / missing: loud-noise;"),
        ("expect.teams.red.hand_has = [3]", "loud-noise among them / crowd-roar"),
        ("expect.over = true", "expect.over: true / false"),
        ('expect.winner = "red"', "not over; ahead: red, blue"),
        ('expect.includes = ["walk f1"]', '"walk f1" legal / legal: walk a1'),
        ('expect.excludes = ["walk a1"]', '"walk a1" not legal'),
        ("expect.options_of.walk = 7", "expect.options_of.walk: 7 / 1"),
        ("expect.options_of.capture = true", "expect.options_of.capture: true / false"),
        ('expect.refuses = { "walk c1" = "wall" }', "wall / occupied-by-enemy"),
        ('expect.refuses = ["walk a1"]', "a refusal / it is legal"),
        ('actions = ["walk a1"]\nexpect.refused = "wall"', "wall / every action was legal"),
        ('actions = ["walk c1"]\nexpect.refused = "wall"', "expect.refused: wall / occupied-by"),
        ('actions = ["walk c1", "stop"]', 'actions 1 "walk c1": a legal action / refused: '),
        ('expect.refuses = { "walk c1" = "MOVE-4" }', "MOVE-4 / MOVE-6"),
        ('actions = "walk c1"\nexpect.refused = "MOVE-4"', "MOVE-4 / MOVE-6: occupied-by-enemy"),
        ('actions = ["blue: walk a1"]', "blue asked / red is asked (unit phase)"),
        (
            'expect.events = ["red wins"]',
            'expect.events 1: "red wins" expected / happened: nothing',
        ),
        (
            'actions = ["walk a1"]\nexpect.not_told = ["walks"]',
            '"walks" not expected / Red\'s Warrior w',
        ),
        ("[[then]]\nexpect.round = 3", "then 1: expect.round: 3 / 1"),
    ],
)
def test_a_difference_says_what_was_expected_and_what_was_found(
    rest: str, found: str, tmp_path: Path
) -> None:
    differences = wrong(run(FIGHT + rest, tmp_path))
    assert len(differences) >= 1
    assert found in differences[0]


def test_a_list_of_one_may_be_a_text_or_a_table(tmp_path: Path) -> None:
    text = """
    rules = "MOVE-1"
    units.red.warrior = { at = "k7", items = "nap-hammer", effects = { strength = 1 } }
    turn.phase = "red.warrior"
    actions = "walk k6"
    expect = { includes = "stop", events = "walks", units.red.warrior.items = "Nap Hammer" }
    [then]
    actions = "stop"
    expect.excludes = "stop"
    """
    assert wrong(run(text, tmp_path)) == []


def test_a_commit_of_a_team_that_has_nothing_to_play_may_be_written(tmp_path: Path) -> None:
    text = FIGHT.replace("[4]", "[]") + "expect.units.blue.warrior.wounds = 1\nactions = "
    for actions in (
        '["attack blue.warrior"]',
        '["attack blue.warrior", "commit", "commit"]',
        '["attack blue.warrior", "red: commit", "blue: commit", "blue: decline"]',
    ):
        assert wrong(run(text + actions, tmp_path)) == []


def test_a_stop_of_a_walk_that_has_used_its_steps_up_may_be_written(tmp_path: Path) -> None:
    text = """
    turn.phase = "red.scout"
    units.red.scout = "d15"
    units.blue.medic = { at = "e14", items = "van-damme" }
    expect = { units.blue.medic = "e15", asked = "red", question = "unit phase", not_told = "jail" }
    """
    follow = '"walk f15", "stop", "blue: use van-damme", "walk e15"'
    for rest in ("", ', "blue: stop"', ', "blue: stop", "stop"'):
        assert wrong(run(f"{text}actions = [{follow}{rest}]", tmp_path)) == []


def test_an_answer_that_nobody_was_asked_for_may_be_written_if_it_came_so(tmp_path: Path) -> None:
    text = """
    map = "....J"
    turn.phase = "red.gunner"
    units.red.gunner = { at = "a1", items = "apology-rifle" }
    units.blue.scout = { at = "b1", wounds = 3 }
    [play]
    """
    shot = '"attack blue.scout with apology-rifle"'
    right = f'actions = [{shot}, "blue: hit blue.scout", "blue: push c1", "red: jail 1"]'
    assert wrong(run(text + right, tmp_path)) == []
    for answer in ("blue: push d1", "red: push c1", "blue: jail 1", "red: hit red.gunner"):
        assert len(wrong(run(f'{text}actions = [{shot}, "{answer}"]', tmp_path))) == 1


def test_an_effect_that_was_no_choice_may_be_written_with_whom_it_met(tmp_path: Path) -> None:
    text = """
    turn.phase = "red.medic"
    units.red.medic = { at = "d15", items = "triage-cannon" }
    units.red.scout = { at = "d16", wounds = 2 }
    units.blue.scout = "e15"
    [play]
    """
    shot = '"attack blue.scout with triage-cannon", "blue: decline"'
    cannon = "use triage-cannon"
    for used in (cannon, f"red: {cannon}", f"red: {cannon} on red.scout"):
        assert wrong(run(f'{text}actions = [{shot}, "{used}"]', tmp_path)) == []
    for used in (f"blue: {cannon}", f"{cannon} on red.gunner", "use medical-pager"):
        assert len(wrong(run(f'{text}actions = [{shot}, "{used}"]', tmp_path))) == 1


def test_a_card_without_ability_that_is_played_is_refused_by_its_code(tmp_path: Path) -> None:
    text = FIGHT + 'expect.refuses = { "play 4" = "value-only" }\n'
    assert wrong(run(text, tmp_path)) == []


@pytest.mark.parametrize(
    ("line", "rules"),
    [
        ("walk c1", ["MOVE-6", "occupied-by-enemy"]),
        ("capture", ["CAPTURE-1", "no-point"]),
        ("attack blue.scout", ["ATTACK-9", "BASE-1", "target-in-base"]),
        ("activate red.medic", ["PHASE-4", "phase-open"]),
        ("buy cyber-suit", ["BUY-1", "EQUIP-11", "store-closed"]),
    ],
)
def test_a_refusal_may_be_named_by_any_rule_that_refuses_so(
    line: str, rules: list[str], tmp_path: Path
) -> None:
    text = FIGHT.replace('"c1" }', '"c1", blue.scout = "base", red.medic = "a1" }')
    for rule in rules:
        assert wrong(run(f'{text}expect.refuses = {{ "{line}" = "{rule}" }}', tmp_path)) == []
        assert wrong(run(f'{text}actions = "{line}"\nexpect.refused = "{rule}"', tmp_path)) == []
    assert wrong(run(f'{text}expect.refuses = {{ "{line}" = "SPLASH-7" }}', tmp_path)) != []


def test_one_text_will_do_wherever_a_list_is_wanted(tmp_path: Path) -> None:
    text = """
    teams.red = { hand = "encore", points = "d8" }
    cards = { deck = "jail-riot", discard = "hyper-cube" }
    units.red.warrior = { at = "k7", effects = { allow = "act-mid-move", acts = "attack" } }
    turn.phase = "red.warrior"
    [expect]
    teams.red = { hand = "encore", hand_has = "encore", points = "d8" }
    cards = { discard = "hyper-cube", discard_has = "hyper-cube" }
    refuses = "walk k5"
    options_of.jail = "nw"
    """
    assert wrong(run(text, tmp_path)) == [
        "expect.options_of.jail: nw / missing: nw",
        'expect.refuses "walk k5": a refusal / it is legal',
    ]


def test_a_legend_of_ones_own_needs_no_signs_for_what_is_added_below(tmp_path: Path) -> None:
    text = """
    legend = { w = "wall", o = "floor", B = "floor" }
    map = "o B w o"
    turn.phase = "red.scout"
    units.red.scout = "a1"
    expect.options_of.walk = "b1"
    """
    assert wrong(run(text, tmp_path)) == []


def test_a_year_without_quotes_is_an_edition_too(tmp_path: Path) -> None:
    assert wrong(run('edition = 2018\nexpect.units.red.1.character = "warrior"', tmp_path)) == []
    with pytest.raises(ContentError, match='no edition "2020"'):
        run("edition = 2020", tmp_path)


def test_a_character_in_place_of_a_space_is_told_its_key(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match='Name a character with character = "corporal-lint"'):
        run('units.red.2 = "Corporal Lint"', tmp_path)


def test_whoever_lays_out_of_turn_is_not_passed_over(tmp_path: Path) -> None:
    text = FIGHT + 'actions = ["attack blue.warrior", "blue: commit"]'
    assert "blue asked / red is asked (attack cards)" in wrong(run(text, tmp_path))[0]


# -- the command -----------------------------------------------------------------------------------


def deathdome(*arguments: str) -> subprocess.CompletedProcess[str]:
    return answered("position", *arguments)


def test_the_command_passes_and_fails_with_exit_codes(tmp_path: Path) -> None:
    good, bad, broken = (tmp_path / f"{name}.toml" for name in ("good", "bad", "broken"))
    good.write_text(FIGHT + 'title = "Fine"\n')
    bad.write_text(FIGHT + "expect.round = 3\n")
    broken.write_text("titel = 1\n")
    done = deathdome(str(good))
    assert (done.returncode, done.stdout) == (0, f"passed  {good}: Fine (nothing is expected)\n")
    done = deathdome(str(tmp_path))
    assert done.returncode == 1
    assert f"FAILED  {bad}\n  expect.round\n    expected  3\n    found     1\n" in done.stdout
    assert f'{broken}:1: no key "titel" here. Did you mean "title"?\n' in done.stdout
    assert done.stdout.endswith("\n1 passed, 2 failed\n")
    done = deathdome(str(good), str(bad), str(broken), "--json")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["passed"] for row in rows] == [True, False, False]
    assert rows[1]["differences"] == [{"key": "expect.round", "expected": "3", "found": "1"}]
    assert "titel" in rows[2]["error"]
    done = deathdome(str(tmp_path / "nowhere.toml"))
    assert (done.returncode, done.stdout) == (2, "")
    assert "no file" in done.stderr


def test_the_command_shows_and_exports(tmp_path: Path) -> None:
    path = tmp_path / "asked.toml"
    path.write_text(FIGHT + 'actions = ["walk a1"]\n')
    shown = deathdome(str(path), "--show").stdout
    for piece in ("Red's Warrior walks from b1 to a1.", "question: unit phase", "    stop\n"):
        assert piece in shown
    exported = tmp_path / "exported.toml"
    exported.write_text(deathdome(str(path), "--export").stdout)
    again = load_position(exported)
    assert fingerprint(again) == fingerprint(run_position(path, "", sentence).play.state)


def test_what_no_match_comes_to_is_exported_so_that_it_can_be_set_up_again(tmp_path: Path) -> None:
    path = tmp_path / "too-many.toml"
    items = '["rusty-chainsaw", "whoopee-maul", "grudge-axe", "leech-flail"]'
    path.write_text(f'lenient = true\nunits.red.warrior = {{ at = "d15", items = {items} }}\n')
    exported = tmp_path / "exported.toml"
    exported.write_text(deathdome(str(path), "--export").stdout)
    again = load_position(exported)
    assert fingerprint(again) == fingerprint(run_position(path, "", sentence).play.state)
