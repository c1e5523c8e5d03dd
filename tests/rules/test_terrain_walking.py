"""Walking: steps, walls, lava, towers and bases, on small drawn boards."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from deathdome.content.board_files import board_from_text
from deathdome.errors import UsageError
from deathdome.geometry.grid import Space, SpaceSet, set_of, spaces_in
from deathdome.model.board import Kind
from deathdome.model.ruleset import EDITION_2021, Ruleset
from deathdome.model.vocabulary import Allow
from deathdome.rules.terrain import Terrain

if TYPE_CHECKING:
    from deathdome.model.board import Board

SQUEEZE = replace(EDITION_2021, wall_squeeze=True)
BRIDGE_ONLY = replace(EDITION_2021, tower_exit="bridge_only")
UNUSED_FLOOR = replace(EDITION_2021, unused_bases="floor")


def ground(
    text: str, *, ruleset: Ruleset = EDITION_2021, seats: tuple[int, ...] = (0,), **more: Any
) -> Terrain:
    """A drawn board; its first base in reading order is that of seat 0."""
    return Terrain(board_from_text(text, **more), ruleset, seats)


def reach(
    terrain: Terrain,
    start: str,
    steps: int = 1,
    *,
    allow: Allow = Allow.NONE,
    foes: str = "",
    friends: str = "",
    tokens: str = "",
    seat: int = 0,
) -> str:
    """Return the ends of a walk, as names in reading order."""
    grid = terrain.grid
    sets = (grid.parse_all(names) for names in (foes, friends, tokens))
    found = terrain.walker(seat, allow).reach(grid.parse(start), steps, *sets)
    return " ".join(grid.names(found))


def steps(terrain: Terrain, start: str, goal: str, **allow: Any) -> int | None:
    """Steps of the shortest walk."""
    grid = terrain.grid
    walker = terrain.walker(0, **allow)
    return walker.steps_between(grid.parse(start), grid.parse_all(goal), 0, 0, 0, 99)


OPEN = """
    . . . . .
    . . . . .
    . . . . .
    B # . . .
"""


@pytest.mark.rule("MOVE-2", "MOVE-14")
def test_a_step_goes_in_all_eight_directions_and_costs_one() -> None:
    assert reach(ground(OPEN), "c2") == "b1 c1 d1 b2 d2 b3 c3 d3"
    assert reach(ground(OPEN), "a1") == "b1 a2 b2"
    assert reach(ground(OPEN), "e1", 2) == "c1 d1 c2 d2 e2 c3 d3 e3"
    assert reach(ground(OPEN), "e1", 0) == ""


@pytest.mark.rule("MOVE-4")
def test_a_wall_is_neither_entered_nor_crossed() -> None:
    corridor = ground("""
        . . # . B
        # . # . #
        . . # . .
    """)
    assert reach(corridor, "b2", 9) == "a1 b1 a3 b3"


@pytest.mark.rule("MOVE-3", "AMB-5")
def test_a_diagonal_step_past_one_wall_corner_is_allowed() -> None:
    corner = ground("""
        . # B
        . . .
    """)
    assert "b2" in reach(corner, "a1").split()
    assert reach(corner, "b2") == "a1 c1 a2 c2"


@pytest.mark.rule("AMB-6")
def test_a_diagonal_step_between_two_walls_that_meet_is_not_allowed() -> None:
    text = """
        . # .
        # . .
        . . B
    """
    assert reach(ground(text), "b2") == "c1 c2 a3 b3 c3"
    assert reach(ground(text), "a1", 9) == ""
    assert reach(ground(text, ruleset=SQUEEZE), "a1") == "b2"


@pytest.mark.rule("AMB-4", "AMB-5")
def test_a_thin_wall_stops_the_step_across_it() -> None:
    text = """
        . . . .
        . . . .
        . . . B
    """
    assert reach(ground(text, thin_walls=["b2 c2"]), "b2") == "a1 b1 c1 a2 a3 b3 c3"
    # Around its end there is still one way with two orthogonal steps, so the diagonal is open.
    assert "c1" in reach(ground(text, thin_walls=["b2 c2"]), "b2").split()
    # Both ways from here are closed.
    longer = ground(text, thin_walls=["b1 c1", "b2 c2"])
    assert reach(longer, "b2") == "a1 b1 a2 a3 b3 c3"


@pytest.mark.rule("AMB-5", "AMB-6")
def test_thin_walls_that_meet_in_a_corner_close_its_diagonal() -> None:
    text = """
        . . .
        . . .
        . . B
    """
    around_a_corner = ["a1 b1", "a1 a2"]
    assert reach(ground(text, thin_walls=around_a_corner), "a1", 9) == ""
    assert reach(ground(text, thin_walls=around_a_corner, ruleset=SQUEEZE), "a1") == "b2"
    # The other diagonal of the corner is as closed.
    assert "b1" not in reach(ground(text, thin_walls=["a1 b1", "b1 b2"]), "a2").split()


@pytest.mark.rule("MOVE-4", "AMB-6")
def test_squeezing_never_leads_through_a_straight_thin_wall() -> None:
    text = """
        . .
        . .
        B B
    """
    across = ground(text, thin_walls=["a1 a2", "b1 b2"], ruleset=SQUEEZE)
    assert reach(across, "a1", 9) == "b1"


@pytest.mark.rule("AMB-5", "AMB-6")
def test_a_wall_and_a_thin_wall_together_close_a_corner() -> None:
    text = """
        . # .
        . . .
        . . B
    """
    assert reach(ground(text, thin_walls=["a1 a2"]), "a1", 9) == ""
    assert reach(ground(text, thin_walls=["a2 b2"]), "a1") == "a2"


@pytest.mark.rule("MOVE-3", "AMB-8")
def test_only_walls_close_corners() -> None:
    between = ground("""
        . ~ . J .
        ~ . J . B
        . . . B .
    """, seats=(1,))  # fmt: skip
    assert reach(between, "a1") == "b2"  # past lava
    assert reach(between, "c1") == "b2 d2"  # past jails
    assert reach(between, "e3") == "d2 d3"  # past a foreign base
    assert reach(between, "b2", foes="b3 c3") == "a1 c1 a3"
    assert "a3" in reach(between, "b2", foes="b3 a2").split()  # past enemies
    tower = ground("""
        T T T .
        T C T .
        T T T .
        . . . B
    """)
    assert "c4" in reach(tower, "d3").split()


@pytest.mark.rule("MOVE-5", "LAVA-1", "LAVA-4", "MOVE-12")
def test_lava_is_closed_but_for_those_a_card_lets_in() -> None:
    pool = ground("""
        . ~ = .
        . ~ ~ B
        . ~ ~ .
    """)
    assert reach(pool, "a2", 9) == "a1 a3"
    assert reach(pool, "a2", 1, allow=Allow.ENTER_LAVA) == "a1 b1 b2 a3 b3"
    # In from floor, out onto a bridge and to floor.
    assert steps(pool, "a1", "c1", allow=Allow.ENTER_LAVA) == 2
    assert steps(pool, "a3", "d3", allow=Allow.ENTER_LAVA) == 3
    assert reach(pool, "b2", 1) == "a1 c1 a2 a3"  # a unit in it may leave


@pytest.mark.rule("MOVE-6", "MOVE-7", "AMB-7", "MOVE-13")
def test_friends_are_passed_and_foes_are_not() -> None:
    corridor = ground("""
        # # # # #
        . . . . B
        # # # # #
    """)
    assert reach(corridor, "a2", 4) == "b2 c2 d2 e2"
    assert reach(corridor, "a2", 4, friends="b2") == "c2 d2 e2"
    assert reach(corridor, "a2", 4, foes="c2") == "b2"
    assert reach(corridor, "a2", 3, friends="c2 d2") == "b2"
    assert steps(corridor, "a2", "d2") == 3
    assert reach(corridor, "a2", 4, foes="b2 c2", allow=Allow.PASS_ENEMIES) == "d2 e2"


def test_a_walk_may_end_on_a_token_but_not_cross_it() -> None:
    corridor = ground("""
        # # # # #
        . . . . B
        # # # # #
    """)
    assert reach(corridor, "a2", 4, tokens="b2") == "b2"
    assert reach(corridor, "b2", 4, tokens="b2") == "a2 c2 d2 e2"


BRIDGED = """
    . . . . . . .
    . T T T . . .
    . T C T = . .
    . T T T . = .
    . . . . . . .
    . . . B B . .
"""


@pytest.mark.rule("MOVE-8", "TOWER-3", "MOVE-9", "AMB-122")
def test_a_tower_is_entered_from_a_bridge_also_diagonally() -> None:
    tower = ground(BRIDGED)
    assert reach(tower, "e3") == "d2 e2 f2 d3 f3 d4 e4 f4"  # from the bridge
    assert reach(tower, "e2") == "d1 e1 f1 f2 e3 f3"  # from floor next to it
    assert reach(tower, "a1", 2) == "b1 c1 a2 a3"
    # A bridge that does not touch it does not help alone.
    assert reach(tower, "f4") == "e3 f3 g3 e4 g4 e5 f5 g5"


@pytest.mark.rule("TOWER-3", "MOVE-13")
def test_on_a_tower_one_walks_as_on_floor() -> None:
    tower = ground(BRIDGED)
    assert steps(tower, "e3", "c3") == 2
    assert steps(tower, "e3", "b3") == 3
    assert "c3" in reach(tower, "b2").split()


@pytest.mark.rule("MOVE-9")
def test_bridges_are_walked_like_floor() -> None:
    over = ground("""
        ~ ~ . ~
        . = ~ =
        ~ ~ = B
    """)
    assert steps(over, "a2", "d2") == 3
    assert reach(over, "b2") == "c1 a2 c3"


@pytest.mark.rule("MOVE-15", "AMB-16")
def test_a_tower_may_be_left_on_any_side() -> None:
    assert reach(ground(BRIDGED), "b4") == "a3 b3 c3 a4 c4 a5 b5 c5"
    by_bridge = ground(BRIDGED, ruleset=BRIDGE_ONLY)
    assert reach(by_bridge, "b4") == "b3 c3 c4"
    assert reach(by_bridge, "d4") == "c3 d3 e3 c4"


@pytest.mark.rule("MOVE-12", "TOWER-3")
def test_a_climber_needs_no_bridge_but_reaches_the_centre_over_the_edge() -> None:
    tower = ground(BRIDGED)
    assert "b2" in reach(tower, "a1", allow=Allow.CLIMB_TOWER).split()
    assert steps(tower, "a3", "c3", allow=Allow.CLIMB_TOWER) == 2
    assert steps(tower, "d6", "c4", allow=Allow.CLIMB_TOWER) == 2
    by_bridge = ground(BRIDGED, ruleset=BRIDGE_ONLY)
    assert "a5" in reach(by_bridge, "b4", allow=Allow.CLIMB_TOWER).split()


LAVA_TOWER = """
    ~ ~ ~ ~ ~ .
    ~ T T T ~ .
    ~ T C T = .
    ~ T T T ~ .
    ~ ~ ~ ~ ~ B
"""


@pytest.mark.rule("LAVA-5", "LAVA-6")
def test_a_lava_walker_steps_down_from_a_tower_but_not_up_from_lava() -> None:
    tower = ground(LAVA_TOWER)
    assert reach(tower, "b2") == "c2 b3 c3"
    assert reach(tower, "b2", allow=Allow.ENTER_LAVA) == "a1 b1 c1 a2 c2 a3 b3 c3"
    assert reach(tower, "a3", allow=Allow.ENTER_LAVA) == "a2 a4"
    assert reach(tower, "a3", allow=Allow.ENTER_LAVA | Allow.CLIMB_TOWER) == "a2 b2 b3 a4 b4"
    # The switch that ties leaving to bridges leaves this rule standing.
    by_bridge = ground(LAVA_TOWER, ruleset=BRIDGE_ONLY)
    assert "a2" in reach(by_bridge, "b2", allow=Allow.ENTER_LAVA).split()


@pytest.mark.rule("MOVE-8")
def test_from_one_tower_there_is_no_step_to_another() -> None:
    touching = ground("""
        T T T T T T B
        T C T T C T B
        T T T T T T =
    """)
    assert reach(touching, "c2") == "b1 c1 b2 b3 c3"
    assert reach(touching, "g3") == "g1 f2 f3"
    assert "d2" in reach(touching, "c2", allow=Allow.CLIMB_TOWER).split()


@pytest.mark.rule("MOVE-12", "AMB-136")
def test_a_wall_walker_crosses_walls_but_does_not_stop_in_one() -> None:
    wall = ground("""
        . # # . B
        # # # # #
    """)
    walls = Allow.WALK_WALLS
    assert reach(wall, "a1", 2) == ""
    assert reach(wall, "a1", 2, allow=walls) == ""
    assert reach(wall, "a1", 3, allow=walls) == "d1"
    assert steps(wall, "a1", "d1", allow=walls) == 3
    assert steps(wall, "a1", "b1", allow=walls) is None
    assert not wall.walker(0, walls).may_stand(wall.grid.parse("b1"))


@pytest.mark.rule("AMB-136")
def test_closed_corners_and_thin_walls_do_not_stop_a_wall_walker() -> None:
    corner = ground("""
        . # .
        # . .
        . . B
    """)
    assert "b2" in reach(corner, "a1", allow=Allow.WALK_WALLS).split()
    thin = ground("""
        . .
        B B
    """, thin_walls=["a1 b1"])  # fmt: skip
    assert reach(thin, "a1") == "a2"
    assert reach(thin, "a1", allow=Allow.WALK_WALLS) == "b1 a2"


@pytest.mark.rule("AMB-136")
def test_jails_lava_bases_and_towers_stay_closed_to_a_wall_walker() -> None:
    all_around = ground("""
        J J # T T T
        J J # T C T
        r ~ # T T T
        # # . # # #
        B B # # B B
    """)
    assert reach(all_around, "c4", 4, allow=Allow.WALK_WALLS) == "a3 a5"


@pytest.mark.rule("MOVE-10")
def test_no_jail_is_ever_entered() -> None:
    jail = ground("""
        J J . B
        J J r .
    """)
    anything = Allow.WALK_WALLS | Allow.ENTER_LAVA | Allow.CLIMB_TOWER | Allow.PASS_ENEMIES
    assert reach(jail, "c1", 5) == "d1 c2 d2"
    assert reach(jail, "c1", 5, allow=anything) == "d1 c2 d2"
    assert not jail.walker(0, anything).may_stand(jail.grid.parse("a1"))


TWO_BASES = """
    B B . . B B
    B B . . B B
    . . . . . .
"""


@pytest.mark.rule("MOVE-11", "BASE-4")
def test_no_enemy_base_is_entered() -> None:
    both = ground(TWO_BASES, seats=(0, 1))
    assert reach(both, "c1", 9) == "a1 d1 c2 d2 a3 b3 c3 d3 e3 f3"
    assert reach(both, "c1", 9, seat=1) == "d1 e1 c2 d2 a3 b3 c3 d3 e3 f3"


@pytest.mark.rule("AMB-21")
def test_an_unused_base_is_closed_or_floor_by_switch() -> None:
    assert "e1" not in reach(ground(TWO_BASES), "d1", 2).split()
    floor = ground(TWO_BASES, ruleset=UNUSED_FLOOR)
    assert reach(floor, "d1") == "c1 e1 c2 d2 e2"
    assert floor.walker(0).may_stand(floor.grid.parse("f1"))
    assert reach(floor, "e1") == "d1 f1 d2 e2 f2"


WIDE_BASE = """
    . . . . . . .
    . B B B B B .
    . . . . . . .
"""


@pytest.mark.rule("BASE-6", "BASE-7", "AMB-18", "AMB-25")
def test_leaving_the_base_costs_one_step_on_any_side() -> None:
    wide = ground(WIDE_BASE)
    everything_around = "a1 b1 c1 d1 e1 f1 g1 a2 g2 a3 b3 c3 d3 e3 f3 g3"
    assert reach(wide, "b2") == everything_around
    # Wherever in the base the unit is drawn.
    assert reach(wide, "f2") == everything_around


@pytest.mark.rule("BASE-6", "AMB-18")
def test_walls_around_the_base_are_respected() -> None:
    walled = ground("""
        . # .
        B B #
        B B .
    """, thin_walls=["b3 c3"])  # fmt: skip
    # c2 is a wall, b1 too: c1 is behind a closed corner, a thin wall is before c3.
    assert reach(walled, "a2") == "a1"


@pytest.mark.rule("BASE-8", "AMB-19")
def test_one_step_leads_back_in_and_the_next_out_of_another_side() -> None:
    wide = ground(WIDE_BASE)
    assert "b2" in reach(wide, "a1").split()
    # In one step to the whole base, and one more to the far side of it.
    assert "g3" in reach(wide, "a2", 2).split()
    assert steps(wide, "a2", "g2") == 2
    assert steps(wide, "a2", "f2") == 1
    assert steps(wide, "a2", "b2") == 1


@pytest.mark.rule("AMB-18")
def test_teammates_do_not_obstruct_the_base() -> None:
    wide = ground(WIDE_BASE)
    assert reach(wide, "b2", friends="c2") == reach(wide, "b2")
    grid = wide.grid
    found = wide.walker(0).path(grid.parse("a2"), grid.parse("g2"), 2, 0, 0, 0)
    assert [grid.name(space) for space in found] == ["b2", "g2"]


def test_beyond_the_base_closed_corners_still_count() -> None:
    # The way through the base is shorter than the way as the crow flies.
    behind = ground("""
        . B B B B . # .
        # B B B B # . .
        # # # # # # . #
    """)
    assert reach(behind, "a1", 9) == "b1 f1"


def test_a_path_is_a_shortest_walk_and_always_the_same() -> None:
    tower = ground(BRIDGED)
    grid = tower.grid
    walker = tower.walker(0)
    found = walker.path(grid.parse("a3"), grid.parse("c3"), 12, 0, 0, 0)
    assert [grid.name(space) for space in found] == ["a2", "b1", "c1", "d1", "e2", "e3", "d3", "c3"]
    with pytest.raises(UsageError, match="no walk of 6 steps or fewer leads from a3 to c3"):
        walker.path(grid.parse("a3"), grid.parse("c3"), 6, 0, 0, 0)


@pytest.mark.rule("BASE-6")
def test_a_path_out_of_the_base_starts_outside_and_one_into_it_ends_on_its_home() -> None:
    wide = ground(WIDE_BASE)
    grid, walker = wide.grid, wide.walker(0)
    out = walker.path(grid.parse("b2"), grid.parse("g1"), 3, 0, 0, 0)
    assert grid.names(set_of(out)) == ["g1"]
    back = walker.path(grid.parse("g1"), grid.parse("d2"), 3, 0, 0, 0)
    assert grid.names(set_of(back)) == ["b2"]


# Everything at once, against a plain search that takes one step at a time.

SIDE = 9
EVERYTHING = Allow.WALK_WALLS | Allow.ENTER_LAVA | Allow.CLIMB_TOWER | Allow.PASS_ENEMIES


def jumble(dice: Random) -> Board:
    """A random board with a base for two, two towers, a jail, and thin walls."""
    glyphs = [[dice.choice("......##~~==") for _ in range(SIDE)] for _ in range(SIDE)]
    blocks = [["TTT", "TCT", "TTT"], ["TTT", "TCT", "TTT"], ["BBB", "BBB"], ["BB", "BB"], ["J"]]
    taken: set[tuple[int, int]] = set()
    for block in blocks:
        while True:
            left, top = (dice.randrange(SIDE - size + 1) for size in (len(block[0]), len(block)))
            cells = {
                (left + i, top + j): glyph
                for j, line in enumerate(block)
                for i, glyph in enumerate(line)
            }
            margin = {(x + i, y) for x, y in cells for i in (-1, 0, 1)}
            margin |= {(x, y + i) for x, y in cells for i in (-1, 1)}
            if not taken & margin:
                break
        taken |= set(cells)
        for (x, y), glyph in cells.items():
            glyphs[y][x] = glyph
    text = "\n".join("".join(row) for row in glyphs)
    letters = "abcdefghi"
    thin = [
        f"{letters[x]}{y + 1} {letters[x + i]}{y + 1 + j}"
        for x in range(SIDE - 1)
        for y in range(SIDE - 1)
        for i, j in ((0, 1), (1, 0))
        if dice.random() < 0.06
    ]
    return board_from_text(text, thin_walls=thin)


class Plain:
    """One step at a time, straight from the rules."""

    def __init__(self, terrain: Terrain, allow: Allow) -> None:
        self.board = terrain.board
        self.ruleset = terrain.ruleset
        self.allow = allow
        self.base = terrain.base_spaces[0]
        self.foreign = terrain.board.all_bases & ~self.base
        if terrain.ruleset.unused_bases == "floor":
            self.foreign &= ~terrain.unused_bases

    def kind(self, space: Space) -> Kind | None:
        return self.board.kinds[space]

    def tower(self, space: Space) -> int | None:
        return next((n for n, tower in enumerate(self.board.towers) if tower >> space & 1), None)

    def thin(self, a: Space, b: Space) -> bool:
        return (min(a, b), max(a, b)) in self.board.thin_walls

    def ways(self, a: Space, b: Space) -> list[bool]:
        """For each way round the corner of a diagonal step, whether walls close it."""
        grid = self.board.grid
        middles = (
            grid.space(grid.column(a), grid.row(b)),
            grid.space(grid.column(b), grid.row(a)),
        )
        return [self.kind(m) is Kind.WALL or self.thin(a, m) or self.thin(m, b) for m in middles]

    def straight(self, a: Space, b: Space) -> bool:
        """True if one thin wall runs straight through the corner of a diagonal step."""
        grid = self.board.grid
        below = grid.space(grid.column(a), grid.row(b))
        beside = grid.space(grid.column(b), grid.row(a))
        return (self.thin(a, below) and self.thin(beside, b)) or (
            self.thin(a, beside) and self.thin(below, b)
        )

    def step(self, a: Space, b: Space) -> bool:
        grid, allow = self.board.grid, self.allow
        if grid.distance(a, b) != 1:
            return False
        walls = allow & Allow.WALK_WALLS
        kind = self.kind(b)
        if kind is Kind.JAIL or self.foreign >> b & 1:
            return False
        if kind is Kind.LAVA and not allow & Allow.ENTER_LAVA:
            return False
        if not walls:
            if kind is Kind.WALL:
                return False
            if grid.column(a) == grid.column(b) or grid.row(a) == grid.row(b):
                if self.thin(a, b):
                    return False
            elif all(self.ways(a, b)) and (not self.ruleset.wall_squeeze or self.straight(a, b)):
                return False
        if allow & Allow.CLIMB_TOWER:
            return True
        up, down = self.tower(b), self.tower(a)
        if up is not None and up != down:
            return self.kind(a) is Kind.BRIDGE
        if down is not None and up is None and self.ruleset.tower_exit == "bridge_only":
            return kind in {Kind.BRIDGE, Kind.LAVA}
        return True

    def walks(self, start: Space, steps: int, foes: SpaceSet, tokens: SpaceSet) -> dict[Space, int]:
        """Least steps to every space passed or reached."""
        grid = self.board.grid
        everything = spaces_in(grid.everything)
        base = spaces_in(self.base)
        seen = dict.fromkeys(base if self.base >> start & 1 else [start], 0)
        for count in range(1, steps + 1):
            for a in [space for space, n in seen.items() if n == count - 1]:
                if tokens >> a & 1 and count > 1:
                    continue
                for b in everything:
                    if foes >> b & 1 and not self.allow & Allow.PASS_ENEMIES:
                        continue
                    if b not in seen and self.step(a, b):
                        for other in base if b in base else [b]:
                            seen[other] = count
        return seen


@pytest.mark.rule("MOVE-2", "MOVE-3", "MOVE-4", "MOVE-8", "MOVE-12", "AMB-5", "AMB-6", "AMB-18")
@pytest.mark.parametrize("seed", range(60))
def test_walks_on_a_jumble_are_those_of_a_plain_search(seed: int) -> None:
    dice = Random(seed)
    board = jumble(dice)
    grid = board.grid
    ruleset = replace(
        EDITION_2021,
        tower_exit=dice.choice(["any", "bridge_only"]),
        unused_bases=dice.choice(["closed", "floor"]),
        wall_squeeze=dice.random() < 0.2,
    )
    terrain = Terrain(board, ruleset, dice.choice([(0,), (0, 1), (1,), (1, 0)]))
    allow = dice.choice([Allow.NONE, *(Allow(dice.randrange(64) & EVERYTHING) for _ in range(3))])
    walker, plain = terrain.walker(0, allow), Plain(terrain, allow)
    outside = [
        space
        for space in spaces_in(grid.everything & ~board.all_bases)
        if plain.kind(space) not in {Kind.WALL, Kind.JAIL, Kind.LAVA}
    ]
    units = dice.sample(outside, 8)
    start = dice.choice([units[0], terrain.home[0]])
    foes, friends = set_of(units[1:4]), set_of(units[4:7])
    tokens = set_of(dice.sample(outside, 3))
    steps = dice.randint(1, 7)
    walks = plain.walks(start, steps, foes, tokens)
    goals = {
        space: count
        for space, count in walks.items()
        if not (foes | friends) >> space & 1 and plain.kind(space) is not Kind.WALL
        if space == terrain.home[0] or not terrain.base_spaces[0] >> space & 1
        if space != start
    }
    found = walker.reach(start, steps, foes, friends, tokens)
    assert grid.names(found) == grid.names(set_of(goals))
    for goal, count in goals.items():
        assert walker.steps_between(start, 1 << goal, foes, friends, tokens, steps) == count
        path = walker.path(start, goal, steps, foes, friends, tokens)
        assert len(path) == count
        assert path[-1] == goal
        for space in path[:-1]:
            assert not tokens >> space & 1
            assert allow & Allow.PASS_ENEMIES or not foes >> space & 1
        for a, b in pairwise((start, *path)):
            ends = [
                spaces_in(terrain.base_spaces[0]) if x == terrain.home[0] else [x] for x in (a, b)
            ]
            assert any(plain.step(one, other) for one in ends[0] for other in ends[1])


@pytest.mark.rule("PUSH-3", "PUSH-7", "PUSH-9", "AMB-62")
@pytest.mark.parametrize("seed", range(10))
def test_pushes_go_where_a_lava_walker_could_step(seed: int) -> None:
    dice = Random(seed)
    board = jumble(dice)
    ruleset = replace(EDITION_2021, wall_squeeze=dice.random() < 0.3)
    terrain = Terrain(board, ruleset, (dice.randrange(2),))
    plain = Plain(terrain, Allow.ENTER_LAVA)
    field = board.grid.everything & ~(board.all_bases | board.walls | board.all_jails)
    for origin in spaces_in(field):
        for other in spaces_in(board.grid.neighbours(origin)):
            assert terrain.push_open(0, origin, other) == plain.step(origin, other)
