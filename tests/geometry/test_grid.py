"""Spaces, their names, and sets of them."""

from __future__ import annotations

import pickle
from random import Random

import pytest

from deathdome.errors import NotationError
from deathdome.geometry.grid import Grid, column_letters, set_of, spaces_in

GRID = Grid(21, 21)


def test_spaces_are_named_by_column_letter_and_row_number() -> None:
    assert GRID.name(GRID.space(0, 0)) == "a1"
    assert GRID.name(GRID.space(10, 10)) == "k11"
    assert GRID.name(GRID.space(20, 20)) == "u21"
    assert column_letters(25) == "z"
    assert column_letters(26) == "aa"
    assert column_letters(27 * 26) == "aaa"


def test_every_name_reads_back() -> None:
    for grid in (GRID, Grid(30, 3), Grid(1, 1), Grid(21, 7, first_row=8)):
        spaces = spaces_in(grid.everything)
        assert len(spaces) == grid.width * grid.height
        assert [grid.parse(grid.name(space)) for space in spaces] == spaces
    assert GRID.parse(" K11 ") == GRID.space(10, 10)


def test_a_part_of_a_board_keeps_the_names_of_its_spaces() -> None:
    middle = Grid(21, 7, first_row=8)
    assert middle.name(middle.space(10, 3)) == "k11"
    assert middle.row(middle.parse("k11")) == 3
    with pytest.raises(NotationError, match=r'they are a8 to u14\. Did you mean "k8"'):
        middle.parse("k7")


@pytest.mark.parametrize(
    ("text", "suggestion"),
    [
        ("w11", 'Did you mean "u11"?'),
        ("k22", 'Did you mean "k21"?'),
        ("k0", 'Did you mean "k1"?'),
        ("11k", 'Did you mean "k11"?'),
        ("k1l", 'Did you mean "k1'),
        ("", "they are a1 to u21."),
    ],
)
def test_what_is_no_space_gets_a_suggestion(text: str, suggestion: str) -> None:
    with pytest.raises(NotationError) as refused:
        GRID.parse(text)
    assert str(refused.value).startswith(f'"{text}" is not a space: ')
    assert suggestion in str(refused.value)


def test_several_names_make_a_set() -> None:
    spaces = GRID.parse_all("u21 a1 k11")
    assert GRID.names(spaces) == ["a1", "k11", "u21"]


def test_spaces_of_a_set_come_in_reading_order() -> None:
    dice = Random(7)
    everything = spaces_in(GRID.everything)
    for count in (0, 1, 4, 5, 40, len(everything)):
        chosen = sorted(dice.sample(everything, count))
        assert spaces_in(set_of(chosen)) == chosen


@pytest.mark.rule("RANGE-1", "AMB-14")
def test_distance_counts_kings_moves() -> None:
    names = GRID.parse
    assert GRID.distance(names("k11"), names("k11")) == 0
    assert GRID.distance(names("k11"), names("l12")) == 1
    assert GRID.distance(names("a1"), names("u5")) == 20
    assert GRID.distance(names("c9"), names("e2")) == 7


def test_surroundings_agree_with_distance() -> None:
    grid = Grid(7, 5)
    spaces = spaces_in(grid.everything)
    for space in spaces:
        for n in (0, 1, 2, 9):
            near = set_of(other for other in spaces if grid.distance(space, other) <= n)
            assert grid.within(space, n) == near
        assert grid.neighbours(space) == grid.within(space, 1) & ~(1 << space)
        assert grid.dilate(1 << space) == grid.within(space, 1)


def test_a_set_grows_by_the_neighbours_of_its_spaces() -> None:
    dice = Random(3)
    grid = Grid(9, 6)
    for _ in range(20):
        spaces = set_of(space for space in spaces_in(grid.everything) if dice.random() < 0.1)
        expected = 0
        for space in spaces_in(spaces):
            expected |= grid.within(space, 1)
        assert grid.dilate(spaces) == expected


def test_grids_of_one_shape_are_equal_also_after_a_pickle() -> None:
    assert Grid(3, 4) == Grid(3, 4)
    assert Grid(3, 4) != Grid(4, 3)
    assert Grid(3, 4) != "3x4"
    copy = pickle.loads(pickle.dumps(GRID))  # noqa: S301 - our own bytes
    assert copy == GRID
    assert hash(copy) == hash(GRID)
    assert repr(copy) == "Grid(21, 21, first_row=1)"


def test_a_grid_has_sides_of_one_to_60_spaces() -> None:
    assert Grid(60, 1).distance(0, 59) == 59
    for width, height in ((0, 5), (5, 61)):
        with pytest.raises(ValueError, match="sides go from 1 to 60"):
            Grid(width, height)
    with pytest.raises(ValueError, match="no space in column 3, row 0 of 3 by 3"):
        Grid(3, 3).space(3, 0)
