"""What moved: the trace of the last move, and the few pictures that show it move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.model.events import Declared, Died, Pushed, Walked
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.tui.presenters.board import Cell
from deathdome.tui.presenters.pieces import drawn_units, unit_token

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import TypeAlias

    from deathdome.geometry.grid import Grid
    from deathdome.model.events import Event
    from deathdome.model.observation import Observation
    from deathdome.tui.presenters.board import Picture

    Frame: TypeAlias = Mapping[tuple[int, int], Cell]  # by column and row, over the picture

MOST_FRAMES: Final = 12
_SHOT: Final = "* "  # an attack on its way
_HIT: Final = "**"
_DEAD: Final = "xx"
_REDUCED: Final = 2  # frames of a move where little is to move


class Trace(NamedTuple):
    """The spaces of the last move in order, from where it began to where it ended."""

    spaces: tuple[int, ...] = ()

    @property
    def bits(self) -> int:
        """The same as a set."""
        found = 0
        for space in self.spaces:
            found |= 1 << space
        return found


def last_trace(events: Sequence[Event], seen: Observation) -> Trace:
    """Where the last walk, attack or push went; empty where nothing has moved yet."""
    places = {unit: space for space, unit in drawn_units(seen).items()}
    for event in reversed(events):
        match event:
            case Walked(start=start, path=path) if path:
                return Trace(tuple(space for space in (start, *path) if space >= 0))
            case Pushed(start=start, end=end):
                return Trace(tuple(space for space in (start, end) if space >= 0))
            case Declared(unit=unit, target=target) if unit >= 0 and target >= 0:
                ends = [places[who] for who in (unit, target) if who in places]
                return Trace(tuple(ends))
            case _:
                continue
    return Trace()


def frames(
    events: Iterable[Event], before: Observation, picture: Picture, *, reduced: bool = False
) -> list[Frame]:
    """Pictures to be laid over the new position, one after the other; none where nothing moved.

    `before` is the position before it and `picture` the board of that, without marks. Whoever
    moves is seen on the way and not yet where it will stand. Of many moves only the last are
    shown, so that nobody has to wait.
    """
    setup, grid = before.setup, before.setup.board.grid
    places = {unit: space for space, unit in drawn_units(before).items()}
    found: list[Frame] = []
    for event in events:
        match event:
            case Walked(unit=unit, start=start, path=path) if path:
                found += _walk(before, picture, unit, (start, *path), reduced=reduced)
                places[unit] = path[-1]
            case Pushed(unit=unit, start=start, end=end):
                found += _walk(before, picture, unit, (start, end), reduced=reduced)
                places[unit] = end
            case Declared(unit=unit, target=target) if unit in places and target in places:
                found += _attack(grid, places[unit], places[target], reduced=reduced)
            case Died(unit=unit) if unit in places:
                spot = _spot(grid, places[unit])
                look = f"seat{unit // UNITS_PER_TEAM}"
                found += [{spot: Cell(unit_token(setup, unit), look)}, {spot: Cell(_DEAD, look)}]
            case _:
                continue
    return found[-MOST_FRAMES:]


def _walk(
    before: Observation, picture: Picture, unit: int, spaces: Sequence[int], *, reduced: bool
) -> list[Frame]:
    """A unit on its way; where it will stand is empty until then."""
    way = [space for space in spaces if space >= 0]
    if len(way) < 2:
        return []
    stops = way[:-1] if not reduced else way[:1]
    grid = before.setup.board.grid
    token = Cell(unit_token(before.setup, unit), f"seat{unit // UNITS_PER_TEAM}")
    end = _spot(grid, way[-1])
    empty = picture[end[1]][end[0]]
    return [{end: empty, _spot(grid, stop): token} for stop in stops]


def _attack(grid: Grid, start: int, end: int, *, reduced: bool) -> list[Frame]:
    """Something on its way from one space to another, and the hit."""
    (column, row), (to_column, to_row) = _spot(grid, start), _spot(grid, end)
    steps = max(abs(to_column - column), abs(to_row - row))
    shot: list[Frame] = []
    for step in range(1, steps):
        spot = (
            column + round((to_column - column) * step / steps),
            row + round((to_row - row) * step / steps),
        )
        shot.append({spot: Cell(_SHOT, "token")})
    hit: Frame = {(to_column, to_row): Cell(_HIT, "token")}
    return [hit] if reduced else [*shot[-_REDUCED * 2 :], hit, hit]


def _spot(grid: Grid, space: int) -> tuple[int, int]:
    return grid.columns[space], grid.rows[space]
