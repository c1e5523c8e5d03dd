"""Clear lines, compared with every line that could matter, drawn one by one."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import TYPE_CHECKING

import pytest

from deathdome.geometry.grid import Grid, Space, SpaceSet, set_of, spaces_in
from deathdome.geometry.lines import SightLines, line_between

if TYPE_CHECKING:
    from collections.abc import Collection

SPACE = 10**9  # side of a space in the brute force, far finer than a line's shift of 1
Rectangle = tuple[int, int, int, int]
Border = tuple[Space, Space]


def rectangle(grid: Grid, space: Space) -> Rectangle:
    """Left, top, right and bottom of a space."""
    x, y = grid.column(space) * SPACE, grid.row(space) * SPACE
    return x, y, x + SPACE, y + SPACE


def thin_rectangle(grid: Grid, border: Border) -> Rectangle:
    """A thin wall as a rectangle without width."""
    a, b = border
    x, y = grid.column(b) * SPACE, grid.row(b) * SPACE
    return (x, y, x, y + SPACE) if grid.row(a) == grid.row(b) else (x, y, x + SPACE, y)


def touchable(pieces: list[Rectangle]) -> set[tuple[int, int]]:
    """Points that a lenient line may touch: corners of walls, and ends of thin walls that are free.

    A corner where a thin wall meets something else is none of them.
    """
    ends = [
        (box, corner)
        for box in pieces
        for corner in {(x, y) for x in (box[0], box[2]) for y in (box[1], box[3])}
    ]
    thin = [corner for box, corner in ends if box[0] == box[2] or box[1] == box[3]]
    meets = {corner for corner in thin if sum(corner == other for _, other in ends) > 1}
    return {corner for _, corner in ends} - meets


def some_line_is_clear(
    a: Rectangle, b: Rectangle, in_the_way: list[Rectangle], touch: Collection[object]
) -> bool:
    """True if a line through two corners is clear, exactly or moved a little to either side.

    Lines that touch nothing are an open set, so one of them runs right next to a line through two
    corners. Lines that touch one corner turn about it until they meet another.
    """
    corners = {
        (x, y) for left, top, right, bottom in (a, b, *in_the_way)
        for x in (left, right) for y in (top, bottom)
    }  # fmt: skip
    shifts = (-1, 0, 1) if touch else (-1, 1)
    for (x1, y1), (x2, y2) in combinations(sorted(corners), 2):
        aside = -_sign(y2 - y1), _sign(x2 - x1)
        for first, second in product(shifts, repeat=2):
            p = x1 + first * aside[0], y1 + first * aside[1]
            q = x2 + second * aside[0], y2 + second * aside[1]
            if _enters(p, q, a) and _enters(p, q, b) and _is_clear(p, q, a, b, in_the_way, touch):
                return True
    return False


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _sides(p: tuple[int, int], q: tuple[int, int], box: Rectangle) -> set[int]:
    left, top, right, bottom = box
    return {
        _sign((q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]))
        for x in (left, right)
        for y in (top, bottom)
    }


def _enters(p: tuple[int, int], q: tuple[int, int], box: Rectangle) -> bool:
    return {-1, 1} <= _sides(p, q, box)


def _span(
    p: tuple[int, int], q: tuple[int, int], box: Rectangle
) -> tuple[Fraction, Fraction] | None:
    """Return the part of a line from p (0) to q (1) inside a closed box."""
    start, stop = Fraction(-(10**12)), Fraction(10**12)
    for axis in (0, 1):
        low, high, step = box[axis], box[axis + 2], q[axis] - p[axis]
        if not step:
            if not low <= p[axis] <= high:
                return None
            continue
        near, far = sorted((Fraction(low - p[axis], step), Fraction(high - p[axis], step)))
        start, stop = max(start, near), min(stop, far)
    return (start, stop) if start <= stop else None


def _is_clear(
    p: tuple[int, int],
    q: tuple[int, int],
    a: Rectangle,
    b: Rectangle,
    in_the_way: list[Rectangle],
    touch: Collection[object],
) -> bool:
    spans = _span(p, q, a), _span(p, q, b)
    assert spans[0] is not None
    assert spans[1] is not None
    (_, leave), (arrive, _) = sorted((spans[0], spans[1]))
    for box in in_the_way:
        if len(_sides(p, q, box)) == 1 and 0 not in _sides(p, q, box):
            continue
        span = _span(p, q, box)
        if span is None or span[0] > arrive or span[1] < leave:
            continue
        start, stop = span
        point = p[0] + start * (q[0] - p[0]), p[1] + start * (q[1] - p[1])
        if start < stop or point not in touch:
            return False
    return True


def scatter(dice: Random, grid: Grid, walls: float, thin: float) -> tuple[SpaceSet, list[Border]]:
    """Random walls and thin walls."""
    spaces = spaces_in(grid.everything)
    blockers = set_of(space for space in spaces if dice.random() < walls)
    borders = [
        (space, space + step)
        for space in spaces
        for step in (1, grid.stride)
        if grid.everything >> space + step & 1 and dice.random() < thin
    ]
    return blockers, borders


def compare(grid: Grid, blockers: SpaceSet, thin: list[Border], *, lenient: bool) -> int:
    lines = SightLines(grid, blockers, thin, lenient=lenient)
    found = 0
    for a, b in combinations(spaces_in(grid.everything), 2):
        in_the_way = [rectangle(grid, space) for space in spaces_in(blockers & ~(1 << a | 1 << b))]
        in_the_way += [thin_rectangle(grid, border) for border in thin]
        touch = touchable(in_the_way) if lenient else set()
        expected = some_line_is_clear(rectangle(grid, a), rectangle(grid, b), in_the_way, touch)
        names = grid.name(a), grid.name(b), grid.names(blockers), thin
        assert lines.clear(a, b) == expected, names
        assert lines.clear(b, a) == expected, names
        found += expected
    return found


@pytest.mark.rule("SIGHT-2", "SIGHT-3", "SIGHT-9", "AMB-9")
@pytest.mark.parametrize("seed", range(1, 5))
def test_clear_lines_past_walls_are_those_of_the_brute_force(seed: int) -> None:
    dice = Random(seed)
    grid = Grid(dice.randint(3, 6), dice.randint(3, 4))
    blockers, _ = scatter(dice, grid, 0.3, 0)
    assert compare(grid, blockers, [], lenient=False)


@pytest.mark.rule("AMB-4", "AMB-9")
@pytest.mark.parametrize("seed", range(3))
def test_clear_lines_past_thin_walls_are_those_of_the_brute_force(seed: int) -> None:
    dice = Random(seed)
    grid = Grid(4, dice.randint(3, 4))
    blockers, thin = scatter(dice, grid, 0.15, 0.15)
    assert compare(grid, blockers, thin, lenient=False)


@pytest.mark.rule("AMB-9")
@pytest.mark.parametrize(
    "seeds", [range(2), pytest.param(range(2, 40), marks=pytest.mark.long)], ids=str
)
def test_lenient_lines_are_those_of_the_brute_force(seeds: range) -> None:
    for seed in seeds:
        dice = Random(10 + seed)
        grid = Grid(dice.randint(2, 5), dice.randint(3, 4))
        blockers, thin = scatter(dice, grid, dice.uniform(0.1, 0.6), 0.1 * (seed % 3))
        compare(grid, blockers, thin, lenient=True)


@pytest.mark.rule("SIGHT-9")
def test_whoever_is_seen_strictly_is_seen_leniently() -> None:
    dice = Random(99)
    grid = Grid(8, 8)
    for _ in range(3):
        blockers, thin = scatter(dice, grid, 0.25, 0.05)
        strict = SightLines(grid, blockers, thin)
        lenient = SightLines(grid, blockers, thin, lenient=True)
        for a, b in combinations(spaces_in(grid.everything), 2):
            assert lenient.clear(a, b) or not strict.clear(a, b)
            assert strict.clear(a, b) == strict.clear(b, a)
        assert all(strict.clear(a, a) and lenient.clear(a, a) for a in spaces_in(grid.everything))


@pytest.mark.rule("SIGHT-9")
def test_sight_past_walls_looks_the_same_in_a_mirror() -> None:
    dice = Random(5)
    grid = Grid(10, 10)
    spaces = spaces_in(grid.everything)
    blockers, _ = scatter(dice, grid, 0.2, 0)
    turned = {s: grid.space(grid.row(s), grid.column(s)) for s in spaces}
    flipped = {s: grid.space(9 - grid.column(s), grid.row(s)) for s in spaces}
    lines = SightLines(grid, blockers)
    for mirror in (turned, flipped):
        other = SightLines(grid, set_of(mirror[space] for space in spaces_in(blockers)))
        for a, b in combinations(spaces, 2):
            assert lines.clear(a, b) == other.clear(mirror[a], mirror[b])


def test_a_line_between_points_is_strict_on_both_sides() -> None:
    ends = [(0, -1), (6, -1)]
    roof = [(0, 1), (6, 1)]
    assert line_between(ends, roof)
    assert line_between([(0, -1), (3, 0), (6, -1)], roof)
    assert not line_between([(0, -1), (3, 1), (6, -1)], roof)
    # A floor between two ceilings that the line would have to bend around.
    assert line_between([(0, -1), (3, 0), (6, -1)], [(0, 1), (2, 1), (4, 1), (6, 1)])
    assert not line_between([(0, -1), (3, 0), (6, -1)], [(0, 1), (2, 0), (4, 0), (6, 1)])
    assert not line_between([(0, -1), (2, 0), (4, 0), (6, -1)], [(0, 1), (3, 0), (6, 1)])
