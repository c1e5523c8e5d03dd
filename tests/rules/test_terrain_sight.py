"""Sight, distance and what is adjacent, on small drawn boards."""

from __future__ import annotations

import pickle
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from deathdome.content.board_files import board_from_text
from deathdome.errors import UsageError
from deathdome.geometry.grid import spaces_in
from deathdome.model.ruleset import EDITION_2021, Ruleset
from deathdome.rules.terrain import Terrain, terrain_for

LENIENT = replace(EDITION_2021, sight_touching="lenient")
FRONT_SIDES = replace(EDITION_2021, tower_facing="front_sides")


def ground(
    text: str, *, ruleset: Ruleset = EDITION_2021, seats: tuple[int, ...] = (), **more: Any
) -> Terrain:
    """A drawn board."""
    return Terrain(board_from_text(text, **more), ruleset, seats)


def sees(terrain: Terrain, a: str, b: str, *, through_walls: bool = False) -> bool:
    """True if two named spaces see each other."""
    return terrain.sees(terrain.grid.parse(a), terrain.grid.parse(b), through_walls)


def seen(terrain: Terrain, viewer: str, among: str, *, through_walls: bool = False) -> str:
    """Those of the named spaces that a space sees."""
    grid = terrain.grid
    row = terrain.sight(grid.parse(viewer), through_walls)
    return " ".join(grid.names(row & grid.parse_all(among)))


def beside(terrain: Terrain, a: str, *, through_walls: bool = False) -> str:
    """The spaces adjacent to a space."""
    return " ".join(
        terrain.grid.names(terrain.adjacent_spaces(terrain.grid.parse(a), through_walls))
    )


@pytest.mark.rule("SIGHT-2", "SIGHT-3")
def test_a_wall_between_stops_sight_and_one_clear_line_is_enough() -> None:
    one_wall = ground("""
        . . . . .
        . . # . .
        . . . . .
    """)
    assert not sees(one_wall, "a2", "e2")
    assert sees(one_wall, "a2", "e1")  # over the corner of the wall
    assert sees(one_wall, "a1", "e1")
    assert seen(one_wall, "b2", "d1 d2 d3 e1 e2 e3") == "d1 e1 d3 e3"


@pytest.mark.rule("AMB-9")
def test_a_line_along_the_face_of_a_wall_does_not_count() -> None:
    text = """
        . # . # .
        . . . . .
    """
    assert not sees(ground(text), "a1", "e1")
    assert not sees(ground(text, ruleset=LENIENT), "a1", "e1")
    steep = """
        . . #
        # . .
        . # .
        # . .
    """
    assert not sees(ground(steep, ruleset=LENIENT), "a1", "b4")  # along two faces, straight down


@pytest.mark.rule("AMB-9")
@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        (". # .", "a1", "c1"),
        (". . . . .\n. T T T .\n. T C T .\n. T T T .\n. . . . .", "a3", "e3"),
    ],
    ids=["wall", "tower"],
)
def test_a_lone_wall_or_tower_between_two_units_blocks_lenient_sight_too(
    text: str, first: str, last: str
) -> None:
    for ruleset in (EDITION_2021, LENIENT):
        assert not sees(ground(text, ruleset=ruleset), first, last)


@pytest.mark.rule("AMB-9")
def test_a_lenient_line_may_touch_a_corner() -> None:
    text = """
        . # .
        # . .
        . . .
    """
    assert not sees(ground(text), "a1", "b3")
    assert sees(ground(text, ruleset=LENIENT), "a1", "b3")
    assert not sees(ground(text, ruleset=LENIENT), "a1", "c1")


@pytest.mark.rule("AMB-10", "SIGHT-8", "AMB-6")
def test_a_closed_corner_stops_sight_and_one_wall_beside_it_does_not() -> None:
    closed = """
        . #
        # .
    """
    assert not sees(ground(closed), "a1", "b2")
    assert beside(ground(closed), "a1") == ""
    assert sees(ground(closed, ruleset=LENIENT), "a1", "b2")
    open_corner = ground("""
        . #
        . .
    """)
    assert sees(open_corner, "a1", "b2")
    assert beside(open_corner, "a1") == "a2 b2"


@pytest.mark.rule("AMB-4", "SIGHT-2")
def test_a_thin_wall_stops_sight_across_it() -> None:
    thin = ground("""
        . . . .
        . . . .
    """, thin_walls=["b1 c1"])  # fmt: skip
    assert not sees(thin, "b1", "c1")
    assert not sees(thin, "a1", "d1")
    assert sees(thin, "b1", "c2")
    assert sees(thin, "b1", "d2")
    assert beside(thin, "b1") == "a1 a2 b2 c2"
    assert sees(thin, "b1", "c1", through_walls=True)


@pytest.mark.rule("SIGHT-4")
def test_sight_does_not_ask_for_units() -> None:
    # Nothing that stands anywhere is ever handed over.
    row = ground(". . . .")
    assert sees(row, "a1", "d1")


@pytest.mark.rule("SIGHT-5", "LAVA-2", "AMB-21")
def test_lava_bridges_jails_and_bases_never_block_sight() -> None:
    row = ground("""
        . ~ = J B r
        # # # # # #
    """, seats=(0,))  # fmt: skip
    assert sees(row, "a1", "f1")
    unused = ground(". B .")
    assert sees(unused, "a1", "c1")


@pytest.mark.rule("SIGHT-9", "MOVE-12")
def test_whoever_sees_through_walls_is_stopped_by_towers_only() -> None:
    both = ground("""
        . # . T T T .
        . # . T C T .
        . # . T T T .
    """)
    assert not sees(both, "a1", "c1")
    assert sees(both, "a1", "c1", through_walls=True)
    assert not sees(both, "a1", "g1", through_walls=True)
    assert not sees(both, "a1", "d1")
    assert seen(both, "a1", "d1 e1 f1 d2 e2 f2 d3", through_walls=True) == "d1 d2 d3"


TOWER = """
    . . . . . . .
    . . . . . . .
    . . T T T . .
    . . T C T . .
    . . T T T . .
    . . . . . . .
    . . . . . . .
"""
EDGES = "c3 d3 e3 c4 e4 c5 d5 e5"


@pytest.mark.rule("TOWER-5", "TOWER-4", "TOWER-12", "AMB-11")
def test_a_ground_unit_sees_the_side_of_a_tower_that_faces_it() -> None:
    tower = ground(TOWER)
    assert seen(tower, "d1", EDGES) == "c3 d3 e3"
    assert seen(tower, "c1", EDGES) == "c3 d3 e3"
    assert seen(tower, "d7", EDGES) == "c5 d5 e5"
    assert seen(tower, "a4", EDGES) == "c3 c4 c5"
    assert seen(tower, "g5", EDGES) == "e3 e4 e5"
    # Two rows off and one column: the dominant axis decides.
    assert seen(tower, "b1", EDGES) == "c3 d3 e3"
    assert seen(tower, "a2", EDGES) == "c3 c4 c5"
    both_sides = ground(TOWER, ruleset=FRONT_SIDES)
    assert seen(both_sides, "b1", EDGES) == "c3 d3 e3 c4 c5"
    assert seen(both_sides, "d1", EDGES) == "c3 d3 e3"


@pytest.mark.rule("TOWER-6", "AMB-11")
def test_from_an_exact_diagonal_both_sides_at_the_corner_are_seen() -> None:
    tower = ground(TOWER)
    assert seen(tower, "b2", EDGES) == "c3 d3 e3 c4 c5"
    assert seen(tower, "a1", EDGES) == "c3 d3 e3 c4 c5"
    assert seen(tower, "f6", EDGES) == "e3 e4 c5 d5 e5"


@pytest.mark.rule("TOWER-4", "TOWER-2")
def test_no_ground_unit_sees_the_centre_and_the_centre_sees_no_ground() -> None:
    tower = ground(TOWER)
    centre = tower.board.tower_centres[0]
    for through_walls in (False, True):
        assert tower.sight(centre, through_walls) == tower.on_tower


@pytest.mark.rule("TOWER-8", "AMB-12")
def test_a_tower_blocks_sight_between_ground_units_with_its_whole_footprint() -> None:
    tower = ground(TOWER)
    assert not sees(tower, "a4", "g4")
    assert not sees(tower, "a3", "g3")
    assert not sees(tower, "b2", "f6")
    assert sees(tower, "b2", "f2")
    assert sees(tower, "a2", "e2")


@pytest.mark.rule("TOWER-5", "SIGHT-6")
def test_ground_walls_hide_tower_edges_from_the_ground_both_ways() -> None:
    walled = ground("""
        . . . . .
        # # # # #
        . T T T .
        . T C T .
        . T T T .
    """)
    assert seen(walled, "c1", "b3 c3 d3") == ""
    assert seen(walled, "c3", "a1 b1 c1 d1 e1") == ""


TOWERS = """
    T T T # . . .
    T C T # T T T
    T T T # T C T
    . . . # T T T
"""


@pytest.mark.rule("TOWER-1", "TOWER-7", "AMB-13")
def test_units_on_towers_always_see_each_other() -> None:
    towers = ground(TOWERS)
    for a, b in combinations(spaces_in(towers.on_tower), 2):
        assert towers.sees(a, b)


@pytest.mark.rule("TOWER-10", "TOWER-5")
def test_bridges_and_lava_beside_a_tower_are_ground() -> None:
    tower = ground("""
        T T T = ~
        T C T ~ ~
        T T T . .
    """)
    assert seen(tower, "d1", "a1 b1 c1 b2 c2 c3") == "c1 c2 c3"
    assert seen(tower, "d2", "a1 b1 c1 b2 c2 c3") == "c1 c2 c3"


@pytest.mark.rule("SIGHT-9", "TOWER-12")
@pytest.mark.parametrize("ruleset", [EDITION_2021, LENIENT, FRONT_SIDES])
def test_sight_is_symmetric_also_in_whole_rows(ruleset: Ruleset) -> None:
    towers = ground(TOWERS, ruleset=ruleset, thin_walls=["e1 f1"])
    other = ground(TOWERS, ruleset=ruleset, thin_walls=["e1 f1"])
    spaces = spaces_in(towers.grid.everything)
    for a in spaces:
        for b in reversed(spaces):
            for walls in (False, True):
                assert towers.sees(a, b, walls) == other.sees(b, a, walls)
                assert bool(towers.sight(a, walls) >> b & 1) == towers.sees(b, a, walls)


def test_nobody_is_in_a_wall_so_a_wall_sees_nothing() -> None:
    wall = ground(". # .")
    assert seen(wall, "b1", "a1 c1") == ""


@pytest.mark.rule("RANGE-1", "AMB-14")
def test_range_is_counted_straight_over_everything() -> None:
    over = ground("""
        . # ~ J T T T
        . # ~ J T C T
        . # ~ J T T T
        . . . . . . .
    """)
    parse = over.grid.parse
    assert over.distance(parse("a1"), parse("g4")) == 6
    assert over.distance(parse("a1"), parse("f2")) == 5
    assert over.distance(parse("a1"), parse("a1")) == 0


@pytest.mark.rule("RANGE-2", "AMB-15")
def test_a_range_reaches_every_distance_up_to_it() -> None:
    open_ground = ground("\n".join([". . . . . . ."] * 5))
    grid = open_ground.grid
    names = grid.names(open_ground.within(grid.parse("a1"), 2))
    assert " ".join(names) == "a1 b1 c1 a2 b2 c2 a3 b3 c3"
    assert open_ground.within(grid.parse("d3"), 0) == 1 << grid.parse("d3")


@pytest.mark.rule("SIGHT-8")
def test_adjacent_means_next_to_it_and_in_sight() -> None:
    walled = ground("""
        . . .
        # . .
        . # .
    """)
    assert beside(walled, "b2") == "a1 b1 c1 c2 c3"
    assert beside(walled, "b2", through_walls=True) == "a1 b1 c1 c2 a3 c3"
    parse = walled.grid.parse
    assert not walled.adjacent(parse("b2"), parse("b2"))
    assert not walled.adjacent(parse("a1"), parse("c1"))
    assert walled.adjacent(parse("c3"), parse("b2"))


BASES = """
    . . . . . . . . .
    . B B B . . . B .
    . # # . . . . B .
    . . . . . . . . .
"""


@pytest.mark.rule("AMB-23")
def test_from_a_base_everything_is_measured_from_whichever_space_suits_best() -> None:
    bases = ground(BASES, seats=(0, 1))
    parse = bases.grid.parse
    home, other = bases.home
    assert bases.grid.names(1 << home | 1 << other) == ["b2", "h2"]
    # Distance from the near side, whichever space is asked for.
    assert bases.distance(home, parse("f2")) == 2
    assert bases.distance(parse("f2"), home) == 2
    assert bases.distance(parse("c2"), parse("a4")) == 2
    assert bases.distance(home, other) == 4
    # Sight from any space of it: b2 alone would see nothing below the walls.
    assert sees(bases, "b2", "e4")
    assert sees(bases, "e4", "b2")
    # Being next to it at any side.
    assert bases.adjacent(home, parse("e1"))
    assert bases.adjacent(parse("e3"), home)
    assert beside(bases, "b2") == "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 a3 d3 e3"
    assert beside(bases, "e2") == "d1 e1 f1 b2 c2 d2 f2 d3 e3 f3"
    # Within a range the base is whole or not at all.
    assert bases.within(parse("f2"), 2) >> home & 1
    assert not bases.within(parse("g2"), 2) >> home & 1


@pytest.mark.rule("AMB-23")
def test_two_units_in_one_base_are_adjacent_and_see_each_other() -> None:
    bases = ground(BASES, seats=(0, 1))
    for home in bases.home:
        assert bases.adjacent(home, home)
        assert bases.sees(home, home)
        assert bases.distance(home, home) == 0


@pytest.mark.rule("AMB-21")
def test_an_unused_base_is_no_container() -> None:
    bases = ground(BASES, seats=(1,))
    parse = bases.grid.parse
    assert bases.distance(parse("b2"), parse("f2")) == 4
    assert not bases.adjacent(parse("b2"), parse("b2"))
    assert bases.unused_bases == bases.grid.parse_all("b2 c2 d2")


def test_terrains_are_shared_and_come_back_from_a_pickle() -> None:
    board = board_from_text(BASES)
    one = terrain_for(board, EDITION_2021, (1, 0))
    assert terrain_for(board_from_text(BASES), replace(EDITION_2021), (1, 0)) is one
    assert pickle.loads(pickle.dumps(one)) is one  # noqa: S301 - our own bytes
    assert terrain_for(board, LENIENT, (1, 0)) is not one
    assert repr(one) == "<Terrain of drawn: base 2, base 1>"


def test_seats_have_different_bases_that_exist() -> None:
    board = board_from_text(BASES)
    for homes in ((0, 0), (2,), (-1,)):
        with pytest.raises(UsageError, match='board "drawn" has bases 0 to 1, one a seat'):
            Terrain(board, EDITION_2021, homes)
