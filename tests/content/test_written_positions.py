"""Positions on boards and with cards of packs: the file and the line set up the same position."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from deathdome.content.board_files import board_from_text
from deathdome.content.catalogs import load_catalog
from deathdome.content.packs import load_packs
from deathdome.content.positions.codec import place_pieces
from deathdome.content.positions.files import parse_sheet
from deathdome.content.positions.one_line import position_line, read_line
from deathdome.content.positions.words import ANY_JAIL, parse_place, place_text
from deathdome.content.positions.writing import position_text
from deathdome.errors import NotationError
from deathdome.model.wire import canonical_text
from deathdome.rules.setup import new_game
from deathdome.rules.units import put

if TYPE_CHECKING:
    from deathdome.content.collection import Collection
    from deathdome.model.board import Board
    from deathdome.model.state import State

MAP = """
BB..J.J.BB
BB..r.r.BB
..........
BB......BB
BB......BB
"""
LIMITED = """[[card]]
id = "dart"
name = "Dart"
deck = "gunner"
kind = "ranged weapon"
cost = 100_000
weapon = { strength = 1, range = 3, limit = { n = 2, per = "match" } }

[[card.ability]]
when = "turn"
limit = { n = 3, per = "turn" }
do = [{ gain = "card", n = 1 }]
"""


def loaded(text: str, found: Collection | None = None) -> State:
    """The position that a file sets up."""
    return place_pieces(parse_sheet(text, "p"), "p", Path(), found or load_packs([]))[0]


def comes_back(state: State, found: Collection | None = None) -> None:
    whole = canonical_text(state)
    text = position_text(state)
    assert canonical_text(loaded(text, found)) == whole
    assert position_text(loaded(text, found)) == text
    assert canonical_text(read_line(position_line(state), found).whole) == whole


def yard(jails: dict[str, str], bases: dict[str, str] | None = None) -> Board:
    return board_from_text(MAP, jails=jails, bases=bases or {})


@pytest.mark.parametrize(
    "names",
    [
        ("yellow", "green", "red", "blue"),
        ('a "b"', "c\\d", "=", "x = 1"),
        (";", "#", "\u042e\u0433", "[t]"),
        ("a.b", "1", "true", " - "),
    ],
)
def test_a_board_comes_back_whatever_its_places_are_called(names: tuple[str, ...]) -> None:
    bases = dict(zip(names, ("a1", "j1", "a4", "j4"), strict=True))
    jails = dict(zip(names[2:], ("e1", "g1"), strict=True))
    board = yard(bases=bases, jails=jails)
    for seats in (2, 3, 4):
        state = new_game(load_catalog(), board, seats=seats, first=1)
        put(state, 5, -2)
        comes_back(state)
        assert loaded(position_text(state)).setup.board.jail_names == names[2:]


def test_a_board_without_jails_comes_back_without_one() -> None:
    board = board_from_text(MAP.replace("J", ".").replace("r", "."))
    state = new_game(load_catalog(), board, seats=2, first=0)
    comes_back(state)
    assert loaded(position_text(state)).setup.board.jails == ()
    bare = MAP.replace("J", ".").replace("r", ".")
    assert len(loaded(f'map = """{bare}"""').setup.board.jails) == 1, "nothing said: one is added"


def test_uses_of_a_weapon_and_of_its_ability_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "dart.toml"
    path.write_text(LIMITED, "utf-8")
    found = load_packs([path])
    state = loaded('used = { dart = 1, "Dart#1" = 2 }', found)
    assert sorted(state.uses.values()) == [1, 2]
    assert 'dart = 1\n"dart#1" = 2' in position_text(state)
    comes_back(state, found)


def test_twins_of_a_lenient_position_come_back() -> None:
    text = 'lenient = true\nunits.red.warrior = { character = "madame-magma", at = "k7" }\n'
    text += 'units.red.scout = { character = "Madame Magma", at = "k8", wounds = 1 }\n'
    state = loaded(f'{text}turn.phase = "red.3"')
    assert state.stack[-1].unit == 2  # type: ignore[union-attr]
    again = loaded(position_text(state, lenient=True))
    assert canonical_text(again) == canonical_text(state)


@pytest.mark.parametrize(
    "name", ["k5", "North", "jail 1", "a  b", "for red.scout", "old jail yard"]
)
def test_every_jail_is_a_place_that_is_read_back(name: str) -> None:
    board = yard(jails={name: "e1", "other": "g1"})
    setup = new_game(load_catalog(), board, seats=2, first=0).setup
    text = place_text(setup, 0, -1)
    assert parse_place(setup, 0, text) == -1
    assert parse_place(setup, 0, text.upper()) == -1
    assert parse_place(setup, 0, "jail") == ANY_JAIL
    with pytest.raises(NotationError):
        parse_place(setup, 0, "jail south")


def test_a_space_counts_before_a_jail_of_that_name() -> None:
    setup = new_game(load_catalog(), yard(jails={"c3": "e1", "b": "g1"}), seats=2, first=0).setup
    assert place_text(setup, 0, parse_place(setup, 0, "c3")) == "c3"
    assert parse_place(setup, 0, "jail c3") == -1
    assert parse_place(setup, 0, "B") == -2
