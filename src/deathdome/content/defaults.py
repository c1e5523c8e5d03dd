"""Boards that are meant where none is named."""

from __future__ import annotations

from typing import Final

# New matches: the better of the two centres, as docs/boards.md measures them.
DEFAULT_BOARD: Final = "plaza"
# Position files. It stays what it is, so that a file that names no board keeps its meaning.
POSITION_BOARD: Final = "waspworth"
