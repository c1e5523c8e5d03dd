"""The frame of the game: printed numbers, units, payouts and length."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from pathlib import Path

import pytest
from scenes import scene

from deathdome.content.board_files import board_ids, load_board
from deathdome.content.catalogs import fingerprint, load_catalog
from deathdome.model.ruleset import EDITION_2018, EDITION_2019, EDITION_2021
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.model.vocabulary import ItemKind, UnitType
from deathdome.rules import setup

SOURCE = Path(setup.__file__).parents[1]


@pytest.mark.rule("GAME-7", "AMB-123")
def test_only_shells_pay_for_units_in_jail() -> None:
    match = scene(
        units={"red scout": "h15", "blue gunner": "jail nw", "blue medic": "jail nw"},
        wounds={"red scout": 4},
        tokens={"beehive": ("h17", "blue")},
        active="red scout",
        turn="red",
        round=6,
    )
    match.walk("h17").jail("ne").end_turn().end_turn()
    assert match.where("red scout") == "jail ne"
    assert match.state.outcome is not None
    assert [row.payout for row in match.state.outcome.standings] == [0, 0]


@pytest.mark.rule("SETUP-1")
def test_the_board_of_the_game_is_nine_tiles_of_seven_by_seven() -> None:
    grid = load_board().grid
    assert (grid.width, grid.height) == (3 * 7, 3 * 7)


@pytest.mark.rule("AMB-1")
def test_boards_are_files_and_none_is_known_to_the_program() -> None:
    assert len(board_ids()) >= 3
    drawings = re.compile(r'^[ "]*(?:[.#~=TCcrJB] ?){7,}', re.MULTILINE)
    modules = [*(SOURCE / "rules").glob("*.py"), *(SOURCE / "geometry").glob("*.py")]
    assert [path.name for path in modules if drawings.search(path.read_text("utf-8"))] == []


@pytest.mark.rule("TEAM-4", "CHAR-9")
def test_every_unit_has_four_ratings_and_one_type_or_several() -> None:
    catalog = load_catalog()
    for unit in (*catalog.registry, *catalog.characters):
        assert unit.ratings.vitae > 0
        assert unit.ratings.movement > 0
        assert min(unit.ratings.strength, unit.ratings.toughness) >= 0
        assert 1 <= len(set(unit.types)) == len(unit.types) <= len(UnitType)
    assert {len(unit.types) for unit in catalog.characters} >= {1, 2, 3}


@pytest.mark.rule("TEAM-6")
@pytest.mark.parametrize(("unit", "movement"), [("warrior", 5), ("gunner", 4), ("scout", 6)])
def test_a_unit_walks_as_many_spaces_as_its_movement_and_no_more(unit: str, movement: int) -> None:
    board = "BB" + "." * 12 + "BB\n" + "BB" + "." * 12 + "BB"
    match = scene(board=board, units={f"red {unit}": "c1"}, active=f"red {unit}")
    letters = "cdefghijklmn"
    assert f"{letters[movement]}1" in match.walks()
    assert f"{letters[movement + 1]}1" not in match.walks()


@pytest.mark.rule("EQUIP-9")
def test_every_item_is_of_exactly_one_kind_and_weapons_are_those_with_an_attack() -> None:
    for item in load_catalog().items:
        assert isinstance(item.kind, ItemKind)
        assert (item.weapon is not None) == (item.kind in (ItemKind.CLOSE, ItemKind.RANGED))


@pytest.mark.rule("EQUIP-10")
def test_names_texts_and_styles_make_no_difference_in_play() -> None:
    catalog = load_catalog()
    renamed = dataclasses.replace(
        catalog,
        items=tuple(dataclasses.replace(item, name="?", text="?") for item in catalog.items),
        characters=tuple(
            dataclasses.replace(unit, name="?", style="?") for unit in catalog.characters
        ),
    )
    assert fingerprint(renamed) == fingerprint(catalog)


@pytest.mark.rule("NOTE-CONG-1")
def test_the_conglamogragon_is_a_member_like_any_other_and_can_be_jailed() -> None:
    match = scene(
        characters={"blue warrior": "conglamogragon"},
        units={"red warrior": "k11", "blue warrior": "k12"},
        items={"red warrior": ["guillotine-on-a-stick"]},
        wounds={"blue warrior": 8},
        active="red warrior",
    )
    match.attack("blue warrior", "guillotine-on-a-stick").commit_all().jail("sw")
    assert match.where("blue warrior") == "jail sw"
    assert match.shells("red") == 1


@pytest.mark.rule("CHAR-2", "CHAR-3", "CHAR-4")
def test_characters_belong_to_the_older_editions_and_come_free_there() -> None:
    assert [edition.characters for edition in (EDITION_2018, EDITION_2019)] == [True, True]
    assert [edition.rank0_cost for edition in (EDITION_2018, EDITION_2019)] == [0, 0]
    assert not EDITION_2021.characters
    match = scene()
    assert match.state.setup.units[:UNITS_PER_TEAM] == load_catalog().registry


@pytest.mark.rule("CHAR-6", "EX-11")
def test_a_starting_team_with_characters_is_worth_four_million() -> None:
    assert UNITS_PER_TEAM * EDITION_2021.rank0_cost + EDITION_2021.start_credits == 4_000_000
    cheapest = [unit.cost for unit in load_catalog().characters if unit.rank == 0]
    assert set(cheapest) == {EDITION_2021.rank0_cost}


@pytest.mark.rule("CHAR-8")
def test_a_higher_rank_costs_more_and_is_rated_higher() -> None:
    ranks: dict[int, list[tuple[int, int]]] = {}
    for unit in load_catalog().characters:
        ratings = unit.ratings
        total = ratings.strength + ratings.movement + ratings.toughness + ratings.vitae
        ranks.setdefault(unit.rank, []).append((unit.cost, total))
    for rank in range(1, 4):
        costs, totals = zip(*ranks[rank], strict=True)
        below_costs, below_totals = zip(*ranks[rank - 1], strict=True)
        assert min(costs) > max(below_costs)
        assert sum(totals) / len(totals) > sum(below_totals) / len(below_totals)


@pytest.mark.rule("AMB-2", "AMB-3")
def test_every_registry_has_one_unit_of_each_type_with_the_same_ratings() -> None:
    units = scene(seats=4).state.setup.units
    assert len(units) == 4 * UNITS_PER_TEAM
    types = Counter(unit.types for unit in units)
    assert types == {(kind,): 4 for kind in UnitType}
    for number, unit in enumerate(units):
        assert unit.ratings == units[number % UNITS_PER_TEAM].ratings


@pytest.mark.rule("AMB-128")
def test_the_hyper_cube_adds_a_round_each_time_it_is_drawn() -> None:
    match = scene(round=6, turn="blue", hands={"blue": ["hyper-cube"]}).play("hyper-cube")
    match.end_turn()
    assert match.state.round == 6
    cube = [card.id for card in match.state.setup.catalog.power_cards].index("hyper-cube")
    match.state.discard[cube] -= 1  # the deck has been played through: it is in the hand again
    match.state.hands[0] = (*match.state.hands[0], cube)
    match.play("hyper-cube").end_turn()
    assert match.state.round == 5
    assert match.asked_team == "blue"
    match.end_turn()
    assert match.state.round == 6
    match.end_turn().end_turn()
    assert match.state.outcome is not None
