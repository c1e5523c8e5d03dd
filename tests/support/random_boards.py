"""Random boards of any shape, as TOML text, each from a seed.

    board_text(seed, seats=3)           # a board file that `check` accepts, with room for 3 teams
    board_file(Random(seed), seats=3)   # a drawing that `check` may refuse

Boards differ in sides, first row, symbols, walls thick and thin, lava, bridges, towers, bases of
any shape, jails (or none on a board for The Dual), linked release points and orders of play.
"""

from __future__ import annotations

import tomllib
from random import Random
from typing import TYPE_CHECKING, Final

from deathdome.content.board_files import parse_board
from deathdome.errors import ContentError
from deathdome.geometry.grid import Grid
from deathdome.model.board import GLYPHS

if TYPE_CHECKING:
    from deathdome.model.board import Board

TRIES: Final = 2_000  # boards drawn for one that passes
SIGNS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!$%&*+-/:;<>?@^_|"  # of a legend of its own
AREAS: Final = ("north", "south", "east", "west", "up", "down", "here", "there")

Place = tuple[int, int]  # column and row, from 0


class Drawing:
    """A board while it is being drawn: a symbol for each space, `.` for free ones."""

    def __init__(self, dice: Random, width: int, height: int) -> None:
        self.dice = dice
        self.width = width
        self.height = height
        self.rows = [["."] * width for _ in range(height)]

    def free(self, place: Place) -> bool:
        column, row = place
        inside = 0 <= column < self.width and 0 <= row < self.height
        return inside and self.rows[row][column] == "."

    def around(self, place: Place) -> list[Place]:
        column, row = place
        near = (-1, 0, 1)
        return [(column + x, row + y) for x in near for y in near if x or y]

    def anywhere(self) -> Place:
        return self.dice.randrange(self.width), self.dice.randrange(self.height)

    def draw(self, sign: str, place: Place) -> None:
        self.rows[place[1]][place[0]] = sign

    def area(self, sign: str, spaces: int) -> list[Place]:
        """A connected area away from others of its kind; [] where there is no room."""
        found = [self.anywhere()]
        for _ in range(spaces * 8):
            column, row = self.dice.choice(found)
            x, y = self.dice.choice(((1, 0), (-1, 0), (0, 1), (0, -1)))
            place = column + x, row + y
            if place not in found and len(found) < spaces:
                found.append(place)
        near = {other for place in found for other in self.around(place)}
        alone = not any(self._sign(place) == sign for place in near)
        if not alone or not all(map(self.free, found)):
            return []
        for place in found:
            self.draw(sign, place)
        return found

    def _sign(self, place: Place) -> str:
        column, row = place
        inside = 0 <= column < self.width and 0 <= row < self.height
        return self.rows[row][column] if inside else ""

    def tower(self) -> None:
        """A tower with a bridge next to it, where there is room."""
        centre = self.anywhere()
        edge = self.around(centre)
        ring = {place for one in edge for place in self.around(one)} - {*edge, centre}
        if not all(map(self.free, (*edge, centre))):
            return
        for place in edge:
            self.draw("T", place)
        self.draw("C", centre)
        for place in sorted(filter(self.free, ring)):
            if self.dice.random() < 0.4:
                self.draw("=", place)

    def jail(self) -> list[Place]:
        """A jail with a release point next to it, which comes last; [] where there is no room."""
        found = self.area("J", self.dice.choice((1, 1, 2, 4)))
        beside = {place for one in found for place in self.around(one) if self.free(place)}
        if not beside:
            return []
        self.draw("r", point := self.dice.choice(sorted(beside)))
        return [*found, point]

    def scatter(self, sign: str, share: float) -> None:
        """Draw a symbol on that share of the free spaces."""
        for row in range(self.height):
            for column in range(self.width):
                if self.free((column, row)) and self.dice.random() < share:
                    self.draw(sign, (column, row))


def board_file(dice: Random, seats: int) -> str:
    """A drawing with bases for at least `seats` teams if they found room, as TOML."""
    side = dice.choice((5, 7, 9, 12, 16, 24))
    width, height = (dice.randint(max(3, side - 3), side + 3) for _ in range(2))
    if dice.random() < 0.15:
        width, height = dice.choice(((60, 3), (30, 4), (4, 30), (60, 60), (60, 6)))
    drawing = Drawing(dice, width, height)
    bases = [drawing.area("B", dice.choice((4, 4, 5, 9))) for _ in range(seats)]
    dual = dice.random() < 0.15
    jails = [drawing.jail() for _ in range(0 if dual else dice.choice((2, 2, 3, 5)))]
    for _ in range(dice.choice((0, 1, 1, 2, 3))):
        drawing.tower()
    for sign in dice.sample("#~=", 3):
        drawing.scatter(sign, dice.choice((0.0, 0.03, 0.1, 0.2)))
    for _ in range(dice.choice((0, 1, 4, 12))):
        place = drawing.anywhere()
        if drawing.free(place):
            drawing.draw("c", place)
    return _Writer(dice, drawing, list(filter(None, bases)), list(filter(None, jails))).text(
        dual=dual
    )


class _Writer:
    """Writes a drawing as a board file; of each jail the last place is its release point."""

    def __init__(
        self, dice: Random, drawing: Drawing, bases: list[list[Place]], jails: list[list[Place]]
    ) -> None:
        self.dice = dice
        self.drawing = drawing
        self.first = dice.choice((1, 1, 1, 2, 60))
        self.grid = Grid(drawing.width, drawing.height, self.first)
        self.bases = dict(zip(dice.sample(AREAS, len(bases)), bases, strict=True))
        self.jails = dict(zip(dice.sample(AREAS, len(jails)), jails, strict=True))

    def text(self, *, dual: bool) -> str:
        rows, legend = self._map()
        lines = ['id = "yard"', 'name = "Yard"', f'map = """\n{rows}\n"""']
        lines += [f"first_row = {self.first}", *(["dual = true"] if dual else [])]
        walls = [self._border() for _ in range(self.dice.choice((0, 0, 1, 5)))]
        lines.append(f"thin_walls = [{', '.join(dict.fromkeys(walls))}]")
        lines += ["[bases]", *(self._entry(name, area) for name, area in self.bases.items())]
        if self.jails and self.dice.random() < 0.7:
            jails = self.jails.items()
            lines += ["[jails]", *(self._entry(name, area[:-1]) for name, area in jails)]
            if self.dice.random() < 0.5:
                linked = (f'{self._name(area[-1])} = "{name}"' for name, area in jails)
                lines += ["[release_points]", *linked]
        for key, share in (("seating", 1.0), ("later_seating", 0.3)):
            lines.append(f"[{key}]")
            for number in range(2, len(self.bases) + 1):
                if self.dice.random() < share:
                    order = self.dice.sample(list(self.bases), number)
                    lines.append(f"{number} = {order}".replace("'", '"'))
        return "\n".join([*lines, *legend, ""])

    def _map(self) -> tuple[str, list[str]]:
        """The rows, and a legend if they are drawn with other symbols."""
        signs = {glyph: glyph for glyph in GLYPHS}
        legend = []
        if self.dice.random() < 0.2:
            signs = dict(zip(GLYPHS, self.dice.sample(SIGNS, len(GLYPHS)), strict=True))
            pairs = (f'"{signs[glyph]}" = "{kind.value}"' for glyph, kind in GLYPHS.items())
            legend = ["[legend]", *pairs]
        rows = ("".join(signs[sign] for sign in row) for row in self.drawing.rows)
        return "\n".join(rows), legend

    def _name(self, place: Place) -> str:
        return self.grid.name(self.grid.space(*place))

    def _entry(self, name: str, area: list[Place]) -> str:
        return f'{name} = "{self._name(self.dice.choice(area))}"'

    def _border(self) -> str:
        """The names of two neighbours, as `thin_walls` writes a border."""
        drawing, dice = self.drawing, self.dice
        column, row = dice.randrange(drawing.width - 1), dice.randrange(drawing.height - 1)
        x, y = dice.choice(((1, 0), (0, 1)))
        return f'"{self._name((column, row))} {self._name((column + x, row + y))}"'


def board_text(seed: int, seats: int = 2) -> str:
    """A board file that `check` accepts, with bases for that many teams."""
    dice = Random(f"{seed} {seats}")
    for _ in range(TRIES):
        text = board_file(dice, seats)
        if seats in seatings(text):
            return text
    raise AssertionError(f"seed {seed}: no board for {seats} teams in {TRIES} drawings")


def seatings(text: str) -> list[int]:
    """The numbers of teams that a board has bases for; [] if `check` refuses it."""
    try:
        board: Board = parse_board(tomllib.loads(text), "board")
    except ContentError:
        return []
    return sorted(board.seatings)
