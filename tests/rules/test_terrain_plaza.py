"""The second centre, as the board's description states it."""

from __future__ import annotations

from collections import Counter

import pytest

from deathdome.content.board_files import load_board
from deathdome.geometry.grid import SpaceSet, set_of, spaces_in
from deathdome.model.board import Kind
from deathdome.model.ruleset import EDITION_2021
from deathdome.rules.terrain import terrain_for

PLAZA, WASPWORTH = load_board("plaza"), load_board("waspworth")
GRID = PLAZA.grid
EVERYBODY = terrain_for(PLAZA, EDITION_2021, (0, 1, 2, 3))
AT_HOME = terrain_for(WASPWORTH, EDITION_2021, (0, 1, 2, 3))
DRAWN = """\
...c...TTT~=~~..c....
.....#.TCT~=~~.##....
BB.#...TTT====.....BB
BB.#...~~===~~...#.BB
BB.....====TTT...#.BB
....##.~~=~TCT.#.....
....c..~~=~TTT...c...
"""
CENTRE = {GRID.space(column, row) for column in range(7, 14) for row in range(7, 14)}
SQUARE = GRID.parse_all("k10 l10 j11 k11 l11 j12 k12")
NORTH_EAST, SOUTH_WEST = GRID.parse_all("l8 l9 m10 n10"), GRID.parse_all("j14 j13 i12 h12")
NORTH_WEST_TOWER, SOUTH_EAST_TOWER = PLAZA.towers


def everything(kind: Kind) -> SpaceSet:
    return set_of(space for space in spaces_in(GRID.everything) if PLAZA.kinds[space] is kind)


def test_the_middle_row_of_tiles_is_as_it_was_drawn() -> None:
    assert PLAZA.drawing().split()[7:14] == DRAWN.split()


def test_outside_the_centre_tile_it_is_waspworth() -> None:
    assert PLAZA.grid == WASPWORTH.grid
    changed = {s for s in spaces_in(GRID.everything) if PLAZA.kinds[s] is not WASPWORTH.kinds[s]}
    assert changed
    assert changed <= CENTRE
    for what in ("points", "point_value", "towers", "tower_centres", "bases", "base_names"):
        assert getattr(PLAZA, what) == getattr(WASPWORTH, what)
    for what in ("jails", "jail_names", "release_points", "release_jails", "thin_walls"):
        assert getattr(PLAZA, what) == getattr(WASPWORTH, what)
    assert PLAZA.seatings == WASPWORTH.seatings
    assert PLAZA.later_seatings == WASPWORTH.later_seatings


def test_it_has_as_much_of_everything() -> None:
    counted = Counter(PLAZA.kinds[space] for space in spaces_in(GRID.everything))
    assert counted == {
        Kind.FLOOR: 272,
        Kind.WALL: 56,
        Kind.LAVA: 16,
        Kind.BRIDGE: 15,
        Kind.TOWER_EDGE: 16,
        Kind.TOWER_CENTRE: 2,
        Kind.CONTROL_POINT: 16,
        Kind.RELEASE_POINT: 8,
        Kind.JAIL: 16,
        Kind.BASE: 24,
    }
    assert len(PLAZA.points) == 18
    assert sum(PLAZA.point_value) == 26


def test_it_is_unchanged_by_a_flip_over_either_diagonal() -> None:
    for space in spaces_in(GRID.everything):
        column, row = GRID.column(space), GRID.row(space)
        for other in (GRID.space(row, column), GRID.space(20 - row, 20 - column)):
            assert PLAZA.kinds[other] is PLAZA.kinds[space]


def test_two_bent_bridges_meet_in_a_square_of_seven_spaces_between_the_towers() -> None:
    assert everything(Kind.BRIDGE) == SQUARE | NORTH_EAST | SOUTH_WEST
    assert SQUARE.bit_count() == 7
    assert len(connected(SQUARE)) == len(connected(NORTH_EAST)) == len(connected(SOUTH_WEST)) == 1
    # Each bent bridge has an arm to each of two sides, and its own end of the square.
    for bridge, arms in ((NORTH_EAST, "l8 n10"), (SOUTH_WEST, "j14 h12")):
        ends = {GRID.name(s) for s in spaces_in(bridge) if GRID.neighbours(s) & ~centre()}
        assert ends == set(arms.split())
        assert GRID.dilate(bridge) & SQUARE
    assert not GRID.dilate(NORTH_EAST) & SOUTH_WEST
    assert not GRID.dilate(SQUARE) & ~centre()


def test_no_bridge_touches_a_tower_from_outside() -> None:
    for tower in PLAZA.towers:
        touching = GRID.dilate(tower) & everything(Kind.BRIDGE)
        assert touching
        assert touching & ~SQUARE == 0
    # No unit climbs from the floor (TOWER-3).
    walker = EVERYBODY.walker(0)
    for space in spaces_in(PLAZA.floor & GRID.dilate(PLAZA.on_tower)):
        assert not walker.reach(space, 1, 0, 0, 0) & PLAZA.on_tower


@pytest.mark.parametrize("base", range(4))
def test_the_near_tower_is_ten_steps_away_and_the_far_one_eleven(base: int) -> None:
    steps, before = EVERYBODY.steps_from_base(base), AT_HOME.steps_from_base(base)
    near, far = sorted(PLAZA.tower_centres, key=steps.__getitem__)
    assert (steps[near], steps[far]) == (10, 11)
    assert (before[near], before[far]) == (8, 11)


@pytest.mark.parametrize("base", range(4))
def test_everything_else_is_as_far_as_on_waspworth(base: int) -> None:
    steps, before = EVERYBODY.steps_from_base(base), AT_HOME.steps_from_base(base)
    for place in (*PLAZA.points, *PLAZA.release_points):
        if place not in PLAZA.tower_centres:
            assert steps[place] == before[place]


def centre() -> SpaceSet:
    return set_of(CENTRE)


def connected(spaces: SpaceSet) -> list[SpaceSet]:
    """The parts of a set that hang together."""
    parts = []
    while spaces:
        part = spaces & -spaces
        while (grown := GRID.dilate(part) & spaces) != part:
            part = grown
        parts.append(part)
        spaces &= ~part
    return parts
