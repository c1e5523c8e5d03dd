"""Position files: a moment of a match as TOML, what is done in it, and what must come of it."""

from deathdome.content.positions.codec import position_text
from deathdome.content.positions.playing import Difference
from deathdome.content.positions.running import (
    Report,
    load_position,
    position_from_text,
    run_position,
)

__all__ = [
    "Difference",
    "Report",
    "load_position",
    "position_from_text",
    "position_text",
    "run_position",
]
