"""Convicts: names come from the cosmetic seed alone, and no name is used twice in a match."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.content.convict_names import convicts_of, name_pools
from deathdome.model.ruleset import EDITION_2021
from deathdome.rules.setup import new_game
from deathdome.text.convicts import Convicts
from deathdome.text.names import unit_name

if TYPE_CHECKING:
    from deathdome.model.state import Setup

CATALOG = load_catalog()


def table(seats: int = 4) -> Setup:
    rules = replace(EDITION_2021, characters=False)
    board = load_board("waspworth")
    return new_game(CATALOG, board, seats=seats, first=0, ruleset=rules).setup


def test_no_name_is_used_twice_in_a_match() -> None:
    setup = table()
    for seed in range(200):
        convicts = convicts_of(setup, seed)
        assert len({convicts.surname(unit) for unit in range(16)}) == 16
        assert len({convicts.nickname(unit) for unit in range(16)}) == 16


def test_a_unit_has_a_name_of_its_type() -> None:
    setup = table()
    convicts = convicts_of(setup, 5)
    for unit, character in enumerate(setup.units):
        pool = name_pools()[character.types[0]]
        assert convicts.full(unit) in [convict.full for convict in pool]


def test_other_seeds_give_other_names() -> None:
    setup = table()
    casts = {tuple(map(convicts_of(setup, seed).surname, range(16))) for seed in range(50)}
    assert len(casts) == 50


def test_teams_share_names_with_fewer_teams() -> None:
    """Names do not depend on the other teams: a fork has the same ones."""
    few, many = convicts_of(table(2), 9), convicts_of(table(4), 9)
    assert [few.full(unit) for unit in range(8)] == [many.full(unit) for unit in range(8)]


def test_a_longer_pool_keeps_most_names() -> None:
    setup = table()
    shorter = {kind: pool[:-1] for kind, pool in name_pools().items()}
    changed = 0
    for seed in range(100):
        one, other = Convicts(setup, seed, name_pools()), Convicts(setup, seed, shorter)
        changed += sum(one.full(unit) != other.full(unit) for unit in range(16))
    assert changed < 400  # of 1600


def test_sentences_call_a_unit_by_team_and_surname() -> None:
    setup = table()
    convicts = convicts_of(setup, 3)
    for unit in range(16):
        team = ("Red", "Blue", "Green", "Yellow")[unit // 4]
        assert unit_name(convicts.named, unit) == f"{team}'s {convicts.surname(unit)}"


def test_a_character_keeps_its_printed_name() -> None:
    setup = table(2)
    tuba = next(one for one in CATALOG.characters if one.name == "The Quiet Tuba")
    units = (tuba, *setup.units[1:])
    convicts = convicts_of(replace(setup, units=units), 3)
    assert convicts.full(0) == convicts.surname(0) == convicts.nickname(0) == "The Quiet Tuba"
    assert unit_name(convicts.named, 0) == "Red's Quiet Tuba"


def test_without_a_seed_a_unit_is_called_by_its_type() -> None:
    setup = table(2)
    convicts = convicts_of(setup, None)
    assert convicts.surname(0) == convicts.full(0) == setup.units[0].name
    assert convicts.named.units == setup.units


def test_names_do_not_depend_on_the_order_of_the_questions() -> None:
    setup = table()
    units = list(range(16))
    Random(1).shuffle(units)
    one, other = convicts_of(setup, 4), convicts_of(setup, 4)
    assert {unit: one.full(unit) for unit in units} == {u: other.full(u) for u in range(16)}
