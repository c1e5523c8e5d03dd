"""Display settings of this run: the options in force, and the symbols its terminal can draw."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from deathdome.match.protocol import HUMAN
from deathdome.settings import MAX_SEATS, Options
from deathdome.tui.glyphs import ASCII, GlyphSet
from deathdome.tui.keys.keyset import Keyset

if TYPE_CHECKING:
    from collections.abc import Sequence

Level: TypeAlias = Literal["full", "basic", "none"]
_LEVELS: Final[dict[str, Level]] = {"full": "full", "reduced": "basic", "none": "none"}
_PACES: Final = ("1x", "2x", "4x", "instant")


@dataclass(frozen=True, slots=True)
class DisplaySettings:
    """Options in force, and the symbols chosen for the terminal."""

    options: Options = field(default_factory=Options)
    glyphs: GlyphSet = ASCII
    remark: str = ""  # errors of the options file

    @property
    def theme(self) -> str:
        """The registered name of the theme."""
        return f"dome-{self.options.theme}"

    @property
    def keyset(self) -> Keyset:
        """The keys, made of the preset and the player's own."""
        return Keyset(self.options.keys.preset, self.options.keys.own)

    @property
    def animation(self) -> Level:
        """The level of animation, as Textual names it."""
        return _LEVELS[self.options.animation]

    @property
    def pace(self) -> int:
        """The number of the managers' pace."""
        return _PACES.index(self.options.pace)

    def people(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return the name of the player in each of four seats, "" for managers and empty seats.

        `names` are those of the seats, "human" where a player sits.
        """
        left = iter(self.options.names)
        found = [next(left, "") if name == HUMAN else "" for name in names]
        return (*found, *("",) * (MAX_SEATS - len(found)))
