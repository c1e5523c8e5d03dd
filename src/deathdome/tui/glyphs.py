"""The signs that the board is drawn with: ASCII, and shapes where a terminal draws them well.

Every sign is one column wide, whatever language the terminal is set to: of the shapes none is
"ambiguous" in Unicode's list of widths and none has a coloured form. Teams and units are letters
and signs of the keyboard in both, and so is what is marked, so that both are read alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from deathdome.model.board import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, eq=False)
class GlyphSet:
    """Two columns for each kind of space, and the signs of what lies over it."""

    name: str
    ground: Mapping[Kind, str]
    base: str = "-"  # before the sign of the team whose base it is
    bug: str = "*"  # a bug token
    reach: str = ":"
    threat: str = "!"
    both: str = "*"  # can be reached, and an enemy can hit there
    trace: str = ","  # the last move went over it

    def points(self) -> str:
        """The signs of control points and tower centres; no unit is called by one of them."""
        return self.ground[Kind.CONTROL_POINT][0] + self.ground[Kind.TOWER_CENTRE][0]

    def signs(self) -> tuple[str, ...]:
        """Every sign of the set that is not ASCII, once, for asking a terminal about them."""
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
