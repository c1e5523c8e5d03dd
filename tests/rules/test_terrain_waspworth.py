"""Waspworth, as the board's description states it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest

from deathdome.content.board_files import load_board
from deathdome.geometry.grid import Space, SpaceSet, set_of, spaces_in
from deathdome.model.ruleset import EDITION_2021
from deathdome.model.vocabulary import Allow
from deathdome.rules.terrain import Terrain, terrain_for

Flip = Callable[[Space], Space]
BOARD = load_board("waspworth")
GRID = BOARD.grid
EVERYBODY = terrain_for(BOARD, EDITION_2021, (0, 1, 2, 3))
NORTH_WEST, SOUTH_EAST = BOARD.towers

# From, what it sees of the north-west tower, what it sees of the south-east tower.
SIGHT_TABLE = {
    "h7": ("h8 i8 j8", ""),
    "g7": ("h8 i8 j8 h9 h10", ""),
    "g8": ("h8 h9 h10", ""),
    "k7": ("h8 i8 j8 j9 j10", "l12 m12 n12"),
    "k8": ("j8 j9 j10", "l12 m12 n12"),
    "k9": ("j8 j9 j10", "l12 m12 n12"),
    "k11": ("h10 i10 j10 j9 j8", "l12 m12 n12 l13 l14"),
    "m10": ("j8 j9 j10", "l12 m12 n12"),
    "o15": ("", "l14 m14 n14 n12 n13"),
    "f6": ("h8 i8 j8 h9 h10", ""),
    "i4": ("h8 j8", "l12 m12 n12"),
    "e9": ("h8 h10", "l12 l13 l14"),
}


def spaces(names: str) -> SpaceSet:
    return GRID.parse_all(names)


@pytest.mark.rule("TOWER-5", "TOWER-6", "TOWER-10", "AMB-9", "AMB-11")
@pytest.mark.parametrize("viewer", SIGHT_TABLE)
def test_what_the_ground_sees_of_the_towers(viewer: str) -> None:
    seen = EVERYBODY.sight(GRID.parse(viewer))
    north_west, south_east = SIGHT_TABLE[viewer]
    assert GRID.names(seen & NORTH_WEST) == GRID.names(spaces(north_west))
    assert GRID.names(seen & SOUTH_EAST) == GRID.names(spaces(south_east))


@pytest.mark.rule("TOWER-4", "TOWER-7", "AMB-13")
def test_both_centres_are_seen_from_the_towers_only() -> None:
    for centre in BOARD.tower_centres:
        assert EVERYBODY.sight(centre) == NORTH_WEST | SOUTH_EAST


@pytest.mark.rule("AMB-10")
def test_the_closed_corners_are_the_only_neighbours_that_do_not_see_each_other() -> None:
    ground = GRID.everything & ~BOARD.walls & ~BOARD.on_tower
    blind = {
        f"{GRID.name(a)} {GRID.name(b)}"
        for a in spaces_in(ground)
        for b in spaces_in(GRID.neighbours(a) & ground)
        if a < b and not EVERYBODY.sees(a, b)
    }
    assert blind == {"c3 d4", "s3 r4", "d18 c19", "r18 s19"}


@pytest.mark.rule("TOWER-5")
def test_ground_beside_a_tower_sees_every_edge_space_it_touches() -> None:
    for tower in BOARD.towers:
        for space in spaces_in(GRID.dilate(tower) & ~tower & ~BOARD.walls):
            touched = GRID.neighbours(space) & tower
            assert EVERYBODY.sight(space) & touched == touched


@pytest.mark.parametrize("base", range(4))
def test_every_base_is_as_far_from_everything_as_every_other(base: int) -> None:
    steps = EVERYBODY.steps_from_base(base)
    floor = [space for space in BOARD.points if space not in BOARD.tower_centres]
    expected = [2, 3, 4, 4, 6, 6, 8, 8, 12, 12, 14, 14, 15, 16, 18, 18]
    assert sorted(steps[space] for space in floor) == expected
    assert sorted(steps[space] for space in BOARD.tower_centres) == [8, 11]
    assert sorted(steps[space] for space in BOARD.release_points)[:4] == [7, 7, 8, 8]


@pytest.mark.rule("TOWER-1", "TOWER-2")
def test_the_points_are_worth_26_supply_and_2_600_000_credits() -> None:
    assert len(BOARD.points) == 18
    assert len(BOARD.towers) == 2
    assert sum(BOARD.point_value) == 26
    at_the_top = [EVERYBODY.point_at[space] for space in BOARD.tower_centres]
    assert [BOARD.point_value[point] for point in at_the_top] == [5, 5]


def test_release_points_belong_to_the_jail_beside_them() -> None:
    jails = {
        GRID.name(space): BOARD.jail_names[jail]
        for space, jail in EVERYBODY.jail_released_at.items()
    }
    assert jails == {
        "c2": "nw", "b3": "nw", "s2": "ne", "t3": "ne",
        "s20": "se", "t19": "se", "c20": "sw", "b19": "sw",
    }  # fmt: skip


@pytest.mark.rule("AMB-122", "AMB-126", "AMB-90", "AMB-91")
def test_bases_in_order_of_play() -> None:
    def names(seats: int, *, first_match: bool = True) -> list[str]:
        order = BOARD.seating(seats, first_match=first_match)
        return [BOARD.base_names[base] for base in order]

    assert names(2) == names(2, first_match=False) == ["north", "south"]
    assert names(3) == ["south", "north", "east"]
    assert names(3, first_match=False) == ["east", "south", "north"]
    assert names(4) == ["north", "east", "south", "west"]


def flipped(space: Space) -> Space:
    """Over the diagonal from a1 to u21."""
    return GRID.space(GRID.row(space), GRID.column(space))


def counter_flipped(space: Space) -> Space:
    """Over the diagonal from u1 to a21."""
    return GRID.space(20 - GRID.row(space), 20 - GRID.column(space))


@pytest.mark.parametrize("flip", [flipped, counter_flipped])
def test_the_drawing_is_unchanged_by_a_flip_over_either_diagonal(flip: Flip) -> None:
    for space in spaces_in(GRID.everything):
        assert BOARD.kinds[space] is BOARD.kinds[flip(space)]


@pytest.mark.rule("SIGHT-9", "TOWER-12")
@pytest.mark.parametrize("flip", [flipped, counter_flipped])
def test_sight_is_unchanged_by_a_flip(flip: Flip) -> None:
    # Without bases, whose spaces share what they see. Every seventh space: the rest is likewise.
    bare = Terrain(BOARD, EDITION_2021, ())
    for a, b in combinations(spaces_in(GRID.everything)[::7], 2):
        assert bare.sees(a, b) == bare.sees(flip(a), flip(b))


@pytest.mark.parametrize("flip", [flipped, counter_flipped])
def test_walks_are_unchanged_by_a_flip(flip: Flip) -> None:
    walkers = [EVERYBODY.walker(seat) for seat in range(4)]
    for seat, home in enumerate(EVERYBODY.home):
        other = next(s for s, base in enumerate(EVERYBODY.base_spaces) if base >> flip(home) & 1)
        mine = walkers[seat].reach(home, 9, 0, 0, 0)
        theirs = walkers[other].reach(EVERYBODY.home[other], 9, 0, 0, 0)
        assert set_of(flip(space) for space in spaces_in(mine)) == theirs


@pytest.mark.rule("MOVE-8", "AMB-122")
def test_both_towers_are_climbed_from_the_middle_of_the_bridge() -> None:
    walker = EVERYBODY.walker(0)
    up = walker.reach(GRID.parse("k11"), 1, 0, 0, 0) & BOARD.on_tower
    assert GRID.names(up) == ["j10", "l12"]
    bridges = {
        GRID.name(space)
        for space in spaces_in(BOARD.bridges)
        if walker.reach(space, 1, 0, 0, 0) & BOARD.on_tower
    }
    assert bridges == {"k8", "h11", "k11", "n11", "k14"}


@pytest.mark.rule("MOVE-12")
def test_permissions_that_have_nothing_to_do_with_walking_change_no_walk() -> None:
    start = GRID.parse("k11")
    plain = EVERYBODY.walker(1)
    other = EVERYBODY.walker(1, Allow.SEE_WALLS | Allow.ACT_MID_MOVE | Allow.SPLASH)
    assert other.reach(start, 5, 0, 0, 0) == plain.reach(start, 5, 0, 0, 0)
