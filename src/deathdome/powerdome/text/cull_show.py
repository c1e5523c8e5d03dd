"""Phrases of the show in which powers are culled."""

from __future__ import annotations

from typing import Final

CULL: Final = "the cull"
TITLE: Final = "THE CULL"
STAY: Final = "{stay} of {all} stay"
STAYS: Final = "to the auction"
GOES: Final = "culled"
PROTECTED: Final = "protected"
MEANS: Final = "Protected powers stay. The other places are drawn; the rest leave the game."
