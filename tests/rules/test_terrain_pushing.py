"""Ends of pushes and ground that stops them, on small drawn boards."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product
from typing import Any

import pytest

from deathdome.content.board_files import board_from_text
from deathdome.geometry.grid import spaces_in
from deathdome.model.ruleset import EDITION_2018, EDITION_2021, Ruleset
from deathdome.rules.terrain import Terrain

SQUEEZE = replace(EDITION_2021, wall_squeeze=True)
TWO_NEAREST = replace(EDITION_2021, push_oblique="two_nearest")
OPEN = "\n".join([". . . . . . ."] * 5)


def ground(
    text: str, *, ruleset: Ruleset = EDITION_2021, seats: tuple[int, ...] = (0,), **more: Any
) -> Terrain:
    """A drawn board; seats without a base of their own are left out."""
    board = board_from_text(text, **more)
    return Terrain(board, ruleset, seats[: len(board.bases)])


def away(terrain: Terrain, attacker: str, target: str) -> str:
    """The spaces to which a push would lead."""
    grid = terrain.grid
    found = terrain.push_directions(grid.parse(attacker), grid.parse(target))
    return " ".join(grid.name(space) for space in found)


def goes(terrain: Terrain, origin: str, destination: str, seat: int = 0) -> bool:
    """True if the ground lets a unit be pushed there."""
    return terrain.push_open(seat, terrain.grid.parse(origin), terrain.grid.parse(destination))


@pytest.mark.rule("PUSH-2")
@pytest.mark.parametrize(
    ("attacker", "target", "space"),
    [
        ("a3", "b3", "c3"),
        ("a3", "e3", "f3"),
        ("d5", "d3", "d2"),
        ("a1", "b2", "c3"),
        ("e1", "c3", "b4"),
        ("f5", "d3", "c2"),
    ],
)
def test_a_push_goes_one_space_straight_away(attacker: str, target: str, space: str) -> None:
    assert away(ground(OPEN), attacker, target) == space


@pytest.mark.rule("PUSH-5", "AMB-60")
@pytest.mark.parametrize(
    ("attacker", "target", "spaces"),
    [
        ("a3", "d4", "e3 e4 e5"),
        ("a3", "d2", "e1 e2 e3"),
        ("g1", "c2", "b1 b2 b3"),
        ("c1", "d4", "c5 d5 e5"),
        ("c5", "b2", "a1 b1 c1"),
    ],
)
def test_off_the_straight_lines_every_space_farther_away_is_open(
    attacker: str, target: str, spaces: str
) -> None:
    assert away(ground(OPEN), attacker, target) == spaces


@pytest.mark.rule("AMB-60")
def test_by_switch_an_oblique_push_goes_to_the_two_nearest_spaces() -> None:
    nearest = ground(OPEN, ruleset=TWO_NEAREST)
    assert away(nearest, "a3", "d4") == "e4 e5"
    assert away(nearest, "c5", "b2") == "a1 b1"
    assert away(nearest, "a3", "d3") == "e3"


FARTHER_ON = (  # drawings with everything that stops a push
    OPEN,
    """
    . . # J ~ B
    . . . = . B
    B . c . r .
    B # . B B .
    . # . . . .
    """,
    """
    . . . . . . .
    . T T T = . .
    . T C T = ~ .
    . T T T . . .
    . . = . . # .
    B B . . J . B
    """,
)


@pytest.mark.rule("PUSH-2", "PUSH-5", "AMB-60")
@pytest.mark.parametrize("text", FARTHER_ON)
def test_pushes_lead_to_every_space_farther_from_the_attacker(text: str) -> None:
    """Every pair of spaces, compared with the rule spelt out in columns and rows."""
    board = ground(text, seats=())
    grid = board.grid
    spaces = spaces_in(grid.everything)
    at = {(grid.column(space), grid.row(space)): space for space in spaces}
    for attacker, target in permutations(spaces, 2):
        x, y = grid.column(target), grid.row(target)
        across, down = x - grid.column(attacker), y - grid.row(attacker)
        straight = not across or not down or abs(across) == abs(down)
        expected = set()
        for right, below in product((-1, 0, 1), repeat=2):
            step = at.get((x + right, y + below))
            farther = max(abs(across + right), abs(down + below)) > max(abs(across), abs(down))
            in_line = across * below == down * right
            if step is not None and farther and (in_line or not straight):
                expected.add(step)
        assert set(board.push_directions(attacker, target)) == expected


@pytest.mark.rule("PUSH-9", "PUSH-5")
def test_beyond_the_edge_of_the_board_there_is_no_space() -> None:
    board = ground(OPEN)
    assert away(board, "f3", "g3") == ""
    assert away(board, "f4", "g5") == ""
    assert away(board, "b2", "g1") == ""
    assert away(board, "c3", "d5") == ""
    assert away(board, "c2", "g3") == ""
    assert away(board, "a3", "d1") == "e1 e2"  # only the one beyond the edge is lost
    assert away(board, "b3", "b3") == ""


def test_whoever_pushes_from_a_base_pushes_from_its_nearest_space() -> None:
    base = ground("""
        B B . . .
        B B . . .
        . . . . .
    """)
    assert away(base, "a1", "c2") == "d2"
    assert away(base, "a1", "c3") == ""
    assert away(base, "b2", "d1") == "e1"


GROUND = """
    . . # J ~
    . . . = .
    B . c . r
    B # . B B
"""


@pytest.mark.rule("PUSH-3", "AMB-62", "PUSH-9")
def test_walls_and_jails_stop_a_push_and_open_ground_does_not() -> None:
    ground_board = ground(GROUND)
    assert not goes(ground_board, "b1", "c1")
    assert not goes(ground_board, "d2", "d1")
    assert goes(ground_board, "a1", "b1")
    assert goes(ground_board, "c2", "d2")  # a bridge
    assert goes(ground_board, "b3", "c3")  # a control point
    assert goes(ground_board, "d3", "e3")  # a release point


@pytest.mark.rule("LAVA-3", "AMB-62", "PUSH-6")
def test_lava_lets_a_push_through_whoever_it_is() -> None:
    assert goes(ground(GROUND), "e2", "e1")
    assert goes(ground(GROUND), "d2", "e1")


@pytest.mark.rule("PUSH-7", "BASE-5", "AMB-22", "AMB-26", "AMB-21")
@pytest.mark.parametrize("ruleset", [EDITION_2018, EDITION_2021])
def test_a_push_leads_into_the_own_base_and_no_other(ruleset: Ruleset) -> None:
    both = ground(GROUND, ruleset=ruleset, seats=(0, 1))
    assert goes(both, "b3", "a3")
    assert goes(both, "b3", "a4")
    assert not goes(both, "d3", "d4")
    assert goes(both, "d3", "d4", seat=1)
    assert not goes(both, "b3", "a3", seat=1)
    alone = ground(GROUND, ruleset=ruleset)
    assert not goes(alone, "d3", "d4")
    floor = ground(GROUND, ruleset=replace(ruleset, unused_bases="floor"))
    assert goes(floor, "d3", "d4")


@pytest.mark.rule("PUSH-3", "AMB-6", "AMB-62")
def test_a_closed_corner_stops_a_push() -> None:
    text = """
        . # .
        # . .
        B . .
    """
    assert not goes(ground(text), "b2", "a1")
    assert goes(ground(text, ruleset=SQUEEZE), "b2", "a1")
    assert goes(ground(text), "b2", "a3")  # one wall at the corner is not enough


@pytest.mark.rule("PUSH-3", "AMB-4", "AMB-5", "AMB-62")
def test_a_thin_wall_stops_a_push() -> None:
    thin = ground("""
        . . .
        . . .
        B . .
    """, thin_walls=["b1 c1", "b2 c2"])  # fmt: skip
    assert not goes(thin, "b1", "c1")
    assert not goes(thin, "b1", "c2")
    assert goes(thin, "b2", "c3")
    assert goes(thin, "b2", "b1")


TOWER = """
    . . . . . . .
    . T T T ~ . .
    . T C T = . .
    . T T T . . B
"""


@pytest.mark.rule("PUSH-9", "AMB-62")
def test_a_push_onto_a_tower_goes_from_a_bridge_or_along_the_tower_only() -> None:
    tower = ground(TOWER)
    assert goes(tower, "e3", "d3")
    assert goes(tower, "e3", "d2")
    assert not goes(tower, "a3", "b3")
    assert not goes(tower, "e4", "d4")
    assert not goes(tower, "e2", "d2")
    assert goes(tower, "d3", "c3")
    assert goes(tower, "c3", "b2")


@pytest.mark.rule("AMB-63")
@pytest.mark.parametrize("tower_exit", ["any", "bridge_only"])
def test_a_push_off_a_tower_goes_to_the_ground_behind(tower_exit: Any) -> None:
    tower = ground(TOWER, ruleset=replace(EDITION_2021, tower_exit=tower_exit))
    assert goes(tower, "d3", "e4")
    assert goes(tower, "d3", "e2")  # lava
    assert goes(tower, "d3", "e3")
    assert goes(tower, "b2", "a1")


@pytest.mark.rule("AMB-62")
def test_from_one_tower_no_push_leads_onto_another() -> None:
    touching = ground("""
        T T T T T T =
        T C T T C T B
        T T T T T T B
    """)
    assert not goes(touching, "c2", "d2")
    assert goes(touching, "d2", "e2")


@pytest.mark.rule("AMB-61", "PUSH-5")
def test_each_of_the_spaces_is_open_or_closed_by_itself() -> None:
    lava_and_wall = ground("""
        . . . # .
        . . . ~ .
        . . . . B
    """)
    assert away(lava_and_wall, "a3", "c2") == "d1 d2 d3"
    assert not goes(lava_and_wall, "c2", "d1")
    assert goes(lava_and_wall, "c2", "d2")


def test_a_push_goes_to_a_neighbour_only() -> None:
    assert not goes(ground(GROUND), "a1", "c3")
    assert not goes(ground(GROUND), "a1", "a1")
