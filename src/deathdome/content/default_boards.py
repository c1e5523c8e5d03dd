"""The default boards."""

from __future__ import annotations

from typing import Final

# New matches: the better of the two centres by the measurements in decision 0016.
DEFAULT_BOARD: Final = "plaza"
# Position files. It never changes, so that a file without a board keeps its meaning.
POSITION_BOARD: Final = "waspworth"
