"""Animations: events as lists of frames, over the position before them.

Seven have names: close combat, ranged, splash, push, lava death, payback, pager. Each is a list of
cells over the board. An attack goes through four stages in the panel at the same time.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.model.events import (
    AbilityUsed,
    Died,
    Healed,
    Jailed,
    Pushed,
    Reckoned,
    Walked,
    Wounded,
)
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.tui.presenters.assaults import assault_at, is_pager, is_ranged
from deathdome.tui.presenters.attack_panel import Room, Stage, attack_rows
from deathdome.tui.presenters.board import Cell, Marks, board_picture, ground_picture
from deathdome.tui.presenters.pieces import drawn_units, unit_token

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import TypeAlias

    from deathdome.model.events import Event
    from deathdome.model.observation import Observation
    from deathdome.stage.text import Line
    from deathdome.tui.glyphs import GlyphSet
    from deathdome.tui.presenters.assaults import Assault, Struck

    Spot: TypeAlias = tuple[int, int]  # column and row
    Cells: TypeAlias = Mapping[Spot, Cell]

STEP: Final = 0.05  # seconds of a frame, unless it says otherwise
LONGEST: Final = 1.2  # seconds of a show at the slowest pace
_CARDS_DOWN: Final = 0.2  # seconds of each stage of an attack
_ATTACKER_TURNS: Final = 0.3
_DEFENDER_TURNS: Final = 0.2
_RESULT: Final = 0.5
_SHRINKS: Final = 5  # frames in which the bar loses its wounds
_SLOW: Final = 2 * STEP
_WALK: Final = 12  # frames of a walk at most: of a longer one the end is shown
_PAGED: Final = 8  # frames of a walk that answers a pager
_SLIDES: Final = 6  # frames of a slide to a jail at most
_AIMED: Final = 4  # frames in which the line of fire grows


@dataclass(frozen=True, slots=True)
class Frame:
    """Layers over the screen for a moment; by default the present position alone."""

    cells: Cells = field(default_factory=dict)
    seconds: float = STEP  # at the slowest pace
    dims: bool = False  # True if the board is darker, apart from the cells
    panel: tuple[Line, ...] = ()  # rows in place of the whole panel
    banner: tuple[Line, ...] = ()  # rows over the whole width; they dim the board
    top: int = 0  # row of the screen at which the banner begins
    header: tuple[Line, ...] = ()  # rows in place of the first of the header


class Show(NamedTuple):
    """Frames that belong together."""

    frames: tuple[Frame, ...]
    swallows: bool = True  # True if the show swallows the key that ends it
    stays: tuple[Line, ...] = ()  # rows of the panel from the end of the show to the next key
    name: str = ""

    @property
    def seconds(self) -> float:
        """The length at the slowest pace."""
        return sum(frame.seconds for frame in self.frames)

    @property
    def reduced(self) -> Show:
        """The first and the last frame alone."""
        if len(self.frames) < 3:
            return self
        return self._replace(frames=(self.frames[0], self.frames[-1]))


def moving(cells: Iterable[Cells], name: str = "") -> Show:
    """Return a show of cells over the board, which a key ends and still does its work."""
    return Show(tuple(Frame(each) for each in cells), swallows=False, name=name)


class World:
    """The board while events are shown: which unit is where, over the position after them."""

    def __init__(
        self,
        before: Observation,
        after: Observation,
        glyphs: GlyphSet,
        names: tuple[str, ...] = (),
    ) -> None:
        """Begin with the position `before` the events; spaces are large with `names`."""
        self.before, self.glyphs = before, glyphs
        self.picture = board_picture(before, Marks(), glyphs, names=names)
        self._grid = before.setup.board.grid
        self._at = {unit: self.spot(space) for space, unit in drawn_units(before).items()}
        self._first = dict(self._at)
        self._fell: dict[int, Spot] = {}
        self._ends = {unit: self.spot(space) for space, unit in drawn_units(after).items()}
        self._ground = ground_picture(before, glyphs, large=bool(names))

    def spot(self, space: int) -> Spot:
        """Return column and row of a space."""
        return self._grid.columns[space], self._grid.rows[space]

    def at(self, unit: int) -> Spot | None:
        """Return where a unit is now; None if it is not drawn."""
        return self._at.get(unit)

    def move(self, unit: int, space: int) -> None:
        """Put a unit on a space."""
        self._at[unit] = self.spot(space)

    def take(self, unit: int) -> None:
        """Take a unit off the board."""
        spot = self._at.pop(unit, None)
        if spot is not None:
            self._fell[unit] = spot

    def way_to_jail(self, unit: int) -> list[Spot]:
        """Return the spots from where a unit fell to its space in a jail, both included."""
        self.take(unit)
        start, end = self._fell.get(unit), self._ends.get(unit)
        if start is None or end is None:
            return []
        return [start, *_line(start, end), end]

    def ground(self, spot: Spot) -> Cell:
        """Return a space without its unit."""
        return self._ground[spot[1]][spot[0]]

    def tile(self, unit: int, look: str = "") -> Cell:
        """Return a unit as it was before, or in another look."""
        spot = self._first.get(unit)
        token = unit_token(self.before.setup, unit)
        cell = Cell(token, f"unit{unit // UNITS_PER_TEAM}")
        if spot is not None:
            cell = self.picture[spot[1]][spot[0]]
        return Cell(cell.text, look) if look else cell._replace(marks=0)

    def still(self, *bright: int) -> dict[Spot, Cell]:
        """Return the cells that differ from the position after the events, and these units."""
        cells: dict[Spot, Cell] = {}
        taken = set(self._at.values())
        for unit, end in self._ends.items():
            if self._at.get(unit) != end and end not in taken:
                cells[end] = _dark(self.ground(end))
        for unit, spot in self._at.items():
            if unit in bright:
                cells[spot] = self.tile(unit)
            elif self._ends.get(unit) != spot:
                cells[spot] = _dark(self.tile(unit))
        return cells


def _dark(cell: Cell) -> Cell:
    """Return a cell that is as dark as the board around it."""
    looks = tuple(f"{look} dim" for look in cell.looks)
    return cell._replace(look=f"{cell.look} dim", looks=looks)


# -- the seven -------------------------------------------------------------------------------------


def close_combat(world: World, attacker: int, struck: Sequence[Struck]) -> list[Cells]:
    """Return the blow: both fighters lit, a clash, then what becomes of the target."""
    lit = _lit(world, attacker, struck)
    spots = [spot for one in struck if (spot := world.at(one.unit)) is not None]
    clash = {**lit, **dict.fromkeys(spots, Cell("**", "shot"))}
    return [clash, *_hurt(world, attacker, struck)]


def ranged(world: World, attacker: int, struck: Sequence[Struck]) -> list[Cells]:
    """Return the shot: a dot along the line of fire, then what becomes of the target."""
    lit = _lit(world, attacker, struck)
    target = world.at(struck[0].unit) if struck else None
    way = _line(world.at(attacker), target)
    stops = way if len(way) < _AIMED else [way[len(way) * part // 3] for part in range(3)]
    shots = [{**lit, **aimed(world, way), spot: Cell("* ", "shot")} for spot in stops]
    return [*shots, *_hurt(world, attacker, struck)]


def splash(world: World, centre: Spot, attacker: int, struck: Sequence[Struck]) -> list[Cells]:
    """Return the burst: a ring around the centre, then what becomes of all that it hits."""
    lit = _lit(world, attacker, struck)
    column, row = centre
    high, wide = len(world.picture), len(world.picture[0])
    ring = {
        (x, y): Cell("* ", "shot")
        for x in range(max(0, column - 1), min(wide, column + 2))
        for y in range(max(0, row - 1), min(high, row + 2))
        if (x, y) not in lit and (x, y) != centre
    }
    core = {centre: Cell("**", "shot")} if world.at(attacker) != centre else {}
    return [{**lit, **core}, {**ring, **lit, **core}, *_hurt(world, attacker, struck)]


def push(world: World, unit: int, path: Sequence[int]) -> list[Cells]:
    """Return a unit that is pushed from space to space; it stays on the last."""
    found: list[Cells] = []
    for space in path:
        world.move(unit, space)
        spot = world.spot(space)
        found.append({**world.still(), spot: world.tile(unit, "hit")})
    return found


def lava_death(world: World, unit: int) -> list[Cells]:
    """Return a unit that sinks in the lava where it is."""
    spot, token = world.at(unit), unit_token(world.before.setup, unit)
    if spot is None:
        return []
    world.take(unit)
    sinking = [Cell(token, "lava3"), Cell(f"~{token[1]}", "lava3"), Cell("~~", "lava3")]
    return [{**world.still(), spot: cell} for cell in sinking for _ in range(2)]


def payback(world: World, attacker: int, struck: Sequence[Struck]) -> list[Cells]:
    """Return the blow that comes back: the unit that pays flashes, then it hits."""
    lit = _lit(world, attacker, struck)
    spot = world.at(attacker)
    flash = {**lit, spot: world.tile(attacker, "flash")} if spot is not None else lit
    way = _line(spot, world.at(struck[0].unit) if struck else None)
    back = {**flash, **dict.fromkeys(way, Cell("* ", "shot"))}
    return [flash, back, *_hurt(world, attacker, struck)]


def pager(
    world: World, bearer: int, path: Sequence[int], friend: int = -1, healed: int = 0
) -> list[Cells]:
    """Return a pager: its bearer flashes, walks to a wounded teammate and heals it."""
    here = world.at(bearer)
    if here is None:
        return []
    found: list[Cells] = [{**world.still(), here: world.tile(bearer, "flash")}] * 3
    for space in path[-_PAGED:]:
        world.move(bearer, space)
        found.append({**world.still(bearer), world.spot(space): world.tile(bearer)})
    there = world.at(friend)
    if there is not None and healed:
        found += [{**world.still(bearer), there: _heals(healed)}] * 5
    return found


def _heals(wounds: int) -> Cell:
    return Cell(f"+{min(wounds, 9)}", "heal")


def slide(world: World, unit: int) -> list[Cells]:
    """Return the tile of a dead unit that slides to its jail as a dot."""
    way = world.way_to_jail(unit)
    sign = world.glyphs.threat if world.glyphs.shaped else "*"
    dot = Cell(f"{sign} ", f"unit{unit // UNITS_PER_TEAM}")
    stops = way[1:-1]
    if len(stops) > _SLIDES:
        stops = [stops[len(stops) * part // _SLIDES] for part in range(_SLIDES)]
    return [{**world.still(), spot: dot} for spot in (*stops, *way[-1:])]


def selected(world: World, unit: int) -> Show:
    """Return the flash of a unit that is selected: its own colour, then white."""
    spot = world.at(unit)
    if spot is None:
        return Show(())
    frames = (
        Frame({spot: world.tile(unit)}),
        Frame({spot: world.tile(unit, "flash")}, _SLOW),
    )
    return Show(frames, swallows=False, name="selection")


# -- parts -----------------------------------------------------------------------------------------


def aimed(world: World, way: Sequence[Spot], part: float = 1.0) -> Cells:
    """Return the line of fire, drawn so far."""
    sign = world.glyphs.threat if world.glyphs.shaped else "*"
    return {spot: Cell(f"{sign} ", "aim") for spot in way[: round(len(way) * part)]}


def _line(start: Spot | None, end: Spot | None) -> list[Spot]:
    """Return the spots between two others."""
    if start is None or end is None:
        return []
    steps = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
    return [
        (
            start[0] + round((end[0] - start[0]) * step / steps),
            start[1] + round((end[1] - start[1]) * step / steps),
        )
        for step in range(1, steps)
    ]


def _lit(world: World, attacker: int, struck: Sequence[Struck]) -> dict[Spot, Cell]:
    """Return the fighters, the attacker in the colour of attention."""
    lit = world.still(*(one.unit for one in struck))
    spot = world.at(attacker)
    if spot is not None:
        cell = world.tile(attacker, f"active{attacker // UNITS_PER_TEAM}")
        text = cell.text if len(cell.text) > 2 else cell.text.upper()
        lit[spot] = cell._replace(text=text)
    return lit


def _hurt(world: World, attacker: int, struck: Sequence[Struck]) -> list[Cells]:
    """Return targets that turn white, then coral; then they are pushed, burn, fall or die."""
    lit = _lit(world, attacker, struck)
    found: list[Cells] = []
    for look in ("flash", "hit", "hit"):
        cells = dict(lit)
        for one in struck:
            spot = world.at(one.unit)
            if spot is not None and (one.wounds or look == "flash"):
                cells[spot] = world.tile(one.unit, look)
        found.append(cells)
    here = {spot: cell for spot, cell in lit.items() if spot == world.at(attacker)}
    for one in struck:
        if one.path:
            found += [{**here, **cells} for cells in push(world, one.unit, one.path[1:])]
        if one.burned:
            found += [{**here, **cells} for cells in lava_death(world, one.unit)]
    last = _lit(world, attacker, [one for one in struck if not one.dead])
    for one in struck:
        spot = world.at(one.unit)
        if spot is None:
            continue
        if one.dead:
            last[spot] = Cell("><", "hit")
        elif one.down:
            cell = world.tile(one.unit, f"down{one.unit // UNITS_PER_TEAM}")
            last[spot] = cell._replace(text=cell.text[::-1]) if len(cell.text) == 2 else cell
    return [*found, last]


# -- attacks ---------------------------------------------------------------------------------------


def attack_show(assault: Assault, world: World, room: Room) -> Show:
    """Return an attack in four stages, 1.2 seconds in all."""
    before, struck = world.before, assault.struck
    hit = [one for one in struck if world.at(one.unit) is not None]
    lit = _lit(world, assault.attacker, hit)
    far = is_ranged(assault, before) and not assault.spreads
    way = _line(world.at(assault.attacker), world.at(struck[0].unit)) if far else []
    line_of_fire = {**aimed(world, way), **lit}

    def rows(stage: Stage, *, skips: bool = True) -> tuple[Line, ...]:
        if not room.height:
            return ()
        return attack_rows(assault, stage, before, room, skips=skips)

    frames: list[Frame] = []
    parts = _AIMED if way else 1
    for part in range(parts):
        growing = {**aimed(world, way, (part + 1) / parts), **lit}
        frames.append(Frame(growing, _CARDS_DOWN / parts, dims=True, panel=rows(Stage())))
    mine, theirs = len(assault.cards), max(len(one.cards) for one in struck)
    for shown in _turns(mine, _ATTACKER_TURNS):
        stage = Stage(attack=shown)
        seconds = _ATTACKER_TURNS / len(_turns(mine, _ATTACKER_TURNS))
        frames.append(Frame(line_of_fire, seconds, dims=True, panel=rows(stage)))
    turns = _turns(theirs, _DEFENDER_TURNS)
    for shown in turns:
        stage = Stage(mine, shown, summed=shown == theirs)
        seconds = _DEFENDER_TURNS / len(turns)
        frames.append(Frame(line_of_fire, seconds, dims=True, panel=rows(stage)))
    name, blow = _blow(assault, world, hit, far=far)
    for at, cells in enumerate(blow):
        stage = Stage(mine, theirs, summed=True, result=min(1.0, (at + 1) / _SHRINKS))
        seconds = _RESULT / len(blow)
        frames.append(Frame(cells, seconds, dims=True, panel=rows(stage)))
    for one in struck:
        if one.dead:
            world.take(one.unit)
    done = Stage(mine, theirs, summed=True, result=1.0)
    return Show(tuple(frames), stays=rows(done, skips=False), name=name)


def _turns(cards: int, seconds: float) -> list[int]:
    """Return how many cards are face up in each frame: one more each time, or several."""
    frames = max(1, min(cards, round(seconds / STEP)))
    return [-(-cards * (frame + 1) // frames) for frame in range(frames)]


def _blow(
    assault: Assault, world: World, hit: Sequence[Struck], *, far: bool
) -> tuple[str, list[Cells]]:
    """Return the name and the cells of the last stage, at least so many that the bar shrinks."""
    attacker = assault.attacker
    centre = world.at(assault.target if assault.target >= 0 else attacker)
    if assault.spreads and centre is not None:
        name, cells = "splash", splash(world, centre, attacker, hit)
    elif assault.declared.payback:
        name, cells = "payback", payback(world, attacker, hit)
    elif far:
        name, cells = "ranged", ranged(world, attacker, hit)
    else:
        name, cells = "close combat", close_combat(world, attacker, hit)
    return name, [*cells, *cells[-1:] * (_SHRINKS + 3 - len(cells))]


# -- a whole answer --------------------------------------------------------------------------------


def shows_of(
    events: Sequence[Event],
    since: int,
    before: Observation,
    after: Observation,
    room: Room,
    names: tuple[str, ...] = (),
) -> list[Show]:
    """Return the shows of the events from number `since` on, which led from `before` to `after`.

    `events` are all that the viewer has seen: an attack was declared before its totals are known.
    A `room` without rows leaves the panel alone.
    """
    world = World(before, after, room.glyphs, names)
    shows: list[Show] = []
    at = since
    while at < len(events):
        show, at = _next(events, at, world, room)
        if show is not None and show.frames:
            shows.append(show)
    return shows


def _next(events: Sequence[Event], at: int, world: World, room: Room) -> tuple[Show | None, int]:
    """Return the show that begins with an event, and the number of the event after it."""
    event = events[at]
    match event:
        case Reckoned():
            assault, end = assault_at(events, at, world.before)
            return attack_show(assault, world, room), end
        case AbilityUsed(unit, ability) if is_pager(world.before, ability) and unit >= 0:
            return _paged(events, at, world, unit)
        case Walked(unit=unit, start=start, path=path) if path:
            found: list[Cells] = []
            for space in (start, *path[:-1])[-_WALK:]:
                world.move(unit, space)
                found.append(world.still(unit))
            world.move(unit, path[-1])
            return moving(found, "walk"), at + 1
        case Pushed(unit=unit, start=start):
            spaces = [start]
            while at < len(events) and isinstance(pushed := events[at], Pushed):
                if pushed.unit != unit:
                    break
                spaces.append(pushed.end)
                at += 1
            cells = push(world, unit, spaces)
            if at < len(events) and isinstance(dead := events[at], Died) and dead.lava:
                return Show(_slowly([*cells, *lava_death(world, unit)]), name="lava death"), at + 1
            return Show(_slowly(cells), name="push"), at
        case Died(unit=unit, lava=True):
            return Show(_slowly(lava_death(world, unit)), name="lava death"), at + 1
        case Healed():
            healing = world.still()
            while at < len(events) and isinstance(heals := events[at], Healed):
                spot = world.at(heals.unit)
                if spot is not None and heals.wounds:
                    healing[spot] = _heals(heals.wounds)
                at += 1
            return moving([healing] * 5, "heal"), at
        case Wounded(unit=unit) if (spot := world.at(unit)) is not None:
            hit = {**world.still(), spot: world.tile(unit, "hit")}
            return moving([hit] * 3, "wound"), at + 1
        case Died(unit=unit) if (spot := world.at(unit)) is not None:
            world.take(unit)
            dead_ = {**world.still(), spot: Cell("><", "hit")}
            return moving([dead_] * 3, "death"), at + 1
        case Jailed(unit=unit):
            return moving(slide(world, unit), "jail"), at + 1
        case _:
            return None, at + 1


def _slowly(cells: Sequence[Cells]) -> tuple[Frame, ...]:
    seconds = min(_SLOW, LONGEST / max(1, len(cells)))
    return tuple(Frame(each, seconds) for each in cells)


def _paged(events: Sequence[Event], at: int, world: World, bearer: int) -> tuple[Show | None, int]:
    """Return the show of a pager with the walk and the healing that follow it."""
    path: tuple[int, ...] = ()
    friend, healed = -1, 0
    at += 1
    while at < len(events):
        match events[at]:
            case Walked(unit=unit, path=steps) if unit == bearer and not path and friend < 0:
                path = steps
            case Healed(unit=unit, wounds=wounds) if friend < 0:
                friend, healed = unit, wounds
            case _:
                break
        at += 1
    return Show(tuple(map(Frame, pager(world, bearer, path, friend, healed))), name="pager"), at
