"""Symbols of the board: ASCII, and shapes for terminals that draw them well.

Every symbol is one column wide in every language of the terminal: none of the shapes is
"ambiguous" in Unicode's list of widths, and none has a coloured form. Both sets use letters and
signs of the keyboard for teams, units and marks, so that both are read alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from deathdome.model.board import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, eq=False)
class GlyphSet:
    """Two columns for each kind of space, and the symbols of marks over it."""

    name: str
    ground: Mapping[Kind, str]
    base: str = "-"  # before the sign of the base's team
    bug: str = "*"  # a bug token
    reach: str = ":"
    threat: str = "!"
    both: str = "*"  # in reach, and an enemy can hit there
    trace: str = ","  # the last move went over it

    def points(self) -> str:
        """Return the symbols of control points and tower centres, which name no unit."""
        return self.ground[Kind.CONTROL_POINT][0] + self.ground[Kind.TOWER_CENTRE][0]

    def signs(self) -> tuple[str, ...]:
        """Return the symbols of the set outside ASCII, once each, to ask a terminal about them."""
        drawn = "".join([*self.ground.values(), self.base, self.bug])
        return tuple(sorted({sign for sign in drawn if not sign.isascii()}))


ASCII: Final = GlyphSet(
    "ascii",
    {
        Kind.FLOOR: ". ",
        Kind.WALL: "##",
        Kind.LAVA: "~~",
        Kind.BRIDGE: "==",
        Kind.TOWER_EDGE: "^^",
        Kind.TOWER_CENTRE: "O ",
        Kind.CONTROL_POINT: "o ",
        Kind.RELEASE_POINT: "r ",
        Kind.JAIL: "JJ",
        Kind.BASE: "--",
    },
)
SHAPES: Final = GlyphSet(
    "shapes",
    {
        Kind.FLOOR: "\N{DOT OPERATOR} ",
        Kind.WALL: "\N{BRAILLE PATTERN DOTS-12345678}" * 2,
        Kind.LAVA: "\N{TRIPLE TILDE}" * 2,
        Kind.BRIDGE: "\N{STRICTLY EQUIVALENT TO}" * 2,
        Kind.TOWER_EDGE: "\N{HOUSE}" * 2,
        Kind.TOWER_CENTRE: "\N{FISHEYE} ",
        Kind.CONTROL_POINT: "\N{LOZENGE} ",
        Kind.RELEASE_POINT: "r ",
        Kind.JAIL: "\N{BROKEN BAR}" * 2,
        Kind.BASE: "--",
    },
)
SETS: Final = {glyphs.name: glyphs for glyphs in (ASCII, SHAPES)}
