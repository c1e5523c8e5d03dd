"""Clear straight lines between two spaces (AMB-9).

Every answer is exact: it uses integers only and samples nothing.

Why it is simple: let the second space be to the right of and below the first (the other cases are
mirror images). Every line joining the insides of the two then falls from left to right, and such a
line touches a rectangle exactly if it touches the diagonal from the rectangle's bottom left to its
top right corner. Turn the picture by 45 degrees, with `along = x + y` and `aside = x - y`: the line
becomes a graph over `along`, and every rectangle a segment that the graph must pass on one side:
over its top right corner or under its bottom left one. All lines joining the two spaces are in a
band as wide as one such segment is long. So at each `along` a blocking space covers the whole band,
its upper part or its lower part, and the question becomes: is there a line strictly below one set
of points and strictly above another? There is one exactly if the convex hulls of the two sets do
not meet. Only thin walls, which are shorter, can leave both sides open; then both are tried.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from deathdome.geometry.grid import Grid, Space, SpaceSet, set_of, spaces_in

if TYPE_CHECKING:
    from collections.abc import Iterable

Point: TypeAlias = tuple[int, int]  # (along, aside) unless said otherwise
Border: TypeAlias = tuple[Space, Space]  # two orthogonal neighbours, the smaller first

# In the lenient reading a line may touch some corners and must keep clear of others. The first are
# moved back by one part; the others, and the borders of the two spaces, are pushed out by many.
# Both shifts are smaller than any difference between integer corners (1/240 of a space on the
# largest board), and the first is negligible compared with the second, so the answer is exact.
_PARTS: Final = 1 << 40  # parts per side of a space
_MARGIN: Final = 1 << 28
# Lines to try first, by start and end: height above the middle of the band, in sixteenths of half
# its thickness.
_SLANTS: Final = ((15, -15), (-15, 15), (15, 0), (-15, 0), (0, 15), (0, -15))


class _Band(NamedTuple):
    """Spaces that lines of one displacement can touch; sets start at the box's top left."""

    whole: SpaceSet  # covers the band: no line gets past
    over: SpaceSet  # covers the upper part: the line must stay below it
    under: SpaceSet  # covers the lower part: the line must stay above it
    all: SpaceSet
    opposite: int  # shifts a space `over` onto the one `under` on the same diagonal
    lines: tuple[SpaceSet, ...]  # spaces that single lines touch: often one of these lines is clear


class SightLines:
    """Clear lines past one set of blocking spaces and thin walls.

    `lenient` is the second value of the switch `sight_touching`: a line may touch a corner of a
    wall, or the free end of a thin wall, but never run along a face. It passes between two walls
    that meet only at a corner. A thin wall that meets another wall leaves no gap there.
    """

    def __init__(
        self,
        grid: Grid,
        blockers: SpaceSet,
        thin_walls: Iterable[Border] = (),
        *,
        lenient: bool = False,
    ) -> None:
        self.grid: Final = grid
        self.blockers: Final = blockers
        self.thin_walls: Final = frozenset(thin_walls)
        self.lenient: Final = lenient
        # Thin walls by direction, stored as their left or upper space.
        self._upright: Final = set_of(a for a, b in self.thin_walls if b == a + 1)
        self._level: Final = set_of(a for a, b in self.thin_walls if b > a + 1)
        self._columns: Final = grid.columns
        self._rows: Final = grid.rows
        # [row difference][column difference]; negative columns count from the end
        self._bands: Final[list[list[_Band | None]]] = [
            [None] * (2 * grid.width) for _ in range(grid.height)
        ]
        self._thin_ends: Final = Counter(
            corner for a, b in self.thin_walls for corner in border_ends(grid, a, b)
        )

    def clear(self, a: Space, b: Space) -> bool:
        """Return True if a line from inside `a` to inside `b` is clear; both never block.

        Symmetric, and True for a space and itself.
        """
        if a > b:
            a, b = b, a
        across = self._columns[b] - self._columns[a]
        down = self._rows[b] - self._rows[a]
        band = self._bands[down][across]
        if band is None:
            band = self._bands[down][across] = _band(self.grid.stride, across, down)
        corner = a if across >= 0 else a + across
        box = self.blockers >> corner
        if box & band.whole:
            return False
        if self.thin_walls or self.lenient:
            if not across or not down:
                thin_ones = self._level if down else self._upright
                return a == b or not thin_ones >> corner & (band.all | 1)
            thin = self._thin_walls_in(band.all << corner | 1 << a | 1 << b)
            if thin or self.lenient:
                return self._slanted(a, b, across, down, box & band.all, thin)
        over = box & band.over
        under = box & band.under
        if not over or not under:
            return True  # one edge of the band is completely free
        if under & over << band.opposite:
            return False  # a diagonal is closed
        for line in band.lines:
            if not box & line:
                return True
        return self._between(abs(across), down, over, under, mirrored=across < 0)

    def _between(
        self, across: int, down: int, over: SpaceSet, under: SpaceSet, *, mirrored: bool
    ) -> bool:
        """Return True if a line runs below the spaces `over` and above the spaces `under`.

        Both sets are relative to the box.
        """
        end, lean = across + down, across - down
        columns, rows = self._columns, self._rows
        # Only the end of a space's diagonal that reaches into the band matters. Reading order is
        # the order along the band, except for mirrored rows.
        ceiling, floor = [(0, 1)], [(0, -1)]
        for space in spaces_in(over):
            column, row = across - columns[space] if mirrored else columns[space], rows[space]
            ceiling.append((column + row, column - row - 1))
        for space in spaces_in(under):
            column, row = across - columns[space] if mirrored else columns[space], rows[space]
            floor.append((column + row, column - row + 1))
        if mirrored:
            ceiling.sort()
            floor.sort()
        ceiling.append((end, lean + 1))
        floor.append((end, lean - 1))
        return line_between(floor, ceiling)

    def _thin_walls_in(self, spaces: SpaceSet) -> list[Border]:
        """Return the thin walls between two spaces of a set."""
        stride = self.grid.stride
        upright = self._upright & spaces & spaces >> 1
        level = self._level & spaces & spaces >> stride
        return [(space, space + 1) for space in spaces_in(upright)] + [
            (space, space + stride) for space in spaces_in(level)
        ]

    def _slanted(
        self, a: Space, b: Space, across: int, down: int, box: SpaceSet, thin: list[Border]
    ) -> bool:
        """Return the answer for two spaces in different rows and columns, piece by piece.

        `box` and `thin` are all possible obstacles.
        """
        grid, blockers = self.grid, self.blockers & ~(1 << a | 1 << b)
        width, unit = abs(across), _PARTS if self.lenient else 1
        left, top = self._columns[a] if across >= 0 else self._columns[b], self._rows[a]
        length, lean = width + down, width - down
        band = _Edges(unit, length, lean, _MARGIN if self.lenient else 0)
        for space in spaces_in(box):
            column, row = self._columns[space], self._rows[space]
            x, y = column + left, row + top
            # Only two corners matter to a line that falls to the right, mirrored if necessary.
            low, high = ((x, y + 1), (x + 1, y)) if across >= 0 else ((x + 1, y + 1), (x, y))
            near, far = self._give(low), self._give(high)
            if across < 0:
                column = width - column
            x1, y1, x2, y2 = column * unit, row * unit, (column + 1) * unit, (row + 1) * unit
            if not band.add(x1 + near, y1 + far, x2 - far, y2 - near):
                return False
        right, bottom = (width + 1) * unit, (down + 1) * unit
        for border in thin:
            (x1, y1), (x2, y2) = border_ends(grid, *border)
            x1, x2 = (x1 - left) * unit, (x2 - left) * unit
            y1, y2 = (y1 - top) * unit, (y2 - top) * unit
            if self.lenient:
                first, second = (
                    1 if self._is_free(end, blockers) else -_MARGIN
                    for end in border_ends(grid, *border)
                )
                if x1 == x2:
                    y1, y2 = y1 + first, y2 - second
                else:
                    x1, x2 = x1 + first, x2 - second
            if across < 0:
                x1, x2 = right - x2, right - x1
            if not band.add(max(x1, 0), max(y1, 0), min(x2, right), min(y2, bottom)):
                return False
        return band.line_exists()

    def _give(self, corner: Point) -> int:
        """Return the parts by which a wall's corner (x, y) is moved back; negative: pushed out."""
        if not self.lenient:
            return 0
        return -_MARGIN if self._thin_ends[corner] else 1

    def _is_free(self, corner: Point, blockers: SpaceSet) -> bool:
        """Return True if a thin wall ending at the corner (x, y) meets no other wall there."""
        if self._thin_ends[corner] > 1:
            return False
        x, y = corner
        for row in (y - 1, y):
            for column in (x - 1, x):
                inside = 0 <= column < self.grid.width and 0 <= row < self.grid.height
                if inside and blockers >> self.grid.space(column, row) & 1:
                    return False
        return True


class _Edges:
    """Limits above and below a falling line between two spaces, collected piece by piece.

    Coordinates are multiplied by `unit`; the two spaces are at (0, 0) and `length`, `lean` of it.
    The line stays `margin` parts inside both spaces.
    """

    def __init__(self, unit: int, length: int, lean: int, margin: int) -> None:
        self._unit = unit
        self._length = length
        self._lean = lean
        first, last = unit, (length + 1) * unit
        self._ceiling = {first: unit - margin, last: (lean + 1) * unit - margin}
        self._floor = {first: margin - unit, last: (lean - 1) * unit + margin}
        self._undecided: list[tuple[Point, Point]] = []

    def add(self, x1: int, y1: int, x2: int, y2: int) -> bool:
        """Add a rectangle to keep clear of; return False if no line can."""
        low, high = (x1 + y2, x1 - y2), (x2 + y1, x2 - y1)
        # Heights above the middle line of the band, which is 2 * room thick.
        low_height, high_height = self._height(low), self._height(high)
        room = self._unit * self._length
        if low_height >= room or high_height <= -room:
            return True  # outside the band
        below, above = low_height > -room, high_height < room
        if below and above:
            self._undecided.append((low, high))
        elif below:
            self._ceiling[low[0]] = min(low[1], self._ceiling.get(low[0], low[1]))
        elif above:
            self._floor[high[0]] = max(high[1], self._floor.get(high[0], high[1]))
        return below or above

    def _height(self, point: Point) -> int:
        along, aside = point
        return aside * self._length - self._lean * (along - self._unit)

    def line_exists(self) -> bool:
        """Return True if some line keeps clear of all rectangles."""
        return _line_exists(self._floor, self._ceiling, self._undecided)


def _line_exists(
    floor: dict[int, int], ceiling: dict[int, int], undecided: list[tuple[Point, Point]]
) -> bool:
    if not line_between(sorted(floor.items()), sorted(ceiling.items())):
        return False
    if not undecided:
        return True
    (low, high), rest = undecided[0], undecided[1:]
    lowered = {**ceiling, low[0]: min(low[1], ceiling.get(low[0], low[1]))}
    if _line_exists(floor, lowered, rest):
        return True
    raised = {**floor, high[0]: max(high[1], floor.get(high[0], high[1]))}
    return _line_exists(raised, ceiling, rest)


def line_between(floor: list[Point], ceiling: list[Point]) -> bool:
    """Return True if a straight line runs strictly above all floor and below all ceiling points.

    Points are (along, height), sorted, one a position; both lists begin and end at the same two.
    """
    roof = _hull_from_below(ceiling)
    # The floor is turned upside down, so that one kind of hull works for both.
    ground = _hull_from_below([(x, -y) for x, y in floor])
    return _all_below([(x, -y) for x, y in ground], roof) and _all_below(
        [(x, -y) for x, y in roof], ground
    )


def _hull_from_below(points: list[Point]) -> list[Point]:
    """Return the lower convex hull; points are sorted, one a position."""
    hull: list[Point] = []
    for x, y in points:
        while len(hull) > 1:
            (x1, y1), (x2, y2) = hull[-2], hull[-1]
            if (x2 - x1) * (y - y1) > (y2 - y1) * (x - x1):
                break
            hull.pop()
        hull.append((x, y))
    return hull


def _all_below(points: list[Point], chain: list[Point]) -> bool:
    """Return True if every point is strictly below a chain that begins and ends with them."""
    link = 1
    for x, y in points:
        while chain[link][0] < x:
            link += 1
        (x1, y1), (x2, y2) = chain[link - 1], chain[link]
        if (y - y1) * (x2 - x1) >= (y2 - y1) * (x - x1):
            return False
    return True


@lru_cache(maxsize=4096)
def _band(stride: int, across: int, down: int) -> _Band:
    """Return the band from a space to one `across` columns to the right and `down` rows below.

    The space in column i, row j of the box is on the diagonal i + j. The middle of the band
    crosses each diagonal either in the middle of a space or between two of them.
    """
    width = abs(across)
    length = width + down
    whole = over = under = 0
    single = [0] * len(_SLANTS)
    for diagonal in range(1, length):
        column, rest = divmod(diagonal * width, length)
        for i in (column, column + 1) if rest else (column,):
            bit = 1 << (diagonal - i) * stride + (i if across >= 0 else width - i)
            if not rest:
                whole |= bit
            elif i > column:
                over |= bit
            else:
                under |= bit
            # Height of the space above the middle of the band, and of each line: times 16 * length.
            height = 32 * (i * length - diagonal * width)
            for number, (start, stop) in enumerate(_SLANTS):
                line = start * (length - diagonal) + stop * diagonal
                if abs(height - line) <= 16 * length:
                    single[number] |= bit
    opposite = stride - 1 if across >= 0 else stride + 1
    return _Band(whole, over, under, whole | over | under, opposite, tuple(single))


def border_ends(grid: Grid, a: Space, b: Space) -> tuple[Point, Point]:
    """Return both ends (x, y) of the border of two neighbours, `a` left of or above `b`."""
    x, y = grid.columns[b], grid.rows[b]
    return (x, y), (x, y + 1) if grid.rows[a] == y else (x + 1, y)
