"""Each edition difference that changes play, from both sides (rules.md, part 3).

A case is a position, and what each edition makes of it. What one edition makes of it is wrong in
an edition that differs.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import pytest

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.content.positions.running import run_position
from deathdome.errors import ContentError, UsageError
from deathdome.model.decisions import CHANCE
from deathdome.model.ruleset import EDITION_2021, EDITIONS, with_characters
from deathdome.model.state import price
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.purchase import team_value
from deathdome.rules.setup import new_game
from deathdome.text.cards import in_edition
from deathdome.text.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from deathdome.model.ruleset import Ruleset
    from deathdome.model.state import State

FOUR: Final = """
[units]
red.1.character = "brother-mallet"
red.2.character = "corporal-lint"
red.3.character = "skitter"
red.4.character = "old-man-hobblerone"
"""
# Red has won, and one of blue's units is in jail: of the registry, or a character.
AUCTION: Final = """
series = { rounds = [6, 8], last_winner = "red" }
turn.at = "auction"
units.blue.1 = { at = "jail nw", items = "cyber-suit" }
"""
MAGMA: Final = AUCTION.replace("{ at", '{ character = "madame-magma", at')


def by_edition(outcome: Callable[[Ruleset], object]) -> list[object]:
    """The outcome in 2018, 2019 and 2021."""
    return [outcome(EDITIONS[year]) for year in sorted(EDITIONS)]


def in_store(ruleset: Ruleset, seats: int = 2) -> State:
    """A new match when the store opens, with the first character dealt each time."""
    state = new_game(load_catalog(), load_board("waspworth"), ruleset=ruleset, seats=seats, first=0)
    while (asked := decision(state)) is not None and asked.seat == CHANCE:
        apply_action(state, asked.options[0])
    return state


def shows(text: str, folder: Path) -> list[bool]:
    """True for each edition in which the position is as the file says."""
    path = folder / "edition.toml"

    def right(year: str) -> bool:
        path.write_text(f'edition = "{year}"\n{text}', encoding="utf-8")
        try:
            return not run_position(path, "edition", sentence).differences
        except ContentError as error:
            if "edition has no scenario" not in str(error):
                raise
            return False

    return [right(year) for year in sorted(EDITIONS)]


OLDER, NEWER, EVERY = [True, True, False], [False, True, True], [True, True, True]
LATEST, OLDEST = [False, False, True], [True, False, False]


@pytest.mark.rule("D-1", "D-2", "SETUP-8", "SETUP-9", "CHAR-2", "CHAR-3")
def test_the_older_editions_deal_characters_and_2021_has_its_registry() -> None:
    catalog = load_catalog()

    def teams(ruleset: Ruleset) -> object:
        units = in_store(ruleset).setup.units
        if units == (*catalog.registry,) * 2:
            return "registry"
        return {(unit in catalog.characters, unit.rank) for unit in units}

    dealt = {(True, 0)}
    assert by_edition(teams) == [dealt, dealt, "registry"]
    assert teams(with_characters(EDITION_2021, True)) == dealt, "an option there"


@pytest.mark.rule("D-3", "CHAR-4", "CHAR-5")
def test_a_character_of_rank_0_costs_nothing_before_2021() -> None:
    catalog = load_catalog()
    cards = [catalog.character_cards[name] for name in ("skitter", "madame-magma")]

    def prices(ruleset: Ruleset) -> object:
        setup = in_store(with_characters(ruleset, True)).setup
        return [price(setup, card) for card in cards]

    older = [0, 1_200_000]
    assert by_edition(prices) == [older, older, [500_000, 1_700_000]]


@pytest.mark.rule("D-4", "CHAR-6", "AMB-109")
def test_a_team_of_characters_is_worth_twice_as_much_in_2021() -> None:
    def values(ruleset: Ruleset) -> object:
        chosen = with_characters(ruleset, True)
        return [team_value(in_store(rules), 0) for rules in (ruleset, chosen)]

    older = [2_000_000, 2_000_000]
    assert by_edition(values) == [older, older, [2_000_000, 4_000_000]]


@pytest.mark.rule("D-10", "SETUP-3", "SETUP-4", "BUY-9")
def test_the_store_has_a_character_deck_before_2021(tmp_path: Path) -> None:
    store = 'turn.at = "purchase"\n'
    assert shows(f'{store}expect.includes = ["buy madame-magma"]', tmp_path) == OLDER
    assert (
        shows(f'ruleset.characters = true\n{store}expect.includes = ["buy madame-magma"]', tmp_path)
        == EVERY
    )


@pytest.mark.rule("D-7", "BUY-14", "BUY-15", "AMB-35")
def test_an_exchange_takes_one_purchasing_turn_in_2021(tmp_path: Path) -> None:
    sold = f'ruleset.characters = true\nturn.at = "purchase"\n{FOUR}'
    sold += '[play]\nactions = ["sell skitter"]\n[expect]\n'
    assert shows(f'{sold}includes = ["done"]', tmp_path) == OLDER
    assert shows(f'{sold}refuses = {{ "done" = "BUY-15" }}', tmp_path) == LATEST
    passing = '[[then]]\nactions = ["done", "blue: pass"]\nexpect.refuses = { "pass" = "BUY-13" }'
    assert shows(f"{sold}{passing}", tmp_path) == OLDER


@pytest.mark.rule("D-30", "TIE-3", "TIE-4", "AMB-95")
def test_jails_break_a_tie_since_2019(tmp_path: Path) -> None:
    tie = 'turn = "blue"\nround = 6\nunits.red.medic = "jail nw"\nactions = ["end turn"]\n'
    assert shows(f'{tie}expect = {{ winner = ["red", "blue"], reason = "shared" }}', tmp_path) == (
        OLDEST
    )
    assert shows(f'{tie}expect = {{ winner = "blue", reason = "fewest jailed" }}', tmp_path) == (
        NEWER
    )


@pytest.mark.rule("D-38", "SERIES-8", "AMB-151", "CHAR-5")
def test_a_value_counts_rank_0_in_2021_only(tmp_path: Path) -> None:
    team = f'ruleset.characters = true\nteams.red.credits = 100_000\nturn.at = "purchase"\n{FOUR}'
    assert shows(f"{team}[expect]\nteams.red.value = 600_000", tmp_path) == OLDER
    assert shows(f"{team}[expect]\nteams.red.value = 2_600_000", tmp_path) == LATEST


@pytest.mark.rule("D-39", "SERIES-9", "SERIES-10", "SERIES-11", "AMB-124")
def test_the_order_of_play_is_known_before_the_purchases_in_2018(tmp_path: Path) -> None:
    paid = 'series = [6, 8]\nturn.at = "payout"\npoints.d8 = "red"\n'
    paid += "teams.blue.credits = 3_000_000\n"
    first = 'expect = { buyer = "red", question = "purchase", first = '
    assert shows(f'{paid}{first}"blue" }}', tmp_path) == OLDEST
    assert shows(f'{paid}{first}"red" }}', tmp_path) == NEWER
    closed = 'actions = ["red: pass", "blue: pass"]\nexpect.first = "blue"\n'
    assert shows(f"{paid}{closed}", tmp_path) == EVERY


@pytest.mark.rule("D-34", "AUCTION-3", "AUCTION-5", "AUCTION-8")
def test_the_auction_sells_the_character_where_there_are_any(tmp_path: Path) -> None:
    sale = f'{AUCTION}actions = ["auction blue.1"]\nexpect.teams.blue.credits = 2_500_000\n'
    assert shows(sale, tmp_path)[-1], "the items"
    sale = f'{MAGMA}actions = ["auction blue.1", "deal skitter"]\n'
    older = f"{sale}expect.teams.blue.credits = 3_700_000\n"
    assert shows(older, tmp_path) == OLDER
    assert (
        shows(f"ruleset.characters = true\n{sale}expect.teams.blue.credits = 4_200_000\n", tmp_path)
        == LATEST
    )


@pytest.mark.rule("D-35", "AUCTION-6", "AUCTION-7", "AUCTION-8")
def test_a_replacement_follows_where_the_character_is_sold(tmp_path: Path) -> None:
    sale = f'{MAGMA}actions = ["auction blue.1", "deal skitter"]\n'
    dealt = 'expect.units.blue.1 = { character = "skitter", items = [] }\n'
    assert shows(f"{sale}{dealt}", tmp_path) == OLDER
    assert shows(f"ruleset.characters = true\n{sale}{dealt}", tmp_path) == EVERY
    kept = f'{AUCTION}actions = ["auction blue.1"]\n'
    kept += 'expect = { question = "purchase", units.blue.1 = { at = "base", items = [] } }\n'
    assert shows(kept, tmp_path)[-1]


@pytest.mark.rule("D-45", "SCEN-DUAL-1", "SCEN-DUAL-2", "SCEN-DUAL-3", "SCEN-DUAL-4")
def test_the_dual_shrinks_the_board_for_two_in_2021(tmp_path: Path) -> None:
    dual = 'scenario = "dual"\nturn.phase = "red.scout"\nunits.red.scout = "d8"\n'
    assert shows(f'{dual}expect.refuses = {{ "walk d1" = "too-far" }}', tmp_path) == OLDER
    assert shows(f'{dual}expect.refuses = {{ "walk d7" = true }}', tmp_path)[-1]

    def seats(ruleset: Ruleset) -> object:
        try:
            return in_store(replace(ruleset, dual=True), seats=3).setup.seats
        except UsageError as error:
            return str(error)

    assert by_edition(seats) == [3, 3, "the dual is for 2 teams, not 3 (SCEN-DUAL-2)"]


@pytest.mark.rule("D-46", "SCEN-HPOINTS-1", "SCEN-HPOINTS-2", "SCEN-HCARDS-1")
def test_a_handicap_of_shells_went_and_one_of_cards_stayed(tmp_path: Path) -> None:
    behind = 'series.match = 2\nturn.at = "deal"\nteams.red.credits = 3_000_000\n'
    shells = f'scenario = "handicap-points"\n{behind}expect.teams.blue.shells = 2\n'
    assert shows(shells, tmp_path) == OLDER
    cards = f'scenario = "handicap"\n{behind}expect.teams.blue.hand_size = 5\n'
    assert shows(cards, tmp_path) == EVERY


@pytest.mark.rule("D-48", "SCEN-DRAFT-1", "SCEN-DRAFT-2")
def test_the_draft_went(tmp_path: Path) -> None:
    draft = 'scenario = "draft"\nturn.at = "purchase"\n'
    draft += 'expect.refuses = { "buy van-damme" = "not-in-store" }\n'
    assert shows(draft, tmp_path) == OLDER


@pytest.mark.rule("D-9")
def test_2018_says_suit() -> None:
    def word(ruleset: Ruleset) -> object:
        return in_edition("Ignores armor; Blue wears armor; armor-plated", ruleset)

    suit = "Ignores suit; Blue wears a suit; armor-plated"
    armor = "Ignores armor; Blue wears armor; armor-plated"
    assert by_edition(word) == [suit, armor, armor]
