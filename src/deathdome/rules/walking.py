"""Walking: legal steps of a unit and the spaces it reaches (MOVE, BASE, LAVA).

A walk is a flood fill of the whole board, one dilation per step. Spaces whose steps are not
simply "all open neighbours", next to closed corners and thin walls, are looked up one by one.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from deathdome.errors import UsageError
from deathdome.geometry.grid import Grid, Space, SpaceSet, spaces_in
from deathdome.model.vocabulary import Allow

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deathdome.model.board import Board
    from deathdome.model.ruleset import Ruleset

# Permissions that change where a unit walks.
WALKING: Final = Allow.WALK_WALLS | Allow.ENTER_LAVA | Allow.CLIMB_TOWER | Allow.PASS_ENEMIES
_MAX_CACHED: Final = 1024  # cached floods of one walker, about a kilobyte each


def barred_steps(board: Board, *, squeeze: bool = False) -> dict[Space, SpaceSet]:
    """Return for each space the neighbours cut off by walls, in both directions.

    A neighbour is cut off by a thin wall on the shared border, or at a corner if a wall space or a
    thin wall closes both ways around it (AMB-5, AMB-6). With `squeeze` (switch `wall_squeeze`) a
    unit passes two walls that meet at a corner, but never a straight thin wall. Steps onto wall
    spaces are not checked.
    """
    grid, walls = board.grid, board.walls
    stride = grid.stride
    thin = set(board.thin_walls)
    barred: dict[Space, SpaceSet] = {}

    def bar(a: Space, b: Space) -> None:
        if not walls >> a & 1 and not walls >> b & 1:
            barred[a] = barred.get(a, 0) | 1 << b
            barred[b] = barred.get(b, 0) | 1 << a

    def closed(a: Space, b: Space) -> bool:
        return (min(a, b), max(a, b)) in thin

    for a, b in thin:
        bar(a, b)
    # The top left space of every 2 x 2 block whose middle a thin wall touches ...
    blocks = set()
    for a, b in thin:
        side = stride if b == a + 1 else 1
        blocks |= {a - side, a}
    # ... or in which two walls meet at the corner.
    meeting = walls & walls >> stride + 1 | walls >> 1 & walls >> stride
    blocks |= set(spaces_in(meeting & grid.everything))
    for block in blocks:
        if block < 0 or grid.columns[block] >= grid.width - 1 or block + stride >= grid.size:
            continue
        first, second = block, block + 1
        third, fourth = block + stride, block + stride + 1
        for a, b, one, other in ((first, fourth, second, third), (second, third, first, fourth)):
            around = [
                walls >> middle & 1 or closed(a, middle) or closed(middle, b)
                for middle in (one, other)
            ]
            straight = (closed(a, one) and closed(other, b)) or (
                closed(a, other) and closed(one, b)
            )
            if all(around) and (not squeeze or straight):
                bar(a, b)
    return barred


class Walker:
    """Walking rules for units of one team with certain permissions on a board.

    A base is one container (AMB-18): a unit in it stands on its first space in reading order, and
    a walk that starts there may leave on any side. A base that the walker does not own is closed,
    or floor if it is unused and the switch `unused_bases` says so.

    In all walks `foes`, `friends` and `tokens` are the spaces of standing units outside bases and
    of bug tokens. A walk may cross friends but not end on them (MOVE-7, AMB-7). It may not cross
    enemies (MOVE-6) without PASS_ENEMIES. It may end on a token but not cross it.
    """

    def __init__(
        self,
        board: Board,
        ruleset: Ruleset,
        barred: dict[Space, SpaceSet],
        allow: Allow,
        base: SpaceSet,
        open_bases: SpaceSet,
    ) -> None:
        """Take the spaces of the walker's own base, and of bases that count as floor."""
        self._grid: Final[Grid] = board.grid
        self._stride: Final = board.grid.stride
        self._barred: Final = {} if allow & Allow.WALK_WALLS else barred
        self._passes_foes: Final = bool(allow & Allow.PASS_ENEMIES)
        self._base: Final = base
        self._home: Final = base & -base
        self._towers: Final = board.towers
        self._bridges: Final = board.bridges
        self._lava: Final = board.lava if allow & Allow.ENTER_LAVA else 0
        self._no_stop: Final = board.walls if allow & Allow.WALK_WALLS else 0
        low = board.floor | board.bridges | base | open_bases | self._lava | self._no_stop
        climbs = bool(allow & Allow.CLIMB_TOWER)
        # Tower spaces reached only from a bridge or their own tower (MOVE-8).
        self._guarded: Final = 0 if climbs else board.on_tower
        self._low: Final = low | board.on_tower if climbs else low
        self._launch: Final = (
            0 if climbs else board.bridges & board.grid.dilate(board.on_tower) | board.on_tower
        )
        self._only_by_bridge: Final = ruleset.tower_exit == "bridge_only" and not climbs
        self._irregular: Final = self._irregular_spaces()
        self._safe_steps: Final = self._measure_safe_steps()
        self._steps: Final[dict[Space, SpaceSet]] = {}
        self._cache: Final[dict[tuple[int, int, int, int], list[SpaceSet]]] = {}

    def _irregular_spaces(self) -> SpaceSet:
        """Return the spaces whose steps have to be looked up one by one."""
        irregular = 0
        for space in self._barred:
            irregular |= 1 << space
        if self._guarded:
            for tower in self._towers:
                if self._only_by_bridge:
                    irregular |= tower
                else:  # two towers that touch
                    irregular |= self._grid.dilate(tower) & self._guarded & ~tower
        return irregular

    def _measure_safe_steps(self) -> list[int]:
        """Return for each space the king's moves to the nearest irregular space or the base.

        Walks shorter than that need no lookup. Index is Space.
        """
        grid = self._grid
        steps = [grid.size] * grid.size
        around = self._irregular | self._base
        done = 0
        for number in range(max(grid.width, grid.height)):
            for space in spaces_in(around & ~done):
                steps[space] = number
            done, around = around, grid.dilate(around)
        return steps

    def may_stand(self, space: Space) -> bool:
        """Return True if the terrain lets a walk end on a space; in the base, on its home only."""
        spaces = (self._low | self._guarded) & ~self._no_stop & ~self._base | self._home
        return bool(spaces >> space & 1)

    def steps_from(self, space: Space) -> SpaceSet:
        """Return the spaces one step away, ignoring units."""
        found = self._steps.get(space)
        if found is None:
            found = self._steps[space] = self._look_up_steps(space)
        return found

    def _look_up_steps(self, space: Space) -> SpaceSet:
        around = self._grid.neighbours(space) & ~self._barred.get(space, 0)
        low, high = around & self._low, around & self._guarded
        own = next((tower for tower in self._towers if tower >> space & 1), 0)
        if own:
            if self._only_by_bridge:
                # LAVA-5 still lets a unit with ENTER_LAVA step down into lava.
                low &= self._bridges | self._lava
            return low | high & own
        return low | high if self._bridges >> space & 1 else low

    def reach(
        self, start: Space, steps: int, foes: SpaceSet, friends: SpaceSet, tokens: SpaceSet
    ) -> SpaceSet:
        """Return the spaces where a walk of 1 to `steps` steps may end, without `start`.

        The walker's own base is its first space in reading order.
        """
        reached = self._floods(start, steps, foes, tokens)[-1]
        base = self._base
        if base >> start & 1:
            reached &= ~base
        elif reached & base:
            reached = reached & ~base | self._home
        return reached & ~(foes | friends | self._no_stop | 1 << start)

    def _floods(self, start: Space, steps: int, foes: SpaceSet, tokens: SpaceSet) -> list[SpaceSet]:
        """Cache `_flood`: a question is usually followed by its answer."""
        key = (start, steps, foes, tokens)
        floods = self._cache.get(key)
        if floods is None:
            if len(self._cache) >= _MAX_CACHED:
                self._cache.clear()
            floods = self._cache[key] = self._flood(start, steps, foes, tokens)
        return floods

    def steps_between(
        self,
        start: Space,
        goals: SpaceSet,
        foes: SpaceSet,
        friends: SpaceSet,
        tokens: SpaceSet,
        limit: int,
    ) -> int | None:
        """Return the minimum steps of a walk that ends on one of `goals`.

        0 if it starts on one; None if there is no such walk of at most `limit` steps.
        """
        base = self._base
        here = base if base >> start & 1 else 1 << start
        if here & goals:
            return 0
        goals &= ~(foes | friends | self._no_stop)
        if not goals:
            return None
        for number, reached in enumerate(self._floods(start, limit, foes, tokens)):
            if reached & goals:
                return number
        return None

    def steps_to_all(self, start: Space) -> dict[Space, int]:
        """Return the minimum steps to every reachable space, without units and without the base."""
        steps: dict[Space, int] = {}
        rings = self._flood(start, self._grid.size, 0, 0)
        for number, (before, reached) in enumerate(pairwise(rings), 1):
            for space in spaces_in(reached & ~(before | self._base | self._no_stop)):
                steps[space] = number
        return steps

    def path(
        self,
        start: Space,
        goal: Space,
        steps: int,
        foes: SpaceSet,
        friends: SpaceSet,
        tokens: SpaceSet,
    ) -> tuple[Space, ...]:
        """Return a shortest walk, always the same: the spaces after `start` up to `goal`.

        A base on the way appears as its first space in reading order.

        Raises:
            UsageError: no walk of at most that many steps ends there.
        """
        grid, base = self._grid, self._base
        home = self._home.bit_length() - 1
        if base >> goal & 1:
            goal = home
        if not self.reach(start, steps, foes, friends, tokens) >> goal & 1:
            way_text = f"{grid.name(start)} to {grid.name(goal)}"
            raise UsageError(f"no walk of {steps} steps or fewer leads from {way_text}")
        here = base if base >> start & 1 else 1 << start
        way = [goal]
        passed = []
        for reached in self._floods(start, steps, foes, tokens):
            if reached >> goal & 1:
                break
            passed.append(reached & ~tokens | here)
        for reached in reversed(passed):
            target = base if way[-1] == home else 1 << way[-1]
            near = grid.dilate(target) & reached & ~target
            if near & near - 1:
                # Prefer the space closest to the start in a straight line: such
                # walks look straight.
                before = min(
                    (space for space in spaces_in(near) if self.steps_from(space) & target),
                    key=lambda space: (grid.squared(start, space), space),
                )
            else:
                before = near.bit_length() - 1
            way.append(home if base >> before & 1 else before)
        return tuple(reversed(way[:-1]))

    def _flood(self, start: Space, steps: int, foes: SpaceSet, tokens: SpaceSet) -> list[SpaceSet]:
        """Return the spaces reached or crossed within 0, 1, 2 ... steps, until no more are added.

        Index is the number of steps. The base is included as all its spaces.
        """
        stride, launch = self._stride, self._launch
        low, guarded = self._low, self._guarded
        if foes and not self._passes_foes:
            low, guarded = low & ~foes, guarded & ~foes
        base, irregular = self._base, self._irregular
        if base >> start & 1:
            reached = base
            base = 0
        else:
            reached = 1 << start
            low |= reached  # a unit may stand where it could not step
            if steps < self._safe_steps[start]:
                base = irregular = 0
        tokens &= ~reached  # a walk that starts on a token leaves it
        rings = [reached]
        launched = risen = 0  # spaces used to climb towers, and the spaces climbed to
        looked_up = led_to = 0  # irregular spaces, and the spaces stepped to
        for _ in range(steps):
            source = reached & ~tokens if tokens else reached
            if irregular and source & irregular:
                for space in spaces_in(source & irregular & ~looked_up):
                    led_to |= self.steps_from(space) & (low | guarded)
                looked_up |= source & irregular
                source &= ~irregular
            dilated = source | source << 1 | source >> 1
            dilated |= dilated << stride | dilated >> stride
            found = dilated & low
            if dilated & guarded:
                risers = source & launch
                if risers != launched:
                    launched = risers
                    dilated = launched | launched << 1 | launched >> 1
                    risen = (dilated | dilated << stride | dilated >> stride) & guarded
                found |= risen
            if looked_up:
                found |= led_to | reached
            if base and found & base:
                found |= base
                base = 0
            if found == reached:
                break
            reached = found
            rings.append(found)
        return rings


def total(sets: Iterable[SpaceSet]) -> SpaceSet:
    """Return the union of sets of spaces."""
    union = 0
    for spaces in sets:
        union |= spaces
    return union
