"""Position files: a position of a match as TOML, actions, and the expected result."""

from deathdome.content.positions.playing import Difference
from deathdome.content.positions.running import (
    Report,
    load_position,
    position_from_text,
    run_position,
)
from deathdome.content.positions.writing import position_text

__all__ = [
    "Difference",
    "Report",
    "load_position",
    "position_from_text",
    "position_text",
    "run_position",
]
