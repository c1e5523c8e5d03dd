"""Symbols of the board: ASCII, and shapes for terminals that draw them well.

Every symbol is one column wide in every language of the terminal: none of the shapes is
"ambiguous" in Unicode's list of widths, and none has a coloured form. All sets use letters and
symbols of the keyboard for teams, units and marks, so that all are read alike.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from deathdome.model.board import Kind
from deathdome.stage import glyphs as stage
from deathdome.stage.glyphs import Signs

if TYPE_CHECKING:
    from collections.abc import Mapping

# Battlements by the sides of the column that are outside: top, bottom, left, right. The left
# half of a column is the right half in exchanged colours, which `tower` and `rampart` are.
RAMPARTS: Final = {
    "": " ",
    "t": "\N{QUADRANT UPPER RIGHT}",
    "b": "\N{QUADRANT LOWER RIGHT}",
    "tl": "\N{QUADRANT UPPER LEFT AND UPPER RIGHT AND LOWER LEFT}",
    "tr": "\N{QUADRANT UPPER LEFT AND UPPER RIGHT AND LOWER RIGHT}",
    "bl": "\N{QUADRANT UPPER LEFT AND LOWER LEFT AND LOWER RIGHT}",
    "br": "\N{QUADRANT UPPER RIGHT AND LOWER LEFT AND LOWER RIGHT}",
    "l": "\N{RIGHT HALF BLOCK}",
    "r": "\N{RIGHT HALF BLOCK}",
}


@dataclass(frozen=True, slots=True, eq=False)
class GlyphSet(Signs):
    """Two columns for each kind of space, and the symbols of marks over it."""

    ground: Mapping[Kind, str] = field(kw_only=True)
    base: str = "-"  # before the symbol of the base's team
    bug: str = "*"  # a bug token
    reach: str = ":"
    threat: str = "!"
    both: str = "*"  # in reach, and an enemy can hit there
    trace: str = ","  # the last move went over it
    veil: str = ":"  # reach over ground that keeps its colour

    def points(self) -> str:
        """Return the symbols of control points and tower centres, which name no unit."""
        return self.ground[Kind.CONTROL_POINT][0] + self.ground[Kind.TOWER_CENTRE][0]

    def signs(self) -> tuple[str, ...]:
        """Return the symbols of the set outside ASCII, once each, to ask a terminal about them."""
        drawn = [*self.ground.values(), self.base, self.bug, self.threat, self.veil, self.full]
        drawn += [self.empty, self.cursor, *(RAMPARTS.values() if self.shaped else ())]
        return tuple(sorted({sign for sign in "".join(drawn) if not sign.isascii()}))


ASCII: Final = GlyphSet(
    "ascii",
    ground={
        Kind.FLOOR: ". ",
        Kind.WALL: "##",
        Kind.LAVA: "~~",
        Kind.BRIDGE: "==",
        Kind.TOWER_EDGE: "^^",
        Kind.TOWER_CENTRE: "O ",
        Kind.CONTROL_POINT: "o ",
        Kind.RELEASE_POINT: "r ",
        Kind.JAIL: "||",
        Kind.BASE: "--",
    },
)
# With shapes, backgrounds paint walls, floors, bases, lava and reach.
SHAPES: Final = GlyphSet(
    "shapes",
    ground={
        Kind.FLOOR: "  ",
        Kind.WALL: "  ",
        Kind.LAVA: "~~",
        Kind.BRIDGE: "\N{BOX DRAWINGS LIGHT DOUBLE DASH VERTICAL}" * 2,
        Kind.TOWER_EDGE: "  ",
        Kind.TOWER_CENTRE: "\N{FISHEYE} ",
        Kind.CONTROL_POINT: "\N{LOZENGE} ",
        Kind.RELEASE_POINT: "r ",
        Kind.JAIL: "\N{BOX DRAWINGS LIGHT DOUBLE DASH VERTICAL}" * 2,
        Kind.BASE: "  ",
    },
    base=" ",
    reach=" ",
    threat="\N{BULLET OPERATOR}",
    both="\N{BULLET OPERATOR}",
    trace=" ",
    veil="\N{LIGHT SHADE}",
    shaped=True,
    tinted=True,
    full=stage.SHAPES.full,
    empty=stage.SHAPES.empty,
    cursor=stage.SHAPES.cursor,
    ellipsis=stage.SHAPES.ellipsis,
)
# Shapes where sixteen colours leave no room for tints: symbols say what backgrounds cannot.
SIGNED: Final = replace(
    SHAPES,
    name="shapes",
    ground={
        **SHAPES.ground,
        Kind.FLOOR: "\N{DOT OPERATOR} ",
        Kind.BASE: "--",
    },
    base="-",
    reach=":",
    threat="!",
    both="*",
    trace=",",
    veil=":",
    tinted=False,
)
SETS: Final = {glyphs.name: glyphs for glyphs in (ASCII, SHAPES)}
