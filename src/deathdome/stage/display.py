"""Display settings of this run: the options in force, and the symbols its terminal can draw."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from deathdome.settings import Options
from deathdome.stage.glyphs import ASCII, Signs

Level: TypeAlias = Literal["full", "basic", "none"]
_LEVELS: Final[dict[str, Level]] = {"full": "full", "reduced": "basic", "none": "none"}


@dataclass(frozen=True, slots=True)
class Display:
    """Options in force, and the symbols chosen for the terminal."""

    options: Options = field(default_factory=Options)
    glyphs: Signs = ASCII
    remark: str = ""  # errors of the options file

    @property
    def theme(self) -> str:
        """The registered name of the theme."""
        return f"dome-{self.options.theme}"

    @property
    def animation(self) -> Level:
        """The level of animation, as Textual names it."""
        return _LEVELS[self.options.animation]
