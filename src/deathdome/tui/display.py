"""Display settings of this run, for the first game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from deathdome.match.protocol import HUMAN
from deathdome.settings import MAX_SEATS
from deathdome.stage.display import Display
from deathdome.tui.glyphs import ASCII, GlyphSet
from deathdome.tui.keys.keyset import Keyset

if TYPE_CHECKING:
    from collections.abc import Sequence

_PACES: Final = ("1x", "2x", "4x", "instant")


@dataclass(frozen=True, slots=True)
class DisplaySettings(Display):
    """Options in force, and the symbols chosen for the terminal."""

    glyphs: GlyphSet = ASCII

    @property
    def keyset(self) -> Keyset:
        """The keys, made of the preset and the player's own."""
        return Keyset(self.options.keys.preset, self.options.keys.own)

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
