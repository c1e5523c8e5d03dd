"""Terrain: every fact about spaces of a board that no unit can change, under one ruleset.

A base is one container (AMB-18, AMB-23). In every table here a unit in its base stands on its
seat's `home`, the first space of the base in reading order, where several units may stand.
Measurements from or to a base in use take the most favorable space of that base.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from deathdome.errors import UsageError
from deathdome.geometry.grid import Space, SpaceSet, spaces_in
from deathdome.geometry.lines import SightLines
from deathdome.model.vocabulary import Allow
from deathdome.rules.walking import WALKING, Walker, barred_steps, total

if TYPE_CHECKING:
    from collections.abc import Callable

    from deathdome.geometry.grid import Grid
    from deathdome.model.board import Board
    from deathdome.model.ruleset import Ruleset

_UNKNOWN: Final = 0
_UNSEEN: Final = 1
_SEEN: Final = 2


class Terrain:
    """Distance, sight, steps and pushes over bare ground.

    Shared by all positions and matches with the same board, ruleset and bases. Immutable to
    callers; tables are filled on demand. Seats are indices of `home_bases`.
    """

    def __init__(self, board: Board, ruleset: Ruleset, home_bases: tuple[int, ...]) -> None:
        """Take the index of each seat's base; other bases are unused (AMB-21).

        Raises:
            UsageError: the board lacks a base, or two seats share one.
        """
        if len(set(home_bases)) < len(home_bases) or not all(
            0 <= base < len(board.bases) for base in home_bases
        ):
            raise UsageError(
                f'board "{board.id}" has bases 0 to {len(board.bases) - 1}, one a seat; '
                f"got {home_bases}"
            )
        self.board: Final = board
        self.ruleset: Final = ruleset
        self.home_bases: Final = home_bases
        self.grid: Final[Grid] = board.grid
        self.base_spaces: Final = tuple(board.bases[base] for base in home_bases)  # index is Seat
        self.home: Final = tuple(_first(spaces) for spaces in self.base_spaces)  # index is Seat
        self.all_bases: Final = total(self.base_spaces)  # in use
        self.homes: Final = total(1 << space for space in self.home)
        self.unused_bases: Final = board.all_bases & ~self.all_bases
        self.walls: Final = board.walls
        self.lava: Final = board.lava
        self.bridges: Final = board.bridges
        self.on_tower: Final = board.on_tower
        self.tower_centre: Final = board.tower_centre
        self.point_at: Final = {space: index for index, space in enumerate(board.points)}
        self.all_points: Final = total(1 << space for space in board.points)
        self.jail_released_at: Final = dict(
            zip(board.release_points, board.release_jails, strict=True)
        )
        self.all_release_points: Final = total(1 << space for space in board.release_points)

        size = board.grid.size
        self._size: Final = size
        self._sight: Final = sight_for(board, ruleset)
        self._barred: Final = barred_steps(board, squeeze=ruleset.wall_squeeze)
        self._open_bases: Final = self.unused_bases if ruleset.unused_bases == "floor" else 0
        # The spaces that a space means: itself, or its whole base.
        self._stands_for: Final[dict[Space, tuple[Space, ...]]] = {
            space: tuple(spaces_in(base)) for base in self.base_spaces for space in spaces_in(base)
        }
        self._distances: Final[list[bytes | None]] = [None] * size
        self._within: Final[dict[int, SpaceSet]] = {}
        # First: normal sight. Second: sight through walls.
        self._seen: Final = (bytearray(size * size), bytearray(size * size))
        self._rows: Final[tuple[list[SpaceSet | None], ...]] = ([None] * size, [None] * size)
        self._beside: Final[tuple[list[SpaceSet | None], ...]] = ([None] * size, [None] * size)
        self._walkers: Final[list[list[Walker | None]]] = [
            [None] * (max(Allow) * 2) for _ in home_bases
        ]
        self._pushes: Final[dict[tuple[int, Space, Space], bool]] = {}

    def __reduce__(self) -> tuple[Callable[..., Terrain], tuple[object, ...]]:
        return terrain_for, (self.board, self.ruleset, self.home_bases)

    def __repr__(self) -> str:
        bases = ", ".join(self.board.base_names[base] for base in self.home_bases)
        return f"<Terrain of {self.board.id}: {bases}>"

    def distance(self, a: Space, b: Space) -> int:
        """Return the spaces from a to b, ignoring obstacles (RANGE-1, AMB-14); 0 in one base."""
        row = self._distances[a]
        if row is None:
            row = self._distance_row(a)
        return row[b]

    def _distance_row(self, a: Space) -> bytes:
        rows = [self.grid.distance_row(space) for space in self._stands_for.get(a, (a,))]
        row = bytearray(map(min, *rows) if len(rows) > 1 else rows[0])
        for base in self.base_spaces:
            spaces = spaces_in(base)
            nearest = min(row[space] for space in spaces)
            for space in spaces:
                row[space] = nearest
        frozen = self._distances[a] = bytes(row)
        return frozen

    def within(self, a: Space, n: int) -> SpaceSet:
        """Return spaces at distance n or less, including `a`; each base fully or not at all."""
        key = n * self._size + a
        found = self._within.get(key)
        if found is None:
            within = self.grid.within
            found = total(within(space, n) for space in self._stands_for.get(a, (a,)))
            found = self._within[key] = self._with_whole_bases(found)
        return found

    def _with_whole_bases(self, spaces: SpaceSet) -> SpaceSet:
        if spaces & self.all_bases:
            for base in self.base_spaces:
                if spaces & base:
                    spaces |= base
        return spaces

    def sees(self, viewer: Space, target: Space, through_walls: bool = False) -> bool:
        """Return True if the two see each other (SIGHT-2, SIGHT-9); a space sees itself.

        With `through_walls` walls are transparent, but towers are not.
        """
        known = self._seen[through_walls]
        answer = known[viewer * self._size + target]
        if answer == _UNKNOWN:
            seen = self._look(viewer, target, through_walls=through_walls)
            answer = _SEEN if seen else _UNSEEN
            known[viewer * self._size + target] = known[target * self._size + viewer] = answer
        return answer == _SEEN

    def _look(self, a: Space, b: Space, *, through_walls: bool) -> bool:
        if not self.all_bases & (1 << a | 1 << b):
            return self._sight.sees(a, b, through_walls=through_walls)
        ours, theirs = self._stands_for.get(a, (a,)), self._stands_for.get(b, (b,))
        if a != ours[0] or b != theirs[0]:
            return self.sees(
                ours[0], theirs[0], through_walls
            )  # the first space of a base is its home
        return ours is theirs or any(
            self._sight.sees(one, other, through_walls=through_walls)
            for one in ours
            for other in theirs
        )

    def sight(self, viewer: Space, through_walls: bool = False) -> SpaceSet:
        """Return all spaces in sight of a space, including itself; symmetric."""
        row = self._rows[through_walls][viewer]
        if row is None:
            row = total(
                self._sight.row(space, through_walls=through_walls)
                for space in self._stands_for.get(viewer, (viewer,))
            )
            row = self._rows[through_walls][viewer] = self._with_whole_bases(row)
        return row

    def adjacent(self, a: Space, b: Space, through_walls: bool = False) -> bool:
        """Return True if the two are neighbours in sight, or in the same base (AMB-23).

        A space outside bases is not adjacent to itself.
        """
        return bool(self.adjacent_spaces(a, through_walls) >> b & 1)

    def adjacent_spaces(self, a: Space, through_walls: bool = False) -> SpaceSet:
        """Return the spaces adjacent to a space (SIGHT-8), including its own base if it has one."""
        found = self._beside[through_walls][a]
        if found is None:
            found = self.all_bases and next((b for b in self.base_spaces if b >> a & 1), 0)
            for space in self._stands_for.get(a, (a,)):
                for other in spaces_in(self.grid.neighbours(space)):
                    if self._sight.sees(space, other, through_walls=through_walls):
                        found |= 1 << other
            found = self._beside[through_walls][a] = self._with_whole_bases(found)
        return found

    def walker(self, seat: int, allow: int = Allow.NONE) -> Walker:
        """Return the walking rules of a seat's unit with these permissions (Allow flags)."""
        walkers = self._walkers[seat]
        walker = walkers[allow]
        if walker is None:
            walking = Allow(allow & int(WALKING))  # other permissions do not change walks
            walker = walkers[walking] or self._walker(self.base_spaces[seat], walking)
            walkers[allow] = walkers[walking] = walker
        return walker

    def _walker(self, base: SpaceSet, allow: Allow) -> Walker:
        open_bases = self._open_bases & ~base
        return Walker(self.board, self.ruleset, self._barred, allow, base, open_bases)

    def steps_from_base(self, base: int) -> dict[Space, int]:
        """Return the steps of ordinary walks from a base (board index) to each reachable space.

        Ignores units; other bases are closed. Leaves out the spaces of the base itself.
        """
        walker = self._walker(self.board.bases[base], Allow.NONE)
        return walker.steps_to_all(_first(self.board.bases[base]))

    def push_directions(self, attacker: Space, target: Space) -> tuple[Space, ...]:
        """Return the spaces that a push would move the target to, in reading order.

        One on a straight line, up to three on an oblique one (AMB-60, switch `push_oblique`).
        Ignores units and leaves out spaces off the board. An attacker in a base pushes from the
        base space nearest to the target.
        """
        stands_for = self._stands_for.get(attacker)
        if stands_for is not None:
            attacker = min(stands_for, key=lambda space: self.grid.squared(space, target))
        any_farther = self.ruleset.push_oblique == "any_farther"
        return tuple(spaces_away(self.grid, attacker, target, any_farther=any_farther))

    def push_open(self, seat: int, origin: Space, destination: Space) -> bool:
        """Return True if the terrain allows a push of this seat's unit onto the next space.

        Closed are walls, thin walls and closed corners (PUSH-3), jails, other teams' bases
        (PUSH-7), and towers except from a bridge or along the same tower (PUSH-9, AMB-62). Lava is
        open. The caller checks units.
        """
        key = seat, origin, destination
        answer = self._pushes.get(key)
        if answer is None:
            answer = self._pushes[key] = self._push_open(seat, origin, destination)
        return answer

    def _push_open(self, seat: int, origin: Space, destination: Space) -> bool:
        if not self.grid.neighbours(origin) >> destination & 1:
            return False
        if self._barred.get(origin, 0) >> destination & 1:
            return False
        if self.on_tower >> destination & 1:
            own = next((tower for tower in self.board.towers if tower >> origin & 1), 0)
            return bool((self.bridges >> origin | own >> destination) & 1)
        board = self.board
        ground = board.floor | board.bridges | board.lava
        return bool((ground | self.base_spaces[seat] | self._open_bases) >> destination & 1)


def _first(spaces: SpaceSet) -> Space:
    return (spaces & -spaces).bit_length() - 1


@lru_cache(maxsize=64)
def terrain_for(board: Board, ruleset: Ruleset, home_bases: tuple[int, ...]) -> Terrain:
    """Return the shared terrain of a board, ruleset and each seat's base."""
    return Terrain(board, ruleset, home_bases)


# -- straight away from an attacker ----------------------------------------------------------------


def spaces_away(grid: Grid, attacker: Space, target: Space, *, any_farther: bool) -> list[Space]:
    """Return the neighbours of `target` that are away from `attacker`, in reading order.

    One on a straight line (PUSH-2). On an oblique line, with `any_farther`, every neighbour farther
    from the attacker; otherwise the two that bracket the line (AMB-60). Spaces off the board are
    left out.
    """
    across = grid.columns[target] - grid.columns[attacker]
    down = grid.rows[target] - grid.rows[attacker]
    if not across and not down:
        return []
    if across and down and abs(across) != abs(down):
        if any_farther:
            far = grid.distance(attacker, target)
            around = spaces_in(grid.neighbours(target))
            return [space for space in around if grid.distance(attacker, space) > far]
        straight = (_sign(across), 0) if abs(across) > abs(down) else (0, _sign(down))
        steps = {straight, (_sign(across), _sign(down))}
    else:
        steps = {(_sign(across), _sign(down))}
    found = []
    for right, below in steps:
        column, row = grid.columns[target] + right, grid.rows[target] + below
        if 0 <= column < grid.width and 0 <= row < grid.height:
            found.append(grid.space(column, row))
    return sorted(found)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


# -- sight -----------------------------------------------------------------------------------------


class Sight:
    """Mutual sight between spaces; `Terrain` adds that a base is one container.

    Wall spaces neither see nor are seen, since no unit is there. All terrains with the same
    board and switches share one object, so each row is computed once.
    """

    def __init__(self, board: Board, *, lenient: bool, front_sides: bool) -> None:
        """Set the switches: `sight_touching` is lenient, `tower_facing` is front_sides."""
        self._board: Final = board
        self._front_sides: Final = front_sides
        self._walls: Final = board.walls
        self._on_tower: Final = board.on_tower
        self._centres: Final = board.tower_centre
        self._tower_of: Final = {
            space: number for number, tower in enumerate(board.towers) for space in spaces_in(tower)
        }
        self._faced: Final[dict[tuple[Space, int], SpaceSet]] = {}
        # Blocked by towers and walls; blocked by towers only, for SEE_WALLS (AMB-135).
        self._lines: Final = (
            SightLines(board.grid, board.walls | board.on_tower, board.thin_walls, lenient=lenient),
            SightLines(board.grid, board.on_tower, lenient=lenient),
        )
        size = board.grid.size
        self._rows: Final[tuple[list[SpaceSet | None], ...]] = ([None] * size, [None] * size)

    def row(self, viewer: Space, *, through_walls: bool) -> SpaceSet:
        """Return all spaces that a space sees, including itself."""
        rows = self._rows[through_walls]
        found = rows[viewer]
        if found is None:
            found = 0
            for target in spaces_in(self._board.grid.everything):
                back = rows[target]
                if (
                    self._look(viewer, target, through_walls=through_walls)
                    if back is None
                    else back >> viewer & 1
                ):
                    found |= 1 << target
            rows[viewer] = found
        return found

    def sees(self, a: Space, b: Space, *, through_walls: bool) -> bool:
        """Return True if `a` and `b` see each other; symmetric."""
        rows = self._rows[through_walls]
        row, other = rows[a], b
        if row is None:
            row, other = rows[b], a
        if row is None:
            return self._look(a, b, through_walls=through_walls)
        return bool(row >> other & 1)

    def _look(self, a: Space, b: Space, *, through_walls: bool) -> bool:
        if a == b:
            return True
        if (self._walls >> a | self._walls >> b) & 1:
            return False
        on_tower = self._on_tower
        if not (on_tower >> a | on_tower >> b) & 1:
            return self._lines[through_walls].clear(a, b)
        if on_tower >> a & on_tower >> b & 1:
            return True  # TOWER-7, AMB-13
        ground, edge = (b, a) if on_tower >> a & 1 else (a, b)
        if self._centres >> edge & 1:
            return False  # TOWER-4
        if not self.faced(ground, edge) >> edge & 1:
            return False
        # A space never blocks a line that ends on it, so only the rest of the tower blocks.
        return self._lines[through_walls].clear(ground, edge)

    def faced(self, ground: Space, edge: Space) -> SpaceSet:
        """Return the edge spaces of the tower of `edge` that face `ground` (TOWER-5, AMB-11)."""
        number = self._tower_of[edge]
        key = ground, number
        faced = self._faced.get(key)
        if faced is None:
            faced = self._faced[key] = self._sides(ground, self._board.towers[number])
        return faced

    def _sides(self, ground: Space, tower: SpaceSet) -> SpaceSet:
        grid = self._board.grid
        spaces = spaces_in(tower)
        left, top = grid.columns[spaces[0]], grid.rows[spaces[0]]
        right, bottom = grid.columns[spaces[-1]], grid.rows[spaces[-1]]
        column, row = grid.columns[ground], grid.rows[ground]
        aside = max(left - column, column - right, 0)
        ahead = max(top - row, row - bottom, 0)
        near_column = left if column < left else right
        near_row = top if row < top else bottom
        columns = aside and (aside >= ahead or self._front_sides)
        rows = ahead and (ahead >= aside or self._front_sides)
        faced = 0
        for space in spaces:
            on_side = columns and grid.columns[space] == near_column
            on_front = rows and grid.rows[space] == near_row
            if on_side or on_front:
                faced |= 1 << space
        return faced


def sight_for(board: Board, ruleset: Ruleset) -> Sight:
    """Return the shared `Sight` of a board under a ruleset."""
    return _sight(
        board,
        lenient=ruleset.sight_touching == "lenient",
        front_sides=ruleset.tower_facing == "front_sides",
    )


@lru_cache(maxsize=64)
def _sight(board: Board, *, lenient: bool, front_sides: bool) -> Sight:
    return Sight(board, lenient=lenient, front_sides=front_sides)


# -- obstacles -------------------------------------------------------------------------------------

_SAMPLES: Final = 40  # sampled points per space of the line


def obstacle(board: Board, here: Space, there: Space) -> tuple[int, bool]:
    """Return the first blocking space, and True if only its corner blocks; -1 for height alone."""
    grid = board.grid
    across, down = grid.columns[there] - grid.columns[here], grid.rows[there] - grid.rows[here]
    steps = max(abs(across), abs(down), 1) * _SAMPLES
    opaque = board.walls | board.on_tower
    for step in range(1, steps):
        column = grid.columns[here] + 0.5 + across * step / steps
        row = grid.rows[here] + 0.5 + down * step / steps
        space = grid.space(int(column), int(row))
        if space not in (here, there) and opaque >> space & 1:
            return int(space), False
    near = grid.neighbours(there) & board.walls
    corner = min(spaces_in(near), key=lambda space: grid.squared(space, here), default=None)
    return (-1, False) if corner is None else (int(corner), True)
